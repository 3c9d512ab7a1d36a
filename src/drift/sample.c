/*
 * The search: what schemes ask, in one way after the other, values made from it, and of these the
 * ones that the programs accept.
 */
#include "drift/sample.h"

#include "drift/sample_inner.h"
#include "validate/value.h"

#include <stdlib.h>
#include <string.h>

enum {
    RUN_WORK = 200000,   /* of one run */
    WAYS = 48,           /* in which choices are gone one by one, */
    MISSES = 64,         /* numbers in a row that are no ways: there may be no more */
    EVEN_WAYS = 400,     /* and so many in which all take the branch of the same number */
    UNDECIDED = 8,       /* runs, after which a call ends */
    SHARE_LEAST = 4,     /* of the values, for one way */
    SLICE_LEAST = 20000, /* of the work, for one call */
    PART_LEAST = 3000,   /* for a value within another */
    PART_LEVELS = 64,    /* the least values go as deep */
    HINTED_LEVELS = 8,
    SMALL_VALUE = 4096,     /* bytes; larger ones are paid for, */
    LARGEST_VALUE = 1 << 20 /* and those beyond this not tried */
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

/* ---- lists ----------------------------------------------------------------------------------- */

void list_add(struct arena *arena, struct list *list, const void *thing)
{
    list->at = arena_make_room(arena, list->at, sizeof *list->at, list->count, &list->cap);
    list->at[list->count++] = thing;
}

void literals_add(struct arena *arena, struct literals *literals, const struct scheme *scheme,
                  bool is_refusal)
{
    bool is_nothing = !scheme->count && scheme->kinds == KIND_ANY && !is_refusal;
    for (ptrdiff_t i = 0; !is_nothing && i < literals->count && i < 16; i++)
        is_nothing = literals->at[i].scheme == scheme && literals->at[i].is_refusal == is_refusal;
    if (is_nothing)
        return;
    literals->at =
        arena_make_room(arena, literals->at, sizeof *literals->at, literals->count, &literals->cap);
    literals->at[literals->count++] = (struct literal){scheme, is_refusal};
}

bool names_have(const struct list *names, str name)
{
    for (ptrdiff_t i = 0; i < names->count; i++)
        if (str_equal(*(const str *)names->at[i], name))
            return true;
    return false;
}

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

/* ---- running --------------------------------------------------------------------------------- */

static enum verdict judge(struct sampler *sampler, const struct sample_side *side,
                          const struct scheme *scheme, const struct node *value)
{
    struct runner *runner = side->runner;
    uint64_t before = runner->work_cap;
    uint64_t cap = sampler->work < RUN_WORK ? sampler->work : RUN_WORK;
    if (!cap)
        return VERDICT_UNDECIDED;
    runner->work_cap = cap;
    enum verdict verdict = run(runner, scheme, value);
    runner->work_cap = before;
    sampler->undecided += verdict == VERDICT_UNDECIDED && runner->limit != LIMIT_DIGITS;
    uint64_t used = runner->work < cap ? runner->work + 1 : cap;
    sampler->work -= used < sampler->work ? used : sampler->work;
    return verdict;
}

bool sample_accepts(struct sampler *sampler, const struct sample_side *side,
                    const struct scheme *scheme, const struct node *value)
{
    return judge(sampler, side, scheme, value) == VERDICT_VALID;
}

bool sample_refuses(struct sampler *sampler, const struct sample_side *side,
                    const struct scheme *scheme, const struct node *value)
{
    return judge(sampler, side, scheme, value) == VERDICT_INVALID;
}

/* ---- a search -------------------------------------------------------------------------------- */

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

static unsigned kinds_of_value(const struct node *value)
{
    return value->kind == NODE_NUMBER ? KIND_NUMBER : 1U << value->kind;
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
        ok = judge(search->sampler, search->side, literals->at[i].scheme, value) ==
             (literals->at[i].is_refusal ? VERDICT_INVALID : VERDICT_VALID);
    return ok;
}

static bool is_right(struct search *search, const struct node *value)
{
    return kinds_of_value(value) & search->kinds && search_meets(search, search->wanted, value) &&
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

static void search_run(struct search *search)
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

static uint64_t floor_below(uint64_t work, uint64_t slice)
{
    return slice < work ? work - slice : 0;
}

/* ---- values within values -------------------------------------------------------------------- */

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
    for (ptrdiff_t i = 0; i < hint_count; i++)
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
    inner->floor = floor_below(sampler->work, slice > PART_LEAST ? slice : PART_LEAST);
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

/* ---- what is asked for ----------------------------------------------------------------------- */

static void free_scratch(void *sampler)
{
    arena_free(&((struct sampler *)sampler)->scratch);
}

struct sampler *sampler_new(struct arena *arena, uint64_t work)
{
    struct sampler *sampler = arena_new(arena, struct sampler, 1);
    *sampler = (struct sampler){.arena = arena, .work = work, .valid = {.arena = arena}};
    arena_on_free(arena, free_scratch, sampler);
    return sampler;
}

/* Gives SEARCH, which a caller of the sampler asked for, its part of the work. */
static void begin_call(struct search *search)
{
    struct sampler *sampler = search->sampler;
    uint64_t slice = sampler->work / 4;
    search->floor = floor_below(sampler->work, slice > SLICE_LEAST ? slice : SLICE_LEAST);
    sampler->several = sampler->same = (struct map){.arena = &sampler->scratch};
    sampler->undecided = 0;
}

/* Runs it. */
static ptrdiff_t search_from_outside(struct search *search)
{
    begin_call(search);
    search_run(search);
    arena_free(&search->sampler->scratch);
    return search->count;
}

const struct node *sample_valid(struct sampler *sampler, const struct sample_side *side,
                                const struct scheme *scheme)
{
    struct literal literal = {scheme, false};
    struct literals literals = {&literal, scheme->count > 0, 1};
    struct search outer = {.sampler = sampler, .side = side};
    begin_call(&outer);
    const struct node *value = search_part(&outer, &literals, KIND_ANY);
    arena_free(&sampler->scratch);
    return value;
}

ptrdiff_t sample_values(struct sampler *sampler, const struct sample_side *on,
                        const struct scheme *one, const struct scheme *other,
                        const struct node **ret_values, ptrdiff_t max)
{
    struct literal literal = {one, false};
    struct literals literals = {&literal, 1, 1};
    const void *hint = other;
    struct list hints = {&hint, other != NULL, 1};
    struct search search = {.sampler = sampler,
                            .side = on,
                            .wanted = &literals,
                            .hints = &hints,
                            .kinds = KIND_ANY,
                            .found = ret_values,
                            .max = max};
    return search_from_outside(&search);
}

ptrdiff_t sample_differing(struct sampler *sampler, const struct sample_side *on,
                           const struct scheme *one, const struct sample_side *other_side,
                           const struct scheme *other, const struct node **ret_values,
                           ptrdiff_t max)
{
    struct literal literal = {one, false};
    struct literals literals = {&literal, 1, 1};
    const void *hint = other;
    struct list hints = {&hint, 1, 1};
    struct search search = {.sampler = sampler,
                            .side = on,
                            .wanted = &literals,
                            .hints = &hints,
                            .kinds = KIND_ANY,
                            .other_side = other_side,
                            .other = other,
                            .found = ret_values,
                            .max = max};
    return search_from_outside(&search);
}

ptrdiff_t sample_around(struct sampler *sampler, const struct sample_side *side,
                        const struct scheme *scheme, const struct scheme *other,
                        const struct step *step, const struct node *value,
                        const struct node **ret_values, ptrdiff_t max)
{
    if (step->kind == STEP_SAME) {
        bool is_taken = max > 0 && sample_accepts(sampler, side, scheme, value);
        if (is_taken)
            ret_values[0] = value;
        return is_taken;
    }
    bool is_array = step->kind == STEP_ITEM || step->kind == STEP_CONTAINED;
    struct literal literal = {scheme, false};
    struct literals literals = {&literal, 1, 1};
    const void *hint = other;
    struct list hints = {&hint, other != NULL, 1};
    struct pin pin = {.step = step, .scheme = scheme, .value = value};
    struct search search = {.sampler = sampler,
                            .side = side,
                            .wanted = &literals,
                            .hints = &hints,
                            .kinds = is_array ? KIND_ARRAY : KIND_OBJECT,
                            .pin = &pin,
                            .found = ret_values,
                            .max = max};
    return search_from_outside(&search);
}
