/*
 * drifted.h - what a file asks otherwise than the artifact that it should be.
 */
#ifndef BUILD_DRIFTED_H
#define BUILD_DRIFTED_H

#include "build/plan.h"
#include "schema/treediff.h"

/* What came of a comparison. */
struct drifted {
    ptrdiff_t count, untold; /* changes; those of them that were not reported, as too many were */
    bool is_cut;             /* there may be more */
    bool is_same;            /* there are none: both ask for the same, in other words or order */
};

/*
 * Compares BYTES, JSON that is in the file of OUTPUT, with what was built (drift/drift.h), and
 * reports each change from the one to the other as a finding, the worst first: at its place in
 * FILE, which has the text of BYTES, with notes of what the source has, where, and of values that
 * show it. RET_TOLD[i] is true when a change is about the place DIFFERENCES[i]. There are no
 * changes when the two ask the same, cannot be compared as schemas, or the file is many times
 * as large as what was built, of which nothing is said.
 */
struct drifted drifted_report(const struct plan *plan, const struct output *output, str bytes,
                              struct text *file, const struct tree_difference *differences,
                              ptrdiff_t difference_count, bool *ret_told);

/*
 * The same of BYTES that were in the file before it was written: warns of each change that breaks
 * someone, or may, where it is in what was written.
 */
void drifted_warn(const struct plan *plan, const struct output *output, str bytes);

/* Notes on DIAG that COUNT more changes are not told. */
void drifted_note_more(struct diag_list *found, struct diag *diag, ptrdiff_t count);

/* VALUE for a message, in the arena: canonical JSON, cut to a length that fits a line. */
const char *drifted_value(struct arena *arena, const struct node *value);

#endif
