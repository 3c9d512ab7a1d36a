/*
 * step.h - how far the schemas of one release are from those of another.
 */
#ifndef BUILD_STEP_H
#define BUILD_STEP_H

#include "build/shelf.h"
#include "drift/gate.h"

/* All that changed from one release of a schema to another, but for its own "$id". */
struct release_step {
    enum gate_class class; /* of the worst change; CLASS_ANNOTATION, too, when there is none */
    ptrdiff_t changes, writers, readers, undecided, annotations; /* writers: that break them */
    bool is_cut;                                                 /* there are more */
};

/*
 * Finds the step from the schema OLD to NEW, on their shelves, by the rules and the compatibility
 * of CONFIG; a waiver does not alter what a change is. False when one of them is not there or
 * cannot be compared; why is reported in the list of its shelf.
 */
bool step_find(const struct config *config, const struct shelved *old, const struct shelved *new,
               struct release_step *ret_step);

/*
 * Reports with CODE at WHERE that there is no step from OLD to NEW, which step_find has refused,
 * and why.
 */
void step_report(struct diag_list *found, enum diag_code code, place where,
                 const struct shelved *old, const struct shelved *new);

/* True when nothing changed. */
bool step_is_none(const struct release_step *step);

/* The step as a word: "equal", "annotations", "safe", "undecided", "breaking". */
const char *step_word(const struct release_step *step);

/* The step in words, such as "breaking for writers: 3 changes, 1 breaks writers". */
str step_words(struct arena *arena, const struct release_step *step);

/* The lowest version X.Y.Z that may follow PREVIOUS when what changes is of CLASS. */
str step_version(struct arena *arena, str previous, enum gate_class class);

#endif
