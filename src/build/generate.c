/*
 * generate.c - all files or none: drafts of everything that changes are made ready first, then they
 * take their places one by one, the record last.
 */
#include "build/generate.h"

#include "base/draft.h"
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
    struct draft draft;
};

struct generation {
    const struct plan *plan;
    struct arena *arena;
    struct diag_list *found;
    struct change *changes;
    ptrdiff_t artifacts, count; /* records that change come behind the artifacts */
    struct draft_batch batch;
    struct file_made *made; /* directories */
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
        problem = file_make_parents(g->arena, path, &g->made);
    if (problem)
        return fail(g, name, problem);
    change.bytes = disk_line_ends(g->arena, &change.old, bytes);
    struct change *kept = &g->changes[g->count++];
    *kept = change;
    draft_init(&g->batch, path, &kept->draft);
    return true;
}

/* Reports PROBLEM of FAILED, which is one of the drafts. */
static bool fail_draft(struct generation *g, const struct draft *failed, int problem)
{
    ptrdiff_t i = 0;
    while (i < g->count - 1 && &g->changes[i].draft != failed)
        i++;
    return fail(g, g->changes[i].name, problem);
}

/*
 * Makes all drafts. From the first one on nothing takes memory: who runs out of it leaves drafts
 * behind. That includes the notes of the directories that were made for them.
 */
static bool prepare(struct generation *g)
{
    const struct draft *failed = NULL;
    int problem = 0;
    for (const struct file_made *made = g->made; made; made = made->next)
        draft_made(&g->batch, made->path);
    host_allow_files((size_t)g->count); /* without hard links the marks stay open */
    for (ptrdiff_t i = 0; i < g->count && !problem; i++) {
        struct change *change = &g->changes[i];
        failed = &change->draft;
        problem = draft_prepare(&change->draft, change->bytes);
    }
    if (!problem)
        problem = draft_sync(&g->batch, &failed);
    return problem ? fail_draft(g, failed, problem) : true;
}

/* Gives all files their old content back, the records first. */
static void put_back(struct generation *g)
{
    const struct draft *failed = NULL;
    for (ptrdiff_t i = g->count; i-- > 0;) {
        struct change *change = &g->changes[i];
        failed = &change->draft;
        int problem = draft_undo(&change->draft, change->old.bytes);
        if (!problem && (i == g->artifacts || i == 0))
            problem = draft_sync(&g->batch, &failed);
        if (problem)
            fail_draft(g, failed, problem);
    }
}

/* Puts the changes from FIRST to before END in their places, for good. */
static bool put_in_place(struct generation *g, ptrdiff_t first, ptrdiff_t end)
{
    const struct draft *failed = NULL;
    int problem = 0;
    for (ptrdiff_t i = first; i < end && !problem; i++) {
        failed = &g->changes[i].draft;
        problem = draft_commit(&g->changes[i].draft);
    }
    if (!problem)
        problem = draft_sync(&g->batch, &failed);
    if (!problem)
        return true;
    put_back(g);
    return fail_draft(g, failed, problem);
}

/* The records have their places when all artifacts have theirs, also after a power cut. */
static bool commit(struct generation *g)
{
    return put_in_place(g, 0, g->artifacts) && put_in_place(g, g->artifacts, g->count);
}

/* Removes what an interrupted run left beside files that are right. */
static void remove_old_drafts(struct generation *g)
{
    for (ptrdiff_t i = 0; i < g->plan->config.count; i++)
        draft_remove_left(g->arena, g->plan->outputs[i].file);
    for (ptrdiff_t i = 0; i < g->plan->record_count; i++)
        draft_remove_left(g->arena, g->plan->records[i].file);
}

/* Tells of files that are generated no more: the record forgets them now, and so will check. */
static void warn_forgotten(struct generation *g, const struct record *record)
{
    for (ptrdiff_t i = 0; g->plan->everything && i < record->digests.count; i++) {
        str path = plan_listed(g->plan, record->planned, record->digests.entries[i].key);
        struct stat info;
        const char *file = config_path(g->arena, &g->plan->config, path.data);
        if (plan_declares(g->plan, path) || host.stat(file, &info) < 0)
            continue;
        struct text *text = arena_new(g->arena, struct text, 1);
        *text = (struct text){.name = path_from_here(g->arena, str_of(file)), .chars = S("")};
        struct diag *diag = diag_report(g->found, W0701, place_file(text),
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
        return fail(g, planned->name, record.problem);
    warn_forgotten(g, &record);
    return consider(g, planned->name, planned->file, record_render(g->plan, number, &record));
}

/* Takes what there is to write into the changes. False when reported. */
static bool consider_all(struct generation *g)
{
    const struct plan *plan = g->plan;
    bool ok = true;
    for (ptrdiff_t i = 0; i < plan->config.count; i++) {
        const struct output *output = &plan->outputs[i];
        if (output->selected)
            ok = consider(g, output->name, output->file, output->rendering.bytes) && ok;
    }
    g->artifacts = g->count;
    for (ptrdiff_t i = 0; i < plan->record_count; i++)
        ok = consider_record(g, i) && ok;
    return ok;
}

bool generate(const struct plan *plan, ptrdiff_t *ret_written)
{
    struct generation g = {
        .plan = plan, .arena = plan->sources->arena, .found = plan->sources->found};
    g.batch.directories.arena = g.arena;
    g.changes = arena_new(g.arena, struct change, plan->config.count + plan->record_count);
    remove_old_drafts(&g);
    bool ok = consider_all(&g) && prepare(&g) && commit(&g);
    *ret_written = g.artifacts;
    draft_release(&g.batch);
    if (!ok)
        file_remove_made(g.made);
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
