/*
 * treediff.h - where two JSON values differ, place by place.
 */
#ifndef SCHEMA_TREEDIFF_H
#define SCHEMA_TREEDIFF_H

#include "base/arena.h"
#include "source/node.h"

/* One place: the values on both sides, NULL where there is none, and what holds them. */
struct tree_difference {
    str pointer; /* JSON Pointer */
    const struct node *old, *new, *old_parent, *new_parent;
};

/*
 * Finds where OLD and NEW differ as JSON values (node_equal), in the order of OLD's members and
 * then of what only NEW has. Arrays are compared item by item. At most MAX places go to
 * DIFFERENCES; the result is how many there are, which is 0 for equal values.
 */
ptrdiff_t tree_differences(struct arena *arena, const struct node *old, const struct node *new,
                           struct tree_difference *differences, ptrdiff_t max);

#endif
