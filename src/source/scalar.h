/*
 * scalar.h - what a YAML scalar means: the core schema of YAML 1.2 (section 10.3.2).
 */
#ifndef SOURCE_SCALAR_H
#define SOURCE_SCALAR_H

#include "base/arena.h"
#include "base/str.h"
#include "source/node.h"

struct scalar {
    enum node_kind kind;
    bool truth;           /* of a bool */
    str text;             /* of a number: as JSON; of a string: its value */
    const char *not_json; /* or NULL: why JSON cannot say it (.inf, an endless number) */
    const char *bad_tag;  /* or NULL: why the text does not fit the tag */
    bool unknown_tag;
    bool too_long; /* not_json because converting it would take too long */
};

/*
 * Resolves a plain scalar without a tag. Text that JSON could not hold as a number (0x1F, .5, +1,
 * 017) is normalised into the arena; all else is borrowed.
 */
struct scalar scalar_resolve(struct arena *arena, str text);

/*
 * True when a look at TEXT, a plain scalar without a tag, is enough to see that it is a string in
 * YAML 1.2 and 1.1: all that is none begins with a digit, a sign or a point, or is short.
 */
static inline bool scalar_is_word(str text)
{
    return text.len > 5 && (unsigned char)text.data[0] > '9';
}

/* Resolves a scalar by its TAG, written out in full as libyaml gives it; "!" is a string. */
struct scalar scalar_resolve_tagged(struct arena *arena, str text, str tag);

/* What a reader of YAML 1.1 would take this plain scalar for when it differs; NULL when it agrees.
 */
const char *scalar_yaml11(str text);

/* The same for a key, where only the words for booleans matter. */
const char *scalar_yaml11_key(str text);

#endif
