#include "build/disclosures.h"

#include "base/file.h"
#include "base/show.h"
#include "contract/listing.h"
#include "disclosure/disclose.h"
#include "schema/pointer.h"

#include <string.h>

/* Notes that DISCLOSED is made from PATH; NULL: there is none. */
static void add_origin(const struct plan *plan, struct disclosed *disclosed, const char *path)
{
    struct output *artifact = path ? plan_artifact(plan, str_of(path)) : NULL;
    if (artifact) {
        disclosed->artifacts[disclosed->artifact_count++] = artifact;
    } else if (path) {
        disclosed->files[disclosed->file_count] = path;
        disclosed->names[disclosed->file_count++] = plan_name(plan, path);
    }
}

void disclosures_begin(const struct plan *plan, const struct config_disclosure *declared,
                       struct disclosed *ret_disclosed)
{
    *ret_disclosed = (struct disclosed){.declared = declared};
    add_origin(plan, ret_disclosed, declared->input.path);
    add_origin(plan, ret_disclosed, declared->output.path);
    add_origin(plan, ret_disclosed, declared->source.path);
    if (declared->tool) { /* an artifact is none: that is told when it is read */
        ret_disclosed->files[ret_disclosed->file_count] = declared->tool;
        ret_disclosed->names[ret_disclosed->file_count++] = plan_name(plan, declared->tool);
    }
}

/* The file PATH, which NODE names; NULL when reported, also that something is wrong in it. */
static struct document *load(struct plan *plan, const char *path, const struct node *declared)
{
    path = config_path(plan->sources->arena, &plan->config, path);
    struct document *document = registry_load(&plan->registry, str_of(path), declared);
    if (document && sources_report_all_faults(plan->sources, document))
        return NULL;
    return document;
}

/* ---- schemas that are named one by one ------------------------------------------------------- */

/*
 * The schema that OUTPUT is, as whoever reads the file gets it: style go writes numbers otherwise
 * than they are in what was built. NULL when reported.
 */
static const struct node *schema_of_artifact(struct plan *plan, const struct output *output)
{
    if (keys_write_options(&output->artifact->keys).style != WRITE_GO)
        return output->rendering.schema;
    struct document *document =
        sources_read_as(plan->sources, str_of(output->name), output->rendering.bytes, FORMAT_JSON);
    return document ? document->root : NULL;
}

/* The schema that REFERENCE names; NULL when reported. */
static const struct node *schema_of(struct plan *plan, const struct config_reference *reference)
{
    const struct output *artifact = plan_artifact(plan, str_of(reference->path));
    if (artifact)
        return schema_of_artifact(plan, artifact);
    const struct document *document = load(plan, reference->path, reference->declared);
    return document ? document->root : NULL;
}

/* ---- schemas of a tool ----------------------------------------------------------------------- */

/* Reports WHY DECLARED names no tool that can be disclosed. */
static struct diag *report_no_tool(struct plan *plan, const struct config_disclosure *declared,
                                   str why)
{
    return diag_report(plan->sources->found, E0619,
                       sources_place(plan->sources, declared->tool_declared), "%s", why.data);
}

/* Reports that no tool of LISTING is called NAME. */
static void report_no_name(struct plan *plan, const struct config_disclosure *declared,
                           const struct listing *listing, str name)
{
    struct arena *arena = plan->sources->arena;
    struct diag *diag = report_no_tool(
        plan, declared,
        arena_printf(arena, "no tool in this file is called \"%s\"", show_all(arena, name)));
    listing_hint_name(listing, diag, name);
    if (!diag->hint)
        diag_hint(plan->sources->found, diag, "\"name\" says which tool is meant");
}

/* The place in DOCUMENT that DECLARED says behind the "#". NULL when reported. */
static const struct node *find_place(struct plan *plan, const struct config_disclosure *declared,
                                     const struct document *document)
{
    struct arena *arena = plan->sources->arena;
    str pointer;
    const struct node *node = NULL;
    if (pointer_from_fragment(arena, declared->tool_fragment, &pointer))
        node = pointer_resolve(arena, document->root, pointer).node;
    if (!node)
        report_no_tool(plan, declared,
                       arena_printf(arena, "there is nothing at #%s in this file",
                                    show_all(arena, declared->tool_fragment)));
    return node;
}

/* Finds the tool of DECLARED in DOCUMENT, one descriptor or many. False when reported. */
static bool find_tool(struct plan *plan, const struct config_disclosure *declared,
                      const struct document *document, struct tool *ret_tool)
{
    struct listing listing = {.sources = plan->sources};
    str name = str_of(declared->tool_name ? declared->tool_name : declared->alias);
    if (declared->tool_fragment.data) {
        *ret_tool = (struct tool){.entry = find_place(plan, declared, document)};
        return ret_tool->entry != NULL;
    }
    if (!listing_add(&listing, document))
        return false;
    ptrdiff_t count;
    const struct tool *tool = listing_choose(&listing, name, declared->tool_name, &count);
    if (tool)
        *ret_tool = *tool;
    if (!tool)
        report_no_name(plan, declared, &listing, name);
    else if (count > 1)
        report_no_tool(plan, declared,
                       arena_printf(plan->sources->arena,
                                    "%td tools in this file are called \"%s\"", count,
                                    show_all(plan->sources->arena, name)));
    return count == 1;
}

/* Finds the two schemas of the tool that DECLARED names. False when reported. */
static bool find_schemas(struct plan *plan, const struct config_disclosure *declared,
                         const struct node **ret_input, const struct node **ret_output)
{
    struct read_policy policy = plan->sources->policy;
    struct tool tool;
    plan->sources->policy.duplicates = DUPLICATES_WARN; /* connector-sdk.md, section 5.2 */
    struct document *document = load(plan, declared->tool, declared->tool_declared);
    plan->sources->policy = policy;
    if (!document || !find_tool(plan, declared, document, &tool))
        return false;
    *ret_input = tool_input(&tool);
    *ret_output = tool_output(&tool);
    if (!*ret_input)
        report_no_tool(plan, declared, S("this tool has no schema of its input"));
    return *ret_input;
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Finds the schemas of DECLARED; *RET_OUTPUT stays where there is none. False when reported. */
static bool find_both(struct plan *plan, const struct config_disclosure *declared,
                      const struct node **ret_input, const struct node **ret_output)
{
    if (declared->tool)
        return find_schemas(plan, declared, ret_input, ret_output);
    *ret_input = schema_of(plan, &declared->input);
    if (declared->output.path)
        *ret_output = schema_of(plan, &declared->output);
    return *ret_input && (*ret_output || !declared->output.path);
}

/* Takes the digest of the source of DECLARED. False when reported. */
static bool digest_source(struct plan *plan, const struct config_disclosure *declared,
                          struct digest *ret_digest)
{
    struct sources *sources = plan->sources;
    const struct output *artifact = plan_artifact(plan, str_of(declared->source.path));
    if (artifact) {
        *ret_digest = artifact->digest;
        return true;
    }
    const char *path = config_path(sources->arena, &plan->config, declared->source.path);
    if (!registry_may_read(&plan->registry, str_of(path), declared->source.declared))
        return false;
    struct arena scratch = {0};
    str bytes;
    int problem = file_view_read(sources->view, &scratch, path, FILE_CEILING, &bytes);
    if (problem)
        diag_report(sources->found, E0002, sources_place(sources, declared->source.declared),
                    "cannot read the source %s: %s",
                    show_all(sources->arena, str_of(plan_name(plan, declared->source.path))),
                    strerror(problem));
    else
        *ret_digest = digest_sha256(bytes);
    arena_free(&scratch);
    return !problem;
}

/* Gives OUTPUT, whose buf is written, what follows from that. */
static void finish(struct output *output)
{
    output->rendering.bytes = buf_view(&output->rendering.buf);
    output->digest = digest_sha256(output->rendering.bytes);
}

bool disclosures_render(struct plan *plan, const struct disclosed *disclosed)
{
    const struct config_disclosure *declared = disclosed->declared;
    struct output *manifest = disclosed->manifest, *fragments = disclosed->fragments;
    struct disclosure disclosure;
    struct digest source;
    const struct node *input = NULL, *output = NULL;
    bool ok = find_both(plan, declared, &input, &output);
    ok = digest_source(plan, declared, &source) && ok;
    const struct disclosure_names names = {
        .operation = str_of(declared->operation),
        .alias = str_of(declared->alias),
        .prefix = str_of(declared->prefix ? declared->prefix : MANIFEST_URI_PREFIX),
        .source_sha256 = str_of(source.hex),
    };
    if (!ok || !disclose_accepts(plan->sources, input, output) ||
        !disclose(plan->sources, input, output, &names, &disclosure))
        return false;
    manifest->rendering.buf = buf_in(plan->sources->arena, RENDER_CEILING);
    fragments->rendering.buf = buf_in(plan->sources->arena, RENDER_CEILING);
    manifest_write(&manifest->rendering.buf, &disclosure.manifest);
    disclosure_write(&fragments->rendering.buf, &disclosure);
    finish(manifest);
    finish(fragments);
    return true;
}
