#include "call/tool_schema.h"

#include "base/show.h"

static void release(void *arena)
{
    arena_free(arena);
}

/*
 * Has the sources of SCHEMA know NODE as the document that it stands in. That, of which diagnostics
 * keep the text, lives as long as SOURCES.
 */
static void isolate(struct tool_schema *schema, const struct sources *sources,
                    struct diag_list *found, const struct node *node)
{
    schema->document = arena_new(sources->arena, struct document, 1);
    *schema->document = *sources_document(sources, node);
    schema->document->root = node;
    schema->arena = arena_new(sources->arena, struct arena, 1);
    arena_on_free(sources->arena, release, schema->arena);
    schema->sources = (struct sources){.arena = schema->arena,
                                       .found = found,
                                       .view = &file_view_empty,
                                       .count = sources->count,
                                       .cap = sources->count};
    schema->sources.documents = arena_new(schema->arena, struct document *, sources->count);
    for (ptrdiff_t i = 0; i < sources->count; i++)
        schema->sources.documents[i] = sources->documents[i];
    schema->sources.documents[node->text - 1] = schema->document;
    schema->outer_count = sources->count;
}

bool tool_schema_open(struct tool_schema *ret_schema, const struct sources *sources,
                      struct diag_list *found, const struct node *node)
{
    struct tool_schema *schema = ret_schema;
    struct compiler *compiler = &schema->compiler;
    *schema = (struct tool_schema){0};
    isolate(schema, sources, found, node);
    if (!registry_init(&schema->registry, &schema->sources, S("."), false))
        return false;
    schema->registry.only_schemas = true;
    registry_add_at(&schema->registry, schema->document, S("tool:/schema"));
    compiler_init(compiler, &schema->registry, DIALECT_2020_12, FORMATS_AUTO);
    compiler->lookup.entry = schema->document;
    compiler->lookup.inherited = arena_new(schema->arena, struct map, 1);
    compiler->lookup.inherited->arena = schema->arena;
    schema->scheme = compile(compiler, node);
    if (schema->scheme) {
        runner_init(&schema->runner, &compiler->program);
        schema->has_runner = true;
    }
    return schema->scheme != NULL;
}

void tool_schema_close(struct tool_schema *schema)
{
    if (schema->has_runner)
        runner_done(&schema->runner);
    if (schema->scheme) /* else diagnostics may point to metaschemas in there */
        arena_free(schema->arena);
    *schema = (struct tool_schema){0};
}

/* True when TEXT is that of a document that was read for SCHEMA: a metaschema. */
static bool is_own(const struct tool_schema *schema, const struct text *text)
{
    bool is_found = false;
    for (ptrdiff_t i = schema->outer_count; !is_found && i < schema->sources.count; i++)
        is_found = text == &schema->sources.documents[i]->text;
    return is_found;
}

void tool_schema_detach(const struct tool_schema *schema, struct arena *arena, struct diag *diag)
{
    for (struct diag_note *note = diag->notes; note; note = note->next) {
        if (!is_own(schema, note->where.text))
            continue;
        struct text *text = arena_new(arena, struct text, 1);
        *text = (struct text){.name = arena_copy(arena, note->where.text->name), .chars = S("")};
        note->where = place_file(text);
    }
}

const char *tool_schema_dialect(struct arena *arena, const struct node *node)
{
    const struct node *said = node_get(node, S("$schema"));
    if (!node_is(said, NODE_STRING))
        return "2020-12";
    enum dialect dialect = dialect_of_uri(node_text(said));
    if (dialect == DIALECT_COUNT)
        return show(arena, node_text(said));
    return arena_copy(arena, dialect_info(dialect)->name).data;
}
