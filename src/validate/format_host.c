/* Names of hosts. */
#include "validate/format_checks.h"

enum { NAME_MAX = 253, LABEL_MAX = 63 }; /* bytes: RFC 1035 section 2.3.4, without the lengths */

/* RFC 1123 section 2.1, RFC 952: letters, digits and, within, hyphens. */
static const char *label_fault(str label)
{
    if (!label.len)
        return "a label is empty";
    if (label.len > LABEL_MAX)
        return "a label is longer than 63 characters";
    if (label.data[0] == '-' || label.data[label.len - 1] == '-')
        return "a label begins or ends with a hyphen";
    for (ptrdiff_t i = 0; i < label.len; i++)
        if (!byte_is_alphanumeric(label.data[i]) && label.data[i] != '-')
            return "a label has a character that is no letter, digit or hyphen";
    return NULL;
}

const char *format_hostname_plain(str value)
{
    if (value.len > NAME_MAX)
        return "it is longer than 253 characters";
    str rest = value, label;
    bool more = true;
    while (more) {
        more = str_cut(rest, '.', &label, &rest);
        const char *fault = label_fault(label);
        if (fault)
            return fault;
    }
    return NULL;
}

const char *format_hostname(str value)
{
    return format_hostname_plain(value);
}

const char *format_idn_hostname(str value)
{
    return format_hostname_plain(value);
}

const char *format_mail_domain(str value)
{
    return format_hostname_plain(value);
}
