/*
 * likeness.h - the keys of an artifact, found from the schema that it should be.
 *
 * What a schema says of itself (dialect, id, title, comment, its root) is taken from it; only what
 * remains is tried, and compared as trees before any bytes are written.
 */
#ifndef BUILD_LIKENESS_H
#define BUILD_LIKENESS_H

#include "build/keys.h"

/* A schema that is there. */
struct existing {
    const struct node *root; /* an object */
    str bytes;               /* its text: UTF-8 without a BOM, with LF line ends */
    str stem;                /* its file name without suffixes, for roots that nothing else tells */
};

struct likeness {
    struct artifact_keys keys;
    bool is_same;            /* they give the bytes */
    bool is_same_but_ended;  /* they give them but for the line feed at the end */
    struct string_list idle; /* keys left at their defaults whose other value gives them, too */
};

/*
 * Finds the keys with which OPENAPI gives EXISTING: of those that do, the ones with the fewest
 * keys. When none do, those whose result differs in the fewest places (treediff.h), and then in the
 * fewest lines. Where no schema could be the root, the root is "*".
 *
 * Whatever is tried and fails is reported to the sources of OPENAPI, so they should be the caller's
 * to throw away. What is returned is in KEPT.
 */
void likeness_find(const struct openapi *openapi, const struct existing *existing,
                   struct arena *kept, struct likeness *ret_likeness);

#endif
