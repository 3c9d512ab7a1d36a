/*
 * result_record.h - verdicts on results as JSON: {"tool", "outcome", "reasons": [{"reason", "code",
 * "pointer", "line", "message"}], "warnings": [the same]}.
 */
#ifndef CALL_RESULT_RECORD_H
#define CALL_RESULT_RECORD_H

#include "call/result.h"

/* Pushes VERDICT, on a result of TOOL, a name, as an object. */
void result_push(struct node_stack *stack, const struct result_verdict *verdict, str tool);

#endif
