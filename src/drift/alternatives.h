/*
 * alternatives.h - what all branches of a choice ask, where the other side has no choice.
 *
 * A choice that is compared with none has no branches to pair. What each of them requires or
 * declares is no news on the other side, though. Internal to drift/.
 */
#ifndef DRIFT_ALTERNATIVES_H
#define DRIFT_ALTERNATIVES_H

#include "drift/constraints.h"

/* The branches of one choice. */
struct alternatives {
    const struct constraint *choice; /* or NULL: there is none */
    struct constraints *at;
    uint32_t count;
};

/* The branches of the first choice of CONSTRAINTS, "anyOf" before "oneOf". */
void alternatives_of(struct arena *arena, const struct constraints *constraints,
                     struct alternatives *ret_alternatives);

/* The kinds of value that CONSTRAINTS and each of their choices take. */
uint8_t alternatives_kinds(struct arena *arena, const struct constraints *constraints);

/* True when there are branches and each requires the member NAME of all objects. */
bool alternatives_require(const struct alternatives *alternatives, str name);

/* The schema that branch I declares for the member NAME, or NULL. */
const struct scheme *alternatives_declare(const struct alternatives *alternatives, uint32_t i,
                                          str name);

/* True when all branches declare NAME by lists of values that together are those of SCHEME. */
bool alternatives_list(struct arena *arena, const struct alternatives *alternatives, str name,
                       const struct scheme *scheme);

#endif
