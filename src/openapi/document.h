/*
 * document.h - an OpenAPI document as a whole: its version, its named schemas, its references.
 */
#ifndef OPENAPI_DOCUMENT_H
#define OPENAPI_DOCUMENT_H

#include "schema/walk.h"
#include "source/sources.h"

struct openapi {
    struct sources *sources;
    struct document *document;
    enum dialect dialect; /* the OpenAPI version */
    enum dialect
        schema_dialect;         /* that of its schemas: the same, or what jsonSchemaDialect names */
    const struct node *schemas; /* the map of named schemas, or NULL when it is missing */
    bool *reached;              /* for each of them: a root of some artifact has reached it */
};

/*
 * Sees which version DOCUMENT is of ("openapi", "swagger") and where its schemas are. False when
 * reported: it is no OpenAPI document, or of a version that is not known.
 */
bool openapi_open(struct sources *sources, struct document *document, struct openapi *ret_openapi);

/* True when URI, of a "$schema" or a "jsonSchemaDialect", names 2020-12 or what OpenAPI makes of
 * it. */
bool openapi_is_own_dialect(str uri);

/* The dialect that an object of KIND in the document follows. */
enum dialect openapi_dialect(const struct openapi *openapi, enum object_kind kind);

/*
 * The text of info.version, for a $id. A version that was written as a number is refused, since its
 * text would depend on the reader. False when reported, with a note at WHERE, which asks for it, or
 * NULL.
 */
bool openapi_version(const struct openapi *openapi, const struct node *where, str *ret_version);

/* Where a request came from, WHERE, or without that the whole document. */
place openapi_place(const struct openapi *openapi, const struct node *where);

/* Reports that there is no named schema NAME, asked for at WHERE or NULL, with the nearest names.
 */
void openapi_report_no_schema(const struct openapi *openapi, const struct node *where, str name);

/* What a reference in an OpenAPI document leads to. */
struct target {
    str name;                     /* of the named schema that it is or lies in */
    const struct node *component; /* that schema */
    const struct node *node;      /* the schema that is meant, in or equal to `component` */
    str tail;                     /* the pointer from `component` to `node`, decoded; or empty */
    str rest; /* of the reference's text: what stands behind the pointer to the map of schemas; NULL
                 data when that pointer is not written plainly */
};

/*
 * Resolves the string REFERENCE, a $ref or the like (RFC 3986, RFC 6901), to a named schema or a
 * schema in one. False when reported, at the reference's own place.
 */
bool openapi_resolve(const struct openapi *openapi, const struct node *reference,
                     struct target *ret_target);

/* The same for the value of a discriminator's mapping, which may be just a name. */
bool openapi_resolve_mapping(const struct openapi *openapi, const struct node *mapping,
                             struct target *ret_target);

/* The same for CHILD of a walk, a reference or a mapping, which need not be a string. */
bool openapi_resolve_child(const struct openapi *openapi, const struct walk_child *child,
                           struct target *ret_target);

/* True when the mapping value TEXT is the name of a schema, not a URI reference. */
bool openapi_mapping_is_name(const struct openapi *openapi, str text);

#endif
