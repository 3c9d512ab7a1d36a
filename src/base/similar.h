/*
 * similar.h - "did you mean": the known name nearest to a mistyped one.
 */
#ifndef BASE_SIMILAR_H
#define BASE_SIMILAR_H

#include "base/str.h"

/* The best candidate so far; start with {.wanted = what was written}. */
struct similar {
    str wanted, best;
    ptrdiff_t distance; /* of best, when best.data is not NULL */
};

/*
 * Considers CANDIDATE, whose bytes are borrowed. It counts only when it is near enough to be a
 * slip: equal but for case and the marks "-", "_", or at most one edit (insertion, deletion,
 * replacement, swap of neighbours) for every three characters. The first of equals stays.
 */
void similar_consider(struct similar *similar, str candidate);

#endif
