#include "drift/exhaust.h"

#include "drift/constraints.h"
#include "validate/value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SCHEME_CAP = 256, /* schemas that are asked of the same value */
    LINE_CAP = 256,   /* of each kind */
    LENGTH_CAP = 2000 /* of a string that is made up */
};

/* The lines that schemas draw among scalar values. */
struct lines {
    struct arena *arena;
    struct map seen; /* schemas */
    uint8_t plain;   /* the kinds of which all lines are known */
    double numbers[LINE_CAP];
    uint64_t lengths[LINE_CAP];
    const struct node *values[LINE_CAP];
    unsigned number_count, length_count, value_count;
    bool is_lexical;  /* 1.0 is no integer for one of them */
    uint64_t formats; /* of the schemas looked at so far, in one number */
};

static void add_number(struct lines *lines, str text)
{
    enum { LONGEST = 14 }; /* what a double holds exactly enough to find a number in between */
    char digits[LONGEST + 1];
    if (text.len > LONGEST || lines->number_count == LINE_CAP) {
        lines->plain &= (uint8_t)~KIND_NUMBER;
        return;
    }
    memcpy(digits, text.data, (size_t)text.len);
    digits[text.len] = '\0';
    double number = strtod(digits, NULL);
    if (fabs(number) > 1e9)
        lines->plain &= (uint8_t)~KIND_NUMBER;
    else
        lines->numbers[lines->number_count++] = number;
}

static void add_length(struct lines *lines, uint64_t length)
{
    if (length > LENGTH_CAP || lines->length_count == LINE_CAP)
        lines->plain &= (uint8_t)~KIND_STRING;
    else
        lines->lengths[lines->length_count++] = length;
}

static void add_value(struct lines *lines, const struct node *value)
{
    if (value->kind == NODE_NUMBER)
        add_number(lines, node_text(value));
    if (value->kind == NODE_STRING)
        add_length(lines, value_length(node_text(value)));
    if (lines->value_count == LINE_CAP)
        lines->plain = 0;
    else
        lines->values[lines->value_count++] = value;
}

static void look_at_scheme(struct lines *lines, const struct scheme *scheme);

static void look_at_each(struct lines *lines, const struct schemes *schemes)
{
    for (uint32_t i = 0; i < schemes->count; i++)
        look_at_scheme(lines, schemes->at[i]);
}

static void look_at_condition(struct lines *lines, const struct condition *condition)
{
    look_at_scheme(lines, condition->test);
    if (condition->yes)
        look_at_scheme(lines, condition->yes);
    if (condition->no)
        look_at_scheme(lines, condition->no);
}

static void look_at_list(struct lines *lines, const struct node *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        add_value(lines, node_item(list, i));
}

static void look_at_rule(struct lines *lines, const struct scheme *scheme, const struct rule *rule)
{
    switch (rule->op) {
    case OP_CONST:
        add_value(lines, rule->value);
        return;
    case OP_ENUM:
        look_at_list(lines, node_value(scheme->schema, rule->member));
        return;
    case OP_BOUND:
        add_number(lines, rule->bound->text);
        return;
    case OP_MULTIPLE_OF:
        lines->plain &= (uint8_t)~KIND_NUMBER;
        return;
    case OP_MIN_LENGTH:
    case OP_MAX_LENGTH:
        add_length(lines, rule->count);
        return;
    case OP_PATTERN:
    case OP_FORMAT:
    case OP_CONTENT:
        lines->plain &= (uint8_t)~KIND_STRING;
        return;
    case OP_REF:
    case OP_NOT:
        look_at_scheme(lines, rule->scheme);
        return;
    case OP_ALL_OF:
    case OP_ANY_OF:
    case OP_ONE_OF:
        look_at_each(lines, rule->schemes);
        return;
    case OP_IF:
        look_at_condition(lines, rule->condition);
        return;
    case OP_DYNAMIC_REF:
        if (rule->redirect->anchor != NO_ANCHOR)
            lines->plain = 0;
        look_at_scheme(lines, rule->redirect->initial);
        return;
    default: /* asked of objects and arrays, or a type */
        return;
    }
}

static void look_at_scheme(struct lines *lines, const struct scheme *scheme)
{
    bool is_new;
    map_entry_address(&lines->seen, scheme, &is_new);
    if (!is_new)
        return;
    if (lines->seen.count > SCHEME_CAP) {
        lines->plain = 0;
        return;
    }
    if (scheme->schema->kind == NODE_OBJECT && scheme->dialect == DIALECT_DRAFT_04)
        lines->is_lexical = true;
    if (dialect_info(scheme->dialect)->openapi && scheme->dialect <= DIALECT_OPENAPI_3_0)
        lines->is_lexical = true;
    const struct node *format = node_get(scheme->schema, S("format"));
    if (format) /* who validates may hold to it, even where the program does not */
        lines->formats += value_hash(format);
    for (uint32_t i = 0; i < scheme->count; i++)
        look_at_rule(lines, scheme, &scheme->rules[i]);
}

/* ---- trying ---------------------------------------------------------------------------------- */

struct trial {
    struct sampler *sampler;
    const struct sample_side *here_side, *there_side;
    const struct scheme *here, *there;
    struct arena *arena;
};

/* True unless HERE takes VALUE, or may, and THERE does not. */
static bool holds(const struct trial *t, const struct node *value)
{
    return sample_refuses(t->sampler, t->here_side, t->here, value) ||
           sample_accepts(t->sampler, t->there_side, t->there, value);
}

static bool number_holds(const struct trial *t, const struct lines *lines, double number)
{
    str text = arena_printf(t->arena, "%.10f", number);
    while (text.data[text.len - 1] == '0') /* there is a point in front */
        text.len--;
    if (text.data[text.len - 1] == '.')
        text.len--;
    struct node node = {.kind = NODE_NUMBER, .count = (uint32_t)text.len, .chars = text.data};
    if (!holds(t, &node))
        return false;
    if (!lines->is_lexical || number != floor(number))
        return true;
    text = arena_printf(t->arena, "%.*s.0", (int)text.len, text.data);
    node = (struct node){.kind = NODE_NUMBER, .count = (uint32_t)text.len, .chars = text.data};
    return holds(t, &node);
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Tries the numbers at all lines, an integer and a fraction between two of them, and beyond. */
static bool numbers_hold(const struct trial *t, struct lines *lines)
{
    double *at = lines->numbers;
    unsigned count = lines->number_count;
    if (!count)
        at[count++] = 0;
    qsort(at, count, sizeof *at, compare_doubles);
    double first = floor(at[0]) - 1, last = floor(at[count - 1]) + 1;
    bool ok = number_holds(t, lines, first) && number_holds(t, lines, first + 0.5 - 1) &&
              number_holds(t, lines, last) && number_holds(t, lines, last + 0.5) &&
              (at[0] == floor(at[0]) || number_holds(t, lines, floor(at[0])));
    for (unsigned i = 0; ok && i < count; i++) {
        ok = number_holds(t, lines, at[i]);
        if (!ok || i + 1 == count || at[i] == at[i + 1])
            continue;
        double integer = floor(at[i]) + 1, middle = (at[i] + at[i + 1]) / 2;
        if (integer < at[i + 1])
            ok = number_holds(t, lines, integer);
        if (middle == floor(middle)) /* that is none: there is one next to it */
            middle = middle + (at[i + 1] - middle) / 4;
        if (middle == floor(middle))
            middle = floor(middle) + 0.5;
        ok = ok && number_holds(t, lines, middle);
    }
    return ok;
}

/* True when a string of LENGTH that no schema lists holds. */
static bool length_holds(const struct trial *t, const struct lines *lines, uint64_t length)
{
    if (length > LENGTH_CAP + 1)
        return false;
    char *chars = arena_new(t->arena, char, (ptrdiff_t)length + 1);
    struct node node = {.kind = NODE_STRING, .count = (uint32_t)length, .chars = chars};
    for (char c = 'q'; c <= 'z'; c++) {
        memset(chars, c, (size_t)length);
        bool is_listed = false;
        for (unsigned i = 0; i < lines->value_count && !is_listed; i++)
            is_listed = node_equal(lines->values[i], &node);
        if (!is_listed || !length)
            return holds(t, &node);
    }
    return false;
}

static bool strings_hold(const struct trial *t, const struct lines *lines)
{
    bool ok = length_holds(t, lines, 0) && length_holds(t, lines, 1);
    for (unsigned i = 0; ok && i < lines->length_count; i++) {
        uint64_t length = lines->lengths[i];
        ok = length_holds(t, lines, length) && length_holds(t, lines, length + 1) &&
             (!length || length_holds(t, lines, length - 1));
    }
    return ok;
}

static bool all_hold(const struct trial *t, struct lines *lines, uint8_t kinds)
{
    static const struct node few[] = {
        {.kind = NODE_NULL}, {.kind = NODE_BOOL}, {.kind = NODE_BOOL, .count = 1}};
    bool ok = true;
    for (unsigned i = 0; ok && i < sizeof few / sizeof *few; i++)
        ok = holds(t, &few[i]);
    for (unsigned i = 0; ok && i < lines->value_count; i++)
        ok = holds(t, lines->values[i]);
    if (ok && (kinds & KIND_NUMBER))
        ok = numbers_hold(t, lines);
    return ok && (!(kinds & KIND_STRING) || strings_hold(t, lines));
}

/* True when a list says which values there are, so that only those of it need be tried. */
static bool is_listed(const struct constraints *constraints)
{
    const struct constraint *listing = constraints_listing(constraints);
    return listing && !(constraints->kinds & (uint8_t)~listing->kinds) &&
           listed_count(listing) <= LINE_CAP;
}

bool exhaust(struct sampler *sampler, const struct sample_side *here_side,
             const struct scheme *here, const struct sample_side *there_side,
             const struct scheme *there)
{
    struct arena scratch = {0};
    struct constraints constraints;
    struct lines *lines = arena_new(&scratch, struct lines, 1);
    struct trial trial = {sampler, here_side, there_side, here, there, &scratch};
    constraints_of(&scratch, here, CONSTRAINTS_ALL, &constraints);
    *lines = (struct lines){.arena = &scratch, .seen = {.arena = &scratch}, .plain = 0x7F};
    bool ok;
    if (is_listed(&constraints)) {
        const struct constraint *listing = constraints_listing(&constraints);
        ok = true;
        for (uint32_t i = 0; ok && i < listed_count(listing); i++)
            ok = holds(&trial, listed_value(listing, i));
    } else {
        look_at_scheme(lines, here);
        uint64_t formats = lines->formats;
        lines->formats = 0;
        lines->seen = (struct map){.arena = &scratch};
        look_at_scheme(lines, there);
        if (lines->formats != formats)
            lines->plain &= (uint8_t)~KIND_STRING;
        lines->plain &= (uint8_t) ~(KIND_ARRAY | KIND_OBJECT);
        ok = !(constraints.kinds & (uint8_t)~lines->plain) &&
             all_hold(&trial, lines, constraints.kinds);
    }
    arena_free(&scratch);
    return ok;
}
