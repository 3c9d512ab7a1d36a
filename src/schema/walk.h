/*
 * walk.h - the children of an object, each with what it is.
 *
 * The one iterator over the table of keywords (vocabulary.h). It looks at one object; whoever wants
 * to go deeper begins again with a child's node and kind, on a stack of its own with a bound.
 *
 *     struct walk_children it;
 *     struct walk_child child;
 *     walk_begin(&it, node, OBJECT_SCHEMA, dialect);
 *     while (walk_next(&it, &child))
 *         if (child.kind == CHILD_SCHEMA)
 *             push(child.node, child.object);
 */
#ifndef SCHEMA_WALK_H
#define SCHEMA_WALK_H

#include "base/buf.h"
#include "schema/vocabulary.h"
#include "source/node.h"

/* One child. All pointers are into the tree that is walked or into the table. */
struct walk_child {
    const struct node *node;
    enum child_kind kind;
    enum object_kind object; /* to walk it as: of a schema or object; references: of their target */

    const struct keyword *keyword; /* its row; NULL for a member that the table does not know */
    const struct node *member;     /* the key in the walked object: the first step to the child */
    const struct node *entry;      /* the key in a map, the second step; else NULL */
    ptrdiff_t index;               /* the index in an array, the second step; else -1 */

    bool dynamic;   /* "$dynamicRef", "$recursiveRef": a reference that evaluation may redirect */
    bool misshapen; /* NODE has not the kind of value that the keyword demands; look at it first */
};

/* Where a walk stands. Lives in the caller's storage; there is nothing to give back. */
struct walk_children {
    const struct node *object;
    enum object_kind kind;
    enum dialect dialect;
    enum dialect also;             /* for members that DIALECT does not know; DIALECT_COUNT: none */
    uint32_t member;               /* the next one */
    const struct node *container;  /* the array or map that is or was handed out last, or NULL */
    uint32_t entry;                /* the next one in it */
    const struct keyword *keyword; /* the row that it falls under */
};

/*
 * Begins to walk NODE as an object of KIND. Where keywords are copied to be read by another
 * dialect, set `also` to that one afterwards: what either of them takes for a schema is one. A node
 * that is no object, such as a boolean schema, has no children. All members count, also those that
 * "$ref" hides (dialect_info) and all of one key.
 */
void walk_begin(struct walk_children *it, const struct node *node, enum object_kind kind,
                enum dialect dialect);

/*
 * Gives the next child in the order of the document; false when there is none left.
 *
 * Members that hold an array or a map of schemas, objects or mappings give one child for each
 * entry, and none when it is empty. Where the value is no such array or map, it is itself a child,
 * of CHILD_DATA and misshapen. All other members give one child.
 */
bool walk_next(struct walk_children *it, struct walk_child *ret_child);

/*
 * Finds the child of NODE, an object of KIND, that the first one or two steps of POINTER lead to,
 * and how many of its bytes these are, without looking at the others. False when there is no such
 * child. The arena is for names with escapes only.
 */
bool walk_find(struct arena *arena, const struct node *node, enum object_kind kind,
               enum dialect dialect, str pointer, struct walk_child *ret_child, ptrdiff_t *ret_len);

/*
 * True when VALUE of the member KEYWORD is an array or a map whose entries are the children; false
 * when it is a child itself.
 */
bool walk_has_entries(const struct keyword *keyword, const struct node *value);

/* Adds the steps from the walked object to CHILD, one or two tokens, to a JSON Pointer. */
void walk_add_steps(struct buf *pointer, const struct walk_child *child);

#endif
