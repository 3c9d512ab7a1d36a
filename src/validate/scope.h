/*
 * scope.h - what is known of the resource that a schema stands in. Internal to validate/.
 */
#ifndef VALIDATE_SCOPE_H
#define VALIDATE_SCOPE_H

#include "validate/compile.h"

/* A resource, as the compiler sees it. */
struct scope {
    struct resource *resource;
    enum dialect dialect;
    unsigned vocabularies;
    const struct node *metaschema; /* NULL: that of the dialect */
    bool is_entered;               /* the program has a schema of it */
    struct dynamic_scope anchors;  /* filled in when the anchors of all are known */
};

/* What is known of the resource of SCHEMA. NULL when reported: its dialect is unknown. */
struct scope *scope_of(struct compiler *c, const struct node *schema);

/* The number of the dynamic anchor NAME; the empty name is that of "$recursiveAnchor". */
uint32_t scope_anchor_number(struct compiler *c, str name);

/* The document at URI, a metaschema that is built in, taken in; NULL when there is none. */
struct document *scope_built_in(struct compiler *c, str uri);

#endif
