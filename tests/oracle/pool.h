/*
 * pool.h - values and names that matter to a schema, because they stand in it or next to what does.
 */
#ifndef ORACLE_POOL_H
#define ORACLE_POOL_H

#include "values.h"

#include "base/map.h"

struct pool {
    struct arena *arena;
    struct map values; /* by their text, to the struct node */
    struct map names;  /* of members; also strings */
};

/*
 * A pool for the schemas in TREE: null, booleans, small numbers and strings, the empty array and
 * object; each scalar that stands in TREE; for a number also its neighbours and, when it could be a
 * length, strings that long; and each key and string as a name.
 */
struct pool pool_of(struct arena *arena, const struct node *tree);

struct node pool_value(const struct pool *pool, struct chance *chance);
str pool_name(const struct pool *pool, struct chance *chance);

#endif
