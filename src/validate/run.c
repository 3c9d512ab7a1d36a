/*
 * The interpreter begins at `interpret`: each round asks the next rule of the innermost frame. What
 * the rules say of a value itself is in assert.c, and how they apply schemes in apply.c. Where only
 * the verdict counts, quick.c goes before it.
 */
#include "validate/run.h"

#include "validate/frame.h"
#include "validate/redirection.h"

#include <stdlib.h>
#include <string.h>

void runner_init(struct runner *runner, const struct program *program)
{
    *runner = (struct runner){.program_count = program->count,
                              .work_cap = WORK_CAP,
                              .redirection = redirection_new(program)};
}

void runner_done(struct runner *runner)
{
    for (ptrdiff_t i = 0; i < runner->block_count; i++)
        free(runner->blocks[i]);
    free(runner->blocks);
    free(runner->bits);
    redirection_free(runner->redirection);
    free(runner->violations);
}

void run_stop(struct runner *r, enum run_limit limit, const struct scheme *scheme,
              const struct rule *rule, const struct node *node)
{
    if (r->limit)
        return;
    r->limit = limit;
    r->limit_scheme = scheme;
    r->limit_rule = rule;
    r->limit_instance = node;
    r->work = UINT64_MAX / 2; /* whoever counts comes to an end now */
}

/* ---- what was evaluated ---------------------------------------------------------------------- */

/* The words that note which parts of NODE were evaluated. */
static ptrdiff_t bit_words(const struct node *node)
{
    return node->kind >= NODE_ARRAY ? ((ptrdiff_t)node->count + 63) / 64 : 0;
}

/* Gives F room of its own to note what is evaluated in. */
static void make_bits(struct runner *r, struct frame *f)
{
    ptrdiff_t words = bit_words(f->node), size = (ptrdiff_t)sizeof *r->bits;
    if (r->bit_cap - r->bit_len < words) {
        r->bit_cap = 2 * r->bit_cap + words + 64;
        r->bits = heap_resize(r->bits, r->bit_cap * size);
    }
    f->bits = r->bit_len;
    f->owns_bits = true;
    r->work += (uint64_t)words;
    if (words)
        memset(r->bits + r->bit_len, 0, (size_t)(words * size));
    r->bit_len += words;
}

/* Hands what F noted to its CALLER, when that notes it and F is about the same value. */
static void hand_over_bits(struct runner *r, const struct frame *f, const struct frame *caller)
{
    bool hands_over = f->call == CALL_MUST || f->call == CALL_MAY;
    if (!f->failed && hands_over && caller->bits >= 0)
        for (ptrdiff_t i = 0; i < bit_words(f->node); i++)
            r->bits[caller->bits + i] |= r->bits[f->bits + i];
    r->bit_len = f->bits;
}

/* Decides where F, applied by CALLER or by nobody, notes what is evaluated, if it has to. */
static void begin_bits(struct runner *r, struct frame *f, const struct frame *caller)
{
    f->bits = -1;
    bool is_for_caller =
        caller && caller->bits >= 0 && (f->call == CALL_MUST || f->call == CALL_MAY);
    if (f->node->kind < NODE_ARRAY || (!is_for_caller && !f->scheme->is_watching))
        return;
    if (f->call == CALL_MUST && is_for_caller && !f->scheme->is_watching)
        f->bits = caller->bits;
    else
        make_bits(r, f);
}

/* ---- frames ---------------------------------------------------------------------------------- */

static struct frame *new_frame(struct runner *r)
{
    if (r->depth == r->block_count * BLOCK_FRAMES) {
        ptrdiff_t size = (ptrdiff_t)sizeof *r->blocks;
        if (r->block_count == r->block_cap) {
            r->block_cap = 2 * r->block_cap + 8;
            r->blocks = heap_resize(r->blocks, r->block_cap * size);
        }
        r->blocks[r->block_count++] = heap_resize(NULL, (ptrdiff_t)sizeof(struct frame_block));
    }
    return frame_at(r, r->depth++);
}

/* Begins to run SCHEME over NODE. The frame's caller is the one below, if any. */
static struct frame *push(struct runner *r, const struct scheme *scheme, const struct node *node,
                          enum call call)
{
    struct frame *f = new_frame(r), *caller = r->depth > 1 ? frame_at(r, r->depth - 2) : NULL;
    f->scheme = scheme;
    f->node = node;
    f->kinds = kinds_of_node(node);
    f->call = (uint8_t)call;
    f->is_back = f->failed = f->owns_bits = f->is_mute = f->matched = f->has_called = false;
    f->is_brief = false;
    f->at = f->stage = f->count = 0;
    f->in_place = caller && call != CALL_PART ? caller->in_place + 1 : 0;
    f->entered = redirection_depth(r->redirection);
    f->branches = NULL;
    f->rule = scheme->rules;
    f->end = f->rule + scheme->count;
    begin_bits(r, f, caller);
    if (!caller || caller->scheme->scope != scheme->scope) /* else it is entered */
        redirection_enter(r->redirection, scheme->scope);
    if (f->in_place > r->in_place_cap)
        run_stop(r, LIMIT_IN_PLACE, scheme, f->rule, node);
    return f;
}

/* Ends the innermost frame. */
static void pop(struct runner *r)
{
    struct frame *f = frame_at(r, r->depth - 1);
    r->holds = !f->failed;
    if (f->owns_bits) {
        if (r->depth > 1)
            hand_over_bits(r, f, frame_at(r, r->depth - 2));
        else
            r->bit_len = f->bits;
    }
    if (f->is_mute)
        r->finding = FIND_FIRST;
    redirection_leave(r->redirection, f->entered);
    r->depth--;
}

/* Notes what there is before F applies a scheme. */
static void begin_call(struct runner *r, struct frame *f)
{
    f->mark = r->violation_len;
    if (f->has_called)
        return;
    f->has_called = true;
    f->memory = arena_mark(r->arena);
    f->path_bytes = r->path_bytes;
    f->branch_bytes = r->branch_bytes;
}

void run_forget(struct runner *r, struct frame *f)
{
    if (!explains(r) || !f->has_called)
        return;
    run_take_off(r, f);
    arena_return(r->arena, f->memory);
    r->path_bytes = f->path_bytes;
    r->branch_bytes = f->branch_bytes;
    f->branches = NULL;
    f->has_called = false;
}

/* True when what SCHEME evaluates is to be noted by F, which applies it as CALL says. */
static bool is_noted(const struct frame *f, const struct scheme *scheme, enum call call)
{
    return f->bits >= 0 && !scheme->same->is_plain && (call == CALL_MUST || call == CALL_MAY);
}

/* True when what is applied as CALL says need not hold, so that F may hold without it. */
static bool is_optional(const struct frame *f, enum call call)
{
    return call == CALL_MAY || call == CALL_TEST || f->rule->op == OP_CONTAINS;
}

/* Applies SCHEME for the verdict alone. As run_apply. */
static bool apply_mute(struct runner *r, struct frame *f, struct scheme *scheme,
                       const struct node *node, enum call call)
{
    enum finding finding = r->finding;
    r->finding = FIND_VERDICT;
    run_works(r, 1, f->scheme, f->node);
    if (r->level < QUICK_LEVELS && !is_noted(f, scheme, call)) {
        r->holds = quick_holds(r, scheme, node, r->level + 1);
        r->finding = finding;
        return true;
    }
    push(r, scheme->same, node, call)->is_mute = finding == FIND_FIRST;
    return false;
}

bool run_apply(struct runner *r, struct frame *f, struct scheme *scheme, const struct node *node,
               enum call call, struct via via)
{
    f->is_back = true;
    if (!explains(r) || (r->finding == FIND_FIRST && is_optional(f, call)))
        return apply_mute(r, f, scheme, node, call);
    run_works(r, 1, f->scheme, f->node);
    begin_call(r, f);
    uint32_t step_index = NO_STEP;
    const struct node *step_key = NULL;
    if (call == CALL_PART && f->node->kind == NODE_ARRAY)
        step_index = (uint32_t)(node - f->node->items);
    else if (call == CALL_PART && f->node->kind == NODE_OBJECT)
        step_key = (node - f->node->items) % 2 ? node - 1 : NULL; /* or it is a name itself */
    struct frame *called = push(r, scheme, node, call);
    called->via_member = via.member;
    called->via_index = via.index;
    called->via_key = via.key;
    called->step_key = step_key;
    called->step_index = step_index;
    return false;
}

/* ---- the interpreter ------------------------------------------------------------------------- */

/* Asks the rule of F that looks at the value itself. */
static enum step ask_value(struct runner *r, struct frame *f)
{
    const struct rule *rule = f->rule;
    bool holds = rule->op <= OP_TYPE ? kinds_hold(f->scheme, f->node, f->kinds)
                                     : value_holds(r, f->scheme, rule, f->node);
    if (holds)
        return STEP_HOLDS;
    if (explains(r) && rule->op != OP_REQUIRED && rule->op != OP_DEPENDENT_REQUIRED)
        run_violate(r, f, rule->member, NULL);
    else if (explains(r))
        violate_required(r, f, rule);
    return STEP_FAILS;
}

/*
 * How many violations there are that stand for themselves, not for a choice or a test that has not
 * come to an end.
 */
static ptrdiff_t count_settled(const struct runner *r)
{
    for (ptrdiff_t i = 0; i + 1 < r->depth; i++) {
        const struct frame *f = frame_at(r, i), *called = frame_at(r, i + 1);
        bool is_item_of_contains = f->rule->op == OP_CONTAINS;
        if (called->call == CALL_MAY || called->call == CALL_TEST || is_item_of_contains)
            return f->mark < r->violation_len ? f->mark : r->violation_len;
    }
    return r->violation_len;
}

/* Runs the frames until there are BASE left, or a limit is reached. */
static void interpret(struct runner *r, ptrdiff_t base)
{
    while (r->depth > base && !r->limit) {
        struct frame *f = frame_at(r, r->depth - 1);
        const struct rule *rule = f->rule;
        if (rule == f->end || (f->failed && ends_early(r))) {
            pop(r);
            continue;
        }
        enum step step = STEP_HOLDS;
        if (rule->kinds & f->kinds)
            step = rule->op < OP_VALUE_COUNT ? ask_value(r, f) : apply_rule(r, f, rule);
        if (step == STEP_CALLS)
            continue;
        f->failed = f->failed || step == STEP_FAILS;
        f->is_back = f->has_called = f->is_brief = false;
        f->branches = NULL;
        f->at = f->stage = f->count = 0;
        f->rule++;
    }
    if (r->limit && r->finding == FIND_ALL)
        r->settled_len = count_settled(r);
    r->depth = base;
}

bool run_by_frames(struct runner *r, const struct scheme *scheme, const struct node *node,
                   unsigned level)
{
    unsigned outer = r->level;
    ptrdiff_t base = r->depth;
    r->level = level;
    struct frame *f = push(r, scheme, node, CALL_PART);
    f->via_member = NO_MEMBER;
    f->via_index = f->step_index = NO_STEP;
    f->via_key = f->step_key = NULL;
    interpret(r, base);
    r->level = outer;
    return !r->limit && r->holds;
}

/* ---- runs ------------------------------------------------------------------------------------ */

/*
 * Makes R ready to find what FINDING says. To find what is wrong takes a frame more for each
 * reference that does nothing else, which verdicts pass.
 */
static void begin(struct runner *r, enum finding finding)
{
    r->finding = finding;
    r->in_place_cap = finding == FIND_FIRST ? 200 * IN_PLACE_CAP : IN_PLACE_CAP;
    r->depth = r->bit_len = r->violation_len = 0;
    r->work = 0;
    r->level = 0;
    r->scope = NULL;
    redirection_leave(r->redirection, 0);
    r->path_bytes = r->branch_bytes = 0;
    r->limit = LIMIT_NONE;
    r->is_cut = false;
}

static enum verdict verdict_of(const struct runner *r, bool holds)
{
    return r->limit ? VERDICT_UNDECIDED : holds ? VERDICT_VALID : VERDICT_INVALID;
}

enum verdict run(struct runner *runner, const struct scheme *scheme, const struct node *instance)
{
    begin(runner, FIND_VERDICT);
    return verdict_of(runner, quick_holds(runner, scheme, instance, 0));
}

/* Finds what is wrong with INSTANCE. */
static enum verdict find(struct runner *r, enum finding finding, const struct scheme *scheme,
                         const struct node *instance, struct arena *arena)
{
    begin(r, finding);
    r->arena = arena;
    return verdict_of(r, run_by_frames(r, scheme, instance, 0));
}

/* How many steps it may take to find all that is wrong with INSTANCE. */
static uint64_t find_cap(const struct runner *r, const struct node *instance)
{
    uint64_t cap = FIND_WORK + (uint64_t)FIND_WORK_BYTE * instance->len;
    return cap < r->work_cap ? cap : r->work_cap;
}

/*
 * Finds all that is wrong as far as that may be, when it is known that something is. Else what was
 * found outside of all choices, or else what the verdict is due to.
 */
static void find_wrong(struct runner *r, const struct scheme *scheme, const struct node *instance,
                       struct arena *arena)
{
    uint64_t cap = r->work_cap;
    r->work_cap = find_cap(r, instance);
    if (find(r, FIND_ALL, scheme, instance, arena) == VERDICT_UNDECIDED) {
        r->violation_len = r->settled_len;
        if (!r->violation_len) {
            r->work_cap = UINT64_MAX / 4; /* the same steps have come to an end before */
            find(r, FIND_FIRST, scheme, instance, arena);
        }
        r->is_cut = true;
    }
    r->work_cap = cap;
}

enum verdict run_explained(struct runner *runner, const struct scheme *scheme,
                           const struct node *instance, struct arena *arena,
                           struct violations *ret_violations)
{
    enum verdict verdict = run(runner, scheme, instance);
    ptrdiff_t count = 0;
    if (verdict == VERDICT_INVALID) {
        find_wrong(runner, scheme, instance, arena);
        count = runner->violation_len;
    }
    *ret_violations = (struct violations){
        .at = arena_new(arena, struct violation, count), .count = count, .is_cut = runner->is_cut};
    if (count)
        memcpy(ret_violations->at, runner->violations, (size_t)count * sizeof(struct violation));
    return verdict;
}
