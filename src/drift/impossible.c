#include "drift/impossible.h"

enum { MAX_DEPTH = 3, NAME_CAP = 12 };

static uint8_t kinds_of(struct arena *arena, const struct scheme *scheme, unsigned depth);

/* True when the pattern rules of M may say something of NAME. */
static bool is_like(const struct members *m, str name)
{
    for (uint32_t i = 0; i < m->pattern_count; i++)
        if (pattern_search(m->patterns[i].pattern, name) != PATTERN_FAILS)
            return true;
    return false;
}

/* What M asks of the member NAME; NULL: nothing, or more than one schema. */
static const struct scheme *asked_of(const struct members *m, str name)
{
    uint32_t number = names_find(&m->names, name);
    if (number != NO_NAME && m->properties[number].scheme)
        return m->properties[number].scheme;
    return is_like(m, name) ? NULL : m->additional;
}

/* True when all that CONSTRAINTS ask of the member NAME leaves no value for it. */
static bool is_refused(struct arena *arena, const struct constraints *constraints, str name,
                       unsigned depth)
{
    uint32_t count;
    uint8_t kinds = KIND_ANY;
    const struct constraint *list = constraints_op(constraints, OP_MEMBERS, &count);
    for (uint32_t i = 0; i < count && kinds; i++) {
        const struct scheme *scheme = asked_of(list[i].rule->members, name);
        if (scheme)
            kinds &= kinds_of(arena, scheme, depth + 1);
    }
    return !kinds;
}

/* True when CONSTRAINTS require a member that they refuse. */
static bool needs_refused(struct arena *arena, const struct constraints *constraints,
                          unsigned depth)
{
    for (uint32_t i = 0; i < constraints->count; i++) {
        const struct rule *rule = constraints->at[i].rule;
        if (rule->op == OP_REQUIRED)
            for (uint32_t k = 0; k < rule->value->count && k < NAME_CAP; k++)
                if (is_refused(arena, constraints, node_text(node_item(rule->value, k)), depth))
                    return true;
        if (rule->op != OP_MEMBERS || !rule->members->required_count)
            continue;
        const struct members *m = rule->members;
        for (uint32_t k = 0, looked = 0; k < m->property_count && looked < NAME_CAP; k++) {
            looked += m->properties[k].is_required;
            if (m->properties[k].is_required &&
                is_refused(arena, constraints, m->properties[k].name, depth))
                return true;
        }
    }
    return false;
}

static uint8_t kinds_of(struct arena *arena, const struct scheme *scheme, unsigned depth)
{
    struct constraints constraints;
    constraints_of(arena, scheme, CONSTRAINTS_ALL, &constraints);
    uint8_t kinds = constraints.kinds;
    if ((kinds & KIND_OBJECT) && depth < MAX_DEPTH && needs_refused(arena, &constraints, depth))
        kinds &= (uint8_t)~KIND_OBJECT;
    return kinds;
}

uint8_t possible_kinds(struct arena *arena, const struct scheme *scheme)
{
    return kinds_of(arena, scheme, 0);
}
