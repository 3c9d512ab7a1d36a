/*
 * base64.h - base64 as RFC 4648 section 4 has it: standard alphabet, padding, no line breaks.
 *
 * Decoders of peers differ in what else they take: what only some of them refuse is told apart, and
 * whoever decodes decides by its profile (tool-contracts.md sections 1.4 to 1.6).
 */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/buf.h"

enum base64_verdict {
    BASE64_FINE,
    BASE64_LEFT_OVER, /* the bits of the last digit that belong to no byte are not zero */
    BASE64_SURPLUS,   /* padding behind a group that is complete, which CPython 3.11 takes */
    BASE64_BAD        /* a character that is no digit, or a group that is not complete */
};

/* Adds BYTES to OUT as base64: the only text that decodes to them and is BASE64_FINE. */
void base64_encode(struct buf *out, str bytes);

/*
 * Adds the bytes that TEXT stands for to OUT, which may be NULL: TEXT is only judged then. They are
 * added for all verdicts but BASE64_BAD, with which OUT is as it was. The ceiling of OUT should be
 * at least as large as TEXT.
 */
enum base64_verdict base64_decode(struct buf *out, str text);

#endif
