#include "cli/command.h"

#include "build/depfile.h"
#include "build/inputs.h"
#include "build/render.h"
#include "build/root.h"
#include "cli/input.h"
#include "cli/output.h"
#include "openapi/unreached.h"

#include <string.h>

static void extract_run(struct session *session, const void *options, struct operands operands);

struct extract_options {
    struct artifact_keys keys;
    struct root_options root;
    const char *out, *depfile;
};

static const struct option options[] = {
    ARTIFACT_KEYS(struct extract_options, keys),
    ROOT_OPTIONS(struct extract_options, root,
                 "the top of the git work tree that holds FILE, else its folder"),
    FILE_OPTION(struct extract_options, out, 'o', "output", "OUT",
                "write to OUT, in one step, instead of to standard output"),
    FILE_OPTION(struct extract_options, depfile, 0, "depfile", "FILE",
                "write to FILE which files OUT is made from, as rules for make and ninja"),
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
             "from --root to --refer are also keys of an artifact in schemac.yaml.",
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

/* True, and reported, when the result would be written over what it was made from: SOURCE, USED. */
static bool is_own_source(struct session *session, const struct extract_options *o,
                          const char *source, const struct document_set *used)
{
    const struct string_list *refer = &o->keys.refer;
    bool is_own = output_is_source(session, o->out, source, "the document itself");
    struct buf name = buf_in(session->arena, PTRDIFF_MAX);
    for (ptrdiff_t i = 1; !is_own && i < used->count; i++) {
        name.len = 0;
        buf_add(&name, used->at[i]->text.name);
        buf_add_byte(&name, '\0');
        is_own = output_is_source(session, o->out, name.data, "a document that is referred to");
    }
    for (ptrdiff_t i = 0; !is_own && i < refer->count; i++)
        is_own = output_is_source(session, o->out, refer->at[i], "a schema that is referred to");
    return is_own;
}

/*
 * Writes the depfile: OUT is made from the documents USED and the schemas that are referred to. It
 * comes first, so that where it cannot be written nothing else is.
 */
static bool write_depfile(struct session *session, const struct extract_options *o,
                          const struct document_set *used, const char *source)
{
    struct map inputs = {.arena = session->arena};
    struct depfile depfile;
    struct document_set files = *used;
    if (strcmp(source, "-") == 0) { /* it comes first, and is no file */
        files.at++;
        files.count--;
    }
    inputs_add(&inputs, &files);
    for (ptrdiff_t i = 0; i < o->keys.refer.count; i++)
        map_entry(&inputs, str_of(o->keys.refer.at[i]), NULL);
    depfile_init(&depfile, &session->found);
    depfile_add(&depfile, str_of(o->out), &inputs);
    return depfile_write(&depfile, o->depfile);
}

/* True, and reported, when there is no other file for the depfile to be about. */
static bool lacks_target(struct session *session, const struct extract_options *o)
{
    if (!o->depfile)
        return false;
    if (!depfile_is_file(&session->found, o->depfile))
        return true;
    if (o->out && strcmp(o->out, "-") != 0)
        return output_is_source(session, o->depfile, o->out, "the result");
    diag_report(&session->found, E0001, (place){0}, "--depfile needs --output");
    return true;
}

static void extract_run(struct session *session, const void *options_, struct operands operands)
{
    const struct extract_options *o = options_;
    struct input input;
    const struct node **referred;
    const char *path = operands.at[0];
    if (lacks_target(session, o) || !input_open(session, &o->root, path, &input) ||
        !load_referred(&input.sources, &o->keys.refer, &referred))
        return;

    struct rendering rendering;
    bool ok = render(&input.openapi, &o->keys, referred, NULL, &rendering);
    openapi_warn_unreached(&input.openapi);
    sources_warn_unreached(&input.sources);
    if (ok && !is_own_source(session, o, path, &rendering.used) &&
        (!o->depfile || write_depfile(session, o, &rendering.used, path)))
        output_write(session, o->out, rendering.buf);
}
