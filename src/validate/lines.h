/*
 * lines.h - the lines of a file of any length, in memory that does not grow with it.
 */
#ifndef VALIDATE_LINES_H
#define VALIDATE_LINES_H

#include "base/str.h"

#include <stdbool.h>

struct lines {
    int fd;
    char *data; /* what was read and not given out yet begins at START */
    ptrdiff_t start, end, cap;
    ptrdiff_t max;            /* a line may have so many bytes */
    ptrdiff_t number, offset; /* of the line that was given out last: from 1; in bytes */
    ptrdiff_t next_offset;
    bool at_end;
};

/* Reads from FD, which the caller closes. */
void lines_init(struct lines *lines, int fd, ptrdiff_t max);

/* The same for TEXT, which is copied. */
void lines_init_text(struct lines *lines, str text, ptrdiff_t max);

enum lines_result { LINES_END, LINES_LINE, LINES_TOO_LONG, LINES_FAILED };

/*
 * Gives out the next line, without its line feed, until the next call. LINES_TOO_LONG: it is
 * skipped, and *RET_LINE is empty. LINES_FAILED: it cannot be read, which errno says why.
 */
enum lines_result lines_next(struct lines *lines, str *ret_line);

void lines_done(struct lines *lines);

#endif
