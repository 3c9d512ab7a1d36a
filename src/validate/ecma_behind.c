/*
 * `(?<=a(?:b|cd){0,2})` becomes `(?<=a|ab|abb|abcd|...)`. As whether there is a match is all that
 * is asked, what a lookbehind begins with may be cut to its shortest: where `x*y` or `x{2,5}y`
 * ends, `y` or `x{2}y` does.
 */
#include "validate/ecma_behind.h"

#include "validate/ecma_reader.h"

enum {
    VARIANT_LIMIT = 200, /* alternatives that a lookbehind may become */
    WIDTH_LIMIT = 1000   /* code points that one may look back */
};

struct variants {
    struct ecma_node *first; /* each of a fixed width, linked by `next` */
    ptrdiff_t count;
};

struct widening {
    struct arena *arena;
    struct behind_budget *budget;
    bool failed;
};

static struct ecma_node *copy_of(struct widening *work, const struct ecma_node *node)
{
    struct ecma_node *copy = ecma_node_new(work->arena, ECMA_SEQUENCE, node->offset);
    *copy = *node;
    copy->next = NULL;
    work->failed |= --work->budget->nodes < 0;
    return copy;
}

static struct ecma_node *nothing(struct widening *work, const struct ecma_node *at)
{
    work->failed |= --work->budget->nodes < 0;
    return ecma_node_new(work->arena, ECMA_SEQUENCE, at->offset);
}

/* True when PCRE2 finds one width for all of NODE. */
static bool is_fixed(const struct ecma_node *node)
{
    if (node->min_width != node->max_width)
        return false;
    if (node->kind == ECMA_LOOK_AHEAD || node->kind == ECMA_LOOK_BEHIND)
        return true;
    if (node->kind == ECMA_REPEAT && node->min != node->max)
        return false;
    for (const struct ecma_node *child = node->first; child; child = child->next)
        if (!is_fixed(child))
            return false;
    return true;
}

static bool has_used_groups(const struct ecma_node *node)
{
    if (node->kind == ECMA_GROUP && node->used)
        return true;
    for (const struct ecma_node *child = node->first; child; child = child->next)
        if (has_used_groups(child))
            return true;
    return false;
}

/* Cuts what NODE begins with to its shortest. NULL: nothing is left of it. */
static struct ecma_node *cut(struct widening *work, const struct ecma_node *node)
{
    struct ecma_node *copy = copy_of(work, node);
    if (node->kind == ECMA_GROUP)
        return cut(work, node->first);
    if (node->kind == ECMA_REPEAT && node->max_width > 0) {
        copy->max = node->min;
        copy->min_width = copy->max_width = 0;
        if (node->min == 0)
            return NULL;
        copy->min_width = node->min_width;
        copy->max_width =
            node->first->max_width == node->first->min_width ? node->min_width : node->max_width;
    } else if (node->kind == ECMA_SEQUENCE && node->first) {
        const struct ecma_node *at = node->first;
        struct ecma_node *first = NULL;
        for (; at && !first; at = at->next)
            first = cut(work, at);
        if (!first)
            return NULL;
        first->next = (struct ecma_node *)at;
        copy->first = first;
    } else if (node->kind == ECMA_CHOICE) {
        struct ecma_node **end = &copy->first;
        for (const struct ecma_node *at = node->first; at; at = at->next) {
            struct ecma_node *alternative = cut(work, at);
            *end = alternative ? alternative : nothing(work, at);
            end = &(*end)->next;
        }
    }
    return copy;
}

static struct variants expand(struct widening *work, const struct ecma_node *node);

static void add_variant(struct widening *work, struct variants *to, struct ecma_node *variant)
{
    variant->next = to->first;
    to->first = variant;
    work->failed |= ++to->count > VARIANT_LIMIT || variant->min_width > WIDTH_LIMIT;
}

static struct ecma_node **end_of(struct ecma_node *sequence)
{
    struct ecma_node **end = &sequence->first;
    while (*end)
        end = &(*end)->next;
    return end;
}

/* Appends copies of PART and, when ALL, of those behind it to SEQUENCE, a variant. */
static void append(struct widening *work, struct ecma_node *sequence, const struct ecma_node *part,
                   bool all)
{
    struct ecma_node **end = end_of(sequence);
    for (; part && !work->failed; part = all ? part->next : NULL) {
        *end = copy_of(work, part);
        end = &(*end)->next;
        sequence->min_width += part->min_width;
        sequence->max_width = sequence->min_width;
    }
}

static struct variants single(struct widening *work, const struct ecma_node *node)
{
    struct ecma_node *sequence = nothing(work, node);
    append(work, sequence, node, false);
    return (struct variants){sequence, 1};
}

/* Each of A followed by each of B. */
static struct variants cross(struct widening *work, struct variants a, struct variants b)
{
    struct variants both = {0};
    for (const struct ecma_node *i = a.first; i && !work->failed; i = i->next)
        for (const struct ecma_node *j = b.first; j && !work->failed; j = j->next) {
            struct ecma_node *sequence = nothing(work, i);
            append(work, sequence, i->first, true);
            append(work, sequence, j->first, true);
            add_variant(work, &both, sequence);
        }
    return both;
}

static struct variants expand_sequence(struct widening *work, const struct ecma_node *node)
{
    struct variants all = {nothing(work, node), 1};
    for (const struct ecma_node *at = node->first; at && !work->failed; at = at->next)
        if (is_fixed(at))
            for (struct ecma_node *i = all.first; i; i = i->next)
                append(work, i, at, false);
        else
            all = cross(work, all, expand(work, at));
    return all;
}

static struct variants expand_repeat(struct widening *work, const struct ecma_node *node)
{
    struct variants turns = {nothing(work, node), 1}, all = {0};
    if (node->first->max_width == 0) /* turns that match nothing do not count */
        return node->min ? expand(work, node->first) : turns;
    if (node->max > WIDTH_LIMIT) {
        work->failed = true;
        return all;
    }
    struct variants one = expand(work, node->first);
    for (int32_t i = 0; i <= node->max && !work->failed; i++) {
        for (const struct ecma_node *at = turns.first; at && i >= node->min; at = at->next)
            add_variant(work, &all, copy_of(work, at)); /* which shares its parts */
        if (i < node->max)
            turns = cross(work, turns, one);
    }
    return all;
}

/* All that NODE can be, each of a fixed width. */
static struct variants expand(struct widening *work, const struct ecma_node *node)
{
    if (work->failed || is_fixed(node))
        return single(work, node);
    struct variants all = {0};
    switch (node->kind) {
    case ECMA_GROUP:
        return expand(work, node->first);
    case ECMA_REPEAT:
        return expand_repeat(work, node);
    case ECMA_CHOICE:
        for (const struct ecma_node *at = node->first; at && !work->failed; at = at->next) {
            struct variants some = expand(work, at);
            for (struct ecma_node *i = some.first, *next; i; i = next) {
                next = i->next;
                add_variant(work, &all, i);
            }
        }
        return all;
    case ECMA_SEQUENCE:
        return expand_sequence(work, node);
    default:
        work->failed = true;
        return all;
    }
}

const struct ecma_node *ecma_behind(struct arena *arena, const struct ecma_node *look,
                                    struct behind_budget *budget, struct ecma_fault *ret_fault)
{
    struct widening work = {.arena = arena, .budget = budget};
    struct ecma_node *result = copy_of(&work, look);
    bool is_simple = is_fixed(look->first);
    if (!is_simple && !has_used_groups(look->first)) {
        const struct ecma_node *shortest = cut(&work, look->first);
        if (!shortest)
            shortest = nothing(&work, look);
        struct variants all = expand(&work, shortest);
        result->first = nothing(&work, look);
        result->first->kind = ECMA_CHOICE;
        result->first->first = all.first;
        is_simple = !work.failed;
    }
    if (is_simple && look->first->min_width <= WIDTH_LIMIT)
        return result;
    *ret_fault = (struct ecma_fault){ECMA_UNSUPPORTED, look->offset,
                                     S("a lookbehind of no fixed width is not supported here")};
    return NULL;
}
