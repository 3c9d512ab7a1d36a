/*
 * utf8.h - UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing past U+10FFFF.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>
#include <string.h>

/* The offset of the first byte that is not part of well-formed UTF-8, or -1 when all of S is. */
ptrdiff_t utf8_find_bad(str s);

/* True when all bytes of S are below 0x80. */
bool utf8_is_ascii(str s);

/* True when the eight bytes of S from AT on, at least, are there and below 0x80. */
static inline bool utf8_is_ascii_word(str s, ptrdiff_t at)
{
    uint64_t word;
    if (s.len - at < (ptrdiff_t)sizeof word)
        return false;
    memcpy(&word, s.data + at, sizeof word);
    return (word & UINT64_C(0x8080808080808080)) == 0;
}

/* True when a code point of S, which is well-formed, begins at AT, or S ends there. */
static inline bool utf8_begins(str s, ptrdiff_t at)
{
    return at == s.len || ((unsigned char)s.data[at] & 0xC0) != 0x80;
}

/*
 * Decodes the code point at the start of S, which is well-formed and not empty. *RET_LEN is the
 * number of its bytes.
 */
uint32_t utf8_decode(str s, ptrdiff_t *ret_len);

/* Writes CODE, no surrogate, as UTF-8 to OUT and returns the number of bytes, 1 to 4. */
ptrdiff_t utf8_encode(uint32_t code, char out[4]);

/* The number of code points in S, which is well-formed. */
ptrdiff_t utf8_count(str s);

/* The offset of the code point COUNT behind the one at AT in S, at most the end of S. */
ptrdiff_t utf8_skip(str s, ptrdiff_t at, size_t count);

/* The offset of the code point COUNT before the one at AT in S, at least 0. */
ptrdiff_t utf8_unskip(str s, ptrdiff_t at, size_t count);

/* What an encoded text begins with (RFC 3629 section 6; Unicode, section 2.6). */
enum utf_bom { BOM_NONE, BOM_UTF8, BOM_UTF16LE, BOM_UTF16BE };

enum utf_bom utf_bom(str bytes, ptrdiff_t *ret_len);

/*
 * Turns UTF-16 without a BOM into UTF-8 in the arena. False when a surrogate stands alone or a byte
 * is left over; *RET_BAD is then the offset of the fault in BYTES.
 */
bool utf16_to_utf8(struct arena *arena, str bytes, bool big_endian, str *ret_text,
                   ptrdiff_t *ret_bad);

#endif
