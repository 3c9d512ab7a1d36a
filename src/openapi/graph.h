/*
 * graph.h - the definitions of an extracted schema, and which refer to which.
 */
#ifndef OPENAPI_GRAPH_H
#define OPENAPI_GRAPH_H

#include "base/digraph.h"
#include "schema/vocabulary.h"
#include "source/node.h"

struct graph_node {
    str name;                  /* of the definition */
    const struct node *schema; /* it */
    ptrdiff_t bytes;           /* of the schema alone, in UTF-8, as JSON without blanks */
    uint32_t scc;              /* digraph_sccs: those of one number lead to each other */
    bool is_cyclic;            /* it leads back to itself, directly or through others */
};

struct graph {
    struct graph_node *nodes; /* in the order of the definitions; edges.count of them */
    struct digraph edges;     /* each once, in the order in which a schema has its references */
};

/*
 * The graph of SCHEMA, an extracted schema of DIALECT, whose keywords are of another one, KEYWORDS,
 * when they were copied as they are. References to places in a definition, and those of
 * discriminators' mappings, count as references to the definition. In the arena; borrows SCHEMA.
 */
struct graph graph_of(struct arena *arena, const struct node *schema, enum dialect dialect,
                      enum dialect keywords);

/* Fills in the sizes, components and cycles of GRAPH, which has all else. */
void graph_complete(struct arena *arena, struct graph *graph);

/* True when the edge between these two is part of a cycle. */
static inline bool graph_edge_is_cyclic(const struct graph *graph, uint32_t from, uint32_t to)
{
    return graph->nodes[from].scc == graph->nodes[to].scc;
}

/*
 * For each node of GRAPH, in the arena, whether another one leads to it. Of a cycle that no node
 * outside leads to, this is true for all nodes but the first.
 */
bool *graph_referred(struct arena *arena, const struct graph *graph);

/* What a node leads to, with itself. */
struct graph_reach {
    ptrdiff_t definitions, bytes; /* bytes: the sum of those of the nodes */
    bool is_cyclic;               /* one of them is */
};

/*
 * What each node leads to, in the arena. NULL when that is more work than following 200,000,000
 * references, which takes a second or so: there is no way to count it for all nodes in linear time.
 */
struct graph_reach *graph_reach_all(struct arena *arena, const struct graph *graph);

#endif
