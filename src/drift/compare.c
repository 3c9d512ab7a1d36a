/*
 * Pairs are compared one after the other, from a list that grows by what each applies; so no chain
 * of schemas is too deep, and schemas that lead back to themselves come to an end.
 */
#include "drift/compare.h"
#include "drift/branches.h"

#include "base/show.h"
#include "validate/message.h"

#include <stdarg.h>
#include <string.h>

/* ---- pairs ----------------------------------------------------------------------------------- */

/* What tells pairs apart, as the bytes of a key. */
struct pair_key {
    const struct scheme *old, *new;
    uintptr_t is_watched;
};

uint32_t compare_pair(struct comparison *c, const struct scheme *old, const struct scheme *new,
                      bool is_watched)
{
    const struct pair_key parts = {old, new, is_watched};
    bool is_new;
    str key = {(const char *)&parts, sizeof parts};
    const struct map_entry *known = map_find(&c->pair_numbers, key);
    if (known)
        return (uint32_t)((uintptr_t)known->value - 1);
    if (c->pair_count >= PAIR_CAP) {
        c->is_cut = true;
        return NO_PAIR;
    }
    c->pairs = arena_make_room(&c->work, c->pairs, sizeof *c->pairs, c->pair_count, &c->pair_cap);
    c->pairs[c->pair_count++] =
        (struct schema_pair){.old = old, .new = new, .is_watched = is_watched, .via = NO_EDGE};
    struct map_entry *entry = map_entry(&c->pair_numbers, arena_copy(&c->work, key), &is_new);
    entry->value = (void *)(uintptr_t)c->pair_count;
    return (uint32_t)(c->pair_count - 1);
}

static void add_edge(struct pairing *p, const struct scheme *old, const struct scheme *new,
                     enum way way, uint8_t plain_kinds, struct step step)
{
    struct comparison *c = p->c;
    bool is_seen = step.kind == STEP_SAME && way != WAY_NEGATED && p->is_watched;
    uint32_t to = compare_pair(c, old, new, is_seen);
    if (to == NO_PAIR)
        return;
    c->edges = arena_make_room(&c->work, c->edges, sizeof *c->edges, c->edge_count, &c->edge_cap);
    c->edges[c->edge_count++] =
        (struct edge){.from = p->number,
                      .to = to,
                      .way = way,
                      .plain_kinds = plain_kinds,
                      .uncertain_kinds = is_seen && way != WAY_PLAIN ? KIND_ARRAY | KIND_OBJECT : 0,
                      .step = step};
}

void compare_below(struct pairing *p, const struct scheme *old, const struct scheme *new,
                   enum way way, struct step step)
{
    add_edge(p, old, new, way, 0, step);
}

void compare_branch(struct pairing *p, const struct scheme *old, const struct scheme *new,
                    enum way way, uint8_t plain_kinds)
{
    add_edge(p, old, new, way, plain_kinds, (struct step){.kind = STEP_SAME});
}

/* ---- places ---------------------------------------------------------------------------------- */

struct spot spot_schema(const struct scheme *scheme)
{
    return (struct spot){.schema = scheme->schema, .node = scheme->schema, .is_there = true};
}

struct spot spot_member(const struct scheme *scheme, uint32_t member)
{
    if (member == NO_MEMBER)
        return spot_schema(scheme);
    const struct node *key = node_key(scheme->schema, member);
    return (struct spot){
        .schema = scheme->schema, .keyword = node_text(key), .node = key, .is_there = true};
}

struct spot spot_constraint(const struct constraint *constraint)
{
    return spot_member(constraint->scheme, constraint->rule->member);
}

struct spot spot_entry(const struct scheme *scheme, uint32_t member, str entry,
                       const struct node *node)
{
    struct spot spot = spot_member(scheme, member);
    spot.entry = entry;
    spot.node = node;
    return spot;
}

struct spot spot_missing(const struct scheme *scheme, const struct spot *spot)
{
    const struct node *schema = scheme->schema;
    bool has_keyword = schema->kind == NODE_OBJECT && spot->keyword.data && spot->entry.data;
    ptrdiff_t member = has_keyword ? node_find(schema, spot->keyword) : -1;
    return (struct spot){.schema = schema,
                         .keyword = spot->keyword,
                         .entry = spot->entry,
                         .node = member < 0 ? schema : node_key(schema, (uint32_t)member)};
}

/*
 * Puts SPOT, of what a side has not, into the schema that stands for the one of THERE, on the other
 * side: both may be far behind references.
 */
static void move_missing(struct spot *spot, const struct constraints *own, const struct spot *there,
                         const struct constraints *others)
{
    if (spot->is_there || !there->is_there || spot->node != spot->schema ||
        own->merged_count != others->merged_count)
        return;
    for (uint32_t i = 0; i < own->merged_count; i++)
        if (others->merged[i].scheme->schema == there->schema) {
            spot->schema = spot->node = own->merged[i].scheme->schema;
            return;
        }
}

/* ---- changes --------------------------------------------------------------------------------- */

struct found *compare_note(struct pairing *p, enum diag_code code, struct shift shift,
                           struct spot old, struct spot new, const struct rule *old_rule,
                           const struct rule *new_rule)
{
    struct comparison *c = p->c;
    if (!old.schema)
        old = spot_missing(constraints_home(&p->old), &new);
    if (!new.schema)
        new = spot_missing(constraints_home(&p->new), &old);
    move_missing(&old, &p->old, &new, &p->new);
    move_missing(&new, &p->new, &old, &p->old);
    struct {
        const struct node *old, *new;
        uint64_t code;
    } key = {old.node, new.node, code * 4 + old.is_there * 2u + new.is_there};
    bool is_new;
    str bytes = {(const char *)&key, sizeof key};
    const struct map_entry *known = map_find(&c->found_numbers, bytes);
    if (!known && c->found_count >= CHANGE_CAP) {
        c->is_cut = true;
        c->spare_sighting = (struct sighting){.pair = p->number};
        c->spare = (struct found){.message = "", .sightings = &c->spare_sighting};
        return &c->spare;
    }
    if (!known) {
        c->found =
            arena_make_room(&c->work, c->found, sizeof *c->found, c->found_count, &c->found_cap);
        c->found[c->found_count++] = (struct found){.code = code, .old = old, .new = new};
        struct map_entry *entry =
            map_entry(&c->found_numbers, arena_copy(&c->work, bytes), &is_new);
        entry->value = (void *)(uintptr_t)c->found_count;
        known = entry;
    }
    struct found *found = &c->found[(uintptr_t)known->value - 1];
    struct sighting *sighting = arena_new(&c->work, struct sighting, 1);
    *sighting = (struct sighting){.pair = p->number,
                                  .rule = {old_rule, new_rule},
                                  .shift = shift,
                                  .is_watched = p->is_watched,
                                  .next = found->sightings};
    found->sightings = sighting;
    return found;
}

struct found *compare_note_one(struct pairing *p, enum diag_code code, struct shift shift,
                               const struct constraint *constraint, bool is_gone)
{
    const struct spot there = spot_constraint(constraint), none = {0};
    const struct rule *rule = constraint->rule;
    return is_gone ? compare_note(p, code, shift, there, none, rule, NULL)
                   : compare_note(p, code, shift, none, there, NULL, rule);
}

void compare_say(struct pairing *p, struct found *found, const char *format, ...)
{
    if (found->message)
        return;
    va_list arguments;
    va_start(arguments, format);
    found->message = arena_vprintf(p->c->arena, format, arguments).data;
    va_end(arguments);
}

const char *compare_value(struct pairing *p, const struct node *node)
{
    return message_value(p->c->arena, node);
}

struct shift shift_of(enum direction direction)
{
    return (struct shift){direction, KIND_ANY};
}

struct shift compare_relevant(const struct pairing *p, enum direction direction, uint8_t kinds)
{
    kinds &= p->old.kinds & p->new.kinds;
    return (struct shift){kinds ? direction : DIRECTION_NONE, kinds};
}

bool compare_is_another_type(const struct pairing *p)
{
    return !p->is_watched && p->old.kinds && p->new.kinds && !(p->old.kinds & p->new.kinds);
}

/* ---- one pair -------------------------------------------------------------------------------- */

/* True when OLD and NEW have rules of the same ops. */
static bool ask_alike(const struct scheme *old, const struct scheme *new)
{
    for (uint32_t i = 0; i < old->count && i < new->count; i++)
        if (old->rules[i].op != new->rules[i].op)
            return false;
    return old->count == new->count;
}

/* True when the schemas that hold with OLD and NEW can be compared one by one, in their order. */
static bool are_aligned(const struct scheme *old, const struct scheme *new,
                        const struct scheme **olds, const struct scheme **news, uint32_t *ret_count)
{
    enum { MAX = 16 };
    uint32_t old_count = scheme_conjuncts(old, olds, MAX);
    uint32_t new_count = scheme_conjuncts(new, news, MAX);
    *ret_count = old_count;
    if (old_count != new_count || !old_count || old_count > MAX || old->is_watching ||
        new->is_watching)
        return false;
    bool are_named = true;
    for (uint32_t i = 0; i < old_count; i++) {
        str name = branch_name(olds[i]);
        if (!str_equal(name, branch_name(news[i])))
            return false;
        are_named = are_named && name.len;
    }
    return are_named || ask_alike(old, new);
}

static void compare_apart(struct pairing *p)
{
    const struct constraints *old = &p->old, *new = &p->new;
    uint32_t count = old->apart_count < new->apart_count ? old->apart_count : new->apart_count;
    struct step same = {.kind = STEP_SAME};
    enum direction looser = p->is_watched ? DIRECTION_BOTH : DIRECTION_LOOSER;
    enum direction tighter = p->is_watched ? DIRECTION_BOTH : DIRECTION_TIGHTER;
    for (uint32_t i = 0; i < count; i++)
        compare_below(p, old->apart[i], new->apart[i], WAY_PLAIN, same);
    for (uint32_t i = count; i < old->apart_count; i++) {
        struct found *found = compare_note(p, D0139, shift_of(looser), spot_schema(old->apart[i]),
                                           (struct spot){0}, NULL, NULL);
        compare_say(p, found, "a schema that holds everywhere is gone");
    }
    for (uint32_t i = count; i < new->apart_count; i++) {
        struct found *found = compare_note(p, D0139, shift_of(tighter), (struct spot){0},
                                           spot_schema(new->apart[i]), NULL, NULL);
        compare_say(p, found, "another schema holds everywhere now");
    }
}

/* Branches that only add null have nothing to change but their annotations. */
static void compare_null_branches(struct pairing *p)
{
    const struct scheme *was = p->old.null_branch, *is = p->new.null_branch;
    if (was && is && !node_equal(was->schema, is->schema))
        compare_below(p, was, is, WAY_UNCERTAIN, (struct step){.kind = STEP_SAME});
}

static void compare_rules(struct pairing *p)
{
    compare_null_branches(p);
    compare_values(p);
    if (!compare_is_another_type(p)) {
        compare_members(p);
        compare_items(p);
    }
    compare_choices(p);
    compare_redirects(p);
    compare_apart(p);
    compare_annotations(p);
}

static uint32_t choice_count(const struct constraints *constraints)
{
    uint32_t any, one;
    constraints_op(constraints, OP_ANY_OF, &any);
    constraints_op(constraints, OP_ONE_OF, &one);
    return any + one;
}

/* Gets the constraints of both sides: what one side has as a choice is one on the other side, too.
 */
static void get_constraints(struct pairing *p, const struct scheme *old, const struct scheme *new,
                            enum constraints_reach reach)
{
    struct arena *scratch = &p->c->scratch;
    constraints_of(scratch, old, reach, &p->old);
    constraints_of(scratch, new, reach, &p->new);
    if (reach != CONSTRAINTS_ALL || choice_count(&p->old) == choice_count(&p->new))
        return;
    struct constraints was, is;
    constraints_of(scratch, old, CONSTRAINTS_CHOICES, &was);
    constraints_of(scratch, new, CONSTRAINTS_CHOICES, &is);
    if (choice_count(&was) == choice_count(&is)) {
        p->old = was;
        p->new = is;
    }
}

static void compare_one(struct comparison *c, uint32_t number)
{
    enum { MAX = 16 };
    const struct scheme *old = c->pairs[number].old, *new = c->pairs[number].new;
    const struct scheme *olds[MAX], *news[MAX];
    uint32_t count;
    struct pairing p = {.c = c, .number = number};
    c->pairs[number].first_edge = (uint32_t)c->edge_count;
    p.is_aligned = are_aligned(old, new, olds, news, &count);
    get_constraints(&p, old, new, p.is_aligned ? CONSTRAINTS_OWN : CONSTRAINTS_ALL);
    p.is_watched_outside = c->pairs[number].is_watched;
    p.is_watched = p.is_watched_outside || p.old.is_watched || p.new.is_watched;
    bool old_chooses = choice_count(&p.old), new_chooses = choice_count(&p.new);
    if (old_chooses && !new_chooses)
        alternatives_of(&c->scratch, &p.old, &p.old_ways);
    if (new_chooses && !old_chooses)
        alternatives_of(&c->scratch, &p.new, &p.new_ways);
    for (uint32_t i = 0; p.is_aligned && i < count; i++)
        compare_below(&p, olds[i], news[i], WAY_PLAIN, (struct step){.kind = STEP_SAME});
    compare_rules(&p);
    c->pairs[number].edge_count = (uint32_t)c->edge_count - c->pairs[number].first_edge;
}

static void compare_all(struct comparison *c)
{
    while (c->next < c->pair_count) {
        arena_new(&c->scratch, char, 1); /* a chunk to come back to */
        struct arena_mark mark = arena_mark(&c->scratch);
        compare_one(c, (uint32_t)c->next++);
        arena_return(&c->scratch, mark);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void open_side(struct compared *compared, const struct drift_side *side)
{
    compared->side = side;
    compiler_init(&compared->compiler, side->registry, side->dialect, FORMATS_AUTO);
    compared->compiler.lookup.entry = side->document;
    compared->compiler.trusts = true;
}

struct comparison *drift_begin(struct arena *arena, const struct drift_side *old,
                               const struct drift_side *new)
{
    struct comparison *c = arena_new(arena, struct comparison, 1);
    *c = (struct comparison){.arena = arena,
                             .search_work = SEARCH_WORK,
                             .redirect_work = REDIRECT_WORK,
                             .settle_work = SETTLE_WORK};
    c->pair_numbers.arena = &c->work;
    c->redirects.arena = &c->work;
    c->found_numbers.arena = &c->work;
    c->sameness = (struct sameness){.arena = &c->work, .old = old->document, .new = new->document};
    open_side(&c->old, old);
    open_side(&c->new, new);
    return c;
}

void drift_look_up(struct comparison *c, const struct lookup *old, const struct lookup *new)
{
    c->old.compiler.lookup = *old;
    c->new.compiler.lookup = *new;
    c->old.compiler.lookup.entry = c->old.side->document;
    c->new.compiler.lookup.entry = c->new.side->document;
}

/* The rules that what NODE says is read by. */
static enum dialect dialect_at(const struct drift_side *side, const struct node *node)
{
    const struct resource *resource = registry_resource(side->registry, side->document, node);
    enum dialect own = registry_info(side->registry, side->document)->dialect;
    enum dialect dialect = resource ? resource->dialect : own;
    return dialect == DIALECT_COUNT ? own == DIALECT_COUNT ? side->dialect : own : dialect;
}

bool drift_compare(struct comparison *c, const struct node *old, const struct node *new,
                   unsigned audience)
{
    if (dialect_at(c->old.side, old) == dialect_at(c->new.side, new) &&
        same_schemas(&c->sameness, old, new))
        return true;
    const struct scheme *was = compile(&c->old.compiler, old);
    const struct scheme *is = compile(&c->new.compiler, new);
    if (!was || !is)
        return false;
    uint32_t pair = compare_pair(c, was, is, false);
    if (pair == NO_PAIR)
        return true;
    c->roots = arena_make_room(&c->work, c->roots, sizeof *c->roots, c->root_count, &c->root_cap);
    c->roots[c->root_count++] = pair;
    c->pairs[pair].audience |= (uint8_t)audience;
    c->pairs[pair].is_root = true;
    compare_all(c);
    compare_definitions(c, pair);
    compare_all(c);
    return true;
}

void drift_set_work(struct comparison *c, uint64_t steps)
{
    c->settle_work = steps / SETTLE_WAYS;
}

void drift_finish(struct comparison *c, struct drift *ret_drift)
{
    settle(c);
    place_changes(c, ret_drift);
    ret_drift->steps = c->settled;
    arena_free(&c->scratch);
    arena_free(&c->work);
}

const char *drift_effect_word(enum drift_effect effect)
{
    static const char *const words[] = {"safe", "undecided", "breaks"};
    return words[effect];
}
