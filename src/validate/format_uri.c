/* URIs (RFC 3986) and IRIs (RFC 3987). */
#include "base/utf8.h"
#include "schema/uri.h"
#include "validate/format_checks.h"

#include <string.h>

bool format_is_among(char c, const char *set)
{
    return c && strchr(set, c);
}

bool format_is_ucschar(uint32_t code)
{
    if (code < 0x10000)
        return (code >= 0xA0 && code < 0xD800) || (code >= 0xF900 && code < 0xFDD0) ||
               (code >= 0xFDF0 && code < 0xFFF0);
    return code < 0xF0000 && (code & 0xFFFF) < 0xFFFE && (code < 0xE0000 || code >= 0xE1000);
}

bool format_is_iprivate(uint32_t code)
{
    return (code >= 0xE000 && code < 0xF900) || (code >= 0xF0000 && (code & 0xFFFF) < 0xFFFE);
}

/* Which characters may stand in a part, besides ASCII letters, digits and "%hh". */
struct part {
    const char *marks;
    bool ucschar, iprivate;
    const char *fault; /* what to say of any other */
};

/* Section 2.3, unreserved, and section 2.2, sub-delims. */
#define UNRESERVED "-._~"
#define SUB_DELIMS "!$&'()*+,;="

static const char bad_percent[] = "a % is not followed by two hexadecimal digits";

static const char *part_fault(str text, const struct part *part)
{
    while (text.len) {
        char c = text.data[0];
        ptrdiff_t len = 1;
        if ((unsigned char)c >= 0x80) {
            uint32_t code = utf8_decode(text, &len);
            if (!(part->ucschar && format_is_ucschar(code)) &&
                !(part->iprivate && format_is_iprivate(code)))
                return part->fault;
        } else if (c == '%') {
            if (!starts_with_triplet(text))
                return bad_percent;
            len = 3;
        } else if (!byte_is_alphanumeric(c) && !format_is_among(c, part->marks)) {
            return part->fault;
        }
        text = str_skip(text, len);
    }
    return NULL;
}

/* Section 3.2.2: IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ) */
static bool is_ip_future(str s)
{
    static const struct part address = {UNRESERVED SUB_DELIMS ":", false, false, ""};
    str version, rest;
    if (!s.len || (s.data[0] != 'v' && s.data[0] != 'V') ||
        !str_cut(str_skip(s, 1), '.', &version, &rest) || !version.len || !rest.len)
        return false;
    for (ptrdiff_t i = 0; i < version.len; i++)
        if (!is_hex_digit(version.data[i]))
            return false;
    return str_find_byte(rest, '%') < 0 && !part_fault(rest, &address);
}

/* Section 3.2.2: host = IP-literal / IPv4address / reg-name; with the port of section 3.2.3. */
static const char *host_fault(str host_and_port, bool iri)
{
    const struct part name = {UNRESERVED SUB_DELIMS, iri, false,
                              "a character may not stand in a host"};
    str host, rest;
    if (str_starts(host_and_port, S("["))) {
        if (!str_cut(str_skip(host_and_port, 1), ']', &host, &rest))
            return "a [ in the host is not closed";
        if (format_ipv6(host) && !is_ip_future(host))
            return "what stands in [] is no IPv6 address";
        if (rest.len && rest.data[0] != ':')
            return "something else than a port follows the ]";
    } else {
        ptrdiff_t colon = str_find_byte(host_and_port, ':');
        host = colon < 0 ? host_and_port : str_first(host_and_port, colon);
        rest = str_skip(host_and_port, host.len);
        const char *fault = part_fault(host, &name);
        if (fault)
            return fault;
    }
    str port = rest.len ? str_skip(rest, 1) : rest;
    return leading_digits(port).len == port.len ? NULL : "the port is not a number";
}

/* Section 3.2: authority = [ userinfo "@" ] host [ ":" port ] */
static const char *authority_fault(str authority, bool iri)
{
    const struct part userinfo = {UNRESERVED SUB_DELIMS ":", iri, false,
                                  "a character may not stand before the @"};
    ptrdiff_t at = str_find_byte(authority, '@');
    const char *fault = at < 0 ? NULL : part_fault(str_first(authority, at), &userinfo);
    return fault ? fault : host_fault(str_skip(authority, at + 1), iri);
}

/* Sections 3 and 4.1, and RFC 3987 section 2.2 where IRI is true. */
static const char *reference_fault(str value, bool iri)
{
    const struct part path = {UNRESERVED SUB_DELIMS ":@/", iri, false,
                              "a character may not stand in the path"};
    const struct part query = {UNRESERVED SUB_DELIMS ":@/?", iri, iri,
                               "a character may not stand in the query"};
    const struct part fragment = {UNRESERVED SUB_DELIMS ":@/?", iri, false,
                                  "a character may not stand in the fragment"};
    struct uri uri = uri_split(value);
    const char *fault = uri.has_authority ? authority_fault(uri.authority, iri) : NULL;
    if (!fault)
        fault = part_fault(uri.path, &path);
    if (!fault)
        fault = part_fault(uri.query, &query);
    if (!fault)
        fault = part_fault(uri.fragment, &fragment);
    if (fault || uri.has_scheme || uri.has_authority)
        return fault;
    str segment, rest;
    str_cut(uri.path, '/', &segment, &rest);
    return str_find_byte(segment, ':') < 0 ? NULL
                                           : "what stands before its first colon is no scheme";
}

/* Section 3: only what has a scheme is a URI. */
static const char *absolute_fault(str value, bool iri)
{
    const char *fault = reference_fault(value, iri);
    return fault || uri_is_absolute(value) ? fault : "it has no scheme";
}

const char *format_uri(str value)
{
    return absolute_fault(value, false);
}

const char *format_uri_reference(str value)
{
    return reference_fault(value, false);
}

const char *format_iri(str value)
{
    return absolute_fault(value, true);
}

const char *format_iri_reference(str value)
{
    return reference_fault(value, true);
}
