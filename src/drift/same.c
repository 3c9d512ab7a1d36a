#include "drift/same.h"

#include "schema/pointer.h"

enum { STEP_CAP = 20000000 };

/* An old and a new schema that are met in one place, and where they lead. */
struct same_pair {
    const struct node *old, *new;
    bool is_looked_at, is_equal;
    struct same_pair **targets; /* of the references in it */
    ptrdiff_t count, cap;
    const void *seen_for; /* the pair that was asked for when this was passed last */
};

static struct same_pair *pair_of(struct sameness *s, const struct node *old, const struct node *new)
{
    bool is_new;
    s->pairs.arena = s->arena;
    struct map_entry *entry = map_entry_address(&s->pairs, old, &is_new);
    if (is_new) {
        struct same_pair *pair = arena_new(s->arena, struct same_pair, 1);
        *pair = (struct same_pair){.old = old, .new = new};
        entry->value = pair;
    }
    struct same_pair *pair = entry->value;
    return pair->new == new ? pair : NULL;
}

/* What the pointer in the reference TEXT leads to in DOCUMENT, or NULL. */
static const struct node *target_in(struct sameness *s, const struct document *document, str text)
{
    str pointer;
    bool is_local = str_equal(text, S("#")) || str_starts(text, S("#/"));
    if (!is_local || !pointer_from_fragment(s->arena, str_skip(text, 1), &pointer))
        return NULL;
    return pointer_resolve(s->arena, document->root, pointer).node;
}

/* The pair that the reference TEXT leads to in both documents; NULL: none, or it is not known. */
static struct same_pair *target_of(struct sameness *s, str text)
{
    bool is_new;
    s->targets.arena = s->arena;
    struct map_entry *entry = map_entry(&s->targets, text, &is_new);
    if (is_new) {
        const struct node *old = target_in(s, s->old, text), *new = target_in(s, s->new, text);
        struct same_pair *pair = old && new ? pair_of(s, old, new) : NULL;
        entry->value = pair; /* the map did not change meanwhile */
    }
    return entry->value;
}

/* Adds where the references in NODE, and in what it holds, lead. False when one is not known. */
static bool add_targets(struct sameness *s, struct same_pair *pair, const struct node *node)
{
    bool is_object = node->kind == NODE_OBJECT;
    for (uint32_t i = 0; node->kind >= NODE_ARRAY && i < node->count; i++) {
        const struct node *value = is_object ? node_value(node, i) : node_item(node, i);
        str key = is_object ? node_text(node_key(node, i)) : (str){0};
        bool is_reference =
            str_starts(key, S("$")) &&
            (str_equal(key, S("$ref")) || str_equal(key, S("$id")) ||
             str_equal(key, S("$dynamicRef")) || str_equal(key, S("$recursiveRef")));
        if (++s->steps > STEP_CAP)
            return false;
        if (!is_reference || value->kind != NODE_STRING) {
            if (!add_targets(s, pair, value)) /* readers bound the depth */
                return false;
            continue;
        }
        struct same_pair *target =
            str_equal(key, S("$ref")) ? target_of(s, node_text(value)) : NULL;
        if (!target)
            return false;
        pair->targets = arena_make_room(s->arena, pair->targets, sizeof(struct same_pair *),
                                        pair->count, &pair->cap);
        pair->targets[pair->count++] = target;
    }
    return true;
}

static bool is_equal(struct sameness *s, struct same_pair *pair)
{
    if (!pair->is_looked_at) {
        pair->is_looked_at = true;
        pair->is_equal = node_equal(pair->old, pair->new) && add_targets(s, pair, pair->old);
    }
    return pair->is_equal;
}

/* Puts PAIR, which FIRST reaches, on the list of COUNT. */
static void put_on_list(struct sameness *s, struct same_pair *pair, const struct same_pair *first,
                        ptrdiff_t *count)
{
    s->list = arena_make_room(s->arena, s->list, sizeof(struct same_pair *), *count, &s->list_cap);
    s->list[(*count)++] = pair;
    pair->seen_for = first;
}

bool same_schemas(struct sameness *s, const struct node *old, const struct node *new)
{
    struct same_pair *first = pair_of(s, old, new);
    ptrdiff_t count = 0;
    bool same = first != NULL;
    if (same)
        put_on_list(s, first, first, &count);
    while (same && count) {
        struct same_pair *pair = s->list[--count];
        same = is_equal(s, pair) && (s->steps += pair->count) <= STEP_CAP;
        for (ptrdiff_t i = 0; same && i < pair->count; i++)
            if (pair->targets[i]->seen_for != first)
                put_on_list(s, pair->targets[i], first, &count);
    }
    return same;
}
