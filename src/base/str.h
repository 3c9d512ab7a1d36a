/*
 * str.h - a borrowed run of bytes.
 *
 * A str points into memory that somebody else owns and that outlives it: a text, an arena, a
 * literal. It may hold any byte, NUL too, and has no terminator. {0} is the empty str.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *data;
    ptrdiff_t len; /* bytes */
} str;

/* A string literal as a str, usable in constant initialisers as STR_INIT("x"). */
#define STR_INIT(literal)                                                                          \
    {                                                                                              \
        (literal), (ptrdiff_t)sizeof(literal) - 1                                                  \
    }
#define S(literal) ((str)STR_INIT(literal))

/* The bytes of a C string, without its NUL. NULL gives the empty str. */
str str_of(const char *c_string);

/* True when both hold the same bytes. */
bool str_equal(str a, str b);

/* Order by bytes, which for UTF-8 is the order by code points: below 0, 0 or above 0 as in memcmp.
 */
int str_compare(str a, str b);

/* True for the letters and digits of ASCII, whatever the locale. */
bool byte_is_alphanumeric(char c);

/* C, or where that is a capital letter of ASCII, the small one, whatever the locale. */
char byte_lower(char c);

bool str_starts(str s, str prefix);
bool str_ends(str s, str suffix);

/* S without its first COUNT bytes; COUNT is at most the length, which is asserted. */
str str_skip(str s, ptrdiff_t count);

/* The first COUNT bytes of S; COUNT is at most the length, which is asserted. */
str str_first(str s, ptrdiff_t count);

/* The offset of the first byte C, or of the first WHAT, in S; -1 when there is none. */
ptrdiff_t str_find_byte(str s, char c);
ptrdiff_t str_find(str s, str what);

/* The offset of the last byte C in S; -1 when there is none. */
ptrdiff_t str_find_last_byte(str s, char c);

/*
 * Splits S at the first byte C: *BEFORE gets what stands before it, *AFTER what stands behind.
 * Without a C, *BEFORE is all of S, *AFTER is empty, and the result is false.
 */
bool str_cut(str s, char c, str *before, str *after);

#endif
