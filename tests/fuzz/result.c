/*
 * Results of calls. The input is what calls were answered with, a line "#==" and the tools of a
 * server. Each answer is judged by both profiles as one of each of the first tools, and of one that
 * is not known. A judgement comes out the same again, also by a rule that was used for others; what
 * is refused has a reason, at its node; spec takes structured content exactly where the validator
 * does; and what strict takes without a warning, spec takes, too.
 */
#include "fuzz.h"

#include "call/answers.h"
#include "call/result_record.h"
#include "schema/pointer.h"

enum {
    STEPS = 300000, /* of a run of the validator, of which a sanitizer takes some seconds */
    TOOLS = 4,
    ANSWERS = 20
};

/* Opens RULE for TOOL, with few steps. */
static bool open_rule(struct result_rule *rule, const struct tool *tool)
{
    bool ok = result_rule_use(rule, tool);
    if (rule->schema.has_runner)
        rule->schema.runner.work_cap = STEPS;
    return ok;
}

/* VERDICT as the record for programs. */
static str record_of(struct arena *arena, const struct result_verdict *verdict)
{
    struct node_stack stack = {0};
    str text;
    result_push(&stack, verdict, S("tool"));
    const struct node *record = node_pop(&stack, arena);
    node_stack_done(&stack);
    bool is_written =
        fuzz_write(arena, record, (struct write_options){.style = WRITE_EXACT}, &text);
    return is_written ? text : S("");
}

/* Holds each flaw of VERDICT, on ANSWER, to be told of where it stands. */
static void check_flaws(struct run *run, const struct node *answer,
                        const struct result_verdict *verdict)
{
    const struct flaws *flaws = &verdict->flaws;
    ptrdiff_t kept[2] = {0};
    for (const struct flaw *flaw = flaws->first; flaw; flaw = flaw->next) {
        bool is_cut = flaw->pointer.len > 60000;
        const struct node *root =
            verdict->result && flaw->fault != RESULT_ERROR ? verdict->result : answer;
        kept[flaw->is_warning]++;
        MUST(flaw->message && *flaw->message && flaw->word && *flaw->word, "it is told in words");
        MUST(is_cut || pointer_resolve(&run->arena, root, flaw->pointer).node,
             "a pointer leads to what is wrong");
    }
    MUST(kept[0] == (flaws->refusals < FLAW_CAP ? flaws->refusals : FLAW_CAP),
         "refusals are kept, as far as there is room");
    MUST(kept[1] == (flaws->warnings < FLAW_CAP ? flaws->warnings : FLAW_CAP), "and warnings");
    MUST((verdict->outcome == RESULT_IS_INVALID) == (flaws->refusals > 0),
         "what is refused has a reason");
}

static bool has_fault(const struct result_verdict *verdict, enum result_fault fault,
                      bool is_warning)
{
    const struct flaw *flaw = verdict->flaws.first;
    while (flaw && (flaw->fault != fault || flaw->is_warning != is_warning))
        flaw = flaw->next;
    return flaw;
}

/* Holds what spec says of structured content to the validator. */
static void check_content(struct result_rule *rule, const struct result_verdict *verdict)
{
    const struct flaws *flaws = &verdict->flaws;
    const struct node *content = node_get(verdict->result, S("structuredContent"));
    const struct node *is_error = node_get(verdict->result, S("isError"));
    bool is_left_open =
        verdict->outcome == RESULT_IS_INPUT_REQUIRED || verdict->outcome == RESULT_IS_UNDECIDED ||
        has_fault(verdict, RESULT_TYPE, false) || has_fault(verdict, RESULT_ERROR, false);
    bool is_lenient = node_is(is_error, NODE_BOOL) && is_error->count;
    ptrdiff_t count = is_lenient ? flaws->warnings : flaws->refusals;
    if (!rule->is_compiled || !content || is_left_open || count > FLAW_CAP)
        return;
    enum verdict valid = run(&rule->schema.runner, rule->schema.scheme, content);
    if (valid != VERDICT_UNDECIDED)
        MUST((valid == VERDICT_INVALID) == has_fault(verdict, RESULT_SCHEMA, is_lenient),
             "structured content is what the validator says");
}

/* Judges ANSWER by RULE, twice, and by one that is made for it. */
static struct result_verdict judge(struct run *run, struct result_rule *rule,
                                   const struct node *answer)
{
    struct result_verdict verdict, again;
    struct result_rule fresh = {.sources = &run->sources, .profile = rule->profile};
    result_judge(rule, answer, &verdict);
    str record = record_of(&run->arena, &verdict);
    result_judge(rule, answer, &again);
    MUST(str_equal(record_of(&run->arena, &again), record), "a judgement comes out the same again");
    if (open_rule(&fresh, rule->tool)) {
        result_judge(&fresh, answer, &again);
        MUST(str_equal(record_of(&run->arena, &again), record), "also by a fresh rule");
    }
    result_rule_close(&fresh);
    check_flaws(run, answer, &verdict);
    if (rule->profile == PROFILE_SPEC)
        check_content(rule, &verdict);
    result_report(rule, &verdict, rule->tool ? "one" : NULL);
    return verdict;
}

/* Judges ANSWERS as those of TOOL, or with NULL of one that is not known. */
static void judge_all(struct run *run, const struct answers *answers, const struct tool *tool)
{
    struct result_rule spec = {.sources = &run->sources, .profile = PROFILE_SPEC};
    struct result_rule strict = {.sources = &run->sources, .profile = PROFILE_STRICT};
    bool ok[2] = {open_rule(&spec, tool), open_rule(&strict, tool)};
    struct result_verdict verdicts[2];
    MUST(ok[1] || !ok[0], "strict can use the schemas that spec can");
    for (ptrdiff_t i = 0; i < answers->count && i < ANSWERS; i++) {
        const struct node *answer = answers->at[i].node;
        if (ok[0])
            verdicts[0] = judge(run, &spec, answer);
        if (ok[1])
            verdicts[1] = judge(run, &strict, answer);
        if (ok[0] && ok[1] && !verdicts[1].flaws.refusals && !verdicts[1].flaws.warnings)
            MUST(verdicts[1].outcome == RESULT_IS_UNDECIDED || !verdicts[0].flaws.refusals,
                 "what strict takes without a warning, spec takes, too");
    }
    result_rule_close(&spec);
    result_rule_close(&strict);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run run;
    str input = fuzz_input(data, size);
    run_begin(&run, 0);
    run.sources.policy.duplicates = DUPLICATES_WARN;
    ptrdiff_t mark = str_find(input, S("\n#==\n"));
    str tools = mark < 0 ? S("[]") : str_skip(input, mark + 5);
    struct document *listed = sources_read_as(&run.sources, S("tools.json"), tools, FORMAT_JSON);
    run.sources.policy.max_depth = INSTANCE_DEPTH;
    struct document *document =
        sources_read_as(&run.sources, S("results.json"),
                        str_first(input, mark < 0 ? input.len : mark), FORMAT_JSON);
    struct listing listing = {.sources = &run.sources};
    struct answers answers = {.sources = &run.sources};
    if (document && answers_add(&answers, document) && listed) {
        listing_add(&listing, listed);
        judge_all(&run, &answers, NULL);
        for (ptrdiff_t i = 0; i < listing.count && i < TOOLS; i++)
            judge_all(&run, &answers, &listing.tools[i]);
    }
    run_end(&run);
    return 0;
}
