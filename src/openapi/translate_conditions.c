/*
 * translate_conditions.c - if, then and else.
 */
#include "openapi/translate_steps.h"

/* Takes NODE and all that it holds off *BUDGET; false when that is not enough. */
static bool takes_from(const struct node *node, ptrdiff_t *budget)
{
    if (--*budget < 0)
        return false;
    bool is_object = node->kind == NODE_OBJECT;
    for (uint32_t i = 0; (is_object || node->kind == NODE_ARRAY) && i < node->count; i++)
        if (!takes_from(is_object ? node_value(node, i) : node_item(node, i), budget))
            return false;
    return true;
}

bool translate_is_small(const struct node *node, ptrdiff_t count)
{
    return takes_from(node, &count);
}

/* Which of the three to repeat: IF when it is of any usual size, else the smallest. */
static const struct node *one_to_repeat(const struct node *condition, const struct node *yes,
                                        const struct node *no)
{
    for (ptrdiff_t count = REPEATED_NODES / 10;; count *= 2) {
        if (translate_is_small(condition, count))
            return condition;
        if (translate_is_small(no, count))
            return no;
        if (translate_is_small(yes, count))
            return yes;
    }
}

/*
 * Without "if". Repeating the condition is what people read best, but conditions in conditions
 * would then double with each level. With oneOf for "either, but not both", A ? B : C is also
 * C or (A and (B or C)), and B or (not A and (B or C)), in which A stands once.
 */
static const struct node *in_older_terms(struct edit *edit, const struct node *condition,
                                         const struct node *yes, const struct node *no)
{
    if (!no)
        return EDIT_OBJECT(edit, {S("anyOf"), EDIT_LIST(edit, edit_not(edit, condition), yes)});
    if (!yes)
        return EDIT_OBJECT(edit, {S("anyOf"), EDIT_LIST(edit, condition, no)});
    const struct node *repeated = one_to_repeat(condition, yes, no);
    const struct node *refused = edit_not(edit, condition);
    if (repeated == condition) {
        const struct node *both = EDIT_OBJECT(edit, {S("allOf"), EDIT_LIST(edit, condition, yes)});
        const struct node *neither = EDIT_OBJECT(edit, {S("allOf"), EDIT_LIST(edit, refused, no)});
        return EDIT_OBJECT(edit, {S("anyOf"), EDIT_LIST(edit, both, neither)});
    }
    const struct node *either = EDIT_OBJECT(edit, {S("oneOf"), EDIT_LIST(edit, yes, no)});
    const struct node *when = repeated == no ? condition : refused;
    const struct node *unlike = EDIT_OBJECT(edit, {S("allOf"), EDIT_LIST(edit, when, either)});
    return EDIT_OBJECT(edit, {S("oneOf"), EDIT_LIST(edit, repeated, unlike)});
}

const struct node *translate_condition(struct edit *edit, const struct node *condition,
                                       const struct node *yes, const struct node *no)
{
    if (edit->t->to >= DIALECT_DRAFT_07)
        return EDIT_OBJECT(edit, {S("if"), condition}, {S("then"), yes}, {S("else"), no});
    return in_older_terms(edit, condition, yes, no);
}

/* draft-07 validation, section 6.6. */
void step_if(struct edit *edit, struct member *member)
{
    struct member *then = edit_find(edit, S("then")), *otherwise = edit_find(edit, S("else"));
    const struct node *yes = then ? then->value : NULL, *no = otherwise ? otherwise->value : NULL;
    if (then)
        edit_drop(edit, then);
    if (otherwise)
        edit_drop(edit, otherwise);
    if (!yes && !no) {
        edit_drop(edit, member);
        return;
    }
    const struct node *schema = translate_condition(edit, member->value, yes, no);
    edit_say(edit, member, node_text(node_key(schema, 0)), node_value(schema, 0));
}

/* Without "if", "then" and "else" mean nothing; with it they are gone by now. */
void step_then(struct edit *edit, struct member *member)
{
    edit_drop(edit, member);
}
