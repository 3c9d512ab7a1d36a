/*
 * document.h - an OpenAPI document as a whole: its version, its named schemas, its references.
 */
#ifndef OPENAPI_DOCUMENT_H
#define OPENAPI_DOCUMENT_H

#include "schema/resolve.h"
#include "schema/walk.h"

struct openapi {
    struct sources *sources;
    struct document *document;
    enum dialect dialect; /* the OpenAPI version; a draft for a document that is a JSON Schema */
    enum dialect
        schema_dialect;         /* that of its schemas: the same, or what jsonSchemaDialect names */
    struct lookup lookup;       /* how its references are looked at */
    str schemas_pointer;        /* where its named schemas are or would be */
    const struct node *schemas; /* the map of named schemas, or NULL when it is missing */
    bool *reached;              /* for each of them: a root of some artifact has reached it */
    struct map aliases; /* key of a place in another file (resolve_key) to the key in SCHEMAS that
                           names it */
};

/*
 * Sees which version DOCUMENT, which the registry has, is of ("openapi", "swagger", "$schema") and
 * where its schemas are. False when reported: it is no such document, or of a version that is not
 * known.
 */
bool openapi_open(struct registry *registry, struct document *document,
                  struct openapi *ret_openapi);

/* The reference that SCHEMA is when it says nothing else; else NULL. */
const struct node *openapi_sole_reference(const struct node *schema);

/*
 * The text of info.version, for a $id. A version that was written as a number is refused, since its
 * text would depend on the reader. False when reported, with a note at WHERE, which asks for it, or
 * NULL.
 */
bool openapi_version(const struct openapi *openapi, const struct node *where, str *ret_version);

/* Where a request came from, WHERE, or without that the whole document. */
place openapi_place(const struct openapi *openapi, const struct node *where);

/* Where the named schemas are: the key of the map or, as far as it is there, on the way to it. */
place openapi_schemas_place(const struct openapi *openapi);

/* Reports that there is no named schema NAME, asked for at WHERE or NULL, with the nearest names.
 */
void openapi_report_no_schema(const struct openapi *openapi, const struct node *where, str name);

/*
 * Reports that no schema is named, as WHERE or NULL should, HOW that is done ("with --root"), and
 * which there are. MANY tells that it may also be all of them.
 */
void openapi_report_no_root(const struct openapi *openapi, const struct node *where,
                            const char *how, bool many);

/* The place of the named schema NAME; false when there is none. */
bool openapi_schema_target(const struct openapi *openapi, str name, struct target *ret_target);

/*
 * Resolves CHILD of a walk, a reference or a mapping, which need not be a string; a mapping may be
 * just the name of a schema. LOOKUP is that of OPENAPI or one with more settings. False when
 * reported.
 */
bool openapi_resolve_child(const struct openapi *openapi, const struct lookup *lookup,
                           const struct walk_child *child, struct target *ret_target);

/* True when the mapping value TEXT is the name of a schema, not a URI reference. */
bool openapi_mapping_is_name(const struct openapi *openapi, str text);

#endif
