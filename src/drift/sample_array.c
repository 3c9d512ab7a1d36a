/*
 * Arrays: of the lengths at which schemes draw lines, with items that are equal or all different,
 * with one item that is at a line of its own, and with so many that are contained.
 */
#include "drift/sample_inner.h"
#include "validate/value.h"

enum {
    LENGTHS = 40,
    PLACES = 8,     /* whose items are replaced */
    VALUES = 40,    /* by so many */
    COPIES_CAP = 80 /* of what is contained */
};

/* How an array is to be filled. */
struct filling {
    bool is_distinct;
    bool is_apart;    /* what is contained for one reason is not so for another */
    bool is_late;     /* what is contained stands at the end */
    bool is_unbound;  /* items may be contained without need */
    uint64_t surplus; /* of what is contained, over what is needed */
};

static const struct scheme *scheme_at(const struct items *items, uint64_t index)
{
    return index < items->prefix.count ? items->prefix.at[index] : items->rest;
}

/* What an item at INDEX has to meet, whatever it is contained for. */
static struct literals literals_at(struct search *search, uint64_t index)
{
    const struct facts *must = &search->must;
    struct arena *scratch = search_scratch(search);
    struct literals all = {0};
    bool is_covered = false;
    for (ptrdiff_t i = 0; i < must->items.count; i++) {
        const struct scheme *scheme = scheme_at(must->items.at[i], index);
        is_covered = is_covered || scheme;
        if (scheme)
            literals_add(scratch, &all, scheme, false);
    }
    for (ptrdiff_t i = 0; i < must->odd_items.count; i++) {
        const struct part_literal *part = must->odd_items.at[i];
        if (part->index == index)
            literals_add(scratch, &all, part->literal.scheme, part->literal.is_refusal);
    }
    for (ptrdiff_t i = 0; i < must->every_item.count; i++)
        literals_add(scratch, &all, must->every_item.at[i].scheme,
                     must->every_item.at[i].is_refusal);
    for (ptrdiff_t i = 0; !is_covered && i < must->loose_items.count; i++)
        if (must->loose_items.at[i] && !must->contains.count)
            literals_add(scratch, &all, must->loose_items.at[i], false);
    return all;
}

/* Where lines are drawn for it. */
static struct list hints_at(struct search *search, uint64_t index)
{
    const struct facts *may = &search->may, *must = &search->must;
    struct arena *scratch = search_scratch(search);
    struct list hints = {0};
    for (ptrdiff_t i = 0; i < may->items.count; i++) {
        const struct scheme *scheme = scheme_at(may->items.at[i], index);
        if (scheme)
            list_add(scratch, &hints, scheme);
    }
    for (ptrdiff_t i = 0; i < may->loose_items.count; i++)
        list_add(scratch, &hints, may->loose_items.at[i]);
    for (ptrdiff_t i = 0; i < may->contains.count + must->contains.count && i < 12; i++) {
        const struct contains *one = i < may->contains.count
                                         ? may->contains.at[i]
                                         : must->contains.at[i - may->contains.count];
        list_add(scratch, &hints, one->scheme);
    }
    return hints;
}

/* Adds what the item at INDEX, of TOTAL ones, is, or is not, contained for. */
static void add_contained(struct search *search, uint64_t index, uint64_t total,
                          const struct filling *filling, struct literals *all)
{
    struct arena *scratch = search_scratch(search);
    uint64_t begin = 0;
    for (ptrdiff_t i = 0; i < search->must.contains.count; i++) {
        const struct contains *one = search->must.contains.at[i];
        uint64_t count = one->min + filling->surplus;
        uint64_t from = filling->is_late ? total - 1 - index : index;
        bool is_in = from >= begin && from < begin + count;
        if (is_in)
            literals_add(scratch, all, one->scheme, false);
        else if (one->max != UINT64_MAX && !filling->is_unbound)
            literals_add(scratch, all, one->scheme, true);
        begin += filling->is_apart ? count : 0;
    }
}

/* Notes VALUE, which is to stand in an array whose items are all different; false when it does. */
static bool take_value(struct map *taken, const struct node *value)
{
    uint64_t hash = value_hash(value);
    str key = {(const char *)&hash, sizeof hash};
    if (map_find(taken, key))
        return false;
    map_entry(taken, arena_copy(taken->arena, key), NULL);
    return true;
}

/* An item that is not among those that are TAKEN, COUNT of them at most. */
static const struct node *distinct_item(struct search *search, const struct literals *all,
                                        struct map *taken, uint64_t count)
{
    ptrdiff_t most = 4;
    while (most <= (ptrdiff_t)count)
        most *= 2;
    const struct node **values = arena_new(search_scratch(search), const struct node *, most);
    ptrdiff_t found = search_parts(search, all, NULL, KIND_ANY, values, most);
    search_charge(search, count / 8);
    for (ptrdiff_t i = 0; i < found; i++)
        if (take_value(taken, values[i]))
            return values[i];
    return NULL;
}

/* Fills in those of the COUNT ITEMS that are NULL; false when one cannot be made. */
static bool fill(struct search *search, const struct node **items, uint64_t count,
                 struct filling filling)
{
    bool is_distinct = filling.is_distinct || search->must.is_unique;
    struct map taken = {.arena = search_scratch(search)};
    for (uint64_t i = 0; is_distinct && i < count; i++)
        if (items[i])
            take_value(&taken, items[i]);
    for (uint64_t i = 0; i < count; i++) {
        if (items[i])
            continue;
        struct literals all = literals_at(search, i);
        add_contained(search, i, count, &filling, &all);
        items[i] = is_distinct ? distinct_item(search, &all, &taken, i)
                               : search_part(search, &all, KIND_ANY);
        if (!items[i] || search_is_over(search))
            return false;
    }
    return true;
}

static void offer_items(struct search *search, const struct node **items, uint64_t count)
{
    struct node *copy = arena_new(search_scratch(search), struct node, (ptrdiff_t)count + 1);
    for (uint64_t i = 0; i < count; i++)
        copy[i] = *items[i];
    search_charge(search, count / 16);
    search_offer(search,
                 (struct node){.kind = NODE_ARRAY, .count = (uint32_t)count, .items = copy});
}

static const struct node **new_items(struct search *search, uint64_t count)
{
    return arena_new(search_scratch(search), const struct node *, (ptrdiff_t)count + 1);
}

/* ---- lengths --------------------------------------------------------------------------------- */

struct lengths {
    uint64_t at[LENGTHS];
    int count;
};

static void add_length(const struct search *search, struct lengths *lengths, uint64_t length)
{
    if (length > ITEM_CAP || length > search->must.max_items || length < search->must.min_items)
        return;
    for (int i = 0; i < lengths->count; i++)
        if (lengths->at[i] == length)
            return;
    if (lengths->count < LENGTHS)
        lengths->at[lengths->count++] = length;
}

static void add_lengths_around(const struct search *search, struct lengths *lengths,
                               uint64_t length)
{
    if (length > ITEM_CAP + 1)
        return;
    add_length(search, lengths, length);
    add_length(search, lengths, length + 1);
    if (length)
        add_length(search, lengths, length - 1);
}

static void add_lengths_of(const struct search *search, struct lengths *lengths,
                           const struct facts *facts)
{
    for (ptrdiff_t i = 0; i < facts->item_counts.count; i++)
        add_lengths_around(search, lengths, *(const uint64_t *)facts->item_counts.at[i]);
    for (ptrdiff_t i = 0; i < facts->items.count; i++)
        add_lengths_around(search, lengths,
                           ((const struct items *)facts->items.at[i])->prefix.count);
    for (ptrdiff_t i = 0; i < facts->contains.count; i++) {
        const struct contains *one = facts->contains.at[i];
        add_lengths_around(search, lengths, one->min);
        add_lengths_around(search, lengths, one->max);
    }
}

static struct lengths lengths_of(const struct search *search)
{
    struct lengths lengths = {0};
    uint64_t contained = 0;
    for (ptrdiff_t i = 0; i < search->must.contains.count; i++) {
        uint64_t min = ((const struct contains *)search->must.contains.at[i])->min;
        if (min <= ITEM_CAP && search->max == 1 && !search->other)
            add_length(search, &lengths, min);
        contained += min <= ITEM_CAP ? min : 0;
    }
    add_length(search, &lengths, search->must.min_items);
    add_length(search, &lengths, contained);
    add_length(search, &lengths, 0);
    add_length(search, &lengths, 1);
    add_length(search, &lengths, 2);
    add_lengths_of(search, &lengths, &search->must);
    add_lengths_of(search, &lengths, &search->may);
    add_length(search, &lengths, 3);
    return lengths;
}

/* ---- what is offered ------------------------------------------------------------------------- */

static void offer_length(struct search *search, uint64_t count)
{
    static const struct filling fillings[] = {{0},
                                              {.is_distinct = true},
                                              {.is_apart = true},
                                              {.is_unbound = true},
                                              {.surplus = 1},
                                              {.is_late = true},
                                              {.is_apart = true, .is_unbound = true}};
    bool has_contains = search->must.contains.count;
    for (size_t i = 0; i < (has_contains ? 7 : 2) && !search_is_over(search); i++) {
        const struct node **items = new_items(search, count);
        if (fill(search, items, count, fillings[i]))
            offer_items(search, items, count);
    }
}

/* Offers an array of COUNT items with other values at each place, one at a time. */
static void offer_replaced(struct search *search, uint64_t count)
{
    const struct node **items = new_items(search, count), *values[VALUES];
    bool is_whole = fill(search, items, count, (struct filling){0});
    for (uint64_t i = 0; i < count && i < PLACES && !search_is_over(search); i++) {
        struct literals all = literals_at(search, i);
        struct list hints = hints_at(search, i);
        const struct node *before = items[i];
        if ((search->other || search->sampler->level) && search_is_same(search, &all, &hints))
            continue;
        ptrdiff_t found = search_parts(search, &all, &hints, KIND_ANY, values, VALUES);
        for (ptrdiff_t k = 0; k < found; k++) {
            items[i] = values[k];
            if (is_whole)
                offer_items(search, items, count);
            else if (count == 1)
                offer_items(search, &values[k], 1);
        }
        items[i] = before;
    }
}

/* Offers arrays with COUNT of one value, and others behind them. */
static void offer_copies(struct search *search, uint64_t count)
{
    enum { KINDS = 5 };
    struct literals all = literals_at(search, 0);
    struct list hints = hints_at(search, 0);
    const struct node *values[VALUES];
    ptrdiff_t found = search_parts(search, &all, &hints, KIND_ANY, values, VALUES);
    const struct lengths lengths = lengths_of(search);
    for (ptrdiff_t i = 0; i < (ptrdiff_t)KINDS * KINDS && count <= COPIES_CAP; i++) {
        ptrdiff_t first = i / KINDS, second = i % KINDS;
        if (first >= found || second >= found)
            continue;
        for (int k = 0; k < lengths.count && !search_is_over(search); k++) {
            if (lengths.at[k] < count || lengths.at[k] > COPIES_CAP)
                continue;
            const struct node **items = new_items(search, lengths.at[k]);
            for (uint64_t n = 0; n < lengths.at[k]; n++)
                items[n] = values[n < count ? first : second];
            offer_items(search, items, lengths.at[k]);
        }
    }
}

/* Offers arrays of nothing but what is contained, of values where the others draw lines. */
static void offer_all_contained(struct search *search)
{
    struct arena *scratch = search_scratch(search);
    const struct node *values[VALUES];
    struct list hints = {0};
    for (ptrdiff_t i = 0; i < search->may.contains.count; i++)
        list_add(scratch, &hints, ((const struct contains *)search->may.contains.at[i])->scheme);
    for (ptrdiff_t i = 0; i < search->must.contains.count && hints.count; i++) {
        const struct contains *one = search->must.contains.at[i];
        uint64_t count = one->min > search->must.min_items ? one->min : search->must.min_items;
        struct literals all = literals_at(search, 0);
        literals_add(scratch, &all, one->scheme, false);
        if (count > COPIES_CAP || search_is_same(search, &all, &hints))
            continue;
        count = count ? count : 1;
        ptrdiff_t found = search_parts(search, &all, &hints, KIND_ANY, values, VALUES);
        for (ptrdiff_t k = 0; k < found && !search_is_over(search); k++) {
            const struct node **items = new_items(search, count);
            for (uint64_t n = 0; n < count; n++)
                items[n] = values[k];
            offer_items(search, items, count);
        }
    }
}

static void offer_contained(struct search *search, const struct facts *facts)
{
    for (ptrdiff_t i = 0; i < facts->contains.count && i < 4; i++) {
        const struct contains *one = facts->contains.at[i];
        offer_copies(search, one->min);
        offer_copies(search, one->min ? one->min - 1 : 0);
        if (one->max < COPIES_CAP) {
            offer_copies(search, one->max);
            offer_copies(search, one->max + 1);
        }
        offer_copies(search, one->min + 1);
    }
}

/* Offers arrays of COUNT items in which the pinned value is the item INDEX. */
static void offer_pinned(struct search *search, uint64_t count, uint64_t index)
{
    static const struct filling fillings[] = {
        {0}, {.is_distinct = true}, {.is_unbound = true}, {.is_apart = true}};
    for (size_t i = 0; i < 4 && index < count && !search_is_over(search); i++) {
        const struct node **items = new_items(search, count);
        items[index] = search->pin->value;
        if (fill(search, items, count, fillings[i]))
            offer_items(search, items, count);
    }
}

static void offer_around(struct search *search, struct lengths lengths)
{
    bool is_item = search->pin->step->kind == STEP_ITEM;
    uint64_t index = is_item ? search->pin->step->index : 0;
    add_lengths_around(search, &lengths, index + 1);
    add_length(search, &lengths, index + 3);
    for (int i = 0; i < lengths.count; i++) {
        uint64_t count = lengths.at[i];
        offer_pinned(search, count, index);
        if (!is_item && count > 1)
            offer_pinned(search, count, count - 1);
    }
    for (int i = 0; !is_item && i < lengths.count && lengths.at[i] <= COPIES_CAP; i++) {
        const struct node **items = new_items(search, lengths.at[i]);
        for (uint64_t k = 0; k < lengths.at[i]; k++)
            items[k] = search->pin->value;
        if (lengths.at[i])
            offer_items(search, items, lengths.at[i]);
    }
}

void offer_arrays(struct search *search)
{
    struct lengths lengths = lengths_of(search);
    if (search->pin) {
        offer_around(search, lengths);
        return;
    }
    uint64_t longest = 0;
    for (ptrdiff_t i = 0; i < search->must.items.count; i++) {
        uint64_t count = ((const struct items *)search->must.items.at[i])->prefix.count;
        longest = count > longest ? count : longest;
    }
    if (lengths.count)
        offer_length(search, lengths.at[0]);
    ptrdiff_t max = search->max;
    search->max = search->count + (2 * (max - search->count) + 2) / 3; /* room for lengths, too */
    uint64_t least = search->must.min_items ? search->must.min_items : 1;
    if (least <= COPIES_CAP)
        offer_replaced(search, least);
    if (longest && longest <= COPIES_CAP)
        offer_replaced(search, longest);
    if (longest && longest < COPIES_CAP)
        offer_replaced(search, longest + 1);
    offer_all_contained(search);
    search->max = max;
    for (int i = 1; i < lengths.count && !search_is_over(search); i++)
        offer_length(search, lengths.at[i]);
    if (!longest && least < COPIES_CAP)
        offer_replaced(search, least + 1);
    offer_contained(search, &search->must);
    offer_contained(search, &search->may);
}
