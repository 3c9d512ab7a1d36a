/*
 * check_releases.h - is what was released as it was, and what is still to be?
 */
#ifndef BUILD_CHECK_RELEASES_H
#define BUILD_CHECK_RELEASES_H

#include "build/plan.h"

/*
 * Compares the files of all releases with the index of PLAN, and its selected artifacts with their
 * last releases. What changed, names two contents or mentions what was not released is a finding
 * (D0201 to D0206); what may be released is a note (N0201, N0202), once something was. Of a plan
 * that leaves artifacts out only the latter are looked at. Nothing is written.
 */
void check_releases(const struct plan *plan);

/* Adds the files, as messages have them, that this looks at to the map FILES. */
void check_releases_files(const struct plan *plan, struct map *files);

#endif
