/*
 * resources.c - documents, the schemas in them that have URIs or anchors, and references to these
 * (2020-12 core 8 and 9; draft-07 core 8; draft-04 core 7).
 */
#include "oracle.h"

#include "schema/pointer.h"
#include "schema/uri.h"

const struct resource *resource_at(const struct oracle *oracle, const struct node *schema,
                                   const struct resource *from)
{
    const struct map_entry *own = map_find_address(&oracle->by_root, schema);
    return own ? own->value : from;
}

static bool is_up_to_draft_07(enum dialect dialect)
{
    return dialect == DIALECT_DRAFT_04 || dialect == DIALECT_DRAFT_06 ||
           dialect == DIALECT_DRAFT_07;
}

static str text_of(const struct node *object, str name)
{
    const struct node *value = node_get(object, name);
    return node_is(value, NODE_STRING) ? node_text(value) : (str){0};
}

/* What the schema calls itself; empty when it does not, or when "$ref" hides it. */
static str id_of(const struct node *schema, enum dialect dialect)
{
    if (dialect == DIALECT_OPENAPI_2_0 || dialect == DIALECT_OPENAPI_3_0)
        return (str){0};
    if (is_up_to_draft_07(dialect) && text_of(schema, S("$ref")).len)
        return (str){0};
    return text_of(schema, dialect == DIALECT_DRAFT_04 ? S("id") : S("$id"));
}

/* The dialect that ROOT names: a schema by its $schema, a document by its version. */
static enum dialect named_dialect(const struct node *root, enum dialect otherwise)
{
    str version = text_of(root, S("openapi"));
    if (str_equal(text_of(root, S("swagger")), S("2.0")))
        return DIALECT_OPENAPI_2_0;
    if (str_starts(version, S("3.0.")))
        return DIALECT_OPENAPI_3_0;
    str uri = text_of(root, version.len ? S("jsonSchemaDialect") : S("$schema"));
    enum dialect named = uri.len ? dialect_of_uri(uri) : DIALECT_COUNT;
    if (named != DIALECT_COUNT)
        return named;
    if (version.len)
        return str_starts(version, S("3.1.")) ? DIALECT_OPENAPI_3_1 : DIALECT_OPENAPI_3_2;
    return otherwise;
}

static struct resource *resource_new(struct oracle *oracle, str uri, const struct node *root,
                                     enum dialect dialect)
{
    struct resource *resource = arena_new(oracle->arena, struct resource, 1);
    *resource = (struct resource){.uri = uri,
                                  .root = root,
                                  .dialect = dialect,
                                  .anchors = {.arena = oracle->arena},
                                  .dynamic_anchors = {.arena = oracle->arena}};
    map_put(&oracle->by_uri, uri, resource);
    map_entry_address(&oracle->by_root, root, NULL)->value = resource;
    return resource;
}

/* Notes the anchors of SCHEMA in RESOURCE (2020-12 core 8.2.2, 2019-09 core 8.2.3). */
static void note_anchors(struct resource *resource, const struct node *schema, str id)
{
    void *value = (void *)schema;
    if (is_up_to_draft_07(resource->dialect)) {
        if (id.len > 1 && id.data[0] == '#')
            map_put(&resource->anchors, str_skip(id, 1), value);
        return;
    }
    str anchor = text_of(schema, S("$anchor")), dynamic = text_of(schema, S("$dynamicAnchor"));
    if (anchor.len)
        map_put(&resource->anchors, anchor, value);
    if (dynamic.len && resource->dialect != DIALECT_2019_09) {
        map_put(&resource->anchors, dynamic, value);
        map_put(&resource->dynamic_anchors, dynamic, value);
    }
    const struct node *recursive = node_get(schema, S("$recursiveAnchor"));
    if (schema == resource->root && node_is(recursive, NODE_BOOL))
        resource->recursive = recursive->count;
}

/* Notes SCHEMA, which stands in RESOURCE, and all schemas in it. */
static void scan(struct oracle *oracle, struct resource *resource, const struct node *schema)
{
    if (schema->kind != NODE_OBJECT)
        return;
    bool at_root = schema == resource->root;
    enum dialect dialect = at_root ? resource->dialect : named_dialect(schema, resource->dialect);
    str id = id_of(schema, dialect);
    if (id.len && id.data[0] != '#') {
        str uri = uri_without_fragment(uri_resolve(oracle->arena, resource->uri, id));
        if (at_root) { /* one schema of two names */
            resource->uri = uri;
            map_put(&oracle->by_uri, uri, resource);
        } else {
            resource = resource_new(oracle, uri, schema, dialect);
        }
    }
    note_anchors(resource, schema, id);
    struct child_schemas children = {.schema = schema, .dialect = resource->dialect};
    for (const struct node *child; (child = child_schemas_next(&children));)
        scan(oracle, resource, child);
}

struct oracle oracle_in(struct arena *arena, struct rules rules)
{
    return (struct oracle){
        .arena = arena, .rules = rules, .by_uri = {.arena = arena}, .by_root = {.arena = arena}};
}

const struct resource *oracle_add(struct oracle *oracle, str uri, const struct node *root,
                                  enum dialect dialect)
{
    if (!uri.len)
        uri = S("oracle:/document");
    struct resource *resource =
        resource_new(oracle, uri_without_fragment(uri), root, named_dialect(root, dialect));
    const struct node *named = node_get(node_get(root, S("components")), S("schemas"));
    if (resource->dialect == DIALECT_OPENAPI_2_0)
        named = node_get(root, S("definitions"));
    bool is_openapi = node_get(root, S("openapi")) || node_get(root, S("swagger"));
    if (!is_openapi)
        scan(oracle, resource, root);
    for (uint32_t i = 0; is_openapi && node_is(named, NODE_OBJECT) && i < named->count; i++)
        scan(oracle, resource, node_value(named, i));
    return resource;
}

/* One step of a JSON Pointer. */
static const struct node *step(struct arena *arena, const struct node *node, str token)
{
    str name;
    ptrdiff_t index = pointer_token_index(token);
    if (node->kind == NODE_ARRAY)
        return index >= 0 && index < node->count ? node_item(node, (uint32_t)index) : NULL;
    return pointer_token_decode(arena, token, &name) ? node_get(node, name) : NULL;
}

/* Follows POINTER from the root of FROM; the target may stand in a resource below that. */
static struct target follow(struct oracle *oracle, const struct resource *from, str pointer)
{
    struct target at = {from, from->root};
    str token, rest = pointer.len ? str_skip(pointer, 1) : pointer;
    for (bool more = pointer.len > 0; more && at.schema;) {
        more = str_cut(rest, '/', &token, &rest);
        at.schema = step(oracle->scratch, at.schema, token);
        at.resource = resource_at(oracle, at.schema, at.resource);
    }
    return at;
}

struct target resolve(struct oracle *oracle, const struct resource *from, str reference)
{
    str whole = uri_resolve(oracle->scratch, from->uri, reference), uri, fragment = {0};
    str_cut(whole, '#', &uri, &fragment);
    const struct resource *resource = map_get(&oracle->by_uri, uri);
    struct target target = {resource, NULL};
    str pointer;
    if (!resource || !pointer_from_fragment(oracle->scratch, fragment, &pointer)) {
        give_up(oracle, "there is no %.*s here", (int)whole.len, whole.data);
        return target;
    }
    if (!pointer.len || pointer.data[0] == '/')
        target = follow(oracle, resource, pointer);
    else
        target.schema = map_get(&resource->anchors, pointer);
    if (!target.schema)
        give_up(oracle, "there is no %.*s here", (int)whole.len, whole.data);
    return target;
}

/*
 * 2020-12 core 8.2.3.2: where the reference leads to a dynamic anchor, the outermost resource of
 * the dynamic scope that has one of that name counts.
 */
struct target resolve_dynamic(const struct at *at, str reference)
{
    struct target target = resolve(at->oracle, at->resource, reference);
    str before, anchor = {0};
    str_cut(reference, '#', &before, &anchor);
    if (!target.schema || map_get(&target.resource->dynamic_anchors, anchor) != target.schema)
        return target;
    for (; at; at = at->outer) {
        const struct node *there = map_get(&at->resource->dynamic_anchors, anchor);
        if (there)
            target = (struct target){at->resource, there};
    }
    return target;
}

/* 2019-09 core 8.2.4.2.1: the same with the one anchor that has no name, at the root. */
struct target resolve_recursive(const struct at *at, str reference)
{
    struct target target = resolve(at->oracle, at->resource, reference);
    if (!target.schema || target.schema != target.resource->root || !target.resource->recursive)
        return target;
    for (; at; at = at->outer)
        if (at->resource->recursive)
            target = (struct target){at->resource, at->resource->root};
    return target;
}
