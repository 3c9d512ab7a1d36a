/*
 * header.h - parameters mirrored in HTTP headers: tool-contracts.md sections 1.3, 1.4 and 2.
 *
 * Values are encoded as the lesson does, which every peer decodes; what is accepted on receipt is a
 * matter of the profile. No message, report or event holds a value.
 */
#ifndef CALL_HEADER_H
#define CALL_HEADER_H

#include "contract/admission.h"

/* What is wrong with a value or a header, in words for programs (header_word). */
enum header_fault {
    HEADER_FINE,
    HEADER_TYPE_MISMATCH, /* "type-mismatch": the value is not of the declared type */
    HEADER_INTEGER_RANGE, /* "integer-range": not within 2^53 - 1 of 0 */
    HEADER_NOT_PLAIN,     /* "plain-not-visible-ascii" */
    HEADER_SENTINEL,      /* "malformed-sentinel" */
    HEADER_BASE64,        /* "bad-base64-or-utf8" */
    HEADER_NOT_CANONICAL, /* "non-canonical-base64" */
    HEADER_MISSING,       /* "missing-header" */
    HEADER_UNEXPECTED,    /* "unexpected-header" */
    HEADER_DUPLICATE,     /* "duplicate-header" */
    HEADER_DIFFERS,       /* "value-mismatch" */
    HEADER_FAULT_COUNT
};

/* The word of FAULT for programs, and what it means, for messages: half a sentence. */
const char *header_word(enum header_fault fault);
const char *header_fault_sentence(enum header_fault fault);

/*
 * Adds VALUE, of that type, to OUT as the text of a header. With spec an integer may be written as
 * 1.0 or 1e0, and null is HEADER_FINE with *RET_OMITTED: there is no header then. OUT is unchanged
 * when a fault is returned, which is one of the first two. Section 1.3.
 */
enum header_fault header_encode(struct buf *out, const struct node *value, enum mirrored_type type,
                                enum profile profile, bool *ret_omitted);

/*
 * Adds to OUT what TEXT, the value of a header, stands for. OUT is unchanged on a fault. With spec
 * blanks around it do not count, as in HTTP, and what does not both begin and end as base64 is
 * taken as it is. Section 1.4.
 */
enum header_fault header_decode(struct buf *out, str text, enum profile profile);

/*
 * The two steps of header_encode: the text of VALUE, which header_decode gives back; and TEXT as it
 * stands in a header. header_add_text tells whether that is in base64.
 */
enum header_fault header_value_text(struct buf *out, const struct node *value,
                                    enum mirrored_type type, enum profile profile);
bool header_add_text(struct buf *out, str text);

/* Adds the JSON number NUMBER in base 10, if it is in the range; an integer gets no fraction. */
enum header_fault header_number_text(struct buf *out, str number);

/* TEXT without blanks and tabs around it, as HTTP hands values over (RFC 9110 section 5.5). */
str header_strip(str text);

#endif
