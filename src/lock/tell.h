/*
 * tell.h - what differs from a lock, as diagnostics.
 */
#ifndef LOCK_TELL_H
#define LOCK_TELL_H

#include "lock/compare.h"

/* Which differences fail, as words for option tables; NULL at the end. */
enum lock_fail_on { LOCK_FAIL_ON_ANY, LOCK_FAIL_ON_BREAKING };
extern const char *const lock_fail_on_names[];

/* The digests that can be a gate: compat, exact, raw; NULL at the end. */
extern const char *const lock_gate_names[];

/* How differences are told. */
struct lock_gate {
    enum fingerprint_algorithm algorithm; /* what this does not see passes as a note */
    enum lock_fail_on fail_on; /* breaking: what breaks no caller and destroys nothing passes */
    bool is_shown;             /* for who is about to accept them: all are warnings */
    const struct map *names;   /* NULL, or the tools of which alone is told */
};

/*
 * Reports in FOUND each of DIFFERENCES between OLD, the lock, and NEW, at its place in the listing
 * with a note of the place in the lock, and the changes of schemas one by one, with what they are
 * to callers. Whoever writes the arguments and reads the results of a tool is a caller.
 */
void lock_tell(struct diag_list *found, const struct lock *old, const struct lock *new,
               const struct lock_differences *differences, const struct lock_gate *gate);

#endif
