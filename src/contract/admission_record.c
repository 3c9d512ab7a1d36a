#include "contract/admission_record.h"

#include "contract/push.h"

struct map admission_names(struct arena *arena, const struct admission *admissions, ptrdiff_t count)
{
    struct map names = {.arena = arena};
    for (ptrdiff_t i = 0; i < count; i++)
        if (!admissions[i].reasons)
            map_entry(&names, admissions[i].tool->name, NULL);
    return names;
}

static void push_rejected(struct node_stack *stack, const struct listing *listing,
                          const struct admission *admission)
{
    struct arena *arena = listing->sources->arena;
    const struct rejection *first = admission->reasons;
    ptrdiff_t base = push_open(stack, NULL);
    push_text(stack, "name", admission_name(admission->tool));
    push_text(stack, "reason", str_of(admission_word(first->reason)));
    push_text(stack, "code", str_of(diag_code_name(first->code)));
    push_text(stack, "pointer", first->pointer);
    push_line(stack, arena, sources_place(listing->sources, first->node));
    push_close(stack, arena, base, NODE_OBJECT);
}

void admission_push(struct node_stack *stack, const struct listing *listing,
                    const struct admission *admissions, ptrdiff_t count)
{
    struct arena *arena = listing->sources->arena;
    struct map names = admission_names(arena, admissions, count);
    ptrdiff_t base = push_open(stack, "admitted");
    for (ptrdiff_t i = 0; i < names.count; i++)
        node_push_str(stack, names.entries[i].key);
    push_close(stack, arena, base, NODE_ARRAY);
    base = push_open(stack, "rejected");
    for (ptrdiff_t i = 0; i < count; i++)
        if (admissions[i].reasons)
            push_rejected(stack, listing, &admissions[i]);
    push_close(stack, arena, base, NODE_ARRAY);
}
