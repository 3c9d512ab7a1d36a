/*
 * evaluate.c - schemas applied to instances: references, subschemas for the same instance, for its
 * parts, and for the parts that no other keyword has looked at (2020-12 core 10 and 11).
 */
#include "oracle.h"
#include "pattern.h"

#include <stdarg.h>
#include <stdio.h>

enum { DEEPEST = 1500 };

bool give_up(struct oracle *oracle, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!oracle->problem)
        oracle->problem = arena_vprintf(oracle->arena, format, args).data;
    va_end(args);
    return false;
}

static bool apply(const struct at *from, enum way way, struct target target,
                  const struct node *instance, bool *seen);

/* Applies SCHEMA, which stands in AT's, to a part of the instance. */
static bool apply_to(const struct at *at, const struct node *schema, const struct node *part)
{
    return apply(at, WAY_PART, (struct target){at->resource, schema}, part, NULL);
}

/* Applies SCHEMA, which stands in AT's, to the same instance. */
static bool apply_here(const struct at *at, enum way way, const struct node *schema)
{
    return apply(at, way, (struct target){at->resource, schema}, at->instance, at->seen);
}

static bool apply_target(const struct at *at, enum way way, struct target target)
{
    return target.schema && apply(at, way, target, at->instance, at->seen);
}

static const struct node *text_keyword(const struct at *at, str name)
{
    const struct node *value = keyword(at, name);
    return node_is(value, NODE_STRING) ? value : NULL;
}

static bool references_hold(const struct at *at)
{
    const struct node *ref = text_keyword(at, S("$ref"));
    const struct node *dynamic = text_keyword(at, S("$dynamicRef"));
    const struct node *recursive = text_keyword(at, S("$recursiveRef"));
    return (!ref ||
            apply_target(at, WAY_TARGET, resolve(at->oracle, at->resource, node_text(ref)))) &&
           (!dynamic || apply_target(at, WAY_TARGET, resolve_dynamic(at, node_text(dynamic)))) &&
           (!recursive ||
            apply_target(at, WAY_TARGET, resolve_recursive(at, node_text(recursive))));
}

/* How many of the schemas in the keyword NAME hold; ALL gets how many there are. */
static uint32_t count_holding(const struct at *at, enum way way, str name, uint32_t *ret_all)
{
    const struct node *list = keyword(at, name);
    uint32_t count = 0;
    *ret_all = node_is(list, NODE_ARRAY) ? list->count : 0;
    for (uint32_t i = 0; i < *ret_all; i++)
        count += apply_here(at, way, node_item(list, i));
    return count;
}

static bool choices_hold(const struct at *at)
{
    uint32_t all, holding;
    struct target chosen;
    if (discriminator_chooses(at, &chosen))
        return apply_target(at, WAY_CHOICE, chosen);
    holding = count_holding(at, WAY_CHOICE, S("anyOf"), &all);
    if (all && !holding)
        return false;
    holding = count_holding(at, WAY_CHOICE, S("oneOf"), &all);
    return !all || holding == 1;
}

static bool combinations_hold(const struct at *at)
{
    uint32_t all, holding = count_holding(at, WAY_ALL, S("allOf"), &all);
    if (holding != all || !choices_hold(at))
        return false;
    const struct node *refused = keyword(at, S("not"));
    struct target target = {at->resource, refused};
    return !refused || !apply(at, WAY_NOT, target, at->instance, NULL);
}

/* 2020-12 core 10.2.2. */
static bool conditions_hold(const struct at *at)
{
    const struct node *condition = keyword(at, S("if"));
    if (!condition)
        return true;
    bool holds = apply_here(at, WAY_NOT, condition);
    const struct node *branch = keyword(at, holds ? S("then") : S("else"));
    return !branch || apply_here(at, WAY_ALL, branch);
}

/* "dependentSchemas", or "dependencies" whose values are schemas. */
static bool dependents_hold(const struct at *at, const struct node *dependents)
{
    bool is_object = at->instance->kind == NODE_OBJECT;
    uint32_t count = is_object && node_is(dependents, NODE_OBJECT) ? dependents->count : 0;
    for (uint32_t i = 0; i < count; i++) {
        str name = node_text(node_key(dependents, i));
        const struct node *schema = node_value(dependents, i);
        if (schema->kind != NODE_ARRAY && node_get(at->instance, name) &&
            !view_hides_name(at, name) && !apply_here(at, WAY_ALL, schema))
            return false;
    }
    return true;
}

/* Applies SCHEMA to item or member I, which then has been looked at. */
static bool apply_to_part(const struct at *at, const struct node *schema, uint32_t i)
{
    bool is_object = at->instance->kind == NODE_OBJECT;
    at->seen[i] = true;
    return apply_to(at, schema,
                    is_object ? node_value(at->instance, i) : node_item(at->instance, i));
}

/* Applies SCHEMA, unless it is NULL, to the parts that DONE does not name. */
static bool apply_to_rest(const struct at *at, const struct node *schema, const bool *done)
{
    for (uint32_t i = 0; schema && i < at->instance->count; i++)
        if (!done[i] && !apply_to_part(at, schema, i))
            return false;
    return true;
}

/* Applies the schemas of "patternProperties" to member I; *DONE tells whether there is any. */
static bool patterns_hold(const struct at *at, uint32_t i, bool *done)
{
    const struct node *patterns = keyword(at, S("patternProperties"));
    str name = node_text(node_key(at->instance, i));
    for (uint32_t j = 0; node_is(patterns, NODE_OBJECT) && j < patterns->count; j++) {
        bool broken = false;
        str pattern = node_text(node_key(patterns, j));
        if (!pattern_matches(at->oracle->scratch, pattern, name, &broken) && !broken)
            continue;
        *done = true;
        if (broken || !apply_to_part(at, node_value(patterns, j), i))
            return broken && give_up(at->oracle, "a pattern is none");
    }
    return true;
}

/*
 * 2020-12 core 10.3.2. An "additionalProperties" knows only what the two keywords beside it have
 * looked at, so these have a list of their own.
 */
static bool members_hold(const struct at *at)
{
    const struct node *object = at->instance, *names = keyword(at, S("propertyNames"));
    if (object->kind != NODE_OBJECT)
        return true;
    bool *done = arena_new(at->oracle->scratch, bool, object->count);
    for (uint32_t i = 0; i < object->count; i++) {
        str name = node_text(node_key(object, i));
        const struct node *named = node_get(keyword(at, S("properties")), name);
        const struct node *schema = named && !view_hides_property(at, name) ? named : NULL;
        done[i] = schema != NULL;
        if ((schema && !apply_to_part(at, schema, i)) ||
            (names && !apply_to(at, names, node_key(object, i))) || !patterns_hold(at, i, &done[i]))
            return false;
    }
    return apply_to_rest(at, keyword(at, S("additionalProperties")), done);
}

/* 2020-12 core 10.3.1.1 and 10.3.1.2; up to 2019-09 (core 9.3.1) the lists have the older names. */
static bool items_hold(const struct at *at)
{
    const struct node *first = keyword(at, S("prefixItems")), *rest = keyword(at, S("items"));
    if (at->instance->kind != NODE_ARRAY)
        return true;
    if (node_is(rest, NODE_ARRAY) && !keyword_is_known(at->resource->dialect, S("prefixItems"))) {
        first = rest;
        rest = keyword(at, S("additionalItems"));
    }
    bool *done = arena_new(at->oracle->scratch, bool, at->instance->count);
    for (uint32_t i = 0; node_is(first, NODE_ARRAY) && i < first->count; i++)
        if (i < at->instance->count) {
            done[i] = true;
            if (!apply_to_part(at, node_item(first, i), i))
                return false;
        }
    return apply_to_rest(at, rest, done);
}

/*
 * 2020-12 core 10.3.1.3: the items that "contains" finds count as looked at; in 2019-09 (core
 * 9.3.1.4) they do not.
 */
static bool contains_holds(const struct at *at)
{
    const struct node *schema = keyword(at, S("contains"));
    if (!schema || at->instance->kind != NODE_ARRAY)
        return true;
    const struct node *minimum = keyword(at, S("minContains"));
    uint32_t count = 0;
    for (uint32_t i = 0; i < at->instance->count; i++)
        if (apply_to(at, schema, node_item(at->instance, i))) {
            count++;
            at->seen[i] = at->seen[i] || at->resource->dialect != DIALECT_2019_09;
        }
    return (minimum || count > 0) && count_is_within(count, minimum, keyword(at, S("maxContains")));
}

/* 2020-12 core 11: what no other keyword here, or in what it applied, has looked at. */
static bool unevaluated_hold(const struct at *at)
{
    if (at->instance->kind == NODE_ARRAY)
        return apply_to_rest(at, keyword(at, S("unevaluatedItems")), at->seen);
    if (at->instance->kind == NODE_OBJECT)
        return apply_to_rest(at, keyword(at, S("unevaluatedProperties")), at->seen);
    return true;
}

static bool all_hold(const struct at *at)
{
    const struct node *ref = text_keyword(at, S("$ref")), *nullable = keyword(at, S("nullable"));
    if (ref && ref_hides_siblings(at))
        return apply_target(at, WAY_TARGET, resolve(at->oracle, at->resource, node_text(ref)));
    /* OpenAPI 3.0.4, Schema Object. */
    if (node_is(nullable, NODE_BOOL) && nullable->count && at->instance->kind == NODE_NULL)
        return true;
    return references_hold(at) && assertions_hold(at) && combinations_hold(at) &&
           conditions_hold(at) && dependents_hold(at, keyword(at, S("dependencies"))) &&
           dependents_hold(at, keyword(at, S("dependentSchemas"))) && members_hold(at) &&
           items_hold(at) && contains_holds(at) && unevaluated_hold(at);
}

/* FROM's oracle says the rest; SEEN, unless it is NULL, gets what was looked at, in success. */
static bool apply(const struct at *from, enum way way, struct target target,
                  const struct node *instance, bool *seen)
{
    struct oracle *oracle = from->oracle;
    const struct node *schema = target.schema;
    if (oracle->problem)
        return false;
    if (schema->kind == NODE_BOOL)
        return schema->count;
    if (schema->kind != NODE_OBJECT)
        return give_up(oracle, "a schema is %s", node_kind_words(schema->kind));
    if (oracle->depth == DEEPEST)
        return give_up(oracle, "evaluation does not end");

    bool has_parts = instance->kind == NODE_ARRAY || instance->kind == NODE_OBJECT;
    uint32_t parts = has_parts ? instance->count : 0;
    struct at at = {.oracle = oracle,
                    .resource = resource_at(oracle, schema, target.resource),
                    .schema = schema,
                    .instance = instance,
                    .outer = from->schema ? from : NULL,
                    .way = way,
                    .seen = arena_new(oracle->scratch, bool, parts)};
    oracle->depth++;
    bool holds = all_hold(&at) && !oracle->problem;
    oracle->depth--;
    for (uint32_t i = 0; holds && seen && i < parts; i++)
        seen[i] = seen[i] || at.seen[i];
    return holds;
}

enum verdict oracle_judge(struct oracle *oracle, const struct resource *home,
                          const struct node *schema, const struct node *instance)
{
    struct arena scratch = {0};
    struct at start = {.oracle = oracle}; /* without a schema: nothing led to the first */
    oracle->problem = NULL;
    oracle->scratch = &scratch;
    bool holds = apply(&start, WAY_PART, (struct target){home, schema}, instance, NULL);
    arena_free(&scratch);
    oracle->scratch = NULL;
    return oracle->problem ? VERDICT_NONE : holds ? VERDICT_VALID : VERDICT_INVALID;
}
