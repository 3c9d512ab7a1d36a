/*
 * translate_names.c - members that go, and members that stay under another name.
 */
#include "openapi/translate_steps.h"

/* $id, $anchor, $schema and their kin (2020-12 core, section 8). */
void step_identifier(struct edit *edit, struct member *member)
{
    if (member->row->holds != CHILD_IDENTIFIER || member->value->kind == NODE_STRING)
        edit_drop(edit, member);
}

/* $dynamicRef (2020-12 core, section 8.2.3.2) and $recursiveRef (2019-09 core, 8.2.4.2.1). */
void step_dynamic_reference(struct edit *edit, struct member *member)
{
    if (member->value->kind == NODE_STRING)
        edit_say(edit, member, S("$ref"), member->value);
}

/* The entries of FIRST, then those of MORE whose names are not among them. */
static const struct node *joined_map(struct edit *edit, const struct node *first,
                                     const struct node *more)
{
    struct node_stack stack = {0};
    for (uint32_t i = 0; i < first->count; i++) {
        node_push(&stack, *node_key(first, i));
        node_push(&stack, *node_value(first, i));
    }
    for (uint32_t i = 0; i < more->count; i++)
        if (node_find(first, node_text(node_key(more, i))) < 0) {
            node_push(&stack, *node_key(more, i));
            node_push(&stack, *node_value(more, i));
        }
    struct node head = *first;
    head.flags &= (uint8_t)~NODE_INDEXED;
    node_close(&stack, 0, head, edit->arena);
    const struct node *map = node_pop(&stack, edit->arena);
    node_stack_done(&stack);
    return map;
}

/*
 * $defs (2020-12 core, section 8.2.4), definitions (draft-07 validation, section 9). No reference
 * leads there any more, so where two maps become one, a name that both have may stand once.
 */
void step_definitions(struct edit *edit, struct member *member)
{
    str old = node_text(&member->key), name = dialect_info(edit->t->to)->definitions;
    bool is_usual = str_equal(old, dialect_info(edit->t->from)->definitions);
    struct member *other = edit_find(edit, name);
    if (member == other || (!is_usual && keyword_find(OBJECT_SCHEMA, old, edit->t->to)))
        return;
    if (!other) {
        edit_put(edit, member, name, member->value);
    } else if (other->value->kind == NODE_OBJECT && member->value->kind == NODE_OBJECT) {
        other->value = joined_map(edit, other->value, member->value);
        edit_drop(edit, member);
    }
}

/*
 * "example": v (3.0 and 3.1, Schema Object) as the first of "examples" (2020-12 validation, section
 * 9.5), which may be there already; when that is no list, both are left as they are.
 */
void step_example(struct edit *edit, struct member *member)
{
    if (edit->t->to == DIALECT_DRAFT_04) {
        step_annotation(edit, member);
        return;
    }
    struct member *examples = edit_find(edit, S("examples"));
    if (examples && examples->value->kind != NODE_ARRAY)
        return;
    ptrdiff_t count = examples ? examples->value->count : 0, kept = 0;
    const struct node *example = member->value;
    const struct node **items = arena_new(edit->arena, const struct node *, count + 1);
    items[kept++] = example;
    for (ptrdiff_t i = 0; i < count; i++) {
        const struct node *item = node_item(examples->value, (uint32_t)i);
        if (!node_equal(item, example))
            items[kept++] = item;
    }
    if (examples)
        edit_drop(edit, examples);
    edit_put(edit, member, S("examples"), edit_array(edit, items, kept));
}

/* An annotation that the target does not know stays as an extension: "x-readOnly". */
void step_annotation(struct edit *edit, struct member *member)
{
    str name = node_text(&member->key);
    if (keyword_find(OBJECT_SCHEMA, name, edit->t->to))
        return;
    if (str_starts(name, S("$")))
        name = str_skip(name, 1);
    name = arena_printf(edit->arena, "x-%.*s", (int)name.len, name.data);
    if (edit_find(edit, name))
        edit_drop(edit, member);
    else
        edit_put(edit, member, name, member->value);
}

/* "deprecated" (2019-09 validation, section 9.3) is a comment in draft-07, which has only these. */
void step_deprecated(struct edit *edit, struct member *member)
{
    bool is_true = member->value->kind == NODE_BOOL && member->value->count;
    if (edit->t->to == DIALECT_DRAFT_07 && is_true && !edit_find(edit, S("$comment")))
        edit_put(edit, member, S("$comment"), edit_string(edit, S("deprecated")));
    else
        step_annotation(edit, member);
}
