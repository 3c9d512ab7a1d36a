/*
 * facts.h - all that a compiled schema asks of one value, in one list.
 *
 * What a schema asks by itself, by "$ref" and by "allOf" holds together, so it makes no difference
 * in which of these it is said: the rules of all of them are the facts of the schema. So are those
 * of an "anyOf" or "oneOf" with one branch, or with a second one that only adds null.
 * Internal to drift/.
 */
#ifndef DRIFT_FACTS_H
#define DRIFT_FACTS_H

#include "validate/program.h"

/* A rule with the scheme that has it, and the kinds of value that it is asked of here. */
struct fact {
    const struct scheme *scheme;
    const struct rule *rule;
    uint8_t kinds;
};

/* A schema whose rules are among the facts, and the kinds of value that they are asked of. */
struct merged {
    const struct scheme *scheme;
    uint8_t kinds;
};

struct facts {
    const struct scheme *scheme; /* whose they are */
    uint8_t kinds;               /* of values that are taken */
    struct fact *at;             /* by op; those of one op as they came */
    uint32_t count, cap;
    struct fact type;      /* the first rule that says which kinds; its rule may be NULL */
    struct merged *merged; /* SCHEME, and those whose rules are here, too */
    uint32_t merged_count, merged_cap;
    const struct scheme **apart; /* that hold, too, but whose rules are not here */
    uint32_t apart_count, apart_cap;
    bool is_watched; /* there is an unevaluatedItems or unevaluatedProperties among the rules */
};

/*
 * How far facts_of goes: into all schemas that hold, too; into all but those of an "anyOf" or
 * "oneOf", which is then a choice in any case; or into none.
 */
enum facts_reach { FACTS_ALL, FACTS_CHOICES, FACTS_OWN };

enum { FACTS_CAP = 64 }; /* of schemas merged in one; others are apart */

/* The facts of SCHEME, in ARENA. */
void facts_of(struct arena *arena, const struct scheme *scheme, enum facts_reach reach,
              struct facts *ret_facts);

/* The facts of one op: the first of them; *RET_COUNT is how many. */
const struct fact *facts_op(const struct facts *facts, enum op op, uint32_t *ret_count);

/* The value of FACT's keyword in its schema. */
const struct node *fact_value(const struct fact *fact);

/*
 * The fact that lists the values that are allowed ("enum" or "const"), the one with the fewest of
 * several; NULL: any may be. Its values, LISTED_COUNT of them.
 */
const struct fact *facts_listing(const struct facts *facts);
uint32_t listed_count(const struct fact *fact);
const struct node *listed_value(const struct fact *fact, uint32_t i);

/* True when SCHEME takes every value, or no value at all, and says so plainly. */
bool scheme_is_anything(const struct scheme *scheme);
bool scheme_is_nothing(const struct scheme *scheme);

/*
 * The schemas that hold with SCHEME by its own "$ref" and "allOf", in their order, into
 * RET_SCHEMES, which has room for MAX; the result is how many there are.
 */
uint32_t scheme_conjuncts(const struct scheme *scheme, const struct scheme **ret_schemes,
                          uint32_t max);

#endif
