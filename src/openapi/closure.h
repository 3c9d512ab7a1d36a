/*
 * closure.h - the schemas that a set of roots reaches. Internal to openapi/.
 */
#ifndef OPENAPI_CLOSURE_H
#define OPENAPI_CLOSURE_H

#include "base/option.h"
#include "openapi/document.h"

/* One schema that the result holds under a name. */
struct definition {
    str component, tail; /* where it is in the document; a tail only when it was lifted out */
    const struct node *schema;
    str name; /* in the result */
};

/*
 * Set the first six; the rest starts as 0. LIFTS: a schema in the middle of another that is
 * referred to becomes a definition of its own; without it the other one is taken as a whole.
 */
struct closure {
    const struct openapi *openapi;
    struct arena *arena;
    struct diag_list *found;
    bool lifts;
    enum dialect also; /* what copied schemas will be read by (walk.h); DIALECT_COUNT: none */
    const struct node *where; /* what asks for the roots, for messages; or NULL */

    struct map components;           /* name to struct definition */
    struct map lifted;               /* lifted_key to struct definition */
    struct definition **definitions; /* in the order of the document */
    ptrdiff_t count, cap;
    const struct definition *root; /* of a single root, else NULL */
    str root_tail; /* the pointer from its schema to the root, when that was not lifted */
};

/*
 * Fills C with what ROOTS (struct extract_request) reach. What is wrong is reported, all at once;
 * the caller sees in the list of diagnostics whether the closure can be used.
 */
void closure_make(struct closure *c, const struct string_list *roots);

/* The definition that a reference to TARGET leads to or into, when the roots reach it; else NULL.
 */
const struct definition *closure_find(struct closure *c, const struct target *target);

#endif
