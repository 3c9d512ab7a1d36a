/*
 * The interpreter begins at `interpret`: each round asks the next rule of the innermost frame. What
 * the rules say of a value itself is in assert.c, and how they apply schemes in apply.c.
 */
#include "validate/run.h"

#include "schema/pointer.h"
#include "validate/frame.h"

#include <stdlib.h>
#include <string.h>

void runner_init(struct runner *runner, const struct program *program)
{
    *runner =
        (struct runner){.program_count = program->count, .binding_count = program->anchor_count};
    if (program->anchor_count) {
        ptrdiff_t count = program->anchor_count;
        runner->bindings = heap_resize(NULL, count * (ptrdiff_t)sizeof *runner->bindings);
        runner->bound = heap_resize(NULL, count * (ptrdiff_t)sizeof *runner->bound);
    }
}

void runner_done(struct runner *runner)
{
    free(runner->frames);
    free(runner->bits);
    free(runner->bindings);
    free(runner->bound);
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

/* ---- anchors --------------------------------------------------------------------------------- */

/* Binds the anchors of F's resource that no outer one has. */
static void bind_anchors(struct runner *r, const struct frame *f)
{
    const struct dynamic_scope *scope = f->scheme->scope;
    for (uint32_t i = 0; i < scope->count; i++) {
        uint32_t name = scope->at[i].name;
        if (r->bindings[name])
            continue;
        r->bindings[name] = scope->at[i].scheme;
        r->bound[r->bound_len++] = name;
    }
}

static void unbind_anchors(struct runner *r, const struct frame *f)
{
    while (r->bound_len > f->bound)
        r->bindings[r->bound[--r->bound_len]] = NULL;
}

/* ---- frames ---------------------------------------------------------------------------------- */

static struct frame *new_frame(struct runner *r)
{
    if (r->depth == r->frame_cap) {
        r->frame_cap = r->frame_cap ? 2 * r->frame_cap : 64;
        r->frames = heap_resize(r->frames, r->frame_cap * (ptrdiff_t)sizeof *r->frames);
    }
    return &r->frames[r->depth++];
}

/* Begins to run SCHEME over NODE. The frame's caller is the one below, if any. */
static struct frame *push(struct runner *r, const struct scheme *scheme, const struct node *node,
                          enum call call)
{
    struct frame *f = new_frame(r), *caller = r->depth > 1 ? f - 1 : NULL;
    f->scheme = scheme;
    f->node = node;
    f->kinds = kinds_of(node);
    f->call = (uint8_t)call;
    f->is_back = f->failed = f->owns_bits = f->matched = f->has_called = false;
    f->at = f->stage = f->count = 0;
    f->in_place = caller && call != CALL_PART ? caller->in_place + 1 : 0;
    f->bound = r->bound_len;
    f->branches = NULL;
    f->rule = scheme->rules;
    f->end = f->rule + scheme->count;
    begin_bits(r, f, caller);
    if (scheme->scope && (!caller || caller->scheme->scope != scheme->scope))
        bind_anchors(r, f);
    if (f->in_place > IN_PLACE_CAP)
        run_stop(r, LIMIT_IN_PLACE, scheme, f->rule, node);
    return f;
}

/* Ends the innermost frame. */
static void pop(struct runner *r)
{
    struct frame *f = &r->frames[r->depth - 1];
    r->holds = !f->failed;
    if (f->owns_bits) {
        if (r->depth > 1)
            hand_over_bits(r, f, f - 1);
        else
            r->bit_len = f->bits;
    }
    unbind_anchors(r, f);
    r->depth--;
}

/* True when SCHEME, all of whose rules are about the value itself, holds for NODE. */
static bool plain_holds(struct runner *r, const struct scheme *scheme, const struct node *node)
{
    uint8_t kinds = kinds_of(node);
    if (!kinds_hold(scheme, node, kinds))
        return false;
    for (uint32_t i = 0; i < scheme->count; i++) {
        const struct rule *rule = &scheme->rules[i];
        if (rule->op > OP_TYPE && (rule->kinds & kinds) && !value_holds(r, scheme, rule, node))
            return false;
    }
    return true;
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
}

void run_forget(struct runner *r, struct frame *f)
{
    if (!explains(r) || !f->has_called)
        return;
    run_take_off(r, f);
    arena_return(r->arena, f->memory);
    r->path_bytes = f->path_bytes;
    f->branches = NULL;
    f->has_called = false;
}

bool run_apply(struct runner *r, struct frame *f, struct scheme *scheme, const struct node *node,
               enum call call, struct via via)
{
    f->is_back = true;
    if (++r->work > WORK_CAP)
        run_stop(r, LIMIT_WORK, f->scheme, f->rule, f->node);
    if (!explains(r)) {
        const struct scheme *same = scheme->same;
        if (same->is_plain) {
            r->holds = plain_holds(r, same, node);
            return true;
        }
        push(r, same, node, call);
        return false;
    }
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

/* ---- violations ------------------------------------------------------------------------------ */

/* Room for a pointer, while there is some. */
static struct buf pointer_room(const struct runner *r)
{
    enum { SHORT = 200 };
    return buf_in(r->arena, r->path_bytes < PATH_CAP ? PTRDIFF_MAX : SHORT);
}

/* The JSON Pointer of the value of the innermost frame. */
static str instance_pointer(const struct runner *r)
{
    struct buf pointer = pointer_room(r);
    for (ptrdiff_t i = 1; i < r->depth; i++) {
        const struct frame *f = &r->frames[i];
        if (f->step_key)
            pointer_add_token(&pointer, node_text(f->step_key));
        else if (f->step_index != NO_STEP)
            pointer_add_index(&pointer, (ptrdiff_t)f->step_index);
    }
    return buf_view(&pointer);
}

/* Adds the name of the keyword number MEMBER of SCHEME. */
static void add_keyword(struct buf *pointer, const struct scheme *scheme, uint32_t member)
{
    if (member != NO_MEMBER)
        pointer_add_token(pointer, node_text(node_key(scheme->schema, member)));
}

/* The way over all schemes to the keyword MEMBER of the innermost frame. */
static str keyword_path(const struct runner *r, uint32_t member)
{
    struct buf pointer = pointer_room(r);
    for (ptrdiff_t i = 1; i < r->depth; i++) {
        const struct frame *f = &r->frames[i];
        add_keyword(&pointer, r->frames[i - 1].scheme, f->via_member);
        if (f->via_key)
            pointer_add_token(&pointer, node_text(f->via_key));
        else if (f->via_index != NO_STEP)
            pointer_add_index(&pointer, (ptrdiff_t)f->via_index);
    }
    add_keyword(&pointer, r->frames[r->depth - 1].scheme, member);
    return buf_view(&pointer);
}

struct violation *run_violate(struct runner *r, struct frame *f, uint32_t member,
                              const struct node *key)
{
    static struct violation spare; /* what is not kept is written to it */
    f->failed = true;
    if (r->violation_len >= VIOLATION_CAP) {
        r->is_cut = true;
        spare = (struct violation){0};
        return &spare;
    }
    if (r->violation_len == r->violation_cap) {
        r->violation_cap = r->violation_cap ? 2 * r->violation_cap : 16;
        r->violations =
            heap_resize(r->violations, r->violation_cap * (ptrdiff_t)sizeof *r->violations);
    }
    struct violation *violation = &r->violations[r->violation_len++];
    *violation = (struct violation){.scheme = f->scheme,
                                    .rule = f->rule,
                                    .member = member,
                                    .instance = f->node,
                                    .key = key,
                                    .pointer = instance_pointer(r),
                                    .keyword_path = keyword_path(r, member)};
    r->path_bytes += violation->pointer.len + violation->keyword_path.len;
    return violation;
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

/* Runs the frames until the first one is done, or a limit is reached. */
static void interpret(struct runner *r)
{
    while (r->depth && !r->limit) {
        struct frame *f = &r->frames[r->depth - 1];
        const struct rule *rule = f->rule;
        if (rule == f->end || (f->failed && !explains(r))) {
            pop(r);
            continue;
        }
        enum step step = STEP_HOLDS;
        if (rule->kinds & f->kinds)
            step = rule->op < OP_VALUE_COUNT ? ask_value(r, f) : apply_rule(r, f, rule);
        if (step == STEP_CALLS)
            continue;
        f->failed = f->failed || step == STEP_FAILS;
        f->is_back = f->has_called = false;
        f->branches = NULL;
        f->at = f->stage = f->count = 0;
        f->rule++;
    }
}

static enum verdict start(struct runner *r, const struct scheme *scheme,
                          const struct node *instance)
{
    r->depth = r->bit_len = r->bound_len = r->violation_len = 0;
    r->work = 0;
    r->path_bytes = 0;
    r->limit = LIMIT_NONE;
    r->is_cut = false;
    for (uint32_t i = 0; i < r->binding_count; i++)
        r->bindings[i] = NULL;
    struct frame *f = push(r, explains(r) ? scheme : scheme->same, instance, CALL_PART);
    f->via_member = NO_MEMBER;
    interpret(r);
    if (r->limit)
        return VERDICT_UNDECIDED;
    return r->holds ? VERDICT_VALID : VERDICT_INVALID;
}

enum verdict run(struct runner *runner, const struct scheme *scheme, const struct node *instance)
{
    runner->arena = NULL;
    if (scheme->same->is_plain && !scheme->same->scope) {
        runner->limit = LIMIT_NONE;
        bool holds = plain_holds(runner, scheme->same, instance);
        return runner->limit ? VERDICT_UNDECIDED : holds ? VERDICT_VALID : VERDICT_INVALID;
    }
    return start(runner, scheme, instance);
}

enum verdict run_explained(struct runner *runner, const struct scheme *scheme,
                           const struct node *instance, struct arena *arena,
                           struct violations *ret_violations)
{
    runner->arena = arena;
    enum verdict verdict = start(runner, scheme, instance);
    ptrdiff_t count = runner->violation_len;
    *ret_violations = (struct violations){
        .at = arena_new(arena, struct violation, count), .count = count, .is_cut = runner->is_cut};
    if (count)
        memcpy(ret_violations->at, runner->violations, (size_t)count * sizeof(struct violation));
    return verdict;
}
