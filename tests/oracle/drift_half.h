/*
 * drift_half.h - one schema of a pair, for the validator. Internal to drift_pair.
 */
#ifndef ORACLE_DRIFT_HALF_H
#define ORACLE_DRIFT_HALF_H

#include "drift_pair.h"

/* Reads TEXT, a schema of DIALECT; NULL in SIDE->document when that cannot be. */
void half_read(struct half *side, struct arena *arena, str text, enum dialect dialect);

/* The same, and compiles it. JUDGED: by its metaschema, too. */
void half_open(struct half *side, struct arena *arena, str text, enum dialect dialect,
               enum format_assertion formats, bool judged);
void half_done(struct half *side);

/* The first thing that was found wrong, or NULL. */
const char *half_complaint(const struct half *side);

/* Where VALUE, which is to be valid by OLD and invalid by NEW, is so for the change of two places.
 */
enum shown half_shows(struct half *old, struct half *new, str old_pointer, str new_pointer,
                      const struct node *value);

#endif
