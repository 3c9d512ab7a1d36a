/*
 * config.h - schemac.yaml and what it includes (design.md section 6).
 *
 * A configuration is one file or, by "include", several. Paths in a file are relative to its own
 * folder. Here all are relative to that of the first file, and so are the names of artifacts.
 */
#ifndef BUILD_CONFIG_H
#define BUILD_CONFIG_H

#include "base/file.h"
#include "build/keys.h"
#include "drift/gate.h"
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

/* Files that patterns stand for. */
struct config_files {
    struct string_list patterns; /* from the folder of the file that they stand in */
    const struct node *declared; /* what says so */
};

/* Schemas that documents may name by their "$id". */
struct config_schemas {
    struct config_files files;
    const struct config_file *file; /* where that stands; NULL: none are declared */
};

/* Documents that are judged by a schema: an entry of "examples". */
struct config_examples {
    const char *schema; /* an artifact or a file, as of an artifact's source; maybe with a "#..." */
    const struct node *schema_declared;
    struct config_files valid, invalid, markdown;
    const char *contains, *at; /* which blocks of Markdown (validate/instances.h) */
    ptrdiff_t count;
    const struct config_file *file; /* where that stands */
};

/* How artifacts are released: "release". */
struct config_release {
    const char *directory, *id, *record; /* the first two with placeholders (release_name.h) */
    struct string_list copies;           /* likewise */
    const char *versioning;              /* one of release_versionings, or NULL: the first */
    const struct node *declared, *record_declared;
};

/* Files in which schemas are named by their "$id": "mentions". */
struct config_mentions {
    struct config_files files;
    const struct config_file *file; /* where that stands; NULL: none are declared */
};

/* An artifact, or a file. */
struct config_reference {
    const char *path; /* as of an artifact's source; NULL: there is none */
    const struct node *declared;
};

/*
 * The schemas of a tool, disclosed in parts: an entry of "disclosures". They are those of a tool in
 * a file, or INPUT and perhaps OUTPUT.
 */
struct config_disclosure {
    const char *tool;      /* a file, as of an artifact's source, or NULL */
    str tool_fragment;     /* the place in it, behind its "#"; no data: there is none */
    const char *tool_name; /* which of a listing, or NULL: the alias */
    const struct node *tool_declared;
    struct config_reference input, output, source;
    const char *operation, *alias;
    const char *prefix; /* of URIs, or NULL */
    const char *out;    /* the folder, from that of the file */
    const struct node *out_declared;
    const char *manifest, *fragments; /* the two files that are written */
    const struct node *declared;      /* the key that names it */
    const struct config_file *file;   /* where that stands */
};

/* How changes of schemas are judged: "rules", "compatibility", "waivers". */
struct config_gate {
    struct pair_list rules;    /* codes of changes and one of gate_rule_names each */
    const char *compatibility; /* one of config_compatibilities, or NULL */
    struct gate_waiver *waivers;
    ptrdiff_t waiver_count;
};

extern const char *const config_compatibilities[]; /* NULL at the end */

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
    struct config_schemas *schemas; /* one for each file that has some */
    ptrdiff_t schemas_count;
    struct config_examples *examples;
    ptrdiff_t example_count;
    struct config_disclosure *disclosures;
    ptrdiff_t disclosure_count;
    const struct config_release *release; /* of the first file; NULL: nothing is released */
    struct config_mentions *mentions;     /* one for each file that has some */
    ptrdiff_t mentions_count;
    struct config_gate *gates; /* one for each file, as in FILES */
    ptrdiff_t gate_cap;
};

/*
 * Reads the configuration PATH, or with NULL the schemac.yaml of the current directory or the
 * nearest one above it, and all that it includes. Everything that is wrong with it is reported at
 * once; false then.
 */
bool config_load(struct sources *sources, const char *path, struct config *ret_config);

/*
 * The files that FILES, which stands in FILE, is for, from the folder of the first file of CONFIG,
 * each once, by one pattern after the other. A pattern that stands for none is a warning: it is
 * what WHAT is. False when reported: a folder cannot be listed.
 */
bool config_find(struct sources *sources, const struct config *config,
                 const struct config_file *file, const struct config_files *files, const char *what,
                 struct file_list *ret_files);

/*
 * The schemac.yaml of the current directory or the nearest one above it, from the current one; NULL
 * when there is none.
 */
const char *config_nearest(struct sources *sources);

/*
 * What can stand in the file, for the test that holds the schema of it (config_schema.h) to this:
 * the keys of an artifact, in option's spelling, those of an example and, but for "count", of its
 * Markdown, those of "release", of a waiver and of a disclosure, and the name of the top member
 * INDEX, {0} behind the last, with the need for it.
 */
extern const struct option config_keys[], config_examples_keys[], config_markdown_keys[],
    config_release_keys[], config_waiver_keys[], config_disclosure_keys[];
enum config_need {
    CONFIG_OPTIONAL,
    CONFIG_REQUIRED,
    CONFIG_DECLARES, /* one of these has to be there: else the file is for nothing */
};
str config_member(ptrdiff_t index, enum config_need *ret_need);

/* The path of FILE, relative to the configuration, for the system. */
const char *config_path(struct arena *arena, const struct config *config, const char *file);

#endif
