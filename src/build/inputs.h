/*
 * inputs.h - the files that an artifact is made from.
 */
#ifndef BUILD_INPUTS_H
#define BUILD_INPUTS_H

#include "build/plan.h"

/* Adds the paths, as messages have them, of DOCUMENTS that are files to the map INPUTS. */
void inputs_add(struct map *inputs, const struct document_set *documents);

/*
 * Adds the paths of all files that OUTPUT of PLAN was made from: its source, all else that was read
 * for it, the same of the artifacts that it refers to, and what declares them. Of an output that
 * could not be made, as far as that went.
 */
void inputs_of(const struct plan *plan, const struct output *output, struct map *inputs);

#endif
