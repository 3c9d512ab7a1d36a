/*
 * ecma_behind.h - lookbehinds of a fixed width, which PCRE2 wants.
 */
#ifndef VALIDATE_ECMA_BEHIND_H
#define VALIDATE_ECMA_BEHIND_H

#include "validate/ecma.h"

/* How many nodes may still be made for all lookbehinds of a pattern; below 0 it is too many. */
struct behind_budget {
    ptrdiff_t nodes;
};

/*
 * Returns LOOK, a lookbehind, with a content of which each alternative has a fixed width, in memory
 * of the arena; LOOK itself stays as it is. What it makes comes out of BUDGET.
 * NULL when that cannot be; *RET_FAULT says why.
 */
const struct ecma_node *ecma_behind(struct arena *arena, const struct ecma_node *look,
                                    struct behind_budget *budget, struct ecma_fault *ret_fault);

#endif
