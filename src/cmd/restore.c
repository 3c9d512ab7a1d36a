#include "cli/command.h"

#include "base/file.h"
#include "base/glob.h"
#include "base/host.h"
#include "cli/output.h"
#include "cli/usage.h"
#include "disclosure/restore.h"
#include "validate/instances.h"

#include <string.h>

static void restore_run(struct session *session, const void *options, struct operands operands);

struct restore_options {
    const char *select, *uri_prefix, *out;
};

static const struct option options[] = {
    FILE_OPTION(struct restore_options, select, 0, "select", "MANIFEST",
                "the manifest that was chosen, independently of the fragments"),
    STRING(struct restore_options, uri_prefix, 0, "uri-prefix", "PREFIX",
           "what the URIs begin with (default: " MANIFEST_URI_PREFIX ")"),
    FILE_OPTION(struct restore_options, out, 'o', "output", "OUT",
                "write to OUT, in one step, instead of to standard output"),
    {0},
};

static const struct example examples[] = {
    {"schemac restore --select tests/examples/disclosure/weather.manifest.json "
     "tests/examples/disclosure/weather.jsonl",
     "the schemas in a file with a fragment a line"},
    {0},
};

const struct command cmd_restore = {
    .name = "restore",
    .operands = "[FRAGMENT...]",
    .summary = "put the schemas of a tool together again from fragments",
    .about =
        "Reads the manifest that was selected and all its fragments in their order, and writes the "
        "document that they hold, byte for byte: {\"inputSchema\":...,\"outputSchema\":...}. A "
        "FRAGMENT is a file with one, a file of JSON Lines (.jsonl, or - for standard input), or a "
        "folder that disclose or generate has written, of which the manifest is not used: "
        "fragments prove nothing by agreeing with a manifest that came with them.\n\n"
        "What is not exactly what the manifest says is refused, with exit status 1, as the first of "
        "these that applies to any fragment: malformed, index (out of range), too large, mixed "
        "(not of the selected manifest), incomplete, reordered, corrupt (a digest or the length), "
        "inconsistent (not the canonical form of the two schemas). Then nothing is written.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct restore_options),
    .min_operands = 0,
    .max_operands = -1,
    .has_format = true,
    .run = restore_run,
};

/* What is read, and where that goes. */
struct restoring {
    struct session *session;
    struct restoration restoration;
    struct arena scratch;
    bool is_unread; /* something could not be read, which is reported */
};

static bool check_options(struct session *session, const struct restore_options *o,
                          struct operands operands)
{
    if (!o->select)
        return usage_refuse(session, "restore needs --select, the manifest that was chosen");
    if (!usage_check_files(session, operands, "a FRAGMENT", file_is_stream(o->select)))
        return false;
    if (output_is_source(session, o->out, o->select, "the manifest"))
        return false;
    for (ptrdiff_t i = 0; i < operands.count; i++)
        if (output_is_source(session, o->out, operands.at[i], "a fragment"))
            return false;
    return true;
}

static void add_file(struct restoring *r, const char *path)
{
    struct session *session = r->session;
    struct instance_options how = {.scratch = &r->scratch, .form = INSTANCES_DOCUMENT};
    struct instances instances;
    struct instance instance;
    str name = file_called(path);
    if (file_is_stream(path) || str_ends(name, S(".jsonl")) || str_ends(name, S(".ndjson")))
        how.form = INSTANCES_LINES;
    if (instances_open(&instances, session->arena, &session->found, &how, path, name))
        while (restore_wants_more(&r->restoration) && !instances.unread &&
               instances_next(&instances, &instance))
            restore_add(&r->restoration, instance.text, instance.root);
    r->is_unread = r->is_unread || instances.unread;
    instances_close(&instances);
}

/* Adds the files of the folder PATH that PATTERN stands for, by their names; how many there are. */
static ptrdiff_t add_files(struct restoring *r, const char *path, str pattern)
{
    struct arena *arena = r->session->arena;
    struct file_list files = {0};
    const char *failed;
    int problem = glob_files(NULL, arena, path, pattern, &files, &failed);
    if (problem) {
        diag_report(&r->session->found, E0002, place_named(arena, str_of(path)),
                    "cannot read the folder: %s", strerror(problem));
        r->is_unread = true;
        return 1;
    }
    for (ptrdiff_t i = 0; i < files.count; i++)
        add_file(r, arena_copy(arena, path_join(arena, str_of(path), files.paths[i])).data);
    return files.count;
}

/* Adds the fragments in the folder PATH, as `disclose` writes it, or else as `generate` does. */
static void add_folder(struct restoring *r, const char *path)
{
    if (!add_files(r, path, S("fragment-*.json")))
        add_files(r, path, S("fragments.jsonl"));
}

static void add_operand(struct restoring *r, const char *path)
{
    struct stat info;
    if (!file_is_stream(path) && host.stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        add_folder(r, path);
    else
        add_file(r, path);
}

/* Begins with the selected manifest, read by SOURCES. False when reported. */
static bool begin(struct restoring *r, struct sources *sources, const struct restore_options *o)
{
    str name = file_called(o->select);
    struct document *document = sources_load(sources, o->select, name);
    return document && !sources_report_all_faults(sources, document) &&
           restore_begin(&r->restoration, r->session->arena, &r->session->found, &document->text,
                         document->root,
                         str_of(o->uri_prefix ? o->uri_prefix : MANIFEST_URI_PREFIX));
}

static void restore_run(struct session *session, const void *options_, struct operands operands)
{
    const struct restore_options *o = options_;
    struct restoring r = {.session = session};
    struct sources sources = {
        .arena = session->arena, .found = &session->found, .policy = {.max_depth = INSTANCE_DEPTH}};
    struct restored restored;
    if (!check_options(session, o, operands) || !begin(&r, &sources, o))
        return;
    for (ptrdiff_t i = 0; i < operands.count; i++)
        add_operand(&r, operands.at[i]);
    arena_free(&r.scratch);
    if (!r.is_unread && restore_end(&r.restoration, &restored)) {
        output_write(session, o->out, r.restoration.document);
        session->summary = arena_printf(session->arena, "%td bytes out of %lld fragments",
                                        restored.document.len, (long long)r.restoration.count)
                               .data;
    }
}
