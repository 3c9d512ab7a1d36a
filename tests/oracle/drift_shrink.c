#include "drift_shrink.h"

#include "drift_spots.h"
#include "schema/pointer.h"

#include <stdio.h>

/* What a pair shows; less is worse. Odd ones are for readers. */
enum { SYMPTOM_FAILURE = 0, SYMPTOM_NONE = 20 };

static int symptom(const struct drift_pair *pair)
{
    int worst = SYMPTOM_NONE;
    if (pair->failure)
        return SYMPTOM_FAILURE;
    for (int i = 1; i >= 0; i--) {
        enum drift_effect effect = pair->effects[i];
        bool brute = pair->brute[i] != NULL;
        int found = brute && effect == DRIFT_SAFE                       ? 2
                    : pair->nothing[i]                                  ? 4
                    : effect == DRIFT_BREAKS && !brute && !pair->own[i] ? 6
                    : effect == DRIFT_UNDECIDED && brute                ? 8
                    : effect == DRIFT_UNDECIDED                         ? 10
                                                                        : SYMPTOM_NONE;
        if (found < SYMPTOM_NONE && found + i < worst)
            worst = found + i;
    }
    return worst;
}

/* All places in a tree, as pointers, in order. */
struct places {
    struct arena *arena;
    str *at;
    ptrdiff_t count, cap;
};

static void list_places(struct places *places, const struct node *node, struct buf *pointer)
{
    ptrdiff_t here = pointer->len;
    bool is_object = node->kind == NODE_OBJECT;
    for (uint32_t i = 0; (is_object || node->kind == NODE_ARRAY) && i < node->count; i++) {
        if (is_object)
            pointer_add_token(pointer, node_text(node_key(node, i)));
        else
            pointer_add_index(pointer, i);
        places->at = arena_make_room(places->arena, places->at, sizeof *places->at, places->count,
                                     &places->cap);
        places->at[places->count++] = arena_copy(places->arena, buf_view(pointer));
        list_places(places, is_object ? node_value(node, i) : node_item(node, i), pointer);
        pointer->len = here;
    }
}

/* The number of the member or item TOKEN of NODE, or -1. */
static ptrdiff_t part_index(struct arena *arena, const struct node *node, str token)
{
    str name;
    ptrdiff_t i = -1;
    if (node->kind == NODE_ARRAY)
        i = pointer_token_index(token);
    else if (node->kind == NODE_OBJECT && pointer_token_decode(arena, token, &name))
        i = node_find(node, name);
    return i < node->count ? i : -1;
}

static struct node *part(struct node *node, ptrdiff_t i)
{
    return node->kind == NODE_ARRAY ? &node->items[i] : &node->items[2 * i + 1];
}

/* What holds the place POINTER in ROOT, with its number there; NULL when it is not there. */
static struct node *parent_of(struct arena *arena, struct node *root, str pointer,
                              ptrdiff_t *ret_index)
{
    str token, rest = str_skip(pointer, 1);
    struct node *parent = root;
    bool more = str_cut(rest, '/', &token, &rest);
    *ret_index = part_index(arena, parent, token);
    while (more && *ret_index >= 0) {
        parent = part(parent, *ret_index);
        more = str_cut(rest, '/', &token, &rest);
        *ret_index = part_index(arena, parent, token);
    }
    return *ret_index >= 0 ? parent : NULL;
}

static bool take_out(struct arena *arena, struct node *root, str pointer)
{
    ptrdiff_t i;
    struct node *parent = parent_of(arena, root, pointer, &i);
    if (!parent)
        return false;
    *parent = parent->kind == NODE_ARRAY ? value_without_item(arena, *parent, (uint32_t)i)
                                         : value_without_member(arena, *parent, (uint32_t)i);
    return true;
}

/* Gives NEW what OLD has at POINTER. */
static bool undo(struct arena *arena, const struct node *old, struct node *new, str pointer)
{
    ptrdiff_t i;
    struct pointer_target from = pointer_resolve(arena, old, pointer);
    struct pointer_target to = pointer_resolve(arena, new, pointer);
    if (!from.node || !to.node || node_equal(from.node, to.node))
        return false;
    struct node *parent = parent_of(arena, new, pointer, &i);
    *part(parent, i) = *tree_copy(arena, from.node);
    return true;
}

/* Gives PAIR other schemas, when it then shows what it SHOWED. */
static bool try_roots(struct drift_pair *pair, struct arena *arena, const struct node *old,
                      const struct node *new, int showed)
{
    struct drift_pair next;
    enum dialect draft = pair->is_new ? DIALECT_2020_12 : DIALECT_DRAFT_07;
    str texts[2] = {value_text(arena, old), value_text(arena, new)};
    pair_of(&next, texts[0], texts[1], draft);
    pair_judge(&next, false);
    bool same = symptom(&next) == showed;
    pair_done(&next);
    if (!same)
        return false;
    pair_done(pair);
    pair_of(pair, texts[0], texts[1], draft);
    pair_judge(pair, false);
    return true;
}

/* One change for the smaller, at the place number *AT or later; false when there is none. */
static bool step(struct drift_pair *pair, struct arena *arena, int showed, ptrdiff_t *at)
{
    const struct node *old = tree_copy(arena, pair->sides[0].document->root);
    const struct node *new = tree_copy(arena, pair->sides[1].document->root);
    struct buf pointer = buf_in(arena, PTRDIFF_MAX);
    struct places places = {.arena = arena};
    list_places(&places, old, &pointer);
    list_places(&places, new, &pointer);
    for (; *at < 2 * places.count; ++*at) {
        struct node *a = tree_copy(arena, old), *b = tree_copy(arena, new);
        str pointed = places.at[*at / 2];
        bool changes = *at % 2 ? undo(arena, a, b, pointed) : take_out(arena, a, pointed);
        if (*at % 2 == 0)
            changes = take_out(arena, b, pointed) || changes;
        if (changes && try_roots(pair, arena, a, b, showed))
            return true;
    }
    return false;
}

void pair_shrink(struct drift_pair *pair)
{
    struct arena arena = {0};
    int showed = symptom(pair);
    if (showed == SYMPTOM_NONE || !pair->sides[0].scheme || !pair->sides[1].scheme)
        return;
    for (bool changed = true; changed;) {
        ptrdiff_t at = 0;
        for (changed = false; step(pair, &arena, showed, &at);)
            changed = true;
    }
    arena_free(&arena);
}
