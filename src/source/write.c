#include "source/write.h"

#include "base/show.h"
#include "base/utf8.h"
#include "source/number.h"

#include <stdlib.h>
#include <string.h>

/* A member, or an item of an array of strings, in the order in which it is written. */
struct sorted_entry {
    str text; /* the key, or the item */
    uint32_t number;
};

/* An array or object that is not written to its end. */
struct frame {
    const struct node *node;
    uint32_t next, count; /* of what is written of it */
    bool is_ordered;      /* in an order of its own, */
    ptrdiff_t order;      /* which begins there in writer.order */
};

struct writer {
    struct buf *out;
    struct write_options options;
    struct frame *frames;
    ptrdiff_t depth, frame_cap;
    struct sorted_entry *order; /* of all open containers that have one, one after the other */
    ptrdiff_t order_len, order_cap;
};

/* Which bytes of ASCII cannot stand in a string as they are: 1 always, 2 in style go only. */
static const unsigned char needs_escape[256] = {
    1, 1, 1, 1, 1, 1, 1,         1,          1,         1,         1,         1,          1,
    1, 1, 1, 1, 1, 1, 1,         1,          1,         1,         1,         1,          1,
    1, 1, 1, 1, 1, 1, ['"'] = 1, ['\\'] = 1, ['<'] = 2, ['>'] = 2, ['&'] = 2, [0xE2] = 2,
};

static void write_escape(struct buf *out, unsigned char c)
{
    switch (c) {
    case '"':
    case '\\':
        buf_add_byte(out, '\\');
        buf_add_byte(out, (char)c);
        return;
    case '\b':
        buf_add(out, S("\\b"));
        return;
    case '\f':
        buf_add(out, S("\\f"));
        return;
    case '\n':
        buf_add(out, S("\\n"));
        return;
    case '\r':
        buf_add(out, S("\\r"));
        return;
    case '\t':
        buf_add(out, S("\\t"));
        return;
    default: {
        static const char digits[] = "0123456789abcdef";
        const char escape[] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
        buf_add(out, (str){escape, sizeof escape});
        return;
    }
    }
}

/* U+2028 or U+2029 at the start of S, which Go escapes; else the byte goes out as it is. */
static ptrdiff_t write_e2(struct buf *out, str s)
{
    bool separator = str_starts(s, S("\xE2\x80\xA8")) || str_starts(s, S("\xE2\x80\xA9"));
    if (!separator) {
        buf_add_byte(out, s.data[0]);
        return 1;
    }
    buf_add(out, s.data[2] == '\xA8' ? S("\\u2028") : S("\\u2029"));
    return 3;
}

/* The character that S begins with: as escapes, in style shown unless it shows as itself. */
static ptrdiff_t write_beyond_ascii(struct buf *out, str s, enum write_style style)
{
    ptrdiff_t used;
    uint32_t code = utf8_decode(s, &used);
    if (style == WRITE_PYTHON_ASCII || show_is_concealed(code))
        show_add_json_escape(out, code);
    else
        buf_add(out, str_first(s, used));
    return used;
}

/* The number of bytes at the start of S that stand in a string of STYLE as they are. */
static ptrdiff_t plain_length(str s, enum write_style style)
{
    bool is_ascii = style == WRITE_PYTHON_ASCII || style == WRITE_SHOWN;
    unsigned mask = style == WRITE_GO ? 3 : 1, last = is_ascii ? 0x7E : 0xFF;
    ptrdiff_t plain = 0;
    while (plain < s.len && !(needs_escape[(unsigned char)s.data[plain]] & mask) &&
           (unsigned char)s.data[plain] <= last)
        plain++;
    return plain;
}

/* Writes S, which needs no escapes. */
static void write_plain(struct buf *out, str s)
{
    char *to = buf_reserve(out, s.len + 2);
    if (!to)
        return;
    *to++ = '"';
    if (s.len)
        memcpy(to, s.data, (size_t)s.len);
    to[s.len] = '"';
    out->len += s.len + 2;
}

void write_string(struct buf *out, str s, enum write_style style)
{
    if (plain_length(s, style) == s.len) { /* as most are */
        write_plain(out, s);
        return;
    }
    buf_add_byte(out, '"');
    while (s.len) {
        ptrdiff_t plain = plain_length(s, style);
        buf_add(out, str_first(s, plain));
        s = str_skip(s, plain);
        if (s.len == 0)
            break;
        unsigned char c = (unsigned char)s.data[0];
        ptrdiff_t used = 1;
        if (c >= 0x7F && (style == WRITE_PYTHON_ASCII || style == WRITE_SHOWN))
            used = write_beyond_ascii(out, s, style);
        else if (c == 0xE2)
            used = write_e2(out, s);
        else
            write_escape(out, c);
        s = str_skip(s, used);
    }
    buf_add_byte(out, '"');
}

static int compare_entries(const void *a, const void *b)
{
    const struct sorted_entry *x = a, *y = b;
    int order = str_compare(x->text, y->text);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

/* Sorts ENTRIES. Most are few or in order, where this is faster than qsort. */
static void sort_entries(struct sorted_entry *entries, uint32_t count)
{
    enum { FEW = 12 };
    uint32_t sorted = 1;
    while (sorted < count && compare_entries(&entries[sorted - 1], &entries[sorted]) < 0)
        sorted++;
    if (count > FEW && sorted < count) {
        qsort(entries, count, sizeof *entries, compare_entries);
        return;
    }
    for (; sorted < count; sorted++) {
        struct sorted_entry entry = entries[sorted];
        uint32_t at = sorted;
        for (; at && compare_entries(&entry, &entries[at - 1]) < 0; at--)
            entries[at] = entries[at - 1];
        entries[at] = entry;
    }
}

static bool is_compact(const struct writer *w)
{
    return w->options.style >= WRITE_CANONICAL;
}

/* True when what is written of CONTAINER has an order of its own, or is not all of it. */
static bool has_order(const struct writer *w, const struct node *container)
{
    if (container->kind == NODE_OBJECT)
        return is_compact(w) || w->options.order == WRITE_SORTED || w->options.leaves_out;
    bool is_ordered = w->options.sort_texts;
    for (uint32_t i = 0; is_ordered && i < container->count; i++)
        is_ordered = node_item(container, i)->kind == NODE_STRING;
    return is_ordered;
}

/* Appends to the writer's order that of CONTAINER, and returns how many entries that has. */
static uint32_t push_order(struct writer *w, const struct node *container)
{
    ptrdiff_t need = w->order_len + container->count;
    if (need > w->order_cap) {
        w->order_cap = need * 2;
        w->order = heap_resize(w->order, w->order_cap * (ptrdiff_t)sizeof *w->order);
    }
    bool is_object = container->kind == NODE_OBJECT;
    struct sorted_entry *entries = w->order + w->order_len;
    uint32_t count = 0;
    for (uint32_t i = 0; i < container->count; i++) {
        str text = node_text(is_object ? node_key(container, i) : node_item(container, i));
        if (!is_object || !w->options.leaves_out || !w->options.leaves_out(text))
            entries[count++] = (struct sorted_entry){text, i};
    }
    if (!is_object || is_compact(w) || w->options.order == WRITE_SORTED)
        sort_entries(entries, count);
    w->order_len += count;
    return count;
}

static const struct frame *push_frame(struct writer *w, const struct node *node)
{
    if (w->depth == w->frame_cap) {
        w->frame_cap = w->frame_cap ? w->frame_cap * 2 : 32;
        w->frames = heap_resize(w->frames, w->frame_cap * (ptrdiff_t)sizeof *w->frames);
    }
    struct frame *frame = &w->frames[w->depth++];
    *frame = (struct frame){.node = node, .count = node->count, .order = w->order_len};
    frame->is_ordered = node->count && has_order(w, node);
    if (frame->is_ordered)
        frame->count = push_order(w, node);
    return frame;
}

static void write_line_break(struct writer *w)
{
    if (is_compact(w))
        return;
    buf_add_byte(w->out, '\n');
    buf_add_bytes(w->out, ' ', 2 * w->depth);
}

/* Writes a scalar, an empty container, or the opening of one, which it puts on the stack. */
static bool write_head(struct writer *w, const struct node *node)
{
    switch (node->kind) {
    case NODE_NULL:
        buf_add(w->out, S("null"));
        return true;
    case NODE_BOOL:
        buf_add(w->out, node->count ? S("true") : S("false"));
        return true;
    case NODE_NUMBER:
        if (w->options.style == WRITE_GO)
            return number_go(w->out, node_text(node));
        if (w->options.style >= WRITE_PYTHON)
            return number_python(w->out, node_text(node));
        buf_add(w->out, node_text(node));
        return true;
    case NODE_STRING:
        write_string(w->out, node_text(node), w->options.style);
        return true;
    default:
        break;
    }
    bool is_object = node->kind == NODE_OBJECT, is_empty = push_frame(w, node)->count == 0;
    if (is_empty)
        w->depth--;
    if (is_empty)
        buf_add(w->out, is_object ? S("{}") : S("[]"));
    else
        buf_add_byte(w->out, is_object ? '{' : '[');
    return true;
}

static void close_frame(struct writer *w)
{
    const struct frame *frame = &w->frames[--w->depth];
    w->order_len = frame->order;
    write_line_break(w);
    buf_add_byte(w->out, frame->node->kind == NODE_OBJECT ? '}' : ']');
}

/* Writes up to the next value of the innermost container, and returns that value. */
static const struct node *write_next(struct writer *w)
{
    struct frame *frame = &w->frames[w->depth - 1];
    const struct node *node = frame->node;
    if (frame->next)
        buf_add_byte(w->out, ',');
    write_line_break(w);
    uint32_t at = frame->next++;
    if (frame->is_ordered) {
        assert(w->order); /* a container that is not empty has put its order there */
        at = w->order[frame->order + at].number;
    }
    if (node->kind == NODE_ARRAY)
        return node_item(node, at);
    write_string(w->out, node_text(node_key(node, at)), w->options.style);
    buf_add(w->out, is_compact(w) ? S(":") : S(": "));
    return node_value(node, at);
}

/* What takes the text in pieces; {0}: it is all left in the buf. */
struct taker {
    void (*take)(void *context, str piece);
    void *context;
};

/* Hands over what is in OUT, and empties it. */
static void hand_over(const struct taker *taker, struct buf *out)
{
    taker->take(taker->context, buf_view(out));
    out->len = 0;
}

static bool write_all(struct buf *out, const struct node *node, struct write_options options,
                      const struct taker *taker, const struct node **ret_bad)
{
    enum { PIECE = 16384 };
    struct writer w = {.out = out, .options = options};
    bool ok = write_head(&w, node);
    *ret_bad = node;
    while (ok && w.depth && !out->full) {
        const struct frame *frame = &w.frames[w.depth - 1];
        if (taker->take && out->len >= PIECE)
            hand_over(taker, out);
        if (frame->next == frame->count) {
            close_frame(&w);
            continue;
        }
        *ret_bad = write_next(&w);
        ok = write_head(&w, *ret_bad);
    }
    if (ok && !is_compact(&w))
        buf_add_byte(out, '\n');
    free(w.frames);
    free(w.order);
    return ok;
}

bool node_write(struct buf *out, const struct node *node, struct write_options options,
                const struct node **ret_bad)
{
    return write_all(out, node, options, &(struct taker){0}, ret_bad);
}

bool node_write_pieces(const struct node *node, struct write_options options,
                       void (*take)(void *context, str piece), void *context,
                       const struct node **ret_bad)
{
    enum { FIRST_PIECE = 4096 }; /* large enough for an arena not to make a chunk for small ones */
    struct arena arena = {0};
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    struct taker taker = {take, context};
    buf_reserve(&out, FIRST_PIECE);
    bool ok = write_all(&out, node, options, &taker, ret_bad);
    hand_over(&taker, &out);
    arena_free(&arena);
    return ok;
}

static void take_shown(void *out, str piece)
{
    show_add_json(out, piece);
}

void node_write_shown(struct buf *out, const struct node *node)
{
    const struct node *bad;
    node_write_pieces(node, (struct write_options){.style = WRITE_EXACT}, take_shown, out, &bad);
}
