/*
 * fences.h - the fenced code blocks of a Markdown or MDX file (CommonMark 0.31, section 4.5).
 *
 * Any bytes are a file. Of the blocks around a fence only list items are known, whose indentation a
 * fence may have on top of up to three blanks of its own, and HTML comments, in which there is no
 * code. What stands in a block quote is not found. In MDX a fence may have any indentation, as it
 * may stand inside of elements, and comments are those of JavaScript, too.
 */
#ifndef VALIDATE_FENCES_H
#define VALIDATE_FENCES_H

#include "base/buf.h"

struct fence {
    str language;          /* the first word of the info string, up to a blank or brace */
    ptrdiff_t start, len;  /* what is in the block, whole lines, in bytes of the text */
    ptrdiff_t indentation; /* the columns in front of the fence, which its lines may have, too */
};

enum { FENCE_ITEMS = 32 };

struct fences {
    str text;
    ptrdiff_t at; /* the line to look at next */
    bool is_mdx;
    const char *comment_end; /* or NULL: what ends the comment that AT lies in */
    ptrdiff_t items[FENCE_ITEMS],
        item_count; /* columns at which the content of list items begins */
};

/* Begins with the first line of TEXT, which is borrowed. */
void fences_init(struct fences *fences, str text, bool is_mdx);

/* The next block. False at the end. One that is never closed ends with the text. */
bool fences_next(struct fences *fences, struct fence *ret_fence);

/* True when the block is in LANGUAGE, in either case. */
bool fence_is(const struct fence *fence, str language);

/* Adds what is in the block, each line without as much of its indentation as the fence has. */
void fence_add_content(const struct fences *fences, const struct fence *fence, struct buf *out);

#endif
