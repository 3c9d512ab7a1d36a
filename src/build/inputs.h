/*
 * inputs.h - the files that artifacts are made from.
 */
#ifndef BUILD_INPUTS_H
#define BUILD_INPUTS_H

#include "base/digraph.h"
#include "build/plan.h"

/* Adds the paths, as messages have them, of DOCUMENTS that are files to the map INPUTS. */
void inputs_add(struct map *inputs, const struct document_set *documents);

/*
 * The same for what OUTPUT itself was made from: its source, and all else that was read for it, but
 * for artifacts.
 */
void inputs_add_own(struct map *inputs, const struct output *output);

/* The same for the files that declare OUTPUT. */
void inputs_add_declaring(struct map *inputs, const struct output *output);

/*
 * Which outputs of a plan refer to which, or are made from them, by their numbers. Who takes them
 * in ORDER comes to each after all that it refers to, but for those in a ring, which are of one
 * component.
 */
struct reliance {
    struct digraph graph;
    const uint32_t *sccs, *order; /* digraph.h */
    uint32_t scc_count;
};

/* Finds that for PLAN; it is in the arena of its sources. */
struct reliance reliance_of(const struct plan *plan);

/* What the artifacts of a plan were made from, by the component of each. */
struct inputs {
    const struct plan *plan;
    const uint32_t *sccs;
    struct map *made_from, *declared_in;
};

/* Finds that for all artifacts, in about as much time as it takes to tell of them all. */
struct inputs inputs_find(const struct plan *plan);

/*
 * Adds the paths of all files that OUTPUT was made from: its source, all else that was read for it,
 * the same of the artifacts that it refers to, and what declares them. Of an output that could not
 * be made, as far as that went.
 */
void inputs_of(const struct inputs *inputs, const struct output *output, struct map *ret_paths);

/* Adds the same of all outputs of PLAN that were asked for. */
void inputs_of_selected(const struct plan *plan, struct map *ret_paths);

#endif
