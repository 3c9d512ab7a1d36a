/*
 * drift_print.h - one pair, told so that it can be looked into.
 */
#ifndef ORACLE_DRIFT_PRINT_H
#define ORACLE_DRIFT_PRINT_H

#include "drift_pair.h"

/* Both schemas, the mutations, the changes and what shows them. */
void print_pair(const struct drift_pair *pair);

/*
 * One line: its number, then for writers and for readers the verdict, with "!" where an instance
 * shows that it breaks and "-" where it is to break and nothing shows it; and the mutations.
 */
void print_verdicts(const struct drift_pair *pair);

/* What must not be. */
enum wrong {
    WRONG_FAILURE,
    WRONG_SAFE,    /* an instance shows that it is not */
    WRONG_WITNESS, /* of the comparison, that shows nothing */
    WRONG_EFFECT,  /* of a mutation that is to have none */
    WRONG_VERDICT, /* the oracle and the validator differ */
    WRONG_COUNT
};

/* So many of each are printed. */
enum { PRINTED_MAX = 20 };

/* A line of JSON for each in the pair, unless there were too many; COUNTS has how many were. */
void print_violations(const struct drift_pair *pair, int counts[WRONG_COUNT]);

#endif
