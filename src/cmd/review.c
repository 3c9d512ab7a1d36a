#include "cli/command.h"

#include "base/file.h"
#include "call/review.h"
#include "cli/usage.h"
#include "contract/concealed.h"
#include "source/write.h"

static void review_run(struct session *session, const void *options, struct operands operands);

struct review_options {
    struct string_list results, pages;
    const char *profile;
    bool allow_concealed;
};

static const struct option options[] = {
    LIST(struct review_options, results, 'r', "results", "FILE",
         "what calls returned: results, responses, or a capture with \"calls\""),
    LIST(struct review_options, pages, 0, "pages", "FILE",
         "what tools/list answered, a page each, in their order"),
    CHOICE(struct review_options, profile, 'p', "profile", "PROFILE", profile_names,
           "judge by the rules of MCP 2026-07-28, spec, or by narrower ones; spec by default"),
    FLAG(struct review_options, allow_concealed, 0, "allow-concealed",
         "only warn of text that people do not see"),
    {0},
};

static const struct example examples[] = {
    {"schemac review tests/examples/lab/page-1.json", "what there is to decide and to test"},
    {"schemac review --results tests/examples/lab/result.json tests/examples/lab/page-1.json",
     "the same with a result as evidence"},
    {0},
};

const struct command cmd_review = {
    .name = "review",
    .operands = "DESCRIPTOR...",
    .summary = "report all that there is to decide of a tool before it is used",
    .about =
        "Reads tools as admit does, and writes one report, as text, with --format markdown or json. "
        "Of each tool it says whether it is admitted, and why not; how its results are judged; which "
        "parameters are mirrored in which headers, and by which rules; and which failures are to be "
        "tested: calls and headers that have to be refused, values at the edges and what they are "
        "encoded as, results without what the output schema asks for, at most 200 of each "
        "tool and 20,000 in all.\n\n"
        "The evidence is where the descriptor stands and its fingerprints; with --pages the cursors "
        "that a client sent, and whether it got this descriptor; with --results what came of each "
        "result, and one that is valid, by its place and digest. What is wrong with any of these is a "
        "finding, as with admit, tools and result, and so is text that people do not see. No argument, header or result of a call is shown.\n\n"
        "With --format json the result is {\"profile\", \"admitted\", \"rejected\", \"tools\": "
        "[{\"name\", \"admission\": {\"admitted\", \"reasons\"}, \"result\": {\"outputSchema\", "
        "\"dialect\", \"rules\"}, \"headers\": {\"mirrored\": [{\"parameter\", \"header\", \"type\"}], "
        "\"rules\"}, \"tests\": [{\"kind\", \"given\", \"expected\"}], \"testsLeftOut\", \"evidence\": "
        "{\"descriptor\": {\"file\", \"line\", \"raw\", \"compat\"}, \"listed\", \"results\", "
        "\"validated\": {\"file\", \"line\", \"sha256\"}}}], \"tests\", \"pages\"}. \"listed\" is same, "
        "differs or absent, null without pages; \"results\" has a number for each outcome; \"pages\" is "
        "what tools gives.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct review_options),
    .min_operands = 1,
    .max_operands = -1,
    .has_format = true,
    .run = review_run,
};

/* Follows the pages in the files PATHS, and takes them as evidence. */
static void take_pages(struct review *review, const struct string_list *paths, bool allow_concealed)
{
    struct sources *sources = review->listing->sources;
    struct pages pages = {.sources = sources};
    struct discovery *discovery = arena_new(sources->arena, struct discovery, 1);
    for (ptrdiff_t i = 0; i < paths->count; i++) {
        struct document *document = listing_load(sources, paths->at[i]);
        if (!document)
            return;
        pages_add(&pages, document);
    }
    discovery_run(discovery, &pages, PAGE_LIMIT, review->profile);
    review_take_pages(review, discovery);
    concealed_report(sources->found, &discovery->listing, allow_concealed);
}

static void take_results(struct review *review, const char *path)
{
    struct sources *sources = review->listing->sources;
    struct answers answers = {.sources = sources};
    if (answers_load(&answers, path, file_called(path)))
        for (ptrdiff_t i = 0; i < answers.count; i++)
            review_take_result(review, &answers.at[i]);
}

static void write_review(struct session *session, const struct review *review)
{
    struct node_stack stack = {0};
    const struct node *bad;
    if (session->format != REPORT_JSON) {
        review_write(&session->out, review, session->format == REPORT_MARKDOWN);
        return;
    }
    review_push(&stack, review);
    node_write(&session->out, stack.at, (struct write_options){.style = WRITE_EXACT}, &bad);
    node_stack_done(&stack);
}

static void review_run(struct session *session, const void *options_, struct operands operands)
{
    const struct review_options *o = options_;
    struct sources sources = {.arena = session->arena,
                              .found = &session->found,
                              .policy = {.duplicates = DUPLICATES_WARN}};
    struct listing listing = {.sources = &sources};
    struct review review;
    int streams =
        usage_streams(o->pages.at, o->pages.count) + usage_streams(o->results.at, o->results.count);
    if (!usage_check_files(session, operands, "a DESCRIPTOR", streams) ||
        !listing_read_guarded(&listing, operands.at, operands.count))
        return;
    review_open(&review, &listing, profile_of(o->profile));
    concealed_report(&session->found, &listing, o->allow_concealed);
    if (o->pages.count)
        take_pages(&review, &o->pages, o->allow_concealed);
    sources.policy.max_depth = INSTANCE_DEPTH; /* results are no schemas */
    for (ptrdiff_t i = 0; i < o->results.count; i++)
        take_results(&review, o->results.at[i]);
    write_review(session, &review);
    review_close(&review);
}
