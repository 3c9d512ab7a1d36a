/*
 * local.h - references between the definitions of an extracted schema. Internal to openapi/.
 */
#ifndef OPENAPI_LOCAL_H
#define OPENAPI_LOCAL_H

#include "schema/rebuild.h"

/* An extracted schema, as its references are looked at. */
struct local {
    struct arena *arena;
    enum dialect keywords;          /* the dialect that the schema's keywords are of */
    enum dialect reader;            /* the one that it is read by */
    str keyword;                    /* the reader's for definitions */
    const struct node *definitions; /* NULL when the schema has none */
};

/*
 * SCHEMA, an extracted schema of DIALECT, whose keywords are of another one, KEYWORDS, when they
 * were copied as they are.
 */
struct local local_of(struct arena *arena, const struct node *schema, enum dialect dialect,
                      enum dialect keywords);

/*
 * What to walk CHILD as; OBJECT_DATA for what is not walked. Drafts of JSON Schema have no
 * discriminators, but copied and translated schemas keep theirs, with the references in them.
 */
enum object_kind local_kind(const struct walk_child *child);

/* Begins to walk NODE, which is of KIND and in the schema. */
void local_walk(const struct local *local, struct walk_children *it, const struct node *node,
                enum object_kind kind);

/* The same for rebuild. */
const struct node *local_rebuild(const struct local *local, const struct node *node,
                                 enum object_kind kind, rebuild_child *change, void *context);

/*
 * True when CHILD refers to a definition of the schema, or into one, whose name is then in
 * *RET_NAME; it need not be there. A mapping may do so by its bare name.
 */
bool local_name(const struct local *local, const struct walk_child *child, str *ret_name);

#endif
