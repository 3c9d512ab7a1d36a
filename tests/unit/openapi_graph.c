/* Which definitions refer to which, their sizes and cycles, and what each reaches. */
#include "openapi/graph.h"

#include "openapi/draw.h"
#include "source/sources.h"
#include "source/write.h"

#include "tap.h"

static struct arena arena;

static const struct node *read_tree(const char *json)
{
    struct diag_list *found = arena_new(&arena, struct diag_list, 1);
    struct sources *sources = arena_new(&arena, struct sources, 1);
    found->arena = &arena;
    *sources = (struct sources){.arena = &arena, .found = found};
    return sources_read(sources, S("a.json"), str_of(json))->root;
}

/* The graph of a schema with these DEFINITIONS. */
static struct graph graph_with(const char *definitions, enum dialect dialect, enum dialect keywords)
{
    struct buf text = buf_in(&arena, PTRDIFF_MAX);
    buf_printf(&text, "{\"%s\": %s}", dialect_info(dialect)->definitions.data, definitions);
    return graph_of(&arena, read_tree(arena_copy(&arena, buf_view(&text)).data), dialect, keywords);
}

/* "A>B,C B! C": nodes in their order, with "!" when cyclic, and what they refer to. */
static str described(const struct graph *graph)
{
    struct buf text = buf_in(&arena, PTRDIFF_MAX);
    for (uint32_t i = 0; i < graph->edges.count; i++) {
        buf_add(&text, i ? S(" ") : (str){0});
        buf_add(&text, graph->nodes[i].name);
        buf_add(&text, graph->nodes[i].is_cyclic ? S("!") : (str){0});
        for (uint32_t at = graph->edges.first[i]; at < graph->edges.first[i + 1]; at++) {
            buf_add_byte(&text, at == graph->edges.first[i] ? '>' : ',');
            buf_add(&text, graph->nodes[graph->edges.to[at]].name);
        }
    }
    return buf_view(&text);
}

static void test_edges(void)
{
    static const struct {
        const char *about, *definitions, *graph;
        enum dialect dialect, keywords;
    } cases[] = {
        {"no definition", "{}", "", DIALECT_2020_12, DIALECT_2020_12},
        {"in the order of the references, each once",
         "{\"A\": {\"allOf\": [{\"$ref\": \"#/$defs/C\"}, {\"$ref\": \"#/$defs/B\"}],"
         " \"items\": {\"$ref\": \"#/$defs/C\"}}, \"B\": true, \"C\": {}}",
         "A>C,B B C", DIALECT_2020_12, DIALECT_2020_12},
        {"into a definition, and with escapes",
         "{\"A\": {\"$ref\": \"#/$defs/b~1c%25/properties/d\"}, \"b/c%\": {}}", "A>b/c% b/c%",
         DIALECT_2020_12, DIALECT_2020_12},
        {"not elsewhere",
         "{\"A\": {\"not\": {\"$ref\": \"https://x.example/a#/$defs/B\"}, \"items\": {\"$ref\": "
         "\"#/$defs/Z\"}, \"contains\": {\"$ref\": \"#\"}, \"if\": {\"$ref\": 1}}, \"B\": {}}",
         "A B", DIALECT_2020_12, DIALECT_2020_12},
        {"not in data, nor by the names of properties",
         "{\"A\": {\"default\": {\"$ref\": \"#/$defs/B\"}, \"properties\": {\"$ref\": {}}},"
         " \"B\": {}}",
         "A B", DIALECT_2020_12, DIALECT_2020_12},
        {"by a discriminator, with and without a name",
         "{\"A\": {\"discriminator\": {\"propertyName\": \"p\", \"mapping\": {\"b\": \"B\", "
         "\"c\": \"#/$defs/C\"}}}, \"B\": {}, \"C\": {}}",
         "A>B,C B C", DIALECT_2020_12, DIALECT_2020_12},
        {"by keywords that only the source has, or only the reader",
         "{\"A\": {\"prefixItems\": [{\"$ref\": \"#/definitions/B\"}], \"dependencies\": {\"a\": "
         "{\"$ref\": \"#/definitions/C\"}}}, \"B\": {}, \"C\": {}}",
         "A>B,C B C", DIALECT_DRAFT_07, DIALECT_OPENAPI_3_1},
        {"definitions of another dialect's keyword are none", "{\"A\": {\"$ref\": \"#/$defs/B\"}}",
         "A", DIALECT_DRAFT_07, DIALECT_DRAFT_07},
        {"cycles: of one, of two, and what leads there or comes from there",
         "{\"A\": {\"$ref\": \"#/$defs/B\"}, \"B\": {\"items\": {\"$ref\": \"#/$defs/C\"}},"
         " \"C\": {\"anyOf\": [{\"$ref\": \"#/$defs/B\"}, {\"$ref\": \"#/$defs/D\"}]},"
         " \"D\": {}, \"E\": {\"items\": {\"$ref\": \"#/$defs/E\"}}}",
         "A>B B!>C C!>B,D D E!>E", DIALECT_2020_12, DIALECT_2020_12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct graph graph = graph_with(cases[i].definitions, cases[i].dialect, cases[i].keywords);
        is_str(described(&graph), cases[i].graph, "%s", cases[i].about);
    }
    struct graph none = graph_of(&arena, read_tree("{}"), DIALECT_2020_12, DIALECT_2020_12);
    is_int(none.edges.count, 0, "a schema without definitions");
}

static void test_sizes(void)
{
    struct graph graph = graph_with("{\"A\": {\"title\" : \"\\u00e9\\n\",  \"maximum\": 1.50 },"
                                    " \"B\": {}, \"C\": true}",
                                    DIALECT_2020_12, DIALECT_2020_12);
    is_int(graph.nodes[0].bytes,
           (long long)sizeof "{\"maximum\":1.50,\"title\":\"\xC3\xA9\\n\"}" - 1,
           "bytes of UTF-8, numbers as they are written");
    is_int(graph.nodes[1].bytes, 2, "of an empty schema");
    is_int(graph.nodes[2].bytes, 4, "of a boolean");
}

static void test_reach(void)
{
    struct graph graph = graph_with(
        "{\"A\": {\"items\": {\"$ref\": \"#/$defs/B\"}, \"not\": {\"$ref\": \"#/$defs/D\"}},"
        " \"B\": {\"items\": {\"$ref\": \"#/$defs/C\"}},"
        " \"C\": {\"items\": {\"$ref\": \"#/$defs/B\"}, \"not\": {\"$ref\": \"#/$defs/D\"}},"
        " \"D\": {\"type\": \"string\"}, \"E\": {\"$ref\": \"#/$defs/E\"}}",
        DIALECT_2020_12, DIALECT_2020_12);
    static const struct {
        int definitions;
        bool is_cyclic;
    } expected[] = {{4, true}, {3, true}, {3, true}, {1, false}, {1, true}};
    const struct graph_reach *reach = graph_reach_all(&arena, &graph);
    for (uint32_t i = 0; i < 5; i++) {
        const struct graph_node *node = &graph.nodes[i];
        is_int(reach[i].definitions, expected[i].definitions, "the definitions that %.1s reaches",
               node->name.data);
        ok(reach[i].is_cyclic == expected[i].is_cyclic, "with a cycle or not");
    }
    is_int(reach[0].bytes, reach[1].bytes + graph.nodes[0].bytes, "bytes are summed up");
    is_int(reach[2].bytes, reach[1].bytes, "those of a ring have one sum");
    is_int(reach[3].bytes, graph.nodes[3].bytes, "one that refers to nothing has its own");
    is_int(reach[1].bytes, graph.nodes[1].bytes + graph.nodes[2].bytes + graph.nodes[3].bytes,
           "each counts once");
}

/* COUNT definitions in a row, as a graph. */
static struct graph chain(uint32_t count)
{
    struct digraph_maker maker = {.arena = &arena};
    struct graph graph = {.nodes = arena_new(&arena, struct graph_node, count)};
    for (uint32_t i = 0; i < count; i++) {
        graph.nodes[i] = (struct graph_node){.bytes = 1, .scc = count - 1 - i};
        digraph_add_node(&maker);
        if (i + 1 < count)
            digraph_add_edge(&maker, i + 1);
    }
    graph.edges = digraph_of(&maker);
    return graph;
}

static void test_limit(void)
{
    struct graph graph = chain(10000);
    const struct graph_reach *reach = graph_reach_all(&arena, &graph);
    ok(reach && reach[0].bytes == 10000 && reach[9999].definitions == 1, "a chain of 10,000");
    graph = chain(30000);
    ok(!graph_reach_all(&arena, &graph), "of 30,000 it is too much to count for each");
}

static void test_draw(void)
{
    struct graph graph = graph_with(
        "{\"A\": {\"$ref\": \"#/$defs/a%20%22b~1%5C\"}, \"a \\\"b/\\\\\": {\"items\": {\"$ref\": "
        "\"#/$defs/end\"}}, \"end\": {\"items\": {\"$ref\": \"#/$defs/a%20%22b~1%5C\"}},"
        " \"\\n&\\u00e9\": {}}",
        DIALECT_2020_12, DIALECT_2020_12);
    struct buf dot = buf_in(&arena, PTRDIFF_MAX), mermaid = buf_in(&arena, PTRDIFF_MAX);
    draw_dot(&dot, &graph);
    is_str(buf_view(&dot),
           "digraph schemas {\n"
           "  rankdir=LR;\n"
           "  node [shape=box];\n"
           "  \"A\" [label=\"A\\n32 bytes\"];\n"
           "  \"a=20=22b=2f=5c\" [label=\"a \\\"b/\\\\\\n32 bytes\", color=red, penwidth=2];\n"
           "  \"end\" [label=\"end\\n42 bytes\", color=red, penwidth=2];\n"
           "  \"=0a=26=c3=a9\" [label=\"\\\\u{a}&amp;\xC3\xA9\\n2 bytes\"];\n"
           "  \"A\" -> \"a=20=22b=2f=5c\";\n"
           "  \"a=20=22b=2f=5c\" -> \"end\" [color=red, penwidth=2];\n"
           "  \"end\" -> \"a=20=22b=2f=5c\" [color=red, penwidth=2];\n"
           "}\n",
           "names are written as DOT has them, cycles stand out");
    draw_mermaid(&mermaid, &graph);
    is_str(buf_view(&mermaid),
           "flowchart LR\n"
           "  classDef cycle stroke:red,stroke-width:2px\n"
           "  s_A[\"A<br/>32 bytes\"]\n"
           "  s_a_20_22b_2f_5c[\"a#32;#34;b#47;#92;<br/>32 bytes\"]:::cycle\n"
           "  s_end[\"end<br/>42 bytes\"]:::cycle\n"
           "  s__0a_26_c3_a9[\"#92;u#123;a#125;#38;\xC3\xA9<br/>2 bytes\"]\n"
           "  s_A --> s_a_20_22b_2f_5c\n"
           "  s_a_20_22b_2f_5c ==> s_end\n"
           "  s_end ==> s_a_20_22b_2f_5c\n",
           "and as Mermaid has them");

    struct graph plain = graph_with("{\"A\": {}}", DIALECT_2020_12, DIALECT_2020_12);
    mermaid.len = 0;
    draw_mermaid(&mermaid, &plain);
    is_str(buf_view(&mermaid), "flowchart LR\n  s_A[\"A<br/>2 bytes\"]\n", "without a cycle");
}

int main(void)
{
    test_edges();
    test_sizes();
    test_reach();
    test_limit();
    test_draw();
    arena_free(&arena);
    return done_testing();
}
