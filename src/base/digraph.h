/*
 * digraph.h - directed graphs, and their strongly connected components.
 */
#ifndef BASE_DIGRAPH_H
#define BASE_DIGRAPH_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The edges of node I lead to to[first[I]] and so on, up to but without to[first[I + 1]]. FIRST has
 * COUNT + 1 entries. All memory is borrowed.
 */
struct digraph {
    uint32_t count;
    const uint32_t *first, *to;
};

/* A digraph that is being made, node by node. Set arena; the rest starts as 0. */
struct digraph_maker {
    struct arena *arena;
    uint32_t *first, *to;
    ptrdiff_t count, first_cap, to_count, to_cap;
};

/* Ends the edges of the node before and begins those of the next one: 0, 1, 2 and so on. */
void digraph_add_node(struct digraph_maker *maker);

/* Adds an edge from the node that was added last to the node TO, which need not be there yet. */
void digraph_add_edge(struct digraph_maker *maker, uint32_t to);

/* What was made; in the arena of MAKER. */
struct digraph digraph_of(struct digraph_maker *maker);

/*
 * For each node the number of its strongly connected component (SCC), in the arena; *RET_COUNT
 * components. Nodes that lead to each other, directly or through others, are in one of these; a
 * node that is on no cycle is alone in its own. An edge never leads to a component with a higher
 * number, so whoever takes them from 0 up comes to each after all that it leads to. Takes linear
 * time, and does not recurse.
 */
uint32_t *digraph_sccs(struct arena *arena, const struct digraph *graph, uint32_t *ret_count);

/*
 * The COUNT nodes whose components are SCCS, SCC_COUNT of them, in the arena: those of component 0
 * first, then those of component 1, and so on; those of one component by their own number.
 */
uint32_t *digraph_scc_order(struct arena *arena, const uint32_t *sccs, uint32_t count,
                            uint32_t scc_count);

#endif
