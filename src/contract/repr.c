#include "contract/repr.h"

#include "base/utf8.h"
#include "validate/pattern.h"

/* True when the character TEXT of several bytes does not print. */
static bool is_hidden(struct pattern *hidden, str text)
{
    return hidden && pattern_search(hidden, text) == PATTERN_MATCHES;
}

static void add_ascii(struct buf *out, char c, char quote)
{
    if (c == quote || c == '\\')
        buf_printf(out, "\\%c", c);
    else if (c == '\n')
        buf_add(out, S("\\n"));
    else if (c == '\r')
        buf_add(out, S("\\r"));
    else if (c == '\t')
        buf_add(out, S("\\t"));
    else if ((unsigned char)c < 0x20 || c == 0x7F)
        buf_printf(out, "\\x%02x", (unsigned)(unsigned char)c);
    else
        buf_add_byte(out, c);
}

void repr_add(struct buf *out, str text)
{
    struct arena arena = {0};
    struct pattern_fault fault;
    struct pattern *hidden = NULL;
    bool is_double = str_find_byte(text, '\'') >= 0 && str_find_byte(text, '"') < 0;
    char quote = is_double ? '"' : '\'';
    buf_add_byte(out, quote);
    while (text.len) {
        ptrdiff_t used = 1;
        uint32_t code = utf8_decode(text, &used);
        str character = str_first(text, used);
        if (code >= 0x80 && !hidden)
            hidden = pattern_new(&arena, S("[\\p{C}\\p{Z}]"), &fault);
        if (code < 0x80)
            add_ascii(out, text.data[0], quote);
        else if (!is_hidden(hidden, character))
            buf_add(out, character);
        else
            buf_printf(out,
                       code < 0x100     ? "\\x%02x"
                       : code < 0x10000 ? "\\u%04x"
                                        : "\\U%08x",
                       (unsigned)code);
        text = str_skip(text, used);
    }
    buf_add_byte(out, quote);
    arena_free(&arena);
}
