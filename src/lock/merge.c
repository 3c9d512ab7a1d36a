/*
 * merge.c - a lock with what was accepted.
 */
#include "lock/compare.h"

#include <stdlib.h>

static int compare_locked(const void *a, const void *b)
{
    const struct locked *x = a, *y = b;
    return str_compare(x->tool.name, y->tool.name);
}

static int compare_gone(const void *a, const void *b)
{
    const struct locked_gone *x = a, *y = b;
    return str_compare(x->name, y->name);
}

/* Marks, by the address of what is there in both, what is taken over of KIND. */
static void find_taken(const struct lock_differences *differences, const struct map *names,
                       enum locked_kind kind, struct map *left, struct locked_list *list,
                       str reason)
{
    for (ptrdiff_t i = 0; i < differences->count; i++) {
        const struct lock_difference *d = &differences->at[i];
        if (d->kind != kind || !lock_is_of(d, names))
            continue;
        if (d->old)
            map_entry_address(left, d->old, NULL);
        if (d->new) {
            struct locked taken = *d->new;
            taken.reason = reason;
            list->at[list->count++] = taken;
        }
    }
}

/* The list of KIND: what OLD has and was not left, and what is taken over. */
static struct locked_list merge_list(struct arena *arena, const struct lock *old,
                                     const struct lock *new,
                                     const struct lock_differences *differences,
                                     const struct map *names, enum locked_kind kind, str reason)
{
    const struct locked_list *was = &old->lists[kind], *is = &new->lists[kind];
    struct locked_list list = {.at = arena_new(arena, struct locked, was->count + is->count),
                               .is_listed = names ? was->is_listed : is->is_listed};
    struct map left = {.arena = arena};
    find_taken(differences, names, kind, &left, &list, reason);
    for (ptrdiff_t i = 0; i < was->count; i++)
        if (!map_find_address(&left, &was->at[i]))
            list.at[list.count++] = was->at[i];
    qsort(list.at, (size_t)list.count, sizeof *list.at, compare_locked);
    return list;
}

static bool has_tool(const struct locked_list *tools, str name)
{
    struct locked wanted = {.tool.name = name};
    return tools->count &&
           bsearch(&wanted, tools->at, (size_t)tools->count, sizeof wanted, compare_locked);
}

/* The tools that went: those of OLD, and what is taken over with a REASON. */
static void merge_gone(struct arena *arena, const struct lock *old,
                       const struct lock_differences *differences, const struct map *names,
                       str reason, struct lock *merged)
{
    const struct locked_list *tools = &merged->lists[LOCKED_TOOL];
    ptrdiff_t count = 0;
    merged->gone = arena_new(arena, struct locked_gone, old->gone_count + differences->count);
    for (ptrdiff_t i = 0; i < differences->count && reason.len; i++) {
        const struct lock_difference *d = &differences->at[i];
        bool is_gone = d->kind == LOCKED_TOOL && d->old && (!d->new || lock_is_renamed(d));
        if (is_gone && lock_is_of(d, names) && !has_tool(tools, d->old->tool.name))
            merged->gone[count++] = (struct locked_gone){d->old->tool.name, reason};
    }
    qsort(merged->gone, (size_t)count, sizeof *merged->gone, compare_gone);
    ptrdiff_t added = count;
    for (ptrdiff_t i = 0; i < old->gone_count; i++) {
        const struct locked_gone *gone = &old->gone[i];
        bool is_again =
            added && bsearch(gone, merged->gone, (size_t)added, sizeof *gone, compare_gone);
        if (!is_again && !has_tool(tools, gone->name))
            merged->gone[count++] = *gone;
    }
    qsort(merged->gone, (size_t)count, sizeof *merged->gone, compare_gone);
    merged->gone_count = count;
}

struct lock lock_merge(struct arena *arena, const struct lock *old, const struct lock *new,
                       const struct lock_differences *differences, const struct map *names,
                       str reason)
{
    const struct lock *said = names ? old : new;
    struct lock merged = {.sources = new->sources, .server = said->server};
    for (enum locked_kind kind = 0; kind < LOCKED_KIND_COUNT; kind++) {
        str why = kind == LOCKED_TOOL ? reason : S("");
        merged.lists[kind] = merge_list(arena, old, new, differences, names, kind, why);
    }
    merge_gone(arena, old, differences, names, reason, &merged);
    return merged;
}
