#include "openapi/translate.h"

bool translate_is_known(enum dialect from, enum dialect to)
{
    bool agree = from == DIALECT_OPENAPI_3_1 && to == DIALECT_2020_12;
    return agree || from == to;
}

/* "example": v as the first of "examples", which may be there already. */
static void push_examples(struct node_stack *stack, struct arena *arena, const struct node *example,
                          const struct node *examples)
{
    ptrdiff_t base = stack->len;
    node_push(stack, *example);
    for (uint32_t i = 0; examples && i < examples->count; i++)
        if (!node_equal(node_item(examples, i), example))
            node_push(stack, *node_item(examples, i));
    struct node head = {
        .kind = NODE_ARRAY, .text = example->text, .start = example->start, .len = example->len};
    node_close(stack, base, head, arena);
}

const struct node *translate_boolean(const struct translation *t, const struct node *schema,
                                     str keyword)
{
    (void)t;
    (void)keyword;
    return schema;
}

const struct node *translate_schema(const struct translation *t, const struct node *source,
                                    const struct node *schema)
{
    struct arena *arena = t->sources->arena;
    enum dialect from = t->from, to = t->to;
    (void)source;
    const struct node *example = from == to ? NULL : node_get(schema, S("example"));
    const struct node *examples = node_get(schema, S("examples"));
    if (examples && examples->kind != NODE_ARRAY)
        example = NULL; /* no list to add to: both are left as they are */
    if (!example && !node_get(schema, S("$schema")))
        return schema;
    struct node_stack stack = {0};
    for (uint32_t i = 0; i < schema->count; i++) {
        const struct node *value = node_value(schema, i);
        struct node key = *node_key(schema, i);
        const struct keyword *row = keyword_find(OBJECT_SCHEMA, node_text(&key), from);
        /* A dialect is named at the top of the whole only; that it is this one has been checked. */
        if ((example && value == examples) || str_equal(node_text(&key), S("$schema")))
            continue;
        if (example && row && row->translation == TRANSLATE_EXAMPLE) {
            key.chars = "examples";
            key.count = sizeof "examples" - 1;
            node_push(&stack, key);
            push_examples(&stack, arena, example, examples);
        } else {
            node_push(&stack, key);
            node_push(&stack, *value);
        }
    }
    struct node head = *schema;
    head.flags &= (uint8_t)~NODE_INDEXED;
    node_close(&stack, 0, head, arena);
    const struct node *result = node_pop(&stack, arena);
    node_stack_done(&stack);
    return result;
}
