/*
 * gitlab.c - the report as GitLab's code quality widget reads it: a list of issues in the form of
 * Code Climate, of which GitLab takes the members that are written here. Paths may not begin with
 * "./", and no two fingerprints may be equal.
 */
#include "report/report.h"

#include "report/entry.h"
#include "report/put.h"

static const char *severity_of(enum diag_severity severity)
{
    switch (severity) {
    case DIAG_NOTE:
        return "info";
    case DIAG_WARNING:
        return "minor";
    case DIAG_FINDING:
        return "major";
    case DIAG_LIMIT:
        return "critical";
    case DIAG_ERROR:
        break;
    }
    return "blocker";
}

/* What DIAG stands at: a file and lines. What has no file is said of the folder. */
static json_t *location_of(struct diag_list *found, const struct diag *diag)
{
    struct region region;
    bool has_region = entry_region(found->arena, diag->where, &region);
    json_t *lines = put_object(), *location = put_object();
    put_number(lines, "begin", has_region ? region.first.line : 1);
    if (has_region)
        put_number(lines, "end", region.last.line);
    put_text(found->arena, location, "path",
             diag->where.text ? diag_path(found, diag->where.text) : S("."));
    put(location, "lines", lines);
    return location;
}

void report_gitlab(struct diag_list *found, struct buf *out)
{
    ptrdiff_t count;
    struct diag **sorted = diag_sorted(found, &count);
    const struct digest *prints = entry_fingerprints(found, sorted, count);
    json_t *issues = put_array();
    for (ptrdiff_t i = 0; i < count; i++) {
        json_t *issue = put_object();
        put_visible(found->arena, issue, "description", entry_message(found->arena, sorted[i]));
        put_word(issue, "check_name", diag_code_name(sorted[i]->code));
        put_word(issue, "fingerprint", prints[i].hex);
        put_word(issue, "severity", severity_of(sorted[i]->severity));
        put(issue, "location", location_of(found, sorted[i]));
        put_item(issues, issue);
    }
    put_finish(issues, out, PUT_IN_ORDER);
}
