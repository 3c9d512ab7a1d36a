/*
 * translate.h - a schema's keywords in another dialect. Internal to openapi/.
 */
#ifndef OPENAPI_TRANSLATE_H
#define OPENAPI_TRANSLATE_H

#include "schema/vocabulary.h"
#include "source/sources.h"

/* True when schemas of FROM can be said in TO. */
bool translate_is_known(enum dialect from, enum dialect to);

/* SCHEMA, an object of the dialect FROM whose subschemas are done, with its own keywords in TO. */
const struct node *translate_schema(struct arena *arena, const struct node *schema,
                                    enum dialect from, enum dialect to);

#endif
