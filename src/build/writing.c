#include "build/writing.h"

#include "base/host.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

void writing_begin(struct writing *w, struct arena *arena, struct diag_list *found, ptrdiff_t cap)
{
    *w = (struct writing){.arena = arena, .found = found, .cap = cap, .first = -1};
    w->batch.directories.arena = arena;
    w->changes = arena_new(arena, struct writing_change, cap);
}

bool writing_fail(struct writing *w, const char *name, int problem)
{
    diag_report(w->found, E0003, place_named(w->arena, str_of(name)), "cannot write the file: %s",
                strerror(problem));
    return false;
}

bool writing_add(struct writing *w, const char *name, const char *path, str bytes)
{
    struct writing_change change = {.name = name, .path = path};
    disk_read(NULL, w->arena, path, &change.old);
    if (disk_holds(&change.old, bytes))
        return true;
    int problem = change.old.problem;
    if (problem == ENOENT)
        problem = file_make_parents(w->arena, path, &w->made);
    if (problem)
        return writing_fail(w, name, problem);
    change.bytes = disk_line_ends(w->arena, &change.old, bytes);
    assert(w->count < w->cap);
    struct writing_change *kept = &w->changes[w->count++];
    *kept = change;
    draft_init(&w->batch, path, &kept->draft);
    return true;
}

void writing_divide(struct writing *w)
{
    w->first = w->count;
}

/* Reports PROBLEM of FAILED, which is one of the drafts. */
static bool fail_draft(struct writing *w, const struct draft *failed, int problem)
{
    ptrdiff_t i = 0;
    while (i < w->count - 1 && &w->changes[i].draft != failed)
        i++;
    return writing_fail(w, w->changes[i].name, problem);
}

/*
 * Makes all drafts. From the first one on nothing takes memory: who runs out of it leaves drafts
 * behind. That includes the notes of the directories that were made for them.
 */
static bool prepare(struct writing *w)
{
    const struct draft *failed = NULL;
    int problem = 0;
    for (const struct file_made *made = w->made; made; made = made->next)
        draft_made(&w->batch, made->path);
    host_allow_files((size_t)w->count); /* without hard links the marks stay open */
    for (ptrdiff_t i = 0; i < w->count && !problem; i++) {
        struct writing_change *change = &w->changes[i];
        failed = &change->draft;
        problem = draft_prepare(&change->draft, change->bytes);
    }
    if (!problem)
        problem = draft_sync(&w->batch, &failed);
    return problem ? fail_draft(w, failed, problem) : true;
}

/* Gives all files their old content back, those of the second part first. */
static void put_back(struct writing *w)
{
    const struct draft *failed = NULL;
    for (ptrdiff_t i = w->count; i-- > 0;) {
        struct writing_change *change = &w->changes[i];
        failed = &change->draft;
        int problem = draft_undo(&change->draft, change->old.bytes);
        if (!problem && (i == w->first || i == 0))
            problem = draft_sync(&w->batch, &failed);
        if (problem)
            fail_draft(w, failed, problem);
    }
}

/* Puts the changes from FIRST to before END in their places, for good. */
static bool put_in_place(struct writing *w, ptrdiff_t first, ptrdiff_t end)
{
    const struct draft *failed = NULL;
    int problem = 0;
    for (ptrdiff_t i = first; i < end && !problem; i++) {
        failed = &w->changes[i].draft;
        problem = draft_commit(&w->changes[i].draft);
    }
    if (!problem)
        problem = draft_sync(&w->batch, &failed);
    if (!problem)
        return true;
    put_back(w);
    return fail_draft(w, failed, problem);
}

bool writing_commit(struct writing *w)
{
    if (w->first < 0)
        writing_divide(w);
    /* The second part has its places when all of the first has, also after a power cut. */
    return prepare(w) && put_in_place(w, 0, w->first) && put_in_place(w, w->first, w->count);
}

void writing_end(struct writing *w, bool is_done)
{
    draft_release(&w->batch);
    if (!is_done)
        file_remove_made(w->made);
}
