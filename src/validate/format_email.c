/*
 * Mail addresses: Mailbox of RFC 5321, section 4.1.2, and as RFC 6531 section 3.3 extends it.
 *
 * Drafts 04 to 07 name RFC 5322 instead, whose addr-spec is a Mailbox with comments and folded
 * white space around its parts, which no address that is data has: so one check serves all drafts.
 */
#include "validate/format_checks.h"

enum { LOCAL_PART_MAX = 64 }; /* bytes: section 4.5.3.1.1 */

static bool is_beyond_ascii(char c)
{
    return (unsigned char)c >= 0x80;
}

/* RFC 5322 section 3.2.3 */
static bool is_atext(char c, bool idn)
{
    return byte_is_alphanumeric(c) || format_is_among(c, "!#$%&'*+-/=?^_`{|}~") ||
           (idn && is_beyond_ascii(c));
}

/* The length of the Dot-string that S begins with; *RET_FAULT, unless NULL, is what is wrong. */
static ptrdiff_t dot_string_length(str s, bool idn, const char **ret_fault)
{
    ptrdiff_t len = 0;
    *ret_fault = NULL;
    while (len < s.len && (s.data[len] == '.' || is_atext(s.data[len], idn)))
        len++;
    str local = str_first(s, len);
    if (str_starts(local, S(".")) || str_ends(local, S(".")) || str_find(local, S("..")) >= 0)
        *ret_fault = "a dot before the @ does not stand between two other characters";
    return len;
}

/* The same for a Quoted-string, which begins with a quotation mark. */
static ptrdiff_t quoted_string_length(str s, bool idn, const char **ret_fault)
{
    *ret_fault = NULL;
    for (ptrdiff_t at = 1; at < s.len; at++) {
        char c = s.data[at];
        if (c == '"')
            return at + 1;
        bool escaped = c == '\\' && at + 1 < s.len;
        if (escaped)
            c = s.data[++at];
        if ((c < ' ' || c > '~') && !(idn && !escaped && is_beyond_ascii(c)))
            break;
    }
    *ret_fault = "what is quoted before the @ is not closed, or has a control character";
    return 0;
}

/* ABNF's strings have no case. */
static bool starts_with_ipv6(str s)
{
    static const char tag[] = "ipv6:";
    ptrdiff_t len = (ptrdiff_t)sizeof tag - 1;
    if (s.len < len)
        return false;
    for (ptrdiff_t i = 0; i < len; i++)
        if ((s.data[i] | 0x20) != (tag[i] | 0x20))
            return false;
    return true;
}

/*
 * Section 4.1.3: what stands in "[]". A tag has to be registered by a standard, and "IPv6" is the
 * only one.
 */
static const char *literal_fault(str literal)
{
    if (!str_ends(literal, S("]")))
        return "a [ behind the @ is not closed at the end";
    literal = str_first(literal, literal.len - 1);
    return starts_with_ipv6(literal) ? format_ipv6(str_skip(literal, 5)) : format_ipv4(literal);
}

/* Mailbox = Local-part "@" ( Domain / address-literal ) */
static const char *email_fault(str value, bool idn)
{
    const char *fault;
    ptrdiff_t len = str_starts(value, S("\"")) ? quoted_string_length(value, idn, &fault)
                                               : dot_string_length(value, idn, &fault);
    if (fault)
        return fault;
    if (!len)
        return "nothing stands before the @";
    if (len == value.len)
        return "it has no @";
    if (value.data[len] != '@')
        return "a character may not stand before the @";
    if (len > LOCAL_PART_MAX)
        return "more than 64 bytes stand before the @";
    str domain = str_skip(value, len + 1);
    if (str_starts(domain, S("[")))
        return literal_fault(str_skip(domain, 1));
    return idn ? format_mail_domain(domain) : format_hostname_plain(domain);
}

const char *format_email(str value)
{
    return email_fault(value, false);
}

const char *format_idn_email(str value)
{
    return email_fault(value, true);
}
