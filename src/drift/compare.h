/*
 * compare.h - two compiled schemas, pair by pair of what they apply.
 *
 * A pair is an old and a new schema that are asked of the same part of a document. Comparing a pair
 * finds what changed in it (sightings of changes), and the pairs below it (edges); a pair is
 * compared once, however many ways lead to it. What a change means for the whole is settled
 * afterwards, from the ways that lead there (settle.c). Internal to drift/.
 */
#ifndef DRIFT_COMPARE_H
#define DRIFT_COMPARE_H

#include "drift/alternatives.h"
#include "drift/constraints.h"
#include "drift/drift.h"
#include "drift/same.h"
#include "drift/sample.h"

/* What a change does to the set of values that a schema takes. */
enum direction {
    DIRECTION_NONE = 0,    /* nothing */
    DIRECTION_TIGHTER = 1, /* it may shrink, and does not grow */
    DIRECTION_LOOSER = 2,  /* it may grow, and does not shrink */
    DIRECTION_BOTH = 3     /* either, as far as is known */
};

/* The same, of values of some kinds only. */
struct shift {
    enum direction direction;
    uint8_t kinds;
};

/* How a schema depends on one that it applies; as a mask, the ways that lead to a pair. */
enum way {
    WAY_NONE = 0,     /* the outer one is the same, whatever the inner one takes */
    WAY_PLAIN = 1,    /* where the inner one is refused, so is the outer one */
    WAY_SHADED = 2,   /* the more the inner one takes, the more does the outer one */
    WAY_NEGATED = 4,  /* the more the inner one takes, the less does the outer one */
    WAY_UNCERTAIN = 8 /* either */
};

struct edge {
    uint32_t from, to;
    enum way way;
    uint8_t plain_kinds;     /* of values for which the way is plain */
    uint8_t uncertain_kinds; /* for which it is uncertain, whatever else is said */
    struct step step;
};

enum { KIND_COUNT = 7 }; /* the bits of enum kind_set */

struct schema_pair {
    const struct scheme *old, *new;
    bool is_watched; /* what it evaluates is seen by an unevaluatedProperties or the like around it
                      */
    bool is_root;    /* it was asked for */
    bool is_redirected;              /* a dynamic reference may lead to it from anywhere */
    uint32_t first_edge, edge_count; /* those that lead from it */
    /*
     * The ways that lead to it from the roots, by which writers, readers may be broken: for values
     * of each kind, by the number of its bit.
     */
    uint8_t ways[2][KIND_COUNT];
    uint8_t included[2]; /* kinds: those of which the new side takes all that the old one does; and
                            the other way round */
    const struct node *text[2]; /* a string that this side takes and the other refuses, or NULL */
    uint8_t audience;
    uint32_t via;        /* the edge by which it is shown in a document; NO_EDGE: it is a root */
    struct tried *tried; /* settle.c: what is known of its values; NULL: nothing yet */
};

#define NO_EDGE UINT32_MAX
#define NO_PAIR UINT32_MAX

/* A place on one side: a schema, a keyword in it, an entry of that. */
struct spot {
    const struct node *schema;
    str keyword;             /* NULL data: the schema itself */
    str entry;               /* a name or an index as text; NULL data: the keyword itself */
    const struct node *node; /* to point at */
    bool is_there;
};

/* A change that was found, and the pairs in which it was. */
struct sighting {
    uint32_t pair;
    const struct rule *rule[2]; /* of the old and of the new side; or NULL */
    str member;                 /* NULL data, or the member of the value that it is about */
    struct shift shift;
    bool is_watched; /* an unevaluatedProperties or the like sees what it does */
    struct sighting *next;
};

struct found {
    enum diag_code code;
    struct spot old, new;
    const char *message;
    const struct node *value; /* or NULL: that is allowed on one side only */
    str name; /* NULL data, or what an id says instead of an index, which others may move */
    bool is_annotation, is_mild; /* mild: it breaks only what was not declared */
    struct sighting *sightings;
    enum drift_effect effect[2]; /* for writers, for readers: settled at the end */
    const struct node *witness[2];
};

/* One side while it is compared. */
struct compared {
    const struct drift_side *side;
    struct compiler compiler;
    struct runner runner;
    const struct node **roots;
};

struct comparison {
    struct arena *arena;  /* of the result */
    struct arena work;    /* what goes with the comparison */
    struct arena scratch; /* for one pair */
    struct sameness sameness;
    struct compared old, new;
    struct schema_pair *pairs;
    ptrdiff_t pair_count, pair_cap;
    struct edge *edges;
    ptrdiff_t edge_count, edge_cap;
    struct map pair_numbers; /* what tells pairs apart to their number + 1 */
    ptrdiff_t next;          /* the first pair that is not compared yet */
    struct found *found;
    ptrdiff_t found_count, found_cap;
    struct found spare;             /* gets what is found beyond CHANGE_CAP, */
    struct sighting spare_sighting; /* and where it was seen */
    struct map found_numbers;       /* code and two addresses to the number + 1 */
    uint32_t *roots;                /* pairs */
    ptrdiff_t root_count, root_cap;
    uint64_t search_work;   /* quick searches for patterns in names that may still be made */
    struct map redirects;   /* what pairs entered that was compared already */
    uint64_t redirect_work; /* names and anchors that may still be looked at */
    uint64_t settle_work;   /* steps that each way to settle what changes mean may take, */
    uint64_t settled;       /* and that all took */
    bool is_cut;
};

enum {
    PAIR_CAP = 1000000,
    SEARCH_WORK = 20000000,
    REDIRECT_WORK = 2000000,
    SETTLE_WAYS = 3,
    SETTLE_WORK = DRIFT_WORK / SETTLE_WAYS
};

/* A pair while it is compared. */
struct pairing {
    struct comparison *c;
    uint32_t number;
    struct constraints old, new;
    struct alternatives old_ways, new_ways; /* of a choice that the other side has not */
    bool is_watched_outside; /* an unevaluatedProperties or the like around it sees what it does */
    bool is_watched;         /* the same, or one of its own does */
    bool is_aligned; /* what holds with the two is compared by itself, and only their own rules here
                      */
    bool rest_is_known; /* unevaluatedProperties was compared as additionalProperties is */
};

/*
 * The number of the pair of OLD and NEW, which will be compared if it was not yet. It is WATCHED
 * where an unevaluatedProperties or unevaluatedItems around it sees what it evaluates.
 */
uint32_t compare_pair(struct comparison *c, const struct scheme *old, const struct scheme *new,
                      bool is_watched);

/* Says that the pair at hand applies OLD and NEW, by STEP and in that WAY. */
void compare_below(struct pairing *p, const struct scheme *old, const struct scheme *new,
                   enum way way, struct step step);

/* The same of branches of a choice, of which no other one takes values of PLAIN_KINDS. */
void compare_branch(struct pairing *p, const struct scheme *old, const struct scheme *new,
                    enum way way, uint8_t plain_kinds);

/* Places. */
struct spot spot_schema(const struct scheme *scheme);
struct spot spot_constraint(const struct constraint *constraint);
struct spot spot_member(const struct scheme *scheme, uint32_t member);
struct spot spot_entry(const struct scheme *scheme, uint32_t member, str entry,
                       const struct node *node);
/* Where SPOT of the other side would be in SCHEME: at the keyword of an entry, if that is there. */
struct spot spot_missing(const struct scheme *scheme, const struct spot *spot);

/*
 * Notes a change of the pair at hand: one that was noted before is seen here, too. A side that has
 * nothing there may be (struct spot){0}: it is then where the other side's would be. The rules are
 * those of the two sides that it is about, or NULL.
 */
struct found *compare_note(struct pairing *p, enum diag_code code, struct shift shift,
                           struct spot old, struct spot new, const struct rule *old_rule,
                           const struct rule *new_rule);

/*
 * Notes that the keyword of CONSTRAINT is there on one side only: on the old one with IS_GONE, else
 * on the new one.
 */
struct found *compare_note_one(struct pairing *p, enum diag_code code, struct shift shift,
                               const struct constraint *constraint, bool is_gone);

/* Gives FOUND its sentence, unless it has one. */
__attribute__((format(printf, 3, 4))) void compare_say(struct pairing *p, struct found *found,
                                                       const char *format, ...);

/* DIRECTION for values of all kinds; and of those of KINDS that both sides take, or none. */
struct shift shift_of(enum direction direction);
struct shift compare_relevant(const struct pairing *p, enum direction direction, uint8_t kinds);

/* The parts of a comparison: what is asked of a value itself, of its members, of its items, by
   choice; what only annotates or identifies. */
/*
 * True when no type is common to both sides: that is told, and what one of them asks of values of
 * its types changes nothing for the other's.
 */
bool compare_is_another_type(const struct pairing *p);

void compare_values(struct pairing *p);
void compare_members(struct pairing *p);
void compare_required(struct pairing *p); /* part of compare_members, as are the names */
void compare_names(struct pairing *p);
void compare_items(struct pairing *p);
void compare_choices(struct pairing *p);
void compare_redirects(struct pairing *p);
void compare_annotations(struct pairing *p);
void compare_definitions(struct comparison *c, uint32_t number);

/* A value for a message. */
const char *compare_value(struct pairing *p, const struct node *node);

/* Works out what all that was found means (settle.c), and where it stands (places.c). */
void settle(struct comparison *c);
void place_changes(struct comparison *c, struct drift *ret_drift);

#endif
