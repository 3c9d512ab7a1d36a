/* The table of keywords, held against itself and against the lists of the standards. */
#include "schema/vocabulary.h"

#include "tap.h"

/* The keywords of a schema by dialect, as the standards define them; see keywords_of_dialect. */
#define VALIDATION                                                                                 \
    " type enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength"  \
    " pattern maxItems minItems uniqueItems maxProperties minProperties required format"           \
    " title description default "
#define DRAFT_04                                                                                   \
    VALIDATION "$schema $ref definitions properties patternProperties additionalProperties items"  \
               " additionalItems dependencies allOf anyOf oneOf not "
#define DRAFT_06 DRAFT_04 "$id const contains propertyNames examples "
#define DRAFT_07                                                                                   \
    DRAFT_06 "$comment if then else readOnly writeOnly contentEncoding contentMediaType "
#define DRAFT_2019                                                                                 \
    DRAFT_07 "$anchor $recursiveRef $recursiveAnchor $vocabulary $defs dependentSchemas"           \
             " dependentRequired unevaluatedItems unevaluatedProperties maxContains minContains"   \
             " contentSchema deprecated "
#define DRAFT_2020                                                                                 \
    VALIDATION                                                                                     \
    "$schema $ref definitions properties patternProperties additionalProperties items"             \
    " dependencies allOf anyOf oneOf not $id const contains propertyNames examples"                \
    " $comment if then else readOnly writeOnly contentEncoding contentMediaType $anchor"           \
    " $recursiveRef $recursiveAnchor $vocabulary $defs dependentSchemas"                           \
    " dependentRequired unevaluatedItems unevaluatedProperties maxContains minContains"            \
    " contentSchema deprecated prefixItems $dynamicRef $dynamicAnchor "
#define OPENAPI_2_0                                                                                \
    VALIDATION "$ref items allOf properties additionalProperties discriminator readOnly xml"       \
               " externalDocs example "
#define OPENAPI_3_0 OPENAPI_2_0 "anyOf oneOf not nullable writeOnly deprecated "
#define OPENAPI_3_1 DRAFT_2020 "discriminator xml externalDocs example "

static const char *const keywords_of_dialect[DIALECT_COUNT] = {
    [DIALECT_DRAFT_04] = DRAFT_04 "id",  [DIALECT_DRAFT_06] = DRAFT_06,
    [DIALECT_DRAFT_07] = DRAFT_07,       [DIALECT_2019_09] = DRAFT_2019,
    [DIALECT_2020_12] = DRAFT_2020,      [DIALECT_OPENAPI_2_0] = OPENAPI_2_0,
    [DIALECT_OPENAPI_3_0] = OPENAPI_3_0, [DIALECT_OPENAPI_3_1] = OPENAPI_3_1,
    [DIALECT_OPENAPI_3_2] = OPENAPI_3_1,
};

/* Those of them that hold schemas. */
static const char *const holders_of_dialect[DIALECT_COUNT] = {
    [DIALECT_DRAFT_04] = "definitions properties patternProperties additionalProperties items"
                         " additionalItems dependencies allOf anyOf oneOf not",
    [DIALECT_DRAFT_06] = "definitions properties patternProperties additionalProperties items"
                         " additionalItems dependencies allOf anyOf oneOf not contains"
                         " propertyNames",
    [DIALECT_DRAFT_07] = "definitions properties patternProperties additionalProperties items"
                         " additionalItems dependencies allOf anyOf oneOf not contains"
                         " propertyNames if then else",
    [DIALECT_2019_09] = "definitions $defs properties patternProperties additionalProperties items"
                        " additionalItems dependencies dependentSchemas allOf anyOf oneOf not"
                        " contains propertyNames if then else unevaluatedItems"
                        " unevaluatedProperties contentSchema",
    [DIALECT_2020_12] = "definitions $defs properties patternProperties additionalProperties items"
                        " prefixItems dependencies dependentSchemas allOf anyOf oneOf not contains"
                        " propertyNames if then else unevaluatedItems unevaluatedProperties"
                        " contentSchema",
    [DIALECT_OPENAPI_2_0] = "properties additionalProperties items allOf",
    [DIALECT_OPENAPI_3_0] = "properties additionalProperties items allOf anyOf oneOf not",
    [DIALECT_OPENAPI_3_1] = "definitions $defs properties patternProperties additionalProperties"
                            " items prefixItems dependencies dependentSchemas allOf anyOf oneOf"
                            " not contains propertyNames if then else unevaluatedItems"
                            " unevaluatedProperties contentSchema",
    [DIALECT_OPENAPI_3_2] = "definitions $defs properties patternProperties additionalProperties"
                            " items prefixItems dependencies dependentSchemas allOf anyOf oneOf"
                            " not contains propertyNames if then else unevaluatedItems"
                            " unevaluatedProperties contentSchema",
};

/* What makes something evaluated (2020-12 core, section 11), in the dialects with such keywords. */
static const struct {
    enum keyword_evaluates evaluates;
    unsigned dialects;
    const char *keywords;
} evaluating[] = {
    {EVALUATES_SAME, DIALECT_BIT(DIALECT_2019_09) | DIALECT_BIT(DIALECT_2020_12),
     "allOf anyOf oneOf if then else dependentSchemas"},
    {EVALUATES_PROPERTIES, DIALECT_BIT(DIALECT_2019_09) | DIALECT_BIT(DIALECT_2020_12),
     "properties patternProperties additionalProperties unevaluatedProperties"},
    {EVALUATES_ITEMS, DIALECT_BIT(DIALECT_2019_09), "items additionalItems unevaluatedItems"},
    {EVALUATES_ITEMS, DIALECT_BIT(DIALECT_2020_12), "prefixItems items contains unevaluatedItems"},
};

/* What OpenAPI adds and no draft knows, but that stays as it is. */
static const char *const kept_unknown = "xml externalDocs";

/* A row for messages: "name (owner 3)". */
#define ROW_FORMAT "%.*s (owner %d)"
#define ROW_ARGS(row) (int)(row)->name.len, (row)->name.data, (int)(row)->owner

static bool rows_overlap(const struct keyword *a, const struct keyword *b)
{
    return a->owner == b->owner && (a->dialects & b->dialects) && str_equal(a->name, b->name);
}

static void test_rows_are_unique(const struct keyword *rows, ptrdiff_t count)
{
    int overlaps = 0;
    for (ptrdiff_t i = 0; i < count; i++)
        for (ptrdiff_t j = 0; j < i; j++)
            if (rows_overlap(&rows[i], &rows[j])) {
                ok(false, "two rows for " ROW_FORMAT, ROW_ARGS(&rows[i]));
                overlaps++;
            }
    is_int(overlaps, 0, "no two rows speak of one member in one dialect");
}

/* What a row is found under. */
static str name_to_find(const struct keyword *row)
{
    return row->name.len ? row->name : S("/any");
}

static void test_rows_are_found(const struct keyword *rows, ptrdiff_t count)
{
    int wrong = 0;
    for (ptrdiff_t i = 0; i < count; i++)
        for (enum dialect d = 0; d < DIALECT_COUNT; d++) {
            const struct keyword *found = keyword_find(rows[i].owner, name_to_find(&rows[i]), d);
            bool right = rows[i].dialects & DIALECT_BIT(d) ? found == &rows[i] : found != &rows[i];
            if (!right) {
                ok(false, ROW_FORMAT " in dialect %d", ROW_ARGS(&rows[i]), (int)d);
                wrong++;
            }
        }
    is_int(wrong, 0, "each row is found in its dialects and in no other");
}

/* True when some row belongs to objects of KIND in DIALECT. */
static bool kind_has_rows(const struct keyword *rows, ptrdiff_t count, enum object_kind kind,
                          enum dialect d)
{
    for (ptrdiff_t i = 0; i < count; i++)
        if (rows[i].owner == kind && (rows[i].dialects & DIALECT_BIT(d)))
            return true;
    return false;
}

/* What a row says it holds agrees with the kind of object that it names. */
static bool holding_is_sound(const struct keyword *row)
{
    switch (row->holds) {
    case CHILD_SCHEMA:
        return row->object == OBJECT_SCHEMA;
    case CHILD_OBJECT:
        return row->object != OBJECT_SCHEMA && row->object != OBJECT_DATA;
    case CHILD_REFERENCE:
        return row->object == row->owner && row->shape == SHAPE_ONE;
    case CHILD_MAPPING:
        return row->object == OBJECT_SCHEMA;
    case CHILD_DATA:
    case CHILD_IDENTIFIER:
        break;
    }
    return row->object == OBJECT_DATA && row->shape == SHAPE_ONE;
}

static bool role_is_sound(const struct keyword *row)
{
    bool holds_objects = row->holds == CHILD_SCHEMA || row->holds == CHILD_OBJECT;
    switch (row->role) {
    case ROLE_APPLIES:
        return holds_objects || row->holds == CHILD_REFERENCE;
    case ROLE_HOLDS:
        return holds_objects && row->effect != EFFECT_TIGHTENS && row->effect != EFFECT_WIDENS;
    case ROLE_ASSERTS:
        return row->holds == CHILD_DATA && row->effect != EFFECT_NEITHER;
    case ROLE_ANNOTATES:
        return row->effect == EFFECT_NEITHER || str_equal(row->name, S("format"));
    case ROLE_IDENTIFIES:
        return row->holds == CHILD_DATA || row->holds == CHILD_IDENTIFIER;
    }
    return false;
}

/* An array of objects has an order that means something or does not; a map has none. */
static bool order_is_sound(const struct keyword *row)
{
    bool may_be_array = row->shape == SHAPE_LIST || row->shape == SHAPE_ONE_OR_LIST;
    return row->holds == CHILD_DATA || (row->order != ORDER_NONE) == may_be_array;
}

static void test_rows_are_sound(const struct keyword *rows, ptrdiff_t count)
{
    int wrong = 0, lost = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const struct keyword *row = &rows[i];
        bool sound = row->owner != OBJECT_DATA && row->dialects && holding_is_sound(row) &&
                     role_is_sound(row) && order_is_sound(row) &&
                     row->dialects < DIALECT_BIT(DIALECT_COUNT);
        wrong += !ok(sound, ROW_FORMAT " agrees with itself", ROW_ARGS(row));
        for (enum dialect d = 0; d < DIALECT_COUNT; d++)
            if (row->object != OBJECT_DATA && (row->dialects & DIALECT_BIT(d)))
                lost += !kind_has_rows(rows, count, row->object, d);
    }
    is_int(wrong, 0, "all rows agree with themselves");
    is_int(lost, 0, "what a row leads to is an object with rows in each of its dialects");
}

/* Takes the next word off LIST; false when there is none. */
static bool next_word(str *list, str *ret_word)
{
    while (str_starts(*list, S(" ")))
        *list = str_skip(*list, 1);
    return str_cut(*list, ' ', ret_word, list) || ret_word->len;
}

/* The number of words in LIST that are rows of a schema in dialect D; complains about the others.
 */
static int count_known(const char *list, enum dialect d, bool holders)
{
    int count = 0;
    str rest = str_of(list), word;
    while (next_word(&rest, &word)) {
        const struct keyword *row = keyword_find(OBJECT_SCHEMA, word, d);
        bool good = row && (!holders || row->holds == CHILD_SCHEMA);
        if (!good)
            ok(false, "%.*s in dialect %d", (int)word.len, word.data, (int)d);
        count += good;
    }
    return count;
}

static void test_against_the_standards(const struct keyword *rows, ptrdiff_t count)
{
    for (enum dialect d = 0; d < DIALECT_COUNT; d++) {
        int schema_rows = 0, holder_rows = 0;
        for (ptrdiff_t i = 0; i < count; i++)
            if (rows[i].owner == OBJECT_SCHEMA && (rows[i].dialects & DIALECT_BIT(d))) {
                schema_rows++;
                holder_rows += rows[i].holds == CHILD_SCHEMA;
            }
        const char *name = dialect_info(d)->name.data;
        is_int(schema_rows, count_known(keywords_of_dialect[d], d, false),
               "%s: the keywords of the standard and no others", name);
        is_int(holder_rows, count_known(holders_of_dialect[d], d, true),
               "%s: exactly these hold schemas", name);
    }
}

static int rows_that_evaluate(const struct keyword *rows, ptrdiff_t count, enum dialect d,
                              enum keyword_evaluates evaluates)
{
    int found = 0;
    for (ptrdiff_t i = 0; i < count; i++)
        found += rows[i].owner == OBJECT_SCHEMA && (rows[i].dialects & DIALECT_BIT(d)) &&
                 rows[i].evaluates == evaluates;
    return found;
}

static void test_what_evaluates(const struct keyword *rows, ptrdiff_t count)
{
    for (size_t i = 0; i < sizeof evaluating / sizeof *evaluating; i++)
        for (enum dialect d = 0; d < DIALECT_COUNT; d++) {
            str list = str_of(evaluating[i].keywords), word;
            int right = 0, listed = 0;
            if (!(evaluating[i].dialects & DIALECT_BIT(d)))
                continue;
            for (; next_word(&list, &word); listed++) {
                const struct keyword *row = keyword_find(OBJECT_SCHEMA, word, d);
                right += row && row->evaluates == evaluating[i].evaluates;
            }
            is_int(right, listed, "%s: these evaluate: %s", dialect_info(d)->name.data,
                   evaluating[i].keywords);
            is_int(rows_that_evaluate(rows, count, d, evaluating[i].evaluates), listed,
                   "%s: and no others", dialect_info(d)->name.data);
        }
}

static bool has_word(const char *text, str wanted)
{
    str list = str_of(text), word;
    while (next_word(&list, &word))
        if (str_equal(word, wanted))
            return true;
    return false;
}

/* A keyword that a draft does not know, or in another form, must become something else there. */
static void test_translations(const struct keyword *rows, ptrdiff_t count)
{
    int forgotten = 0, misplaced = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const struct keyword *row = &rows[i];
        bool is_schema = row->owner == OBJECT_SCHEMA;
        misplaced += !is_schema && row->translation != TRANSLATE_KEEP &&
                     row->translation != TRANSLATE_DEFINITIONS && row->holds != CHILD_IDENTIFIER;
        for (enum dialect to = 0; is_schema && to <= DIALECT_2020_12; to++) {
            bool known = keyword_find(OBJECT_SCHEMA, row->name, to);
            bool may_stay = known || has_word(kept_unknown, row->name);
            if (!may_stay && row->translation == TRANSLATE_KEEP) {
                ok(false, ROW_FORMAT " stays in %s", ROW_ARGS(row), dialect_info(to)->name.data);
                forgotten++;
            }
        }
    }
    is_int(forgotten, 0, "what a draft does not know has a translation");
    is_int(misplaced, 0, "only what stands in schemas is translated");
}

/* The effect of a schema's keyword, or -1. */
static int effect_of(const char *name, enum dialect d)
{
    const struct keyword *row = keyword_find(OBJECT_SCHEMA, str_of(name), d);
    return row ? (int)row->effect : -1;
}

static void test_meanings(void)
{
    is_int(effect_of("required", DIALECT_DRAFT_07), EFFECT_TIGHTENS, "required tightens");
    is_int(effect_of("nullable", DIALECT_OPENAPI_3_0), EFFECT_WIDENS, "nullable widens");
    is_int(effect_of("nullable", DIALECT_OPENAPI_3_1), -1, "nullable means nothing in 3.1");
    is_int(effect_of("properties", DIALECT_2020_12), EFFECT_UNDECIDED,
           "a name in properties escapes additionalProperties");
    is_int(effect_of("minContains", DIALECT_2020_12), EFFECT_UNDECIDED, "minContains may be 0");
    is_int(effect_of("$ref", DIALECT_DRAFT_07), EFFECT_UNDECIDED, "$ref hides its siblings");
    is_int(effect_of("$ref", DIALECT_2019_09), EFFECT_TIGHTENS, "$ref has siblings");
    is_int(effect_of("format", DIALECT_2020_12), EFFECT_UNDECIDED, "format may assert");
    is_int(effect_of("x-nullable", DIALECT_OPENAPI_2_0), -1, "an extension has no row");

    const struct keyword *row = keyword_find(OBJECT_SCHEMA, S("items"), DIALECT_DRAFT_07);
    is_int(row->shape, SHAPE_ONE_OR_LIST, "items may be a list in draft-07");
    row = keyword_find(OBJECT_SCHEMA, S("items"), DIALECT_2020_12);
    is_int(row->shape, SHAPE_ONE, "items is one schema in 2020-12");
    row = keyword_find(OBJECT_SCHEMA, S("prefixItems"), DIALECT_OPENAPI_3_1);
    is_int(row->order, ORDER_SEQUENCE, "prefixItems is a sequence");
    row = keyword_find(OBJECT_SCHEMA, S("required"), DIALECT_2020_12);
    is_int(row->order, ORDER_SET, "required is a set");
    row = keyword_find(OBJECT_SCHEMA, S("example"), DIALECT_OPENAPI_3_1);
    is_int(row->translation, TRANSLATE_EXAMPLE, "example becomes examples");
    row = keyword_find(OBJECT_SCHEMA, S("discriminator"), DIALECT_OPENAPI_2_0);
    is_int(row->holds, CHILD_DATA, "in 2.0 a discriminator is a name");
    row = keyword_find(OBJECT_SCHEMA, S("$dynamicRef"), DIALECT_2020_12);
    ok(row->dynamic && row->holds == CHILD_REFERENCE, "$dynamicRef is a dynamic reference");
    ok(!keyword_find(OBJECT_SCHEMA, S("$ref"), DIALECT_2020_12)->dynamic, "$ref is not");
    row = keyword_find(OBJECT_SCHEMA, S("$recursiveRef"), DIALECT_2020_12);
    is_int(row->holds, CHILD_DATA, "$recursiveRef refers in 2019-09 only");
}

static void test_names_that_are_no_keywords(void)
{
    ok(!keyword_find(OBJECT_SCHEMA, (str){0}, DIALECT_2020_12), "an empty name");
    ok(!keyword_find(OBJECT_SCHEMA, S("Type"), DIALECT_2020_12), "case matters");
    ok(!keyword_find(OBJECT_SCHEMA, S("type\0"), DIALECT_2020_12), "a NUL is part of the name");
    ok(!keyword_find(OBJECT_SCHEMA,
                     S("additionalPropertiesadditionalPropertiesadditionalProperties"),
                     DIALECT_2020_12),
       "a name longer than all keywords");
    ok(!keyword_find(OBJECT_DATA, S("$ref"), DIALECT_2020_12), "nothing has a meaning in data");
    ok(!keyword_find(OBJECT_PATHS, S("x-paths"), DIALECT_OPENAPI_3_1), "an extension of Paths");
    ok(!keyword_find(OBJECT_PATHS, S("/pets"), DIALECT_2020_12), "no OpenAPI in JSON Schema");

    const struct keyword *row = keyword_find(OBJECT_PATHS, S("/pets"), DIALECT_OPENAPI_3_1);
    is_int(row->object, OBJECT_PATH_ITEM, "any path holds a Path Item");
    row = keyword_find(OBJECT_RESPONSES, S("default"), DIALECT_OPENAPI_2_0);
    is_int(row->object, OBJECT_RESPONSE, "the default response");
    row = keyword_find(OBJECT_CALLBACK, S("{$request.body#/url}"), DIALECT_OPENAPI_3_0);
    is_int(row->object, OBJECT_PATH_ITEM, "a callback's expression");
    row = keyword_find(OBJECT_CALLBACK, S("$ref"), DIALECT_OPENAPI_3_0);
    is_int(row->holds, CHILD_REFERENCE, "a reference to a callback");
    row = keyword_find(OBJECT_PATH_ITEM, S("query"), DIALECT_OPENAPI_3_1);
    ok(!row, "the method query came with 3.2");
}

/* Which objects lead to which, on the way from a document to its schemas. */
static const struct {
    enum object_kind owner;
    const char *member;
    enum dialect dialect;
    enum keyword_shape shape;
    enum object_kind object;
} links[] = {
    {OBJECT_DOCUMENT, "paths", DIALECT_OPENAPI_2_0, SHAPE_ONE, OBJECT_PATHS},
    {OBJECT_DOCUMENT, "definitions", DIALECT_OPENAPI_2_0, SHAPE_MAP, OBJECT_SCHEMA},
    {OBJECT_DOCUMENT, "parameters", DIALECT_OPENAPI_2_0, SHAPE_MAP, OBJECT_PARAMETER},
    {OBJECT_DOCUMENT, "responses", DIALECT_OPENAPI_2_0, SHAPE_MAP, OBJECT_RESPONSE},
    {OBJECT_DOCUMENT, "components", DIALECT_OPENAPI_3_0, SHAPE_ONE, OBJECT_COMPONENTS},
    {OBJECT_DOCUMENT, "webhooks", DIALECT_OPENAPI_3_1, SHAPE_MAP, OBJECT_PATH_ITEM},
    {OBJECT_COMPONENTS, "schemas", DIALECT_OPENAPI_3_0, SHAPE_MAP, OBJECT_SCHEMA},
    {OBJECT_COMPONENTS, "responses", DIALECT_OPENAPI_3_0, SHAPE_MAP, OBJECT_RESPONSE},
    {OBJECT_COMPONENTS, "parameters", DIALECT_OPENAPI_3_0, SHAPE_MAP, OBJECT_PARAMETER},
    {OBJECT_COMPONENTS, "requestBodies", DIALECT_OPENAPI_3_0, SHAPE_MAP, OBJECT_REQUEST_BODY},
    {OBJECT_COMPONENTS, "headers", DIALECT_OPENAPI_3_0, SHAPE_MAP, OBJECT_HEADER},
    {OBJECT_COMPONENTS, "callbacks", DIALECT_OPENAPI_3_0, SHAPE_MAP, OBJECT_CALLBACK},
    {OBJECT_COMPONENTS, "pathItems", DIALECT_OPENAPI_3_1, SHAPE_MAP, OBJECT_PATH_ITEM},
    {OBJECT_COMPONENTS, "mediaTypes", DIALECT_OPENAPI_3_2, SHAPE_MAP, OBJECT_MEDIA_TYPE},
    {OBJECT_PATH_ITEM, "trace", DIALECT_OPENAPI_3_0, SHAPE_ONE, OBJECT_OPERATION},
    {OBJECT_PATH_ITEM, "additionalOperations", DIALECT_OPENAPI_3_2, SHAPE_MAP, OBJECT_OPERATION},
    {OBJECT_PATH_ITEM, "parameters", DIALECT_OPENAPI_2_0, SHAPE_LIST, OBJECT_PARAMETER},
    {OBJECT_OPERATION, "parameters", DIALECT_OPENAPI_3_0, SHAPE_LIST, OBJECT_PARAMETER},
    {OBJECT_OPERATION, "requestBody", DIALECT_OPENAPI_3_0, SHAPE_ONE, OBJECT_REQUEST_BODY},
    {OBJECT_OPERATION, "responses", DIALECT_OPENAPI_2_0, SHAPE_ONE, OBJECT_RESPONSES},
    {OBJECT_OPERATION, "callbacks", DIALECT_OPENAPI_3_0, SHAPE_MAP, OBJECT_CALLBACK},
    {OBJECT_PARAMETER, "schema", DIALECT_OPENAPI_2_0, SHAPE_ONE, OBJECT_SCHEMA},
    {OBJECT_PARAMETER, "items", DIALECT_OPENAPI_2_0, SHAPE_ONE, OBJECT_ITEMS},
    {OBJECT_PARAMETER, "schema", DIALECT_OPENAPI_3_0, SHAPE_ONE, OBJECT_SCHEMA},
    {OBJECT_PARAMETER, "content", DIALECT_OPENAPI_3_0, SHAPE_MAP, OBJECT_MEDIA_TYPE},
    {OBJECT_ITEMS, "items", DIALECT_OPENAPI_2_0, SHAPE_ONE, OBJECT_ITEMS},
    {OBJECT_REQUEST_BODY, "content", DIALECT_OPENAPI_3_0, SHAPE_MAP, OBJECT_MEDIA_TYPE},
    {OBJECT_RESPONSE, "schema", DIALECT_OPENAPI_2_0, SHAPE_ONE, OBJECT_SCHEMA},
    {OBJECT_RESPONSE, "headers", DIALECT_OPENAPI_2_0, SHAPE_MAP, OBJECT_HEADER},
    {OBJECT_RESPONSE, "content", DIALECT_OPENAPI_3_0, SHAPE_MAP, OBJECT_MEDIA_TYPE},
    {OBJECT_MEDIA_TYPE, "schema", DIALECT_OPENAPI_3_0, SHAPE_ONE, OBJECT_SCHEMA},
    {OBJECT_MEDIA_TYPE, "itemSchema", DIALECT_OPENAPI_3_2, SHAPE_ONE, OBJECT_SCHEMA},
    {OBJECT_MEDIA_TYPE, "encoding", DIALECT_OPENAPI_3_0, SHAPE_MAP, OBJECT_ENCODING},
    {OBJECT_MEDIA_TYPE, "prefixEncoding", DIALECT_OPENAPI_3_2, SHAPE_LIST, OBJECT_ENCODING},
    {OBJECT_MEDIA_TYPE, "itemEncoding", DIALECT_OPENAPI_3_2, SHAPE_ONE, OBJECT_ENCODING},
    {OBJECT_ENCODING, "headers", DIALECT_OPENAPI_3_0, SHAPE_MAP, OBJECT_HEADER},
    {OBJECT_HEADER, "items", DIALECT_OPENAPI_2_0, SHAPE_ONE, OBJECT_ITEMS},
    {OBJECT_HEADER, "schema", DIALECT_OPENAPI_3_0, SHAPE_ONE, OBJECT_SCHEMA},
    {OBJECT_HEADER, "content", DIALECT_OPENAPI_3_0, SHAPE_MAP, OBJECT_MEDIA_TYPE},
};

static void test_links(void)
{
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        const struct keyword *row =
            keyword_find(links[i].owner, str_of(links[i].member), links[i].dialect);
        ok(row && row->object == links[i].object && row->shape == links[i].shape,
           "'%s' of object %d leads to object %d", links[i].member, (int)links[i].owner,
           (int)links[i].object);
    }
}

static void test_dialects(void)
{
    static const struct {
        const char *uri;
        enum dialect dialect;
    } uris[] = {
        {"http://json-schema.org/draft-04/schema#", DIALECT_DRAFT_04},
        {"http://json-schema.org/draft-06/schema", DIALECT_DRAFT_06},
        {"https://json-schema.org/draft-07/schema#", DIALECT_DRAFT_07},
        {"http://json-schema.org/draft-07/schema", DIALECT_DRAFT_07},
        {"https://json-schema.org/draft/2019-09/schema", DIALECT_2019_09},
        {"https://json-schema.org/draft/2020-12/schema#", DIALECT_2020_12},
        {"https://spec.openapis.org/oas/3.1/dialect/base", DIALECT_OPENAPI_3_1},
        {"https://spec.openapis.org/oas/3.1/dialect/2024-11-10", DIALECT_OPENAPI_3_1},
        {"https://spec.openapis.org/oas/3.2/dialect/2025-09-17", DIALECT_OPENAPI_3_2},
        {"https://spec.openapis.org/oas/3.1/dialectic", DIALECT_COUNT},
        {"http://json-schema.org/schema#", DIALECT_COUNT},
        {"http://json-schema.org/draft-07/schema##", DIALECT_COUNT},
        {"//json-schema.org/draft-07/schema", DIALECT_COUNT},
        {"draft-07", DIALECT_COUNT},
        {"http:", DIALECT_COUNT},
        {"", DIALECT_COUNT},
    };
    for (size_t i = 0; i < sizeof uris / sizeof *uris; i++)
        is_int(dialect_of_uri(str_of(uris[i].uri)), uris[i].dialect, "dialect of '%s'",
               uris[i].uri);

    for (enum dialect d = 0; d < DIALECT_COUNT; d++) {
        const struct dialect_info *info = dialect_info(d);
        if (info->uri.len)
            is_int(dialect_of_uri(info->uri), d, "%s: its URI names it", info->name.data);
        is_int(dialect_of_name(info->name), info->openapi ? DIALECT_COUNT : d, "%s: its name",
               info->name.data);
        bool old = d <= DIALECT_DRAFT_07 || d == DIALECT_OPENAPI_2_0 || d == DIALECT_OPENAPI_3_0;
        is_int(info->ref_hides_siblings, old, "%s: siblings of $ref", info->name.data);
        if (info->definitions.len) {
            const struct keyword *row = keyword_find(OBJECT_SCHEMA, info->definitions, d);
            ok(row && row->role == ROLE_HOLDS, "%s: its definitions", info->name.data);
        }
        if (info->id.len) {
            const struct keyword *row = keyword_find(OBJECT_SCHEMA, info->id, d);
            ok(row && row->holds == CHILD_IDENTIFIER, "%s: its id", info->name.data);
        }
    }
    is_str(dialect_info(DIALECT_DRAFT_07)->uri, "http://json-schema.org/draft-07/schema#",
           "draft-07 is published with a final #");
    is_str(dialect_info(DIALECT_DRAFT_07)->definitions, "definitions", "draft-07: definitions");
    is_str(dialect_info(DIALECT_2019_09)->definitions, "$defs", "2019-09: $defs");
    is_int(dialect_of_name(S("draft-7")), DIALECT_COUNT, "no such name");
}

int main(void)
{
    ptrdiff_t count;
    const struct keyword *rows = keyword_rows(&count);
    test_rows_are_unique(rows, count);
    test_rows_are_found(rows, count);
    test_rows_are_sound(rows, count);
    test_against_the_standards(rows, count);
    test_what_evaluates(rows, count);
    test_translations(rows, count);
    test_meanings();
    test_names_that_are_no_keywords();
    test_links();
    test_dialects();
    return done_testing();
}
