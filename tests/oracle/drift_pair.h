/*
 * drift_pair.h - two schemas, what the comparison (src/drift) says of them, and what instances say.
 */
#ifndef ORACLE_DRIFT_PAIR_H
#define ORACLE_DRIFT_PAIR_H

#include "drift/drift.h"
#include "drift_mutate.h"

enum { MUTATION_CAP = 3, INSTANCES_MAX = 1000 };

/* Those whom a change may break; also the number of the side whose values are then refused. */
enum { FOR_WRITERS, FOR_READERS };

/* A schema read and compiled. */
struct half {
    struct arena *arena;
    struct diag_list found;
    struct sources sources;
    struct registry registry;
    struct document *document;
    struct compiler compiler;
    const struct scheme *scheme; /* NULL: reported */
    struct runner runner;
};

/* Where a value that the comparison names shows what it is to show. */
enum shown { SHOWN_NOWHERE, SHOWN_ELSEWHERE, SHOWN_AT_PLACE, SHOWN_AT_ROOT, SHOWN_COUNT };

struct drift_pair {
    struct arena arena;
    uint64_t seed, number;
    bool is_new; /* 2020-12, else draft-07 */
    struct mutation mutations[MUTATION_CAP];
    int mutation_count;
    bool no_effect; /* all of the mutations have none */

    str texts[2];                      /* the old and the new schema as JSON, in one line */
    struct half sides[2], compared[2]; /* for us, and those that src/drift works with */
    struct drift drift;
    const char *failure; /* why there is nothing to compare, or NULL */

    ptrdiff_t instances, valid; /* valid: on one side at least */
    ptrdiff_t undecided;        /* for which the validator has no verdict */
    ptrdiff_t cross_checked;
    const struct node *disputed; /* an instance that the oracle judges otherwise, or NULL */
    int disputed_side;

    /* By FOR_WRITERS, FOR_READERS. */
    enum drift_effect effects[2];
    const struct node *brute[2];   /* a witness among the instances, or NULL */
    const struct node *own[2];     /* one of the comparison's that shows it at the root, or NULL */
    const struct node *nothing[2]; /* one of the comparison's that shows nothing, or NULL */
    bool plainly[2]; /* some change that breaks does not stand below a oneOf, anyOf, not or if */
    ptrdiff_t shown[SHOWN_COUNT]; /* its witnesses, by where they show something */
};

/* Makes the pair NUMBER of SEED; DIALECT_COUNT is either draft by turns. */
void pair_make(struct drift_pair *pair, uint64_t seed, uint64_t number, enum dialect draft);

/* A pair of two given schemas. */
void pair_of(struct drift_pair *pair, str old, str new, enum dialect draft);

/* Asks src/drift and instances; the pair has been made. CROSS: and the oracle, too. */
void pair_judge(struct drift_pair *pair, bool cross);

void pair_done(struct drift_pair *pair);

#endif
