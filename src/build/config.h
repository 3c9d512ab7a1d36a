/*
 * config.h - schemac.yaml and what it includes (design.md section 6).
 *
 * A configuration is one file or, by "include", several. Paths in a file are relative to its own
 * folder. Here all are relative to that of the first file, and so are the names of artifacts.
 */
#ifndef BUILD_CONFIG_H
#define BUILD_CONFIG_H

#include "build/keys.h"
#include "source/sources.h"

/* One file of a configuration. */
struct config_file {
    ptrdiff_t number;             /* among the files */
    const char *path;             /* for the system */
    const char *folder;           /* its directory; "." for that of the first file */
    struct config_file *includer; /* or NULL for the first file */
    struct document *document;
    const char *fingerprints;                 /* where the record is kept, or NULL */
    const struct node *fingerprints_declared; /* what says so */
};

/* One file that is generated. */
struct artifact {
    const char *path, *source;
    const struct node *source_declared; /* what names the source, or its patterns */
    struct string_list each;        /* the patterns that it came of; paths from its file's folder */
    struct artifact_keys keys;      /* its own, over the defaults */
    const struct node *declared;    /* the key that names it in the configuration */
    const struct config_file *file; /* where that stands */
};

/* A file that a URL is mapped to, or a folder. */
struct config_mapped {
    const char *path; /* as of an artifact's source */
    bool is_folder;
    const struct node *declared; /* what says so */
};

struct config {
    const char *path;           /* of the first file, as it was found or given */
    const char *directory;      /* its directory; "." for the current one */
    struct document *document;  /* of the first file */
    struct config_file **files; /* the first, then each before those that it includes */
    ptrdiff_t file_count;
    struct artifact *artifacts; /* in the order of the files and in them */
    ptrdiff_t count;
    struct config_mapped *mapped; /* of all "map", used or not */
    ptrdiff_t mapped_count;
};

/*
 * Reads the configuration PATH, or with NULL the schemac.yaml of the current directory or the
 * nearest one above it, and all that it includes. Everything that is wrong with it is reported at
 * once; false then.
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
