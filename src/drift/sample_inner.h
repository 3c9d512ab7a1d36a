/*
 * sample_inner.h - what the parts of the sampler share. Internal to sample*.c.
 *
 * To read along: sample.c begins a search, which sample_search.c runs and sample_facts.c tells what
 * schemes ask, in one way after the other where they leave a choice. sample_number.c, sample_text.c
 * (with sample_pattern.c and sample_format.c), sample_array.c and sample_object.c then offer values
 * to the search, which keeps those that are right. Nothing here is trusted: an offer may be wrong,
 * it is only not taken.
 */
#ifndef DRIFT_SAMPLE_INNER_H
#define DRIFT_SAMPLE_INNER_H

#include "base/map.h"
#include "drift/sample.h"

enum {
    LEVEL_CAP = 6,      /* of values within values; those deeper are the least there are */
    ITEM_CAP = 1100,    /* of an array that is built, but for those that are asked for by place */
    MEMBER_CAP = 20000, /* of an object */
    LENGTH_CAP = 70000  /* code points of a string */
};

/* Pointers, in the order in which they were added. */
struct list {
    const void **at;
    ptrdiff_t count, cap;
};

/* A scheme that accepts a value, or, the other way, refuses it. */
struct literal {
    const struct scheme *scheme;
    bool is_refusal;
};

/* Those that all have to hold. */
struct literals {
    struct literal *at;
    ptrdiff_t count, cap;
};

/* A literal for one member or item. */
struct part_literal {
    str name;
    uint32_t index;
    struct literal literal;
};

/*
 * What schemes ask, put together. Of those that have to hold the limits are the narrowest, and the
 * lists have all that is to be met; of those that only give hints it is where lines are drawn.
 */
struct facts {
    struct arena *arena;
    unsigned kinds;                /* that a value may be of */
    unsigned spoken_of;            /* that some rule says more of */
    bool is_fixed;                 /* it is one of the constants */
    struct list constants;         /* struct node */
    struct list examples;          /* struct node */
    struct list bounds, multiples; /* struct bound */
    struct list patterns;          /* struct pattern */
    struct list formats;           /* struct format */
    uint64_t min_length, max_length, min_items, max_items, min_members, max_members;
    struct list lengths, item_counts, member_counts; /* uint64_t: all that are named */
    bool is_unique, has_content;
    struct list members;       /* struct members */
    struct list required;      /* str: names */
    struct list avoided;       /* str: names that are better not there */
    struct list dependencies;  /* struct dependency */
    struct literals names;     /* of the names of members */
    struct literals odd_names; /* each of which some name has to meet */
    struct list parts;         /* struct part_literal: of members */
    struct list odd_items;     /* struct part_literal: of items */
    struct literals every_item;
    struct list items;         /* struct items */
    struct list contains;      /* struct contains */
    struct list loose_members; /* struct scheme: unevaluatedProperties */
    struct list loose_items;   /* struct scheme: unevaluatedItems */
    struct list hinted;        /* struct scheme: where more lines are drawn */
};

/* Where a value has to stand in those that are offered (sample_around). */
struct pin {
    const struct step *step;
    const struct scheme *scheme; /* whose step it is */
    const struct node *value;
};

struct sampler {
    struct arena *arena;
    struct arena scratch; /* of what a call makes before it knows what it returns */
    uint64_t work;        /* what is left */
    struct map valid;     /* literals to struct known_value */
    struct map several;   /* the same to struct known_values, within one call */
    struct map same;      /* two schemes to whether they are the same, within one call */
    int level;            /* of values within values that are being made */
    int undecided;        /* runs of this call: they take long */
    uint64_t cuts; /* how often something was left out for being within itself, or too deep */
};

/* Values that meet literals, being looked for. */
struct search {
    struct sampler *sampler;
    const struct sample_side *side;
    const struct literals *wanted;
    const struct list *hints; /* struct scheme, of any side */
    unsigned kinds;           /* no others are looked for */
    const struct sample_side *other_side;
    const struct scheme *other; /* which has to refuse them; NULL: nothing has to */
    const struct pin *pin;      /* NULL: none */
    uint64_t floor;             /* of the sampler's work, where the search ends */
    struct facts must, may;
    struct map seen;
    const struct node **found;
    ptrdiff_t count, max;
};

/* ---- sample.c ---- */

/* The verdict of SCHEME on VALUE, out of the work that is left; undecided when there is none. */
enum verdict sample_judge(struct sampler *sampler, const struct sample_side *side,
                          const struct scheme *scheme, const struct node *value);

void list_add(struct arena *arena, struct list *list, const void *thing);
void literals_add(struct arena *arena, struct literals *literals, const struct scheme *scheme,
                  bool is_refusal);
bool names_have(const struct list *names, str name);

/* ---- sample_search.c ---- */

/* Looks for values, all fields of SEARCH being set but for those that it finds. */
void search_run(struct search *search);

/* The work at which a search ends that may take SLICE of what is left, WORK. */
uint64_t search_floor(uint64_t work, uint64_t slice);

/* True when enough was found, or no work is left. */
bool search_is_over(const struct search *search);

/* Takes VALUE, in memory of the scratch arena or of a schema, if it is new and right. */
void search_offer(struct search *search, struct node value);

struct arena *search_scratch(const struct search *search);

/* True when VALUE meets LITERALS. */
bool search_meets(struct search *search, const struct literals *literals, const struct node *value);

/* Takes COUNT, of what was built, out of the work that is left. */
void search_charge(struct search *search, uint64_t count);

/* ---- sample_part.c ---- */

/* A small value that meets LITERALS and is of KINDS; NULL: none was found. */
const struct node *search_part(struct search *search, const struct literals *literals,
                               unsigned kinds);

/* Up to MAX of them, drawn to the lines of HINTS as well. */
ptrdiff_t search_parts(struct search *search, const struct literals *literals,
                       const struct list *hints, unsigned kinds, const struct node **ret_values,
                       ptrdiff_t max);

/*
 * True when what the value of a part has to meet is what HINTS say: nothing is to be found there.
 */
bool search_is_same(struct search *search, const struct literals *literals,
                    const struct list *hints);

/* ---- sample_facts.c, and sample_refusal.c for what has to be refused ---- */

/* Which of several ways is gone where schemes leave a choice. */
struct way {
    uint64_t number, rest;
    bool is_even;    /* the same branch everywhere */
    uint64_t widest; /* of the choices that were met */
};

/*
 * What LITERALS ask, gone by WAY, into RET_FACTS. The memory is ARENA's; the result is how many
 * schemes were looked at.
 */
uint64_t sample_facts_of(struct arena *arena, const struct literals *literals, struct way *way,
                         struct facts *ret_facts);

/* Where the schemes of HINTS, and of MORE, draw lines, whatever branch they stand in. */
uint64_t facts_hinted(struct arena *arena, const struct list *hints, const struct list *more,
                      struct facts *ret_facts);

/* ---- sample_same.c ---- */

/*
 * True when A and B, which may be of two programs, ask the same by the same rules; false when they
 * do not, or it takes long to tell. ARENA is for what is noted meanwhile.
 */
bool schemes_are_same(struct arena *arena, const struct scheme *a, const struct scheme *b);

/* ---- what offers values ---- */

void offer_numbers(struct search *search);
void offer_texts(struct search *search);
void offer_arrays(struct search *search);
void offer_objects(struct search *search);

/* ---- sample_pattern.c ---- */

/*
 * Adds to RET_TEXTS (str) up to MAX texts that PATTERN may match: the shortest first, then such
 * that differ from it in one place, where OTHERS (struct pattern) draw lines as well; and long
 * ones, of the LENGTHS given (uint64_t).
 */
void pattern_texts(struct arena *arena, const struct pattern *pattern, const struct list *others,
                   const struct list *lengths, ptrdiff_t max, struct list *ret_texts);

/* ---- sample_format.c ---- */

/* Adds to RET_TEXTS (str) texts that are of FORMAT, and when not IS_VALID such that nearly are. */
void format_texts(struct arena *arena, const struct format *format, bool is_valid,
                  struct list *ret_texts);

#endif
