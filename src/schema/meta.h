/*
 * meta.h - metaschemas: the schemas that describe schemas, which the program carries.
 *
 * They are src/schema/meta/, put into the program by tools/embed when it is built: those of the
 * drafts and the OpenAPI dialects with the vocabularies that they are made of, as published, but
 * for titles, descriptions and comments. OpenAPI 3.0, which publishes one schema for whole
 * documents, has one here for its Schema Objects. OpenAPI 2.0 has none.
 */
#ifndef SCHEMA_META_H
#define SCHEMA_META_H

#include "base/str.h"
#include "schema/vocabulary.h"

struct meta {
    str uri;              /* its "$id" or "id", without a fragment */
    enum dialect dialect; /* whose schemas it describes, or a part of them */
    const str *text;      /* JSON */
};

/* All of them, *RET_COUNT. A dialect's own comes before the vocabularies that it is made of. */
const struct meta *meta_rows(ptrdiff_t *ret_count);

/*
 * The text of the metaschema or vocabulary that URI names, which lives as long as the program.
 * False when there is none. An empty fragment makes no difference, nor does http or https; those of
 * OpenAPI 3.1 and 3.2 are known with any date, as in ".../oas/3.1/dialect/2024-11-10".
 */
bool meta_find(str uri, str *ret_text);

/* The metaschema of DIALECT; NULL for OpenAPI 2.0. */
const struct meta *meta_of(enum dialect dialect);

#endif
