#include "validate/anchors.h"

#include "validate/rules.h"

#include <stdlib.h>

/* An anchor that is asked for; they lead to each the next of one resource. */
struct found {
    const struct found *next;
    struct scheme *scheme;
    uint32_t name;
};

/* A resource with a base URI of its own, which anchors belong to, once the program has a part of
 * it. */
struct anchor_home {
    const struct resource *base;
    const struct found *first;
    uint32_t count;
    struct dynamic_scope anchors; /* as they were filled in last */
};

/* The anchor of HOME that is called NAME, when evaluation may look for it; else NULL. */
static const struct node *dynamic_anchor(const struct anchor_home *home, str name)
{
    if (!name.len)
        return home->base->recursive ? home->base->root : NULL;
    const struct anchor *anchor = map_get(&home->base->anchors, name);
    if (!anchor || node_is_text(node_get(anchor->node, S("$dynamicAnchor")), name))
        return anchor ? anchor->node : NULL;
    return node_is_text(node_get(anchor->twin, S("$dynamicAnchor")), name) ? anchor->twin : NULL;
}

/* Adds what HOME has by the name number NUMBER, if anything, unless that was the last to be added.
 */
static void add(struct compiler *c, struct anchor_home *home, uint32_t number)
{
    const struct node *node = dynamic_anchor(home, c->anchors.entries[number].key);
    if (!node || (home->first && home->first->name == number))
        return;
    struct found *found = arena_new(c->arena, struct found, 1);
    *found = (struct found){home->first, rules_scheme_of(c, node), number};
    home->first = found;
    home->count++;
}

/* Looks for the name number NUMBER, which is new, in all homes. */
static void seek_name(struct compiler *c, uint32_t number)
{
    str name = c->anchors.entries[number].key;
    for (ptrdiff_t i = 0; !name.len && i < c->homes.count; i++)
        add(c, c->homes.entries[i].value, number);
    for (const struct anchor *one = map_get(&c->registry->dynamic_anchors, name); one;
         one = one->same_name) {
        const struct map_entry *home = map_find_address(&c->homes, one->resource);
        if (home)
            add(c, home->value, number);
    }
}

void anchors_enter(struct compiler *c, struct scope *scope)
{
    const struct resource *base = scope->resource->base;
    bool is_new = false;
    struct map_entry *entry = NULL;
    if (!scope->is_entered)
        entry = map_entry_address(&c->homes, base, &is_new);
    scope->is_entered = true;
    if (!is_new)
        return;
    struct anchor_home *home = entry->value = arena_new(c->arena, struct anchor_home, 1);
    home->base = base;
    for (ptrdiff_t i = 0; i <= base->anchors.count; i++) { /* and the one without a name */
        bool is_last = i == base->anchors.count;
        str name = is_last ? S("") : base->anchors.entries[i].key;
        const struct map_entry *asked = map_find(&c->anchors, name);
        ptrdiff_t number = asked ? asked - c->anchors.entries : c->anchors_sought;
        if (number < c->anchors_sought)
            add(c, home, (uint32_t)number);
    }
}

bool anchors_seek(struct compiler *c)
{
    bool has_news = c->anchors_sought < c->anchors.count || c->homes_seen < c->homes.count;
    for (; c->anchors_sought < c->anchors.count; c->anchors_sought++)
        seek_name(c, (uint32_t)c->anchors_sought);
    c->homes_seen = c->homes.count;
    return has_news;
}

static int compare_names(const void *a, const void *b)
{
    const struct dynamic_anchor *first = a, *second = b;
    return (first->name > second->name) - (first->name < second->name);
}

/* Lays out what HOME, which has this NUMBER, has, unless that was done. */
static void fill_home(struct compiler *c, struct anchor_home *home, uint32_t number)
{
    struct dynamic_scope *anchors = &home->anchors;
    if (anchors->count == home->count)
        return;
    *anchors = (struct dynamic_scope){
        .number = number, .at = arena_new(c->arena, struct dynamic_anchor, home->count)};
    for (const struct found *one = home->first; one; one = one->next)
        anchors->at[anchors->count++] = (struct dynamic_anchor){one->name, one->scheme};
    qsort(anchors->at, anchors->count, sizeof *anchors->at, compare_names);
}

void anchors_fill(struct compiler *c)
{
    c->program.scope_count = (uint32_t)c->homes.count;
    for (ptrdiff_t i = 0; i < c->homes.count; i++)
        fill_home(c, c->homes.entries[i].value, (uint32_t)i);
    for (ptrdiff_t i = 0; i < c->scopes.count; i++) {
        struct scope *scope = c->scopes.entries[i].value;
        const struct map_entry *entry =
            scope ? map_find_address(&c->homes, scope->resource->base) : NULL;
        const struct anchor_home *home = entry ? entry->value : NULL;
        if (home)
            scope->anchors = home->anchors;
    }
}
