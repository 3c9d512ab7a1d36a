/*
 * drift_instances.h - instances for two schemas: grown from each, taken from the values in them, or
 * made by changing one that was valid. Nothing here knows src/drift.
 */
#ifndef ORACLE_DRIFT_INSTANCES_H
#define ORACLE_DRIFT_INSTANCES_H

#include "values.h"

#include "schema/vocabulary.h"

struct instance_source;

/* A source of instances for OLD and NEW, whole schemas. It lives in ARENA. */
struct instance_source *instance_source_new(struct arena *arena, struct chance *chance,
                                            const struct node *old, const struct node *new,
                                            enum dialect dialect);

/* One that was not there yet; NULL when many tries brought none. */
const struct node *instance_next(struct instance_source *source);

/* INSTANCE is valid on one side at least: others are to be like it. DIFFERS: on one only. */
void instance_keep(struct instance_source *source, const struct node *instance, bool differs);

/* What the oracle says of it by the old (0) or the new schema (1): 0, 1, or -1 for no verdict. */
int instance_oracle_says(struct instance_source *source, int side, const struct node *instance);

#endif
