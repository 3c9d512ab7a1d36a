/*
 * openapi.c - what options of `schemac extract` add to the rules: views, and discriminators that
 * decide.
 */
#include "oracle.h"

#include "schema/pointer.h"

/* References and allOf in each other, on the way to a mark. */
enum { LONGEST_CHAIN = 20 };

static bool is_true(const struct node *node)
{
    return node_is(node, NODE_BOOL) && node->count;
}

/* Whether something is so for a schema. */
typedef bool (*schema_test)(const struct at *at, str name);

/* True when TEST is for AT's schema or for one that it puts together with it. */
static bool any_together(const struct at *at, schema_test test, str name, int depth)
{
    const struct node *ref = keyword(at, S("$ref")), *all = keyword(at, S("allOf"));
    bool has_ref = node_is(ref, NODE_STRING), alone = has_ref && ref_hides_siblings(at);
    struct at there = *at;
    if (depth == 0)
        return false;
    if (!alone && test(at, name))
        return true;
    for (uint32_t i = 0; !alone && node_is(all, NODE_ARRAY) && i < all->count; i++) {
        there.schema = node_item(all, i);
        if (any_together(&there, test, name, depth - 1))
            return true;
    }
    if (!has_ref)
        return false;
    struct target target = resolve(at->oracle, at->resource, node_text(ref));
    there.resource = target.resource;
    there.schema = target.schema;
    return target.schema && any_together(&there, test, name, depth - 1);
}

/* OpenAPI 2.0 and 3.x, Schema Object, readOnly and writeOnly. */
static bool is_marked(const struct at *at, str name)
{
    const struct rules *rules = &at->oracle->rules;
    (void)name;
    return (rules->request && is_true(keyword(at, S("readOnly")))) ||
           (rules->response && is_true(keyword(at, S("writeOnly"))));
}

static bool has_marked_property(const struct at *at, str name)
{
    struct at there = *at;
    there.schema = node_get(keyword(at, S("properties")), name);
    return there.schema && any_together(&there, is_marked, name, LONGEST_CHAIN);
}

/* True in a "not" or an "if", where no view takes anything out. */
static bool is_negated(const struct at *at)
{
    for (; at; at = at->outer)
        if (at->way == WAY_NOT)
            return true;
    return false;
}

static bool has_view(const struct at *at)
{
    return (at->oracle->rules.request || at->oracle->rules.response) && !is_negated(at);
}

bool view_hides_property(const struct at *at, str name)
{
    return has_view(at) && has_marked_property(at, name);
}

/*
 * The property may stand in any schema that this one is put together with; but what a reference
 * leads to knows nothing of what refers to it.
 */
bool view_hides_name(const struct at *at, str name)
{
    if (!has_view(at))
        return false;
    while (at->way == WAY_ALL && at->outer)
        at = at->outer;
    return any_together(at, has_marked_property, name, LONGEST_CHAIN);
}

/* The schema in LIST, a oneOf or anyOf, that is a reference to something of that NAME. */
static struct target branch_of_name(const struct at *at, const struct node *list, str name)
{
    for (uint32_t i = 0; node_is(list, NODE_ARRAY) && i < list->count; i++) {
        const struct node *ref = node_get(node_item(list, i), S("$ref"));
        str pointer, last;
        if (!node_is(ref, NODE_STRING) ||
            !pointer_from_fragment(at->oracle->scratch, node_text(ref), &pointer) ||
            !pointer_token_decode(at->oracle->scratch,
                                  str_skip(pointer, str_find_last_byte(pointer, '/') + 1), &last))
            continue;
        if (str_equal(last, name))
            return resolve(at->oracle, at->resource, node_text(ref));
    }
    return (struct target){0};
}

/* OpenAPI 3.x, Discriminator Object: mapping values are names of schemas, or references. */
static struct target mapped(const struct at *at, const struct node *value)
{
    str text = node_text(value);
    if (str_find_byte(text, '#') >= 0 || str_find_byte(text, '/') >= 0)
        return resolve(at->oracle, at->resource, text);
    str reference =
        arena_printf(at->oracle->scratch, "#/components/schemas/%.*s", (int)text.len, text.data);
    return resolve(at->oracle, at->resource, reference);
}

bool discriminator_chooses(const struct at *at, struct target *ret_chosen)
{
    const struct node *discriminator = keyword(at, S("discriminator"));
    const struct node *property = node_get(discriminator, S("propertyName"));
    const struct node *any = keyword(at, S("anyOf")), *one = keyword(at, S("oneOf"));
    if (!at->oracle->rules.conditional || !node_is(property, NODE_STRING) || (!any && !one) ||
        at->instance->kind != NODE_OBJECT)
        return false;

    *ret_chosen = (struct target){0};
    const struct node *name = node_get(at->instance, node_text(property));
    if (node_is(name, NODE_STRING)) {
        const struct node *value = node_get(node_get(discriminator, S("mapping")), node_text(name));
        *ret_chosen = node_is(value, NODE_STRING)
                          ? mapped(at, value)
                          : branch_of_name(at, one ? one : any, node_text(name));
    }
    const struct node *otherwise = node_get(discriminator, S("defaultMapping"));
    bool has_default = at->resource->dialect == DIALECT_OPENAPI_3_2;
    if (!ret_chosen->schema && has_default && node_is(otherwise, NODE_STRING))
        *ret_chosen = mapped(at, otherwise);
    return true;
}
