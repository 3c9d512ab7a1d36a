/*
 * compare.h - what a listing says otherwise than its lock.
 */
#ifndef LOCK_COMPARE_H
#define LOCK_COMPARE_H

#include "lock/lock.h"

/* One entry that is not as it was locked: OLD is NULL for what was added, NEW for what went. */
struct lock_difference {
    enum locked_kind kind;
    const struct locked *old, *new; /* both, with names that differ: renamed */
};

struct lock_differences {
    struct lock_difference *at; /* by kind, and then by the old name where there is one */
    ptrdiff_t count;
    bool server; /* what the server says of itself */
};

/*
 * Compares OLD, the lock, with NEW, made of a listing, into ARENA. Equal are entries with one raw
 * digest, and those that differ in how numbers are written.
 */
void lock_compare(struct arena *arena, const struct lock *old, const struct lock *new,
                  struct lock_differences *ret_differences);

/*
 * True when LISTING can be compared with LOCK. Else reported at the listing: it is of another
 * server (E1013), or says less (E1016).
 */
bool lock_is_comparable(struct diag_list *found, const struct lock *lock,
                        const struct lock *listing);

/* True when DIFFERENCE is one of a name. */
bool lock_is_renamed(const struct lock_difference *difference);

/* True when NAMES is NULL, or DIFFERENCE is of a tool that it has, by the old name or the new. */
bool lock_is_of(const struct lock_difference *difference, const struct map *names);

/*
 * OLD with what NEW has otherwise: of all, or where NAMES is not NULL of the tools that it has.
 * Those get REASON, unless it is empty, and tools that are as they were keep theirs. The result
 * shares what both have, in ARENA.
 */
struct lock lock_merge(struct arena *arena, const struct lock *old, const struct lock *new,
                       const struct lock_differences *differences, const struct map *names,
                       str reason);

#endif
