/*
 * Objects: with what is required only, with and without each of the other members, with a value at
 * a line of its own for each, with names that schemes have and such that they do not have, and with
 * so many members as limits are set at.
 */
#include "drift/sample_inner.h"

enum {
    NAMES_CAP = 300, /* of members that are added, left out or changed, one at a time */
    VALUES = 40,     /* of one member */
    NAME_VALUES = 24,
    CLOSURE_TURNS = 50,
    LARGE = 400, /* members: of such an object only few others are made */
    FEW = 12
};

/* ---- what a member has to meet --------------------------------------------------------------- */

/* Adds to SCHEMES the ones that M applies to the member NAME. */
static bool add_schemes_of(struct search *search, const struct members *m, str name,
                           struct list *schemes)
{
    struct arena *arena = search_scratch(search);
    uint32_t number = names_find(&m->names, name);
    bool is_named = number != NO_NAME && m->properties[number].scheme;
    if (is_named)
        list_add(arena, schemes, m->properties[number].scheme);
    for (uint32_t i = 0; i < m->pattern_count && !search_is_over(search); i++) {
        bool is_like = pattern_search(m->patterns[i].pattern, name) == PATTERN_MATCHES;
        search_charge(search, pattern_steps(m->patterns[i].pattern) / 8);
        is_named = is_named || is_like;
        if (is_like)
            list_add(arena, schemes, m->patterns[i].scheme);
    }
    if (!is_named && m->additional)
        list_add(arena, schemes, m->additional);
    return is_named || m->additional;
}

static struct list schemes_of(struct search *search, const struct facts *facts, str name)
{
    struct list schemes = {0};
    bool is_covered = false;
    for (ptrdiff_t i = 0; i < facts->members.count; i++) {
        const struct members *m = facts->members.at[i];
        search_charge(search, m->pattern_count / 8);
        is_covered = add_schemes_of(search, m, name, &schemes) || is_covered;
    }
    for (ptrdiff_t i = 0; !is_covered && i < facts->loose_members.count; i++)
        list_add(facts->arena, &schemes, facts->loose_members.at[i]);
    return schemes;
}

static struct literals literals_of(struct search *search, str name)
{
    const struct facts *must = &search->must;
    struct arena *scratch = search_scratch(search);
    struct literals all = {0};
    struct list schemes = schemes_of(search, must, name);
    for (ptrdiff_t i = 0; i < schemes.count; i++)
        literals_add(scratch, &all, schemes.at[i], false);
    for (ptrdiff_t i = 0; i < must->parts.count; i++) {
        const struct part_literal *part = must->parts.at[i];
        if (str_equal(part->name, name))
            literals_add(scratch, &all, part->literal.scheme, part->literal.is_refusal);
    }
    return all;
}

/* A value for the member NAME; NULL: none was found, or it must not have that name. */
static const struct node *member_value(struct search *search, str name)
{
    struct node key = node_string(name);
    if (!search_meets(search, &search->must.names, &key))
        return NULL;
    struct literals all = literals_of(search, name);
    return search_part(search, &all, KIND_ANY);
}

/* ---- objects being made ---------------------------------------------------------------------- */

/* From names to nodes; NULL for a member that was dropped. */
struct draft {
    struct map members;
    uint64_t count;
};

static bool draft_has(const struct draft *draft, str name)
{
    return map_get(&draft->members, name) != NULL;
}

static void draft_put(struct draft *draft, str name, const struct node *value)
{
    struct map_entry *entry = map_entry(&draft->members, name, NULL);
    draft->count += (value != NULL);
    draft->count -= (entry->value != NULL);
    entry->value = (void *)value;
}

static struct draft draft_new(struct search *search)
{
    return (struct draft){.members = {.arena = search_scratch(search)}};
}

static struct draft draft_copy(struct search *search, const struct draft *draft)
{
    struct draft copy = draft_new(search);
    for (ptrdiff_t i = 0; i < draft->members.count; i++)
        if (draft->members.entries[i].value)
            draft_put(&copy, draft->members.entries[i].key, draft->members.entries[i].value);
    return copy;
}

static void offer_draft(struct search *search, const struct draft *draft)
{
    struct node_stack stack = {0};
    search_charge(search, draft->count / 8);
    for (ptrdiff_t i = 0; i < draft->members.count; i++) {
        const struct map_entry *entry = &draft->members.entries[i];
        if (!entry->value)
            continue;
        node_push_str(&stack, entry->key);
        node_push(&stack, *(const struct node *)entry->value);
    }
    struct arena *scratch = search_scratch(search);
    node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, scratch);
    const struct node *object = node_pop(&stack, scratch);
    node_stack_done(&stack);
    search_offer(search, *object);
}

/* Adds NAME, unless it is there; false when that cannot be. */
static bool draft_add(struct search *search, struct draft *draft, str name)
{
    if (draft_has(draft, name))
        return true;
    const struct node *value = member_value(search, name);
    if (value && draft->count < MEMBER_CAP)
        draft_put(draft, name, value);
    return value != NULL;
}

/* Adds what the members that are there require. */
static bool draft_complete(struct search *search, struct draft *draft)
{
    bool is_complete = false, ok = true;
    for (int turn = 0; !is_complete && ok && turn < CLOSURE_TURNS; turn++) {
        is_complete = true;
        for (ptrdiff_t i = 0; i < search->must.dependencies.count; i++) {
            const struct dependency *one = search->must.dependencies.at[i];
            if (!one->required || !draft_has(draft, one->name))
                continue;
            for (uint32_t k = 0; k < one->required->count; k++) {
                str name = node_text(node_item(one->required, k));
                is_complete = is_complete && draft_has(draft, name);
                ok = draft_add(search, draft, name) && ok;
            }
        }
    }
    return ok;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Names to try, each once. */
struct names_to_try {
    struct map seen;
};

static void try_name(struct names_to_try *names, str name)
{
    if (names->seen.count < MEMBER_CAP)
        map_entry(&names->seen, name, NULL);
}

static void try_names_of(struct names_to_try *names, const struct facts *facts)
{
    for (ptrdiff_t i = 0; i < facts->members.count; i++) {
        const struct members *m = facts->members.at[i];
        for (uint32_t k = 0; k < m->property_count; k++)
            try_name(names, m->properties[k].name);
    }
    for (ptrdiff_t i = 0; i < facts->required.count; i++)
        try_name(names, *(const str *)facts->required.at[i]);
    for (ptrdiff_t i = 0; i < facts->dependencies.count; i++) {
        const struct dependency *one = facts->dependencies.at[i];
        try_name(names, one->name);
        for (uint32_t k = 0; one->required && k < one->required->count; k++)
            try_name(names, node_text(node_item(one->required, k)));
    }
    for (ptrdiff_t i = 0; i < facts->constants.count && i < FEW; i++) {
        const struct node *constant = facts->constants.at[i];
        for (uint32_t k = 0; node_is(constant, NODE_OBJECT) && k < constant->count && k < FEW; k++)
            try_name(names, node_text(node_key(constant, k)));
    }
}

static void try_patterns_of(struct search *search, struct names_to_try *names,
                            const struct facts *facts)
{
    struct arena *scratch = search_scratch(search);
    struct list none = {0};
    for (ptrdiff_t i = 0; i < facts->members.count; i++) {
        const struct members *m = facts->members.at[i];
        for (uint32_t k = 0; k < m->pattern_count && k < FEW; k++) {
            struct list texts = {0};
            pattern_texts(scratch, m->patterns[k].pattern, &none, &none, 5, &texts);
            for (ptrdiff_t n = 0; n < texts.count; n++)
                try_name(names, *(const str *)texts.at[n]);
        }
    }
}

/* Names that all of "propertyNames" accept, drawn to where the others draw lines. */
static void try_fine_names(struct search *search, struct names_to_try *names, ptrdiff_t max)
{
    struct arena *scratch = search_scratch(search);
    struct list hints = {0};
    const struct node **values = arena_new(scratch, const struct node *, max);
    for (ptrdiff_t i = 0; i < search->may.names.count; i++)
        list_add(scratch, &hints, search->may.names.at[i].scheme);
    if (!search->must.names.count && !hints.count)
        return;
    ptrdiff_t found = search_parts(search, &search->must.names, hints.count ? &hints : NULL,
                                   KIND_STRING, values, max);
    for (ptrdiff_t i = 0; i < found; i++)
        try_name(names, node_text(values[i]));
}

static void try_unknown_names(struct names_to_try *names)
{
    static const char *const unknown[] = {"unknown", "x-unknown", "a",  "A",   "0",
                                          "",        "_",         "zz", "a b", "\xC3\xA9"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        try_name(names, str_of(unknown[i]));
}

static struct names_to_try all_names(struct search *search)
{
    struct names_to_try names = {.seen = {.arena = search_scratch(search)}};
    try_names_of(&names, &search->must);
    try_names_of(&names, &search->may);
    try_patterns_of(search, &names, &search->must);
    try_patterns_of(search, &names, &search->may);
    try_fine_names(search, &names, NAME_VALUES);
    try_unknown_names(&names);
    return names;
}

/* ---- the least object ------------------------------------------------------------------------ */

/* Adds members until there are COUNT; false when that cannot be. */
static bool fill_up(struct search *search, struct draft *draft, const struct names_to_try *names,
                    uint64_t count)
{
    const struct list *avoided = &search->must.avoided;
    if (count > MEMBER_CAP)
        return false;
    for (ptrdiff_t i = 0; i < names->seen.count && draft->count < count; i++)
        if (!names_have(avoided, names->seen.entries[i].key))
            draft_add(search, draft, names->seen.entries[i].key);
    for (uint64_t i = 0; draft->count < count && i < 2 * count && !search_is_over(search); i++)
        draft_add(search, draft, arena_printf(search_scratch(search), "n%d", (int)i));
    if (draft->count < count && search->must.names.count) {
        struct names_to_try fine = {.seen = {.arena = search_scratch(search)}};
        try_fine_names(search, &fine, (ptrdiff_t)count + 1);
        for (ptrdiff_t i = 0; i < fine.seen.count && draft->count < count; i++)
            draft_add(search, draft, fine.seen.entries[i].key);
    }
    return draft->count >= count && draft_complete(search, draft);
}

/* Adds the names that something is wrong with on purpose. */
static bool add_odd_names(struct search *search, struct draft *draft)
{
    for (ptrdiff_t i = 0; i < search->must.odd_names.count; i++) {
        struct literal literal = search->must.odd_names.at[i];
        struct literals one = {&literal, 1, 1};
        const struct node *name = search_part(search, &one, KIND_STRING);
        if (!name || !draft_add(search, draft, node_text(name)))
            return false;
    }
    return true;
}

/* What is required, and as many members as there have to be. */
static bool make_least(struct search *search, struct draft *draft, const struct names_to_try *names)
{
    const struct facts *must = &search->must;
    bool ok = true;
    for (ptrdiff_t i = 0; ok && i < must->required.count && !search_is_over(search); i++)
        ok = draft_add(search, draft, *(const str *)must->required.at[i]);
    return ok && draft_complete(search, draft) && add_odd_names(search, draft) &&
           (draft->count >= must->min_members || fill_up(search, draft, names, must->min_members));
}

/* ---- others ---------------------------------------------------------------------------------- */

/* Offers BASE with the member NAME, that has the value VALUE. */
static void offer_member(struct search *search, const struct draft *base, str name,
                         const struct node *value)
{
    struct draft draft = draft_copy(search, base);
    draft_put(&draft, name, value);
    if (draft_complete(search, &draft))
        offer_draft(search, &draft);
}

/* Offers BASE with the member NAME. */
static void offer_with(struct search *search, const struct draft *base, str name)
{
    const struct node *value = member_value(search, name);
    if (value)
        offer_member(search, base, name, value);
}

/* Offers BASE with values of the member NAME where lines are drawn; they may fill ROOM. */
static void offer_lines(struct search *search, const struct draft *base, str name, ptrdiff_t room)
{
    const struct node *values[VALUES];
    struct node key = node_string(name);
    struct literals all = literals_of(search, name);
    struct list hints = schemes_of(search, &search->may, name);
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
static void offer_all_lines(struct search *search, const struct draft *base,
                            const struct names_to_try *names, bool are_same)
{
    struct names_to_try some = {.seen = {.arena = search_scratch(search)}};
    ptrdiff_t most = base->count > LARGE ? FEW : NAMES_CAP;
    for (ptrdiff_t i = 0; i < names->seen.count && i < most; i++) {
        str name = names->seen.entries[i].key;
        struct literals all = literals_of(search, name);
        struct list hints = schemes_of(search, &search->may, name);
        if (search_is_same(search, &all, &hints) == are_same)
            try_name(&some, name);
    }
    ptrdiff_t count = some.seen.count ? some.seen.count : 1;
    ptrdiff_t room = 2 * (search->max - search->count) / 3 / count;
    for (ptrdiff_t i = 0; i < some.seen.count && !search_is_over(search); i++)
        offer_lines(search, base, some.seen.entries[i].key, room < 3 ? 3 : room);
}

/* Offers BASE without each of its members. */
static void offer_without(struct search *search, const struct draft *base)
{
    for (ptrdiff_t i = 0; i < base->members.count && i < NAMES_CAP; i++) {
        str name = base->members.entries[i].key;
        if (search_is_over(search) || names_have(&search->must.required, name))
            continue;
        struct draft draft = draft_copy(search, base);
        draft_put(&draft, name, NULL);
        offer_draft(search, &draft);
    }
}

/* All members that have a name and that it may have. */
static struct draft make_full(struct search *search, const struct draft *base,
                              const struct names_to_try *names)
{
    struct draft full = draft_copy(search, base);
    uint64_t most = search->must.max_members < LARGE ? search->must.max_members : LARGE;
    for (ptrdiff_t i = 0; i < names->seen.count && full.count < most; i++)
        draft_add(search, &full, names->seen.entries[i].key);
    return full;
}

static void offer_count(struct search *search, const struct draft *base,
                        const struct names_to_try *names, uint64_t count)
{
    const struct facts *must = &search->must;
    if (count <= base->count || count > ITEM_CAP || count > must->max_members)
        return;
    struct draft draft = draft_copy(search, base);
    if (fill_up(search, &draft, names, count))
        offer_draft(search, &draft);
}

static void offer_counts(struct search *search, const struct draft *base,
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
static void offer_wanted(struct search *search, const struct draft *base)
{
    struct draft draft = draft_copy(search, base);
    const struct facts *may = &search->may;
    for (ptrdiff_t i = 0; i < may->required.count && i < NAMES_CAP; i++)
        draft_add(search, &draft, *(const str *)may->required.at[i]);
    if (draft_complete(search, &draft))
        offer_draft(search, &draft);
    offer_without(search, &draft);
    for (ptrdiff_t i = 0; i < may->dependencies.count && !search_is_over(search); i++) {
        const struct dependency *one = may->dependencies.at[i];
        struct draft wide = draft_copy(search, base);
        draft_add(search, &wide, one->name);
        for (uint32_t k = 0; one->required && k < one->required->count; k++)
            draft_add(search, &wide, node_text(node_item(one->required, k)));
        offer_draft(search, &wide);
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
    struct draft draft = draft_new(search);
    if (!value)
        return;
    draft_put(&draft, name, value);
    struct draft alone = draft_copy(search, &draft);
    if (make_least(search, &draft, names))
        offer_draft(search, &draft);
    offer_draft(search, &alone);
    struct draft full = make_full(search, &draft, names);
    offer_draft(search, &full);
    struct draft wanted = draft_copy(search, &draft);
    for (ptrdiff_t i = 0; i < search->may.required.count && i < NAMES_CAP; i++)
        draft_add(search, &wanted, *(const str *)search->may.required.at[i]);
    offer_draft(search, &wanted);
    for (ptrdiff_t i = 0; i < names->seen.count && i < NAMES_CAP && !search_is_over(search); i++)
        if (!str_equal(names->seen.entries[i].key, name))
            offer_with(search, &draft, names->seen.entries[i].key);
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

void offer_objects(struct search *search)
{
    struct names_to_try names = all_names(search);
    struct draft base = draft_new(search);
    if (search->pin) {
        offer_around(search, &names);
        return;
    }
    if (!make_least(search, &base, &names))
        return;
    offer_draft(search, &base);
    ptrdiff_t most = base.count > LARGE ? FEW : NAMES_CAP;
    offer_all_lines(search, &base, &names, false);
    for (ptrdiff_t i = 0; i < names.seen.count && i < most && !search_is_over(search); i++)
        if (!draft_has(&base, names.seen.entries[i].key))
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
    struct draft full = make_full(search, &base, &names);
    offer_draft(search, &full);
    offer_without(search, &full);
}
