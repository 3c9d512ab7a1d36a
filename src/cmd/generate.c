#include "cli/command.h"

#include "build/depfile.h"
#include "build/generate.h"
#include "build/inputs.h"

static void generate_run(struct session *session, const void *options, struct operands operands);

struct generate_options {
    const char *config, *depfile;
    struct root_options root;
};

static const struct option options[] = {
    FILE_OPTION(struct generate_options, config, 'c', "config", "FILE",
                "the configuration (default: schemac.yaml here or in the nearest folder above)"),
    ROOT_OPTIONS(struct generate_options, root, "the folder of the configuration"),
    FILE_OPTION(
        struct generate_options, depfile, 0, "depfile", "FILE",
        "write to FILE which files each artifact is made from, as rules for make and ninja"),
    {0},
};

static const struct example examples[] = {
    {"schemac generate", "write all artifacts that are not as they should be"},
    {"schemac generate schemas/server.schema.json", "only this one"},
    {0},
};

const struct command cmd_generate = {
    .name = "generate",
    .operands = "[ARTIFACT...]",
    .summary = "write the artifacts that schemac.yaml declares",
    .about =
        "Builds the artifacts of schemac.yaml, and writes those that differ from the files. "
        "Each file is old or new, never cut; when one cannot be written, all stay as they "
        "were. A file that is right is not touched. Changes that break someone, as by `schemac "
        "diff`, are warnings.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct generate_options),
    .max_operands = -1,
    .has_format = true,
    .run = generate_run,
};

/*
 * Writes the depfile: a rule for each artifact that was asked for. It comes first, so that where it
 * cannot be written nothing else is.
 */
static bool write_depfile(struct session *session, const char *path, const struct plan *plan)
{
    struct depfile depfile;
    struct inputs inputs = inputs_find(plan);
    depfile_init(&depfile, &session->found);
    for (ptrdiff_t i = 0; i < plan->output_count; i++) {
        struct arena scratch = {0};
        struct map paths = {.arena = &scratch};
        if (!plan->outputs[i].selected)
            continue;
        inputs_of(&inputs, &plan->outputs[i], &paths);
        depfile_add(&depfile, str_of(plan->outputs[i].name), &paths);
        arena_free(&scratch);
    }
    return depfile_write(&depfile, path);
}

static void generate_run(struct session *session, const void *options_, struct operands operands)
{
    const struct generate_options *o = options_;
    struct sources sources = {.arena = session->arena, .found = &session->found};
    struct plan_request request = {
        .config = o->config, .names = operands.at, .name_count = operands.count, .root = o->root};
    struct plan plan;
    ptrdiff_t written;
    struct generate_lock lock;
    if (o->depfile && !depfile_is_file(&session->found, o->depfile))
        return;
    generate_lock(session->arena, o->config, &lock);
    bool ok = plan_make(&sources, &request, &plan) &&
              (!o->depfile || write_depfile(session, o->depfile, &plan)) &&
              generate(&plan, &written);
    generate_unlock(&lock);
    if (!ok)
        return;
    for (ptrdiff_t i = 0; i < plan.output_count; i++)
        if (plan.outputs[i].selected)
            diag_judged(&session->found, str_of(plan.outputs[i].name), true);
    ptrdiff_t count = plan_count(&plan);
    session->summary = arena_printf(session->arena, "%td artifact%s, %td written", count,
                                    count == 1 ? "" : "s", written)
                           .data;
}
