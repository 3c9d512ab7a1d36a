#include "drift/facts.h"

#include <stdlib.h>

bool scheme_is_anything(const struct scheme *scheme)
{
    return !scheme->same->count && scheme->same->kinds == KIND_ANY;
}

bool scheme_is_nothing(const struct scheme *scheme)
{
    return !scheme->same->kinds;
}

const struct node *fact_value(const struct fact *fact)
{
    const struct node *schema = fact->scheme->schema;
    return fact->rule->member == NO_MEMBER ? schema : node_value(schema, fact->rule->member);
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
    struct facts *facts;
    enum facts_reach reach;
    unsigned depth;
};

/* True when the rules of SCHEME are here already, asked of KINDS and maybe more. */
static bool is_merged(const struct facts *facts, const struct scheme *scheme, uint8_t kinds)
{
    for (uint32_t i = 0; i < facts->merged_count; i++)
        if (facts->merged[i].scheme == scheme && !(kinds & ~facts->merged[i].kinds))
            return true;
    return false;
}

static void keep_apart(struct merge *m, const struct scheme *scheme)
{
    struct facts *f = m->facts;
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
    struct facts *f = m->facts;
    if (is_merged(f, scheme, kinds))
        return;
    bool is_scoped = scheme->is_watching; /* what it leaves unevaluated is its own matter */
    if (is_scoped || f->merged_count >= FACTS_CAP || m->depth >= MAX_DEPTH) {
        f->kinds &= (uint8_t)(scheme->kinds | ~kinds);
        keep_apart(m, scheme);
        return;
    }
    m->depth++;
    merge_scheme(m, scheme, kinds);
    m->depth--;
}

static bool is_null_only(const struct scheme *scheme)
{
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
        bool is_other_too = branch->same->kinds & KIND_NULL;
        if (is_null_only(schemes->at[i]) && (choice->op == OP_ANY_OF || !is_other_too) &&
            !branch->same->is_watching)
            return branch;
    }
    return NULL;
}

static void add_fact(struct merge *m, const struct scheme *scheme, const struct rule *rule,
                     uint8_t kinds)
{
    struct facts *f = m->facts;
    ptrdiff_t room = f->cap;
    f->at = arena_make_room(m->arena, f->at, sizeof *f->at, f->count, &room);
    f->cap = (uint32_t)room;
    f->at[f->count++] = (struct fact){scheme, rule, kinds};
    f->is_watched = f->is_watched || rule->op >= OP_UNEVALUATED_ITEMS;
}

static void merge_rule(struct merge *m, const struct scheme *scheme, const struct rule *rule,
                       uint8_t kinds)
{
    struct facts *f = m->facts;
    uint8_t asked = kinds & rule->kinds, others;
    const struct scheme *branch;
    switch (rule->op) {
    case OP_NEVER:
    case OP_TYPE:
        if (!f->type.rule)
            f->type = (struct fact){scheme, rule, asked};
        return;
    case OP_REF:
        if (m->reach != FACTS_OWN)
            merge_conjunct(m, rule->scheme, asked);
        return;
    case OP_ALL_OF:
        for (uint32_t i = 0; m->reach != FACTS_OWN && i < rule->schemes->count; i++)
            merge_conjunct(m, rule->schemes->at[i], asked);
        return;
    case OP_ANY_OF:
    case OP_ONE_OF:
        branch = only_branch(rule, &others);
        if (branch && m->reach == FACTS_ALL)
            merge_conjunct(m, branch, asked & (uint8_t)~others);
        else
            add_fact(m, scheme, rule, asked);
        return;
    default:
        add_fact(m, scheme, rule, asked);
    }
}

/* Takes in the rules of SCHEME, which are asked of values of KINDS. */
static void merge_scheme(struct merge *m, const struct scheme *scheme, uint8_t kinds)
{
    struct facts *f = m->facts;
    ptrdiff_t room = f->merged_cap;
    f->merged = arena_make_room(m->arena, f->merged, sizeof *f->merged, f->merged_count, &room);
    f->merged_cap = (uint32_t)room;
    f->merged[f->merged_count++] = (struct merged){scheme, kinds};
    f->kinds &= (uint8_t)(scheme->kinds | ~kinds);
    for (uint32_t i = 0; i < scheme->count; i++)
        merge_rule(m, scheme, &scheme->rules[i], kinds);
}

/* By op; those of one op stay as they are. */
static void sort_facts(struct facts *f)
{
    for (uint32_t i = 1; i < f->count; i++) {
        struct fact one = f->at[i];
        uint32_t at = i;
        for (; at && f->at[at - 1].rule->op > one.rule->op; at--)
            f->at[at] = f->at[at - 1];
        f->at[at] = one;
    }
}

void facts_of(struct arena *arena, const struct scheme *scheme, enum facts_reach reach,
              struct facts *ret_facts)
{
    *ret_facts = (struct facts){.scheme = scheme, .kinds = KIND_ANY};
    struct merge merge = {.arena = arena, .facts = ret_facts, .reach = reach};
    merge_scheme(&merge, scheme, KIND_ANY);
    sort_facts(ret_facts);
    if (reach == FACTS_OWN) { /* what may be here is known all the same */
        struct facts all;
        facts_of(arena, scheme, FACTS_ALL, &all);
        ret_facts->kinds = all.kinds;
    }
}

const struct fact *facts_op(const struct facts *facts, enum op op, uint32_t *ret_count)
{
    uint32_t first = 0, count = 0;
    while (first < facts->count && facts->at[first].rule->op < op)
        first++;
    while (first + count < facts->count && facts->at[first + count].rule->op == op)
        count++;
    *ret_count = count;
    return facts->at + first;
}

const struct fact *facts_listing(const struct facts *facts)
{
    uint32_t count;
    const struct fact *fact = facts_op(facts, OP_CONST, &count), *best = count ? fact : NULL;
    fact = facts_op(facts, OP_ENUM, &count);
    for (uint32_t i = 0; i < count; i++)
        if (!best || listed_count(&fact[i]) < listed_count(best))
            best = &fact[i];
    return best;
}

uint32_t listed_count(const struct fact *fact)
{
    return fact->rule->op == OP_CONST ? 1 : fact_value(fact)->count;
}

const struct node *listed_value(const struct fact *fact, uint32_t i)
{
    const struct node *list = fact_value(fact);
    return fact->rule->op == OP_CONST ? list : node_item(list, i);
}
