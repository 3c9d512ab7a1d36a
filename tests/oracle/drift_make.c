#include "drift_make.h"

enum { DEPTH = 3 };

const struct drift_keyword drift_keywords[] = {
    {STR_INIT("enum"), BOTH, ABOUT_STRING | ABOUT_NUMBER, 8, FORM_VALUES},
    {STR_INIT("const"), BOTH, ABOUT_STRING | ABOUT_NUMBER, 2, FORM_VALUE},
    {STR_INIT("minimum"), BOTH, ABOUT_NUMBER, 40, FORM_LOW},
    {STR_INIT("maximum"), BOTH, ABOUT_NUMBER, 30, FORM_HIGH},
    {STR_INIT("exclusiveMinimum"), BOTH, ABOUT_NUMBER, 8, FORM_LOW},
    {STR_INIT("exclusiveMaximum"), BOTH, ABOUT_NUMBER, 6, FORM_HIGH},
    {STR_INIT("multipleOf"), BOTH, ABOUT_NUMBER, 8, FORM_DIVISOR},
    {STR_INIT("minLength"), BOTH, ABOUT_STRING, 25, FORM_FEW},
    {STR_INIT("maxLength"), BOTH, ABOUT_STRING, 30, FORM_MANY},
    {STR_INIT("pattern"), BOTH, ABOUT_STRING, 15, FORM_PATTERN},
    {STR_INIT("format"), BOTH, ABOUT_STRING, 12, FORM_FORMAT},
    {STR_INIT("contentEncoding"), BOTH, ABOUT_STRING, 2, FORM_ENCODING},
    {STR_INIT("contentMediaType"), BOTH, ABOUT_STRING, 2, FORM_MEDIA_TYPE},
    {STR_INIT("contentSchema"), NEW, ABOUT_STRING, 1, FORM_PART},
    {STR_INIT("items"), BOTH, ABOUT_ARRAY, 85, FORM_ITEMS},
    {STR_INIT("prefixItems"), NEW, ABOUT_ARRAY, 10, FORM_PARTS},
    {STR_INIT("additionalItems"), OLD, ABOUT_ARRAY, 4, FORM_REST},
    {STR_INIT("contains"), BOTH, ABOUT_ARRAY, 8, FORM_PART},
    {STR_INIT("minContains"), NEW, ABOUT_ARRAY, 3, FORM_FEW},
    {STR_INIT("maxContains"), NEW, ABOUT_ARRAY, 3, FORM_MANY},
    {STR_INIT("minItems"), BOTH, ABOUT_ARRAY, 25, FORM_FEW},
    {STR_INIT("maxItems"), BOTH, ABOUT_ARRAY, 15, FORM_MANY},
    {STR_INIT("uniqueItems"), BOTH, ABOUT_ARRAY, 15, FORM_FLAG},
    {STR_INIT("unevaluatedItems"), NEW, ABOUT_ARRAY, 4, FORM_REST},
    {STR_INIT("properties"), BOTH, ABOUT_OBJECT, 95, FORM_PROPERTIES},
    {STR_INIT("required"), BOTH, ABOUT_OBJECT, 60, FORM_NAMES},
    {STR_INIT("additionalProperties"), BOTH, ABOUT_OBJECT, 35, FORM_REST},
    {STR_INIT("patternProperties"), BOTH, ABOUT_OBJECT, 8, FORM_BY_PATTERN},
    {STR_INIT("propertyNames"), BOTH, ABOUT_OBJECT, 5, FORM_NAME},
    {STR_INIT("minProperties"), BOTH, ABOUT_OBJECT, 6, FORM_FEW},
    {STR_INIT("maxProperties"), BOTH, ABOUT_OBJECT, 6, FORM_MANY},
    {STR_INIT("dependencies"), OLD, ABOUT_OBJECT, 6, FORM_DEPENDENCIES},
    {STR_INIT("dependentRequired"), NEW, ABOUT_OBJECT, 5, FORM_NAMES_BY_NAME},
    {STR_INIT("dependentSchemas"), NEW, ABOUT_OBJECT, 4, FORM_SAME_BY_NAME},
    {STR_INIT("unevaluatedProperties"), NEW, ABOUT_OBJECT, 6, FORM_REST},
    {STR_INIT("allOf"), BOTH, ABOUT_ANY, 6, FORM_ALL},
    {STR_INIT("anyOf"), BOTH, ABOUT_ANY, 4, FORM_CHOICES},
    {STR_INIT("oneOf"), BOTH, ABOUT_ANY, 2, FORM_CHOICES},
    {STR_INIT("not"), BOTH, ABOUT_ANY, 3, FORM_SAME},
    {STR_INIT("if"), BOTH, ABOUT_ANY, 4, FORM_IF},
    {STR_INIT("then"), BOTH, ABOUT_ANY, 0, FORM_SAME},
    {STR_INIT("else"), BOTH, ABOUT_ANY, 2, FORM_SAME},
    {STR_INIT("title"), BOTH, ABOUT_ANY | ABOUT_BOOL, 6, FORM_TEXT},
    {STR_INIT("description"), BOTH, ABOUT_ANY | ABOUT_BOOL, 12, FORM_TEXT},
    {STR_INIT("$comment"), BOTH, ABOUT_ANY | ABOUT_BOOL, 2, FORM_TEXT},
    {STR_INIT("default"), BOTH, ABOUT_ANY | ABOUT_BOOL, 4, FORM_ANNOTATION},
    {STR_INIT("examples"), BOTH, ABOUT_ANY, 3, FORM_VALUES},
    {STR_INIT("readOnly"), BOTH, ABOUT_ANY | ABOUT_BOOL, 2, FORM_FLAG},
    {STR_INIT("writeOnly"), BOTH, ABOUT_ANY | ABOUT_BOOL, 1, FORM_FLAG},
    {STR_INIT("deprecated"), NEW, ABOUT_ANY | ABOUT_BOOL, 2, FORM_FLAG},
    {STR_INIT("type"), BOTH, ABOUT_ANY | ABOUT_BOOL, 0, FORM_TYPE}, /* make_schema puts it first */
};
const int drift_keyword_count = sizeof drift_keywords / sizeof *drift_keywords;

const struct drift_keyword *drift_keyword_find(str name, bool is_new)
{
    for (int i = 0; i < drift_keyword_count; i++)
        if (str_equal(drift_keywords[i].name, name))
            return drift_keywords[i].drafts & (is_new ? NEW : OLD) ? &drift_keywords[i] : NULL;
    return NULL;
}

/* Patterns, and strings that they match. */
static const struct {
    const char *pattern, *samples[3];
} patterns[] = {
    {"^[a-z]+$", {"abc", "red", "z"}},
    {"^[a-z0-9]+$", {"a1b", "x1", "ab"}},
    {"^[a-z]*$", {"", "qq", "abcdefgh"}},
    {"^x-", {"x-a", "x-", "x-long-name"}},
    {"_id$", {"my_id", "_id", "a_id"}},
    {"^[A-Z]{2,3}$", {"AB", "ABC", "XYZ"}},
    {"^\\d{3}$", {"123", "000", "777"}},
    {"^[0-9]+$", {"1", "123", "4567"}},
    {"a|m", {"am", "m", "banana"}},
    {"^(red|green)$", {"red", "green", "red"}},
    {"^.{2,5}$", {"ab", "abcde", "é€"}},
    {"^[^@]+@[^@]+$", {"a@b", "ab@cd", "x@y.z"}},
    {"\\.json$", {"a.json", ".json", "b.json"}},
};
enum { PATTERN_COUNT = sizeof patterns / sizeof *patterns };

/* Formats of both drafts, and strings that are of them. */
static const struct {
    const char *format, *samples[2];
} formats[] = {
    {"date", {"2020-01-31", "1999-12-01"}},
    {"date-time", {"2020-01-31T10:00:00Z", "2021-02-01T00:00:00+01:00"}},
    {"email", {"a@b.example", "joe@example.com"}},
    {"uri", {"https://a.example/b", "urn:a:b"}},
    {"uri-reference", {"b", "https://a.example/"}},
    {"ipv4", {"127.0.0.1", "10.1.2.3"}},
    {"ipv6", {"::1", "2001:db8::1"}},
    {"hostname", {"a.example", "localhost"}},
    {"regex", {"^a$", "[a-z]"}},
    {"json-pointer", {"/a/0", ""}},
    {"time", {"10:00:00Z", "23:59:59+01:00"}},
};
enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

/* The definitions that may be referred to; of each type one, and a recursive one. */
static const struct {
    const char *name;
    enum about about;
} definitions[] = {
    {"Name", ABOUT_STRING},  {"Count", ABOUT_NUMBER}, {"Tags", ABOUT_ARRAY},
    {"Item", ABOUT_OBJECT},  {"Tree", ABOUT_OBJECT},  {"Code", ABOUT_STRING},
    {"Owner", ABOUT_OBJECT},
};
enum { DEFINITION_COUNT = sizeof definitions / sizeof *definitions, TREE = 4 };

/* ---- by hand --------------------------------------------------------------------------------- */

bool in_hundred(struct maker *m, int percent)
{
    return chance_of(m->chance, (uint32_t)percent, 100);
}

const char *any_word(struct maker *m, const char *const *words, int count)
{
    return words[chance_below(m->chance, (uint32_t)count)];
}

#define ANY_WORD(m, words) any_word((m), (words), sizeof(words) / sizeof *(words))

struct node with(struct maker *m, struct node object, const char *key, struct node value)
{
    return value_with_member(m->arena, object, str_of(key), value);
}

struct node text_node(const char *words)
{
    return value_string(str_of(words));
}

struct node list_with(struct maker *m, struct node list, struct node item)
{
    return value_with_item(m->arena, list, list.count, item);
}

struct node list_of_one(struct maker *m, struct node item)
{
    return list_with(m, value_array(NULL, 0), item);
}

const char *definitions_name(const struct maker *m)
{
    return m->is_new ? "$defs" : "definitions";
}

const char *make_name(struct maker *m)
{
    static const char *const names[] = {"id",   "name",  "kind", "tags",
                                        "size", "owner", "note", "my_id"};
    return ANY_WORD(m, names);
}

enum about make_about(struct maker *m)
{
    static const enum about abouts[] = {ABOUT_STRING, ABOUT_STRING, ABOUT_STRING, ABOUT_STRING,
                                        ABOUT_NUMBER, ABOUT_NUMBER, ABOUT_NUMBER, ABOUT_ARRAY,
                                        ABOUT_ARRAY,  ABOUT_OBJECT, ABOUT_OBJECT, ABOUT_BOOL};
    return abouts[chance_below(m->chance, sizeof abouts / sizeof *abouts)];
}

struct node make_samples(struct arena *arena)
{
    struct chance none = {0};
    struct maker m = {.arena = arena, .chance = &none};
    struct node list = value_array(NULL, 0);
    for (int i = 0; i < PATTERN_COUNT; i++)
        for (int j = 0; j < 3; j++)
            list = list_with(&m, list, text_node(patterns[i].samples[j]));
    for (int i = 0; i < FORMAT_COUNT; i++)
        for (int j = 0; j < 2; j++)
            list = list_with(&m, list, text_node(formats[i].samples[j]));
    return list;
}

/* ---- values ---------------------------------------------------------------------------------- */

struct node make_value(struct maker *m, enum about about)
{
    static const char *const words[] = {"red", "green", "blue", "a", "ab", "", "x-a", "123"};
    static const char *const numbers[] = {"0", "1", "2", "3", "5", "10", "1.5", "-1", "100"};
    struct node value = value_object();
    switch (about) {
    case ABOUT_STRING:
        return text_node(ANY_WORD(m, words));
    case ABOUT_NUMBER:
        return value_number(str_of(ANY_WORD(m, numbers)));
    case ABOUT_BOOL:
        return value_bool(in_hundred(m, 50));
    case ABOUT_ARRAY:
        value = value_array(NULL, 0);
        for (uint32_t i = chance_below(m->chance, 3); i > 0; i--)
            value = list_with(m, value, make_value(m, ABOUT_NUMBER));
        return value;
    default:
        for (uint32_t i = chance_below(m->chance, 3); i > 0; i--) {
            const char *name = make_name(m);
            value = with(m, value, name, make_value(m, ABOUT_STRING));
        }
        return value;
    }
}

static struct node type_of(struct maker *m, enum about about)
{
    const char *number = in_hundred(m, 60) ? "integer" : "number";
    struct node name = text_node(about == ABOUT_STRING   ? "string"
                                 : about == ABOUT_ARRAY  ? "array"
                                 : about == ABOUT_OBJECT ? "object"
                                 : about == ABOUT_BOOL   ? "boolean"
                                                         : number);
    if (in_hundred(m, 90))
        return name;
    return list_with(m, list_of_one(m, name), text_node("null"));
}

static struct node values_of(struct maker *m, enum about about)
{
    struct node values = value_array(NULL, 0);
    for (uint32_t i = 1 + chance_below(m->chance, 4); i > 0; i--) {
        struct node value = make_value(m, in_hundred(m, 95) ? about : ABOUT_STRING);
        bool has = false;
        for (uint32_t j = 0; j < values.count; j++)
            has = has || node_equal(node_item(&values, j), &value);
        if (!has)
            values = list_with(m, values, value);
    }
    return values;
}

static struct node reference_to(struct maker *m, int i)
{
    m->used |= 1u << i;
    str pointer = arena_printf(m->arena, "#/%s/%s", definitions_name(m), definitions[i].name);
    return with(m, value_object(), "$ref", value_string(pointer));
}

static struct node reference(struct maker *m, enum about about)
{
    int i = (int)chance_below(m->chance, DEFINITION_COUNT);
    for (int tries = 0; tries < DEFINITION_COUNT && definitions[i].about != about; tries++)
        i = (i + 1) % DEFINITION_COUNT;
    return reference_to(m, i);
}

static struct node numbers_of(struct maker *m, enum form form)
{
    static const char *const low[] = {"0", "1", "0", "-5", "1.5", "0.5"};
    static const char *const high[] = {"10", "100", "20", "50", "1000", "99.5"};
    static const char *const divisors[] = {"1", "2", "5", "0.5", "10", "0.01"};
    static const char *const few[] = {"0", "1", "1", "2", "3"};
    static const char *const many[] = {"3", "4", "5", "8", "10", "20"};
    return value_number(str_of(form == FORM_LOW       ? ANY_WORD(m, low)
                               : form == FORM_HIGH    ? ANY_WORD(m, high)
                               : form == FORM_DIVISOR ? ANY_WORD(m, divisors)
                               : form == FORM_FEW     ? ANY_WORD(m, few)
                                                      : ANY_WORD(m, many)));
}

static struct node names_of(struct maker *m)
{
    struct node names = value_array(NULL, 0);
    for (uint32_t i = 1 + chance_below(m->chance, 2); i > 0; i--) {
        struct node name = text_node(make_name(m));
        if (!names.count || !node_equal(node_item(&names, 0), &name))
            names = list_with(m, names, name);
    }
    return names;
}

/* ---- schemas in keywords --------------------------------------------------------------------- */

static struct node name_schema(struct maker *m)
{
    struct node schema = value_object();
    switch (chance_below(m->chance, 4)) {
    case 0:
        return with(m, schema, "pattern", text_node(in_hundred(m, 50) ? "^[a-z_]+$" : "^[a-z]"));
    case 1:
        return with(m, schema, "maxLength", numbers_of(m, FORM_MANY));
    case 2:
        return with(m, schema, "minLength", numbers_of(m, FORM_FEW));
    default:
        return with(m, schema, "not", with(m, value_object(), "const", text_node(make_name(m))));
    }
}

static struct node properties_of(struct maker *m, int depth)
{
    struct node map = value_object();
    for (uint32_t i = 1 + chance_below(m->chance, depth > 1 ? 4 : 3); i > 0; i--) {
        const char *name = make_name(m);
        enum about about = make_about(m);
        bool is_boolean = in_hundred(m, 2);
        map = with(m, map, name,
                   is_boolean ? value_bool(in_hundred(m, 70)) : make_schema(m, about, depth));
    }
    return map;
}

static struct node rest_of(struct maker *m, int depth)
{
    if (in_hundred(m, 55))
        return value_bool(false);
    if (in_hundred(m, 20))
        return value_bool(true);
    enum about about = make_about(m);
    return make_schema(m, about, depth);
}

static struct node part_list(struct maker *m, int depth)
{
    struct node list = value_array(NULL, 0);
    for (uint32_t i = 1 + chance_below(m->chance, 2); i > 0; i--) {
        enum about about = make_about(m);
        list = list_with(m, list, make_schema(m, about, depth));
    }
    return list;
}

/* An object that a "kind" of its own tells from others. */
static struct node tagged(struct maker *m, const char *kind, int depth)
{
    struct node object = make_schema(m, ABOUT_OBJECT, depth);
    if (object.kind != NODE_OBJECT || node_get(&object, S("$ref")))
        object = with(m, value_object(), "type", text_node("object"));
    const struct node *properties = node_get(&object, S("properties"));
    struct node tag = with(m, value_object(), "const", text_node(kind));
    object = with(m, object, "properties",
                  with(m, properties ? *properties : value_object(), "kind", tag));
    return with(m, object, "required", list_of_one(m, text_node("kind")));
}

static struct node choices_of(struct maker *m, enum about about, int depth)
{
    struct node list = value_array(NULL, 0);
    bool with_tags = about == ABOUT_OBJECT && in_hundred(m, 50);
    for (uint32_t i = 0, count = 2 + chance_below(m->chance, 2); i < count; i++) {
        static const char *const kinds[] = {"red", "green", "blue"};
        struct node choice = with_tags           ? tagged(m, kinds[i], depth)
                             : in_hundred(m, 40) ? make_schema(m, about, depth)
                                                 : make_facet(m, about, depth);
        list = list_with(m, list, choice);
    }
    return list;
}

static struct node all_of(struct maker *m, enum about about, int depth)
{
    struct node list = value_array(NULL, 0);
    for (uint32_t i = 1 + chance_below(m->chance, 2); i > 0; i--) {
        bool refers = in_hundred(m, 40) && about != ABOUT_BOOL && !m->defining;
        list = list_with(m, list, refers ? reference(m, about) : make_facet(m, about, depth));
    }
    return list;
}

/* What tells values about ABOUT apart, so that a "not" or "if" is neither always nor never true. */
static struct node condition(struct maker *m, enum about about, int depth)
{
    if (about != ABOUT_OBJECT)
        return make_facet(m, about, depth);
    const char *name = make_name(m);
    struct node schema = value_object();
    if (in_hundred(m, 60)) {
        struct node value = with(m, value_object(), "const", make_value(m, ABOUT_STRING));
        schema = with(m, schema, "properties", with(m, value_object(), name, value));
    }
    return with(m, schema, "required", list_of_one(m, text_node(name)));
}

static struct node schema_by_name(struct maker *m, int depth)
{
    const char *name = make_name(m);
    return with(m, value_object(), name, make_facet(m, ABOUT_OBJECT, depth));
}

static struct node names_by_name(struct maker *m)
{
    const char *name = make_name(m);
    return with(m, value_object(), name, names_of(m));
}

static struct node schema_value(struct maker *m, enum form form, enum about about, int depth)
{
    enum about part = make_about(m);
    switch (form) {
    case FORM_ITEMS:
        return !m->is_new && in_hundred(m, 12) ? part_list(m, depth) : make_schema(m, part, depth);
    case FORM_PART:
        return in_hundred(m, 50) ? make_schema(m, part, depth) : make_facet(m, part, depth);
    case FORM_REST:
        return rest_of(m, depth);
    case FORM_NAME:
        return name_schema(m);
    case FORM_PARTS:
        return part_list(m, depth);
    case FORM_PROPERTIES:
        return properties_of(m, depth);
    case FORM_BY_PATTERN:
        return with(m, value_object(), in_hundred(m, 50) ? "^x-" : "_id$",
                    make_schema(m, part, depth));
    case FORM_SAME_BY_NAME:
        return schema_by_name(m, depth);
    case FORM_DEPENDENCIES:
        return in_hundred(m, 50) ? names_by_name(m) : schema_by_name(m, depth);
    case FORM_ALL:
        return all_of(m, about, depth);
    case FORM_CHOICES:
        return choices_of(m, about, depth);
    default:
        return condition(m, about, depth);
    }
}

struct node make_keyword(struct maker *m, const struct drift_keyword *row, enum about about,
                         int depth)
{
    static const char *const texts[] = {"one", "two", "three"};
    switch (row->form) {
    case FORM_TYPE:
        return type_of(m, about);
    case FORM_VALUES:
        return values_of(m, about);
    case FORM_VALUE:
    case FORM_ANNOTATION:
        return make_value(m, about);
    case FORM_LOW:
    case FORM_HIGH:
    case FORM_DIVISOR:
    case FORM_FEW:
    case FORM_MANY:
        return numbers_of(m, row->form);
    case FORM_PATTERN:
        return text_node(patterns[chance_below(m->chance, PATTERN_COUNT)].pattern);
    case FORM_FORMAT:
        return text_node(formats[chance_below(m->chance, FORMAT_COUNT)].format);
    case FORM_ENCODING:
        return text_node("base64");
    case FORM_MEDIA_TYPE:
        return text_node("application/json");
    case FORM_FLAG:
        return value_bool(in_hundred(m, 80));
    case FORM_NAMES:
        return names_of(m);
    case FORM_NAMES_BY_NAME:
        return names_by_name(m);
    case FORM_TEXT:
        return text_node(ANY_WORD(m, texts));
    default:
        return schema_value(m, row->form, about, depth > 0 ? depth - 1 : 0);
    }
}

/* ---- schemas --------------------------------------------------------------------------------- */

/* "required" names what there is, for the most part. */
static struct node known_names(struct maker *m, const struct node *properties)
{
    struct node names = value_array(NULL, 0);
    for (uint32_t i = 0; i < properties->count; i++)
        if (in_hundred(m, 50))
            names = list_with(m, names, *node_key(properties, i));
    return names.count ? names : names_of(m);
}

/* True when all that SCHEMA requires may be there if there is nothing but its "properties". */
static bool may_close(const struct node *schema)
{
    const struct node *names = node_get(schema, S("required"));
    const struct node *properties = node_get(schema, S("properties"));
    bool may = properties != NULL;
    for (uint32_t i = 0; may && names && i < names->count; i++)
        may = node_get(properties, node_text(node_item(names, i)));
    return may;
}

/* Rarely does one write what contradicts what stands there already. */
static bool is_odd(struct maker *m, const struct node *schema, const struct drift_keyword *row)
{
    const struct node *rest = node_get(schema, S("additionalProperties"));
    bool closed = node_is(rest, NODE_BOOL) && !rest->count;
    if (row->form == FORM_REST && row->about == ABOUT_OBJECT)
        return (closed || !may_close(schema)) && in_hundred(m, 95);
    return closed && row->form >= FORM_SAME && row->form <= FORM_IF && in_hundred(m, 80);
}

static struct node schema_keywords(struct maker *m, enum about about, int depth)
{
    struct node schema = value_object();
    bool has_values = false;
    if (in_hundred(m, 93))
        schema = with(m, schema, "type", type_of(m, about));
    for (int i = 0; i < drift_keyword_count; i++) {
        const struct drift_keyword *row = &drift_keywords[i];
        bool is_deep = row->form >= FORM_PART && row->form <= FORM_IF && row->form != FORM_NAMES;
        if (!(row->drafts & (m->is_new ? NEW : OLD)) || !(row->about & (int)about) ||
            !in_hundred(m, row->percent) || (is_deep && depth <= 0) ||
            (has_values && row->form < FORM_FLAG) || is_odd(m, &schema, row))
            continue;
        const struct node *properties = node_get(&schema, S("properties"));
        struct node value = row->form == FORM_NAMES && properties && in_hundred(m, 90)
                                ? known_names(m, properties)
                                : make_keyword(m, row, about, depth);
        schema = value_with_member(m->arena, schema, row->name, value);
        has_values = has_values || row->form == FORM_VALUES || row->form == FORM_VALUE;
        if (row->form == FORM_IF)
            schema = with(m, schema, "then", make_facet(m, about, depth - 1));
    }
    return schema;
}

/* One that is a choice among types, without one of its own. */
static struct node union_schema(struct maker *m, int depth)
{
    struct node list = value_array(NULL, 0);
    for (uint32_t i = 0, count = 2 + chance_below(m->chance, 2); i < count; i++) {
        enum about about = make_about(m);
        list = list_with(m, list, make_schema(m, about, depth - 1));
    }
    return with(m, value_object(), in_hundred(m, 65) ? "anyOf" : "oneOf", list);
}

/* A few names, or places in an array, that are declared and mostly may be anything. */
static struct node declaring(struct maker *m, enum about about)
{
    struct node schema = value_object(), parts = value_object(), list = value_array(NULL, 0);
    for (uint32_t i = 1 + chance_below(m->chance, 2); i > 0; i--) {
        enum about part_about = make_about(m);
        struct node part = in_hundred(m, 35)   ? value_bool(true)
                           : in_hundred(m, 25) ? value_object()
                                               : make_schema(m, part_about, 0);
        const char *name = make_name(m);
        parts = with(m, parts, name, part);
        list = list_with(m, list, part);
    }
    if (in_hundred(m, 15)) {
        const char *rest = about == ABOUT_OBJECT ? "additionalProperties" : "items";
        return with(m, schema, rest, in_hundred(m, 60) ? value_object() : value_bool(true));
    }
    if (in_hundred(m, 10))
        return with(m, schema, about == ABOUT_OBJECT ? "unevaluatedProperties" : "unevaluatedItems",
                    value_bool(true));
    return about == ABOUT_OBJECT ? with(m, schema, "properties", parts)
                                 : with(m, schema, "prefixItems", list);
}

/*
 * A schema that is put together of others, all of which may declare something, and closed with an
 * unevaluatedProperties or unevaluatedItems: what these are for.
 */
static struct node closed_schema(struct maker *m, enum about about)
{
    bool is_object = about == ABOUT_OBJECT;
    struct node schema = declaring(m, about), list = list_of_one(m, declaring(m, about));
    if (in_hundred(m, 80))
        schema = with(m, schema, "type", text_node(is_object ? "object" : "array"));
    if (in_hundred(m, 40))
        list = list_with(m, list, declaring(m, about));
    if (in_hundred(m, 30))
        list = list_with(m, list, with(m, value_object(), "type", text_node("string")));
    static const char *const lists[] = {"allOf", "anyOf", "anyOf", "oneOf"};
    if (in_hundred(m, 75))
        schema = with(m, schema, ANY_WORD(m, lists), list);
    if (in_hundred(m, 25)) {
        schema = with(m, schema, "if", declaring(m, about));
        schema = with(m, schema, in_hundred(m, 60) ? "then" : "else", declaring(m, about));
    }
    const char *name = make_name(m);
    if (is_object && in_hundred(m, 25))
        schema =
            with(m, schema, "dependentSchemas", with(m, value_object(), name, declaring(m, about)));
    if (!is_object && in_hundred(m, 25))
        schema = with(m, schema, "contains", make_facet(m, ABOUT_STRING, 0));
    struct node rest = in_hundred(m, 75) ? value_bool(false) : make_schema(m, ABOUT_STRING, 0);
    return with(m, schema, is_object ? "unevaluatedProperties" : "unevaluatedItems", rest);
}

struct node make_schema(struct maker *m, enum about about, int depth)
{
    if (m->is_new && depth > 0 && about & ABOUT_PARTS && in_hundred(m, 7))
        return closed_schema(m, about);
    if (about != ABOUT_BOOL && in_hundred(m, depth > 0 ? 10 : 15)) {
        struct node schema = reference(m, about);
        if (m->is_new && in_hundred(m, 15))
            schema = with(m, schema, "description", text_node("one"));
        return schema;
    }
    if (depth > 0 && in_hundred(m, 6))
        return union_schema(m, depth);
    return schema_keywords(m, about, depth);
}

struct node make_facet(struct maker *m, enum about about, int depth)
{
    int wanted = (int)chance_below(m->chance, (uint32_t)drift_keyword_count);
    if (about == ABOUT_BOOL)
        return with(m, value_object(), "const", value_bool(true));
    for (int tries = 0; tries < drift_keyword_count; tries++) {
        const struct drift_keyword *row = &drift_keywords[(wanted + tries) % drift_keyword_count];
        if (row->drafts & (m->is_new ? NEW : OLD) && row->about == (int)about && row->percent > 3 &&
            !str_starts(row->name, S("unevaluated")))
            return value_with_member(m->arena, value_object(), row->name,
                                     make_keyword(m, row, about, depth > 1 ? 1 : depth));
    }
    return value_object();
}

/* ---- whole schemas --------------------------------------------------------------------------- */

static struct node tree_definition(struct maker *m)
{
    struct node properties = value_object(), list = value_object(), limits = value_object();
    properties = with(m, properties, "name", schema_keywords(m, ABOUT_STRING, 0));
    list = with(m, list, "type", text_node("array"));
    struct node again = reference_to(m, TREE);
    if (m->is_new && in_hundred(m, 15))
        again = with(m, value_object(), "$dynamicRef", text_node("#tree"));
    else if (m->is_new && in_hundred(m, 15))
        again = with(m, value_object(), "$ref", text_node("#tree"));
    list = with(m, list, "items", again);
    if (in_hundred(m, 30))
        list = with(m, list, "maxItems", numbers_of(m, FORM_MANY));
    properties = with(m, properties, "tags", list);
    if (in_hundred(m, 40))
        properties = with(m, properties, "owner", reference_to(m, TREE));
    if (m->is_new)
        limits = with(m, limits, "$dynamicAnchor", text_node("tree"));
    limits = with(m, limits, "type", text_node("object"));
    limits = with(m, limits, "properties", properties);
    if (in_hundred(m, 50))
        limits = with(m, limits, "required", list_of_one(m, text_node("name")));
    if (in_hundred(m, 30))
        limits = with(m, limits, "additionalProperties", value_bool(false));
    return limits;
}

struct node make_definitions(struct maker *m, struct node map)
{
    unsigned made = 0;
    while (made != m->used)
        for (int i = 0; i < DEFINITION_COUNT; i++) {
            if (!(m->used & ~made & 1u << i))
                continue;
            made |= 1u << i;
            if (node_get(&map, str_of(definitions[i].name)))
                continue;
            m->defining = true;
            struct node schema =
                i == TREE ? tree_definition(m) : schema_keywords(m, definitions[i].about, 1);
            m->defining = false;
            map = with(m, map, definitions[i].name, schema);
        }
    return map;
}

struct node make_root(struct maker *m)
{
    enum about about = in_hundred(m, 75) ? ABOUT_OBJECT : make_about(m);
    struct node root = value_object(), schema = make_schema(m, about, DEPTH);
    root = with(m, root, "$schema",
                text_node(m->is_new ? "https://json-schema.org/draft/2020-12/schema"
                                    : "http://json-schema.org/draft-07/schema#"));
    if (in_hundred(m, 20))
        root = with(m, root, "$id", text_node("https://schemas.example/root.json"));
    if (node_get(&schema, S("$ref")) && !m->is_new) /* which would hide the definitions' place */
        schema = with(m, value_object(), "allOf", list_of_one(m, schema));
    for (uint32_t i = 0; i < schema.count; i++)
        root = value_with_member(m->arena, root, node_text(node_key(&schema, i)),
                                 *node_value(&schema, i));
    if (in_hundred(m, 10)) /* nothing refers to it, mostly */
        m->used |= 1u << chance_below(m->chance, DEFINITION_COUNT);
    struct node map = make_definitions(m, value_object());
    return map.count ? with(m, root, definitions_name(m), map) : root;
}
