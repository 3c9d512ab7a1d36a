/*
 * operations.h - all schemas of two OpenAPI documents, in pairs.
 *
 * Named schemas are paired by their names, those in operations by where they are used: path,
 * method, parameter or status, and media type. Whom a schema serves follows from the way to it: the
 * clients of an API write its requests and read its responses; of callbacks and webhooks it is the
 * other way round. A named schema serves those of the operations that reach it; one that none
 * reaches may be used anywhere, and serves both.
 */
#ifndef DRIFT_OPERATIONS_H
#define DRIFT_OPERATIONS_H

#include "drift/drift.h"
#include "openapi/document.h"

/* A schema that an operation uses. */
struct operation_use {
    str key; /* what it is paired by, a JSON Pointer without detours over references */
    const struct node *schema;
    unsigned audience; /* DRIFT_...: one of the two */
};

/* What the operations of one document use, and what that reaches. */
struct operations {
    const struct openapi *openapi;
    struct operation_use *uses; /* in the order of the document */
    ptrdiff_t count, cap;
    struct map by_key;  /* to its use */
    struct map reached; /* the address of a schema to the audience as a number */
    ptrdiff_t steps;
};

/*
 * Finds them for OPENAPI, which is compared with OTHER. What is wrong on the way is reported; false
 * when it is too much.
 */
bool operations_find(const struct openapi *openapi, const struct openapi *other,
                     struct operations *ret_operations);

/* The audience of SCHEMA in both documents, OLD and NEW; of one that is not reached, both. */
unsigned operations_audience(const struct operations *old, const struct node *old_schema,
                             const struct operations *new, const struct node *new_schema);

/*
 * Compares all pairs of schemas of two documents for AUDIENCE; 0 stands for that of each. What has
 * no counterpart is a note in FOUND. *RET_COUNT is how many pairs there were. False when reported.
 */
bool operations_compare(struct comparison *comparison, const struct operations *old,
                        const struct operations *new, unsigned audience, struct diag_list *found,
                        ptrdiff_t *ret_count);

/*
 * Adds to DRIFT the named schemas that only one of the documents has. One that is gone, and that no
 * operation reached, may be missed by anybody who used it: that is undecided.
 */
void operations_add_names(struct drift *drift, const struct operations *old,
                          const struct operations *new, unsigned audience, struct arena *arena);

#endif
