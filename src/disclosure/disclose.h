/*
 * disclose.h - the schemas of a tool, made ready to travel: connector-sdk.md sections 1.2 to 1.5.
 */
#ifndef DISCLOSURE_DISCLOSE_H
#define DISCLOSURE_DISCLOSE_H

#include "base/digest.h"
#include "disclosure/manifest.h"
#include "source/sources.h"

/* What the producer says of the schemas. */
struct disclosure_names {
    str operation, alias;
    str prefix;        /* of URIs: MANIFEST_URI_PREFIX, or one's own */
    str source_sha256; /* of the immutable source, 64 lower-case hex digits */
};

/* A manifest with the document that it is of. */
struct disclosure {
    struct manifest manifest;
    str document;      /* {"inputSchema":...,"outputSchema":...} in its canonical form */
    ptrdiff_t *starts; /* of the parts, and behind the last: the end of the document */
};

/*
 * False, and reported (E1102), when INPUT is not an object, or OUTPUT, which may be NULL, neither
 * that nor null: what a tool must have, though the format would take other schemas, too.
 */
bool disclose_accepts(struct sources *sources, const struct node *input, const struct node *output);

/*
 * Makes the disclosure of the schemas INPUT and OUTPUT, nodes of SOURCES; OUTPUT may be NULL: there
 * is none, which is written as null. All is in the arena of SOURCES; the names are borrowed.
 *
 * False when reported: a name that is empty or longer than MANIFEST_NAME_MAX, a prefix that begins
 * no URI (E1101), a number beyond the doubles (D1111), a document over DOCUMENT_MAX (D1112), an
 * envelope over FRAGMENT_ENVELOPE_MAX (D1113). Faults of the nodes are for the caller.
 */
bool disclose(struct sources *sources, const struct node *input, const struct node *output,
              const struct disclosure_names *names, struct disclosure *ret_disclosure);

/* The fragment INDEX; *RET_DIGEST has the text of its digest. */
struct fragment disclosure_fragment(const struct disclosure *disclosure, int64_t index,
                                    struct digest *ret_digest);

/* Adds all fragments as JSON Lines. */
void disclosure_write(struct buf *out, const struct disclosure *disclosure);

#endif
