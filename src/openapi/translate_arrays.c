/*
 * translate_arrays.c - what items are, and what an array contains.
 */
#include "openapi/translate_steps.h"

#include "source/number.h"

/* "items" as a list (draft-07 validation, section 6.4.1) is "prefixItems" from 2020-12 on. */
void step_items(struct edit *edit, struct member *member)
{
    if (member->value->kind != NODE_ARRAY)
        return;
    if (member->value->count)
        edit_say(edit, member, S("prefixItems"), member->value);
    else
        edit_drop(edit, member);
}

/* "additionalItems" (section 6.4.2) is what "items" says then; beside no list it says nothing. */
void step_additional_items(struct edit *edit, struct member *member)
{
    bool follows_list = node_is(node_get(edit->source, S("items")), NODE_ARRAY);
    if (follows_list)
        edit_say(edit, member, S("items"), member->value);
    else
        edit_drop(edit, member);
}

/* "prefixItems" and "items" (2020-12 core, section 10.3.1). An empty list is no list there. */
void step_prefix_items(struct edit *edit, struct member *member)
{
    if (member->value->kind != NODE_ARRAY)
        return;
    struct member *items = edit_find(edit, S("items"));
    if (!member->value->count) {
        edit_drop(edit, member);
        return;
    }
    if (items)
        edit_say(edit, items, S("additionalItems"), edit_boolean_value(edit, items));
    edit_say(edit, member, S("items"), member->value);
}

/* The member NAME, a bound of "contains", if it counts in the source, else NULL. */
static struct member *find_bound(const struct edit *edit, str name)
{
    struct member *bound = edit_find(edit, name);
    return bound && bound->row ? bound : NULL;
}

/* What it says: a number, else NULL. */
static const struct node *bound_value(const struct edit *edit, str name)
{
    const struct member *bound = find_bound(edit, name);
    return bound && bound->value->kind == NODE_NUMBER ? bound->value : NULL;
}

static void drop_bounds(struct edit *edit)
{
    static const char *const names[] = {"minContains", "maxContains"};
    for (int i = 0; i < 2; i++) {
        struct member *bound = find_bound(edit, str_of(names[i]));
        if (bound)
            edit_drop(edit, bound);
    }
}

/*
 * In 2019-09 (core, section 9.3.1.3) unevaluatedItems applies to what "contains" has matched, too;
 * what stands under "not" matches, but makes nothing evaluated.
 */
static void hide_matches(struct edit *edit, struct member *member)
{
    const struct node *schema =
        EDIT_OBJECT(edit, {S("contains"), member->value},
                    {S("minContains"), bound_value(edit, S("minContains"))},
                    {S("maxContains"), bound_value(edit, S("maxContains"))});
    drop_bounds(edit);
    edit_say(edit, member, S("not"), edit_not(edit, schema));
}

/* Some item matches SCHEMA, or it is no array. */
static void say_contains(struct edit *edit, struct member *member)
{
    if (edit->t->to > DIALECT_DRAFT_04)
        return;
    const struct node *schema = EDIT_OBJECT(edit, {S("type"), edit_string(edit, S("array"))},
                                            {S("items"), edit_not(edit, member->value)});
    edit_say(edit, member, S("not"), schema);
}

/* "contains" with its bounds (2020-12 validation, section 6.4.4 and 6.4.5) where it has none. */
static void say_without_bounds(struct edit *edit, struct member *member)
{
    const struct node *min = bound_value(edit, S("minContains"));
    const struct node *max = bound_value(edit, S("maxContains"));
    str least = min ? node_text(min) : S("1");
    if (max && number_compare(node_text(max), least) < 0) {
        drop_bounds(edit);
        edit_say(edit, member, S("not"),
                 EDIT_OBJECT(edit, {S("type"), edit_string(edit, S("array"))}));
        return;
    }
    if (max && number_compare(node_text(max), S("0")) == 0) {
        const struct node *none = EDIT_OBJECT(edit, {S("items"), edit_not(edit, member->value)});
        drop_bounds(edit);
        edit_require(edit, member, &none, 1);
        return;
    }
    if (max)
        edit_cannot_say(edit, find_bound(edit, S("maxContains")), "and is left out");
    if (number_compare(least, S("1")) > 0)
        edit_cannot_say(edit, find_bound(edit, S("minContains")), "beyond 1");
    drop_bounds(edit);
    if (number_compare(least, S("0")) > 0)
        say_contains(edit, member);
    else
        edit_drop(edit, member);
}

void step_contains(struct edit *edit, struct member *member)
{
    bool hides = edit->t->to == DIALECT_2020_12 && edit->t->from == DIALECT_2019_09;
    if (edit->t->to < DIALECT_2019_09)
        say_without_bounds(edit, member);
    else if (hides)
        hide_matches(edit, member);
}

/* Without "contains" its bounds say nothing; with it they are gone by now. */
void step_contains_bound(struct edit *edit, struct member *member)
{
    edit_drop(edit, member);
}
