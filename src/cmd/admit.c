#include "cli/command.h"

#include "base/show.h"
#include "cli/usage.h"
#include "contract/admission_record.h"
#include "contract/concealed.h"
#include "contract/push.h"
#include "source/write.h"

static void admit_run(struct session *session, const void *options, struct operands operands);

struct admit_options {
    const char *profile;
    bool allow_concealed;
};

static const struct option options[] = {
    CHOICE(struct admit_options, profile, 'p', "profile", "PROFILE", profile_names,
           "judge by the rules of MCP 2026-07-28, spec, or by narrower ones; spec by default"),
    FLAG(struct admit_options, allow_concealed, 0, "allow-concealed",
         "only warn of text that people do not see"),
    {0},
};

static const struct example examples[] = {
    {"schemac admit tests/examples/tools/weather.json", "the tools that may reach a model"},
    {"schemac admit --profile strict tests/examples/tools/weather.json",
     "the same by the narrower rules"},
    {0},
};

const struct command cmd_admit = {
    .name = "admit",
    .operands = "FILE...",
    .summary = "decide which tools of an MCP server may reach a model",
    .about =
        "Reads what a server answered to tools/list: the result, the JSON-RPC response with it, an "
        "array of tools, or several pages in their order, each a FILE or in an array; or a capture, "
        "an object with \"initialize\" and \"pages\". The operand - is standard input. Prints the "
        "names of the tools that are admitted; each other one is a finding that says why, and hides "
        "none. So is text that a model reads and people do not see, wherever the listing has it.\n\n"
        "--profile spec: the descriptor is as the schema of MCP 2026-07-28 has it; its schemas are "
        "valid in their dialect (drafts 04 to 2020-12; 2020-12 without \"$schema\") and hold all that "
        "they refer to, since the network is never asked. x-mcp-header is a token, unique but for "
        "upper and lower case, beside the \"type\" string, integer or boolean, where each step from "
        "the root is from \"properties\" to a property. What stands in default, enum, const, examples "
        "and unknown keywords is data and not looked at, nor is the output schema. A schema has at "
        "most 256 levels, 1,000,000 values and 10,000 schemas (L1041).\n\n"
        "--profile strict: the name is not empty, schemas are not compiled, x-mcp-header stands only "
        "in the root's own properties and nowhere else, data and output schema included, and no "
        "secret is mirrored: api_key, apikey, authorization, password, secret, token.\n\n"
        "With --format json the result is {\"admitted\": [NAME...], \"rejected\": [{\"name\", "
        "\"reason\", \"code\", \"pointer\", \"line\"}]}. The reason is the first: name, input-schema, "
        "output-schema, output-annotation, placement, header-token, header-duplicate, header-type, "
        "sensitive or descriptor; the pointer leads to it from the descriptor.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct admit_options),
    .min_operands = 1,
    .max_operands = -1,
    .has_format = true,
    .run = admit_run,
};

/* ---- output ---------------------------------------------------------------------------------- */

static void add_json(struct buf *out, const struct listing *listing,
                     const struct admission *admissions)
{
    struct node_stack stack = {0};
    const struct node *bad;
    admission_push(&stack, listing, admissions, listing->count);
    push_close(&stack, out->arena, 0, NODE_OBJECT);
    const struct node *result = node_pop(&stack, out->arena);
    node_stack_done(&stack);
    node_write(out, result, (struct write_options){.style = WRITE_EXACT}, &bad);
}

static void add_names(struct buf *out, const struct admission *admissions, ptrdiff_t count)
{
    struct map names = admission_names(out->arena, admissions, count);
    for (ptrdiff_t i = 0; i < names.count; i++)
        buf_printf(out, "%s\n", show_all(out->arena, names.entries[i].key));
}

/* ---- the run --------------------------------------------------------------------------------- */

/* Reports what is wrong with LISTING as a whole, whatever the profile. */
static void report_listing(const struct listing *listing, bool allow_concealed)
{
    concealed_report(listing->sources->found, listing, allow_concealed);
    admission_warn_twins(listing);
    listing_warn_pending(listing);
}

/* Judges and reports each tool of LISTING. */
static struct admission *judge(struct listing *listing, enum profile profile)
{
    struct admission *admissions =
        arena_new(listing->sources->arena, struct admission, listing->count);
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        admissions[i] = admission_judge(listing, &listing->tools[i], profile);
        admission_report(listing, &admissions[i]);
    }
    return admissions;
}

static void admit_run(struct session *session, const void *options_, struct operands operands)
{
    const struct admit_options *o = options_;
    struct sources sources = {
        .arena = session->arena,
        .found = &session->found,
        .policy = {.duplicates = DUPLICATES_WARN, .max_depth = INSTANCE_DEPTH}};
    struct listing listing = {.sources = &sources};
    if (!usage_check_files(session, operands, "a FILE", 0) ||
        !listing_read(&listing, operands.at, operands.count))
        return;
    const struct admission *admissions = judge(&listing, profile_of(o->profile));
    report_listing(&listing, o->allow_concealed);
    session->summary =
        arena_printf(session->arena, "all of %td tools are admitted", listing.count).data;
    if (session->format == REPORT_JSON)
        add_json(&session->out, &listing, admissions);
    else
        add_names(&session->out, admissions, listing.count);
}
