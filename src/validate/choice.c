/*
 * A property that has a "const" or an "enum" in every branch discriminates: its value says which
 * branch is meant. Without one, the branch is taken that goes along furthest with the instance: one
 * that takes its kind of value rather than one that does not, then the one with the fewest errors,
 * then the one whose errors lie deepest.
 */
#include "validate/choice.h"

#include "validate/message.h"

#include <string.h>

/* The rule OP of SCHEME or of what it refers to; NULL when there is none. */
static const struct rule *find_rule(const struct scheme *scheme, enum op op,
                                    const struct scheme **ret_scheme)
{
    enum { MAX_REFERENCES = 20 };
    for (int i = 0; i < MAX_REFERENCES; i++) {
        const struct scheme *next = NULL;
        *ret_scheme = scheme;
        for (uint32_t k = 0; k < scheme->count; k++) {
            if (scheme->rules[k].op == op)
                return &scheme->rules[k];
            if (scheme->rules[k].op == OP_REF)
                next = scheme->rules[k].scheme;
        }
        if (!next)
            return NULL;
        scheme = next;
    }
    return NULL;
}

/* What SCHEME says of the property NAME by name; NULL when nothing. */
static const struct scheme *property_scheme(const struct scheme *scheme, str name)
{
    const struct scheme *owner;
    const struct rule *rule = find_rule(scheme, OP_MEMBERS, &owner);
    uint32_t number = rule ? names_find(&rule->members->names, name) : NO_NAME;
    return number == NO_NAME ? NULL : rule->members->properties[number].scheme;
}

/* The "const" or the "enum" of SCHEME, which may be NULL; NULL when it has none. */
static const struct node *fixed_values(const struct scheme *scheme, bool *ret_is_list)
{
    const struct scheme *owner;
    const struct rule *rule = scheme ? find_rule(scheme, OP_CONST, &owner) : NULL;
    *ret_is_list = false;
    if (scheme && !rule) {
        rule = find_rule(scheme, OP_ENUM, &owner);
        *ret_is_list = true;
    }
    return rule ? node_value(owner->schema, rule->member) : NULL;
}

/* True when VALUE is among what SCHEME fixes. */
static bool is_fixed_to(const struct scheme *scheme, const struct node *value)
{
    bool is_list;
    const struct node *fixed = fixed_values(scheme, &is_list);
    if (!is_list || !fixed)
        return fixed && node_equal(fixed, value);
    for (uint32_t i = 0; i < fixed->count; i++)
        if (node_equal(node_item(fixed, i), value))
            return true;
    return false;
}

/* Adds VALUE to VALUES, of which there may be very many: the first will do. */
static void add_value(struct buf *values, const struct node *value)
{
    enum { LONG = 400 };
    if (values->len >= LONG) {
        if (!str_ends(buf_view(values), S("...")))
            buf_add(values, S(", ..."));
        return;
    }
    buf_add(values, values->len ? S(", ") : S(""));
    buf_add(values, str_of(message_value(values->arena, value)));
}

/* Adds what SCHEME fixes to VALUES. */
static void add_fixed(struct buf *values, const struct scheme *scheme)
{
    bool is_list;
    const struct node *fixed = fixed_values(scheme, &is_list);
    if (fixed && !is_list)
        add_value(values, fixed);
    for (uint32_t i = 0; fixed && is_list && i < fixed->count; i++)
        add_value(values, node_item(fixed, i));
}

/* True when every one of BRANCHES fixes the property NAME. */
static bool discriminates(const struct schemes *branches, str name)
{
    bool is_list;
    for (uint32_t i = 0; i < branches->count; i++)
        if (!fixed_values(property_scheme(branches->at[i], name), &is_list))
            return false;
    return true;
}

/* Decides by the property NAME, which discriminates. False when it fits several branches. */
static bool choose_by_property(struct arena *arena, const struct violation *violation,
                               const struct property *property, struct choice *ret_choice)
{
    const struct schemes *branches = violation->rule->schemes;
    const struct node *instance = violation->instance;
    ptrdiff_t number = node_find(instance, property->name);
    *ret_choice = (struct choice){.how = CHOICE_VALUES, .values = buf_in(arena, PTRDIFF_MAX)};
    uint32_t fitting = 0;
    for (uint32_t i = 0; i < branches->count; i++) {
        const struct scheme *scheme = property_scheme(branches->at[i], property->name);
        add_fixed(&ret_choice->values, scheme);
        if (number >= 0 && is_fixed_to(scheme, node_value(instance, (uint32_t)number))) {
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
    const struct scheme *owner;
    const struct rule *rule = find_rule(branches->at[0], OP_MEMBERS, &owner);
    if (violation->instance->kind != NODE_OBJECT || !rule || branches->count < 2)
        return false;
    const struct members *members = rule->members;
    for (uint32_t i = 0; i < members->property_count && i < MANY_PROPERTIES; i++)
        if (members->properties[i].key && discriminates(branches, members->properties[i].name) &&
            choose_by_property(arena, violation, &members->properties[i], ret_choice))
            return true;
    return false;
}

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
            add_fixed(&values, first->scheme);
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
