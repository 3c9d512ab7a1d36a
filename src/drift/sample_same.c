/*
 * Which schemes ask the same, rule by rule, so that nothing is to be found where they are applied.
 */
#include "drift/sample_inner.h"
#include "source/number.h"

#include <string.h>

enum { PAIR_CAP = 400 };

struct pair_of_schemes {
    const struct scheme *a, *b;
};

/* Pairs that are taken to be the same, until one of them is found not to be. */
struct comparing {
    struct arena *arena;
    struct map seen;
    ptrdiff_t next; /* the first entry of SEEN that was not looked at */
    bool differ;
};

static void same_scheme(struct comparing *c, const struct scheme *a, const struct scheme *b)
{
    struct pair_of_schemes pair = {a, b};
    c->differ = c->differ || !a != !b || c->seen.count >= PAIR_CAP;
    if (c->differ || !a || a == b)
        return;
    str key = {(const char *)&pair, sizeof pair};
    if (!map_find(&c->seen, key))
        map_entry(&c->seen, arena_copy(c->arena, key), NULL);
}

static void same_list(struct comparing *c, const struct schemes *a, const struct schemes *b)
{
    c->differ = c->differ || a->count != b->count;
    for (uint32_t i = 0; !c->differ && i < a->count; i++)
        same_scheme(c, a->at[i], b->at[i]);
}

static bool are_equal(const struct node *a, const struct node *b)
{
    return a && b ? node_equal(a, b) : a == b;
}

static void same_dependencies(struct comparing *c, const struct dependencies *a,
                              const struct dependencies *b)
{
    c->differ = c->differ || a->count != b->count;
    for (uint32_t i = 0; !c->differ && i < a->count; i++) {
        c->differ = !str_equal(a->at[i].name, b->at[i].name) ||
                    !are_equal(a->at[i].required, b->at[i].required);
        same_scheme(c, a->at[i].scheme, b->at[i].scheme);
    }
}

static void same_members(struct comparing *c, const struct members *a, const struct members *b)
{
    c->differ =
        c->differ || a->property_count != b->property_count || a->pattern_count != b->pattern_count;
    for (uint32_t i = 0; !c->differ && i < a->property_count; i++) {
        uint32_t k = names_find(&b->names, a->properties[i].name);
        c->differ = k == NO_NAME || a->properties[i].is_required != b->properties[k].is_required;
        if (!c->differ)
            same_scheme(c, a->properties[i].scheme, b->properties[k].scheme);
    }
    for (uint32_t i = 0; !c->differ && i < a->pattern_count; i++) {
        c->differ = !str_equal(pattern_source(a->patterns[i].pattern),
                               pattern_source(b->patterns[i].pattern));
        same_scheme(c, a->patterns[i].scheme, b->patterns[i].scheme);
    }
    same_scheme(c, a->additional, b->additional);
}

static void same_condition(struct comparing *c, const struct condition *a,
                           const struct condition *b)
{
    same_scheme(c, a->test, b->test);
    same_scheme(c, a->yes, b->yes);
    same_scheme(c, a->no, b->no);
}

/* True when two rules of the value itself ask the same. */
static bool is_same_value_rule(const struct scheme *one, const struct rule *a,
                               const struct scheme *other, const struct rule *b)
{
    switch (a->op) {
    case OP_NEVER:
    case OP_TYPE: /* of which the kinds of the schemes tell */
    case OP_UNIQUE_ITEMS:
        return true;
    case OP_CONST:
    case OP_REQUIRED:
        return node_equal(a->value, b->value);
    case OP_BOUND:
    case OP_MULTIPLE_OF:
        return number_equal(a->bound->text, b->bound->text) &&
               a->bound->is_upper == b->bound->is_upper &&
               a->bound->is_exclusive == b->bound->is_exclusive;
    case OP_PATTERN:
        return str_equal(pattern_source(a->pattern), pattern_source(b->pattern));
    case OP_FORMAT:
        return a->format == b->format;
    case OP_MAX_LENGTH:
    case OP_MIN_LENGTH:
    case OP_MAX_COUNT:
    case OP_MIN_COUNT:
        return a->count == b->count;
    default:
        return node_equal(node_value(one->schema, a->member), node_value(other->schema, b->member));
    }
}

static void same_rule(struct comparing *c, const struct scheme *one, const struct rule *a,
                      const struct scheme *other, const struct rule *b)
{
    switch (a->op) {
    case OP_REF:
    case OP_NOT:
    case OP_PROPERTY_NAMES:
    case OP_UNEVALUATED_ITEMS:
    case OP_UNEVALUATED_PROPERTIES:
        same_scheme(c, a->scheme, b->scheme);
        break;
    case OP_DYNAMIC_REF:
        same_scheme(c, a->redirect->initial, b->redirect->initial);
        break;
    case OP_ALL_OF:
    case OP_ANY_OF:
    case OP_ONE_OF:
        same_list(c, a->schemes, b->schemes);
        break;
    case OP_IF:
        same_condition(c, a->condition, b->condition);
        break;
    case OP_DEPENDENT_REQUIRED:
    case OP_DEPENDENT_SCHEMAS:
        same_dependencies(c, a->dependencies, b->dependencies);
        break;
    case OP_MEMBERS:
        same_members(c, a->members, b->members);
        break;
    case OP_ITEMS:
        same_list(c, &a->items->prefix, &b->items->prefix);
        same_scheme(c, a->items->rest, b->items->rest);
        break;
    case OP_CONTAINS:
        c->differ = c->differ || a->contains->min != b->contains->min ||
                    a->contains->max != b->contains->max;
        same_scheme(c, a->contains->scheme, b->contains->scheme);
        break;
    default:
        c->differ = c->differ || !is_same_value_rule(one, a, other, b);
        break;
    }
}

static void same_rules(struct comparing *c, const struct scheme *a, const struct scheme *b)
{
    c->differ = a->kinds != b->kinds || a->count != b->count || a->dialect != b->dialect;
    for (uint32_t i = 0; !c->differ && i < a->count; i++) {
        c->differ = a->rules[i].op != b->rules[i].op || a->rules[i].kinds != b->rules[i].kinds;
        if (!c->differ)
            same_rule(c, a, &a->rules[i], b, &b->rules[i]);
    }
}

bool schemes_are_same(struct arena *arena, const struct scheme *a, const struct scheme *b)
{
    struct comparing c = {.arena = arena, .seen = {.arena = arena}};
    same_scheme(&c, a, b);
    while (!c.differ && c.next < c.seen.count) {
        struct pair_of_schemes pair;
        memcpy(&pair, c.seen.entries[c.next++].key.data, sizeof pair);
        same_rules(&c, pair.a, pair.b);
    }
    return !c.differ;
}
