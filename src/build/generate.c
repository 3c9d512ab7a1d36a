/*
 * generate.c - all files or none (writing.h), the record last.
 */
#include "build/generate.h"

#include "base/file.h"
#include "base/host.h"
#include "base/show.h"
#include "build/drifted.h"
#include "build/record.h"
#include "build/writing.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

struct generation {
    const struct plan *plan;
    struct arena *arena;
    struct diag_list *found;
    struct writing writing;
};

/* Removes what an interrupted run left beside files that are right. */
static void remove_old_drafts(struct generation *g)
{
    for (ptrdiff_t i = 0; i < g->plan->output_count; i++)
        draft_remove_left(g->arena, g->plan->outputs[i].file);
    for (ptrdiff_t i = 0; i < g->plan->record_count; i++)
        draft_remove_left(g->arena, g->plan->records[i].file);
}

/* Tells of files that are generated no more: the record forgets them now, and so will check. */
static void warn_forgotten(struct generation *g, const struct record *record)
{
    for (ptrdiff_t i = 0; g->plan->everything && i < record->entries.count; i++) {
        str path = plan_listed(g->plan, record->planned, record->entries.entries[i].key);
        struct stat info;
        const char *file = config_path(g->arena, &g->plan->config, path.data);
        if (plan_declares(g->plan, path) || host.stat(file, &info) < 0)
            continue;
        struct diag *diag = diag_report(
            g->found, W0701, place_named(g->arena, path_from_here(g->arena, str_of(file))),
            "no artifact of schemac.yaml is this file any more");
        diag_hint(g->found, diag, "delete it");
    }
}

/* Takes the record NUMBER into the changes when it changes. False when reported. */
static bool consider_record(struct generation *g, ptrdiff_t number)
{
    const struct plan_record *planned = &g->plan->records[number];
    struct record record;
    record_read(g->plan, planned, &record);
    if (record.problem) /* what it says of the artifacts that are not selected would be lost */
        return writing_fail(&g->writing, planned->name, record.problem);
    warn_forgotten(g, &record);
    return writing_add(&g->writing, planned->name, planned->file,
                       record_render(g->plan, number, &record));
}

/* Takes what there is to write into the changes. False when reported. */
static bool consider_all(struct generation *g)
{
    const struct plan *plan = g->plan;
    bool ok = true;
    for (ptrdiff_t i = 0; i < plan->output_count; i++) {
        const struct output *output = &plan->outputs[i];
        if (output->selected)
            ok =
                writing_add(&g->writing, output->name, output->file, output->rendering.bytes) && ok;
    }
    writing_divide(&g->writing);
    for (ptrdiff_t i = 0; i < plan->record_count; i++)
        ok = consider_record(g, i) && ok;
    return ok;
}

/* Warns of what the files that were written ask otherwise than before. */
static void warn_of_changes(const struct generation *g)
{
    ptrdiff_t next = 0;
    for (ptrdiff_t i = 0; i < g->plan->config.count; i++) {
        const struct output *output = &g->plan->outputs[i];
        if (next == g->writing.first || g->writing.changes[next].name != output->name)
            continue;
        const struct writing_change *change = &g->writing.changes[next++];
        if (!change->old.problem)
            drifted_warn(g->plan, output, change->old.bytes);
    }
}

bool generate(const struct plan *plan, ptrdiff_t *ret_written)
{
    struct generation g = {
        .plan = plan, .arena = plan->sources->arena, .found = plan->sources->found};
    writing_begin(&g.writing, g.arena, g.found, plan->output_count + plan->record_count);
    remove_old_drafts(&g);
    bool ok = consider_all(&g) && writing_commit(&g.writing);
    *ret_written = g.writing.first;
    writing_end(&g.writing, ok);
    if (ok) /* all is written, and no draft is left should this not come to its end */
        warn_of_changes(&g);
    return ok;
}

/*
 * Opens PATH to lock it. EINVAL for a FIFO or a device: to open and close a FIFO takes from whoever
 * writes it the one reader that it waits for.
 */
static int open_to_lock(const char *path)
{
    struct stat info;
    if (host.stat(path, &info) < 0)
        return -1;
    if (S_ISREG(info.st_mode))
        return host.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK, 0);
    errno = EINVAL;
    return -1;
}

/* Opens the configuration that config_load takes. -1 when it is not there or may not be written. */
static int open_config(struct arena *arena, const char *path, const char **ret_path)
{
    char here[4096];
    *ret_path = path ? path : "schemac.yaml";
    int fd = open_to_lock(*ret_path);
    if (path || fd >= 0 || errno != ENOENT || !host.getcwd(here, sizeof here))
        return fd;
    for (const char *c = here; *c && fd < 0 && errno == ENOENT; c++) {
        if (*c != '/')
            continue;
        *ret_path = arena_printf(arena, "../%s", *ret_path).data;
        fd = open_to_lock(*ret_path);
    }
    return fd;
}

void generate_lock(struct arena *arena, const char *path, struct generate_lock *ret_lock)
{
    *ret_lock = (struct generate_lock){.fd = open_config(arena, path, &path)};
    int problem = errno;
    if (ret_lock->fd >= 0) {
        host.lock(ret_lock->fd, true);
        draft_remove_left(arena, path); /* of a run that could not write it */
    } else if (problem == EACCES || problem == EPERM || problem == EROFS) {
        ret_lock->batch.directories.arena = arena;
        draft_init(&ret_lock->batch, path, &ret_lock->mark);
        draft_hold(&ret_lock->mark);
    }
}

void generate_unlock(struct generate_lock *lock)
{
    if (lock->fd >= 0)
        host.close(lock->fd);
    draft_release(&lock->batch);
}
