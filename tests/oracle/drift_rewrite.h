/*
 * drift_rewrite.h - mutations of schemas that change nothing in what is valid. Internal to
 * drift_mutate.
 */
#ifndef ORACLE_DRIFT_REWRITE_H
#define ORACLE_DRIFT_REWRITE_H

#include "drift_spots.h"

struct rewrite {
    const char *kind;
    bool (*apply)(struct maker *m, struct node *root, struct spot *spot); /* false: not there */
};

/* One of them, by chance. */
const struct rewrite *any_rewrite(struct maker *m);

#endif
