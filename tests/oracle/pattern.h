/*
 * pattern.h - regular expressions of ECMA-262, as far as test data needs them.
 */
#ifndef ORACLE_PATTERN_H
#define ORACLE_PATTERN_H

#include "base/arena.h"

/* True when PATTERN matches somewhere in TEXT, as with flag u. *RET_BROKEN: PATTERN is none. */
bool pattern_matches(struct arena *arena, str pattern, str text, bool *ret_broken);

#endif
