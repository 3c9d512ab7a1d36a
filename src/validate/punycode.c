#include "validate/punycode.h"

#include <assert.h>
#include <string.h>

/* Section 5 */
enum { BASE = 36, T_MIN = 1, T_MAX = 26, SKEW = 38, DAMP = 700, INITIAL_BIAS = 72 };
enum { INITIAL_N = 0x80 };

/* Section 6.1: the bias after a delta, which is the first or not, in a label of COUNT so far. */
static uint32_t adapt(uint32_t delta, uint32_t count, bool first)
{
    uint32_t k = 0;
    delta = first ? delta / DAMP : delta / 2;
    delta += delta / count;
    for (; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE)
        delta /= BASE - T_MIN;
    return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

/* Section 6.1: the threshold of the digit that counts K. */
static uint32_t threshold(uint32_t k, uint32_t bias)
{
    if (k <= bias + T_MIN)
        return T_MIN;
    return k >= bias + T_MAX ? T_MAX : k - bias;
}

/* The value of a digit (section 5), or BASE when C is none. */
static uint32_t digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return (uint32_t)(c - '0') + 26;
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'z' ? (uint32_t)(lower - 'a') : BASE;
}

static char digit_of(uint32_t value)
{
    return (char)(value < 26 ? 'a' + value : '0' + (value - 26));
}

/*
 * Takes a variable-length integer from *REST and adds it to *I. False when it is cut off, has a
 * character that is no digit, or leads beyond LIMIT, which is far below the largest integer.
 */
static bool take_delta(str *rest, uint32_t bias, uint32_t limit, uint32_t *i)
{
    uint64_t sum = *i, weight = 1;
    for (uint32_t k = BASE;; k += BASE) {
        uint32_t digit = rest->len ? digit_value(rest->data[0]) : BASE;
        if (digit == BASE)
            return false;
        *rest = str_skip(*rest, 1);
        sum += digit * weight;
        if (sum > limit)
            return false;
        uint32_t t = threshold(k, bias);
        if (digit < t)
            break;
        weight *= BASE - t;
        if (weight > limit)
            weight = (uint64_t)limit + 1; /* any digit but 0 is too much from here on */
    }
    *i = (uint32_t)sum;
    return true;
}

ptrdiff_t punycode_decode(str code, uint32_t *label, ptrdiff_t max)
{
    ptrdiff_t count = str_find_last_byte(code, '-');
    str rest = str_skip(code, count + 1);
    assert(max <= PUNYCODE_LABEL_MAX); /* so that no delta overflows */
    count = count < 0 ? 0 : count;
    if (count > max)
        return -1;
    for (ptrdiff_t at = 0; at < count; at++) {
        label[at] = (unsigned char)code.data[at];
        if (label[at] >= INITIAL_N)
            return -1;
    }

    uint32_t n = INITIAL_N, i = 0, bias = INITIAL_BIAS;
    while (rest.len) {
        uint32_t from = i, size = (uint32_t)count + 1;
        if (count == max || !take_delta(&rest, bias, (0x110000 - n) * size + size, &i))
            return -1;
        bias = adapt(i - from, size, from == 0);
        n += i / size;
        i %= size;
        if (n > 0x10FFFF || (n >= 0xD800 && n < 0xE000))
            return -1;
        memmove(label + i + 1, label + i, (size_t)(count - i) * sizeof *label);
        label[i++] = n;
        count++;
    }
    return count;
}

/* What an encoding has written so far. */
struct output {
    char *bytes;
    ptrdiff_t len, max; /* LEN above MAX: it did not fit */
};

static void put(struct output *out, char c)
{
    if (out->len < out->max)
        out->bytes[out->len] = c;
    out->len++;
}

/* Writes DELTA as a variable-length integer (section 6.3). */
static void put_delta(struct output *out, uint32_t delta, uint32_t bias)
{
    for (uint32_t k = BASE;; k += BASE) {
        uint32_t t = threshold(k, bias);
        if (delta < t)
            break;
        put(out, digit_of(t + (delta - t) % (BASE - t)));
        delta = (delta - t) / (BASE - t);
    }
    put(out, digit_of(delta));
}

/* The lowest code point of LABEL that is at least N; it has one. */
static uint32_t next_code(const uint32_t *label, ptrdiff_t count, uint32_t n)
{
    uint32_t lowest = UINT32_MAX;
    for (ptrdiff_t i = 0; i < count; i++)
        if (label[i] >= n && label[i] < lowest)
            lowest = label[i];
    return lowest;
}

ptrdiff_t punycode_encode(const uint32_t *label, ptrdiff_t count, char *code, ptrdiff_t max)
{
    struct output out = {.max = max};
    out.bytes = code;
    assert(count <= PUNYCODE_LABEL_MAX);
    for (ptrdiff_t i = 0; i < count; i++)
        if (label[i] < INITIAL_N)
            put(&out, (char)label[i]);
    ptrdiff_t basic = out.len, done = basic;
    if (basic)
        put(&out, '-');

    uint32_t n = INITIAL_N, delta = 0, bias = INITIAL_BIAS;
    while (done < count) {
        uint32_t next = next_code(label, count, n);
        delta += (next - n) * (uint32_t)(done + 1);
        n = next;
        for (ptrdiff_t i = 0; i < count; i++) {
            if (label[i] < n)
                delta++;
            if (label[i] != n)
                continue;
            put_delta(&out, delta, bias);
            bias = adapt(delta, (uint32_t)done + 1, done == basic);
            delta = 0;
            done++;
        }
        delta++;
        n++;
    }
    return out.len <= max ? out.len : -1;
}
