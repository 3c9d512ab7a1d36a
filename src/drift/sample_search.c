/*
 * A search: what schemes ask, in one way after the other, values made from it, and of these the
 * ones that the programs accept.
 */
#include "drift/sample_inner.h"
#include "validate/value.h"

enum {
    WAYS = 48,              /* in which choices are gone one by one, */
    MISSES = 64,            /* numbers in a row that are no ways: there may be no more */
    EVEN_WAYS = 400,        /* and so many in which all take the branch of the same number */
    UNDECIDED = 8,          /* runs, after which a call ends */
    SHARE_LEAST = 4,        /* of the values, for one way */
    SMALL_VALUE = 4096,     /* bytes; larger ones are paid for, */
    LARGEST_VALUE = 1 << 20 /* and those beyond this not tried */
};

/* ---- what is found --------------------------------------------------------------------------- */

/* Puts a copy of NODE, all of it in ARENA, on STACK. The readers and the sampler bound the depth.
 */
static void push_copy(struct node_stack *stack, struct arena *arena, const struct node *node)
{
    struct node copy = *node;
    copy.text = 0;
    copy.start = copy.len = 0;
    copy.flags = 0;
    if (node->kind == NODE_STRING || node->kind == NODE_NUMBER)
        copy.chars = arena_copy(arena, node_text(node)).data;
    if (node->kind < NODE_ARRAY) {
        node_push(stack, copy);
        return;
    }
    ptrdiff_t base = stack->len;
    size_t count = (size_t)node->count * (node->kind == NODE_OBJECT ? 2 : 1);
    for (size_t i = 0; i < count; i++)
        push_copy(stack, arena, &node->items[i]);
    node_close(stack, base, copy, arena);
}

static const struct node *keep_node(struct arena *arena, const struct node *node)
{
    struct node_stack stack = {0};
    push_copy(&stack, arena, node);
    const struct node *kept = node_pop(&stack, arena);
    node_stack_done(&stack);
    return kept;
}

struct arena *search_scratch(const struct search *search)
{
    return &search->sampler->scratch;
}

bool search_is_over(const struct search *search)
{
    const struct sampler *sampler = search->sampler;
    return search->count >= search->max || sampler->work <= search->floor ||
           sampler->undecided >= UNDECIDED;
}

void search_charge(struct search *search, uint64_t count)
{
    struct sampler *sampler = search->sampler;
    sampler->work -= count < sampler->work ? count : sampler->work;
}

/* True when VALUE was not offered before. Numbers are told apart by how they are written. */
static bool is_new_value(struct search *search, const struct node *value)
{
    struct arena *scratch = search_scratch(search);
    uint64_t hash = value_hash(value);
    str key = {(const char *)&hash, sizeof hash};
    bool is_new;
    if (value->kind == NODE_NUMBER)
        key = node_text(value);
    if (map_find(&search->seen, key))
        return false;
    map_entry(&search->seen, arena_copy(scratch, key), &is_new);
    return true;
}

bool search_meets(struct search *search, const struct literals *literals, const struct node *value)
{
    bool ok = true;
    for (ptrdiff_t i = 0; ok && i < literals->count; i++)
        ok = sample_judge(search->sampler, search->side, literals->at[i].scheme, value) ==
             (literals->at[i].is_refusal ? VERDICT_INVALID : VERDICT_VALID);
    return ok;
}

static bool is_right(struct search *search, const struct node *value)
{
    return kinds_of_node(value) & search->kinds && search_meets(search, search->wanted, value) &&
           (!search->other ||
            sample_refuses(search->sampler, search->other_side, search->other, value));
}

/* The bytes that a copy of VALUE takes, or more than MOST. */
static uint64_t size_of(const struct node *value, uint64_t most)
{
    uint64_t size = sizeof *value;
    if (value->kind == NODE_STRING || value->kind == NODE_NUMBER)
        return size + value->count;
    if (value->kind < NODE_ARRAY)
        return size;
    size_t count = (size_t)value->count * (value->kind == NODE_OBJECT ? 2 : 1);
    for (size_t i = 0; i < count && size <= most; i++)
        size += size_of(&value->items[i], most - size);
    return size;
}

void search_offer(struct search *search, struct node value)
{
    if (search_is_over(search))
        return;
    uint64_t size = size_of(&value, LARGEST_VALUE);
    if (size > SMALL_VALUE)
        search_charge(search, (size - SMALL_VALUE) / 8);
    if (size > LARGEST_VALUE || !is_new_value(search, &value) || !is_right(search, &value))
        return;
    search->found[search->count++] = keep_node(search->sampler->arena, &value);
}

static void offer_list(struct search *search, const struct list *values)
{
    for (ptrdiff_t i = 0; i < values->count && !search_is_over(search); i++)
        search_offer(search, *(const struct node *)values->at[i]);
}

static void offer_simple(struct search *search, unsigned kinds)
{
    if (kinds & KIND_NULL)
        search_offer(search, (struct node){.kind = NODE_NULL});
    for (uint32_t i = 0; kinds & KIND_BOOL && i < 2; i++)
        search_offer(search, (struct node){.kind = NODE_BOOL, .count = 1 - i});
    if (kinds & KIND_NUMBER) {
        search_offer(search, (struct node){.kind = NODE_NUMBER, .chars = "1", .count = 1});
        search_offer(search, (struct node){.kind = NODE_NUMBER, .chars = "0.5", .count = 3});
    }
    if (kinds & KIND_STRING)
        search_offer(search, node_string(S("a")));
    static struct node none;
    if (kinds & KIND_ARRAY)
        search_offer(search, (struct node){.kind = NODE_ARRAY, .items = &none});
    if (kinds & KIND_OBJECT)
        search_offer(search, (struct node){.kind = NODE_OBJECT, .items = &none});
}

/* True when the pinned value stands in WHOLE where it has to. */
static bool holds_pinned(const struct pin *pin, const struct node *whole)
{
    const struct step *step = pin->step;
    bool is_item = step->kind == STEP_ITEM || step->kind == STEP_CONTAINED;
    if (whole->kind != (is_item ? NODE_ARRAY : NODE_OBJECT))
        return false;
    for (uint32_t i = 0; i < whole->count; i++) {
        const struct node *part = is_item                   ? node_item(whole, i)
                                  : step->kind == STEP_NAME ? node_key(whole, i)
                                                            : node_value(whole, i);
        bool is_there = step->kind == STEP_ITEM     ? i == step->index
                        : step->kind == STEP_MEMBER ? node_is_text(node_key(whole, i), step->name)
                                                    : true;
        if (is_there && node_equal(part, pin->value))
            return true;
    }
    return false;
}

/* Offers those of VALUES in which the pinned value stands. */
static void offer_holding(struct search *search, const struct list *values)
{
    for (ptrdiff_t i = 0; i < values->count && !search_is_over(search); i++)
        if (holds_pinned(search->pin, values->at[i]))
            search_offer(search, *(const struct node *)values->at[i]);
}

/* Has OFFER fill half of the room that is left, for there may be values of other kinds. */
static void offer_some(struct search *search, void (*offer)(struct search *))
{
    ptrdiff_t max = search->max, room = max - search->count;
    if (room > 2 && search->must.kinds & (search->must.kinds - 1))
        search->max = search->count + (room + 1) / 2;
    offer(search);
    search->max = max;
}

/* Offers what schemes show, and what the others want. */
static void offer_hinted(struct search *search)
{
    offer_list(search, &search->must.examples);
    offer_list(search, &search->may.constants);
    offer_list(search, &search->may.examples);
}

/* Offers objects or arrays in which the pinned value stands. */
static void offer_pinned(struct search *search)
{
    enum step_kind kind = search->pin->step->kind;
    if (kind != STEP_OTHER_MEMBER && kind != STEP_LIKE_MEMBER) {
        offer_holding(search, &search->must.constants);
        offer_holding(search, &search->must.examples);
    }
    if (search->must.is_fixed)
        return;
    if (search->kinds & KIND_OBJECT)
        offer_objects(search);
    else
        offer_arrays(search);
}

/* Offers what the facts of one way suggest. */
static void offer_all(struct search *search)
{
    const struct facts *must = &search->must;
    unsigned kinds = must->kinds & search->kinds;
    unsigned spoken_of = (must->spoken_of | search->may.spoken_of) & kinds;
    offer_list(search, &must->constants);
    offer_some(search, offer_hinted);
    if (must->is_fixed) {
        offer_simple(search, kinds & KIND_NULL);
        return;
    }
    if (must->kinds != KIND_ANY)
        spoken_of |= kinds & (KIND_NUMBER | KIND_STRING | KIND_ARRAY | KIND_OBJECT);
    if (search->max > 1 || search->other)
        offer_simple(search, kinds);
    if (spoken_of & KIND_OBJECT)
        offer_some(search, offer_objects);
    if (spoken_of & KIND_ARRAY)
        offer_some(search, offer_arrays);
    if (spoken_of & KIND_STRING)
        offer_some(search, offer_texts);
    if (spoken_of & KIND_NUMBER)
        offer_some(search, offer_numbers);
    offer_simple(search, kinds);
    if (kinds & KIND_STRING && search->max > 3)
        offer_texts(search); /* that enough of them are different */
}

/* How much of ROOM one of COUNT ways may fill. */
static ptrdiff_t share_of(ptrdiff_t room, uint64_t count)
{
    ptrdiff_t share = room / (ptrdiff_t)count, half = (room + 1) / 2;
    share = share > SHARE_LEAST ? share : SHARE_LEAST;
    return share < half ? share : half;
}

/* Goes one way; false when it is none: what comes before it leads to the same. */
static bool go(struct search *search, uint64_t number, bool is_even)
{
    struct arena *scratch = search_scratch(search);
    struct way way = {.number = number, .is_even = is_even};
    search_charge(search, sample_facts_of(scratch, search->wanted, &way, &search->must));
    if (is_even ? number >= way.widest : way.rest > 0)
        return false;
    if (!(search->must.kinds & search->kinds))
        return true;
    search_charge(search, facts_hinted(scratch, search->hints, &search->must.hinted, &search->may));
    ptrdiff_t max = search->max;
    if (way.widest > 1)
        search->max = search->count + share_of(max - search->count, way.widest);
    if (search->pin)
        offer_pinned(search);
    else
        offer_all(search);
    search->max = max;
    return true;
}

void search_run(struct search *search)
{
    search->seen.arena = search_scratch(search);
    int ways = 0, misses = 0;
    for (uint64_t i = 0; ways < WAYS && misses < MISSES && !search_is_over(search); i++) {
        bool is_way = go(search, i, false);
        ways += is_way;
        misses = is_way ? 0 : misses + 1;
    }
    for (uint64_t i = 1; i < EVEN_WAYS && !search_is_over(search) && go(search, i, true);)
        i++;
    if (!search->count && !search->pin && !search_is_over(search)) /* whatever was made of it */
        offer_simple(search, search->kinds);
    struct sampler *sampler = search->sampler;
    sampler->cuts += sampler->work <= search->floor || sampler->undecided >= UNDECIDED;
}

uint64_t search_floor(uint64_t work, uint64_t slice)
{
    return slice < work ? work - slice : 0;
}
