/*
 * push.h - members of an object that is built on a stack (node.h), for records of this folder.
 */
#ifndef CONTRACT_PUSH_H
#define CONTRACT_PUSH_H

#include "base/text.h"
#include "source/node.h"

/* Pushes the member KEY with a string, a number in the arena of the tree, true or false, null. */
void push_text(struct node_stack *stack, const char *key, str value);
void push_number(struct node_stack *stack, struct arena *arena, const char *key, ptrdiff_t number);
void push_bool(struct node_stack *stack, const char *key, bool value);
void push_null(struct node_stack *stack, const char *key);

/* The same with a value that another tree has, too. */
void push_node(struct node_stack *stack, const char *key, const struct node *value);

/* Pushes "line" and the line of WHERE; 0 where it has no text. */
void push_line(struct node_stack *stack, struct arena *arena, place where);

/*
 * Pushes KEY and returns where its value begins, for push_close, which makes what lies from there
 * on an array or an object. An array in an array, and the root, have NULL for KEY.
 */
ptrdiff_t push_open(struct node_stack *stack, const char *key);
void push_close(struct node_stack *stack, struct arena *arena, ptrdiff_t base, enum node_kind kind);

#endif
