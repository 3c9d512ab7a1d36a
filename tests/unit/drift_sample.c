/*
 * The sampler: values that schemas accept, such that another schema refuses, and such with a given
 * value within them. Whatever it gives is judged here once more.
 */
#include "drift/sample.h"
#include "reading.h"
#include "tap.h"
#include "validating.h"

enum { WORK = 20000000, VALUES = 400 };

/* A schema with a sampler of its own. */
struct sampling {
    struct validating v;
    struct sample_side side;
    struct sampler *sampler;
};

static bool begin(struct sampling *s, str schema, enum dialect dialect, uint64_t work)
{
    validating_open(&s->v, schema, dialect, FORMATS_ON, NULL);
    s->side = (struct sample_side){&s->v.runner};
    s->sampler = sampler_new(&s->v.arena, work);
    return s->v.scheme;
}

static void end(struct sampling *s)
{
    validating_close(&s->v);
}

static bool is_judged(struct sampling *s, const struct node *value, enum verdict wanted)
{
    return run(&s->v.runner, s->v.scheme, value) == wanted;
}

/* ---- values that are valid ------------------------------------------------------------------- */

struct valid_row {
    enum dialect dialect;
    const char *schema;
};

#define D7 DIALECT_DRAFT_07
#define D4 DIALECT_DRAFT_04
#define D19 DIALECT_2019_09
#define D20 DIALECT_2020_12
#define O30 DIALECT_OPENAPI_3_0

static const struct valid_row valid_rows[] = {
    {D20, "true"},
    {D20, "{}"},
    {D20, "{\"type\":\"integer\"}"},
    {D20, "{\"type\":\"number\",\"exclusiveMinimum\":0,\"exclusiveMaximum\":1}"},
    {D20, "{\"type\":\"number\",\"minimum\":0.1,\"maximum\":0.1001}"},
    {D20, "{\"type\":\"integer\",\"minimum\":100,\"maximum\":120,\"multipleOf\":7}"},
    {D20, "{\"type\":\"integer\",\"multipleOf\":6,\"minimum\":1,\"allOf\":[{\"multipleOf\":4}]}"},
    {D20, "{\"type\":\"number\",\"multipleOf\":0.01,\"exclusiveMinimum\":2.5}"},
    {D20, "{\"const\":{\"a\":[1,2]}}"},
    {D20, "{\"enum\":[1,\"a\",null],\"type\":\"string\"}"},
    {D20, "{\"enum\":[1,2,3],\"not\":{\"enum\":[1,2]}}"},
    {D20, "{\"type\":\"string\",\"minLength\":5,\"maxLength\":5}"},
    {D20, "{\"type\":\"string\",\"pattern\":\"^[A-Z]{2}-\\\\d{4}(-x)?$\"}"},
    {D20, "{\"type\":\"string\",\"pattern\":\"^[a-z]+$\",\"minLength\":12}"},
    {D20, "{\"type\":\"string\",\"pattern\":\"^(?=.*[A-Z])(?=.*\\\\d).{8,}$\"}"},
    {D20, "{\"type\":\"string\",\"pattern\":\"^(?!a)[a-c]+$\"}"},
    {D20, "{\"type\":\"string\",\"allOf\":[{\"pattern\":\"foo\"},{\"pattern\":\"bar\"}]}"},
    {D20, "{\"type\":\"string\",\"pattern\":\"^(a|b)\\\\1$\"}"},
    {D20, "{\"type\":\"string\",\"pattern\":\"^\\\\p{Lu}\\\\p{Ll}+$\"}"},
    {D7, "{\"type\":\"string\",\"format\":\"date-time\"}"},
    {D7, "{\"type\":\"string\",\"format\":\"email\",\"minLength\":20}"},
    {D20, "{\"type\":\"string\",\"format\":\"uuid\"}"},
    {D7, "{\"type\":\"string\",\"contentEncoding\":\"base64\",\"contentMediaType\":"
         "\"application/json\"}"},
    {D20, "{\"type\":\"array\",\"minItems\":3,\"items\":{\"type\":\"string\"}}"},
    {D20, "{\"type\":\"array\",\"minItems\":5,\"uniqueItems\":true,\"items\":{\"type\":"
          "\"integer\",\"minimum\":3}}"},
    {D20, "{\"type\":\"array\",\"minItems\":3,\"uniqueItems\":true,\"items\":{\"enum\":[1,2,3]}}"},
    {D20, "{\"type\":\"array\",\"prefixItems\":[{\"const\":1},{\"const\":2}],\"minItems\":2,"
          "\"items\":false}"},
    {D7, "{\"type\":\"array\",\"items\":[{\"const\":1}],\"additionalItems\":{\"const\":2},"
         "\"minItems\":3}"},
    {D20, "{\"type\":\"array\",\"contains\":{\"const\":5},\"minContains\":2,\"maxContains\":2,"
          "\"minItems\":4}"},
    {D20, "{\"type\":\"array\",\"allOf\":[{\"contains\":{\"const\":5}},{\"contains\":{\"const\":"
          "6}}]}"},
    {D20, "{\"type\":\"array\",\"contains\":{\"const\":5},\"unevaluatedItems\":false}"},
    {D7, "{\"type\":\"array\",\"items\":[{\"const\":1},true],\"contains\":{\"const\":5}}"},
    {D20, "{\"type\":\"array\",\"prefixItems\":[{\"const\":1}],\"unevaluatedItems\":{\"const\":3},"
          "\"minItems\":2}"},
    {D20, "{\"type\":\"object\",\"required\":[\"a\",\"b\"],\"properties\":{\"a\":{\"type\":"
          "\"string\",\"minLength\":2},\"b\":{\"type\":\"array\",\"minItems\":1,\"items\":{"
          "\"type\":\"object\",\"required\":[\"c\"]}}}}"},
    {D20, "{\"type\":\"object\",\"patternProperties\":{\"^x-[a-z]{3}$\":{\"type\":\"integer\"}},"
          "\"additionalProperties\":false,\"minProperties\":3}"},
    {D20, "{\"type\":\"object\",\"propertyNames\":{\"pattern\":\"^[A-Z]+$\"},\"minProperties\":2}"},
    {D20, "{\"type\":\"object\",\"minProperties\":10,\"maxProperties\":10}"},
    {D20, "{\"type\":\"object\",\"required\":[\"a\"],\"dependentRequired\":{\"a\":[\"b\"],"
          "\"b\":[\"c\"]},\"properties\":{\"c\":{\"type\":\"integer\"}}}"},
    {D20, "{\"type\":\"object\",\"required\":[\"a\"],\"dependentSchemas\":{\"a\":{\"required\":["
          "\"z\"],\"properties\":{\"z\":{\"const\":9}}}}}"},
    {D7, "{\"type\":\"object\",\"required\":[\"a\"],\"dependencies\":{\"a\":[\"b\"],\"b\":{"
         "\"properties\":{\"b\":{\"const\":1}}}}}"},
    {D20, "{\"allOf\":[{\"required\":[\"a\"],\"properties\":{\"a\":{\"minimum\":5}}},{\"type\":"
          "\"object\",\"properties\":{\"a\":{\"maximum\":5,\"type\":\"number\"}}}]}"},
    {D20, "{\"anyOf\":[{\"type\":\"string\",\"maxLength\":2},{\"type\":\"integer\"}],\"minLength\":"
          "3,\"not\":{\"const\":1}}"},
    {D20, "{\"oneOf\":[{\"type\":\"number\",\"minimum\":5},{\"type\":\"number\",\"minimum\":10}]}"},
    {D20, "{\"oneOf\":[{\"required\":[\"a\"]},{\"required\":[\"b\"]}],\"type\":\"object\"}"},
    {D20, "{\"type\":\"object\",\"required\":[\"k\"],\"oneOf\":[{\"properties\":{\"k\":{\"const\":"
          "\"a\"},\"v\":{\"type\":\"string\"}},\"required\":[\"v\"]},{\"properties\":{\"k\":{"
          "\"const\":\"b\"},\"w\":{\"type\":\"string\"}},\"required\":[\"w\"]}],\"not\":{"
          "\"required\":[\"v\"]}}"},
    {D20, "{\"not\":{\"type\":\"string\"}}"},
    {D20, "{\"type\":\"integer\",\"not\":{\"maximum\":41}}"},
    {D20, "{\"type\":\"object\",\"required\":[\"a\"],\"not\":{\"properties\":{\"a\":{\"type\":"
          "\"string\"}}}}"},
    {D20, "{\"type\":\"array\",\"not\":{\"items\":{\"type\":\"null\"}}}"},
    {D20, "{\"type\":\"array\",\"minItems\":2,\"not\":{\"contains\":{\"type\":\"string\"}}}"},
    {D20, "{\"type\":\"object\",\"not\":{\"propertyNames\":{\"maxLength\":30}}}"},
    {D20, "{\"type\":\"object\",\"not\":{\"dependentRequired\":{\"a\":[\"b\",\"c\"]}}}"},
    {D20, "{\"type\":\"object\",\"not\":{\"dependentSchemas\":{\"a\":{\"required\":[\"b\"]}}}}"},
    {D7, "{\"type\":\"object\",\"not\":{\"dependencies\":{\"a\":{\"maxProperties\":1}}}}"},
    {D20, "{\"type\":\"object\",\"not\":{\"$dynamicRef\":\"#n\"},\"$defs\":{\"n\":{"
          "\"$dynamicAnchor\":\"n\",\"required\":[\"a\"]}}}"},
    {D20, "{\"not\":{\"anyOf\":[{\"type\":[\"string\",\"number\",\"boolean\",\"null\"]},{\"type\":"
          "\"array\"}]}}"},
    {D20, "{\"if\":{\"properties\":{\"k\":{\"const\":1}},\"required\":[\"k\"]},\"then\":{"
          "\"required\":[\"a\"]},\"else\":false,\"type\":\"object\"}"},
    {D20, "{\"type\":\"object\",\"required\":[\"k\"],\"properties\":{\"k\":{\"enum\":[1,2]}},"
          "\"if\":{\"properties\":{\"k\":{\"const\":1}}},\"then\":false,\"else\":{\"required\":["
          "\"b\"]}}"},
    {D20, "{\"$ref\":\"#/$defs/n\",\"$defs\":{\"n\":{\"type\":\"object\",\"required\":[\"v\"],"
          "\"properties\":{\"v\":{\"type\":\"integer\"},\"next\":{\"$ref\":\"#/$defs/n\"}}}}}"},
    {D20,
     "{\"$ref\":\"#/$defs/n\",\"$defs\":{\"n\":{\"type\":\"object\",\"required\":[\"next\"],"
     "\"properties\":{\"next\":{\"oneOf\":[{\"$ref\":\"#/$defs/n\"},{\"type\":\"null\"}]}}}}}"},
    {D20, "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}},\"required\":[\"a\"],"
          "\"unevaluatedProperties\":false}"},
    {D20, "{\"type\":\"object\",\"allOf\":[{\"properties\":{\"a\":true}}],\"minProperties\":2,"
          "\"unevaluatedProperties\":{\"type\":\"string\"}}"},
    {D4, "{\"type\":\"number\",\"minimum\":5,\"exclusiveMinimum\":true,\"maximum\":6}"},
    {O30, "{\"type\":\"string\",\"nullable\":true,\"enum\":[\"a\"]}"},
    {D19, "{\"$recursiveAnchor\":true,\"type\":\"object\",\"required\":[\"c\"],\"properties\":{"
          "\"c\":{\"type\":\"array\",\"items\":{\"$recursiveRef\":\"#\"}}}}"},
    {D7, "{\"type\":\"number\",\"if\":{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{"
         "\"a\":{\"type\":\"string\"}},\"not\":{\"const\":1}},\"then\":false}"},
    {D20, "{\"$dynamicAnchor\":\"n\",\"type\":\"object\",\"required\":[\"c\"],\"properties\":{"
          "\"c\":{\"type\":\"array\",\"items\":{\"$dynamicRef\":\"#n\"}}}}"},
};

static void test_valid(void)
{
    for (size_t i = 0; i < sizeof valid_rows / sizeof *valid_rows; i++) {
        struct sampling s;
        const struct valid_row *row = &valid_rows[i];
        bool is_open = begin(&s, str_of(row->schema), row->dialect, WORK);
        const struct node *value = is_open ? sample_valid(s.sampler, &s.side, s.v.scheme) : NULL;
        bool is_same = value == (is_open ? sample_valid(s.sampler, &s.side, s.v.scheme) : NULL);
        ok(value && is_same && is_judged(&s, value, VERDICT_VALID), "a value for %s: %s",
           row->schema, is_open ? "" : validating_message(&s.v));
        end(&s);
    }
}

/* ---- values that tell schemas apart ---------------------------------------------------------- */

struct pair_row {
    enum dialect dialect;
    const char *one, *other; /* some value that ONE accepts is refused by OTHER */
};

static const struct pair_row pair_rows[] = {
    {D20, "true", "{\"type\":\"string\"}"},
    {D20, "{\"type\":[\"string\",\"null\"]}", "{\"type\":\"string\"}"},
    {D20, "{\"type\":\"number\"}", "{\"type\":\"integer\"}"},
    {D20, "{\"type\":\"integer\",\"maximum\":10}", "{\"type\":\"integer\",\"maximum\":9}"},
    {D20, "{\"type\":\"number\",\"maximum\":10}", "{\"type\":\"number\",\"exclusiveMaximum\":10}"},
    {D20, "{\"type\":\"number\",\"minimum\":1}", "{\"type\":\"number\",\"minimum\":1.001}"},
    {D20, "{\"type\":\"integer\"}", "{\"type\":\"integer\",\"maximum\":123456789012}"},
    {D20, "{\"multipleOf\":2,\"type\":\"number\"}", "{\"multipleOf\":4,\"type\":\"number\"}"},
    {D20, "{\"multipleOf\":0.01}", "{\"multipleOf\":0.1}"},
    {D20, "{\"enum\":[\"a\",\"b\",\"c\"]}", "{\"enum\":[\"a\",\"c\"]}"},
    {D20, "{\"type\":\"string\"}", "{\"enum\":[\"a\",\"c\"]}"},
    {D20, "{\"type\":\"string\",\"maxLength\":40}", "{\"type\":\"string\",\"maxLength\":39}"},
    {D20, "{\"type\":\"string\"}", "{\"type\":\"string\",\"maxLength\":60000}"},
    {D20, "{\"type\":\"string\",\"minLength\":2}", "{\"type\":\"string\",\"minLength\":3}"},
    {D20, "{\"pattern\":\"^[a-z]+$\"}", "{\"pattern\":\"^[a-y]+$\"}"},
    {D20, "{\"pattern\":\"^[a-z0-9_-]{1,64}$\"}", "{\"pattern\":\"^[a-z0-9-]{1,64}$\"}"},
    {D20, "{\"pattern\":\"^[a-z]{1,64}$\"}", "{\"pattern\":\"^[a-z]{1,63}$\"}"},
    {D20, "{\"pattern\":\"^[a-z]+$\",\"type\":\"string\"}",
     "{\"pattern\":\"^[a-z]+$\",\"maxLength\":10}"},
    {D20, "{\"pattern\":\"foo\"}", "{\"pattern\":\"^foo$\"}"},
    {D20, "{\"pattern\":\"^(a|b|cc)$\"}", "{\"pattern\":\"^(a|b)$\"}"},
    {D20, "{\"pattern\":\"^[a-z]+$\"}", "{\"pattern\":\"^(?!admin$)[a-z]+$\"}"},
    {D7, "{\"type\":\"string\"}", "{\"type\":\"string\",\"format\":\"date\"}"},
    {D7, "{\"format\":\"uri-reference\",\"type\":\"string\"}", "{\"format\":\"uri\"}"},
    {D20, "{\"type\":\"array\"}", "{\"type\":\"array\",\"minItems\":1}"},
    {D20, "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", "{\"maxItems\":100}"},
    {D20, "{\"type\":\"array\"}", "{\"uniqueItems\":true}"},
    {D20, "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"minLength\":3}}",
     "{\"uniqueItems\":true}"},
    {D20, "{\"items\":{\"type\":\"integer\",\"maximum\":7}}",
     "{\"items\":{\"type\":\"integer\",\"maximum\":6}}"},
    {D20, "{\"prefixItems\":[true,{\"type\":\"string\"}]}",
     "{\"prefixItems\":[true,{\"type\":\"string\",\"minLength\":1}]}"},
    {D7, "{\"items\":[true,true]}", "{\"items\":[true,true],\"additionalItems\":false}"},
    {D20, "{\"type\":\"array\"}", "{\"contains\":{\"const\":5}}"},
    {D20, "{\"contains\":{\"const\":5}}", "{\"contains\":{\"const\":5},\"minContains\":2}"},
    {D20, "{\"contains\":{\"const\":5},\"maxContains\":3}",
     "{\"contains\":{\"const\":5},\"maxContains\":2}"},
    {D20, "{\"contains\":{\"type\":\"object\"}}",
     "{\"contains\":{\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"null\"}}}}"},
    {D20, "{\"type\":\"object\"}", "{\"required\":[\"a\"]}"},
    {D20, "{\"required\":[\"a\"],\"properties\":{\"a\":{\"type\":\"string\"}}}",
     "{\"required\":[\"a\",\"b\"],\"properties\":{\"a\":{\"type\":\"string\"}}}"},
    {D20, "{\"properties\":{\"a\":{\"type\":\"integer\",\"minimum\":1}}}",
     "{\"properties\":{\"a\":{\"type\":\"integer\",\"minimum\":2}}}"},
    {D20, "{\"properties\":{\"a\":{}}}",
     "{\"properties\":{\"a\":{\"properties\":{\"b\":{\"type\":\"string\"}}}}}"},
    {D20, "{\"properties\":{\"a\":{}}}",
     "{\"properties\":{\"a\":{}},\"additionalProperties\":false}"},
    {D20, "{\"properties\":{\"a\":{},\"b\":{}},\"additionalProperties\":false}",
     "{\"properties\":{\"a\":{}},\"additionalProperties\":false}"},
    {D20, "{\"additionalProperties\":{\"type\":\"number\"}}",
     "{\"additionalProperties\":{\"type\":\"integer\"}}"},
    {D20, "{\"patternProperties\":{\"^x-\":{\"type\":[\"string\",\"null\"]}}}",
     "{\"patternProperties\":{\"^x-\":{\"type\":\"string\"}}}"},
    {D20, "{\"type\":\"object\"}", "{\"propertyNames\":{\"pattern\":\"^[a-z]*$\"}}"},
    {D20, "{\"propertyNames\":{\"maxLength\":9}}", "{\"propertyNames\":{\"maxLength\":8}}"},
    {D20, "{\"type\":\"object\"}", "{\"maxProperties\":20}"},
    {D20, "{\"type\":\"object\"}", "{\"minProperties\":2}"},
    {D20, "{\"type\":\"object\"}", "{\"dependentRequired\":{\"a\":[\"b\"]}}"},
    {D20, "{\"type\":\"object\"}", "{\"dependentSchemas\":{\"a\":{\"required\":[\"b\"]}}}"},
    {D7, "{\"type\":\"object\"}", "{\"dependencies\":{\"a\":[\"b\",\"c\"]}}"},
    {D20, "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}",
     "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"integer\",\"maximum\":5}]}"},
    {D20, "{\"anyOf\":[{\"const\":1},{\"const\":2}]}",
     "{\"oneOf\":[{\"const\":1},{\"enum\":[1,2]}]}"},
    {D20, "{\"type\":\"number\"}", "{\"oneOf\":[{\"minimum\":5},{\"maximum\":7}]}"},
    {D20, "{\"type\":\"string\"}", "{\"not\":{\"const\":\"secret\"}}"},
    {D20, "{\"type\":\"object\"}",
     "{\"if\":{\"properties\":{\"k\":{\"const\":1}},\"required\":[\"k\"]},\"then\":{\"required\":["
     "\"a\"]}}"},
    {D20, "{\"type\":\"object\",\"properties\":{\"a\":{}}}",
     "{\"type\":\"object\",\"properties\":{\"a\":{}},\"unevaluatedProperties\":false}"},
    {D20, "{\"prefixItems\":[{}]}", "{\"prefixItems\":[{}],\"unevaluatedItems\":false}"},
    {D20, "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"type\":\"string\"}}}",
     "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"type\":\"string\",\"maxLength\":3}}}"},
    {D20,
     "{\"$ref\":\"#/$defs/n\",\"$defs\":{\"n\":{\"type\":\"object\",\"properties\":{\"v\":{\"type\":"
     "\"integer\"},\"next\":{\"$ref\":\"#/$defs/n\"}}}}}",
     "{\"$ref\":\"#/$defs/n\",\"$defs\":{\"n\":{\"type\":\"object\",\"properties\":{\"v\":{\"type\":"
     "\"integer\",\"minimum\":0},\"next\":{\"$ref\":\"#/$defs/n\"}}}}}"},
    {D20, "{\"allOf\":[{\"type\":\"integer\"},{\"minimum\":3}]}",
     "{\"allOf\":[{\"type\":\"integer\"},{\"minimum\":4}]}"},
    {D20,
     "{\"type\":\"object\",\"maxProperties\":9,\"properties\":{\"p\":{\"contains\":{\"const\":"
     "5},\"dependentRequired\":{\"a\":[\"b\"]},\"dependentSchemas\":{\"c\":{\"required\":[\"d\"]}}}}}",
     "{\"type\":\"object\",\"maxProperties\":8,\"properties\":{\"p\":{\"contains\":{\"const\":"
     "5},\"dependentRequired\":{\"a\":[\"b\"]},\"dependentSchemas\":{\"c\":{\"required\":[\"d\"]}}}}}"},
    {O30, "{\"type\":\"string\",\"nullable\":true}", "{\"type\":\"string\"}"},
    {D4, "{\"maximum\":5}", "{\"maximum\":5,\"exclusiveMaximum\":true}"},
    {D20,
     "{\"type\":\"object\",\"oneOf\":[{\"properties\":{\"k\":{\"const\":\"a\"}},\"required\":["
     "\"k\"]},{\"properties\":{\"k\":{\"const\":\"b\"},\"n\":{\"type\":\"integer\"}},"
     "\"required\":[\"k\",\"n\"]}]}",
     "{\"type\":\"object\",\"oneOf\":[{\"properties\":{\"k\":{\"const\":\"a\"}},\"required\":["
     "\"k\"]},{\"properties\":{\"k\":{\"const\":\"b\"},\"n\":{\"type\":\"integer\",\"minimum\":0}},"
     "\"required\":[\"k\",\"n\"]}]}"},
};

/* How many of the values of sample_values for the two are refused by the other; -1: one is wrong.
 */
static int count_told(struct sampling *one, struct sampling *other)
{
    const struct node *values[VALUES];
    ptrdiff_t count =
        sample_values(one->sampler, &one->side, one->v.scheme, other->v.scheme, values, VALUES);
    int told = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        if (!is_judged(one, values[i], VERDICT_VALID))
            return -1;
        told += is_judged(other, values[i], VERDICT_INVALID);
    }
    return told;
}

static void test_pairs(void)
{
    for (size_t i = 0; i < sizeof pair_rows / sizeof *pair_rows; i++) {
        struct sampling one, other;
        const struct pair_row *row = &pair_rows[i];
        bool is_open = begin(&one, str_of(row->one), row->dialect, WORK);
        is_open = begin(&other, str_of(row->other), row->dialect, WORK) && is_open;
        const struct node *value = NULL;
        ok(is_open && count_told(&one, &other) > 0, "%s, not %s", row->one, row->other);
        ptrdiff_t count = is_open ? sample_differing(one.sampler, &one.side, one.v.scheme,
                                                     &other.side, other.v.scheme, &value, 1)
                                  : 0;
        ok(count == 1 && is_judged(&one, value, VERDICT_VALID) &&
               is_judged(&other, value, VERDICT_INVALID),
           "and one such value");
        end(&one);
        end(&other);
    }
}

/* ---- values around others -------------------------------------------------------------------- */

struct around_row {
    enum dialect dialect;
    const char *schema;
    enum step_kind kind;
    const char *name; /* of the member */
    uint32_t index;
    const char *value;
};

static const struct around_row around_rows[] = {
    {D20, "{\"type\":\"string\"}", STEP_SAME, NULL, 0, "\"a\""},
    {D20, "{\"properties\":{\"a\":{\"type\":\"integer\"}}}", STEP_MEMBER, "a", 0, "7"},
    {D20, "{\"properties\":{\"a\":{},\"b\":{\"const\":1}},\"required\":[\"b\"]}", STEP_MEMBER, "a",
     0, "7"},
    {D20, "{\"properties\":{\"a\":{}},\"dependentRequired\":{\"a\":[\"c\"]}}", STEP_MEMBER, "a", 0,
     "[]"},
    {D20, "{\"properties\":{\"a\":{},\"b\":{}},\"maxProperties\":1}", STEP_MEMBER, "b", 0, "{}"},
    {D20, "{\"properties\":{\"a\":{},\"b\":{}},\"minProperties\":2}", STEP_MEMBER, "b", 0, "{}"},
    {D20,
     "{\"properties\":{\"k\":{}},\"oneOf\":[{\"properties\":{\"k\":{\"const\":1}},"
     "\"required\":[\"k\",\"a\"]},{\"properties\":{\"k\":{\"const\":2}},\"required\":[\"k\","
     "\"b\"]}]}",
     STEP_MEMBER, "k", 0, "2"},
    {D20, "{\"properties\":{\"a\":{}},\"additionalProperties\":{\"type\":\"integer\"}}",
     STEP_OTHER_MEMBER, NULL, 0, "5"},
    {D20,
     "{\"additionalProperties\":{\"type\":\"integer\"},\"propertyNames\":{\"pattern\":"
     "\"^[A-Z]{3}$\"}}",
     STEP_OTHER_MEMBER, NULL, 0, "5"},
    {D20,
     "{\"properties\":{\"a\":{}},\"required\":[\"a\"],\"unevaluatedProperties\":{\"type\":"
     "\"integer\"}}",
     STEP_OTHER_MEMBER, NULL, 0, "5"},
    {D20, "{\"patternProperties\":{\"^x-[0-9]{2}$\":{}},\"additionalProperties\":false}",
     STEP_LIKE_MEMBER, NULL, 0, "5"},
    {D20, "{\"propertyNames\":{\"maxLength\":3}}", STEP_NAME, NULL, 0, "\"abc\""},
    {D20, "{\"propertyNames\":{\"maxLength\":3},\"additionalProperties\":{\"const\":4}}", STEP_NAME,
     NULL, 0, "\"abc\""},
    {D20, "{\"items\":{\"type\":\"integer\"}}", STEP_ITEM, NULL, 0, "5"},
    {D20, "{\"enum\":[[1],[2,5]]}", STEP_ITEM, NULL, 1, "5"},
    {D20, "{\"const\":{\"a\":5}}", STEP_MEMBER, "a", 0, "5"},
    {D20, "{\"items\":{\"type\":\"integer\"},\"minItems\":3,\"uniqueItems\":true}", STEP_ITEM, NULL,
     0, "1"},
    {D20, "{\"prefixItems\":[{\"const\":1},{\"const\":2},{}]}", STEP_ITEM, NULL, 2, "5"},
    {D7, "{\"items\":[{\"const\":1},{\"const\":2}],\"additionalItems\":{}}", STEP_ITEM, NULL, 2,
     "5"},
    {D20, "{\"contains\":{\"type\":\"integer\"},\"minContains\":2}", STEP_CONTAINED, NULL, 0, "5"},
    {D20, "{\"contains\":{\"type\":\"integer\"},\"maxContains\":1,\"minItems\":2}", STEP_CONTAINED,
     NULL, 0, "5"},
    {D20,
     "{\"properties\":{\"a\":{}},\"if\":{\"required\":[\"a\"]},\"then\":{\"required\":[\"d\"],"
     "\"properties\":{\"d\":{\"type\":\"boolean\"}}}}",
     STEP_MEMBER, "a", 0, "0"},
};

/* True when VALUE stands in WHOLE, one step down. */
static bool holds(const struct node *whole, const struct step *step, const struct node *value)
{
    if (step->kind == STEP_SAME)
        return node_equal(whole, value);
    for (uint32_t i = 0; i < whole->count; i++)
        if (whole->kind == NODE_ARRAY ? node_equal(node_item(whole, i), value)
            : step->kind == STEP_NAME ? node_equal(node_key(whole, i), value)
                                      : node_equal(node_value(whole, i), value))
            return step->kind != STEP_ITEM || i == step->index ||
                   node_equal(node_item(whole, step->index), value);
    return false;
}

static struct pattern *first_pattern(const struct scheme *scheme)
{
    for (uint32_t i = 0; i < scheme->count; i++)
        if (scheme->rules[i].op == OP_MEMBERS && scheme->rules[i].members->pattern_count)
            return scheme->rules[i].members->patterns[0].pattern;
    return NULL;
}

static void test_around(void)
{
    for (size_t i = 0; i < sizeof around_rows / sizeof *around_rows; i++) {
        struct sampling s;
        const struct around_row *row = &around_rows[i];
        bool is_right = begin(&s, str_of(row->schema), row->dialect, WORK);
        const struct node *values[8];
        const struct node *value = read_into(&s.v.arena, "value.json", str_of(row->value));
        struct step step = {.kind = row->kind, .name = str_of(row->name), .index = row->index};
        if (is_right && row->kind == STEP_LIKE_MEMBER)
            step.pattern = first_pattern(s.v.scheme);
        ptrdiff_t count = is_right ? sample_around(s.sampler, &s.side, s.v.scheme, NULL, NULL,
                                                   &step, value, values, 8)
                                   : 0;
        for (ptrdiff_t k = 0; k < count; k++)
            is_right = is_right && is_judged(&s, values[k], VERDICT_VALID) &&
                       holds(values[k], &step, value);
        ok(is_right && count > 0, "%s around %s", row->schema, row->value);
        end(&s);
    }
}

/* ---- what has no value, and what is hard ----------------------------------------------------- */

static void test_none(void)
{
    static const char *const schemas[] = {
        "false",
        "{\"type\":\"string\",\"const\":1}",
        "{\"type\":\"integer\",\"minimum\":3,\"maximum\":2}",
        "{\"allOf\":[{\"type\":\"string\"},{\"type\":\"number\"}]}",
        "{\"type\":\"object\",\"required\":[\"a\"],\"additionalProperties\":false}",
        "{\"type\":\"array\",\"minItems\":3,\"uniqueItems\":true,\"items\":{\"enum\":[1,2]}}",
        "{\"type\":\"object\",\"required\":[\"a\"],\"properties\":{\"a\":{\"$ref\":\"#\"}}}",
        "{\"$ref\":\"#\"}",
        "{\"type\":\"string\",\"minLength\":1000000000}",
        "{\"type\":\"array\",\"minItems\":1000000000}",
        "{\"type\":\"object\",\"minProperties\":1000000000}",
        "{\"not\":{}}",
    };
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++) {
        struct sampling s;
        begin(&s, str_of(schemas[i]), D20, WORK);
        ok(s.v.scheme && !sample_valid(s.sampler, &s.side, s.v.scheme), "none for %s", schemas[i]);
        end(&s);
    }
}

/* COUNT times ITEM, with its number in the place of each "~", with commas between. */
static str listed(struct arena *arena, int count, const char *before, const char *item,
                  const char *after)
{
    struct buf text = buf_in(arena, PTRDIFF_MAX);
    buf_add(&text, str_of(before));
    for (int i = 0; i < count; i++) {
        for (const char *c = item; *c; c++)
            if (*c == '~')
                buf_printf(&text, "%d", i);
            else
                buf_add_byte(&text, *c);
        buf_add(&text, i + 1 < count ? S(",") : S(""));
    }
    buf_add(&text, str_of(after));
    return buf_view(&text);
}

static void test_hard_one(str schema, bool has_value, const char *what)
{
    struct sampling s;
    const struct node *values[VALUES];
    bool is_open = begin(&s, schema, D20, WORK);
    const struct node *value = is_open ? sample_valid(s.sampler, &s.side, s.v.scheme) : NULL;
    ptrdiff_t count =
        is_open ? sample_values(s.sampler, &s.side, s.v.scheme, s.v.scheme, values, VALUES) : 0;
    bool is_right = !value || is_judged(&s, value, VERDICT_VALID);
    for (ptrdiff_t i = 0; i < count && i < 4; i++) /* they outlive what the sampler works with */
        is_right = is_right && is_judged(&s, values[i], VERDICT_VALID);
    ok(is_open && is_right && (value != NULL) == has_value && (count > 0) == has_value,
       "%s: %d values", what, (int)count);
    end(&s);
}

static void test_hard(void)
{
    struct arena arena = {0};
    str all =
        listed(&arena, 200, "{\"$ref\":\"#/$defs/d0\",\"$defs\":{",
               "\"d~\":{\"allOf\":[{\"$ref\":\"#/$defs/e~\"}]}", ",\"e199\":{\"type\":\"null\"}");
    struct buf text = buf_in(&arena, PTRDIFF_MAX);
    buf_add(&text, all);
    for (int i = 0; i < 199; i++)
        buf_printf(&text, ",\"e%d\":{\"allOf\":[{\"$ref\":\"#/$defs/d%d\"}]}", i, i + 1);
    buf_add(&text, S("}}"));
    test_hard_one(buf_view(&text), true, "a long chain of allOf");
    test_hard_one(listed(&arena, 10000, "{\"type\":\"object\",\"properties\":{",
                         "\"p~\":{\"type\":\"integer\",\"minimum\":~}", "}}"),
                  true, "10,000 properties");
    test_hard_one(listed(&arena, 10000, "{\"type\":\"object\",\"required\":[", "\"p~\"", "]}"),
                  true, "10,000 required names");
    test_hard_one(
        listed(&arena, 3000, "{\"anyOf\":[", "{\"type\":\"integer\",\"minimum\":~}", "]}"), true,
        "3,000 branches");
    test_hard_one(listed(&arena, 40, "{\"allOf\":[",
                         "{\"anyOf\":[{\"required\":[\"a~\"]},{\"required\":[\"b~\"]}]}", "]}"),
                  true, "40 choices");
    test_hard_one(S("{\"type\":\"string\",\"pattern\":\"^(((a{80}){80}){80})$\"}"), false,
                  "a pattern of what is very long");
    test_hard_one(S("{\"type\":\"string\",\"pattern\":\"^(?:(?:){1000000}){1000000}x$\"}"), true,
                  "many turns of nothing");
    test_hard_one(S("{\"type\":\"array\",\"minItems\":1000,\"uniqueItems\":true}"), true,
                  "1,000 items that are all different");
    test_hard_one(listed(&arena, 300, "{\"$ref\":\"#/$defs/0\",\"$defs\":{",
                         "\"~\":{\"type\":\"object\",\"required\":[\"a\",\"b\"],\"properties\":{"
                         "\"a\":{\"$ref\":\"#/$defs/0\"},\"b\":{\"$ref\":\"#/$defs/~\"}}}",
                         "}}"),
                  false, "schemas that lead to each other without end");
    arena_free(&arena);
}

static void test_no_work(void)
{
    struct sampling s;
    const struct node *values[4];
    begin(&s, S("{\"type\":\"object\",\"required\":[\"a\"]}"), D20, 0);
    ok(!sample_valid(s.sampler, &s.side, s.v.scheme) &&
           !sample_values(s.sampler, &s.side, s.v.scheme, s.v.scheme, values, 4),
       "without work nothing is found");
    end(&s);
}

int main(void)
{
    test_valid();
    test_pairs();
    test_around();
    test_none();
    test_hard();
    test_no_work();
    return done_testing();
}
