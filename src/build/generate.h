/*
 * generate.h - puts a plan on disk.
 */
#ifndef BUILD_GENERATE_H
#define BUILD_GENERATE_H

#include "base/draft.h"
#include "build/plan.h"

/* Keeps other runs of generate out, so that what one reads is still so when it writes. */
struct generate_lock {
    int fd;                   /* the configuration, or -1 */
    struct draft_batch batch; /* in its place where it may not be written: holds MARK */
    struct draft mark;
};

/*
 * Waits until no other generate of the configuration PATH runs; NULL is the one that is found as
 * config_load does. Take it before plan_make. Where the system has no locks, or all is read-only
 * around the configuration, the run goes on without.
 */
void generate_lock(struct arena *arena, const char *path, struct generate_lock *ret_lock);
void generate_unlock(struct generate_lock *lock);

/*
 * Writes the selected artifacts of PLAN that are not as they should be, and then the record. Each
 * file is old or new, never cut; when one cannot be written, all are as they were before. A file
 * that is right is not touched. *RET_WRITTEN is the number of artifacts written. False when
 * reported.
 */
bool generate(const struct plan *plan, ptrdiff_t *ret_written);

#endif
