/*
 * revision.h - files as a commit of git has them.
 */
#ifndef BUILD_REVISION_H
#define BUILD_REVISION_H

#include "base/diag.h"
#include "base/file.h"
#include "build/batch.h"

/* How a command line speaks of a commit: where that is named, and what is reported of it. */
struct revision_words {
    const char *option;        /* "--against" */
    enum diag_code is_none;    /* there is no such commit */
    enum diag_code is_parted;  /* it and HEAD have no commit in common */
    enum diag_code is_no_tree; /* git does not tell: this is no work tree */
    const char *no_tree;       /* what is said then */
};

/* A commit of the repository that the current directory is in. To be ended with revision_done. */
struct git_revision {
    struct file_view view; /* paths are relative to the current directory, or absolute */
    struct git_batch batch;
    const char *commit; /* its id */
    str top, here;      /* the work tree's directory and the current one, absolute */
};

/*
 * Finds the commit that NAME stands for; "merge-base:X" is the one where X and HEAD parted. False
 * when reported.
 */
bool revision_find(struct diag_list *found, const struct revision_words *words, str name,
                   struct git_revision *ret_revision);

/*
 * PATH, from the current directory or absolute, as one from the top of the work tree; false when it
 * lies outside.
 */
bool revision_path(const struct git_revision *revision, struct arena *arena, str path,
                   str *ret_path);

/* PATH, from the top of the work tree, as one from the current directory. */
str revision_from_here(const struct git_revision *revision, struct arena *arena, str path);

/* Ends git. */
void revision_done(struct git_revision *revision);

#endif
