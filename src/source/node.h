/*
 * node.h - the one form in which documents live.
 *
 * YAML and JSON alike become a tree of nodes: key order kept, numbers kept as written, a place for
 * each value and key. A tree is immutable once it is made. A stage that changes something makes new
 * nodes in its own arena and shares the rest, so one node may hang in several trees: there are no
 * parent pointers, and whoever walks carries the path.
 *
 * 24 bytes a node. Keys are nodes too and alternate with the values in an object's items.
 */
#ifndef SOURCE_NODE_H
#define SOURCE_NODE_H

#include "base/arena.h"
#include "base/str.h"

#include <assert.h>
#include <stdint.h>

enum node_kind { NODE_NULL, NODE_BOOL, NODE_NUMBER, NODE_STRING, NODE_ARRAY, NODE_OBJECT };

enum node_flag {
    NODE_FAULTY = 1,  /* its document's fault list says what is wrong with it */
    NODE_INDEXED = 2, /* an object whose items have an index in front (node_get) */
    NODE_PLAIN = 4,   /* a YAML scalar without quotes */
};

struct node {
    uint8_t kind, flags;
    uint16_t text;       /* the text it was read from (sources.h); 0 for a node made by a stage */
    uint32_t start, len; /* where it stands in that text, in bytes */
    uint32_t count; /* string, number: bytes of chars; array: items; object: members; bool: 0, 1 */
    union {
        const char *chars;  /* string, number: a number's text is a JSON number */
        struct node *items; /* array: the items; object: key, value, key, value */
    };
};

static_assert(sizeof(struct node) <= 24 || sizeof(void *) > 8, "nodes must stay small");

/* The value of a string, or the text of a number. */
static inline str node_text(const struct node *node)
{
    assert(node->kind == NODE_STRING || node->kind == NODE_NUMBER);
    return (str){node->chars, node->count};
}

static inline bool node_is(const struct node *node, enum node_kind kind)
{
    return node && node->kind == kind;
}

/* True when NODE is the string WANTED. */
static inline bool node_is_text(const struct node *node, str wanted)
{
    return node_is(node, NODE_STRING) && str_equal(node_text(node), wanted);
}

/* The key and the value of an object's member I, and an array's item I. */
static inline const struct node *node_key(const struct node *object, uint32_t i)
{
    return &object->items[2 * (size_t)i];
}

static inline const struct node *node_value(const struct node *object, uint32_t i)
{
    return &object->items[2 * (size_t)i + 1];
}

static inline const struct node *node_item(const struct node *array, uint32_t i)
{
    return &array->items[i];
}

/*
 * The value of the member KEY; NULL when NODE is NULL, not an object or has no such member. Of
 * several members of that name the last counts.
 */
const struct node *node_get(const struct node *node, str key);

/* The number of the member KEY of an object, or -1. */
ptrdiff_t node_find(const struct node *object, str key);

/* What kind of value it is, for messages: "an object", "a string". */
const char *node_kind_words(enum node_kind kind);

/*
 * True when both are equal as JSON values: members in any order, numbers by value (1.0 is 1),
 * strings by code points.
 */
bool node_equal(const struct node *a, const struct node *b);

/*
 * A copy, in the arena, of what an object or array holds, to change values in; keys must stay as
 * they are, so that the index stays true. Give it to a copy of the node's head.
 */
struct node *node_copy_items(const struct node *container, struct arena *arena);

/*
 * Building. A tree under construction lies on a stack: push what an object or array holds, a key
 * before each value, then close it, which moves the contents to the arena and leaves the new node
 * on the stack in their place.
 */
struct node_stack {
    struct node *at;
    ptrdiff_t len, cap;
};

/*
 * Makes room for COUNT nodes in all. A stack that grows step by step leaves holes in the heap,
 * which slow down a library that allocates there meanwhile.
 */
void node_stack_reserve(struct node_stack *stack, ptrdiff_t count);

/* Makes room for more nodes. */
void node_stack_grow(struct node_stack *stack);

/*
 * Puts a node on the stack for the caller to fill in, every member, and returns where it lies until
 * the next push. Filling it in there is much faster than handing a node over.
 */
static inline struct node *node_push_new(struct node_stack *stack)
{
    if (stack->len == stack->cap)
        node_stack_grow(stack);
    return &stack->at[stack->len++];
}

/* Puts NODE on the stack and returns where it lies until the next push. */
struct node *node_push(struct node_stack *stack, struct node node);

/* Pushes the string S, whose bytes are borrowed, as key or value; and the others alike. */
void node_push_str(struct node_stack *stack, str s);
void node_push_null(struct node_stack *stack);
void node_push_bool(struct node_stack *stack, bool value);

/* A string node made here; the bytes of S are borrowed. */
struct node node_string(str s);

/*
 * Makes what lies on the stack from BASE on into an object or an array, which takes its place on
 * the stack. HEAD gives kind, flags and place. A large object gets its index. False when two
 * members have one key: node_find then gives the last of them.
 */
bool node_close(struct node_stack *stack, ptrdiff_t base, struct node head, struct arena *arena);

/* Takes the last node off the stack into the arena. */
struct node *node_pop(struct node_stack *stack, struct arena *arena);

/* Frees the stack's memory. */
void node_stack_done(struct node_stack *stack);

#endif
