/*
 * impossible.h - schemas that no value of some kind can meet. Internal to drift/.
 */
#ifndef DRIFT_IMPOSSIBLE_H
#define DRIFT_IMPOSSIBLE_H

#include "drift/constraints.h"

/*
 * The kinds of value that SCHEME takes, as far as its types, what it requires and what it refuses
 * tell: of the others it certainly takes none. ARENA is for working memory.
 */
uint8_t possible_kinds(struct arena *arena, const struct scheme *scheme);

#endif
