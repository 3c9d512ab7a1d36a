/*
 * batch.h - objects of git by their names, all from one `git cat-file --batch`.
 */
#ifndef BUILD_BATCH_H
#define BUILD_BATCH_H

#include "base/process.h"

/* {0} is ready for use; end it with batch_done. */
struct git_batch {
    bool follows_links; /* to files of the same commit; only for names of the form COMMIT:PATH */
    struct process git;
    bool started;
    int problem; /* why it answers no more, or 0 */
    char *ahead; /* bytes that were read from it and not yet used */
    ptrdiff_t ahead_len, ahead_cap;
};

/*
 * Reads the file that git calls NAME, such as ":./a.yaml". ENOENT when there is none, EISDIR when
 * it is no file, EIO when git fails; git has then said why on standard error.
 */
int batch_read(struct git_batch *batch, struct arena *arena, const char *name, ptrdiff_t ceiling,
               str *ret_bytes);

/* Ends git. */
void batch_done(struct git_batch *batch);

/* All that the git of ARGV prints. ENOENT when it fails. */
int batch_alone(struct arena *arena, const char *const *argv, ptrdiff_t ceiling, str *ret_bytes);

#endif
