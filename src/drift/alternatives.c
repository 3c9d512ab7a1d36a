#include "drift/alternatives.h"

enum { ALTERNATIVES_CAP = 64 }; /* branches that are looked at */

void alternatives_of(struct arena *arena, const struct constraints *constraints,
                     struct alternatives *ret_alternatives)
{
    static const enum op ops[] = {OP_ANY_OF, OP_ONE_OF};
    *ret_alternatives = (struct alternatives){0};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        uint32_t count;
        const struct constraint *choice = constraints_op(constraints, ops[i], &count);
        if (!count || choice->rule->schemes->count > ALTERNATIVES_CAP)
            continue;
        const struct schemes *branches = choice->rule->schemes;
        *ret_alternatives = (struct alternatives){
            choice, arena_new(arena, struct constraints, branches->count), branches->count};
        for (uint32_t k = 0; k < branches->count; k++)
            constraints_of(arena, branches->at[k], CONSTRAINTS_ALL, &ret_alternatives->at[k]);
        return;
    }
}

uint8_t alternatives_kinds(struct arena *arena, const struct constraints *constraints)
{
    uint8_t kinds = constraints->kinds;
    for (uint32_t i = 0; i < constraints->count; i++) {
        const struct constraint *choice = &constraints->at[i];
        if (choice->rule->op != OP_ANY_OF && choice->rule->op != OP_ONE_OF)
            continue;
        const struct schemes *branches = choice->rule->schemes;
        uint8_t taken = branches->count > ALTERNATIVES_CAP ? KIND_ANY : 0;
        for (uint32_t k = 0; k < branches->count && taken != KIND_ANY; k++) {
            struct constraints branch;
            constraints_of(arena, branches->at[k], CONSTRAINTS_ALL, &branch);
            taken |= branch.kinds;
        }
        kinds &= (uint8_t)(taken | (uint8_t)~choice->kinds);
    }
    return kinds;
}

bool alternatives_require(const struct alternatives *alternatives, str name)
{
    for (uint32_t i = 0; i < alternatives->count; i++)
        if (!constraints_require(&alternatives->at[i], name))
            return false;
    return alternatives->count && (alternatives->choice->kinds & KIND_OBJECT);
}

const struct scheme *alternatives_declare(const struct alternatives *alternatives, uint32_t i,
                                          str name)
{
    uint32_t count;
    const struct constraint *list = constraints_op(&alternatives->at[i], OP_MEMBERS, &count);
    for (uint32_t k = 0; k < count; k++) {
        const struct members *members = list[k].rule->members;
        uint32_t number = names_find(&members->names, name);
        if (number != NO_NAME && members->properties[number].scheme)
            return members->properties[number].scheme;
    }
    return NULL;
}

/* The list of values that all that SCHEME takes are of, or NULL. */
static const struct constraint *listing_of(struct arena *arena, const struct scheme *scheme)
{
    struct constraints constraints;
    constraints_of(arena, scheme, CONSTRAINTS_ALL, &constraints);
    return constraints_listing(&constraints);
}

/* True when COUNT lists in MANY, none longer than all of ONE, have together the values of ONE. */
static bool are_together(const struct constraint *const *many, uint32_t count,
                         const struct constraint *one)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < listed_count(many[i]); k++)
            if (!listed_has(one, listed_value(many[i], k)))
                return false;
    for (uint32_t k = 0; k < listed_count(one); k++) {
        bool is_there = false;
        for (uint32_t i = 0; i < count && !is_there; i++)
            is_there = listed_has(many[i], listed_value(one, k));
        if (!is_there)
            return false;
    }
    return true;
}

bool alternatives_list(struct arena *arena, const struct alternatives *alternatives, str name,
                       const struct scheme *scheme)
{
    enum { LIST_CAP = 256 };
    const struct constraint *one = listing_of(arena, scheme);
    const struct constraint **many =
        arena_new(arena, const struct constraint *, alternatives->count);
    if (!one || listed_count(one) > LIST_CAP)
        return false;
    for (uint32_t i = 0; i < alternatives->count; i++) {
        const struct scheme *branch = alternatives_declare(alternatives, i, name);
        many[i] = branch ? listing_of(arena, branch) : NULL;
        if (!many[i] || listed_count(many[i]) > LIST_CAP)
            return false;
    }
    return alternatives->count && are_together(many, alternatives->count, one);
}
