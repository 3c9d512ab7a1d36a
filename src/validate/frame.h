/*
 * frame.h - what the parts of the interpreter share. Internal to run.c, quick.c, apply.c, assert.c
 * and violate.c.
 */
#ifndef VALIDATE_FRAME_H
#define VALIDATE_FRAME_H

#include "validate/run.h"

/* How the scheme that is applied is to the one that applies it. */
enum call {
    CALL_MUST, /* to the same value, and it has to hold: what it evaluates, its caller does */
    CALL_MAY,  /* the same, but only if it holds */
    CALL_TEST, /* to the same value; what it evaluates is forgotten */
    CALL_PART  /* to a part of the value */
};

/* A scheme that is being run over a value. */
struct frame {
    const struct scheme *scheme;
    const struct rule *rule, *end;
    const struct node *node;
    uint8_t kinds; /* of NODE, as a set */
    uint8_t call;
    bool has_called; /* RULE has, at least once */
    bool is_back;    /* a scheme that RULE applied has come to an end: runner->holds tells how */
    bool failed;     /* something does not hold, but more is to be found */
    bool owns_bits;
    bool is_brief;      /* RULE, a choice, keeps no branches: they were too much */
    bool is_mute;       /* what is wrong with it does not count, only whether something is */
    bool matched;       /* by what RULE keeps: whether a member is spoken of by name */
    uint32_t at, stage; /* where RULE stands */
    uint32_t count, first, second;
    uint32_t in_place; /* how many schemes in a row were applied to this very value */
    ptrdiff_t bits;    /* where the evaluated parts of NODE are noted; -1: they are not */
    ptrdiff_t entered; /* how many resources were entered before */
    ptrdiff_t mark;    /* how many violations there were before the last call */
    struct branch *branches;
    struct arena_mark memory;           /* what there was before the first call of RULE */
    ptrdiff_t path_bytes, branch_bytes; /* the same of those of the runner */

    /* The step from the caller: in its schema, behind the keyword VIA_MEMBER, and in the instance.
     */
    uint32_t via_member, via_index;
    const struct node *via_key;
    const struct node *step_key;
    uint32_t step_index; /* NO_STEP: none */
};

#define NO_STEP UINT32_MAX

/* What a rule says when it is asked, or asked on. */
enum step { STEP_HOLDS, STEP_FAILS, STEP_CALLS };

/* The step that a call takes; {0} with index NO_STEP for none. */
struct via {
    uint32_t member;
    uint32_t index;         /* NO_STEP: none */
    const struct node *key; /* NULL: none */
};

enum { BLOCK_FRAMES = 32, QUICK_LEVELS = 1000 };

/* Frames lie in blocks, so that they stay where they are while there come more. */
struct frame_block {
    struct frame at[BLOCK_FRAMES];
};

/* The frame NUMBER, of those that there are. */
static inline struct frame *frame_at(const struct runner *r, ptrdiff_t number)
{
    return &r->blocks[number / BLOCK_FRAMES]->at[number % BLOCK_FRAMES];
}

/* True while what is wrong is to be found, not only whether something is. */
static inline bool explains(const struct runner *r)
{
    return r->finding != FIND_VERDICT;
}

/* True when one thing that is wrong is enough. */
static inline bool ends_early(const struct runner *r)
{
    return r->finding != FIND_ALL;
}

/* True when NODE, which is of KINDS, is of a kind that SCHEME takes. */
bool kinds_hold(const struct scheme *scheme, const struct node *node, uint8_t kinds);

/* True when RULE, which looks at the value itself, holds for NODE; or a limit is set. */
bool value_holds(struct runner *r, const struct scheme *scheme, const struct rule *rule,
                 const struct node *node);

/* True when the pattern matches; a limit is set when that was not decided. */
bool pattern_holds(struct runner *r, const struct scheme *scheme, const struct rule *rule,
                   struct pattern *pattern, const struct node *text);

/* Notes that a limit was reached, after which nothing more is asked. */
void run_stop(struct runner *r, enum run_limit limit, const struct scheme *scheme,
              const struct rule *rule, const struct node *node);

/*
 * True when SCHEME holds for NODE, with LEVEL recursions around this one: by quick.c, as deep as is
 * safe, and then by frames. False, too, when a limit was reached.
 */
bool quick_holds(struct runner *r, const struct scheme *scheme, const struct node *node,
                 unsigned level);

/* The same by frames alone, with LEVEL recursions around them. */
bool run_by_frames(struct runner *r, const struct scheme *scheme, const struct node *node,
                   unsigned level);

/* Counts COUNT steps. False when there were too many: a limit is set. */
static inline bool run_works(struct runner *r, uint64_t count, const struct scheme *scheme,
                             const struct node *node)
{
    r->work += count;
    if (r->work <= r->work_cap)
        return true;
    run_stop(r, LIMIT_WORK, scheme, NULL, node);
    return false;
}

/* Asks RULE of F, which applies schemes, for the first time or when the last one came back. */
enum step apply_rule(struct runner *r, struct frame *f, const struct rule *rule);

/*
 * Applies SCHEME to NODE for the rule of F. True when that was quick: runner->holds is there. Else
 * it has a frame, and F, which is not to be looked at any more, is asked again when it is done.
 */
bool run_apply(struct runner *r, struct frame *f, struct scheme *scheme, const struct node *node,
               enum call call, struct via via);

/* Notes which of the names that RULE of F requires are missing. */
void violate_required(struct runner *r, struct frame *f, const struct rule *rule);

/* Notes that the keyword MEMBER of F does not hold; KEY may be NULL (struct violation). */
struct violation *run_violate(struct runner *r, struct frame *f, uint32_t member,
                              const struct node *key);

/* Takes what was found since the last call of F off the list of what is wrong. */
static inline void run_take_off(struct runner *r, const struct frame *f)
{
    if (r->violation_len > f->mark)
        r->violation_len = f->mark;
}

/* Forgets all that the rule of F has found so far, when that does not count. */
void run_forget(struct runner *r, struct frame *f);

/* Notes that the part NUMBER of F's value is evaluated, where that is noted. */
static inline void run_evaluated(struct runner *r, const struct frame *f, uint32_t number)
{
    if (f->bits >= 0)
        r->bits[f->bits + number / 64] |= (uint64_t)1 << number % 64;
}

static inline bool run_is_evaluated(const struct runner *r, const struct frame *f, uint32_t number)
{
    return r->bits[f->bits + number / 64] >> number % 64 & 1;
}

#endif
