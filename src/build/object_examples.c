#include "build/object_examples.h"

#include "base/map.h"

struct search {
    const struct openapi *openapi;
    struct lookup lookup; /* that reads nothing */
    struct arena *arena;
    struct map seen; /* addresses of the schema and of the value, for each that was found */
    struct object_examples found;
};

/* True when TEXT ends with END, which is in small letters, in either case. */
static bool ends_with(str text, str end)
{
    if (text.len < end.len)
        return false;
    text = str_skip(text, text.len - end.len);
    for (ptrdiff_t i = 0; i < end.len; i++) {
        char c = text.data[i];
        if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != end.data[i])
            return false;
    }
    return true;
}

/* True for a media type whose values are JSON (RFC 8259, RFC 6839 section 3.1). */
static bool is_json(str media_type)
{
    str name, parameters;
    str_cut(media_type, ';', &name, &parameters);
    while (str_ends(name, S(" ")))
        name = str_first(name, name.len - 1);
    bool is_whole = name.len == S("application/json").len;
    return ends_with(name, S("+json")) || (is_whole && ends_with(name, S("application/json")));
}

/* Adds VALUE, which may be NULL, as an example beside SCHEMA. */
static void add(struct search *s, const struct node *schema, const struct node *value,
                bool is_serialised)
{
    const struct node *pair[] = {schema, value};
    bool is_new = false;
    if (value)
        map_entry(&s->seen, arena_copy(s->arena, (str){(const char *)pair, sizeof pair}), &is_new);
    if (!is_new)
        return;
    struct object_examples *found = &s->found;
    found->at = arena_make_room(s->arena, found->at, sizeof *found->at, found->count, &found->cap);
    found->at[found->count++] = (struct object_example){schema, value, is_serialised};
}

/* Adds the value of EXAMPLE, an Example Object or a reference to one. */
static void add_example_object(struct search *s, const struct node *schema,
                               const struct node *example, bool is_serialised)
{
    const struct node *reference = node_get(example, S("$ref"));
    struct target target;
    if (node_is(reference, NODE_STRING)) {
        if (!resolve_reference(&s->lookup, reference, OBJECT_DATA, &target))
            return;
        example = target.node;
    }
    add(s, schema, node_get(example, S("value")), is_serialised);
    add(s, schema, node_get(example, S("dataValue")), false);
}

/* Adds the examples of OBJECT, which has a schema. */
static void add_examples(struct search *s, const struct node *object, bool is_serialised)
{
    const struct node *schema = node_get(object, S("schema"));
    const struct node *examples = node_get(object, S("examples"));
    if (!schema)
        return;
    add(s, schema, node_get(object, S("example")), is_serialised);
    for (uint32_t i = 0; node_is(examples, NODE_OBJECT) && i < examples->count; i++)
        add_example_object(s, schema, node_value(examples, i), is_serialised);
}

/* Looks at OBJECT, of KIND, and what it holds. The readers have bounded the depth. */
static void look_at(struct search *s, const struct node *object, enum object_kind kind)
{
    struct walk_children it;
    struct walk_child child;
    if (kind == OBJECT_PARAMETER || kind == OBJECT_HEADER)
        add_examples(s, object, true);
    walk_begin(&it, object, kind, s->openapi->dialect);
    while (walk_next(&it, &child)) {
        if (child.kind != CHILD_OBJECT || child.misshapen)
            continue;
        if (child.object == OBJECT_MEDIA_TYPE && child.entry && is_json(node_text(child.entry)))
            add_examples(s, child.node, false);
        look_at(s, child.node, child.object);
    }
}

struct object_examples object_examples_find(const struct openapi *openapi)
{
    struct arena *arena = openapi->sources->arena;
    struct search search = {
        .openapi = openapi, .lookup = openapi->lookup, .arena = arena, .seen = {.arena = arena}};
    struct registry *registry = openapi->lookup.registry;
    struct registry_hush hush;
    const struct dialect_info *info = dialect_info(openapi->dialect);
    if (!info->openapi || openapi->dialect == DIALECT_OPENAPI_2_0)
        return search.found;
    search.lookup.offline = true;
    registry_hush(registry, &hush);
    look_at(&search, openapi->document->root, OBJECT_DOCUMENT);
    registry_speak(registry, &hush);
    return search.found;
}
