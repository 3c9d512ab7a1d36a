#include "validate/chain.h"

#include "base/buf.h"
#include "base/utf8.h"

#include <string.h>

enum {
    ITEM_LIMIT = 256,
    RUN_LIMIT = 64, /* runs of a way; a pattern of more is left to PCRE2 */
    WAY_LIMIT = 64,
    DEPTH_LIMIT = 20
};

/* A literal; or code points of a set, MIN to MAX of them. */
struct run {
    str literal;                /* a set when empty */
    const struct ecma_set *set; /* of a literal: its first code point */
    bool ascii[256];            /* the bytes below 0x80 that are in the set; all others are not */
    bool all_others;            /* all above are in the set */
    int32_t min, max;
};

/* Runs one after the other, from the start of the subject or anywhere, to its end or not. */
struct way {
    struct run *runs;
    ptrdiff_t count;
    bool from_start, to_end;
};

struct chain {
    struct way *ways; /* a match of one is a match */
    ptrdiff_t count;
};

/* ---- from the tree ---- */

/* What a way is made of, before it is one. */
struct items {
    const struct ecma_node *nodes[ITEM_LIMIT];
    ptrdiff_t count;
};

/* Lays out NODE as items of one sequence. False when they are too many or too deep. */
static bool lay_out(struct items *items, const struct ecma_node *node, int depth)
{
    if (depth > DEPTH_LIMIT)
        return false;
    if (node->kind == ECMA_GROUP || (node->kind == ECMA_REPEAT && node->min == 1 && node->max == 1))
        return lay_out(items, node->first, depth + 1);
    if (node->kind != ECMA_SEQUENCE) {
        if (items->count == ITEM_LIMIT)
            return false;
        items->nodes[items->count++] = node;
        return true;
    }
    for (const struct ecma_node *at = node->first; at; at = at->next)
        if (!lay_out(items, at, depth + 1))
            return false;
    return true;
}

static bool is_single(const struct ecma_node *node)
{
    return node->kind == ECMA_CHAR || (node->kind == ECMA_SET && !node->set->properties);
}

/* What a single node matches, as a set of its own. */
static const struct ecma_set *set_of(struct arena *arena, const struct ecma_node *node)
{
    struct ecma_set *set = arena_new(arena, struct ecma_set, 1);
    if (node->kind == ECMA_CHAR)
        ecma_set_add(arena, set, node->code, node->code);
    else
        ecma_set_add_set(arena, set, node->set, false);
    return set;
}

static void set_bits(struct run *run)
{
    for (uint32_t code = 0; code < 0x80; code++)
        run->ascii[code] = ecma_set_has(run->set, code);
    const struct ecma_range *ranges = run->set->ranges;
    ptrdiff_t count = run->set->count;
    run->all_others = count > 1 && ranges[count - 1].high == CODE_POINT_MAX &&
                      ranges[count - 1].low == 0xE000 && ranges[count - 2].high == 0xD7FF &&
                      ranges[count - 2].low <= 0x80;
}

/* Adds the characters from items AT on to WAY as one literal. Returns where they end. */
static ptrdiff_t add_literal(struct arena *arena, struct way *way, const struct items *items,
                             ptrdiff_t at)
{
    struct buf literal = buf_in(arena, PTRDIFF_MAX);
    struct run *run = &way->runs[way->count++];
    run->set = set_of(arena, items->nodes[at]);
    run->min = run->max = 1;
    for (; at < items->count && items->nodes[at]->kind == ECMA_CHAR; at++) {
        char bytes[4];
        buf_add(&literal, (str){bytes, utf8_encode(items->nodes[at]->code, bytes)});
    }
    run->literal = buf_view(&literal);
    return at;
}

static bool add_run(struct arena *arena, struct way *way, const struct ecma_node *node)
{
    int32_t min = 1, max = 1;
    if (node->kind == ECMA_REPEAT) {
        min = node->min;
        max = node->max;
        node = node->first;
        while (node->kind == ECMA_GROUP)
            node = node->first;
    }
    if (!is_single(node))
        return false;
    struct run *run = &way->runs[way->count++];
    *run = (struct run){.set = set_of(arena, node), .min = min, .max = max};
    set_bits(run);
    return true;
}

/*
 * A match may begin and end anywhere, where no anchor stands: what is there at either side need
 * only be as long as it must.
 */
static void trim(struct way *way)
{
    while (!way->to_end && way->count && way->runs[way->count - 1].min == 0)
        way->count--;
    if (!way->to_end && way->count)
        way->runs[way->count - 1].max = way->runs[way->count - 1].min;
    while (!way->from_start && way->count && way->runs[0].min == 0) {
        way->runs++;
        way->count--;
    }
    if (!way->from_start && way->count)
        way->runs[0].max = way->runs[0].min;
}

/* True when what a run may take is never what the next one needs. */
static bool is_certain(const struct way *way)
{
    if (!way->from_start) /* these few shapes are searched for */
        return way->count == 0 || (way->count == 1 && way->runs[0].min == way->runs[0].max);
    for (ptrdiff_t i = 0; i < way->count; i++) {
        if (way->runs[i].min == way->runs[i].max)
            continue;
        for (ptrdiff_t j = i + 1; j < way->count; j++) {
            if (ecma_set_meets(way->runs[i].set, way->runs[j].set))
                return false;
            if (way->runs[j].min > 0)
                break;
        }
    }
    return true;
}

static bool make_way(struct arena *arena, const struct items *items, struct way *ret_way)
{
    ptrdiff_t at = 0, end = items->count;
    *ret_way = (struct way){.runs = arena_new(arena, struct run, items->count)};
    for (; at < end && items->nodes[at]->kind == ECMA_START; at++)
        ret_way->from_start = true;
    for (; at < end && items->nodes[end - 1]->kind == ECMA_END; end--)
        ret_way->to_end = true;
    while (at < end) {
        if (ret_way->count == RUN_LIMIT)
            return false;
        if (items->nodes[at]->kind == ECMA_CHAR)
            at = add_literal(arena, ret_way, items, at);
        else if (!add_run(arena, ret_way, items->nodes[at++]))
            return false;
    }
    trim(ret_way);
    return is_certain(ret_way);
}

/* Makes a way of each alternative of ITEMS, where one of them is a choice; else of the items. */
static bool make_ways(struct arena *arena, const struct items *items, struct chain *chain)
{
    ptrdiff_t at = 0;
    while (at < items->count && items->nodes[at]->kind != ECMA_CHOICE)
        at++;
    if (at == items->count) {
        if (chain->count == WAY_LIMIT)
            return false;
        return make_way(arena, items, &chain->ways[chain->count++]);
    }
    for (const struct ecma_node *way = items->nodes[at]->first; way; way = way->next) {
        struct items these = {.count = at};
        memcpy(these.nodes, items->nodes, (size_t)at * sizeof *items->nodes);
        if (!lay_out(&these, way, 0))
            return false;
        for (ptrdiff_t i = at + 1; i < items->count; i++)
            if (!lay_out(&these, items->nodes[i], 0))
                return false;
        for (ptrdiff_t i = at; i < these.count; i++) /* one choice a pattern is enough */
            if (these.nodes[i]->kind == ECMA_CHOICE)
                return false;
        if (!make_ways(arena, &these, chain))
            return false;
    }
    return true;
}

struct chain *chain_new(struct arena *arena, const struct ecma_regex *regex)
{
    struct items items = {0};
    struct arena scratch = {0};
    struct chain *chain = NULL, made = {.ways = arena_new(&scratch, struct way, WAY_LIMIT)};
    if (!regex->has_references && lay_out(&items, regex->root, 0) &&
        make_ways(&scratch, &items, &made)) {
        /* Once more, with memory that stays. */
        chain = arena_new(arena, struct chain, 1);
        chain->ways = arena_new(arena, struct way, made.count);
        make_ways(arena, &items, chain);
    }
    arena_free(&scratch);
    return chain;
}

/* ---- searches ---- */

/* The length of the code point at AT in SUBJECT; *RET_TAKEN tells whether RUN takes it. */
static ptrdiff_t step(const struct run *run, str subject, ptrdiff_t at, bool *ret_taken)
{
    ptrdiff_t len;
    uint32_t code = utf8_decode(str_skip(subject, at), &len);
    if (code < 0x80)
        *ret_taken = run->ascii[code];
    else
        *ret_taken = run->all_others || ecma_set_has(run->set, code);
    return len;
}

/* Takes as many code points at *AT as RUN may. False when they are too few. */
static bool take_run(const struct run *run, str subject, ptrdiff_t *at)
{
    if (run->literal.len) {
        if (!str_starts(str_skip(subject, *at), run->literal))
            return false;
        *at += run->literal.len;
        return true;
    }
    int32_t count = 0;
    ptrdiff_t end = *at;
    while (count < run->max && end < subject.len) {
        ptrdiff_t len = 1;
        bool is_taken = run->ascii[(unsigned char)subject.data[end]]; /* most are ASCII */
        if (!is_taken)
            len = step(run, subject, end, &is_taken);
        if (!is_taken)
            break;
        count++;
        end += len;
    }
    *at = end;
    return count >= run->min;
}

static bool match_from_start(const struct way *way, str subject)
{
    ptrdiff_t at = 0;
    for (ptrdiff_t i = 0; i < way->count; i++)
        if (!take_run(&way->runs[i], subject, &at))
            return false;
    return !way->to_end || at == subject.len;
}

/* A match of one run anywhere. */
static bool find_run(const struct run *run, bool to_end, str subject)
{
    if (run->literal.len)
        return to_end ? str_ends(subject, run->literal) : str_find(subject, run->literal) >= 0;
    int32_t count = 0; /* of code points in a row that it takes */
    for (ptrdiff_t at = 0; at < subject.len;) {
        bool is_taken;
        at += step(run, subject, at, &is_taken);
        count = !is_taken ? 0 : count < run->min ? count + 1 : count;
        if (count >= run->min && !to_end)
            return true;
    }
    return count >= run->min;
}

bool chain_search(const struct chain *chain, str subject)
{
    for (ptrdiff_t i = 0; i < chain->count; i++) {
        const struct way *way = &chain->ways[i];
        if (way->from_start ? match_from_start(way, subject)
                            : way->count == 0 || find_run(&way->runs[0], way->to_end, subject))
            return true;
    }
    return false;
}
