#include "drift/exhaust.h"

#include "drift/atom.h"
#include "drift/constraints.h"
#include "drift/impossible.h"
#include "drift/language.h"
#include "validate/value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SCHEME_CAP = 256,    /* schemas that are asked of the same value */
    LINE_CAP = 256,      /* of each kind */
    LENGTH_CAP = 2000,   /* of a string that is made up */
    PAIR_WORK = 2000000, /* schemas asked of atoms, for two schemas */
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
    struct labels labels;
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
    case OP_MIN_LENGTH:
    case OP_MAX_LENGTH:
        add_length(lines, rule->count);
        return;
    case OP_MULTIPLE_OF:
    case OP_PATTERN:
    case OP_FORMAT:
    case OP_CONTENT:
        labels_add(&lines->labels, rule, node_value(scheme->schema, rule->member));
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
    struct languages *languages; /* NULL until they are asked for */
    struct arena *value_arena;
    const struct node *value; /* a string that HERE takes and THERE refuses, or NULL */
    uint64_t work;            /* left, of schemas asked of atoms */
    uint8_t failed; /* kinds of which a value is taken by HERE, or may be, and not by THERE */
};

/* The patterns among the labels, as automata; those that LABELS, a mask of them, has, as a mask. */
static struct languages *languages_of(struct trial *t, const struct labels *labels)
{
    str patterns[LABEL_CAP];
    unsigned count = 0;
    for (unsigned i = 0; i < labels->count; i++)
        if (labels->at[i].op == OP_PATTERN)
            patterns[count++] = labels->at[i].text;
    if (!t->languages)
        t->languages = languages_new(t->arena, patterns, count);
    return t->languages;
}

static unsigned patterns_among(const struct labels *labels, unsigned mask)
{
    unsigned patterns = 0, count = 0;
    for (unsigned i = 0; i < labels->count; i++)
        if (labels->at[i].op == OP_PATTERN)
            patterns |= (mask >> i & 1) << count++;
    return patterns;
}

/* Keeps TEXT if it is what HERE takes and THERE refuses. */
static void keep_text(struct trial *t, str text)
{
    struct node *node = arena_new(t->value_arena, struct node, 1);
    *node = node_string(arena_copy(t->value_arena, text));
    if (sample_accepts(t->sampler, t->here_side, t->here, node) &&
        sample_refuses(t->sampler, t->there_side, t->there, node))
        t->value = node;
}

/* True unless it is certain that no value is like ATOM, which is of up to HIGH code points. */
static bool may_be(struct trial *t, const struct atom *atom, uint64_t high)
{
    const struct labels *labels = atom->labels;
    unsigned asked = patterns_among(labels, UINT32_MAX);
    str text;
    if (atom->kind != KIND_STRING || !asked)
        return true;
    if (!languages_may(languages_of(t, labels), asked, patterns_among(labels, atom->has),
                       atom->length, high, &text))
        return false;
    if (text.data && !t->value)
        keep_text(t, text);
    return true;
}

/*
 * Tries all that VALUE, which is one of KIND and no listed one, stands for; a string also for
 * longer ones, up to HIGH code points.
 */
static void try_atoms(struct trial *t, const struct lines *lines, const struct node *value,
                      uint8_t kind, uint64_t length, uint64_t high)
{
    struct atom atom = {
        .value = value, .kind = kind, .length = length, .labels = &lines->labels, .work = &t->work};
    for (; atom.has < 1u << lines->labels.count && (t->failed & kind) != kind; atom.has++)
        if (atom_judge(&atom, t->here) != ATOM_REFUSED &&
            atom_judge(&atom, t->there) != ATOM_TAKEN && may_be(t, &atom, high))
            t->failed |= kind;
}

/* Tries VALUE, a listed one, which is one of KIND. */
static void try_value(struct trial *t, const struct node *value, uint8_t kind)
{
    if ((t->failed & kind) != kind && !sample_refuses(t->sampler, t->here_side, t->here, value) &&
        !sample_accepts(t->sampler, t->there_side, t->there, value))
        t->failed |= kind;
}

static void try_number(struct trial *t, const struct lines *lines, double number)
{
    uint8_t kind = number == floor(number) ? KIND_INTEGER : KIND_FRACTION;
    str text = arena_printf(t->arena, "%.10f", number);
    while (text.data[text.len - 1] == '0') /* there is a point in front */
        text.len--;
    if (text.data[text.len - 1] == '.')
        text.len--;
    struct node node = {.kind = NODE_NUMBER, .count = (uint32_t)text.len, .chars = text.data};
    try_atoms(t, lines, &node, kind, 0, 0);
    if (!lines->is_lexical || kind == KIND_FRACTION)
        return;
    text = arena_printf(t->arena, "%.*s.0", (int)text.len, text.data);
    node = (struct node){.kind = NODE_NUMBER, .count = (uint32_t)text.len, .chars = text.data};
    try_atoms(t, lines, &node, KIND_NUMBER, 0, 0);
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Tries the numbers at all lines, an integer and a fraction between two of them, and beyond. */
static void try_numbers(struct trial *t, struct lines *lines)
{
    double *at = lines->numbers;
    unsigned count = lines->number_count;
    if (!count)
        at[count++] = 0;
    qsort(at, count, sizeof *at, compare_doubles);
    double first = floor(at[0]), last = floor(at[count - 1]) + 1;
    const double beyond[] = {first - 1, first - 0.5, first, last, last + 0.5};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        try_number(t, lines, beyond[i]);
    for (unsigned i = 0; i < count; i++) {
        try_number(t, lines, at[i]);
        if (i + 1 == count || at[i] == at[i + 1])
            continue;
        double integer = floor(at[i]) + 1, middle = (at[i] + at[i + 1]) / 2;
        if (integer < at[i + 1])
            try_number(t, lines, integer);
        if (middle == floor(middle)) /* that is none: there is one next to it */
            middle = middle + (at[i + 1] - middle) / 4;
        if (middle == floor(middle))
            middle = floor(middle) + 0.5;
        try_number(t, lines, middle);
    }
}

/* Tries a string of LENGTH that no schema lists, which stands for all up to HIGH code points. */
static void try_length(struct trial *t, const struct lines *lines, uint64_t length, uint64_t high)
{
    char *chars = arena_new(t->arena, char, (ptrdiff_t)length + 1);
    struct node node = {.kind = NODE_STRING, .count = (uint32_t)length, .chars = chars};
    for (int c = 'q'; c <= 'z'; c++) {
        bool is_listed = false;
        memset(chars, c, (size_t)length);
        for (unsigned i = 0; length && i < lines->value_count && !is_listed; i++)
            is_listed = node_equal(lines->values[i], &node);
        if (!is_listed) {
            try_atoms(t, lines, &node, KIND_STRING, length, high);
            return;
        }
    }
    t->failed |= KIND_STRING; /* it cannot be made */
}

static int compare_lengths(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Tries a string of each length at a line, next to it, and between two. */
static void try_strings(struct trial *t, const struct lines *lines)
{
    uint64_t at[3 * LINE_CAP + 2];
    size_t count = 0;
    at[count++] = 0;
    at[count++] = 1;
    for (unsigned i = 0; i < lines->length_count; i++) {
        at[count++] = lines->lengths[i];
        at[count++] = lines->lengths[i] + 1;
        if (lines->lengths[i])
            at[count++] = lines->lengths[i] - 1;
    }
    qsort(at, count, sizeof *at, compare_lengths);
    for (size_t i = 0; i < count; i++) {
        uint64_t high = i + 1 < count ? at[i + 1] - 1 : UINT64_MAX;
        if (i + 1 == count || at[i + 1] != at[i])
            try_length(t, lines, at[i], high);
    }
}

/* Tries one value for each of those that the LINES of KINDS tell apart. */
static void try_all(struct trial *t, struct lines *lines, uint8_t kinds)
{
    static const struct node few[] = {
        {.kind = NODE_NULL}, {.kind = NODE_BOOL}, {.kind = NODE_BOOL, .count = 1}};
    for (unsigned i = 0; i < sizeof few / sizeof *few; i++)
        try_value(t, &few[i], kinds_of_node(&few[i]));
    for (unsigned i = 0; i < lines->value_count; i++)
        try_value(t, lines->values[i], kinds_of_node(lines->values[i]));
    if (kinds & KIND_NUMBER)
        try_numbers(t, lines);
    if (kinds & KIND_STRING)
        try_strings(t, lines);
}

/* Tries all that CONSTRAINTS list; false when there is no list of all that they take. */
static bool try_listed(struct trial *t, const struct constraints *constraints)
{
    const struct constraint *listing = constraints_listing(constraints);
    if (!listing || (constraints->kinds & (uint8_t)~listing->kinds) ||
        listed_count(listing) > LINE_CAP)
        return false;
    for (uint32_t i = 0; i < listed_count(listing); i++) {
        const struct node *value = listed_value(listing, i);
        try_value(t, value, kinds_of_node(value));
    }
    return true;
}

/* Draws the lines of both schemas. */
static void draw(struct lines *lines, const struct scheme *here, const struct scheme *there)
{
    look_at_scheme(lines, here);
    uint64_t formats = lines->formats;
    lines->formats = 0;
    lines->seen = (struct map){.arena = lines->arena};
    look_at_scheme(lines, there);
    if (lines->formats != formats)
        lines->plain &= (uint8_t)~KIND_STRING;
    lines->plain &= (uint8_t)~lines->labels.overflow;
}

uint8_t exhaust(struct sampler *sampler, const struct sample_side *here_side,
                const struct scheme *here, const struct sample_side *there_side,
                const struct scheme *there, uint64_t *work, struct arena *arena,
                const struct node **ret_value)
{
    struct arena scratch = {0};
    struct constraints constraints;
    struct lines *lines = arena_new(&scratch, struct lines, 1);
    uint64_t own_work = *work < PAIR_WORK ? *work : PAIR_WORK;
    struct trial trial = {.sampler = sampler,
                          .here_side = here_side,
                          .there_side = there_side,
                          .here = here,
                          .there = there,
                          .arena = &scratch,
                          .work = own_work,
                          .value_arena = arena};
    constraints_of(&scratch, here, CONSTRAINTS_ALL, &constraints);
    *lines = (struct lines){.arena = &scratch,
                            .seen = {.arena = &scratch},
                            .plain = KIND_ANY & ~(KIND_ARRAY | KIND_OBJECT)};
    uint8_t included = KIND_ANY;
    if (!try_listed(&trial, &constraints)) {
        draw(lines, here, there);
        uint8_t kinds = constraints.kinds & lines->plain;
        if (kinds)
            try_all(&trial, lines, kinds);
        included = lines->plain | (uint8_t)~possible_kinds(&scratch, here);
    }
    *ret_value = trial.value;
    uint64_t used = own_work - trial.work;
    if (trial.languages) /* to read a symbol takes as long as to ask a schema */
        used += languages_steps(trial.languages);
    *work -= used < *work ? used : *work;
    arena_free(&scratch);
    return included & (uint8_t)~trial.failed & KIND_ANY;
}
