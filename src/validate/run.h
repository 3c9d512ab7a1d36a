/*
 * run.h - a compiled schema over an instance.
 *
 * One interpreter gives the verdict, as fast as it can, or goes on after what it found and says all
 * that is wrong. It has a stack of its own, on the heap, so an instance may be nested as deeply as
 * the readers allow.
 */
#ifndef VALIDATE_RUN_H
#define VALIDATE_RUN_H

#include "base/buf.h"
#include "validate/program.h"

enum verdict { VERDICT_VALID, VERDICT_INVALID, VERDICT_UNDECIDED };

/* Why a run ended without a verdict. */
enum run_limit {
    LIMIT_NONE,
    LIMIT_PATTERN, /* a pattern was not decided (pattern.h) */
    LIMIT_DIGITS,  /* numbers with too many digits */
    LIMIT_WORK,    /* too many schemas were applied */
    LIMIT_IN_PLACE /* schemas lead to each other over and over, at one place of the instance */
};

enum {
    WORK_CAP = 200000000,      /* schemas applied to values, in one run, and the like */
    FIND_WORK = 2000000,       /* the same while all that is wrong is found, */
    FIND_WORK_BYTE = 64,       /* and so many more for each byte of the instance */
    IN_PLACE_CAP = 2000,       /* of schemas applied one by the other to one value */
    VIOLATION_CAP = 1000,      /* of what is kept of one run, and of each branch */
    POINTER_CAP = 1 << 24,     /* bytes of pointers; those that come then are cut short */
    EXPLANATION_CAP = 1 << 24, /* bytes of pointers and branches; of choices that come then, no
                                  branches are kept */
};

/* What is wrong with an instance: one keyword that does not hold. */
struct violation {
    const struct scheme *scheme;
    const struct rule *rule;
    uint32_t member; /* the number of the keyword in the schema; NO_MEMBER: it is false */
    const struct node *instance; /* the value that is refused */
    const struct node *key; /* a name: of the property that is not wanted, from the instance; of one
                               that is missing, from the schema; else NULL */
    str pointer;            /* of INSTANCE, as a JSON Pointer */
    str keyword_path;       /* the way to the keyword over references, as a JSON Pointer */
    uint32_t count;         /* OP_ONE_OF, OP_CONTAINS: how many hold */
    uint32_t first, second; /* OP_ONE_OF: the numbers of two that hold, when COUNT is not 0 */
    struct branch *branches; /* OP_ANY_OF, OP_ONE_OF: one for each schema, when COUNT is 0 */
    uint32_t branch_count;
};

/* What one branch says is wrong. */
struct branch {
    struct violation *violations;
    uint32_t count; /* kept */
};

struct violations {
    struct violation *at;
    ptrdiff_t count;
    bool is_cut; /* there were more */
};

/* How much a run is to find. */
enum finding {
    FIND_VERDICT,
    FIND_FIRST, /* what the verdict is due to */
    FIND_ALL    /* all that is wrong */
};

/* What a run works with. It may be used for one run after the other. */
struct runner {
    ptrdiff_t program_count; /* of the program's schemes when this was made for it */
    enum finding finding;
    uint64_t work, work_cap; /* runner_init sets WORK_CAP */
    uint32_t in_place_cap;

    struct frame_block **blocks; /* of frames, which stay where they are */
    ptrdiff_t depth, block_count, block_cap;
    unsigned level; /* how deep the recursion of quick.c was when the frames were begun */

    uint64_t *bits; /* what was evaluated, of those frames that note it */
    ptrdiff_t bit_len, bit_cap;
    struct redirection *redirection;   /* NULL where the program has no dynamic anchors */
    const struct dynamic_scope *scope; /* of a resource that is entered; or NULL */
    bool holds;                        /* what the scheme that was applied last has to say */
    enum run_limit limit;
    const struct rule *limit_rule; /* and the place where it was reached; NULL: before any */
    const struct scheme *limit_scheme;
    const struct node *limit_instance;

    struct arena *arena; /* of the violations */
    struct violation *violations;
    ptrdiff_t violation_len, violation_cap;
    ptrdiff_t settled_len; /* of those, when a limit was reached: that are wrong in any case */
    ptrdiff_t path_bytes, branch_bytes; /* of the pointers in them, and of the branches */
    bool is_cut;
};

/* A runner of PROGRAM, which is complete. Its memory is given back with runner_done. */
void runner_init(struct runner *runner, const struct program *program);
void runner_done(struct runner *runner);

/*
 * The verdict of SCHEME on INSTANCE. VERDICT_UNDECIDED when a limit was reached: runner->limit and
 * its kin then say which, and where.
 */
enum verdict run(struct runner *runner, const struct scheme *scheme, const struct node *instance);

/*
 * The same, with all that is wrong, in the order in which it was found, in ARENA, which is not that
 * of the program: patterns may be compiled into it meanwhile. What they point to is in the schema
 * and the instance. To find all may take more than the limits allow where the
 * verdict does not: then it is what was found before, or else what the verdict is due to. So there
 * is a violation if and only if the verdict is VERDICT_INVALID, and a run that decides does so
 * here, too.
 */
enum verdict run_explained(struct runner *runner, const struct scheme *scheme,
                           const struct node *instance, struct arena *arena,
                           struct violations *ret_violations);

#endif
