/*
 * json.c - JSON as RFC 8259 defines it, nothing more, into the tree.
 *
 * One pass over the text with a stack of open containers, no recursion. Strings without escapes
 * stay where they are in the text. The reader begins at read_values, where each round reads one
 * token.
 */
#include "source/number.h"
#include "source/reader.h"

#include "base/show.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* An object or array that is not closed yet. */
struct frame {
    ptrdiff_t base; /* where its contents begin on the node stack */
    uint32_t start; /* of its bracket */
    bool is_object;
};

struct reader {
    struct sources *sources;
    struct document *document;
    const char *text; /* offsets count from here */
    ptrdiff_t at, len;
    struct node_stack nodes;
    struct frame *frames;
    ptrdiff_t depth, frame_cap, max_depth;
    struct read_error *error;
};

/* What may come next. */
enum state { VALUE, VALUE_OR_CLOSE, KEY, KEY_OR_CLOSE, COMMA_OR_CLOSE, DONE };

static bool fail(struct reader *r, enum diag_code code, ptrdiff_t start, ptrdiff_t len,
                 const char *message, const char *hint)
{
    *r->error = (struct read_error){
        .code = code, .start = start, .len = len, .message = message, .hint = hint};
    return false;
}

static bool fail_syntax(struct reader *r, ptrdiff_t start, ptrdiff_t len, const char *message,
                        const char *hint)
{
    return fail(r, E0301, start, len, message, hint);
}

static int peek(const struct reader *r)
{
    return r->at < r->len ? (unsigned char)r->text[r->at] : -1;
}

static void skip_blanks(struct reader *r)
{
    static const char eight[] = "        "; /* of an indentation */
    while (r->at < r->len) {
        char c = r->text[r->at];
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
            return;
        r->at++;
        while (r->len - r->at >= 8 && memcmp(r->text + r->at, eight, 8) == 0)
            r->at += 8;
    }
}

static struct node head_at(const struct reader *r, enum node_kind kind, ptrdiff_t start)
{
    return (struct node){.kind = (uint8_t)kind,
                         .text = r->document->id,
                         .start = (uint32_t)start,
                         .len = (uint32_t)(r->at - start)};
}

/* Puts a scalar that begins at START and ends here on the stack; its value is for the caller. */
static struct node *push_scalar(struct reader *r, enum node_kind kind, ptrdiff_t start)
{
    struct node *node = node_push_new(&r->nodes);
    node->kind = (uint8_t)kind;
    node->flags = 0;
    node->text = r->document->id;
    node->start = (uint32_t)start;
    node->len = (uint32_t)(r->at - start);
    return node;
}

static void push_text(struct reader *r, enum node_kind kind, ptrdiff_t start, str value)
{
    struct node *node = push_scalar(r, kind, start);
    node->chars = value.data;
    node->count = (uint32_t)value.len;
}

/* The bytes of the character at AT; 0 at the end of the text. */
static ptrdiff_t character_length(const struct reader *r, ptrdiff_t at)
{
    ptrdiff_t len = 0;
    if (at < r->len)
        utf8_decode((str){r->text + at, r->len - at}, &len);
    return len;
}

/* The length of the run of letters, digits and the like at AT, for messages. */
static ptrdiff_t word_length(const struct reader *r, ptrdiff_t at)
{
    ptrdiff_t end = at;
    while (end < r->len && !memchr(" \t\r\n,:[]{}\"'", r->text[end], 12))
        end++;
    return end > at ? end - at : 1;
}

static bool is_comment(const struct reader *r, ptrdiff_t at)
{
    return r->text[at] == '#' ||
           (r->text[at] == '/' && at + 1 < r->len && memchr("/*", r->text[at + 1], 2));
}

static bool fail_comment(struct reader *r)
{
    return fail_syntax(r, r->at, word_length(r, r->at), "JSON has no comments", NULL);
}

/* A fault in the character that comes next, or at the end of the text. */
static bool fail_here(struct reader *r, const char *message, const char *hint)
{
    if (r->at < r->len && is_comment(r, r->at))
        return fail_comment(r);
    return fail_syntax(r, r->at, character_length(r, r->at), message, hint);
}

/* The value of four hex digits at AT, or -1. */
static int32_t hex4(const struct reader *r, ptrdiff_t at)
{
    int32_t value = 0;
    if (r->len - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        char c = r->text[at + i];
        int digit = c >= '0' && c <= '9'                     ? c - '0'
                    : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10
                                                             : -1;
        if (digit < 0)
            return -1;
        value = value << 4 | digit;
    }
    return value;
}

/* Decodes the four-digit escape at AT, a surrogate with its other half, to OUT. 0 when reported. */
static ptrdiff_t read_unicode_escape(struct reader *r, ptrdiff_t at, char **out)
{
    int32_t code = hex4(r, at + 2);
    if (code < 0) {
        fail_syntax(r, at, 2, "\\u needs four hexadecimal digits", NULL);
        return 0;
    }
    ptrdiff_t used = 6;
    if (code >= 0xD800 && code < 0xE000) {
        bool pair =
            code < 0xDC00 && r->len - at >= 8 && r->text[at + 6] == '\\' && r->text[at + 7] == 'u';
        int32_t low = pair ? hex4(r, at + 8) : -1;
        if (low < 0xDC00 || low >= 0xE000) {
            fail_syntax(r, at, 6, "a surrogate stands alone; there is no such character",
                        "a character beyond U+FFFF is written as two escapes");
            return 0;
        }
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        used = 12;
    }
    *out += utf8_encode((uint32_t)code, *out);
    return used;
}

/* Decodes the escape at AT to *OUT, which it moves. Returns its length, or 0 when reported. */
static ptrdiff_t read_escape(struct reader *r, ptrdiff_t at, char **out)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    char c = '\0';
    if (at + 1 < r->len)
        c = r->text[at + 1];
    const char *found = c ? strchr(names, c) : NULL;
    if (found) {
        *(*out)++ = values[found - names];
        return 2;
    }
    if (c == 'u')
        return read_unicode_escape(r, at, out);
    fail_syntax(r, at, 1 + character_length(r, at + 1), "JSON has no such escape",
                "a backslash itself is written as two backslashes");
    return 0;
}

/* All bytes of a word, for work on eight bytes at once. */
#define EACH_BYTE(value) (UINT64_C(0x0101010101010101) * (value))

/* Not 0 when a byte of WORD is a quote, a backslash or a control character. */
static uint64_t find_special(uint64_t word)
{
    uint64_t quote = word ^ EACH_BYTE('"'), backslash = word ^ EACH_BYTE('\\');
    uint64_t below = (word - EACH_BYTE(0x20)) & ~word;
    uint64_t zero = ((quote - EACH_BYTE(1)) & ~quote) | ((backslash - EACH_BYTE(1)) & ~backslash);
    return (below | zero) & EACH_BYTE(0x80);
}

/* The offset of the first quote, backslash or control character from AT on. */
static ptrdiff_t plain_end(const struct reader *r, ptrdiff_t at)
{
    for (uint64_t word; r->len - at >= 8; at += 8) {
        memcpy(&word, r->text + at, 8);
        if (find_special(word))
            break;
    }
    while (at < r->len) {
        unsigned char c = (unsigned char)r->text[at];
        if (c == '"' || c == '\\' || c < 0x20)
            break;
        at++;
    }
    return at;
}

static bool fail_in_string(struct reader *r, ptrdiff_t start, ptrdiff_t at)
{
    if (at == r->len)
        return fail_syntax(r, start, 1, "this string is never closed", NULL);
    return fail_syntax(r, at, 1,
                       r->text[at] == '\n' ? "a string must end on its line"
                                           : "a control character must be escaped in a string",
                       r->text[at] == '\n' ? "a line break is written as \\n" : NULL);
}

/* The rest of a string that has an escape at AT; it begins at START. */
static bool read_escaped(struct reader *r, ptrdiff_t start, ptrdiff_t at)
{
    ptrdiff_t end = at;
    while (end < r->len && r->text[end] == '\\') /* decoding never makes it longer */
        end = plain_end(r, end + 2);
    if (end >= r->len)
        end = r->len;
    char *chars = arena_alloc(r->sources->arena, 1, end - start), *out = chars;
    for (ptrdiff_t from = start + 1;;) {
        memcpy(out, r->text + from, (size_t)(at - from));
        out += at - from;
        if (at == r->len || r->text[at] != '\\')
            break;
        if (at + 1 == r->len)
            return fail_in_string(r, start, r->len);
        ptrdiff_t used = read_escape(r, at, &out);
        if (!used)
            return false;
        from = at + used;
        at = plain_end(r, from);
    }
    if (at == r->len || r->text[at] != '"')
        return fail_in_string(r, start, at);
    r->at = at + 1;
    push_text(r, NODE_STRING, start, (str){chars, out - chars});
    return true;
}

static bool read_string(struct reader *r)
{
    ptrdiff_t start = r->at, at = plain_end(r, start + 1);
    if (at < r->len && r->text[at] == '\\')
        return read_escaped(r, start, at);
    if (at == r->len || r->text[at] != '"')
        return fail_in_string(r, start, at);
    r->at = at + 1;
    push_text(r, NODE_STRING, start, (str){r->text + start + 1, at - start - 1});
    return true;
}

static bool read_number(struct reader *r)
{
    ptrdiff_t start = r->at;
    ptrdiff_t len = number_scan((str){r->text + start, r->len - start});
    ptrdiff_t end = start + len;
    if (len == 0)
        return fail_syntax(r, start, 1, "a minus sign needs a digit behind it", NULL);
    if (end < r->len && r->text[end - 1] == '0' && r->text[end] >= '0' && r->text[end] <= '9')
        return fail_syntax(r, start, len, "a number has no leading zeros", NULL);
    if (end < r->len && (memchr(".eE+-", r->text[end], 5) != NULL))
        return fail_syntax(r, end, 1, "this number is not complete", NULL);
    r->at = end;
    push_text(r, NODE_NUMBER, start, (str){r->text + start, len});
    return true;
}

/* Says that no value stands where one must, before the mark C. */
static bool fail_no_value(struct reader *r, char c)
{
    ptrdiff_t before = r->at;
    while (before > 0 && memchr(" \t\r\n", r->text[before - 1], 4))
        before--;
    bool after_comma = before > 0 && r->text[before - 1] == ',';
    return fail_syntax(r, r->at, 1, "a value is missing here",
                       after_comma && (c == ']' || c == '}') ? "remove the comma before it" : NULL);
}

static bool read_word(struct reader *r)
{
    static const struct {
        str word;
        enum node_kind kind;
        uint32_t count;
    } words[] = {{STR_INIT("true"), NODE_BOOL, 1},
                 {STR_INIT("false"), NODE_BOOL, 0},
                 {STR_INIT("null"), NODE_NULL, 0}};
    ptrdiff_t start = r->at, len = word_length(r, start);
    str word = {r->text + start, len > r->len - start ? r->len - start : len};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_equal(word, words[i].word)) {
            r->at += len;
            struct node *node = push_scalar(r, words[i].kind, start);
            node->chars = NULL;
            node->count = words[i].count;
            return true;
        }
    if (start == r->len)
        return fail_syntax(r, start, 0, "the text ends where a value should be", NULL);
    char c = r->text[start];
    if (c == '\'')
        return fail_syntax(r, start, 1, "strings stand in double quotes", NULL);
    if (c == '/' || c == '#')
        return fail_comment(r);
    if (c == ']' || c == '}' || c == ',' || c == ':')
        return fail_no_value(r, c);
    if (r->document->text.is_secret)
        return fail_syntax(r, start, len, "this is not a JSON value", NULL);
    return fail_syntax(
        r, start, len,
        arena_printf(r->sources->arena, "\"%s\" is not a JSON value", show(r->sources->arena, word))
            .data,
        NULL);
}

static bool open_container(struct reader *r, bool is_object)
{
    if (r->depth == r->max_depth)
        return fail(r, L0101, r->at, 1,
                    arena_printf(r->sources->arena, "the document is nested more than %td deep",
                                 r->max_depth)
                        .data,
                    NULL);
    if (r->depth == r->frame_cap) {
        r->frame_cap = r->frame_cap ? r->frame_cap * 2 : 32;
        r->frames = heap_resize(r->frames, r->frame_cap * (ptrdiff_t)sizeof *r->frames);
    }
    r->frames[r->depth++] = (struct frame){r->nodes.len, (uint32_t)r->at, is_object};
    r->at++;
    return true;
}

static bool close_container(struct reader *r)
{
    const struct frame *frame = &r->frames[--r->depth];
    r->at++;
    struct node head = head_at(r, frame->is_object ? NODE_OBJECT : NODE_ARRAY, frame->start);
    r->document->node_count += r->nodes.len - frame->base;
    if (!node_close(&r->nodes, frame->base, head, r->sources->arena))
        settle_duplicates(r->sources, r->document, &r->nodes);
    if (r->document->fault_count <= FAULT_CAP)
        return true;
    *r->error = too_many_faults(r->document);
    return false;
}

static bool read_value(struct reader *r, enum state *state)
{
    int c = peek(r);
    *state = COMMA_OR_CLOSE;
    switch (c) {
    case '{':
        *state = KEY_OR_CLOSE;
        return open_container(r, true);
    case '[':
        *state = VALUE_OR_CLOSE;
        return open_container(r, false);
    case '"':
        return read_string(r);
    default:
        return c == '-' || (c >= '0' && c <= '9') ? read_number(r) : read_word(r);
    }
}

static bool read_key(struct reader *r)
{
    int c = peek(r);
    if (c != '"')
        return fail_here(
            r, c < 0 ? "the text ends inside an object" : "a key in double quotes is missing here",
            c == '}' ? "remove the comma before it" : NULL);
    if (!read_string(r))
        return false;
    skip_blanks(r);
    if (peek(r) != ':')
        return fail_here(r, "a colon is missing after the key", NULL);
    r->at++;
    return true;
}

static bool read_comma_or_close(struct reader *r, enum state *state)
{
    const struct frame *frame = &r->frames[r->depth - 1];
    int c = peek(r);
    if (c == ',') {
        r->at++;
        *state = frame->is_object ? KEY : VALUE;
        return true;
    }
    if (c == (frame->is_object ? '}' : ']'))
        return close_container(r);
    if (c >= 0 && is_comment(r, r->at))
        return fail_comment(r);
    fail_here(r,
              c < 0              ? "the text ends before this is closed"
              : frame->is_object ? "a comma or } is missing here"
                                 : "a comma or ] is missing here",
              NULL);
    r->error->context = frame->is_object ? "the object begins here" : "the array begins here";
    r->error->context_start = frame->start;
    return false;
}

/* Reads one token; each round of the loop leaves the reader before the next. */
static bool read_values(struct reader *r)
{
    enum state state = VALUE;
    while (state != DONE) {
        skip_blanks(r);
        int c = peek(r);
        bool closes = (state == VALUE_OR_CLOSE && c == ']') || (state == KEY_OR_CLOSE && c == '}');
        bool ok;
        if (closes) {
            ok = close_container(r);
            state = COMMA_OR_CLOSE;
        } else if (state == KEY || state == KEY_OR_CLOSE) {
            ok = read_key(r);
            state = VALUE;
        } else if (state == COMMA_OR_CLOSE) {
            ok = read_comma_or_close(r, &state);
        } else {
            ok = read_value(r, &state);
        }
        if (!ok)
            return false;
        if (state == COMMA_OR_CLOSE && r->depth == 0)
            state = DONE;
    }
    skip_blanks(r);
    if (r->at == r->len)
        return true;
    if (is_comment(r, r->at))
        return fail_comment(r);
    return fail_syntax(r, r->at, word_length(r, r->at), "there is text after the document", NULL);
}

bool json_read(struct sources *sources, struct document *document, struct read_error *ret_error)
{
    ptrdiff_t max_depth = sources->policy.max_depth;
    struct reader r = {
        .sources = sources,
        .document = document,
        .text = document->text.chars.data,
        .len = document->text.chars.len,
        .max_depth = max_depth ? max_depth : SCHEMA_DEPTH,
        .error = ret_error,
    };
    document->node_count = 1;
    bool ok;
    skip_blanks(&r);
    if (r.at == r.len)
        ok = fail(&r, E0102, 0, 0, "there is no document in this file", NULL);
    else
        ok = read_values(&r);
    if (ok)
        document->root = node_pop(&r.nodes, sources->arena);
    node_stack_done(&r.nodes);
    free(r.frames);
    return ok;
}
