#include "source/node.h"

#include "base/hash.h"
#include "source/number.h"

#include <stdlib.h>
#include <string.h>

/* Objects with more members than this get an index; up to it, looking at each key is faster. */
enum { SMALL_OBJECT = 16 };

/*
 * The index of an object lies before its items, in the place of one node: a hash table of member
 * number + 1, with 0 for a free slot, at most half full.
 */
struct node_index {
    uint32_t *slots;
    uint32_t mask;
};

static_assert(sizeof(struct node_index) <= sizeof(struct node), "an index takes one node's place");

static struct node_index *object_index(struct node *items)
{
    return (struct node_index *)(void *)(items - 1);
}

static str key_text(const struct node *items, uint32_t member)
{
    return node_text(&items[2 * (size_t)member]);
}

/* The slot of KEY in the index of ITEMS, or the free slot where it belongs. */
static uint32_t *index_slot(struct node *items, str key)
{
    const struct node_index *index = object_index(items);
    for (uint32_t at = (uint32_t)hash_str(key) & index->mask;; at = (at + 1) & index->mask) {
        uint32_t *slot = &index->slots[at];
        if (!*slot || str_equal(key_text(items, *slot - 1), key))
            return slot;
    }
}

/* Fills the index of an object; false when two members have one key. */
static bool index_fill(struct node *items, uint32_t count, struct arena *arena)
{
    uint32_t size = 64;
    while (size < 2 * (uint64_t)count)
        size *= 2;
    *object_index(items) = (struct node_index){arena_new(arena, uint32_t, size), size - 1};
    bool unique = true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *slot = index_slot(items, key_text(items, i));
        unique = unique && !*slot;
        *slot = i + 1;
    }
    return unique;
}

ptrdiff_t node_find(const struct node *object, str key)
{
    if (object->flags & NODE_INDEXED)
        return (ptrdiff_t)*index_slot(object->items, key) - 1;
    for (uint32_t i = object->count; i-- > 0;)
        if (str_equal(key_text(object->items, i), key))
            return i;
    return -1;
}

const struct node *node_get(const struct node *node, str key)
{
    if (!node_is(node, NODE_OBJECT))
        return NULL;
    ptrdiff_t member = node_find(node, key);
    return member < 0 ? NULL : node_value(node, (uint32_t)member);
}

struct node *node_copy_items(const struct node *container, struct arena *arena)
{
    ptrdiff_t count = container->kind == NODE_OBJECT ? 2 * (ptrdiff_t)container->count
                                                     : (ptrdiff_t)container->count;
    bool indexed = container->flags & NODE_INDEXED;
    struct node *copy = arena_alloc(arena, sizeof *copy, count + indexed);
    if (count)
        memcpy(copy, container->items - indexed, (size_t)(count + indexed) * sizeof *copy);
    return copy + indexed;
}

const char *node_kind_words(enum node_kind kind)
{
    static const char *const words[] = {"null",     "a boolean", "a number",
                                        "a string", "an array",  "an object"};
    return words[kind];
}

void node_stack_reserve(struct node_stack *stack, ptrdiff_t count)
{
    if (count <= stack->cap)
        return;
    stack->cap = count;
    stack->at = heap_resize(stack->at, stack->cap * (ptrdiff_t)sizeof *stack->at);
}

void node_stack_grow(struct node_stack *stack)
{
    node_stack_reserve(stack, stack->cap ? stack->cap * 2 : 64);
}

struct node *node_push(struct node_stack *stack, struct node node)
{
    struct node *top = node_push_new(stack);
    *top = node;
    return top;
}

struct node node_string(str s)
{
    assert(s.len <= UINT32_MAX);
    return (struct node){
        .kind = NODE_STRING, .count = (uint32_t)s.len, .chars = s.data ? s.data : ""};
}

void node_push_str(struct node_stack *stack, str s)
{
    node_push(stack, node_string(s));
}

void node_push_null(struct node_stack *stack)
{
    node_push(stack, (struct node){.kind = NODE_NULL});
}

void node_push_bool(struct node_stack *stack, bool value)
{
    node_push(stack, (struct node){.kind = NODE_BOOL, .count = value});
}

/* True when no two of a small object's members have one key. */
static bool small_is_unique(const struct node *items, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        str key = key_text(items, i);
        for (uint32_t j = 0; j < i; j++) {
            const struct node *other = &items[2 * (size_t)j];
            if (other->count == key.len && memcmp(other->chars, key.data, (size_t)key.len) == 0)
                return false;
        }
    }
    return true;
}

bool node_close(struct node_stack *stack, ptrdiff_t base, struct node head, struct arena *arena)
{
    ptrdiff_t count = stack->len - base;
    assert(base >= 0 && count >= 0 && count <= UINT32_MAX);
    bool is_object = head.kind == NODE_OBJECT;
    assert(head.kind == NODE_ARRAY || (is_object && count % 2 == 0));
    bool indexed = is_object && count > (ptrdiff_t)2 * SMALL_OBJECT;

    head.count = (uint32_t)(is_object ? count / 2 : count);
    head.items = NULL;
    if (count) {
        struct node *memory = arena_alloc(arena, sizeof(struct node), count + indexed);
        head.items = memory + indexed;
        memcpy(head.items, stack->at + base, (size_t)count * sizeof *head.items);
    }
    stack->len = base;

    bool unique = true;
    if (indexed) {
        assert(head.items);
        head.flags |= NODE_INDEXED;
        unique = index_fill(head.items, head.count, arena);
    } else if (head.items && is_object) {
        unique = small_is_unique(head.items, head.count);
    }
    node_push(stack, head);
    return unique;
}

struct node *node_pop(struct node_stack *stack, struct arena *arena)
{
    assert(stack->len > 0);
    struct node *node = arena_new(arena, struct node, 1);
    *node = stack->at[--stack->len];
    return node;
}

void node_stack_done(struct node_stack *stack)
{
    free(stack->at);
    *stack = (struct node_stack){0};
}

/* Two nodes that still have to be compared. */
struct node_pair {
    const struct node *a, *b;
};

struct pair_stack {
    struct node_pair *at;
    ptrdiff_t len, cap;
};

static void push_pair(struct pair_stack *stack, const struct node *a, const struct node *b)
{
    if (stack->len == stack->cap) {
        stack->cap = stack->cap ? stack->cap * 2 : 64;
        stack->at = heap_resize(stack->at, stack->cap * (ptrdiff_t)sizeof *stack->at);
    }
    stack->at[stack->len++] = (struct node_pair){a, b};
}

static bool has_key_at(const struct node *object, uint32_t i, str key)
{
    return i < object->count && str_equal(node_text(node_key(object, i)), key);
}

/*
 * The number of the member KEY of OBJECT, or -1. AT is that of the one found before: members that
 * stand beside each other in one object mostly do so in another, in one direction or the other.
 */
static ptrdiff_t find_near(const struct node *object, ptrdiff_t at, str key)
{
    if (has_key_at(object, (uint32_t)(at + 1), key))
        return at + 1;
    if (at > 0 && has_key_at(object, (uint32_t)(at - 1), key))
        return at - 1;
    return node_find(object, key);
}

/* Compares two nodes, but puts what they hold on the stack. */
static bool heads_equal(struct pair_stack *stack, const struct node *a, const struct node *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == NODE_NUMBER)
        return number_equal(node_text(a), node_text(b));
    if (a->count != b->count)
        return false;
    if (a->kind == NODE_STRING)
        return str_equal(node_text(a), node_text(b));
    if (a->kind < NODE_ARRAY || a->items == b->items)
        return true;
    ptrdiff_t at = -1;
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->kind == NODE_OBJECT) {
            at = find_near(b, at, node_text(node_key(a, i)));
            if (at < 0)
                return false;
            push_pair(stack, node_value(a, i), node_value(b, (uint32_t)at));
        } else {
            push_pair(stack, node_item(a, i), node_item(b, i));
        }
    }
    return true;
}

bool node_equal(const struct node *a, const struct node *b)
{
    struct pair_stack stack = {0};
    if (a->kind < NODE_ARRAY || b->kind < NODE_ARRAY) /* they hold nothing: no memory is taken */
        return heads_equal(&stack, a, b);
    push_pair(&stack, a, b);
    bool equal = true;
    while (equal && stack.len) {
        struct node_pair pair = stack.at[--stack.len];
        equal = heads_equal(&stack, pair.a, pair.b);
    }
    free(stack.at);
    return equal;
}
