/*
 * step.h - how far the schemas of one release are from those of another.
 */
#ifndef BUILD_STEP_H
#define BUILD_STEP_H

#include "build/shelf.h"

/* What a step means, the worst last. */
enum step_class {
    STEP_EQUAL,       /* nothing but the "$id" changed */
    STEP_ANNOTATIONS, /* nothing that counts for what is valid */
    STEP_SAFE,        /* something, and it breaks nobody */
    STEP_UNDECIDED,   /* whether somebody is broken cannot be told */
    STEP_BREAKS,
    STEP_CLASS_COUNT
};

struct step {
    enum step_class class;
    ptrdiff_t changes, writers, readers, undecided, annotations; /* writers: that break them */
    bool is_cut;                                                 /* there are more */
};

/*
 * Finds the step from the schema OLD to NEW, on their shelves. False when one of them is not there
 * or cannot be compared; why is reported in the list of its shelf.
 */
bool step_find(const struct shelved *old, const struct shelved *new, struct step *ret_step);

/*
 * Reports with CODE at WHERE that there is no step from OLD to NEW, which step_find has refused,
 * and why.
 */
void step_report(struct diag_list *found, enum diag_code code, place where,
                 const struct shelved *old, const struct shelved *new);

/* The class as a word: "equal", "annotations", "safe", "undecided", "breaking". */
const char *step_word(enum step_class class);

/* The step in words, such as "breaking for writers: 3 changes, 1 breaks writers". */
str step_words(struct arena *arena, const struct step *step);

/* The lowest version X.Y.Z that may follow PREVIOUS when what changes is of CLASS. */
str step_version(struct arena *arena, str previous, enum step_class class);

#endif
