/*
 * linediff.h - a unified diff of two texts.
 */
#ifndef BUILD_LINEDIFF_H
#define BUILD_LINEDIFF_H

#include "base/buf.h"

/*
 * Adds the unified diff (three lines of context) that turns OLD into NEW, with their names in its
 * head; nothing when they are equal. After MAX_LINES lines it says how many are left out, and of a
 * line past LINEDIFF_WIDTH bytes only the start is shown. Texts that differ in very many lines are
 * shown as one block, which is right but not the shortest diff. Only the text added to OUT stays in
 * its arena.
 */
enum { LINEDIFF_WIDTH = 1000 };

void linediff(struct buf *out, const char *old_name, str old, const char *new_name, str new,
              ptrdiff_t max_lines);

#endif
