/*
 * refusal.h - by which keywords an instance is refused, as it is told (explain.h).
 */
#ifndef VALIDATE_REFUSAL_H
#define VALIDATE_REFUSAL_H

#include "base/buf.h"
#include "validate/run.h"

/*
 * True when KEYWORD is that of something that is told of VIOLATIONS, or that of a choice which this
 * lies in; "false" is that of the schema false. Branches that are not told do not count. All these
 * keywords are added to TOLD, each once, as "a", "b"; the arena is for scratch.
 */
bool refusal_is_by(struct arena *arena, const struct violations *violations, str keyword,
                   struct buf *told);

#endif
