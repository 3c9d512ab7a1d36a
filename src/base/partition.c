/*
 * In each round, some nodes have moved to new parts. Whoever has an edge to one of them is looked
 * at again: in its part, it goes with those that have the same edges to the same new parts. Of the
 * pieces that a part falls into, the largest keeps the number, so that a node moves a logarithmic
 * number of times at most.
 */
#include "base/partition.h"

#include <assert.h>
#include <stdlib.h>

/* The edge number INDEX of FROM, which leads to PART since this round. */
struct change {
    uint32_t from, index, part;
};

/* A node whose edges have changed: changes FIRST to LAST - 1. */
struct changed {
    uint32_t node, part; /* it, and its part before */
    const struct change *first, *last;
};

struct refinement {
    const struct digraph *graph;
    struct digraph users; /* the edges turned round */
    uint32_t *indexes;    /* of these: its number among those of the node that it came from */
    uint32_t *parts, count;
    uint32_t *order, *places; /* the nodes part by part, and where in that each is */
    uint32_t *begins, *sizes; /* of each part in it */
    uint32_t *moved, moved_count;
    struct change *changes;
    struct changed *changed;
};

static void turn_round(struct arena *arena, struct refinement *r)
{
    const struct digraph *graph = r->graph;
    uint32_t edges = graph->first[graph->count];
    uint32_t *first = arena_new(arena, uint32_t, (ptrdiff_t)graph->count + 2);
    uint32_t *to = arena_new(arena, uint32_t, edges);
    r->indexes = arena_new(arena, uint32_t, edges);
    for (uint32_t i = 0; i < edges; i++)
        first[graph->to[i] + 2]++;
    for (uint32_t i = 2; i <= graph->count; i++)
        first[i] += first[i - 1];
    for (uint32_t node = 0; node < graph->count; node++)
        for (uint32_t at = graph->first[node]; at < graph->first[node + 1]; at++) {
            uint32_t *place = &first[graph->to[at] + 1];
            to[*place] = node;
            r->indexes[(*place)++] = at - graph->first[node];
        }
    r->users = (struct digraph){graph->count, first, to};
}

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_changes(const void *left, const void *right)
{
    const struct change *a = left, *b = right;
    int order = compare_numbers(a->from, b->from);
    return order ? order : compare_numbers(a->index, b->index);
}

/* 0 when the edges of A and B, which were in one part, still lead to the same ones. */
static int compare_ways(const struct changed *a, const struct changed *b)
{
    int order = compare_numbers(a->part, b->part);
    order = order ? order
                  : (a->last - a->first > b->last - b->first) -
                        (a->last - a->first < b->last - b->first);
    for (ptrdiff_t i = 0; !order && i < a->last - a->first; i++) {
        order = compare_numbers(a->first[i].index, b->first[i].index);
        order = order ? order : compare_numbers(a->first[i].part, b->first[i].part);
    }
    return order;
}

static int compare_changed(const void *left, const void *right)
{
    const struct changed *a = left, *b = right;
    int order = compare_ways(a, b);
    return order ? order : compare_numbers(a->node, b->node);
}

/* Collects the nodes that have edges to those that have moved, sorted. Returns how many. */
static uint32_t collect(struct refinement *r)
{
    uint32_t change_count = 0, count = 0;
    for (uint32_t i = 0; i < r->moved_count; i++) {
        uint32_t node = r->moved[i];
        for (uint32_t at = r->users.first[node]; at < r->users.first[node + 1]; at++)
            r->changes[change_count++] =
                (struct change){r->users.to[at], r->indexes[at], r->parts[node]};
    }
    if (change_count)
        qsort(r->changes, change_count, sizeof *r->changes, compare_changes);
    for (uint32_t i = 0; i < change_count; i++) {
        const struct change *change = &r->changes[i];
        if (i == 0 || change->from != change[-1].from)
            r->changed[count++] =
                (struct changed){change->from, r->parts[change->from], change, change};
        r->changed[count - 1].last = change + 1;
    }
    if (count)
        qsort(r->changed, count, sizeof *r->changed, compare_changed);
    return count;
}

/* Where those from AT on that were in one part or, BY_WAYS, that also lead to the same ones end. */
static uint32_t run_end(const struct refinement *r, uint32_t at, uint32_t count, bool by_ways)
{
    const struct changed *first = &r->changed[at];
    while (++at < count)
        if (by_ways ? compare_ways(first, &r->changed[at]) : first->part != r->changed[at].part)
            break;
    return at;
}

/* Brings NODE to the place TO, and what was there to where it was. */
static void swap_to(struct refinement *r, uint32_t node, uint32_t to)
{
    uint32_t other = r->order[to], from = r->places[node];
    r->order[to] = node;
    r->places[node] = to;
    r->order[from] = other;
    r->places[other] = from;
}

/* Makes a new part of the COUNT nodes from BEGIN on. */
static void move(struct refinement *r, uint32_t begin, uint32_t count)
{
    uint32_t part = r->count++;
    r->begins[part] = begin;
    r->sizes[part] = count;
    for (uint32_t i = begin; i < begin + count; i++) {
        r->parts[r->order[i]] = part;
        r->moved[r->moved_count++] = r->order[i];
    }
}

/*
 * Splits the part of the nodes FROM to TO - 1 of CHANGED by where they lead. What did not change
 * has no edge to a part that is new, so it is a piece of its own, behind the others.
 */
static void split(struct refinement *r, uint32_t from, uint32_t to)
{
    uint32_t part = r->changed[from].part, begin = r->begins[part], size = r->sizes[part];
    uint32_t rest = size - (to - from), largest = to, most = rest;
    for (uint32_t at = from, end; at < to; at = end) {
        end = run_end(r, at, to, true);
        largest = end - at > most ? at : largest;
        most = end - at > most ? end - at : most;
    }
    for (uint32_t at = from; at < to; at++)
        swap_to(r, r->changed[at].node, begin + (at - from));
    for (uint32_t at = from, end; at < to; at = end) {
        end = run_end(r, at, to, true);
        if (at != largest)
            move(r, begin + (at - from), end - at);
    }
    if (largest != to && rest)
        move(r, begin + (to - from), rest);
    r->begins[part] = begin + (largest - from);
    r->sizes[part] = most;
}

static void sort_by_part(struct refinement *r, uint32_t nodes)
{
    for (uint32_t i = 0; i < nodes; i++)
        r->sizes[r->parts[i]]++;
    for (uint32_t part = 1; part < r->count; part++)
        r->begins[part] = r->begins[part - 1] + r->sizes[part - 1];
    uint32_t *ends = r->moved; /* not in use yet */
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t part = r->parts[i];
        r->places[i] = r->begins[part] + ends[part]++;
        r->order[r->places[i]] = i;
    }
}

uint32_t partition_refine(const struct digraph *graph, uint32_t *parts, uint32_t count)
{
    struct arena scratch = {0};
    uint32_t nodes = graph->count, edges = graph->first[nodes];
    assert(count <= nodes);
    struct refinement r = {.graph = graph,
                           .count = count,
                           .order = arena_new(&scratch, uint32_t, nodes),
                           .places = arena_new(&scratch, uint32_t, nodes),
                           .begins = arena_new(&scratch, uint32_t, nodes),
                           .sizes = arena_new(&scratch, uint32_t, nodes),
                           .moved = arena_new(&scratch, uint32_t, nodes),
                           .changes = arena_new(&scratch, struct change, edges),
                           .changed = arena_new(&scratch, struct changed, nodes)};
    r.parts = parts; /* clang-tidy sees no write through it above */
    turn_round(&scratch, &r);
    sort_by_part(&r, nodes);
    for (uint32_t i = 0; i < nodes; i++)
        r.moved[r.moved_count++] = i;
    while (r.moved_count) {
        uint32_t changed = collect(&r);
        r.moved_count = 0;
        for (uint32_t at = 0, end; at < changed; at = end) {
            end = run_end(&r, at, changed, false);
            split(&r, at, end);
        }
    }
    arena_free(&scratch);
    return r.count;
}
