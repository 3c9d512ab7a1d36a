/*
 * side.h - one of the two documents that are compared, and which schema of it is meant.
 */
#ifndef BUILD_SIDE_H
#define BUILD_SIDE_H

#include "build/revision.h"
#include "build/root.h"
#include "openapi/document.h"

/* What is said of both. */
struct side_options {
    const char *root;    /* the schema of an OpenAPI document; or NULL */
    const char *dialect; /* of schemas that do not say theirs (build/keys.h); NULL: 2020-12 */
    struct pair_list map;
    struct root_options directory;
};

/* Where a document is, and what it is called. */
struct side_place {
    const char *path;              /* "-": standard input; what references in it start from */
    str fragment;                  /* of FILE#FRAGMENT, which names a schema in it; or empty */
    const char *bytes_in;          /* a file that has its content, or NULL: PATH itself */
    struct git_revision *revision; /* that it and what it refers to are read from; or NULL */
    str label;                     /* in front of the names of files in messages */
};

struct side {
    struct sources sources;
    struct registry registry;
    struct document *document;
    bool is_openapi;
    struct openapi openapi;    /* if it is an OpenAPI document */
    struct lookup lookup;      /* how references are looked at */
    struct map inherited;      /* of that */
    enum dialect dialect;      /* of schemas that do not say theirs */
    const struct node *schema; /* NULL: all of an OpenAPI document */
};

/* Splits WORD, "FILE" or "FILE#FRAGMENT". */
str side_split(struct arena *arena, const char *word, const char **ret_path);

/* Reads the document at AT. False when reported. *RET_SIDE stays where it is. */
bool side_open(struct diag_list *found, const struct side_options *options,
               const struct side_place *at, struct side *ret_side);

#endif
