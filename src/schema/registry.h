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
    str pointer;            /* from the document's root */
    ptrdiff_t end;          /* where its text ends; it begins with ROOT's */
    struct resource *outer; /* the one around it, or NULL */
    struct resource *base;  /* the one whose URI is its base: itself, or one around it */
    str uri;                /* absolute, without a fragment; empty where the path stands for it */
    enum dialect dialect;   /* of its schemas; DIALECT_COUNT: that of whoever refers to it */
    const struct node *unknown_dialect; /* a "$schema" or the like that names none of ours */
    bool recursive;                     /* "$recursiveAnchor": true at its root */
    struct map anchors;                 /* name to struct anchor; those of the base */
};

/* A place in a resource with a name of its own (2020-12 core, section 8.2.2). */
struct anchor {
    const struct node *node;
    str pointer; /* from the document's root */
    bool dynamic;
};

/* What is known of one document. */
struct document_info {
    const char *path;            /* for the system; "-" for standard input */
    enum object_kind kind;       /* of its root; OBJECT_DATA where only who refers to it can tell */
    enum dialect dialect;        /* of its objects; DIALECT_COUNT: that of whoever refers to it */
    struct resource **resources; /* the document's own, then others in the order of the text */
    ptrdiff_t count, cap;
};

/* Documents, each once, in the order in which they came. {.arena = a} is empty. */
struct document_set {
    struct arena *arena;
    struct document **at;
    ptrdiff_t count;
    bool *has; /* by document id */
    ptrdiff_t size;
};

struct registry {
    struct sources *sources;
    str root;           /* the root directory, as paths are spelled from the current one */
    str resolved_root;  /* the same without symbolic links */
    bool allow_outside; /* files outside it may be read */
    bool quiet;         /* what cannot be read will be tried again, and told of then */

    struct map files;             /* normalised path to struct document, or NULL: reported */
    struct map folders;           /* folder to whether it lies inside the root, as a pointer */
    struct map uris;              /* URI to struct resource */
    struct map dynamic_anchors;   /* name to the number of resources that have one */
    ptrdiff_t recursive_anchors;  /* resources whose root is one */
    struct document_info **infos; /* by document id - 1 */
    ptrdiff_t info_count;
};

/*
 * A registry over SOURCES for files in the directory ROOT and below, unless ALLOW_OUTSIDE. False
 * when reported: ROOT cannot be resolved.
 */
bool registry_init(struct registry *registry, struct sources *sources, str root,
                   bool allow_outside);

/*
 * The document at PATH, read when it has not been yet. NULL when reported, at most once a path: it
 * cannot be read, or it lies outside the root directory. ASKING is the reference or setting that
 * names it, for the message, or NULL.
 */
struct document *registry_load(struct registry *registry, str path, const struct node *asking);

/* The document that was read from PATH before, without reading it; NULL when it was not. */
struct document *registry_loaded(const struct registry *registry, str path);

/* Takes in DOCUMENT, which was read in another way, as being at PATH. */
void registry_add(struct registry *registry, struct document *document, const char *path);

/* Adds DOCUMENT unless SET has it. */
void document_set_add(struct document_set *set, struct document *document);

/* What is known of DOCUMENT, which the registry has loaded or taken in. */
struct document_info *registry_info(const struct registry *registry,
                                    const struct document *document);

/* The innermost resource that NODE of DOCUMENT stands in. */
struct resource *registry_resource(const struct registry *registry, const struct document *document,
                                   const struct node *node);

/*
 * The version of OpenAPI that the document ROOT says it is of ("openapi", "swagger"); *RET_SAID is
 * that member, or NULL when it has none. DIALECT_COUNT when there is none or it is not known.
 */
enum dialect registry_openapi_version(const struct node *root, const struct node **ret_said);

#endif
