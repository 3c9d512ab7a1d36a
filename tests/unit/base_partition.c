/* Partitions of small graphs, of many random ones against a naive count of rounds, of long ones. */
#include "base/partition.h"

#include "base/buf.h"
#include "digraph.h"
#include "tap.h"

#include <string.h>

/* The parts as letters, in the order in which they first come up. */
static str shown(struct arena *arena, const uint32_t *parts, uint32_t nodes, uint32_t count)
{
    struct buf text = buf_in(arena, PTRDIFF_MAX);
    char *letters = arena_new(arena, char, count);
    char next = 'a';
    for (uint32_t i = 0; i < nodes; i++) {
        if (!letters[parts[i]])
            letters[parts[i]] = next++;
        buf_add_byte(&text, letters[parts[i]]);
    }
    return buf_view(&text);
}

static void test_small(void)
{
    static const struct {
        const char *about, *begin, *edges, *end;
    } cases[] = {
        {"no node", "", "", ""},
        {"nodes without edges stay together", "aaa", "", "aaa"},
        {"two that lead to one place", "aab", "02 12", "aab"},
        {"two that lead to different places", "aabc", "02 13", "abcd"},
        {"the order of edges counts", "aabc", "02 03 13 12", "abcd"},
        {"so does how often there is one", "aabc", "02 02 12 13", "abcd"},
        {"a difference two edges away", "aabbcd", "02 13 24 35", "abcdef"},
        {"two rings that are the same", "aabb", "02 20 13 31", "aabb"},
        {"two rings, and a way out of one of them", "aabbcd", "02 13 20 24 31 35", "abcdef"},
        {"a ring of three and one of two", "aaaaa", "01 12 20 34 43", "aaaaa"},
        {"a node that leads to itself and a chain to it", "aaa", "00 10 21", "aaa"},
        {"the smaller piece moves, the larger stays", "aaaaab", "00 10 20 30 45", "aaaabc"},
        {"what did not change is the smaller piece", "aaaabbb", "04 15 25 36", "aaaabbb"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        uint32_t nodes = (uint32_t)strlen(cases[i].begin), count = 0;
        struct digraph graph = digraph_from(&arena, nodes, cases[i].edges);
        uint32_t *parts = arena_new(&arena, uint32_t, nodes);
        for (uint32_t node = 0; node < nodes; node++) {
            parts[node] = (uint32_t)(cases[i].begin[node] - 'a');
            count = parts[node] + 1 > count ? parts[node] + 1 : count;
        }
        count = partition_refine(&graph, parts, count);
        is_str(shown(&arena, parts, nodes, count), cases[i].end, "%s", cases[i].about);
        arena_free(&arena);
    }
}

/* One round over all nodes: the part of a node is that and those of its edges; until all is told
 * apart. Returns how many parts there are. */
static uint32_t refine_naively(const struct digraph *graph, uint32_t *parts, uint32_t count)
{
    for (uint32_t before = 0; before != count;) {
        uint32_t next[16];
        before = count;
        count = 0;
        for (uint32_t i = 0; i < graph->count; i++) {
            uint32_t same = 0;
            for (; same < i; same++) {
                uint32_t edges = graph->first[i + 1] - graph->first[i];
                bool equal = parts[same] == parts[i];
                for (uint32_t e = 0; equal && e < edges; e++)
                    equal = parts[graph->to[graph->first[same] + e]] ==
                            parts[graph->to[graph->first[i] + e]];
                if (equal)
                    break;
            }
            next[i] = same < i ? next[same] : count++;
        }
        memcpy(parts, next, graph->count * sizeof *next);
    }
    return count;
}

static uint32_t any_below(uint64_t *state, uint32_t limit)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % limit;
}

/* Random graphs of up to 12 nodes, whose first part has two edges each and the second one. */
static void test_random(void)
{
    uint64_t state = 1;
    int wrong = 0, more = 0;
    for (int i = 0; i < 20000; i++) {
        struct arena arena = {0};
        uint32_t nodes = 2 + any_below(&state, 11), parts[16], naive[16];
        struct digraph_maker maker = {.arena = &arena};
        for (uint32_t node = 0; node < nodes; node++) {
            parts[node] = node < 2 ? node : any_below(&state, 2);
            digraph_add_node(&maker);
            for (uint32_t edge = 0; edge < 2 - parts[node]; edge++)
                digraph_add_edge(&maker, any_below(&state, nodes));
        }
        struct digraph graph = digraph_of(&maker);
        memcpy(naive, parts, sizeof parts);
        uint32_t count = partition_refine(&graph, parts, 2);
        uint32_t expected = refine_naively(&graph, naive, 2);
        bool right = count == expected && str_equal(shown(&arena, parts, nodes, count),
                                                    shown(&arena, naive, nodes, expected));
        wrong += !right;
        more += count > 2;
        arena_free(&arena);
    }
    is_int(wrong, 0, "random graphs: as by going over all nodes until nothing changes");
    ok(more > 10000, "most of which fall into more parts than they begin with");
}

/* A chain whose end differs falls into as many parts as it has nodes, one in each round. */
static void test_chain(void)
{
    enum { LONG = 300000 };
    struct arena arena = {0};
    struct digraph_maker maker = {.arena = &arena};
    uint32_t *parts = arena_new(&arena, uint32_t, LONG + 2);
    for (uint32_t i = 0; i < LONG; i++) {
        digraph_add_node(&maker);
        digraph_add_edge(&maker, i + 1);
    }
    for (uint32_t i = LONG; i < LONG + 2; i++) {
        digraph_add_node(&maker);
        parts[i] = i - LONG + 1;
    }
    struct digraph graph = digraph_of(&maker);
    is_int(partition_refine(&graph, parts, 3), LONG + 2, "a long chain, node by node");
    arena_free(&arena);
}

/* Each node leads to the next of a ring and to one of two others, from which all is told apart. */
static void test_all_change(void)
{
    enum { LONG = 100000 };
    struct arena arena = {0};
    struct digraph_maker maker = {.arena = &arena};
    uint32_t *parts = arena_new(&arena, uint32_t, LONG + 2);
    for (uint32_t i = 0; i < LONG; i++) {
        digraph_add_node(&maker);
        digraph_add_edge(&maker, (i + 1) % LONG);
        digraph_add_edge(&maker, i == 0 ? LONG : LONG + 1);
    }
    for (uint32_t i = LONG; i < LONG + 2; i++) {
        digraph_add_node(&maker);
        parts[i] = i - LONG + 1;
    }
    struct digraph graph = digraph_of(&maker);
    is_int(partition_refine(&graph, parts, 3), LONG + 2, "a ring with one odd node");
    arena_free(&arena);
}

int main(void)
{
    test_small();
    test_random();
    test_chain();
    test_all_change();
    return done_testing();
}
