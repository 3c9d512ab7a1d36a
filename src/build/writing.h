/*
 * writing.h - files that are written together: all of them or none.
 *
 * Drafts of everything that changes are made ready first, then they take their places one by one,
 * those of the second part when the first is there for good. When one cannot be written, all are as
 * they were before.
 */
#ifndef BUILD_WRITING_H
#define BUILD_WRITING_H

#include "base/draft.h"
#include "base/file.h"
#include "build/disk.h"

/* A file that changes. */
struct writing_change {
    const char *name, *path; /* for messages; for the system */
    struct disk_file old;
    str bytes;
    struct draft draft;
};

struct writing {
    struct arena *arena;
    struct diag_list *found;
    struct writing_change *changes;
    ptrdiff_t count, cap;
    ptrdiff_t first; /* how many of these belong to the first part */
    struct draft_batch batch;
    struct file_made *made; /* directories */
};

/* Begins to write up to CAP files. writing_end has to follow in any case. */
void writing_begin(struct writing *w, struct arena *arena, struct diag_list *found, ptrdiff_t cap);

/*
 * Has the file NAME at PATH, which is resolved (file_resolve), get the content BYTES with the line
 * ends that it has; nothing when it holds them. False when reported.
 */
bool writing_add(struct writing *w, const char *name, const char *path, str bytes);

/* What is added from here on belongs to the second part. */
void writing_divide(struct writing *w);

/* Reports PROBLEM with writing the file NAME; false. */
bool writing_fail(struct writing *w, const char *name, int problem);

/* Writes all of it. False when reported. */
bool writing_commit(struct writing *w);

/* Gives back what was taken; unless IS_DONE, directories that were made go too. */
void writing_end(struct writing *w, bool is_done);

#endif
