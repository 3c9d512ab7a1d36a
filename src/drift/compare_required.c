/*
 * Which members an object has to have, and what its members may be called: "required" (2020-12
 * validation section 6.5.3) and "propertyNames" (core section 10.3.2.4).
 */
#include "drift/compare.h"

#include "base/show.h"

/* ---- required -------------------------------------------------------------------------------- */

/* The names that CONSTRAINTS require, each with where it stands. */
static struct map required_names(struct pairing *p, const struct constraints *constraints)
{
    struct arena *arena = &p->c->scratch;
    struct map names = {.arena = arena};
    for (uint32_t i = 0; i < constraints->count; i++) {
        const struct constraint *constraint = &constraints->at[i];
        const struct node *list = NULL;
        uint32_t member = constraint->rule->member;
        if (constraint->rule->op == OP_REQUIRED)
            list = constraint->rule->value;
        if (constraint->rule->op == OP_MEMBERS) {
            member = constraint->rule->members->required_member;
            list = member == NO_MEMBER ? NULL : node_value(constraint->scheme->schema, member);
        }
        for (uint32_t k = 0; list && k < list->count; k++) {
            const struct node *name = node_item(list, k);
            bool is_new;
            struct map_entry *entry = map_entry(&names, node_text(name), &is_new);
            if (!is_new)
                continue;
            struct spot *spot = arena_new(arena, struct spot, 1);
            *spot =
                spot_entry(constraint->scheme, member, arena_printf(&p->c->work, "%u", k), name);
            entry->value = spot;
        }
    }
    return names;
}

static struct spot missing_name(const struct constraints *constraints, const struct spot *spot)
{
    struct spot missing = spot_missing(constraints_home(constraints), spot);
    missing.entry = (str){0};
    return missing;
}

void compare_required(struct pairing *p)
{
    struct map olds = required_names(p, &p->old), news = required_names(p, &p->new);
    for (ptrdiff_t i = 0; i < news.count; i++) {
        const struct spot *spot = news.entries[i].value;
        if (map_find(&olds, news.entries[i].key) ||
            alternatives_require(&p->old_ways, news.entries[i].key))
            continue;
        struct found *found =
            compare_note(p, D0116, compare_relevant(p, DIRECTION_TIGHTER, KIND_OBJECT),
                         missing_name(&p->old, spot), *spot, NULL, NULL);
        found->sightings->member = found->name = news.entries[i].key;
        compare_say(p, found, "the property \"%s\" is required now",
                    show(p->c->arena, news.entries[i].key));
    }
    for (ptrdiff_t i = 0; i < olds.count; i++) {
        const struct spot *spot = olds.entries[i].value;
        if (map_find(&news, olds.entries[i].key) ||
            alternatives_require(&p->new_ways, olds.entries[i].key))
            continue;
        struct found *found =
            compare_note(p, D0117, compare_relevant(p, DIRECTION_LOOSER, KIND_OBJECT), *spot,
                         missing_name(&p->new, spot), NULL, NULL);
        found->sightings->member = found->name = olds.entries[i].key;
        compare_say(p, found, "the property \"%s\" is no longer required",
                    show(p->c->arena, olds.entries[i].key));
    }
}

/* ---- names ----------------------------------------------------------------------------------- */

void compare_names(struct pairing *p)
{
    uint32_t old_count, new_count;
    const struct constraint *olds = constraints_op(&p->old, OP_PROPERTY_NAMES, &old_count);
    const struct constraint *news = constraints_op(&p->new, OP_PROPERTY_NAMES, &new_count);
    for (uint32_t i = 0; i < old_count || i < new_count; i++) {
        if (i < old_count && i < new_count) {
            compare_below(p, olds[i].rule->scheme, news[i].rule->scheme, WAY_PLAIN,
                          (struct step){.kind = STEP_NAME});
            continue;
        }
        bool was = i < old_count;
        const struct constraint *constraint = was ? &olds[i] : &news[i];
        enum direction direction = scheme_is_anything(constraint->rule->scheme) ? DIRECTION_NONE
                                   : was                                        ? DIRECTION_LOOSER
                                                                                : DIRECTION_TIGHTER;
        struct shift shift = compare_relevant(p, direction, KIND_OBJECT);
        struct found *found = compare_note_one(p, was ? D0129 : D0128, shift, constraint, was);
        compare_say(p, found,
                    was ? "\"propertyNames\" is gone: any name is taken"
                        : "\"propertyNames\" is new: not any name is taken");
    }
}
