#include "cli/command.h"

#include "build/changed.h"
#include "build/check.h"
#include "build/check_releases.h"
#include "build/config_judge.h"
#include "build/depfile.h"
#include "build/examples.h"
#include "build/index.h"
#include "build/inputs.h"
#include "build/source_examples.h"

static void check_run(struct session *session, const void *options, struct operands operands);

struct check_options {
    const char *config, *mend, *depfile, *changed_since;
    bool index;
    struct root_options root;
};

static const struct option options[] = {
    FILE_OPTION(struct check_options, config, 'c', "config", "FILE",
                "the configuration (default: schemac.yaml here or in the nearest folder above)"),
    STRING(struct check_options, mend, 0, "mend", "COMMAND",
           "the command that messages name for mending drift (default: schemac generate)"),
    FLAG(struct check_options, index, 0, "index",
         "judge what is staged in git, as a pre-commit hook does, not the files"),
    STRING(struct check_options, changed_since, 0, "changed-since", "COMMIT",
           "judge only artifacts of which a file differs from COMMIT of git; merge-base:BRANCH is "
           "the commit where BRANCH and HEAD parted"),
    ROOT_OPTIONS(struct check_options, root, "the folder of the configuration"),
    FILE_OPTION(struct check_options, depfile, 0, "depfile", "FILE",
                "when all agree, write FILE, with a rule that lists the files that were judged"),
    {0},
};

static const struct example examples[] = {
    {"schemac check", "do all artifacts agree with their sources?"},
    {"schemac check schemas/server.schema.json", "only this one"},
    {"schemac check --index", "is what the next commit takes in agreement?"},
    {"schemac check --changed-since HEAD", "only what was edited since the last commit"},
    {0},
};

const struct command cmd_check = {
    .name = "check",
    .operands = "[ARTIFACT...]",
    .summary = "fail when artifacts and their sources have drifted apart",
    .about =
        "Builds the artifacts of schemac.yaml in memory and compares them with the files. What "
        "differs is reported with its place in the file and in the source, which of the two "
        "moved, and how to mend it; each change, as by `schemac diff`, with whom it breaks. Then the "
        "\"examples\" of schemac.yaml are judged by the schemas as they are built, and what was released "
        "by the index of releases: it has to be as it was, and the files of \"mentions\" may name no "
        "other schema. Nothing is written.\n\n"
        "An artifact that is right but for CRLF line ends is right.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct check_options),
    .max_operands = -1,
    .report_is_result = true,
    .has_format = true,
    .run = check_run,
};

/*
 * Writes the depfile, of PLAN and the files JUDGED beside its artifacts. What is made of all that
 * was read is the verdict, and of that this file is all there is: it is its own target, and stays
 * as it was when there is drift.
 */
static bool write_depfile(struct session *session, const char *path, const struct plan *plan,
                          const struct map *judged)
{
    struct map inputs = *judged;
    struct depfile depfile;
    inputs_of_selected(plan, &inputs);
    for (ptrdiff_t i = 0; i < plan->output_count; i++)
        if (plan->outputs[i].selected)
            map_entry(&inputs, str_of(plan->outputs[i].name), NULL);
    for (ptrdiff_t i = 0; i < plan->record_count; i++)
        map_entry(&inputs, str_of(plan->records[i].name), NULL);
    check_releases_files(plan, &inputs);
    depfile_init(&depfile, &session->found);
    depfile.is_target = true;
    depfile_add(&depfile, str_of(path), &inputs);
    return depfile_write(&depfile, path);
}

/* True, and reported, when --depfile of O cannot be, or not with another option. */
static bool has_conflict(struct session *session, const struct check_options *o)
{
    if (!o->depfile)
        return false;
    if (!depfile_is_file(&session->found, o->depfile))
        return true;
    if (!o->index && !o->changed_since)
        return false;
    diag_report(&session->found, E0001, (place){0}, "--depfile does not go with %s",
                o->index ? "--index" : "--changed-since");
    return true;
}

/* Says how many artifacts were judged, all of which agree. */
static void summarise(struct session *session, const struct check_options *o,
                      const struct changed_request *asked)
{
    const char *it = asked->count == 0   ? "none has changed"
                     : asked->count == 1 ? "it agrees with its source"
                                         : "they agree with their sources";
    const char *they = asked->count == 1 ? " agrees with its source" : "s agree with their sources";
    str summary = o->changed_since
                      ? arena_printf(session->arena, "%td of %td artifacts judged: %s",
                                     asked->count, asked->total, it)
                      : arena_printf(session->arena, "%td artifact%s", asked->count, they);
    if (asked->examples)
        summary = arena_printf(session->arena, "%s; %td example%s what %s should be", summary.data,
                               asked->examples, asked->examples == 1 ? " is" : "s are",
                               asked->examples == 1 ? "it" : "they");
    session->summary = summary.data;
}

/* Leaves of ASKED what has CHANGED. False when nothing has, or when reported. */
static bool narrow(struct session *session, const struct check_options *o, struct file_view *view,
                   struct changed *changed, struct changed_request *asked)
{
    if (!changed_find(&session->found, o->changed_since, o->index, changed))
        return false;
    struct plan_request whole = asked->request;
    changed_narrow(changed, view, &whole, asked);
    bool nothing = asked->request.only_named && asked->request.name_count == 0 && !asked->stale &&
                   !asked->has_examples;
    if (nothing)
        summarise(session, o, asked);
    return !nothing;
}

/* Judges what is ASKED for through VIEW; with CHANGED, or NULL, only what that says. */
static void judge(struct session *session, const struct check_options *o, struct file_view *view,
                  struct changed *changed, struct changed_request *asked)
{
    struct sources sources = {.arena = session->arena, .found = &session->found, .view = view};
    struct plan plan;
    struct examples judged = {.plan = &plan, .changed = changed};
    judged.artifacts_named = changed ? !asked->has_examples : asked->request.name_count > 0;
    if (!plan_make(&sources, &asked->request, &plan))
        return;
    if (asked->stale)
        plan.everything = true; /* as far as files are concerned that are made no more */
    config_judge(&sources, plan.config.files, plan.config.file_count);
    check(&plan, o->mend ? o->mend : "schemac generate");
    source_examples_judge(&plan);
    examples_judge(&judged);
    asked->count = plan_count(&plan);
    asked->examples = judged.count;
    if (diag_status(&session->found) == 0 &&
        (!o->depfile || write_depfile(session, o->depfile, &plan, &judged.files)))
        summarise(session, o, asked);
}

static void check_run(struct session *session, const void *options_, struct operands operands)
{
    const struct check_options *o = options_;
    struct git_index index = {.view = {index_read, index_list, true}};
    struct file_view *view = o->index ? &index.view : NULL;
    struct changed_request asked = {.request = {.config = o->config,
                                                .names = operands.at,
                                                .name_count = operands.count,
                                                .root = o->root}};
    struct changed changed = {0}, *since = o->changed_since ? &changed : NULL;
    if (!has_conflict(session, o) && (!since || narrow(session, o, view, since, &asked)))
        judge(session, o, view, since, &asked);
    changed_done(&changed);
    index_done(&index);
}
