#include "drift/constraints.h"

#include "validate/value.h"

#include <stdlib.h>

const struct scheme *scheme_peeled(const struct scheme *scheme)
{
    enum { MAX_DEPTH = 8 };
    for (int depth = 0; depth < MAX_DEPTH && scheme->count == 1 &&
                        scheme->rules[0].op == OP_ALL_OF && scheme->rules[0].schemes->count == 1;
         depth++)
        scheme = scheme->rules[0].schemes->at[0];
    return scheme;
}

/* True when SCHEME asks nothing, and so do those that hold with it. */
static bool is_anything(const struct scheme *scheme, int depth)
{
    enum { MAX_DEPTH = 8 };
    scheme = scheme->same;
    if (scheme->kinds != KIND_ANY || depth > MAX_DEPTH)
        return false;
    for (uint32_t i = 0; i < scheme->count; i++) {
        const struct rule *rule = &scheme->rules[i];
        if (rule->op != OP_ALL_OF || rule->schemes->count > MAX_DEPTH)
            return false;
        for (uint32_t k = 0; k < rule->schemes->count; k++)
            if (!is_anything(rule->schemes->at[k], depth + 1))
                return false;
    }
    return true;
}

bool scheme_is_anything(const struct scheme *scheme)
{
    return is_anything(scheme, 0);
}

bool scheme_is_nothing(const struct scheme *scheme)
{
    return !scheme->same->kinds;
}

const struct node *constraint_value(const struct constraint *constraint)
{
    const struct node *schema = constraint->scheme->schema;
    return constraint->rule->member == NO_MEMBER ? schema
                                                 : node_value(schema, constraint->rule->member);
}

uint32_t scheme_conjuncts(const struct scheme *scheme, const struct scheme **ret_schemes,
                          uint32_t max)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < scheme->count; i++) {
        const struct rule *rule = &scheme->rules[i];
        if (rule->op == OP_REF) {
            if (count < max)
                ret_schemes[count] = rule->scheme;
            count++;
        }
        for (uint32_t k = 0; rule->op == OP_ALL_OF && k < rule->schemes->count; k++) {
            if (count < max)
                ret_schemes[count] = rule->schemes->at[k];
            count++;
        }
    }
    return count;
}

/* A walk over schemas that hold together. */
struct merge {
    struct arena *arena;
    struct constraints *constraints;
    enum constraints_reach reach;
    unsigned depth;
};

/* True when the rules of SCHEME are here already, asked of KINDS and maybe more. */
static bool is_merged(const struct constraints *constraints, const struct scheme *scheme,
                      uint8_t kinds)
{
    for (uint32_t i = 0; i < constraints->merged_count; i++)
        if (constraints->merged[i].scheme == scheme && !(kinds & ~constraints->merged[i].kinds))
            return true;
    return false;
}

static void keep_apart(struct merge *m, const struct scheme *scheme)
{
    struct constraints *f = m->constraints;
    ptrdiff_t room = f->apart_cap;
    f->apart = arena_make_room(m->arena, f->apart, sizeof *f->apart, f->apart_count, &room);
    f->apart_cap = (uint32_t)room;
    f->apart[f->apart_count++] = scheme;
}

static void merge_scheme(struct merge *m, const struct scheme *scheme, uint8_t kinds);

/* Takes in SCHEME, which is asked of values of KINDS only: its rules, or itself, apart. */
static void merge_conjunct(struct merge *m, const struct scheme *scheme, uint8_t kinds)
{
    enum { MAX_DEPTH = 32 };
    struct constraints *f = m->constraints;
    if (is_merged(f, scheme, kinds))
        return;
    bool is_scoped = scheme->is_watching; /* what it leaves unevaluated is its own matter */
    if (is_scoped || f->merged_count >= CONSTRAINTS_CAP || m->depth >= MAX_DEPTH) {
        f->kinds &= (uint8_t)(scheme->kinds | ~kinds);
        keep_apart(m, scheme);
        return;
    }
    m->depth++;
    merge_scheme(m, scheme, kinds);
    m->depth--;
}

/* SCHEME behind references and an "allOf" of one. */
static const struct scheme *scheme_behind(const struct scheme *scheme)
{
    enum { MAX_DEPTH = 8 };
    for (int depth = 0; depth < MAX_DEPTH; depth++)
        scheme = scheme_peeled(scheme->same);
    return scheme->same;
}

static bool is_null_only(const struct scheme *scheme)
{
    scheme = scheme_behind(scheme);
    return scheme->same->kinds == KIND_NULL && scheme->same->count == 1 &&
           scheme->same->rules[0].op == OP_TYPE;
}

/*
 * The branch of CHOICE that holds of all values of KINDS but those in *RET_OTHERS, of which it does
 * not matter whether it holds; NULL when there are others to choose from.
 */
static const struct scheme *only_branch(const struct rule *choice, uint8_t *ret_others)
{
    const struct schemes *schemes = choice->schemes;
    *ret_others = 0;
    if (schemes->count == 1)
        return schemes->at[0];
    if (schemes->count != 2)
        return NULL;
    *ret_others = KIND_NULL;
    for (uint32_t i = 0; i < 2; i++) {
        const struct scheme *branch = schemes->at[1 - i];
        bool is_other_too = scheme_behind(branch)->kinds & KIND_NULL;
        if (is_null_only(schemes->at[i]) && (choice->op == OP_ANY_OF || !is_other_too) &&
            !branch->same->is_watching)
            return branch;
    }
    return NULL;
}

static void add_constraint(struct merge *m, const struct scheme *scheme, const struct rule *rule,
                           uint8_t kinds)
{
    struct constraints *f = m->constraints;
    ptrdiff_t room = f->cap;
    f->at = arena_make_room(m->arena, f->at, sizeof *f->at, f->count, &room);
    f->cap = (uint32_t)room;
    f->at[f->count++] = (struct constraint){scheme, rule, kinds};
    f->is_watched = f->is_watched || rule->op >= OP_UNEVALUATED_ITEMS;
}

static void merge_rule(struct merge *m, const struct scheme *scheme, const struct rule *rule,
                       uint8_t kinds)
{
    struct constraints *f = m->constraints;
    uint8_t asked = kinds & rule->kinds, others;
    const struct scheme *branch;
    switch (rule->op) {
    case OP_NEVER:
    case OP_TYPE:
        if (!f->type.rule)
            f->type = (struct constraint){scheme, rule, asked};
        return;
    case OP_REF:
        if (m->reach != CONSTRAINTS_OWN)
            merge_conjunct(m, rule->scheme, asked);
        return;
    case OP_ALL_OF:
        for (uint32_t i = 0; m->reach != CONSTRAINTS_OWN && i < rule->schemes->count; i++)
            merge_conjunct(m, rule->schemes->at[i], asked);
        return;
    case OP_ANY_OF:
    case OP_ONE_OF:
        branch = only_branch(rule, &others);
        if (m->reach != CONSTRAINTS_ALL)
            branch = NULL;
        if (branch && others && !f->null_branch)
            f->null_branch = rule->schemes->at[rule->schemes->at[0] == branch];
        if (branch)
            merge_conjunct(m, branch, asked & (uint8_t)~others);
        else
            add_constraint(m, scheme, rule, asked);
        return;
    default:
        add_constraint(m, scheme, rule, asked);
    }
}

/* Takes in the rules of SCHEME, which are asked of values of KINDS. */
static void merge_scheme(struct merge *m, const struct scheme *scheme, uint8_t kinds)
{
    struct constraints *f = m->constraints;
    ptrdiff_t room = f->merged_cap;
    f->merged = arena_make_room(m->arena, f->merged, sizeof *f->merged, f->merged_count, &room);
    f->merged_cap = (uint32_t)room;
    f->merged[f->merged_count++] = (struct merged){scheme, kinds};
    f->kinds &= (uint8_t)(scheme->kinds | ~kinds);
    for (uint32_t i = 0; i < scheme->count; i++)
        merge_rule(m, scheme, &scheme->rules[i], kinds);
}

/* By op; those of one op stay as they are. */
static void sort_constraints(struct constraints *f)
{
    for (uint32_t i = 1; i < f->count; i++) {
        struct constraint one = f->at[i];
        uint32_t at = i;
        for (; at && f->at[at - 1].rule->op > one.rule->op; at--)
            f->at[at] = f->at[at - 1];
        f->at[at] = one;
    }
}

void constraints_of(struct arena *arena, const struct scheme *scheme, enum constraints_reach reach,
                    struct constraints *ret_constraints)
{
    *ret_constraints = (struct constraints){.scheme = scheme, .kinds = KIND_ANY};
    struct merge merge = {.arena = arena, .constraints = ret_constraints, .reach = reach};
    merge_scheme(&merge, scheme, KIND_ANY);
    sort_constraints(ret_constraints);
    if (reach == CONSTRAINTS_OWN) { /* what may be here is known all the same */
        struct constraints all;
        constraints_of(arena, scheme, CONSTRAINTS_ALL, &all);
        ret_constraints->kinds = all.kinds;
    }
}

const struct constraint *constraints_op(const struct constraints *constraints, enum op op,
                                        uint32_t *ret_count)
{
    uint32_t first = 0, count = 0;
    while (first < constraints->count && constraints->at[first].rule->op < op)
        first++;
    while (first + count < constraints->count && constraints->at[first + count].rule->op == op)
        count++;
    *ret_count = count;
    return count ? &constraints->at[first] : NULL;
}

const struct constraint *constraints_listing(const struct constraints *constraints)
{
    uint32_t count;
    const struct constraint *constraint = constraints_op(constraints, OP_CONST, &count),
                            *best = count ? constraint : NULL;
    constraint = constraints_op(constraints, OP_ENUM, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!best || listed_count(&constraint[i]) < listed_count(best))
            best = &constraint[i];
    return best;
}

uint32_t listed_count(const struct constraint *constraint)
{
    return constraint->rule->op == OP_CONST ? 1 : constraint_value(constraint)->count;
}

const struct node *listed_value(const struct constraint *constraint, uint32_t i)
{
    const struct node *list = constraint_value(constraint);
    return constraint->rule->op == OP_CONST ? list : node_item(list, i);
}

bool listed_has(const struct constraint *constraint, const struct node *value)
{
    if (constraint->rule->op == OP_CONST)
        return node_equal(constraint->rule->value, value);
    return value_is_among(constraint->rule->values, value);
}

bool name_is_listed(const struct node *list, str name)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (node_is_text(node_item(list, i), name))
            return true;
    return false;
}

bool constraints_require(const struct constraints *constraints, str name)
{
    for (uint32_t i = 0; i < constraints->count; i++) {
        const struct rule *rule = constraints->at[i].rule;
        if (!(constraints->at[i].kinds & KIND_OBJECT))
            continue;
        if (rule->op == OP_REQUIRED && name_is_listed(rule->value, name))
            return true;
        if (rule->op == OP_MEMBERS) {
            uint32_t number = names_find(&rule->members->names, name);
            if (number != NO_NAME && rule->members->properties[number].is_required)
                return true;
        }
    }
    return false;
}

const struct scheme *constraints_home(const struct constraints *constraints)
{
    for (uint32_t i = 0; i < constraints->merged_count; i++) {
        const struct scheme *scheme = constraints->merged[i].scheme;
        bool refers = scheme->count == 1 &&
                      (scheme->rules[0].op == OP_REF ||
                       (scheme->rules[0].op == OP_ALL_OF && scheme->rules[0].schemes->count == 1));
        if (!refers)
            return scheme;
    }
    return constraints->scheme;
}
