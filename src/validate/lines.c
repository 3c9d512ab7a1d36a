#include "validate/lines.h"

#include "base/arena.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 256 * 1024 };

void lines_init(struct lines *lines, int fd, ptrdiff_t max)
{
    *lines = (struct lines){.fd = fd, .data = heap_resize(NULL, CHUNK), .cap = CHUNK, .max = max};
}

void lines_init_text(struct lines *lines, str text, ptrdiff_t max)
{
    *lines = (struct lines){.fd = -1,
                            .data = heap_resize(NULL, text.len ? text.len : 1),
                            .end = text.len,
                            .cap = text.len,
                            .max = max,
                            .at_end = true};
    if (text.len)
        memcpy(lines->data, text.data, (size_t)text.len);
}

void lines_done(struct lines *lines)
{
    free(lines->data);
    *lines = (struct lines){.fd = -1};
}

/* Reads more behind what is there, with room for it. False when that fails. */
static bool fill(struct lines *lines)
{
    if (lines->start && lines->start == lines->end)
        lines->start = lines->end = 0;
    if (lines->cap - lines->end < CHUNK / 2 && lines->start) {
        memmove(lines->data, lines->data + lines->start, (size_t)(lines->end - lines->start));
        lines->end -= lines->start;
        lines->start = 0;
    }
    if (lines->cap - lines->end < CHUNK / 2) {
        lines->cap *= 2;
        lines->data = heap_resize(lines->data, lines->cap);
    }
    ssize_t got = file_read_some(lines->fd, lines->data + lines->end, lines->cap - lines->end);
    if (got < 0)
        return false;
    lines->at_end = got == 0;
    lines->end += got;
    return true;
}

/* Gives out LEN bytes, behind which there is a line feed of LINE_FEED bytes. */
static str take(struct lines *lines, ptrdiff_t len, ptrdiff_t line_feed)
{
    str line = {lines->data + lines->start, len};
    lines->start += len + line_feed;
    lines->next_offset += len + line_feed;
    return line;
}

/* Skips what is left of a line that is too long. */
static enum lines_result skip_rest(struct lines *lines)
{
    for (;;) {
        char *from = lines->data + lines->start;
        ptrdiff_t len = lines->end - lines->start;
        const char *feed = len ? memchr(from, '\n', (size_t)len) : NULL;
        if (feed) {
            take(lines, feed - from, 1);
            return LINES_TOO_LONG;
        }
        take(lines, len, 0);
        if (lines->at_end)
            return LINES_TOO_LONG;
        if (!fill(lines))
            return LINES_FAILED;
    }
}

enum lines_result lines_next(struct lines *lines, str *ret_line)
{
    lines->number++;
    lines->offset = lines->next_offset;
    for (ptrdiff_t looked = 0;;) {
        ptrdiff_t len = lines->end - lines->start;
        const char *from = lines->data + lines->start;
        const char *feed =
            len > looked ? memchr(from + looked, '\n', (size_t)(len - looked)) : NULL;
        ptrdiff_t line = feed ? feed - from : len;
        if (line > lines->max) {
            *ret_line = (str){"", 0};
            return skip_rest(lines);
        }
        if (feed || (lines->at_end && len)) {
            *ret_line = take(lines, line, feed != NULL);
            return LINES_LINE;
        }
        if (lines->at_end)
            return LINES_END;
        looked = len;
        if (!fill(lines))
            return LINES_FAILED;
    }
}
