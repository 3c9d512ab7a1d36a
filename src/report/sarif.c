/*
 * sarif.c - the report in SARIF 2.1.0 (OASIS), which code hosts and editors read. Sections are its.
 */
#include "report/report.h"

#include "base/version.h"
#include "report/entry.h"
#include "report/put.h"

#include <stdint.h>

/* What paths are relative to; whoever reads the log knows where that is (3.14.14). */
#define ROOT "%SRCROOT%"

struct log {
    struct diag_list *found;
    struct arena *arena;
    json_t *rules;
    ptrdiff_t *rule_of_code; /* its index in `rules` + 1; 0: it is not there yet */
    ptrdiff_t rule_count;
};

/* PATH as a URI reference (RFC 3986): what is not unreserved or a slash is percent-encoded. */
static str uri_of(struct arena *arena, str path)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    if (str_starts(path, S("/")))
        buf_add(&out, S("file://"));
    for (ptrdiff_t i = 0; i < path.len; i++) {
        char c = path.data[i];
        if (byte_is_alphanumeric(c) || c == '/' || c == '-' || c == '.' || c == '_' || c == '~')
            buf_add_byte(&out, c);
        else
            buf_printf(&out, "%%%02X", (unsigned)(unsigned char)c);
    }
    return buf_view(&out);
}

/* physicalLocation (3.29) of WHERE, which has a text. */
static json_t *physical(struct log *log, place where)
{
    str path = diag_path(log->found, where.text);
    json_t *artifact = put_object();
    put_text(log->arena, artifact, "uri", uri_of(log->arena, path));
    if (!str_starts(path, S("/")))
        put_word(artifact, "uriBaseId", ROOT);
    json_t *location = put_object();
    put(location, "artifactLocation", artifact);

    struct region at;
    if (entry_region(log->arena, where, &at)) {
        json_t *region = put_object();
        put_number(region, "startLine", at.first.line);
        put_number(region, "startColumn", at.first.column);
        put_number(region, "endLine", at.last.line);
        put_number(region, "endColumn", at.last.column);
        put(location, "region", region);
    }
    return location;
}

/* location (3.28) of DIAG; without members when it has no place. */
static json_t *location_of(struct log *log, const struct diag *diag)
{
    json_t *location = put_object();
    if (diag->where.text)
        put(location, "physicalLocation", physical(log, diag->where));
    if (diag->pointer) {
        json_t *logical = put_object(), *list = put_array();
        put_text(log->arena, logical, "fullyQualifiedName", str_of(diag->pointer));
        put_item(list, logical);
        put(location, "logicalLocations", list);
    }
    return location;
}

/* relatedLocations (3.27.22): the notes that have a place. NULL when none has. */
static json_t *related_to(struct log *log, const struct diag *diag)
{
    json_t *list = NULL;
    ptrdiff_t id = 0;
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        if (!note->where.text)
            continue;
        json_t *location = put_object();
        put_number(location, "id", ++id);
        put(location, "physicalLocation", physical(log, note->where));
        put_message(log->arena, location, "message", str_of(note->message));
        list = list ? list : put_array();
        put_item(list, location);
    }
    return list;
}

/* The index of the rule of CODE (reportingDescriptor, 3.49), which is added where it is new. */
static ptrdiff_t rule_of(struct log *log, enum diag_code code)
{
    if (log->rule_of_code[code])
        return log->rule_of_code[code] - 1;
    json_t *rule = put_object(), *level = put_object();
    put_word(rule, "id", diag_code_name(code));
    put_message(log->arena, rule, "shortDescription", str_of(diag_code_title(code)));
    put_message(log->arena, rule, "fullDescription", str_of(diag_code_explanation(code)));
    put_word(level, "level", entry_level(diag_code_severity(code), "note"));
    put(rule, "defaultConfiguration", level);
    put_item(log->rules, rule);
    log->rule_of_code[code] = ++log->rule_count;
    return log->rule_count - 1;
}

/* result (3.27). */
static json_t *result_of(struct log *log, const struct diag *diag, const struct digest *print)
{
    json_t *result = put_object();
    put_word(result, "ruleId", diag_code_name(diag->code));
    put_number(result, "ruleIndex", rule_of(log, diag->code));
    put_word(result, "level", entry_level(diag->severity, "note"));
    put_message(log->arena, result, "message", entry_message(log->arena, diag));
    json_t *locations = put_array();
    if (diag->where.text || diag->pointer)
        put_item(locations, location_of(log, diag));
    put(result, "locations", locations);
    json_t *related = related_to(log, diag);
    if (related)
        put(result, "relatedLocations", related);
    json_t *prints = put_object();
    put_word(prints, "schemac/v1", print->hex);
    put(result, "partialFingerprints", prints);
    if (diag->details) {
        json_t *properties = put_object();
        put_visible(log->arena, properties, "details", str_of(diag->details));
        put(result, "properties", properties);
    }
    return result;
}

/* invocations (3.14.11): whether there is a verdict, and what was left out. */
static json_t *invocations(struct log *log)
{
    int status = diag_status(log->found);
    json_t *invocation = put_object(), *list = put_array();
    put(invocation, "executionSuccessful", json_boolean(status <= 1));
    put_number(invocation, "exitCode", status);
    if (log->found->dropped) {
        json_t *notification = put_object(), *notifications = put_array();
        put_word(notification, "level", "note");
        put_message(log->arena, notification, "message",
                    arena_printf(log->arena, "%d more are not shown", log->found->dropped));
        put_item(notifications, notification);
        put(invocation, "toolExecutionNotifications", notifications);
    }
    put_item(list, invocation);
    return list;
}

/* run (3.14), with the results for SORTED. */
static json_t *run_of(struct log *log, struct diag **sorted, ptrdiff_t count)
{
    const struct digest *prints = entry_fingerprints(log->found, sorted, count);
    json_t *results = put_array();
    for (ptrdiff_t i = 0; i < count; i++)
        put_item(results, result_of(log, sorted[i], &prints[i]));

    json_t *driver = put_object(), *tool = put_object();
    put_word(driver, "name", "schemac");
    put_word(driver, "semanticVersion", SCHEMAC_VERSION);
    put(driver, "rules", log->rules);
    put(tool, "driver", driver);

    json_t *root = put_object(), *bases = put_object(), *run = put_object();
    put_message(log->arena, root, "description",
                S("The folder of schemac.yaml, or else the current one."));
    put(bases, ROOT, root);
    put(run, "tool", tool);
    put(run, "invocations", invocations(log));
    put(run, "originalUriBaseIds", bases);
    put_word(run, "columnKind", "unicodeCodePoints");
    put(run, "results", results);
    return run;
}

void report_sarif(struct diag_list *found, struct buf *out)
{
    ptrdiff_t count;
    struct diag **sorted = diag_sorted(found, &count);
    struct log log = {.found = found,
                      .arena = found->arena,
                      .rules = put_array(),
                      .rule_of_code = arena_new(found->arena, ptrdiff_t, DIAG_CODE_COUNT)};
    json_t *runs = put_array(), *top = put_object();
    put_item(runs, run_of(&log, sorted, count));
    put_word(top, "$schema",
             "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
             "sarif-schema-2.1.0.json");
    put_word(top, "version", "2.1.0");
    put(top, "runs", runs);
    put_finish(top, out, PUT_IN_ORDER);
}
