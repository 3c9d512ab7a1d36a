#include "base/utf8.h"

#include <string.h>

static unsigned byte_at(str s, ptrdiff_t at)
{
    return (unsigned char)s.data[at];
}

/* How many bytes from AT on are below 0x80; runs that are long are taken 32 bytes at a time. */
static ptrdiff_t ascii_run(str s, ptrdiff_t at)
{
    ptrdiff_t end = at;
    while (utf8_is_ascii_word(s, end)) {
        end += 8;
        for (uint64_t words[4]; end + 32 <= s.len; end += 32) {
            memcpy(words, s.data + end, 32);
            if ((words[0] | words[1] | words[2] | words[3]) & UINT64_C(0x8080808080808080))
                break;
        }
    }
    while (end < s.len && byte_at(s, end) < 0x80)
        end++;
    return end - at;
}

/* The length of the well-formed sequence at AT (table 3-7 of the Unicode Standard), or 0. */
static ptrdiff_t sequence_length(str s, ptrdiff_t at)
{
    unsigned lead = byte_at(s, at);
    ptrdiff_t len = lead < 0x80   ? 1
                    : lead < 0xC2 ? 0
                    : lead < 0xE0 ? 2
                    : lead < 0xF0 ? 3
                    : lead < 0xF5 ? 4
                                  : 0;
    if (len == 0 || len > s.len - at)
        return 0;
    for (ptrdiff_t i = 1; i < len; i++)
        if ((byte_at(s, at + i) & 0xC0) != 0x80)
            return 0;
    unsigned second = len > 1 ? byte_at(s, at + 1) : 0;
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
        (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F))
        return 0;
    return len;
}

/*
 * True when the three bytes at AT are a character of those leads that any two bytes may continue,
 * as most of CJK is, and another byte follows.
 */
static bool is_common_three(str s, ptrdiff_t at)
{
    static const unsigned char masks[4] = {0xF0, 0xC0, 0xC0}, bits[4] = {0xE0, 0x80, 0x80};
    uint32_t mask, wanted, word;
    if (s.len - at < 4)
        return false;
    memcpy(&mask, masks, 4);
    memcpy(&wanted, bits, 4);
    memcpy(&word, s.data + at, 4);
    return (word & mask) == wanted && byte_at(s, at) != 0xE0 && byte_at(s, at) != 0xED;
}

ptrdiff_t utf8_find_bad(str s)
{
    for (ptrdiff_t at = 0; at < s.len;) {
        at += ascii_run(s, at);
        while (is_common_three(s, at)) /* such text is checked in a fifth of the time */
            at += 3;
        if (at == s.len)
            break;
        ptrdiff_t len = sequence_length(s, at);
        if (len == 0)
            return at;
        at += len;
    }
    return -1;
}

bool utf8_is_ascii(str s)
{
    return ascii_run(s, 0) == s.len;
}

uint32_t utf8_decode(str s, ptrdiff_t *ret_len)
{
    uint32_t lead = byte_at(s, 0);
    if (lead < 0x80) {
        *ret_len = 1;
        return lead;
    }
    ptrdiff_t len = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    uint32_t code = lead & (0xFFu >> (len + 1));
    for (ptrdiff_t i = 1; i < len; i++)
        code = code << 6 | (byte_at(s, i) & 0x3F);
    *ret_len = len;
    return code;
}

ptrdiff_t utf8_encode(uint32_t code, char out[4])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    ptrdiff_t len = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (ptrdiff_t i = len - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(lead[len] | code);
    return len;
}

/* How many of the eight bytes from AT on continue a code point: their first bits are 1 and 0. */
static unsigned count_trails(str s, ptrdiff_t at)
{
    uint64_t word;
    memcpy(&word, s.data + at, sizeof word);
    uint64_t trails = word >> 7 & ~(word >> 6) & UINT64_C(0x0101010101010101);
    return (unsigned)(trails * UINT64_C(0x0101010101010101) >> 56);
}

ptrdiff_t utf8_count(str s)
{
    ptrdiff_t at = 0, count = 0;
    for (; s.len - at >= 8; at += 8)
        count += 8 - count_trails(s, at);
    for (; at < s.len; at++)
        count += (byte_at(s, at) & 0xC0) != 0x80;
    return count;
}

ptrdiff_t utf8_skip(str s, ptrdiff_t at, size_t count)
{
    for (; s.len - at >= 8; at += 8) {
        unsigned trails = count_trails(s, at);
        if (8 - trails > count)
            break;
        count -= 8 - trails;
    }
    while (at < s.len && (!utf8_begins(s, at) || count-- > 0))
        at++;
    return at;
}

ptrdiff_t utf8_unskip(str s, ptrdiff_t at, size_t count)
{
    for (; count && at > 0; count--)
        do
            at--;
        while (at > 0 && !utf8_begins(s, at));
    return at;
}

enum utf_bom utf_bom(str bytes, ptrdiff_t *ret_len)
{
    static const struct {
        str mark;
        enum utf_bom kind;
    } marks[] = {
        {STR_INIT("\xEF\xBB\xBF"), BOM_UTF8},
        {STR_INIT("\xFF\xFE"), BOM_UTF16LE},
        {STR_INIT("\xFE\xFF"), BOM_UTF16BE},
    };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (str_starts(bytes, marks[i].mark)) {
            *ret_len = marks[i].mark.len;
            return marks[i].kind;
        }
    *ret_len = 0;
    return BOM_NONE;
}

static uint32_t utf16_unit(str bytes, ptrdiff_t at, bool big_endian)
{
    unsigned first = byte_at(bytes, at), second = byte_at(bytes, at + 1);
    return big_endian ? first << 8 | second : second << 8 | first;
}

bool utf16_to_utf8(struct arena *arena, str bytes, bool big_endian, str *ret_text,
                   ptrdiff_t *ret_bad)
{
    char *out = arena_alloc(arena, 1, bytes.len / 2 * 3 + 1); /* a unit becomes 3 bytes at most */
    ptrdiff_t len = 0, at = 0;
    while (at + 2 <= bytes.len) {
        uint32_t code = utf16_unit(bytes, at, big_endian);
        ptrdiff_t used = 2;
        if (code >= 0xD800 && code < 0xE000) {
            uint32_t low = at + 4 <= bytes.len ? utf16_unit(bytes, at + 2, big_endian) : 0;
            if (code >= 0xDC00 || low < 0xDC00 || low >= 0xE000)
                break;
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            used = 4;
        }
        char four[4];
        ptrdiff_t size = utf8_encode(code, four);
        memcpy(out + len, four, (size_t)size);
        len += size;
        at += used;
    }
    *ret_text = (str){out, len};
    *ret_bad = at;
    return at == bytes.len;
}
