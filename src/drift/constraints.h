/*
 * constraints.h - all that a compiled schema asks of one value, in one list.
 *
 * What a schema asks by itself, by "$ref" and by "allOf" holds together, so it makes no difference
 * in which of these it is said: the rules of all of them are the constraints of the schema. So are
 * those of an "anyOf" or "oneOf" with one branch, or with a second one that only adds null.
 * Internal to drift/.
 */
#ifndef DRIFT_CONSTRAINTS_H
#define DRIFT_CONSTRAINTS_H

#include "validate/program.h"

/* A rule with the scheme that has it, and the kinds of value that it is asked of here. */
struct constraint {
    const struct scheme *scheme;
    const struct rule *rule;
    uint8_t kinds;
};

/* A schema whose rules are among the constraints, and the kinds of value that they are asked of. */
struct merged {
    const struct scheme *scheme;
    uint8_t kinds;
};

struct constraints {
    const struct scheme *scheme; /* whose they are */
    uint8_t kinds;               /* of values that are taken */
    struct constraint *at;       /* by op; those of one op as they came */
    uint32_t count, cap;
    struct constraint type; /* the first rule that says which kinds; its rule may be NULL */
    struct merged *merged;  /* SCHEME, and those whose rules are here, too */
    uint32_t merged_count, merged_cap;
    const struct scheme **apart; /* that hold, too, but whose rules are not here */
    uint32_t apart_count, apart_cap;
    const struct scheme *null_branch; /* the first that only adds null, if any */
    bool is_watched; /* there is an unevaluatedItems or unevaluatedProperties among the rules */
};

/*
 * How far constraints_of goes: into all schemas that hold, too; into all but those of an "anyOf" or
 * "oneOf", which is then a choice in any case; or into none.
 */
enum constraints_reach { CONSTRAINTS_ALL, CONSTRAINTS_CHOICES, CONSTRAINTS_OWN };

enum { CONSTRAINTS_CAP = 64 }; /* of schemas merged in one; others are apart */

/* The constraints of SCHEME, in ARENA. */
void constraints_of(struct arena *arena, const struct scheme *scheme, enum constraints_reach reach,
                    struct constraints *ret_constraints);

/* The constraints of one op: the first of them; *RET_COUNT is how many. */
const struct constraint *constraints_op(const struct constraints *constraints, enum op op,
                                        uint32_t *ret_count);

/* The schema where what CONSTRAINTS do not ask would be asked: theirs, past mere references. */
const struct scheme *constraints_home(const struct constraints *constraints);

/* The value of CONSTRAINT's keyword in its schema. */
const struct node *constraint_value(const struct constraint *constraint);

/*
 * The constraint that lists the values that are allowed ("enum" or "const"), the one with the
 * fewest of several; NULL: any may be. Its values, LISTED_COUNT of them.
 */
const struct constraint *constraints_listing(const struct constraints *constraints);
uint32_t listed_count(const struct constraint *constraint);
const struct node *listed_value(const struct constraint *constraint, uint32_t i);

/* True when VALUE is one of those that CONSTRAINT lists. It takes no longer where there are many.
 */
bool listed_has(const struct constraint *constraint, const struct node *value);

/* True when CONSTRAINTS require the member NAME of all objects that they take. */
bool constraints_require(const struct constraints *constraints, str name);

/* True when LIST, an array, has the string NAME; one after the other are looked at. */
bool name_is_listed(const struct node *list, str name);

/* True when SCHEME takes every value, or no value at all, and says so plainly. */
bool scheme_is_anything(const struct scheme *scheme);
bool scheme_is_nothing(const struct scheme *scheme);

/* SCHEME without an "allOf" of one around it that asks nothing else. */
const struct scheme *scheme_peeled(const struct scheme *scheme);

/*
 * The schemas that hold with SCHEME by its own "$ref" and "allOf", in their order, into
 * RET_SCHEMES, which has room for MAX; the result is how many there are.
 */
uint32_t scheme_conjuncts(const struct scheme *scheme, const struct scheme **ret_schemes,
                          uint32_t max);

#endif
