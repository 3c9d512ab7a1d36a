/*
 * branches.h - which branch of a choice is which on the other side. Internal to drift/.
 */
#ifndef DRIFT_BRANCHES_H
#define DRIFT_BRANCHES_H

#include "drift/constraints.h"

#define NO_BRANCH UINT32_MAX

/*
 * Pairs the branches of OLD with those of NEW: first those that are called alike by a reference,
 * then those that a property with a listed value tells apart alike, then equal ones, then the most
 * alike. RET_PARTNERS, with room for as many as OLD has, gets the number of each one's partner in
 * NEW, or NO_BRANCH. The arena is for working memory.
 */
void branches_pair(struct arena *arena, const struct schemes *old, const struct schemes *new,
                   uint32_t *ret_partners);

/*
 * True when no value is taken by two of the branches: they take different kinds, or a property that
 * is required has different listed values. False also when that cannot be told.
 */
bool branches_are_disjoint(struct arena *arena, const struct schemes *schemes);

/* What SCHEME is called by those who refer to it: the end of its "$ref"; empty when it is none. */
str branch_name(const struct scheme *scheme);

#endif
