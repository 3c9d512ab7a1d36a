/*
 * format.h - what the values of "format" ask of a string.
 *
 * One table says which formats there are, in which dialects each is defined, and how it is checked.
 * A name that the dialect does not define is no error: it says nothing (JSON Schema 2020-12
 * validation, section 7). Whether formats assert at all is for the caller to decide.
 *
 * The formats that OpenAPI adds (int32, double, byte, password ...) are in the table without a
 * check: they speak of numbers, or of how a value is to be shown or read, and their specification
 * leaves open what they refuse. OpenAPI's "date" and "date-time" are those of RFC 3339 and checked.
 */
#ifndef VALIDATE_FORMAT_H
#define VALIDATE_FORMAT_H

#include "base/str.h"
#include "schema/vocabulary.h"

struct format {
    str name;
    unsigned dialects;               /* a mask: where it is defined, and means this */
    const char *(*check)(str value); /* see format_fault; NULL: it annotates, and always holds */
};

/*
 * The format NAME as DIALECT defines it; NULL when it does not. What is returned lives as long as
 * the program.
 */
const struct format *format_find(str name, enum dialect dialect);

/* All rows, *RET_COUNT of them. A name whose meaning differs among dialects has several. */
const struct format *format_rows(ptrdiff_t *ret_count);

/*
 * Why the string VALUE is not of FORMAT, in words that can stand behind a colon ("the month is not
 * 01 to 12") and live as long as the program; NULL when it is. VALUE may hold any bytes: what is no
 * UTF-8 is of no format that is checked. Takes time linear in its length.
 *
 * Formats speak of strings only: for any other value the caller need not ask, it holds.
 */
const char *format_fault(const struct format *format, str value);

/* True when TEXT is a day such as 2027-01-31 (RFC 3339 section 5.6). Such days compare as texts. */
bool format_is_date(str text);

/* True when the string VALUE is of FORMAT. */
bool format_holds(const struct format *format, str value);

#endif
