/*
 * sample_members.h - objects while they are made, member by member, and the names that members may
 * have. Internal to sample_members.c and sample_object.c.
 */
#ifndef DRIFT_SAMPLE_MEMBERS_H
#define DRIFT_SAMPLE_MEMBERS_H

#include "drift/sample_inner.h"

enum { NAME_VALUES = 24, FEW = 12 };

/* ---- what a member has to meet ---- */

/* The schemes that FACTS apply to the member NAME; in the scratch arena. */
struct list member_schemes(struct search *search, const struct facts *facts, str name);

/* All that the value of the member NAME has to meet; in the scratch arena. */
struct literals member_literals(struct search *search, str name);

/* A value for the member NAME; NULL: none was found, or it must not have that name. */
const struct node *member_value(struct search *search, str name);

/* ---- objects being made ---- */

/* In the scratch arena. */
struct made_object {
    struct map members; /* names to nodes; NULL for a member that was dropped */
    uint64_t count;     /* of those that are there */
};

struct made_object object_new(struct search *search);
struct made_object object_copy(struct search *search, const struct made_object *object);

bool object_has(const struct made_object *object, str name);

/* Gives the member NAME the VALUE; NULL drops it. */
void object_put(struct made_object *object, str name, const struct node *value);

/* Adds NAME with some value, unless it is there; false when that cannot be. */
bool object_add(struct search *search, struct made_object *object, str name);

/* Adds what the members that are there require; false when that cannot be. */
bool object_complete(struct search *search, struct made_object *object);

/* Offers OBJECT to the search. */
void object_offer(struct search *search, const struct made_object *object);

/* ---- names ---- */

/* Names to try, each once. */
struct names_to_try {
    struct map seen;
    ptrdiff_t max; /* so many at most; 0: MEMBER_CAP */
};

void try_name(struct names_to_try *names, str name);

/* Up to MAX that all of "propertyNames" accept, drawn to where the others draw lines. */
void try_fine_names(struct search *search, struct names_to_try *names, ptrdiff_t max);

/* Such that schemas rarely have. */
void try_unknown_names(struct names_to_try *names);

/* Up to MAX names that the facts of SEARCH speak of, and some that they do not. */
struct names_to_try all_names(struct search *search, ptrdiff_t max);

#endif
