/*
 * generate.c - all files or none: drafts of everything that changes are made ready first, then they
 * take their places one by one, the record last.
 */
#include "build/generate.h"

#include "base/file.h"
#include "base/host.h"
#include "base/show.h"
#include "build/disk.h"
#include "build/record.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

/* A file that changes. */
struct change {
    const char *name, *path; /* for messages; for the system */
    struct disk_file old;
    str bytes;
    struct file_draft draft;
};

struct generation {
    const struct plan *plan;
    struct arena *arena;
    struct diag_list *found;
    struct change *changes;
    ptrdiff_t count;
};

static bool fail(struct generation *g, const char *name, int problem)
{
    struct text *text = arena_new(g->arena, struct text, 1);
    *text = (struct text){.name = str_of(name), .chars = S("")};
    diag_report(g->found, E0003, place_file(text), "cannot write the file: %s", strerror(problem));
    return false;
}

/* Takes the file NAME at PATH into the changes when it does not hold BYTES. False when reported. */
static bool consider(struct generation *g, const char *name, const char *path, str bytes)
{
    struct change change = {.name = name, .path = path};
    disk_read(NULL, g->arena, path, &change.old);
    if (disk_holds(&change.old, bytes))
        return true;
    int problem = change.old.problem;
    if (problem == ENOENT)
        problem = file_make_parents(g->arena, path);
    if (problem)
        return fail(g, name, problem);
    change.bytes = disk_line_ends(g->arena, &change.old, bytes);
    file_draft_init(g->arena, path, &change.draft);
    g->changes[g->count++] = change;
    return true;
}

/* Makes all drafts; on failure removes those that were made. */
static bool prepare(struct generation *g)
{
    for (ptrdiff_t i = 0; i < g->count; i++) {
        struct change *change = &g->changes[i];
        int problem = file_prepare(&change->draft, change->bytes);
        if (!problem)
            continue;
        while (i-- > 0)
            file_discard(&g->changes[i].draft);
        return fail(g, change->name, problem);
    }
    return true;
}

/* Gives a file that may have been renamed over its old content back. */
static void put_back(struct generation *g, const struct change *change)
{
    int problem = 0;
    if (change->old.problem == ENOENT)
        problem = host.unlink(change->path) < 0 && errno != ENOENT ? errno : 0;
    else
        problem = file_replace(g->arena, change->path, change->old.bytes);
    if (problem)
        fail(g, change->name, problem);
}

static bool commit(struct generation *g)
{
    for (ptrdiff_t i = 0; i < g->count; i++) {
        int problem = file_commit(&g->changes[i].draft);
        if (!problem)
            continue;
        for (ptrdiff_t j = i + 1; j < g->count; j++)
            file_discard(&g->changes[j].draft);
        /* Itself too: the sync may have failed, not the rename. */
        for (ptrdiff_t j = i + 1; j-- > 0;)
            put_back(g, &g->changes[j]);
        return fail(g, g->changes[i].name, problem);
    }
    return true;
}

/*
 * Holds the configuration, so that two runs do not write into each other's drafts. Where it may not
 * be written or the system has no locks, the run goes on without. Returns what to close, or -1.
 */
static int lock(struct generation *g)
{
    int fd = host.open(g->plan->config.path, O_RDWR | O_CLOEXEC, 0);
    if (fd >= 0)
        host.lock(fd);
    return fd;
}

static void remove_old_draft(struct generation *g, const char *path)
{
    const char *draft = file_draft_name(g->arena, path);
    struct stat info;
    if (host.stat(draft, &info) == 0)
        host.unlink(draft);
}

/* Removes what an interrupted run left beside files that are right. */
static void remove_old_drafts(struct generation *g)
{
    for (ptrdiff_t i = 0; i < g->plan->config.count; i++)
        remove_old_draft(g, g->plan->outputs[i].file);
    if (g->plan->record_file)
        remove_old_draft(g, g->plan->record_file);
}

static bool write_changes(struct generation *g, ptrdiff_t *ret_written)
{
    const struct plan *plan = g->plan;
    struct record record;
    bool ok = true;
    for (ptrdiff_t i = 0; i < plan->config.count; i++) {
        const struct output *output = &plan->outputs[i];
        if (output->selected)
            ok = consider(g, output->artifact->path, output->file, output->rendering.bytes) && ok;
    }
    *ret_written = g->count;
    record_read(plan, &record);
    if (record.problem) /* what it says of the artifacts that are not selected would be lost */
        return fail(g, plan->config.fingerprints, record.problem);
    if (ok && record.wanted)
        ok =
            consider(g, plan->config.fingerprints, plan->record_file, record_render(plan, &record));
    return ok && prepare(g) && commit(g);
}

bool generate(const struct plan *plan, ptrdiff_t *ret_written)
{
    struct generation g = {
        .plan = plan, .arena = plan->sources->arena, .found = plan->sources->found};
    g.changes = arena_new(g.arena, struct change, plan->config.count + 1);
    int held = lock(&g);
    remove_old_drafts(&g);
    bool ok = write_changes(&g, ret_written);
    if (held >= 0)
        host.close(held);
    return ok;
}
