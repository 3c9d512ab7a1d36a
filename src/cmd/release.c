#include "cli/command.h"

#include "build/generate.h"
#include "build/release.h"
#include "build/release_import.h"

static void release_run(struct session *session, const void *options, struct operands operands);

struct release_options {
    const char *config;
    bool import, dry_run;
    struct root_options root;
};

static const struct option options[] = {
    FILE_OPTION(struct release_options, config, 'c', "config", "FILE",
                "the configuration (default: schemac.yaml here or in the nearest folder above)"),
    FLAG(struct release_options, import, 0, "import",
         "take files that were published before into the index, each by its $id"),
    FLAG(struct release_options, dry_run, 'n', "dry-run",
         "say what would be released, and write nothing"),
    ROOT_OPTIONS(struct release_options, root, "the folder of the configuration"),
    {0},
};

static const struct example examples[] = {
    {"schemac release 2026-11-30 --dry-run", "what would be frozen, and how large the step is"},
    {"schemac release 2026-11-30", "freeze all artifacts under this version"},
    {"schemac release --import schemas/releases/*/*.json", "list files that were published before"},
    {0},
};

const struct command cmd_release = {
    .name = "release",
    .operands = "VERSION | --import FILE...",
    .summary = "freeze the artifacts under a version",
    .about =
        "Builds the artifacts of schemac.yaml with the $id of the release in place of their own, "
        "and writes each into the folder of the release, with copies, and into the index of "
        "releases: all files or none. What was released stays as it is; to release it again, "
        "unchanged, does nothing but write what is missing.\n\n"
        "\"release\" in schemac.yaml says where all that is: \"dir\", the folder of a release, and \"id\", "
        "with {version} and {file} in them; \"record\", the index; and if there are any, \"copies\", "
        "further files with the same bytes. \"versioning\" is date or semver.\n\n"
        "VERSION is a date, YYYY-MM-DD, or where versioning is semver X.Y.Z. Of the latter the "
        "step from the release before has to be as large as the changes: what may break those who "
        "write documents or those who read them takes a new first number, what is safe a second "
        "one; below 1.0.0 these are the second and the third. Rules and compatibility in "
        "schemac.yaml have their say in that, waivers do not.\n\n"
        "With --import, FILEs that were published before are listed in the index where they are. "
        "The version is that in the $id, or in the name of the file or of a folder around it. "
        "`schemac check` watches over all that is listed.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct release_options),
    .min_operands = 1,
    .max_operands = -1,
    .has_format = true,
    .run = release_run,
};

/* Adds what is to be released to the result, each with its step. */
static void list(struct session *session, const struct release_result *result)
{
    struct arena *arena = session->arena;
    struct logged *schemas = arena_new(arena, struct logged, result->count);
    for (ptrdiff_t i = 0; i < result->count; i++) {
        const struct frozen *frozen = &result->schemas[i];
        schemas[i] = (struct logged){
            .schema = &frozen->row,
            .words = result->is_known   ? S("released already")
                     : frozen->has_step ? step_words(arena, &frozen->step)
                                        : S("the first one"),
        };
    }
    report_log_text(&session->out, schemas, result->count);
}

static void freeze(struct session *session, const struct release_options *o, const char *version)
{
    struct sources sources = {.arena = session->arena, .found = &session->found};
    struct plan_request request = {.config = o->config, .root = o->root, .release = version};
    struct release_result result;
    struct generate_lock lock;
    struct plan plan;
    generate_lock(session->arena, o->config, &lock);
    bool ok = plan_make(&sources, &request, &plan) && release(&plan, version, o->dry_run, &result);
    generate_unlock(&lock);
    if (!ok)
        return;
    if (o->dry_run)
        list(session, &result);
    else
        session->summary =
            arena_printf(session->arena, "%td schema%s released as %s, %td file%s written",
                         result.count, result.count == 1 ? "" : "s", version, result.written,
                         result.written == 1 ? "" : "s")
                .data;
}

static void import(struct session *session, const struct release_options *o,
                   struct operands operands)
{
    struct sources sources = {.arena = session->arena, .found = &session->found};
    const struct string_list files = {(const char **)operands.at, operands.count};
    struct generate_lock lock;
    ptrdiff_t added;
    generate_lock(session->arena, o->config, &lock);
    bool ok = release_import(&sources, o->config, &files, o->dry_run, &added);
    generate_unlock(&lock);
    if (ok)
        session->summary = arena_printf(session->arena, "%td file%s read, %td added to the index",
                                        operands.count, operands.count == 1 ? "" : "s", added)
                               .data;
}

static void release_run(struct session *session, const void *options_, struct operands operands)
{
    const struct release_options *o = options_;
    if (o->import)
        import(session, o, operands);
    else if (operands.count == 1)
        freeze(session, o, operands.at[0]);
    else
        diag_report(&session->found, E0001, (place){0},
                    "release takes one VERSION, or files with --import");
}
