/*
 * write.h - trees out as JSON text.
 */
#ifndef SOURCE_WRITE_H
#define SOURCE_WRITE_H

#include "base/buf.h"
#include "source/node.h"

enum write_style {
    WRITE_EXACT,        /* indented; numbers as written, only what RFC 8259 demands is escaped */
    WRITE_GO,           /* indented, as Go's encoding/json: registry-extractor.md section 3 */
    WRITE_SHOWN,        /* as exact, with all escaped that does not show as itself (show.h) */
    WRITE_CANONICAL,    /* as exact, but compact and sorted */
    WRITE_PYTHON,       /* the same with numbers as Python's json: connector-sdk.md section 1.2 */
    WRITE_PYTHON_ASCII, /* that in ASCII, with U+007F escaped, too: connector-sdk.md section 2.3 */
};

enum write_order { WRITE_SOURCE_ORDER, WRITE_SORTED };

struct write_options {
    enum write_style style;
    enum write_order order; /* sorted: by UTF-8 bytes, at all levels; compact styles always are */
    bool (*leaves_out)(str key); /* NULL, or says which members are left out, at all levels */
    bool sort_texts;             /* arrays that hold nothing but strings are sorted, too */
};

/*
 * Adds NODE to OUT. The indented styles use two spaces and end with one line feed. False, with the
 * node in *RET_BAD, when the style cannot say a number (number_go, number_python); OUT is then
 * incomplete. Text past the ceiling of OUT is left out (buf.h).
 */
bool node_write(struct buf *out, const struct node *node, struct write_options options,
                const struct node **ret_bad);

/*
 * The same, but what is written is given to TAKE, with CONTEXT, in pieces one after the other,
 * which are gone when it returns; so the whole text need not be in memory.
 */
bool node_write_pieces(const struct node *node, struct write_options options,
                       void (*take)(void *context, str piece), void *context,
                       const struct node **ret_bad);

/*
 * Adds NODE, a result that people may look at, too, as WRITE_EXACT does, but for concealed
 * characters (base/show.h), which are escaped.
 */
void node_write_shown(struct buf *out, const struct node *node);

/* Adds S as a JSON string with its quotes. */
void write_string(struct buf *out, str s, enum write_style style);

#endif
