/*
 * known.h - the schemas that a schemac.yaml makes known by their "$id".
 *
 * They are its artifacts that have an "id", as they are on disk, the files of "schemas", and what
 * was released, as far as these do not have the same "$id". They are read when an instance names a
 * schema that is not known otherwise, and not before: what is wrong with the configuration concerns
 * nobody else.
 */
#ifndef BUILD_KNOWN_H
#define BUILD_KNOWN_H

#include "build/config.h"
#include "schema/registry.h"

struct known {
    bool is_read;
    const char *path;       /* of the configuration, or NULL: there is none */
    struct file_list files; /* those that could not be read */
    ptrdiff_t file_cap;
};

/*
 * The folder of the schemac.yaml here or above as a root directory, when FOLDER, which is one
 * otherwise, does not hold it; else FOLDER.
 */
str known_root(struct sources *sources, str folder);

/*
 * Reads what is known, once, into REGISTRY. What is wrong with the configuration is reported; files
 * that cannot be read are only noted.
 */
void known_read(struct known *known, struct registry *registry);

/* Adds to DIAG, which says that a schema is not known, what could not be read. */
void known_note(const struct known *known, struct diag_list *found, struct diag *diag);

#endif
