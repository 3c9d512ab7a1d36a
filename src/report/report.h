/*
 * report.h - renderings of a list of diagnostics.
 *
 * All of them render the same sorted list (diag_sorted); none adds to it or judges it.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/buf.h"
#include "base/diag.h"

enum report_format { REPORT_TEXT, REPORT_JSON };

/* The names of the formats, NULL at the end, in the order of the enum, for option tables. */
extern const char *const report_format_names[];

/*
 * file:line:column, severity, message and code; the line with a caret; notes and hint below.
 * COLOUR adds ANSI colours. Outside text is made visible (show.h), tabs before the caret stay tabs.
 */
void report_text(struct diag_list *found, struct buf *out, bool colour);

/*
 * One JSON object: {"version": 1, "status": 0, "diagnostics": [{"code", "severity", "message",
 * "file", "line", "column", "end_line", "end_column", "offset", "length", "pointer", "hint",
 * "details", "notes": [{"message", "file", "line", "column", ...}]}], "dropped": 0}. Members that
 * have no value are left out.
 */
void report_json(struct diag_list *found, struct buf *out);

/* The rendering of FORMAT. */
void report_render(enum report_format format, struct diag_list *found, struct buf *out,
                   bool colour);

#endif
