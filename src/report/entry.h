/*
 * entry.h - what several renderings say of one diagnostic. Internal to report/.
 */
#ifndef REPORT_ENTRY_H
#define REPORT_ENTRY_H

#include "base/buf.h"
#include "base/diag.h"
#include "base/digest.h"

/* A place for people, from its first character to the one behind its last. */
struct region {
    struct line_column first, last;
};

/* False when WHERE is no part of a text. */
bool entry_region(struct arena *arena, place where, struct region *ret_region);

/* The message, then on lines of their own the hint and those notes that have no place. */
str entry_message(struct arena *arena, const struct diag *diag);

/* The word for a severity where only "error", "warning" and NOTE are known. */
const char *entry_level(enum diag_severity severity, const char *note);

/*
 * A fingerprint for each of the COUNT diagnostics in SORTED, no two of them equal. It is made of
 * code and id or, without that, path from the root directory and JSON Pointer, or the message; so
 * it stays the same when the lines above change. Of those that would be equal, the first has the
 * same as if it stood alone.
 */
struct digest *entry_fingerprints(const struct diag_list *found, struct diag *const *sorted,
                                  ptrdiff_t count);

/* How many diagnostics there are of each kind, in words: "2 errors, 1 warning"; "" for none. */
str entry_totals(struct arena *arena, struct diag *const *sorted, ptrdiff_t count);

/* Adds DIAG as report_text has it, with its excerpts and details and without colours (text.c). */
void entry_text(struct arena *arena, const struct diag *diag, struct buf *out);

#endif
