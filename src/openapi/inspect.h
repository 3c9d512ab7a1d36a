/*
 * inspect.h - what is wrong with the schemas that a set of roots reaches, one by one. Internal to
 * openapi/.
 */
#ifndef OPENAPI_INSPECT_H
#define OPENAPI_INSPECT_H

#include "base/digraph.h"
#include "openapi/closure.h"

struct inspection {
    struct closure closure;
    struct digraph graph; /* of its definitions, by their references that lead somewhere */
    bool *faulty;         /* for each definition: something in it is wrong */

    struct map numbers; /* the definitions of the closure, by address, in their order */
    struct digraph_maker maker;
};

/*
 * Collects what ROOTS reach in OPENAPI, to be copied for READER, and sees which definitions are
 * faulty: whose references lead nowhere, whose subschemas are none, whose nodes have faults. All
 * that is reported, too.
 */
void inspect(struct inspection *x, const struct openapi *openapi, const struct string_list *roots,
             enum dialect reader);

/* Makes faulty what leads to a faulty definition. */
void inspect_spread(struct inspection *x);

/* The number of DEFINITION, or NULL, among those of the closure; -1 when it is none of them. */
ptrdiff_t inspect_number(const struct inspection *x, const struct definition *definition);

#endif
