/*
 * digraph.h - small graphs as text.
 */
#ifndef TESTS_DIGRAPH_H
#define TESTS_DIGRAPH_H

#include "base/digraph.h"

/* The graph of COUNT nodes, at most 10, with the edges that EDGES writes as "01 12 20". */
static inline struct digraph digraph_from(struct arena *arena, uint32_t count, const char *edges)
{
    struct digraph_maker maker = {.arena = arena};
    for (uint32_t node = 0; node < count; node++) {
        digraph_add_node(&maker);
        for (const char *at = edges; at[0]; at += at[2] ? 3 : 2)
            if ((uint32_t)(at[0] - '0') == node)
                digraph_add_edge(&maker, (uint32_t)(at[1] - '0'));
    }
    return digraph_of(&maker);
}

#endif
