/* URI templates (RFC 6570). */
#include "base/utf8.h"
#include "validate/format_checks.h"

/*
 * The length of the literal that S begins with (section 2.1), or 0. The apostrophe is one, as
 * erratum 6937 has it.
 */
static ptrdiff_t literal_length(str s)
{
    char c = s.data[0];
    if ((unsigned char)c >= 0x80) {
        ptrdiff_t len;
        uint32_t code = utf8_decode(s, &len);
        return format_is_ucschar(code) || format_is_iprivate(code) ? len : 0;
    }
    if (c == '%')
        return starts_with_triplet(s) ? 3 : 0;
    return c > ' ' && c < 0x7F && !format_is_among(c, "\"<>\\^`{|}");
}

/* The length of the variable's name that S begins with (section 2.3), 0 when there is none. */
static ptrdiff_t name_length(str s)
{
    ptrdiff_t at = 0, end = 0; /* behind a dot END stays, until a character follows */
    while (at < s.len) {
        char c = s.data[at];
        if (c == '.' && at == end && at > 0) {
            at++;
            continue;
        }
        bool triplet = starts_with_triplet(str_skip(s, at));
        if (!triplet && !byte_is_alphanumeric(c) && c != '_')
            break;
        at += triplet ? 3 : 1;
        end = at;
    }
    return end;
}

/* The length of the modifier that S begins with (section 2.4): "*", ":1" to ":9999", or none. */
static ptrdiff_t modifier_length(str s)
{
    if (str_starts(s, S("*")))
        return 1;
    if (s.len < 2 || s.data[0] != ':' || s.data[1] == '0')
        return 0;
    ptrdiff_t digits = leading_digits(str_skip(s, 1)).len;
    return digits >= 1 && digits <= 4 ? 1 + digits : 0;
}

/* What stands between "{" and "}" (section 2.2): an operator, or none, and variables. */
static const char *expression_fault(str expression)
{
    str rest = expression;
    if (rest.len && format_is_among(rest.data[0], "+#./;?&=,!@|"))
        rest = str_skip(rest, 1);
    for (;;) {
        ptrdiff_t name = name_length(rest);
        if (!name)
            return "a variable in {} has no name";
        rest = str_skip(rest, name);
        rest = str_skip(rest, modifier_length(rest));
        if (!rest.len)
            return NULL;
        if (rest.data[0] != ',')
            return "a variable in {} is followed by something that is no modifier";
        rest = str_skip(rest, 1);
    }
}

const char *format_uri_template(str value)
{
    while (value.len) {
        if (value.data[0] != '{') {
            ptrdiff_t len = literal_length(value);
            if (!len)
                return value.data[0] == '}' ? "a } has no {" : "a character may not stand there";
            value = str_skip(value, len);
            continue;
        }
        str expression, rest;
        if (!str_cut(str_skip(value, 1), '}', &expression, &rest))
            return "a { is not closed";
        const char *fault = expression_fault(expression);
        if (fault)
            return fault;
        value = rest;
    }
    return NULL;
}
