/*
 * The metaschemas are compiled by a compiler of their own, which judges nothing; so what is built
 * in is not judged by itself.
 */
#include "validate/metaschema.h"

#include "schema/meta.h"
#include "validate/explain.h"

struct metaschemas {
    struct compiler compiler;
    const struct scheme *schemes[DIALECT_COUNT]; /* of the metaschemas that were needed */
};

static struct metaschemas *metaschemas_of(struct compiler *c)
{
    if (!c->metaschemas) {
        c->metaschemas = arena_new(c->arena, struct metaschemas, 1);
        compiler_init(&c->metaschemas->compiler, c->registry, DIALECT_2020_12, FORMATS_OFF);
        c->metaschemas->compiler.lookup.entry = c->lookup.entry;
        c->metaschemas->compiler.lookup.map = c->lookup.map;
        c->metaschemas->compiler.trusts = true;
    }
    return c->metaschemas;
}

/* The metaschema of SCOPE, compiled; NULL when there is none, or it cannot be compiled. */
static const struct scheme *metaschema_of_scope(struct compiler *c, const struct scope *scope)
{
    struct metaschemas *own = metaschemas_of(c);
    if (scope->metaschema)
        return compile(&own->compiler, scope->metaschema);
    const struct scheme **known = &own->schemes[scope->dialect];
    const struct meta *meta = meta_of(scope->dialect);
    if (!*known && meta) {
        struct document *document = scope_built_in(&own->compiler, meta->uri);
        *known = document ? compile(&own->compiler, document->root) : NULL;
    }
    return *known;
}

/*
 * Judges the schema NODE, of DIALECT, by SCHEME. False when reported. OpenAPI 3.0 allows no other
 * keywords than its own, but documents have them: a warning, as when they are extracted.
 */
static bool judge_by(struct compiler *c, const struct scheme *scheme, const struct node *node,
                     enum dialect dialect)
{
    struct runner runner;
    struct document *document = sources_document(c->registry->sources, node);
    struct violations violations;
    struct explainer explainer = {.sources = c->registry->sources,
                                  .found = c->found,
                                  .text = document ? &document->text : &c->lookup.entry->text,
                                  .code = E0801,
                                  .unwanted = dialect == DIALECT_OPENAPI_3_0 ? W0504 : 0};
    int before = c->found->errors;
    runner_init(&runner, &c->metaschemas->compiler.program);
    runner.work_cap = c->work_cap;
    enum verdict verdict = run(&runner, scheme, node);
    if (verdict == VERDICT_INVALID) {
        struct arena scratch = {0}; /* patterns may be compiled into that of the compiler */
        run_explained(&runner, scheme, node, &scratch, &violations);
        explain(&explainer, &violations);
        arena_free(&scratch);
    } else if (verdict == VERDICT_UNDECIDED) {
        explain_limit(&explainer, &runner);
    }
    runner_done(&runner);
    return verdict != VERDICT_UNDECIDED && c->found->errors == before;
}

/* True when parts of a document are of other dialects than the whole. */
static bool is_mixed(const struct document_info *info)
{
    for (ptrdiff_t i = 1; i < info->count; i++)
        if (info->resources[i]->dialect != info->resources[0]->dialect ||
            info->resources[i]->unknown_dialect)
            return true;
    return false;
}

/*
 * True when the document of INFO is judged as one: it is a schema, of one dialect. Where they are
 * mixed, the metaschema of the outer one has no say about the inner.
 */
static bool is_whole(struct compiler *c, const struct document_info *info)
{
    static char whole;
    bool is_new;
    struct map_entry *entry = map_entry_address(&c->documents, info, &is_new);
    if (is_new && info->kind == OBJECT_SCHEMA && !is_mixed(info))
        entry->value = &whole;
    return entry->value != NULL;
}

/* Judges NODE by its metaschema, that by its own, and so on. False when reported. */
static bool judge_new(struct compiler *c, const struct node *node)
{
    const struct scope *scope = scope_of(c, node);
    if (!scope)
        return false;
    if (scope->metaschema && !metaschema_accepts(c, scope->metaschema))
        return false;
    const struct scheme *scheme = metaschema_of_scope(c, scope);
    if (!scheme) /* there is none, or else it is reported why it is none */
        return !scope->metaschema;
    return judge_by(c, scheme, node, scope->dialect);
}

bool metaschema_accepts(struct compiler *c, const struct node *node)
{
    static char refused;
    if (c->trusts)
        return true;
    struct document *document = sources_document(c->registry->sources, node);
    document = document ? document : c->lookup.entry;
    const struct document_info *info = registry_info(c->registry, document);
    if (is_whole(c, info))
        node = document->root;
    else if (info->kind == OBJECT_SCHEMA)
        return true;
    bool is_new;
    struct map_entry *entry = map_entry_address(&c->judged, node, &is_new);
    if (!is_new)
        return entry->value != &refused;
    if (node->kind != NODE_OBJECT)
        return true;
    bool is_accepted = judge_new(c, node);
    entry = map_entry_address(&c->judged, node, NULL); /* the table may have grown */
    entry->value = is_accepted ? NULL : &refused;
    return is_accepted;
}
