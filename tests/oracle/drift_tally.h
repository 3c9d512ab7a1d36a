/*
 * drift_tally.h - what came of all pairs, and whether that is enough.
 */
#ifndef ORACLE_DRIFT_TALLY_H
#define ORACLE_DRIFT_TALLY_H

#include "drift_pair.h"

#include "base/map.h"

struct tally {
    struct arena arena;
    struct map kinds; /* of mutations, to the struct tally_row */
    ptrdiff_t pairs, instances, valid, undecided_instances, cross_checked;

    ptrdiff_t effects[2][3]; /* pairs, by audience and effect */
    ptrdiff_t undecided;     /* pairs, for either audience */

    /* Verdicts, two of each pair. */
    ptrdiff_t breaks, breaks_shown;             /* that a value shows */
    ptrdiff_t plain_breaks, plain_breaks_shown; /* of changes that are not below a choice */
    ptrdiff_t brute, brute_breaks;              /* where an instance shows that it breaks */
    ptrdiff_t shown[SHOWN_COUNT];

    ptrdiff_t same, same_safe; /* pairs whose mutations have no effect; those found safe */

    /* What must not be. */
    ptrdiff_t contradictions, empty_witnesses, disputes, failures, not_same;
};

void tally_add(struct tally *tally, const struct drift_pair *pair);

/* Prints all of it. True when every requirement holds. */
bool tally_print(const struct tally *tally);

void tally_done(struct tally *tally);

#endif
