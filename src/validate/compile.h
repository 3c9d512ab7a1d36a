/*
 * compile.h - schemas into programs.
 *
 * A schema is compiled with all that it leads to, over documents. References are resolved once, by
 * the registry; what only evaluation can settle ($dynamicRef, $recursiveRef) is left to it as a
 * choice among schemes. Each schema follows the dialect of the resource that it stands in, and of
 * its vocabularies those that its metaschema names (2020-12 core section 8.1.2).
 */
#ifndef VALIDATE_COMPILE_H
#define VALIDATE_COMPILE_H

#include "schema/resolve.h"
#include "validate/run.h"

/* When "format" asserts. */
enum format_assertion {
    FORMATS_AUTO, /* as the dialect has it: up to draft-07, or by the vocabulary */
    FORMATS_ON,
    FORMATS_OFF
};

struct compiler {
    struct registry *registry;
    struct lookup lookup;
    struct arena *arena;
    struct diag_list *found;
    enum format_assertion formats;
    uint64_t work_cap; /* of judging a schema by its metaschema */
    struct program program;

    struct map schemes;  /* the address of a schema to its scheme */
    struct map scopes;   /* the address of a resource to its struct scope */
    struct map anchors;  /* the names of dynamic anchors that are asked for, by their number */
    struct map homes;    /* the address of a resource to the anchors in it (anchors.c) */
    struct map patterns; /* the text of a pattern to it, or to NULL when it is refused */
    ptrdiff_t next;      /* the first scheme that is not compiled yet */
    ptrdiff_t linked;    /* the first one that is not ready to be run */
    ptrdiff_t anchors_sought, homes_seen; /* so many of these anchors.c has looked at */
    bool failed;                          /* the scheme at hand is broken */
    bool has_broken;                      /* some scheme is */

    bool trusts;                     /* schemas are not judged by their metaschemas */
    struct metaschemas *metaschemas; /* what does that; NULL until it is needed */
    struct map judged;               /* the addresses of schemas that were */
    struct map documents;            /* and of what is known of documents: are they judged whole? */
};

/*
 * A compiler of schemas in the documents of REGISTRY, whose sources' arena holds what it makes.
 * Schemas that do not say their dialect, nor stand in a document that does, are of DIALECT.
 */
void compiler_init(struct compiler *compiler, struct registry *registry, enum dialect dialect,
                   enum format_assertion formats);

/*
 * The scheme of SCHEMA, which stands in a document of the registry, ready to be run. NULL when
 * reported: it is not valid by its metaschema, a keyword has a value that it cannot have, a
 * reference leads nowhere, a pattern is none, a dialect is unknown.
 */
const struct scheme *compile(struct compiler *compiler, const struct node *schema);

/* The same for COUNT schemas at once, to have reported what is wrong with any of them. */
void compile_each(struct compiler *compiler, const struct node *const *schemas, ptrdiff_t count);

#endif
