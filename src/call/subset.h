/*
 * subset.h - the part of JSON Schema that the strict profile holds values to.
 *
 * tool-contracts.md sections 1.4 and 1.6: "enum", "type" as one word, "required", "properties",
 * "additionalProperties": false, "items" as one schema and "minLength", in this order. All else is
 * ignored, "$ref" among it. Values compare as in Python: true is 1.
 */
#ifndef CALL_SUBSET_H
#define CALL_SUBSET_H

#include "call/flaw.h"

/* Why a value is refused, in words for programs (subset_word). */
enum subset_fault {
    SUBSET_TYPE,        /* "type" */
    SUBSET_ENUM,        /* "enum" */
    SUBSET_REQUIRED,    /* "required" */
    SUBSET_ADDITIONAL,  /* "additional-property" */
    SUBSET_MIN_LENGTH,  /* "min-length" */
    SUBSET_NO_OBJECT,   /* "schema-not-object": true and false are no schemas here */
    SUBSET_MALFORMED,   /* "malformed-object-schema" */
    SUBSET_UNSUPPORTED, /* "unsupported-type" */
};

const char *subset_word(enum subset_fault fault);

/*
 * Adds to FLAWS all that is wrong with VALUE by SCHEMA, as RESULT_SCHEMA with the word of the
 * fault; flaws->pointer is that of VALUE, and messages call it by WHAT. False when that takes more
 * than SUBSET_WORK steps, and nothing is decided.
 */
enum { SUBSET_WORK = 20000000 };
bool subset_check(struct flaws *flaws, const struct node *schema, const struct node *value,
                  const char *what);

#endif
