/*
 * inspect.h - what is wrong with the schemas that a set of roots reaches, one by one. Internal to
 * openapi/.
 */
#ifndef OPENAPI_INSPECT_H
#define OPENAPI_INSPECT_H

#include "base/rings.h"
#include "openapi/closure.h"

/* Where a text has something. */
struct spot {
    const struct text *text;
    uint64_t start;
};

struct spot spot_of(const struct sources *sources, const struct node *node);

/* Notes VALUE for SPOT, which is copied, in SPOTS; and what is noted there, or NULL. */
void spot_note(struct map *spots, struct spot spot, void *value);
void *spot_find(const struct map *spots, struct spot spot);

struct inspection {
    struct closure closure;
    struct digraph graph; /* of its definitions, by their references that lead somewhere */
    bool *faulty;         /* for each definition: something in it, or in what it holds, is wrong */

    struct map errors;  /* struct spot of what was reported, to a value that is not NULL */
    struct map numbers; /* the address of a definition to its entry in the closure */
    struct digraph_maker maker;
};

/*
 * Collects what ROOTS reach in OPENAPI, to be copied for READER, and sees which definitions are
 * faulty: whose references lead nowhere, whose nodes have faults, and which ERRORS, from a try to
 * extract them, is about. What it finds is reported again.
 */
void inspect(struct inspection *x, const struct openapi *openapi, const struct string_list *roots,
             enum dialect reader, const struct diag_list *errors);

/* Makes faulty what leads to a faulty definition. */
void inspect_spread(struct inspection *x);

/* The entry of DEFINITION, or NULL, among those of the closure; or NULL. */
struct definition **inspect_entry(const struct inspection *x, const struct definition *definition);

#endif
