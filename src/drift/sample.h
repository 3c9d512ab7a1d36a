/*
 * sample.h - values to try two schemas with. Internal to drift/.
 *
 * A sampler makes values that a compiled schema accepts, and values that lie where it, or another
 * one that it is compared with, draws a line: at bounds and next to them, with and without each
 * property, of each type. They are made from the rules of the schemes; that they are right is
 * checked by running the program, never assumed. The same schemes give the same values in the same
 * order.
 */
#ifndef DRIFT_SAMPLE_H
#define DRIFT_SAMPLE_H

#include "validate/run.h"

/* One of the two programs. */
struct sample_side {
    struct runner *runner;
};

struct sampler; /* lives in the arena that it was made in */

/* How a scheme applies another one: from the value that it is about to what that one is about. */
enum step_kind {
    STEP_SAME,         /* the same value: allOf, $ref, anyOf, ... */
    STEP_MEMBER,       /* the member NAME */
    STEP_OTHER_MEMBER, /* a member that no "properties" or "patternProperties" names */
    STEP_LIKE_MEMBER,  /* a member whose name PATTERN matches */
    STEP_NAME,         /* the name of a member, as a string */
    STEP_ITEM,         /* the item INDEX */
    STEP_CONTAINED     /* some item */
};

struct step {
    enum step_kind kind;
    str name;
    struct pattern *pattern;
    uint32_t index;
};

/*
 * A sampler that takes values from ARENA. It applies schemas at most WORK times in all; then all
 * its functions find nothing more.
 */
struct sampler *sampler_new(struct arena *arena, uint64_t work);

/* What is left of that work. */
uint64_t sampler_left(const struct sampler *sampler);

/* True when SCHEME, of the program of SIDE, accepts VALUE; false when not, or undecided. */
bool sample_accepts(struct sampler *sampler, const struct sample_side *side,
                    const struct scheme *scheme, const struct node *value);
bool sample_refuses(struct sampler *sampler, const struct sample_side *side,
                    const struct scheme *scheme, const struct node *value);

/* A small value that SCHEME accepts; the same one each time. NULL: none was found. */
const struct node *sample_valid(struct sampler *sampler, const struct sample_side *side,
                                const struct scheme *scheme);

/*
 * Values that ONE of the program ON accepts, the more telling first, made from its rules and those
 * of OTHER; the result is how many were put into RET_VALUES, which has room for MAX.
 */
ptrdiff_t sample_values(struct sampler *sampler, const struct sample_side *on,
                        const struct scheme *one, const struct scheme *other,
                        const struct node **ret_values, ptrdiff_t max);

/*
 * The same, but only of those that OTHER, of the program of OTHER_SIDE, refuses. It ends as soon as
 * there are MAX of them, so this is what finds a first one fast.
 */
ptrdiff_t sample_differing(struct sampler *sampler, const struct sample_side *on,
                           const struct scheme *one, const struct sample_side *other_side,
                           const struct scheme *other, const struct node **ret_values,
                           ptrdiff_t max);

/*
 * Values that SCHEME accepts in which VALUE stands where STEP leads, into RET_VALUES as above; for
 * STEP_SAME that is VALUE itself, if it is accepted. OTHER, which may be NULL, is what the other
 * side has in place of SCHEME: what that wants is tried, too; unless OTHER_SIDE, whose program it
 * is of, is NULL, it has to refuse them.
 */
ptrdiff_t sample_around(struct sampler *sampler, const struct sample_side *side,
                        const struct scheme *scheme, const struct sample_side *other_side,
                        const struct scheme *other, const struct step *step,
                        const struct node *value, const struct node **ret_values, ptrdiff_t max);

#endif
