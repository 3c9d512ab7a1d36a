#include "call/subset.h"

#include "base/show.h"
#include "base/utf8.h"
#include "schema/pointer.h"
#include "source/number.h"

const char *subset_word(enum subset_fault fault)
{
    static const char *const words[] = {
        [SUBSET_TYPE] = "type",
        [SUBSET_ENUM] = "enum",
        [SUBSET_REQUIRED] = "required",
        [SUBSET_ADDITIONAL] = "additional-property",
        [SUBSET_MIN_LENGTH] = "min-length",
        [SUBSET_NO_OBJECT] = "schema-not-object",
        [SUBSET_MALFORMED] = "malformed-object-schema",
        [SUBSET_UNSUPPORTED] = "unsupported-type",
    };
    return words[fault];
}

/* A check under way. Schemas are nested 512 deep at most, and so is what is looked at. */
struct check {
    struct flaws *flaws;
    const char *what;
    ptrdiff_t base; /* where the pointer of the value begins, behind that of the result */
    int64_t work;
};

static bool is_spent(const struct check *check)
{
    return check->work > SUBSET_WORK;
}

/* Counts the steps that looking at NODE takes; false when there were too many. */
static bool spend(struct check *check, const struct node *node)
{
    enum { BYTES_A_STEP = 64 };
    bool is_text = node->kind == NODE_STRING || node->kind == NODE_NUMBER;
    check->work += 1 + (is_text ? node->count / BYTES_A_STEP : 0);
    return !is_spent(check);
}

/* Adds what is wrong, unless what was looked at last was not looked at in full. */
static void add(struct check *check, enum subset_fault fault, const struct node *value,
                const char *message)
{
    if (is_spent(check))
        return;
    str all = buf_view(&check->flaws->pointer);
    const char *where = show(check->flaws->sources->arena, str_skip(all, check->base));
    struct flaw *flaw = flaws_add(check->flaws, RESULT_SCHEMA, false, value, "%s%s: %s",
                                  check->what, where, message);
    if (flaw)
        flaw->word = subset_word(fault);
}

/* The text of what Python compares as a number; empty: it is none. */
static str number_of(const struct node *node)
{
    if (node->kind == NODE_BOOL)
        return node->count ? S("1") : S("0");
    return node->kind == NODE_NUMBER ? node_text(node) : S("");
}

static bool equal(struct check *check, const struct node *a, const struct node *b);

static bool equal_members(struct check *check, const struct node *a, const struct node *b)
{
    bool is_equal = a->count == b->count;
    for (uint32_t i = 0; is_equal && i < a->count; i++) {
        const struct node *other = node_get(b, node_text(node_key(a, i)));
        is_equal = other && equal(check, node_value(a, i), other);
    }
    return is_equal;
}

/* True when A and B are equal in Python: numbers by value, and true is 1. */
static bool equal(struct check *check, const struct node *a, const struct node *b)
{
    str number = number_of(a);
    if (!spend(check, a) || !spend(check, b))
        return false;
    if (number.len)
        return number_of(b).len && number_equal(number, number_of(b));
    if (a->kind != b->kind)
        return false;
    if (a->kind == NODE_STRING)
        return str_equal(node_text(a), node_text(b));
    if (a->kind == NODE_OBJECT)
        return equal_members(check, a, b);
    bool is_equal = a->kind != NODE_ARRAY || a->count == b->count;
    for (uint32_t i = 0; a->kind == NODE_ARRAY && is_equal && i < a->count; i++)
        is_equal = equal(check, node_item(a, i), node_item(b, i));
    return is_equal;
}

/* True when "enum" is VALUES and has VALUE; of a text, Python takes any part for one of it. */
static bool is_among(struct check *check, const struct node *values, const struct node *value)
{
    if (values->kind == NODE_STRING)
        return spend(check, values) && value->kind == NODE_STRING &&
               str_find(node_text(values), node_text(value)) >= 0;
    if (values->kind == NODE_OBJECT)
        return value->kind == NODE_STRING && node_get(values, node_text(value));
    bool found = false;
    for (uint32_t i = 0; values->kind == NODE_ARRAY && !found && i < values->count; i++)
        found = equal(check, node_item(values, i), value);
    return found;
}

/* True when VALUE is an integer as it is written: 1.0 and 1e3 are not. */
static bool is_integer(const struct node *value)
{
    return node_is(value, NODE_NUMBER) && number_is_digits(node_text(value));
}

/* A type, as "type" and messages call it. */
struct type {
    const char *word, *words;
    enum node_kind kind;
    bool is_integer;
};

/* The type WORD; NULL: there is none. */
static const struct type *type_of(str word)
{
    static const struct type types[] = {
        {"string", "a string", NODE_STRING, false},
        {"number", "a number", NODE_NUMBER, false},
        {"integer", "an integer", NODE_NUMBER, true},
        {"boolean", "true or false", NODE_BOOL, false},
        {"null", "null", NODE_NULL, false},
        {"array", "an array", NODE_ARRAY, false},
        {"object", "an object", NODE_OBJECT, false},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (str_equal(word, str_of(types[i].word)))
            return &types[i];
    return NULL;
}

/* Checks "type", TYPE; false when VALUE is refused, and the rest of the schema says nothing. */
static bool check_type(struct check *check, const struct node *type, const struct node *value)
{
    struct arena *arena = check->flaws->sources->arena;
    if (!type || type->kind == NODE_NULL)
        return true;
    if (type->kind != NODE_STRING) {
        add(check, SUBSET_TYPE, value, "\"type\" of the schema is not one word");
        return false;
    }
    const struct type *known = type_of(node_text(type));
    if (!known) {
        const char *word = show(arena, node_text(type));
        add(check, SUBSET_UNSUPPORTED, value,
            arena_printf(arena, "the schema asks for the type \"%s\", which there is not", word)
                .data);
        return false;
    }
    if (value->kind == known->kind && (!known->is_integer || is_integer(value)))
        return true;
    add(check, SUBSET_TYPE, value,
        arena_printf(arena, "expected %s, got %s", known->words,
                     value->kind == NODE_NUMBER ? show(arena, node_text(value))
                                                : node_kind_words(value->kind))
            .data);
    return false;
}

/* The number that "minLength" is for Python, at most that of a very long text; -1: none. */
static ptrdiff_t least_length(const struct node *node)
{
    enum { HUGE_DIGITS = 17 };
    ptrdiff_t value = 0;
    if (node_is(node, NODE_BOOL))
        return node->count;
    if (!is_integer(node) || node->chars[0] == '-')
        return -1;
    if (node->count > HUGE_DIGITS)
        return PTRDIFF_MAX;
    for (uint32_t i = 0; i < node->count; i++)
        value = value * 10 + (node->chars[i] - '0');
    return value;
}

static void check_value(struct check *check, const struct node *schema, const struct node *value);

static void check_property(struct check *check, const struct node *schema, str name,
                           const struct node *value)
{
    struct buf *pointer = &check->flaws->pointer;
    ptrdiff_t before = pointer->len;
    pointer_add_token(pointer, name);
    check_value(check, schema, value);
    pointer->len = before;
}

static void check_required(struct check *check, const struct node *required,
                           const struct node *value)
{
    struct arena *arena = check->flaws->sources->arena;
    for (uint32_t i = 0; i < required->count && spend(check, required); i++) {
        const struct node *name = node_item(required, i);
        if (node_is(name, NODE_STRING) && node_get(value, node_text(name)))
            continue;
        add(check, SUBSET_REQUIRED, value,
            arena_printf(arena, "the property \"%s\" is missing",
                         node_is(name, NODE_STRING) ? show(arena, node_text(name)) : "")
                .data);
    }
}

static void check_additional(struct check *check, const struct node *properties,
                             const struct node *value)
{
    struct arena *arena = check->flaws->sources->arena;
    for (uint32_t i = 0; i < value->count && spend(check, value); i++) {
        const struct node *key = node_key(value, i);
        if (!node_get(properties, node_text(key)))
            add(check, SUBSET_ADDITIONAL, key,
                arena_printf(arena, "the property \"%s\" is not allowed",
                             show(arena, node_text(key)))
                    .data);
    }
}

static void check_object(struct check *check, const struct node *schema, const struct node *value)
{
    const struct node *properties = node_get(schema, S("properties")),
                      *required = node_get(schema, S("required")),
                      *additional = node_get(schema, S("additionalProperties"));
    if ((properties && properties->kind != NODE_OBJECT) ||
        (required && required->kind != NODE_ARRAY)) {
        add(check, SUBSET_MALFORMED, value,
            "the schema has \"properties\" that are no object, or \"required\" that is no array");
        return;
    }
    if (required)
        check_required(check, required, value);
    if (node_is(additional, NODE_BOOL) && !additional->count)
        check_additional(check, properties, value);
    for (uint32_t i = 0; properties && i < properties->count && spend(check, properties); i++) {
        str name = node_text(node_key(properties, i));
        const struct node *member = node_get(value, name);
        if (member)
            check_property(check, node_value(properties, i), name, member);
    }
}

static void check_items(struct check *check, const struct node *items, const struct node *value)
{
    struct buf *pointer = &check->flaws->pointer;
    ptrdiff_t before = pointer->len;
    for (uint32_t i = 0; items && i < value->count && spend(check, value); i++) {
        pointer_add_index(pointer, i);
        check_value(check, items, node_item(value, i));
        pointer->len = before;
    }
}

static void check_value(struct check *check, const struct node *schema, const struct node *value)
{
    const struct node *values = node_get(schema, S("enum"));
    if (!spend(check, value))
        return;
    if (schema->kind != NODE_OBJECT) {
        add(check, SUBSET_NO_OBJECT, value, "the schema is no object");
        return;
    }
    if (values && !is_among(check, values, value))
        add(check, SUBSET_ENUM, value, "it is none of the values of \"enum\"");
    if (!check_type(check, node_get(schema, S("type")), value))
        return;
    if (value->kind == NODE_OBJECT)
        check_object(check, schema, value);
    else if (value->kind == NODE_ARRAY)
        check_items(check, node_get(schema, S("items")), value);
    else if (value->kind == NODE_STRING && node_get(schema, S("minLength")) &&
             utf8_count(node_text(value)) < least_length(node_get(schema, S("minLength"))))
        add(check, SUBSET_MIN_LENGTH, value, "the text is too short");
}

bool subset_check(struct flaws *flaws, const struct node *schema, const struct node *value,
                  const char *what)
{
    struct check check = {.flaws = flaws, .what = what, .base = flaws->pointer.len};
    check_value(&check, schema, value);
    return !is_spent(&check);
}
