#include "contract/admission_record.h"

struct map admission_names(struct arena *arena, const struct admission *admissions, ptrdiff_t count)
{
    struct map names = {.arena = arena};
    for (ptrdiff_t i = 0; i < count; i++)
        if (!admissions[i].reasons)
            map_entry(&names, admissions[i].tool->name, NULL);
    return names;
}

static void push_number(struct node_stack *stack, struct arena *arena, ptrdiff_t number)
{
    str text = arena_printf(arena, "%td", number);
    node_push(stack,
              (struct node){.kind = NODE_NUMBER, .count = (uint32_t)text.len, .chars = text.data});
}

static void push_rejected(struct node_stack *stack, const struct listing *listing,
                          const struct admission *admission)
{
    struct arena *arena = listing->sources->arena;
    const struct rejection *first = admission->reasons;
    place where = sources_place(listing->sources, first->node);
    ptrdiff_t base = stack->len;
    node_push_str(stack, S("name"));
    node_push_str(stack, admission_name(admission->tool));
    node_push_str(stack, S("reason"));
    node_push_str(stack, str_of(admission_word(first->reason)));
    node_push_str(stack, S("code"));
    node_push_str(stack, str_of(diag_code_name(first->code)));
    node_push_str(stack, S("pointer"));
    node_push_str(stack, first->pointer);
    node_push_str(stack, S("line"));
    push_number(stack, arena, where.text ? text_position(arena, where.text, where.start).line : 0);
    node_close(stack, base, (struct node){.kind = NODE_OBJECT}, arena);
}

void admission_push(struct node_stack *stack, const struct listing *listing,
                    const struct admission *admissions, ptrdiff_t count)
{
    struct arena *arena = listing->sources->arena;
    struct map names = admission_names(arena, admissions, count);
    node_push_str(stack, S("admitted"));
    ptrdiff_t base = stack->len;
    for (ptrdiff_t i = 0; i < names.count; i++)
        node_push_str(stack, names.entries[i].key);
    node_close(stack, base, (struct node){.kind = NODE_ARRAY}, arena);
    node_push_str(stack, S("rejected"));
    base = stack->len;
    for (ptrdiff_t i = 0; i < count; i++)
        if (admissions[i].reasons)
            push_rejected(stack, listing, &admissions[i]);
    node_close(stack, base, (struct node){.kind = NODE_ARRAY}, arena);
}
