#include "cli/command.h"

#include "build/keys.h"
#include "cli/input.h"
#include "cli/output.h"
#include "openapi/draw.h"
#include "openapi/extract.h"
#include "openapi/unreached.h"

#include <string.h>

static void graph_run(struct session *session, const void *options, struct operands operands);

struct graph_options {
    struct root_options root;
    struct pair_list map;
    struct string_list roots;
    const char *as, *out;
};

static const char *const languages[] = {"dot", "mermaid", NULL};

static const struct option options[] = {
    LIST(
        struct graph_options, roots, 'r', "root", "ROOT",
        "draw what this schema reaches: a component name, a JSON Pointer or a reference into another "
        "file (default: all schemas)"),
    CHOICE(struct graph_options, as, 0, "as", "LANGUAGE", languages,
           "that of Graphviz, or Mermaid (default: dot)"),
    FILE_OPTION(struct graph_options, out, 'o', "output", "OUT",
                "write to OUT, in one step, instead of to standard output"),
    MAP_KEY(struct graph_options, map),
    ROOT_OPTIONS(struct graph_options, root,
                 "the top of the git work tree that holds FILE, else its folder"),
    {0},
};

static const struct example examples[] = {
    {"schemac graph openapi/openapi.yaml --root ServerDetail --as mermaid",
     "what ServerDetail refers to, as text that Markdown viewers make a picture of"},
    {"schemac graph openapi/openapi.yaml -o schemas.dot", "all schemas, for `dot -Tsvg` to draw"},
    {0},
};

const struct command cmd_graph = {
    .name = "graph",
    .operands = "FILE",
    .summary = "draw which schemas refer to which",
    .about = "Reads FILE, an OpenAPI document, and writes a graph of the schemas that the root "
             "reaches: a box for each, an arrow for each reference. The box has the size of the "
             "schema itself, copied as with --no-translate, in bytes of JSON without blanks. What "
             "is part of a cycle is red, and in Mermaid its arrows are bold.\n\n"
             "Viewers of Mermaid refuse more than 500 arrows; for these, use dot.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct graph_options),
    .min_operands = 1,
    .max_operands = 1,
    .has_format = true,
    .run = graph_run,
};

static void graph_run(struct session *session, const void *options_, struct operands operands)
{
    static const char *all[] = {"*"};
    const struct graph_options *o = options_;
    struct input input;
    if (!input_open(session, &o->root, operands.at[0], &input))
        return;
    struct extract_request request = {
        .roots = o->roots.count ? o->roots : (struct string_list){all, 1},
        .dialect = DIALECT_2020_12,
        .how = {.assume = DIALECT_COUNT},
        .map = o->map,
    };
    struct document_set used;
    const struct node *schema = extract(&input.openapi, &request, &used);
    openapi_warn_unreached(&input.openapi);
    sources_warn_unreached(&input.sources);
    if (!schema || output_is_source(session, o->out, operands.at[0], "the document itself"))
        return;
    struct graph graph =
        graph_of(session->arena, schema, request.dialect, input.openapi.schema_dialect);
    struct buf out = buf_in(session->arena, PTRDIFF_MAX);
    if (o->as && strcmp(o->as, "mermaid") == 0)
        draw_mermaid(&out, &graph);
    else
        draw_dot(&out, &graph);
    output_write(session, o->out, out);
}
