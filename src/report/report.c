#include "report/report.h"

const char *const report_format_names[] = {"text", "json", NULL};

void report_render(enum report_format format, struct diag_list *found, struct buf *out, bool colour)
{
    switch (format) {
    case REPORT_TEXT:
        report_text(found, out, colour);
        break;
    case REPORT_JSON:
        report_json(found, out);
        break;
    }
}
