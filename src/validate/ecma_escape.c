#include "base/buf.h"
#include "base/utf8.h"
#include "validate/ecma_reader.h"
#include "validate/engine.h"

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int hex_value(int c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Reads exactly COUNT hexadecimal digits; takes nothing when there are fewer. */
static bool read_hex(struct ecma_reader *reader, int count, uint32_t *ret_code)
{
    uint32_t code = 0;
    for (int i = 0; i < count; i++) {
        int value = hex_value(ecma_peek(reader, i));
        if (value < 0)
            return false;
        code = code * 16 + (uint32_t)value;
    }
    reader->at += count;
    *ret_code = code;
    return true;
}

/* Reads what stands between the braces of \u{...}, and `}`. */
static bool read_braced_code(struct ecma_reader *reader, ptrdiff_t start, uint32_t *ret_code)
{
    uint32_t code = 0;
    ptrdiff_t digits = reader->at;
    for (int value; (value = hex_value(ecma_peek(reader, 0))) >= 0; reader->at++) {
        code = code * 16 + (uint32_t)value;
        if (code > CODE_POINT_MAX)
            return ecma_fail(reader, start, S("this is past U+10FFFF (22.2.1.1)"));
    }
    if (reader->at == digits || !ecma_skip(reader, S("}")))
        return ecma_fail(reader, start, S("\\u{ is followed by hexadecimal digits and } (22.2.1)"));
    *ret_code = code;
    return true;
}

bool ecma_read_unicode_escape(struct ecma_reader *reader, uint32_t *ret_code)
{
    ptrdiff_t start = reader->at - 2;
    if (ecma_skip(reader, S("{")))
        return read_braced_code(reader, start, ret_code);
    if (!read_hex(reader, 4, ret_code)) {
        *ret_code = 'u';
        return ecma_bend(reader, start, S("\\u is followed by four hexadecimal digits (22.2.1)"));
    }
    uint32_t low;
    ptrdiff_t at = reader->at;
    if (*ret_code >= 0xD800 && *ret_code < 0xDC00 && ecma_skip(reader, S("\\u"))) {
        if (read_hex(reader, 4, &low) && low >= 0xDC00 && low < 0xE000)
            *ret_code = 0x10000 + ((*ret_code - 0xD800) << 10) + (low - 0xDC00);
        else
            reader->at = at;
    }
    return true;
}

/* `\c`, of which `c` was not taken yet. */
static bool read_control(struct ecma_reader *reader, bool in_class, uint32_t *ret_code)
{
    int c = ecma_peek(reader, 1);
    bool more = in_class && (is_digit(c) || c == '_'); /* ClassControlLetter of B.1.2 */
    if (!is_letter(c)) {
        if (!ecma_bend(reader, reader->at - 1, S("\\c is followed by a letter (22.2.1)")))
            return false;
        if (!more) {
            *ret_code = '\\'; /* and `c` is the next */
            return true;
        }
    }
    reader->at += 2;
    *ret_code = (uint32_t)c % 32;
    return true;
}

/* `\0`, or LegacyOctalEscapeSequence of B.1.2; the digit was not taken yet. */
static bool read_octal(struct ecma_reader *reader, uint32_t *ret_code)
{
    int first = ecma_peek(reader, 0);
    *ret_code = 0;
    if (first == '0' && !is_digit(ecma_peek(reader, 1))) {
        reader->at++;
        return true;
    }
    if (!ecma_bend(reader, reader->at - 1,
                   S("a backslash and digits are a reference to a group, or \\0 (22.2.1)")))
        return false;
    if (first > '7') {
        reader->at++;
        *ret_code = (uint32_t)first;
        return true;
    }
    int most = first <= '3' ? 3 : 2;
    for (int i = 0, c; i < most && (c = ecma_peek(reader, 0)) >= '0' && c <= '7'; i++) {
        *ret_code = *ret_code * 8 + (uint32_t)(c - '0');
        reader->at++;
    }
    return true;
}

/* IdentityEscape: the character stands for itself; it was not taken yet. */
static bool read_identity(struct ecma_reader *reader, bool in_class, uint32_t *ret_code)
{
    static const char syntax[] = "^$\\.*+?()[]{}|/";
    ptrdiff_t start = reader->at - 1;
    int c = ecma_peek(reader, 0);
    bool is_syntax = c == '-' && in_class;
    for (const char *at = syntax; *at; at++)
        is_syntax |= *at == c;
    if (c == 'k' && reader->has_names)
        return ecma_fail(reader, start, S("\\k is followed by the name of a group (B.1.2)"));
    *ret_code = ecma_take(reader);
    return is_syntax || ecma_bend(reader, start,
                                  S("this needs no backslash, and may have none (22.2.1, "
                                    "IdentityEscape)"));
}

static bool read_character(struct ecma_reader *reader, bool in_class, uint32_t *ret_code)
{
    static const struct {
        char letter, code;
    } controls[] = {{'f', '\f'}, {'n', '\n'}, {'r', '\r'}, {'t', '\t'}, {'v', '\v'}};
    int c = ecma_peek(reader, 0);
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (c == controls[i].letter) {
            reader->at++;
            *ret_code = (uint32_t)controls[i].code;
            return true;
        }
    if (c == 'c')
        return read_control(reader, in_class, ret_code);
    if (is_digit(c))
        return read_octal(reader, ret_code);
    if (c == 'u') {
        reader->at++;
        return ecma_read_unicode_escape(reader, ret_code);
    }
    if (c == 'x') {
        reader->at++;
        *ret_code = 'x';
        return read_hex(reader, 2, ret_code) ||
               ecma_bend(reader, reader->at - 2,
                         S("\\x is followed by two hexadecimal digits (22.2.1)"));
    }
    return read_identity(reader, in_class, ret_code);
}

/* Takes the bytes of UnicodePropertyName or -Value, which may be none. */
static str take_property_part(struct ecma_reader *reader)
{
    ptrdiff_t start = reader->at;
    for (int c; is_letter(c = ecma_peek(reader, 0)) || is_digit(c) || c == '_';)
        reader->at++;
    return str_first(str_skip(reader->source, start), reader->at - start);
}

/* `\p` or `\P`, whose letter was taken. What is none is an error in Annex B too: it was meant. */
static bool read_property(struct ecma_reader *reader, bool negated, struct ecma_set *set)
{
    ptrdiff_t start = reader->at - 2;
    if (!ecma_skip(reader, S("{")))
        return ecma_fail(reader, start, S("\\p is followed by a property in {} (22.2.1)"));
    str name = take_property_part(reader), value = {0};
    bool has_value = ecma_skip(reader, S("="));
    if (has_value)
        value = take_property_part(reader);
    struct ecma_property *property = arena_new(reader->arena, struct ecma_property, 1);
    bool all_others;
    if (!ecma_skip(reader, S("}")) ||
        !ecma_find_property(reader->arena, name, has_value, value, &property->name, &all_others))
        return ecma_fail(reader, start,
                         S("the standard has no property of Unicode by this name (22.2.1.1)"));
    property->offset = (int32_t)start;
    property->negated = negated != all_others;
    set->properties = property;
    reader->has_properties = true;
    return true;
}

bool ecma_read_escape(struct ecma_reader *reader, bool in_class, struct ecma_escape *ret)
{
    int c = ecma_peek(reader, 0);
    *ret = (struct ecma_escape){0};
    if (c == -1)
        return ecma_fail(reader, reader->at - 1, S("nothing follows the backslash (22.2.1)"));
    const struct ecma_set *known = c == 'd' || c == 'D'   ? &ecma_digits
                                   : c == 'w' || c == 'W' ? &ecma_words
                                   : c == 's' || c == 'S' ? &ecma_spaces
                                                          : NULL;
    if (!known && c != 'p' && c != 'P') {
        if (c == 'b' && in_class) {
            reader->at++;
            ret->code = '\b';
            return true;
        }
        return read_character(reader, in_class, &ret->code);
    }
    reader->at++;
    ret->is_set = true;
    ret->set = arena_new(reader->arena, struct ecma_set, 1);
    if (!known)
        return read_property(reader, c == 'P', ret->set);
    ecma_set_add_set(reader->arena, ret->set, known, c == 'D' || c == 'W' || c == 'S');
    return true;
}

/* One character of a name, which may be escaped; the escape is read strictly in Annex B too. */
static bool read_name_character(struct ecma_reader *reader, uint32_t *ret_code)
{
    if (!ecma_skip(reader, S("\\u"))) {
        *ret_code = ecma_take(reader);
        return true;
    }
    bool annex_b = reader->annex_b;
    reader->annex_b = false;
    bool read = ecma_read_unicode_escape(reader, ret_code);
    reader->annex_b = annex_b;
    return read;
}

/* True when an identifier (12.7) may have CODE, or begin with it. */
static bool is_identifier(struct ecma_reader *reader, uint32_t code, bool begins)
{
    char bytes[4];
    if (code < 0x80)
        return code == '$' || code == '_' || is_letter((int)code) ||
               (!begins && is_digit((int)code));
    if (code == 0x200C || code == 0x200D)
        return !begins;
    if (code >= 0xD800 && code < 0xE000)
        return false;
    struct engine **engine = &reader->identifiers[begins];
    if (!*engine)
        *engine = engine_new(reader->arena, begins ? S("^\\p{ID_Start}") : S("^\\p{ID_Continue}"),
                             (struct engine_needs){0});
    str subject = {bytes, utf8_encode(code, bytes)};
    return *engine && engine_search(*engine, subject, UINT32_MAX) == ENGINE_MATCHES;
}

bool ecma_read_name(struct ecma_reader *reader, str *ret_name)
{
    ptrdiff_t start = reader->at;
    struct buf name = buf_in(reader->arena, ECMA_LENGTH_LIMIT);
    while (!ecma_skip(reader, S(">"))) {
        uint32_t code = 0;
        char bytes[4];
        ptrdiff_t at = reader->at;
        if (at == reader->source.len)
            return ecma_fail(reader, start, S("the name of this group has no > (22.2.1)"));
        if (!read_name_character(reader, &code))
            return false;
        if (!is_identifier(reader, code, name.len == 0))
            return ecma_fail(reader, at, S("this cannot stand in the name of a group (22.2.1)"));
        buf_add(&name, (str){bytes, utf8_encode(code, bytes)});
    }
    *ret_name = buf_view(&name);
    return name.len || ecma_fail(reader, start, S("a group cannot have an empty name (22.2.1)"));
}
