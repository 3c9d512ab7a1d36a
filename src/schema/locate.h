/*
 * locate.h - the document that a reference leads to, and the pointer in it. Internal to schema/.
 */
#ifndef SCHEMA_LOCATE_H
#define SCHEMA_LOCATE_H

#include "schema/resolve.h"

/* A reference while it is being followed. */
struct reference {
    const struct lookup *lookup;
    const struct node *node;  /* it; NULL for one that was asked for */
    const struct node *where; /* what asks for it; or NULL */
    str text;
    struct document *document; /* it stands in, then that it leads to */
    str pointer;               /* from that document's root, decoded */
    int detours;               /* over references on the way */
    bool by_uri;               /* struct target */
};

/*
 * Finds the document and the pointer that R means, by its URI (RFC 3986) and its fragment, a
 * pointer or an anchor. *RET_PLAIN tells whether the text behind "#" is that pointer in R's own
 * document. False when reported, or missed (lookup.missed).
 */
bool locate(struct reference *r, bool *ret_plain);

/* Reports that the text of R, at its place, MESSAGE. */
struct diag *locate_report(const struct reference *r, enum diag_code code, const char *message);

/* Reports that two resources have the URI of R. */
void locate_report_twins(const struct reference *r, const struct resource *resource,
                         const struct resource *twin);

/*
 * False after many faults: to look for similar names takes as long as there are names, so only the
 * first faults of a run are worth it.
 */
bool locate_may_hint(const struct reference *r);

/* The key of DOCUMENT in lookup.inherited. */
str document_key(const struct document *document);

/* Where what is found for LOOKUP lives: the arena of its registry's sources. */
struct arena *lookup_arena(const struct lookup *lookup);

/* What is wrong goes there: the list of its registry's sources, whichever that is at the moment. */
struct diag_list *lookup_found(const struct lookup *lookup);

#endif
