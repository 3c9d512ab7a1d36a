/*
 * pointer.h - JSON Pointer (RFC 6901).
 *
 * Two spellings are kept apart. A pointer is text such as "/paths/~1pets/get". In a URI it stands
 * in the fragment, percent-encoded: "#/paths/~1pets/get", "#/a%20b". Take a fragment through
 * pointer_from_fragment first, and through pointer_add_fragment when one is made; references that
 * are copied keep the text they had.
 */
#ifndef SCHEMA_POINTER_H
#define SCHEMA_POINTER_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"
#include "source/node.h"

/* True when TEXT is a JSON Pointer (section 3): empty, or with "/" first, and "~" only in "~0",
 * "~1". */
bool pointer_is_valid(str text);

/* Adds "/" and TOKEN, a member's name, with "~" as "~0" and "/" as "~1" (section 3). */
void pointer_add_token(struct buf *pointer, str token);

/* Adds "/" and INDEX, which is not negative. */
void pointer_add_index(struct buf *pointer, ptrdiff_t index);

/* True when POINTER is ABOVE, or that of a value below it. */
bool pointer_is_below(str pointer, str above);

/* POINTER without the index at its end, if it has one: what comes into an array moves the rest. */
str pointer_without_index(str pointer);

/*
 * The name that TOKEN stands for, with "~1" as "/" and "~0" as "~" (section 4). It is TOKEN itself
 * where nothing was escaped, else in the arena. False when a "~" is followed by neither 0 nor 1.
 */
bool pointer_token_decode(struct arena *arena, str token, str *ret_name);

/*
 * The index that TOKEN means in an array: 0, or digits that do not begin with 0 (section 4). -1 for
 * anything else, "-" among it, and for numbers that no array reaches.
 */
ptrdiff_t pointer_token_index(str token);

/*
 * The pointer in a URI's FRAGMENT, without its "#" (section 6): percent-decoded, in the arena where
 * something was encoded. False when a "%" is not followed by two hexadecimal digits, or when the
 * bytes are no UTF-8. Whether it is a pointer at all, and not an anchor, shows in its first byte.
 */
bool pointer_from_fragment(struct arena *arena, str fragment, str *ret_pointer);

/* Adds POINTER as it stands in a URI's fragment (RFC 3986 section 3.5), without a "#". */
void pointer_add_fragment(struct buf *out, str pointer);

/* How far a pointer led. */
struct pointer_target {
    const struct node *node; /* what it points at; NULL when there is no such value */
    const struct node
        *last;          /* the value that it reached, NODE or the one before the missing step */
    ptrdiff_t resolved; /* the bytes of the pointer that lead to LAST */
    bool malformed;     /* it is no JSON Pointer */
};

/*
 * Follows POINTER, decoded, from ROOT (section 4). A token is an index only in an array; in an
 * object, "0" is a name. The empty pointer is ROOT. The arena is for names with escapes only.
 */
struct pointer_target pointer_resolve(struct arena *arena, const struct node *root, str pointer);

#endif
