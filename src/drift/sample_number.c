/*
 * Numbers at the bounds of schemes, next to them and between them, and multiples there. All are
 * exact; a bound with more digits than are reckoned with here is only tried itself.
 */
#include "drift/sample_inner.h"
#include "source/number.h"
#include "validate/value.h"

#include <stdlib.h>

enum { DIGITS_CAP = 18, EXPONENT_CAP = 40, EDGE_CAP = 60, SERIES_CAP = 1200 };

/* DIGITS times ten to the power EXPONENT. */
struct decimal {
    int64_t digits;
    int exponent;
};

/* Reads the exponent at TEXT, behind the "e"; false when it is out of reach. */
static bool read_exponent(str text, int *ret_exponent)
{
    int64_t value;
    if (text.len && text.data[0] == '+')
        text = str_skip(text, 1);
    if (!value_read_integer(text, &value) || value > EXPONENT_CAP || value < -EXPONENT_CAP)
        return false;
    *ret_exponent = (int)value;
    return true;
}

static bool read_decimal(str text, struct decimal *ret)
{
    struct decimal d = {0};
    bool is_negative = text.len && text.data[0] == '-', has_point = false;
    int count = 0;
    for (ptrdiff_t i = is_negative; i < text.len; i++) {
        char c = text.data[i];
        if (c == 'e' || c == 'E') {
            int exponent;
            if (!read_exponent(str_skip(text, i + 1), &exponent))
                return false;
            d.exponent += exponent;
            break;
        }
        has_point = has_point || c == '.';
        if (c == '.')
            continue;
        if (++count > DIGITS_CAP)
            return false;
        d.digits = d.digits * 10 + (c - '0');
        d.exponent -= has_point;
    }
    d.digits = is_negative ? -d.digits : d.digits;
    *ret = d;
    return true;
}

/* Multiplies with a power of ten; false when that is too much. */
static bool scale(int64_t *digits, int count)
{
    for (int i = 0; i < count; i++) {
        if (*digits > INT64_MAX / 10 || *digits < INT64_MIN / 10)
            return false;
        *digits *= 10;
    }
    return true;
}

/* Gives both the lesser of their exponents. */
static bool align(struct decimal *a, struct decimal *b)
{
    int exponent = a->exponent < b->exponent ? a->exponent : b->exponent;
    if (!scale(&a->digits, a->exponent - exponent) || !scale(&b->digits, b->exponent - exponent))
        return false;
    a->exponent = b->exponent = exponent;
    return true;
}

static bool add(struct decimal a, struct decimal b, struct decimal *ret)
{
    const int64_t most = INT64_MAX / 2;
    if (!align(&a, &b) || a.digits > most || a.digits < -most || b.digits > most ||
        b.digits < -most)
        return false;
    *ret = (struct decimal){a.digits + b.digits, a.exponent};
    return true;
}

static bool times(struct decimal a, int64_t factor, struct decimal *ret)
{
    int64_t size = a.digits < 0 ? -a.digits : a.digits, count = factor < 0 ? -factor : factor;
    if (count && size > INT64_MAX / 4 / count)
        return false;
    *ret = (struct decimal){a.digits * factor, a.exponent};
    return true;
}

/* Offers D, as it is mostly written. */
static void offer_decimal(struct search *search, struct decimal d)
{
    struct arena *scratch = search_scratch(search);
    while (d.exponent < 0 && d.digits % 10 == 0) {
        d.digits /= 10;
        d.exponent++;
    }
    if (!d.digits)
        d.exponent = 0;
    str text;
    if (d.exponent >= 0) {
        if (!scale(&d.digits, d.exponent < DIGITS_CAP ? d.exponent : DIGITS_CAP))
            return;
        text = arena_printf(scratch, "%lld", (long long)d.digits);
    } else {
        str digits = arena_printf(scratch, "%0*lld", 1 - d.exponent,
                                  (long long)(d.digits < 0 ? -d.digits : d.digits));
        ptrdiff_t whole = digits.len + d.exponent;
        text = arena_printf(scratch, "%s%.*s.%s", d.digits < 0 ? "-" : "", (int)whole, digits.data,
                            digits.data + whole);
    }
    search_offer(search, (struct node){
                             .kind = NODE_NUMBER, .chars = text.data, .count = (uint32_t)text.len});
}

static void offer_sum(struct search *search, struct decimal a, struct decimal b)
{
    struct decimal sum;
    if (add(a, b, &sum))
        offer_decimal(search, sum);
}

/* ---- where lines are drawn ------------------------------------------------------------------- */

struct edges {
    struct decimal at[EDGE_CAP];
    ptrdiff_t count;
};

static int compare_decimals(const void *left, const void *right)
{
    struct decimal a = *(const struct decimal *)left, b = *(const struct decimal *)right;
    if (!align(&a, &b))
        return (a.exponent > b.exponent) - (a.exponent < b.exponent);
    return (a.digits > b.digits) - (a.digits < b.digits);
}

/* Offers the bounds themselves, and takes those that can be reckoned with. */
static void take_bounds(struct search *search, const struct list *bounds, struct edges *edges)
{
    for (ptrdiff_t i = 0; i < bounds->count && edges->count < EDGE_CAP; i++) {
        const struct bound *bound = bounds->at[i];
        if (read_decimal(bound->text, &edges->at[edges->count]))
            edges->count++;
        search_offer(search, (struct node){.kind = NODE_NUMBER,
                                           .chars = bound->text.data,
                                           .count = (uint32_t)bound->text.len});
    }
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* What is a multiple of all of MULTIPLES, into *STEP, which has one already unless it is 0. */
static void common_multiple(const struct list *multiples, struct decimal *step)
{
    for (ptrdiff_t i = 0; i < multiples->count; i++) {
        const struct bound *bound = multiples->at[i];
        struct decimal other, both = *step;
        if (!read_decimal(bound->text, &other) || other.digits <= 0)
            continue;
        if (!step->digits) {
            *step = other;
        } else if (align(&both, &other)) {
            int64_t common = gcd(both.digits, other.digits);
            if (common > 0 && times(both, other.digits / common, &both))
                *step = both;
        }
    }
}

/* Offers the multiples of STEP around EDGE. */
static void offer_multiples(struct search *search, struct decimal edge, struct decimal step)
{
    struct decimal a = edge, b = step, product;
    if (!step.digits || !align(&a, &b))
        return;
    int64_t quotient = a.digits / b.digits;
    static const int64_t around[] = {0, 1, -1, 2, -2, 3};
    for (size_t i = 0; i < sizeof around / sizeof *around; i++)
        if (times(b, quotient + around[i], &product))
            offer_decimal(search, product);
}

/* Offers what lies in the middle of two edges that are next to each other. */
static void offer_middles(struct search *search, struct edges *edges)
{
    qsort(edges->at, (size_t)edges->count, sizeof *edges->at, compare_decimals);
    for (ptrdiff_t i = 0; i + 1 < edges->count; i++) {
        struct decimal sum, half;
        if (add(edges->at[i], edges->at[i + 1], &sum) && times(sum, 5, &half)) {
            half.exponent--;
            offer_decimal(search, half);
        }
    }
}

static void offer_around(struct search *search, struct decimal edge)
{
    static const struct decimal around[] = {{1, 0}, {-1, 0}, {5, -1}, {-5, -1}, {1, -3}, {-1, -3}};
    offer_decimal(search, edge);
    for (size_t i = 0; i < sizeof around / sizeof *around; i++)
        offer_sum(search, edge, around[i]);
}

/* Many, for those who want all of them to be different. */
static void offer_series(struct search *search, const struct edges *edges, struct decimal step)
{
    struct decimal by = step.digits ? step : (struct decimal){1, 0}, turn, sum;
    int64_t most = search->max < SERIES_CAP ? search->max + 2 : SERIES_CAP;
    for (ptrdiff_t i = 0; i < 1 + edges->count; i++)
        for (int64_t k = -most; k <= most && !search_is_over(search); k++) {
            struct decimal from = i ? edges->at[i - 1] : (struct decimal){0, 0};
            int64_t rest = 0;
            struct decimal a = from, b = by;
            if (align(&a, &b) && b.digits)
                rest = a.digits % b.digits;
            if (times(b, k, &turn) && add(a, turn, &sum) &&
                add(sum, (struct decimal){-rest, a.exponent}, &sum))
                offer_decimal(search, sum);
        }
}

void offer_numbers(struct search *search)
{
    const struct facts *must = &search->must, *may = &search->may;
    struct edges edges = {0};
    struct decimal step = {0}, wide, other = {0};
    static const struct decimal plain[] = {{0, 0},   {1, 0},  {-1, 0}, {5, -1}, {2, 0},
                                           {15, -1}, {10, 0}, {1, 6},  {-1, 6}, {1, 12},
                                           {1, -6},  {3, 0},  {7, 0},  {-5, -1}};
    common_multiple(&must->multiples, &step);
    wide = step;
    common_multiple(&may->multiples, &wide);
    common_multiple(&may->multiples, &other);
    if (search->max == 1 && !search->other && !must->bounds.count)
        offer_decimal(search, step.digits ? step : (struct decimal){1, 0});
    take_bounds(search, &must->bounds, &edges);
    take_bounds(search, &may->bounds, &edges);
    for (ptrdiff_t i = 0; i < edges.count && !search_is_over(search); i++) {
        offer_multiples(search, edges.at[i], step);
        offer_around(search, edges.at[i]);
        offer_multiples(search, edges.at[i], wide);
        offer_multiples(search, edges.at[i], other);
    }
    offer_multiples(search, (struct decimal){0}, step);
    offer_multiples(search, (struct decimal){0}, wide);
    offer_multiples(search, (struct decimal){0}, other);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        offer_decimal(search, plain[i]);
    search_offer(search, (struct node){.kind = NODE_NUMBER, .chars = "1.0", .count = 3});
    search_offer(search, (struct node){.kind = NODE_NUMBER, .chars = "1e2", .count = 3});
    offer_middles(search, &edges);
    if (step.digits || search->max > 3 || edges.count)
        offer_series(search, &edges, step);
}
