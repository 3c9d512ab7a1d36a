#include "schema/treediff.h"

#include "base/buf.h"
#include "schema/pointer.h"

struct comparison {
    struct arena *arena;
    struct buf pointer; /* of the place at hand */
    struct tree_difference *differences;
    ptrdiff_t count, max;
};

static void differ(struct comparison *c, const struct node *old, const struct node *new,
                   const struct node *old_parent, const struct node *new_parent)
{
    if (c->count < c->max)
        c->differences[c->count] = (struct tree_difference){
            arena_copy(c->arena, buf_view(&c->pointer)), old, new, old_parent, new_parent};
    c->count++;
}

static void compare(struct comparison *c, const struct node *old, const struct node *new);

/* Compares two values in containers of one kind; either may be NULL. Restores the pointer. */
static void compare_entry(struct comparison *c, const struct node *old, const struct node *new,
                          const struct node *old_parent, const struct node *new_parent,
                          ptrdiff_t up)
{
    bool containers = old && new && old->kind == new->kind && old->kind >= NODE_ARRAY;
    if (containers)
        compare(c, old, new);
    else if (!old || !new || !node_equal(old, new))
        differ(c, old, new, old_parent, new_parent);
    c->pointer.len = up;
}

static void compare_objects(struct comparison *c, const struct node *old, const struct node *new)
{
    ptrdiff_t up = c->pointer.len;
    for (uint32_t i = 0; i < old->count; i++) {
        str key = node_text(node_key(old, i));
        pointer_add_token(&c->pointer, key);
        compare_entry(c, node_value(old, i), node_get(new, key), old, new, up);
    }
    for (uint32_t i = 0; i < new->count; i++) {
        str key = node_text(node_key(new, i));
        if (node_get(old, key))
            continue;
        pointer_add_token(&c->pointer, key);
        compare_entry(c, NULL, node_value(new, i), old, new, up);
    }
}

static void compare_arrays(struct comparison *c, const struct node *old, const struct node *new)
{
    ptrdiff_t up = c->pointer.len;
    for (uint32_t i = 0; i < old->count || i < new->count; i++) {
        pointer_add_index(&c->pointer, i);
        compare_entry(c, i < old->count ? node_item(old, i) : NULL,
                      i < new->count ? node_item(new, i) : NULL, old, new, up);
    }
}

/* Compares two objects, or two arrays. Readers have bounded how deep they are. */
static void compare(struct comparison *c, const struct node *old, const struct node *new)
{
    if (old->items == new->items && old->count == new->count)
        return;
    if (old->kind == NODE_OBJECT)
        compare_objects(c, old, new);
    else
        compare_arrays(c, old, new);
}

ptrdiff_t tree_differences(struct arena *arena, const struct node *old, const struct node *new,
                           struct tree_difference *differences, ptrdiff_t max)
{
    struct comparison c = {.arena = arena,
                           .pointer = buf_in(arena, PTRDIFF_MAX),
                           .differences = differences,
                           .max = max};
    compare_entry(&c, old, new, NULL, NULL, 0);
    return c.count;
}
