/*
 * hidden.h - which schemas and which names of properties a filter takes out. Internal to openapi/.
 *
 * filter.h says the rules. Each answer is found once for a schema, and takes linear time over all
 * schemas that it depends on, also when references lead round in cycles.
 */
#ifndef OPENAPI_HIDDEN_H
#define OPENAPI_HIDDEN_H

#include "openapi/filter.h"

/* The hidden properties of an object, by name. */
struct hidden_names;

/* True when OMIT means SCHEMA: by a member of its own, or through its $ref. */
bool hidden_is_omitted(struct filter *f, const struct node *schema);

/* True when a property with the schema SCHEMA is taken out: by OMIT, or by VIEW. */
bool hidden_is_property(struct filter *f, const struct node *schema);

/*
 * The names of the properties that are taken out of SCHEMA, what it refers to, and the branches of
 * its allOf, all through; NULL when there is none.
 */
struct hidden_names *hidden_names_of(struct filter *f, const struct node *schema);

/* True when NAME is in NAMES. False, and L0502 reported, when that was too much work. */
bool hidden_has(struct filter *f, struct hidden_names *names, str name);

#endif
