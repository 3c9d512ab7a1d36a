/*
 * What schemes ask of one value: references and "allOf" followed, a branch taken where they leave a
 * choice.
 */
#include "drift/sample_gather.h"
#include "validate/redirection.h"

enum {
    SCHEME_CAP = 3000, /* that are looked at for one value */
    HINT_CAP = 600,
    FEW = 4, /* branches: so many are told apart by what each refuses, too */
    CONSTANT_CAP = 300
};

uint64_t way_choose(struct way *way, uint64_t count)
{
    if (count > way->widest)
        way->widest = count;
    if (way->is_even)
        return way->number % count;
    uint64_t chosen = way->rest % count;
    way->rest /= count;
    return chosen;
}

void gather_push(struct gathering *g, const struct scheme *scheme, bool is_refusal)
{
    bool is_new;
    map_entry_address(is_refusal ? &g->refused : &g->visited, scheme, &is_new);
    if (is_new && g->work.count < g->cap)
        literals_add(g->facts->arena, &g->work, scheme, is_refusal);
}

void gather_hint(struct gathering *g, const struct scheme *scheme)
{
    if (g->way)
        list_add(g->facts->arena, &g->facts->hinted, scheme);
    else
        gather_push(g, scheme, false);
}

void gather_name(struct gathering *g, struct list *names, str name)
{
    if (names->count < 16 && names_have(names, name))
        return;
    str *kept = arena_new(g->facts->arena, str, 1);
    *kept = name;
    list_add(g->facts->arena, names, kept);
}

static void add_count(struct gathering *g, struct list *counts, uint64_t count)
{
    uint64_t *kept = arena_new(g->facts->arena, uint64_t, 1);
    *kept = count;
    list_add(g->facts->arena, counts, kept);
}

void raise_to(uint64_t *min, uint64_t count)
{
    *min = count > *min ? count : *min;
}

static void lower_to(uint64_t *max, uint64_t count)
{
    *max = count < *max ? count : *max;
}

/* ---- what has to hold ------------------------------------------------------------------------ */

static void take_constant(struct gathering *g, const struct rule *rule, const struct node *value)
{
    g->facts->spoken_of |= kinds_of_node(value);
    if (g->facts->constants.count < CONSTANT_CAP || g->way)
        list_add(g->facts->arena, &g->facts->constants, value);
    g->facts->is_fixed = g->facts->is_fixed || rule->kinds == KIND_ANY;
}

/* Limits of lengths and counts. */
void gather_limit(struct gathering *g, const struct rule *rule)
{
    struct facts *f = g->facts;
    bool is_array = rule->kinds & KIND_ARRAY;
    if (rule->op == OP_MAX_LENGTH || rule->op == OP_MIN_LENGTH)
        add_count(g, &f->lengths, rule->count);
    else
        add_count(g, is_array ? &f->item_counts : &f->member_counts, rule->count);
    if (rule->op == OP_MAX_LENGTH)
        lower_to(&f->max_length, rule->count);
    else if (rule->op == OP_MIN_LENGTH)
        raise_to(&f->min_length, rule->count);
    else if (rule->op == OP_MAX_COUNT)
        lower_to(is_array ? &f->max_items : &f->max_members, rule->count);
    else
        raise_to(is_array ? &f->min_items : &f->min_members, rule->count);
}

static void take_dependencies(struct gathering *g, const struct dependencies *all)
{
    for (uint32_t i = 0; i < all->count; i++)
        list_add(g->facts->arena, &g->facts->dependencies, &all->at[i]);
}

static void take_members(struct gathering *g, const struct members *m)
{
    list_add(g->facts->arena, &g->facts->members, m);
    for (uint32_t i = 0; m->required_count && i < m->property_count; i++)
        if (m->properties[i].is_required)
            gather_name(g, &g->facts->required, m->properties[i].name);
}

/* What a rule asks of the value itself. */
static void take_value_rule(struct gathering *g, const struct scheme *scheme,
                            const struct rule *rule)
{
    struct facts *f = g->facts;
    const struct node *keyword =
        rule->member != NO_MEMBER ? node_value(scheme->schema, rule->member) : NULL;
    switch (rule->op) {
    case OP_CONST:
        take_constant(g, rule, rule->value);
        break;
    case OP_ENUM:
        for (uint32_t i = 0; keyword && i < keyword->count; i++)
            take_constant(g, rule, node_item(keyword, i));
        f->is_fixed = f->is_fixed || rule->kinds == KIND_ANY;
        break;
    case OP_BOUND:
        list_add(f->arena, &f->bounds, rule->bound);
        break;
    case OP_MULTIPLE_OF:
        list_add(f->arena, &f->multiples, rule->bound);
        break;
    case OP_MAX_LENGTH:
    case OP_MIN_LENGTH:
    case OP_MAX_COUNT:
    case OP_MIN_COUNT:
        gather_limit(g, rule);
        break;
    case OP_PATTERN:
        list_add(f->arena, &f->patterns, rule->pattern);
        break;
    case OP_FORMAT:
        list_add(f->arena, &f->formats, rule->format);
        break;
    case OP_CONTENT:
        f->has_content = true;
        break;
    case OP_UNIQUE_ITEMS:
        f->is_unique = true;
        break;
    case OP_REQUIRED:
        for (uint32_t i = 0; i < rule->value->count; i++)
            gather_name(g, &f->required, node_text(node_item(rule->value, i)));
        break;
    case OP_DEPENDENT_REQUIRED:
        take_dependencies(g, rule->dependencies);
        break;
    default:
        break;
    }
}

/* True when SCHEME may accept a value of those kinds that are left. */
static bool is_open(const struct gathering *g, const struct scheme *scheme)
{
    return scheme->quick_kinds & g->facts->kinds;
}

/* Goes into one of those branches that are open. */
static void take_branch(struct gathering *g, const struct schemes *schemes, bool is_only_one)
{
    uint64_t count = 0, nth = 0;
    for (uint32_t i = 0; i < schemes->count; i++)
        count += is_open(g, schemes->at[i]);
    if (!count) {
        g->facts->kinds = 0;
        return;
    }
    bool tells_apart = is_only_one && schemes->count <= FEW;
    uint64_t chosen = way_choose(g->way, tells_apart ? 2 * count : count);
    bool refuses_others = chosen >= count;
    if (refuses_others)
        chosen -= count;
    for (uint32_t i = 0; i < schemes->count; i++) {
        bool is_chosen = is_open(g, schemes->at[i]) && nth++ == chosen;
        if (is_chosen)
            gather_push(g, schemes->at[i], false);
        else if (refuses_others)
            gather_push(g, schemes->at[i], true);
        else if (is_only_one && schemes->count <= 4 * FEW)
            gather_hint(g, schemes->at[i]);
    }
}

/* A choice: one branch, or, for hints, all. */
static void take_choice(struct gathering *g, const struct rule *rule)
{
    const struct schemes *schemes = rule->schemes;
    if (!g->way || rule->op == OP_ALL_OF)
        for (uint32_t i = 0; i < schemes->count; i++)
            gather_push(g, schemes->at[i], false);
    else
        take_branch(g, schemes, rule->op == OP_ONE_OF);
}

static void take_condition(struct gathering *g, const struct condition *condition)
{
    if (!g->way) {
        gather_push(g, condition->test, false);
        if (condition->yes)
            gather_push(g, condition->yes, false);
        if (condition->no)
            gather_push(g, condition->no, false);
        return;
    }
    bool is_no = way_choose(g->way, 2);
    gather_push(g, condition->test, is_no);
    const struct scheme *then = is_no ? condition->no : condition->yes;
    if (then)
        gather_push(g, then, false);
}

/* Where REDIRECT leads to from the schemes that were met: to the first that has the anchor. */
static const struct scheme *redirected(struct gathering *g, const struct redirect *redirect)
{
    for (ptrdiff_t i = 0; redirect->anchor != NO_ANCHOR && i < g->next; i++) {
        const struct dynamic_scope *scope = g->work.at[i].scheme->scope;
        const struct scheme *target = scope ? redirection_find(scope, redirect->anchor) : NULL;
        if (target)
            return target;
    }
    return redirect->initial;
}

/* What a rule asks by other schemes. */
static void take_rule(struct gathering *g, const struct scheme *scheme, const struct rule *rule)
{
    struct facts *f = g->facts;
    if (rule->kinds != KIND_ANY && (rule->kinds | KIND_NULL) != KIND_ANY)
        f->spoken_of |= rule->kinds;
    switch (rule->op) {
    case OP_REF:
        gather_push(g, rule->scheme, false);
        break;
    case OP_DYNAMIC_REF:
        gather_push(g, redirected(g, rule->redirect), false);
        break;
    case OP_ALL_OF:
    case OP_ANY_OF:
    case OP_ONE_OF:
        take_choice(g, rule);
        break;
    case OP_NOT:
        if (g->way)
            gather_push(g, rule->scheme, true);
        gather_hint(g, rule->scheme);
        break;
    case OP_IF:
        take_condition(g, rule->condition);
        break;
    case OP_DEPENDENT_SCHEMAS:
        take_dependencies(g, rule->dependencies);
        break;
    case OP_PROPERTY_NAMES:
        literals_add(f->arena, &f->names, rule->scheme, false);
        break;
    case OP_MEMBERS:
        take_members(g, rule->members);
        break;
    case OP_ITEMS:
        list_add(f->arena, &f->items, rule->items);
        break;
    case OP_CONTAINS:
        list_add(f->arena, &f->contains, rule->contains);
        break;
    case OP_UNEVALUATED_ITEMS:
        list_add(f->arena, &f->loose_items, rule->scheme);
        break;
    case OP_UNEVALUATED_PROPERTIES:
        list_add(f->arena, &f->loose_members, rule->scheme);
        break;
    default:
        take_value_rule(g, scheme, rule);
        break;
    }
}

/* What a schema shows as examples. */
static void take_examples(struct gathering *g, const struct scheme *scheme)
{
    struct facts *f = g->facts;
    const struct node *examples = node_get(scheme->schema, S("examples"));
    for (uint32_t i = 0; node_is(examples, NODE_ARRAY) && i < examples->count && i < 20; i++)
        list_add(f->arena, &f->examples, node_item(examples, i));
    const struct node *one = node_get(scheme->schema, S("example"));
    if (one)
        list_add(f->arena, &f->examples, one);
    one = node_get(scheme->schema, S("default"));
    if (one)
        list_add(f->arena, &f->examples, one);
}

static void take_scheme(struct gathering *g, const struct scheme *scheme)
{
    struct facts *f = g->facts;
    f->kinds &= scheme->kinds;
    if (scheme->kinds != KIND_ANY && !g->way)
        f->spoken_of |= scheme->kinds;
    take_examples(g, scheme);
    for (uint32_t i = 0; i < scheme->count; i++)
        take_rule(g, scheme, &scheme->rules[i]);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void gather_rest(struct gathering *g)
{
    while (g->next < g->work.count) {
        struct literal literal = g->work.at[g->next++];
        if (literal.is_refusal)
            gather_refusal(g, literal.scheme);
        else
            take_scheme(g, literal.scheme);
    }
}

/* A list of names that grows, to be asked often. */
struct asked_names {
    const struct list *names;
    struct map known; /* the first so many of them */
    ptrdiff_t known_count;
};

static bool asked_names_have(struct asked_names *asked, str name)
{
    for (; asked->known_count < asked->names->count; asked->known_count++)
        map_entry(&asked->known, *(const str *)asked->names->at[asked->known_count], NULL);
    return map_find(&asked->known, name) != NULL;
}

/* Applies the schemes that depend on members, for those that are to be there. */
static void settle_dependencies(struct gathering *g)
{
    struct facts *f = g->facts;
    struct asked_names required = {.names = &f->required, .known = {.arena = f->arena}};
    struct asked_names avoided = {.names = &f->avoided, .known = {.arena = f->arena}};
    for (ptrdiff_t i = 0; i < f->dependencies.count; i++) {
        const struct dependency *one = f->dependencies.at[i];
        if (!one->scheme)
            continue;
        if (!g->way) {
            gather_push(g, one->scheme, false);
        } else if (!asked_names_have(&required, one->name)) {
            if (asked_names_have(&avoided, one->name))
                continue;
            if (!way_choose(g->way, 2)) {
                gather_name(g, &f->avoided, one->name);
                continue;
            }
            gather_name(g, &f->required, one->name);
        }
        gather_push(g, one->scheme, false);
        gather_rest(g);
    }
}

static uint64_t gather(struct gathering *g)
{
    gather_rest(g);
    settle_dependencies(g);
    gather_rest(g);
    return (uint64_t)g->work.count;
}

static struct facts new_facts(struct arena *arena)
{
    return (struct facts){.arena = arena,
                          .kinds = KIND_ANY,
                          .max_length = UINT64_MAX,
                          .max_items = UINT64_MAX,
                          .max_members = UINT64_MAX};
}

uint64_t sample_facts_of(struct arena *arena, const struct literals *literals, struct way *way,
                         struct facts *ret_facts)
{
    struct gathering g = {.facts = ret_facts,
                          .way = way,
                          .visited = {.arena = arena},
                          .refused = {.arena = arena},
                          .cap = SCHEME_CAP};
    *ret_facts = new_facts(arena);
    way->rest = way->number;
    for (ptrdiff_t i = 0; i < literals->count; i++)
        gather_push(&g, literals->at[i].scheme, literals->at[i].is_refusal);
    return gather(&g);
}

uint64_t facts_hinted(struct arena *arena, const struct list *hints, const struct list *more,
                      struct facts *ret_facts)
{
    struct gathering g = {.facts = ret_facts,
                          .visited = {.arena = arena},
                          .refused = {.arena = arena},
                          .cap = HINT_CAP};
    *ret_facts = new_facts(arena);
    for (ptrdiff_t i = 0; hints && i < hints->count; i++)
        gather_push(&g, hints->at[i], false);
    for (ptrdiff_t i = 0; i < more->count; i++)
        gather_push(&g, more->at[i], false);
    return gather(&g);
}
