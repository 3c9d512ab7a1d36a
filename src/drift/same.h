/*
 * same.h - schemas that nobody has to compare. Internal to drift/.
 *
 * Most schemas of two versions of a document are the same text but for its form, and so is all that
 * they refer to. That is told from the trees alone, long before they are compiled.
 */
#ifndef DRIFT_SAME_H
#define DRIFT_SAME_H

#include "source/sources.h"

/* Two documents, and what is known of their schemas. {0} but for the first three knows nothing. */
struct sameness {
    struct arena *arena;
    const struct document *old, *new;
    struct map targets; /* the text of a reference to struct same_pair; NULL: it is none of these */
    struct map pairs;   /* the address of an old schema to struct same_pair */
    struct same_pair **list; /* room for those that are to be looked at */
    ptrdiff_t list_cap;
    ptrdiff_t steps; /* taken so far; there is an end to them */
};

/*
 * True when OLD and NEW, of the two documents, are equal as JSON values, and so is all that they
 * refer to within these, under the same references. False also when that is not known: when one of
 * them leads out of its document, or names an anchor.
 */
bool same_schemas(struct sameness *sameness, const struct node *old, const struct node *new);

#endif
