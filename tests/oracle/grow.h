/*
 * grow.h - a value that is likely to be valid under a schema.
 */
#ifndef ORACLE_GROW_H
#define ORACLE_GROW_H

#include "oracle.h"
#include "pool.h"

struct grower {
    struct oracle *oracle;
    struct arena *arena; /* of the values */
    struct pool *pool;
    struct chance *chance;
};

/*
 * A value made by what TARGET says, by chance not in all of it; more than DEPTH schemas deep what
 * it says does not count.
 */
struct node grow(struct grower *g, struct target target, int depth);

/* VALUE with something in it changed, whatever the schema says. */
struct node mutate(struct grower *g, struct node value, int depth);

#endif
