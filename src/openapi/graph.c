#include "openapi/graph.h"

#include "openapi/local.h"
#include "source/write.h"

enum { WORK_CAP = 200000000 };

/* A graph that is being made. */
struct making {
    struct local local;
    struct digraph_maker maker;
    uint32_t node;  /* whose references are being looked at */
    uint32_t *seen; /* for each node: the last one + 1 that refers to it */
};

/* Adds the edges for what NODE, an object of KIND in the schema at hand, refers to. */
static void add_edges(struct making *m, const struct node *node, enum object_kind kind)
{
    struct walk_children it;
    struct walk_child child;
    local_walk(&m->local, &it, node, kind);
    while (walk_next(&it, &child)) {
        enum object_kind below = local_kind(&child);
        str name;
        if (below != OBJECT_DATA) {
            add_edges(m, child.node, below);
            continue;
        }
        ptrdiff_t to =
            local_name(&m->local, &child, &name) ? node_find(m->local.definitions, name) : -1;
        if (to < 0 || m->seen[to] == m->node + 1)
            continue;
        m->seen[to] = m->node + 1;
        digraph_add_edge(&m->maker, (uint32_t)to);
    }
}

static ptrdiff_t size_of(struct buf *scratch, const struct node *schema)
{
    const struct node *bad;
    scratch->len = 0;
    bool ok = node_write(scratch, schema, (struct write_options){.style = WRITE_CANONICAL}, &bad);
    assert(ok); /* this style can say every number */
    return scratch->len;
}

void graph_complete(struct arena *arena, struct graph *graph)
{
    struct arena scratch = {0};
    struct buf text = buf_in(&scratch, PTRDIFF_MAX);
    uint32_t scc_count, count = graph->edges.count;
    const uint32_t *sccs = digraph_sccs(arena, &graph->edges, &scc_count);
    for (uint32_t i = 0; i < count; i++) {
        graph->nodes[i].scc = sccs[i];
        graph->nodes[i].bytes = size_of(&text, graph->nodes[i].schema);
    }
    for (uint32_t from = 0; from < count; from++)
        for (uint32_t at = graph->edges.first[from]; at < graph->edges.first[from + 1]; at++)
            if (graph_edge_is_cyclic(graph, from, graph->edges.to[at]))
                graph->nodes[from].is_cyclic = true;
    arena_free(&scratch);
}

struct graph graph_of(struct arena *arena, const struct node *schema, enum dialect dialect,
                      enum dialect keywords)
{
    struct arena scratch = {0};
    struct making m = {.local = local_of(arena, schema, dialect, keywords),
                       .maker = {.arena = arena}};
    const struct node *definitions = m.local.definitions;
    uint32_t count = definitions ? definitions->count : 0;
    struct graph graph = {.nodes = arena_new(arena, struct graph_node, count)};
    m.seen = arena_new(&scratch, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) {
        m.node = i;
        graph.nodes[i].name = node_text(node_key(definitions, i));
        graph.nodes[i].schema = node_value(definitions, i);
        digraph_add_node(&m.maker);
        add_edges(&m, graph.nodes[i].schema, OBJECT_SCHEMA);
    }
    graph.edges = digraph_of(&m.maker);
    graph_complete(arena, &graph);
    arena_free(&scratch);
    return graph;
}

bool *graph_referred(struct arena *arena, const struct graph *graph)
{
    struct arena scratch = {0};
    uint32_t count = graph->edges.count;
    bool *referred = arena_new(arena, bool, count);
    bool *led_to = arena_new(&scratch, bool,
                             count); /* for each SCC: from outside, or one of it came already */
    for (uint32_t from = 0; from < count; from++)
        for (uint32_t at = graph->edges.first[from]; at < graph->edges.first[from + 1]; at++)
            if (!graph_edge_is_cyclic(graph, from, graph->edges.to[at]))
                led_to[graph->nodes[graph->edges.to[at]].scc] = true;
    for (uint32_t i = 0; i < count; i++) {
        referred[i] = led_to[graph->nodes[i].scc];
        led_to[graph->nodes[i].scc] = true;
    }
    arena_free(&scratch);
    return referred;
}

/* Nodes that are reached. */
struct reached {
    uint32_t *stack; /* those whose references are still to be followed */
    uint32_t *by;    /* for each node: the last SCC + 1 that has reached it */
    ptrdiff_t work;  /* references followed, in all */
};

/* What NODE leads to. */
static struct graph_reach reach_of(const struct graph *graph, struct reached *reached,
                                   uint32_t node)
{
    struct graph_reach reach = {0};
    uint32_t len = 0, mark = graph->nodes[node].scc + 1;
    reached->stack[len++] = node;
    reached->by[node] = mark;
    while (len) {
        uint32_t at = reached->stack[--len];
        reach.definitions++;
        reach.bytes += graph->nodes[at].bytes;
        reach.is_cyclic = reach.is_cyclic || graph->nodes[at].is_cyclic;
        uint32_t end = graph->edges.first[at + 1];
        for (uint32_t edge = graph->edges.first[at]; edge < end; edge++) {
            uint32_t to = graph->edges.to[edge];
            reached->work++;
            if (reached->by[to] == mark)
                continue;
            reached->by[to] = mark;
            reached->stack[len++] = to;
        }
    }
    return reach;
}

struct graph_reach *graph_reach_all(struct arena *arena, const struct graph *graph)
{
    struct arena scratch = {0};
    uint32_t count = graph->edges.count;
    struct reached reached = {.stack = arena_new(&scratch, uint32_t, count),
                              .by = arena_new(&scratch, uint32_t, count)};
    struct graph_reach *reach = arena_new(arena, struct graph_reach, count);
    struct graph_reach **of_scc = arena_new(&scratch, struct graph_reach *, count);
    for (uint32_t i = 0; i < count && reached.work <= WORK_CAP; i++) {
        struct graph_reach **known = &of_scc[graph->nodes[i].scc];
        reach[i] = *known ? **known : reach_of(graph, &reached, i);
        *known = &reach[i];
    }
    arena_free(&scratch);
    return reached.work <= WORK_CAP ? reach : NULL;
}
