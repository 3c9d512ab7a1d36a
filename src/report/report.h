/*
 * report.h - renderings of a list of diagnostics.
 *
 * All of them render the same sorted list (diag_sorted); none adds to it or judges it.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/buf.h"
#include "base/diag.h"

enum report_format {
    REPORT_TEXT,
    REPORT_JSON,
    REPORT_SARIF,
    REPORT_JUNIT,
    REPORT_GITHUB,
    REPORT_GITLAB,
    REPORT_MARKDOWN,
    /* Of commands that judge instances: the verdicts are their result, in the form that JSON Schema
       gives them (2020-12 core section 12.4); what else is to be said is rendered as text. */
    REPORT_FLAG,
    REPORT_BASIC,
};

/*
 * The names of the formats, NULL at the end, in the order of the enum, for option tables: without
 * and with the last two.
 */
extern const char *const report_format_names[], *const report_verdict_format_names[];

/* True when what is reported in FORMAT is text for people. */
bool report_is_text(enum report_format format);

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

/*
 * A log of SARIF 2.1.0 with one run. Paths are those from the root directory (diag_path), columns
 * count code points, and partialFingerprints do not depend on lines.
 */
void report_sarif(struct diag_list *found, struct buf *out);

/*
 * JUnit XML: a test case for each subject of FOUND (diag_judged), passed or not, and for each other
 * file in which something is wrong.
 */
void report_junit(struct diag_list *found, struct buf *out);

/*
 * Workflow commands of GitHub Actions, a line each: the worst first, at most 10 of a level, then
 * how many there are besides.
 */
void report_github(struct diag_list *found, struct buf *out);

/* The JSON of GitLab's code quality report. */
void report_gitlab(struct diag_list *found, struct buf *out);

/* Markdown for a comment or a summary: the worst first, as much as GitHub takes. */
void report_markdown(struct diag_list *found, struct buf *out);

/* The rendering of FORMAT. */
void report_render(enum report_format format, struct diag_list *found, struct buf *out,
                   bool colour);

#endif
