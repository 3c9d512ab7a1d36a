/*
 * draw.h - graphs as text that other programs make pictures of.
 */
#ifndef OPENAPI_DRAW_H
#define OPENAPI_DRAW_H

#include "base/buf.h"
#include "openapi/graph.h"

/*
 * Each adds GRAPH to OUT: a box for each definition, with its name and its size in bytes, and an
 * arrow for each reference; what is part of a cycle stands out. All in the order of the graph, and
 * named after the definitions, so that a change of the schemas changes only what it must. Names may
 * hold any bytes.
 */

/* The language of Graphviz (DOT). */
void draw_dot(struct buf *out, const struct graph *graph);

/* A flowchart of Mermaid. */
void draw_mermaid(struct buf *out, const struct graph *graph);

#endif
