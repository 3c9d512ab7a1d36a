/*
 * keywords.c - which dialect has which keyword, and which of them hold schemas.
 *
 * JSON Schema: core and validation of each draft. OpenAPI 2.0 and 3.0: the lists in their Schema
 * Object, "properties taken from the JSON Schema definition" and "fixed fields"; 3.1 and 3.2 have
 * all of 2020-12.
 */
#include "oracle.h"

enum {
    D04 = 1 << DIALECT_DRAFT_04,
    D06 = 1 << DIALECT_DRAFT_06,
    D07 = 1 << DIALECT_DRAFT_07,
    D19 = 1 << DIALECT_2019_09,
    SWAGGER = 1 << DIALECT_OPENAPI_2_0,
    OPENAPI_3_0 = 1 << DIALECT_OPENAPI_3_0,
    OPENAPI_3_1 = 1 << DIALECT_OPENAPI_3_1 | 1 << DIALECT_OPENAPI_3_2,
    D20 = 1 << DIALECT_2020_12 | OPENAPI_3_1,

    ALL = D04 | D06 | D07 | D19 | D20 | SWAGGER | OPENAPI_3_0,
    ALL_DRAFTS = ALL & ~(SWAGGER | OPENAPI_3_0),
    TO_07 = D04 | D06 | D07
};

/* What the value is, as far as it holds schemas. */
enum holds { NO_SCHEMA, A_SCHEMA, SCHEMA_LIST, SCHEMA_MAP };

static const struct {
    str name;
    unsigned dialects;
    enum holds holds, or_holds; /* where it may be of two forms */
} keywords[] = {
    {STR_INIT("$ref"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("$recursiveRef"), D19, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("$dynamicRef"), D20, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("definitions"), ALL_DRAFTS, SCHEMA_MAP, NO_SCHEMA},
    {STR_INIT("$defs"), D19 | D20, SCHEMA_MAP, NO_SCHEMA},

    {STR_INIT("type"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("enum"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("const"), ALL_DRAFTS & ~D04, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("nullable"), OPENAPI_3_0, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("multipleOf"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("maximum"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("exclusiveMaximum"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("minimum"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("exclusiveMinimum"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("maxLength"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("minLength"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("pattern"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("maxItems"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("minItems"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("uniqueItems"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("maxProperties"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("minProperties"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("required"), ALL, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("dependentRequired"), D19 | D20, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("maxContains"), D19 | D20, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("minContains"), D19 | D20, NO_SCHEMA, NO_SCHEMA},

    {STR_INIT("allOf"), ALL, SCHEMA_LIST, NO_SCHEMA},
    {STR_INIT("anyOf"), ALL & ~SWAGGER, SCHEMA_LIST, NO_SCHEMA},
    {STR_INIT("oneOf"), ALL & ~SWAGGER, SCHEMA_LIST, NO_SCHEMA},
    {STR_INIT("not"), ALL & ~SWAGGER, A_SCHEMA, NO_SCHEMA},
    {STR_INIT("if"), D07 | D19 | D20, A_SCHEMA, NO_SCHEMA},
    {STR_INIT("then"), D07 | D19 | D20, A_SCHEMA, NO_SCHEMA},
    {STR_INIT("else"), D07 | D19 | D20, A_SCHEMA, NO_SCHEMA},
    {STR_INIT("dependencies"), TO_07, SCHEMA_MAP, NO_SCHEMA},
    {STR_INIT("dependentSchemas"), D19 | D20, SCHEMA_MAP, NO_SCHEMA},

    {STR_INIT("properties"), ALL, SCHEMA_MAP, NO_SCHEMA},
    {STR_INIT("patternProperties"), ALL_DRAFTS, SCHEMA_MAP, NO_SCHEMA},
    {STR_INIT("additionalProperties"), ALL, A_SCHEMA, NO_SCHEMA},
    {STR_INIT("propertyNames"), ALL_DRAFTS & ~D04, A_SCHEMA, NO_SCHEMA},
    {STR_INIT("prefixItems"), D20, SCHEMA_LIST, NO_SCHEMA},
    {STR_INIT("items"), ALL, A_SCHEMA, SCHEMA_LIST},
    {STR_INIT("additionalItems"), TO_07 | D19, A_SCHEMA, NO_SCHEMA},
    {STR_INIT("contains"), ALL_DRAFTS & ~D04, A_SCHEMA, NO_SCHEMA},
    {STR_INIT("unevaluatedItems"), D19 | D20, A_SCHEMA, NO_SCHEMA},
    {STR_INIT("unevaluatedProperties"), D19 | D20, A_SCHEMA, NO_SCHEMA},

    {STR_INIT("contentSchema"), D19 | D20, A_SCHEMA, NO_SCHEMA},
    {STR_INIT("discriminator"), OPENAPI_3_0 | OPENAPI_3_1, NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("readOnly"), ALL & ~(D04 | D06), NO_SCHEMA, NO_SCHEMA},
    {STR_INIT("writeOnly"), ALL & ~(D04 | D06 | SWAGGER), NO_SCHEMA, NO_SCHEMA},
};
enum { KEYWORD_COUNT = sizeof keywords / sizeof *keywords };

static int find(enum dialect dialect, str name)
{
    for (int i = 0; i < KEYWORD_COUNT; i++)
        if (str_equal(keywords[i].name, name))
            return keywords[i].dialects & 1u << dialect ? i : -1;
    return -1;
}

bool keyword_is_known(enum dialect dialect, str name)
{
    return find(dialect, name) >= 0;
}

const struct node *keyword(const struct at *at, str name)
{
    const struct node *value = node_get(at->schema, name);
    bool known = value && (keyword_is_known(at->resource->dialect, name) ||
                           (at->oracle->rules.assume_3_0 && str_equal(name, S("nullable"))));
    return known ? value : NULL;
}

/* draft-04 zyp 7 to draft-07 core 8.3; Reference Object of OpenAPI 2.0 and 3.0. */
bool ref_hides_siblings(const struct at *at)
{
    unsigned hiding = TO_07 | SWAGGER | OPENAPI_3_0;
    return (hiding & 1u << at->resource->dialect) && !at->oracle->rules.honour_ref_siblings;
}

/* True when VALUE is of the form FORM. */
static bool has_form(const struct node *value, enum holds form)
{
    switch (form) {
    case A_SCHEMA:
        return value->kind == NODE_OBJECT || value->kind == NODE_BOOL;
    case SCHEMA_LIST:
        return value->kind == NODE_ARRAY;
    case SCHEMA_MAP:
        return value->kind == NODE_OBJECT;
    default:
        return false;
    }
}

/* The schema number ITEM that VALUE of the form FORM holds, or NULL. */
static const struct node *held(const struct node *value, enum holds form, uint32_t item)
{
    if (!has_form(value, form))
        return NULL;
    if (form == A_SCHEMA)
        return item == 0 ? value : NULL;
    if (item >= value->count)
        return NULL;
    return form == SCHEMA_LIST ? node_item(value, item) : node_value(value, item);
}

const struct node *child_schemas_next(struct child_schemas *children)
{
    const struct node *schema = children->schema;
    if (schema->kind != NODE_OBJECT)
        return NULL;
    for (; children->member < schema->count; children->member++, children->item = 0) {
        int i = find(children->dialect, node_text(node_key(schema, children->member)));
        if (i < 0)
            continue;
        const struct node *value = node_value(schema, children->member);
        enum holds form =
            has_form(value, keywords[i].holds) ? keywords[i].holds : keywords[i].or_holds;
        const struct node *child = held(value, form, children->item);
        if (child) {
            children->item++;
            return child;
        }
    }
    return NULL;
}
