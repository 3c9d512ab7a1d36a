#include "drift/sample_members.h"

enum { CLOSURE_TURNS = 50 };

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

struct list member_schemes(struct search *search, const struct facts *facts, str name)
{
    struct list schemes = {0};
    bool is_covered = false;
    for (ptrdiff_t i = 0; i < facts->members.count; i++) {
        const struct members *m = facts->members.at[i];
        search_charge(search, m->pattern_count / 2);
        is_covered = add_schemes_of(search, m, name, &schemes) || is_covered;
    }
    for (ptrdiff_t i = 0; !is_covered && i < facts->loose_members.count; i++)
        list_add(facts->arena, &schemes, facts->loose_members.at[i]);
    return schemes;
}

struct literals member_literals(struct search *search, str name)
{
    const struct facts *must = &search->must;
    struct arena *scratch = search_scratch(search);
    struct literals all = {0};
    struct list schemes = member_schemes(search, must, name);
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
const struct node *member_value(struct search *search, str name)
{
    struct node key = node_string(name);
    if (!search_meets(search, &search->must.names, &key))
        return NULL;
    struct literals all = member_literals(search, name);
    return search_part(search, &all, KIND_ANY);
}

/* ---- objects being made ---------------------------------------------------------------------- */

bool object_has(const struct made_object *object, str name)
{
    return map_get(&object->members, name) != NULL;
}

void object_put(struct made_object *object, str name, const struct node *value)
{
    struct map_entry *entry = map_entry(&object->members, name, NULL);
    object->count += (value != NULL);
    object->count -= (entry->value != NULL);
    entry->value = (void *)value;
}

struct made_object object_new(struct search *search)
{
    return (struct made_object){.members = {.arena = search_scratch(search)}};
}

struct made_object object_copy(struct search *search, const struct made_object *object)
{
    struct made_object copy = object_new(search);
    for (ptrdiff_t i = 0; i < object->members.count; i++)
        if (object->members.entries[i].value)
            object_put(&copy, object->members.entries[i].key, object->members.entries[i].value);
    return copy;
}

void object_offer(struct search *search, const struct made_object *object)
{
    struct node_stack stack = {0};
    search_charge(search, object->count / 8);
    for (ptrdiff_t i = 0; i < object->members.count; i++) {
        const struct map_entry *entry = &object->members.entries[i];
        if (!entry->value)
            continue;
        node_push_str(&stack, entry->key);
        node_push(&stack, *(const struct node *)entry->value);
    }
    struct arena *scratch = search_scratch(search);
    node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, scratch);
    const struct node *made = node_pop(&stack, scratch);
    node_stack_done(&stack);
    search_offer(search, *made);
}

/* Adds NAME, unless it is there; false when that cannot be. */
bool object_add(struct search *search, struct made_object *object, str name)
{
    if (object_has(object, name))
        return true;
    const struct node *value = member_value(search, name);
    if (value && object->count < MEMBER_CAP)
        object_put(object, name, value);
    return value != NULL;
}

/* Adds what the members that are there require. */
bool object_complete(struct search *search, struct made_object *object)
{
    bool is_complete = false, ok = true;
    for (int turn = 0; !is_complete && ok && turn < CLOSURE_TURNS; turn++) {
        is_complete = true;
        for (ptrdiff_t i = 0; i < search->must.dependencies.count; i++) {
            const struct dependency *one = search->must.dependencies.at[i];
            if (!one->required || !object_has(object, one->name))
                continue;
            for (uint32_t k = 0; k < one->required->count; k++) {
                str name = node_text(node_item(one->required, k));
                is_complete = is_complete && object_has(object, name);
                ok = object_add(search, object, name) && ok;
            }
        }
    }
    return ok;
}

/* ---- names ----------------------------------------------------------------------------------- */

void try_name(struct names_to_try *names, str name)
{
    if (names->seen.count < (names->max ? names->max : MEMBER_CAP))
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
void try_fine_names(struct search *search, struct names_to_try *names, ptrdiff_t max)
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

void try_unknown_names(struct names_to_try *names)
{
    static const char *const unknown[] = {"unknown", "x-unknown", "a",  "A",   "0",
                                          "",        "_",         "zz", "a b", "\xC3\xA9"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        try_name(names, str_of(unknown[i]));
}

struct names_to_try all_names(struct search *search, ptrdiff_t max)
{
    struct names_to_try names = {.seen = {.arena = search_scratch(search)}, .max = max};
    try_names_of(&names, &search->must);
    try_names_of(&names, &search->may);
    try_patterns_of(search, &names, &search->must);
    try_patterns_of(search, &names, &search->may);
    try_fine_names(search, &names, NAME_VALUES);
    try_unknown_names(&names);
    search_charge(search, (uint64_t)names.seen.count / 8);
    return names;
}
