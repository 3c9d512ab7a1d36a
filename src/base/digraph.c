#include "base/digraph.h"

#include <assert.h>
#include <stdlib.h>

/* Makes room for one more entry in ENTRIES. */
static uint32_t *make_room(struct arena *arena, uint32_t *entries, ptrdiff_t count, ptrdiff_t *cap)
{
    assert(count < UINT32_MAX);
    return arena_make_room(arena, entries, sizeof *entries, count, cap);
}

void digraph_add_node(struct digraph_maker *maker)
{
    maker->first = make_room(maker->arena, maker->first, maker->count, &maker->first_cap);
    maker->first[maker->count++] = (uint32_t)maker->to_count;
}

void digraph_add_edge(struct digraph_maker *maker, uint32_t to)
{
    maker->to = make_room(maker->arena, maker->to, maker->to_count, &maker->to_cap);
    maker->to[maker->to_count++] = to;
}

struct digraph digraph_of(struct digraph_maker *maker)
{
    uint32_t count = (uint32_t)maker->count;
    digraph_add_node(maker); /* the end of the last node's edges */
    maker->count--;
    return (struct digraph){count, maker->first, maker->to};
}

/*
 * Tarjan's algorithm: a depth-first search, here with a path of its own in place of recursion, that
 * keeps the nodes of components which are not complete on a stack.
 */

/* What the search knows of a node. */
struct visit {
    uint32_t number; /* in the order in which nodes are met, from 1; 0: not met yet */
    uint32_t lowest; /* the lowest number on the stack that it is known to lead to */
    uint32_t edge;   /* the next one to follow */
    bool is_stacked; /* its component is not complete */
};

struct search {
    const struct digraph *graph;
    struct visit *visits;
    uint32_t *path;  /* from the node where the search began to the one at hand */
    uint32_t *stack; /* the nodes of incomplete components, in the order in which they were met */
    uint32_t path_len, stack_len, met;
    uint32_t *sccs, scc_count;
};

static void enter(struct search *s, uint32_t node)
{
    struct visit *visit = &s->visits[node];
    visit->number = visit->lowest = ++s->met;
    visit->edge = s->graph->first[node];
    visit->is_stacked = true;
    s->path[s->path_len++] = node;
    s->stack[s->stack_len++] = node;
}

/* All edges of the last node on the path are followed. */
static void leave(struct search *s)
{
    uint32_t node = s->path[--s->path_len];
    const struct visit *visit = &s->visits[node];
    if (s->path_len) {
        struct visit *before = &s->visits[s->path[s->path_len - 1]];
        if (visit->lowest < before->lowest)
            before->lowest = visit->lowest;
    }
    if (visit->lowest != visit->number)
        return;
    uint32_t member; /* NODE was the first of its component; the others lie above it */
    do {
        member = s->stack[--s->stack_len];
        s->visits[member].is_stacked = false;
        s->sccs[member] = s->scc_count;
    } while (member != node);
    s->scc_count++;
}

/* Follows the next edge of the last node on the path. */
static void follow(struct search *s, struct visit *visit)
{
    uint32_t to = s->graph->to[visit->edge++];
    assert(to < s->graph->count);
    const struct visit *there = &s->visits[to];
    if (!there->number)
        enter(s, to);
    else if (there->is_stacked && there->number < visit->lowest)
        visit->lowest = there->number;
}

uint32_t *digraph_sccs(struct arena *arena, const struct digraph *graph, uint32_t *ret_count)
{
    struct arena scratch = {0};
    struct search s = {
        .graph = graph,
        .visits = arena_new(&scratch, struct visit, graph->count),
        .path = arena_new(&scratch, uint32_t, graph->count),
        .stack = arena_new(&scratch, uint32_t, graph->count),
        .sccs = arena_new(arena, uint32_t, graph->count),
    };
    for (uint32_t start = 0; start < graph->count; start++) {
        if (!s.visits[start].number)
            enter(&s, start);
        while (s.path_len) {
            uint32_t node = s.path[s.path_len - 1];
            struct visit *visit = &s.visits[node];
            if (visit->edge < graph->first[node + 1])
                follow(&s, visit);
            else
                leave(&s);
        }
    }
    arena_free(&scratch);
    *ret_count = s.scc_count;
    return s.sccs;
}

uint32_t *digraph_scc_order(struct arena *arena, const uint32_t *sccs, uint32_t count,
                            uint32_t scc_count)
{
    struct arena scratch = {0};
    uint32_t *next =
        arena_new(&scratch, uint32_t, (ptrdiff_t)scc_count + 1); /* of each component */
    uint32_t *order = arena_new(arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++)
        next[sccs[i] + 1]++;
    for (uint32_t scc = 0; scc < scc_count; scc++)
        next[scc + 1] += next[scc];
    for (uint32_t i = 0; i < count; i++)
        order[next[sccs[i]]++] = i;
    arena_free(&scratch);
    return order;
}
