/*
 * closure.h - the schemas that a set of roots reaches. Internal to openapi/.
 */
#ifndef OPENAPI_CLOSURE_H
#define OPENAPI_CLOSURE_H

#include "base/option.h"
#include "openapi/document.h"
#include "openapi/filter.h"
#include "openapi/waiting.h"

/* One schema that the result holds under a name. */
struct definition {
    struct document *document;
    str pointer;               /* where it is in that */
    ptrdiff_t owner_len;       /* the bytes of POINTER that lead to the schema it lies in or is */
    const struct node *schema; /* without what the filter leaves out */
    bool may_be_faulty;        /* a document that SCHEMA is of has faults */
    enum dialect dialect;
    const struct node *component; /* the key that names it in the entry document, or NULL */
    str wanted, name;             /* in the result: as it should be, as it is */
    bool in_entry;                /* its place in the order is one in the entry document */
    str location;                 /* of the document (registry.h) */
    ptrdiff_t number;             /* among those that do not want their name alone, or -1 */
    struct definition *same;      /* the one that stands for this one, too; or NULL */
};

/* A reference, or a root, that is into the middle of a schema which is copied whole. */
struct inward {
    const struct node *where; /* or NULL: the root */
    struct target target;
    struct inward *next;
};

/* A $dynamicRef or, RECURSIVE, a $recursiveRef. */
struct dynamic_reference {
    const struct node *node, *target; /* what it leads to where nothing redirects it */
    bool recursive;
    struct dynamic_reference *next;
};

/*
 * Set those up to WHERE; the rest starts as 0. LIFTS: a schema in the middle of another that is
 * referred to becomes a definition of its own; without it the other one is taken as a whole.
 */
struct closure {
    const struct openapi *openapi;
    struct lookup lookup;
    struct arena *arena;
    struct diag_list *found;
    bool lifts;
    enum dialect also; /* what copied schemas will be read by (walk.h); DIALECT_COUNT: none */
    struct filter filter;
    const struct node *where; /* what asks for the roots, for messages; or NULL */

    struct map places;               /* document and pointer, to struct definition */
    struct definition **definitions; /* in the order of the result */
    ptrdiff_t count, cap;
    const struct definition *root; /* of a single root, else NULL */
    str root_tail; /* the pointer from its schema to the root, when that was not lifted */
    struct waiting waiting;
    struct map identified;    /* lookup.identified */
    struct map inherited;     /* lookup.inherited */
    struct document_set used; /* lookup.used, unless that was set */
    struct dynamic_reference *dynamic;
    bool has_faults;    /* a document that the definition at hand is of, or a map in it, has some */
    struct map anchors; /* name of an anchor in a copy to struct anchor_use */
    ptrdiff_t discovered;  /* how many objects were looked at, one that is in two places twice */
    struct inward *inward; /* what must still lead there when that was filtered */
};

/*
 * Fills C with what ROOTS (struct extract_request) reach. What is wrong is reported, all at once;
 * the caller sees in the list of diagnostics whether the closure can be used.
 */
void closure_make(struct closure *c, const struct string_list *roots);

/*
 * The definition that a reference to TARGET leads to or into, when the roots reach it; else NULL.
 * *RET_TAIL is the pointer from there to what is meant.
 */
const struct definition *closure_find(const struct closure *c, const struct target *target,
                                      str *ret_tail);

/*
 * True when of NODE, an object of KIND, only its "$ref" counts: its dialect hides what stands
 * beside, and a translation leaves that out.
 */
bool closure_is_reference_alone(const struct closure *c, const struct node *node,
                                enum object_kind kind);

/*
 * The name of the anchor that MEMBER with VALUE of an object in DIALECT gives it (2020-12 core,
 * section 8.2.2; draft-06, section 9.2); without data when it gives none.
 */
str closure_anchor(const struct node *member, const struct node *value, enum dialect dialect);

/* True when several schemas of a copy have the anchor NAME, so that it names none of them. */
bool closure_has_twice(const struct closure *c, str name);

/*
 * The definition that TARGET becomes part of; NULL when reported. A schema that is just a reference
 * to another file is that file's schema.
 */
struct definition *closure_define(struct closure *c, struct target target);

/* Notes TARGET, asked for at WHERE or as a root, when it is in the middle of what the filter makes
 * less of. */
void closure_note_inward(struct closure *c, const struct node *where, const struct target *target);

/* The key of PLACES for POINTER in DOCUMENT. */
str closure_key(const struct closure *c, const struct document *document, str pointer);

/* The definition at POINTER in DOCUMENT, or NULL. */
struct definition *closure_at(const struct closure *c, const struct document *document,
                              str pointer);

/* A new definition of the schema NODE at POINTER in DOCUMENT, which is not in PLACES yet. */
struct definition *closure_add(struct closure *c, struct document *document, str pointer,
                               ptrdiff_t owner_len, const struct node *node);

#endif
