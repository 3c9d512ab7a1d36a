/*
 * What has to be refused, turned round as far as that can be said: one rule of a scheme does not
 * hold, and which one is a choice like any other.
 */
#include "drift/sample_gather.h"

static void refuse_bound(struct gathering *g, const struct bound *bound)
{
    struct bound *turned = arena_new(g->facts->arena, struct bound, 1);
    *turned = *bound;
    turned->is_upper = !bound->is_upper;
    turned->is_exclusive = !bound->is_exclusive;
    list_add(g->facts->arena, &g->facts->bounds, turned);
}

static void refuse_limit(struct gathering *g, const struct rule *rule)
{
    struct rule turned = *rule;
    bool is_max = rule->op == OP_MAX_LENGTH || rule->op == OP_MAX_COUNT;
    if (is_max ? rule->count == UINT64_MAX : !rule->count) {
        g->facts->kinds = 0; /* it holds for all */
        return;
    }
    turned.count = is_max ? rule->count + 1 : rule->count - 1;
    turned.op = rule->op == OP_MAX_LENGTH   ? OP_MIN_LENGTH
                : rule->op == OP_MIN_LENGTH ? OP_MAX_LENGTH
                : rule->op == OP_MAX_COUNT  ? OP_MIN_COUNT
                                            : OP_MAX_COUNT;
    gather_limit(g, &turned);
}

/* A member NAME that SCHEME refuses. */
static void refuse_part(struct gathering *g, str name, const struct scheme *scheme)
{
    struct part_literal *part = arena_new(g->facts->arena, struct part_literal, 1);
    *part = (struct part_literal){.name = name, .literal = {scheme, true}};
    gather_name(g, &g->facts->required, name);
    list_add(g->facts->arena, &g->facts->parts, part);
}

/* One name that is missing, one member that is refused, or one that is too much. */
static void refuse_members(struct gathering *g, const struct members *m)
{
    enum { MOST = 80 };
    const struct property *ways[MOST];
    bool is_missing[MOST];
    uint64_t count = 0;
    for (uint32_t i = 0; i < m->property_count && count + 2 < MOST; i++) {
        if (m->properties[i].is_required) {
            ways[count] = &m->properties[i];
            is_missing[count++] = true;
        }
        if (m->properties[i].scheme && m->properties[i].scheme->same->count) {
            ways[count] = &m->properties[i];
            is_missing[count++] = false;
        }
    }
    if (count + (m->additional != NULL) == 0)
        return;
    uint64_t chosen = way_choose(g->way, count + (m->additional != NULL));
    if (chosen == count)
        refuse_part(g, S("unknown"), m->additional);
    else if (is_missing[chosen])
        gather_name(g, &g->facts->avoided, ways[chosen]->name);
    else
        refuse_part(g, ways[chosen]->name, ways[chosen]->scheme);
}

static void refuse_items(struct gathering *g, const struct items *items)
{
    uint64_t chosen = way_choose(g->way, items->prefix.count + (items->rest != NULL));
    struct part_literal *part = arena_new(g->facts->arena, struct part_literal, 1);
    *part = (struct part_literal){
        .index = (uint32_t)chosen,
        .literal = {chosen < items->prefix.count ? items->prefix.at[chosen] : items->rest, true}};
    raise_to(&g->facts->min_items, chosen + 1);
    list_add(g->facts->arena, &g->facts->odd_items, part);
}

static void refuse_choice(struct gathering *g, const struct rule *rule)
{
    const struct schemes *schemes = rule->schemes;
    if (rule->op == OP_ALL_OF) {
        gather_push(g, schemes->at[way_choose(g->way, schemes->count)], true);
        return;
    }
    uint64_t chosen = 0;
    if (rule->op == OP_ONE_OF && schemes->count > 1)
        chosen = way_choose(g->way, 2);
    for (uint32_t i = 0; i < schemes->count; i++)
        if (!chosen || i < 2)
            gather_push(g, schemes->at[i], !chosen);
}

static void refuse_condition(struct gathering *g, const struct condition *condition)
{
    bool is_no = !condition->yes || (condition->no && way_choose(g->way, 2));
    const struct scheme *then = is_no ? condition->no : condition->yes;
    gather_push(g, condition->test, then != condition->yes);
    if (then)
        gather_push(g, then, true);
    else
        g->facts->kinds = 0;
}

static void refuse_dependencies(struct gathering *g, const struct rule *rule)
{
    const struct dependencies *all = rule->dependencies;
    const struct dependency *one = &all->at[way_choose(g->way, all->count)];
    gather_name(g, &g->facts->required, one->name);
    if (rule->op == OP_DEPENDENT_SCHEMAS && one->scheme)
        gather_push(g, one->scheme, true);
    else if (rule->op == OP_DEPENDENT_REQUIRED && one->required && one->required->count)
        gather_name(g, &g->facts->avoided,
                    node_text(node_item(one->required,
                                        (uint32_t)way_choose(g->way, one->required->count))));
}

/* What is wrong when a rule of the value itself does not hold. */
static void refuse_value_rule(struct gathering *g, const struct scheme *scheme,
                              const struct rule *rule)
{
    struct facts *f = g->facts;
    switch (rule->op) {
    case OP_TYPE:
        f->kinds &= ~(unsigned)scheme->kinds;
        break;
    case OP_BOUND:
        refuse_bound(g, rule->bound);
        break;
    case OP_MAX_LENGTH:
    case OP_MIN_LENGTH:
    case OP_MAX_COUNT:
    case OP_MIN_COUNT:
        refuse_limit(g, rule);
        break;
    case OP_UNIQUE_ITEMS:
        raise_to(&f->min_items, 2);
        break;
    case OP_REQUIRED:
        if (rule->value->count)
            gather_name(g, &f->avoided,
                        node_text(node_item(rule->value,
                                            (uint32_t)way_choose(g->way, rule->value->count))));
        break;
    case OP_DEPENDENT_REQUIRED:
        refuse_dependencies(g, rule);
        break;
    default:
        break; /* hints lead there */
    }
}

static void refuse_rule(struct gathering *g, const struct scheme *scheme, const struct rule *rule)
{
    struct facts *f = g->facts;
    f->kinds &= rule->kinds;
    if (rule->kinds != KIND_ANY)
        f->spoken_of |= rule->kinds;
    switch (rule->op) {
    case OP_REF:
        gather_push(g, rule->scheme, true);
        break;
    case OP_DYNAMIC_REF:
        gather_push(g, rule->redirect->initial, true);
        break;
    case OP_ALL_OF:
    case OP_ANY_OF:
    case OP_ONE_OF:
        refuse_choice(g, rule);
        break;
    case OP_NOT:
        gather_push(g, rule->scheme, false);
        break;
    case OP_IF:
        refuse_condition(g, rule->condition);
        break;
    case OP_DEPENDENT_SCHEMAS:
        refuse_dependencies(g, rule);
        break;
    case OP_PROPERTY_NAMES:
        literals_add(f->arena, &f->odd_names, rule->scheme, true);
        break;
    case OP_MEMBERS:
        refuse_members(g, rule->members);
        break;
    case OP_ITEMS:
        refuse_items(g, rule->items);
        break;
    case OP_CONTAINS:
        if (rule->contains->min && (rule->contains->max == UINT64_MAX || !way_choose(g->way, 2)))
            literals_add(f->arena, &f->every_item, rule->contains->scheme, true);
        break;
    default:
        refuse_value_rule(g, scheme, rule);
        break;
    }
}

/* True when a value of those kinds that are left may be refused by RULE of SCHEME. */
static bool may_refuse(const struct gathering *g, const struct scheme *scheme,
                       const struct rule *rule)
{
    unsigned kinds = g->facts->kinds & rule->kinds;
    return rule->op == OP_TYPE ? kinds & ~(unsigned)scheme->kinds : kinds;
}

/* One of the rules of SCHEME does not hold: the last at first, for the types come first. */
void gather_refusal(struct gathering *g, const struct scheme *scheme)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < scheme->count; i++)
        count += may_refuse(g, scheme, &scheme->rules[i]);
    if (!count) {
        g->facts->kinds = 0;
        return;
    }
    list_add(g->facts->arena, &g->facts->hinted, scheme);
    uint64_t chosen = way_choose(g->way, count);
    for (uint32_t i = scheme->count; i-- > 0;)
        if (may_refuse(g, scheme, &scheme->rules[i]) && !chosen--) {
            refuse_rule(g, scheme, &scheme->rules[i]);
            return;
        }
}
