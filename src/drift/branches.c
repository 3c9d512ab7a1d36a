#include "drift/branches.h"

#include <string.h>

enum { CLOSE_CAP = 128 }; /* of branches that are compared each with each */

str branch_name(const struct scheme *scheme)
{
    scheme = scheme_peeled(scheme);
    if (scheme->count != 1 || scheme->rules[0].op != OP_REF)
        return (str){0};
    str text = node_text(node_value(scheme->schema, scheme->rules[0].member));
    ptrdiff_t at = text.len;
    while (at && text.data[at - 1] != '/' && text.data[at - 1] != '#')
        at--;
    return str_skip(text, at);
}

/* ---- discriminators -------------------------------------------------------------------------- */

/* A property of a branch that lists its values. */
struct sign {
    str name;
    const struct constraint *constraint;
    bool is_required;
};

struct branch_view {
    const struct scheme *scheme;
    struct constraints constraints;
    struct sign *signs;
    uint32_t sign_count;
};

static const struct constraint *listing_of(struct arena *arena, const struct scheme *scheme)
{
    struct constraints constraints;
    constraints_of(arena, scheme, CONSTRAINTS_ALL, &constraints);
    const struct constraint *constraint = constraints_listing(&constraints);
    if (!constraint)
        return NULL;
    struct constraint *copy = arena_new(arena, struct constraint, 1);
    *copy = *constraint;
    return copy;
}

static void look_at(struct arena *arena, const struct scheme *scheme, struct branch_view *view)
{
    enum { SIGN_CAP = 16, LOOK_CAP = 64 };
    uint32_t count, looked = 0;
    *view =
        (struct branch_view){.scheme = scheme, .signs = arena_new(arena, struct sign, SIGN_CAP)};
    constraints_of(arena, scheme, CONSTRAINTS_ALL, &view->constraints);
    const struct constraint *list = constraints_op(&view->constraints, OP_MEMBERS, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct members *m = list[i].rule->members;
        for (uint32_t k = 0; k < m->property_count && looked < LOOK_CAP; k++, looked++) {
            const struct constraint *constraint =
                m->properties[k].scheme ? listing_of(arena, m->properties[k].scheme) : NULL;
            if (constraint && view->sign_count < SIGN_CAP)
                view->signs[view->sign_count++] =
                    (struct sign){m->properties[k].name, constraint,
                                  constraints_require(&view->constraints, m->properties[k].name)};
        }
    }
}

static bool share_value(const struct constraint *a, const struct constraint *b)
{
    for (uint32_t i = 0; i < listed_count(a); i++)
        if (listed_has(b, listed_value(a, i)))
            return true;
    return false;
}

/* The sign of VIEW for the property NAME, or NULL. */
static const struct sign *sign_of(const struct branch_view *view, str name)
{
    for (uint32_t i = 0; i < view->sign_count; i++)
        if (str_equal(view->signs[i].name, name))
            return &view->signs[i];
    return NULL;
}

static bool are_disjoint(const struct branch_view *a, const struct branch_view *b)
{
    uint8_t both = a->constraints.kinds & b->constraints.kinds;
    if (!both)
        return true;
    if (both != KIND_OBJECT)
        return false;
    for (uint32_t i = 0; i < a->sign_count; i++) {
        const struct sign *one = &a->signs[i], *other = sign_of(b, one->name);
        if (other && (one->is_required || other->is_required) &&
            !share_value(one->constraint, other->constraint))
            return true;
    }
    return false;
}

static struct branch_view *look_at_all(struct arena *arena, const struct schemes *schemes)
{
    struct branch_view *views = arena_new(arena, struct branch_view, schemes->count);
    for (uint32_t i = 0; i < schemes->count; i++)
        look_at(arena, schemes->at[i], &views[i]);
    return views;
}

bool branches_are_disjoint(struct arena *arena, const struct schemes *schemes)
{
    if (schemes->count > CLOSE_CAP)
        return false;
    const struct branch_view *views = look_at_all(arena, schemes);
    for (uint32_t i = 0; i < schemes->count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (!are_disjoint(&views[i], &views[k]))
                return false;
    return true;
}

/* ---- partners -------------------------------------------------------------------------------- */

struct matching {
    const struct schemes *old, *new;
    uint32_t *partners; /* of the old ones */
    bool *taken;        /* the new ones that have a partner */
    const struct branch_view *olds, *news;
};

static void join(struct matching *m, uint32_t old, uint32_t new)
{
    m->partners[old] = new;
    m->taken[new] = true;
}

/* Pairs those that have one name, or are at one place and equal. */
static void join_named(struct arena *arena, struct matching *m)
{
    struct map names = {.arena = arena};
    for (uint32_t i = 0; i < m->new->count; i++) {
        str name = branch_name(m->new->at[i]);
        bool is_new;
        struct map_entry *entry = name.len ? map_entry(&names, name, &is_new) : NULL;
        if (entry && is_new)
            entry->value = (void *)(uintptr_t)(i + 1);
    }
    for (uint32_t i = 0; i < m->old->count; i++) {
        str name = branch_name(m->old->at[i]);
        uintptr_t number = name.len ? (uintptr_t)map_get(&names, name) : 0;
        if (number && !m->taken[number - 1])
            join(m, i, (uint32_t)(number - 1));
    }
    for (uint32_t i = 0; i < m->old->count && i < m->new->count; i++)
        if (m->partners[i] == NO_BRANCH && !m->taken[i] &&
            node_equal(scheme_peeled(m->old->at[i])->schema, scheme_peeled(m->new->at[i])->schema))
            join(m, i, i);
}

/* How much PROPERTY is like the one of its name in MEMBERS: more, when both take the same kinds. */
static uint32_t likeness_of_property(const struct property *property, const struct members *members)
{
    uint32_t number = names_find(&members->names, property->name);
    if (number == NO_NAME)
        return 0;
    const struct scheme *one = property->scheme, *other = members->properties[number].scheme;
    return one && other && one->same->kinds == other->same->kinds ? 5 : 4;
}

static uint32_t likeness_of_properties(const struct constraints *a, const struct constraints *b)
{
    uint32_t a_count, b_count, score = 0;
    const struct constraint *as = constraints_op(a, OP_MEMBERS, &a_count),
                            *bs = constraints_op(b, OP_MEMBERS, &b_count);
    for (uint32_t i = 0; i < a_count; i++)
        for (uint32_t k = 0; k < b_count; k++)
            for (uint32_t n = 0; n < as[i].rule->members->property_count; n++)
                score +=
                    likeness_of_property(&as[i].rule->members->properties[n], bs[k].rule->members);
    return score;
}

/* How much alike two branches are: 0 when they cannot be the same one. */
static uint32_t likeness(const struct branch_view *a, const struct branch_view *b)
{
    if (node_equal(scheme_peeled(a->scheme)->schema, scheme_peeled(b->scheme)->schema))
        return UINT32_MAX;
    if (!(a->constraints.kinds & b->constraints.kinds))
        return 0;
    uint32_t score = a->constraints.kinds == b->constraints.kinds ? 2 : 1;
    for (uint32_t i = 0; i < a->sign_count; i++) {
        const struct sign *sign = sign_of(b, a->signs[i].name);
        if (sign)
            score += share_value(a->signs[i].constraint, sign->constraint) ? 10000 : 0;
    }
    const struct constraint *list = constraints_listing(&a->constraints);
    const struct constraint *other_list = constraints_listing(&b->constraints);
    if (list && other_list && share_value(list, other_list))
        score += 10000;
    return score + likeness_of_properties(&a->constraints, &b->constraints);
}

/* How alike each old branch and each new one are, those of an old one in a row. */
static uint32_t *find_likeness(struct arena *arena, const struct matching *m)
{
    uint32_t *scores = arena_new(arena, uint32_t, (ptrdiff_t)m->old->count * m->new->count);
    for (uint32_t i = 0; i < m->old->count; i++)
        for (uint32_t k = 0; m->partners[i] == NO_BRANCH && k < m->new->count; k++)
            if (!m->taken[k])
                scores[i * m->new->count + k] = likeness(&m->olds[i], &m->news[k]);
    return scores;
}

/* Pairs what is left, the most alike first. */
static void join_alike(struct arena *arena, struct matching *m)
{
    const uint32_t *scores = find_likeness(arena, m);
    for (;;) {
        uint32_t best = 0, old = 0, new = 0;
        for (uint32_t i = 0; i < m->old->count; i++)
            for (uint32_t k = 0; m->partners[i] == NO_BRANCH && k < m->new->count; k++) {
                uint32_t score = m->taken[k] ? 0 : scores[i * m->new->count + k];
                if (score > best || (score == best && score && i == k && old != new)) {
                    best = score;
                    old = i;
                    new = k;
                }
            }
        if (!best)
            return;
        join(m, old, new);
    }
}

void branches_pair(struct arena *arena, const struct schemes *old, const struct schemes *new,
                   uint32_t *ret_partners)
{
    struct matching m = {.old = old,
                         .new = new,
                         .partners = ret_partners,
                         .taken = arena_new(arena, bool, new->count)};
    for (uint32_t i = 0; i < old->count; i++)
        ret_partners[i] = NO_BRANCH;
    join_named(arena, &m);
    if (old->count > CLOSE_CAP || new->count > CLOSE_CAP)
        return;
    m.olds = look_at_all(arena, old);
    m.news = look_at_all(arena, new);
    join_alike(arena, &m);
}
