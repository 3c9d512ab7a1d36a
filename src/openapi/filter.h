/*
 * filter.h - what an artifact leaves out of its source's schemas. Internal to openapi/.
 *
 * The filter takes schemas as they were read, before their references are followed, so what is left
 * out pulls nothing in. It looks at them by position: a property that is named "x-foo" or "xml" is
 * no member "x-foo" or "xml" of a schema.
 *
 * DROP takes members out of Schema Objects, wherever these stand. A schema always stays, if empty.
 *
 * OMIT takes out schemas that have a member with a value, or are references to one that has it,
 * through any number of references:
 *   - a property, from "properties" and "patternProperties", and its name from "required",
 *     "dependentRequired", "dependentSchemas" and "dependencies";
 *   - a branch of "allOf", "anyOf" and "oneOf", and the entry of a discriminator's mapping that
 *     leads there;
 *   - an entry of "$defs" and "definitions".
 * Elsewhere (items, not, additionalProperties ...) a schema cannot be left out without changing
 * what is said about what is left, so it stays.
 *
 * VIEW takes out properties that are readOnly (of a request) or writeOnly (of a response): that say
 * so, are references to what says so, or have it in an allOf; and their names, as above.
 *
 * A name is also taken out of a "required" that stands apart from its property: in another member
 * of the allOf of one object, in the schema beside or behind a $ref, or in a then, else or
 * dependent schema. Names in the branches of an anyOf or oneOf stay, for there they tell the
 * branches apart. A property goes by what it says where it stands: one that another member of the
 * allOf declares anew, without the mark, stays there.
 *
 * A list or map that is empty for that leaves with its keyword. So does an anyOf or oneOf: a choice
 * that is left out as a whole says no more than a property that is left out, and is a warning
 * (W0403). (To keep it without a branch would be no schema; to forbid every value would refuse
 * documents that the source takes.)
 *
 * Inside "not" and "if" only DROP applies: to say less there would forbid more.
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
    struct pair_list omit;   /* members of the schemas to omit; a string has its value as text, a
                                boolean, number or null as JSON */
    enum view view;
};

/*
 * One filter, for all schemas of one artifact: answers about schemas are kept, so that each costs
 * its work once. Set all up to the context, then call filter_init.
 */
struct filter {
    struct sources *sources;
    struct filter_options options;
    enum dialect dialect, also; /* of the schemas (walk.h) */
    bool honour_ref_siblings;   /* as in struct translate_options; for the view */

    /*
     * The schema that the string REFERENCE leads to, which is a CHILD_REFERENCE or a CHILD_MAPPING;
     * NULL when that is not known. It reports nothing: the reference may be left out.
     */
    const struct node *(*target)(void *context, const struct node *reference, enum child_kind kind);
    void *context;

    struct map facts;        /* hidden.c: the address of a schema's items to what is known of it */
    ptrdiff_t queries, work; /* hidden.c */
    struct node_stack stack; /* filter.c: what is being made */
};

/* True when the options leave something out. */
bool filter_is_needed(const struct filter_options *options);

/* Forgets all answers: F, whose settings are made, is ready for its first schema. */
void filter_init(struct filter *f);

/*
 * SCHEMA and all schemas in it without what is left out; itself when that is nothing. The nodes
 * that are new stand at the places of those that they were made of, and have the faults of what is
 * left of these (sources.h). New nodes are in the arena of the sources. Once over the limit L0502
 * is reported, and names stay in.
 */
const struct node *filter_schema(struct filter *f, const struct node *schema);

/* True when SCHEMA, or what it is a reference to, is to be omitted as a whole. */
bool filter_omits(struct filter *f, const struct node *schema);

/*
 * SCHEMA, one object, without the members that DROP names, but with all that its subschemas have.
 * For schemas without faults.
 */
const struct node *filter_drop(struct arena *arena, const struct string_list *drop,
                               const struct node *schema);

#endif
