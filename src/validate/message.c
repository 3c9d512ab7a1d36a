#include "validate/message.h"

#include "base/show.h"
#include "base/similar.h"
#include "base/utf8.h"
#include "source/write.h"
#include "validate/value.h"

str message_keyword(const struct violation *violation)
{
    if (violation->member == NO_MEMBER)
        return (str){0};
    return node_text(node_key(violation->scheme->schema, violation->member));
}

/* The value of the keyword that VIOLATION is about, or NULL. */
static const struct node *keyword_value(const struct violation *violation)
{
    return violation->member == NO_MEMBER
               ? NULL
               : node_value(violation->scheme->schema, violation->member);
}

/* More than show() leaves of a value, in bytes and, for strings, in characters. */
enum { SAMPLE = 100, ENOUGH = 4 * SAMPLE };

static void add_sample(struct buf *text, const struct node *node, int depth);

/* Adds the beginning of an array or object. */
static void add_parts(struct buf *text, const struct node *node, int depth)
{
    enum { DEEPEST = 20 };
    bool is_object = node->kind == NODE_OBJECT;
    buf_add_byte(text, is_object ? '{' : '[');
    for (uint32_t i = 0; i < node->count && text->len < ENOUGH; i++) {
        buf_add(text, i ? S(", ") : S(""));
        if (depth == DEEPEST) {
            buf_add(text, S("..."));
            break;
        }
        if (is_object) {
            add_sample(text, node_key(node, i), depth + 1);
            buf_add(text, S(": "));
        }
        add_sample(text, is_object ? node_value(node, i) : node_item(node, i), depth + 1);
    }
    buf_add_byte(text, is_object ? '}' : ']');
}

/* Adds NODE as JSON, or so much of its beginning that show() cuts it. */
static void add_sample(struct buf *text, const struct node *node, int depth)
{
    str chars;
    switch ((enum node_kind)node->kind) {
    case NODE_NULL:
        buf_add(text, S("null"));
        break;
    case NODE_BOOL:
        buf_add(text, node->count ? S("true") : S("false"));
        break;
    case NODE_NUMBER:
        chars = node_text(node);
        buf_add(text, str_first(chars, chars.len < SAMPLE ? chars.len : SAMPLE));
        break;
    case NODE_STRING:
        chars = node_text(node);
        write_string(text, str_first(chars, utf8_skip(chars, 0, SAMPLE)), WRITE_EXACT);
        break;
    case NODE_ARRAY:
    case NODE_OBJECT:
        add_parts(text, node, depth);
        break;
    }
}

const char *message_value(struct arena *arena, const struct node *node)
{
    struct buf text = buf_in(arena, PTRDIFF_MAX);
    add_sample(&text, node, 0);
    return show(arena, buf_view(&text));
}

const char *message_kinds(struct arena *arena, unsigned kinds)
{
    static const struct {
        unsigned kinds;
        const char *name;
    } names[] = {
        {KIND_OBJECT, "an object"}, {KIND_ARRAY, "an array"},     {KIND_STRING, "a string"},
        {KIND_NUMBER, "a number"},  {KIND_INTEGER, "an integer"}, {KIND_BOOL, "a boolean"},
        {KIND_NULL, "null"},
    };
    struct buf text = buf_in(arena, PTRDIFF_MAX);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if ((kinds & names[i].kinds) != names[i].kinds)
            continue;
        kinds &= ~names[i].kinds;
        buf_add(&text, text.len ? kinds ? S(", ") : S(" or ") : S(""));
        buf_add(&text, str_of(names[i].name));
    }
    buf_add_byte(&text, '\0');
    return text.len > 1 ? text.data : "nothing";
}

/* What NODE is, for a message about its type: its kind, and the value where that is short. */
static const char *message_actual(struct arena *arena, const struct node *node)
{
    static const char *const words[] = {
        [NODE_BOOL] = "the boolean ", [NODE_NUMBER] = "the number ", [NODE_STRING] = "the string "};
    if (node->kind == NODE_NULL || node->kind >= NODE_ARRAY)
        return node_kind_words(node->kind);
    return arena_printf(arena, "%s%s", words[node->kind], message_value(arena, node)).data;
}

/* The values of the array LIST: "a", "b" or "c". */
static const char *message_choice(struct arena *arena, const struct node *list)
{
    enum { MANY = 12, LONG = 300 };
    struct buf text = buf_in(arena, PTRDIFF_MAX);
    uint32_t shown = 0;
    for (uint32_t i = 0; i < list->count && i < MANY && text.len < LONG; i++, shown++) {
        bool is_last = i + 1 == list->count;
        buf_add(&text, i == 0 ? S("") : is_last ? S(" or ") : S(", "));
        buf_add(&text, str_of(message_value(arena, node_item(list, i))));
    }
    if (shown < list->count)
        buf_printf(&text, " or one of %u more", list->count - shown);
    buf_add_byte(&text, '\0');
    return text.data;
}

static const char *bound_text(struct arena *arena, const struct violation *violation)
{
    const struct bound *bound = violation->rule->bound;
    const char *word = bound->is_upper       ? bound->is_exclusive ? "below" : "at most"
                       : bound->is_exclusive ? "above"
                                             : "at least";
    return arena_printf(arena, "%s is not %s %s", show(arena, node_text(violation->instance)), word,
                        show(arena, bound->text))
        .data;
}

/* LIMIT, or where that is larger than all that count, what the schema has: the keyword MEMBER. */
static const char *limit_text(struct arena *arena, const struct violation *violation,
                              uint64_t limit, uint32_t member)
{
    if (limit == UINT64_MAX && member != NO_MEMBER)
        return show(arena, node_text(node_value(violation->scheme->schema, member)));
    return arena_printf(arena, "%llu", (unsigned long long)limit).data;
}

/* The number that VIOLATION, one of a length or count, is about. */
static const char *count_limit_text(struct arena *arena, const struct violation *violation)
{
    return limit_text(arena, violation, violation->rule->count, violation->member);
}

static const char *length_text(struct arena *arena, const struct violation *violation)
{
    unsigned long long length = value_length(node_text(violation->instance));
    bool is_most = violation->rule->op == OP_MAX_LENGTH;
    return arena_printf(arena, "the string has %llu character%s, %s %s %s %s", length,
                        length == 1 ? "" : "s", is_most ? "at most" : "at least",
                        count_limit_text(arena, violation),
                        violation->rule->count == 1 ? "is" : "are", is_most ? "allowed" : "needed")
        .data;
}

static const char *count_text(struct arena *arena, const struct violation *violation)
{
    const struct node *node = violation->instance;
    bool is_array = node->kind == NODE_ARRAY;
    const char *one = is_array ? "item" : "property", *many = is_array ? "items" : "properties";
    bool is_most = violation->rule->op == OP_MAX_COUNT;
    return arena_printf(arena, "there %s %u %s, %s %s %s %s", node->count == 1 ? "is" : "are",
                        node->count, node->count == 1 ? one : many,
                        is_most ? "at most" : "at least", count_limit_text(arena, violation),
                        violation->rule->count == 1 ? "is" : "are", is_most ? "allowed" : "needed")
        .data;
}

static const char *unique_text(struct arena *arena, const struct violation *violation)
{
    uint32_t first, second;
    if (!value_find_equal_items(violation->instance, &first, &second))
        return "two items are equal";
    return arena_printf(arena, "the items %u and %u are equal: %s", first, second,
                        message_value(arena, node_item(violation->instance, second)))
        .data;
}

static const char *format_text(struct arena *arena, const struct violation *violation)
{
    const struct format *format = violation->rule->format;
    const char *fault = format_fault(format, node_text(violation->instance));
    return arena_printf(arena, "%s is not of the format %s%s%s",
                        message_value(arena, violation->instance), format->name.data,
                        fault ? ": " : "", fault ? fault : "")
        .data;
}

/* The property that is there and asks for the one that is missing, which its list names. */
static str asking_name(const struct violation *violation)
{
    const struct dependencies *all = violation->rule->dependencies;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct node *list = all->at[i].required;
        if (list && list->count && violation->key >= list->items &&
            violation->key < list->items + list->count &&
            node_get(violation->instance, all->at[i].name))
            return all->at[i].name;
    }
    return S("");
}

static const char *missing_text(struct arena *arena, const struct violation *violation)
{
    const char *name = show(arena, node_text(violation->key));
    if (violation->rule->op != OP_DEPENDENT_REQUIRED)
        return arena_printf(arena, "the property \"%s\" is missing", name).data;
    return arena_printf(arena, "the property \"%s\" is missing, for which \"%s\" asks", name,
                        show(arena, asking_name(violation)))
        .data;
}

static const char *contains_text(struct arena *arena, const struct violation *violation)
{
    const struct contains *contains = violation->rule->contains;
    bool is_few = violation->count < contains->min;
    return arena_printf(arena, "%u of its items %s what \"contains\" asks for, %s %s %s",
                        violation->count, violation->count == 1 ? "is" : "are",
                        is_few ? "at least" : "at most",
                        limit_text(arena, violation, is_few ? contains->min : contains->max,
                                   is_few ? contains->min_member : contains->max_member),
                        is_few ? "must" : "may")
        .data;
}

static const char *one_of_text(struct arena *arena, const struct violation *violation)
{
    if (!violation->count)
        return arena_printf(arena, "none of the %u schemas of \"oneOf\" holds",
                            violation->rule->schemes->count)
            .data;
    return arena_printf(arena, "%u schemas of \"oneOf\" hold, %s at /%u and /%u, where one may",
                        violation->count, violation->count > 2 ? "such as those" : "those",
                        violation->first, violation->second)
        .data;
}

/* What may not be there: the schema false, as such or behind a keyword for the rest. */
static const char *unwanted_text(struct arena *arena, const struct violation *violation)
{
    if (violation->key)
        return arena_printf(arena, "the property \"%s\" is not allowed",
                            show(arena, node_text(violation->key)))
            .data;
    return "nothing may be here: the schema is false";
}

static const char *text_of_text(struct arena *arena, const struct violation *violation)
{
    const char *value = message_value(arena, violation->instance);
    if (violation->rule->op == OP_PATTERN)
        return arena_printf(arena, "%s does not match the pattern %s", value,
                            show(arena, node_text(keyword_value(violation))))
            .data;
    return arena_printf(arena, "%s is not encoded as \"%s\" says", value,
                        show(arena, message_keyword(violation)))
        .data;
}

const char *message_text(struct arena *arena, const struct violation *violation)
{
    const struct node *value = violation->instance, *keyword = keyword_value(violation);
    switch ((enum op)violation->rule->op) {
    case OP_TYPE:
        return arena_printf(arena, "expected %s, got %s",
                            message_kinds(arena, violation->scheme->kinds),
                            message_actual(arena, value))
            .data;
    case OP_CONST:
        return arena_printf(arena, "expected %s, got %s", message_value(arena, keyword),
                            message_value(arena, value))
            .data;
    case OP_ENUM:
        if (!keyword->count)
            return "no value is allowed here: \"enum\" is empty";
        return arena_printf(arena, "expected %s, got %s", message_choice(arena, keyword),
                            message_value(arena, value))
            .data;
    case OP_BOUND:
        return bound_text(arena, violation);
    case OP_MULTIPLE_OF:
        return arena_printf(arena, "%s is not a multiple of %s", show(arena, node_text(value)),
                            show(arena, violation->rule->bound->text))
            .data;
    case OP_MAX_LENGTH:
    case OP_MIN_LENGTH:
        return length_text(arena, violation);
    case OP_PATTERN:
    case OP_CONTENT:
        return text_of_text(arena, violation);
    case OP_FORMAT:
        return format_text(arena, violation);
    case OP_MAX_COUNT:
    case OP_MIN_COUNT:
        return count_text(arena, violation);
    case OP_UNIQUE_ITEMS:
        return unique_text(arena, violation);
    case OP_REQUIRED:
    case OP_DEPENDENT_REQUIRED:
        return missing_text(arena, violation);
    case OP_MEMBERS:
        return violation->member == violation->rule->members->required_member
                   ? missing_text(arena, violation)
                   : unwanted_text(arena, violation);
    case OP_ANY_OF:
        return arena_printf(arena, "none of the %u schemas of \"anyOf\" holds",
                            violation->rule->schemes->count)
            .data;
    case OP_ONE_OF:
        return one_of_text(arena, violation);
    case OP_NOT:
        return "this is what it must not be: the schema of \"not\" holds";
    case OP_CONTAINS:
        return contains_text(arena, violation);
    default:
        return unwanted_text(arena, violation);
    }
}

enum diag_code message_code(const struct violation *violation)
{
    static const enum diag_code codes[OP_COUNT] = {
        [OP_NEVER] = D0807,
        [OP_TYPE] = D0801,
        [OP_CONST] = D0802,
        [OP_ENUM] = D0802,
        [OP_BOUND] = D0803,
        [OP_MULTIPLE_OF] = D0803,
        [OP_MAX_LENGTH] = D0804,
        [OP_MIN_LENGTH] = D0804,
        [OP_PATTERN] = D0804,
        [OP_FORMAT] = D0804,
        [OP_CONTENT] = D0804,
        [OP_MAX_COUNT] = D0805,
        [OP_MIN_COUNT] = D0805,
        [OP_UNIQUE_ITEMS] = D0805,
        [OP_CONTAINS] = D0805,
        [OP_REQUIRED] = D0806,
        [OP_DEPENDENT_REQUIRED] = D0806,
        [OP_MEMBERS] = D0807,
        [OP_UNEVALUATED_PROPERTIES] = D0807,
        [OP_ANY_OF] = D0808,
        [OP_ONE_OF] = D0808,
        [OP_NOT] = D0810,
    };
    const struct rule *rule = violation->rule;
    if (rule->op == OP_MEMBERS && violation->member == rule->members->required_member)
        return D0806;
    if (rule->op == OP_ONE_OF && violation->count)
        return D0809;
    return codes[rule->op];
}

/* ---- did you mean ---------------------------------------------------------------------------- */

enum {
    MANY_NAMES = 10000
}; /* that are looked at for one hint: there may be hints for each of them */

/* What is considered for one hint, and how much more may be looked at. */
struct guess {
    struct similar similar;
    int room; /* schemes, and names that are looked up */
};

/*
 * Considers the names of the properties that SCHEME speaks of, also by what it applies to the same
 * value, and that INSTANCE lacks.
 */
static void consider_properties(struct guess *guess, const struct scheme *scheme,
                                const struct node *instance, int depth)
{
    enum { DEEPEST = 6 };
    if (depth > DEEPEST || --guess->room < 0)
        return;
    for (uint32_t i = 0; i < scheme->count; i++) {
        const struct rule *rule = &scheme->rules[i];
        bool is_members = rule->op == OP_MEMBERS;
        for (uint32_t k = 0; is_members && k < rule->members->property_count && k < MANY_NAMES;
             k++) {
            struct similar before = guess->similar;
            str name = rule->members->properties[k].name;
            similar_consider(&guess->similar, name);
            if (guess->similar.best.data != before.best.data &&
                (--guess->room < 0 || node_get(instance, name)))
                guess->similar = before;
        }
        if (rule->op == OP_REF)
            consider_properties(guess, rule->scheme, instance, depth + 1);
        for (uint32_t k = 0;
             rule->op >= OP_ALL_OF && rule->op <= OP_ONE_OF && k < rule->schemes->count; k++)
            consider_properties(guess, rule->schemes->at[k], instance, depth + 1);
    }
}

/* True when SCHEME itself speaks of the property NAME. */
static bool speaks_of(const struct scheme *scheme, str name)
{
    for (uint32_t i = 0; i < scheme->count; i++) {
        const struct rule *rule = &scheme->rules[i];
        bool is_members = rule->op == OP_MEMBERS;
        for (uint32_t k = 0; is_members && k < rule->members->property_count; k++)
            if (str_equal(rule->members->properties[k].name, name))
                return true;
    }
    return false;
}

/* Considers the names of INSTANCE that SCHEME, which misses one, does not speak of. */
static void consider_names(struct guess *guess, const struct scheme *scheme,
                           const struct node *instance)
{
    for (uint32_t i = 0; i < instance->count && i < MANY_NAMES; i++) {
        struct similar before = guess->similar;
        str name = node_text(node_key(instance, i));
        similar_consider(&guess->similar, name);
        if (guess->similar.best.data != before.best.data &&
            (--guess->room < 0 || speaks_of(scheme, name)))
            guess->similar = before;
    }
}

static const char *did_you_mean(struct arena *arena, const struct similar *similar)
{
    if (!similar->best.data)
        return NULL;
    return arena_printf(arena, "did you mean \"%s\"?", show(arena, similar->best)).data;
}

const char *message_hint(struct arena *arena, const struct violation *violation)
{
    enum { ROOM = 200 };
    struct guess guess = {.room = ROOM};
    struct similar *similar = &guess.similar;
    const struct node *keyword = keyword_value(violation);
    enum diag_code code = message_code(violation);
    if (code == D0807 && violation->key) {
        similar->wanted = node_text(violation->key);
        consider_properties(&guess, violation->scheme, violation->instance, 0);
    } else if (code == D0806) { /* a name that is there may be this one, misspelled */
        similar->wanted = node_text(violation->key);
        consider_names(&guess, violation->scheme, violation->instance);
        if (similar->best.data)
            return arena_printf(arena, "\"%s\" is there: is that it?", show(arena, similar->best))
                .data;
    } else if (violation->rule->op == OP_ENUM && violation->instance->kind == NODE_STRING) {
        similar->wanted = node_text(violation->instance);
        for (uint32_t i = 0; i < keyword->count && i < MANY_NAMES; i++)
            if (node_item(keyword, i)->kind == NODE_STRING)
                similar_consider(similar, node_text(node_item(keyword, i)));
    }
    return did_you_mean(arena, similar);
}
