#include "cli/output.h"

#include "base/file.h"
#include "base/show.h"
#include "build/diff.h"
#include "build/keys.h"
#include "cli/usage.h"
#include "drift/report.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

static void diff_run(struct session *session, const void *options, struct operands operands);

struct diff_options {
    struct diff_request request;
    const char *out;
    bool annotations, git_driver;
};

static const struct option options[] = {
    STRING(struct diff_options, request.against, 0, "against", "REF[:PATH]",
           "take OLD, and what it refers to, from a commit of git, at the path of NEW unless PATH "
           "says another; merge-base:BRANCH is the commit where BRANCH and HEAD parted"),
    STRING(struct diff_options, request.sides.root, 'r', "root", "ROOT",
           "the schema of OpenAPI documents: a component name or a JSON Pointer (default: all)"),
    CHOICE(struct diff_options, request.audience, 0, "for", "AUDIENCE", diff_audiences,
           "whom changes may break; auto: in OpenAPI documents, those who write what a request "
           "reaches and those who read what a response reaches, else both (default: the "
           "compatibility in schemac.yaml, else auto)"),
    CHOICE(struct diff_options, request.fail_on, 0, "fail-on", "WHAT", gate_fail_on_names,
           "the changes that fail; undecided: and what breaks; any: all but annotations (default: "
           "breaking)"),
    PAIRS(struct diff_options, request.rules, "rule", "CODE=RULE",
          "take all changes of CODE for safe, undecided or breaks, or ignore them",
          gate_accepts_code),
    FILE_OPTION(struct diff_options, request.baseline, 0, "baseline", "FILE",
                "let pass what FILE has, the report of an earlier run with --format json"),
    STRING(struct diff_options, request.today, 0, "today", "DATE",
           "the day, YYYY-MM-DD, by which waivers are judged (default: today in UTC)"),
    FLAG(struct diff_options, annotations, 0, "annotations",
         "tell changes of annotations, too, which are only counted otherwise"),
    CHOICE(struct diff_options, request.sides.dialect, 'd', "dialect", "DIALECT", key_dialects,
           "the dialect of schemas without \"$schema\" (default: 2020-12)"),
    MAP_KEY(struct diff_options, request.sides.map),
    ROOT_OPTIONS(struct diff_options, request.sides.directory,
                 "the top of the git work tree that holds the document, else its folder"),
    FILE_OPTION(struct diff_options, request.config, 'c', "config", "FILE",
                "the configuration with compatibility, rules and waivers (default: schemac.yaml "
                "here or in the nearest folder above, if there is one)"),
    FILE_OPTION(struct diff_options, out, 'o', "output", "FILE",
                "write the report to FILE, which has its old content or the new"),
    FLAG(struct diff_options, git_driver, 0, "git-driver",
         "take the operands of a diff driver of git, and end with status 0"),
    {0},
};

static const struct example examples[] = {
    {"schemac diff --against HEAD schemas/server.schema.json",
     "what has changed since the last commit?"},
    {"schemac diff --against HEAD --root ServerDetail openapi/openapi.yaml --for writers",
     "does it break those who write such documents?"},
    {"schemac diff --against HEAD openapi/openapi.yaml --format markdown",
     "all schemas of the document, for a comment on a pull request"},
    {"schemac diff schemas/server.schema.json schemas/server.strict.schema.json",
     "do these two ask for the same?"},
    {0},
};

const struct command cmd_diff = {
    .name = "diff",
    .operands = "[OLD] NEW",
    .summary = "tell what changed between two schemas, and whom it breaks",
    .about =
        "Compares what OLD and NEW ask for, not how they are written: order, references, dialect "
        "and names of definitions make no difference. Each change is told with its place on both "
        "sides, whether it breaks those who write documents (a narrower schema does) or those who "
        "read them (a wider one does), and a value that shows it. What cannot be proven is "
        "undecided, never safe. The last line counts the changes and suggests the step of the next "
        "version: major where something breaks or may break, minor where something is added, patch "
        "for annotations.\n\n"
        "OLD and NEW are files, - for standard input, or FILE#POINTER for a part of one: JSON "
        "Schemas or OpenAPI documents. Of two OpenAPI documents all schemas are compared: named "
        "ones by their names, and those of operations by path, method, status and media type. What "
        "an operation is besides, such as a parameter that has to be there or its security, is "
        "not.\n\n"
        "The report goes to standard output, and in text what else is found to standard error. Exit "
        "status 1 means that something fails. Rules, waivers (by the id of a change, with a "
        "reason and a last day) and whom changes must not break stand in schemac.yaml.\n\n"
        "As a diff driver of git: `git config diff.schemac.command 'schemac diff --git-driver'`, and "
        "in .gitattributes a line such as `*.schema.json diff=schemac`.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct diff_options),
    .min_operands = 1,
    .max_operands = 9,
    .report_is_result = true,
    .has_format = true,
    .run = diff_run,
};

/* True when WORD is standard input, or a part of it. */
static bool is_stream(const char *word)
{
    return file_is_stream(word) || strncmp(word, "-#", 2) == 0;
}

/* Fills in the operands. False when reported. */
static bool take_operands(struct session *session, struct diff_request *request,
                          struct operands operands)
{
    ptrdiff_t wanted = request->against ? 1 : 2;
    if (operands.count != wanted)
        return usage_refuse(session, request->against ? "with --against, diff takes NEW only"
                                     : operands.count == 1
                                         ? "diff takes OLD and NEW, or NEW and --against REF"
                                         : "diff takes OLD and NEW");
    for (ptrdiff_t i = 0; i < operands.count; i++)
        if (!*operands.at[i] || operands.at[i][0] == '#')
            return usage_refuse(session, "an operand has no FILE");
    request->new = operands.at[wanted - 1];
    request->old = wanted == 2 ? operands.at[0] : NULL;
    if (request->old && is_stream(request->old) && is_stream(request->new))
        return usage_refuse(session,
                            "standard input is named more than once, but can be read only once");
    return true;
}

/* True, and reported, when the report would be written over a document that is compared. */
static bool is_over_operand(struct session *session, const struct diff_options *o,
                            struct operands operands)
{
    const char *path;
    for (ptrdiff_t i = 0; i < operands.count; i++) {
        side_split(session->arena, operands.at[i], &path);
        if (output_is_source(session, o->out, path, "a document that is compared"))
            return true;
    }
    return false;
}

/* Settles what the day is. False when reported. */
static bool take_day(struct session *session, struct diff_request *request)
{
    if (!request->today)
        request->today = gate_date(session->arena, (int64_t)time(NULL));
    return format_is_date(str_of(request->today)) ||
           usage_refuse(session, "--today takes a day such as 2027-01-31");
}

/* Adds CHANGES as text for people, and the summary if there is anything to sum up. */
static void add_text(struct session *session, struct diag_list *changes, const struct told *told,
                     bool colour, struct buf *out)
{
    const char *summary = drift_summary(session->arena, told);
    bool is_empty = told->result->step == STEP_NONE && !told->result->ignored;
    report_text(changes, out, colour);
    if (is_empty)
        session->summary = summary;
    else
        buf_printf(out, "%s\n", summary);
}

/*
 * Writes the report: TOLD has what was compared, if anything was. In text the changes are the
 * result, and what else was found goes to standard error.
 */
static void report(struct session *session, const struct diff_options *o, struct told *told,
                   const char *name)
{
    struct diag_list *found = &session->found, changes = {.arena = session->arena};
    struct buf out = buf_in(session->arena, PTRDIFF_MAX);
    bool is_file = o->out && strcmp(o->out, "-") != 0;
    bool is_text = report_is_text(session->format);
    bool is_ours = session->format == REPORT_JSON || session->format == REPORT_MARKDOWN;
    if (told->result)
        drift_report(&changes, told, o->annotations || !is_text, !is_text);
    if (name)
        diag_judged(found, file_called(name), !changes.findings && !diag_problems(found));
    if (is_text && told->result)
        add_text(session, &changes, told, !is_file && cli_wants_colour(STDOUT_FILENO), &out);
    if (is_text || is_ours)
        found->findings += changes.findings;
    else
        diag_repeat(found, &changes);
    told->status = diag_status(found);
    if (session->format == REPORT_JSON)
        drift_json(found, told, &out);
    else if (session->format == REPORT_MARKDOWN)
        drift_markdown(found, told, &out);
    else if (!is_text)
        report_render(session->format, found, &out, false);
    int before = found->errors;
    if (told->result)
        output_write(session, o->out, out);
    else if (!is_text) /* why there is no report is not for the file of an earlier one */
        session->out = out;
    session->is_reported = found->errors == before;
}

/* ---- git's driver ---------------------------------------------------------------------------- */

/* What git gives its drivers: git(1), GIT_EXTERNAL_DIFF. */
enum { DRIVER_PATH, DRIVER_OLD, DRIVER_NEW = 4, DRIVER_COUNT = 7, DRIVER_OTHER = 7 };

/* Adds the difference to OUT. */
static void add_difference(struct session *session, struct diff_options *o,
                           struct operands operands, struct buf *out)
{
    struct diff diff;
    struct diff_request *request = &o->request;
    bool is_renamed = operands.count > DRIVER_COUNT;
    request->old = operands.at[DRIVER_PATH];
    request->new = is_renamed ? operands.at[DRIVER_OTHER] : request->old;
    request->old_bytes = operands.at[DRIVER_OLD];
    request->new_bytes = operands.at[DRIVER_NEW];
    buf_printf(out, "diff --schemac a/%s b/%s\n", show_all(session->arena, str_of(request->old)),
               show_all(session->arena, str_of(request->new)));
    if (strcmp(request->old_bytes, "/dev/null") == 0) {
        buf_add(out, S("a new schema\n"));
    } else if (strcmp(request->new_bytes, "/dev/null") == 0) {
        buf_add(out, S("the schema is gone\n"));
    } else {
        struct diag_list changes = {.arena = session->arena};
        struct told told = {.drift = &diff.drift, .result = &diff.result};
        if (diff_find(&session->found, request, &diff)) {
            told.is_complete = diff.is_complete;
            drift_report(&changes, &told, o->annotations, false);
            add_text(session, &changes, &told, cli_wants_colour(STDOUT_FILENO), out);
            if (diff.result.step == STEP_NONE)
                buf_add(out, S("nothing that counts has changed\n"));
        }
        diff_done(&diff);
    }
}

/* Differences are no failure for git, nor is a file that is no schema: it is only said. */
static void drive(struct session *session, struct diff_options *o, struct operands operands)
{
    struct buf out = buf_in(session->arena, PTRDIFF_MAX), wrong = out;
    if (operands.count == 1)
        buf_printf(&out, "* Unmerged path %s\n", operands.at[0]); /* as git has it */
    else if (operands.count != DRIVER_COUNT && operands.count != DRIVER_COUNT + 2)
        usage_refuse(session, "--git-driver takes what git gives its drivers: 7 operands, or 9");
    else
        add_difference(session, o, operands, &out);
    if (operands.count != 1 && out.len == 0)
        return;
    report_text(&session->found, &wrong, false);
    buf_add(&out, buf_view(&wrong));
    session->found = (struct diag_list){.arena = session->arena};
    session->out = out;
}

static void diff_run(struct session *session, const void *options_, struct operands operands)
{
    struct diff_options o = *(const struct diff_options *)options_;
    struct diff diff = {0};
    struct told told = {.audience = o.request.audience ? o.request.audience : "auto"};
    if (o.git_driver) {
        if (take_day(session, &o.request))
            drive(session, &o, operands);
        return;
    }
    if (take_operands(session, &o.request, operands) && take_day(session, &o.request) &&
        !is_over_operand(session, &o, operands)) {
        if (diff_find(&session->found, &o.request, &diff)) {
            told.drift = &diff.drift;
            told.result = &diff.result;
            told.audience = diff.audience;
            told.is_complete = diff.is_complete;
        }
        diff_done(&diff);
    }
    const char *name = NULL;
    if (o.request.new)
        side_split(session->arena, o.request.new, &name);
    report(session, &o, &told, name);
}
