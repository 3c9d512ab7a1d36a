/*
 * release.h - freezes the artifacts of a plan under a version.
 */
#ifndef BUILD_RELEASE_H
#define BUILD_RELEASE_H

#include "build/plan.h"
#include "build/step.h"

/* An artifact as it is released. */
struct frozen {
    const struct output *output;
    struct released row;
    const struct release *previous; /* the one before it; NULL: it is the first of its series */
    bool has_step;                  /* STEP is that from PREVIOUS */
    struct release_step step;
};

struct release_result {
    struct frozen *schemas;
    ptrdiff_t count;
    bool is_known;     /* the index lists this release already, just so */
    ptrdiff_t written; /* files, the index among them */
};

/*
 * Freezes the artifacts of PLAN, which was made for the release VERSION: one file for each in the
 * folder of the release, copies, and the index, all or none of them; with DRY_RUN nothing is
 * written. What was released before stays as it is. False when reported: the release is there with
 * other content, a file has another use, versions X.Y.Z take too small a step, a file cannot be
 * written.
 */
bool release(struct plan *plan, const char *version, bool dry_run,
             struct release_result *ret_result);

#endif
