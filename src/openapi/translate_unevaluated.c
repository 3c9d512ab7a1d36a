/*
 * translate_unevaluated.c - unevaluatedItems and unevaluatedProperties.
 *
 * Where nothing but the neighbours in the same object can make items or properties evaluated, the
 * two say what additionalItems (or items) and additionalProperties do, and the older drafts can say
 * it.
 */
#include "openapi/translate_steps.h"

#include "schema/walk.h"

/* What a subschema may do that a search looks for. */
struct search {
    const struct translation *t;
    enum keyword_evaluates what; /* EVALUATES_ITEMS or EVALUATES_PROPERTIES */
    bool contains_only;          /* look for "contains" alone */
};

static bool may_evaluate(const struct search *search, const struct node *schema);

/* True when CHILD, at the schema that asks or in one that applies to the same instance, may. */
static bool child_may(const struct search *search, const struct walk_child *child)
{
    if (child->kind == CHILD_REFERENCE)
        return !search->contains_only;
    return child->keyword && child->keyword->evaluates == EVALUATES_SAME &&
           child->kind == CHILD_SCHEMA && may_evaluate(search, child->node);
}

static struct walk_children children_of(const struct search *search, const struct node *schema)
{
    struct walk_children it;
    walk_begin(&it, schema, OBJECT_SCHEMA, search->t->from);
    it.also = search->t->options.assume;
    return it;
}

/*
 * True when SCHEMA, as it was read, may make something evaluated. The reader has bounded the depth;
 * the search ends at the first that may.
 */
static bool may_evaluate(const struct search *search, const struct node *schema)
{
    struct walk_children it = children_of(search, schema);
    struct walk_child child;
    while (walk_next(&it, &child)) {
        bool is_contains = child.keyword && str_equal(child.keyword->name, S("contains"));
        if (child.keyword && child.keyword->evaluates == search->what &&
            (is_contains || !search->contains_only))
            return true;
        if (child_may(search, &child))
            return true;
    }
    return false;
}

/* True when some schema that applies to the same instance as SCHEMA may make something evaluated.
 */
static bool neighbours_may(const struct search *search, const struct node *schema)
{
    struct walk_children it = children_of(search, schema);
    struct walk_child child;
    while (walk_next(&it, &child))
        if (child_may(search, &child))
            return true;
    return false;
}

/* The member's value, a schema, as the target has it; a boolean where that is one in the source. */
static const struct node *unevaluated_value(const struct edit *edit, const struct member *member)
{
    const struct node *source = node_get(edit->source, node_text(&member->key));
    return node_is(source, NODE_BOOL) ? source : member->value;
}

/* True for true and {}, which allow everything. */
static bool allows_all(const struct node *schema)
{
    return schema->kind == NODE_BOOL ? schema->count : !schema->count;
}

/* 2020-12 core, section 11.3, in a draft that has no such keyword. */
void step_unevaluated_properties(struct edit *edit, struct member *member)
{
    struct search search = {.t = edit->t, .what = EVALUATES_PROPERTIES};
    const struct node *value = unevaluated_value(edit, member);
    if (allows_all(value) || edit_find(edit, S("additionalProperties"))) {
        edit_drop(edit, member);
    } else if (neighbours_may(&search, edit->source)) {
        edit_cannot_say(edit, member, "and is left out");
        edit_drop(edit, member);
    } else {
        edit_put(edit, member, S("additionalProperties"), value);
    }
}

/*
 * What "contains" of the same object has matched is evaluated in 2020-12 (core, section 10.3.1.3),
 * and nowhere else: then an item must match that, or VALUE. NULL when that would have to repeat
 * more than is sane.
 */
static const struct node *or_contained(struct edit *edit, const struct node *value)
{
    const struct keyword *row = NULL;
    const struct node *source = node_get(edit->source, S("contains"));
    if (source)
        row = translate_row(edit->t, S("contains"), source);
    if (!row || row->evaluates != EVALUATES_ITEMS)
        return value;
    const struct node *contains = node_get(edit->schema, S("contains"));
    if (!translate_is_small(contains, REPEATED_NODES))
        return NULL;
    if (value->kind == NODE_BOOL)
        return contains;
    return EDIT_OBJECT(edit, {S("anyOf"), EDIT_LIST(edit, contains, value)});
}

/* True when the neighbours in the source's object leave no item unevaluated. */
static bool all_items_are_evaluated(const struct edit *edit)
{
    const struct node *items = node_get(edit->source, S("items"));
    return items && (items->kind != NODE_ARRAY || node_get(edit->source, S("additionalItems")));
}

/* 2019-09 knows the keyword, but is blind to "contains". */
static void see_contained(struct edit *edit, struct member *member)
{
    struct search search = {.t = edit->t, .what = EVALUATES_ITEMS, .contains_only = true};
    const struct node *value = unevaluated_value(edit, member), *both = or_contained(edit, value);
    if (allows_all(value))
        return;
    if (!both || neighbours_may(&search, edit->source))
        edit_cannot_say(edit, member, "as it is meant: there it is blind to \"contains\"");
    if (both && both != value) {
        member->value = both;
        edit->changed = true;
    }
}

/* 2020-12 core, section 11.2, in a draft that has no such keyword. */
void step_unevaluated_items(struct edit *edit, struct member *member)
{
    struct search search = {.t = edit->t, .what = EVALUATES_ITEMS};
    if (edit->t->to == DIALECT_2019_09) {
        see_contained(edit, member);
        return;
    }
    const struct node *value = unevaluated_value(edit, member);
    if (allows_all(value) || all_items_are_evaluated(edit)) {
        edit_drop(edit, member);
        return;
    }
    value = neighbours_may(&search, edit->source) ? NULL : or_contained(edit, value);
    if (!value) {
        edit_cannot_say(edit, member, "and is left out");
        edit_drop(edit, member);
        return;
    }
    bool follows_list = edit_value(edit, S("items"), NODE_ARRAY);
    if (!follows_list && value->kind == NODE_BOOL)
        value = member->value; /* in draft-04, "items" is no boolean */
    edit_put(edit, member, follows_list ? S("additionalItems") : S("items"), value);
}
