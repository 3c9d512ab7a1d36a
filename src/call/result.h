/*
 * result.h - may a result of tools/call be trusted? tool-contracts.md sections 1.5 and 2.
 *
 * Strict is what the lesson's program does: the result is complete and has content, structured
 * content is held to the part of JSON Schema that it knows (subset.h) also with "isError", and has
 * a text beside it. With spec the output schema is all that it is in its dialect; with "isError"
 * what breaks it is a warning, and so is a missing text. What only the other profile refuses is a
 * warning where it is worth one.
 */
#ifndef CALL_RESULT_H
#define CALL_RESULT_H

#include "call/flaw.h"
#include "call/tool_schema.h"
#include "contract/admission.h"

/* What results of one tool are held to. */
struct result_rule {
    struct sources *sources;   /* of the tool and of the results */
    enum profile profile;      /* the two are set by the caller */
    const struct node *output; /* the output schema; NULL: there is none */
    struct tool_schema schema;
    bool is_compiled;        /* else, with strict, what only the full schema refuses is not told */
    bool is_used, is_usable; /* of result_rule_use: is there a tool; can its results be judged */
    const struct tool *tool;
};

/* The output schema that results of TOOL are held to; NULL: there is none, or it is null. */
const struct node *result_output(const struct tool *tool);

/*
 * Makes RULE, of which sources and profile are set, that of TOOL, or with NULL of a tool that is
 * not known, whose results may hold anything. False when reported: the output schema cannot be used
 * (E1071, or what the compiler says). *RULE stays where it is until result_rule_close, which has to
 * follow in any case.
 */
bool result_rule_open(struct result_rule *rule, const struct tool *tool);
void result_rule_close(struct result_rule *rule);

/*
 * Makes RULE, which starts with its sources and profile alone, that of TOOL, or with NULL of one
 * that is not known, unless it is that already: of results of many tools, one rule is kept. False
 * when reported, once. In the end result_rule_close has to follow.
 */
bool result_rule_use(struct result_rule *rule, const struct tool *tool);

/* What an answer to tools/call is. */
enum result_outcome {
    RESULT_IS_COMPLETE,
    RESULT_IS_INPUT_REQUIRED, /* the server asks for more; legal with spec */
    RESULT_IS_ERROR,          /* a JSON-RPC error: there is no result; legal with spec */
    RESULT_IS_INVALID,
    RESULT_IS_UNDECIDED /* a limit was reached, which is reported */
};

/* "complete", "input-required", "error", "invalid", "undecided" */
const char *result_outcome_word(enum result_outcome outcome);

struct result_verdict {
    enum result_outcome outcome;
    const struct node *result; /* NULL: the answer has none */
    struct flaws flaws;        /* in the order of the checks */
};

/* True when NODE is what a client takes for an answer to tools/call, whatever else it holds. */
bool result_is_answer(const struct node *node);

/*
 * Judges ANSWER, a result or the JSON-RPC response with it, by RULE. Nothing but limits is
 * reported.
 */
void result_judge(struct result_rule *rule, const struct node *answer,
                  struct result_verdict *ret_verdict);

/* The code that FLAW is reported under. */
enum diag_code result_code(const struct flaw *flaw);

/* Reports the flaws of VERDICT: findings and warnings. WHO, or NULL, is the tool, fit to show. */
void result_report(const struct result_rule *rule, const struct result_verdict *verdict,
                   const char *who);

#endif
