#include "source/write.h"

#include "source/number.h"

#include <stdlib.h>

/* A member in the order in which it is written. */
struct sorted_member {
    str key;
    uint32_t member;
};

/* An array or object that is not written to its end. */
struct frame {
    const struct node *node;
    uint32_t next;
    ptrdiff_t order; /* where its members' order begins in writer.order */
};

struct writer {
    struct buf *out;
    struct write_options options;
    struct frame *frames;
    ptrdiff_t depth, frame_cap;
    struct sorted_member *order; /* of all open objects, one after the other */
    ptrdiff_t order_len, order_cap;
};

/* Which bytes cannot stand in a string as they are: 1 always, 2 in style go only. */
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

void write_string(struct buf *out, str s, enum write_style style)
{
    unsigned mask = style == WRITE_GO ? 3 : 1;
    buf_add_byte(out, '"');
    while (s.len) {
        ptrdiff_t plain = 0;
        while (plain < s.len && !(needs_escape[(unsigned char)s.data[plain]] & mask))
            plain++;
        buf_add(out, str_first(s, plain));
        s = str_skip(s, plain);
        if (s.len == 0)
            break;
        unsigned char c = (unsigned char)s.data[0];
        ptrdiff_t used = 1;
        if (c == 0xE2)
            used = write_e2(out, s);
        else
            write_escape(out, c);
        s = str_skip(s, used);
    }
    buf_add_byte(out, '"');
}

static int compare_members(const void *a, const void *b)
{
    const struct sorted_member *x = a, *y = b;
    int order = str_compare(x->key, y->key);
    return order ? order : (x->member > y->member) - (x->member < y->member);
}

static bool is_sorted(const struct writer *w)
{
    return w->options.style == WRITE_CANONICAL || w->options.order == WRITE_SORTED;
}

/* Appends the order of OBJECT's members to the writer's. */
static void push_order(struct writer *w, const struct node *object)
{
    ptrdiff_t need = w->order_len + object->count;
    if (need > w->order_cap) {
        w->order_cap = need * 2;
        w->order = heap_resize(w->order, w->order_cap * (ptrdiff_t)sizeof *w->order);
    }
    struct sorted_member *members = w->order + w->order_len;
    for (uint32_t i = 0; i < object->count; i++)
        members[i] = (struct sorted_member){node_text(node_key(object, i)), i};
    qsort(members, object->count, sizeof *members, compare_members);
    w->order_len = need;
}

static void push_frame(struct writer *w, const struct node *node)
{
    if (w->depth == w->frame_cap) {
        w->frame_cap = w->frame_cap ? w->frame_cap * 2 : 32;
        w->frames = heap_resize(w->frames, w->frame_cap * (ptrdiff_t)sizeof *w->frames);
    }
    w->frames[w->depth++] = (struct frame){node, 0, w->order_len};
    if (node->kind == NODE_OBJECT && is_sorted(w))
        push_order(w, node);
}

static void write_line_break(struct writer *w)
{
    if (w->options.style == WRITE_CANONICAL)
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
        buf_add(w->out, node_text(node));
        return true;
    case NODE_STRING:
        write_string(w->out, node_text(node), w->options.style);
        return true;
    default:
        break;
    }
    bool is_object = node->kind == NODE_OBJECT;
    if (node->count == 0) {
        buf_add(w->out, is_object ? S("{}") : S("[]"));
        return true;
    }
    buf_add_byte(w->out, is_object ? '{' : '[');
    push_frame(w, node);
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
    if (node->kind == NODE_ARRAY)
        return node_item(node, at);
    if (is_sorted(w)) {
        assert(w->order); /* an object with members has put their order there */
        at = w->order[frame->order + at].member;
    }
    write_string(w->out, node_text(node_key(node, at)), w->options.style);
    buf_add(w->out, w->options.style == WRITE_CANONICAL ? S(":") : S(": "));
    return node_value(node, at);
}

bool node_write(struct buf *out, const struct node *node, struct write_options options,
                const struct node **ret_bad)
{
    struct writer w = {.out = out, .options = options};
    bool ok = write_head(&w, node);
    *ret_bad = node;
    while (ok && w.depth && !out->full) {
        const struct frame *frame = &w.frames[w.depth - 1];
        if (frame->next == frame->node->count) {
            close_frame(&w);
            continue;
        }
        *ret_bad = write_next(&w);
        ok = write_head(&w, *ret_bad);
    }
    if (ok && options.style != WRITE_CANONICAL)
        buf_add_byte(out, '\n');
    free(w.frames);
    free(w.order);
    return ok;
}
