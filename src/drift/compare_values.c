/*
 * What is asked of a value itself: types, listed values, bounds and limits, patterns, formats
 * (2020-12 validation section 6 and 7).
 */
#include "drift/compare.h"

#include "base/show.h"
#include "source/number.h"
#include "validate/message.h"

#include <assert.h>

/* The place of the type on a side, if it has one. */
static struct spot type_spot(const struct constraints *constraints)
{
    return constraints->type.rule ? spot_constraint(&constraints->type) : (struct spot){0};
}

static void compare_types(struct pairing *p)
{
    if (p->is_aligned && p->old.scheme->kinds == p->new.scheme->kinds)
        return; /* a type further away is told there */
    if (p->old.kinds == p->new.kinds)
        return; /* branches that differ are told by themselves */
    uint8_t was = alternatives_kinds(&p->c->scratch, &p->old);
    uint8_t is = alternatives_kinds(&p->c->scratch, &p->new);
    uint8_t gone = was & (uint8_t)~is, added = is & (uint8_t)~was;
    struct arena *arena = p->c->arena;
    if (!gone && !added)
        return;
    enum direction direction = gone && added ? DIRECTION_BOTH
                               : gone        ? DIRECTION_TIGHTER
                                             : DIRECTION_LOOSER;
    struct spot old = type_spot(&p->old), new = type_spot(&p->new);
    enum diag_code code = !is ? D0141 : !was ? D0142 : gone ? D0101 : D0102;
    struct found *found = compare_note(p, code, (struct shift){direction, gone | added}, old, new,
                                       p->old.type.rule, p->new.type.rule);
    const char *before = message_kinds(arena, was), *after = message_kinds(arena, is);
    if (!is)
        compare_say(p, found, "nothing is allowed any more");
    else if (!was)
        compare_say(p, found, "something is allowed where nothing was");
    else if (was == KIND_ANY)
        compare_say(p, found, "any value was allowed, and now only %s is", after);
    else if (is == KIND_ANY)
        compare_say(p, found, "only %s was allowed, and now any value is", before);
    else
        compare_say(p, found, "the type was %s, and is %s", before, after);
}

/* ---- enum and const -------------------------------------------------------------------------- */

/* The kind of VALUE, as one of enum kind_set. */
static uint8_t kind_of(const struct node *value)
{
    if (value->kind == NODE_NUMBER)
        return number_is_integral(node_text(value)) ? KIND_INTEGER : KIND_FRACTION;
    return (uint8_t)(1u << value->kind);
}

/* True when CONSTRAINT, a list of values, has VALUE, or is not asked of such a value. */
static bool is_in(const struct constraint *constraint, const struct node *value)
{
    return !(constraint->kinds & kind_of(value)) || listed_has(constraint, value);
}

/* True when VALUE is of a kind that is taken and all lists have it. */
static bool is_listed(const struct constraints *constraints, const struct node *value)
{
    uint32_t consts, enums;
    if (!(constraints->kinds & kind_of(value)))
        return false;
    const struct constraint *one = constraints_op(constraints, OP_CONST, &consts);
    const struct constraint *many = constraints_op(constraints, OP_ENUM, &enums);
    for (uint32_t i = 0; i < consts; i++)
        if (!is_in(&one[i], value))
            return false;
    for (uint32_t i = 0; i < enums; i++)
        if (!is_in(&many[i], value))
            return false;
    return true;
}

/* Where value I of those that CONSTRAINT lists stands; of a const, the keyword. */
static struct spot listed_spot(struct pairing *p, const struct constraint *constraint, uint32_t i)
{
    if (constraint->rule->op == OP_CONST)
        return spot_constraint(constraint);
    return spot_entry(constraint->scheme, constraint->rule->member,
                      arena_printf(&p->c->work, "%u", i), listed_value(constraint, i));
}

/* Notes each value that ON lists and OFF does not. */
static void compare_listed(struct pairing *p, const struct constraints *on,
                           const struct constraint *constraint, const struct constraints *off,
                           const struct constraint *other, bool is_gone)
{
    struct spot elsewhere = spot_constraint(other);
    for (uint32_t i = 0; i < listed_count(constraint); i++) {
        const struct node *value = listed_value(constraint, i);
        if (!is_listed(on, value) || is_listed(off, value))
            continue;
        struct spot spot = listed_spot(p, constraint, i), absent = elsewhere;
        absent.is_there = false;
        struct found *found = is_gone ? compare_note(p, D0103, shift_of(DIRECTION_TIGHTER), spot,
                                                     absent, constraint->rule, other->rule)
                                      : compare_note(p, D0104, shift_of(DIRECTION_LOOSER), absent,
                                                     spot, other->rule, constraint->rule);
        found->value = value;
        found->name = str_of(compare_value(p, value));
        compare_say(p, found, is_gone ? "%s is no longer allowed" : "%s is allowed now",
                    compare_value(p, value));
    }
}

static void compare_lists(struct pairing *p)
{
    const struct constraint *was = constraints_listing(&p->old), *is = constraints_listing(&p->new);
    if (was && is) {
        compare_listed(p, &p->old, was, &p->new, is, true);
        compare_listed(p, &p->new, is, &p->old, was, false);
    } else if (was || is) {
        const struct constraint *constraint = was ? was : is;
        struct shift shift = shift_of(was ? DIRECTION_LOOSER : DIRECTION_TIGHTER);
        struct found *found =
            compare_note_one(p, was ? D0106 : D0105, shift, constraint, was != NULL);
        uint32_t count = listed_count(constraint);
        const char *values = constraint->rule->op == OP_CONST
                                 ? compare_value(p, constraint_value(constraint))
                             : count == 1 ? "the one that is listed"
                                          : "those that are listed";
        compare_say(p, found,
                    was          ? "any value is allowed, not only %s"
                    : count == 1 ? "only %s is allowed now"
                                 : "only %s are allowed now",
                    values);
    }
}

/* ---- one number each ------------------------------------------------------------------------- */

/*
 * Notes that a limit is another one. WAS and IS are the constraints that have it, of which one may
 * be NULL; STRICTER tells whether the new one takes less, LOOSER whether it takes more.
 */
static void note_limit(struct pairing *p, enum diag_code stricter_code, enum diag_code looser_code,
                       const struct constraint *was, const struct constraint *is,
                       enum direction direction)
{
    assert(was || is);
    struct spot old = {0}, new = {0};
    uint8_t kinds = 0;
    if (is) {
        new = spot_constraint(is);
        kinds = is->kinds;
    }
    if (was) {
        old = spot_constraint(was);
        kinds = was->kinds;
    }
    enum diag_code code = direction == DIRECTION_LOOSER ? looser_code : stricter_code;
    struct found *found = compare_note(p, code, compare_relevant(p, direction, kinds), old, new,
                                       was ? was->rule : NULL, is ? is->rule : NULL);
    const char *keyword = show(p->c->arena, was ? old.keyword : new.keyword);
    if (!was)
        compare_say(p, found, "\"%s\" is new: %s", keyword, compare_value(p, constraint_value(is)));
    else if (!is)
        compare_say(p, found, "\"%s\" is gone: it was %s", keyword,
                    compare_value(p, constraint_value(was)));
    else if (str_equal(old.keyword, new.keyword))
        compare_say(p, found, "\"%s\" was %s, and is %s", keyword,
                    compare_value(p, constraint_value(was)),
                    compare_value(p, constraint_value(is)));
    else
        compare_say(p, found, "\"%s\" was %s, and \"%s\" is %s", keyword,
                    compare_value(p, constraint_value(was)), show(p->c->arena, new.keyword),
                    compare_value(p, constraint_value(is)));
}

/* Below 0 when the bound A takes less than B, of the same end; above 0 when it takes more. */
static int compare_bounds(const struct bound *a, const struct bound *b)
{
    int order = number_compare(a->text, b->text);
    if (!order)
        return (int)b->is_exclusive - (int)a->is_exclusive;
    return a->is_upper ? order : -order;
}

static const struct constraint *tightest_bound(const struct constraints *constraints, bool is_upper)
{
    uint32_t count;
    const struct constraint *constraint = constraints_op(constraints, OP_BOUND, &count),
                            *best = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (constraint[i].rule->bound->is_upper == is_upper &&
            (!best || compare_bounds(constraint[i].rule->bound, best->rule->bound) < 0))
            best = &constraint[i];
    return best;
}

static void compare_bound(struct pairing *p, bool is_upper)
{
    const struct constraint *was = tightest_bound(&p->old, is_upper),
                            *is = tightest_bound(&p->new, is_upper);
    if (!was && !is)
        return;
    int order = !was ? -1 : !is ? 1 : compare_bounds(is->rule->bound, was->rule->bound);
    if (order)
        note_limit(p, D0107, D0108, was, is, order < 0 ? DIRECTION_TIGHTER : DIRECTION_LOOSER);
}

static const struct constraint *tightest_count(const struct constraints *constraints, enum op op,
                                               uint8_t kind)
{
    uint32_t count;
    const struct constraint *constraint = constraints_op(constraints, op, &count), *best = NULL;
    bool is_max = op == OP_MAX_LENGTH || op == OP_MAX_COUNT;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t limit = constraint[i].rule->count;
        if ((constraint[i].rule->kinds & kind) &&
            (!best || (is_max ? limit < best->rule->count : limit > best->rule->count)))
            best = &constraint[i];
    }
    return best;
}

/* How many members an object has at least, for the names that it requires. */
static uint64_t required_count(const struct constraints *constraints)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < constraints->count; i++) {
        const struct rule *rule = constraints->at[i].rule;
        uint64_t here = rule->op == OP_REQUIRED  ? rule->value->count
                        : rule->op == OP_MEMBERS ? rule->members->required_count
                                                 : 0;
        count = here > count ? here : count;
    }
    return count;
}

/* True when OP, a lower limit that is STRICTER on one side, takes no effect: the other one has so
   many in any case. */
static bool is_idle_limit(const struct pairing *p, enum op op, uint8_t kind, uint64_t stricter,
                          bool is_new)
{
    return op == OP_MIN_COUNT && kind == KIND_OBJECT &&
           stricter <= required_count(is_new ? &p->old : &p->new);
}

static void compare_count(struct pairing *p, enum op op, uint8_t kind)
{
    const struct constraint *was = tightest_count(&p->old, op, kind),
                            *is = tightest_count(&p->new, op, kind);
    bool is_max = op == OP_MAX_LENGTH || op == OP_MAX_COUNT;
    uint64_t none = is_max ? UINT64_MAX : 0;
    uint64_t before = was ? was->rule->count : none, after = is ? is->rule->count : none;
    if (before == after)
        return;
    bool is_tighter = is_max ? after < before : after > before;
    enum direction direction = is_tighter ? DIRECTION_TIGHTER : DIRECTION_LOOSER;
    if (is_idle_limit(p, op, kind, is_tighter ? after : before, is_tighter))
        direction = DIRECTION_NONE;
    note_limit(p, is_tighter ? D0110 : D0111, D0111, was, is, direction);
}

/* ---- several of one kind --------------------------------------------------------------------- */

/* True when A and B, of one op, ask the same. */
static bool same_constraint(const struct constraint *a, const struct constraint *b)
{
    const struct node *left = constraint_value(a), *right = constraint_value(b);
    return a->kinds == b->kinds && node_equal(left, right);
}

/* What a multipleOf does that took the place of another one. */
static enum direction multiple_direction(const struct constraint *was, const struct constraint *is)
{
    if (number_is_multiple(is->rule->bound->text, was->rule->bound->text) == 1)
        return DIRECTION_TIGHTER;
    return number_is_multiple(was->rule->bound->text, is->rule->bound->text) == 1 ? DIRECTION_LOOSER
                                                                                  : DIRECTION_BOTH;
}

/* The next constraint of LIST from *AT on that OTHERS do not have; NULL: there is none. */
static const struct constraint *next_own(const struct constraint *list, uint32_t count,
                                         uint32_t *at, const struct constraint *others,
                                         uint32_t other_count)
{
    while (*at < count) {
        const struct constraint *constraint = &list[(*at)++];
        uint32_t k = 0;
        while (k < other_count && !same_constraint(constraint, &others[k]))
            k++;
        if (k == other_count)
            return constraint;
    }
    return NULL;
}

/* Compares the constraints of OP, of which there may be several and all hold. */
static void compare_each(struct pairing *p, enum op op, enum diag_code stricter_code,
                         enum diag_code looser_code)
{
    uint32_t old_count, new_count, i = 0, k = 0;
    const struct constraint *olds = constraints_op(&p->old, op, &old_count);
    const struct constraint *news = constraints_op(&p->new, op, &new_count);
    for (;;) {
        const struct constraint *was = next_own(olds, old_count, &i, news, new_count);
        const struct constraint *is = next_own(news, new_count, &k, olds, old_count);
        if (!was && !is)
            return;
        enum direction direction = !was                   ? DIRECTION_TIGHTER
                                   : !is                  ? DIRECTION_LOOSER
                                   : op == OP_MULTIPLE_OF ? multiple_direction(was, is)
                                                          : DIRECTION_BOTH;
        note_limit(p, stricter_code, looser_code, was, is, direction);
    }
}

static void compare_unique(struct pairing *p)
{
    uint32_t before, after;
    const struct constraint *was = constraints_op(&p->old, OP_UNIQUE_ITEMS, &before);
    const struct constraint *is = constraints_op(&p->new, OP_UNIQUE_ITEMS, &after);
    if (!before != !after)
        note_limit(p, D0124, D0125, before ? was : NULL, after ? is : NULL,
                   after ? DIRECTION_TIGHTER : DIRECTION_LOOSER);
}

/* ---- formats --------------------------------------------------------------------------------- */

/*
 * The first "format" among the merged schemas of CONSTRAINTS, whether it asserts or not; its number
 * in *RET_MEMBER. NULL: there is none.
 */
static const struct scheme *format_of(const struct constraints *constraints, uint32_t *ret_member)
{
    for (uint32_t i = 0; i < constraints->merged_count; i++) {
        const struct scheme *scheme = constraints->merged[i].scheme;
        if (scheme->schema->kind != NODE_OBJECT)
            continue;
        ptrdiff_t member = node_find(scheme->schema, S("format"));
        bool is_hidden = dialect_info(scheme->dialect)->ref_hides_siblings && scheme->count == 1 &&
                         scheme->rules[0].op == OP_REF;
        *ret_member = (uint32_t)member;
        if (member >= 0 && !is_hidden)
            return scheme;
    }
    return NULL;
}

static void compare_formats(struct pairing *p)
{
    uint32_t old_member, new_member, count;
    const struct scheme *was = format_of(&p->old, &old_member);
    const struct scheme *is = format_of(&p->new, &new_member);
    const struct node *before = was ? node_value(was->schema, old_member) : NULL;
    const struct node *after = is ? node_value(is->schema, new_member) : NULL;
    if ((!was && !is) || (was && is && node_equal(before, after)))
        return;
    struct spot old = {0}, new = {0};
    if (was)
        old = spot_member(was, old_member);
    if (is)
        new = spot_member(is, new_member);
    enum direction direction = !was ? DIRECTION_TIGHTER : !is ? DIRECTION_LOOSER : DIRECTION_BOTH;
    const struct constraint *old_rule = constraints_op(&p->old, OP_FORMAT, &count);
    const struct rule *rule = count ? old_rule->rule : NULL;
    const struct constraint *new_rule = constraints_op(&p->new, OP_FORMAT, &count);
    struct found *found =
        compare_note(p, is ? D0114 : D0115, compare_relevant(p, direction, KIND_ANY), old, new,
                     rule, count ? new_rule->rule : NULL);
    if (was && is)
        compare_say(p, found, "\"format\" was %s, and is %s", compare_value(p, before),
                    compare_value(p, after));
    else
        compare_say(p, found, was ? "\"format\" is gone: it was %s" : "\"format\" is new: %s",
                    compare_value(p, was ? before : after));
}

/* ---- content --------------------------------------------------------------------------------- */

/* The spot of the member NAME in the schema of CONSTRAINT, which may be NULL; {0}: there is none.
 */
static struct spot content_spot(const struct constraint *constraint, str name,
                                const struct node **ret_value)
{
    ptrdiff_t member = constraint ? node_find(constraint->scheme->schema, name) : -1;
    *ret_value = NULL;
    if (member < 0)
        return (struct spot){0};
    *ret_value = node_value(constraint->scheme->schema, (uint32_t)member);
    return spot_member(constraint->scheme, (uint32_t)member);
}

/*
 * Compares NAME, one of the two members that say what is in a text; IS_APART tells that the other
 * one does not depend on it.
 */
static void compare_content_member(struct pairing *p, const struct constraint *was,
                                   const struct constraint *is, str name, bool is_apart)
{
    const struct node *before, *after;
    struct spot old = content_spot(was, name, &before), new = content_spot(is, name, &after);
    if ((!before && !after) || (before && after && node_equal(before, after)))
        return;
    enum direction direction = (before && after) || !is_apart ? DIRECTION_BOTH
                               : after                        ? DIRECTION_TIGHTER
                                                              : DIRECTION_LOOSER;
    struct found *found = compare_note(p, D0143, compare_relevant(p, direction, KIND_STRING), old,
                                       new, was ? was->rule : NULL, is ? is->rule : NULL);
    const char *keyword = show(p->c->arena, name);
    if (before && after)
        compare_say(p, found, "\"%s\" was %s, and is %s", keyword, compare_value(p, before),
                    compare_value(p, after));
    else
        compare_say(p, found, before ? "\"%s\" is gone: it was %s" : "\"%s\" is new: %s", keyword,
                    compare_value(p, before ? before : after));
}

/* What is in a text is asked by two members in one rule: the one decodes what the other reads. */
static void compare_content(struct pairing *p)
{
    uint32_t old_count, new_count;
    const struct constraint *olds = constraints_op(&p->old, OP_CONTENT, &old_count);
    const struct constraint *news = constraints_op(&p->new, OP_CONTENT, &new_count);
    for (uint32_t i = 0; i < old_count || i < new_count; i++) {
        const struct constraint *was = i < old_count ? &olds[i] : NULL;
        const struct constraint *is = i < new_count ? &news[i] : NULL;
        const struct node *read_before, *read_after;
        content_spot(was, S("contentMediaType"), &read_before);
        content_spot(is, S("contentMediaType"), &read_after);
        compare_content_member(p, was, is, S("contentEncoding"), !read_before && !read_after);
        compare_content_member(p, was, is, S("contentMediaType"), true);
    }
}

void compare_values(struct pairing *p)
{
    compare_types(p);
    compare_lists(p);
    if (compare_is_another_type(p))
        return;
    compare_bound(p, false);
    compare_bound(p, true);
    compare_each(p, OP_MULTIPLE_OF, D0109, D0109);
    compare_count(p, OP_MIN_LENGTH, KIND_STRING);
    compare_count(p, OP_MAX_LENGTH, KIND_STRING);
    compare_each(p, OP_PATTERN, D0112, D0113);
    compare_formats(p);
    compare_content(p);
    compare_count(p, OP_MIN_COUNT, KIND_ARRAY);
    compare_count(p, OP_MAX_COUNT, KIND_ARRAY);
    compare_count(p, OP_MIN_COUNT, KIND_OBJECT);
    compare_count(p, OP_MAX_COUNT, KIND_OBJECT);
    compare_unique(p);
}
