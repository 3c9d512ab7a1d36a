/*
 * Values within values: of members, items and names. What was found once is known, for as long as
 * the sampler is, or in one call.
 */
#include "drift/sample_inner.h"

#include <stdlib.h>

enum {
    PART_LEAST = 3000, /* of the work, for a value within another */
    PART_LEVELS = 64,  /* the least values go as deep */
    HINTED_LEVELS = 8  /* and those at the lines of others */
};

/* What is known of literals. */
struct known_value {
    const struct node *value;
    bool is_known, is_active; /* it is being made */
};

struct known_values {
    const struct node **at;
    ptrdiff_t count;
};

static int compare_words(const void *left, const void *right)
{
    uintptr_t a = *(const uintptr_t *)left, b = *(const uintptr_t *)right;
    return (a > b) - (a < b);
}

/* A name for LITERALS with HINTS, for maps. */
static str key_of(struct arena *arena, const struct literals *literals, const struct list *hints,
                  uintptr_t more)
{
    ptrdiff_t hint_count = hints ? hints->count : 0, count = 0;
    uintptr_t *words = arena_new(arena, uintptr_t, literals->count + hint_count + 1);
    for (ptrdiff_t i = 0; i < literals->count; i++)
        words[count++] = (uintptr_t)literals->at[i].scheme | literals->at[i].is_refusal;
    qsort(words, (size_t)count, sizeof *words, compare_words);
    words[count++] = more;
    for (ptrdiff_t i = 0; hints && i < hints->count; i++)
        words[count++] = (uintptr_t)hints->at[i];
    return (str){(const char *)words, count * (ptrdiff_t)sizeof *words};
}

/* Looks for values within those of SEARCH, which may take a part of the work that it has. */
static ptrdiff_t search_within(struct search *search, const struct literals *literals,
                               const struct list *hints, unsigned kinds,
                               const struct node **ret_values, ptrdiff_t max)
{
    struct sampler *sampler = search->sampler;
    uint64_t left = sampler->work > search->floor ? sampler->work - search->floor : 0;
    uint64_t slice = max == 1 ? left / 4 * 3 : left / 4;
    struct search *inner = arena_new(search_scratch(search), struct search, 1);
    *inner = (struct search){.sampler = sampler,
                             .side = search->side,
                             .wanted = literals,
                             .hints = hints,
                             .kinds = kinds,
                             .found = ret_values,
                             .max = max};
    inner->floor = search_floor(sampler->work, slice > PART_LEAST ? slice : PART_LEAST);
    sampler->level++;
    search_run(inner);
    sampler->level--;
    return inner->count;
}

static struct known_value *known_of(struct sampler *sampler, const struct literals *literals,
                                    unsigned kinds)
{
    str key = key_of(&sampler->scratch, literals, NULL, kinds);
    struct known_value *known = map_get(&sampler->valid, key);
    if (!known) {
        known = arena_new(sampler->arena, struct known_value, 1);
        map_put(&sampler->valid, arena_copy(sampler->arena, key), known);
    }
    return known;
}

const struct node *search_part(struct search *search, const struct literals *literals,
                               unsigned kinds)
{
    static const struct node nothing = {.kind = NODE_NULL};
    struct sampler *sampler = search->sampler;
    if (!literals->count && kinds & KIND_NULL)
        return &nothing;
    struct known_value *known = known_of(sampler, literals, kinds);
    if (known->is_known)
        return known->value;
    if (known->is_active || sampler->level >= PART_LEVELS) {
        sampler->cuts++;
        return NULL;
    }
    uint64_t cuts = sampler->cuts;
    known->is_active = true;
    search_within(search, literals, NULL, kinds, &known->value, 1);
    known->is_active = false;
    known->is_known = known->value || cuts == sampler->cuts; /* else elsewhere it may be found */
    return known->value;
}

ptrdiff_t search_parts(struct search *search, const struct literals *literals,
                       const struct list *hints, unsigned kinds, const struct node **ret_values,
                       ptrdiff_t max)
{
    static const ptrdiff_t most[HINTED_LEVELS] = {40, 40, 40, 32, 24, 16, 8, 4};
    struct sampler *sampler = search->sampler;
    if (hints && sampler->level >= HINTED_LEVELS)
        max = 1;
    else if (hints && max > most[sampler->level])
        max = most[sampler->level];
    if (max <= 1) {
        ret_values[0] = search_part(search, literals, kinds);
        return ret_values[0] != NULL;
    }
    struct arena *scratch = &sampler->scratch;
    bool is_new;
    str key = key_of(scratch, literals, hints, (uintptr_t)max << 8 | kinds);
    struct map_entry *entry = map_entry(&sampler->several, key, &is_new);
    if (is_new) {
        struct known_values *made = arena_new(scratch, struct known_values, 1);
        made->at = arena_new(scratch, const struct node *, max);
        entry->value = made;
        made->count = search_within(search, literals, hints, kinds, made->at, max);
    }
    const struct known_values *known = map_get(&sampler->several, key);
    for (ptrdiff_t i = 0; i < known->count; i++)
        ret_values[i] = known->at[i];
    return known->count;
}

static bool is_same_pair(struct search *search, const struct scheme *a, const struct scheme *b)
{
    struct arena *scratch = search_scratch(search);
    const void *both[2] = {a, b};
    str key = {(const char *)both, sizeof both};
    const struct map_entry *known = map_find(&search->sampler->same, key);
    if (known)
        return known->value != NULL;
    bool is_same = schemes_are_same(scratch, a, b);
    map_put(&search->sampler->same, arena_copy(scratch, key), is_same ? search->sampler : NULL);
    search_charge(search, 4);
    return is_same;
}

bool search_is_same(struct search *search, const struct literals *literals,
                    const struct list *hints)
{
    bool is_same = (literals->count > 0) == (hints->count > 0);
    for (ptrdiff_t i = 0; is_same && i < literals->count; i++) {
        is_same = !literals->at[i].is_refusal;
        for (ptrdiff_t k = 0; is_same && k < hints->count; k++)
            is_same = is_same_pair(search, literals->at[i].scheme, hints->at[k]);
    }
    return is_same;
}
