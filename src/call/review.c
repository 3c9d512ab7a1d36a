#include "call/review.h"

#include "base/show.h"
#include "source/write.h"

const char *review_listed_word(enum review_listed listed)
{
    static const char *const words[] = {[REVIEW_NO_PAGES] = NULL,
                                        [REVIEW_SAME] = "same",
                                        [REVIEW_DIFFERS] = "differs",
                                        [REVIEW_ABSENT] = "absent"};
    return words[listed];
}

/* ---- the tools ------------------------------------------------------------------------------- */

/* Files WHAT under the name of the tool of ADMISSION; a rejected one takes no other's place. */
static void file(struct map *by_name, const struct admission *admission, void *what)
{
    if (!admission->reasons || !map_get(by_name, admission->tool->name))
        map_put(by_name, admission->tool->name, what);
}

void review_open(struct review *ret_review, struct listing *listing, enum profile profile)
{
    struct arena *arena = listing->sources->arena;
    *ret_review = (struct review){.listing = listing,
                                  .profile = profile,
                                  .tools = arena_new(arena, struct review_tool, listing->count),
                                  .by_name = {.arena = arena},
                                  .rule = {.sources = listing->sources, .profile = profile},
                                  .tests = {.arena = arena, .most = REVIEW_TESTS}};
    ptrdiff_t left = REVIEW_ALL_TESTS;
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        struct review_tool *tool = &ret_review->tools[i];
        tool->tool = &listing->tools[i];
        tool->tests = (struct review_tests){.arena = arena,
                                            .most = left < REVIEW_TESTS ? left : REVIEW_TESTS};
        tool->admission = admission_judge(listing, tool->tool, profile);
        tool->prints = fingerprint_tool(tool->tool);
        file(&ret_review->by_name, &tool->admission, tool);
        admission_report(listing, &tool->admission);
        tool->output = result_output(tool->tool);
        review_find_tests(ret_review, tool);
        left -= tool->tests.count;
    }
    admission_warn_twins(listing);
    review_find_list_tests(&ret_review->tests);
}

void review_close(struct review *review)
{
    result_rule_close(&review->rule);
}

/* ---- the evidence ---------------------------------------------------------------------------- */

/* Compares TOOL with what is LISTED under its name, or NULL. */
static void compare_listed(struct review *review, struct review_tool *tool,
                           const struct tool *listed)
{
    struct sources *sources = review->listing->sources;
    struct diag *diag;
    tool->listed = !listed ? REVIEW_ABSENT
                   : str_equal(str_of(fingerprint_tool(listed).of[FINGERPRINT_RAW].hex),
                               str_of(tool->prints.of[FINGERPRINT_RAW].hex))
                       ? REVIEW_SAME
                       : REVIEW_DIFFERS;
    if (tool->listed == REVIEW_SAME)
        return;
    const char *name = tool_shown(sources->arena, review->listing, tool->tool);
    diag = diag_report(sources->found, W1082, sources_place(sources, tool->tool->entry),
                       listed ? "tool %s is not what the pages list under that name"
                              : "tool %s is not listed by the pages",
                       name);
    if (listed)
        diag_note(sources->found, diag, sources_place(sources, listed->entry), "they list this");
}

void review_take_pages(struct review *review, const struct discovery *discovery)
{
    struct map listed = {.arena = review->listing->sources->arena};
    review->discovery = discovery;
    discovery_report_end(discovery);
    for (ptrdiff_t i = 0; i < discovery->listing.count; i++)
        file(&listed, &discovery->admissions[i], &discovery->listing.tools[i]);
    for (ptrdiff_t i = 0; i < review->listing->count; i++)
        compare_listed(review, &review->tools[i], map_get(&listed, review->tools[i].tool->name));
    for (ptrdiff_t i = 0; i < discovery->listing.count; i++) {
        const struct review_tool *twin =
            map_get(&review->by_name, discovery->listing.tools[i].name);
        if (!twin || twin->listed != REVIEW_SAME) /* of that it is reported */
            admission_report(&discovery->listing, &discovery->admissions[i]);
    }
}

/* The digest of RESULT in canonical form, which tells it from others without showing it. */
static struct digest digest_of(const struct node *result)
{
    struct arena scratch = {0};
    struct buf text = buf_in(&scratch, PTRDIFF_MAX);
    const struct node *bad;
    node_write(&text, result, (struct write_options){.style = WRITE_CANONICAL}, &bad);
    struct digest digest = digest_sha256(buf_view(&text));
    arena_free(&scratch);
    return digest;
}

/* The tool that gave ANSWER; NULL when reported: it is none of those that are reviewed. */
static struct review_tool *tool_of(struct review *review, const struct answer *answer)
{
    const struct sources *sources = review->listing->sources;
    struct review_tool *tool = answer->tool.len ? map_get(&review->by_name, answer->tool)
                               : review->listing->count == 1 ? review->tools
                                                             : NULL;
    if (!tool && answer->tool.len)
        answers_warn_unlisted(sources, answer);
    else if (!tool)
        answers_report_unsaid(
            sources, answer, review->listing->count,
            "a capture says it: {\"calls\": [{\"tool\": NAME, \"response\": ...}]}");
    return tool;
}

void review_take_result(struct review *review, const struct answer *answer)
{
    struct result_verdict verdict;
    struct review_tool *tool = tool_of(review, answer);
    if (!tool || tool->admission.reasons || !result_rule_use(&review->rule, tool->tool))
        return; /* what is rejected is not called */
    result_judge(&review->rule, answer->node, &verdict);
    result_report(&review->rule, &verdict,
                  tool_shown(review->listing->sources->arena, review->listing, tool->tool));
    tool->outcomes[verdict.outcome]++;
    if (verdict.outcome == RESULT_IS_COMPLETE && !tool->validated) {
        tool->validated = verdict.result;
        tool->validated_digest = digest_of(verdict.result);
    }
}

/* ---- what holds ------------------------------------------------------------------------------ */

void review_result_rules(const struct review *review, const struct review_tool *tool,
                         const char *ret_rules[REVIEW_RULES])
{
    bool is_strict = review->profile == PROFILE_STRICT;
    int count = 0;
    if (!tool->admission.reasons) {
        ret_rules[count++] =
            is_strict ? "resultType is \"complete\""
                      : "resultType is \"complete\" or not there; \"input_required\" asks for more";
        ret_rules[count++] =
            is_strict ? "content has at least one block, and each has what its type needs"
                      : "content is an array of blocks, each as schema.json has it";
        ret_rules[count++] =
            !tool->output ? "structuredContent may be anything: there is no output schema"
            : is_strict   ? "structuredContent is there, and held to enum, type, required, "
                            "properties, additionalProperties: false, items and minLength"
                          : "structuredContent is there, and valid by the output schema";
        if (tool->output)
            ret_rules[count++] =
                is_strict ? "error results are held to the output schema, too"
                          : "in an error result, what breaks the output schema is a warning";
        if (tool->output)
            ret_rules[count++] = is_strict ? "a text block stands beside structuredContent"
                                           : "no text block beside structuredContent is a warning";
    }
    ret_rules[count] = NULL;
}

void review_header_rules(const struct review *review, const struct review_tool *tool,
                         const char *ret_rules[REVIEW_RULES])
{
    bool is_strict = review->profile == PROFILE_STRICT;
    int count = 0;
    if (!tool->admission.reasons && tool->admission.mirrored_count) {
        ret_rules[count++] =
            "sent as it is: visible ASCII that is not empty, has no blank and does "
            "not begin with =?base64?";
        ret_rules[count++] = "sent as =?base64?...?=: all other text, as UTF-8";
        ret_rules[count++] =
            "refused: another type than is declared, and integers beyond 9007199254740991";
        ret_rules[count++] = is_strict
                                 ? "null is refused, and a header without an argument, too"
                                 : "null has no header; a header without an argument is ignored";
        ret_rules[count++] =
            is_strict ? "header and argument are compared character by character"
                      : "integers are compared by value, other text character by character";
    }
    ret_rules[count] = NULL;
}
