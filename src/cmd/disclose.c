#include "cli/command.h"

#include "base/digest.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/show.h"
#include "build/writing.h"
#include "cli/output.h"
#include "cli/usage.h"
#include "contract/listing.h"
#include "disclosure/disclose.h"

#include <errno.h>
#include <string.h>

static void disclose_run(struct session *session, const void *options, struct operands operands);

struct disclose_options {
    const char *operation, *alias, *name;
    const char *source, *source_sha256, *uri_prefix;
    const char *out, *manifest;
};

static const struct option options[] = {
    STRING(struct disclose_options, operation, 0, "operation", "OP",
           "the identifier of the operation behind the tool"),
    STRING(struct disclose_options, alias, 0, "alias", "ALIAS",
           "the name under which the tool is registered"),
    STRING(struct disclose_options, name, 0, "name", "TOOL",
           "the tool that is meant, where TOOL.json lists several (default: ALIAS)"),
    FILE_OPTION(struct disclose_options, source, 0, "source", "FILE",
                "the immutable source of the schemas: its digest goes into the manifest"),
    STRING(struct disclose_options, source_sha256, 0, "source-sha256", "HEX",
           "that digest, instead of --source, or for FILE to be held to"),
    STRING(struct disclose_options, uri_prefix, 0, "uri-prefix", "PREFIX",
           "what the URIs begin with (default: " MANIFEST_URI_PREFIX ")"),
    FILE_OPTION(struct disclose_options, out, 'o', "output", "OUT",
                "the folder for manifest.json and a file for each fragment; or, when it is called "
                ".jsonl, the file for all fragments, one a line; - is standard output for those"),
    FILE_OPTION(struct disclose_options, manifest, 0, "manifest", "FILE",
                "where the manifest goes beside fragments in one file (default: "
                "NAME.manifest.json for NAME.jsonl)"),
    {0},
};

static const struct example examples[] = {
    {"schemac disclose tests/examples/tools/weather.json --operation weather.now "
     "--alias current_weather --source tests/examples/tools/weather.json -o disclosed",
     "the folder disclosed, with manifest.json and fragment-00000.json"},
    {"schemac disclose tests/examples/tools/weather.json --operation weather.now "
     "--alias current_weather --source tests/examples/tools/weather.json -o weather.jsonl",
     "the same as weather.jsonl and weather.manifest.json"},
    {0},
};

const struct command cmd_disclose = {
    .name = "disclose",
    .operands = "TOOL.json",
    .summary = "split the schemas of a tool into manifest and fragments",
    .about =
        "Reads one tool of an MCP server: its descriptor, or a listing of several as fingerprint "
        "reads them. Its input and output schema become one document in canonical form, which is "
        "split into parts of at most 4,096 bytes. Each fragment repeats the manifest, which has the "
        "digests of all, and adds one part: so parts cannot be changed, left out, reordered or "
        "mixed with those of another tool or version unnoticed. `schemac restore` puts them "
        "together again.\n\n"
        "All is written or nothing. A folder OUT is replaced as a whole, and only when it holds "
        "nothing else. Refused, with exit status 1, are a number beyond double precision, a "
        "document over 16 MiB, and names so long that a fragment would have more than 32 KiB.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct disclose_options),
    .min_operands = 1,
    .max_operands = 1,
    .has_format = true,
    .run = disclose_run,
};

/* ---- what is asked --------------------------------------------------------------------------- */

/* True when the fragments go to one file or stream. */
static bool is_lines(const char *out)
{
    return file_is_stream(out) || str_ends(str_of(out), S(".jsonl"));
}

static bool check_options(struct session *session, const struct disclose_options *o,
                          const char *tool)
{
    if (!o->operation || !o->alias)
        return usage_refuse(session, "disclose needs --operation and --alias");
    if (!o->source && !o->source_sha256)
        return usage_refuse(session, "disclose needs --source, or --source-sha256");
    if (!o->out || !*o->out)
        return usage_refuse(session, "disclose needs --output, a folder or a file called .jsonl");
    if (str_ends(str_of(o->out), S(".json")))
        return usage_refuse(session,
                            "fragments are many documents: --output is a folder, or a file called "
                            ".jsonl, not .json");
    if (o->manifest && !is_lines(o->out))
        return usage_refuse(session, "--manifest is for fragments in one file; a folder has a "
                                     "manifest.json of its own");
    if (file_is_stream(o->out) && !o->manifest)
        return usage_refuse(session,
                            "with fragments on standard output, --manifest has to say where the "
                            "manifest goes");
    if (o->manifest && (!*o->manifest || file_is_stream(o->manifest)))
        return usage_refuse(session, "--manifest names a file");
    return usage_check_files(session, (struct operands){&tool, 1}, "a TOOL.json",
                             o->source && file_is_stream(o->source));
}

/* ---- the source ------------------------------------------------------------------------------ */

/* The digest of all that FD gives. Returns 0 or an errno value. */
static int digest_of(int fd, struct digest *ret_digest)
{
    char bytes[65536];
    ssize_t got;
    struct digest_run run;
    digest_begin(&run);
    while ((got = file_read_some(fd, bytes, sizeof bytes)) > 0)
        digest_add(&run, (str){bytes, got});
    int problem = got < 0 ? errno : 0;
    *ret_digest = digest_end(&run);
    return problem;
}

/* The digest of the source as O says, in *ROOM or O. False when reported. */
static bool read_source(struct session *session, const struct disclose_options *o,
                        struct digest *room, str *ret_digest)
{
    struct diag_list *found = &session->found;
    *ret_digest = str_of(o->source_sha256);
    if (o->source_sha256 && !digest_is_hex(*ret_digest)) {
        diag_report(found, E1103, (place){0},
                    "--source-sha256 takes 64 hexadecimal digits in lower case");
        return false;
    }
    if (!o->source)
        return true;
    int fd = -1, problem = file_open(o->source, &fd);
    if (!problem)
        problem = digest_of(fd, room);
    file_close(fd);
    place where = place_named(session->arena, file_called(o->source));
    if (problem) {
        diag_report(found, E0002, where, "cannot read the file: %s", strerror(problem));
    } else if (o->source_sha256 && strcmp(room->hex, o->source_sha256) != 0) {
        struct diag *diag = diag_report(found, E1103, where,
                                        "the source does not have the digest of --source-sha256");
        diag_hint(found, diag, "it has %s", room->hex);
    } else {
        *ret_digest = str_of(room->hex);
        return true;
    }
    return false;
}

/* ---- the tool -------------------------------------------------------------------------------- */

/* Reports that LISTING has no tool NAME, and what could be meant. */
static void report_missing(struct session *session, const struct listing *listing, const char *path,
                           str name)
{
    struct diag *diag =
        diag_report(&session->found, E1105, place_named(session->arena, str_of(path)),
                    "there is no tool \"%s\" here", show(session->arena, name));
    listing_hint_name(listing, diag, name);
    if (!diag->hint)
        diag_hint(&session->found, diag, "--name says which tool is meant");
}

/* The tool that O means: a descriptor by itself, or one of a list by its name. NULL when reported.
 */
static const struct tool *find_tool(struct session *session, const struct disclose_options *o,
                                    const struct listing *listing, const char *path)
{
    str name = str_of(o->name ? o->name : o->alias);
    ptrdiff_t count;
    const struct tool *tool = listing_choose(listing, name, o->name, &count);
    if (count == 1)
        return tool;
    if (!tool)
        report_missing(session, listing, path, name);
    else
        diag_report(&session->found, E1105, sources_place(listing->sources, tool->entry),
                    "%td tools are called \"%s\"", count, show(session->arena, name));
    return NULL;
}

/* Reads the tool at PATH into LISTING. NULL when reported. */
static const struct tool *read_tool(struct session *session, const struct disclose_options *o,
                                    struct listing *listing, const char *path)
{
    if (!listing_read(listing, &path, 1))
        return NULL;
    bool is_faulty = false;
    for (ptrdiff_t i = 0; i < listing->sources->count; i++)
        is_faulty = sources_report_all_faults(listing->sources, listing->sources->documents[i]) ||
                    is_faulty;
    const struct tool *tool = is_faulty ? NULL : find_tool(session, o, listing, path);
    if (tool && !tool_input(tool)) {
        diag_report(&session->found, E1102, sources_place(listing->sources, tool->entry),
                    "the tool has no input schema");
        return NULL;
    }
    return tool && disclose_accepts(listing->sources, tool_input(tool), tool_output(tool)) ? tool
                                                                                           : NULL;
}

/* ---- output ---------------------------------------------------------------------------------- */

#define MANIFEST_FILE "manifest.json"
#define FRAGMENT_FILE "fragment-"

/* True for the names that files of a disclosure have. */
static bool is_of_disclosure(str name)
{
    return str_equal(name, S(MANIFEST_FILE)) ||
           (str_starts(name, S(FRAGMENT_FILE)) && str_ends(name, S(".json")));
}

static void report_unwritten(struct session *session, const char *out, int problem,
                             const char *foreign)
{
    place where = place_named(session->arena, str_of(out));
    if (problem == ENOTEMPTY && foreign) {
        struct diag *diag = diag_report(
            &session->found, E1104, where, "the folder holds %s, which is not of a disclosure",
            show_all(session->arena, path_from_here(session->arena, str_of(foreign))));
        diag_hint(&session->found, diag, "name a new folder, or one that disclose has written");
    } else {
        diag_report(&session->found, E0003, where, "cannot write the folder: %s",
                    strerror(problem));
    }
}

static void write_folder(struct session *session, const char *out, const struct disclosure *d)
{
    struct arena *arena = session->arena;
    ptrdiff_t count = (ptrdiff_t)d->manifest.fragment_count + 1;
    struct folder_file *files = arena_new(arena, struct folder_file, count);
    struct buf manifest = buf_in(arena, PTRDIFF_MAX);
    const char *foreign = NULL;
    manifest_write(&manifest, &d->manifest);
    files[0] = (struct folder_file){MANIFEST_FILE, buf_view(&manifest)};
    for (ptrdiff_t i = 1; i < count; i++) {
        struct buf bytes = buf_in(arena, PTRDIFF_MAX);
        struct digest digest;
        struct fragment fragment = disclosure_fragment(d, i - 1, &digest);
        fragment_write(&bytes, &fragment);
        buf_add_byte(&bytes, '\n');
        files[i].name = arena_printf(arena, FRAGMENT_FILE "%05td.json", i - 1).data;
        files[i].bytes = buf_view(&bytes);
    }
    int problem = folder_replace(arena, out, files, count, is_of_disclosure, &foreign);
    if (problem)
        report_unwritten(session, out, problem, foreign);
}

/* Has PATH get BYTES with what else W writes; false when reported. */
static bool add_file(struct session *session, struct writing *w, const char *path, str bytes)
{
    str resolved;
    int problem = file_resolve(session->arena, path, &resolved);
    return problem ? writing_fail(w, path, problem) : writing_add(w, path, resolved.data, bytes);
}

static void write_lines(struct session *session, const struct disclose_options *o,
                        const struct disclosure *d)
{
    struct arena *arena = session->arena;
    struct buf manifest = buf_in(arena, PTRDIFF_MAX), fragments = buf_in(arena, PTRDIFF_MAX);
    const char *path = o->manifest;
    str out = str_of(o->out);
    if (!path)
        path = arena_printf(arena, "%.*s.manifest.json", (int)(out.len - S(".jsonl").len), out.data)
                   .data;
    manifest_write(&manifest, &d->manifest);
    disclosure_write(&fragments, d);
    struct writing writing;
    writing_begin(&writing, arena, &session->found, 2);
    bool ok = add_file(session, &writing, path, buf_view(&manifest));
    if (!file_is_stream(o->out))
        ok = add_file(session, &writing, o->out, buf_view(&fragments)) && ok;
    ok = ok && writing_commit(&writing);
    writing_end(&writing, ok);
    if (ok && file_is_stream(o->out))
        session->out = fragments;
}

/* True, and reported, when something would be written over what it was made from. */
static bool is_own_source(struct session *session, const struct disclose_options *o,
                          const char *tool)
{
    const char *const written[] = {o->out, o->manifest}, *const read[] = {tool, o->source};
    static const char *const what[] = {"the tool itself", "the source"};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (written[i] && read[j] && output_is_source(session, written[i], read[j], what[j]))
                return true;
    return o->manifest && output_is_source(session, o->manifest, o->out, "the file of fragments");
}

static void disclose_run(struct session *session, const void *options_, struct operands operands)
{
    const struct disclose_options *o = options_;
    const char *path = operands.at[0];
    struct digest room;
    struct disclosure disclosure;
    struct sources sources = {
        .arena = session->arena,
        .found = &session->found,
        .policy = {.duplicates = DUPLICATES_WARN, .max_depth = INSTANCE_DEPTH}};
    struct listing listing = {.sources = &sources};
    struct disclosure_names names = {
        .operation = str_of(o->operation),
        .alias = str_of(o->alias),
        .prefix = str_of(o->uri_prefix ? o->uri_prefix : MANIFEST_URI_PREFIX)};
    if (!check_options(session, o, path) || is_own_source(session, o, path) ||
        !read_source(session, o, &room, &names.source_sha256))
        return;
    const struct tool *tool = read_tool(session, o, &listing, path);
    if (!tool || !disclose(&sources, tool_input(tool), tool_output(tool), &names, &disclosure))
        return;
    if (is_lines(o->out))
        write_lines(session, o, &disclosure);
    else
        write_folder(session, o->out, &disclosure);
    session->summary =
        arena_printf(session->arena, "%td bytes in %lld fragments", disclosure.document.len,
                     (long long)disclosure.manifest.fragment_count)
            .data;
}
