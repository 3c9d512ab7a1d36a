/*
 * partition.h - which nodes of a graph cannot be told apart.
 */
#ifndef BASE_PARTITION_H
#define BASE_PARTITION_H

#include "base/digraph.h"

/*
 * PARTS has the number of a part for each node of GRAPH, in which all from 0 to COUNT - 1 occur.
 * Splits them until nodes of one part look the same from wherever they lead: their first edges lead
 * to one part, their second ones too, and so on (the coarsest such partition, as by Hopcroft's
 * algorithm for automata). Nodes of one part must have as many edges as each other. Returns how
 * many parts there are in the end; the numbers depend on nothing but the arguments. Takes
 * near-linear time.
 */
uint32_t partition_refine(const struct digraph *graph, uint32_t *parts, uint32_t count);

#endif
