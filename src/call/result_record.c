#include "call/result_record.h"

#include "contract/push.h"

static void push_flaw(struct node_stack *stack, struct arena *arena, const struct flaw *flaw)
{
    ptrdiff_t base = push_open(stack, NULL);
    push_text(stack, "reason", str_of(flaw->word));
    push_text(stack, "code", str_of(diag_code_name(result_code(flaw))));
    push_text(stack, "pointer", flaw->pointer);
    push_line(stack, arena, flaw->where);
    push_text(stack, "message", str_of(flaw->message));
    push_close(stack, arena, base, NODE_OBJECT);
}

static void push_flaws(struct node_stack *stack, const char *key, struct arena *arena,
                       const struct result_verdict *verdict, bool warnings)
{
    ptrdiff_t base = push_open(stack, key);
    for (const struct flaw *flaw = verdict->flaws.first; flaw; flaw = flaw->next)
        if (flaw->is_warning == warnings)
            push_flaw(stack, arena, flaw);
    push_close(stack, arena, base, NODE_ARRAY);
}

void result_push(struct node_stack *stack, const struct result_verdict *verdict, str tool)
{
    struct arena *arena = verdict->flaws.sources->arena;
    ptrdiff_t base = push_open(stack, NULL);
    push_text(stack, "tool", tool);
    push_text(stack, "outcome", str_of(result_outcome_word(verdict->outcome)));
    push_flaws(stack, "reasons", arena, verdict, false);
    push_flaws(stack, "warnings", arena, verdict, true);
    push_close(stack, arena, base, NODE_OBJECT);
}
