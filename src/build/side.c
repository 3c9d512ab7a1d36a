#include "build/side.h"

#include "base/file.h"
#include "base/show.h"
#include "openapi/roots.h"

#include <errno.h>

str side_split(struct arena *arena, const char *word, const char **ret_path)
{
    str path, fragment;
    str_cut(str_of(word), '#', &path, &fragment);
    *ret_path = arena_copy(arena, path).data;
    return fragment;
}

/* Reports that the commit of AT has no such file, by its path from the top as git has it. */
static void report_missing(struct diag_list *found, const struct side_place *at)
{
    str path = str_of(at->path);
    revision_path(at->revision, found->arena, path, &path);
    struct diag *diag =
        diag_report(found, E0903, (place){0}, "%.*s has no file %s", (int)at->label.len - 1,
                    show_all(found->arena, at->label), show_all(found->arena, path));
    diag_hint(found, diag, "--against REF:PATH says where it was, from the top of the work tree");
}

/* The document at AT, which is added to the registry of SIDE. NULL when reported. */
static struct document *read_document(struct side *side, const struct side_place *at)
{
    struct sources *sources = &side->sources;
    struct document *document;
    str name = file_called(at->path), bytes;
    if (at->revision && at->revision->view.read(sources->view, sources->arena, at->path,
                                                FILE_CEILING, &bytes) == ENOENT) {
        report_missing(sources->found, at);
        return NULL;
    }
    if (at->bytes_in && file_read(sources->arena, at->bytes_in, FILE_CEILING, &bytes) == 0)
        document = sources_read(
            sources, arena_printf(sources->arena, "%s%s", at->label.data, at->path), bytes);
    else
        document = sources_load(sources, at->bytes_in ? at->bytes_in : at->path, name);
    if (document)
        registry_add(&side->registry, document, at->path);
    return document;
}

/* True when NODE can be a schema; else reported. */
static bool is_schema(struct side *side, const struct node *node)
{
    struct diag_list *found = side->sources.found;
    place where = sources_place(&side->sources, node);
    bool is_known = node->kind == NODE_BOOL || (node->kind == NODE_OBJECT && node->count == 0);
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count && !is_known; i++)
        for (int dialect = 0; dialect < DIALECT_COUNT && !is_known; dialect++) {
            str name = node_text(node_key(node, i));
            is_known = str_starts(name, S("x-")) ||
                       keyword_find(OBJECT_SCHEMA, name, (enum dialect)dialect);
        }
    if (is_known)
        return true;
    if (node->kind != NODE_OBJECT) {
        diag_report(found, E0904, where, "this is no schema but %s", node_kind_words(node->kind));
        return false;
    }
    struct diag *diag =
        diag_report(found, E0904, where, "this is no schema: no member of it is a keyword");
    diag_hint(found, diag, "FILE#POINTER names a schema within a document");
    return false;
}

/* Finds the schema of an OpenAPI document that FRAGMENT or ROOT names. False when reported. */
static bool find_in_openapi(struct side *side, str root, str fragment)
{
    side->registry.unsaid_kind = OBJECT_DATA;
    side->registry.unsaid_dialect = DIALECT_COUNT;
    if (!openapi_open(&side->registry, side->document, &side->openapi))
        return false;
    side->dialect = side->openapi.schema_dialect;
    side->openapi.lookup.map = side->lookup.map;
    side->openapi.lookup.inherited = side->lookup.inherited;
    side->lookup = side->openapi.lookup;
    if (!root.len && !fragment.len)
        return true;
    str text = arena_printf(side->sources.arena, "#%.*s", (int)fragment.len, fragment.data);
    struct target target;
    bool ok = roots_find(&side->openapi, &side->openapi.lookup, fragment.len ? text : root, NULL,
                         &target);
    side->schema = ok ? target.node : NULL;
    return ok;
}

/* The same for a JSON Schema, of which the schema is a part or the whole. */
static bool find_in_schema(struct side *side, str fragment)
{
    struct arena *arena = side->sources.arena;
    struct target target = {.node = side->document->root};
    str text = arena_printf(arena, "#%.*s", (int)fragment.len, fragment.data);
    if (fragment.len && !resolve_text(&side->lookup, text, NULL, OBJECT_DATA, &target))
        return false;
    side->schema = target.node;
    return is_schema(side, side->schema);
}

bool side_open(struct diag_list *found, const struct side_options *options,
               const struct side_place *at, struct side *ret_side)
{
    struct side *side = ret_side;
    struct arena *arena = found->arena;
    *side = (struct side){.sources = {.arena = arena,
                                      .found = found,
                                      .view = at->revision ? &at->revision->view : NULL,
                                      .label = at->label},
                          .inherited = {.arena = arena}};
    if (!at->revision && !root_takes(found, &options->directory, at->path))
        return false;
    struct root_rule rule = root_of_file(arena, &options->directory, at->path);
    if (at->revision && !options->directory.directory)
        rule.directory = at->revision->top; /* the folder of the file may be gone by now */
    if (!registry_init(&side->registry, &side->sources, rule.directory, rule.allow_outside))
        return false;
    side->dialect = options->dialect ? dialect_of_name(str_of(options->dialect)) : DIALECT_2020_12;
    side->registry.unsaid_kind = OBJECT_SCHEMA;
    side->registry.unsaid_dialect = side->dialect;
    side->document = read_document(side, at);
    if (!side->document)
        return false;
    side->is_openapi = registry_info(&side->registry, side->document)->kind == OBJECT_DOCUMENT;
    side->lookup = (struct lookup){.registry = &side->registry,
                                   .entry = side->document,
                                   .objects = DIALECT_COUNT,
                                   .schemas = side->dialect,
                                   .map = options->map,
                                   .inherited = &side->inherited};
    return side->is_openapi
               ? find_in_openapi(side, options->root ? str_of(options->root) : (str){0},
                                 at->fragment)
               : find_in_schema(side, at->fragment);
}
