#include "source/scalar.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "source/number.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_one_of(str text, const str *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal(text, words[i]))
            return true;
    return false;
}

#define IS_WORD(text, ...)                                                                         \
    is_one_of(text, (const str[]){__VA_ARGS__}, sizeof((const str[]){__VA_ARGS__}) / sizeof(str))

static bool is_null(str text)
{
    return text.len == 0 || IS_WORD(text, S("~"), S("null"), S("Null"), S("NULL"));
}

static bool is_true(str text)
{
    return IS_WORD(text, S("true"), S("True"), S("TRUE"));
}

static bool is_false(str text)
{
    return IS_WORD(text, S("false"), S("False"), S("FALSE"));
}

static ptrdiff_t run_of(str text, ptrdiff_t at, const char *set)
{
    ptrdiff_t end = at;
    while (end < text.len && strchr(set, text.data[end]) && text.data[end])
        end++;
    return end - at;
}

/* The base of 0o17 and 0x1F, when TEXT is such a number; else 0. */
static unsigned prefixed_base(str text)
{
    static const char octal[] = "01234567", hex[] = "0123456789abcdefABCDEF";
    if (text.len < 3 || text.data[0] != '0')
        return 0;
    if (text.data[1] == 'o' && run_of(text, 2, octal) == text.len - 2)
        return 8;
    return text.data[1] == 'x' && run_of(text, 2, hex) == text.len - 2 ? 16 : 0;
}

/* The parts of [-+]? (\.[0-9]+ | [0-9]+ (\.[0-9]*)?) ([eE][-+]?[0-9]+)? */
struct decimal_parts {
    bool negative, has_point;
    str whole, fraction, exponent; /* exponent with its letter and sign */
};

static bool split_decimal(str text, struct decimal_parts *ret)
{
    static const char digits[] = "0123456789";
    ptrdiff_t at = text.len && (text.data[0] == '-' || text.data[0] == '+');
    *ret = (struct decimal_parts){.negative = text.len && text.data[0] == '-'};
    ptrdiff_t count = run_of(text, at, digits);
    ret->whole = (str){text.data + at, count};
    at += count;
    if (at < text.len && text.data[at] == '.') {
        ret->has_point = true;
        count = run_of(text, ++at, digits);
        ret->fraction = (str){text.data + at, count};
        at += count;
    }
    if (ret->whole.len == 0 && ret->fraction.len == 0)
        return false;
    if (at < text.len && (text.data[at] | 0x20) == 'e') {
        ptrdiff_t start = at++;
        at += at < text.len && (text.data[at] == '-' || text.data[at] == '+');
        count = run_of(text, at, digits);
        at += count;
        ret->exponent = (str){text.data + start, at - start};
        if (count == 0)
            return false;
    }
    return at == text.len;
}

/* The JSON number of a decimal that is not one as it was written: +1, .5, 1., 017. */
static str normalise_decimal(struct arena *arena, const struct decimal_parts *parts)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    if (parts->negative)
        buf_add_byte(&out, '-');
    str whole = number_to_decimal(arena, parts->whole, 10);
    buf_add(&out, whole.len ? whole : S("0"));
    if (parts->has_point) {
        buf_add_byte(&out, '.');
        buf_add(&out, parts->fraction.len ? parts->fraction : S("0"));
    }
    buf_add(&out, parts->exponent);
    return buf_view(&out);
}

static struct scalar number_of(str text)
{
    return (struct scalar){.kind = NODE_NUMBER, .text = text};
}

static struct scalar string_of(str text)
{
    return (struct scalar){.kind = NODE_STRING, .text = text};
}

static struct scalar not_json(str text, const char *why)
{
    struct scalar scalar = string_of(text);
    scalar.not_json = why;
    return scalar;
}

/* TEXT as a number of the core schema; as a string when it is none. */
static struct scalar resolve_number(struct arena *arena, str text)
{
    if (number_scan(text) == text.len)
        return number_of(text);
    unsigned base = prefixed_base(text);
    if (base) {
        str decimal = number_to_decimal(arena, str_skip(text, 2), base);
        struct scalar too_long = not_json(text, "this number is too long to convert");
        too_long.too_long = true;
        return decimal.len ? number_of(decimal) : too_long;
    }
    struct decimal_parts parts;
    if (split_decimal(text, &parts))
        return number_of(normalise_decimal(arena, &parts));
    str unsigned_text = str_skip(text, text.data[0] == '-' || text.data[0] == '+');
    if (IS_WORD(unsigned_text, S(".inf"), S(".Inf"), S(".INF")))
        return not_json(text, "JSON has no infinity");
    if (IS_WORD(text, S(".nan"), S(".NaN"), S(".NAN")))
        return not_json(text, "JSON has no not-a-number");
    return string_of(text);
}

struct scalar scalar_resolve(struct arena *arena, str text)
{
    if (text.len == 0)
        return (struct scalar){.kind = NODE_NULL};
    char c = text.data[0];
    if (is_digit(c) || c == '-' || c == '+' || c == '.')
        return resolve_number(arena, text);
    bool may_be_word = c == '~' || (c | 0x20) == 'n' || (c | 0x20) == 't' || (c | 0x20) == 'f';
    if (text.len > 5 || !may_be_word)
        return string_of(text);
    if (is_null(text))
        return (struct scalar){.kind = NODE_NULL};
    if (is_true(text) || is_false(text))
        return (struct scalar){.kind = NODE_BOOL, .truth = is_true(text)};
    return string_of(text);
}

/* RFC 4648 section 4, with blanks and line breaks between the characters passed over. */
static bool decode_base64(struct arena *arena, str text, str *ret)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *out = arena_alloc(arena, 1, text.len + 1);
    ptrdiff_t len = 0, padding = 0, count = 0;
    unsigned bits = 0;
    for (ptrdiff_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t')
            continue;
        const char *found = c ? strchr(alphabet, c) : NULL;
        if (c == '=')
            padding++;
        else if (!found || padding)
            return false;
        bits = bits << 6 | (found ? (unsigned)(found - alphabet) : 0);
        if (++count % 4 == 0) {
            out[len++] = (char)(bits >> 16);
            out[len++] = (char)(bits >> 8);
            out[len++] = (char)bits;
        }
    }
    if (count % 4 || padding > 2)
        return false;
    *ret = (str){out, len - padding};
    return true;
}

static struct scalar bad_tag(str text, const char *why)
{
    struct scalar scalar = string_of(text);
    scalar.bad_tag = why;
    return scalar;
}

static struct scalar resolve_binary(struct arena *arena, str text)
{
    str decoded;
    if (!decode_base64(arena, text, &decoded))
        return bad_tag(text, "!!binary needs base64");
    if (utf8_find_bad(decoded) >= 0)
        return bad_tag(text, "these bytes are no UTF-8 text, so JSON cannot hold them");
    return string_of(decoded);
}

struct scalar scalar_resolve_tagged(struct arena *arena, str text, str tag)
{
    str prefix = S("tag:yaml.org,2002:");
    if (str_equal(tag, S("!")))
        return string_of(text);
    str name = str_starts(tag, prefix) ? str_skip(tag, prefix.len) : (str){0};
    if (IS_WORD(name, S("str"), S("timestamp")))
        return string_of(text);
    if (str_equal(name, S("binary")))
        return resolve_binary(arena, text);
    struct scalar plain = scalar_resolve(arena, text);
    if (str_equal(name, S("null")))
        return plain.kind == NODE_NULL ? plain
                                       : bad_tag(text, "!!null needs an empty value or null");
    if (str_equal(name, S("bool")))
        return plain.kind == NODE_BOOL ? plain : bad_tag(text, "!!bool needs true or false");
    bool integer =
        plain.kind == NODE_NUMBER && run_of(plain.text, plain.text.data[0] == '-', "0123456789") ==
                                         plain.text.len - (plain.text.data[0] == '-');
    if (str_equal(name, S("int")))
        return integer ? plain : bad_tag(text, "!!int needs an integer");
    if (str_equal(name, S("float")))
        return plain.kind == NODE_NUMBER || plain.not_json
                   ? plain
                   : bad_tag(text, "!!float needs a number");
    plain.unknown_tag = true;
    return plain;
}

/* [-+]?[1-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)? of YAML 1.1 */
static bool is_base60(str text)
{
    ptrdiff_t at = text.data[0] == '-' || text.data[0] == '+';
    ptrdiff_t count = run_of(text, at, "0123456789_");
    if (count == 0 || !is_digit(text.data[at]) || text.data[at] == '0')
        return false;
    at += count;
    ptrdiff_t groups = 0;
    for (; at < text.len && text.data[at] == ':'; groups++) {
        count = run_of(text, at + 1, "0123456789");
        if (count < 1 || count > 2 || (count == 2 && text.data[at + 1] > '5'))
            return false;
        at += 1 + count;
    }
    if (at < text.len && text.data[at] == '.')
        at += 1 + run_of(text, at + 1, "0123456789_");
    return groups > 0 && at == text.len;
}

/* Passes over FIRST, unless NUL, and one or two digits at *AT; false when they are not there. */
static bool skip_part(str text, ptrdiff_t *at, char first)
{
    if (first && !(*at < text.len && text.data[*at] == first))
        return false;
    *at += first != '\0';
    ptrdiff_t count = run_of(text, *at, "0123456789");
    *at += count;
    return count == 1 || count == 2;
}

/* YYYY-MM-DD, or YYYY-M-D with a time h:mm:ss and what else may follow, of YAML 1.1. */
static bool is_timestamp(str text)
{
    if (run_of(text, 0, "0123456789") != 4)
        return false;
    ptrdiff_t at = 4;
    bool month = skip_part(text, &at, '-');
    if (!month || !skip_part(text, &at, '-'))
        return false;
    if (at == text.len)
        return at == 10;
    ptrdiff_t blanks = run_of(text, at, " \t");
    at += blanks ? blanks : text.data[at] == 'T' || text.data[at] == 't';
    bool hour = skip_part(text, &at, '\0'), minute = skip_part(text, &at, ':');
    return hour && minute && skip_part(text, &at, ':');
}

static bool is_binary_number(str text)
{
    str bits = str_skip(text, text.data[0] == '-' || text.data[0] == '+');
    return str_starts(bits, S("0b")) && bits.len > 2 && run_of(bits, 2, "01_") == bits.len - 2;
}

const char *scalar_yaml11_key(str text)
{
    if (text.len < 2 || text.len > 3)
        return NULL;
    char c = (char)(text.data[0] | 0x20);
    if (c != 'y' && c != 'n' && c != 'o')
        return NULL;
    return IS_WORD(text, S("yes"), S("Yes"), S("YES"), S("no"), S("No"), S("NO"), S("on"), S("On"),
                   S("ON"), S("off"), S("Off"), S("OFF"))
               ? "a boolean"
               : NULL;
}

/* NUMBER, which has no sign, as YAML 1.1 reads what begins with 0. */
static const char *zero_yaml11(str number, bool has_sign)
{
    ptrdiff_t digits = run_of(number, 0, "0123456789");
    if (digits == number.len && digits > 1) {
        bool octal = run_of(number, 0, "01234567") == digits;
        bool one_digit = run_of(number, 0, "0") >= digits - 1; /* 07 is 7 in any base */
        return !octal ? "a string" : one_digit ? NULL : "an octal number";
    }
    if (str_starts(number, S("0o")))
        return prefixed_base(number) && !has_sign ? "a string" : NULL;
    bool hex = str_starts(number, S("0x")) && number.len > 2 &&
               run_of(number, 2, "0123456789abcdefABCDEF_") == number.len - 2;
    if (hex && (has_sign || str_find_byte(number, '_') >= 0))
        return "a hexadecimal number";
    return NULL;
}

/* [0-9][0-9_]*(\.[0-9_]*([eE][-+][0-9]+)?)? of YAML 1.1; *RET_PLAIN: without underscores. */
static bool is_number11(str number, bool *ret_plain)
{
    static const char digits[] = "0123456789_";
    ptrdiff_t at = run_of(number, 0, digits);
    *ret_plain = str_find_byte(number, '_') < 0;
    if (at == number.len)
        return true;
    if (number.data[at] != '.')
        return false;
    at += 1 + run_of(number, at + 1, digits);
    if (at == number.len)
        return true;
    bool exponent = number.len - at > 2 && (number.data[at] | 0x20) == 'e' &&
                    (number.data[at + 1] == '-' || number.data[at + 1] == '+');
    return exponent && run_of(number, at + 2, "0123456789") == number.len - at - 2;
}

const char *scalar_yaml11(str text)
{
    if (text.len < 2)
        return NULL;
    bool has_sign = text.data[0] == '-' || text.data[0] == '+';
    if (!is_digit(text.data[0]) && !has_sign)
        return scalar_yaml11_key(text);
    str number = str_skip(text, has_sign);
    if (number.len == 0 || !is_digit(number.data[0]))
        return NULL;
    const char *reading = number.data[0] == '0' ? zero_yaml11(number, has_sign) : NULL;
    if (reading)
        return reading;
    if (is_binary_number(text))
        return "a binary number";
    if (is_base60(text))
        return "a number to the base 60";
    if (is_timestamp(text))
        return "a time";
    bool plain;
    struct decimal_parts parts;
    if (is_number11(number, &plain))
        return plain ? NULL : "a number";
    return split_decimal(number, &parts) ? "a string" : NULL; /* 1e3: no point or no sign */
}
