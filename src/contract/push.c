#include "contract/push.h"

void push_text(struct node_stack *stack, const char *key, str value)
{
    node_push_str(stack, str_of(key));
    node_push_str(stack, value);
}

void push_number(struct node_stack *stack, struct arena *arena, const char *key, ptrdiff_t number)
{
    str text = arena_printf(arena, "%td", number);
    node_push_str(stack, str_of(key));
    node_push(stack,
              (struct node){.kind = NODE_NUMBER, .count = (uint32_t)text.len, .chars = text.data});
}

void push_bool(struct node_stack *stack, const char *key, bool value)
{
    node_push_str(stack, str_of(key));
    node_push_bool(stack, value);
}

void push_null(struct node_stack *stack, const char *key)
{
    node_push_str(stack, str_of(key));
    node_push_null(stack);
}

void push_node(struct node_stack *stack, const char *key, const struct node *value)
{
    node_push_str(stack, str_of(key));
    node_push(stack, *value);
}

void push_line(struct node_stack *stack, struct arena *arena, place where)
{
    push_number(stack, arena, "line",
                where.text ? text_position(arena, where.text, where.start).line : 0);
}

ptrdiff_t push_open(struct node_stack *stack, const char *key)
{
    if (key)
        node_push_str(stack, str_of(key));
    return stack->len;
}

void push_close(struct node_stack *stack, struct arena *arena, ptrdiff_t base, enum node_kind kind)
{
    node_close(stack, base, (struct node){.kind = (uint8_t)kind}, arena);
}
