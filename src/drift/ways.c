/*
 * By which ways the roots depend on each pair, and the shortest of these.
 *
 * Where all values that one side of a pair takes are known to be taken by the other one, nothing
 * below it can take such a value away, so no way for that leads on from there.
 */
#include "drift/ways.h"

#include <string.h>

static uint8_t ways_through(uint8_t ways, enum way way)
{
    switch (way) {
    case WAY_NONE:
        return 0;
    case WAY_PLAIN:
        return ways;
    case WAY_SHADED:
        return (uint8_t)((ways & ~WAY_PLAIN) | (ways & WAY_PLAIN ? WAY_SHADED : 0));
    case WAY_NEGATED:
        return (uint8_t)((ways & (WAY_PLAIN | WAY_SHADED) ? WAY_NEGATED : 0) |
                         (ways & WAY_NEGATED ? WAY_SHADED : 0) | (ways & WAY_UNCERTAIN));
    default:
        return ways ? WAY_UNCERTAIN : 0;
    }
}

uint8_t ways_open(const struct schema_pair *pair, int who, int kind)
{
    uint8_t ways = pair->ways[who][kind];
    bool gains = !(pair->included[!who] & 1 << kind), loses = !(pair->included[who] & 1 << kind);
    if (!loses)
        ways &= (uint8_t) ~(WAY_PLAIN | WAY_SHADED);
    if (!gains)
        ways &= (uint8_t)~WAY_NEGATED;
    return gains || loses ? ways : 0;
}

/* Pairs whose ways have changed, each once, in a ring. */
struct waiting {
    uint32_t *list;
    ptrdiff_t next, count, cap;
    bool *is_in;
};

static void wait_for(struct waiting *waiting, uint32_t pair)
{
    if (!waiting->is_in[pair])
        waiting->list[waiting->count++ % waiting->cap] = pair;
    waiting->is_in[pair] = true;
}

/* The way that EDGE is for values of KIND. */
static enum way way_for(const struct edge *edge, int kind)
{
    if (edge->plain_kinds & 1 << kind)
        return WAY_PLAIN;
    return edge->uncertain_kinds & 1 << kind ? WAY_UNCERTAIN : edge->way;
}

/* The ways for WHO by which EDGE leads from FROM to values of KIND. */
static uint8_t ways_along(const struct schema_pair *from, const struct edge *edge, int who,
                          int kind)
{
    bool is_item = edge->step.kind == STEP_ITEM || edge->step.kind == STEP_CONTAINED;
    int outer = edge->step.kind == STEP_SAME ? kind : is_item ? NODE_ARRAY : NODE_OBJECT;
    return ways_through(ways_open(from, who, outer), way_for(edge, outer));
}

/* Takes the ways to pair NUMBER, and who is concerned, to those below it. */
static void pass_on(struct comparison *c, uint32_t number, struct waiting *waiting)
{
    const struct schema_pair *from = &c->pairs[number];
    for (uint32_t i = from->first_edge; i < from->first_edge + from->edge_count; i++) {
        const struct edge *edge = &c->edges[i];
        struct schema_pair *to = &c->pairs[edge->to];
        bool is_more = from->audience & ~to->audience;
        to->audience |= from->audience;
        for (int who = 0; who < 2; who++)
            for (int kind = 0; kind < KIND_COUNT; kind++) {
                uint8_t ways = ways_along(from, edge, who, kind);
                is_more = is_more || (ways & ~to->ways[who][kind]);
                to->ways[who][kind] |= ways;
            }
        if (is_more)
            wait_for(waiting, edge->to);
    }
}

/* A dynamic reference may lead to PAIR, whatever is known of the ways. */
static void add_redirected(struct schema_pair *pair, uint8_t audience)
{
    pair->audience |= audience;
    for (int who = 0; who < 2; who++)
        for (int kind = 0; kind < KIND_COUNT; kind++)
            pair->ways[who][kind] |= WAY_UNCERTAIN;
}

void ways_find(struct comparison *c)
{
    uint8_t audience = 0;
    struct waiting waiting = {.list = arena_new(&c->work, uint32_t, c->pair_count),
                              .cap = c->pair_count,
                              .is_in = arena_new(&c->work, bool, c->pair_count)};
    for (ptrdiff_t i = 0; i < c->root_count; i++) {
        struct schema_pair *root = &c->pairs[c->roots[i]];
        memset(root->ways, WAY_PLAIN, sizeof root->ways);
        audience |= root->audience;
        wait_for(&waiting, c->roots[i]);
    }
    for (ptrdiff_t i = 0; i < c->pair_count; i++)
        if (c->pairs[i].is_redirected) {
            add_redirected(&c->pairs[i], audience);
            wait_for(&waiting, (uint32_t)i);
        }
    while (waiting.next < waiting.count) {
        uint32_t number = waiting.list[waiting.next++ % waiting.cap];
        waiting.is_in[number] = false;
        pass_on(c, number, &waiting);
    }
}

/* Pairs in the order of the fewest ways to them that are not plain. */
struct search {
    uint32_t *now, *later; /* pairs whose ways are known; edges that are taken after these */
    ptrdiff_t now_count, later_count;
    bool *seen;
};

static void reach(struct search *search, uint32_t pair)
{
    search->seen[pair] = true;
    search->now[search->now_count++] = pair;
}

static void look_below(struct comparison *c, struct search *search, const struct schema_pair *from)
{
    for (uint32_t i = from->first_edge; i < from->first_edge + from->edge_count; i++) {
        uint32_t to = c->edges[i].to;
        if (search->seen[to])
            continue;
        if (c->edges[i].way != WAY_PLAIN) {
            search->later[search->later_count++] = i;
            continue;
        }
        c->pairs[to].via = i;
        reach(search, to);
    }
}

void ways_choose(struct comparison *c)
{
    struct search search = {.now = arena_new(&c->work, uint32_t, c->pair_count),
                            .later = arena_new(&c->work, uint32_t, c->edge_count),
                            .seen = arena_new(&c->work, bool, c->pair_count)};
    for (ptrdiff_t i = 0; i < c->root_count; i++)
        if (!search.seen[c->roots[i]])
            reach(&search, c->roots[i]);
    ptrdiff_t next = 0, later = 0;
    while (next < search.now_count || later < search.later_count) {
        if (next < search.now_count) {
            look_below(c, &search, &c->pairs[search.now[next++]]);
            continue;
        }
        uint32_t edge = search.later[later++];
        uint32_t to = c->edges[edge].to;
        if (search.seen[to])
            continue;
        c->pairs[to].via = edge;
        reach(&search, to);
    }
}
