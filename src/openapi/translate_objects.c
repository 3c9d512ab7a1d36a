/*
 * translate_objects.c - what properties depend on, and what their names must be.
 */
#include "openapi/translate_steps.h"

static bool is_schema(const struct node *value)
{
    return value->kind == NODE_OBJECT || value->kind == NODE_BOOL;
}

/* In draft-04 (validation, section 5.4.5) a list of names has an element; an empty one says
 * nothing. */
static bool is_void(const struct node *value)
{
    return value->kind == NODE_ARRAY && value->count == 0;
}

/* The entries of MAP for which PICKED says WANTED. */
static const struct node *entries(struct edit *edit, const struct node *map,
                                  bool (*picked)(const struct node *value), bool wanted)
{
    struct node_stack stack = {0};
    for (uint32_t i = 0; i < map->count; i++)
        if (picked(node_value(map, i)) == wanted) {
            node_push(&stack, *node_key(map, i));
            node_push(&stack, *node_value(map, i));
        }
    return edit_map(edit, &stack);
}

/* Without the entries that draft-04 does not allow. */
static void drop_void_entries(struct edit *edit, struct member *member)
{
    const struct node *rest = entries(edit, member->value, is_void, false);
    if (rest->count == member->value->count)
        return;
    member->value = rest->count ? rest : NULL;
    edit->changed = true;
}

/*
 * "dependencies" (draft-07 validation, section 6.5.7) as the two of 2019-09 (validation, section
 * 6.5.4, and core, section 9.2.2.4).
 */
void step_dependencies(struct edit *edit, struct member *member)
{
    if (member->value->kind != NODE_OBJECT)
        return;
    if (edit->t->to < DIALECT_2019_09) {
        if (edit->t->to == DIALECT_DRAFT_04)
            drop_void_entries(edit, member);
        return;
    }
    const struct node *names = entries(edit, member->value, is_schema, false),
                      *schemas = entries(edit, member->value, is_schema, true);
    if (!names->count) {
        edit_say(edit, member, S("dependentSchemas"), schemas);
        return;
    }
    edit_say(edit, member, S("dependentRequired"), names);
    if (schemas->count)
        edit_insert(edit, member, S("dependentSchemas"), schemas);
}

/* What depends on a property in two ways, a list of names and a schema, in one schema. */
static const struct node *both_dependencies(struct edit *edit, const struct node *a,
                                            const struct node *b)
{
    const struct node *names = a->kind == NODE_ARRAY ? a : b, *schema = names == a ? b : a;
    if (names->kind != NODE_ARRAY || !names->count)
        return schema;
    return EDIT_OBJECT(edit, {S("required"), names}, {S("allOf"), EDIT_LIST(edit, schema)});
}

/* dependentRequired and dependentSchemas as "dependencies". */
void step_dependent(struct edit *edit, struct member *member)
{
    const struct node *map = member->value;
    struct member *other = edit_find(edit, S("dependencies"));
    if (map->kind != NODE_OBJECT || (other && other->value->kind != NODE_OBJECT))
        return;
    const struct node *before = other ? other->value : NULL;
    struct node_stack stack = {0};
    for (uint32_t i = 0; before && i < before->count; i++) {
        const struct node *value = node_value(before, i);
        const struct node *more = node_get(map, node_text(node_key(before, i)));
        node_push(&stack, *node_key(before, i));
        node_push(&stack, *(more ? both_dependencies(edit, value, more) : value));
    }
    for (uint32_t i = 0; i < map->count; i++) {
        const struct node *key = node_key(map, i), *value = node_value(map, i);
        bool is_there = before && node_get(before, node_text(key));
        if (is_there || (edit->t->to == DIALECT_DRAFT_04 && is_void(value)))
            continue;
        node_push(&stack, *key);
        node_push(&stack, *value);
    }
    const struct node *joined = edit_map(edit, &stack);
    if (other) {
        other->value = joined;
        edit_drop(edit, member);
    } else {
        edit_put(edit, member, S("dependencies"), joined);
    }
}

/* What is collected about the names of properties: schemas for the object that all must hold. */
struct names {
    struct edit *edit;
    const struct node **schemas;
    ptrdiff_t count, cap;
    bool complete; /* they say all that was said */
};

static void add_schema(struct names *names, const struct node *schema)
{
    names->schemas = arena_make_room(names->edit->arena, names->schemas, sizeof *names->schemas,
                                     names->count, &names->cap);
    names->schemas[names->count++] = schema;
}

/* An object without properties. */
static void add_no_names(struct names *names)
{
    struct edit *edit = names->edit;
    add_schema(names, EDIT_OBJECT(edit, {S("maxProperties"), edit_number(edit, S("0"))}));
}

/* The names that match PATTERN. */
static void add_pattern(struct names *names, const struct node *pattern)
{
    struct edit *edit = names->edit;
    struct node_stack stack = {0};
    node_push(&stack, *pattern);
    node_push(&stack, *edit_anything(edit));
    add_schema(names, EDIT_OBJECT(edit, {S("patternProperties"), edit_map(edit, &stack)},
                                  {S("additionalProperties"), edit_bool(edit, false)}));
}

/* The strings among VALUES, each once. */
static void add_enum(struct names *names, const struct node *values)
{
    struct edit *edit = names->edit;
    struct map seen = {.arena = edit->arena};
    struct node_stack stack = {0};
    for (uint32_t i = 0; i < values->count; i++) {
        const struct node *value = node_item(values, i);
        bool is_new = false;
        if (value->kind == NODE_STRING)
            map_entry(&seen, node_text(value), &is_new);
        if (is_new) {
            node_push(&stack, *value);
            node_push(&stack, *edit_anything(edit));
        }
    }
    add_schema(names, EDIT_OBJECT(edit, {S("properties"), edit_map(edit, &stack)},
                                  {S("additionalProperties"), edit_bool(edit, false)}));
}

/* True when TYPE, a type or a list of them, has strings. */
static bool type_has_strings(const struct node *type)
{
    if (type->kind != NODE_ARRAY)
        return node_is_text(type, S("string"));
    for (uint32_t i = 0; i < type->count; i++)
        if (node_is_text(node_item(type, i), S("string")))
            return true;
    return false;
}

static void collect_names(struct names *names, const struct node *schema);

/* What the member NAME: VALUE of a schema in draft-04 demands of a string. */
static void collect_member(struct names *names, str name, const struct node *value)
{
    static const char *const of_strings[] = {"maxLength", "minLength", "format", "anyOf",
                                             "oneOf",     "not",       "$ref"};
    if (str_equal(name, S("pattern")) && value->kind == NODE_STRING) {
        add_pattern(names, value);
    } else if (str_equal(name, S("enum")) && value->kind == NODE_ARRAY) {
        add_enum(names, value);
    } else if (str_equal(name, S("type"))) {
        if (!type_has_strings(value))
            add_no_names(names);
    } else if (str_equal(name, S("not")) && value->kind == NODE_OBJECT && !value->count) {
        add_no_names(names);
    } else if (str_equal(name, S("allOf")) && value->kind == NODE_ARRAY) {
        for (uint32_t i = 0; i < value->count; i++)
            collect_names(names, node_item(value, i));
    } else {
        for (size_t i = 0; i < sizeof of_strings / sizeof *of_strings; i++)
            names->complete = names->complete && !str_equal(name, str_of(of_strings[i]));
    }
}

static void collect_names(struct names *names, const struct node *schema)
{
    for (uint32_t i = 0; schema->kind == NODE_OBJECT && i < schema->count; i++)
        collect_member(names, node_text(node_key(schema, i)), node_value(schema, i));
}

/* "propertyNames" (draft-06 validation, section 6.22) in draft-04, which its value is in by now. */
void step_property_names(struct edit *edit, struct member *member)
{
    struct names names = {.edit = edit, .complete = true};
    collect_names(&names, member->value);
    if (!names.complete)
        edit_cannot_say(edit, member, names.count ? "in full" : "and is left out");
    if (names.count)
        edit_require(edit, member, names.schemas, names.count);
    else
        edit_drop(edit, member);
}
