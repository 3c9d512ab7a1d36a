/* Strongly connected components of small graphs, of all with four nodes, and of long ones. */
#include "base/digraph.h"

#include "base/buf.h"
#include "digraph.h"
#include "tap.h"

static void test_small(void)
{
    static const struct {
        const char *about;
        uint32_t count;
        const char *edges, *sccs;
    } cases[] = {
        {"no node", 0, "", ""},
        {"one node", 1, "", "0"},
        {"a node that leads to itself", 1, "00", "0"},
        {"a chain: what is led to comes first", 3, "01 12", "210"},
        {"a cycle", 3, "01 12 20", "000"},
        {"a cycle with a way in and a way out", 5, "01 12 23 31 34", "21110"},
        {"two cycles, one behind the other", 4, "01 10 12 23 32", "1100"},
        {"two ways to one place", 4, "01 02 13 23", "3120"},
        {"cycles in a cycle", 5, "01 10 12 23 32 34 40", "00000"},
        {"an edge twice", 2, "01 01", "10"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        struct buf text = buf_in(&arena, 100);
        uint32_t count;
        struct digraph graph = digraph_from(&arena, cases[i].count, cases[i].edges);
        const uint32_t *sccs = digraph_sccs(&arena, &graph, &count);
        for (uint32_t node = 0; node < graph.count; node++)
            buf_printf(&text, "%u", sccs[node]);
        is_str(buf_view(&text), cases[i].sccs, "%s", cases[i].about);
        const uint32_t *order = digraph_scc_order(&arena, sccs, graph.count, count);
        bool ordered = true;
        for (uint32_t at = 1; at < graph.count; at++)
            ordered =
                ordered && (sccs[order[at - 1]] < sccs[order[at]] ||
                            (sccs[order[at - 1]] == sccs[order[at]] && order[at - 1] < order[at]));
        ok(ordered, "and by their components");
        arena_free(&arena);
    }
}

enum { FOUR = 4 };

/* True when FROM leads to TO in the graph whose edge from A to B is bit 4 * A + B of EDGES. */
static bool leads(unsigned edges, unsigned from, unsigned to)
{
    unsigned reached = 1u << from;
    for (int round = 0; round < FOUR; round++)
        for (unsigned node = 0; node < FOUR; node++)
            if (reached >> node & 1)
                reached |= edges >> 4 * node & 0xF;
    return reached >> to & 1;
}

/* Components are right: the definition holds for each two nodes, and edges lead downwards. */
static bool is_right(unsigned edges, const uint32_t *sccs, uint32_t count)
{
    for (unsigned a = 0; a < FOUR; a++)
        for (unsigned b = 0; b < FOUR; b++) {
            bool together = leads(edges, a, b) && leads(edges, b, a);
            if ((sccs[a] == sccs[b]) != together || sccs[a] >= count)
                return false;
            if ((edges >> (4 * a + b) & 1) && sccs[b] > sccs[a])
                return false;
        }
    return true;
}

static void test_all_of_four(void)
{
    int wrong = 0;
    for (unsigned edges = 0; edges < 1u << FOUR * FOUR; edges++) {
        struct arena arena = {0};
        struct digraph_maker maker = {.arena = &arena};
        for (uint32_t a = 0; a < FOUR; a++) {
            digraph_add_node(&maker);
            for (uint32_t b = 0; b < FOUR; b++)
                if (edges >> (4 * a + b) & 1)
                    digraph_add_edge(&maker, b);
        }
        struct digraph graph = digraph_of(&maker);
        uint32_t count;
        const uint32_t *sccs = digraph_sccs(&arena, &graph, &count);
        wrong += !is_right(edges, sccs, count);
        arena_free(&arena);
    }
    is_int(wrong, 0, "the components of all 65,536 graphs with four nodes");
}

/* A chain of COUNT nodes, whose last leads to the first when it is CLOSED. */
static void test_long(uint32_t count, bool closed)
{
    struct arena arena = {0};
    struct digraph_maker maker = {.arena = &arena};
    for (uint32_t node = 0; node < count; node++) {
        digraph_add_node(&maker);
        if (node + 1 < count || closed)
            digraph_add_edge(&maker, (node + 1) % count);
    }
    struct digraph graph = digraph_of(&maker);
    uint32_t scc_count;
    const uint32_t *sccs = digraph_sccs(&arena, &graph, &scc_count);
    is_int(scc_count, closed ? 1 : count, "%u nodes in a %s", count, closed ? "cycle" : "chain");
    ok(sccs[count - 1] == 0 && sccs[0] == scc_count - 1, "and the last is done first");
    arena_free(&arena);
}

int main(void)
{
    test_small();
    test_all_of_four();
    test_long(1000000, false);
    test_long(1000000, true);
    return done_testing();
}
