/*
 * How keywords apply schemes, to the value itself or to its parts (2020-12 core sections 8.2, 10
 * and 11).
 *
 * Each function is asked for a rule again and again: first with nothing applied yet, then each time
 * when a scheme that it applied has come to an end. Where it stands is in the frame. So each is a
 * loop: look at what came back, then apply the next.
 */
#include "validate/frame.h"
#include "validate/redirection.h"

#include <string.h>

/* True when a scheme came back, whose verdict is runner->holds; once for each. */
static bool take_back(struct frame *f)
{
    bool is_back = f->is_back;
    f->is_back = false;
    return is_back;
}

/* Takes back what a scheme that has to hold says. False when there is no more to be asked. */
static bool goes_on(const struct runner *r, struct frame *f)
{
    if (take_back(f) && !r->holds)
        f->failed = true;
    return !f->failed || !ends_early(r);
}

static struct via via_keyword(uint32_t member)
{
    return (struct via){member, NO_STEP, NULL};
}

static struct via via_item(uint32_t member, uint32_t index)
{
    return (struct via){member, index, NULL};
}

static struct via via_name(uint32_t member, const struct node *key)
{
    return (struct via){member, NO_STEP, key};
}

/* True when SCHEME holds for anything. */
static bool is_anything(const struct scheme *scheme)
{
    return !scheme->count;
}

/* True when SCHEME holds for nothing: it is the schema false. */
static bool is_never(const struct scheme *scheme)
{
    return scheme->count == 1 && scheme->rules[0].op == OP_NEVER;
}

/* ---- to the value itself --------------------------------------------------------------------- */

/* A reference: SCHEME has to hold. */
static enum step ask_reference(struct runner *r, struct frame *f, struct scheme *scheme)
{
    if (!f->is_back && !run_apply(r, f, scheme, f->node, CALL_MUST, via_keyword(f->rule->member)))
        return STEP_CALLS;
    return r->holds ? STEP_HOLDS : STEP_FAILS;
}

/* "$dynamicRef" and "$recursiveRef" (2020-12 core 8.2.3.2, 2019-09 core 8.2.4.2.1). */
static enum step ask_dynamic_ref(struct runner *r, struct frame *f, const struct rule *rule)
{
    const struct redirect *redirect = rule->redirect;
    return ask_reference(r, f, redirection_target(r->redirection, redirect, &r->work));
}

static enum step ask_all_of(struct runner *r, struct frame *f, const struct rule *rule)
{
    for (;;) {
        if (!goes_on(r, f))
            return STEP_FAILS;
        if (f->at == rule->schemes->count)
            return f->failed ? STEP_FAILS : STEP_HOLDS;
        uint32_t i = f->at++;
        if (!run_apply(r, f, rule->schemes->at[i], f->node, CALL_MUST, via_item(rule->member, i)))
            return STEP_CALLS;
    }
}

/*
 * Keeps what the branch NUMBER of F found, out of the list of what is wrong. There may be as many
 * as there are steps: when it is too much, those before are forgotten and those behind not kept.
 */
static void keep_branch(struct runner *r, struct frame *f, uint32_t number)
{
    if (r->finding != FIND_ALL)
        return;
    ptrdiff_t count = r->violation_len - f->mark;
    r->branch_bytes += (ptrdiff_t)sizeof(struct branch);
    r->branch_bytes += count * (ptrdiff_t)sizeof(struct violation);
    if (f->is_brief || r->path_bytes + r->branch_bytes > EXPLANATION_CAP) {
        r->is_cut = f->is_brief = true;
        run_forget(r, f);
        return;
    }
    if (!f->branches)
        f->branches = arena_new(r->arena, struct branch, f->rule->schemes->count);
    struct branch *branch = &f->branches[number];
    branch->violations = arena_new(r->arena, struct violation, count);
    branch->count = (uint32_t)count;
    if (count)
        memcpy(branch->violations, r->violations + f->mark,
               (size_t)count * sizeof *branch->violations);
    run_take_off(r, f);
}

/* Notes that F's choice does not hold, with what its branches found. */
static enum step refuse_choice(struct runner *r, struct frame *f)
{
    if (!explains(r))
        return STEP_FAILS;
    if (f->count) /* then the others do not matter */
        run_forget(r, f);
    struct violation *violation = run_violate(r, f, f->rule->member, NULL);
    violation->count = f->count;
    violation->first = f->first;
    violation->second = f->second;
    violation->branches = f->branches;
    violation->branch_count = f->count || !f->branches ? 0 : f->rule->schemes->count;
    return STEP_FAILS;
}

/* Ends F's choice, which holds: what the other branches found does not count. */
static enum step hold_choice(struct runner *r, struct frame *f)
{
    run_forget(r, f);
    return STEP_HOLDS;
}

/* Where what is evaluated is noted, every branch that holds counts. */
static enum step ask_any_of(struct runner *r, struct frame *f, const struct rule *rule)
{
    for (;;) {
        if (take_back(f)) {
            if (r->holds)
                f->count++;
            else
                keep_branch(r, f, f->at - 1);
            if (r->holds && f->bits < 0)
                return hold_choice(r, f);
        }
        if (f->at == rule->schemes->count)
            return f->count ? hold_choice(r, f) : refuse_choice(r, f);
        uint32_t i = f->at++;
        if (!run_apply(r, f, rule->schemes->at[i], f->node, CALL_MAY, via_item(rule->member, i)))
            return STEP_CALLS;
    }
}

static enum step ask_one_of(struct runner *r, struct frame *f, const struct rule *rule)
{
    for (;;) {
        if (take_back(f)) {
            if (!r->holds)
                keep_branch(r, f, f->at - 1);
            else if (++f->count == 1)
                f->first = f->at - 1;
            else if (f->count == 2)
                f->second = f->at - 1;
            if (f->count == 2 && ends_early(r))
                return refuse_choice(r, f);
        }
        if (f->at == rule->schemes->count)
            return f->count == 1 ? hold_choice(r, f) : refuse_choice(r, f);
        uint32_t i = f->at++;
        if (!run_apply(r, f, rule->schemes->at[i], f->node, CALL_MAY, via_item(rule->member, i)))
            return STEP_CALLS;
    }
}

static enum step ask_not(struct runner *r, struct frame *f, const struct rule *rule)
{
    if (!f->is_back &&
        !run_apply(r, f, rule->scheme, f->node, CALL_TEST, via_keyword(rule->member)))
        return STEP_CALLS;
    if (!explains(r))
        return r->holds ? STEP_FAILS : STEP_HOLDS;
    run_forget(r, f);
    if (!r->holds)
        return STEP_HOLDS;
    run_violate(r, f, rule->member, NULL);
    return STEP_FAILS;
}

static enum step ask_if(struct runner *r, struct frame *f, const struct rule *rule)
{
    const struct condition *condition = rule->condition;
    for (;;) {
        bool is_back = take_back(f);
        if (is_back && f->stage == 2)
            return r->holds ? STEP_HOLDS : STEP_FAILS;
        if (!is_back) {
            if (!run_apply(r, f, condition->test, f->node, CALL_MAY, via_keyword(rule->member)))
                return STEP_CALLS;
            continue;
        }
        run_forget(r, f);
        struct scheme *next = r->holds ? condition->yes : condition->no;
        if (!next)
            return STEP_HOLDS;
        f->stage = 2;
        uint32_t member = r->holds ? condition->yes_member : condition->no_member;
        if (!run_apply(r, f, next, f->node, CALL_MUST, via_keyword(member)))
            return STEP_CALLS;
    }
}

static enum step ask_dependent_schemas(struct runner *r, struct frame *f, const struct rule *rule)
{
    const struct dependencies *dependencies = rule->dependencies;
    for (;;) {
        if (!goes_on(r, f))
            return STEP_FAILS;
        if (!f->at)
            r->work += dependencies->count;
        while (f->at < dependencies->count &&
               !(dependencies->at[f->at].scheme && node_get(f->node, dependencies->at[f->at].name)))
            f->at++;
        if (f->at == dependencies->count)
            return f->failed ? STEP_FAILS : STEP_HOLDS;
        const struct dependency *next = &dependencies->at[f->at++];
        if (!run_apply(r, f, next->scheme, f->node, CALL_MUST, via_name(rule->member, next->key)))
            return STEP_CALLS;
    }
}

/* ---- to the members of an object ------------------------------------------------------------- */

/*
 * Applies SCHEME, that of the keyword VIA, to the value of the member NUMBER of F. What may not be
 * there at all is refused by its name. As run_apply.
 */
static bool apply_to_member(struct runner *r, struct frame *f, struct scheme *scheme,
                            uint32_t number, struct via via)
{
    if (explains(r) && is_never(scheme) && !via.key) {
        f->mark = r->violation_len;
        f->is_back = true;
        r->holds = false;
        run_violate(r, f, via.member, node_key(f->node, number));
        return true;
    }
    return run_apply(r, f, scheme, node_value(f->node, number), CALL_PART, via);
}

static enum step ask_property_names(struct runner *r, struct frame *f, const struct rule *rule)
{
    for (;;) {
        if (!goes_on(r, f))
            return STEP_FAILS;
        if (f->at == f->node->count)
            return f->failed ? STEP_FAILS : STEP_HOLDS;
        if (!run_apply(r, f, rule->scheme, node_key(f->node, f->at++), CALL_PART,
                       via_keyword(rule->member)))
            return STEP_CALLS;
    }
}

/*
 * The next scheme for the members of F, and for which member and by which keyword; NULL when there
 * is none left. A member is asked for its own name first, then for each pattern, and when neither
 * speaks of it, for what else may be there.
 */
static struct scheme *next_for_members(struct runner *r, struct frame *f, uint32_t *ret_number,
                                       struct via *ret_via)
{
    const struct members *m = f->rule->members;
    for (; f->at < f->node->count; f->at++, f->stage = 0) {
        const struct node *key = node_key(f->node, f->at);
        *ret_number = f->at;
        if (f->stage == 0) {
            uint32_t number = names_find(&m->names, node_text(key));
            const struct property *property = number == NO_NAME ? NULL : &m->properties[number];
            f->stage = 1;
            r->work++;
            f->count += property && property->is_required;
            f->matched = property && property->scheme;
            if (f->matched) {
                run_evaluated(r, f, f->at);
                *ret_via = via_name(m->properties_member, property->key);
                return property->scheme;
            }
        }
        while (f->stage <= m->pattern_count) {
            const struct pattern_property *property = &m->patterns[f->stage++ - 1];
            r->work++;
            if (!pattern_holds(r, f->scheme, f->rule, property->pattern, key))
                continue;
            f->matched = true;
            run_evaluated(r, f, f->at);
            *ret_via = via_name(m->patterns_member, property->key);
            return property->scheme;
        }
        if (f->matched || m->additional_member == NO_MEMBER)
            continue;
        f->matched = true;
        run_evaluated(r, f, f->at);
        *ret_via = via_keyword(m->additional_member);
        if (m->additional)
            return m->additional;
    }
    return NULL;
}

/* Notes each name that M requires and the value of F has not. */
static void violate_missing(struct runner *r, struct frame *f, const struct members *m)
{
    r->work += m->property_count;
    for (uint32_t i = 0; i < m->property_count; i++)
        if (m->properties[i].is_required && !node_get(f->node, m->properties[i].name))
            run_violate(r, f, m->required_member, m->properties[i].required_key);
}

static enum step ask_members(struct runner *r, struct frame *f, const struct rule *rule)
{
    const struct members *m = rule->members;
    bool lacks_some = !f->at && ends_early(r) && f->node->count < m->required_count;
    while (!lacks_some) {
        uint32_t number;
        struct via via;
        if (!goes_on(r, f))
            return STEP_FAILS;
        struct scheme *scheme = next_for_members(r, f, &number, &via);
        if (!scheme)
            break;
        if (is_anything(scheme)) {
            f->is_back = false;
            continue;
        }
        if (!apply_to_member(r, f, scheme, number, via))
            return STEP_CALLS;
    }
    if (lacks_some || f->count < m->required_count) {
        f->failed = true;
        if (explains(r))
            violate_missing(r, f, m);
    }
    return f->failed ? STEP_FAILS : STEP_HOLDS;
}

static enum step ask_unevaluated_properties(struct runner *r, struct frame *f,
                                            const struct rule *rule)
{
    for (;;) {
        if (!goes_on(r, f))
            return STEP_FAILS;
        while (f->at < f->node->count && run_is_evaluated(r, f, f->at))
            f->at++;
        if (f->at == f->node->count)
            return f->failed ? STEP_FAILS : STEP_HOLDS;
        uint32_t i = f->at++;
        run_evaluated(r, f, i);
        if (!apply_to_member(r, f, rule->scheme, i, via_keyword(rule->member)))
            return STEP_CALLS;
    }
}

/* ---- to the items of an array ---------------------------------------------------------------- */

/*
 * Applies SCHEME, that of the keyword MEMBER, to the item NUMBER of F; AT is its place in a list of
 * schemes, or NO_STEP. As run_apply.
 */
static bool apply_to_item(struct runner *r, struct frame *f, struct scheme *scheme, uint32_t number,
                          uint32_t member, uint32_t at)
{
    run_evaluated(r, f, number);
    return run_apply(r, f, scheme, node_item(f->node, number), CALL_PART, via_item(member, at));
}

static enum step ask_items(struct runner *r, struct frame *f, const struct rule *rule)
{
    const struct items *items = rule->items;
    for (;;) {
        if (!goes_on(r, f))
            return STEP_FAILS;
        uint32_t i = f->at++;
        bool is_prefix = i < items->prefix.count;
        struct scheme *scheme = is_prefix ? items->prefix.at[i] : items->rest;
        bool is_spoken_of = is_prefix || items->rest_member != NO_MEMBER;
        if (i >= f->node->count || !is_spoken_of)
            return f->failed ? STEP_FAILS : STEP_HOLDS;
        if (!apply_to_item(r, f, scheme, i, is_prefix ? items->prefix_member : items->rest_member,
                           is_prefix ? i : NO_STEP))
            return STEP_CALLS;
    }
}

/* Decides CONTAINS when F has COUNT items for which its scheme holds. */
static enum step judge_contains(struct runner *r, struct frame *f, const struct contains *contains)
{
    bool is_few = f->count<contains->min, is_many = f->count> contains->max;
    if (!is_few && !is_many)
        return STEP_HOLDS;
    if (!explains(r))
        return STEP_FAILS;
    uint32_t member = is_many                             ? contains->max_member
                      : contains->min_member != NO_MEMBER ? contains->min_member
                                                          : f->rule->member;
    run_violate(r, f, member, NULL)->count = f->count;
    return STEP_FAILS;
}

static enum step ask_contains(struct runner *r, struct frame *f, const struct rule *rule)
{
    const struct contains *contains = rule->contains;
    for (;;) {
        if (take_back(f)) {
            f->count += r->holds;
            if (r->holds && contains->evaluates)
                run_evaluated(r, f, f->at - 1);
            run_forget(r, f);
        }
        bool is_settled = f->count > contains->max ||
                          (f->count >= contains->min && contains->max == UINT64_MAX && f->bits < 0);
        if (f->at == f->node->count || is_settled)
            return judge_contains(r, f, contains);
        if (!run_apply(r, f, contains->scheme, node_item(f->node, f->at++), CALL_PART,
                       via_keyword(rule->member)))
            return STEP_CALLS;
    }
}

static enum step ask_unevaluated_items(struct runner *r, struct frame *f, const struct rule *rule)
{
    for (;;) {
        if (!goes_on(r, f))
            return STEP_FAILS;
        while (f->at < f->node->count && run_is_evaluated(r, f, f->at))
            f->at++;
        if (f->at == f->node->count)
            return f->failed ? STEP_FAILS : STEP_HOLDS;
        if (!apply_to_item(r, f, rule->scheme, f->at++, rule->member, NO_STEP))
            return STEP_CALLS;
    }
}

enum step apply_rule(struct runner *r, struct frame *f, const struct rule *rule)
{
    switch ((enum op)rule->op) {
    case OP_REF:
        return ask_reference(r, f, rule->scheme);
    case OP_DYNAMIC_REF:
        return ask_dynamic_ref(r, f, rule);
    case OP_ALL_OF:
        return ask_all_of(r, f, rule);
    case OP_ANY_OF:
        return ask_any_of(r, f, rule);
    case OP_ONE_OF:
        return ask_one_of(r, f, rule);
    case OP_NOT:
        return ask_not(r, f, rule);
    case OP_IF:
        return ask_if(r, f, rule);
    case OP_DEPENDENT_SCHEMAS:
        return ask_dependent_schemas(r, f, rule);
    case OP_PROPERTY_NAMES:
        return ask_property_names(r, f, rule);
    case OP_MEMBERS:
        return ask_members(r, f, rule);
    case OP_ITEMS:
        return ask_items(r, f, rule);
    case OP_CONTAINS:
        return ask_contains(r, f, rule);
    case OP_UNEVALUATED_ITEMS:
        return ask_unevaluated_items(r, f, rule);
    case OP_UNEVALUATED_PROPERTIES:
        return ask_unevaluated_properties(r, f, rule);
    default:
        return STEP_HOLDS;
    }
}
