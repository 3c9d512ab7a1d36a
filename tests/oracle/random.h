/*
 * random.h - rows whose schemas are put together by chance.
 */
#ifndef ORACLE_RANDOM_H
#define ORACLE_RANDOM_H

#include "values.h"

/*
 * A row as in the files of rows/, with one source dialect, by chance, and with schemas that hold
 * keywords of all dialects, in the form of the source's or, now and then, of another. The same
 * SEED gives the same row.
 */
const struct node *random_row(struct arena *arena, uint64_t seed);

#endif
