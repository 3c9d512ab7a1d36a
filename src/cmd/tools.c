#include "cli/command.h"

#include "base/file.h"
#include "base/show.h"
#include "cli/usage.h"
#include "contract/admission_record.h"
#include "contract/concealed.h"
#include "contract/pages.h"
#include "source/write.h"

#include <stdlib.h>
#include <string.h>

static void tools_run(struct session *session, const void *options, struct operands operands);

struct tools_options {
    const char *page_limit, *profile;
    bool allow_concealed;
};

static const struct option options[] = {
    STRING(struct tools_options, page_limit, 0, "page-limit", "NUMBER",
           "the most pages that a list may have (default: 100)"),
    CHOICE(struct tools_options, profile, 'p', "profile", "PROFILE", profile_names,
           "judge the tools by the rules of MCP 2026-07-28, spec, or by narrower ones; spec by "
           "default"),
    FLAG(struct tools_options, allow_concealed, 0, "allow-concealed",
         "only warn of text that people do not see"),
    {0},
};

static const struct example examples[] = {
    {"schemac tools tests/examples/tools/weather.json", "the tools that a client ends up with"},
    {0},
};

const struct command cmd_tools = {
    .name = "tools",
    .operands = "PAGE...",
    .summary = "follow the pages of a list of tools as a client does",
    .about =
        "Reads the answers to tools/list in the order in which they came: a PAGE is a result, the "
        "JSON-RPC response with it, an error, an array of these, or a capture with \"pages\". The "
        "operand - is standard input.\n\n"
        "The first page is asked for without a cursor, each other one with the \"nextCursor\" of the "
        "one before, whatever string that is, the empty one, too. Missing or null, it ends the list. "
        "The discovery fails when it is anything else (D1081), when it came before, at whatever "
        "distance (D1082), when more follows the last page that may be (D1083): exit status 1; when "
        "an error stands in place of a page (E1073) or a page is not there (E1074): exit status 2. "
        "Pages behind the end are a warning.\n\n"
        "Each tool is judged as by admit, and one that is rejected hides no other; text that people "
        "do not see is a finding, too. A later tool replaces an earlier one of its name. Prints the names of the tools that are admitted, when "
        "the list is complete.\n\n"
        "With --format json the result is {\"end\", \"cursors\": [null, CURSOR...], \"admitted\": "
        "[NAME...], \"rejected\": [{\"name\", \"reason\", \"code\", \"pointer\", \"line\"}]}: how it "
        "ended (complete, cursor-type, cursor-cycle, page-limit, list-error or page-missing), what "
        "was sent for each page, null where nothing was, and the tools that were listed until then.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct tools_options),
    .min_operands = 1,
    .max_operands = -1,
    .has_format = true,
    .run = tools_run,
};

/* Reads --page-limit; false when reported. */
static bool read_limit(struct session *session, const char *text, ptrdiff_t *ret_limit)
{
    enum { DIGITS = 9 };
    *ret_limit = PAGE_LIMIT;
    if (!text)
        return true;
    size_t digits = strspn(text, "0123456789");
    if (!digits || text[digits] || digits > DIGITS || strtol(text, NULL, 10) < 1)
        return usage_refuse(session, "--page-limit takes a number from 1 to 999999999");
    *ret_limit = strtol(text, NULL, 10);
    return true;
}

static bool read_pages(struct session *session, struct operands operands, struct pages *pages)
{
    bool ok = true;
    if (!usage_check_files(session, operands, "a PAGE", 0))
        return false;
    for (ptrdiff_t i = 0; i < operands.count; i++) {
        const char *path = operands.at[i];
        struct document *document = listing_load(pages->sources, path);
        if (document)
            pages_add(pages, document);
        ok = document && ok;
    }
    return ok;
}

static void add_json(struct buf *out, const struct discovery *discovery)
{
    struct node_stack stack = {0};
    const struct node *bad;
    discovery_push(&stack, discovery);
    node_write(out, stack.at, (struct write_options){.style = WRITE_EXACT}, &bad);
    node_stack_done(&stack);
}

static void tools_run(struct session *session, const void *options_, struct operands operands)
{
    const struct tools_options *o = options_;
    struct sources sources = {
        .arena = session->arena,
        .found = &session->found,
        .policy = {.duplicates = DUPLICATES_WARN, .max_depth = INSTANCE_DEPTH}};
    struct pages pages = {.sources = &sources};
    struct discovery discovery;
    ptrdiff_t limit;
    if (!read_limit(session, o->page_limit, &limit) || !read_pages(session, operands, &pages))
        return;
    discovery_run(&discovery, &pages, limit, profile_of(o->profile));
    discovery_report(&discovery);
    concealed_report(&session->found, &discovery.listing, o->allow_concealed);
    struct map names =
        admission_names(session->arena, discovery.admissions, discovery.listing.count);
    if (session->format == REPORT_JSON)
        add_json(&session->out, &discovery);
    else if (discovery.end == PAGES_COMPLETE)
        for (ptrdiff_t i = 0; i < names.count; i++)
            buf_printf(&session->out, "%s\n", show_all(session->arena, names.entries[i].key));
}
