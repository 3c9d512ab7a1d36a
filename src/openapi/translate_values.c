/*
 * translate_values.c - what is asserted about one value: its type, its bounds, being equal.
 */
#include "openapi/translate_steps.h"

#include "source/number.h"

/* "type": "file" (2.0, Response Object): bytes, which JSON can only hold in a string. */
void step_type(struct edit *edit, struct member *member)
{
    if (!node_is_text(member->value, S("file")))
        return;
    edit_put(edit, member, S("type"), edit_string(edit, S("string")));
    if (edit_find(edit, S("format")))
        return;
    struct member *format = edit_insert(edit, member, S("format"), edit_string(edit, S("binary")));
    if (edit->t->to >= DIALECT_DRAFT_07)
        step_format(edit, format);
}

/*
 * The formats byte and binary (2.0 and 3.0, Data Types) are what draft-07 says with contentEncoding
 * and contentMediaType (3.1, Working With Binary Data).
 */
void step_format(struct edit *edit, struct member *member)
{
    bool is_byte = node_is_text(member->value, S("byte"));
    bool is_binary = node_is_text(member->value, S("binary"));
    const struct member *type = edit_find(edit, S("type"));
    str name = is_byte ? S("contentEncoding") : S("contentMediaType");
    if ((!is_byte && !is_binary) || !type || !node_is_text(type->value, S("string")) ||
        edit_find(edit, name))
        return;
    edit_put(edit, member, name,
             edit_string(edit, is_byte ? S("base64") : S("application/octet-stream")));
}

/* The metaschemas of draft-04 and draft-06 demand an element; a list without one allows nothing. */
void step_enum(struct edit *edit, struct member *member)
{
    if (member->value->kind == NODE_ARRAY && member->value->count == 0)
        edit_say(edit, member, S("not"), edit_anything(edit));
}

/* The items of LIST, each string once; NULL when they are not all strings, or unique already. */
static const struct node *unique_names(struct edit *edit, const struct node *list)
{
    struct arena scratch = {0};
    struct map seen = {.arena = &scratch};
    const struct node **items = arena_new(&scratch, const struct node *, list->count);
    ptrdiff_t count = 0;
    bool are_names = true;
    for (uint32_t i = 0; are_names && i < list->count; i++) {
        const struct node *item = node_item(list, i);
        bool is_new = false;
        are_names = item->kind == NODE_STRING;
        if (are_names)
            map_entry(&seen, node_text(item), &is_new);
        if (is_new)
            items[count++] = item;
    }
    bool changes = are_names && count < list->count;
    const struct node *unique = changes ? edit_array(edit, items, count) : NULL;
    arena_free(&scratch);
    return unique;
}

/*
 * A list of names (2020-12 validation, section 6.5.3) has each once. It may be empty, but for
 * draft-04 (validation, section 5.4.3), where that says nothing.
 */
void step_required(struct edit *edit, struct member *member)
{
    if (member->value->kind != NODE_ARRAY)
        return;
    const struct node *unique = unique_names(edit, member->value);
    if (!member->value->count && edit->t->to == DIALECT_DRAFT_04) {
        edit_drop(edit, member);
    } else if (unique) {
        member->value = unique;
        edit->changed = true;
    }
}

/* The bound beside the exclusive one. */
static str plain_bound(const struct member *member)
{
    bool is_minimum = str_equal(node_text(&member->key), S("exclusiveMinimum"));
    return is_minimum ? S("minimum") : S("maximum");
}

/* "exclusiveMinimum": true beside "minimum" (draft-04 validation, section 5.1.3). */
void step_bound_flag(struct edit *edit, struct member *member)
{
    struct member *bound = edit_find(edit, plain_bound(member));
    if (member->value->count && bound && bound->value->kind == NODE_NUMBER) {
        member->value = bound->value;
        edit_drop(edit, bound);
    } else {
        edit_drop(edit, member);
    }
}

/* "exclusiveMinimum" as a bound of its own (2020-12 validation, section 6.2.5): the tighter one. */
void step_bound_number(struct edit *edit, struct member *member)
{
    str name = node_text(&member->key), plain = plain_bound(member);
    const struct node *value = member->value, *flag = edit_bool(edit, true);
    struct member *bound = edit_find(edit, plain);
    if (!bound) {
        edit_put(edit, member, plain, value);
        edit_insert(edit, member, name, flag);
        return;
    }
    if (bound->value->kind != NODE_NUMBER) {
        const struct node *schema = EDIT_OBJECT(edit, {plain, value}, {name, flag});
        edit_require(edit, member, &schema, 1);
        return;
    }
    int order = number_compare(node_text(value), node_text(bound->value));
    bool is_tighter = str_equal(plain, S("minimum")) ? order >= 0 : order <= 0;
    if (is_tighter) {
        bound->value = value;
        member->value = flag;
        edit->changed = true;
    } else {
        edit_drop(edit, member);
    }
}

/* "const" (2020-12 validation, section 6.1.3). */
void step_const(struct edit *edit, struct member *member)
{
    edit_say(edit, member, S("enum"), EDIT_LIST(edit, member->value));
}
