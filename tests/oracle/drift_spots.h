/*
 * drift_spots.h - the schemas in a schema, and where they stand.
 */
#ifndef ORACLE_DRIFT_SPOTS_H
#define ORACLE_DRIFT_SPOTS_H

#include "drift_make.h"

struct spot {
    struct node *schema; /* in the tree, which may be changed there */
    str pointer;         /* from the root */
    enum about about;    /* what it is about, as far as it shows */
};

struct spots {
    struct spot *at;
    ptrdiff_t count, cap;
};

/* All schemas in ROOT, itself first. */
struct spots spots_in(struct arena *arena, struct node *root);

/* ROOT with memory of its own, to be changed. */
struct node *tree_copy(struct arena *arena, const struct node *root);

/* True when POINTER leads through a oneOf, anyOf, not or if, as a keyword. */
bool pointer_is_below_choice(str pointer);

#endif
