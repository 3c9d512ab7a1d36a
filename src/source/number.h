/*
 * number.h - numbers as text, exactly.
 *
 * A node keeps a number as the JSON number that was written (RFC 8259 section 6), of any length.
 * Nothing here goes through a double, but for number_go and number_python, which must.
 */
#ifndef SOURCE_NUMBER_H
#define SOURCE_NUMBER_H

#include "base/buf.h"
#include "base/str.h"

#include <stdint.h>

/* The length of the longest JSON number at the start of S (1 for "1."); 0 when there is none. */
ptrdiff_t number_scan(str s);

/* True when two JSON numbers have one value: 1.0, 1 and 10e-1 do. -0 equals 0. */
bool number_equal(str a, str b);

/* Below 0, 0 or above 0, as the number A is less than, equal to or greater than B. */
int number_compare(str a, str b);

/* A keyed hash (base/hash.h) of the value: equal numbers have the same. */
uint64_t number_hash(str number);

/* True when the value of the JSON number is an integer: 1.0 and 10e-1 are. */
bool number_is_integral(str number);

/* True when the JSON number is written as an integer, without a ".", "e" or "E". */
bool number_is_digits(str number);

/*
 * 1 when the JSON number A is an integer times the JSON number B, which is not 0; 0 when it is not.
 * -1 when that takes too long to tell: B has more than 18 significant digits, and one of the two
 * more than NUMBER_DIGITS_CAP.
 */
int number_is_multiple(str a, str b);

/*
 * Adds the JSON number LEXEME as Go's encoding/json prints what a YAML reader made of it
 * (registry-extractor.md section 3): integers from -2^63 to 2^64-1 in full, all else as the
 * shortest text that reads back as the same double. False, with nothing added, when it lies beyond
 * the doubles.
 */
bool number_go(struct buf *out, str lexeme);

/*
 * Adds the JSON number LEXEME as Python's json prints what it read (connector-sdk.md section 5.1):
 * integers of any length with their digits, all else, which has a ".", "e" or "E", as the shortest
 * text that reads back as the same double. False, with nothing added, when it lies beyond the
 * doubles.
 */
bool number_python(struct buf *out, str lexeme);

/*
 * The decimal digits of DIGITS, which are of BASE 2, 8, 10 or 16, without leading zeros. Takes time
 * in the square of the length, so more than NUMBER_DIGITS_CAP digits of base 2, 8 or 16 give an
 * empty str.
 */
enum { NUMBER_DIGITS_CAP = 4096 };
str number_to_decimal(struct arena *arena, str digits, unsigned base);

#endif
