/*
 * format_checks.h - the checks behind the table of formats. Internal to validate/.
 *
 * Each is handed a string of well-formed UTF-8, and returns NULL when it is of the format, else why
 * not, as format_fault does. Each file of them is about one subject.
 */
#ifndef VALIDATE_FORMAT_CHECKS_H
#define VALIDATE_FORMAT_CHECKS_H

#include "base/str.h"

#include <stdint.h>

/* format_date.c: RFC 3339 */
const char *format_date_time(str value);
const char *format_date(str value);
const char *format_time(str value);
const char *format_duration(str value);

/* format_host.c: RFC 1123; with A-labels (RFC 5890), and with U-labels too */
const char *format_hostname_plain(str value);
const char *format_hostname(str value);
const char *format_idn_hostname(str value);
const char *format_mail_domain(str value); /* idn-hostname where normalisation is left to mailers */

/* format_address.c: RFC 2673 section 3.2 and RFC 4291 section 2.2 */
const char *format_ipv4(str value);
const char *format_ipv6(str value);

/* format_email.c: RFC 5321 section 4.1.2, RFC 6531 section 3.3 */
const char *format_email(str value);
const char *format_idn_email(str value);

/* format_uri.c: RFC 3986 and RFC 3987 */
const char *format_uri(str value);
const char *format_uri_reference(str value);
const char *format_iri(str value);
const char *format_iri_reference(str value);

/* format_template.c: RFC 6570 */
const char *format_uri_template(str value);

/* format_identifier.c: RFC 6901, relative JSON Pointer, RFC 4122 */
const char *format_json_pointer(str value);
const char *format_relative_json_pointer(str value);
const char *format_relative_json_pointer_indexed(str value); /* as 2020-12 has it */
const char *format_uuid(str value);

/* format_regex.c: ECMA-262 section 22.2.1 */
const char *format_regex(str value);

/* What the checks share: the classes of characters of RFC 5234, appendix B.1. */
static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool is_hex_digit(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* The digits that S begins with. */
static inline str leading_digits(str s)
{
    ptrdiff_t count = 0;
    while (count < s.len && is_digit(s.data[count]))
        count++;
    return str_first(s, count);
}

/* True when S begins with "%" and two hexadecimal digits (RFC 3986 section 2.1). */
static inline bool starts_with_triplet(str s)
{
    return s.len >= 3 && s.data[0] == '%' && is_hex_digit(s.data[1]) && is_hex_digit(s.data[2]);
}

/* True when C is one of the characters in SET. */
bool format_is_among(char c, const char *set);

/* True when CODE is beyond ASCII and may stand in an IRI: "ucschar" of RFC 3987 section 2.2. */
bool format_is_ucschar(uint32_t code);

/* The same for its "iprivate", which only queries may hold. */
bool format_is_iprivate(uint32_t code);

#endif
