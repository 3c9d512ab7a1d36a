/*
 * render.h - an artifact's keys and a document in, the artifact's bytes out.
 *
 * The one way in which artifacts come to be: extract, generate and check all go through it.
 */
#ifndef BUILD_RENDER_H
#define BUILD_RENDER_H

#include "build/keys.h"

/* No result may be longer. */
#define RENDER_CEILING ((ptrdiff_t)1024 * 1024 * 1024)

struct rendering {
    const struct node *schema;
    struct buf buf;
    str bytes;                /* what BUF holds */
    struct document_set used; /* the documents that it was made from, also when that failed */
};

/*
 * Extracts and writes as KEYS say. REFERRED are the schemas that keys->refer names, one for each.
 * WHERE is what asks for it, for messages, or NULL. False when reported.
 */
bool render(const struct openapi *openapi, const struct artifact_keys *keys,
            const struct node *const *referred, const struct node *where,
            struct rendering *ret_rendering);

#endif
