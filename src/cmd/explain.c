#include "cli/command.h"

#include "base/show.h"
#include "base/similar.h"

static const struct example examples[] = {
    {"schemac explain E0302", "learn what a diagnostic means and what to do about it"},
    {"schemac explain", "list all diagnostics"},
    {0},
};

static void explain_run(struct session *session, const void *options, struct operands operands);

const struct command cmd_explain = {
    .name = "explain",
    .operands = "[CODE...]",
    .summary = "tell what a diagnostic means",
    .about = "Prints for each CODE, which stands in brackets behind a diagnostic, what it means, "
             "what it does to the exit status, and what to do about it. Without a CODE, lists all "
             "of them.",
    .examples = examples,
    .max_operands = -1,
    .run = explain_run,
};

/* The word for a severity and what it means for the exit status. */
static const char *severity_text(enum diag_severity severity)
{
    switch (severity) {
    case DIAG_NOTE:
        return "note, without effect on the exit status";
    case DIAG_WARNING:
        return "warning, without effect on the exit status";
    case DIAG_FINDING:
        return "finding, exit status 1";
    case DIAG_LIMIT:
        return "limit, exit status 3";
    case DIAG_ERROR:
        return "error, exit status 2";
    }
    return "";
}

static void explain(struct buf *out, enum diag_code code)
{
    buf_printf(out, "%s: %s\n(%s)\n\n", diag_code_name(code), diag_code_title(code),
               severity_text(diag_code_severity(code)));
    help_wrap(out, diag_code_explanation(code), 0, 0);
}

static void report_unknown(struct session *session, const char *name)
{
    struct similar similar = {.wanted = str_of(name)};
    for (enum diag_code code = 0; code < DIAG_CODE_COUNT; code++)
        similar_consider(&similar, str_of(diag_code_name(code)));
    struct diag *diag =
        diag_report(&session->found, E0001, (place){0}, "there is no diagnostic \"%s\"",
                    show(session->arena, str_of(name)));
    if (similar.best.data)
        diag_hint(&session->found, diag, "did you mean \"%s\"?", similar.best.data);
    else
        diag_hint(&session->found, diag, "`schemac explain` lists all");
}

static void list_all(struct buf *out)
{
    for (enum diag_code code = 0; code < DIAG_CODE_COUNT; code++)
        buf_printf(out, "%s  %s\n", diag_code_name(code), diag_code_title(code));
}

static void explain_run(struct session *session, const void *options, struct operands operands)
{
    (void)options;
    if (operands.count == 0)
        list_all(&session->out);
    for (ptrdiff_t i = 0; i < operands.count; i++) {
        enum diag_code code = diag_code_find(str_of(operands.at[i]));
        if (code == DIAG_CODE_COUNT) {
            report_unknown(session, operands.at[i]);
            continue;
        }
        if (session->out.len)
            buf_add_byte(&session->out, '\n');
        explain(&session->out, code);
    }
}
