/*
 * index.h - files as git's index holds them: what a commit is about to take.
 */
#ifndef BUILD_INDEX_H
#define BUILD_INDEX_H

#include "base/file.h"
#include "base/map.h"
#include "build/batch.h"

/*
 * Answers for paths relative to the current directory. {.view = {index_read, index_list, true}} is
 * ready for use; end it with index_done.
 */
struct git_index {
    struct file_view view;
    struct git_batch batch; /* for all files */
    struct arena arena;
    struct map unmerged; /* paths that are; filled when the first file is not there */
    bool knows_unmerged;
};

/*
 * Reads PATH from the index: a file_view's read. ENOENT when it is not in the index, EISDIR when it
 * is no file there, FILE_UNMERGED, FILE_INTENDED for `git add -N`, EIO when git fails; git has then
 * said why on standard error. Also what keeps the current directory from being known, when PATH is
 * absolute.
 */
int index_read(struct file_view *view, struct arena *arena, const char *path, ptrdiff_t ceiling,
               str *ret_bytes);

/*
 * Lists what the index has in DIRECTORY and below it: a file_view's list. Links are in it, whatever
 * they lead to; submodules and what is in them are not.
 */
int index_list(struct file_view *view, struct arena *arena, const char *directory,
               struct file_list *ret_files);

/* Ends git. */
void index_done(struct git_index *index);

#endif
