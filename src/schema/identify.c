/*
 * Few documents name anything in themselves. So the text is searched for the words first, and only
 * where one of them stands is the tree walked.
 */
#include "schema/identify.h"

#include "base/buf.h"
#include "schema/pointer.h"
#include "schema/uri.h"
#include "schema/walk.h"

#include <stdlib.h>

struct scan {
    struct registry *registry;
    struct document *document;
    struct document_info *info;
    struct buf pointer;        /* of the node at hand */
    struct resource *resource; /* that it stands in */
};

/* Where the text of NODE ends: that of a container in YAML may be told up to its first line only.
 */
static ptrdiff_t end_of(const struct node *node)
{
    for (;;) {
        const struct node *last = NULL;
        bool is_object = node->kind == NODE_OBJECT;
        for (uint32_t i = 0; node->kind >= NODE_ARRAY && i < node->count; i++) {
            const struct node *child = is_object ? node_value(node, i) : node_item(node, i);
            bool is_below = child->text == node->text && child->start >= node->start;
            if (is_below && (!last || child->start >= last->start))
                last = child; /* what a merge key or an alias brought stands elsewhere */
        }
        if (!last || last->start == node->start)
            return (ptrdiff_t)node->start + (node->len ? node->len : 1);
        node = last;
    }
}

static struct resource *add_resource(struct scan *scan, const struct node *root)
{
    struct arena *arena = scan->registry->sources->arena;
    struct document_info *info = scan->info;
    struct resource *resource = arena_new(arena, struct resource, 1), *outer = scan->resource;
    *resource = (struct resource){.document = scan->document,
                                  .root = root,
                                  .pointer = arena_copy(arena, buf_view(&scan->pointer)),
                                  .end = end_of(root),
                                  .outer = outer,
                                  .base = outer ? outer->base : resource,
                                  .dialect = outer ? outer->dialect : DIALECT_COUNT,
                                  .anchors = {.arena = arena}};
    info->resources =
        arena_make_room(arena, info->resources, sizeof *info->resources, info->count, &info->cap);
    info->resources[info->count++] = resource;
    return resource;
}

/* The text of the base URI that holds in RESOURCE: a URI, or a path. */
static str base_of(const struct scan *scan, const struct resource *resource)
{
    str uri = resource->base->uri;
    return uri.len ? uri : scan->info->location;
}

/* Gives RESOURCE the URI that ID, without a fragment, means; it is its own base from then on. */
static void name_resource(struct scan *scan, struct resource *resource, str id)
{
    struct arena *arena = scan->registry->sources->arena;
    str base = base_of(scan, resource), path;
    id = uri_without_fragment(id);
    if (uri_is_absolute(base) || uri_is_absolute(id))
        resource->uri = uri_resolve(arena, base, id);
    else if (uri_decode(arena, id, &path))
        resource->uri = path_normalise(arena, path_join(arena, path_directory(base), path));
    else
        return;
    resource->base = resource;
    bool is_new;
    struct map_entry *entry = map_entry(&scan->info->uris, resource->uri, &is_new);
    if (!is_new) {
        struct resource *first = entry->value; /* an alias in YAML is the same schema again */
        if (!first->twin && first->root->items != resource->root->items)
            first->twin = resource;
        return;
    }
    entry->value = resource;
    entry = map_entry(&scan->registry->uris, resource->uri, NULL);
    resource->same_uri = entry->value;
    entry->value = resource;
}

static void add_anchor(struct scan *scan, const struct node *node, const struct node *name,
                       bool dynamic)
{
    struct arena *arena = scan->registry->sources->arena;
    if (!node_is(name, NODE_STRING) ||
        !registry_affords(scan->registry, scan->document, scan->pointer.len))
        return;
    str text = node_text(name);
    if (text.len && text.data[0] == '#')
        text = str_skip(text, 1);
    struct anchor *anchor = arena_new(arena, struct anchor, 1);
    *anchor = (struct anchor){.resource = scan->resource->base,
                              .node = node,
                              .pointer = arena_copy(arena, buf_view(&scan->pointer))};
    struct map_entry *entry = map_entry(&anchor->resource->anchors, text, NULL);
    struct anchor *first = entry->value;
    if (first && first->node->items != node->items) /* as above */
        first->twin = node;
    entry->value = first ? first : anchor;
    if (!dynamic)
        return;
    entry = map_entry(&scan->registry->dynamic_anchors, text, NULL);
    anchor->same_name = entry->value;
    entry->value = anchor;
}

/* Takes RESOURCE's dialect from NAMED, a "$schema" or the like, or NULL. */
static void name_dialect(struct resource *resource, const struct node *named)
{
    if (!node_is(named, NODE_STRING))
        return;
    enum dialect dialect = dialect_of_uri(node_text(named));
    bool is_own = dialect == DIALECT_2020_12 && resource->dialect != DIALECT_COUNT &&
                  dialect_info(resource->dialect)->openapi;
    if (dialect == DIALECT_COUNT)
        resource->unknown_dialect = named;
    else if (!is_own) /* OpenAPI's dialect only adds to that */
        resource->dialect = dialect;
}

/* The dialect by whose rules the schemas of the resource at hand name themselves. */
static enum dialect naming_dialect(const struct scan *scan)
{
    enum dialect own = scan->resource->dialect, unsaid = scan->registry->unsaid_dialect;
    return own != DIALECT_COUNT ? own : unsaid != DIALECT_COUNT ? unsaid : DIALECT_2020_12;
}

/* Notes what the schema NODE says of itself, which may make it a resource. */
static void identify_schema(struct scan *scan, const struct node *node)
{
    const struct node *schema = node_get(node, S("$schema"));
    bool is_root = scan->resource->root == node;
    enum dialect named =
        node_is(schema, NODE_STRING) ? dialect_of_uri(node_text(schema)) : DIALECT_COUNT;
    enum dialect dialect = named == DIALECT_COUNT ? naming_dialect(scan) : named;
    const struct dialect_info *info = dialect_info(dialect);
    if (!is_root && info->ref_hides_siblings && node_is(node_get(node, S("$ref")), NODE_STRING))
        return; /* but the root of a file still says what the file is */
    const struct node *id = info->id.len ? node_get(node, info->id) : NULL;
    bool is_text = node_is(id, NODE_STRING) && node_text(id).len;
    bool is_fragment = is_text && node_text(id).data[0] == '#';
    bool is_resource = node_is(schema, NODE_STRING) || (is_text && !is_fragment);
    if (is_resource && !is_root) {
        if (!registry_affords(scan->registry, scan->document, scan->pointer.len))
            return;
        scan->resource = add_resource(scan, node);
    }
    name_dialect(scan->resource, scan->resource->root == node ? schema : NULL);
    if (is_text && !is_fragment)
        name_resource(scan, scan->resource, node_text(id));
    bool may_be_old = info->ref_hides_siblings || scan->resource->dialect == DIALECT_COUNT;
    if (is_fragment && may_be_old) /* draft-07 core, section 8.2.3 */
        add_anchor(scan, node, id, false);
    add_anchor(scan, node, node_get(node, S("$anchor")), false);
    add_anchor(scan, node, node_get(node, S("$dynamicAnchor")), true);
    const struct node *recursive = node_get(node, S("$recursiveAnchor"));
    if (node_is(recursive, NODE_BOOL) && recursive->count && scan->resource->root == node)
        scan->resource->recursive = true;
}

/* Looks at NODE, an object of KIND, and what it holds. The readers have bounded the depth. */
static void scan_object(struct scan *scan, const struct node *node, enum object_kind kind)
{
    struct resource *around = scan->resource;
    struct walk_children it;
    struct walk_child child;
    if (node->kind != NODE_OBJECT)
        return;
    if (kind == OBJECT_SCHEMA)
        identify_schema(scan, node);
    enum dialect objects = scan->info->dialect;
    walk_begin(&it, node, kind,
               kind == OBJECT_SCHEMA      ? naming_dialect(scan)
               : objects == DIALECT_COUNT ? DIALECT_OPENAPI_3_1
                                          : objects);
    while (walk_next(&it, &child)) {
        if (child.kind != CHILD_SCHEMA && child.kind != CHILD_OBJECT)
            continue;
        ptrdiff_t len = scan->pointer.len;
        walk_add_steps(&scan->pointer, &child);
        scan_object(scan, child.node, child.object);
        scan->pointer.len = len;
    }
    scan->resource = around;
}

/* True when NAME is that of a keyword whose value is data, whatever it looks like. */
static bool holds_data(str name)
{
    static const str names[] = {STR_INIT("example"), STR_INIT("examples"), STR_INIT("default"),
                                STR_INIT("const"), STR_INIT("enum")};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_equal(name, names[i]))
            return true;
    return str_starts(name, S("x-"));
}

/* True when NAME is that of a keyword whose value is a map of schemas. */
static bool holds_named(str name)
{
    const struct keyword *keyword = keyword_find(OBJECT_SCHEMA, name, DIALECT_OPENAPI_3_1);
    return keyword && keyword->holds == CHILD_SCHEMA && keyword->shape == SHAPE_MAP;
}

/*
 * The same where nothing says what NODE is: every object may be a schema. With NAMED it is the
 * value of a keyword such as "properties", whose members are called anything.
 */
static void scan_anything(struct scan *scan, const struct node *node, bool named)
{
    struct resource *around = scan->resource;
    ptrdiff_t len = scan->pointer.len;
    if (node->kind == NODE_OBJECT)
        identify_schema(scan, node);
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++) {
        str name = node_text(node_key(node, i));
        if (!named && holds_data(name))
            continue;
        pointer_add_token(&scan->pointer, name);
        scan_anything(scan, node_value(node, i), !named && holds_named(name));
        scan->pointer.len = len;
    }
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++) {
        pointer_add_index(&scan->pointer, (ptrdiff_t)i);
        scan_anything(scan, node_item(node, i), false);
        scan->pointer.len = len;
    }
    scan->resource = around;
}

/* True when TEXT may have members that name something, however their names are spelled. */
static bool may_name(str text)
{
    static const str words[] = {STR_INIT("$id"),         STR_INIT("$anchor"),
                                STR_INIT("$schema"),     STR_INIT("$dynamicAnchor"),
                                STR_INIT("$recursiveA"), STR_INIT("u0024"),
                                STR_INIT("x24")};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_find(text, words[i]) >= 0)
            return true;
    return false;
}

/* What the root of a document that says no version looks like. */
static enum object_kind kind_of_root(const struct node *root)
{
    if (node_is(node_get(root, S("components")), NODE_OBJECT) ||
        node_is(node_get(root, S("paths")), NODE_OBJECT))
        return OBJECT_DOCUMENT;
    bool is_schema = node_is(node_get(root, S("$schema")), NODE_STRING) ||
                     node_is(node_get(root, S("$id")), NODE_STRING);
    return is_schema ? OBJECT_SCHEMA : OBJECT_DATA;
}

/*
 * What "jsonSchemaDialect" says of the schemas (OpenAPI 3.1, OpenAPI Object). Plain 2020-12 counts
 * as OpenAPI's own dialect, which only adds annotations: documents name the one and use the other.
 */
static void read_schema_dialect(struct resource *resource, const struct document_info *info,
                                const struct node *root)
{
    name_dialect(resource, node_get(root, S("jsonSchemaDialect")));
    bool own = resource->dialect == DIALECT_2020_12 || resource->dialect == DIALECT_COUNT ||
               dialect_info(resource->dialect)->openapi;
    if (own)
        resource->dialect = info->dialect;
}

static int compare_starts(const void *left, const void *right)
{
    const struct resource *a = *(struct resource *const *)left;
    const struct resource *b = *(struct resource *const *)right;
    if (a->root->start != b->root->start)
        return a->root->start < b->root->start ? -1 : 1;
    return (a->pointer.len > b->pointer.len) - (a->pointer.len < b->pointer.len);
}

void identify(struct registry *registry, struct document *document, struct document_info *info)
{
    const struct node *root = document->root, *said;
    struct scan scan = {.registry = registry,
                        .document = document,
                        .info = info,
                        .pointer = buf_in(registry->sources->arena, PTRDIFF_MAX)};
    bool is_schema = registry->only_schemas;
    info->dialect = is_schema ? DIALECT_COUNT : registry_openapi_version(root, &said);
    info->kind = is_schema                        ? OBJECT_SCHEMA
                 : info->dialect == DIALECT_COUNT ? kind_of_root(root)
                                                  : OBJECT_DOCUMENT;
    if (info->kind == OBJECT_DATA)
        info->kind = registry->unsaid_kind;
    struct resource *whole = add_resource(&scan, root);
    whole->end = document->text.chars.len + 1;
    scan.resource = whole;
    if (info->kind == OBJECT_DOCUMENT) {
        const struct node *self = node_get(root, S("$self"));
        read_schema_dialect(whole, info, root);
        if (node_is(self, NODE_STRING) && node_text(self).len)
            name_resource(&scan, whole, node_text(self));
    }
    bool names_none = info->dialect != DIALECT_COUNT && !dialect_info(info->dialect)->id.len;
    const struct node *schema = node_get(root, S("$schema"));
    bool is_draft_04 = node_is(schema, NODE_STRING)
                           ? dialect_of_uri(node_text(schema)) == DIALECT_DRAFT_04
                           : registry->unsaid_dialect == DIALECT_DRAFT_04;
    bool may_skip = !is_draft_04 && !registry->only_schemas; /* these may be a part of their text */
    if (names_none || (may_skip && !may_name(document->text.chars)))
        return;
    if (info->kind == OBJECT_DATA)
        scan_anything(&scan, root, false);
    else
        scan_object(&scan, root, info->kind);
    /* Merge keys and aliases bring schemas to the walk that stand earlier in the text. */
    qsort(info->resources + 1, (size_t)info->count - 1, sizeof *info->resources, compare_starts);
}
