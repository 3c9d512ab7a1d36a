#include "validate/ecma_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SET(array)                                                                                 \
    {                                                                                              \
        .ranges = (array), .count = sizeof(array) / sizeof *(array)                                \
    }

static struct ecma_range digit_ranges[] = {{'0', '9'}};
static struct ecma_range word_ranges[] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
/* WhiteSpace (12.2), which is what is Zs and a few more, and LineTerminator (12.3). */
static struct ecma_range space_ranges[] = {
    {0x9, 0xD},       {0x20, 0x20},     {0xA0, 0xA0},     {0x1680, 0x1680}, {0x2000, 0x200A},
    {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF},
};
static struct ecma_range line_end_ranges[] = {{0xA, 0xA}, {0xD, 0xD}, {0x2028, 0x2029}};

const struct ecma_set ecma_digits = SET(digit_ranges);
const struct ecma_set ecma_words = SET(word_ranges);
const struct ecma_set ecma_spaces = SET(space_ranges);
const struct ecma_set ecma_line_ends = SET(line_end_ranges);

enum { SURROGATE_FIRST = 0xD800, SURROGATE_LAST = 0xDFFF };

static void add_range(struct arena *arena, struct ecma_set *set, uint32_t low, uint32_t high)
{
    if (low > high)
        return;
    set->ranges = arena_make_room(arena, set->ranges, sizeof *set->ranges, set->count, &set->cap);
    set->ranges[set->count++] = (struct ecma_range){low, high};
}

void ecma_set_add(struct arena *arena, struct ecma_set *set, uint32_t low, uint32_t high)
{
    add_range(arena, set, low, high < SURROGATE_FIRST ? high : SURROGATE_FIRST - 1);
    add_range(arena, set, low > SURROGATE_LAST ? low : SURROGATE_LAST + 1, high);
}

/* Adds all that lies between the ranges of OTHER. */
static void add_gaps(struct arena *arena, struct ecma_set *set, const struct ecma_set *other)
{
    uint32_t from = 0;
    for (ptrdiff_t i = 0; i < other->count; i++) {
        if (other->ranges[i].low > from)
            ecma_set_add(arena, set, from, other->ranges[i].low - 1);
        from = other->ranges[i].high + 1;
    }
    if (from <= CODE_POINT_MAX)
        ecma_set_add(arena, set, from, CODE_POINT_MAX);
}

void ecma_set_add_set(struct arena *arena, struct ecma_set *set, const struct ecma_set *other,
                      bool negated)
{
    if (negated) {
        add_gaps(arena, set, other);
        return;
    }
    for (ptrdiff_t i = 0; i < other->count; i++)
        add_range(arena, set, other->ranges[i].low, other->ranges[i].high);
}

static int compare_ranges(const void *a_, const void *b_)
{
    const struct ecma_range *a = a_, *b = b_;
    return a->low < b->low ? -1 : a->low > b->low;
}

void ecma_set_finish(struct ecma_set *set)
{
    ptrdiff_t kept = 0;
    if (set->count > 1)
        qsort(set->ranges, (size_t)set->count, sizeof *set->ranges, compare_ranges);
    for (ptrdiff_t i = 0; i < set->count; i++) {
        struct ecma_range range = set->ranges[i];
        if (kept && range.low <= set->ranges[kept - 1].high + 1) {
            if (range.high > set->ranges[kept - 1].high)
                set->ranges[kept - 1].high = range.high;
        } else {
            set->ranges[kept++] = range;
        }
    }
    set->count = kept;
}

void ecma_set_negate(struct arena *arena, struct ecma_set *set)
{
    struct ecma_set others = {0};
    assert(!set->properties);
    add_gaps(arena, &others, set);
    *set = others;
}

bool ecma_set_has(const struct ecma_set *set, uint32_t code)
{
    ptrdiff_t from = 0, to = set->count;
    while (from < to) {
        ptrdiff_t middle = from + (to - from) / 2;
        if (set->ranges[middle].high < code)
            from = middle + 1;
        else
            to = middle;
    }
    return from < set->count && set->ranges[from].low <= code;
}

bool ecma_set_meets(const struct ecma_set *a, const struct ecma_set *b)
{
    for (ptrdiff_t i = 0, j = 0; i < a->count && j < b->count;) {
        if (a->ranges[i].high < b->ranges[j].low)
            i++;
        else if (b->ranges[j].high < a->ranges[i].low)
            j++;
        else
            return true;
    }
    return false;
}

bool ecma_set_is_all(const struct ecma_set *set)
{
    return set->count == 2 && set->ranges[0].low == 0 &&
           set->ranges[0].high == SURROGATE_FIRST - 1 && set->ranges[1].low == SURROGATE_LAST + 1 &&
           set->ranges[1].high == CODE_POINT_MAX;
}
