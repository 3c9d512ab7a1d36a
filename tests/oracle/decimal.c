#include "decimal.h"

#include <stdint.h>
#include <stdlib.h>

/* More digits than test data has; of a divisor, as many as leave room for one more in 64 bits. */
enum { DIGITS_CAP = 5000, EXPONENT_CAP = 1000000, DIVISOR_DIGITS_CAP = 17 };

/*
 * A number: the digits from FIRST to END of its text, dots passed over, times ten to the EXPONENT.
 * Neither the first nor the last digit is 0; zero has no digits.
 */
struct decimal {
    bool negative;
    const char *first, *end;
    ptrdiff_t digits;
    long exponent;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The exponent that stands at AT, "" or "e+5"; far beyond all digits it does not matter how far. */
static long read_exponent(const char *at, const char *end)
{
    long value = 0;
    bool negative = false;
    for (; at < end; at++) {
        negative = negative || *at == '-';
        if (is_digit(*at) && value < EXPONENT_CAP)
            value = value * 10 + (*at - '0');
    }
    return negative ? -value : value;
}

static struct decimal decimal_read(str number)
{
    struct decimal d = {.first = number.data};
    const char *end = number.data + number.len;
    d.negative = number.len && *d.first == '-';
    d.first += d.negative;

    const char *at = d.first;
    long fraction = 0;
    bool after_dot = false;
    for (; at < end && (is_digit(*at) || *at == '.'); at++) {
        fraction += after_dot;
        after_dot = after_dot || *at == '.';
    }
    d.end = at;
    d.exponent = read_exponent(at, end) - fraction;

    while (d.first < d.end && (*d.first == '0' || *d.first == '.'))
        d.first++;
    for (; d.end > d.first && (d.end[-1] == '0' || d.end[-1] == '.'); d.end--)
        d.exponent += d.end[-1] == '0';
    for (at = d.first; at < d.end; at++)
        d.digits += is_digit(*at);
    if (!d.digits)
        d.exponent = d.negative = 0;
    return d;
}

/* The digit at *AT as a value, with *AT moved behind it; 0 at the end. */
static unsigned next_digit(const char **at, const char *end)
{
    if (*at < end && **at == '.')
        (*at)++;
    return *at < end ? (unsigned)(*(*at)++ - '0') : 0;
}

static int compare_magnitudes(const struct decimal *a, const struct decimal *b)
{
    if (!a->digits || !b->digits)
        return (a->digits > 0) - (b->digits > 0);
    ptrdiff_t a_top = a->digits + a->exponent, b_top = b->digits + b->exponent;
    if (a_top != b_top)
        return a_top < b_top ? -1 : 1;
    const char *a_at = a->first, *b_at = b->first;
    while (a_at < a->end || b_at < b->end) {
        unsigned x = next_digit(&a_at, a->end), y = next_digit(&b_at, b->end);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

int decimal_compare(str a, str b)
{
    struct decimal x = decimal_read(a), y = decimal_read(b);
    if (x.negative != y.negative)
        return x.negative ? -1 : 1;
    return x.negative ? compare_magnitudes(&y, &x) : compare_magnitudes(&x, &y);
}

bool decimal_is_integer(str number)
{
    return decimal_read(number).exponent >= 0;
}

bool decimal_is_multiple(str number, str divisor, bool *ret_too_long)
{
    struct decimal n = decimal_read(number), d = decimal_read(divisor);
    /* Both as integers: n times ten to the LONGER, or d times ten to minus that. */
    long longer = n.exponent - d.exponent;
    *ret_too_long = n.digits + labs(longer) > DIGITS_CAP ||
                    d.digits + (longer < 0 ? -longer : 0) > DIVISOR_DIGITS_CAP;
    if (*ret_too_long || !n.digits)
        return !n.digits;

    uint64_t by = 0, rest = 0;
    for (const char *at = d.first; at < d.end;)
        by = by * 10 + next_digit(&at, d.end);
    for (long i = longer; i < 0; i++)
        by *= 10;
    if (!by)
        return false;
    for (const char *at = n.first; at < n.end;)
        rest = (rest * 10 + next_digit(&at, n.end)) % by;
    for (long i = 0; i < longer; i++)
        rest = rest * 10 % by;
    return rest == 0;
}
