#include "call/header.h"

#include "base/base64.h"
#include "base/utf8.h"
#include "source/number.h"

static const str prefix = STR_INIT("=?base64?"), suffix = STR_INIT("?=");

const char *header_word(enum header_fault fault)
{
    static const char *const words[HEADER_FAULT_COUNT] = {
        [HEADER_FINE] = "fine",
        [HEADER_TYPE_MISMATCH] = "type-mismatch",
        [HEADER_INTEGER_RANGE] = "integer-range",
        [HEADER_NOT_PLAIN] = "plain-not-visible-ascii",
        [HEADER_SENTINEL] = "malformed-sentinel",
        [HEADER_BASE64] = "bad-base64-or-utf8",
        [HEADER_NOT_CANONICAL] = "non-canonical-base64",
        [HEADER_MISSING] = "missing-header",
        [HEADER_UNEXPECTED] = "unexpected-header",
        [HEADER_DUPLICATE] = "duplicate-header",
        [HEADER_DIFFERS] = "value-mismatch",
    };
    return words[fault];
}

const char *header_fault_sentence(enum header_fault fault)
{
    static const char *const sentences[HEADER_FAULT_COUNT] = {
        [HEADER_FINE] = "nothing is wrong",
        [HEADER_TYPE_MISMATCH] = "the value is not of the declared type",
        [HEADER_INTEGER_RANGE] = ("the integer is not within 2^53 - 1 of 0, so not all peers read "
                                  "it alike"),
        [HEADER_NOT_PLAIN] = "the text has characters that a header has only in base64",
        [HEADER_SENTINEL] = "the text begins as base64 does, with =?base64?, but does not end so",
        [HEADER_BASE64] = "what stands between =?base64? and ?= is no base64 of UTF-8",
        [HEADER_NOT_CANONICAL] = "the base64 is not the one of its bytes",
        [HEADER_MISSING] = "the header is missing",
        [HEADER_UNEXPECTED] = "the header is there, but the body has no value for it",
        [HEADER_DUPLICATE] = "the header is there more than once",
        [HEADER_DIFFERS] = "the header and the body differ",
    };
    return sentences[fault];
}

/* ---- to a header ----------------------------------------------------------------------------- */

/* True when TEXT may stand in a header as it is, in the form that both profiles build. */
static bool is_plain(str text)
{
    if (text.len == 0 || str_starts(text, prefix))
        return false;
    for (ptrdiff_t i = 0; i < text.len; i++)
        if (text.data[i] < 0x21 || text.data[i] > 0x7E)
            return false;
    return true;
}

bool header_add_text(struct buf *out, str text)
{
    bool plain = is_plain(text);
    if (plain) {
        buf_add(out, text);
    } else {
        buf_add(out, prefix);
        base64_encode(out, text);
        buf_add(out, suffix);
    }
    return !plain;
}

enum header_fault header_number_text(struct buf *out, str number)
{
    static const str most = STR_INIT("9007199254740991"), least = STR_INIT("-9007199254740991");
    if (number_compare(number, most) > 0 || number_compare(number, least) < 0)
        return HEADER_INTEGER_RANGE;
    if (number_equal(number, S("0")))
        buf_add_byte(out, '0');
    else if (!number_go(out, number))
        return HEADER_INTEGER_RANGE;
    return HEADER_FINE;
}

/* True when NUMBER is an integer as PROFILE counts them: strict looks at how it is written. */
static bool is_integer(str number, enum profile profile)
{
    return profile == PROFILE_STRICT ? number_is_digits(number) : number_is_integral(number);
}

enum header_fault header_value_text(struct buf *out, const struct node *value,
                                    enum mirrored_type type, enum profile profile)
{
    static const enum node_kind kinds[] = {
        [MIRRORED_STRING] = NODE_STRING,
        [MIRRORED_INTEGER] = NODE_NUMBER,
        [MIRRORED_BOOLEAN] = NODE_BOOL,
    };
    if (value->kind != kinds[type])
        return HEADER_TYPE_MISMATCH;
    if (type == MIRRORED_INTEGER)
        return is_integer(node_text(value), profile) ? header_number_text(out, node_text(value))
                                                     : HEADER_TYPE_MISMATCH;
    if (type == MIRRORED_STRING)
        buf_add(out, node_text(value));
    else
        buf_add(out, value->count ? S("true") : S("false"));
    return HEADER_FINE;
}

enum header_fault header_encode(struct buf *out, const struct node *value, enum mirrored_type type,
                                enum profile profile, bool *ret_omitted)
{
    *ret_omitted = profile == PROFILE_SPEC && value->kind == NODE_NULL;
    if (*ret_omitted)
        return HEADER_FINE;
    struct buf text = buf_in(out->arena, PTRDIFF_MAX);
    enum header_fault fault = header_value_text(&text, value, type, profile);
    if (fault == HEADER_FINE)
        header_add_text(out, buf_view(&text));
    return fault;
}

/* ---- from a header --------------------------------------------------------------------------- */

str header_strip(str text)
{
    while (text.len && (text.data[0] == ' ' || text.data[0] == '\t'))
        text = str_skip(text, 1);
    while (text.len && (text.data[text.len - 1] == ' ' || text.data[text.len - 1] == '\t'))
        text = str_first(text, text.len - 1);
    return text;
}

/* Adds what TEXT, which begins and ends as base64 does in a header, stands for. */
static enum header_fault decode_base64(struct buf *out, str text, enum profile profile)
{
    ptrdiff_t end = text.len - suffix.len; /* the two marks may share a character */
    str digits = end > prefix.len ? str_skip(str_first(text, end), prefix.len) : S("");
    struct buf bytes = buf_in(out->arena, PTRDIFF_MAX);
    enum base64_verdict verdict = base64_decode(&bytes, digits);
    if (verdict == BASE64_BAD || utf8_find_bad(buf_view(&bytes)) >= 0)
        return HEADER_BASE64;
    if (verdict == BASE64_SURPLUS || (verdict == BASE64_LEFT_OVER && profile == PROFILE_STRICT))
        return HEADER_NOT_CANONICAL;
    buf_add(out, buf_view(&bytes));
    return HEADER_FINE;
}

/* True when a header may hold C as it is, by the rules of RFC 9110 section 5.5 that spec leaves. */
static bool is_field_character(char c)
{
    return c == '\t' || (c >= ' ' && c <= 0x7E);
}

enum header_fault header_decode(struct buf *out, str text, enum profile profile)
{
    bool is_strict = profile == PROFILE_STRICT;
    text = is_strict ? text : header_strip(text);
    if (str_starts(text, prefix) && str_ends(text, suffix))
        return decode_base64(out, text, profile);
    if (is_strict && str_starts(text, prefix))
        return HEADER_SENTINEL;
    if (is_strict && !is_plain(text))
        return HEADER_NOT_PLAIN;
    for (ptrdiff_t i = 0; i < text.len; i++)
        if (!is_field_character(text.data[i]))
            return HEADER_NOT_PLAIN;
    buf_add(out, text);
    return HEADER_FINE;
}
