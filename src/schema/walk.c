#include "schema/walk.h"

#include "schema/pointer.h"

void walk_begin(struct walk_children *it, const struct node *node, enum object_kind kind,
                enum dialect dialect)
{
    *it = (struct walk_children){
        .object = node, .kind = kind, .dialect = dialect, .also = DIALECT_COUNT};
}

/* True when NODE can be what KIND says, as far as its own kind of value tells. */
static bool fits(const struct node *node, enum child_kind kind)
{
    switch (kind) {
    case CHILD_SCHEMA:
        return node->kind == NODE_OBJECT || node->kind == NODE_BOOL;
    case CHILD_OBJECT:
        return node->kind == NODE_OBJECT;
    case CHILD_REFERENCE:
    case CHILD_IDENTIFIER:
    case CHILD_MAPPING:
        return node->kind == NODE_STRING;
    case CHILD_DATA:
        break;
    }
    return true;
}

bool walk_has_entries(const struct keyword *keyword, const struct node *value)
{
    switch (keyword->shape) {
    case SHAPE_LIST:
    case SHAPE_ONE_OR_LIST:
        return value->kind == NODE_ARRAY;
    case SHAPE_MAP:
    case SHAPE_MAP_OR_NAMES:
        return value->kind == NODE_OBJECT;
    case SHAPE_ONE:
        break;
    }
    return false;
}

/* The child that falls under the row KEYWORD, or is data when that is NULL. */
static struct walk_child child_of(const struct keyword *keyword, const struct node *node)
{
    struct walk_child child = {.node = node, .keyword = keyword, .index = -1};
    if (keyword) {
        child.kind = keyword->holds;
        child.object = keyword->object;
        child.dynamic = keyword->dynamic;
        child.misshapen = !fits(node, child.kind);
    }
    return child;
}

/* The child for the whole value of a member. */
static struct walk_child whole_value(const struct keyword *keyword, const struct node *node)
{
    struct walk_child child = child_of(keyword, node);
    bool lacks_container =
        keyword && keyword->shape != SHAPE_ONE && keyword->shape != SHAPE_ONE_OR_LIST;
    if (lacks_container) {
        child.kind = CHILD_DATA;
        child.object = OBJECT_DATA;
        child.misshapen = true;
    }
    return child;
}

/* The next entry of the container. */
static struct walk_child next_entry(struct walk_children *it)
{
    const struct node *container = it->container;
    uint32_t i = it->entry++;
    bool is_map = container->kind == NODE_OBJECT;
    const struct node *node = is_map ? node_value(container, i) : node_item(container, i);
    bool is_names = it->keyword->shape == SHAPE_MAP_OR_NAMES && node->kind == NODE_ARRAY;

    struct walk_child child = child_of(it->keyword, node);
    if (is_names) {
        child.kind = CHILD_DATA;
        child.object = OBJECT_DATA;
        child.misshapen = false;
    }
    child.entry = is_map ? node_key(container, i) : NULL;
    child.index = is_map ? -1 : (ptrdiff_t)i;
    child.member = node_key(it->object, it->member - 1);
    return child;
}

bool walk_next(struct walk_children *it, struct walk_child *ret_child)
{
    if (!node_is(it->object, NODE_OBJECT))
        return false;
    for (;;) {
        if (it->container && it->entry < it->container->count) {
            *ret_child = next_entry(it);
            return true;
        }
        if (it->member == it->object->count)
            return false;

        uint32_t i = it->member++;
        const struct node *key = node_key(it->object, i), *value = node_value(it->object, i);
        it->keyword = keyword_find(it->kind, node_text(key), it->dialect);
        if (!it->keyword && it->also != DIALECT_COUNT)
            it->keyword = keyword_find(it->kind, node_text(key), it->also);
        if (it->keyword && walk_has_entries(it->keyword, value)) {
            it->container = value;
            it->entry = 0;
            continue;
        }
        *ret_child = whole_value(it->keyword, value);
        ret_child->member = key;
        return true;
    }
}

/*
 * The number of the member or item of CONTAINER that the first token of POINTER names, or -1;
 * *RET_LEN is the length of that token with its slash.
 */
static ptrdiff_t entry_number(struct arena *arena, const struct node *container, str pointer,
                              ptrdiff_t *ret_len)
{
    str token, rest, name;
    if (!str_starts(pointer, S("/")))
        return -1;
    str_cut(str_skip(pointer, 1), '/', &token, &rest);
    *ret_len = 1 + token.len;
    if (container->kind == NODE_OBJECT)
        return pointer_token_decode(arena, token, &name) ? node_find(container, name) : -1;
    ptrdiff_t index = pointer_token_index(token);
    return index < (ptrdiff_t)container->count ? index : -1;
}

bool walk_find(struct arena *arena, const struct node *node, enum object_kind kind,
               enum dialect dialect, str pointer, struct walk_child *ret_child, ptrdiff_t *ret_len)
{
    struct walk_children it;
    ptrdiff_t len;
    walk_begin(&it, node, kind, dialect);
    ptrdiff_t number = node->kind == NODE_OBJECT ? entry_number(arena, node, pointer, &len) : -1;
    if (number < 0)
        return false;
    *ret_len = len;
    it.member = (uint32_t)number;
    const struct node *value = node_value(node, it.member);
    it.keyword = keyword_find(kind, node_text(node_key(node, it.member)), dialect);
    if (!it.keyword || !walk_has_entries(it.keyword, value))
        return walk_next(&it, ret_child);

    number = entry_number(arena, value, str_skip(pointer, len), &len);
    if (number < 0)
        return false;
    *ret_len += len;
    it.member++;
    it.container = value;
    it.entry = (uint32_t)number;
    *ret_child = next_entry(&it);
    return true;
}

void walk_add_steps(struct buf *pointer, const struct walk_child *child)
{
    pointer_add_token(pointer, node_text(child->member));
    if (child->entry)
        pointer_add_token(pointer, node_text(child->entry));
    else if (child->index >= 0)
        pointer_add_index(pointer, child->index);
}
