/*
 * waiting.h - references to URIs that no document has yet. Internal to openapi/.
 *
 * A document that another reference leads to may be what they mean, so they wait until all others
 * are followed. Thus it does not matter which of them comes first.
 */
#ifndef OPENAPI_WAITING_H
#define OPENAPI_WAITING_H

#include "schema/resolve.h"
#include "schema/walk.h"

/* {.arena = a, .waiters = {.arena = a}} is empty. Lookups miss into `missed` (struct lookup). */
struct waiting {
    struct arena *arena;
    str missed;
    struct map waiters; /* URI to struct waiter */
    ptrdiff_t served;   /* of the documents that there are, those that were looked at */
};

typedef void waiting_follow(void *context, const struct walk_child *child);

/* True when MISSED is set: then CHILD, whose lookup set it, waits for that. */
bool waiting_takes(struct waiting *waiting, const struct walk_child *child);

/*
 * Calls FOLLOW for those that wait for one of the documents that were added to USED since the last
 * call. False when there is none.
 */
bool waiting_serve(struct waiting *waiting, const struct registry *registry,
                   const struct document_set *used, waiting_follow *follow, void *context);

/* Calls FOLLOW for all that still wait; none does then. */
void waiting_end(struct waiting *waiting, waiting_follow *follow, void *context);

#endif
