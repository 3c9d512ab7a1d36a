/*
 * Where evaluation may redirect dynamic references to (2020-12 core section 8.2.3.2): to what the
 * first resource that was entered has under the name. So where a pair enters resources, what these
 * have under each name that both sides ask for is compared, as something that may be asked of the
 * value, or of any part of it.
 */
#include "drift/compare.h"

/* What the resources of one side have under a name, in the order in which they are entered. */
struct targets {
    struct scheme **at;
    ptrdiff_t count, cap;
};

/* The resources with anchors that one side of a pair enters. */
struct entered {
    const struct dynamic_scope *at[CONSTRAINTS_CAP + 1];
    ptrdiff_t count;
    uint64_t anchors; /* of all */
};

static struct entered find_entered(const struct constraints *constraints)
{
    struct entered entered = {0};
    for (uint32_t i = 0; i < constraints->merged_count && entered.count <= CONSTRAINTS_CAP; i++) {
        const struct dynamic_scope *scope = constraints->merged[i].scheme->scope;
        bool is_new = scope && scope->count;
        for (ptrdiff_t k = 0; is_new && k < entered.count; k++)
            is_new = entered.at[k] != scope;
        if (!is_new)
            continue;
        entered.at[entered.count++] = scope;
        entered.anchors += scope->count;
    }
    return entered;
}

static void add_target(struct arena *arena, struct targets *targets, struct scheme *scheme)
{
    for (ptrdiff_t i = 0; i < targets->count; i++)
        if (targets->at[i] == scheme)
            return;
    targets->at =
        arena_make_room(arena, targets->at, sizeof *targets->at, targets->count, &targets->cap);
    targets->at[targets->count++] = scheme;
}

/* The targets under each of COUNT names, by its number. */
static struct targets *find_targets(struct arena *arena, const struct entered *entered,
                                    ptrdiff_t count)
{
    struct targets *targets = arena_new(arena, struct targets, count);
    for (ptrdiff_t i = 0; i < entered->count; i++)
        for (uint32_t k = 0; k < entered->at[i]->count; k++)
            add_target(arena, &targets[entered->at[i]->at[k].name], entered->at[i]->at[k].scheme);
    return targets;
}

/* Compares OLD and NEW, and has them count however they are reached. */
static void compare_targets(struct pairing *p, const struct scheme *old, const struct scheme *new)
{
    static const enum step_kind steps[] = {STEP_SAME, STEP_CONTAINED, STEP_OTHER_MEMBER};
    uint32_t number = compare_pair(p->c, old, new, false);
    if (number != NO_PAIR)
        p->c->pairs[number].is_redirected = true;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        compare_below(p, old, new, WAY_UNCERTAIN, (struct step){.kind = steps[i]});
}

/*
 * Notes that TARGET, of the old side with IS_GONE, has no like on the other side. Another pair that
 * enters the same resources may be reached where this one is not.
 */
static void note_target(struct pairing *p, const struct scheme *target, bool is_gone)
{
    struct schema_pair *pair = &p->c->pairs[p->number];
    struct spot there = spot_schema(target), none = {0};
    struct found *found = compare_note(p, D0140, shift_of(DIRECTION_BOTH), is_gone ? there : none,
                                       is_gone ? none : there, NULL, NULL);
    compare_say(p, found, "a dynamic reference may be redirected here on one side only");
    pair->is_redirected = pair->is_redirected || !pair->is_root;
}

/* True when no pair before P entered WAS and IS, on the two sides. */
static bool is_first(struct pairing *p, const struct entered *was, const struct entered *is)
{
    struct buf key = buf_in(&p->c->work, PTRDIFF_MAX);
    bool is_new;
    buf_add(&key, (str){(const char *)&was->count, sizeof was->count});
    buf_add(&key, (str){(const char *)was->at, was->count * (ptrdiff_t)sizeof *was->at});
    buf_add(&key, (str){(const char *)is->at, is->count * (ptrdiff_t)sizeof *is->at});
    map_entry(&p->c->redirects, buf_view(&key), &is_new);
    return is_new;
}

/* True when there are STEPS left to take; else not all is compared. */
static bool can_take(struct comparison *c, uint64_t steps)
{
    bool can = steps <= c->redirect_work;
    c->redirect_work -= can ? steps : c->redirect_work;
    c->is_cut = c->is_cut || !can;
    return can;
}

void compare_redirects(struct pairing *p)
{
    struct arena *scratch = &p->c->scratch;
    const struct map *olds = &p->c->old.compiler.anchors, *news = &p->c->new.compiler.anchors;
    struct entered was = find_entered(&p->old), is = find_entered(&p->new);
    uint64_t names = (uint64_t)olds->count + (uint64_t)news->count;
    if ((!was.count && !is.count) || !is_first(p, &was, &is) ||
        !can_take(p->c, names + was.anchors + is.anchors))
        return;
    struct targets *gone = find_targets(scratch, &was, olds->count);
    struct targets *come = find_targets(scratch, &is, news->count);
    for (ptrdiff_t name = 0; name < olds->count; name++) {
        const struct map_entry *same = map_find(news, olds->entries[name].key);
        if (!same)
            continue;
        struct targets *old = &gone[name], *new = &come[same - news->entries];
        while (old->count && new->count) /* the inner ones: most extensions lie around them */
            compare_targets(p, old->at[--old->count], new->at[--new->count]);
        while (old->count)
            note_target(p, old->at[--old->count], true);
        while (new->count)
            note_target(p, new->at[--new->count], false);
    }
}
