/*
 * draw.c - both languages name a node twice: by an id, which ties arrows to it, and by a label,
 * which is shown.
 */
#include "openapi/draw.h"

#include "base/show.h"

/*
 * Adds what stands for NAME in an id: letters, digits and the characters of PLAIN as they are, each
 * other byte as MARK and two hexadecimal digits. MARK is not in PLAIN, so no two names are one.
 */
static void add_id(struct buf *out, str name, str plain, char mark)
{
    for (ptrdiff_t i = 0; i < name.len; i++) {
        char c = name.data[i];
        if (byte_is_alphanumeric(c) || str_find_byte(plain, c) >= 0)
            buf_add_byte(out, c);
        else
            buf_printf(out, "%c%02x", mark, (unsigned char)c);
    }
}

/* Adds the id of the node NAME in DOT, in which a "%" in front would be special. */
static void add_dot_id(struct buf *out, str name)
{
    buf_add_byte(out, '"');
    add_id(out, name, S("._-"), '=');
    buf_add_byte(out, '"');
}

/*
 * Adds TEXT to a label of DOT, in which a backslash begins an escape and "&" an entity. Line breaks
 * and the like are shown as \u{hex}.
 */
static void add_dot_label(struct buf *out, str text)
{
    struct buf visible = buf_in(out->arena, PTRDIFF_MAX);
    show_add(&visible, text, false);
    for (ptrdiff_t i = 0; i < visible.len; i++) {
        char c = visible.data[i];
        if (c == '"' || c == '\\')
            buf_add_byte(out, '\\');
        buf_add_byte(out, c);
        if (c == '&')
            buf_add(out, S("amp;"));
    }
}

void draw_dot(struct buf *out, const struct graph *graph)
{
    buf_add(out, S("digraph schemas {\n"
                   "  rankdir=LR;\n"
                   "  node [shape=box];\n"));
    for (uint32_t i = 0; i < graph->edges.count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        buf_add(out, S("  "));
        add_dot_id(out, node->name);
        buf_add(out, S(" [label=\""));
        add_dot_label(out, node->name);
        buf_printf(out, "\\n%td bytes\"%s];\n", node->bytes,
                   node->is_cyclic ? ", color=red, penwidth=2" : "");
    }
    for (uint32_t from = 0; from < graph->edges.count; from++)
        for (uint32_t at = graph->edges.first[from]; at < graph->edges.first[from + 1]; at++) {
            uint32_t to = graph->edges.to[at];
            buf_add(out, S("  "));
            add_dot_id(out, graph->nodes[from].name);
            buf_add(out, S(" -> "));
            add_dot_id(out, graph->nodes[to].name);
            buf_add(out, graph_edge_is_cyclic(graph, from, to) ? S(" [color=red, penwidth=2];\n")
                                                               : S(";\n"));
        }
    buf_add(out, S("}\n"));
}

/*
 * Adds the id of the node NAME in Mermaid. The "s_" in front keeps it from being a word of the
 * language, such as "end".
 */
static void add_mermaid_id(struct buf *out, str name)
{
    buf_add(out, S("s_"));
    add_id(out, name, S(""), '_');
}

/* Adds TEXT to a label of Mermaid: ASCII that may mean something there as "#", its code and ";". */
static void add_mermaid_label(struct buf *out, str text)
{
    struct buf visible = buf_in(out->arena, PTRDIFF_MAX);
    show_add(&visible, text, false);
    for (ptrdiff_t i = 0; i < visible.len; i++) {
        char c = visible.data[i];
        if (byte_is_alphanumeric(c) || (c & 0x80) || str_find_byte(S("._-"), c) >= 0)
            buf_add_byte(out, c);
        else
            buf_printf(out, "#%d;", c);
    }
}

static void add_mermaid_nodes(struct buf *out, const struct graph *graph)
{
    for (uint32_t i = 0; i < graph->edges.count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        buf_add(out, S("  "));
        add_mermaid_id(out, node->name);
        buf_add(out, S("[\""));
        add_mermaid_label(out, node->name);
        buf_printf(out, "<br/>%td bytes\"]%s\n", node->bytes, node->is_cyclic ? ":::cycle" : "");
    }
}

void draw_mermaid(struct buf *out, const struct graph *graph)
{
    bool any_cycle = false;
    for (uint32_t i = 0; i < graph->edges.count; i++)
        any_cycle = any_cycle || graph->nodes[i].is_cyclic;
    buf_add(out, S("flowchart LR\n"));
    if (any_cycle)
        buf_add(out, S("  classDef cycle stroke:red,stroke-width:2px\n"));
    add_mermaid_nodes(out, graph);
    for (uint32_t from = 0; from < graph->edges.count; from++)
        for (uint32_t at = graph->edges.first[from]; at < graph->edges.first[from + 1]; at++) {
            uint32_t to = graph->edges.to[at];
            buf_add(out, S("  "));
            add_mermaid_id(out, graph->nodes[from].name);
            buf_add(out, graph_edge_is_cyclic(graph, from, to) ? S(" ==> ") : S(" --> "));
            add_mermaid_id(out, graph->nodes[to].name);
            buf_add_byte(out, '\n');
        }
}
