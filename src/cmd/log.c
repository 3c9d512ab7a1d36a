#include "cli/command.h"

#include "build/release_log.h"

static void log_run(struct session *session, const void *options, struct operands operands);

struct log_options {
    const char *config;
    struct root_options root;
};

static const struct option options[] = {
    FILE_OPTION(struct log_options, config, 'c', "config", "FILE",
                "the configuration (default: schemac.yaml here or in the nearest folder above)"),
    ROOT_OPTIONS(struct log_options, root, "the folder of the configuration"),
    {0},
};

static const struct example examples[] = {
    {"schemac log", "all releases, each with what changed since the one before it"},
    {"schemac log --format markdown", "the same as a table"},
    {0},
};

const struct command cmd_log = {
    .name = "log",
    .operands = "",
    .summary = "list the releases, each with the class of its step",
    .about =
        "Reads the index of releases that schemac.yaml names and compares each schema with the "
        "release before it, as `schemac diff` does. The step is breaking, for writers, readers or both, "
        "undecided, safe, annotations only, or equal but for the $id.\n\n"
        "With --format json the log is an array of objects with version, id, file and, from the "
        "second release on, previous, step, changes, breaks_writers, breaks_readers, undecided and "
        "annotations; with --format markdown it is a table.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct log_options),
    .has_format = true,
    .run = log_run,
};

static void log_run(struct session *session, const void *options_, struct operands operands)
{
    const struct log_options *o = options_;
    struct sources sources = {.arena = session->arena, .found = &session->found};
    struct config config;
    struct releases releases;
    struct logged *schemas;
    (void)operands;
    if (!config_load(&sources, o->config, &config) || !root_is_there(&session->found, &o->root))
        return;
    if (!config.release) {
        diag_report(&session->found, E0911, place_file(&config.document->text),
                    "nothing says where releases are listed");
        return;
    }
    struct root_rule rule = root_of_config(&o->root, config.directory);
    if (!releases_read(&sources, &config, &releases) || !release_log(&releases, &rule, &schemas))
        return;
    if (session->format == REPORT_JSON)
        report_log_json(&session->out, schemas, releases.count);
    else if (session->format == REPORT_MARKDOWN)
        report_log_markdown(&session->out, schemas, releases.count);
    else
        report_log_text(&session->out, schemas, releases.count);
    if (session->found.count == 0)
        session->format = REPORT_TEXT; /* the log is all there is to say */
    session->summary = arena_printf(session->arena, "%td released schema%s", releases.count,
                                    releases.count == 1 ? "" : "s")
                           .data;
}
