/*
 * edit.h - one schema object whose members are being replaced. Internal to openapi/.
 *
 * A translation takes the members of an object one after the other and says what they become. A
 * member that is replaced leaves its place to what replaces it; what finds no free name goes into
 * "allOf", where it means the same.
 */
#ifndef OPENAPI_EDIT_H
#define OPENAPI_EDIT_H

#include "openapi/translate.h"

struct member {
    struct node key;
    const struct node *value;  /* NULL: it is left out */
    const struct keyword *row; /* what it means in the source; NULL when it means nothing there, or
                                  was put in by a step */
};

struct edit {
    const struct translation *t;
    struct arena *arena;
    const struct node *source, *schema; /* as for translate_schema */
    struct member *members;
    ptrdiff_t count, cap;
    struct node place; /* where new nodes say they stand: at what they replace */
    bool changed;
    bool nullable; /* null is valid, whatever the members say */
};

/* What a step of the translation does: MEMBER means in the source what its row says. */
typedef void edit_step(struct edit *edit, struct member *member);

/* Begins with the members of SCHEMA as they are, their rows NULL. End it with edit_done. */
struct edit edit_begin(const struct translation *t, const struct node *source,
                       const struct node *schema);

/* Frees the members; results stay. */
void edit_done(struct edit *edit);

/* The member NAME that is still there, or NULL. */
struct member *edit_find(const struct edit *edit, str name);

/*
 * The value of MEMBER, a schema, for a keyword that takes booleans in draft-04 too: the boolean
 * that it is in the source, else what it is now.
 */
const struct node *edit_boolean_value(const struct edit *edit, const struct member *member);

/* True when a member stays, or was put in. */
static inline bool member_is_there(const struct member *member)
{
    return member->value;
}

/* The member is left out, which changes what the object says or not. */
void edit_drop(struct edit *edit, struct member *member);

/* MEMBER becomes NAME: VALUE; another member of that name goes. */
void edit_put(struct edit *edit, struct member *member, str name, const struct node *value);

/*
 * Says NAME: VALUE behind MEMBER, in a new member, which is the result; pointers to members behind
 * MEMBER are moved.
 */
struct member *edit_insert(struct edit *edit, struct member *member, str name,
                           const struct node *value);

/* MEMBER gives way to NAME: VALUE, which goes into "allOf" when there is a NAME already. */
void edit_say(struct edit *edit, struct member *member, str name, const struct node *value);

/*
 * MEMBER gives way to the COUNT schemas at SCHEMAS, all of which must hold: they go to the end of
 * "allOf", which takes the place of MEMBER when there was none.
 */
void edit_require(struct edit *edit, struct member *member, const struct node *const *schemas,
                  ptrdiff_t count);

/*
 * Reports that what MEMBER says cannot be said in the target, and what happens: "and is left out".
 * W0501; E0503 under strict. It never makes the object refuse more, and the log has it as lost.
 */
void edit_cannot_say(struct edit *edit, const struct member *member, const char *outcome);

/* The object of the members that are there; of these only that PICKed says true for, unless NULL.
 */
const struct node *edit_result(struct edit *edit, bool (*picked)(const struct edit *edit,
                                                                 const struct member *member));

/* New nodes at the place of the edit. Names, strings and what lists hold are borrowed. */
struct edit_pair {
    str name;                 /* without data at the end of a list of pairs */
    const struct node *value; /* NULL: there is no such member */
};

const struct node *edit_string(struct edit *edit, str text);
const struct node *edit_bool(struct edit *edit, bool value);
const struct node *edit_null(struct edit *edit);
const struct node *edit_number(struct edit *edit, str lexeme);
const struct node *edit_array(struct edit *edit, const struct node *const *items, ptrdiff_t count);
const struct node *edit_list(struct edit *edit, const struct node *const *items); /* ends in NULL */
const struct node *edit_object(struct edit *edit, const struct edit_pair *pairs);

#define EDIT_LIST(edit, ...) edit_list(edit, (const struct node *const[]){__VA_ARGS__, NULL})
#define EDIT_OBJECT(edit, ...)                                                                     \
    edit_object(edit, (const struct edit_pair[]){__VA_ARGS__, {{NULL, 0}, NULL}})

/* What lies on STACK, keys and values, as an object; ends the stack. */
const struct node *edit_map(struct edit *edit, struct node_stack *stack);

/* The schemas that accept all, and that refuse what SCHEMA accepts. */
const struct node *edit_anything(struct edit *edit);
const struct node *edit_not(struct edit *edit, const struct node *schema);

#endif
