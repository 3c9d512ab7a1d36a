/*
 * parts.h - in what two descriptors differ, member by member. Internal to the locks.
 */
#ifndef LOCK_PARTS_H
#define LOCK_PARTS_H

#include "lock/lock.h"
#include "lock/schema.h"
#include "schema/treediff.h"

enum { LINE_CAP = 20 };

/* One of the schemas of a tool that is there on both sides, and changed. */
struct part_schema {
    const char *key; /* NULL: there is none */
    const struct node *old, *new;
    unsigned audience;
    bool is_compared;
    struct drift drift;
};

/* In what two descriptors differ. */
struct parts {
    const char *members; /* their names, for a message */
    uint64_t work;       /* what is left of it */
    enum lock_grade grade;
    bool is_text;       /* only what presents, annotations among it */
    bool has_respelled; /* numbers that are equal are not for digests, such as 1 and 1.0 */
    struct part_schema schemas[2];
    struct tree_difference lines[LINE_CAP]; /* what no change of a schema tells */
    ptrdiff_t line_count;                   /* may be more than there is room for */
};

/*
 * Compares the descriptors OLD and NEW but for their names, into ARENA. WORK is what their schemas
 * may take (schema.h).
 */
void lock_parts(struct arena *arena, const struct node *old, const struct node *new, uint64_t work,
                struct parts *ret_parts);

/* True when a tool that says CONTRACT of itself may destroy; *RET_SAYS: it says so. */
bool lock_may_destroy(const struct node *contract, bool *ret_says);

/*
 * How VALUE is shown beside OTHER, in the arena: of two long texts that begin alike, what begins
 * shortly before they part. "nothing" for NULL.
 */
const char *lock_shown(struct arena *arena, const struct node *value, const struct node *other);

#endif
