/*
 * What is asked of the members of an object: "properties", "patternProperties" and
 * "additionalProperties" (2020-12 core section 10.3.2).
 */
#include "drift/compare.h"

#include "base/show.h"

enum { STEPS_A_SEARCH = 4 }; /* of a pattern, which take as long as a search that is quick */

/* A property that a schema declares. */
struct declared {
    str name;
    const struct scheme *scheme, *holder;
    struct spot spot;
    uint32_t next; /* another of that name, + 1; or 0 */
};

struct like {
    const struct pattern_property *property;
    const struct scheme *holder;
    struct spot spot;
};

/* What becomes of a member, by its name: one "properties" with its neighbours, or several that hold
   together. */
struct view {
    struct declared *declared;
    uint32_t declared_count;
    struct map by_name; /* to the number of the first declared + 1 */
    struct like *like;
    uint32_t like_count;
    struct map by_pattern;       /* to the first of the like that has it */
    const struct scheme *others; /* of members that are neither; NULL: anything */
    const struct scheme *holder; /* of that, or of the first rule */
    struct spot others_spot;
    const struct rule *rule;
};

/* Adds what RULE of CONSTRAINT says to VIEW. */
static void view_add(struct view *view, const struct constraint *constraint)
{
    const struct members *m = constraint->rule->members;
    for (uint32_t i = 0; i < m->property_count; i++) {
        const struct property *property = &m->properties[i];
        if (!property->scheme)
            continue;
        struct declared *one = &view->declared[view->declared_count++];
        *one = (struct declared){.name = property->name,
                                 .scheme = property->scheme,
                                 .holder = constraint->scheme,
                                 .spot = spot_entry(constraint->scheme, m->properties_member,
                                                    property->name, property->key)};
        bool is_new;
        struct map_entry *entry = map_entry(&view->by_name, property->name, &is_new);
        one->next = is_new ? 0 : (uint32_t)(uintptr_t)entry->value;
        entry->value = (void *)(uintptr_t)view->declared_count;
    }
    for (uint32_t i = 0; i < m->pattern_count; i++) {
        const struct pattern_property *pattern = &m->patterns[i];
        struct like *like = &view->like[view->like_count++];
        *like = (struct like){pattern, constraint->scheme,
                              spot_entry(constraint->scheme, m->patterns_member,
                                         node_text(pattern->key), pattern->key)};
        bool is_new;
        struct map_entry *entry = map_entry(&view->by_pattern, node_text(pattern->key), &is_new);
        if (is_new)
            entry->value = like;
    }
    if (m->additional) {
        view->others = m->additional;
        view->rule = constraint->rule;
        view->holder = constraint->scheme;
        view->others_spot = spot_member(constraint->scheme, m->additional_member);
    }
}

/* One view of the COUNT constraints in LIST. */
static struct view view_of(struct pairing *p, const struct constraints *constraints,
                           const struct constraint *list, uint32_t count)
{
    struct arena *arena = &p->c->scratch;
    uint32_t properties = 0, patterns = 0;
    for (uint32_t i = 0; i < count; i++) {
        properties += list[i].rule->members->property_count;
        patterns += list[i].rule->members->pattern_count;
    }
    struct view view = {.declared = arena_new(arena, struct declared, properties),
                        .by_name = {.arena = arena},
                        .like = arena_new(arena, struct like, patterns),
                        .by_pattern = {.arena = arena},
                        .holder = count ? list[0].scheme : constraints_home(constraints),
                        .rule = count ? list[0].rule : NULL};
    for (uint32_t i = 0; i < count; i++)
        view_add(&view, &list[i]);
    return view;
}

/* True when nothing that is applied to an object itself makes members evaluated but "properties"
   and the like. */
static bool evaluates_plainly(const struct constraints *constraints)
{
    static const enum op others[] = {OP_DYNAMIC_REF, OP_ANY_OF, OP_ONE_OF, OP_IF,
                                     OP_DEPENDENT_SCHEMAS};
    uint32_t count;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        constraints_op(constraints, others[i], &count);
        if (count)
            return false;
    }
    return !constraints->apart_count;
}

/*
 * The rule for members that nothing else evaluates, where it does what "additionalProperties" does
 * beside all that is declared; else NULL.
 */
static const struct constraint *closing_rule(const struct constraints *constraints,
                                             const struct constraint *members, uint32_t count)
{
    uint32_t closings;
    const struct constraint *closing =
        constraints_op(constraints, OP_UNEVALUATED_PROPERTIES, &closings);
    if (closings != 1 || closing->scheme != constraints->scheme || !evaluates_plainly(constraints))
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        if (members[i].rule->members->additional)
            return NULL;
    return closing;
}

/* ---- one property ---------------------------------------------------------------------------- */

/* Whether a pattern of VIEW has a word for NAME; undecided, too, when all searches took their time.
 */
static enum pattern_verdict find_pattern(const struct pairing *p, const struct view *view, str name)
{
    enum pattern_verdict verdict = PATTERN_FAILS;
    for (uint32_t i = 0; i < view->like_count && verdict != PATTERN_MATCHES; i++) {
        struct pattern *pattern = view->like[i].property->pattern;
        if (!p->c->search_work)
            return PATTERN_UNDECIDED;
        enum pattern_verdict found = pattern_search(pattern, name);
        uint64_t work = 1 + pattern_steps(pattern) / STEPS_A_SEARCH;
        p->c->search_work -= work < p->c->search_work ? work : p->c->search_work;
        verdict = found != PATTERN_FAILS ? found : verdict;
    }
    return verdict;
}

/* What a declaration of NAME does that the side VIEW does not have; towards what is not there. */
static enum direction undeclared(const struct pairing *p, const struct view *view,
                                 const struct declared *one)
{
    if (scheme_is_anything(one->scheme) && !view->others && !p->is_watched)
        return DIRECTION_NONE;
    if (p->is_watched)
        return view->others && scheme_is_nothing(view->others) ? DIRECTION_TIGHTER : DIRECTION_BOTH;
    if (!view->others || scheme_is_anything(view->others))
        return DIRECTION_LOOSER;
    enum pattern_verdict verdict = find_pattern(p, view, one->name);
    if (verdict == PATTERN_MATCHES)
        return DIRECTION_LOOSER;
    return verdict == PATTERN_FAILS && scheme_is_nothing(view->others) ? DIRECTION_TIGHTER
                                                                       : DIRECTION_BOTH;
}

/* Where ONE would stand on the side of VIEW. */
static struct spot undeclared_spot(const struct view *view, const struct declared *one)
{
    struct spot spot = spot_missing(view->holder, &one->spot);
    return spot;
}

static bool is_declared_somewhere(const struct alternatives *branches, str name)
{
    for (uint32_t i = 0; i < branches->count; i++)
        if (alternatives_declare(branches, i, name))
            return true;
    return false;
}

static void note_gone(struct pairing *p, const struct declared *one, const struct view *new)
{
    struct shift shift = compare_relevant(p, undeclared(p, new, one), KIND_OBJECT);
    struct found *found = compare_note(p, D0119, shift, one->spot, undeclared_spot(new, one), NULL,
                                       new->others ? new->rule : NULL);
    found->sightings->member = one->name;
    compare_say(
        p, found,
        new->others &&scheme_is_nothing(new->others)
            ? "the property \"%s\" is gone, and is refused now"
        : is_declared_somewhere(&p->new_ways, one->name)
            ? "the property \"%s\" is no longer declared by all: some branches leave it open"
            : "the property \"%s\" is no longer declared: it may have any value",
        show(p->c->arena, one->name));
}

static void note_declared(struct pairing *p, const struct declared *one, const struct view *old)
{
    static const enum direction turned[] = {
        [DIRECTION_NONE] = DIRECTION_NONE,
        [DIRECTION_TIGHTER] = DIRECTION_LOOSER,
        [DIRECTION_LOOSER] = DIRECTION_TIGHTER,
        [DIRECTION_BOTH] = DIRECTION_BOTH,
    };
    enum direction direction = turned[undeclared(p, old, one)];
    struct found *found = compare_note(p, D0118, compare_relevant(p, direction, KIND_OBJECT),
                                       undeclared_spot(old, one), one->spot, NULL, NULL);
    found->sightings->member = one->name;
    found->is_mild = !old->others || !scheme_is_nothing(old->others);
    compare_say(p, found,
                old->others && scheme_is_nothing(old->others) ? "the property \"%s\" is new"
                : is_declared_somewhere(&p->old_ways, one->name)
                    ? "the property \"%s\" is declared now: before, some branches left it open"
                    : "the property \"%s\" is declared now: before, it could have any value",
                show(p->c->arena, one->name));
}

/*
 * Compares ONE, which one side declares by itself, with what the branches of a choice do on the
 * other, its old side with IS_GONE. True when all of them declare it.
 */
static bool compare_with_branches(struct pairing *p, const struct declared *one, bool is_gone)
{
    const struct alternatives *branches = is_gone ? &p->new_ways : &p->old_ways;
    bool is_all = branches->count;
    if (alternatives_list(&p->c->scratch, branches, one->name, one->scheme))
        return true;
    for (uint32_t i = 0; i < branches->count; i++) {
        const struct scheme *other = alternatives_declare(branches, i, one->name);
        bool is_any = branches->choice->rule->op == OP_ANY_OF;
        if (other)
            compare_below(p, is_gone ? one->scheme : other, is_gone ? other : one->scheme,
                          is_any && !p->is_watched ? WAY_SHADED : WAY_UNCERTAIN,
                          (struct step){.kind = STEP_MEMBER, .name = one->name});
        is_all = is_all && other;
    }
    return is_all;
}

static const struct declared *find_declared(const struct view *view, str name)
{
    uintptr_t number = (uintptr_t)map_get(&view->by_name, name);
    return number ? &view->declared[number - 1] : NULL;
}

static const struct declared *next_declared(const struct view *view, const struct declared *one)
{
    return one && one->next ? &view->declared[one->next - 1] : NULL;
}

/* Compares all that OLD and NEW, which may be NULL, and those after them declare of one name. */
static void compare_declared(struct pairing *p, const struct view *old_view,
                             const struct view *new_view, const struct declared *old,
                             const struct declared *new)
{
    bool is_there = old && new;
    while (old || new) {
        if (old && new)
            compare_below(p, old->scheme, new->scheme, WAY_PLAIN,
                          (struct step){.kind = STEP_MEMBER, .name = new->name});
        else if (old && !is_there) {
            if (!compare_with_branches(p, old, true))
                note_gone(p, old, new_view);
        } else if (new && !is_there) {
            if (!compare_with_branches(p, new, false))
                note_declared(p, new, old_view);
        } else if (old) {
            struct found *found = compare_note(p, D0119, shift_of(DIRECTION_LOOSER), old->spot,
                                               undeclared_spot(new_view, old), NULL, NULL);
            compare_say(p, found, "one of the schemas of the property \"%s\" is gone",
                        show(p->c->arena, old->name));
        } else {
            struct found *found =
                compare_note(p, D0118, shift_of(DIRECTION_TIGHTER), undeclared_spot(old_view, new),
                             new->spot, NULL, NULL);
            compare_say(p, found, "the property \"%s\" has another schema",
                        show(p->c->arena, new->name));
        }
        old = next_declared(old_view, old);
        new = next_declared(new_view, new);
    }
}

/* ---- all members ----------------------------------------------------------------------------- */

static const struct like *find_like(const struct view *view, str pattern)
{
    return map_get(&view->by_pattern, pattern);
}

/* What one pattern more does to a side that has OTHERS. */
static enum direction like_direction(const struct pairing *p, const struct view *view)
{
    return p->is_watched || view->others ? DIRECTION_BOTH : DIRECTION_TIGHTER;
}

static void compare_likes(struct pairing *p, const struct view *old, const struct view *new)
{
    for (uint32_t i = 0; i < old->like_count; i++) {
        const struct like *was = &old->like[i];
        str pattern = node_text(was->property->key);
        const struct like *is = find_like(new, pattern);
        if (is) {
            compare_below(p, was->property->scheme, is->property->scheme, WAY_PLAIN,
                          (struct step){.kind = STEP_LIKE_MEMBER,
                                        .pattern = is->property->pattern,
                                        .name = pattern});
            continue;
        }
        enum direction direction =
            like_direction(p, new) == DIRECTION_BOTH ? DIRECTION_BOTH : DIRECTION_LOOSER;
        struct found *found =
            compare_note(p, D0129, compare_relevant(p, direction, KIND_OBJECT), was->spot,
                         spot_missing(new->holder, &was->spot), old->rule, NULL);
        compare_say(p, found, "there is no schema any more for properties like \"%s\"",
                    show(p->c->arena, pattern));
    }
    for (uint32_t i = 0; i < new->like_count; i++) {
        const struct like *is = &new->like[i];
        str pattern = node_text(is->property->key);
        if (find_like(old, pattern))
            continue;
        struct found *found =
            compare_note(p, D0128, compare_relevant(p, like_direction(p, old), KIND_OBJECT),
                         spot_missing(old->holder, &is->spot), is->spot, NULL, new->rule);
        compare_say(p, found, "there is a schema now for properties like \"%s\"",
                    show(p->c->arena, pattern));
    }
}

static bool takes_anything(const struct scheme *scheme)
{
    return !scheme || scheme_is_anything(scheme);
}

/* The rule for members that nothing names: what it was and is. */
static void compare_others(struct pairing *p, const struct view *old, const struct view *new)
{
    bool was_open = takes_anything(old->others), is_open = takes_anything(new->others);
    bool was_closed = old->others && scheme_is_nothing(old->others);
    bool is_closed = new->others &&scheme_is_nothing(new->others);
    bool is_seen = p->is_watched && !old->others != !new->others;
    if (old->others && new->others && was_open == is_open && !was_closed && !is_closed) {
        compare_below(p, old->others, new->others, WAY_PLAIN,
                      (struct step){.kind = STEP_OTHER_MEMBER});
        return;
    }
    if ((was_open && is_open && !is_seen) || (was_closed && is_closed))
        return;
    bool is_tighter = is_closed || was_open;
    struct spot was = old->others_spot, is = new->others_spot;
    if (!old->others)
        was = spot_missing(old->holder, &is);
    if (!new->others)
        is = spot_missing(new->holder, &was);
    enum direction direction = is_seen      ? DIRECTION_BOTH
                               : is_tighter ? DIRECTION_TIGHTER
                                            : DIRECTION_LOOSER;
    struct found *found =
        compare_note(p, is_tighter ? D0120 : D0121, compare_relevant(p, direction, KIND_OBJECT),
                     was, is, old->rule, new->rule);
    compare_say(p, found,
                is_closed    ? "properties that are not declared are refused now"
                : was_closed ? is_open ? "properties that are not declared are taken now"
                                       : "properties that are not declared are taken now, if they "
                                         "fit a schema"
                : was_open   ? "there is a schema now for properties that are not declared"
                             : "there is no schema any more for properties that are not declared");
}

static void compare_views(struct pairing *p, const struct view *old, const struct view *new)
{
    for (ptrdiff_t i = 0; i < old->by_name.count; i++) {
        str name = old->by_name.entries[i].key;
        compare_declared(p, old, new, find_declared(old, name), find_declared(new, name));
    }
    for (ptrdiff_t i = 0; i < new->by_name.count; i++) {
        str name = new->by_name.entries[i].key;
        if (!find_declared(old, name))
            compare_declared(p, old, new, NULL, find_declared(new, name));
    }
    compare_likes(p, old, new);
    compare_others(p, old, new);
}

/* True when the COUNT constraints in LIST can be seen as one. */
static bool is_one_view(const struct constraint *list, uint32_t count)
{
    for (uint32_t i = 0; count > 1 && i < count; i++)
        if (list[i].rule->members->additional)
            return false;
    return true;
}

static void compare_properties(struct pairing *p)
{
    uint32_t old_count, new_count;
    const struct constraint *olds = constraints_op(&p->old, OP_MEMBERS, &old_count);
    const struct constraint *news = constraints_op(&p->new, OP_MEMBERS, &new_count);
    bool is_one = is_one_view(olds, old_count) && is_one_view(news, new_count);
    const struct constraint *old_end = closing_rule(&p->old, olds, old_count);
    const struct constraint *new_end = closing_rule(&p->new, news, new_count);
    bool are_closed = !p->is_watched_outside && (!p->old.is_watched || old_end) &&
                      (!p->new.is_watched || new_end);
    uint32_t views = is_one ? 1 : old_count > new_count ? old_count : new_count;
    bool is_watched = p->is_watched;
    p->rest_is_known = are_closed && is_one && (old_end || new_end);
    if (are_closed && is_one) /* what is left over is known by name */
        p->is_watched = false;
    for (uint32_t i = 0; i < views; i++) {
        uint32_t olds_here = is_one ? old_count : i < old_count;
        uint32_t news_here = is_one ? new_count : i < new_count;
        struct view old = view_of(p, &p->old, is_one ? olds : olds + i, olds_here);
        struct view new = view_of(p, &p->new, is_one ? news : news + i, news_here);
        if (are_closed && is_one && old_end) {
            old.others = old_end->rule->scheme;
            old.holder = old_end->scheme;
            old.others_spot = spot_constraint(old_end);
            old.rule = old_end->rule;
        }
        if (are_closed && is_one && new_end) {
            new.others = new_end->rule->scheme;
            new.holder = new_end->scheme;
            new.others_spot = spot_constraint(new_end);
            new.rule = new_end->rule;
        }
        compare_views(p, &old, &new);
    }
    p->is_watched = is_watched;
}

void compare_members(struct pairing *p)
{
    compare_required(p);
    compare_properties(p);
    compare_names(p);
}
