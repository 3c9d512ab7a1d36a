#include "cli/command.h"

#include "base/file.h"
#include "base/show.h"
#include "build/init.h"

static void init_run(struct session *session, const void *options, struct operands operands);

struct init_options {
    const char *like, *out;
    struct root_options root;
};

static const struct option options[] = {
    FILE_OPTION(struct init_options, like, 'l', "like", "EXISTING",
                "find the keys that give this schema file"),
    FILE_OPTION(struct init_options, out, 'o', "output", "OUT",
                "write to OUT, or with \"-\" to standard output, instead of to schemac.yaml here"),
    ROOT_OPTIONS(struct init_options, root, "the folder of OUT"),
    {0},
};

static const struct example examples[] = {
    {"schemac init openapi/openapi.yaml -o -", "what a first schemac.yaml would say"},
    {"schemac init openapi/openapi.yaml --like schemas/server.schema.json -o -",
     "the keys with which the document gives the schema that is there"},
    {0},
};

const struct command cmd_init = {
    .name = "init",
    .operands = "SOURCE",
    .summary = "write a schemac.yaml for an OpenAPI document",
    .about =
        "Writes a schemac.yaml for SOURCE, an OpenAPI document, into the current directory. A file "
        "that is there is never overwritten.\n\n"
        "With --like, it declares EXISTING with the keys that reproduce it byte for byte: its "
        "root, dialect, id, title, comment, root_form, style, order and what else it takes. When "
        "none do, those that come nearest are written, what differs is reported as by check, and "
        "the exit status is 1.\n\n"
        "Without, it declares the schema that no other schema refers to and that takes along "
        "most, with comments on what to try next.\n\n"
        "The paths in schemac.yaml are relative to its folder, in or below which SOURCE and "
        "EXISTING have to be. Documents that SOURCE refers to may lie elsewhere with --root-dir or "
        "--allow-outside, which generate and check then want, too.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct init_options),
    .min_operands = 1,
    .max_operands = 1,
    .has_format = true,
    .run = init_run,
};

static bool is_stream(const char *path)
{
    return path && file_is_stream(path);
}

/* The command that comes next, with what documents outside of the folder need. */
static const char *next_command(struct session *session, const struct root_options *root)
{
    str folder = {0};
    if (root->directory)
        folder = arena_printf(session->arena, " --root-dir %s",
                              show_all(session->arena, str_of(root->directory)));
    return arena_printf(session->arena, "next, `schemac generate%s%s`",
                        folder.len ? folder.data : "",
                        root->allow_outside ? " --allow-outside" : "")
        .data;
}

static void init_run(struct session *session, const void *options_, struct operands operands)
{
    const struct init_options *o = options_;
    struct sources sources = {.arena = session->arena, .found = &session->found};
    struct init_request request = {
        .source = operands.at[0],
        .like = o->like,
        .out = o->out && !is_stream(o->out) ? o->out : "schemac.yaml",
        .root = o->root,
        .prints = is_stream(o->out),
    };
    struct init_result result;
    if (is_stream(request.source) || is_stream(request.like)) {
        diag_report(&session->found, E0001, (place){0},
                    "schemac.yaml names files: standard input cannot be one");
        return;
    }
    if (!init(&sources, &request, &result))
        return;
    if (request.prints)
        session->out = result.text;
    else if (diag_status(&session->found) == 0)
        session->summary = arena_printf(session->arena, "%s is written; %s",
                                        show_all(session->arena, str_of(request.out)),
                                        request.like ? "it gives the file as it is"
                                                     : next_command(session, &o->root))
                               .data;
}
