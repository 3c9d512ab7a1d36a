/*
 * translate.h - a schema's keywords in another dialect, with the meaning kept. Internal to
 * openapi/.
 */
#ifndef OPENAPI_TRANSLATE_H
#define OPENAPI_TRANSLATE_H

#include "base/map.h"
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

/* What the translations of one extraction share. {.lost.arena = a} begins one. */
struct translation_log {
    struct map lost;    /* the objects as read of which something could not be said, by address */
    ptrdiff_t searched; /* schemas that were looked at to see what they evaluate */
    ptrdiff_t repeated; /* names that were said again where they were not */
};

/* A schema as it was read, and the rules that it follows. */
struct translate_target {
    const struct node *schema;
    enum dialect dialect;
};

/* One translation; what cannot be said is reported to the sources' list. */
struct translation {
    struct sources *sources;
    struct translate_options options;
    enum dialect from, to; /* any one, and a draft of JSON Schema */
    struct translation_log *log;

    /* Finds what the string REFERENCE in a source leads to; false when that is not known. */
    bool (*find)(void *context, const struct node *reference, struct translate_target *ret_target);
    void *context;
};

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
