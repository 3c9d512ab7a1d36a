/*
 * translate_null.c - "nullable": true lets null in, whatever else its object says.
 */
#include "openapi/translate_steps.h"

/* 3.0, Schema Object. What it means is seen to at the end (translate_with_null). */
void step_nullable(struct edit *edit, struct member *member)
{
    edit->nullable = member->value->count;
    edit_drop(edit, member);
}

/*
 * True for what stays outside when null becomes a branch beside the rest: it says something to
 * readers about the whole, or nothing at all.
 */
static bool is_outside(const struct edit *edit, const struct member *member)
{
    str name = node_text(&member->key);
    const struct keyword *row = keyword_find(OBJECT_SCHEMA, name, edit->t->to);
    if (!row)
        return !str_equal(name, S("discriminator"));
    bool is_data = row->holds == CHILD_DATA && row->effect == EFFECT_NEITHER;
    return row->role == ROLE_HOLDS || (is_data && row->translation != TRANSLATE_CONTENT);
}

static bool is_inside(const struct edit *edit, const struct member *member)
{
    return !is_outside(edit, member);
}

/* True when the list VALUES has null, or the string "null" if that is what is meant. */
static bool has_null(const struct node *values, bool as_type)
{
    for (uint32_t i = 0; i < values->count; i++) {
        const struct node *value = node_item(values, i);
        if (as_type ? node_is_text(value, S("null")) : value->kind == NODE_NULL)
            return true;
    }
    return false;
}

/* The values of the list OLD, or the one value that it is, and VALUE. */
static const struct node *with_value(struct edit *edit, const struct node *old,
                                     const struct node *value)
{
    bool is_list = old->kind == NODE_ARRAY;
    ptrdiff_t count = is_list ? old->count : 1;
    const struct node **items = arena_new(edit->arena, const struct node *, count + 1);
    for (ptrdiff_t i = 0; i < count; i++)
        items[i] = is_list ? node_item(old, (uint32_t)i) : old;
    items[count] = value;
    return edit_array(edit, items, count + 1);
}

static const struct node *null_type(struct edit *edit)
{
    return EDIT_OBJECT(edit, {S("type"), edit_string(edit, S("null"))});
}

/* Puts null among the values that TYPE and, when there is one, ENUM allow. */
static void add_null_values(struct edit *edit, struct member *type, struct member *values)
{
    if (!node_is_text(type->value, S("null")) &&
        !(type->value->kind == NODE_ARRAY && has_null(type->value, true)))
        type->value = with_value(edit, type->value, edit_string(edit, S("null")));
    if (values && !has_null(values->value, false))
        values->value = with_value(edit, values->value, edit_null(edit));
}

/* The member that alone is inside, if it is "anyOf", a list; else NULL. */
static struct member *lone_any_of(const struct edit *edit)
{
    struct member *any_of = edit_find(edit, S("anyOf"));
    for (ptrdiff_t i = 0; i < edit->count; i++) {
        const struct member *member = &edit->members[i];
        if (member_is_there(member) && member != any_of && is_inside(edit, member))
            return NULL;
    }
    return any_of && any_of->value->kind == NODE_ARRAY ? any_of : NULL;
}

/* One more branch for null, unless some branch is just that. */
static void add_null_branch(struct edit *edit, struct member *any_of)
{
    const struct node *branch = null_type(edit);
    for (uint32_t i = 0; i < any_of->value->count; i++)
        if (node_equal(node_item(any_of->value, i), branch))
            return;
    any_of->value = with_value(edit, any_of->value, branch);
}

/* The object with all that is inside as a branch beside null. */
static void branch_off(struct edit *edit)
{
    struct member *first = NULL;
    ptrdiff_t inside = 0;
    for (ptrdiff_t i = 0; i < edit->count; i++)
        inside += member_is_there(&edit->members[i]) && is_inside(edit, &edit->members[i]);
    if (inside > 1)
        translate_unhide(edit);
    const struct node *rest = edit_result(edit, is_inside);
    for (ptrdiff_t i = 0; i < edit->count; i++) {
        struct member *member = &edit->members[i];
        if (!member_is_there(member) || is_outside(edit, member))
            continue;
        first = first ? first : member;
        edit_drop(edit, member);
    }
    edit_put(edit, first, S("anyOf"), EDIT_LIST(edit, rest, null_type(edit)));
}

/* The member NAME if it is there and means something in the target, else NULL. */
static struct member *find_known(const struct edit *edit, str name)
{
    return keyword_find(OBJECT_SCHEMA, name, edit->t->to) ? edit_find(edit, name) : NULL;
}

/* True when something besides type, enum and const may refuse null. */
static bool more_may_refuse(const struct edit *edit)
{
    static const char *const names[] = {"$ref", "allOf", "anyOf", "oneOf", "not", "if"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (find_known(edit, str_of(names[i])))
            return true;
    return false;
}

void translate_with_null(struct edit *edit)
{
    struct member *type = edit_find(edit, S("type")), *values = edit_find(edit, S("enum")),
                  *constant = find_known(edit, S("const")), *any_of = lone_any_of(edit);
    if (type && type->value->kind != NODE_STRING && type->value->kind != NODE_ARRAY)
        type = NULL;
    if (values && values->value->kind != NODE_ARRAY)
        values = NULL;
    if (constant && constant->value->kind == NODE_NULL)
        constant = NULL;
    bool refuses = more_may_refuse(edit), is_listed = !values || has_null(values->value, false);
    if (!refuses && !type && !constant && is_listed)
        return;
    if (any_of) {
        add_null_branch(edit, any_of);
    } else if (refuses || !type || (constant && values)) {
        branch_off(edit);
    } else {
        if (constant) {
            edit_put(edit, constant, S("enum"), EDIT_LIST(edit, constant->value));
            values = constant;
        }
        add_null_values(edit, type, values);
    }
}
