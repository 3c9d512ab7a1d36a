#include "report/report.h"

#define NAMES "text", "json", "sarif", "junit", "github", "gitlab", "markdown"
const char *const report_format_names[] = {NAMES, NULL};
const char *const report_verdict_format_names[] = {NAMES, "flag", "basic", NULL};

bool report_is_text(enum report_format format)
{
    return format == REPORT_TEXT || format == REPORT_FLAG || format == REPORT_BASIC;
}

void report_render(enum report_format format, struct diag_list *found, struct buf *out, bool colour)
{
    switch (format) {
    case REPORT_TEXT:
    case REPORT_FLAG:
    case REPORT_BASIC:
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
