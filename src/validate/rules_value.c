/*
 * What keywords ask of a value itself (2020-12 validation section 6; OpenAPI 3.0, Schema Object).
 */
#include "source/number.h"
#include "validate/rules.h"
#include "validate/value.h"

#include <stdlib.h>

/* The kind that NAME, a value of "type", is; 0 when there is none. */
static uint8_t kinds_of_type(str name, enum dialect dialect)
{
    static const struct {
        str name;
        uint8_t kinds;
    } types[] = {
        {STR_INIT("null"), KIND_NULL},       {STR_INIT("boolean"), KIND_BOOL},
        {STR_INIT("string"), KIND_STRING},   {STR_INIT("array"), KIND_ARRAY},
        {STR_INIT("object"), KIND_OBJECT},   {STR_INIT("number"), KIND_NUMBER},
        {STR_INIT("integer"), KIND_INTEGER},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (str_equal(types[i].name, name))
            return types[i].kinds;
    bool is_file = dialect == DIALECT_OPENAPI_2_0 && str_equal(name, S("file"));
    return is_file ? KIND_STRING : 0; /* what is in a file is text here */
}

/* "type", which may be several. */
static void add_type(struct rules *rules)
{
    const struct node *type = rules->keywords.values[KW_TYPE];
    uint8_t kinds = 0;
    if (!type)
        return;
    uint32_t count = type->kind == NODE_ARRAY ? type->count : 1;
    for (uint32_t i = 0; i < count; i++) {
        const struct node *one = type->kind == NODE_ARRAY ? node_item(type, i) : type;
        uint8_t kind =
            one->kind == NODE_STRING ? kinds_of_type(node_text(one), rules->scope->dialect) : 0;
        if (!kind)
            rules_refuse(rules, KW_TYPE, one, "the name of a type");
        kinds |= kind;
    }
    rules->scheme->kinds = kinds;
    rules_add(rules, OP_TYPE, KIND_ANY, KW_TYPE)->value = type;
}

static int compare_hashed(const void *left, const void *right)
{
    const struct hashed_value *a = left, *b = right;
    return (a->hash > b->hash) - (a->hash < b->hash);
}

static void add_enum(struct rules *rules)
{
    struct arena *arena = rules->compiler->arena;
    const struct node *list = rules_value(rules, KW_ENUM, NODE_ARRAY);
    if (!list)
        return;
    struct value_set *set = arena_new(arena, struct value_set, 1);
    str *strings = arena_new(arena, str, list->count);
    uint32_t string_count = 0;
    set->others = arena_new(arena, struct hashed_value, list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        const struct node *value = node_item(list, i);
        if (value->kind == NODE_STRING)
            strings[string_count++] = node_text(value);
        else
            set->others[set->other_count++] = (struct hashed_value){value_hash(value), value};
    }
    set->strings = names_make(arena, strings, string_count);
    if (set->other_count > 1)
        qsort(set->others, set->other_count, sizeof *set->others, compare_hashed);
    rules_add(rules, OP_ENUM, KIND_ANY, KW_ENUM)->values = set;
}

/* The number that the keyword NUMBER is, ready to be compared with; NULL as rules_value. */
static struct bound *make_bound(struct rules *rules, enum keyword_number number)
{
    const struct node *value = rules_value(rules, number, NODE_NUMBER);
    if (!value)
        return NULL;
    struct bound *bound = arena_new(rules->compiler->arena, struct bound, 1);
    bound->text = node_text(value);
    bound->is_small = value_read_integer(bound->text, &bound->integer);
    return bound;
}

/*
 * "maximum" and "exclusiveMaximum", or the two for the minimum. Up to draft-04, and in OpenAPI up
 * to 3.0, the latter is a boolean that says what the former means.
 */
static void add_bounds(struct rules *rules, enum keyword_number plain,
                       enum keyword_number exclusive, bool is_upper)
{
    const struct node *flag = rules->keywords.values[exclusive];
    bool has_flag = flag && flag->kind == NODE_BOOL;
    const struct keyword *row =
        flag ? keyword_find(OBJECT_SCHEMA, is_upper ? S("exclusiveMaximum") : S("exclusiveMinimum"),
                            rules->scope->dialect)
             : NULL;
    bool wants_flag = row && row->translation == TRANSLATE_BOUND_FLAG;
    if (flag && has_flag != wants_flag)
        rules_refuse(rules, exclusive, flag, wants_flag ? "a boolean" : "a number");
    struct bound *bound = make_bound(rules, plain);
    if (bound) {
        bound->is_upper = is_upper;
        bound->is_exclusive = has_flag && flag->count;
        rules_add(rules, OP_BOUND, KIND_NUMBER, plain)->bound = bound;
    }
    if (!flag || wants_flag)
        return;
    bound = make_bound(rules, exclusive);
    if (bound) {
        bound->is_upper = is_upper;
        bound->is_exclusive = true;
        rules_add(rules, OP_BOUND, KIND_NUMBER, exclusive)->bound = bound;
    }
}

static void add_multiple_of(struct rules *rules)
{
    struct bound *bound = make_bound(rules, KW_MULTIPLE_OF);
    if (!bound)
        return;
    if (number_compare(bound->text, S("0")) > 0)
        rules_add(rules, OP_MULTIPLE_OF, KIND_NUMBER, KW_MULTIPLE_OF)->bound = bound;
    else
        rules_refuse(rules, KW_MULTIPLE_OF, rules->keywords.values[KW_MULTIPLE_OF],
                     "a number above 0");
}

bool rules_count(struct rules *rules, enum keyword_number number, uint64_t *ret_count)
{
    const struct node *value = rules_value(rules, number, NODE_NUMBER);
    int64_t integer;
    if (!value)
        return false;
    str text = node_text(value);
    if (number_compare(text, S("0")) < 0 || !number_is_integral(text)) {
        rules_refuse(rules, number, value, "an integer from 0 on");
        return false;
    }
    *ret_count = UINT64_MAX;
    if (value_read_integer(text, &integer))
        *ret_count = (uint64_t)integer;
    else if (number_compare(text, S("9007199254740992")) < 0) /* which a double holds exactly */
        *ret_count = (uint64_t)strtod(arena_copy(rules->compiler->arena, text).data, NULL);
    return true;
}

static void add_count(struct rules *rules, enum op op, uint8_t kinds, enum keyword_number number)
{
    uint64_t count;
    if (rules_count(rules, number, &count))
        rules_add(rules, op, kinds, number)->count = count;
}

static void add_pattern(struct rules *rules)
{
    const struct node *text = rules_value(rules, KW_PATTERN, NODE_STRING);
    struct pattern *pattern = text ? rules_pattern(rules, text) : NULL;
    if (pattern)
        rules_add(rules, OP_PATTERN, KIND_STRING, KW_PATTERN)->pattern = pattern;
}

/* True when the keyword NAME asserts in the dialect, where that is not asked for in another way. */
static bool asserts(const struct rules *rules, str name)
{
    const struct keyword *row = keyword_find(OBJECT_SCHEMA, name, rules->scope->dialect);
    return row && row->role == ROLE_ASSERTS;
}

static void add_format(struct rules *rules)
{
    enum format_assertion formats = rules->compiler->formats;
    const struct node *name = rules_value(rules, KW_FORMAT, NODE_STRING);
    bool is_asked =
        formats == FORMATS_ON ||
        (formats == FORMATS_AUTO && (asserts(rules, S("format")) ||
                                     (rules->scope->vocabularies & VOCABULARY_FORMAT_ASSERTION)));
    if (!name || !is_asked)
        return;
    const struct format *format = format_find(node_text(name), rules->scope->dialect);
    if (format && format->check)
        rules_add(rules, OP_FORMAT, KIND_STRING, KW_FORMAT)->format = format;
}

static void add_content(struct rules *rules)
{
    bool has_encoding = rules->keywords.values[KW_CONTENT_ENCODING];
    if ((has_encoding || rules->keywords.values[KW_CONTENT_MEDIA_TYPE]) &&
        asserts(rules, S("contentEncoding")))
        rules_add(rules, OP_CONTENT, KIND_STRING,
                  has_encoding ? KW_CONTENT_ENCODING : KW_CONTENT_MEDIA_TYPE);
}

void rules_of_value(struct rules *rules)
{
    add_type(rules);
    add_enum(rules);
    if (rules->keywords.values[KW_CONST])
        rules_add(rules, OP_CONST, KIND_ANY, KW_CONST)->value = rules->keywords.values[KW_CONST];
    add_bounds(rules, KW_MAXIMUM, KW_EXCLUSIVE_MAXIMUM, true);
    add_bounds(rules, KW_MINIMUM, KW_EXCLUSIVE_MINIMUM, false);
    add_multiple_of(rules);
    add_count(rules, OP_MAX_LENGTH, KIND_STRING, KW_MAX_LENGTH);
    add_count(rules, OP_MIN_LENGTH, KIND_STRING, KW_MIN_LENGTH);
    add_pattern(rules);
    add_format(rules);
    add_content(rules);
    add_count(rules, OP_MAX_COUNT, KIND_ARRAY, KW_MAX_ITEMS);
    add_count(rules, OP_MIN_COUNT, KIND_ARRAY, KW_MIN_ITEMS);
    add_count(rules, OP_MAX_COUNT, KIND_OBJECT, KW_MAX_PROPERTIES);
    add_count(rules, OP_MIN_COUNT, KIND_OBJECT, KW_MIN_PROPERTIES);
    const struct node *unique = rules_value(rules, KW_UNIQUE_ITEMS, NODE_BOOL);
    if (unique && unique->count)
        rules_add(rules, OP_UNIQUE_ITEMS, KIND_ARRAY, KW_UNIQUE_ITEMS);
}
