/*
 * plan.h - all artifacts of a configuration, built in memory.
 *
 * generate writes a plan, check compares it with what is there: one code path for both.
 */
#ifndef BUILD_PLAN_H
#define BUILD_PLAN_H

#include "base/digest.h"
#include "build/config.h"
#include "build/render.h"

/* One artifact as it should be. */
struct output {
    const struct artifact *artifact;
    const char *path; /* for the system */
    const char *file; /* the same with symbolic links followed: what is written */
    bool selected;    /* asked for; others are built only because a selected one refers to them */
    struct rendering rendering; /* its bytes have LF line ends */
    struct digest digest;       /* of these bytes */
};

struct plan {
    struct sources *sources;
    struct config config;
    struct output *outputs;                /* one for each artifact, in the same order */
    const char *record_path, *record_file; /* of the fingerprints, as in output, or NULL */
    bool everything;                       /* no artifact was left out */
};

/*
 * Reads CONFIG_PATH (config_load), and builds the artifacts that NAMES, paths as the configuration
 * has them, stand for; all when there are none. False when reported: everything that is wrong with
 * any of them, also that a file is a link out of the root directory or to one that has another use.
 */
bool plan_make(struct sources *sources, const char *config_path, const char *const *names,
               ptrdiff_t name_count, struct plan *ret_plan);

/* The number of artifacts that were asked for. */
ptrdiff_t plan_count(const struct plan *plan);

/* True when PATH, as the configuration would call it, is one of its artifacts. */
bool plan_declares(const struct plan *plan, str path);

#endif
