/*
 * rings.h - directed graphs: which nodes lead to each other.
 */
#ifndef BASE_RINGS_H
#define BASE_RINGS_H

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
 * For each node the number of its ring, in the arena; *RET_COUNT rings. Nodes that lead to each
 * other, directly or through others, are in one ring, and a node that is in no such company is in
 * one of its own (the strongly connected components, by Tarjan's algorithm without recursion). An
 * edge never leads to a ring with a higher number, so whoever goes through the rings from 0 up
 * finds what each leads to done. Takes linear time.
 */
uint32_t *rings_find(struct arena *arena, const struct digraph *graph, uint32_t *ret_count);

/*
 * The COUNT nodes whose rings are RINGS, RING_COUNT of them, in the arena: those of ring 0 first,
 * then those of ring 1, and so on; those of one ring by their number.
 */
uint32_t *rings_order(struct arena *arena, const uint32_t *rings, uint32_t count,
                      uint32_t ring_count);

#endif
