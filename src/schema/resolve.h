/*
 * resolve.h - what references lead to, within a document and from one to another.
 *
 * RFC 3986 for the way to the document, RFC 6901 or an anchor for the way in it. The network is
 * never asked: an absolute URI is that of a resource that was read, or is mapped to a file.
 */
#ifndef SCHEMA_RESOLVE_H
#define SCHEMA_RESOLVE_H

#include "schema/registry.h"

/* From whose side references are looked at. */
struct lookup {
    struct registry *registry;
    struct document *entry;        /* what references of nodes without a place stand in */
    enum dialect objects, schemas; /* the rules of the entry document, and of those that do not name
                                      their own where nothing else is known (inherited) */
    struct pair_list map;      /* absolute URIs, or prefixes of them that end in "/", to paths */
    struct document_set *used; /* gets the documents that references lead to; or NULL */
    struct map *identified; /* gets URIs of resources in other documents, to struct identified; or
                               NULL */
    struct map *inherited;  /* gets documents without a dialect (document_key), to struct inherited;
                               or NULL */
    str *missed;  /* gets a URI that no document has yet, which is then not reported; or NULL */
    bool offline; /* nothing is read: what is not there yet counts as right */
};

/* Whose rules a document follows that does not name its own: those of the first who refers to it.
 */
struct inherited {
    enum dialect objects, schemas;
    const struct node *reference;
    bool told; /* that another one has other rules */
};

/* A resource that was found by its URI, by the first of the references with that. */
struct identified {
    struct resource *resource;
    const struct node *reference;
};

/* What a reference leads to. */
struct target {
    struct document *document;
    const struct node *node;
    str pointer;           /* from the document's root, decoded, without a detour over $ref */
    enum object_kind kind; /* of NODE */
    const struct node
        *owner;          /* the outermost schema that NODE is or lies in; NULL: none is known */
    ptrdiff_t owner_len; /* the bytes of POINTER that lead to it */
    bool by_uri;         /* found by what another document says of itself, not by where it is */
    str rest; /* of a reference within the document: its text behind "#"; NULL data when it took
                 a detour or names an anchor */
};

/*
 * A lookup that has USED and IDENTIFIED remembers what a URI meant, and takes only documents in
 * USED for it: what there is for a URI depends on what was read before, and it shall not mean one
 * document at first and another later. With MISSED, a URI that no document has yet is no fault but
 * noted there, for the reference to be resolved again when more have been read.
 *
 * Resolves the string REFERENCE, a $ref or the like, to an object of KIND. Where the way goes
 * through an object that is a reference itself, it goes on from that one's target. False when
 * reported, at the reference's own place (lookup.offline: or when it cannot be told).
 */
bool resolve_reference(const struct lookup *lookup, const struct node *reference,
                       enum object_kind kind, struct target *ret_target);

/* Reports those of lookup.identified of which there is another in lookup.used. */
void resolve_check_twins(const struct lookup *lookup);

/* The same for TEXT as a reference in the entry document, asked for at WHERE or NULL. */
bool resolve_text(const struct lookup *lookup, str text, const struct node *where,
                  enum object_kind kind, struct target *ret_target);

/*
 * The key under which the text REFERENCE, which stands in FROM, names a place in another file: path
 * and pointer, without reading anything. Empty when it does not.
 */
str resolve_key(const struct lookup *lookup, const struct node *reference);

/* The key of a place, to compare with that. */
str resolve_place_key(const struct lookup *lookup, const struct document *document, str pointer);

/* The dialect that an object of KIND follows which NODE is or which NODE stands in. */
enum dialect resolve_dialect(const struct lookup *lookup, const struct node *node,
                             enum object_kind kind);

#endif
