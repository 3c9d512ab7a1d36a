/*
 * rebuild.h - a changed copy of an object that shares all that did not change.
 */
#ifndef SCHEMA_REBUILD_H
#define SCHEMA_REBUILD_H

#include "base/arena.h"
#include "schema/walk.h"
#include "source/sources.h"

/* What shall stand in place of CHILD: CHILD->node itself for no change. Never NULL. */
typedef const struct node *rebuild_child(void *context, const struct walk_child *child);

/*
 * NODE as an object of KIND in DIALECT, and ALSO (walk.h), with each child replaced by what CHANGE
 * gives for it. It is NODE itself when nothing changed; else a new node in the arena, at NODE's
 * place in the text.
 */
const struct node *rebuild(struct arena *arena, const struct node *node, enum object_kind kind,
                           enum dialect dialect, enum dialect also, rebuild_child *change,
                           void *context);

/*
 * The same in the arena of SOURCES without ALSO, with the faults of what is copied kept
 * (sources_keep_faults): for a stage before those are reported.
 */
const struct node *rebuild_with_faults(struct sources *sources, const struct node *node,
                                       enum object_kind kind, enum dialect dialect,
                                       rebuild_child *change, void *context);

#endif
