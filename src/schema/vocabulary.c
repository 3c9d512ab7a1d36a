/*
 * Read the table as sentences: "in a schema of these dialects, minLength asserts, and tightens".
 * The macros are the forms of such a sentence; `keywords` below is written in them.
 */
#include "schema/vocabulary.h"

#include <assert.h>
#include <string.h>

enum {
    D04 = DIALECT_BIT(DIALECT_DRAFT_04),
    D06 = DIALECT_BIT(DIALECT_DRAFT_06),
    D07 = DIALECT_BIT(DIALECT_DRAFT_07),
    D19 = DIALECT_BIT(DIALECT_2019_09),
    D20 = DIALECT_BIT(DIALECT_2020_12),
    V20 = DIALECT_BIT(DIALECT_OPENAPI_2_0),
    V30 = DIALECT_BIT(DIALECT_OPENAPI_3_0),
    V31 = DIALECT_BIT(DIALECT_OPENAPI_3_1),
    V32 = DIALECT_BIT(DIALECT_OPENAPI_3_2),

    /* The drafts of JSON Schema; OpenAPI from 3.1 on is 2020-12 with a vocabulary more. */
    FROM_2020 = D20 | V31 | V32,
    FROM_2019 = D19 | FROM_2020,
    FROM_07 = D07 | FROM_2019,
    FROM_06 = D06 | FROM_07,
    FROM_04 = D04 | FROM_06,
    UNTIL_07 = D04 | D06 | D07,

    FROM_V31 = V31 | V32,
    FROM_V30 = V30 | FROM_V31,
    FROM_V20 = V20 | FROM_V30,

    EVERY = FROM_04 | FROM_V20
};

#define ROW(owner_, dialects_, name_, ...)                                                         \
    {                                                                                              \
        .name = STR_INIT(name_), .owner = OBJECT_##owner_, .dialects = (dialects_), __VA_ARGS__    \
    }

/* A member that is data: its role, and what adding it does. */
#define DATA(owner, dialects, name, role_, effect_)                                                \
    ROW(owner, dialects, name, .role = ROLE_##role_, .effect = EFFECT_##effect_)

/* The same, where the data is an array whose order is that of a set or a sequence. */
#define ARRAY(owner, dialects, name, role_, effect_, order_)                                       \
    ROW(owner, dialects, name, .role = ROLE_##role_, .effect = EFFECT_##effect_,                   \
        .order = ORDER_##order_)

/* A member that asserts something about the instance, so that adding it can only tighten. */
#define ASSERTS(owner, dialects, name) DATA(owner, dialects, name, ASSERTS, TIGHTENS)

/* A member that is there for readers and tools. */
#define ANNOTATES(owner, dialects, name) DATA(owner, dialects, name, ANNOTATES, NEITHER)

/* Members of schemas that are data, with what they become in other dialects. */
#define DATA_AS(translation_, dialects, name, role_, effect_)                                      \
    ARRAY_AS(translation_, dialects, name, role_, effect_, NONE)
#define ARRAY_AS(translation_, dialects, name, role_, effect_, order_)                             \
    ROW(SCHEMA, dialects, name, .role = ROLE_##role_, .effect = EFFECT_##effect_,                  \
        .order = ORDER_##order_, .translation = TRANSLATE_##translation_)
#define ASSERTS_AS(translation, dialects, name)                                                    \
    DATA_AS(translation, dialects, name, ASSERTS, TIGHTENS)
#define ANNOTATES_AS(translation, dialects, name)                                                  \
    DATA_AS(translation, dialects, name, ANNOTATES, NEITHER)

#define IDENTIFIER(owner, dialects, name, effect_)                                                 \
    ROW(owner, dialects, name, .holds = CHILD_IDENTIFIER, .role = ROLE_IDENTIFIES,                 \
        .effect = EFFECT_##effect_, .translation = TRANSLATE_IDENTIFIER)

#define REFERENCE(owner_, dialects, name, effect_)                                                 \
    ROW(owner_, dialects, name, .holds = CHILD_REFERENCE, .object = OBJECT_##owner_,               \
        .role = ROLE_APPLIES, .effect = EFFECT_##effect_)

/* A reference between schemas whose target depends on the path of evaluation. */
#define DYNAMIC_REFERENCE(dialects, name)                                                          \
    ROW(SCHEMA, dialects, name, .holds = CHILD_REFERENCE, .object = OBJECT_SCHEMA,                 \
        .role = ROLE_APPLIES, .effect = EFFECT_TIGHTENS,                                           \
        .translation = TRANSLATE_DYNAMIC_REFERENCE, .dynamic = true)

/* A member that holds one schema or a map of them. */
#define SCHEMAS(owner, dialects, name, shape_, role_, effect_)                                     \
    ROW(owner, dialects, name, .shape = SHAPE_##shape_, .holds = CHILD_SCHEMA,                     \
        .object = OBJECT_SCHEMA, .role = ROLE_##role_, .effect = EFFECT_##effect_)

/*
 * Members of schemas that apply the schemas in them, one, a map or, with an order, an array: what
 * that makes evaluated, and what they become in other dialects.
 */
#define APPLIES(evaluates, translation, dialects, name, shape, effect)                             \
    APPLIES_LIST(evaluates, translation, dialects, name, shape, effect, NONE)
#define APPLIES_LIST(evaluates_, translation_, dialects, name, shape_, effect_, order_)            \
    ROW(SCHEMA, dialects, name, .shape = SHAPE_##shape_, .holds = CHILD_SCHEMA,                    \
        .object = OBJECT_SCHEMA, .role = ROLE_APPLIES, .effect = EFFECT_##effect_,                 \
        .order = ORDER_##order_, .evaluates = EVALUATES_##evaluates_,                              \
        .translation = TRANSLATE_##translation_)

/* A map of named schemas that does nothing by itself. */
#define DEFINITIONS(owner, dialects, name)                                                         \
    ROW(owner, dialects, name, .shape = SHAPE_MAP, .holds = CHILD_SCHEMA, .object = OBJECT_SCHEMA, \
        .role = ROLE_HOLDS, .translation = TRANSLATE_DEFINITIONS)

/* A member that holds one object of another kind, or a map of them. */
#define OBJECTS(owner, dialects, name, shape_, object_, role_, effect_)                            \
    OBJECT_LIST(owner, dialects, name, shape_, object_, role_, effect_, NONE)

/* The same, where it is an array. */
#define OBJECT_LIST(owner, dialects, name, shape_, object_, role_, effect_, order_)                \
    ROW(owner, dialects, name, .shape = SHAPE_##shape_, .holds = CHILD_OBJECT,                     \
        .object = OBJECT_##object_, .role = ROLE_##role_, .effect = EFFECT_##effect_,              \
        .order = ORDER_##order_)

/*
 * Swagger 2.0 gives these members to Parameter (not in body), Items and Header Objects, which are
 * no schemas: nothing in them can refer.
 */
#define SWAGGER_ITEMS(owner)                                                                       \
    ASSERTS(owner, V20, "type"), DATA(owner, V20, "format", ANNOTATES, UNDECIDED),                 \
        OBJECTS(owner, V20, "items", ONE, ITEMS, APPLIES, TIGHTENS),                               \
        DATA(owner, V20, "collectionFormat", ASSERTS, UNDECIDED),                                  \
        ANNOTATES(owner, V20, "default"), ASSERTS(owner, V20, "maximum"),                          \
        ASSERTS(owner, V20, "exclusiveMaximum"), ASSERTS(owner, V20, "minimum"),                   \
        ASSERTS(owner, V20, "exclusiveMinimum"), ASSERTS(owner, V20, "maxLength"),                 \
        ASSERTS(owner, V20, "minLength"), ASSERTS(owner, V20, "pattern"),                          \
        ASSERTS(owner, V20, "maxItems"), ASSERTS(owner, V20, "minItems"),                          \
        ASSERTS(owner, V20, "uniqueItems"), ARRAY(owner, V20, "enum", ASSERTS, TIGHTENS, SET),     \
        ASSERTS(owner, V20, "multipleOf")

/* What Parameter and Header Objects say about the text form of their value, from 3.0 on. */
#define SERIALISED(owner)                                                                          \
    ANNOTATES(owner, FROM_V20, "description"), ASSERTS(owner, FROM_V30, "required"),               \
        ANNOTATES(owner, FROM_V30, "deprecated"),                                                  \
        DATA(owner, FROM_V30, "allowEmptyValue", ASSERTS, UNDECIDED),                              \
        DATA(owner, FROM_V30, "style", ASSERTS, UNDECIDED),                                        \
        DATA(owner, FROM_V30, "explode", ASSERTS, UNDECIDED),                                      \
        DATA(owner, FROM_V30, "allowReserved", ASSERTS, UNDECIDED),                                \
        SCHEMAS(owner, FROM_V30, "schema", ONE, APPLIES, TIGHTENS),                                \
        OBJECTS(owner, FROM_V30, "content", MAP, MEDIA_TYPE, APPLIES, TIGHTENS),                   \
        ANNOTATES(owner, FROM_V30, "example"), ANNOTATES(owner, FROM_V30, "examples")

/*
 * The specifications allow Reference Objects in fewer places than documents have them: Operation
 * Objects in files of their own, for one, are common. Where "$ref" can mean nothing else, it
 * refers.
 */
static const struct keyword keywords[] = {
    /*
     * Schemas: identifiers and references (2020-12 core section 8; draft-07 core sections 8 and 9).
     * Up to draft-07 and in OpenAPI up to 3.0, "$ref" hides what stands beside it, so to add it can
     * have any effect.
     */
    IDENTIFIER(SCHEMA, FROM_04, "$schema", UNDECIDED),
    IDENTIFIER(SCHEMA, D04, "id", UNDECIDED),
    IDENTIFIER(SCHEMA, FROM_06, "$id", UNDECIDED),
    IDENTIFIER(SCHEMA, FROM_2019, "$anchor", NEITHER),
    IDENTIFIER(SCHEMA, FROM_2020, "$dynamicAnchor", UNDECIDED),
    DATA_AS(IDENTIFIER, D19, "$recursiveAnchor", IDENTIFIES, UNDECIDED),
    DATA_AS(IDENTIFIER, FROM_2019, "$vocabulary", IDENTIFIES, UNDECIDED),
    REFERENCE(SCHEMA, UNTIL_07 | V20 | V30, "$ref", UNDECIDED),
    REFERENCE(SCHEMA, FROM_2019, "$ref", TIGHTENS),
    DYNAMIC_REFERENCE(FROM_2020, "$dynamicRef"),
    DYNAMIC_REFERENCE(D19, "$recursiveRef"),
    /* The 2020-12 metaschema still describes these two, but they do nothing there. */
    ANNOTATES_AS(INERT, FROM_2020, "$recursiveAnchor"),
    ANNOTATES_AS(INERT, FROM_2020, "$recursiveRef"),
    ANNOTATES_AS(ANNOTATION, FROM_07, "$comment"),
    DEFINITIONS(SCHEMA, FROM_2019, "$defs"),
    /* From 2019-09 on the metaschema keeps "definitions" for old references into it. */
    DEFINITIONS(SCHEMA, FROM_04, "definitions"),

    /* Schemas: subschemas for the whole instance (2020-12 core section 10.2). */
    APPLIES_LIST(SAME, KEEP, EVERY, "allOf", LIST, TIGHTENS, SET),
    APPLIES_LIST(SAME, KEEP, FROM_04 | V30, "anyOf", LIST, TIGHTENS, SET),
    APPLIES_LIST(SAME, KEEP, FROM_04 | V30, "oneOf", LIST, TIGHTENS, SET),
    APPLIES(NOTHING, KEEP, FROM_04 | V30, "not", ONE, TIGHTENS),
    APPLIES(SAME, IF, FROM_07, "if", ONE, TIGHTENS),
    APPLIES(SAME, THEN, FROM_07, "then", ONE, TIGHTENS),
    APPLIES(SAME, THEN, FROM_07, "else", ONE, TIGHTENS),
    APPLIES(SAME, DEPENDENT, FROM_2019, "dependentSchemas", MAP, TIGHTENS),
    APPLIES(SAME, DEPENDENCIES, UNTIL_07, "dependencies", MAP_OR_NAMES, TIGHTENS),
    /* Split in two in 2019-09; a validator may still apply it. */
    ROW(SCHEMA, FROM_2019, "dependencies", .shape = SHAPE_MAP_OR_NAMES, .holds = CHILD_SCHEMA,
        .object = OBJECT_SCHEMA, .role = ROLE_HOLDS, .effect = EFFECT_UNDECIDED,
        .translation = TRANSLATE_INERT),

    /*
     * Schemas: subschemas for parts of the instance (2020-12 core sections 10.3 and 11). A new name
     * in "properties", "patternProperties" or "prefixItems" takes a part away from a neighbour.
     */
    APPLIES(PROPERTIES, KEEP, EVERY, "properties", MAP, UNDECIDED),
    APPLIES(PROPERTIES, KEEP, FROM_04, "patternProperties", MAP, UNDECIDED),
    APPLIES(PROPERTIES, KEEP, EVERY, "additionalProperties", ONE, TIGHTENS),
    APPLIES(NOTHING, PROPERTY_NAMES, FROM_06, "propertyNames", ONE, TIGHTENS),
    APPLIES_LIST(ITEMS, PREFIX_ITEMS, FROM_2020, "prefixItems", LIST, UNDECIDED, SEQUENCE),
    APPLIES_LIST(ITEMS, ITEMS, UNTIL_07 | D19 | V20, "items", ONE_OR_LIST, TIGHTENS, SEQUENCE),
    APPLIES(ITEMS, KEEP, FROM_2020 | V30, "items", ONE, TIGHTENS),
    APPLIES(ITEMS, ADDITIONAL_ITEMS, UNTIL_07 | D19, "additionalItems", ONE, TIGHTENS),
    APPLIES(NOTHING, CONTAINS, D06 | D07 | D19, "contains", ONE, TIGHTENS),
    APPLIES(ITEMS, CONTAINS, FROM_2020, "contains", ONE, TIGHTENS),
    APPLIES(ITEMS, UNEVALUATED_ITEMS, FROM_2019, "unevaluatedItems", ONE, TIGHTENS),
    APPLIES(PROPERTIES, UNEVALUATED_PROPERTIES, FROM_2019, "unevaluatedProperties", ONE, TIGHTENS),

    /* Schemas: assertions (2020-12 validation section 6). */
    ARRAY(SCHEMA, FROM_04 | FROM_V30, "type", ASSERTS, TIGHTENS, SET),
    ARRAY_AS(TYPE, V20, "type", ASSERTS, TIGHTENS, SET),
    ARRAY_AS(ENUM, EVERY, "enum", ASSERTS, TIGHTENS, SET),
    ASSERTS_AS(CONST, FROM_06, "const"),
    ASSERTS(SCHEMA, EVERY, "multipleOf"),
    ASSERTS(SCHEMA, EVERY, "maximum"),
    ASSERTS_AS(BOUND_FLAG, D04 | V20 | V30, "exclusiveMaximum"),
    ASSERTS_AS(BOUND_NUMBER, FROM_06, "exclusiveMaximum"),
    ASSERTS(SCHEMA, EVERY, "minimum"),
    ASSERTS_AS(BOUND_FLAG, D04 | V20 | V30, "exclusiveMinimum"),
    ASSERTS_AS(BOUND_NUMBER, FROM_06, "exclusiveMinimum"),
    ASSERTS(SCHEMA, EVERY, "maxLength"),
    ASSERTS(SCHEMA, EVERY, "minLength"),
    ASSERTS(SCHEMA, EVERY, "pattern"),
    ASSERTS(SCHEMA, EVERY, "maxItems"),
    ASSERTS(SCHEMA, EVERY, "minItems"),
    ASSERTS(SCHEMA, EVERY, "uniqueItems"),
    ASSERTS_AS(CONTAINS_BOUND, FROM_2019, "maxContains"),
    /* 0 widens "contains". */
    DATA_AS(CONTAINS_BOUND, FROM_2019, "minContains", ASSERTS, UNDECIDED),
    ASSERTS(SCHEMA, EVERY, "maxProperties"),
    ASSERTS(SCHEMA, EVERY, "minProperties"),
    ARRAY_AS(REQUIRED, EVERY, "required", ASSERTS, TIGHTENS, SET),
    ASSERTS_AS(DEPENDENT, FROM_2019, "dependentRequired"),
    DATA_AS(NULLABLE, V30, "nullable", ASSERTS, WIDENS),

    /* Schemas: assertions for some validators, annotations for others (validation section 7, 8). */
    DATA(SCHEMA, UNTIL_07, "format", ASSERTS, UNDECIDED),
    DATA(SCHEMA, FROM_2019, "format", ANNOTATES, UNDECIDED),
    DATA_AS(FORMAT, V20 | V30, "format", ANNOTATES, UNDECIDED),
    DATA_AS(CONTENT, D07, "contentEncoding", ASSERTS, UNDECIDED),
    DATA_AS(CONTENT, D07, "contentMediaType", ASSERTS, UNDECIDED),
    ANNOTATES_AS(CONTENT, FROM_2019, "contentEncoding"),
    ANNOTATES_AS(CONTENT, FROM_2019, "contentMediaType"),
    ROW(SCHEMA, FROM_2019, "contentSchema", .holds = CHILD_SCHEMA, .object = OBJECT_SCHEMA,
        .role = ROLE_ANNOTATES, .effect = EFFECT_NEITHER, .translation = TRANSLATE_CONTENT),

    /* Schemas: annotations (2020-12 validation section 9). */
    ANNOTATES(SCHEMA, EVERY, "title"),
    ANNOTATES(SCHEMA, EVERY, "description"),
    ANNOTATES(SCHEMA, EVERY, "default"),
    ARRAY_AS(ANNOTATION, FROM_06, "examples", ANNOTATES, NEITHER, SEQUENCE),
    ANNOTATES_AS(DEPRECATED, FROM_2019 | V30, "deprecated"),
    ANNOTATES_AS(ANNOTATION, FROM_07, "readOnly"),
    ANNOTATES_AS(ANNOTATION, FROM_07, "writeOnly"),
    /* In OpenAPI up to 3.0 these two decide for which messages "required" holds. */
    DATA_AS(ANNOTATION, V20 | V30, "readOnly", ASSERTS, UNDECIDED),
    DATA_AS(ANNOTATION, V30, "writeOnly", ASSERTS, UNDECIDED),

    /* Schemas: what OpenAPI adds (2.0 and 3.x, Schema Object). */
    ANNOTATES_AS(EXAMPLE, FROM_V20, "example"),
    ANNOTATES(SCHEMA, FROM_V20, "externalDocs"),
    ANNOTATES(SCHEMA, FROM_V20, "xml"),
    /* A property name in 2.0. */
    DATA_AS(DISCRIMINATOR, V20, "discriminator", ASSERTS, UNDECIDED),
    ROW(SCHEMA, FROM_V30, "discriminator", .holds = CHILD_OBJECT, .object = OBJECT_DISCRIMINATOR,
        .role = ROLE_ANNOTATES, .translation = TRANSLATE_DISCRIMINATOR),

    /* Discriminator Object (3.x): it must not change what is valid. */
    ANNOTATES(DISCRIMINATOR, FROM_V30, "propertyName"),
    ROW(DISCRIMINATOR, FROM_V30, "mapping", .shape = SHAPE_MAP, .holds = CHILD_MAPPING,
        .object = OBJECT_SCHEMA, .role = ROLE_ANNOTATES),
    ROW(DISCRIMINATOR, V32, "defaultMapping", .holds = CHILD_MAPPING, .object = OBJECT_SCHEMA,
        .role = ROLE_ANNOTATES),

    /* OpenAPI Object (3.x), Swagger Object (2.0). */
    DATA(DOCUMENT, V20, "swagger", IDENTIFIES, UNDECIDED),
    DATA(DOCUMENT, FROM_V30, "openapi", IDENTIFIES, UNDECIDED),
    IDENTIFIER(DOCUMENT, V32, "$self", UNDECIDED),
    IDENTIFIER(DOCUMENT, FROM_V31, "jsonSchemaDialect", UNDECIDED),
    ANNOTATES(DOCUMENT, FROM_V20, "info"),
    ARRAY(DOCUMENT, FROM_V30, "servers", ANNOTATES, NEITHER, SEQUENCE),
    ANNOTATES(DOCUMENT, V20, "host"),
    ANNOTATES(DOCUMENT, V20, "basePath"),
    ARRAY(DOCUMENT, V20, "schemes", ANNOTATES, NEITHER, SET),
    ARRAY(DOCUMENT, V20, "consumes", ASSERTS, UNDECIDED, SET),
    ARRAY(DOCUMENT, V20, "produces", ASSERTS, UNDECIDED, SET),
    OBJECTS(DOCUMENT, FROM_V20, "paths", ONE, PATHS, HOLDS, UNDECIDED),
    OBJECTS(DOCUMENT, FROM_V31, "webhooks", MAP, PATH_ITEM, HOLDS, UNDECIDED),
    OBJECTS(DOCUMENT, FROM_V30, "components", ONE, COMPONENTS, HOLDS, NEITHER),
    DEFINITIONS(DOCUMENT, V20, "definitions"),
    OBJECTS(DOCUMENT, V20, "parameters", MAP, PARAMETER, HOLDS, NEITHER),
    OBJECTS(DOCUMENT, V20, "responses", MAP, RESPONSE, HOLDS, NEITHER),
    ANNOTATES(DOCUMENT, V20, "securityDefinitions"),
    ARRAY(DOCUMENT, FROM_V20, "security", ASSERTS, UNDECIDED, SET),
    ARRAY(DOCUMENT, FROM_V20, "tags", ANNOTATES, NEITHER, SEQUENCE),
    ANNOTATES(DOCUMENT, FROM_V20, "externalDocs"),

    /* Components Object (3.x). What can hold no schema is data. */
    DEFINITIONS(COMPONENTS, FROM_V30, "schemas"),
    OBJECTS(COMPONENTS, FROM_V30, "responses", MAP, RESPONSE, HOLDS, NEITHER),
    OBJECTS(COMPONENTS, FROM_V30, "parameters", MAP, PARAMETER, HOLDS, NEITHER),
    OBJECTS(COMPONENTS, FROM_V30, "requestBodies", MAP, REQUEST_BODY, HOLDS, NEITHER),
    OBJECTS(COMPONENTS, FROM_V30, "headers", MAP, HEADER, HOLDS, NEITHER),
    OBJECTS(COMPONENTS, FROM_V30, "callbacks", MAP, CALLBACK, HOLDS, NEITHER),
    OBJECTS(COMPONENTS, FROM_V31, "pathItems", MAP, PATH_ITEM, HOLDS, NEITHER),
    OBJECTS(COMPONENTS, V32, "mediaTypes", MAP, MEDIA_TYPE, HOLDS, NEITHER),
    ANNOTATES(COMPONENTS, FROM_V30, "examples"),
    ANNOTATES(COMPONENTS, FROM_V30, "securitySchemes"),
    ANNOTATES(COMPONENTS, FROM_V30, "links"),

    /* Paths Object. */
    REFERENCE(PATHS, FROM_V20, "$ref", UNDECIDED),
    OBJECTS(PATHS, FROM_V20, "", ONE, PATH_ITEM, HOLDS, UNDECIDED),

    /* Path Item Object. */
    REFERENCE(PATH_ITEM, FROM_V20, "$ref", UNDECIDED),
    ANNOTATES(PATH_ITEM, FROM_V30, "summary"),
    ANNOTATES(PATH_ITEM, FROM_V30, "description"),
    OBJECTS(PATH_ITEM, FROM_V20, "get", ONE, OPERATION, HOLDS, UNDECIDED),
    OBJECTS(PATH_ITEM, FROM_V20, "put", ONE, OPERATION, HOLDS, UNDECIDED),
    OBJECTS(PATH_ITEM, FROM_V20, "post", ONE, OPERATION, HOLDS, UNDECIDED),
    OBJECTS(PATH_ITEM, FROM_V20, "delete", ONE, OPERATION, HOLDS, UNDECIDED),
    OBJECTS(PATH_ITEM, FROM_V20, "options", ONE, OPERATION, HOLDS, UNDECIDED),
    OBJECTS(PATH_ITEM, FROM_V20, "head", ONE, OPERATION, HOLDS, UNDECIDED),
    OBJECTS(PATH_ITEM, FROM_V20, "patch", ONE, OPERATION, HOLDS, UNDECIDED),
    OBJECTS(PATH_ITEM, FROM_V30, "trace", ONE, OPERATION, HOLDS, UNDECIDED),
    OBJECTS(PATH_ITEM, V32, "query", ONE, OPERATION, HOLDS, UNDECIDED),
    OBJECTS(PATH_ITEM, V32, "additionalOperations", MAP, OPERATION, HOLDS, UNDECIDED),
    ARRAY(PATH_ITEM, FROM_V30, "servers", ANNOTATES, NEITHER, SEQUENCE),
    OBJECT_LIST(PATH_ITEM, FROM_V20, "parameters", LIST, PARAMETER, APPLIES, UNDECIDED, SET),

    /* Operation Object. */
    REFERENCE(OPERATION, FROM_V20, "$ref", UNDECIDED),
    ARRAY(OPERATION, FROM_V20, "tags", ANNOTATES, NEITHER, SET),
    ANNOTATES(OPERATION, FROM_V20, "summary"),
    ANNOTATES(OPERATION, FROM_V20, "description"),
    ANNOTATES(OPERATION, FROM_V20, "externalDocs"),
    DATA(OPERATION, FROM_V20, "operationId", IDENTIFIES, NEITHER),
    ARRAY(OPERATION, V20, "consumes", ASSERTS, UNDECIDED, SET),
    ARRAY(OPERATION, V20, "produces", ASSERTS, UNDECIDED, SET),
    ARRAY(OPERATION, V20, "schemes", ANNOTATES, NEITHER, SET),
    OBJECT_LIST(OPERATION, FROM_V20, "parameters", LIST, PARAMETER, APPLIES, UNDECIDED, SET),
    OBJECTS(OPERATION, FROM_V30, "requestBody", ONE, REQUEST_BODY, APPLIES, UNDECIDED),
    OBJECTS(OPERATION, FROM_V20, "responses", ONE, RESPONSES, APPLIES, UNDECIDED),
    OBJECTS(OPERATION, FROM_V30, "callbacks", MAP, CALLBACK, HOLDS, UNDECIDED),
    ANNOTATES(OPERATION, FROM_V20, "deprecated"),
    ARRAY(OPERATION, FROM_V20, "security", ASSERTS, UNDECIDED, SET),
    ARRAY(OPERATION, FROM_V30, "servers", ANNOTATES, NEITHER, SEQUENCE),

    /* Parameter Object. In 2.0 "schema" is for the body, and the members of Items for the others.
     */
    REFERENCE(PARAMETER, FROM_V20, "$ref", UNDECIDED),
    DATA(PARAMETER, FROM_V20, "name", IDENTIFIES, UNDECIDED),
    DATA(PARAMETER, FROM_V20, "in", IDENTIFIES, UNDECIDED),
    ASSERTS(PARAMETER, V20, "required"),
    DATA(PARAMETER, V20, "allowEmptyValue", ASSERTS, UNDECIDED),
    SCHEMAS(PARAMETER, V20, "schema", ONE, APPLIES, TIGHTENS),
    SWAGGER_ITEMS(PARAMETER),
    SERIALISED(PARAMETER),

    /* Items Object (2.0). */
    SWAGGER_ITEMS(ITEMS),

    /* Request Body Object (3.x). */
    REFERENCE(REQUEST_BODY, FROM_V30, "$ref", UNDECIDED),
    ANNOTATES(REQUEST_BODY, FROM_V30, "description"),
    OBJECTS(REQUEST_BODY, FROM_V30, "content", MAP, MEDIA_TYPE, APPLIES, UNDECIDED),
    ASSERTS(REQUEST_BODY, FROM_V30, "required"),

    /* Responses Object: status codes and "default". */
    REFERENCE(RESPONSES, FROM_V20, "$ref", UNDECIDED),
    OBJECTS(RESPONSES, FROM_V20, "", ONE, RESPONSE, APPLIES, UNDECIDED),

    /* Response Object. */
    REFERENCE(RESPONSE, FROM_V20, "$ref", UNDECIDED),
    ANNOTATES(RESPONSE, V32, "summary"),
    ANNOTATES(RESPONSE, FROM_V20, "description"),
    SCHEMAS(RESPONSE, V20, "schema", ONE, APPLIES, TIGHTENS),
    ANNOTATES(RESPONSE, V20, "examples"),
    OBJECTS(RESPONSE, FROM_V20, "headers", MAP, HEADER, APPLIES, UNDECIDED),
    OBJECTS(RESPONSE, FROM_V30, "content", MAP, MEDIA_TYPE, APPLIES, UNDECIDED),
    ANNOTATES(RESPONSE, FROM_V30, "links"),

    /* Media Type Object (3.x). Its examples are Example Objects, which are data. */
    REFERENCE(MEDIA_TYPE, FROM_V30, "$ref", UNDECIDED),
    ANNOTATES(MEDIA_TYPE, V32, "description"),
    SCHEMAS(MEDIA_TYPE, FROM_V30, "schema", ONE, APPLIES, TIGHTENS),
    SCHEMAS(MEDIA_TYPE, V32, "itemSchema", ONE, APPLIES, TIGHTENS),
    ANNOTATES(MEDIA_TYPE, FROM_V30, "example"),
    ANNOTATES(MEDIA_TYPE, FROM_V30, "examples"),
    OBJECTS(MEDIA_TYPE, FROM_V30, "encoding", MAP, ENCODING, APPLIES, UNDECIDED),
    OBJECT_LIST(MEDIA_TYPE, V32, "prefixEncoding", LIST, ENCODING, APPLIES, UNDECIDED, SEQUENCE),
    OBJECTS(MEDIA_TYPE, V32, "itemEncoding", ONE, ENCODING, APPLIES, UNDECIDED),

    /* Encoding Object (3.x). */
    DATA(ENCODING, FROM_V30, "contentType", ASSERTS, UNDECIDED),
    OBJECTS(ENCODING, FROM_V30, "headers", MAP, HEADER, APPLIES, UNDECIDED),
    DATA(ENCODING, FROM_V30, "style", ASSERTS, UNDECIDED),
    DATA(ENCODING, FROM_V30, "explode", ASSERTS, UNDECIDED),
    DATA(ENCODING, FROM_V30, "allowReserved", ASSERTS, UNDECIDED),
    OBJECTS(ENCODING, V32, "encoding", MAP, ENCODING, APPLIES, UNDECIDED),
    OBJECT_LIST(ENCODING, V32, "prefixEncoding", LIST, ENCODING, APPLIES, UNDECIDED, SEQUENCE),
    OBJECTS(ENCODING, V32, "itemEncoding", ONE, ENCODING, APPLIES, UNDECIDED),

    /* Header Object. */
    REFERENCE(HEADER, FROM_V30, "$ref", UNDECIDED),
    SWAGGER_ITEMS(HEADER),
    SERIALISED(HEADER),

    /* Callback Object (3.x): runtime expressions. */
    REFERENCE(CALLBACK, FROM_V30, "$ref", UNDECIDED),
    OBJECTS(CALLBACK, FROM_V30, "", ONE, PATH_ITEM, HOLDS, UNDECIDED),
};

enum {
    ROW_COUNT = sizeof keywords / sizeof *keywords,
    SLOT_COUNT = 1024, /* a power of two, over twice the rows */
    LONGEST_NAME = 32
};

static_assert(2 * ROW_COUNT < SLOT_COUNT, "the index must stay sparse");

/*
 * The index: row number + 1 by owner and name, 0 for a free slot. It is made of this table alone,
 * so no document can make it slow. The rows that hold any member have a list by owner instead.
 */
static uint16_t slots[SLOT_COUNT];
static uint16_t any_rows[OBJECT_KIND_COUNT];
static bool indexed;

/* The slot to begin at. NAME is not empty. The first and last bytes tell keywords apart well. */
static unsigned first_slot(enum object_kind owner, str name)
{
    enum { WORD = sizeof(uint64_t) };
    uint64_t head = 0, tail = 0;
    if (name.len >= WORD) {
        memcpy(&head, name.data, WORD);
        memcpy(&tail, name.data + name.len - WORD, WORD);
    } else {
        for (ptrdiff_t i = 0; i < name.len; i++)
            head = head << 8 | (unsigned char)name.data[i];
        tail = head;
    }
    uint64_t mixed = (head ^ (tail << 7 | tail >> 57)) + (uint64_t)name.len * 31 + owner;
    return (unsigned)((mixed * 0x9E3779B97F4A7C15u) >> 54) % SLOT_COUNT;
}

static void make_index(void)
{
    for (unsigned row = 0; row < ROW_COUNT; row++) {
        const struct keyword *keyword = &keywords[row];
        if (!keyword->name.len) {
            any_rows[keyword->owner] = (uint16_t)(row + 1);
            continue;
        }
        assert(keyword->name.len <= LONGEST_NAME);
        unsigned slot = first_slot(keyword->owner, keyword->name);
        while (slots[slot])
            slot = (slot + 1) % SLOT_COUNT;
        slots[slot] = (uint16_t)(row + 1);
    }
    indexed = true;
}

/* The row that holds any member of OWNER but its extensions. */
static const struct keyword *find_any(enum object_kind owner, str name, unsigned dialect)
{
    unsigned row = any_rows[owner];
    if (!row || !(keywords[row - 1].dialects & dialect) || str_starts(name, S("x-")))
        return NULL;
    return &keywords[row - 1];
}

const struct keyword *keyword_find(enum object_kind owner, str name, enum dialect dialect)
{
    if (!indexed)
        make_index();
    unsigned bit = DIALECT_BIT(dialect);
    if (name.len > 0 && name.len <= LONGEST_NAME) {
        unsigned slot = first_slot(owner, name);
        for (; slots[slot]; slot = (slot + 1) % SLOT_COUNT) {
            const struct keyword *keyword = &keywords[slots[slot] - 1];
            if (keyword->owner == owner && (keyword->dialects & bit) &&
                str_equal(keyword->name, name))
                return keyword;
        }
    }
    return find_any(owner, name, bit);
}

const struct keyword *keyword_rows(ptrdiff_t *ret_count)
{
    *ret_count = ROW_COUNT;
    return keywords;
}

static const struct dialect_info dialects[DIALECT_COUNT] = {
    [DIALECT_DRAFT_04] = {.name = STR_INIT("draft-04"),
                          .uri = STR_INIT("http://json-schema.org/draft-04/schema#"),
                          .definitions = STR_INIT("definitions"),
                          .schemas = STR_INIT("/definitions"),
                          .id = STR_INIT("id"),
                          .ref_hides_siblings = true},
    [DIALECT_DRAFT_06] = {.name = STR_INIT("draft-06"),
                          .uri = STR_INIT("http://json-schema.org/draft-06/schema#"),
                          .definitions = STR_INIT("definitions"),
                          .schemas = STR_INIT("/definitions"),
                          .id = STR_INIT("$id"),
                          .ref_hides_siblings = true},
    [DIALECT_DRAFT_07] = {.name = STR_INIT("draft-07"),
                          .uri = STR_INIT("http://json-schema.org/draft-07/schema#"),
                          .definitions = STR_INIT("definitions"),
                          .schemas = STR_INIT("/definitions"),
                          .id = STR_INIT("$id"),
                          .ref_hides_siblings = true},
    [DIALECT_2019_09] = {.name = STR_INIT("2019-09"),
                         .uri = STR_INIT("https://json-schema.org/draft/2019-09/schema"),
                         .definitions = STR_INIT("$defs"),
                         .schemas = STR_INIT("/$defs"),
                         .id = STR_INIT("$id")},
    [DIALECT_2020_12] = {.name = STR_INIT("2020-12"),
                         .uri = STR_INIT("https://json-schema.org/draft/2020-12/schema"),
                         .definitions = STR_INIT("$defs"),
                         .schemas = STR_INIT("/$defs"),
                         .id = STR_INIT("$id")},
    [DIALECT_OPENAPI_2_0] = {.name = STR_INIT("OpenAPI 2.0"),
                             .schemas = STR_INIT("/definitions"),
                             .openapi = true,
                             .ref_hides_siblings = true},
    [DIALECT_OPENAPI_3_0] = {.name = STR_INIT("OpenAPI 3.0"),
                             .schemas = STR_INIT("/components/schemas"),
                             .openapi = true,
                             .ref_hides_siblings = true},
    [DIALECT_OPENAPI_3_1] = {.name = STR_INIT("OpenAPI 3.1"),
                             .uri = STR_INIT("https://spec.openapis.org/oas/3.1/dialect/base"),
                             .definitions = STR_INIT("$defs"),
                             .schemas = STR_INIT("/components/schemas"),
                             .id = STR_INIT("$id"),
                             .openapi = true},
    [DIALECT_OPENAPI_3_2] = {.name = STR_INIT("OpenAPI 3.2"),
                             .uri =
                                 STR_INIT("https://spec.openapis.org/oas/3.2/dialect/2025-09-17"),
                             .definitions = STR_INIT("$defs"),
                             .schemas = STR_INIT("/components/schemas"),
                             .id = STR_INIT("$id"),
                             .openapi = true},
};

const struct dialect_info *dialect_info(enum dialect dialect)
{
    assert(dialect >= 0 && dialect < DIALECT_COUNT);
    return &dialects[dialect];
}

enum dialect dialect_of_name(str name)
{
    for (enum dialect d = 0; d < DIALECT_COUNT; d++)
        if (!dialects[d].openapi && str_equal(dialects[d].name, name))
            return d;
    return DIALECT_COUNT;
}

/* URI without its scheme, http or https, and without an empty fragment; empty for other URIs. */
static str bare_uri(str uri)
{
    str scheme, rest;
    if (!str_cut(uri, ':', &scheme, &rest))
        return (str){0};
    if (!str_equal(scheme, S("https")) && !str_equal(scheme, S("http")))
        return (str){0};
    return str_ends(rest, S("#")) ? str_first(rest, rest.len - 1) : rest;
}

/* True when URI is PREFIX, or a path below it such as a date. */
static bool is_at_or_below(str uri, str prefix)
{
    return str_starts(uri, prefix) && (uri.len == prefix.len || uri.data[prefix.len] == '/');
}

enum dialect dialect_of_uri(str uri)
{
    str bare = bare_uri(uri);
    if (!bare.len)
        return DIALECT_COUNT;
    if (is_at_or_below(bare, S("//spec.openapis.org/oas/3.1/dialect")))
        return DIALECT_OPENAPI_3_1;
    if (is_at_or_below(bare, S("//spec.openapis.org/oas/3.2/dialect")))
        return DIALECT_OPENAPI_3_2;
    for (enum dialect d = 0; d < DIALECT_COUNT; d++)
        if (!dialects[d].openapi && str_equal(bare_uri(dialects[d].uri), bare))
            return d;
    return DIALECT_COUNT;
}
