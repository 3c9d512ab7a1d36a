/*
 * Verdicts by recursion: several times as fast as frames, whose every step has to be found again.
 * Each function here says the same as the one of its keyword in apply.c, which says why. What notes
 * what was evaluated, and what lies deeper than is safe for the stack of the process, has frames.
 */
#include "validate/frame.h"
#include "validate/redirection.h"

static bool holds(struct runner *r, const struct scheme *scheme, const struct node *node,
                  unsigned level);

/* True when NODE is of a kind that SCHEME takes. */
static inline bool takes(const struct scheme *scheme, const struct node *node)
{
    unsigned kinds = scheme->quick_kinds;
    if (kinds >> node->kind & 1 && (node->kind != NODE_NUMBER || kinds & KIND_FRACTION))
        return true;
    return node->kind == NODE_NUMBER && kinds & KIND_NUMBER &&
           kinds_hold(scheme->same, node, KIND_NUMBER);
}

/* True when SCHEME holds for NODE. Most ask for the kind alone, which takes no call. */
static inline bool applies(struct runner *r, const struct scheme *scheme, const struct node *node,
                           unsigned level)
{
    return takes(scheme, node) && (!scheme->quick_count || holds(r, scheme, node, level));
}

/* ---- to the value itself --------------------------------------------------------------------- */

static bool dynamic_ref_holds(struct runner *r, const struct redirect *redirect,
                              const struct node *node, unsigned level)
{
    return applies(r, redirection_target(r->redirection, redirect, &r->work), node, level);
}

static bool all_of_hold(struct runner *r, const struct schemes *schemes, const struct node *node,
                        unsigned level)
{
    for (uint32_t i = 0; i < schemes->count; i++)
        if (!applies(r, schemes->at[i], node, level))
            return false;
    return true;
}

static bool any_of_holds(struct runner *r, const struct schemes *schemes, const struct node *node,
                         unsigned level)
{
    r->work += schemes->count;
    for (uint32_t i = 0; i < schemes->count; i++)
        if (applies(r, schemes->at[i], node, level))
            return true;
    return false;
}

static bool one_of_holds(struct runner *r, const struct schemes *schemes, const struct node *node,
                         unsigned level)
{
    uint32_t count = 0;
    r->work += schemes->count;
    for (uint32_t i = 0; i < schemes->count; i++)
        if (applies(r, schemes->at[i], node, level) && ++count == 2)
            return false;
    return count == 1;
}

static bool condition_holds(struct runner *r, const struct condition *condition,
                            const struct node *node, unsigned level)
{
    bool is_met = applies(r, condition->test, node, level);
    const struct scheme *next = is_met ? condition->yes : condition->no;
    return !r->limit && (!next || applies(r, next, node, level));
}

static bool dependent_schemas_hold(struct runner *r, const struct dependencies *dependencies,
                                   const struct node *node, unsigned level)
{
    r->work += dependencies->count;
    for (uint32_t i = 0; i < dependencies->count; i++) {
        const struct dependency *one = &dependencies->at[i];
        if (one->scheme && node_get(node, one->name) && !applies(r, one->scheme, node, level))
            return false;
    }
    return true;
}

/* ---- to its parts ---------------------------------------------------------------------------- */

static bool names_hold(struct runner *r, const struct scheme *scheme, const struct node *node,
                       unsigned level)
{
    r->work += node->count;
    for (uint32_t i = 0; i < node->count; i++)
        if (!applies(r, scheme, node_key(node, i), level))
            return false;
    return true;
}

/* True when all patterns that match KEY hold for its value; *MATCHED is set when there is one. */
static bool patterns_hold(struct runner *r, const struct scheme *scheme, const struct rule *rule,
                          const struct node *key, unsigned level, bool *matched)
{
    const struct members *m = rule->members;
    r->work += m->pattern_count;
    for (uint32_t i = 0; i < m->pattern_count; i++) {
        if (!pattern_holds(r, scheme, rule, m->patterns[i].pattern, key))
            continue;
        *matched = true;
        if (!applies(r, m->patterns[i].scheme, key + 1, level))
            return false;
    }
    return !r->limit;
}

/* The required are counted, rather than looked up: each member is looked up once as it is. */
static bool members_hold(struct runner *r, const struct scheme *scheme, const struct rule *rule,
                         const struct node *node, unsigned level)
{
    const struct members *m = rule->members;
    uint32_t found = 0;
    if (node->count < m->required_count)
        return false;
    r->work += node->count;
    for (uint32_t i = 0; i < node->count; i++) {
        const struct node *key = node_key(node, i), *value = key + 1;
        uint32_t number = names_find(&m->names, (str){key->chars, key->count});
        bool matched = false;
        if (number != NO_NAME) {
            const struct property *property = &m->properties[number];
            found += property->is_required;
            matched = property->scheme;
            if (matched && !applies(r, property->scheme, value, level))
                return false;
        }
        if (m->pattern_count && !patterns_hold(r, scheme, rule, key, level, &matched))
            return false;
        if (!matched && m->additional && !applies(r, m->additional, value, level))
            return false;
    }
    return found >= m->required_count; /* a key may stand twice */
}

static bool items_hold(struct runner *r, const struct items *items, const struct node *node,
                       unsigned level)
{
    uint32_t i = 0;
    r->work += node->count;
    for (; i < items->prefix.count && i < node->count; i++)
        if (!applies(r, items->prefix.at[i], node_item(node, i), level))
            return false;
    for (; items->rest && i < node->count; i++)
        if (!applies(r, items->rest, node_item(node, i), level))
            return false;
    return true;
}

static bool contains_holds(struct runner *r, const struct contains *contains,
                           const struct node *node, unsigned level)
{
    uint64_t count = 0;
    bool has_end = contains->max != UINT64_MAX;
    r->work += node->count;
    for (uint32_t i = 0; i < node->count && (has_end || count < contains->min); i++) {
        count += applies(r, contains->scheme, node_item(node, i), level);
        if (count > contains->max)
            return false;
    }
    return count >= contains->min;
}

/* ---- schemes --------------------------------------------------------------------------------- */

/* True when RULE of SCHEME, which applies others, holds. */
static bool rule_holds(struct runner *r, const struct scheme *scheme, const struct rule *rule,
                       const struct node *node, unsigned level)
{
    switch ((enum op)rule->op) {
    case OP_REF:
        return applies(r, rule->scheme, node, level);
    case OP_DYNAMIC_REF:
        return dynamic_ref_holds(r, rule->redirect, node, level);
    case OP_ALL_OF:
        return all_of_hold(r, rule->schemes, node, level);
    case OP_ANY_OF:
        return any_of_holds(r, rule->schemes, node, level);
    case OP_ONE_OF:
        return one_of_holds(r, rule->schemes, node, level);
    case OP_NOT:
        return !applies(r, rule->scheme, node, level);
    case OP_IF:
        return condition_holds(r, rule->condition, node, level);
    case OP_DEPENDENT_SCHEMAS:
        return dependent_schemas_hold(r, rule->dependencies, node, level);
    case OP_PROPERTY_NAMES:
        return names_hold(r, rule->scheme, node, level);
    case OP_MEMBERS:
        return members_hold(r, scheme, rule, node, level);
    case OP_ITEMS:
        return items_hold(r, rule->items, node, level);
    case OP_CONTAINS:
        return contains_holds(r, rule->contains, node, level);
    default:
        return value_holds(r, scheme, rule, node);
    }
}

/* True when the rules of SCHEME hold for NODE, which is of a kind that it takes. */
static inline bool rules_hold(struct runner *r, const struct scheme *scheme,
                              const struct node *node, unsigned level)
{
    const struct rule *rule = scheme->quick, *end = rule + scheme->quick_count;
    for (; rule < end; rule++)
        if (rule->kinds >> node->kind & 1 && !rule_holds(r, scheme->same, rule, node, level))
            return false;
    return true;
}

/* The same where a resource is to be entered, or frames to be used. */
static bool involved_holds(struct runner *r, const struct scheme *scheme, const struct node *node,
                           unsigned level)
{
    const struct scheme *same = scheme->same;
    if (level >= QUICK_LEVELS || same->is_watching)
        return run_by_frames(r, same, node, level);
    if (same->scope == r->scope)
        return rules_hold(r, scheme, node, level + 1);
    const struct dynamic_scope *outer = r->scope;
    ptrdiff_t entered = redirection_depth(r->redirection);
    redirection_enter(r->redirection, same->scope);
    r->scope = same->scope;
    bool result = rules_hold(r, scheme, node, level + 1);
    redirection_leave(r->redirection, entered);
    r->scope = outer;
    return result;
}

/* True when SCHEME, which has rules, holds for NODE, whose kind it takes. */
static bool holds(struct runner *r, const struct scheme *scheme, const struct node *node,
                  unsigned level)
{
    if (!run_works(r, 1, scheme->same, node))
        return false;
    if (scheme->is_involved || level >= QUICK_LEVELS)
        return involved_holds(r, scheme, node, level);
    return rules_hold(r, scheme, node, level + 1);
}

bool quick_holds(struct runner *r, const struct scheme *scheme, const struct node *node,
                 unsigned level)
{
    return applies(r, scheme, node, level);
}
