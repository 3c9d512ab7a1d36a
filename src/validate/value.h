/*
 * value.h - facts about single values that schemas ask for. Internal to validate/.
 */
#ifndef VALIDATE_VALUE_H
#define VALIDATE_VALUE_H

#include "schema/vocabulary.h"
#include "source/node.h"

/*
 * True when the number TEXT is an integer: by its value, so that 1.0 is one (draft-06 validation,
 * section 6.25); in draft-04 by how it is written (its core, section 3.5). OpenAPI up to 3.0 builds
 * on that, but its documents are read by value, as its tools do.
 */
bool value_is_integer(str text, enum dialect dialect);

/* Reads the number TEXT as an integer of at most 18 digits; false when it is written otherwise. */
bool value_read_integer(str text, int64_t *ret_integer);

/* The code points of TEXT, which is UTF-8. */
uint64_t value_length(str text);

/* A keyed hash (base/hash.h) of NODE, all of it: equal values (node_equal) have the same. */
uint64_t value_hash(const struct node *node);

/* True when NODE is equal to one of VALUES, those of "enum" (program.h). */
struct value_set;
bool value_is_among(const struct value_set *values, const struct node *node);

/* True when two items of ARRAY are equal; *RET_FIRST and *RET_SECOND are their numbers. */
bool value_find_equal_items(const struct node *array, uint32_t *ret_first, uint32_t *ret_second);

/*
 * True when TEXT is what ENCODING ("base64") and MEDIA_TYPE ("application/json"), each of which may
 * be empty, say it is; others are not looked into (draft-07 validation, section 8).
 */
bool value_is_content(str text, str encoding, str media_type);

#endif
