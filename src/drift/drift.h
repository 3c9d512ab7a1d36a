/*
 * drift.h - what changed between two schemas, and whom that breaks.
 *
 * Both schemas are compiled (validate/compile.h), so what is compared is what they ask, whatever
 * dialect they say it in and however many references lead to it; what only tells something to
 * readers and tools is compared as it is written. Each change has an effect for those who write
 * documents, whom a narrower schema breaks, and for those who read them, whom a wider one breaks
 * (design.md section 4). An effect is never guessed: "breaks" has a value that shows it or follows
 * from the place of the change, "safe" is proven from the structure, all else is undecided.
 */
#ifndef DRIFT_DRIFT_H
#define DRIFT_DRIFT_H

#include "validate/compile.h"

enum drift_effect { DRIFT_SAFE, DRIFT_UNDECIDED, DRIFT_BREAKS };

/* Those whom a schema serves, as a mask. */
enum drift_audience { DRIFT_WRITERS = 1, DRIFT_READERS = 2, DRIFT_BOTH = 3 };

/* One of the two documents that are compared. */
struct drift_side {
    struct registry *registry;
    struct document *document; /* one of the registry's */
    enum dialect dialect;      /* of schemas that do not say theirs */
};

/* A change on one side: the keyword or the value that it is about. */
struct drift_place {
    const struct node *node;   /* to point at; where this side has nothing, what would hold it */
    struct document *document; /* that NODE stands in */
    str pointer;               /* from the root of that document: where it is, or would be */
    bool is_there;
};

struct change {
    enum diag_code code; /* D01xx */
    struct drift_place old, new;
    const char *message; /* a sentence with the old and the new value */
    enum drift_effect writers, readers;
    /*
     * A value that the old schema accepts and the new one refuses; one the other way round. Of the
     * place of the change, or as far around it as could be built. NULL: none was found.
     */
    const struct node *writers_witness, *readers_witness;
    unsigned audience;  /* DRIFT_...: of the roots that reach it */
    bool is_annotation; /* it has no effect on what is valid */
    const char *id; /* of the code and the pointers, not of lines; no two changes have the same */
};

struct drift {
    struct change *changes; /* in the order of the new document, then what only the old one has */
    ptrdiff_t count;
    bool is_cut;    /* there were more than CHANGE_CAP, or the comparison took too long (L0901) */
    uint64_t steps; /* that it took to settle what the changes mean (drift_set_work) */
};

enum { CHANGE_CAP = 100000, DRIFT_WORK = 120000000 };

struct comparison;

/*
 * Begins to compare OLD with NEW. What is found lives in ARENA, but for what it points to in the
 * documents. Both sides stay where they are until drift_finish, which has to follow in any case.
 */
struct comparison *drift_begin(struct arena *arena, const struct drift_side *old,
                               const struct drift_side *new);

/*
 * Has the references of the two sides looked at as OLD and NEW say, before anything is compared:
 * with URLs that are mapped, or by the rules of an OpenAPI document.
 */
void drift_look_up(struct comparison *comparison, const struct lookup *old,
                   const struct lookup *new);

/*
 * Compares the schemas OLD and NEW, which stand in the two documents, for AUDIENCE, a mask of enum
 * drift_audience. False when reported, in the list of the side concerned: one of them is no schema,
 * or leads to what is none.
 */
bool drift_compare(struct comparison *comparison, const struct node *old, const struct node *new,
                   unsigned audience);

/*
 * Has what the changes mean settled in STEPS, schemas applied to values, at most, instead of
 * DRIFT_WORK. What is not settled by then is undecided.
 */
void drift_set_work(struct comparison *comparison, uint64_t steps);

/* Settles what all the changes mean, and gives back what the comparison took; it is over then. */
void drift_finish(struct comparison *comparison, struct drift *ret_drift);

/* "safe", "undecided", "breaks". */
const char *drift_effect_word(enum drift_effect effect);

#endif
