#include "lock/keep.h"

#include "base/draft.h"
#include "base/file.h"
#include "base/show.h"

#include <errno.h>
#include <string.h>

/* One run. */
struct keeping {
    const struct lock_request *request;
    struct arena *arena;
    struct diag_list *found;
    struct sources locks; /* what the locks are read into */
    struct lock live, old;
    struct lock_differences differences;
};

static const char *plural(ptrdiff_t count)
{
    return count == 1 ? "" : "s";
}

/* ---- writing --------------------------------------------------------------------------------- */

static void cannot_write(struct keeping *k, int problem)
{
    const char *path = show_all(k->arena, str_of(k->request->path));
    struct diag *diag;
    if (problem == ESTALE) {
        diag = diag_report(k->found, E1020, place_named(k->arena, str_of(k->request->path)),
                           "the lock was changed by somebody else in the meantime");
        diag_hint(k->found, diag, "look at it again: what was accepted there must not be lost");
        return;
    }
    if (problem != EEXIST) {
        diag_report(k->found, E0003, (place){0}, "cannot write %s: %s", path, strerror(problem));
        return;
    }
    diag = diag_report(k->found, E1011, place_named(k->arena, str_of(k->request->path)),
                       "there is a file already, and the first lock never replaces one");
    diag_hint(k->found, diag, "--check compares with it, --update brings it up to date");
}

/* Writes LOCK: as the first one, or in place of that which was read. False when reported. */
static bool write_lock(struct keeping *k, const struct lock *lock)
{
    struct buf text = buf_in(k->arena, FILE_CEILING);
    const char *path = k->request->path;
    if (!lock_write(lock, &text)) {
        diag_report(k->found, E1019, place_named(k->arena, str_of(path)),
                    "the lock would have more than %td bytes", FILE_CEILING);
        return false;
    }
    int problem = k->request->mode == LOCK_FIRST
                      ? draft_create(k->arena, path, buf_view(&text))
                      : draft_replace_known(k->arena, path, k->old.bytes, buf_view(&text));
    if (problem)
        cannot_write(k, problem);
    return !problem;
}

/* ---- what is done ---------------------------------------------------------------------------- */

static const char *first(struct keeping *k)
{
    ptrdiff_t count = k->live.lists[LOCKED_TOOL].count;
    if (diag_problems(k->found) || !write_lock(k, &k->live))
        return NULL;
    return arena_printf(k->arena, "%td tool%s locked", count, plural(count)).data;
}

static void tell(struct keeping *k, struct diag_list *found, bool is_shown, const struct map *names)
{
    struct lock_gate gate = {k->request->gate, k->request->fail_on, is_shown, names};
    lock_tell(found, &k->old, &k->live, &k->differences, &gate);
}

static bool is_in_sync(const struct keeping *k)
{
    return !k->differences.count && !k->differences.server;
}

static const char *check(struct keeping *k)
{
    ptrdiff_t count = k->live.lists[LOCKED_TOOL].count;
    tell(k, k->found, false, NULL);
    if (diag_problems(k->found))
        return NULL;
    return arena_printf(k->arena, "%td tool%s as locked", count, plural(count)).data;
}

/*
 * True when the listing has findings of its own, from which nothing is taken over. What of NAMES,
 * or for NULL of all, differs from the lock is then still told: it has to be looked at, too.
 */
static bool is_refused(struct keeping *k, const struct map *names)
{
    bool is = diag_problems(k->found);
    if (is)
        tell(k, k->found, false, names);
    return is;
}

/* True when all is to be taken over; what that is was told. False when reported. */
static bool confirm(struct keeping *k)
{
    const struct lock_request *request = k->request;
    struct diag_list changes = {.arena = k->arena};
    bool asks = !request->is_confirmed && request->ask;
    tell(k, asks ? &changes : k->found, request->is_confirmed || asks, NULL);
    if (request->is_confirmed || (asks && request->ask(request->context, &changes)))
        return true;
    struct diag *diag =
        diag_report(k->found, E1017, place_named(k->arena, str_of(request->path)),
                    "the lock was not updated%s", asks ? "" : ": there is no terminal to ask at");
    diag_hint(k->found, diag, "look at what changed, then run it again with --yes");
    return false;
}

/* The lock is as it has to be; what an update that was killed then left beside it goes. */
static void remove_left(struct keeping *k)
{
    str resolved;
    if (file_resolve(k->arena, k->request->path, &resolved) == 0)
        draft_remove_left(k->arena, resolved.data);
}

static const char *update(struct keeping *k)
{
    if (is_in_sync(k)) {
        remove_left(k);
        return "the lock is up to date";
    }
    if (is_refused(k, NULL) || !confirm(k))
        return NULL;
    struct lock merged =
        lock_merge(k->arena, &k->old, &k->live, &k->differences, NULL, str_of(k->request->reason));
    return write_lock(k, &merged) ? "the lock was updated" : NULL;
}

/* Finds the tools to accept among what differs. False when reported: there is no such. */
static bool find_accepted(struct keeping *k, struct map *ret_names)
{
    const struct string_list *accept = &k->request->accept;
    struct map known = {.arena = k->arena};
    for (ptrdiff_t i = 0; i < k->differences.count; i++) {
        const struct lock_difference *d = &k->differences.at[i];
        if (d->kind == LOCKED_TOOL && d->old)
            map_entry(&known, d->old->tool.name, NULL);
        if (d->kind == LOCKED_TOOL && d->new)
            map_entry(&known, d->new->tool.name, NULL);
    }
    bool ok = true;
    for (ptrdiff_t i = 0; i < accept->count; i++) {
        str name = str_of(accept->at[i]);
        map_entry(ret_names, name, NULL);
        if (map_find(&known, name))
            continue;
        struct diag *diag =
            diag_report(k->found, E1018, place_named(k->arena, str_of(k->request->path)),
                        "no tool \"%s\" is otherwise than locked", show(k->arena, name));
        diag_hint(k->found, diag, "--check tells which ones are");
        ok = false;
    }
    return ok;
}

static const char *accept(struct keeping *k)
{
    struct map names = {.arena = k->arena};
    if (!find_accepted(k, &names) || is_refused(k, &names))
        return NULL;
    tell(k, k->found, true, &names);
    struct lock merged = lock_merge(k->arena, &k->old, &k->live, &k->differences, &names,
                                    str_of(k->request->reason));
    ptrdiff_t left = k->differences.server;
    for (ptrdiff_t i = 0; i < k->differences.count; i++)
        left += !lock_is_of(&k->differences.at[i], &names);
    if (!write_lock(k, &merged))
        return NULL;
    return arena_printf(k->arena, "accepted; %td difference%s left", left,
                        left == 1 ? " is" : "s are")
        .data;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* True when PATH, of a lock that is there, is that of the server at hand. */
static bool is_own(const struct keeping *k, const char *path)
{
    str own, other;
    return file_resolve(k->arena, k->request->path, &own) == 0 &&
           file_resolve(k->arena, path, &other) == 0 && str_equal(own, other);
}

/* Warns of tools that have a name of those in the other locks. False when reported. */
static bool warn_beside(struct keeping *k)
{
    const struct string_list *beside = &k->request->beside;
    bool ok = true;
    for (ptrdiff_t i = 0; i < beside->count; i++) {
        struct lock other;
        if (is_own(k, beside->at[i]))
            continue;
        if (lock_read(&k->locks, beside->at[i], &other))
            lock_warn_shadowed(k->found, &k->live, &other);
        else
            ok = false;
    }
    return ok;
}

void lock_keep(const struct listing *listing, const struct lock_request *request,
               const char **ret_summary)
{
    struct sources *sources = listing->sources;
    struct keeping k = {
        .request = request,
        .arena = sources->arena,
        .found = sources->found,
        .locks = {.arena = sources->arena, .found = sources->found, .policy = LOCK_POLICY}};
    *ret_summary = NULL;
    lock_make(listing, &k.live);
    if (!k.live.lists[LOCKED_TOOL].count || !warn_beside(&k))
        return;
    if (request->mode == LOCK_FIRST) {
        *ret_summary = first(&k);
        return;
    }
    if (!lock_read(&k.locks, request->path, &k.old) ||
        !lock_is_comparable(k.found, &k.old, &k.live))
        return;
    lock_compare(k.arena, &k.old, &k.live, &k.differences);
    *ret_summary = request->mode == LOCK_CHECK    ? check(&k)
                   : request->mode == LOCK_UPDATE ? update(&k)
                                                  : accept(&k);
}
