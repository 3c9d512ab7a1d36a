/* IP addresses: IPv4 as a dotted quad (RFC 2673 section 3.2), IPv6 (RFC 4291 section 2.2). */
#include "validate/format_checks.h"

/* One of the four numbers: 0 to 255 without a leading zero, as many programs would take for octal.
 */
static const char *part_fault(str part)
{
    if (!part.len || leading_digits(part).len != part.len)
        return "each of the four parts is a decimal number";
    if (part.len > 1 && part.data[0] == '0')
        return "a part begins with a 0 too many";
    if (part.len > 3 || (part.len == 3 && str_compare(part, S("255")) > 0))
        return "a part is above 255";
    return NULL;
}

const char *format_ipv4(str value)
{
    str rest = value, part;
    int count = 0;
    bool more = true;
    while (more && count < 4) {
        more = str_cut(rest, '.', &part, &rest);
        const char *fault = part_fault(part);
        if (fault)
            return fault;
        count++;
    }
    return count == 4 && !more ? NULL : "it does not have four parts";
}

/* The groups of an IPv6 address that were read so far. */
struct groups {
    int count;
    int gap; /* how many stood before "::", or -1 */
};

/*
 * Reads groups of one to four hexadecimal digits, with colons between, and an IPv4 address in the
 * place of the last two.
 */
static const char *read_groups(str s, struct groups *groups)
{
    while (s.len) {
        ptrdiff_t digits = 0;
        while (digits < s.len && is_hex_digit(s.data[digits]))
            digits++;
        if (digits < s.len && s.data[digits] == '.') {
            groups->count += 2;
            return format_ipv4(s);
        }
        if (digits < 1 || digits > 4)
            return "a group is not one to four hexadecimal digits";
        if (++groups->count > 8)
            return "it has more than eight groups";
        s = str_skip(s, digits);
        if (!s.len)
            break;
        if (s.data[0] != ':')
            return "a group is followed by something else than a colon";
        s = str_skip(s, 1);
        if (!s.len)
            return "it ends with a single colon";
        if (s.data[0] == ':') {
            if (groups->gap >= 0)
                return "it has :: twice";
            groups->gap = groups->count;
            s = str_skip(s, 1);
        }
    }
    return NULL;
}

const char *format_ipv6(str value)
{
    struct groups groups = {0, -1};
    if (str_starts(value, S("::"))) {
        groups.gap = 0;
        value = str_skip(value, 2);
    } else if (!value.len) {
        return "it is empty";
    }
    const char *fault = read_groups(value, &groups);
    if (fault)
        return fault;
    if (groups.gap >= 0)
        return groups.count <= 7 ? NULL : "it has more groups than fit beside ::";
    return groups.count == 8 ? NULL : "it does not have eight groups";
}
