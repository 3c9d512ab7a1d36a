/*
 * ways.h - how the verdict of the roots depends on that of each pair. Internal to drift/.
 */
#ifndef DRIFT_WAYS_H
#define DRIFT_WAYS_H

#include "drift/compare.h"

/*
 * Fills in the ways that lead to each pair, and whom it concerns, from the roots and the edges; a
 * pair's `included` has to be filled in before.
 */
void ways_find(struct comparison *c);

/*
 * Of the ways to PAIR, those by which what is in it can break WHO, 0 writers or 1 readers, with
 * values of KIND, the number of its bit.
 */
uint8_t ways_open(const struct schema_pair *pair, int who, int kind);

/* Gives each pair the edge by which values of it are built into others: plain ones if possible. */
void ways_choose(struct comparison *c);

#endif
