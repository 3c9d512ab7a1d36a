#include "build/judge.h"

#include "base/file.h"
#include "base/host.h"
#include "base/show.h"
#include "base/similar.h"
#include "build/keys.h"
#include "build/side.h"
#include "openapi/roots.h"
#include "schema/uri.h"
#include "validate/explain.h"
#include "validate/output.h"
#include "validate/refusal.h"
#include "validate/scope.h"

#include <errno.h>
#include <string.h>

const char *const judge_formats[] = {"auto", "on", "off", NULL};

static enum format_assertion formats_of(const struct judge_options *options)
{
    if (options->formats && strcmp(options->formats, "on") == 0)
        return FORMATS_ON;
    if (options->formats && strcmp(options->formats, "off") == 0)
        return FORMATS_OFF;
    return FORMATS_AUTO;
}

/*
 * Reads DOCUMENT, which is an OpenAPI document, as one: its schemas follow its version. False when
 * reported.
 */
static bool enter_openapi(struct judge *judge, struct document *document,
                          struct openapi *ret_openapi)
{
    struct map *inherited = judge->compiler.lookup.inherited;
    struct pair_list map = judge->compiler.lookup.map;
    judge->registry.unsaid_kind = OBJECT_DATA;
    judge->registry.unsaid_dialect = DIALECT_COUNT;
    if (!openapi_open(&judge->registry, document, ret_openapi))
        return false;
    judge->compiler.lookup = ret_openapi->lookup;
    judge->compiler.lookup.inherited = inherited;
    judge->compiler.lookup.map = map;
    return true;
}

/* Reports that a schema of OPENAPI is to be named: a configuration (options->rule) has no --root.
 */
static void report_no_root(const struct judge *judge, const struct openapi *openapi)
{
    struct arena *arena = judge->sources.arena;
    const char *how = "with --root";
    if (judge->options->rule && openapi->schemas)
        how = arena_printf(arena, "behind the file, as #%.*s/NAME",
                           (int)openapi->schemas_pointer.len, openapi->schemas_pointer.data)
                  .data;
    openapi_report_no_root(openapi, NULL, how, false);
}

/* The schema that FRAGMENT and the option --root name in DOCUMENT; NULL when reported. */
static const struct node *find_schema(struct judge *judge, struct document *document, str fragment)
{
    const struct document_info *info = registry_info(&judge->registry, document);
    const struct lookup *lookup = &judge->compiler.lookup;
    struct target target;
    str text = arena_printf(judge->sources.arena, "#%.*s", (int)fragment.len, fragment.data);
    if (info->kind == OBJECT_DOCUMENT) {
        struct openapi openapi;
        str root = judge->options->root ? str_of(judge->options->root) : (str){0};
        if (!enter_openapi(judge, document, &openapi))
            return NULL;
        root = root.len || !fragment.len ? root : text;
        if (root.len)
            return roots_find(&openapi, lookup, root, NULL, &target) ? target.node : NULL;
        report_no_root(judge, &openapi);
        return NULL;
    }
    if (judge->options->root) {
        diag_report(judge->sources.found, E0001, (place){0},
                    "--root names a schema of an OpenAPI document, which this is not");
        return NULL;
    }
    if (!fragment.len)
        return document->root;
    return resolve_text(lookup, text, NULL, OBJECT_DATA, &target) ? target.node : NULL;
}

/* The document PATH: what was taken as being there, or what is read. NULL when reported. */
static struct document *open_document(struct judge *judge, const char *path)
{
    struct registry *registry = &judge->registry;
    struct document *document =
        registry_loaded(registry, registry_location(registry, str_of(path)));
    if (document)
        return document;
    if (judge->options->rule)
        return registry_load(registry, str_of(path), NULL);
    document = sources_load(&judge->sources, path, file_called(path));
    if (document)
        registry_add(registry, document, path);
    return document;
}

bool judge_use(struct judge *judge, const char *word)
{
    const char *path;
    str fragment = side_split(judge->sources.arena, word, &path);
    struct document *document = open_document(judge, path);
    if (!document)
        return false;
    judge->compiler.lookup.entry = document;
    const struct node *schema = find_schema(judge, document, fragment);
    judge->scheme = schema ? compile(&judge->compiler, schema) : NULL;
    return judge->scheme != NULL;
}

/* What is read first stands in for an entry document until there is one. */
static bool know(struct judge *judge, struct document *document)
{
    if (document && !judge->compiler.lookup.entry)
        judge->compiler.lookup.entry = document;
    return document != NULL;
}

bool judge_know(struct judge *judge, const char *path)
{
    return know(judge, registry_load(&judge->registry, str_of(path), NULL));
}

bool judge_take(struct judge *judge, const char *path, str name, str bytes)
{
    struct registry *registry = &judge->registry;
    if (registry_loaded(registry, registry_location(registry, str_of(path))))
        return true;
    struct document *document = sources_read_as(&judge->sources, name, bytes, FORMAT_JSON);
    if (document)
        registry_add(registry, document, path);
    return know(judge, document);
}

/*
 * True when there is something at PATH, or it is standard input; else reported, before where its
 * folder is becomes a question.
 */
static bool is_there(struct arena *arena, struct diag_list *found, const char *path)
{
    struct stat info;
    if (strcmp(path, "-") == 0 || host.stat(path, &info) == 0)
        return true;
    struct diag *diag = diag_report(found, E0002, place_named(arena, str_of(path)),
                                    "cannot read the file: %s", strerror(errno));
    if (str_find(str_of(path), S("://")) > 0)
        diag_hint(found, diag, "nothing is fetched from a network: name a file");
    return false;
}

/* The rule for where documents lie that OPTIONS say; false when reported. */
static bool find_rule(struct arena *arena, struct diag_list *found,
                      const struct judge_options *options, struct root_rule *ret_rule)
{
    const char *path = "./schema";
    if (options->rule) {
        *ret_rule = *options->rule;
        return true;
    }
    if (options->schema)
        side_split(arena, options->schema, &path);
    if (options->schema &&
        (!root_takes(found, &options->directory, path) || !is_there(arena, found, path)))
        return false;
    *ret_rule = root_of_file(arena, &options->directory, path);
    if (options->has_known && !options->directory.directory) {
        struct sources sources = {.arena = arena, .found = found};
        ret_rule->directory = known_root(&sources, ret_rule->directory);
    }
    return true;
}

bool judge_open(struct arena *arena, struct diag_list *found, const struct judge_options *options,
                struct judge *ret_judge)
{
    struct judge *judge = ret_judge;
    struct root_rule rule;
    *judge = (struct judge){.options = options,
                            .sources = {.arena = arena, .found = found, .view = options->view},
                            .by_uri = {.arena = arena}};
    if (!find_rule(arena, found, options, &rule) ||
        !registry_init(&judge->registry, &judge->sources, rule.directory, rule.allow_outside))
        return false;
    enum dialect dialect =
        options->dialect ? dialect_of_name(str_of(options->dialect)) : DIALECT_2020_12;
    judge->registry.unsaid_kind = OBJECT_SCHEMA;
    judge->registry.unsaid_dialect = dialect;
    compiler_init(&judge->compiler, &judge->registry, dialect, formats_of(options));
    judge->compiler.lookup.map = options->map;
    judge->compiler.lookup.inherited = arena_new(arena, struct map, 1);
    judge->compiler.lookup.inherited->arena = arena;
    bool ok = true;
    for (ptrdiff_t i = 0; i < options->resources.count; i++)
        ok = judge_know(judge, options->resources.at[i]) && ok;
    return (!options->schema || judge_use(judge, options->schema)) && ok;
}

void judge_close(struct judge *judge)
{
    if (judge->has_runner)
        runner_done(&judge->runner);
    arena_free(&judge->scratch);
}

/* Reports that no schema is known by the URI that SAID, in TEXT, gives. */
static void report_unknown(struct judge *judge, struct text *text, const struct node *said)
{
    struct diag_list *found = judge->sources.found;
    struct similar similar = {.wanted = node_text(said)};
    for (ptrdiff_t i = 0; i < judge->registry.uris.count; i++)
        similar_consider(&similar, judge->registry.uris.entries[i].key);
    struct diag *diag = diag_report(
        found, E0806, (place){text, (ptrdiff_t)said->start, (ptrdiff_t)said->len},
        "no schema is known by the URI \"%s\"", show(judge->sources.arena, node_text(said)));
    if (similar.best.data)
        diag_hint(found, diag, "did you mean \"%s\"?", show(judge->sources.arena, similar.best));
    else
        diag_hint(found, diag,
                  uri_is_absolute(node_text(said))
                      ? "name the schema's file with --schema, or with --resource if this is its "
                        "\"$id\""
                      : "name the schema's file with --schema; \"$schema\" is no path to it");
    known_note(&judge->known, found, diag);
}

/* What is known by URI: a resource that calls itself so, or a metaschema; NULL when nothing is. */
static const struct node *find_by_uri(struct judge *judge, str uri)
{
    struct resource *twin;
    str bare = str_ends(uri, S("#")) ? str_first(uri, uri.len - 1) : uri;
    struct resource *resource = registry_identified(&judge->registry, bare, NULL, &twin);
    if (resource)
        return resource->root;
    struct document *document = scope_built_in(&judge->compiler, bare);
    if (document && !judge->compiler.lookup.entry)
        judge->compiler.lookup.entry = document;
    return document ? document->root : NULL;
}

/* Fills in what URI, of the "$schema" SAID in TEXT, stands for. What is wrong is reported. */
static void look_up(struct judge *judge, str uri, struct text *text, const struct node *said,
                    struct judge_uri *ret_known)
{
    const struct node *schema = find_by_uri(judge, uri);
    if (!schema && judge->options->has_known) {
        known_read(&judge->known, &judge->registry);
        schema = find_by_uri(judge, uri);
    }
    ret_known->is_known = schema != NULL;
    if (!schema) {
        report_unknown(judge, text, said);
        return;
    }
    if (!judge->compiler.lookup.entry)
        judge->compiler.lookup.entry = sources_document(&judge->sources, schema);
    ret_known->scheme = compile(&judge->compiler, schema);
}

const struct scheme *judge_scheme(struct judge *judge, struct text *text,
                                  const struct node *instance)
{
    if (judge->scheme)
        return judge->scheme;
    const struct node *said = node_get(instance, S("$schema"));
    if (!node_is(said, NODE_STRING)) {
        struct diag *diag =
            diag_report(judge->sources.found, E0807,
                        (place){text, (ptrdiff_t)instance->start, (ptrdiff_t)instance->len},
                        "nothing says by which schema this is to be judged");
        diag_hint(judge->sources.found, diag, "name it with --schema, or as its \"$schema\"");
        return NULL;
    }
    struct judge_uri *known = map_get(&judge->by_uri, node_text(said));
    if (!known) {
        str uri = arena_copy(judge->sources.arena, node_text(said));
        known = arena_new(judge->sources.arena, struct judge_uri, 1);
        map_put(&judge->by_uri, uri, known);
        look_up(judge, uri, text, said, known);
    } else if (!known->is_known) {
        report_unknown(judge, text, said);
    }
    return known->scheme;
}

/* A runner for all that is compiled by now. */
static struct runner *current_runner(struct judge *judge)
{
    bool is_old = judge->has_runner && judge->runner.program_count != judge->compiler.program.count;
    if (is_old)
        runner_done(&judge->runner);
    if (is_old || !judge->has_runner)
        runner_init(&judge->runner, &judge->compiler.program);
    judge->has_runner = true;
    return &judge->runner;
}

/* Tells all that is wrong with INSTANCE, which is not valid. */
static void tell_invalid(struct judge *judge, const struct scheme *scheme,
                         const struct node *instance, const struct explainer *explainer,
                         enum judge_telling telling, struct buf *out)
{
    struct arena scratch = {0};
    struct violations violations;
    if (telling == TELL_FLAG) {
        output_flag(out, false);
    } else {
        run_explained(&judge->runner, scheme, instance, &scratch, &violations);
        if (telling == TELL_FINDINGS)
            explain(explainer, &violations);
        else
            output_basic(out, &judge->registry, &violations);
    }
    if (telling != TELL_FINDINGS)
        judge->sources.found->findings++;
    arena_free(&scratch);
}

void judge_unread(enum judge_telling telling, ptrdiff_t count, struct buf *out)
{
    for (; telling != TELL_FINDINGS && count > 0; count--)
        output_undecided(out, telling == TELL_BASIC);
}

enum verdict judge_instance(struct judge *judge, const struct scheme *scheme, struct text *text,
                            const struct node *instance, enum judge_telling telling,
                            struct buf *out)
{
    struct explainer explainer = {.sources = &judge->sources,
                                  .found = judge->sources.found,
                                  .text = text,
                                  .max = judge->options->max_errors,
                                  .more = judge->options->more};
    struct runner *runner = current_runner(judge);
    enum verdict verdict = scheme ? run(runner, scheme, instance) : VERDICT_UNDECIDED;
    if (scheme && verdict == VERDICT_UNDECIDED)
        explain_limit(&explainer, runner);
    if (verdict == VERDICT_UNDECIDED)
        judge_unread(telling, 1, out);
    else if (verdict == VERDICT_INVALID)
        tell_invalid(judge, scheme, instance, &explainer, telling, out);
    else if (telling != TELL_FINDINGS)
        output_flag(out, true);
    return verdict;
}

/* Reports what INSTANCE was refused by, which is not the keyword that was expected. */
static void tell_other_refusal(struct judge *judge, struct text *text, const struct node *instance,
                               str keyword, str told)
{
    struct diag_list *found = judge->sources.found;
    struct arena *arena = judge->sources.arena;
    struct diag *diag = diag_report(
        found, D0812, (place){text, (ptrdiff_t)instance->start, (ptrdiff_t)instance->len},
        "this is refused by %.*s, not by \"%s\" as the name of its file says", (int)told.len,
        told.data, show(arena, keyword));
    diag_hint(found, diag, "the word before the extension is the keyword that an example shows");
}

bool judge_refusal(struct judge *judge, const struct scheme *scheme, struct text *text,
                   const struct node *instance, str keyword)
{
    struct arena *scratch = &judge->scratch;
    arena_new(scratch, char, 1); /* a chunk to come back to */
    struct arena_mark empty = arena_mark(scratch);
    struct runner *runner = current_runner(judge);
    struct violations violations;
    struct buf told = buf_in(scratch, PTRDIFF_MAX);
    enum verdict verdict = run(runner, scheme, instance);
    bool ok = false;
    if (verdict == VERDICT_UNDECIDED) {
        struct explainer explainer = {
            .sources = &judge->sources, .found = judge->sources.found, .text = text};
        explain_limit(&explainer, runner);
    } else if (verdict == VERDICT_VALID) {
        diag_report(judge->sources.found, D0811,
                    (place){text, (ptrdiff_t)instance->start, (ptrdiff_t)instance->len},
                    "this is valid, where \"%s\" should refuse it",
                    show(judge->sources.arena, keyword));
    } else {
        run_explained(runner, scheme, instance, scratch, &violations);
        ok = refusal_is_by(scratch, &violations, keyword, &told);
        if (!ok)
            tell_other_refusal(judge, text, instance, keyword, buf_view(&told));
    }
    arena_return(scratch, empty);
    return ok;
}
