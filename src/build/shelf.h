/*
 * shelf.h - the schemas of one release, read together: they refer to each other by their "$id".
 */
#ifndef BUILD_SHELF_H
#define BUILD_SHELF_H

#include "build/releases.h"
#include "build/root.h"
#include "schema/registry.h"

struct shelf {
    struct arena *arena;
    struct diag_list found; /* what is wrong with the schemas */
    struct sources sources;
    struct registry registry;
    struct map
        documents; /* file of the configuration to struct document; NULL: it cannot be read */
};

/* A schema on a shelf. */
struct shelved {
    struct shelf *shelf;
    struct document *document; /* NULL: why, is reported in shelf->found */
    const char *name;          /* in messages */
};

/* Shelves for all releases, each made when it is asked for. Set the first three; the rest is 0. */
struct shelves {
    const struct releases *releases;
    const struct root_rule *rule;
    struct arena *arena;
    struct map by_version;
};

/* An empty shelf for files under RULE. False when reported in FOUND. */
bool shelf_open(struct shelf *shelf, struct arena *arena, struct diag_list *found,
                const struct root_rule *rule);

/* The same for files in the directory of LIKE. */
void shelf_open_like(struct shelf *shelf, struct arena *arena, const struct registry *like);

/* Puts BYTES on the shelf, the content of FILE, which is at PATH and called NAME in messages. */
void shelf_put(struct shelf *shelf, const char *file, const char *path, str name, str bytes);

/* The schema FILE, which was put there under that name. */
struct shelved shelf_get(struct shelf *shelf, str file);

/* The schema of RELEASE among all others of its version. False when reported: there is no shelf. */
bool shelves_get(struct shelves *shelves, const struct release *release,
                 struct shelved *ret_shelved);

#endif
