#include "grow.h"

#include "pattern.h"

#include <stdlib.h>

enum { TRIES = 20, LONGEST_ARRAY = 8 };

/* Members that no keyword names: so many are tried, each with a chance of one in. */
enum { MORE_TRIES = 20, MORE_ONE_IN = 40 };

/* A schema and what is grown from it. */
struct place {
    struct grower *g;
    struct at at;
    int depth;
};

static const struct node *get(const struct place *p, str name)
{
    return keyword(&p->at, name);
}

static struct node any_value(struct grower *g)
{
    return pool_value(g->pool, g->chance);
}

static bool often(struct grower *g)
{
    return chance_of(g->chance, 15, 16);
}

static bool half(struct grower *g)
{
    return chance_of(g->chance, 1, 2);
}

/* What SCHEMA, which stands in the place's, says; anything when it is NULL. */
static struct node grow_in(const struct place *p, const struct node *schema)
{
    if (!schema)
        return any_value(p->g);
    return grow(p->g, (struct target){p->at.resource, schema}, p->depth - 1);
}

/* The value of a keyword as a count, or OTHERWISE. */
static uint32_t count_of(const struct node *value, uint32_t otherwise)
{
    return node_is(value, NODE_NUMBER) ? (uint32_t)strtoul(value->chars, NULL, 10) : otherwise;
}

/* ---- by type --------------------------------------------------------------------------------- */

/* A name that matches PATTERN, or that just comes. */
static str name_like(const struct place *p, str pattern)
{
    str name = pool_name(p->g->pool, p->g->chance);
    bool broken;
    for (int i = 0; i < TRIES && !pattern_matches(p->g->arena, pattern, name, &broken); i++)
        name = pool_name(p->g->pool, p->g->chance);
    return name;
}

static struct node with_more_members(const struct place *p, struct node object)
{
    const struct node *patterns = get(p, S("patternProperties"));
    const struct node *more = get(p, S("additionalProperties"));
    const struct node *rest = more ? more : get(p, S("unevaluatedProperties"));
    uint32_t fewest = count_of(get(p, S("minProperties")), 0);
    for (uint32_t i = 0; node_is(patterns, NODE_OBJECT) && i < patterns->count; i++)
        if (half(p->g))
            object = value_with_member(p->g->arena, object,
                                       name_like(p, node_text(node_key(patterns, i))),
                                       grow_in(p, node_value(patterns, i)));
    for (int i = 0; i < MORE_TRIES; i++)
        if (chance_of(p->g->chance, 1, MORE_ONE_IN) || object.count < fewest)
            object = value_with_member(p->g->arena, object, pool_name(p->g->pool, p->g->chance),
                                       grow_in(p, rest));
    return object;
}

static struct node grow_object(const struct place *p)
{
    const struct node *properties = get(p, S("properties")), *required = get(p, S("required"));
    struct node object = value_object();
    for (uint32_t i = 0; node_is(properties, NODE_OBJECT) && i < properties->count; i++)
        if (chance_of(p->g->chance, 2, 3))
            object = value_with_member(p->g->arena, object, node_text(node_key(properties, i)),
                                       grow_in(p, node_value(properties, i)));
    for (uint32_t i = 0; node_is(required, NODE_ARRAY) && i < required->count; i++) {
        const struct node *name = node_item(required, i);
        if (name->kind == NODE_STRING && node_find(&object, node_text(name)) < 0 && often(p->g))
            object = value_with_member(p->g->arena, object, node_text(name),
                                       grow_in(p, node_get(properties, node_text(name))));
    }
    return with_more_members(p, object);
}

/* The schema that item I has to follow first of all. */
static const struct node *schema_of_item(const struct place *p, uint32_t i)
{
    const struct node *first = get(p, S("prefixItems")), *rest = get(p, S("items"));
    const struct node *contains = get(p, S("contains"));
    if (node_is(rest, NODE_ARRAY)) {
        first = rest;
        rest = get(p, S("additionalItems"));
    }
    if (node_is(first, NODE_ARRAY) && i < first->count)
        return node_item(first, i);
    if (contains && half(p->g))
        return contains;
    return rest ? rest : get(p, S("unevaluatedItems"));
}

static struct node grow_array(const struct place *p)
{
    uint32_t fewest = count_of(get(p, S("minItems")), 0);
    uint32_t most = count_of(get(p, S("maxItems")), fewest + 3);
    uint32_t count = chance_below(p->g->chance, 5);
    if (half(p->g))
        count = half(p->g) ? fewest : most;
    if (chance_of(p->g->chance, 1, 8))
        count++;
    struct node array = value_array(NULL, 0);
    for (uint32_t i = 0; i < count && i < LONGEST_ARRAY; i++)
        array = value_with_item(p->g->arena, array, i, grow_in(p, schema_of_item(p, i)));
    return array;
}

/* A value of the pool that is of the right kind and that, if it can be, all assertions let pass. */
static struct node grow_scalar(const struct place *p, enum node_kind kind)
{
    struct node value = any_value(p->g);
    for (int i = 0; i < 4 * TRIES; i++) {
        struct at at = p->at;
        at.instance = &value;
        if (value.kind == kind && assertions_hold(&at))
            break;
        value = any_value(p->g);
    }
    return value;
}

static struct node grow_kind(const struct place *p, str type)
{
    if (str_equal(type, S("object")))
        return grow_object(p);
    if (str_equal(type, S("array")))
        return grow_array(p);
    if (str_equal(type, S("null")))
        return value_null();
    if (str_equal(type, S("boolean")))
        return value_bool(half(p->g));
    bool number = str_equal(type, S("number")) || str_equal(type, S("integer"));
    return grow_scalar(p, number ? NODE_NUMBER : NODE_STRING);
}

/* The type that the schema says or, without one, that its keywords are about; empty for none. */
static str choose_type(const struct place *p)
{
    static const struct {
        str keyword, type;
    } hints[] = {
        {STR_INIT("properties"), STR_INIT("object")},
        {STR_INIT("required"), STR_INIT("object")},
        {STR_INIT("patternProperties"), STR_INIT("object")},
        {STR_INIT("additionalProperties"), STR_INIT("object")},
        {STR_INIT("propertyNames"), STR_INIT("object")},
        {STR_INIT("minProperties"), STR_INIT("object")},
        {STR_INIT("maxProperties"), STR_INIT("object")},
        {STR_INIT("dependencies"), STR_INIT("object")},
        {STR_INIT("dependentRequired"), STR_INIT("object")},
        {STR_INIT("dependentSchemas"), STR_INIT("object")},
        {STR_INIT("unevaluatedProperties"), STR_INIT("object")},
        {STR_INIT("items"), STR_INIT("array")},
        {STR_INIT("prefixItems"), STR_INIT("array")},
        {STR_INIT("contains"), STR_INIT("array")},
        {STR_INIT("minItems"), STR_INIT("array")},
        {STR_INIT("maxItems"), STR_INIT("array")},
        {STR_INIT("uniqueItems"), STR_INIT("array")},
        {STR_INIT("unevaluatedItems"), STR_INIT("array")},
        {STR_INIT("minLength"), STR_INIT("string")},
        {STR_INIT("maxLength"), STR_INIT("string")},
        {STR_INIT("pattern"), STR_INIT("string")},
        {STR_INIT("minimum"), STR_INIT("number")},
        {STR_INIT("maximum"), STR_INIT("number")},
        {STR_INIT("exclusiveMinimum"), STR_INIT("number")},
        {STR_INIT("exclusiveMaximum"), STR_INIT("number")},
        {STR_INIT("multipleOf"), STR_INIT("number")},
    };
    enum { HINT_COUNT = sizeof hints / sizeof *hints };
    const struct node *type = get(p, S("type"));
    if (node_is(type, NODE_ARRAY) && type->count)
        type = node_item(type, chance_below(p->g->chance, type->count));
    if (node_is(type, NODE_STRING))
        return node_text(type);
    uint32_t first = chance_below(p->g->chance, HINT_COUNT);
    for (uint32_t i = 0; i < HINT_COUNT; i++)
        if (get(p, hints[(first + i) % HINT_COUNT].keyword))
            return hints[(first + i) % HINT_COUNT].type;
    return (str){0};
}

/* ---- from other schemas ---------------------------------------------------------------------- */

/* A value that is grown, piece by piece. */
struct growth {
    struct node value;
    bool is_there;
};

/* Objects are laid over each other; of other values one is taken. */
static void merge(struct grower *g, struct growth *growth, struct node other)
{
    bool objects = growth->value.kind == NODE_OBJECT && other.kind == NODE_OBJECT;
    if (growth->is_there && objects) {
        for (uint32_t i = 0; i < other.count; i++)
            growth->value = value_with_member(
                g->arena, growth->value, node_text(node_key(&other, i)), *node_value(&other, i));
    } else if (!growth->is_there || half(g)) {
        growth->value = other;
    }
    growth->is_there = true;
}

static void merge_schema(const struct place *p, struct growth *growth, const struct node *schema)
{
    if (schema)
        merge(p->g, growth, grow_in(p, schema));
}

static void merge_reference(const struct place *p, struct growth *growth, str name)
{
    const struct node *reference = get(p, name);
    if (!node_is(reference, NODE_STRING))
        return;
    struct target target = resolve(p->g->oracle, p->at.resource, node_text(reference));
    if (target.schema)
        merge(p->g, growth, grow(p->g, target, p->depth - 1));
}

static const struct node *one_of(struct grower *g, const struct node *list)
{
    bool any = node_is(list, NODE_ARRAY) && list->count;
    return any ? node_item(list, chance_below(g->chance, list->count)) : NULL;
}

static void merge_applied(const struct place *p, struct growth *growth)
{
    const struct node *all = get(p, S("allOf")), *condition = get(p, S("if"));
    const struct node *dependents = get(p, S("dependentSchemas"));
    for (uint32_t i = 0; node_is(all, NODE_ARRAY) && i < all->count; i++)
        merge_schema(p, growth, node_item(all, i));
    merge_schema(p, growth, one_of(p->g, get(p, S("anyOf"))));
    merge_schema(p, growth, one_of(p->g, get(p, S("oneOf"))));
    if (condition && half(p->g)) {
        merge_schema(p, growth, condition);
        merge_schema(p, growth, get(p, S("then")));
    } else if (condition) {
        merge_schema(p, growth, get(p, S("else")));
    }
    if (!dependents)
        dependents = get(p, S("dependencies"));
    for (uint32_t i = 0; node_is(dependents, NODE_OBJECT) && i < dependents->count; i++)
        if (half(p->g))
            merge_schema(p, growth, node_value(dependents, i));
    if (chance_of(p->g->chance, 1, 8))
        merge_schema(p, growth, get(p, S("not")));
}

static struct node grow_all(const struct place *p)
{
    struct growth growth = {0};
    const struct node *values = get(p, S("enum")), *only = get(p, S("const"));
    str type = choose_type(p);
    if (get(p, S("nullable")) && chance_of(p->g->chance, 1, 8))
        return value_null();
    if ((values || only) && often(p->g)) {
        const struct node *value = only ? only : one_of(p->g, values);
        return value ? *value : value_null();
    }
    if (type.len)
        merge(p->g, &growth, grow_kind(p, type));
    merge_reference(p, &growth, S("$ref"));
    merge_reference(p, &growth, S("$dynamicRef"));
    merge_reference(p, &growth, S("$recursiveRef"));
    merge_applied(p, &growth);
    return growth.is_there ? growth.value : any_value(p->g);
}

struct node grow(struct grower *g, struct target target, int depth)
{
    if (target.schema->kind != NODE_OBJECT || depth <= 0)
        return any_value(g);
    struct place place = {g,
                          {.oracle = g->oracle,
                           .resource = resource_at(g->oracle, target.schema, target.resource),
                           .schema = target.schema},
                          depth};
    return often(g) ? grow_all(&place) : mutate(g, grow_all(&place), 1);
}

/* ---- without a schema ------------------------------------------------------------------------ */

static struct node mutate_object(struct grower *g, struct node object, int depth)
{
    uint32_t i = object.count ? chance_below(g->chance, object.count) : 0;
    if (!object.count || chance_of(g->chance, 1, 4))
        return value_with_member(g->arena, object, pool_name(g->pool, g->chance), any_value(g));
    str key = node_text(node_key(&object, i));
    if (chance_of(g->chance, 1, 3))
        return value_without_member(g->arena, object, i);
    struct node value = depth > 0 ? mutate(g, *node_value(&object, i), depth - 1) : any_value(g);
    return value_with_member(g->arena, object, key, value);
}

static struct node mutate_array(struct grower *g, struct node array, int depth)
{
    uint32_t i = array.count ? chance_below(g->chance, array.count) : 0;
    if (!array.count || chance_of(g->chance, 1, 4)) {
        struct node more = array.count && half(g) ? *node_item(&array, i) : any_value(g);
        return value_with_item(g->arena, array, array.count, more);
    }
    if (chance_of(g->chance, 1, 3))
        return value_without_item(g->arena, array, i);
    struct node value = depth > 0 ? mutate(g, *node_item(&array, i), depth - 1) : any_value(g);
    return value_with_item(g->arena, array, i, value);
}

struct node mutate(struct grower *g, struct node value, int depth)
{
    if (value.kind == NODE_OBJECT && often(g))
        return mutate_object(g, value, depth);
    if (value.kind == NODE_ARRAY && often(g))
        return mutate_array(g, value, depth);
    return any_value(g);
}
