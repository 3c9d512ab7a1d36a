#include "source/quote.h"

#include "base/show.h"
#include "base/utf8.h"
#include "source/scalar.h"

static bool is_among(char c, str set)
{
    return str_find_byte(set, c) >= 0;
}

/* True for a byte that means nothing inside of a plain scalar, wherever that stands. */
static bool is_harmless(char c)
{
    return byte_is_alphanumeric(c) || is_among(c, S("_-./$+()@;=~^"));
}

/* True when S can stand as it is. It is narrower than YAML, which lets much more stand. */
static bool is_plain(str s)
{
    if (s.len == 0 || !(byte_is_alphanumeric(s.data[0]) || is_among(s.data[0], S("_./$"))))
        return false;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        str next = str_skip(s, i + 1);
        bool is_inside = s.data[i] == ' ' ? next.len && is_harmless(next.data[0])
                                          : s.data[i] == ':' && str_starts(next, S("/"));
        if (!is_inside && !is_harmless(s.data[i]))
            return false;
    }
    struct arena scratch = {0};
    struct scalar scalar = scalar_resolve(&scratch, s);
    arena_free(&scratch);
    bool is_bool = s.len == 1 && is_among((char)(s.data[0] | 0x20), S("yn")); /* YAML 1.1's type */
    return scalar.kind == NODE_STRING && !scalar.not_json && !scalar_yaml11(s) && !is_bool &&
           !str_starts(s, S("..."));
}

/* The letter of a short escape for CODE, or 0. */
static char short_escape(uint32_t code)
{
    switch (code) {
    case '"':
    case '\\':
        return (char)code;
    case '\n':
        return 'n';
    case '\t':
        return 't';
    case '\r':
        return 'r';
    default:
        return '\0';
    }
}

static void add_escaped(struct buf *out, uint32_t code)
{
    char letter = short_escape(code);
    if (letter)
        buf_printf(out, "\\%c", letter);
    else if (code < 0x100)
        buf_printf(out, "\\x%02X", (unsigned)code);
    else
        buf_printf(out, code < 0x10000 ? "\\u%04X" : "\\U%08X", (unsigned)code);
}

void quote_yaml(struct buf *out, str s)
{
    if (is_plain(s)) {
        buf_add(out, s);
        return;
    }
    buf_add_byte(out, '"');
    for (ptrdiff_t len; s.len; s = str_skip(s, len)) {
        uint32_t code = utf8_decode(s, &len);
        if (short_escape(code) || show_is_concealed(code))
            add_escaped(out, code);
        else
            buf_add(out, str_first(s, len));
    }
    buf_add_byte(out, '"');
}
