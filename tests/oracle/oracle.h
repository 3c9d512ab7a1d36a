/*
 * oracle.h - is this instance valid under this schema, by the rules of its dialect?
 *
 * A plain interpreter of JSON Schema draft-04 to 2020-12 and of the Schema Objects of OpenAPI 2.0
 * to 3.2, which shares no code with the translation that it is there to judge. It is slow, and it
 * is meant to be read against the standards: keywords.c has what each dialect knows, evaluate.c
 * what applies schemas, assert.c what compares values, resources.c what identifies and refers.
 *
 * Where the standards leave room:
 *  - `nullable: true` of OpenAPI 3.0 admits null, whatever else stands in the object;
 *  - what stands beside "$ref" does not count in 2.0, 3.0 and the drafts up to 07;
 *  - a keyword that the dialect does not know, or not with such a value, means nothing;
 *  - 1.0 is an integer; formats, contents and discriminators only annotate; a file is a string.
 */
#ifndef ORACLE_ORACLE_H
#define ORACLE_ORACLE_H

#include "base/map.h"
#include "schema/vocabulary.h" /* the names of the dialects, nothing else */
#include "source/node.h"

/* What the options of `schemac extract` say of how the source is to be read. */
struct rules {
    bool honour_ref_siblings; /* what stands beside "$ref" counts in all dialects */
    bool assume_3_0;          /* `nullable` and boolean exclusive bounds count as in OpenAPI 3.0 */
    bool conditional;         /* the property of a discriminator decides which schema applies */
    bool request, response;   /* properties that are readOnly, or writeOnly, are not there */
};

/* A schema with a URI: a document, or a schema with an id of its own in one. */
struct resource {
    str uri; /* absolute, without a fragment */
    const struct node *root;
    enum dialect dialect;
    struct map anchors, dynamic_anchors; /* to the struct node of the schema */
    bool recursive;                      /* $recursiveAnchor: true (2019-09 core, 8.2.4.2.2) */
};

struct oracle {
    struct arena *arena;
    struct rules rules;
    struct map by_uri, by_root; /* to the struct resource; the root's address is the key */
    const char *problem;        /* why there is no verdict, or NULL */
    struct arena *scratch;      /* while there is a judgement */
    int depth;
};

enum verdict { VERDICT_INVALID, VERDICT_VALID, VERDICT_NONE };

/* An oracle without documents. What it keeps is in ARENA. */
struct oracle oracle_in(struct arena *arena, struct rules rules);

/*
 * Makes the document ROOT known as URI, with all schemas in it that have an id. Its dialect is the
 * one it names in $schema, openapi or swagger, else DIALECT. URI may be empty for the one document
 * that no other refers to.
 */
const struct resource *oracle_add(struct oracle *oracle, str uri, const struct node *root,
                                  enum dialect dialect);

/*
 * The verdict on INSTANCE by SCHEMA, which stands in the document HOME, and may be its root.
 * VERDICT_NONE when oracle->problem says why there is none.
 */
enum verdict oracle_judge(struct oracle *oracle, const struct resource *home,
                          const struct node *schema, const struct node *instance);

/* ---- shared by the files of the oracle ------------------------------------------------------- */

/* What a schema is to the one that applies it; it matters to views only. */
enum way {
    WAY_PART,   /* it is for a part of the instance */
    WAY_ALL,    /* it is for the same instance, and has to hold: allOf, then ... */
    WAY_TARGET, /* the same, but it stands elsewhere, for others too: $ref */
    WAY_CHOICE, /* it is for the same instance, and is one of several: anyOf, oneOf */
    WAY_NOT     /* it tells what is refused or what decides: not, if */
};

/* One schema that is applied to one instance. */
struct at {
    struct oracle *oracle;
    const struct resource *resource; /* that the schema stands in */
    const struct node *schema, *instance;
    const struct at *outer; /* the evaluation that led here; together they are the dynamic scope */
    enum way way;           /* how it led here */
    /* By member or item of the instance: a keyword here has applied a schema to it, in success. */
    bool *seen;
};

/* The value of the keyword NAME in AT's schema; NULL when it is missing or not of the dialect. */
const struct node *keyword(const struct at *at, str name);

/* True when the dialect has a keyword NAME. */
bool keyword_is_known(enum dialect dialect, str name);

/* True when a "$ref" is all that counts in a schema of the dialect. */
bool ref_hides_siblings(const struct at *at);

/* The schemas that stand in SCHEMA itself, in order; NULL after the last. */
struct child_schemas {
    const struct node *schema;
    enum dialect dialect;
    uint32_t member, item;
};
const struct node *child_schemas_next(struct child_schemas *children);

/* Where a reference leads; schema is NULL when oracle->problem says why it does not. */
struct target {
    const struct resource *resource;
    const struct node *schema;
};
struct target resolve(struct oracle *oracle, const struct resource *from, str reference);

/* Where the "$dynamicRef" or "$recursiveRef" REFERENCE leads from AT. */
struct target resolve_dynamic(const struct at *at, str reference);
struct target resolve_recursive(const struct at *at, str reference);

/* The resource that begins at SCHEMA, or else FROM. */
const struct resource *resource_at(const struct oracle *oracle, const struct node *schema,
                                   const struct resource *from);

/* True when COUNT lies between the two, each a number, or anything else for no bound. */
bool count_is_within(ptrdiff_t count, const struct node *minimum, const struct node *maximum);

/* True when all keywords of AT's schema that only compare hold. */
bool assertions_hold(const struct at *at);

/*
 * True when the view leaves out the property NAME of AT's "properties"; and when it takes NAME out
 * of AT's "required" and its like.
 */
bool view_hides_property(const struct at *at, str name);
bool view_hides_name(const struct at *at, str name);

/*
 * The schema that a discriminator of AT's schema chooses for its instance. False when nothing is to
 * be chosen; RET_CHOSEN->schema is NULL when the instance names none.
 */
bool discriminator_chooses(const struct at *at, struct target *ret_chosen);

/* Says why there is no verdict, unless that is said already. Returns false. */
__attribute__((format(printf, 2, 3))) bool give_up(struct oracle *oracle, const char *format, ...);

#endif
