/*
 * uri.h - URI references (RFC 3986).
 *
 * Everything here works on the text: nothing is fetched, and two URIs are one when their bytes are.
 */
#ifndef SCHEMA_URI_H
#define SCHEMA_URI_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

/* The parts of a URI reference, without the marks that part them, still percent-encoded. */
struct uri {
    str scheme, authority, path, query, fragment;
    bool has_scheme, has_authority, has_query, has_fragment; /* a part may be there and empty */
};

/*
 * Splits any text (RFC 3986 appendix B, but a scheme must be one by section 3.1, so that "1:2" is a
 * path). The parts point into REFERENCE.
 */
struct uri uri_split(str reference);

/* Adds the text of URI to OUT (section 5.3). */
void uri_add(struct buf *out, const struct uri *uri);

/* True when REFERENCE begins with a scheme. It may have a fragment, unlike section 4.3. */
bool uri_is_absolute(str reference);

/*
 * True when all characters of REFERENCE may stand in a URI reference (section 2, appendix A): ASCII
 * without blanks, controls and "<>\^`{|}, and each "%" with two hexadecimal digits behind it.
 */
bool uri_is_reference(str reference);

/* REFERENCE up to its "#". */
str uri_without_fragment(str reference);

/*
 * The URI that REFERENCE means where BASE is the base URI (section 5.2, strict), in the arena.
 *
 * BASE should be absolute. It need not: then so is not the result, and ".." that lead out of it are
 * dropped, as section 5.2.4 does at the root.
 */
str uri_resolve(struct arena *arena, str base, str reference);

/* PATH without its "." and ".." segments (section 5.2.4), in the arena. */
str uri_remove_dot_segments(struct arena *arena, str path);

/*
 * TEXT with its "%hh" as bytes (section 2.1), in the arena where there are any. False when a "%" is
 * not followed by two hexadecimal digits; *RET_BYTES is then what was decoded before it.
 */
bool uri_decode(struct arena *arena, str text, str *ret_bytes);

/*
 * Adds BYTES so that they can stand in a fragment: what section 3.5 does not allow there becomes
 * "%HH", and so does "%" itself.
 */
void uri_add_fragment(struct buf *out, str bytes);

#endif
