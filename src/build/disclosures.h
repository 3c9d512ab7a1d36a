/*
 * disclosures.h - the schemas of tools, disclosed in parts as schemac.yaml says (connector-sdk.md
 * section 1). Internal to build/.
 *
 * Each gives two files: manifest.json, and fragments.jsonl with one fragment a line.
 */
#ifndef BUILD_DISCLOSURES_H
#define BUILD_DISCLOSURES_H

#include "build/plan.h"

/* A disclosure, and what it is made from. */
struct disclosed {
    const struct config_disclosure *declared;
    struct output *manifest, *fragments;
    struct output *artifacts[3]; /* which have to be built before it */
    ptrdiff_t artifact_count;
    const char *files[4], *names[4]; /* other files: as an artifact's source, and in messages */
    ptrdiff_t file_count;
};

/*
 * Finds what DECLARED is made from, whose artifacts PLAN has already. Its own files are the
 * caller's to set.
 */
void disclosures_begin(const struct plan *plan, const struct config_disclosure *declared,
                       struct disclosed *ret_disclosed);

/* Builds the files of DISCLOSED, whose artifacts are built. False when reported. */
bool disclosures_render(struct plan *plan, const struct disclosed *disclosed);

#endif
