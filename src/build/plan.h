/*
 * plan.h - all artifacts of a configuration, built in memory.
 *
 * generate writes a plan, check compares it with what is there: one code path for both.
 */
#ifndef BUILD_PLAN_H
#define BUILD_PLAN_H

#include "base/digest.h"
#include "base/map.h"
#include "build/config.h"
#include "build/render.h"
#include "build/root.h"

/* A file that lists the digests of artifacts (record.h). */
struct plan_record {
    const char *path;                /* for the system */
    const char *name;                /* in messages: from the current directory (path_from_here) */
    const char *file;                /* with symbolic links followed: what is written */
    const struct config_file *asked; /* what asks for it; the paths in it are from its folder */
};

/* One artifact, or a file of a disclosure, as it should be. */
struct output {
    const struct artifact *artifact;     /* NULL: it is of a disclosure, */
    const struct disclosed *disclosed;   /* this one (disclosures.h) */
    const char *listed;                  /* what the configuration calls it */
    const struct node *declared;         /* what says so there */
    const struct config_file *declaring; /* where that stands */
    const char *path, *name, *file;      /* as of a record */
    const char *source_name;             /* of its source, in messages */
    const struct openapi *openapi;       /* its source, when it was built; else NULL */
    ptrdiff_t record;                    /* the number of the record that lists it, or -1 */
    const char *recorded_path;           /* what it is called there */
    bool selected; /* asked for; others are built only because a selected one refers to them */
    struct rendering rendering; /* its bytes have LF line ends */
    struct digest digest;       /* of these bytes */
};

struct plan {
    struct sources *sources;
    struct config config;
    struct root_rule root;    /* where documents are read */
    struct registry registry; /* of those that were */
    struct output *outputs;   /* one for each artifact, in the same order, then others */
    ptrdiff_t output_count;
    struct disclosed *disclosed; /* one for each disclosure, in the same order */
    struct plan_record *records; /* those of the configurations that have fingerprints */
    ptrdiff_t record_count;
    struct map by_path;        /* what the configuration calls an output to that */
    struct releases *releases; /* what was released (releases.h); NULL: nothing says how */
    bool everything;           /* no artifact was left out */
};

/* What a command line asks for. */
struct plan_request {
    const char *config;       /* as config_load takes it */
    const char *const *names; /* artifacts as the configuration has them; none stands for all */
    ptrdiff_t name_count;
    struct root_options root;
    bool only_named;     /* no names stand for no artifact */
    const char *release; /* the version under which all are to be released, or NULL */
};

/*
 * Reads the configuration, and builds the artifacts that REQUEST asks for. False when reported:
 * everything that is wrong with any of them, also that a file is a link out of the configuration's
 * folder or to one that has another use.
 */
bool plan_make(struct sources *sources, const struct plan_request *request, struct plan *ret_plan);

/* The number of outputs that were asked for. */
ptrdiff_t plan_count(const struct plan *plan);

/* What PATH of the configuration is called in messages, in the arena. */
const char *plan_name(const struct plan *plan, const char *path);

/* MAP, a key of an artifact, with its files for the system; in the arena. */
struct pair_list plan_map(const struct plan *plan, const struct pair_list *map);

/* PATH, which stands in RECORD, as the configuration calls it; in the arena. */
str plan_listed(const struct plan *plan, const struct plan_record *record, str path);

/* True when PATH, as the configuration would call it, is one of its outputs. */
bool plan_declares(const struct plan *plan, str path);

/* The artifact that the configuration calls PATH; NULL: it is none. */
struct output *plan_artifact(const struct plan *plan, str path);

#endif
