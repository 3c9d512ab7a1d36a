/*
 * generate.h - puts a plan on disk.
 */
#ifndef BUILD_GENERATE_H
#define BUILD_GENERATE_H

#include "build/plan.h"

/*
 * Writes the selected artifacts of PLAN that are not as they should be, and then the record. Each
 * file is old or new, never cut; when one cannot be written, all are as they were before. A file
 * that is right is not touched. *RET_WRITTEN is the number of artifacts written. False when
 * reported.
 */
bool generate(const struct plan *plan, ptrdiff_t *ret_written);

#endif
