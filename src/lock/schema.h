/*
 * schema.h - what changed between the schemas of a tool, for those who call it. Internal to
 * the locks.
 */
#ifndef LOCK_SCHEMA_H
#define LOCK_SCHEMA_H

#include "drift/drift.h"

/*
 * What a change is to callers, the mildest first. News: only a call with what nobody knew of could
 * be refused, as with a new optional parameter.
 */
enum lock_grade {
    GRADE_TEXT,
    GRADE_SAFE,
    GRADE_NEWS,
    GRADE_UNDECIDED,
    GRADE_BREAKS,
    GRADE_CRITICAL
};

/*
 * Compares two schemas of a descriptor, each a document of its own that leads nowhere else and,
 * where it does not say, is of 2020-12. AUDIENCE says what callers do: they write arguments
 * (DRIFT_WRITERS) and read results (DRIFT_READERS). *WORK, the steps that all schemas of a
 * listing may take together (drift_set_work), gets less by those that this takes. All of the result
 * is in ARENA; its pointers are from the schema. False: they cannot be compared, or not to the end;
 * nothing is reported.
 */
bool lock_schema_compare(struct arena *arena, const struct node *old, const struct node *new,
                         unsigned audience, uint64_t *work, struct drift *ret_drift);

/* What CHANGE is to callers, who are AUDIENCE. */
enum lock_grade lock_schema_grade(const struct change *change, unsigned audience);

/* "breaks callers", "undecided for callers", "news to callers", "safe for callers",
 * "an annotation". */
const char *lock_grade_words(enum lock_grade grade);

/* True when one of the changes in DRIFT is about the place POINTER, from the schema. */
bool lock_schema_tells(const struct drift *drift, str pointer);

#endif
