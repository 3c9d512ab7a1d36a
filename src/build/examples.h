/*
 * examples.h - documents that a configuration has judged by schemas ("examples").
 *
 * The schema of an artifact is taken as it is built, not as it is on disk. A document under "valid"
 * must be valid, one under "invalid" be refused by the keyword that its name has in front of the
 * extension, and so must the blocks of Markdown be valid that are meant.
 */
#ifndef BUILD_EXAMPLES_H
#define BUILD_EXAMPLES_H

#include "build/changed.h"

/* Which entries of "examples" are meant, and what came of it. */
struct examples {
    /*
     * Those of the artifacts of PLAN that are selected. Those of other schemas only when no
     * artifacts were named, and with CHANGED, or NULL, when a file of theirs has changed.
     */
    const struct plan *plan;
    struct changed *changed;
    bool artifacts_named;

    struct map files; /* gets the paths, as messages have them, of all files that were judged, or
                         judged by; but for artifacts, and what they are made from */
    ptrdiff_t count;  /* of the documents that were judged */
};

/*
 * Judges those that are meant. What is wrong is reported: findings at their line, and errors where
 * something cannot be read.
 */
void examples_judge(struct examples *examples);

/*
 * Adds the paths, as messages have them, of the files that are judged by OUTPUT of PLAN to the map
 * FILES.
 */
void examples_of(const struct plan *plan, const struct output *output, struct map *files);

#endif
