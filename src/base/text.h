/*
 * text.h - texts, and places in them.
 *
 * A text is what was read from one file, as UTF-8 without a BOM. Nodes and diagnostics keep byte
 * offsets; lines and columns are worked out only when somebody wants to read them.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/arena.h"
#include "base/str.h"

/* A text and its name in messages. Outlives every place in it; chars.data is never NULL. */
struct text {
    str name, chars;
    struct line_index *lines; /* built when the first line number is asked for */
    bool is_secret;           /* reports tell where something stands in it, never what */

    /* Of a part of a file: what stands in front of it, and in front of each of its lines. */
    ptrdiff_t lines_before, bytes_before, columns_before;
};

/*
 * A place in a text, in bytes. Nodes hold offsets; a place exists only in diagnostics. With a text
 * and START below 0 it means the whole file; without a text, nothing that can be pointed at.
 */
typedef struct {
    struct text *text;
    ptrdiff_t start, len;
} place;

/* The whole of TEXT, for what has no better place, as a missing file. */
place place_file(struct text *text);

/* The whole of a file of which nothing was read but its NAME, which is borrowed; in ARENA. */
place place_named(struct arena *arena, str name);

/* Where a place begins for people: lines and columns count from 1, columns in code points. */
struct line_column {
    ptrdiff_t line, column;
    ptrdiff_t line_start, line_len; /* bytes of that line, without its line break */
};

/* The line and column of the byte at OFFSET, which may be one past the end. */
struct line_column text_position(struct arena *arena, struct text *text, ptrdiff_t offset);

/*
 * The byte offset at which LINE of TEXT itself, counted from 1, begins; the length of the text when
 * it has fewer.
 */
ptrdiff_t text_line_start(struct arena *arena, struct text *text, ptrdiff_t line);

#endif
