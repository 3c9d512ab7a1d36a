/*
 * utf8.h - UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing past U+10FFFF.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

/* The offset of the first byte that is not part of well-formed UTF-8, or -1 when all of S is. */
ptrdiff_t utf8_find_bad(str s);

/* True when all bytes of S are below 0x80. */
bool utf8_is_ascii(str s);

/*
 * Decodes the code point at the start of S, which is well-formed and not empty. *RET_LEN is the
 * number of its bytes.
 */
uint32_t utf8_decode(str s, ptrdiff_t *ret_len);

/* Writes CODE, no surrogate, as UTF-8 to OUT and returns the number of bytes, 1 to 4. */
ptrdiff_t utf8_encode(uint32_t code, char out[4]);

/* The number of code points in S, which is well-formed. */
ptrdiff_t utf8_count(str s);

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
