/*
 * manifest.h - what a tool's schemas are, and one part of them, as they travel.
 *
 * Both schemas of one tool are one document, which is split into parts. The manifest names the tool
 * and has the digests of all; each fragment repeats the manifest and adds one part. What is written
 * here is connector-sdk.md sections 1.2 to 1.5.
 */
#ifndef DISCLOSURE_MANIFEST_H
#define DISCLOSURE_MANIFEST_H

#include "base/buf.h"
#include "source/node.h"

#include <stdint.h>

enum {
    MANIFEST_VERSION = 1,
    MANIFEST_NAME_MAX = 1024,          /* characters of operation and alias; our own bound */
    DOCUMENT_MAX = 16 * 1024 * 1024,   /* bytes of the document with both schemas */
    FRAGMENT_TEXT_MAX = 4096,          /* bytes of one part */
    FRAGMENT_ENVELOPE_MAX = 32 * 1024, /* bytes of a fragment as compact JSON */
    FRAGMENT_COUNT_MAX = DOCUMENT_MAX, /* each part has a byte at least */
};

/* What URIs begin with where nobody says another prefix. */
#define MANIFEST_URI_PREFIX "schema://"

/* The members of a manifest, by their names there. All text is borrowed. */
struct manifest {
    int64_t version;
    str operation, alias;
    str source_sha256, schema_sha256;
    int64_t schema_bytes;
    str input_schema_sha256, output_schema_sha256;
    int64_t fragment_count;
    str manifest_uri, fragment_uri_template;
};

/* A manifest again, and what a fragment adds. */
struct fragment {
    struct manifest manifest;
    int64_t index;
    str fragment_sha256, text;
};

enum manifest_uri { MANIFEST_URI, MANIFEST_FRAGMENT_TEMPLATE };

/*
 * Adds the URI of the manifest, or the template for those of its fragments: the one place where
 * they are derived. PREFIX is what they begin with. Of both names all but the unreserved characters
 * of RFC 3986 is percent-encoded.
 */
void manifest_add_uri(struct buf *out, enum manifest_uri which, str prefix, str operation,
                      str alias);

/* Why something is no manifest or fragment, and what to do; both in the arena or literals. */
struct manifest_flaw {
    const struct node *where;
    const char *message, *hint;
};

/*
 * Reads NODE. Its members must be those of the table in connector-sdk.md section 1.3, each once and
 * of its type without any coercion, digests in lower case, the version 1, and both URIs what PREFIX
 * gives. False, with *RET_FLAW: it is malformed. The text stays that of NODE.
 *
 * The index, the length of the text and the lengths of names are not judged here.
 */
bool manifest_read(struct arena *arena, const struct node *node, str prefix,
                   struct manifest *ret_manifest, struct manifest_flaw *ret_flaw);
bool fragment_read(struct arena *arena, const struct node *node, str prefix,
                   struct fragment *ret_fragment, struct manifest_flaw *ret_flaw);

/* The name of the first member in which A and B differ; NULL: they are the same. */
const char *manifest_difference(const struct manifest *a, const struct manifest *b);

/* Adds MANIFEST as indented JSON that ends with a line feed. */
void manifest_write(struct buf *out, const struct manifest *manifest);

/* Adds FRAGMENT as compact JSON: its envelope, which is one line. */
void fragment_write(struct buf *out, const struct fragment *fragment);

/* The bytes that this would be. */
ptrdiff_t fragment_envelope(const struct fragment *fragment);

/*
 * The index that TEXT is, below COUNT, in decimal digits without a leading zero or anything else;
 * -1 when it is none.
 */
int64_t fragment_index(str text, int64_t count);

#endif
