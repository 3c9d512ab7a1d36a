/*
 * release_plan.h - what releases mean for a plan. Internal to build/.
 */
#ifndef BUILD_RELEASE_PLAN_H
#define BUILD_RELEASE_PLAN_H

#include "build/plan.h"
#include "build/releases.h"

/*
 * Gives the artifacts of CONFIG the "$id" that they have in the release VERSION. False when
 * reported: it is no version, nothing says how artifacts are released, or two would be one file.
 */
bool release_take_ids(struct sources *sources, struct config *config, const char *version);

/*
 * Reads the index of releases of PLAN, whose files are located in the directory ROOT, if it has
 * one. False when reported: it cannot be read, or what would be written is a released file.
 */
bool release_guard(struct plan *plan, str root);

/*
 * True when FILE, which is NAME with its links followed, may be written: it lies in the directory
 * ROOT and is no file of something else. False when reported at WHERE.
 */
bool release_may_write(struct diag_list *found, place where, const char *name, str file, str root);

/* The same for the index of RELEASES. */
bool release_may_list(const struct releases *releases, str root);

#endif
