/*
 * drifted.h - what a file asks otherwise than the artifact that it should be.
 */
#ifndef BUILD_DRIFTED_H
#define BUILD_DRIFTED_H

#include "build/plan.h"

/*
 * Compares BYTES, JSON that is in the file of OUTPUT, with what was built (drift/drift.h), and
 * reports each change from the one to the other as a finding: at its place in FILE, which has the
 * text of BYTES, with notes of its place in the source and of what shows it. The result is how many
 * there are; 0 when the two ask the same, or cannot be compared as schemas, of which nothing is
 * said.
 */
ptrdiff_t drifted_report(const struct plan *plan, const struct output *output, str bytes,
                         struct text *file);

/*
 * The same of BYTES that were in the file before it was written: warns of each change that breaks
 * someone, or may.
 */
ptrdiff_t drifted_warn(const struct plan *plan, const struct output *output, str bytes);

#endif
