#include "cli/command.h"

#include "base/file.h"
#include "base/show.h"
#include "call/answers.h"
#include "call/result_record.h"
#include "cli/usage.h"
#include "contract/push.h"
#include "source/write.h"

static void result_run(struct session *session, const void *options, struct operands operands);

struct result_options {
    const char *tool, *name, *profile;
};

static const struct option options[] = {
    FILE_OPTION(struct result_options, tool, 't', "tool", "FILE",
                "the tool that was called, or the list that it is in"),
    STRING(struct result_options, name, 'n', "name", "TOOL",
           "its name, where FILE has several, and the results do not say"),
    CHOICE(struct result_options, profile, 'p', "profile", "PROFILE", profile_names,
           "judge by the rules of MCP 2026-07-28, spec, or by narrower ones; spec by default"),
    {0},
};

static const struct example examples[] = {
    {"schemac result --tool tests/examples/lab/page-1.json tests/examples/lab/result.json",
     "does this result keep what the tool promised?"},
    {0},
};

const struct command cmd_result = {
    .name = "result",
    .operands = "RESULT...",
    .summary = "judge what calls of a tool returned",
    .about =
        "Reads results of tools/call: each RESULT is one, the JSON-RPC response with it, an array of "
        "these, or a capture, an object with \"calls\", an array of objects with \"tool\" and "
        "\"response\". The operand - is standard input. Says all that is wrong, the first reason "
        "first, at the line where it stands.\n\n"
        "--profile spec: \"resultType\" is \"complete\", \"input_required\" or not there. Content blocks "
        "are as the schema of MCP 2026-07-28 has them, and what is base64 is RFC 4648's. A tool with "
        "an output schema returns \"structuredContent\", of any JSON type, that is valid by it: in the "
        "dialect that its \"$schema\" names, else 2020-12. With \"isError\": true it need not, and "
        "what is wrong with one that is there is a warning; so is a missing text beside it. A JSON-RPC "
        "error is no result, and a warning.\n\n"
        "--profile strict: the result is complete and says so, has content, and error results are "
        "held to the output schema, too. Of that only enum, type as one word, required, properties, "
        "additionalProperties: false, items and minLength count, 1.0 is no integer, and a text stands "
        "beside structured content. What only spec refuses is a warning.\n\n"
        "With --format json the result is {\"results\": [{\"tool\", \"outcome\", \"reasons\": "
        "[{\"reason\", \"code\", \"pointer\", \"line\", \"message\"}], \"warnings\": [the same]}]}. The "
        "outcome is complete, input-required, error, invalid or undecided.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct result_options),
    .min_operands = 1,
    .max_operands = -1,
    .has_format = true,
    .run = result_run,
};

/* One run. */
struct judge {
    struct session *session;
    struct sources sources;
    struct listing listing;
    struct map by_name;        /* what a client has under each name */
    const struct tool *called; /* that of --name, or the only one; NULL: the answers say */
    struct result_rule rule;
    struct node_stack record;
    ptrdiff_t complete, judged;
};

static bool check_options(struct session *session, const struct result_options *o,
                          struct operands operands)
{
    if (!o->tool)
        return usage_refuse(session, "--tool is missing: it names the file with the tool");
    return usage_check_files(session, operands, "a RESULT", file_is_stream(o->tool));
}

/* ---- which tool ------------------------------------------------------------------------------ */

/*
 * Files the tools by their names. Of several of one name the last counts, but one that is rejected
 * takes no other's place (tool-contracts.md section 1.1).
 */
static void file_tools(struct judge *judge)
{
    judge->by_name = (struct map){.arena = judge->session->arena};
    for (ptrdiff_t i = 0; i < judge->listing.count; i++) {
        const struct tool *tool = &judge->listing.tools[i];
        bool is_new;
        if (!node_is(tool_member(tool, "name"), NODE_STRING))
            continue;
        struct map_entry *entry = map_entry(&judge->by_name, tool->name, &is_new);
        if (is_new || !admission_judge(&judge->listing, tool, judge->rule.profile).reasons)
            entry->value = (void *)tool;
    }
}

/* Finds the tool that the options mean; false when reported. */
static bool find_tool(struct judge *judge, const struct result_options *o)
{
    if (!o->name) {
        judge->called = judge->listing.count == 1 ? judge->listing.tools : NULL;
        return true;
    }
    judge->called = map_get(&judge->by_name, str_of(o->name));
    if (!judge->called)
        listing_hint_name(&judge->listing,
                          diag_report(&judge->session->found, E0001, (place){0},
                                      "there is no tool \"%s\"",
                                      show(judge->session->arena, str_of(o->name))),
                          str_of(o->name));
    return judge->called != NULL;
}

/* The tool that gave ANSWER; *RET_OK false when reported: it is not said. NULL: none is known. */
static const struct tool *tool_of(struct judge *judge, const struct answer *answer, bool *ret_ok)
{
    const struct tool *tool =
        answer->tool.len ? map_get(&judge->by_name, answer->tool) : judge->called;
    *ret_ok = tool || answer->tool.len;
    if (!*ret_ok)
        answers_report_unsaid(&judge->sources, answer, judge->listing.count, "--name names it");
    else if (!tool)
        answers_warn_unlisted(&judge->sources, answer);
    return tool;
}

/* ---- the run --------------------------------------------------------------------------------- */

static void judge_answer(struct judge *judge, const struct answer *answer)
{
    bool ok;
    struct result_verdict verdict;
    const struct tool *tool = tool_of(judge, answer, &ok);
    judge->judged++;
    if (!ok || !result_rule_use(&judge->rule, tool))
        return;
    const char *who = tool && judge->listing.count > 1
                          ? tool_shown(judge->session->arena, &judge->listing, tool)
                          : NULL;
    result_judge(&judge->rule, answer->node, &verdict);
    result_report(&judge->rule, &verdict, who);
    result_push(&judge->record, &verdict, tool ? tool->name : answer->tool);
    judge->complete += verdict.outcome == RESULT_IS_COMPLETE;
}

static void judge_file(struct judge *judge, const char *path)
{
    struct answers answers = {.sources = &judge->sources};
    str name = file_called(path);
    if (answers_load(&answers, path, name))
        for (ptrdiff_t i = 0; i < answers.count; i++)
            judge_answer(judge, &answers.at[i]);
}

static void add_json(struct judge *judge)
{
    struct buf *out = &judge->session->out;
    const struct node *bad;
    push_close(&judge->record, out->arena, 1, NODE_ARRAY);
    push_close(&judge->record, out->arena, 0, NODE_OBJECT);
    node_write(out, judge->record.at, (struct write_options){.style = WRITE_EXACT}, &bad);
}

static void result_run(struct session *session, const void *options_, struct operands operands)
{
    const struct result_options *o = options_;
    struct judge judge = {.session = session,
                          .sources = {.arena = session->arena,
                                      .found = &session->found,
                                      .policy = {.duplicates = DUPLICATES_WARN}}};
    judge.listing.sources = judge.rule.sources = &judge.sources;
    judge.rule.profile = profile_of(o->profile);
    if (!check_options(session, o, operands) || !listing_read_guarded(&judge.listing, &o->tool, 1))
        return;
    file_tools(&judge);
    if (!find_tool(&judge, o))
        return;
    judge.sources.policy.max_depth = INSTANCE_DEPTH; /* results are no schemas */
    push_open(&judge.record, "results");
    for (ptrdiff_t i = 0; i < operands.count; i++)
        judge_file(&judge, operands.at[i]);
    if (session->format == REPORT_JSON)
        add_json(&judge);
    node_stack_done(&judge.record);
    result_rule_close(&judge.rule);
    session->summary =
        arena_printf(session->arena, "%td of %td complete", judge.complete, judge.judged).data;
}
