/*
 * What holds by choice: "anyOf", "oneOf", "not", "if", what depends on a member, and dynamic
 * references (2020-12 core section 8.2.3 and 10.2).
 */
#include "drift/branches.h"
#include "drift/compare.h"

#include "base/show.h"

#include <assert.h>

/* Notes that the keyword of CONSTRAINT is there on one side only (compare_note_one). */
static struct found *note_one(struct pairing *p, enum diag_code code, enum direction direction,
                              const struct constraint *constraint, bool is_gone)
{
    struct shift shift =
        compare_relevant(p, p->is_watched ? DIRECTION_BOTH : direction, constraint->kinds);
    return compare_note_one(p, code, shift, constraint, is_gone);
}

/* ---- anyOf and oneOf ------------------------------------------------------------------------- */

static const char *choice_word(const struct constraint *constraint)
{
    return constraint->rule->op == OP_ANY_OF ? "anyOf" : "oneOf";
}

static const char *branch_words(struct pairing *p, const struct scheme *branch, uint32_t i)
{
    str name = branch_name(branch);
    if (name.len)
        return arena_printf(p->c->arena, "\"%s\"", show(p->c->arena, name)).data;
    return arena_printf(p->c->arena, "number %u", i + 1).data;
}

/* The kinds of value that the branches of a choice take. */
struct taken_kinds {
    uint8_t *of;                /* each branch */
    uint32_t count[KIND_COUNT]; /* how many branches take the kind, by the number of its bit */
};

/* A choice that both sides have. */
struct choice {
    const struct constraint *was, *is;
    struct taken_kinds old_kinds, new_kinds;
    bool is_disjoint; /* on both sides, no value is taken by two branches */
    bool is_any;      /* "anyOf" on both sides */
};

static struct taken_kinds branch_kinds(struct arena *arena, const struct schemes *schemes)
{
    struct taken_kinds kinds = {.of = arena_new(arena, uint8_t, schemes->count)};
    for (uint32_t i = 0; i < schemes->count; i++) {
        struct constraints constraints;
        constraints_of(arena, schemes->at[i], CONSTRAINTS_ALL, &constraints);
        kinds.of[i] = constraints.kinds;
        for (int kind = 0; kind < KIND_COUNT; kind++)
            kinds.count[kind] += constraints.kinds >> kind & 1;
    }
    return kinds;
}

/* The kinds that some branch takes but for branch EXCEPT, which may be NO_BRANCH. */
static uint8_t other_kinds(const struct taken_kinds *kinds, uint32_t except)
{
    uint8_t own = except == NO_BRANCH ? 0 : kinds->of[except], all = 0;
    for (int kind = 0; kind < KIND_COUNT; kind++)
        if (kinds->count[kind] > (uint32_t)(own >> kind & 1))
            all |= (uint8_t)(1u << kind);
    return all;
}

/* The kinds that no branch takes but the old one OLD and the new one NEW, either NO_BRANCH. */
static uint8_t own_kinds(const struct choice *choice, uint32_t old, uint32_t new)
{
    if (choice->is_disjoint)
        return KIND_ANY;
    return KIND_ANY &
           (uint8_t) ~(other_kinds(&choice->old_kinds, old) | other_kinds(&choice->new_kinds, new));
}

/* Notes that branch I of a side of CHOICE has no partner on the other side. */
static void note_branch(struct pairing *p, const struct choice *choice, uint32_t i, bool is_gone)
{
    const struct constraint *on = is_gone ? choice->was : choice->is;
    const struct constraint *off = is_gone ? choice->is : choice->was;
    const struct scheme *branch = on->rule->schemes->at[i];
    str index = arena_printf(&p->c->work, "%u", i);
    struct spot there = spot_entry(on->scheme, on->rule->member, index, branch->schema);
    struct spot missing = spot_constraint(off);
    missing.is_there = false;
    uint8_t own = own_kinds(choice, is_gone ? i : NO_BRANCH, is_gone ? NO_BRANCH : i);
    uint8_t kinds = (is_gone ? &choice->old_kinds : &choice->new_kinds)->of[i];
    bool is_plain = choice->is_any || !(kinds & (uint8_t)~own);
    enum direction direction = is_gone ? DIRECTION_TIGHTER : DIRECTION_LOOSER;
    if (!is_plain || p->is_watched)
        direction = DIRECTION_BOTH;
    if (scheme_is_nothing(branch))
        direction = DIRECTION_NONE;
    struct shift shift = compare_relevant(p, direction, on->kinds);
    struct found *found = is_gone
                              ? compare_note(p, D0133, shift, there, missing, on->rule, off->rule)
                              : compare_note(p, D0132, shift, missing, there, off->rule, on->rule);
    if (branch_name(branch).len)
        found->name = branch_name(branch);
    compare_say(p, found, is_gone ? "\"%s\" has lost its branch %s" : "\"%s\" has a new branch, %s",
                choice_word(on), branch_words(p, branch, i));
}

static void note_other_choice(struct pairing *p, const struct choice *choice)
{
    const struct constraint *was = choice->was, *is = choice->is;
    enum direction direction = is->rule->op == OP_ONE_OF ? DIRECTION_TIGHTER : DIRECTION_LOOSER;
    if (choice->is_disjoint)
        direction = DIRECTION_NONE;
    else if (p->is_watched)
        direction = DIRECTION_BOTH;
    struct found *found =
        compare_note(p, D0144, compare_relevant(p, direction, was->kinds | is->kinds),
                     spot_constraint(was), spot_constraint(is), was->rule, is->rule);
    compare_say(p, found, "\"%s\" is \"%s\" now", choice_word(was), choice_word(is));
}

static bool has_anything(const struct schemes *schemes)
{
    for (uint32_t i = 0; i < schemes->count; i++)
        if (scheme_is_anything(schemes->at[i]))
            return true;
    return false;
}

static void compare_choice(struct pairing *p, const struct constraint *was,
                           const struct constraint *is)
{
    struct arena *scratch = &p->c->scratch;
    const struct schemes *old = was->rule->schemes, *new = is->rule->schemes;
    uint32_t *partners = arena_new(scratch, uint32_t, old->count);
    bool *taken = arena_new(scratch, bool, new->count);
    branches_pair(scratch, old, new, partners);
    struct choice choice = {.was = was,
                            .is = is,
                            .old_kinds = branch_kinds(scratch, old),
                            .new_kinds = branch_kinds(scratch, new),
                            .is_disjoint = branches_are_disjoint(scratch, old) &&
                                           branches_are_disjoint(scratch, new),
                            .is_any = was->rule->op == OP_ANY_OF && is->rule->op == OP_ANY_OF};
    enum way way = choice.is_disjoint ? WAY_PLAIN : choice.is_any ? WAY_SHADED : WAY_UNCERTAIN;
    if (choice.is_any && has_anything(old) && has_anything(new) && !p->is_watched)
        way = WAY_NONE;
    for (uint32_t i = 0; i < old->count; i++) {
        uint32_t partner = partners[i];
        if (partner == NO_BRANCH) {
            note_branch(p, &choice, i, true);
            continue;
        }
        taken[partner] = true;
        compare_branch(p, old->at[i], new->at[partner], way, own_kinds(&choice, i, partner));
    }
    for (uint32_t i = 0; i < new->count; i++)
        if (!taken[i])
            note_branch(p, &choice, i, false);
    if (was->rule->op != is->rule->op)
        note_other_choice(p, &choice);
}

/* The choices of CONSTRAINTS, "anyOf" first. */
static uint32_t choices_of(struct pairing *p, const struct constraints *constraints,
                           const struct constraint ***ret)
{
    uint32_t any, one, count = 0;
    const struct constraint *anys = constraints_op(constraints, OP_ANY_OF, &any);
    const struct constraint *ones = constraints_op(constraints, OP_ONE_OF, &one);
    const struct constraint **list =
        arena_new(&p->c->scratch, const struct constraint *, any + one);
    for (uint32_t i = 0; i < any; i++)
        list[count++] = &anys[i];
    for (uint32_t i = 0; i < one; i++)
        list[count++] = &ones[i];
    *ret = list;
    return count;
}

/* The first of the COUNT constraints in LIST, some of which are TAKEN, that stands for CONSTRAINT;
 * or COUNT. */
static uint32_t find_choice(const struct constraint *const *list, const bool *taken, uint32_t count,
                            const struct constraint *constraint)
{
    for (uint32_t i = 0; i < count; i++)
        if (!taken[i] && list[i]->rule->op == constraint->rule->op &&
            node_equal(constraint_value(list[i]), constraint_value(constraint)))
            return i;
    for (uint32_t i = 0; i < count; i++)
        if (!taken[i] && list[i]->rule->op == constraint->rule->op)
            return i;
    for (uint32_t i = 0; i < count; i++)
        if (!taken[i])
            return i;
    return count;
}

static void compare_all_choices(struct pairing *p)
{
    const struct constraint **olds, **news;
    uint32_t old_count = choices_of(p, &p->old, &olds), new_count = choices_of(p, &p->new, &news);
    bool *taken = arena_new(&p->c->scratch, bool, new_count);
    for (uint32_t i = 0; i < old_count; i++) {
        uint32_t k = find_choice(news, taken, new_count, olds[i]);
        if (k == new_count) {
            struct found *found = note_one(p, D0135, DIRECTION_LOOSER, olds[i], true);
            compare_say(p, found, "\"%s\" is gone", choice_word(olds[i]));
            continue;
        }
        taken[k] = true;
        compare_choice(p, olds[i], news[k]);
    }
    for (uint32_t i = 0; i < new_count; i++)
        if (!taken[i]) {
            struct found *found = note_one(p, D0134, DIRECTION_TIGHTER, news[i], false);
            compare_say(p, found, "\"%s\" is new", choice_word(news[i]));
        }
}

/* ---- not ------------------------------------------------------------------------------------- */

static void compare_nots(struct pairing *p)
{
    uint32_t old_count, new_count;
    const struct constraint *olds = constraints_op(&p->old, OP_NOT, &old_count);
    const struct constraint *news = constraints_op(&p->new, OP_NOT, &new_count);
    for (uint32_t i = 0; i < old_count || i < new_count; i++) {
        if (i < old_count && i < new_count) {
            compare_below(p, olds[i].rule->scheme, news[i].rule->scheme, WAY_NEGATED,
                          (struct step){.kind = STEP_SAME});
        } else if (i < old_count) {
            struct found *found = note_one(p, D0137, DIRECTION_LOOSER, &olds[i], true);
            compare_say(p, found, "\"not\" is gone");
        } else {
            struct found *found = note_one(p, D0136, DIRECTION_TIGHTER, &news[i], false);
            compare_say(p, found, "\"not\" is new");
        }
    }
}

/* ---- if, then, else -------------------------------------------------------------------------- */

/* Compares the schemas OLD and NEW, either of which may be NULL, under "then" or "else". */
static void compare_consequence(struct pairing *p, const struct constraint *was,
                                const struct constraint *is, const struct scheme *old,
                                const struct scheme *new, uint32_t old_member, uint32_t new_member)
{
    if (old && new) {
        compare_below(p, old, new, WAY_SHADED, (struct step){.kind = STEP_SAME});
        return;
    }
    if ((!old && !new) || scheme_is_anything(old ? old : new))
        return;
    struct spot before = {0}, after = {0};
    if (old)
        before = spot_member(was->scheme, old_member);
    else
        after = spot_member(is->scheme, new_member);
    enum direction direction = p->is_watched ? DIRECTION_BOTH
                               : old         ? DIRECTION_LOOSER
                                             : DIRECTION_TIGHTER;
    struct shift shift = compare_relevant(p, direction, was->kinds | is->kinds);
    struct found *found = compare_note(p, D0138, shift, before, after, was->rule, is->rule);
    compare_say(p, found, old ? "\"%s\" is gone" : "\"%s\" is new",
                show(p->c->arena, old ? before.keyword : after.keyword));
}

static void compare_ifs(struct pairing *p)
{
    uint32_t old_count, new_count;
    const struct constraint *olds = constraints_op(&p->old, OP_IF, &old_count);
    const struct constraint *news = constraints_op(&p->new, OP_IF, &new_count);
    for (uint32_t i = 0; i < old_count || i < new_count; i++) {
        if (i < old_count && i < new_count) {
            const struct condition *old = olds[i].rule->condition, *new = news[i].rule->condition;
            bool is_idle = !old->yes && !old->no && !new->yes && !new->no && !p->is_watched;
            compare_below(p, old->test, new->test, is_idle ? WAY_NONE : WAY_UNCERTAIN,
                          (struct step){.kind = STEP_SAME});
            compare_consequence(p, &olds[i], &news[i], old->yes, new->yes, old->yes_member,
                                new->yes_member);
            compare_consequence(p, &olds[i], &news[i], old->no, new->no, old->no_member,
                                new->no_member);
            continue;
        }
        bool is_gone = i < old_count;
        const struct constraint *constraint = is_gone ? &olds[i] : &news[i];
        const struct condition *condition = constraint->rule->condition;
        enum direction direction = is_gone ? DIRECTION_LOOSER : DIRECTION_TIGHTER;
        if (!condition->yes && !condition->no)
            direction = DIRECTION_NONE;
        struct found *found = note_one(p, D0138, direction, constraint, is_gone);
        compare_say(p, found, is_gone ? "\"if\" is gone" : "\"if\" is new");
    }
}

/* ---- what depends on a member ---------------------------------------------------------------- */

/* A dependency of a side. */
struct depending {
    const struct constraint *constraint;
    const struct dependency *dependency;
};

/* Those of CONSTRAINTS that are of OP, by the name of the member. */
static struct map dependencies_of(struct pairing *p, const struct constraints *constraints,
                                  enum op op)
{
    struct map map = {.arena = &p->c->scratch};
    uint32_t count;
    const struct constraint *list = constraints_op(constraints, op, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct dependencies *all = list[i].rule->dependencies;
        for (uint32_t k = 0; k < all->count; k++) {
            if (op == OP_DEPENDENT_REQUIRED ? !all->at[k].required : !all->at[k].scheme)
                continue;
            struct depending *one = arena_new(map.arena, struct depending, 1);
            *one = (struct depending){&list[i], &all->at[k]};
            map_put(&map, all->at[k].name, one);
        }
    }
    return map;
}

/* True when LIST has a name that OTHER has not. */
static bool has_more(const struct node *list, const struct node *other)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (!name_is_listed(other, node_text(node_item(list, i))))
            return true;
    return false;
}

static struct spot dependency_spot(const struct depending *one)
{
    return spot_entry(one->constraint->scheme, one->constraint->rule->member, one->dependency->name,
                      one->dependency->key);
}

static void note_dependency(struct pairing *p, const struct depending *was,
                            const struct depending *is, enum direction direction)
{
    assert(was || is);
    struct spot old = {0}, new = {0};
    if (was)
        old = dependency_spot(was);
    if (is)
        new = dependency_spot(is);
    if (p->is_watched)
        direction = DIRECTION_BOTH;
    str name = was ? was->dependency->name : is->dependency->name;
    struct found *found =
        compare_note(p, direction == DIRECTION_LOOSER ? D0131 : D0130,
                     compare_relevant(p, direction, KIND_OBJECT), old, new,
                     was ? was->constraint->rule : NULL, is ? is->constraint->rule : NULL);
    found->sightings->member = name;
    compare_say(p, found,
                direction == DIRECTION_LOOSER    ? "less depends on the property \"%s\""
                : direction == DIRECTION_TIGHTER ? "more depends on the property \"%s\""
                                                 : "other things depend on the property \"%s\"",
                show(p->c->arena, name));
}

static void compare_depending(struct pairing *p, const struct depending *was,
                              const struct depending *is)
{
    if (!was || !is) {
        note_dependency(p, was, is, was ? DIRECTION_LOOSER : DIRECTION_TIGHTER);
        return;
    }
    const struct dependency *old = was->dependency, *new = is->dependency;
    if (old->scheme) {
        compare_below(p, old->scheme, new->scheme, WAY_SHADED, (struct step){.kind = STEP_SAME});
        return;
    }
    bool more = has_more(new->required, old->required),
         less = has_more(old->required, new->required);
    if (more || less)
        note_dependency(p, was, is,
                        more && less ? DIRECTION_BOTH
                        : more       ? DIRECTION_TIGHTER
                                     : DIRECTION_LOOSER);
}

static void compare_dependencies(struct pairing *p, enum op op)
{
    struct map olds = dependencies_of(p, &p->old, op), news = dependencies_of(p, &p->new, op);
    for (ptrdiff_t i = 0; i < olds.count; i++)
        compare_depending(p, olds.entries[i].value, map_get(&news, olds.entries[i].key));
    for (ptrdiff_t i = 0; i < news.count; i++)
        if (!map_find(&olds, news.entries[i].key))
            compare_depending(p, NULL, news.entries[i].value);
}

/* ---- what the rest of the schema settles ----------------------------------------------------- */

static void compare_dynamic(struct pairing *p)
{
    uint32_t old_count, new_count;
    const struct constraint *olds = constraints_op(&p->old, OP_DYNAMIC_REF, &old_count);
    const struct constraint *news = constraints_op(&p->new, OP_DYNAMIC_REF, &new_count);
    for (uint32_t i = 0; i < old_count || i < new_count; i++) {
        if (i < old_count && i < new_count) {
            const struct redirect *old = olds[i].rule->redirect, *new = news[i].rule->redirect;
            bool fixed = old->anchor == NO_ANCHOR && new->anchor == NO_ANCHOR;
            compare_below(p, old->initial, new->initial, fixed ? WAY_PLAIN : WAY_UNCERTAIN,
                          (struct step){.kind = STEP_SAME});
            if ((old->anchor == NO_ANCHOR) == (new->anchor == NO_ANCHOR))
                continue;
        }
        const struct constraint *was = i < old_count ? &olds[i] : NULL;
        const struct constraint *is = i < new_count ? &news[i] : NULL;
        assert(was || is);
        struct found *found;
        if (was && is)
            found = compare_note(p, D0140, shift_of(DIRECTION_BOTH), spot_constraint(was),
                                 spot_constraint(is), was->rule, is->rule);
        else
            found = note_one(p, D0140, was ? DIRECTION_LOOSER : DIRECTION_TIGHTER, was ? was : is,
                             was != NULL);
        compare_say(p, found,
                    !was  ? "a dynamic reference is new"
                    : !is ? "a dynamic reference is gone"
                          : "a dynamic reference may be redirected on one side only");
    }
}

/* OP is one of those that see what the others leave. */
static void compare_rest(struct pairing *p, enum op op)
{
    uint32_t old_count, new_count;
    const struct constraint *olds = constraints_op(&p->old, op, &old_count);
    const struct constraint *news = constraints_op(&p->new, op, &new_count);
    const struct constraint *was = old_count ? olds : NULL, *is = new_count ? news : NULL;
    enum step_kind kind = op == OP_UNEVALUATED_ITEMS ? STEP_ITEM : STEP_OTHER_MEMBER;
    if (was && is) {
        compare_below(p, was->rule->scheme, is->rule->scheme, WAY_PLAIN,
                      (struct step){.kind = kind});
    } else if (was || is) {
        const struct constraint *constraint = was ? was : is;
        enum direction direction = p->is_watched_outside                          ? DIRECTION_BOTH
                                   : scheme_is_anything(constraint->rule->scheme) ? DIRECTION_NONE
                                   : was                                          ? DIRECTION_LOOSER
                                         : DIRECTION_TIGHTER;
        struct shift shift = compare_relevant(p, direction, constraint->kinds);
        struct found *found = compare_note_one(p, D0139, shift, constraint, was != NULL);
        compare_say(p, found, was ? "\"%s\" is gone" : "\"%s\" is new",
                    show(p->c->arena, spot_constraint(constraint).keyword));
    }
}

void compare_choices(struct pairing *p)
{
    compare_all_choices(p);
    compare_nots(p);
    compare_ifs(p);
    compare_dependencies(p, OP_DEPENDENT_REQUIRED);
    compare_dependencies(p, OP_DEPENDENT_SCHEMAS);
    compare_dynamic(p);
    compare_rest(p, OP_UNEVALUATED_ITEMS);
    if (!p->rest_is_known)
        compare_rest(p, OP_UNEVALUATED_PROPERTIES);
}
