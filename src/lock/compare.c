#include "lock/compare.h"

#include "base/show.h"
#include "lock/kind.h"

#include <stdlib.h>
#include <string.h>

bool lock_is_renamed(const struct lock_difference *difference)
{
    return difference->old && difference->new &&
           !str_equal(difference->old->tool.name, difference->new->tool.name);
}

bool lock_is_of(const struct lock_difference *difference, const struct map *names)
{
    const struct locked *old = difference->old, *new = difference->new;
    if (!names)
        return true;
    return difference->kind == LOCKED_TOOL &&
           ((old && map_find(names, old->tool.name)) || (new &&map_find(names, new->tool.name)));
}

/* ---- whether they can be compared ------------------------------------------------------------ */

static bool is_same_server(struct diag_list *found, const struct lock *lock,
                           const struct lock *listing)
{
    const struct node *old = lock_server_name(lock), *new = lock_server_name(listing);
    if (!old || !listing->server || (new &&str_equal(node_text(old), node_text(new))))
        return true;
    const char *locked = show(found->arena, node_text(old));
    struct diag *diag =
        new ? diag_report(found, E1013, sources_place(listing->sources, new),
                          "the server is \"%s\", and the lock is of \"%s\"",
                          show(found->arena, node_text(new)), locked)
            : diag_report(found, E1013, sources_place(listing->sources, listing->opening),
                          "the server has no name, and the lock is of \"%s\"", locked);
    diag_note(found, diag, sources_place(lock->sources, old), "the lock says so here");
    diag_hint(found, diag, "name the lock of this server, or make one with --lock alone");
    return false;
}

/* Reports that LISTING lacks WHAT, of which LOCK has SOME. Always false. */
static bool refuse_less(struct diag_list *found, const struct lock *lock,
                        const struct lock *listing, const char *what, const char *how)
{
    struct diag *diag = diag_report(found, E1016, lock_file(listing),
                                    "the lock has %s, and the listing has not", what);
    diag_note(found, diag, lock_file(lock), "this is the lock");
    diag_hint(found, diag, "give %s, too, as a file or as a part of a capture", how);
    return false;
}

bool lock_is_comparable(struct diag_list *found, const struct lock *lock,
                        const struct lock *listing)
{
    bool ok = is_same_server(found, lock, listing);
    if (lock->server && !listing->server)
        ok = refuse_less(found, lock, listing, "what the server says of itself",
                         "the answer to initialize");
    if (lock->lists[LOCKED_PROMPT].is_listed && !listing->lists[LOCKED_PROMPT].is_listed)
        ok = refuse_less(found, lock, listing, "the prompts of the server",
                         "the answer to prompts/list");
    if (lock->lists[LOCKED_TEMPLATE].is_listed && !listing->lists[LOCKED_TEMPLATE].is_listed)
        ok = refuse_less(found, lock, listing, "the resource templates of the server",
                         "the answer to resources/templates/list");
    return ok;
}

/* ---- what differs ---------------------------------------------------------------------------- */

/*
 * As digests see it, for which 100 and 1e2 differ, as they do for programs that tell integers from
 * other numbers; and as values, for which numbers differ that digests round to one double.
 */
static bool is_same(const struct locked *a, const struct locked *b)
{
    const char *old = a->prints.of[FINGERPRINT_RAW].hex, *new = b->prints.of[FINGERPRINT_RAW].hex;
    return strcmp(old, new) == 0 && node_equal(a->tool.entry, b->tool.entry);
}

/* Adds what differs in the two lists of KIND, which are sorted. */
static void compare_lists(enum locked_kind kind, const struct locked_list *old,
                          const struct locked_list *new, struct lock_differences *differences)
{
    for (ptrdiff_t i = 0, j = 0; i < old->count || j < new->count;) {
        int order = i == old->count   ? 1
                    : j == new->count ? -1
                                      : str_compare(old->at[i].tool.name, new->at[j].tool.name);
        struct lock_difference difference = {kind, order <= 0 ? &old->at[i++] : NULL,
                                             order >= 0 ? &new->at[j++] : NULL};
        if (order || !is_same(difference.old, difference.new))
            differences->at[differences->count++] = difference;
    }
}

/* True when the input schema of TOOL says more than most: so little in common is no sign. */
static bool is_telling(const struct tool *tool)
{
    const struct node *properties = node_get(tool_input(tool), S("properties"));
    return node_is(properties, NODE_OBJECT) && properties->count > 0;
}

/* Joins what went with what was added, where one digest of ALGORITHM without the names is equal. */
static void pair_renamed(struct arena *arena, struct lock_differences *differences,
                         enum fingerprint_algorithm algorithm)
{
    struct map gone = {.arena = arena};
    for (ptrdiff_t i = 0; i < differences->count; i++) {
        struct lock_difference *d = &differences->at[i];
        if (d->kind != LOCKED_TOOL || d->new || !d->old ||
            (algorithm != FINGERPRINT_RAW && !is_telling(&d->old->tool)))
            continue;
        struct digest digest = fingerprint_renamed(&d->old->tool, S("-"), algorithm);
        if (*digest.hex)
            map_put(&gone, arena_copy(arena, str_of(digest.hex)), d);
    }
    for (ptrdiff_t i = 0; i < differences->count && gone.count; i++) {
        struct lock_difference *d = &differences->at[i];
        if (d->kind != LOCKED_TOOL || d->old || !d->new)
            continue;
        struct digest digest = fingerprint_renamed(&d->new->tool, S("-"), algorithm);
        struct lock_difference *old = map_get(&gone, str_of(digest.hex));
        if (!old || old->new)
            continue;
        old->new = d->new;
        d->new = NULL;
    }
}

static bool is_same_said(const struct node *old, const struct node *new)
{
    return old && new ? node_equal(old, new) : old == new;
}

void lock_compare(struct arena *arena, const struct lock *old, const struct lock *new,
                  struct lock_differences *ret_differences)
{
    ptrdiff_t most = 0, kept = 0;
    for (enum locked_kind kind = 0; kind < LOCKED_KIND_COUNT; kind++)
        most += old->lists[kind].count + new->lists[kind].count;
    *ret_differences = (struct lock_differences){
        .at = arena_new(arena, struct lock_difference, most),
        .server = !is_same_said(old->server, new->server),
    };
    for (enum locked_kind kind = 0; kind < LOCKED_KIND_COUNT; kind++)
        compare_lists(kind, &old->lists[kind], &new->lists[kind], ret_differences);
    pair_renamed(arena, ret_differences, FINGERPRINT_RAW);
    pair_renamed(arena, ret_differences, FINGERPRINT_EXACT);
    for (ptrdiff_t i = 0; i < ret_differences->count; i++)
        if (ret_differences->at[i].old || ret_differences->at[i].new)
            ret_differences->at[kept++] = ret_differences->at[i];
    ret_differences->count = kept;
}
