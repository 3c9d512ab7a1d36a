/*
 * assert.c - keywords that compare the instance with values (2020-12 validation 6; the older drafts
 * and OpenAPI 2.0 and 3.0 differ where it is said).
 */
#include "decimal.h"
#include "oracle.h"
#include "pattern.h"

#include <stdio.h>

static bool is_number(const struct node *node)
{
    return node_is(node, NODE_NUMBER);
}

static bool has_type(const struct at *at, const struct node *type)
{
    const struct node *instance = at->instance;
    static const struct {
        str name;
        enum node_kind kind;
    } kinds[] = {
        {STR_INIT("null"), NODE_NULL},     {STR_INIT("boolean"), NODE_BOOL},
        {STR_INIT("number"), NODE_NUMBER}, {STR_INIT("string"), NODE_STRING},
        {STR_INIT("array"), NODE_ARRAY},   {STR_INIT("object"), NODE_OBJECT},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (node_is_text(type, kinds[i].name))
            return instance->kind == kinds[i].kind;
    if (node_is_text(type, S("integer")))
        return is_number(instance) && decimal_is_integer(node_text(instance));
    /* OpenAPI 2.0, Schema Object: a file, which as JSON can only be a string. */
    if (node_is_text(type, S("file")) && at->resource->dialect == DIALECT_OPENAPI_2_0)
        return instance->kind == NODE_STRING;
    return give_up(at->oracle, "a type is none");
}

static bool type_holds(const struct at *at)
{
    const struct node *type = keyword(at, S("type"));
    if (!node_is(type, NODE_ARRAY))
        return !type || has_type(at, type);
    bool any = false;
    for (uint32_t i = 0; i < type->count; i++)
        any = has_type(at, node_item(type, i)) || any;
    return any;
}

static bool values_hold(const struct at *at)
{
    const struct node *values = keyword(at, S("enum")), *only = keyword(at, S("const"));
    bool any = !node_is(values, NODE_ARRAY);
    for (uint32_t i = 0; !any && i < values->count; i++)
        any = node_equal(node_item(values, i), at->instance);
    return any && (!only || node_equal(only, at->instance));
}

/* True when "exclusiveMinimum" and its like are booleans that belong to "minimum". */
static bool has_boolean_bounds(const struct at *at)
{
    enum dialect dialect = at->resource->dialect;
    return dialect == DIALECT_DRAFT_04 || dialect == DIALECT_OPENAPI_2_0 ||
           dialect == DIALECT_OPENAPI_3_0;
}

/* One bound; SIGN is 1 for a lower one, -1 for an upper one. */
static bool bound_holds(const struct at *at, str name, str exclusive_name, int sign)
{
    const struct node *bound = keyword(at, name), *exclusive = keyword(at, exclusive_name);
    bool booleans = has_boolean_bounds(at) || at->oracle->rules.assume_3_0;
    bool without_bound = booleans && node_is(exclusive, NODE_BOOL) && exclusive->count;
    if (is_number(bound)) {
        int order = decimal_compare(node_text(at->instance), node_text(bound)) * sign;
        if (order < 0 || (order == 0 && without_bound))
            return false;
    }
    if (!is_number(exclusive) || has_boolean_bounds(at))
        return true;
    return decimal_compare(node_text(at->instance), node_text(exclusive)) * sign > 0;
}

static bool number_holds(const struct at *at)
{
    if (!is_number(at->instance))
        return true;
    const struct node *divisor = keyword(at, S("multipleOf"));
    bool too_long = false;
    if (is_number(divisor) &&
        !decimal_is_multiple(node_text(at->instance), node_text(divisor), &too_long))
        return too_long && give_up(at->oracle, "numbers are too long to divide");
    return bound_holds(at, S("minimum"), S("exclusiveMinimum"), 1) &&
           bound_holds(at, S("maximum"), S("exclusiveMaximum"), -1);
}

bool count_is_within(ptrdiff_t count, const struct node *minimum, const struct node *maximum)
{
    char text[24];
    int len = snprintf(text, sizeof text, "%td", count);
    return (!is_number(minimum) || decimal_compare((str){text, len}, node_text(minimum)) >= 0) &&
           (!is_number(maximum) || decimal_compare((str){text, len}, node_text(maximum)) <= 0);
}

static ptrdiff_t code_points(str text)
{
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < text.len; i++)
        count += ((unsigned char)text.data[i] & 0xC0) != 0x80;
    return count;
}

static bool string_holds(const struct at *at)
{
    if (at->instance->kind != NODE_STRING)
        return true;
    str text = node_text(at->instance);
    if (!count_is_within(code_points(text), keyword(at, S("minLength")),
                         keyword(at, S("maxLength"))))
        return false;
    const struct node *pattern = keyword(at, S("pattern"));
    bool broken = false;
    if (!node_is(pattern, NODE_STRING) ||
        pattern_matches(at->oracle->scratch, node_text(pattern), text, &broken))
        return true;
    return broken && give_up(at->oracle, "a pattern is none");
}

static bool array_holds(const struct at *at)
{
    const struct node *array = at->instance, *unique = keyword(at, S("uniqueItems"));
    if (array->kind != NODE_ARRAY)
        return true;
    if (!count_is_within(array->count, keyword(at, S("minItems")), keyword(at, S("maxItems"))))
        return false;
    bool wanted = node_is(unique, NODE_BOOL) && unique->count;
    for (uint32_t i = 0; wanted && i < array->count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (node_equal(node_item(array, i), node_item(array, j)))
                return false;
    return true;
}

/* True when the object has all members that NAMES lists, but for those the view hides. */
static bool has_members(const struct at *at, const struct node *names)
{
    for (uint32_t i = 0; node_is(names, NODE_ARRAY) && i < names->count; i++) {
        const struct node *name = node_item(names, i);
        if (name->kind == NODE_STRING && !node_get(at->instance, node_text(name)) &&
            !view_hides_name(at, node_text(name)))
            return false;
    }
    return true;
}

/* "dependentRequired", or "dependencies" whose values are arrays. */
static bool dependents_hold(const struct at *at, const struct node *dependents)
{
    for (uint32_t i = 0; node_is(dependents, NODE_OBJECT) && i < dependents->count; i++) {
        str name = node_text(node_key(dependents, i));
        if (node_get(at->instance, name) && !view_hides_name(at, name) &&
            !has_members(at, node_value(dependents, i)))
            return false;
    }
    return true;
}

static bool object_holds(const struct at *at)
{
    if (at->instance->kind != NODE_OBJECT)
        return true;
    return count_is_within(at->instance->count, keyword(at, S("minProperties")),
                           keyword(at, S("maxProperties"))) &&
           has_members(at, keyword(at, S("required"))) &&
           dependents_hold(at, keyword(at, S("dependentRequired"))) &&
           dependents_hold(at, keyword(at, S("dependencies")));
}

bool assertions_hold(const struct at *at)
{
    return type_holds(at) && values_hold(at) && number_holds(at) && string_holds(at) &&
           array_holds(at) && object_holds(at);
}
