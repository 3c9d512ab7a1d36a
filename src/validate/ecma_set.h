/*
 * ecma_set.h - sets of code points: what a class of a regular expression matches.
 */
#ifndef VALIDATE_ECMA_SET_H
#define VALIDATE_ECMA_SET_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CODE_POINT_MAX = 0x10FFFF };

struct ecma_range {
    uint32_t low, high; /* both are in it */
};

/* A property of Unicode, as PCRE2 names it between the braces of \p{}. */
struct ecma_property {
    struct ecma_property *next;
    str name;
    int32_t offset; /* where it stands in the source */
    bool negated;
};

/*
 * Ranges and properties together, or, when negated, all but those. {0} is empty. Once finished, the
 * ranges are in order, neither touch nor overlap, and leave out the surrogates: no string that is
 * searched has one.
 */
struct ecma_set {
    struct ecma_range *ranges;
    ptrdiff_t count, cap;
    struct ecma_property *properties;
    bool negated; /* only when there are properties */
};

/* The ranges of \d, \w and \s (22.2.2.9), and of the line ends, which `.` leaves out. */
extern const struct ecma_set ecma_digits, ecma_words, ecma_spaces, ecma_line_ends;

void ecma_set_add(struct arena *arena, struct ecma_set *set, uint32_t low, uint32_t high);

/* Adds the ranges of OTHER, which is finished, or all others when NEGATED. */
void ecma_set_add_set(struct arena *arena, struct ecma_set *set, const struct ecma_set *other,
                      bool negated);

/* Sorts and joins the ranges. */
void ecma_set_finish(struct ecma_set *set);

/* Makes a finished set without properties hold what it did not. */
void ecma_set_negate(struct arena *arena, struct ecma_set *set);

/* True when a finished set without properties holds CODE. */
bool ecma_set_has(const struct ecma_set *set, uint32_t code);

/* True when two finished sets without properties have a code point in common. */
bool ecma_set_meets(const struct ecma_set *a, const struct ecma_set *b);

/* True when a finished set without properties holds all code points. */
bool ecma_set_is_all(const struct ecma_set *set);

/*
 * Finds what is written as \p{NAME} or \p{NAME=VALUE} (22.2.2.10); VALUE is empty without one.
 * False when the standard has no such property. *RET_PCRE2 is what PCRE2 calls it, or empty when it
 * means the same nowhere there; *RET_NEGATED tells that it is all others.
 */
bool ecma_find_property(struct arena *arena, str name, bool has_value, str value, str *ret_pcre2,
                        bool *ret_negated);

#endif
