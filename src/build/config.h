/*
 * config.h - schemac.yaml (design.md section 6).
 */
#ifndef BUILD_CONFIG_H
#define BUILD_CONFIG_H

#include "build/keys.h"
#include "source/sources.h"

/* One file that is generated. Paths are relative to the configuration's directory. */
struct artifact {
    const char *path, *source;
    struct artifact_keys keys;   /* its own, over the defaults */
    const struct node *declared; /* the key that names it in the configuration */
};

struct config {
    const char *path;      /* as it was found or given */
    const char *directory; /* its directory; "." for the current one */
    struct document *document;
    struct artifact *artifacts; /* in the order of the file */
    ptrdiff_t count;
    const char *fingerprints; /* where the record is kept, or NULL */
};

/*
 * Reads the configuration PATH, or with NULL the schemac.yaml of the current directory or the
 * nearest one above it. Everything that is wrong with it is reported at once; false then.
 */
bool config_load(struct sources *sources, const char *path, struct config *ret_config);

/*
 * What can stand in the file, for the test that holds the schema of it (config_schema.h) to this:
 * the keys of an artifact, in option's spelling, and the name of the top member INDEX, {0} behind
 * the last.
 */
extern const struct option config_keys[];
str config_member(ptrdiff_t index, bool *ret_required);

/* The path of FILE, relative to the configuration, for the system. */
const char *config_path(struct arena *arena, const struct config *config, const char *file);

#endif
