/*
 * program.h - a schema, compiled: what is asked of an instance, in the order in which it is asked.
 *
 * Each schema becomes a scheme: the kinds of value it takes, and an array of rules. A rule is one
 * keyword, or a few that are answered in one pass, with all that the answer needs worked out:
 * references are pointers, names a table, bounds numbers. Rules that look at one value come first,
 * then those that apply other schemes; what depends on what these evaluated comes last.
 *
 * Made by compile.c, and run over instances by run.c. All of it lives in the arena of the compiler.
 * Internal to validate/.
 */
#ifndef VALIDATE_PROGRAM_H
#define VALIDATE_PROGRAM_H

#include "schema/registry.h"
#include "source/node.h"
#include "validate/format.h"
#include "validate/names.h"
#include "validate/pattern.h"

/*
 * Sets of kinds of value, as "type" tells them apart: the bit of a node's kind, but for numbers,
 * which may be a fraction, too.
 */
enum kind_set {
    KIND_NULL = 1 << NODE_NULL,
    KIND_BOOL = 1 << NODE_BOOL,
    KIND_INTEGER = 1 << NODE_NUMBER,
    KIND_STRING = 1 << NODE_STRING,
    KIND_ARRAY = 1 << NODE_ARRAY,
    KIND_OBJECT = 1 << NODE_OBJECT,
    KIND_FRACTION = 1 << (NODE_OBJECT + 1),
    KIND_NUMBER = KIND_INTEGER | KIND_FRACTION,
    KIND_ANY = 127
};

/* The set of kinds that NODE may be of; a number is of both kinds until that matters. */
static inline uint8_t kinds_of_node(const struct node *node)
{
    unsigned kinds = node->kind == NODE_NUMBER ? KIND_NUMBER : 1u << node->kind;
    return (uint8_t)kinds;
}

/* What a rule asks. The names are those of the keywords; several make one rule where it says so. */
enum op {
    /* of the value itself */
    OP_NEVER, /* the schema false */
    OP_TYPE,
    OP_CONST,
    OP_ENUM,
    OP_BOUND, /* minimum, maximum, exclusiveMinimum, exclusiveMaximum */
    OP_MULTIPLE_OF,
    OP_MAX_LENGTH,
    OP_MIN_LENGTH,
    OP_PATTERN,
    OP_FORMAT,
    OP_CONTENT,   /* contentEncoding and contentMediaType, where they assert */
    OP_MAX_COUNT, /* maxItems, maxProperties */
    OP_MIN_COUNT,
    OP_UNIQUE_ITEMS,
    OP_REQUIRED, /* each, where no OP_MEMBERS does it */
    OP_DEPENDENT_REQUIRED,
    OP_VALUE_COUNT,

    /* of the value by other schemes */
    OP_REF = OP_VALUE_COUNT,
    OP_DYNAMIC_REF,
    OP_ALL_OF,
    OP_ANY_OF,
    OP_ONE_OF,
    OP_NOT,
    OP_IF, /* if, then, else */
    OP_DEPENDENT_SCHEMAS,

    /* of its parts by other schemes */
    OP_PROPERTY_NAMES,
    OP_MEMBERS,  /* properties, patternProperties, additionalProperties, required */
    OP_ITEMS,    /* prefixItems, items, additionalItems */
    OP_CONTAINS, /* contains, minContains, maxContains */

    /* of what the others left */
    OP_UNEVALUATED_ITEMS,
    OP_UNEVALUATED_PROPERTIES,
    OP_COUNT
};

struct scheme;

/* Several schemes, of one keyword. */
struct schemes {
    struct scheme **at;
    uint32_t count;
};

/* A number to compare with: as text, and where it is small enough as an integer, too. */
struct bound {
    str text;
    int64_t integer;
    bool is_small;
    bool is_upper, is_exclusive;
};

/* The values of "enum". Strings have a table; the others stand in the order of their hash. */
struct value_set {
    struct names strings;
    struct hashed_value {
        uint64_t hash;
        const struct node *value;
    } * others;
    uint32_t other_count;
};

struct condition {
    struct scheme *test, *yes, *no; /* YES and NO may be NULL */
    uint32_t yes_member, no_member;
};

struct dependency {
    str name;
    const struct node *key;
    struct scheme *scheme;       /* or NULL */
    const struct node *required; /* or NULL: an array of names */
};

struct dependencies {
    struct dependency *at;
    uint32_t count;
};

/* What is asked of one property that has a name in the schema. */
struct property {
    struct scheme *scheme; /* NULL: it is only required */
    bool is_required;
    const struct node *key;          /* its name in "properties" */
    const struct node *required_key; /* its name in "required" */
    str name;
};

struct pattern_property {
    struct pattern *pattern;
    struct scheme *scheme;
    const struct node *key;
};

/* The keywords that ask something of the members of an object, in one. */
struct members {
    struct names names; /* to the number in `properties` */
    struct property *properties;
    uint32_t property_count, required_count;
    struct pattern_property *patterns;
    uint32_t pattern_count;
    struct scheme *additional; /* NULL: anything */
    /* the numbers of the members in the schema; NO_MEMBER where it has none */
    uint32_t properties_member, patterns_member, additional_member, required_member;
};

struct items {
    struct schemes prefix;
    struct scheme *rest; /* NULL: anything */
    uint32_t prefix_member, rest_member;
};

struct contains {
    struct scheme *scheme;
    uint64_t min, max;
    uint32_t min_member, max_member; /* NO_MEMBER where it has none */
    bool evaluates;                  /* what it holds for is evaluated, from 2020-12 on */
};

/* A reference that evaluation may redirect: to the outermost anchor of that name, if any. */
struct redirect {
    struct scheme *initial;
    uint32_t anchor; /* the number of its name; NO_ANCHOR: it is like any reference */
};

#define NO_MEMBER UINT32_MAX /* no number of a member, or of an anchor */
#define NO_ANCHOR UINT32_MAX

struct rule {
    uint8_t op;
    uint8_t kinds;   /* for other values it holds */
    uint32_t member; /* the number of its keyword in the schema */
    union {
        const struct node *value; /* OP_CONST, OP_REQUIRED, OP_TYPE */
        const struct value_set *values;
        const struct bound *bound; /* OP_BOUND, OP_MULTIPLE_OF */
        uint64_t count;
        struct pattern *pattern;
        const struct format *format;
        struct scheme *scheme; /* OP_REF, OP_NOT, OP_PROPERTY_NAMES, OP_UNEVALUATED_... */
        const struct redirect *redirect;
        const struct schemes *schemes;
        const struct condition *condition;
        const struct dependencies *dependencies; /* OP_DEPENDENT_REQUIRED, _SCHEMAS */
        const struct members *members;
        const struct items *items;
        const struct contains *contains;
    };
};

/* The anchors that a resource has for references that are redirected (2020-12 core 8.2.3.2). */
struct dynamic_scope {
    uint32_t number; /* of the resource */
    uint32_t count;
    struct dynamic_anchor {
        uint32_t name; /* its number */
        struct scheme *scheme;
    } * at; /* in the order of their names */
};

struct scheme {
    /*
     * What decides the verdict, past references that do nothing else: the same of `same`. The rule
     * for the type is not among the rules: QUICK_KINDS tells.
     */
    const struct rule *quick;
    uint32_t quick_count;
    uint8_t quick_kinds;
    bool is_involved; /* it asks what was evaluated, or has anchors */

    uint8_t kinds;       /* other values are refused, by the rule OP_TYPE or OP_NEVER */
    bool is_broken;      /* it lacks a rule, or leads to one that does: that is reported */
    bool is_plain;       /* all rules look at the value itself */
    bool is_watching;    /* it asks what was evaluated */
    struct scheme *same; /* the one that decides the same, past references: itself, mostly */
    const struct node *schema;
    struct rule *rules;
    uint32_t count;
    enum dialect dialect;
    const struct dynamic_scope *scope; /* of its resource; NULL: no anchors */
};

struct program {
    struct scheme **schemes;
    ptrdiff_t count, cap;
    uint32_t anchor_count; /* names of dynamic anchors */
    uint32_t scope_count;  /* resources that may have some */
};

#endif
