#include "openapi/waiting.h"

struct waiter {
    struct walk_child child;
    struct waiter *next, *last; /* LAST: of the first one only */
};

bool waiting_takes(struct waiting *waiting, const struct walk_child *child)
{
    if (!waiting->missed.len)
        return false;
    struct map_entry *entry = map_entry(&waiting->waiters, waiting->missed, NULL);
    struct waiter *waiter = arena_new(waiting->arena, struct waiter, 1);
    *waiter = (struct waiter){*child, NULL, NULL};
    struct waiter *first = entry->value ? entry->value : waiter;
    if (first->last)
        first->last->next = waiter;
    first->last = waiter;
    entry->value = first;
    waiting->missed = (str){0};
    return true;
}

/* Calls FOLLOW for those that wait for URI; false when none does. */
static bool serve(struct waiting *waiting, str uri, waiting_follow *follow, void *context)
{
    struct waiter *waiter = map_get(&waiting->waiters, uri);
    if (!waiter)
        return false;
    map_put(&waiting->waiters, uri, NULL);
    for (; waiter; waiter = waiter->next)
        follow(context, &waiter->child);
    return true;
}

bool waiting_serve(struct waiting *waiting, const struct registry *registry,
                   const struct document_set *used, waiting_follow *follow, void *context)
{
    bool any = false;
    while (waiting->waiters.count && waiting->served < used->count) {
        const struct document_info *info = registry_info(registry, used->at[waiting->served++]);
        for (ptrdiff_t i = 0; i < info->uris.count; i++)
            any = serve(waiting, info->uris.entries[i].key, follow, context) || any;
    }
    return any;
}

void waiting_end(struct waiting *waiting, waiting_follow *follow, void *context)
{
    for (ptrdiff_t i = 0; i < waiting->waiters.count; i++)
        serve(waiting, waiting->waiters.entries[i].key, follow, context);
}
