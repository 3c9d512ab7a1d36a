/*
 * plan_locate.h - where the files of a plan are written. Internal to build/.
 */
#ifndef BUILD_PLAN_LOCATE_H
#define BUILD_PLAN_LOCATE_H

#include "build/plan.h"

/*
 * Finds the files of PLAN that are written, with their links followed, each in the directory ROOT,
 * the configuration's, which is resolved, and with one use. False when reported.
 */
bool plan_locate(struct plan *plan, str root);

/*
 * PATH with the symbolic links followed of as much of it as exists; absolute. Returns an errno
 * value.
 */
int plan_follow(struct arena *arena, str path, str *ret_resolved);

/*
 * What PATH, one from the directory of the configuration with its links followed, always is, so
 * that nothing else may be written there: "a file of git"; NULL for most.
 */
const char *plan_reserved(str path);

#endif
