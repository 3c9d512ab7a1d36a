#include "validate/scope.h"

#include "base/show.h"
#include "base/similar.h"
#include "schema/meta.h"
#include "schema/uri.h"
#include "validate/keywords.h"

uint32_t scope_anchor_number(struct compiler *c, str name)
{
    bool is_new;
    struct map_entry *entry = map_entry(&c->anchors, name, &is_new);
    if (is_new)
        c->program.anchor_count++;
    return (uint32_t)(entry - c->anchors.entries);
}

struct document *scope_built_in(struct compiler *c, str uri)
{
    str text;
    if (!meta_find(uri, &text))
        return NULL;
    struct document *document = registry_loaded(c->registry, uri);
    if (document)
        return document;
    document = sources_read_as(c->registry->sources, uri, text, FORMAT_JSON);
    if (document)
        registry_add_at(c->registry, document, uri);
    return document;
}

/*
 * Says that NAMED is no dialect that is known, and which one may have been meant, or that META,
 * when that is not NULL, does not lead to one.
 */
static void report_unknown(struct compiler *c, const struct node *named, const struct node *meta)
{
    struct diag *diag =
        diag_report(c->found, E0802, sources_place(c->registry->sources, named),
                    "the dialect \"%s\" is unknown", show(c->arena, node_text(named)));
    struct similar similar = {.wanted = node_text(named)};
    if (meta) {
        const struct node *next = node_get(meta, S("$schema"));
        diag_note(c->found, diag, sources_place(c->registry->sources, next ? next : meta),
                  next ? "this does not lead to a dialect that is known"
                       : "this metaschema does not say its own dialect");
        diag_hint(c->found, diag, "have the \"$schema\" of the metaschema name one of JSON Schema");
        return;
    }
    for (enum dialect d = 0; d < DIALECT_COUNT; d++)
        if (dialect_info(d)->uri.len)
            similar_consider(&similar, dialect_info(d)->uri);
    if (similar.best.data)
        diag_hint(c->found, diag, "did you mean \"%s\"?", show(c->arena, similar.best));
    else
        diag_hint(c->found, diag,
                  "give its metaschema with --resource, or map its URL to a file: --map URL=FILE");
}

/* The metaschema at the URI that NAMED gives, when that is at hand; else NULL. */
static const struct node *metaschema_of(struct compiler *c, const struct node *named)
{
    struct registry_hush hush;
    struct target target;
    registry_hush(c->registry, &hush);
    bool is_there = resolve_reference(&c->lookup, named, OBJECT_SCHEMA, &target);
    registry_speak(c->registry, &hush);
    return is_there && target.node->kind == NODE_OBJECT ? target.node : NULL;
}

/* The vocabularies that META, a metaschema of DIALECT, names (2020-12 core section 8.1.2). */
static unsigned vocabularies_of(const struct node *meta, enum dialect dialect)
{
    const struct node *named = node_get(meta, S("$vocabulary"));
    unsigned vocabularies = 0;
    if (!node_is(named, NODE_OBJECT) || dialect < DIALECT_2019_09)
        return VOCABULARIES;
    for (uint32_t i = 0; i < named->count; i++)
        vocabularies |= vocabulary_of_uri(node_text(node_key(named, i)));
    return vocabularies;
}

/*
 * Refuses META, the metaschema of NAMED, when it asks for a vocabulary that is not known (section
 * 8.1.2.1). False when reported.
 */
static bool knows_vocabularies(struct compiler *c, const struct node *named,
                               const struct node *meta)
{
    const struct node *asked = node_get(meta, S("$vocabulary"));
    for (uint32_t i = 0; node_is(asked, NODE_OBJECT) && i < asked->count; i++) {
        const struct node *key = node_key(asked, i), *is_needed = node_value(asked, i);
        if (!node_is(is_needed, NODE_BOOL) || !is_needed->count ||
            vocabulary_is_known(node_text(key)))
            continue;
        struct diag *diag =
            diag_report(c->found, E0802, sources_place(c->registry->sources, named),
                        "the dialect \"%s\" needs the vocabulary \"%s\", which is unknown",
                        show(c->arena, node_text(named)), show(c->arena, node_text(key)));
        diag_note(c->found, diag, sources_place(c->registry->sources, key),
                  "false would say that it is not needed");
        return false;
    }
    return true;
}

/*
 * Finds what the metaschemas that NAMED begins with say: each names its own, until one is of a
 * dialect that is known. False when reported.
 */
static bool follow_metaschemas(struct compiler *c, const struct node *named, struct scope *ret)
{
    enum { MAX_METASCHEMAS = 10 }; /* one above the other, or in a ring */
    const struct node *at = named, *first = NULL;
    for (int i = 0; i < MAX_METASCHEMAS; i++) {
        const struct node *meta = metaschema_of(c, at);
        if (!meta)
            break;
        first = first ? first : meta;
        const struct node *next = node_get(meta, S("$schema"));
        enum dialect dialect =
            node_is(next, NODE_STRING) ? dialect_of_uri(node_text(next)) : DIALECT_COUNT;
        if (i == 0) {
            ret->metaschema = meta;
            ret->vocabularies =
                vocabularies_of(meta, dialect == DIALECT_COUNT ? c->lookup.schemas : dialect);
        }
        if (dialect != DIALECT_COUNT) {
            ret->dialect = dialect;
            return dialect < DIALECT_2019_09 || knows_vocabularies(c, named, first);
        }
        if (!node_is(next, NODE_STRING))
            break;
        at = next;
    }
    report_unknown(c, named, first);
    return false;
}

struct scope *scope_of(struct compiler *c, const struct node *schema)
{
    struct sources *sources = c->registry->sources;
    struct document *document = sources_document(sources, schema);
    struct resource *resource =
        registry_resource(c->registry, document ? document : c->lookup.entry, schema);
    bool is_new;
    struct map_entry *entry = map_entry_address(&c->scopes, resource, &is_new);
    if (!is_new)
        return entry->value;
    struct scope *scope = arena_new(c->arena, struct scope, 1);
    *scope = (struct scope){.resource = resource,
                            .dialect = resolve_dialect(&c->lookup, schema, OBJECT_SCHEMA),
                            .vocabularies = VOCABULARIES};
    const struct resource *saying = resource; /* or around it */
    while (saying->outer && !node_is(node_get(saying->root, S("$schema")), NODE_STRING))
        saying = saying->outer;
    const struct node *unknown = saying->unknown_dialect;
    if (unknown && !follow_metaschemas(c, unknown, scope))
        scope = NULL;
    map_entry_address(&c->scopes, resource, NULL)->value = scope; /* the table may have grown */
    return scope;
}
