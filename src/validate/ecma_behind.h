/*
 * ecma_behind.h - lookbehinds of a fixed width, which PCRE2 wants.
 */
#ifndef VALIDATE_ECMA_BEHIND_H
#define VALIDATE_ECMA_BEHIND_H

#include "validate/ecma.h"

/*
 * Returns LOOK, a lookbehind, with a content of which each alternative has a fixed width, in memory
 * of the arena; LOOK itself stays as it is. NULL when that cannot be; *RET_FAULT says why.
 */
const struct ecma_node *ecma_behind(struct arena *arena, const struct ecma_node *look,
                                    struct ecma_fault *ret_fault);

#endif
