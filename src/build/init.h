/*
 * init.h - a schemac.yaml for what is there.
 */
#ifndef BUILD_INIT_H
#define BUILD_INIT_H

#include "base/buf.h"
#include "build/root.h"
#include "source/sources.h"

/* Paths as the command line has them. */
struct init_request {
    const char *source; /* the OpenAPI document */
    const char *like;   /* the schema that is to come out of it, or NULL for a first one */
    const char *out;    /* the file to write; the paths in it are relative to its directory */
    struct root_options root;
    bool prints; /* only the text is wanted: OUT is not written, and may exist */
};

struct init_result {
    struct buf text;      /* of the file */
    const char *artifact; /* the path in it of the schema that it declares */
    bool is_same;         /* it comes out as it is, byte for byte */
};

/*
 * Makes the text and, unless the request only prints, the file, which must not be there yet. With
 * LIKE, the keys that reproduce it; when none do, those that come nearest, and what differs is
 * reported as check does. Without, a start that generate can go on from.
 *
 * False when reported: nothing is written.
 */
bool init(struct sources *sources, const struct init_request *request,
          struct init_result *ret_result);

#endif
