#include "report/report.h"

const char *const report_format_names[] = {"text",   "json",   "sarif",    "junit",
                                           "github", "gitlab", "markdown", NULL};

void report_render(enum report_format format, struct diag_list *found, struct buf *out, bool colour)
{
    switch (format) {
    case REPORT_TEXT:
        report_text(found, out, colour);
        break;
    case REPORT_JSON:
        report_json(found, out);
        break;
    case REPORT_SARIF:
        report_sarif(found, out);
        break;
    case REPORT_JUNIT:
        report_junit(found, out);
        break;
    case REPORT_GITHUB:
        report_github(found, out);
        break;
    case REPORT_GITLAB:
        report_gitlab(found, out);
        break;
    case REPORT_MARKDOWN:
        report_markdown(found, out);
        break;
    }
}
