/*
 * vectors.h - the vectors of tool contracts in the corpus, which is in $SCHEMAC_CORPUS or
 * ../shared/corpus.
 */
#ifndef TESTS_VECTORS_H
#define TESTS_VECTORS_H

#include "base/host.h"

#include "reading.h"
#include "tap.h"

/* The root of the file NAME of the corpus, read into R; NULL and skipped where there is none. */
static inline const struct node *vectors_file(struct reading *r, const char *name)
{
    const char *corpus = host_environment("SCHEMAC_CORPUS");
    str bytes, path = arena_printf(&r->arena, "%s/%s", corpus ? corpus : "../shared/corpus", name);
    if (file_read(&r->arena, path.data, FILE_CEILING, &bytes) == 0)
        return reading_read(r, path.data, bytes);
    skip("no corpus", "%s", name);
    return NULL;
}

/* The member KEY of ITEM, a string; "" where it is not there. */
static inline str vectors_said(const struct node *item, const char *key)
{
    const struct node *member = node_get(item, str_of(key));
    return node_is(member, NODE_STRING) ? node_text(member) : S("");
}

/* How the cases of a file went; open: what the specification leaves so is right either way. */
struct vectors_tally {
    int right, wrong, open;
};

/* Counts ITEM as right or wrong by PROFILE, where it gave GOT. */
static inline void vectors_count(struct vectors_tally *tally, const struct node *item,
                                 const char *profile, bool right, str got)
{
    tally->right += right;
    tally->wrong += !right;
    if (!right) {
        printf("# %s: ", profile);
        tap_comment("the case", vectors_said(item, "id"));
        tap_comment("gives", got);
    }
}

#endif
