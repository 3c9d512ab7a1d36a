/*
 * markdown.h - outside text in Markdown.
 */
#ifndef REPORT_MARKDOWN_H
#define REPORT_MARKDOWN_H

#include "base/buf.h"

/* GitHub takes 65,536 characters. */
enum { MARKDOWN_CEILING = 50000 };

/* Adds S as a code span (CommonMark, section 6.1), on one line and not too long. */
void markdown_code(struct buf *out, str s);

/* The same for the cell of a table, which a bare "|" would end. */
void markdown_cell(struct buf *out, str s);

#endif
