/*
 * What is asked of the items of an array: "prefixItems", "items", "additionalItems", "contains"
 * (2020-12 core section 10.3.1).
 */
#include "drift/compare.h"

/* The schema for item I by CONSTRAINT, which may be NULL; NULL: anything. Where it stands, too. */
static const struct scheme *item_scheme(struct pairing *p, const struct constraint *constraint,
                                        uint32_t i, struct spot *ret_spot)
{
    if (!constraint)
        return NULL;
    const struct items *items = constraint->rule->items;
    if (i < items->prefix.count) {
        *ret_spot = spot_entry(constraint->scheme, items->prefix_member,
                               arena_printf(&p->c->work, "%u", i), items->prefix.at[i]->schema);
        return items->prefix.at[i];
    }
    if (items->rest)
        *ret_spot = spot_member(constraint->scheme, items->rest_member);
    return items->rest;
}

/* Compares what is asked of item I, and with IS_REST of all from there on. */
static void compare_item(struct pairing *p, const struct constraint *was,
                         const struct constraint *is, uint32_t i, bool is_rest)
{
    struct spot old = {0}, new = {0};
    const struct scheme *before = item_scheme(p, was, i, &old),
                        *after = item_scheme(p, is, i, &new);
    if (before && after) {
        compare_below(p, before, after, WAY_PLAIN, (struct step){.kind = STEP_ITEM, .index = i});
        return;
    }
    if (!before && !after)
        return;
    if (scheme_is_anything(before ? before : after) && !p->is_watched)
        return;
    enum direction direction = p->is_watched ? DIRECTION_BOTH
                               : after       ? DIRECTION_TIGHTER
                                             : DIRECTION_LOOSER;
    struct shift shift = compare_relevant(p, direction, KIND_ARRAY);
    struct found *found = compare_note(p, after ? D0122 : D0123, shift, old, new,
                                       was ? was->rule : NULL, is ? is->rule : NULL);
    bool is_closed = scheme_is_nothing(after ? after : before);
    const char *which = is_rest ? i ? "further items" : "items" : "an item";
    if (is_closed)
        compare_say(p, found, after ? "%s are refused now" : "%s are no longer refused",
                    is_rest ? which : "some items");
    else
        compare_say(p, found,
                    after ? "there is a schema now for %s" : "there is no schema any more for %s",
                    which);
}

static void compare_item_rules(struct pairing *p)
{
    uint32_t old_count, new_count;
    const struct constraint *olds = constraints_op(&p->old, OP_ITEMS, &old_count);
    const struct constraint *news = constraints_op(&p->new, OP_ITEMS, &new_count);
    for (uint32_t i = 0; i < old_count || i < new_count; i++) {
        const struct constraint *was = i < old_count ? &olds[i] : NULL;
        const struct constraint *is = i < new_count ? &news[i] : NULL;
        uint32_t before = was ? was->rule->items->prefix.count : 0;
        uint32_t after = is ? is->rule->items->prefix.count : 0;
        uint32_t count = before > after ? before : after;
        for (uint32_t k = 0; k < count; k++)
            compare_item(p, was, is, k, false);
        compare_item(p, was, is, count, true);
    }
}

/* ---- contains -------------------------------------------------------------------------------- */

/* What the counts of a "contains" do that took the place of WAS. */
static void compare_contained(struct pairing *p, const struct constraint *was,
                              const struct constraint *is)
{
    const struct contains *old = was->rule->contains, *new = is->rule->contains;
    bool has_max = old->max != UINT64_MAX || new->max != UINT64_MAX || p->is_watched;
    enum way way = has_max ? WAY_UNCERTAIN : WAY_SHADED;
    compare_below(p, old->scheme, new->scheme, way, (struct step){.kind = STEP_CONTAINED});
    if (old->min == new->min && old->max == new->max)
        return;
    bool tighter = new->min > old->min || new->max < old->max;
    bool looser = new->min < old->min || new->max > old->max;
    enum direction direction = tighter && looser ? DIRECTION_BOTH
                               : tighter         ? DIRECTION_TIGHTER
                                                 : DIRECTION_LOOSER;
    if (p->is_watched)
        direction = DIRECTION_BOTH;
    struct spot before = spot_constraint(was), after = spot_constraint(is);
    bool is_min = old->min != new->min;
    uint32_t old_member = is_min ? old->min_member : old->max_member;
    uint32_t new_member = is_min ? new->min_member : new->max_member;
    if (old_member != NO_MEMBER)
        before = spot_member(was->scheme, old_member);
    if (new_member != NO_MEMBER)
        after = spot_member(is->scheme, new_member);
    if (old_member == NO_MEMBER && new_member != NO_MEMBER)
        before = spot_missing(was->scheme, &after);
    if (new_member == NO_MEMBER && old_member != NO_MEMBER)
        after = spot_missing(is->scheme, &before);
    struct found *found =
        compare_note(p, tighter ? D0126 : D0127, compare_relevant(p, direction, KIND_ARRAY), before,
                     after, was->rule, is->rule);
    compare_say(p, found, "how many items have to be like \"contains\" says is another number");
}

static void compare_contains(struct pairing *p)
{
    uint32_t old_count, new_count;
    const struct constraint *olds = constraints_op(&p->old, OP_CONTAINS, &old_count);
    const struct constraint *news = constraints_op(&p->new, OP_CONTAINS, &new_count);
    for (uint32_t i = 0; i < old_count || i < new_count; i++) {
        if (i < old_count && i < new_count) {
            compare_contained(p, &olds[i], &news[i]);
            continue;
        }
        bool was = i < old_count;
        const struct constraint *constraint = was ? &olds[i] : &news[i];
        enum direction direction = was ? DIRECTION_LOOSER : DIRECTION_TIGHTER;
        if (!constraint->rule->contains->min && constraint->rule->contains->max == UINT64_MAX)
            direction = DIRECTION_NONE;
        if (p->is_watched)
            direction = DIRECTION_BOTH;
        struct shift shift = compare_relevant(p, direction, KIND_ARRAY);
        struct found *found = compare_note_one(p, was ? D0127 : D0126, shift, constraint, was);
        compare_say(p, found, was ? "\"contains\" is gone" : "\"contains\" is new");
    }
}

void compare_items(struct pairing *p)
{
    compare_item_rules(p);
    compare_contains(p);
}
