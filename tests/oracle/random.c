#include "random.h"

enum { DEPTH = 3 };

/* Types as a mask: what a keyword is about, and what a schema is to be about. */
enum { STRING = 1, NUMBER = 2, ARRAY = 4, OBJECT = 8, ANY = STRING | NUMBER | ARRAY | OBJECT };

/* What the value of a keyword is. */
enum form {
    FORM_TYPE,
    FORM_REF,
    FORM_VALUE,
    FORM_VALUES,
    FORM_FLAG,
    FORM_SMALL, /* a small number */
    FORM_BOUND_NUMBER,
    FORM_BOUND_FLAG, /* a boolean, as in draft-04, or a number, as later */
    FORM_PATTERN,
    FORM_PART,        /* a schema for parts */
    FORM_PART_OR_NOT, /* a schema for parts, or a boolean */
    FORM_PARTS,       /* a list of these */
    FORM_ITEMS,       /* one, or a list where the dialect has it */
    FORM_NAMED,       /* a map from names to these */
    FORM_BY_PATTERN,  /* a map from patterns to these */
    FORM_NAME,        /* a schema for names */
    FORM_SAME,        /* a schema for the same instance */
    FORM_ALL,         /* a list of these */
    FORM_IF,          /* one, and a "then" */
    FORM_NAMES,
    FORM_NAMES_BY_NAME,
    FORM_SAME_BY_NAME
};

/* In how many of a hundred schemas about these types a keyword stands. */
static const struct {
    str name;
    int types, percent;
    enum form form;
} keywords[] = {
    {STR_INIT("$ref"), ANY, 15, FORM_REF},
    {STR_INIT("type"), ANY, 50, FORM_TYPE},
    {STR_INIT("enum"), ANY, 10, FORM_VALUES},
    {STR_INIT("const"), ANY, 6, FORM_VALUE},
    {STR_INIT("nullable"), ANY, 12, FORM_FLAG},
    {STR_INIT("minimum"), NUMBER, 50, FORM_BOUND_NUMBER},
    {STR_INIT("maximum"), NUMBER, 30, FORM_BOUND_NUMBER},
    {STR_INIT("exclusiveMinimum"), NUMBER, 40, FORM_BOUND_FLAG},
    {STR_INIT("exclusiveMaximum"), NUMBER, 20, FORM_BOUND_FLAG},
    {STR_INIT("minLength"), STRING, 40, FORM_SMALL},
    {STR_INIT("maxLength"), STRING, 40, FORM_SMALL},
    {STR_INIT("pattern"), STRING, 20, FORM_PATTERN},
    {STR_INIT("items"), ARRAY, 50, FORM_ITEMS},
    {STR_INIT("prefixItems"), ARRAY, 20, FORM_PARTS},
    {STR_INIT("additionalItems"), ARRAY, 15, FORM_PART_OR_NOT},
    {STR_INIT("contains"), ARRAY, 30, FORM_PART},
    {STR_INIT("minContains"), ARRAY, 20, FORM_SMALL},
    {STR_INIT("maxContains"), ARRAY, 20, FORM_SMALL},
    {STR_INIT("maxItems"), ARRAY, 20, FORM_SMALL},
    {STR_INIT("uniqueItems"), ARRAY, 10, FORM_FLAG},
    {STR_INIT("unevaluatedItems"), ARRAY, 15, FORM_PART_OR_NOT},
    {STR_INIT("properties"), OBJECT, 50, FORM_NAMED},
    {STR_INIT("required"), OBJECT, 30, FORM_NAMES},
    {STR_INIT("additionalProperties"), OBJECT, 30, FORM_PART_OR_NOT},
    {STR_INIT("patternProperties"), OBJECT, 15, FORM_BY_PATTERN},
    {STR_INIT("propertyNames"), OBJECT, 15, FORM_NAME},
    {STR_INIT("dependencies"), OBJECT, 10, FORM_NAMES_BY_NAME},
    {STR_INIT("dependentRequired"), OBJECT, 10, FORM_NAMES_BY_NAME},
    {STR_INIT("dependentSchemas"), OBJECT, 10, FORM_SAME_BY_NAME},
    {STR_INIT("dependencies"), OBJECT, 5, FORM_SAME_BY_NAME},
    {STR_INIT("unevaluatedProperties"), OBJECT, 15, FORM_PART_OR_NOT},
    {STR_INIT("if"), ANY, 15, FORM_IF},
    {STR_INIT("else"), ANY, 10, FORM_SAME},
    {STR_INIT("allOf"), ANY, 15, FORM_ALL},
    {STR_INIT("anyOf"), ANY, 15, FORM_ALL},
    {STR_INIT("oneOf"), ANY, 10, FORM_ALL},
    {STR_INIT("not"), ANY, 10, FORM_SAME},
};
enum { KEYWORD_COUNT = sizeof keywords / sizeof *keywords };

/* The dialects to take sources from, and what they have. */
static const struct source_dialect {
    const char *name;
    bool booleans; /* true and false are schemas; bounds have numbers of their own */
    bool lists;    /* "items" may be a list */
} dialects[] = {
    {"2.0", false, true},      {"3.0", false, false},    {"3.0", false, false},
    {"3.1", true, false},      {"3.1", true, false},     {"3.2", true, false},
    {"2019-09", true, true},   {"draft-07", true, true}, {"draft-06", true, true},
    {"draft-04", false, true},
};
enum { DIALECT_ROWS = sizeof dialects / sizeof *dialects };

struct maker {
    struct arena *arena;
    struct chance chance;
    const struct source_dialect *dialect;
};

static bool in_hundred(struct maker *m, int percent)
{
    return chance_of(&m->chance, (uint32_t)percent, 100);
}

static const char *one_of_names(struct maker *m)
{
    static const char *const names[] = {"a", "b", "m", "mm"};
    return names[chance_below(&m->chance, 4)];
}

static struct node small_number(struct maker *m)
{
    static const char *const numbers[] = {"0", "1", "2", "3"};
    return value_number(str_of(numbers[chance_below(&m->chance, 4)]));
}

static int any_type(struct maker *m)
{
    return 1 << chance_below(&m->chance, 4);
}

static struct node with(struct maker *m, struct node object, const char *key, struct node value)
{
    return value_with_member(m->arena, object, str_of(key), value);
}

static struct node of_one(struct maker *m, struct node item)
{
    return value_with_item(m->arena, value_array(NULL, 0), 0, item);
}

static struct node schema_of(struct maker *m, int type, int depth);

/* ---- values of keywords ---------------------------------------------------------------------- */

static struct node text(const char *words)
{
    return value_string(str_of(words));
}

static struct node value_of(struct maker *m, int type)
{
    struct node value = value_object();
    if (in_hundred(m, 10))
        return value_null();
    switch (type) {
    case STRING:
        return text(in_hundred(m, 80) ? one_of_names(m) : "");
    case NUMBER:
        return in_hundred(m, 80) ? small_number(m) : value_number(S("1.5"));
    case ARRAY:
        return in_hundred(m, 70) ? of_one(m, value_of(m, any_type(m))) : value_array(NULL, 0);
    default:
        for (uint32_t i = chance_below(&m->chance, 3); i > 0; i--)
            value = with(m, value, one_of_names(m), value_of(m, any_type(m)));
        return value;
    }
}

static struct node type_of(struct maker *m, int type)
{
    const char *number = in_hundred(m, 50) ? "number" : "integer";
    struct node name = text(type == STRING   ? "string"
                            : type == ARRAY  ? "array"
                            : type == OBJECT ? "object"
                                             : number);
    if (in_hundred(m, 85))
        return name;
    return value_with_item(m->arena, of_one(m, name), 1,
                           text(m->dialect->booleans ? "null" : "boolean"));
}

static str reference_to(int type)
{
    return type == STRING   ? S("#/components/schemas/Text")
           : type == ARRAY  ? S("#/components/schemas/List")
           : type == OBJECT ? S("#/components/schemas/Thing")
                            : S("#/components/schemas/Number");
}

static struct node reference_of(struct maker *m, int type)
{
    return with(m, value_object(), "$ref", value_string(reference_to(type)));
}

static struct node names_of(struct maker *m)
{
    struct node names = of_one(m, text(one_of_names(m)));
    const char *other = one_of_names(m);
    if (!node_is_text(node_item(&names, 0), str_of(other)))
        names = value_with_item(m->arena, names, 1, text(other));
    return names;
}

/* A schema for names: mostly one that draft-04 can say by other means. */
static struct node name_schema(struct maker *m)
{
    switch (chance_below(&m->chance, 6)) {
    case 0:
        return with(m, value_object(), "pattern", text("^m"));
    case 1:
        return with(m, value_object(), "enum", names_of(m));
    case 2:
        return with(m, value_object(), "const", text(one_of_names(m)));
    case 3:
        return with(m, value_object(), "maxLength", small_number(m));
    case 4:
        return with(m, value_object(), "not", name_schema(m));
    default:
        return reference_of(m, STRING);
    }
}

static struct node list_of(struct maker *m, int type, int depth)
{
    struct node list = value_array(NULL, 0);
    for (uint32_t i = 0, count = 1 + chance_below(&m->chance, 3); i < count; i++)
        list = value_with_item(m->arena, list, i, schema_of(m, type ? type : any_type(m), depth));
    return list;
}

static struct node map_of(struct maker *m, int depth)
{
    struct node map = value_object();
    for (uint32_t i = chance_below(&m->chance, 3) + 1; i > 0; i--)
        map = with(m, map, one_of_names(m), schema_of(m, any_type(m), depth));
    return map;
}

static struct node keyword_value(struct maker *m, enum form form, int type, int depth)
{
    bool own = in_hundred(m, 90); /* the form that the dialect has */
    switch (form) {
    case FORM_TYPE:
        return type_of(m, type);
    case FORM_REF:
        return value_string(reference_to(type));
    case FORM_VALUE:
        return value_of(m, type);
    case FORM_VALUES:
        return value_with_item(m->arena, of_one(m, value_of(m, type)), 1, text(one_of_names(m)));
    case FORM_FLAG:
        return value_bool(in_hundred(m, 85));
    case FORM_SMALL:
    case FORM_BOUND_NUMBER:
        return small_number(m);
    case FORM_BOUND_FLAG:
        return own == m->dialect->booleans ? small_number(m) : value_bool(in_hundred(m, 70));
    case FORM_PATTERN:
        return text("a|m");
    case FORM_PART_OR_NOT:
        if (in_hundred(m, 40))
            return value_bool(in_hundred(m, 30));
        return schema_of(m, any_type(m), depth);
    case FORM_PART:
        return schema_of(m, any_type(m), depth);
    case FORM_PARTS:
        return list_of(m, 0, depth);
    case FORM_ITEMS:
        if (m->dialect->lists && in_hundred(m, 50))
            return list_of(m, 0, depth);
        return schema_of(m, any_type(m), depth);
    case FORM_NAMED:
        return map_of(m, depth);
    case FORM_BY_PATTERN:
        return with(m, value_object(), in_hundred(m, 50) ? "^m" : "a|b",
                    schema_of(m, any_type(m), depth));
    case FORM_NAME:
        return name_schema(m);
    case FORM_SAME:
    case FORM_IF:
        return schema_of(m, type, depth);
    case FORM_ALL:
        return list_of(m, type, depth);
    case FORM_NAMES:
        return names_of(m);
    case FORM_NAMES_BY_NAME:
        return with(m, value_object(), one_of_names(m), names_of(m));
    case FORM_SAME_BY_NAME:
        return with(m, value_object(), one_of_names(m), schema_of(m, type, depth));
    }
    return value_null();
}

/* ---- schemas and rows ------------------------------------------------------------------------ */

/* A schema that is about TYPE for the most part. */
static struct node schema_of(struct maker *m, int type, int depth)
{
    struct node schema = value_object();
    if (m->dialect->booleans && in_hundred(m, 4))
        return value_bool(in_hundred(m, 50));
    if (depth == 0)
        return in_hundred(m, 30) ? reference_of(m, type)
                                 : with(m, schema, "type", type_of(m, type));
    for (int i = 0; i < KEYWORD_COUNT; i++) {
        if (!(keywords[i].types & type) || !in_hundred(m, keywords[i].percent))
            continue;
        schema = value_with_member(m->arena, schema, keywords[i].name,
                                   keyword_value(m, keywords[i].form, type, depth - 1));
        if (keywords[i].form == FORM_IF && in_hundred(m, 80))
            schema = with(m, schema, "then", schema_of(m, type, depth - 1));
    }
    return schema;
}

const struct node *random_row(struct arena *arena, uint64_t seed)
{
    struct maker m = {.arena = arena, .chance = {seed * 7919}};
    m.dialect = &dialects[chance_below(&m.chance, DIALECT_ROWS)];
    struct node number = with(&m, value_object(), "maximum", small_number(&m));
    struct node string = with(&m, value_object(), "type", text("string"));
    struct node list = with(&m, value_object(), "type", text("array"));
    struct node thing = with(&m, value_object(), "required", of_one(&m, text("a")));
    string = with(&m, string, "nullable", value_bool(in_hundred(&m, 30)));
    list = with(&m, list, "items", reference_of(&m, NUMBER));
    thing = with(&m, thing, "properties", with(&m, value_object(), "a", reference_of(&m, NUMBER)));

    struct node of_case = schema_of(&m, any_type(&m), DEPTH);
    if (of_case.kind == NODE_BOOL) /* which no root may be */
        of_case = with(&m, value_object(), "allOf", of_one(&m, of_case));
    struct node schemas = with(&m, value_object(), "Case", of_case);
    schemas = with(&m, schemas, "Text", string);
    schemas = with(&m, schemas, "Number", number);
    schemas = with(&m, schemas, "List", list);
    schemas = with(&m, schemas, "Thing", thing);

    struct node options = value_array(NULL, 0), *row = arena_new(arena, struct node, 1);
    if (in_hundred(&m, 25))
        options = of_one(&m, text("--honour-ref-siblings"));
    *row = with(&m, value_object(), "row",
                value_string(arena_printf(arena, "number %llu", (unsigned long long)seed)));
    *row = with(&m, *row, "from", of_one(&m, text(m.dialect->name)));
    *row = with(&m, *row, "options", options);
    *row = with(&m, *row, "schemas", schemas);
    return row;
}
