/*
 * Objects: with what is required only, with and without each of the other members, with a value at
 * a line of its own for each, with names that schemes have and such that they do not have, and with
 * so many members as limits are set at.
 */
#include "drift/sample_members.h"

enum {
    NAMES_CAP = 300, /* of members that are added, left out or changed, one at a time */
    VALUES = 40,     /* of one member */
    LARGE = 400      /* members: of such an object only few others are made */
};

/* ---- the least object ------------------------------------------------------------------------ */

/* Adds members until there are COUNT; false when that cannot be. */
static bool fill_up(struct search *search, struct made_object *object,
                    const struct names_to_try *names, uint64_t count)
{
    const struct list *avoided = &search->must.avoided;
    if (count > MEMBER_CAP)
        return false;
    for (ptrdiff_t i = 0; i < names->seen.count && object->count < count; i++)
        if (!names_have(avoided, names->seen.entries[i].key))
            object_add(search, object, names->seen.entries[i].key);
    for (uint64_t i = 0; object->count < count && i < 2 * count && !search_is_over(search); i++)
        object_add(search, object, arena_printf(search_scratch(search), "n%d", (int)i));
    if (object->count < count && search->must.names.count) {
        struct names_to_try fine = {.seen = {.arena = search_scratch(search)}};
        try_fine_names(search, &fine, (ptrdiff_t)count + 1);
        for (ptrdiff_t i = 0; i < fine.seen.count && object->count < count; i++)
            object_add(search, object, fine.seen.entries[i].key);
    }
    return object->count >= count && object_complete(search, object);
}

/* Adds the names that something is wrong with on purpose. */
static bool add_odd_names(struct search *search, struct made_object *object)
{
    for (ptrdiff_t i = 0; i < search->must.odd_names.count; i++) {
        struct literal literal = search->must.odd_names.at[i];
        struct literals one = {&literal, 1, 1};
        const struct node *name = search_part(search, &one, KIND_STRING);
        if (!name || !object_add(search, object, node_text(name)))
            return false;
    }
    return true;
}

/* What is required, and as many members as there have to be. */
static bool make_least(struct search *search, struct made_object *object,
                       const struct names_to_try *names)
{
    const struct facts *must = &search->must;
    bool ok = true;
    for (ptrdiff_t i = 0; ok && i < must->required.count && !search_is_over(search); i++)
        ok = object_add(search, object, *(const str *)must->required.at[i]);
    return ok && object_complete(search, object) && add_odd_names(search, object) &&
           (object->count >= must->min_members ||
            fill_up(search, object, names, must->min_members));
}

/* ---- others ---------------------------------------------------------------------------------- */

/* Offers BASE with the member NAME, that has the value VALUE. */
static void offer_member(struct search *search, const struct made_object *base, str name,
                         const struct node *value)
{
    struct made_object object = object_copy(search, base);
    object_put(&object, name, value);
    if (object_complete(search, &object))
        object_offer(search, &object);
}

/* Offers BASE with the member NAME. */
static void offer_with(struct search *search, const struct made_object *base, str name)
{
    const struct node *value = member_value(search, name);
    if (value)
        offer_member(search, base, name, value);
}

/* Offers BASE with values of the member NAME where lines are drawn; they may fill ROOM. */
static void offer_lines(struct search *search, const struct made_object *base, str name,
                        ptrdiff_t room)
{
    const struct node *values[VALUES];
    struct node key = node_string(name);
    struct literals all = member_literals(search, name);
    struct list hints = member_schemes(search, &search->may, name);
    if (!search_meets(search, &search->must.names, &key))
        return;
    ptrdiff_t found = search_parts(search, &all, &hints, KIND_ANY, values, VALUES);
    ptrdiff_t max = search->max;
    search->max = max - search->count < room ? max : search->count + room;
    for (ptrdiff_t i = 0; i < found && !search_is_over(search); i++)
        offer_member(search, base, name, values[i]);
    search->max = max;
}

/* The same for each member for which the other schemes draw the same lines, or others. */
static void offer_all_lines(struct search *search, const struct made_object *base,
                            const struct names_to_try *names, bool are_same)
{
    struct names_to_try some = {.seen = {.arena = search_scratch(search)}};
    ptrdiff_t most = base->count > LARGE ? FEW : NAMES_CAP;
    for (ptrdiff_t i = 0; i < names->seen.count && i < most; i++) {
        str name = names->seen.entries[i].key;
        struct literals all = member_literals(search, name);
        struct list hints = member_schemes(search, &search->may, name);
        if (search_is_same(search, &all, &hints) == are_same)
            try_name(&some, name);
    }
    ptrdiff_t count = some.seen.count ? some.seen.count : 1;
    ptrdiff_t room = 2 * (search->max - search->count) / 3 / count;
    for (ptrdiff_t i = 0; i < some.seen.count && !search_is_over(search); i++)
        offer_lines(search, base, some.seen.entries[i].key, room < 3 ? 3 : room);
}

/* Offers BASE without each of its members. */
static void offer_without(struct search *search, const struct made_object *base)
{
    for (ptrdiff_t i = 0; i < base->members.count && i < NAMES_CAP; i++) {
        str name = base->members.entries[i].key;
        if (search_is_over(search) || names_have(&search->must.required, name))
            continue;
        struct made_object object = object_copy(search, base);
        object_put(&object, name, NULL);
        object_offer(search, &object);
    }
}

/* All members that have a name and that it may have. */
static struct made_object make_full(struct search *search, const struct made_object *base,
                                    const struct names_to_try *names)
{
    struct made_object full = object_copy(search, base);
    uint64_t most = search->must.max_members < LARGE ? search->must.max_members : LARGE;
    for (ptrdiff_t i = 0; i < names->seen.count && full.count < most; i++)
        object_add(search, &full, names->seen.entries[i].key);
    return full;
}

static void offer_count(struct search *search, const struct made_object *base,
                        const struct names_to_try *names, uint64_t count)
{
    const struct facts *must = &search->must;
    if (count <= base->count || count > ITEM_CAP || count > must->max_members)
        return;
    struct made_object object = object_copy(search, base);
    if (fill_up(search, &object, names, count))
        object_offer(search, &object);
}

static void offer_counts(struct search *search, const struct made_object *base,
                         const struct names_to_try *names, const struct list *counts)
{
    for (ptrdiff_t i = 0; i < counts->count && !search_is_over(search); i++) {
        uint64_t count = *(const uint64_t *)counts->at[i];
        offer_count(search, base, names, count);
        offer_count(search, base, names, count < UINT64_MAX ? count + 1 : count);
        offer_count(search, base, names, count ? count - 1 : 0);
    }
}

/* Offers BASE with what each dependency is about, and with all that the other side requires. */
static void offer_wanted(struct search *search, const struct made_object *base)
{
    struct made_object object = object_copy(search, base);
    const struct facts *may = &search->may;
    for (ptrdiff_t i = 0; i < may->required.count && i < NAMES_CAP; i++)
        object_add(search, &object, *(const str *)may->required.at[i]);
    if (object_complete(search, &object))
        object_offer(search, &object);
    offer_without(search, &object);
    for (ptrdiff_t i = 0; i < may->dependencies.count && !search_is_over(search); i++) {
        const struct dependency *one = may->dependencies.at[i];
        struct made_object wide = object_copy(search, base);
        object_add(search, &wide, one->name);
        for (uint32_t k = 0; one->required && k < one->required->count; k++)
            object_add(search, &wide, node_text(node_item(one->required, k)));
        object_offer(search, &wide);
        if (one->required)
            offer_without(search, &wide);
    }
}

/* ---- with a value in its place --------------------------------------------------------------- */

/* True when the scheme that a step leaves from has a word for the member NAME. */
static bool is_named(const struct scheme *scheme, str name)
{
    for (uint32_t i = 0; i < scheme->count; i++) {
        const struct members *m = scheme->rules[i].members;
        if (scheme->rules[i].op != OP_MEMBERS)
            continue;
        uint32_t number = names_find(&m->names, name);
        if (number != NO_NAME && m->properties[number].scheme)
            return true;
        for (uint32_t k = 0; k < m->pattern_count; k++)
            if (pattern_search(m->patterns[k].pattern, name) == PATTERN_MATCHES)
                return true;
    }
    return false;
}

/* The names that the pinned value may have, or be. */
static struct names_to_try pinned_names(struct search *search, const struct names_to_try *all)
{
    const struct pin *pin = search->pin;
    struct arena *scratch = search_scratch(search);
    struct names_to_try names = {.seen = {.arena = scratch}};
    struct list texts = {0}, none = {0};
    if (pin->step->kind == STEP_MEMBER)
        try_name(&names, pin->step->name);
    else if (pin->step->kind == STEP_NAME && pin->value->kind == NODE_STRING)
        try_name(&names, node_text(pin->value));
    else if (pin->step->kind == STEP_LIKE_MEMBER)
        pattern_texts(scratch, pin->step->pattern, &none, &none, NAME_VALUES, &texts);
    for (ptrdiff_t i = 0; i < texts.count; i++)
        if (pattern_search(pin->step->pattern, *(const str *)texts.at[i]) == PATTERN_MATCHES)
            try_name(&names, *(const str *)texts.at[i]);
    if (pin->step->kind == STEP_OTHER_MEMBER) {
        try_unknown_names(&names);
        for (ptrdiff_t i = 0; i < all->seen.count; i++)
            try_name(&names, all->seen.entries[i].key);
    }
    return names;
}

static void offer_pinned_as(struct search *search, const struct names_to_try *names, str name)
{
    bool is_name = search->pin->step->kind == STEP_NAME;
    const struct node *value = is_name ? member_value(search, name) : search->pin->value;
    struct made_object object = object_new(search);
    if (!value)
        return;
    object_put(&object, name, value);
    struct made_object alone = object_copy(search, &object);
    if (make_least(search, &object, names))
        object_offer(search, &object);
    object_offer(search, &alone);
    struct made_object full = make_full(search, &object, names);
    object_offer(search, &full);
    struct made_object wanted = object_copy(search, &object);
    for (ptrdiff_t i = 0; i < search->may.required.count && i < NAMES_CAP; i++)
        object_add(search, &wanted, *(const str *)search->may.required.at[i]);
    object_offer(search, &wanted);
    for (ptrdiff_t i = 0; i < names->seen.count && i < NAMES_CAP && !search_is_over(search); i++)
        if (!str_equal(names->seen.entries[i].key, name))
            offer_with(search, &object, names->seen.entries[i].key);
}

static void offer_around(struct search *search, const struct names_to_try *names)
{
    struct names_to_try pinned = pinned_names(search, names);
    bool is_other = search->pin->step->kind == STEP_OTHER_MEMBER;
    for (ptrdiff_t i = 0; i < pinned.seen.count && !search_is_over(search); i++) {
        str name = pinned.seen.entries[i].key;
        if (!is_other || !is_named(search->pin->scheme, name))
            offer_pinned_as(search, names, name);
    }
}

/* How many names there have to be to choose from: around a value only few members are made. */
static ptrdiff_t most_names(const struct search *search)
{
    enum { AROUND = 1000 };
    bool is_around = search->pin && search->pin->step->kind != STEP_OTHER_MEMBER;
    return is_around && search->must.min_members < AROUND ? AROUND : MEMBER_CAP;
}

void offer_objects(struct search *search)
{
    struct names_to_try names = all_names(search, most_names(search));
    struct made_object base = object_new(search);
    if (search->pin) {
        offer_around(search, &names);
        return;
    }
    if (!make_least(search, &base, &names))
        return;
    object_offer(search, &base);
    ptrdiff_t most = base.count > LARGE ? FEW : NAMES_CAP;
    offer_all_lines(search, &base, &names, false);
    for (ptrdiff_t i = 0; i < names.seen.count && i < most && !search_is_over(search); i++)
        if (!object_has(&base, names.seen.entries[i].key))
            offer_with(search, &base, names.seen.entries[i].key);
    if (search_is_over(search))
        return;
    offer_counts(search, &base, &names, &search->must.member_counts);
    offer_counts(search, &base, &names, &search->may.member_counts);
    offer_wanted(search, &base);
    if (!search->other && !search->sampler->level)
        offer_all_lines(search, &base, &names, true);
    if (search_is_over(search) || base.count > LARGE)
        return;
    struct made_object full = make_full(search, &base, &names);
    object_offer(search, &full);
    offer_without(search, &full);
}
