/*
 * A property that has a "const" or an "enum" in every branch discriminates: its value says which
 * branch is meant. It may stand in what the branch refers to, or in its "allOf". Without one, the
 * branch is taken that goes along furthest with the instance: one that takes its kind of value
 * rather than one that does not, then the one with the fewest errors, then the one whose errors lie
 * deepest.
 */
#include "validate/choice.h"

#include "validate/message.h"
#include "validate/value.h"

/* ---- what is asked of one value ----------------------------------------------------------------
 */

enum { MANY_HELD = 64, MANY_FIXINGS = 8 };

/* Schemes that all have to hold for one value. */
struct held {
    const struct scheme *at[MANY_HELD];
    uint32_t count;
};

static void hold(struct held *held, const struct scheme *scheme)
{
    for (uint32_t i = 0; i < held->count; i++)
        if (held->at[i] == scheme)
            return;
    if (held->count < MANY_HELD)
        held->at[held->count++] = scheme;
}

/* SCHEME with all that it refers to and has in "allOf", and these in turn: as many as there is room
 * for. */
static void held_with(const struct scheme *scheme, struct held *ret_held)
{
    ret_held->count = 0;
    hold(ret_held, scheme);
    for (uint32_t i = 0; i < ret_held->count; i++)
        for (uint32_t k = 0; k < ret_held->at[i]->count; k++) {
            const struct rule *rule = &ret_held->at[i]->rules[k];
            if (rule->op == OP_REF)
                hold(ret_held, rule->scheme);
            for (uint32_t n = 0; rule->op == OP_ALL_OF && n < rule->schemes->count && n < MANY_HELD;
                 n++)
                hold(ret_held, rule->schemes->at[n]);
        }
}

/* The rule OP of SCHEME; NULL when it has none. */
static const struct rule *find_rule(const struct scheme *scheme, enum op op)
{
    for (uint32_t i = 0; i < scheme->count; i++)
        if (scheme->rules[i].op == op)
            return &scheme->rules[i];
    return NULL;
}

/* A "const" or "enum" of a scheme. */
struct fixing {
    const struct scheme *scheme;
    const struct rule *rule;
};

/* Those that hold for one value. */
struct fixings {
    struct fixing at[MANY_FIXINGS];
    uint32_t count;
};

/* Adds what SCHEME fixes its value to. */
static void add_fixings(struct fixings *fixings, const struct scheme *scheme)
{
    static const enum op ops[] = {OP_CONST, OP_ENUM};
    struct held held;
    held_with(scheme, &held);
    for (uint32_t i = 0; i < held.count; i++)
        for (size_t k = 0; k < sizeof ops / sizeof *ops; k++) {
            const struct rule *rule = find_rule(held.at[i], ops[k]);
            if (rule && fixings->count < MANY_FIXINGS)
                fixings->at[fixings->count++] = (struct fixing){held.at[i], rule};
        }
}

/* What BRANCH fixes its property NAME to; none where it does not. */
static struct fixings property_fixings(const struct scheme *branch, str name)
{
    struct fixings fixings = {.count = 0};
    struct held held;
    held_with(branch, &held);
    for (uint32_t i = 0; i < held.count; i++) {
        const struct rule *rule = find_rule(held.at[i], OP_MEMBERS);
        uint32_t number = rule ? names_find(&rule->members->names, name) : NO_NAME;
        const struct scheme *scheme =
            number == NO_NAME ? NULL : rule->members->properties[number].scheme;
        if (scheme)
            add_fixings(&fixings, scheme);
    }
    return fixings;
}

/* True when all FIXINGS, of which there are some, allow VALUE. */
static bool allow(const struct fixings *fixings, const struct node *value)
{
    bool ok = fixings->count > 0;
    for (uint32_t i = 0; ok && i < fixings->count; i++) {
        const struct rule *rule = fixings->at[i].rule;
        ok = rule->op == OP_CONST ? node_equal(rule->value, value)
                                  : value_is_among(rule->values, value);
    }
    return ok;
}

/* ---- the values that may be there --------------------------------------------------------------
 */

/* Adds VALUE to VALUES. False when there are enough of them: the first will do. */
static bool add_value(struct buf *values, const struct node *value)
{
    enum { LONG = 400 };
    if (values->len >= LONG) {
        if (!str_ends(buf_view(values), S("...")))
            buf_add(values, S(", ..."));
        return false;
    }
    buf_add(values, values->len ? S(", ") : S(""));
    buf_add(values, str_of(message_value(values->arena, value)));
    return true;
}

/* Adds what FIXING allows to VALUES. */
static void add_allowed(struct buf *values, const struct fixing *fixing)
{
    if (fixing->rule->op == OP_CONST) {
        add_value(values, fixing->rule->value);
        return;
    }
    const struct node *list = node_value(fixing->scheme->schema, fixing->rule->member);
    for (uint32_t i = 0; i < list->count; i++)
        if (!add_value(values, node_item(list, i)))
            return;
}

/* How many values FIXING allows. */
static uint32_t width_of(const struct fixing *fixing)
{
    return fixing->rule->op == OP_CONST
               ? 1
               : node_value(fixing->scheme->schema, fixing->rule->member)->count;
}

/* The one of FIXINGS, of which there are some, that allows the fewest values. */
static const struct fixing *narrowest(const struct fixings *fixings)
{
    const struct fixing *found = &fixings->at[0];
    for (uint32_t i = 1; i < fixings->count; i++)
        if (width_of(&fixings->at[i]) < width_of(found))
            found = &fixings->at[i];
    return found;
}

/* ---- a property that tells branches apart ------------------------------------------------------
 */

/* True when every one of BRANCHES fixes the property NAME, and not all by the same keyword. */
static bool discriminates(const struct schemes *branches, str name)
{
    const struct rule *first = NULL;
    bool differ = false;
    for (uint32_t i = 0; i < branches->count; i++) {
        struct fixings fixings = property_fixings(branches->at[i], name);
        if (!fixings.count)
            return false;
        const struct rule *rule = narrowest(&fixings)->rule;
        first = first ? first : rule;
        differ = differ || rule != first;
    }
    return differ;
}

/* Decides by the property PROPERTY, which discriminates. False when it fits several branches. */
static bool choose_by_property(struct arena *arena, const struct violation *violation,
                               const struct property *property, struct choice *ret_choice)
{
    const struct schemes *branches = violation->rule->schemes;
    const struct node *instance = violation->instance;
    ptrdiff_t number = node_find(instance, property->name);
    *ret_choice = (struct choice){.how = CHOICE_VALUES, .values = buf_in(arena, PTRDIFF_MAX)};
    uint32_t fitting = 0;
    for (uint32_t i = 0; i < branches->count; i++) {
        struct fixings fixings = property_fixings(branches->at[i], property->name);
        if (!fixings.count)
            return false;
        add_allowed(&ret_choice->values, narrowest(&fixings));
        if (number >= 0 && allow(&fixings, node_value(instance, (uint32_t)number))) {
            ret_choice->number = i;
            fitting++;
        }
    }
    buf_add_byte(&ret_choice->values, '\0');
    ret_choice->lacks = number < 0 ? property->key : NULL;
    ret_choice->key = number < 0 ? NULL : node_key(instance, (uint32_t)number);
    if (fitting == 1)
        ret_choice->how = CHOICE_BRANCH;
    return fitting <= 1;
}

/* Decides by a property that every branch fixes. False when there is none, or it does not help. */
static bool choose_by_discriminator(struct arena *arena, const struct violation *violation,
                                    struct choice *ret_choice)
{
    enum { MANY_PROPERTIES = 50 };
    const struct schemes *branches = violation->rule->schemes;
    struct held held;
    uint32_t tried = 0;
    if (violation->instance->kind != NODE_OBJECT || branches->count < 2)
        return false;
    held_with(branches->at[0], &held);
    for (uint32_t i = 0; i < held.count; i++) {
        const struct rule *rule = find_rule(held.at[i], OP_MEMBERS);
        const struct members *members = rule ? rule->members : NULL;
        for (uint32_t k = 0; members && k < members->property_count; k++) {
            const struct property *property = &members->properties[k];
            if (tried++ == MANY_PROPERTIES)
                return false;
            if (property->key && discriminates(branches, property->name) &&
                choose_by_property(arena, violation, property, ret_choice))
                return true;
        }
    }
    return false;
}

/* ---- what the branches say ---------------------------------------------------------------------
 */

/* True when ONE is about the kind of the very value that the choice WHOLE is about. */
static bool is_about_kind(const struct violation *whole, const struct violation *one)
{
    return one->instance == whole->instance && one->rule->op == OP_TYPE;
}

/* Tells what all branches fail by, when that is the kind of the value, or the value itself. */
static bool choose_merged(struct arena *arena, const struct violation *violation,
                          struct choice *ret_choice)
{
    unsigned kinds = 0;
    bool all_kinds = true, all_values = true;
    struct buf values = buf_in(arena, PTRDIFF_MAX);
    for (uint32_t i = 0; i < violation->branch_count; i++) {
        const struct branch *branch = &violation->branches[i];
        const struct violation *first = branch->violations;
        bool is_one = branch->count == 1 && first->instance == violation->instance;
        bool is_value = is_one && (first->rule->op == OP_CONST || first->rule->op == OP_ENUM);
        all_kinds = all_kinds && branch->count && is_about_kind(violation, first);
        all_values = all_values && is_value;
        kinds |= branch->count && first->rule->op == OP_TYPE ? first->scheme->kinds : 0;
        if (is_value)
            add_allowed(&values, &(struct fixing){first->scheme, first->rule});
    }
    buf_add_byte(&values, '\0');
    *ret_choice = (struct choice){
        .how = all_kinds ? CHOICE_KINDS : CHOICE_VALUES, .kinds = kinds, .values = values};
    return all_kinds || all_values;
}

/* How far the place of VIOLATION lies below that of CHOICE, in bytes of its pointer. */
static ptrdiff_t depth_of(const struct violation *choice, const struct violation *violation)
{
    return violation->pointer.len - choice->pointer.len;
}

/* True when A comes nearer to what VIOLATION is about than B. */
static bool is_nearer(const struct violation *violation, const struct branch *a,
                      const struct branch *b)
{
    bool wrong_a = is_about_kind(violation, a->violations),
         wrong_b = is_about_kind(violation, b->violations);
    if (wrong_a != wrong_b)
        return wrong_b;
    if (a->count != b->count)
        return a->count < b->count;
    return depth_of(violation, a->violations) > depth_of(violation, b->violations);
}

struct choice choose(struct arena *arena, const struct violation *violation)
{
    struct choice choice;
    if (!violation->branch_count)
        return (struct choice){.how = CHOICE_NONE};
    if (choose_by_discriminator(arena, violation, &choice) ||
        choose_merged(arena, violation, &choice))
        return choice;
    choice = (struct choice){.how = CHOICE_NONE};
    for (uint32_t i = 0; i < violation->branch_count; i++) {
        const struct branch *branch = &violation->branches[i];
        bool is_told = branch->count > 0; /* some are not kept when there are very many */
        if (is_told && (choice.how == CHOICE_NONE ||
                        is_nearer(violation, branch, &violation->branches[choice.number])))
            choice = (struct choice){.how = CHOICE_BRANCH, .number = i};
    }
    return choice;
}
