/*
 * check.h - do the artifacts on disk agree with their source?
 */
#ifndef BUILD_CHECK_H
#define BUILD_CHECK_H

#include "build/plan.h"

/*
 * Compares each selected artifact of PLAN with the file that is there, and reports what differs: as
 * findings (D0001 to D0014), each with what moved and MEND, the command that mends it; a file that
 * cannot be read, the record too, as an error. What was released is judged too (check_releases.h).
 * Nothing is written.
 */
void check(const struct plan *plan, const char *mend);

#endif
