/*
 * likeness_envelope.h - what a schema that is there says of itself: dialect, id, title and comment.
 * Internal to likeness.c.
 */
#ifndef BUILD_LIKENESS_ENVELOPE_H
#define BUILD_LIKENESS_ENVELOPE_H

#include "build/keys.h"
#include "openapi/document.h"

/* The draft of JSON Schema that SCHEMA, an object, says it follows, or looks like. */
enum dialect envelope_dialect(const struct node *schema);

/*
 * Sets dialect, id, title and comment of KEYS, which are zeroed, so that extract says of itself
 * what SCHEMA does; the version of OPENAPI in the id becomes a placeholder. An id that extract
 * would refuse is left out. What is new is in the arena.
 */
void envelope_take(const struct openapi *openapi, const struct node *schema, struct arena *arena,
                   struct artifact_keys *keys);

/* Takes title and comment out of KEYS where the inlined root SCHEMA says the same itself. */
void envelope_leave_to_root(struct artifact_keys *keys, const struct node *schema);

#endif
