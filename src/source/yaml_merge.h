/*
 * yaml_merge.h - merge keys, and how much a document may grow by what is repeated in it. Internal
 * to source/.
 */
#ifndef SOURCE_YAML_MERGE_H
#define SOURCE_YAML_MERGE_H

#include "source/reader.h"

#include <string.h>

/* The growth of DOCUMENT, whose node_count says how much it may grow; ERROR gets what fails. */
struct yaml_growth {
    struct sources *sources;
    const struct document *document;
    struct read_error *error;
    uint64_t repeated; /* members that merge keys have copied and keys that aliases stand for */
};

/* A mapping whose faults another takes over, in a list. */
struct yaml_inherited {
    struct node mapping;
    struct yaml_inherited *next;
};

/* True when EXPANDED nodes, with all aliases expanded, are more than the limit allows. */
bool yaml_is_over_limit(const struct yaml_growth *growth, uint64_t expanded);

/* Fails with that, at the alias or merge key which is at START. */
bool yaml_fail_expansion(const struct yaml_growth *growth, ptrdiff_t start, ptrdiff_t len);

/* Counts the member KEY, which AT repeats: keys are compared, which takes as long as they are. */
bool yaml_count_repeated(struct yaml_growth *growth, str key, const struct node *at);

/* True when KEY, a string as all keys are, is a merge key. */
static inline bool yaml_is_merge_key(const struct node *key)
{
    return (key->flags & NODE_PLAIN) && key->count == 2 && memcmp(key->chars, "<<", 2) == 0;
}

/*
 * Puts the merged members in place of the merge keys among those that lie on NODES from BASE on, a
 * complete mapping. *RET_INHERITED gets the mappings with faults among those merged. False when
 * that fails.
 */
bool yaml_expand_merges(struct yaml_growth *growth, struct node_stack *nodes, ptrdiff_t base,
                        struct yaml_inherited **ret_inherited);

#endif
