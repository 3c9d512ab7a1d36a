#include "cli/command.h"

#include "base/file.h"
#include "base/host.h"
#include "base/show.h"
#include "build/render.h"
#include "openapi/unreached.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static void extract_run(struct session *session, const void *options, struct operands operands);

struct extract_options {
    struct artifact_keys keys;
    const char *out;
};

static const struct option options[] = {
    ARTIFACT_KEYS(struct extract_options, keys),
    FILE_OPTION(struct extract_options, out, 'o', "output", "OUT",
                "write to OUT, in one step, instead of to standard output"),
    {0},
};

static const struct example examples[] = {
    {"schemac extract openapi/openapi.yaml --root ServerDetail",
     "the schema of ServerDetail with all it refers to, in 2020-12"},
    {"schemac extract openapi/openapi.yaml --root ServerDetail --dialect draft-07 --no-translate "
     "--root-form ref --style go",
     "the same in the shape of a published server.schema.json"},
    {0},
};

const struct command cmd_extract = {
    .name = "extract",
    .operands = "FILE",
    .summary = "write one standalone JSON Schema out of an OpenAPI document",
    .about = "Reads FILE, YAML or JSON, and writes the schema of the root with exactly the schemas "
             "that it refers to as definitions. What the root does not reach cannot fail.\n\n"
             "By default keywords are translated so that the result means in its dialect what the "
             "source means; with --no-translate they are copied as they are. The options "
             "but for --output and --format are also keys of an artifact in schemac.yaml.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct extract_options),
    .min_operands = 1,
    .max_operands = 1,
    .has_format = true,
    .run = extract_run,
};

/* The schema files to refer to, read; false when reported. */
static bool load_referred(struct sources *sources, const struct string_list *files,
                          const struct node ***ret_schemas)
{
    const struct node **schemas = arena_new(sources->arena, const struct node *, files->count);
    bool ok = true;
    for (ptrdiff_t i = 0; i < files->count; i++) {
        struct document *document = sources_load(sources, files->at[i], str_of(files->at[i]));
        ok = ok && document;
        schemas[i] = document ? document->root : NULL;
    }
    *ret_schemas = schemas;
    return ok;
}

/* True when the file OUT is what SOURCE, "-" being standard input, was read from. */
static bool is_same_file(struct arena *arena, const char *out, const char *source)
{
    str a, b;
    struct stat written, read;
    if (strcmp(source, "-") == 0)
        return host.stat(out, &written) == 0 && host.fstat(STDIN_FILENO, &read) == 0 &&
               S_ISREG(read.st_mode) && written.st_dev == read.st_dev &&
               written.st_ino == read.st_ino;
    return file_resolve(arena, out, &a) == 0 && file_resolve(arena, source, &b) == 0 &&
           str_equal(a, b);
}

/* True, and reported, when OUT, which would be written, is SOURCE. */
static bool is_own_source(struct session *session, const char *out, const char *source,
                          const char *what)
{
    if (!is_same_file(session->arena, out, source))
        return false;
    diag_report(&session->found, E0605, (place){0}, "%s is %s", show(session->arena, str_of(out)),
                what);
    return true;
}

/* Writes BYTES to the file OUT, unless it is one that they were made from. */
static void write_out(struct session *session, const struct extract_options *o, const char *source,
                      str bytes)
{
    const struct string_list *refer = &o->keys.refer;
    bool refused = is_own_source(session, o->out, source, "the document itself");
    for (ptrdiff_t i = 0; !refused && i < refer->count; i++)
        refused = is_own_source(session, o->out, refer->at[i], "a schema that is referred to");
    int problem = refused ? 0 : file_replace(session->arena, o->out, bytes);
    if (problem)
        diag_report(&session->found, E0003, (place){0}, "cannot write %s: %s",
                    show(session->arena, str_of(o->out)), strerror(problem));
}

static void extract_run(struct session *session, const void *options_, struct operands operands)
{
    const struct extract_options *o = options_;
    struct sources sources = {.arena = session->arena, .found = &session->found};
    struct openapi openapi;
    const struct node **referred;
    const char *path = operands.at[0];
    str name = strcmp(path, "-") == 0 ? S("<stdin>") : str_of(path);
    struct document *document = sources_load(&sources, path, name);
    if (!document || !openapi_open(&sources, document, &openapi) ||
        !load_referred(&sources, &o->keys.refer, &referred))
        return;

    struct rendering rendering;
    bool ok = render(&openapi, &o->keys, referred, NULL, &rendering);
    openapi_warn_unreached(&openapi);
    sources_warn_unreached(&sources);
    if (!ok)
        return;
    if (o->out && strcmp(o->out, "-") != 0)
        write_out(session, o, path, rendering.bytes);
    else
        session->out = rendering.buf;
}
