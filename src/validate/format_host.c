/* Names of hosts, of ASCII and of Unicode. */
#include "base/utf8.h"
#include "validate/format_checks.h"
#include "validate/idna.h"

#include <string.h>

enum { NAME_MAX = 253, LABEL_MAX = 63 }; /* bytes: RFC 1035 section 2.3.4, without the lengths */

static const char too_long[] = "a label is longer than 63 characters";

/* RFC 1123 section 2.1, RFC 952: letters, digits and, within, hyphens. */
static const char *plain_label_fault(str label)
{
    if (!label.len)
        return "a label is empty";
    if (label.len > LABEL_MAX)
        return too_long;
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
        const char *fault = plain_label_fault(label);
        if (fault)
            return fault;
    }
    return NULL;
}

/* What a format takes for a name. */
struct naming {
    bool u_labels;  /* labels of Unicode */
    bool a_labels;  /* what begins with "xn--" stands for a U-label and has to be right */
    bool wide_dots; /* labels are parted by the other full stops of RFC 3490 section 3.1 too */
    bool any_form;  /* U-labels need not be in normalisation form C */
};

/* A label as code points. */
struct label {
    uint32_t codes[IDNA_LABEL_MAX];
    ptrdiff_t count;
    ptrdiff_t len; /* bytes in a name of ASCII, where it is an A-label */
};

/* RFC 5891 section 5.4, the same for what an A-label says. */
static const char *u_label_fault(const struct label *label, bool any_form)
{
    const char *fault = idna_label_fault(label->codes, label->count);
    if (!fault && !any_form && !idna_is_normal(label->codes, label->count))
        fault = "a label is not in Unicode's normalisation form C";
    return fault;
}

static bool is_beyond_ascii(const struct label *label)
{
    bool found = false;
    for (ptrdiff_t i = 0; !found && i < label->count; i++)
        found = label->codes[i] >= 0x80;
    return found;
}

/* RFC 5890 section 2.3.2.1: what LOWER, an A-label without "xn--", stands for is a U-label. */
static const char *read_a_label(str lower, struct label *label)
{
    static const char fault[] = "a label with xn-- is no Punycode";
    char again[LABEL_MAX];
    label->count = punycode_decode(lower, label->codes, IDNA_LABEL_MAX);
    if (label->count < 1 || !is_beyond_ascii(label))
        return fault;
    ptrdiff_t len = punycode_encode(label->codes, label->count, again, LABEL_MAX);
    if (len < 0 || !str_equal((str){again, len}, lower))
        return fault;
    return u_label_fault(label, false);
}

/* A label of ASCII, whose case does not matter. */
static const char *read_ascii_label(str text, const struct naming *naming, struct label *label)
{
    const char *fault = plain_label_fault(text);
    if (fault)
        return fault;
    char lower[LABEL_MAX];
    for (ptrdiff_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        lower[i] = (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
        label->codes[i] = (unsigned char)lower[i];
    }
    label->count = label->len = text.len;
    str name = {lower, text.len};
    if (naming->a_labels && str_starts(name, S("xn--")))
        return read_a_label(str_skip(name, 4), label);
    return NULL;
}

static const char *read_label(str text, const struct naming *naming, struct label *label)
{
    if (!naming->u_labels || utf8_is_ascii(text))
        return read_ascii_label(text, naming, label);
    label->count = 0;
    for (ptrdiff_t len; text.len; text = str_skip(text, len)) {
        if (label->count == IDNA_LABEL_MAX)
            return too_long;
        label->codes[label->count++] = utf8_decode(text, &len);
    }
    const char *fault = u_label_fault(label, naming->any_form);
    if (fault)
        return fault;
    char code[LABEL_MAX - 4];
    ptrdiff_t len = punycode_encode(label->codes, label->count, code, (ptrdiff_t)sizeof code);
    label->len = len + 4;
    return len < 0 ? "a label is longer than 63 characters as an A-label" : NULL;
}

/* Takes the label from *REST, and the dot behind it. False when there is none: it is the last. */
static bool take_label(str *rest, const struct naming *naming, str *ret_text)
{
    static const str dots[] = {STR_INIT("."), STR_INIT("\xE3\x80\x82"), STR_INIT("\xEF\xBC\x8E"),
                               STR_INIT("\xEF\xBD\xA1")};
    size_t count = naming->wide_dots ? sizeof dots / sizeof *dots : 1;
    for (ptrdiff_t at = 0; at < rest->len; at++)
        for (size_t i = 0; i < count; i++)
            if (str_starts(str_skip(*rest, at), dots[i])) {
                *ret_text = str_first(*rest, at);
                *rest = str_skip(*rest, at + dots[i].len);
                return true;
            }
    *ret_text = *rest;
    return false;
}

/* RFC 5893 section 2, for all labels of a name in which one has text from right to left. */
static const char *bidi_name_fault(str name, const struct naming *naming)
{
    str text;
    bool more = true;
    while (more) {
        struct label label;
        more = take_label(&name, naming, &text);
        const char *fault = read_label(text, naming, &label);
        if (!fault)
            fault = idna_bidi_fault(label.codes, label.count);
        if (fault)
            return fault;
    }
    return NULL;
}

static const char *name_fault(str name, const struct naming *naming)
{
    str rest = name, text;
    ptrdiff_t len = -1;
    bool more = true, bidi = false;
    while (more) {
        struct label label;
        more = take_label(&rest, naming, &text);
        const char *fault = read_label(text, naming, &label);
        if (fault)
            return fault;
        bidi = bidi || idna_is_bidi(label.codes, label.count);
        len += 1 + label.len;
        if (len > NAME_MAX)
            return "it is longer than 253 characters";
    }
    return bidi ? bidi_name_fault(name, naming) : NULL;
}

const char *format_hostname(str value)
{
    static const struct naming naming = {.a_labels = true};
    return name_fault(value, &naming);
}

const char *format_idn_hostname(str value)
{
    static const struct naming naming = {.u_labels = true, .a_labels = true, .wide_dots = true};
    return name_fault(value, &naming);
}

/* RFC 6531 section 3.3: sub-domain =/ U-label. A sub-domain of ASCII may still be any. */
const char *format_mail_domain(str value)
{
    static const struct naming naming = {.u_labels = true, .any_form = true};
    return name_fault(value, &naming);
}
