#include "base/base64.h"

#include <stdint.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";

enum { PADDING = 64 };

void base64_encode(struct buf *out, str bytes)
{
    for (ptrdiff_t i = 0; i < bytes.len; i += 3) {
        ptrdiff_t count = bytes.len - i < 3 ? bytes.len - i : 3;
        uint32_t bits = 0;
        for (ptrdiff_t j = 0; j < 3; j++)
            bits = bits << 8 | (j < count ? (unsigned char)bytes.data[i + j] : 0);
        for (ptrdiff_t j = 0; j < 4; j++)
            buf_add_byte(out, digits[j <= count ? bits >> (18 - 6 * j) & 63 : PADDING]);
    }
}

/* The value of a digit; -1: it is none. */
static int value_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* TEXT without the padding at its end, of which *RET_COUNT characters were there. */
static str cut_padding(str text, ptrdiff_t *ret_count)
{
    ptrdiff_t len = text.len;
    while (len > 0 && text.data[len - 1] == '=')
        len--;
    *ret_count = text.len - len;
    return str_first(text, len);
}

/* What there is to say of TEXT, all of it digits, and PADDING behind them. */
static enum base64_verdict judge(str text, ptrdiff_t padding)
{
    ptrdiff_t rest = text.len % 4;
    if (rest == 0 && (!padding || text.len > 0))
        return padding ? BASE64_SURPLUS : BASE64_FINE;
    if (rest < 2 || rest + padding != 4)
        return BASE64_BAD;
    int unused = rest == 2 ? 15 : 3; /* bits of the last digit */
    return value_of(text.data[text.len - 1]) & unused ? BASE64_LEFT_OVER : BASE64_FINE;
}

enum base64_verdict base64_decode(struct buf *out, str text)
{
    ptrdiff_t padding;
    uint32_t bits = 0;
    text = cut_padding(text, &padding);
    for (ptrdiff_t i = 0; i < text.len; i++)
        if (value_of(text.data[i]) < 0)
            return BASE64_BAD;
    enum base64_verdict verdict = judge(text, padding);
    for (ptrdiff_t i = 0; out && verdict != BASE64_BAD && i < text.len; i++) {
        bits = bits << 6 | (uint32_t)value_of(text.data[i]);
        if (i % 4) /* each digit but the first of four completes a byte */
            buf_add_byte(out, (char)(bits >> (6 - 2 * (i % 4))));
    }
    return verdict;
}
