/*
 * evaluated.h - what of an instance the neighbours of unevaluatedItems and unevaluatedProperties
 * make evaluated (2020-12 core, section 11). Internal to openapi/.
 *
 * Neighbours are the schemas in the same object that apply to the same instance: in allOf and its
 * kin, behind references, and in turn in these. What the object's own keywords for properties and
 * items evaluate is not counted here.
 */
#ifndef OPENAPI_EVALUATED_H
#define OPENAPI_EVALUATED_H

#include "openapi/translate.h"

/* The names of one map, or patterns: from the key to the node of it, as it was read. */
struct evaluated_names {
    struct map map;
    ptrdiff_t sure; /* so many of them are evaluated whenever all holds */
};

struct evaluated {
    bool all;      /* nothing is left unevaluated */
    bool unknown;  /* a reference leads nowhere, or too far to see what is evaluated */
    bool unsure;   /* it is unknown, or depends on the instance */
    bool contains; /* some neighbour has "contains" where that makes items evaluated */
    struct evaluated_names properties, patterns;
    ptrdiff_t prefix; /* the items before this index are evaluated */
};

/*
 * What the neighbours in SOURCE, an object as it was read, evaluate of WHAT, EVALUATES_ITEMS or
 * EVALUATES_PROPERTIES. If neither `all` nor `unsure`, the maps and `prefix` say all of it. The
 * maps are in SCRATCH.
 */
struct evaluated evaluated_by_neighbours(const struct translation *t, const struct node *source,
                                         enum keyword_evaluates what, struct arena *scratch);

#endif
