/*
 * rules.h - what one schema asks, as rules. Internal to compile.c and its rules_*.c.
 */
#ifndef VALIDATE_RULES_H
#define VALIDATE_RULES_H

#include "validate/keywords.h"
#include "validate/scope.h"

enum { RULES_MAX = KW_COUNT };

/* A schema while its rules are put together. */
struct rules {
    struct compiler *compiler;
    struct scope *scope;
    struct scheme *scheme;
    struct keywords keywords;
    struct rule at[RULES_MAX];
    uint32_t count;
};

/* Adds a rule for the keyword NUMBER of the schema, which holds for values that are not of KINDS.
 */
struct rule *rules_add(struct rules *rules, enum op op, uint8_t kinds, enum keyword_number number);

/*
 * The value of the keyword NUMBER when the schema has it and it is of KIND; NULL when it has none,
 * or when reported: it is of another kind.
 */
const struct node *rules_value(struct rules *rules, enum keyword_number number,
                               enum node_kind kind);

/* The same for a schema: an object or a boolean. As its scheme. */
struct scheme *rules_scheme(struct rules *rules, enum keyword_number number);

/* The schemes of the array of schemas that the keyword NUMBER is; none as above. */
struct schemes rules_schemes(struct rules *rules, enum keyword_number number);

/* The scheme of SCHEMA, to be compiled later on unless it is. */
struct scheme *rules_scheme_of(struct compiler *c, const struct node *schema);

/* Reports that the keyword NUMBER has the value VALUE, which is not WANTED. */
void rules_refuse(struct rules *rules, enum keyword_number number, const struct node *value,
                  const char *wanted);

/* The pattern TEXT, a string of the schema. NULL when reported. */
struct pattern *rules_pattern(struct rules *rules, const struct node *text);

/*
 * Reads the keyword NUMBER, an integer from 0 on; what is beyond 64 bits is the most there can be.
 * False, with *RET_COUNT as it was, when the schema has none, or when reported.
 */
bool rules_count(struct rules *rules, enum keyword_number number, uint64_t *ret_count);

/* rules_value.c: what is asked of a value itself. */
void rules_of_value(struct rules *rules);

/* rules_apply.c: what is asked of it, and of its parts, by other schemas. */
void rules_of_schemas(struct rules *rules);

#endif
