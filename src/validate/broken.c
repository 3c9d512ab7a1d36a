/*
 * A scheme that lacks a rule holds for more than it should, and what refuses what it holds for,
 * such as "not", for less. So nothing is judged by one, nor by any that leads to it.
 */
#include "validate/broken.h"

#include "base/digraph.h"

/* The graph of the new schemes and, behind them, the scopes that they stand in. */
struct spread {
    struct compiler *c;
    ptrdiff_t first;   /* the number of the first new scheme */
    struct map scopes; /* the addresses of the scopes */
    struct digraph_maker maker;
    struct scheme *from; /* whose edges are being added; or NULL */
};

/* Adds that SCHEME, which may be NULL, is led to. */
static void lead_to(struct spread *s, const struct scheme *scheme)
{
    if (!scheme)
        return;
    const struct map_entry *entry = map_find_address(&s->c->schemes, scheme->schema);
    ptrdiff_t number = entry - s->c->schemes.entries;
    if (number >= s->first)
        digraph_add_edge(&s->maker, (uint32_t)(number - s->first));
    else if (s->from)
        s->from->is_broken = s->from->is_broken || scheme->is_broken;
}

static void lead_to_all(struct spread *s, const struct schemes *schemes)
{
    for (uint32_t i = 0; i < schemes->count; i++)
        lead_to(s, schemes->at[i]);
}

static void lead_to_members(struct spread *s, const struct members *members)
{
    for (uint32_t i = 0; i < members->property_count; i++)
        lead_to(s, members->properties[i].scheme);
    for (uint32_t i = 0; i < members->pattern_count; i++)
        lead_to(s, members->patterns[i].scheme);
    lead_to(s, members->additional);
}

/* Adds all that RULE leads to. */
static void follow_rule(struct spread *s, const struct rule *rule)
{
    switch ((enum op)rule->op) {
    case OP_REF:
    case OP_NOT:
    case OP_PROPERTY_NAMES:
    case OP_UNEVALUATED_ITEMS:
    case OP_UNEVALUATED_PROPERTIES:
        lead_to(s, rule->scheme);
        break;
    case OP_DYNAMIC_REF:
        lead_to(s, rule->redirect->initial);
        break;
    case OP_ALL_OF:
    case OP_ANY_OF:
    case OP_ONE_OF:
        lead_to_all(s, rule->schemes);
        break;
    case OP_IF:
        lead_to(s, rule->condition->test);
        lead_to(s, rule->condition->yes);
        lead_to(s, rule->condition->no);
        break;
    case OP_DEPENDENT_SCHEMAS:
        for (uint32_t i = 0; i < rule->dependencies->count; i++)
            lead_to(s, rule->dependencies->at[i].scheme);
        break;
    case OP_MEMBERS:
        lead_to_members(s, rule->members);
        break;
    case OP_ITEMS:
        lead_to_all(s, &rule->items->prefix);
        lead_to(s, rule->items->rest);
        break;
    case OP_CONTAINS:
        lead_to(s, rule->contains->scheme);
        break;
    default:
        break;
    }
}

/* Adds SCHEME, which has the next number, with all that it leads to. */
static void add_scheme(struct spread *s, struct scheme *scheme)
{
    bool has_anchors = scheme->scope && scheme->scope->count;
    digraph_add_node(&s->maker);
    s->from = scheme;
    for (uint32_t i = 0; i < scheme->count; i++)
        follow_rule(s, &scheme->rules[i]);
    if (!has_anchors)
        return;
    struct map_entry *scope = map_entry_address(&s->scopes, scheme->scope, NULL);
    scope->value = (void *)scheme->scope;
    ptrdiff_t behind = s->c->program.count - s->first;
    digraph_add_edge(&s->maker, (uint32_t)(behind + (scope - s->scopes.entries)));
}

/* Adds SCOPE: where a scheme of a resource is passed, its anchors count (2020-12 core 8.2.3.2). */
static void add_scope(struct spread *s, const struct dynamic_scope *scope)
{
    digraph_add_node(&s->maker);
    s->from = NULL;
    for (uint32_t i = 0; i < scope->count; i++)
        lead_to(s, scope->at[i].scheme);
}

/* Marks those of the graph that lead to a broken one. */
static void mark(const struct spread *s, const struct digraph *graph)
{
    struct arena *arena = s->maker.arena;
    struct scheme **schemes = s->c->program.schemes + s->first;
    uint32_t scheme_count = (uint32_t)(s->c->program.count - s->first), scc_count;
    uint32_t *sccs = digraph_sccs(arena, graph, &scc_count);
    uint32_t *order = digraph_scc_order(arena, sccs, graph->count, scc_count);
    bool *is_broken = arena_new(arena, bool, scc_count);
    for (uint32_t i = 0; i < graph->count; i++) {
        uint32_t node = order[i];
        bool *whole = &is_broken[sccs[node]];
        *whole = *whole || (node < scheme_count && schemes[node]->is_broken);
        for (uint32_t k = graph->first[node]; k < graph->first[node + 1]; k++)
            *whole = *whole || is_broken[sccs[graph->to[k]]];
    }
    for (uint32_t i = 0; i < scheme_count; i++)
        schemes[i]->is_broken = is_broken[sccs[i]];
}

void broken_spread(struct compiler *c, ptrdiff_t first)
{
    struct arena scratch = {0};
    struct spread spread = {
        .c = c, .first = first, .scopes = {.arena = &scratch}, .maker = {.arena = &scratch}};
    for (ptrdiff_t i = first; i < c->program.count; i++)
        add_scheme(&spread, c->program.schemes[i]);
    for (ptrdiff_t i = 0; i < spread.scopes.count; i++)
        add_scope(&spread, spread.scopes.entries[i].value);
    struct digraph graph = digraph_of(&spread.maker);
    mark(&spread, &graph);
    arena_free(&scratch);
}
