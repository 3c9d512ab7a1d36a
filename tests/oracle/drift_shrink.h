/*
 * drift_shrink.h - a pair made small, to see what it is that it shows.
 */
#ifndef ORACLE_DRIFT_SHRINK_H
#define ORACLE_DRIFT_SHRINK_H

#include "drift_pair.h"

/*
 * Takes out of both schemas of PAIR, which was judged, what can go while it shows the same: that
 * "safe" is wrong, that a witness shows nothing, that "breaks" has none, that something known is
 * undecided, or that it is undecided, the first of these that is there.
 */
void pair_shrink(struct drift_pair *pair);

#endif
