#include "base/similar.h"

#include <stdint.h>
#include <string.h>

/* Longer names are compared but for case and marks only: no one mistypes them, they are pasted. */
enum { SIMILAR_LONGEST = 128 };

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

/* The offset of the first byte of S from AT on that is no mark. */
static ptrdiff_t skip_marks(str s, ptrdiff_t at)
{
    while (at < s.len && (s.data[at] == '-' || s.data[at] == '_'))
        at++;
    return at;
}

static bool equal_but_for_spelling(str a, str b)
{
    ptrdiff_t i = 0, j = 0;
    for (;;) {
        i = skip_marks(a, i);
        j = skip_marks(b, j);
        if (i == a.len || j == b.len)
            return i == a.len && j == b.len && a.len > 0 && b.len > 0;
        if (lower(a.data[i++]) != lower(b.data[j++]))
            return false;
    }
}

static ptrdiff_t smallest(ptrdiff_t a, ptrdiff_t b)
{
    return a < b ? a : b;
}

/*
 * The number of edits that turn A into B, where a swap of neighbours is one (optimal string
 * alignment), or any number above MOST when they are more. Three rows of the table are kept; row I
 * holds the edits from A's first I bytes.
 */
static ptrdiff_t edits(str a, str b, ptrdiff_t most)
{
    ptrdiff_t rows[3][SIMILAR_LONGEST + 1];
    ptrdiff_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (ptrdiff_t j = 0; j <= b.len; j++)
        row[j] = j;
    for (ptrdiff_t i = 1; i <= a.len; i++) {
        ptrdiff_t *spare = before;
        before = above;
        above = row;
        row = spare;
        row[0] = i;
        ptrdiff_t least = i;
        for (ptrdiff_t j = 1; j <= b.len; j++) {
            bool same = a.data[i - 1] == b.data[j - 1];
            row[j] = smallest(above[j - 1] + !same, smallest(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a.data[i - 1] == b.data[j - 2] && a.data[i - 2] == b.data[j - 1])
                row[j] = smallest(row[j], before[j - 2] + 1);
            least = smallest(least, row[j]);
        }
        if (least > most + 1) /* a swap may still go back to the row above */
            return least;
    }
    return row[b.len];
}

/* The distance when it is at most MOST and small enough to count, else -1. */
static ptrdiff_t distance_of_slip(str wanted, str candidate, ptrdiff_t most)
{
    if (equal_but_for_spelling(wanted, candidate))
        return 0;
    ptrdiff_t shorter = smallest(wanted.len, candidate.len);
    ptrdiff_t longer = wanted.len + candidate.len - shorter;
    ptrdiff_t allowed = smallest(longer / 3, most);
    if (longer > SIMILAR_LONGEST || longer - shorter > allowed)
        return -1;
    ptrdiff_t distance = edits(wanted, candidate, allowed);
    return distance <= allowed ? distance : -1;
}

void similar_consider(struct similar *similar, str candidate)
{
    ptrdiff_t most = similar->best.data ? similar->distance - 1 : PTRDIFF_MAX;
    ptrdiff_t distance = most < 0 ? -1 : distance_of_slip(similar->wanted, candidate, most);
    if (distance < 0)
        return;
    similar->best = candidate;
    similar->distance = distance;
}
