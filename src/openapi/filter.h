/*
 * filter.h - what an artifact leaves out of its source's schemas. Internal to openapi/.
 */
#ifndef OPENAPI_FILTER_H
#define OPENAPI_FILTER_H

#include "base/option.h"
#include "schema/vocabulary.h"
#include "source/sources.h"

/* The messages that a schema is for (OpenAPI 3.0 Schema Object, readOnly and writeOnly). */
enum view {
    VIEW_BOTH,
    VIEW_REQUEST, /* without properties that are readOnly */
    VIEW_RESPONSE /* without properties that are writeOnly */
};

struct filter_options {
    struct string_list drop; /* members of schemas: names, or prefixes that end in "*" */
    struct pair_list omit;   /* schemas that have such a member, with that value */
    enum view view;
};

struct filter {
    struct arena *arena;
    struct filter_options options;
    enum dialect dialect, also; /* of the schemas (walk.h) */

    /* The schema that the string REFERENCE leads to; NULL when that is not known. */
    const struct node *(*target)(void *context, const struct node *reference);
    void *context;
};

/* True when the options leave something out. */
bool filter_is_needed(const struct filter_options *options);

/* SCHEMA and all schemas in it without what is left out; itself when that is nothing. */
const struct node *filter_schema(const struct filter *f, const struct node *schema);

/* True when SCHEMA, or what it is a reference to, is to be omitted as a whole. */
bool filter_omits(const struct filter *f, const struct node *schema);

/* SCHEMA, one object, without the members that DROP names. */
const struct node *filter_drop(struct arena *arena, const struct string_list *drop,
                               const struct node *schema);

#endif
