/*
 * config_read.h - what one schemac.yaml says. Internal to build/.
 */
#ifndef BUILD_CONFIG_READ_H
#define BUILD_CONFIG_READ_H

#include "build/config.h"

/* Another file, or a pattern for several, that a file includes. */
struct config_include {
    const char *pattern; /* from the file's folder, normalised */
    const struct node *declared;
};

/* The content of a file. Paths are from the folder of the first file, but for patterns. */
struct config_content {
    /*
     * Its artifacts as they are declared, each with a source or patterns for several, unless that
     * has been reported. A path is as it was written, for it may have placeholders.
     */
    struct artifact *artifacts;
    ptrdiff_t count;
    struct config_include *includes;
    ptrdiff_t include_count;
    struct config_mapped *mapped;
    ptrdiff_t mapped_count;
    struct config_schemas schemas;
    struct config_examples *examples;
    ptrdiff_t example_count;
    struct config_disclosure *disclosures;
    ptrdiff_t disclosure_count;
    const struct config_release *release; /* or NULL */
    struct config_mentions mentions;
    struct config_gate gate;
};

/*
 * Reads FILE, whose document is there, and fills in where its record is. What is wrong with it is
 * reported.
 */
void config_read(struct sources *sources, struct config_file *file,
                 struct config_content *ret_content);

/*
 * PATH, which AT says in FILE and which is written or read as a configuration, from the folder of
 * the first file; it lies below FILE's own. NULL when reported.
 */
const char *config_own_path(struct sources *sources, const struct config_file *file, str path,
                            const struct node *at);

#endif
