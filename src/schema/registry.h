/*
 * registry.h - documents by where they are, and what they say of themselves.
 *
 * Every file is read once in a run. What a document says about its base URI, its dialect and its
 * anchors is kept here, in a table of resources, never in nodes: a node knows the text that it was
 * read from (sources.h), and the resource that it belongs to follows from its place in that.
 *
 * What a reference leads to is found by resolve.h.
 */
#ifndef SCHEMA_REGISTRY_H
#define SCHEMA_REGISTRY_H

#include "base/option.h"
#include "schema/vocabulary.h"
#include "source/sources.h"

/*
 * A part of a document with a base URI or a dialect of its own: the document itself, and schemas
 * with "$id" or "$schema" (2020-12 core, section 8.1.1 and 8.2.1).
 */
struct resource {
    struct document *document;
    const struct node *root;
    str pointer;               /* from the document's root */
    ptrdiff_t end;             /* where its text ends; it begins with ROOT's */
    struct resource *outer;    /* the one around it, or NULL */
    struct resource *base;     /* the one whose URI is its base: itself, or one around it */
    str uri;                   /* without a fragment; a path where its base is one; empty: none */
    struct resource *twin;     /* another of the document with that URI, or NULL */
    struct resource *same_uri; /* the first with that URI in another document, or NULL */
    enum dialect dialect;      /* of its schemas; DIALECT_COUNT: that of whoever refers to it */
    const struct node *unknown_dialect; /* a "$schema" or the like that names none of ours */
    bool recursive;                     /* "$recursiveAnchor": true at its root */
    struct map anchors;                 /* name to struct anchor; those of the base */
};

/* A place in a resource with a name of its own (2020-12 core, section 8.2.2). */
struct anchor {
    struct resource *resource;
    const struct node *node;
    str pointer;              /* from the document's root */
    const struct node *twin;  /* another schema of the resource with that name, or NULL */
    struct anchor *same_name; /* another dynamic one with that name, in any document; or NULL */
};

/* What is known of one document. */
struct document_info {
    const char *path;            /* for the system; "-" for standard input; NULL: it is no file */
    str location;                /* the same, absolute: what relative references start from */
    enum object_kind kind;       /* of its root; OBJECT_DATA where only who refers to it can tell */
    enum dialect dialect;        /* of its objects; DIALECT_COUNT: that of whoever refers to it */
    struct resource **resources; /* the document's own, then others in the order of the text */
    ptrdiff_t count, cap;
    struct map uris; /* URI to the first resource in it that has that */
};

/* Documents, each once, in the order in which they came. {.arena = a} is empty. */
struct document_set {
    struct arena *arena;
    struct document **at;
    ptrdiff_t count, cap;
    bool *has; /* by document id */
    ptrdiff_t size, has_cap;
};

struct registry {
    struct sources *sources;
    str here;           /* the current directory */
    str root;           /* the root directory, as paths are spelled from the current one */
    str resolved_root;  /* the same without symbolic links */
    bool allow_outside; /* files outside it may be read */
    struct map written; /* location, also the resolved one, of files that are written and so not
                           read, to the node that declares them */
    bool quiet;         /* what cannot be read will be tried again, and told of then */
    bool only_schemas;  /* documents are schemas, even where they look like OpenAPI */

    /* What a document is that does not say; registry_init sets that only who refers to it can tell.
     */
    enum object_kind unsaid_kind;
    enum dialect unsaid_dialect;

    struct map files;             /* location to what was read there */
    struct diag_list *spoken;     /* gets what is said of documents in a hush; else NULL */
    struct map folders;           /* folder to whether it lies inside the root, as a pointer */
    struct map uris;              /* URI to the first of some document's, others by its same_uri */
    struct map dynamic_anchors;   /* name to struct anchor, and others by its same_name */
    struct document_info **infos; /* by document id - 1 */
    ptrdiff_t info_count, info_cap;
    ptrdiff_t pointer_bytes;            /* what long pointers have taken (registry_affords) */
    bool lacks_names;                   /* for that, not all that documents name may be known */
    const struct diag_list *told_limit; /* the list that has got L0401; NULL: to be told anew */
    struct buf room;  /* for a path or a key that is looked up, until the next one is */
    struct buf asked; /* for what is then searched for, and mostly read */
};

/* What to do where a document lies outside the root directory. */
#define REGISTRY_OUTSIDE_HINT                                                                      \
    "--root-dir names another root directory, --allow-outside lets files lie anywhere"

/*
 * A registry over SOURCES for files in the directory ROOT and below, unless ALLOW_OUTSIDE. False
 * when reported: ROOT cannot be resolved.
 */
bool registry_init(struct registry *registry, struct sources *sources, str root,
                   bool allow_outside);

/* The same for the directory of LIKE, which lives longer. */
void registry_init_like(struct registry *registry, struct sources *sources,
                        const struct registry *like);

/*
 * The document at PATH, read when it has not been yet. NULL when reported: it cannot be read, or it
 * lies outside the root directory; each time it is the same, told of the first who asked. ASKING is
 * the reference or setting that names it, for the message, or NULL.
 */
struct document *registry_load(struct registry *registry, str path, const struct node *asking);

/*
 * True when PATH may be read: it lies in the root directory, or does not exist, which is told of
 * when it is read. Else reported, at ASKING or NULL.
 */
bool registry_may_read(struct registry *registry, str path, const struct node *asking);

/* PATH as an absolute one, normalised: however it is spelled, it is one location. */
str registry_location(const struct registry *registry, str path);

/* What registry_hush changes, to be set back. */
struct registry_hush {
    struct diag_list aside, *found;
    bool quiet;
};

/*
 * From here to registry_speak, nothing that is reported counts, but for what is said of documents
 * that are read.
 */
void registry_hush(struct registry *registry, struct registry_hush *hush);
void registry_speak(struct registry *registry, struct registry_hush *hush);

/* The document that was read from LOCATION before, without reading it; NULL when it was not. */
struct document *registry_loaded(const struct registry *registry, str location);

/* Takes in DOCUMENT, which was read in another way, as being at PATH. */
void registry_add(struct registry *registry, struct document *document, const char *path);

/* The same for one that is at URI, an absolute one, and in no file. */
void registry_add_at(struct registry *registry, struct document *document, str uri);

/* Adds DOCUMENT unless SET has it. */
void document_set_add(struct document_set *set, struct document *document);

/* True when SET has DOCUMENT. */
bool document_set_has(const struct document_set *set, const struct document *document);

/*
 * The resource with URI in one of the documents in USED, or in any where that is NULL; NULL when
 * there is none. *RET_TWIN is another one, or NULL.
 */
struct resource *registry_identified(const struct registry *registry, str uri,
                                     const struct document_set *used, struct resource **ret_twin);

/* What is known of DOCUMENT, which the registry has loaded or taken in. */
struct document_info *registry_info(const struct registry *registry,
                                    const struct document *document);

/* The innermost resource that NODE of DOCUMENT stands in. */
struct resource *registry_resource(const struct registry *registry, const struct document *document,
                                   const struct node *node);

/*
 * True when a pointer of LENGTH bytes to a place in DOCUMENT may be kept. Of a key of many bytes
 * there can be as many pointers as there are objects below it: those of up to 256 bytes always may,
 * and what is beyond these in longer ones may take 32 MiB in a run. False when reported (L0401).
 */
bool registry_affords(struct registry *registry, struct document *document, ptrdiff_t length);

/* Reports L0401 of DOCUMENT, unless the list has it from this one or another (told_limit). */
void registry_report_limit(struct registry *registry, struct document *document);

/*
 * The version of OpenAPI that the document ROOT says it is of ("openapi", "swagger"); *RET_SAID is
 * that member, or NULL when it has none. DIALECT_COUNT when there is none or it is not known.
 */
enum dialect registry_openapi_version(const struct node *root, const struct node **ret_said);

#endif
