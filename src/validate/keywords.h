/*
 * keywords.h - the keywords that a validator looks at, by number, and where a schema has them.
 *
 * What a keyword is in which dialect is known to the one table (schema/vocabulary.h); here is only
 * which vocabulary of 2019-09 and 2020-12 it belongs to. Internal to validate/.
 */
#ifndef VALIDATE_KEYWORDS_H
#define VALIDATE_KEYWORDS_H

#include "schema/vocabulary.h"
#include "source/node.h"

/* Vocabularies, as a mask (2020-12 core section 8.1.2). What is in none of them is always known. */
enum vocabulary {
    VOCABULARY_APPLICATOR = 1,
    VOCABULARY_UNEVALUATED = 2,
    VOCABULARY_VALIDATION = 4,
    VOCABULARY_FORMAT_ASSERTION = 8, /* formats assert */
    VOCABULARY_CONTENT = 16,
    VOCABULARIES = 7 /* of a schema that names none */
};

enum keyword_number {
    KW_REF,
    KW_DYNAMIC_REF,
    KW_RECURSIVE_REF,
    KW_ALL_OF,
    KW_ANY_OF,
    KW_ONE_OF,
    KW_NOT,
    KW_IF,
    KW_THEN,
    KW_ELSE,
    KW_DEPENDENT_SCHEMAS,
    KW_DEPENDENCIES,
    KW_PROPERTIES,
    KW_PATTERN_PROPERTIES,
    KW_ADDITIONAL_PROPERTIES,
    KW_PROPERTY_NAMES,
    KW_PREFIX_ITEMS,
    KW_ITEMS,
    KW_ADDITIONAL_ITEMS,
    KW_CONTAINS,
    KW_UNEVALUATED_ITEMS,
    KW_UNEVALUATED_PROPERTIES,
    KW_TYPE,
    KW_ENUM,
    KW_CONST,
    KW_MULTIPLE_OF,
    KW_MAXIMUM,
    KW_EXCLUSIVE_MAXIMUM,
    KW_MINIMUM,
    KW_EXCLUSIVE_MINIMUM,
    KW_MAX_LENGTH,
    KW_MIN_LENGTH,
    KW_PATTERN,
    KW_MAX_ITEMS,
    KW_MIN_ITEMS,
    KW_UNIQUE_ITEMS,
    KW_MAX_CONTAINS,
    KW_MIN_CONTAINS,
    KW_MAX_PROPERTIES,
    KW_MIN_PROPERTIES,
    KW_REQUIRED,
    KW_DEPENDENT_REQUIRED,
    KW_NULLABLE,
    KW_FORMAT,
    KW_CONTENT_ENCODING,
    KW_CONTENT_MEDIA_TYPE,
    KW_COUNT
};

/* The keywords of one schema: their values, NULL where it has none, and their numbers in it. */
struct keywords {
    const struct node *values[KW_COUNT];
    uint32_t members[KW_COUNT];
};

/*
 * What of SCHEMA, an object, a validator looks at under DIALECT with VOCABULARIES. Where "$ref"
 * hides what stands beside it, that is only the reference.
 */
void keywords_of(const struct node *schema, enum dialect dialect, unsigned vocabularies,
                 struct keywords *ret_keywords);

/* The vocabulary that the URI names; 0 for one that is unknown or asks nothing. */
unsigned vocabulary_of_uri(str uri);

/* True for the URI of a vocabulary that is known, also of one that asks nothing. */
bool vocabulary_is_known(str uri);

#endif
