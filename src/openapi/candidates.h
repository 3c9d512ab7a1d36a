/*
 * candidates.h - the schemas of a document that can be a root.
 */
#ifndef OPENAPI_CANDIDATES_H
#define OPENAPI_CANDIDATES_H

#include "openapi/document.h"
#include "openapi/graph.h"

struct candidate {
    str name;                  /* of the schema, or of the definition that it becomes */
    struct document *document; /* the one that it stands in */
    str pointer;               /* in that; no data when it is not known */
    bool is_named;             /* the name is one that a root can be given by */
    bool is_faulty;            /* it cannot be extracted; REACH is not known then */
    bool is_referred;          /* another schema refers to it (graph_referred); if not faulty */
    struct graph_reach reach;  /* what it takes along, as copied: translate: false */
};

struct candidates {
    struct candidate *at;
    ptrdiff_t count;
};

/*
 * Lists what extraction can have for a root in OPENAPI: the named schemas that are objects, in the
 * order of the document; or where there are none the schemas that "*" takes, in the order of its
 * result. What is wrong with some of them is a warning (W0405) and does not keep the others from
 * being listed.
 *
 * Sizes are measured in one result with all that can be extracted. There may be none: what is
 * faulty in a document without names cannot be left out by name, and schemas that are right one by
 * one may not be so together. Then the schemas are measured as they stand in their documents, and
 * those without names are called by their places.
 *
 * False when reported: there are no candidates, or too many to count what they reach (L0503).
 */
bool candidates_list(const struct openapi *openapi, struct candidates *ret_candidates);

/*
 * How the named schema NAME is said as a root: by its name or, where that would mean something
 * else, by a reference. NULL for a name with a NUL, which no root can have.
 */
const char *candidates_root(const struct openapi *openapi, str name);

/*
 * The schema that the named schema NAME becomes a definition of: itself, or that of another file
 * where it is just a reference to it. NULL when there is none; what is wrong on the way is
 * reported.
 */
const struct node *candidates_schema(const struct openapi *openapi, str name);

#endif
