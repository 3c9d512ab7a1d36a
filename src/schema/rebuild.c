#include "schema/rebuild.h"

/* The copies made so far; NULL while all is as it was. */
struct copies {
    struct arena *arena;
    struct sources *sources; /* whose faults are kept, or NULL */
    struct node *head;       /* of the rebuilt object */
    struct node *container;  /* the value in HEAD that holds the child at hand */
};

/* Gives COPY items of its own to change; it is one of ORIGINAL, which has the same keys. */
static void copy_items(struct copies *copies, const struct node *original, struct node *copy)
{
    copy->items = node_copy_items(original, copies->arena);
    if (copies->sources && original->kind == NODE_OBJECT)
        sources_keep_faults(copies->sources, original, copy);
}

/* Makes the copy of NODE in which values can be changed. */
static void copy_head(struct copies *copies, const struct node *node)
{
    if (copies->head)
        return;
    copies->head = arena_new(copies->arena, struct node, 1);
    *copies->head = *node;
    copy_items(copies, node, copies->head);
}

/* Puts VALUE in the place of the child that IT has just handed out. */
static void replace(struct copies *copies, const struct walk_children *it,
                    const struct walk_child *child, const struct node *value)
{
    copy_head(copies, it->object);
    struct node *slot = &copies->head->items[2 * (size_t)(it->member - 1) + 1];
    if (child->entry || child->index >= 0) {
        if (copies->container != slot) {
            struct node original = *slot;
            copy_items(copies, &original, slot);
            copies->container = slot;
        }
        size_t entry = it->entry - 1;
        slot = &slot->items[child->entry ? 2 * entry + 1 : entry];
    }
    *slot = *value;
}

static const struct node *make(struct copies copies, const struct node *node, enum object_kind kind,
                               enum dialect dialect, enum dialect also, rebuild_child *change,
                               void *context)
{
    struct walk_children it;
    struct walk_child child;
    walk_begin(&it, node, kind, dialect);
    it.also = also;
    while (walk_next(&it, &child)) {
        const struct node *value = change(context, &child);
        if (value != child.node)
            replace(&copies, &it, &child, value);
    }
    return copies.head ? copies.head : node;
}

const struct node *rebuild(struct arena *arena, const struct node *node, enum object_kind kind,
                           enum dialect dialect, enum dialect also, rebuild_child *change,
                           void *context)
{
    return make((struct copies){.arena = arena}, node, kind, dialect, also, change, context);
}

const struct node *rebuild_with_faults(struct sources *sources, const struct node *node,
                                       enum object_kind kind, enum dialect dialect,
                                       rebuild_child *change, void *context)
{
    struct copies copies = {.arena = sources->arena, .sources = sources};
    return make(copies, node, kind, dialect, DIALECT_COUNT, change, context);
}
