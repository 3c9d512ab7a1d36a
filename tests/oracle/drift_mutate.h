/*
 * drift_mutate.h - a schema changed as an edit would: one keyword at one place.
 */
#ifndef ORACLE_DRIFT_MUTATE_H
#define ORACLE_DRIFT_MUTATE_H

#include "drift_make.h"

struct mutation {
    str kind;       /* "add minLength" */
    str pointer;    /* of the schema, before it */
    bool no_effect; /* what is valid stays the same in any case */
};

/* Changes ROOT (tree_copy) by chance. */
struct mutation mutate_schema(struct maker *m, struct node *root);

#endif
