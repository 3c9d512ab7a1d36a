/*
 * translate.h - a schema's keywords in another dialect, with the meaning kept. Internal to
 * openapi/.
 */
#ifndef OPENAPI_TRANSLATE_H
#define OPENAPI_TRANSLATE_H

#include "schema/vocabulary.h"
#include "source/sources.h"

/* What discriminators become. */
enum discriminator_form {
    DISCRIMINATOR_KEEP,       /* they stay, their mappings led to the definitions */
    DISCRIMINATOR_CONDITIONAL /* if/then on the property, or what stands for that in the dialect */
};

struct translate_options {
    bool strict;              /* what the target cannot say is an error, not a warning */
    bool honour_ref_siblings; /* also where the source's rules ignore what stands beside $ref */
    enum discriminator_form discriminator;
    /*
     * Keywords that the source's dialect does not know, or not in that form, and this one does,
     * count as there; DIALECT_COUNT: none.
     */
    enum dialect assume;
};

/* One translation; what cannot be said is reported to the sources' list. */
struct translation {
    struct sources *sources;
    struct translate_options options;
    enum dialect from, to;
};

/* True when schemas of FROM can be said in TO. */
bool translate_is_known(enum dialect from, enum dialect to);

/*
 * SCHEMA, an object whose subschemas are done and whose references lead to their places in the
 * result, with its own keywords in the target dialect. SOURCE is the same object as it was read,
 * for places and for names. The result is SCHEMA itself when nothing changed.
 */
const struct node *translate_schema(const struct translation *t, const struct node *source,
                                    const struct node *schema);

/*
 * The boolean schema SCHEMA as the value, or an entry of the value, of KEYWORD; as a definition
 * when that is empty. Draft-04 has booleans for additionalItems and additionalProperties only.
 */
const struct node *translate_boolean(const struct translation *t, const struct node *schema,
                                     str keyword);

#endif
