/*
 * instances.h - instances for a schema, on both sides of what it allows.
 */
#ifndef ORACLE_INSTANCES_H
#define ORACLE_INSTANCES_H

#include "oracle.h"

struct instance {
    const struct node *value;
    str text; /* as JSON, in one line; no two are the same */
    bool valid;
};

struct instances {
    struct instance *at;
    ptrdiff_t count, valid;
};

/*
 * At least WANTED instances for SCHEMA, in so far as there are that many, and the verdict on each:
 * SEEDS (an array, or NULL), values that stand in the schema or next to what does, values grown
 * from the schema, and mutated ones, until valid and invalid ones are about in balance or many
 * tries brought nothing. In each run the same. CONTEXT is the tree whose values count, SCHEMA's
 * document. Where there is no verdict, oracle->problem says why, and the list is empty.
 */
struct instances instances_for(struct arena *arena, struct oracle *oracle,
                               const struct resource *home, const struct node *schema,
                               const struct node *context, const struct node *seeds,
                               ptrdiff_t wanted);

#endif
