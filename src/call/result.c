#include "call/result.h"

#include "base/show.h"
#include "call/content.h"
#include "call/subset.h"
#include "schema/pointer.h"
#include "validate/explain.h"
#include "validate/message.h"

#include <string.h>

static const char *const outcome_words[] = {
    [RESULT_IS_COMPLETE] = "complete",   [RESULT_IS_INPUT_REQUIRED] = "input-required",
    [RESULT_IS_ERROR] = "error",         [RESULT_IS_INVALID] = "invalid",
    [RESULT_IS_UNDECIDED] = "undecided",
};

const char *result_outcome_word(enum result_outcome outcome)
{
    return outcome_words[outcome];
}

static const struct node *member(const struct node *node, const char *key)
{
    return node_get(node, str_of(key));
}

/* ---- the rule -------------------------------------------------------------------------------- */

/* Compiles the output schema. With strict nothing depends on it, so what is wrong is not told. */
static bool compile_output(struct result_rule *rule)
{
    struct diag_list *found = rule->sources->found, aside = {.arena = rule->sources->arena};
    bool is_strict = rule->profile == PROFILE_STRICT;
    rule->is_compiled =
        tool_schema_open(&rule->schema, rule->sources, is_strict ? &aside : found, rule->output);
    return rule->is_compiled || is_strict;
}

const struct node *result_output(const struct tool *tool)
{
    const struct node *output = tool_member(tool, "outputSchema");
    return node_is(output, NODE_NULL) ? NULL : output;
}

bool result_rule_open(struct result_rule *rule, const struct tool *tool)
{
    rule->is_compiled = false;
    rule->schema = (struct tool_schema){0};
    rule->output = tool ? result_output(tool) : NULL;
    if (!rule->output)
        return true;
    if (rule->output->kind == NODE_OBJECT)
        return compile_output(rule);
    struct diag_list *found = rule->sources->found;
    diag_hint(found,
              diag_report(found, E1071, sources_place(rule->sources, rule->output),
                          "the output schema is %s", node_kind_words(rule->output->kind)),
              "an output schema is an object, and `schemac admit` refuses such a tool");
    return false;
}

void result_rule_close(struct result_rule *rule)
{
    tool_schema_close(&rule->schema);
}

bool result_rule_use(struct result_rule *rule, const struct tool *tool)
{
    if (rule->is_used && rule->tool == tool)
        return rule->is_usable;
    result_rule_close(rule);
    rule->is_used = true;
    rule->tool = tool;
    rule->is_usable = result_rule_open(rule, tool);
    return rule->is_usable;
}

/* ---- structured content ---------------------------------------------------------------------- */

/* One judgement of a result. */
struct judging {
    struct result_rule *rule;
    struct result_verdict *verdict;
    struct flaws *flaws;
    const struct node *result;
    bool is_strict, is_error; /* "isError" is true */
};

/* The word for what VIOLATION breaks: that of the strict profile where it knows the keyword. */
static const char *word_of(const struct violation *violation)
{
    static const struct {
        const char *keyword;
        enum subset_fault fault;
    } known[] = {
        {"type", SUBSET_TYPE},
        {"enum", SUBSET_ENUM},
        {"required", SUBSET_REQUIRED},
        {"additionalProperties", SUBSET_ADDITIONAL},
        {"minLength", SUBSET_MIN_LENGTH},
    };
    str keyword = message_keyword(violation);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (str_equal(keyword, str_of(known[i].keyword)))
            return subset_word(known[i].fault);
    return result_word(RESULT_SCHEMA);
}

/* Makes a flaw of DIAG, which tells of VIOLATION. */
static void add_told(struct judging *j, const struct diag *diag, const struct violation *violation,
                     bool is_warning)
{
    struct buf *pointer = &j->flaws->pointer;
    ptrdiff_t before = pointer->len;
    bool is_inside = diag->pointer && *diag->pointer;
    pointer_add_token(pointer, S("structuredContent"));
    buf_add(pointer, str_of(diag->pointer));
    struct flaw *flaw = flaws_add(j->flaws, RESULT_SCHEMA, is_warning, violation->instance,
                                  "structuredContent%s%s", is_inside ? "" : ": ", diag->message);
    pointer->len = before;
    if (!flaw)
        return;
    flaw->word = word_of(violation);
    flaw->where = diag->where;
    flaw->hint = diag->hint;
    flaw->notes = diag->notes;
}

/* Tells what is wrong with CONTENT by the whole schema: as refusals, or as warnings. */
static void explain_content(struct judging *j, const struct node *content, bool is_warning)
{
    struct tool_schema *schema = &j->rule->schema;
    struct arena scratch = {0};
    struct diag_list told = {.arena = j->rule->sources->arena};
    struct document *document = sources_document(j->rule->sources, content);
    struct explainer explainer = {
        .sources = &schema->sources, .found = &told, .text = &document->text};
    struct violations violations;
    enum verdict verdict =
        run_explained(&schema->runner, schema->scheme, content, &scratch, &violations);
    for (ptrdiff_t i = 0; i < violations.count && i < FLAW_CAP; i++) {
        const struct diag *last = told.last;
        explain(&explainer, &(struct violations){&violations.at[i], 1, false});
        for (struct diag *at = last ? last->next : told.first; at; at = at->next) {
            tool_schema_detach(schema, told.arena, at);
            add_told(j, at, &violations.at[i], is_warning);
        }
    }
    if (verdict == VERDICT_UNDECIDED && !is_warning) {
        explainer.found = j->rule->sources->found;
        explain_limit(&explainer, &schema->runner);
        tool_schema_detach(schema, told.arena, explainer.found->last);
        j->verdict->outcome = RESULT_IS_UNDECIDED;
    }
    arena_free(&scratch);
}

/* Holds CONTENT to the part of the schema that the lesson knows; the rest is worth a warning. */
static void check_subset(struct judging *j, const struct node *content)
{
    struct buf *pointer = &j->flaws->pointer;
    struct diag_list *found = j->rule->sources->found;
    ptrdiff_t before = pointer->len, refused = j->flaws->refusals;
    pointer_add_token(pointer, S("structuredContent"));
    if (!subset_check(j->flaws, j->rule->output, content, "structuredContent")) {
        diag_report(found, L1071, sources_place(j->rule->sources, content),
                    "to judge the structured content takes more than 20,000,000 steps");
        j->verdict->outcome = RESULT_IS_UNDECIDED;
    }
    pointer->len = before;
    if (j->rule->is_compiled && j->flaws->refusals == refused &&
        j->verdict->outcome != RESULT_IS_UNDECIDED)
        explain_content(j, content, true);
}

static bool has_text(const struct node *content)
{
    bool found = false;
    for (uint32_t i = 0; node_is(content, NODE_ARRAY) && !found && i < content->count; i++)
        found = content_is_text(node_item(content, i));
    return found;
}

static void check_structured(struct judging *j)
{
    const struct node *content = member(j->result, "structuredContent");
    if (!j->rule->output)
        return;
    if (!content) {
        struct flaw *flaw = j->is_strict || !j->is_error
                                ? flaws_add(j->flaws, RESULT_STRUCTURED_MISSING, false, j->result,
                                            "the tool has an output schema, and the result no "
                                            "\"structuredContent\"")
                                : NULL;
        if (flaw && j->is_error)
            flaw->hint = "the profile strict holds error results to the output schema, too";
    } else if (j->is_strict) {
        check_subset(j, content);
    } else {
        explain_content(j, content, j->is_error);
    }
    if ((content || j->is_strict) && !has_text(member(j->result, "content")))
        flaws_add(j->flaws, RESULT_MIRROR_MISSING, !j->is_strict, j->result,
                  "no text block stands beside the structured content");
}

/* ---- the result ------------------------------------------------------------------------------ */

/* Checks "resultType"; true when the rest is that of a complete result. */
static bool check_type(struct judging *j)
{
    const struct node *type = member(j->result, "resultType");
    struct arena *arena = j->rule->sources->arena;
    if (node_is_text(type, S("complete")) || (!type && !j->is_strict))
        return true;
    bool is_other = node_is_text(type, S("input_required"));
    if (is_other && !j->is_strict) {
        j->verdict->outcome = RESULT_IS_INPUT_REQUIRED;
        return false;
    }
    if (!type)
        flaws_add(j->flaws, RESULT_TYPE, false, j->result, "the result has no \"resultType\"");
    else
        flaws_add_below(j->flaws, "resultType", RESULT_TYPE, false, type,
                        "\"resultType\" must be \"complete\", not %s",
                        node_is(type, NODE_STRING)
                            ? arena_printf(arena, "\"%s\"", show(arena, node_text(type))).data
                            : node_kind_words(type->kind));
    return !is_other;
}

static void check_blocks(struct judging *j)
{
    const struct node *content = member(j->result, "content");
    struct buf *pointer = &j->flaws->pointer;
    ptrdiff_t before = pointer->len;
    if (!content) {
        flaws_add(j->flaws, RESULT_CONTENT, false, j->result, "the result has no \"content\"");
        return;
    }
    pointer_add_token(pointer, S("content"));
    if (content->kind != NODE_ARRAY)
        flaws_add(j->flaws, RESULT_CONTENT, false, content,
                  "\"content\" must be an array of blocks, not %s", node_kind_words(content->kind));
    else if (!content->count && j->is_strict)
        flaws_add(j->flaws, RESULT_CONTENT, false, content, "\"content\" has no blocks");
    ptrdiff_t array = pointer->len;
    for (uint32_t i = 0; content->kind == NODE_ARRAY && i < content->count; i++) {
        pointer_add_index(pointer, i);
        content_judge(j->flaws, node_item(content, i), j->rule->profile);
        pointer->len = array;
    }
    pointer->len = before;
}

/* The member KEY, where it is there, must be of KIND by schema.json: a warning with strict. */
static void check_member(struct judging *j, const char *key, enum node_kind kind, const char *words)
{
    const struct node *value = member(j->result, key);
    if (value && value->kind != kind)
        flaws_add_below(j->flaws, key, RESULT_MEMBER, j->is_strict, value,
                        "\"%s\" must be %s, not %s", key, words, node_kind_words(value->kind));
}

static void judge_result(struct judging *j)
{
    if (check_type(j)) {
        check_blocks(j);
        check_structured(j);
        check_member(j, "isError", NODE_BOOL, "true or false");
    } else if (!j->flaws->refusals) {
        check_member(j, "inputRequests", NODE_OBJECT, "an object");
        check_member(j, "requestState", NODE_STRING, "a string");
    }
    check_member(j, "_meta", NODE_OBJECT, "an object");
}

/* Tells that the call was answered with ERROR. */
static void judge_error(struct judging *j, const struct node *error)
{
    struct arena *arena = j->rule->sources->arena;
    const struct node *message = member(error, "message"), *code = member(error, "code");
    bool is_error = node_is(message, NODE_STRING) && node_is(code, NODE_NUMBER);
    j->verdict->outcome = RESULT_IS_ERROR;
    if (is_error)
        flaws_add_below(j->flaws, "error", RESULT_ERROR, !j->is_strict, error,
                        "there is no result: the call failed with code %s: %s",
                        show(arena, node_text(code)), show(arena, node_text(message)));
    else
        flaws_add_below(j->flaws, "error", RESULT_ERROR, false, error,
                        "an error must have a \"code\" that is a number and a string \"message\"");
}

/* True when NODE has a member that only results of tools have. */
static bool is_a_result(const struct node *node)
{
    return member(node, "content") || member(node, "resultType") ||
           member(node, "structuredContent") || member(node, "isError");
}

/* True when ANSWER is a JSON-RPC response; a result may have members of any name. */
static bool is_a_response(const struct node *answer)
{
    return member(answer, "jsonrpc") ||
           (!is_a_result(answer) && (member(answer, "result") || member(answer, "error")));
}

bool result_is_answer(const struct node *node)
{
    return is_a_result(node) || is_a_response(node);
}

void result_judge(struct result_rule *rule, const struct node *answer,
                  struct result_verdict *ret_verdict)
{
    bool is_response = is_a_response(answer);
    const struct node *error = is_response ? member(answer, "error") : NULL;
    *ret_verdict = (struct result_verdict){.outcome = RESULT_IS_COMPLETE};
    flaws_init(&ret_verdict->flaws, rule->sources);
    struct judging j = {.rule = rule,
                        .verdict = ret_verdict,
                        .flaws = &ret_verdict->flaws,
                        .is_strict = rule->profile == PROFILE_STRICT,
                        .result = is_response ? member(answer, "result") : answer};
    const struct node *is_error = member(j.result, "isError");
    j.is_error = node_is(is_error, NODE_BOOL) && is_error->count;
    ret_verdict->result = j.result;
    if (error && j.result)
        flaws_add_below(j.flaws, "error", RESULT_ERROR, false, error,
                        "a response has an \"error\" or a \"result\", never both");
    else if (error)
        judge_error(&j, error);
    else if (node_is(j.result, NODE_OBJECT))
        judge_result(&j);
    else
        flaws_add(j.flaws, RESULT_TYPE, false, j.result ? j.result : answer,
                  "a result must be an object%s", j.result ? "" : ", and a response has one");
    if (ret_verdict->flaws.refusals)
        ret_verdict->outcome = RESULT_IS_INVALID;
}

/* ---- what is told ---------------------------------------------------------------------------- */

enum diag_code result_code(const struct flaw *flaw)
{
    static const enum diag_code codes[RESULT_FAULT_COUNT] = {
        [RESULT_TYPE] = D1071,         [RESULT_CONTENT] = D1072,
        [RESULT_BLOCK_TYPE] = D1072,   [RESULT_UNKNOWN_BLOCK] = D1072,
        [RESULT_TEXT] = D1073,         [RESULT_BASE64] = D1073,
        [RESULT_MIME_TYPE] = D1073,    [RESULT_LINK] = D1073,
        [RESULT_RESOURCE_URI] = D1073, [RESULT_RESOURCE_BODY] = D1073,
        [RESULT_MEMBER] = D1077,       [RESULT_STRUCTURED_MISSING] = D1074,
        [RESULT_SCHEMA] = D1075,       [RESULT_MIRROR_MISSING] = D1076,
        [RESULT_ERROR] = D1078,
    };
    if (!flaw->is_warning)
        return codes[flaw->fault];
    return flaw->fault == RESULT_ERROR ? W1073 : W1071;
}

void result_report(const struct result_rule *rule, const struct result_verdict *verdict,
                   const char *who)
{
    struct diag_list *found = rule->sources->found;
    const struct flaws *flaws = &verdict->flaws;
    struct diag *last = NULL;
    ptrdiff_t told = 0;
    for (const struct flaw *flaw = flaws->first; flaw; flaw = flaw->next) {
        struct diag *diag =
            diag_report(found, result_code(flaw), flaw->where, "%s%s%s%s", who ? "result of " : "",
                        who ? who : "", who ? ": " : "", flaw->message);
        diag->pointer = flaw->pointer.data;
        if (flaw->hint)
            diag_hint(found, diag, "%s", flaw->hint);
        for (const struct diag_note *note = flaw->notes; note; note = note->next)
            diag_note(found, diag, note->where, "%s", note->message);
        last = diag;
        told++;
    }
    if (last && told < flaws->refusals + flaws->warnings)
        diag_note(found, last, last->where, "and %td more",
                  flaws->refusals + flaws->warnings - told);
}
