/*
 * ecma.h - regular expressions of ECMA-262 as trees, and those as patterns for PCRE2.
 *
 * The grammar is that of ECMA-262 (2024), section 22.2.1, with the flag `u`; or the same with what
 * annex B.1.2 allows without the flag, as far as it does not change what the flag gives a meaning.
 * Section numbers are of that edition: what came later (modifiers, one name for two groups) is an
 * error.
 *
 * To read along: ecma_parse.c makes the tree, with ecma_escape.c for what a backslash begins,
 * ecma_class.c for `[...]` and ecma_quantifier.c for `{m,n}`. ecma_refer.c finds out which
 * references there really are, ecma_behind.c gives lookbehinds a width, ecma_write.c writes what
 * PCRE2 reads.
 *
 * All work is linear in the length of the pattern, or has a limit of its own.
 */
#ifndef VALIDATE_ECMA_H
#define VALIDATE_ECMA_H

#include "base/arena.h"
#include "base/str.h"
#include "validate/ecma_set.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ECMA_LENGTH_LIMIT = 1 << 20, /* bytes of a pattern */
    ECMA_DEPTH_LIMIT = 200,      /* groups within groups */
    ECMA_WITHOUT_END = INT32_MAX /* the upper bound of `*`, and any that no string reaches */
};

enum ecma_kind {
    ECMA_CHAR,        /* the code point `code` */
    ECMA_SET,         /* a code point of `set` */
    ECMA_START,       /* ^ */
    ECMA_END,         /* $ */
    ECMA_BOUNDARY,    /* \b */
    ECMA_NO_BOUNDARY, /* \B */
    ECMA_SEQUENCE,    /* the children one after the other; none: the empty string */
    ECMA_CHOICE,      /* one of the children */
    ECMA_GROUP,       /* the child, captured */
    ECMA_LOOK_AHEAD,  /* what follows is the child; or is not, when `negated` */
    ECMA_LOOK_BEHIND, /* the same of what stands before */
    ECMA_REPEAT,      /* the child, `min` to `max` times */
    ECMA_REFERENCE,   /* what `group` captured */
};

struct ecma_node {
    uint8_t kind; /* enum ecma_kind */
    bool negated, lazy;
    bool used;       /* of a group: a reference needs what it captures */
    bool idle_turns; /* something in it may be repeated with a turn that matches nothing */
    int32_t offset;  /* where it begins in the source, in bytes */
    struct ecma_node *first, *next, *parent;
    int32_t min_width, max_width; /* code points that it matches; references count 0 to any */
    union {
        uint32_t code;
        const struct ecma_set *set;
        struct {
            int32_t min, max;
        };
        struct {
            struct ecma_node *group; /* of a reference */
            int32_t number;          /* of a group, from 1 on; of a reference */
        };
    };
};

/* What is wrong with a pattern, or only bearable. */
enum ecma_problem { ECMA_FINE, ECMA_ANNEX_B, ECMA_UNSUPPORTED, ECMA_ERROR };

struct ecma_fault {
    enum ecma_problem problem;
    ptrdiff_t offset; /* in bytes */
    str message;
};

enum ecma_grammar { ECMA_UNICODE, ECMA_WITH_ANNEX_B };

struct ecma_regex {
    str source;
    struct ecma_node *root;
    struct ecma_node **groups;     /* by number - 1 */
    struct ecma_node **references; /* in the order of the source */
    ptrdiff_t group_count, reference_count;
    bool has_lookaheads, has_properties;
    bool has_references; /* after ecma_refer: some reference may be to more than the empty string */
};

/*
 * Reads SOURCE, any bytes, by GRAMMAR. False when it is none, with the first fault;
 * ECMA_UNSUPPORTED is past a limit. Else *RET_FAULT is fine, or says what first needed Annex B. All
 * that is made lives in the arena.
 */
bool ecma_parse(struct arena *arena, str source, enum ecma_grammar grammar,
                struct ecma_regex *ret_regex, struct ecma_fault *ret_fault);

/*
 * Replaces the references that can only be to the empty string, by 22.2.2.7 (a group that took no
 * part yet, or in this turn of a loop), and marks the groups that the others need. False when a
 * reference means what PCRE2 cannot say.
 */
bool ecma_refer(struct ecma_regex *regex, struct ecma_fault *ret_fault);

/* How ecma_write writes. */
struct ecma_writing {
    bool counted; /* with (?C) wherever there is a choice and behind each run, to count steps */
};

/*
 * Writes what REGEX, after ecma_refer, is for PCRE2, with PCRE2_UTF, PCRE2_DOTALL and
 * PCRE2_DOLLAR_ENDONLY; *RET_SIZE is about what it takes when compiled, in bytes. False when PCRE2
 * cannot say it.
 */
bool ecma_write(struct arena *arena, const struct ecma_regex *regex, struct ecma_writing writing,
                str *ret_pattern, int64_t *ret_size, struct ecma_fault *ret_fault);

#endif
