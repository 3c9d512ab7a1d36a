#include "source/number.h"

#include "base/hash.h"

#include <assert.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <openssl/bn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ptrdiff_t digit_run(str s, ptrdiff_t at)
{
    ptrdiff_t end = at;
    while (end < s.len && s.data[end] >= '0' && s.data[end] <= '9')
        end++;
    return end - at;
}

ptrdiff_t number_scan(str s)
{
    ptrdiff_t at = s.len && s.data[0] == '-';
    ptrdiff_t digits = digit_run(s, at);
    if (digits == 0)
        return 0;
    at += s.data[at] == '0' ? 1 : digits;
    if (at < s.len && s.data[at] == '.') {
        digits = digit_run(s, at + 1);
        if (digits == 0)
            return at;
        at += 1 + digits;
    }
    if (at < s.len && (s.data[at] | 0x20) == 'e') {
        ptrdiff_t sign = at + 1 < s.len && (s.data[at + 1] == '+' || s.data[at + 1] == '-');
        digits = digit_run(s, at + 1 + sign);
        if (digits == 0)
            return at;
        at += 1 + sign + digits;
    }
    return at;
}

/*
 * A number as sign, significant digits and the power of ten of the last of them. The digits are
 * those of `text` from `first` to `last`, passing over a decimal point.
 */
struct decimal {
    bool negative, zero;
    str text;
    ptrdiff_t first, last;
    str exponent_head; /* the digits of an exponent before its last TAIL; nearly always empty */
    bool head_negative;
    intmax_t exponent; /* without them */
};

/* Digits of an exponent that leave room to add the length of a text, and the power of ten that is.
 */
enum { TAIL = 17 };
static const intmax_t TAIL_POWER = INTMAX_C(100000000000000000);

/* Reads the exponent S, sign and digits or nothing, into *RET. */
static void parse_exponent(str s, struct decimal *ret)
{
    bool negative = s.len && s.data[0] == '-';
    str digits = str_skip(s, s.len && (s.data[0] == '+' || s.data[0] == '-'));
    while (digits.len && digits.data[0] == '0')
        digits = str_skip(digits, 1);
    if (digits.len > TAIL) {
        ret->exponent_head = str_first(digits, digits.len - TAIL);
        ret->head_negative = negative;
        digits = str_skip(digits, digits.len - TAIL);
    }
    intmax_t value = 0;
    for (ptrdiff_t at = 0; at < digits.len; at++)
        value = value * 10 + (digits.data[at] - '0');
    ret->exponent = negative ? -value : value;
}

static struct decimal decimal_parse(str lexeme)
{
    struct decimal d = {.negative = lexeme.data[0] == '-'};
    ptrdiff_t e = 0;
    while (e < lexeme.len && (lexeme.data[e] | 0x20) != 'e')
        e++;
    d.text = str_first(lexeme, e);
    parse_exponent(str_skip(lexeme, e < lexeme.len ? e + 1 : e), &d);
    ptrdiff_t point = str_find_byte(d.text, '.');
    if (point < 0)
        point = e;
    d.first = d.negative;
    while (d.first < e && (d.text.data[d.first] == '0' || d.first == point))
        d.first++;
    d.last = e - 1;
    while (d.last > d.first && (d.text.data[d.last] == '0' || d.last == point))
        d.last--;
    d.zero = d.first == e;
    d.exponent += d.last < point ? point - 1 - d.last : point - d.last;
    return d;
}

/* The number of digits from the first to the last that is not 0. */
static ptrdiff_t digit_count(const struct decimal *d)
{
    ptrdiff_t point = str_find_byte(d->text, '.');
    return d->last - d->first + 1 - (point > d->first && point < d->last);
}

static int sign_of(intmax_t n)
{
    return (n > 0) - (n < 0);
}

/* The digit of TEXT that stands AT places before its end, 0 in front of the first. */
static int digit_before_end(str text, ptrdiff_t at)
{
    return at <= text.len ? text.data[text.len - at] - '0' : 0;
}

/* The head of X's exponent less that of Y's; of more than FAR only that it is. */
static int head_difference(const struct decimal *x, const struct decimal *y)
{
    enum { FAR = 1000 };
    str a = x->exponent_head, b = y->exponent_head;
    int sign_a = x->head_negative ? -1 : 1, sign_b = y->head_negative ? -1 : 1, difference = 0;
    for (ptrdiff_t at = a.len > b.len ? a.len : b.len; at > 0; at--) {
        difference =
            difference * 10 + sign_a * digit_before_end(a, at) - sign_b * digit_before_end(b, at);
        if (difference > FAR || difference < -FAR) /* no digit that follows can make up for it */
            break;
    }
    return difference;
}

/*
 * The power of ten just above the value of D, without the head of its exponent: less than
 * TAIL_POWER and not negative. What that takes from the head goes to *RET_CARRY.
 */
static intmax_t power_above(const struct decimal *d, int *ret_carry)
{
    intmax_t power = d->exponent + digit_count(d);
    *ret_carry = (int)(power / TAIL_POWER) - (power % TAIL_POWER < 0);
    return power - *ret_carry * TAIL_POWER;
}

/* The order of the values without their signs, neither of which is 0. */
static int compare_magnitudes(const struct decimal *x, const struct decimal *y)
{
    int carry_x, carry_y;
    intmax_t power_x = power_above(x, &carry_x), power_y = power_above(y, &carry_y);
    int heads = head_difference(x, y) + carry_x - carry_y;
    int powers = heads ? heads : sign_of(power_x - power_y);
    if (powers)
        return powers;
    ptrdiff_t i = x->first, j = y->first;
    for (;; i++, j++) {
        i += i <= x->last && x->text.data[i] == '.';
        j += j <= y->last && y->text.data[j] == '.';
        if (i > x->last || j > y->last)
            return (i <= x->last) - (j <= y->last);
        if (x->text.data[i] != y->text.data[j])
            return x->text.data[i] - y->text.data[j];
    }
}

int number_compare(str a, str b)
{
    struct decimal x = decimal_parse(a), y = decimal_parse(b);
    int sign_x = x.zero ? 0 : x.negative ? -1 : 1, sign_y = y.zero ? 0 : y.negative ? -1 : 1;
    if (sign_x != sign_y || !sign_x)
        return sign_x - sign_y;
    return sign_x * compare_magnitudes(&x, &y);
}

bool number_equal(str a, str b)
{
    return str_equal(a, b) || number_compare(a, b) == 0;
}

/* The last digits of the head of D's exponent with CARRY, which equal numbers share. */
static int64_t head_of_exponent(const struct decimal *d, int carry)
{
    str head = d->exponent_head;
    int64_t value = 0;
    for (ptrdiff_t i = head.len > TAIL ? head.len - TAIL : 0; i < head.len; i++)
        value = value * 10 + (head.data[i] - '0');
    return ((d->head_negative ? -value : value) + carry) % TAIL_POWER;
}

uint64_t number_hash(str number)
{
    struct decimal d = decimal_parse(number);
    struct {
        int64_t head, power, negative;
        uint64_t digits;
    } key = {0};
    char chunk[64];
    ptrdiff_t len = 0;
    if (d.zero)
        return hash_str((str){(const char *)&key, sizeof key});
    for (ptrdiff_t i = d.first; i <= d.last; i++) {
        if (d.text.data[i] != '.')
            chunk[len++] = d.text.data[i];
        if (len < (ptrdiff_t)sizeof chunk && i < d.last)
            continue;
        key.digits = key.digits * 31 + hash_str((str){chunk, len});
        len = 0;
    }
    int carry;
    key.power = power_above(&d, &carry);
    key.head = head_of_exponent(&d, carry);
    key.negative = d.negative;
    return hash_str((str){(const char *)&key, sizeof key});
}

bool number_is_integral(str number)
{
    struct decimal d = decimal_parse(number);
    return d.zero || (d.exponent_head.len ? !d.head_negative : d.exponent >= 0);
}

bool number_is_digits(str number)
{
    bool is_digits = true;
    for (ptrdiff_t i = 0; i < number.len && is_digits; i++)
        is_digits = !memchr(".eE", number.data[i], 3);
    return is_digits;
}

/*
 * The power of ten by which the last digit of X is above that of Y, or CAP when it is more. Below 0
 * it only tells that it is.
 */
static intmax_t power_between(const struct decimal *x, const struct decimal *y, intmax_t cap)
{
    int heads = head_difference(x, y);
    if (heads > 1 || heads < -1)
        return heads > 0 ? cap : -1;
    intmax_t power = heads * TAIL_POWER + x->exponent - y->exponent;
    return power > cap ? cap : power;
}

/* The digits of D, of which there are at most 18, as a number. */
static uint64_t small_digits(const struct decimal *d)
{
    uint64_t value = 0;
    for (ptrdiff_t i = d->first; i <= d->last; i++)
        if (d->text.data[i] != '.')
            value = value * 10 + (uint64_t)(d->text.data[i] - '0');
    return value;
}

/* What is left of the digits of D, with POWER zeros behind them, by DIVISOR, below 10^18. */
static uint64_t remainder_by(const struct decimal *d, intmax_t power, uint64_t divisor)
{
    uint64_t left = 0;
    assert(divisor);
    for (ptrdiff_t i = d->first; i <= d->last; i++)
        if (d->text.data[i] != '.')
            left = (left * 10 + (uint64_t)(d->text.data[i] - '0')) % divisor;
    for (; power > 0; power--)
        left = left * 10 % divisor;
    return left;
}

/* The digits of D with POWER zeros behind them. */
static BIGNUM *big_digits(const struct decimal *d, intmax_t power)
{
    struct arena scratch = {0};
    struct buf digits = buf_in(&scratch, PTRDIFF_MAX);
    for (ptrdiff_t i = d->first; i <= d->last; i++)
        if (d->text.data[i] != '.')
            buf_add_byte(&digits, d->text.data[i]);
    buf_add_bytes(&digits, '0', power);
    buf_add_byte(&digits, '\0');
    BIGNUM *value = NULL;
    if (!BN_dec2bn(&value, digits.data))
        die_oom();
    arena_free(&scratch);
    return value;
}

/* True when the digits of X, with POWER zeros behind them, are a multiple of those of Y. */
static bool is_big_multiple(const struct decimal *x, intmax_t power, const struct decimal *y)
{
    BIGNUM *dividend = big_digits(x, power), *divisor = big_digits(y, 0), *left = BN_new();
    BN_CTX *context = BN_CTX_new();
    if (!left || !context || !BN_mod(left, dividend, divisor, context))
        die_oom();
    bool is_multiple = BN_is_zero(left);
    BN_CTX_free(context);
    BN_free(left);
    BN_free(divisor);
    BN_free(dividend);
    return is_multiple;
}

/*
 * Digits have no zero at their end. So where A's last one stands below B's, A is no multiple: ten
 * would divide its digits. Above it, zeros behind A's digits only bring in twos and fives, of which
 * B's digits have less than four each.
 */
int number_is_multiple(str a, str b)
{
    enum { SMALL_DIGITS = 18 };
    struct decimal x = decimal_parse(a), y = decimal_parse(b);
    if (x.zero)
        return 1;
    ptrdiff_t digits = digit_count(&y);
    intmax_t power = power_between(&x, &y, 4 * (intmax_t)digits);
    if (power < 0)
        return 0;
    if (digits <= SMALL_DIGITS)
        return remainder_by(&x, power, small_digits(&y)) == 0;
    if (digits > NUMBER_DIGITS_CAP || digit_count(&x) > NUMBER_DIGITS_CAP)
        return -1;
    return is_big_multiple(&x, power, &y);
}

/* Go's integers: what fits -2^63 to 2^64-1 is printed as it is, but for "-0". */
static bool go_integer(struct buf *out, str lexeme)
{
    bool negative = lexeme.data[0] == '-';
    str digits = str_skip(lexeme, negative);
    if (digit_run(digits, 0) != digits.len)
        return false;
    str limit = negative ? S("9223372036854775808") : S("18446744073709551615");
    if (digits.len > limit.len || (digits.len == limit.len && str_compare(digits, limit) > 0))
        return false;
    buf_add(out, str_equal(digits, S("0")) ? digits : lexeme);
    return true;
}

/* Makes the digits of TEXT, "d.ddde+dd", the next larger ones; false when they are all nines. */
static bool next_digits(char *text)
{
    for (char *c = strchr(text, 'e') - 1; c >= text; c--) {
        if (*c >= '0' && *c < '9') {
            ++*c;
            return true;
        }
        if (*c == '9')
            *c = '0';
    }
    return false;
}

/*
 * Writes VALUE, finite and above 0, to TEXT with the fewest digits that read back as it. printf
 * gives the nearest number of COUNT digits. Below a power of two doubles lie twice as dense as
 * above it, so there the next larger one may read back where the nearest does not.
 */
static void shortest_text(double value, char text[32])
{
    /* Up to 15 digits survive the way through a double, but for those next to 0: what has fewer
       ends in zeros then. */
    for (int count = value < DBL_MIN ? 1 : DBL_DIG; count <= 17; count++) {
        snprintf(text, 32, "%.*e", count - 1, value);
        if (strtod(text, NULL) == value || (next_digits(text) && strtod(text, NULL) == value))
            return;
    }
}

/* The shortest digits of VALUE, and the power of ten of the first one as the result. */
static int shortest_digits(double value, char digits[20], int *ret_count)
{
    char text[32] = "";
    shortest_text(value, text);
    char *e = strchr(text, 'e');
    int len = 0;
    for (char *c = text; c < e; c++)
        if (*c != '.')
            digits[len++] = *c;
    while (len > 1 && digits[len - 1] == '0')
        len--;
    *ret_count = len;
    return (int)strtol(e + 1, NULL, 10);
}

/* Adds DIGITS, the first of which stands for 10 to the POWER, without an exponent. */
static void add_fixed(struct buf *out, str digits, int power)
{
    if (power < 0) {
        buf_add(out, S("0."));
        buf_add_bytes(out, '0', -power - 1);
        buf_add(out, digits);
    } else if (digits.len <= power + 1) {
        buf_add(out, digits);
        buf_add_bytes(out, '0', power + 1 - digits.len);
    } else {
        buf_add(out, str_first(digits, power + 1));
        buf_add_byte(out, '.');
        buf_add(out, str_skip(digits, power + 1));
    }
}

/* Adds DIGITS with a point behind the first, as in front of an exponent. */
static void add_mantissa(struct buf *out, str digits)
{
    buf_add_byte(out, digits.data[0]);
    if (digits.len > 1)
        buf_add_byte(out, '.');
    buf_add(out, str_skip(digits, 1));
}

/* The double that is nearest to LEXEME; infinite beyond them. */
static double nearest_double(struct arena *arena, str lexeme)
{
    char room[64] = ""; /* for all but odd ones */
    if (lexeme.len >= (ptrdiff_t)sizeof room)
        return strtod(arena_copy(arena, lexeme).data, NULL);
    memcpy(room, lexeme.data, (size_t)lexeme.len);
    return strtod(room, NULL);
}

/* As Go's encoding/json: 'f' format from 1e-6 up to 1e21, else 'e' with a short exponent. */
static void go_double(struct buf *out, double value)
{
    if (signbit(value)) {
        buf_add_byte(out, '-');
        value = -value;
    }
    if (value == 0) {
        buf_add_byte(out, '0');
        return;
    }
    char digits[20] = {0};
    int count = 0;
    int power = shortest_digits(value, digits, &count);
    str all = {digits, count};
    if (value < 1e-6 || value >= 1e21) {
        add_mantissa(out, all);
        buf_printf(out, "e%c%d", power < 0 ? '-' : '+', abs(power));
    } else {
        add_fixed(out, all, power);
    }
}

bool number_go(struct buf *out, str lexeme)
{
    if (go_integer(out, lexeme))
        return true;
    double value = nearest_double(out->arena, lexeme);
    if (!isfinite(value))
        return false;
    go_double(out, value);
    return true;
}

bool number_python(struct buf *out, str lexeme)
{
    if (number_is_digits(lexeme)) {
        buf_add(out, str_equal(lexeme, S("-0")) ? S("0") : lexeme);
        return true;
    }
    double value = nearest_double(out->arena, lexeme);
    if (!isfinite(value))
        return false;
    if (signbit(value))
        buf_add_byte(out, '-');
    if (value == 0) {
        buf_add(out, S("0.0"));
        return true;
    }
    char room[20] = {0};
    int count = 0;
    int power = shortest_digits(fabs(value), room, &count);
    str digits = {room, count};
    if (power < -4 || power >= 16) {
        add_mantissa(out, digits);
        buf_printf(out, "e%c%02d", power < 0 ? '-' : '+', abs(power));
    } else {
        add_fixed(out, digits, power);
        if (count <= power + 1)
            buf_add(out, S(".0"));
    }
    return true;
}

static unsigned digit_value(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a' + 10);
}

str number_to_decimal(struct arena *arena, str digits, unsigned base)
{
    while (digits.len > 1 && digits.data[0] == '0')
        digits = str_skip(digits, 1);
    if (base == 10)
        return digits;
    if (digits.len > NUMBER_DIGITS_CAP)
        return (str){0};

    enum { LIMB = 1000000000, LIMB_DIGITS = 9 };
    uint32_t limbs[NUMBER_DIGITS_CAP * 4 / 29 + 2] = {0}; /* 4 bits a digit, 29.9 bits a limb */
    int count = 1;
    for (ptrdiff_t i = 0; i < digits.len;) {
        uint64_t carry = 0, scale = 1; /* of the digits taken at once */
        for (; i < digits.len && scale * base < LIMB; i++, scale *= base)
            carry = carry * base + digit_value(digits.data[i]);
        for (int j = 0; j < count; j++) {
            carry += limbs[j] * scale;
            limbs[j] = (uint32_t)(carry % LIMB);
            carry /= LIMB;
        }
        if (carry)
            limbs[count++] = (uint32_t)carry;
    }
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    buf_printf(&out, "%u", (unsigned)limbs[count - 1]);
    for (int j = count - 2; j >= 0; j--)
        buf_printf(&out, "%0*u", LIMB_DIGITS, (unsigned)limbs[j]);
    return buf_view(&out);
}
