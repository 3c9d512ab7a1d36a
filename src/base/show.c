#include "base/show.h"

#include "base/utf8.h"

enum { SHOW_CHARACTERS = 80 };

bool show_is_concealed(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x00, 0x1F},        {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},
        {0x61C, 0x61C},      {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
        {0x200B, 0x200F},    {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},
        {0xE000, 0xF8FF},    {0xFDD0, 0xFDEF},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
        {0xFFF0, 0xFFFB},    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
        {0xF0000, 0x10FFFF},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return (code & 0xFFFE) == 0xFFFE; /* the last two of each plane are noncharacters */
}

/* The number of bytes at the start of S that are one character, well-formed or not. */
static ptrdiff_t show_one(struct buf *buf, str s, bool keep_tabs)
{
    ptrdiff_t lead_len = 0;
    unsigned char lead = (unsigned char)s.data[0];
    str head = str_first(s, s.len < 4 ? s.len : 4);
    ptrdiff_t bad = utf8_find_bad(head);
    if (bad == 0) {
        buf_printf(buf, "\\x{%02x}", (unsigned)lead);
        return 1;
    }
    uint32_t code = utf8_decode(s, &lead_len);
    if (show_is_concealed(code) && !(keep_tabs && code == '\t'))
        buf_printf(buf, "\\u{%x}", (unsigned)code);
    else
        buf_add(buf, str_first(s, lead_len));
    return lead_len;
}

void show_add(struct buf *buf, str s, bool keep_tabs)
{
    while (s.len)
        s = str_skip(s, show_one(buf, s, keep_tabs));
}

/* True for a byte that JSON has in it as it is: visible ASCII, or a blank between values. */
static bool is_plain_json(char c)
{
    return (c >= ' ' && c < 0x7F) || c == '\n' || c == '\t' || c == '\r';
}

void show_add_json_escape(struct buf *buf, uint32_t code)
{
    if (code < 0x10000)
        buf_printf(buf, "\\u%04x", (unsigned)code);
    else
        buf_printf(buf, "\\u%04x\\u%04x", (unsigned)(0xD7C0 + (code >> 10)),
                   (unsigned)(0xDC00 + (code & 0x3FF)));
}

void show_add_json(struct buf *buf, str json)
{
    for (ptrdiff_t at = 0, len; at < json.len; at += len) {
        str rest = str_skip(json, at);
        for (len = 0; len < rest.len && is_plain_json(rest.data[len]);)
            len++;
        if (len) {
            buf_add(buf, str_first(rest, len));
            continue;
        }
        uint32_t code = utf8_decode(rest, &len);
        if (show_is_concealed(code))
            show_add_json_escape(buf, code);
        else
            buf_add(buf, str_first(rest, len));
    }
}

const char *show_all(struct arena *arena, str s)
{
    struct buf buf = buf_in(arena, PTRDIFF_MAX);
    show_add(&buf, s, false);
    buf_add_byte(&buf, '\0');
    return buf.data;
}

const char *show(struct arena *arena, str s)
{
    struct buf buf = buf_in(arena, PTRDIFF_MAX);
    for (int count = 0; s.len && count < SHOW_CHARACTERS; count++)
        s = str_skip(s, show_one(&buf, s, false));
    if (s.len)
        buf_add(&buf, S("..."));
    buf_add_byte(&buf, '\0');
    return buf.data;
}
