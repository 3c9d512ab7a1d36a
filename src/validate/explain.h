/*
 * explain.h - what is wrong with an instance, in words.
 *
 * Leaf errors come first: a choice (anyOf, oneOf) is told by the branch that the instance means,
 * which a property with "const" or "enum" selects, or else by the one that comes nearest; that
 * there is a choice is a note.
 */
#ifndef VALIDATE_EXPLAIN_H
#define VALIDATE_EXPLAIN_H

#include "base/diag.h"
#include "source/sources.h"
#include "validate/run.h"

/* What explanations are made of. */
struct explainer {
    struct sources *sources; /* of the schemas */
    struct diag_list *found; /* gets a finding for each thing that is wrong */
    struct text *text;       /* of the instance: its nodes' offsets are in it */
    enum diag_code code;     /* of each finding; 0: by what is wrong */
    enum diag_code unwanted; /* of each property that is not allowed; 0: as all others */
    ptrdiff_t max;           /* how many findings one instance may have; 0: all that were kept */
    const char *more;        /* how to have more told than MAX, for a hint; or NULL */
};

/*
 * Reports VIOLATIONS, each once: at the value, at the key of a property that is not wanted, at the
 * object that lacks one.
 */
void explain(const struct explainer *explainer, const struct violations *violations);

/* Reports the limit that RUNNER has reached. */
void explain_limit(const struct explainer *explainer, const struct runner *runner);

#endif
