#include "openapi/edit.h"

#include "base/show.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Steps put in fewer members than this in one object. */
enum { SPARE_MEMBERS = 16 };

struct edit edit_begin(const struct translation *t, const struct node *source,
                       const struct node *schema)
{
    struct edit edit = {.t = t,
                        .arena = t->sources->arena,
                        .source = source,
                        .schema = schema,
                        .count = schema->count,
                        .cap = (ptrdiff_t)schema->count + SPARE_MEMBERS};
    edit.members = heap_resize(NULL, edit.cap * (ptrdiff_t)sizeof *edit.members);
    for (uint32_t i = 0; i < schema->count; i++)
        edit.members[i] =
            (struct member){.key = *node_key(schema, i), .value = node_value(schema, i)};
    return edit;
}

void edit_done(struct edit *edit)
{
    free(edit->members);
    edit->members = NULL;
}

struct member *edit_find(const struct edit *edit, str name)
{
    for (ptrdiff_t i = 0; i < edit->count; i++) {
        struct member *member = &edit->members[i];
        if (member_is_there(member) && str_equal(node_text(&member->key), name))
            return member;
    }
    return NULL;
}

const struct node *edit_boolean_value(const struct edit *edit, const struct member *member)
{
    const struct node *source = node_get(edit->source, node_text(&member->key));
    return node_is(source, NODE_BOOL) ? source : member->value;
}

void edit_drop(struct edit *edit, struct member *member)
{
    member->value = NULL;
    edit->changed = true;
}

void edit_put(struct edit *edit, struct member *member, str name, const struct node *value)
{
    member->value = NULL;
    struct member *other = edit_find(edit, name);
    if (other)
        edit_drop(edit, other);
    member->key.chars = name.data;
    member->key.count = (uint32_t)name.len;
    member->value = value;
    edit->changed = true;
}

struct member *edit_insert(struct edit *edit, struct member *member, str name,
                           const struct node *value)
{
    assert(edit->count < edit->cap);
    ptrdiff_t at = member - edit->members + 1;
    memmove(&edit->members[at + 1], &edit->members[at],
            (size_t)(edit->count - at) * sizeof *edit->members);
    edit->count++;
    edit->members[at] = (struct member){.key = member->key};
    edit_say(edit, &edit->members[at], name, value);
    return &edit->members[at];
}

void edit_say(struct edit *edit, struct member *member, str name, const struct node *value)
{
    const struct member *other = edit_find(edit, name);
    if (!other || other == member) {
        edit_put(edit, member, name, value);
        return;
    }
    const struct node *schema = EDIT_OBJECT(edit, {name, value});
    edit_require(edit, member, &schema, 1);
}

void edit_require(struct edit *edit, struct member *member, const struct node *const *schemas,
                  ptrdiff_t count)
{
    struct member *all_of = edit_find(edit, S("allOf"));
    if (!all_of || all_of == member) {
        edit_put(edit, member, S("allOf"), edit_array(edit, schemas, count));
        return;
    }
    if (all_of->value->kind != NODE_ARRAY) {
        edit_cannot_say(edit, member, "beside an \"allOf\" that is no list, and is left out");
        edit_drop(edit, member);
        return;
    }
    struct node list = *all_of->value;
    struct node *items = arena_new(edit->arena, struct node, list.count + count);
    if (list.count)
        memcpy(items, list.items, list.count * sizeof *items);
    for (ptrdiff_t i = 0; i < count; i++)
        items[list.count + i] = *schemas[i];
    list.items = items;
    list.count += (uint32_t)count;
    struct node *value = arena_new(edit->arena, struct node, 1);
    *value = list;
    all_of->value = value;
    edit_drop(edit, member);
}

void edit_cannot_say(struct edit *edit, const struct member *member, const char *outcome)
{
    const struct translation *t = edit->t;
    diag_report(t->sources->found, t->options.strict ? E0503 : W0501,
                sources_place(t->sources, &member->key), "\"%s\" cannot be said in %s %s",
                show(edit->arena, node_text(&member->key)), dialect_info(t->to)->name.data,
                outcome);
    if (t->log)
        map_entry_address(&t->log->lost, edit->source, NULL);
}

const struct node *edit_result(struct edit *edit,
                               bool (*picked)(const struct edit *edit, const struct member *member))
{
    struct node_stack stack = {0};
    for (ptrdiff_t i = 0; i < edit->count; i++) {
        const struct member *member = &edit->members[i];
        if (!member_is_there(member) || (picked && !picked(edit, member)))
            continue;
        node_push(&stack, member->key);
        node_push(&stack, *member->value);
    }
    struct node head = *edit->schema;
    head.flags &= (uint8_t)~NODE_INDEXED;
    node_close(&stack, 0, head, edit->arena);
    const struct node *result = node_pop(&stack, edit->arena);
    node_stack_done(&stack);
    return result;
}

/* What a new node of KIND begins as, at the place of the edit. */
static struct node new_head(const struct edit *edit, enum node_kind kind)
{
    return (struct node){.kind = (uint8_t)kind,
                         .text = edit->place.text,
                         .start = edit->place.start,
                         .len = edit->place.len};
}

static struct node *new_node(struct edit *edit, enum node_kind kind)
{
    struct node *node = arena_new(edit->arena, struct node, 1);
    *node = new_head(edit, kind);
    return node;
}

static void set_text(struct node *node, str text)
{
    node->chars = text.data;
    node->count = (uint32_t)text.len;
}

const struct node *edit_string(struct edit *edit, str text)
{
    struct node *node = new_node(edit, NODE_STRING);
    set_text(node, text);
    return node;
}

const struct node *edit_bool(struct edit *edit, bool value)
{
    struct node *node = new_node(edit, NODE_BOOL);
    node->count = value;
    return node;
}

const struct node *edit_null(struct edit *edit)
{
    return new_node(edit, NODE_NULL);
}

const struct node *edit_number(struct edit *edit, str lexeme)
{
    struct node *node = new_node(edit, NODE_NUMBER);
    set_text(node, lexeme);
    return node;
}

const struct node *edit_map(struct edit *edit, struct node_stack *stack)
{
    node_close(stack, 0, new_head(edit, NODE_OBJECT), edit->arena);
    const struct node *map = node_pop(stack, edit->arena);
    node_stack_done(stack);
    return map;
}

const struct node *edit_array(struct edit *edit, const struct node *const *items, ptrdiff_t count)
{
    struct node *node = new_node(edit, NODE_ARRAY);
    node->items = arena_new(edit->arena, struct node, count);
    node->count = (uint32_t)count;
    for (ptrdiff_t i = 0; i < count; i++)
        node->items[i] = *items[i];
    return node;
}

const struct node *edit_list(struct edit *edit, const struct node *const *items)
{
    ptrdiff_t count = 0;
    while (items[count])
        count++;
    return edit_array(edit, items, count);
}

const struct node *edit_object(struct edit *edit, const struct edit_pair *pairs)
{
    ptrdiff_t count = 0;
    for (const struct edit_pair *pair = pairs; pair->name.data; pair++)
        count += pair->value != NULL;
    struct node *node = new_node(edit, NODE_OBJECT);
    node->items = arena_new(edit->arena, struct node, 2 * count);
    for (; pairs->name.data; pairs++) {
        if (!pairs->value)
            continue;
        struct node *key = &node->items[2 * (size_t)node->count++];
        key[0] = new_head(edit, NODE_STRING);
        set_text(&key[0], pairs->name);
        key[1] = *pairs->value;
    }
    return node;
}

const struct node *edit_anything(struct edit *edit)
{
    return new_node(edit, NODE_OBJECT);
}

const struct node *edit_not(struct edit *edit, const struct node *schema)
{
    return EDIT_OBJECT(edit, {S("not"), schema});
}
