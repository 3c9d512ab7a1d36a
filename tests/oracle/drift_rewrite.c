#include "drift_rewrite.h"

#include "base/buf.h"

static const struct node *get(const struct spot *spot, str name)
{
    return node_get(spot->schema, name);
}

static void put(struct maker *m, struct spot *spot, str name, struct node value)
{
    *spot->schema = value_with_member(m->arena, *spot->schema, name, value);
}

/* False also for draft-07's "$ref", beside which nothing counts. */
static bool may_have_more(const struct maker *m, const struct spot *spot)
{
    return spot->schema->kind == NODE_OBJECT && (m->is_new || !get(spot, S("$ref")));
}

static bool has_anchor(const struct node *schema)
{
    if (schema->kind == NODE_ARRAY || schema->kind == NODE_OBJECT)
        for (uint32_t i = 0; i < schema->count * (schema->kind == NODE_OBJECT ? 2 : 1); i++)
            if (has_anchor(&schema->items[i]))
                return true;
    return node_is_text(schema, S("$dynamicAnchor"));
}

/* ---- order, spelling, annotations ------------------------------------------------------------ */

static void reverse_items(struct maker *m, struct node *list)
{
    struct node reversed = value_array(NULL, 0);
    for (uint32_t i = list->count; i > 0; i--)
        reversed = list_with(m, reversed, *node_item(list, i - 1));
    *list = reversed;
}

static struct node reversed_members(struct maker *m, const struct node *map)
{
    struct node reversed = value_object();
    for (uint32_t i = map->count; i > 0; i--)
        reversed = value_with_member(m->arena, reversed, node_text(node_key(map, i - 1)),
                                     *node_value(map, i - 1));
    return reversed;
}

static bool reorder_list(struct maker *m, struct node *root, struct spot *spot)
{
    static const str names[] = {STR_INIT("enum"),  STR_INIT("required"), STR_INIT("allOf"),
                                STR_INIT("anyOf"), STR_INIT("oneOf"),    STR_INIT("type")};
    (void)root;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct node *list = get(spot, names[i]);
        if (!node_is(list, NODE_ARRAY) || list->count < 2)
            continue;
        struct node reversed = *list;
        reverse_items(m, &reversed);
        put(m, spot, names[i], reversed);
        return true;
    }
    return false;
}

static bool reorder_members(struct maker *m, struct node *root, struct spot *spot)
{
    const struct node *properties = get(spot, S("properties"));
    (void)root;
    if (node_is(properties, NODE_OBJECT) && properties->count > 1)
        put(m, spot, S("properties"), reversed_members(m, properties));
    if (spot->schema->kind != NODE_OBJECT || spot->schema->count < 2)
        return false;
    *spot->schema = reversed_members(m, spot->schema);
    return true;
}

static bool respell_number(struct maker *m, struct node *root, struct spot *spot)
{
    static const str names[] = {STR_INIT("minimum"), STR_INIT("maximum"), STR_INIT("multipleOf"),
                                STR_INIT("maxLength"), STR_INIT("minItems")};
    (void)root;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct node *number = get(spot, names[i]);
        if (!node_is(number, NODE_NUMBER) || str_find_byte(node_text(number), '.') >= 0)
            continue;
        str text = node_text(number);
        put(m, spot, names[i],
            value_number(arena_printf(m->arena, "%.*s.0", (int)text.len, text.data)));
        return true;
    }
    return false;
}

static bool annotate(struct maker *m, struct node *root, struct spot *spot)
{
    static const char *const names[] = {"title",    "description", "$comment", "default",
                                        "examples", "readOnly",    "x-note"};
    uint32_t i = chance_below(m->chance, 7);
    (void)root;
    if (spot->schema->kind != NODE_OBJECT)
        return false;
    struct node value = text_node("another");
    if (i == 4)
        value = list_of_one(m, value);
    else if (i == 5)
        value = value_bool(true);
    put(m, spot, str_of(names[i]), value);
    return true;
}

static bool remove_annotation(struct maker *m, struct node *root, struct spot *spot)
{
    static const str names[] = {STR_INIT("description"), STR_INIT("title"), STR_INIT("default"),
                                STR_INIT("examples"), STR_INIT("readOnly")};
    (void)root;
    for (size_t i = 0; spot->schema->kind == NODE_OBJECT && i < sizeof names / sizeof *names; i++) {
        ptrdiff_t at = node_find(spot->schema, names[i]);
        if (at < 0)
            continue;
        *spot->schema = value_without_member(m->arena, *spot->schema, (uint32_t)at);
        return true;
    }
    return false;
}

/* ---- the same in other words ----------------------------------------------------------------- */

static bool const_or_enum(struct maker *m, struct node *root, struct spot *spot)
{
    const struct node *only = get(spot, S("const")), *values = get(spot, S("enum"));
    (void)root;
    if ((only && values) || (!only && !values) || (values && values->count != 1))
        return false;
    struct node value = only ? list_of_one(m, *only) : *node_item(values, 0);
    ptrdiff_t i = node_find(spot->schema, only ? S("const") : S("enum"));
    bool is_const = only != NULL;
    *spot->schema = value_without_member(m->arena, *spot->schema, (uint32_t)i);
    put(m, spot, is_const ? S("enum") : S("const"), value);
    return true;
}

static bool wrap(struct maker *m, struct node *root, struct spot *spot)
{
    (void)root;
    if (!spot->pointer.len)
        return false;
    *spot->schema = with(m, value_object(), "allOf", list_of_one(m, *spot->schema));
    return true;
}

static bool required_apart(struct maker *m, struct node *root, struct spot *spot)
{
    const struct node *required = get(spot, S("required"));
    (void)root;
    if (!may_have_more(m, spot) || !required || get(spot, S("allOf")))
        return false;
    struct node apart = with(m, value_object(), "required", *required);
    *spot->schema = value_without_member(m->arena, *spot->schema,
                                         (uint32_t)node_find(spot->schema, S("required")));
    put(m, spot, S("allOf"), list_of_one(m, apart));
    return true;
}

static bool true_is_empty(struct maker *m, struct node *root, struct spot *spot)
{
    (void)m, (void)root;
    if (spot->schema->kind != NODE_BOOL || !spot->schema->count)
        return false;
    *spot->schema = value_object();
    return true;
}

/* A list of types becomes a choice among schemas. */
static bool types_apart(struct maker *m, struct node *root, struct spot *spot)
{
    const struct node *types = get(spot, S("type"));
    (void)root;
    if (!may_have_more(m, spot) || !node_is(types, NODE_ARRAY) || get(spot, S("anyOf")))
        return false;
    struct node choices = value_array(NULL, 0);
    for (uint32_t i = 0; i < types->count; i++)
        choices = list_with(m, choices, with(m, value_object(), "type", *node_item(types, i)));
    *spot->schema =
        value_without_member(m->arena, *spot->schema, (uint32_t)node_find(spot->schema, S("type")));
    put(m, spot, S("anyOf"), choices);
    return true;
}

/* ---- definitions ----------------------------------------------------------------------------- */

static str reference_text(struct maker *m, str name)
{
    return arena_printf(m->arena, "#/%s/%.*s", definitions_name(m), (int)name.len, name.data);
}

/* The definition that SPOT, which has nothing else, refers to, and its name. */
static const struct node *referred(struct maker *m, const struct node *root,
                                   const struct spot *spot, str *ret_name)
{
    const struct node *map = node_get(root, str_of(definitions_name(m)));
    const struct node *reference = get(spot, S("$ref"));
    for (uint32_t i = 0; reference && spot->schema->count == 1 && map && i < map->count; i++) {
        *ret_name = node_text(node_key(map, i));
        if (node_is_text(reference, reference_text(m, *ret_name)))
            return has_anchor(node_value(map, i)) ? NULL : node_value(map, i);
    }
    return NULL;
}

static bool is_defined(struct maker *m, const struct node *root, str name)
{
    return node_get(node_get(root, str_of(definitions_name(m))), name);
}

static void define(struct maker *m, struct node *root, const char *name, struct node schema)
{
    const char *definitions = definitions_name(m);
    const struct node *map = node_get(root, str_of(definitions));
    *root = with(m, *root, definitions, with(m, map ? *map : value_object(), name, schema));
}

static bool to_equal_copy(struct maker *m, struct node *root, struct spot *spot)
{
    str name;
    const struct node *schema = referred(m, root, spot, &name);
    if (!schema || !spot->pointer.len || is_defined(m, root, S("Copy")))
        return false;
    struct node copy = *tree_copy(m->arena, schema);
    put(m, spot, S("$ref"), value_string(reference_text(m, S("Copy"))));
    define(m, root, "Copy", copy);
    return true;
}

static bool inlined(struct maker *m, struct node *root, struct spot *spot)
{
    str name;
    const struct node *schema = referred(m, root, spot, &name);
    if (!schema || !spot->pointer.len)
        return false;
    *spot->schema = *tree_copy(m->arena, schema);
    return true;
}

static bool made_definition(struct maker *m, struct node *root, struct spot *spot)
{
    if (!spot->pointer.len || has_anchor(spot->schema) || is_defined(m, root, S("Made")))
        return false;
    struct node schema = *tree_copy(m->arena, spot->schema);
    *spot->schema = with(m, value_object(), "$ref", value_string(reference_text(m, S("Made"))));
    define(m, root, "Made", schema);
    return true;
}

static void rename_references(struct node *tree, str from, str to)
{
    bool is_object = tree->kind == NODE_OBJECT;
    uint32_t count = is_object ? 2 * tree->count : tree->kind == NODE_ARRAY ? tree->count : 0;
    for (uint32_t i = 0; i < count; i++)
        rename_references(&tree->items[i], from, to);
    if (node_is_text(tree, from)) /* no other string looks like that */
        *tree = value_string(to);
}

static bool definition_renamed(struct maker *m, struct node *root, struct spot *spot)
{
    const struct node *map = node_get(root, str_of(definitions_name(m)));
    (void)spot;
    if (!map || !map->count || is_defined(m, root, S("Renamed")))
        return false;
    uint32_t i = chance_below(m->chance, map->count);
    if (has_anchor(node_value(map, i))) /* there may come another of its name */
        return false;
    str name = node_text(node_key(map, i));
    struct node rest = value_without_member(m->arena, *map, i);
    rest = with(m, rest, "Renamed", *node_value(map, i));
    *root = with(m, *root, definitions_name(m), rest);
    rename_references(root, reference_text(m, name), reference_text(m, S("Renamed")));
    return true;
}

const struct rewrite *any_rewrite(struct maker *m)
{
    static const struct rewrite rewrites[] = {
        {"same: list reordered", reorder_list},
        {"same: members reordered", reorder_members},
        {"same: number spelled anew", respell_number},
        {"same: annotation set", annotate},
        {"same: annotation set", annotate},
        {"same: annotation removed", remove_annotation},
        {"same: const or enum of one", const_or_enum},
        {"same: wrapped in allOf", wrap},
        {"same: required in an allOf", required_apart},
        {"same: true is {}", true_is_empty},
        {"same: types in an anyOf", types_apart},
        {"same: $ref to an equal copy", to_equal_copy},
        {"same: $ref inlined", inlined},
        {"same: schema made a definition", made_definition},
        {"same: definition renamed", definition_renamed},
    };
    return &rewrites[chance_below(m->chance, sizeof rewrites / sizeof *rewrites)];
}
