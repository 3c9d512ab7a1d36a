/*
 * What each change means for the whole: from the ways that lead to the pairs in which it was found,
 * and by values that show it.
 *
 * "Safe" follows from the structure alone: all ways from the roots to the change keep the set of
 * valid documents from shrinking, or from growing. "Breaks" has a value that the old schema accepts
 * and the new one refuses, or the other way round: found at the pair of the change, and then built
 * into values of the schemas around it, as far up as that goes. What is neither is undecided.
 */
#include "drift/compare.h"
#include "drift/exhaust.h"
#include "drift/ways.h"

#include <string.h>

enum {
    TRIED_CAP = 48, /* values of a pair that the two sides tell apart */
    KEPT_CAP = 6,   /* values around one that are taken a level further up */
    LIFT_CAP = 64,  /* levels */
};

/* The sides, as numbers: that which accepts a value, of those that the sides tell apart. */
enum { OLD, NEW };

/* What is known of the values of a pair. */
struct tried {
    const struct node **values[2]; /* that the old side accepts and the new one refuses, and the
                                      other way round */
    ptrdiff_t count[2];
    bool is_looked_for[2];
};

/*
 * Each of three things may take the settle_work of the comparison: schemas that are applied to
 * values, and to atoms, to prove that none is left out; and to see why a value is refused.
 */
struct settling {
    struct comparison *c;
    struct sampler *sampler;
    struct sample_side side[2];
    uint64_t exhaust_work; /* that is left, of schemas that are applied to atoms */
    uint64_t explain_work; /* likewise, with reasons looked through */
};

/* ---- the values of a pair -------------------------------------------------------------------- */

static const struct scheme *scheme_on(const struct schema_pair *pair, int side)
{
    return side == OLD ? pair->old : pair->new;
}

/* Looks for values that SIDE of pair NUMBER accepts and the other side refuses. */
static struct tried *try_pair(struct settling *s, uint32_t number, int side)
{
    struct comparison *c = s->c;
    struct schema_pair *pair = &c->pairs[number];
    if (!pair->tried)
        pair->tried = arena_new(&c->work, struct tried, 1);
    struct tried *tried = pair->tried;
    if (tried->is_looked_for[side])
        return tried;
    tried->is_looked_for[side] = true;
    const struct node **values = arena_new(&c->work, const struct node *, TRIED_CAP + 1);
    tried->values[side] = values;
    if (pair->text[side])
        *values++ = pair->text[side];
    tried->count[side] =
        (pair->text[side] != NULL) + sample_differing(s->sampler, &s->side[side],
                                                      scheme_on(pair, side), &s->side[!side],
                                                      scheme_on(pair, !side), values, TRIED_CAP);
    return tried;
}

/* ---- is it this change? ---------------------------------------------------------------------- */

/* The bytes of POINTER that spell the token NAME with the slash in front; 0 when it begins
 * otherwise. */
static ptrdiff_t token_length(str pointer, str name)
{
    ptrdiff_t at = 1;
    if (!str_starts(pointer, S("/")))
        return 0;
    for (ptrdiff_t i = 0; i < name.len; i++) {
        char c = name.data[i];
        str spelt = c == '~' ? S("~0") : c == '/' ? S("~1") : (str){&name.data[i], 1};
        if (!str_starts(str_skip(pointer, at), spelt))
            return 0;
        at += spelt.len;
    }
    return at == pointer.len || pointer.data[at] == '/' ? at : 0;
}

/* True when POINTER leads to the member NAME, or to something in it. */
static bool is_below(str pointer, str name)
{
    return token_length(pointer, name) > 0;
}

/* True when PATH, of a keyword over references, goes by KEYWORD and, unless that is NULL, ENTRY. */
static bool goes_by(str path, str keyword, str entry)
{
    for (ptrdiff_t at = 0; at < path.len; at++) {
        str rest = str_skip(path, at);
        ptrdiff_t len = token_length(rest, keyword);
        if (len && (!entry.data || is_below(str_skip(rest, len), entry)))
            return true;
    }
    return false;
}

/* True when VIOLATION is of the member NAME: of what that is, or with IS_MISSING that it is not
 * there.
 */
static bool is_of_member(const struct violation *violation, str name, bool is_missing)
{
    if (is_below(violation->pointer, name))
        return true;
    if (!violation->key || !str_equal(node_text(violation->key), name))
        return false;
    return is_missing || node_get(violation->instance, name);
}

/* True when VIOLATION, of the side REFUSING, is one of what FOUND changed. */
static bool concerns(const struct found *found, const struct sighting *sighting, int refusing,
                     const struct violation *violation, unsigned depth)
{
    enum { MAX_DEPTH = 4 };
    const struct spot *spot = refusing == OLD ? &found->old : &found->new;
    bool is_declaration = found->code == D0118 || found->code == D0119;
    if (sighting->member.data && is_of_member(violation, sighting->member, !is_declaration))
        return true;
    if (violation->rule && violation->rule == sighting->rule[refusing])
        return true;
    if (sighting->is_watched &&
        (goes_by(violation->keyword_path, S("unevaluatedProperties"), (str){0}) ||
         goes_by(violation->keyword_path, S("unevaluatedItems"), (str){0})))
        return true; /* what is evaluated is another part now */
    if (spot->is_there && !spot->keyword.data)
        return true; /* all that the schema asks is new, or gone */
    if (spot->is_there && goes_by(violation->keyword_path, spot->keyword, spot->entry))
        return true;
    if (spot->is_there && str_equal(spot->keyword, S("if")) &&
        (goes_by(violation->keyword_path, S("then"), (str){0}) ||
         goes_by(violation->keyword_path, S("else"), (str){0})))
        return true;
    for (uint32_t i = 0; depth < MAX_DEPTH && i < violation->branch_count; i++)
        for (uint32_t k = 0; k < violation->branches[i].count; k++)
            if (concerns(found, sighting, refusing, &violation->branches[i].violations[k],
                         depth + 1))
                return true;
    return false;
}

/* True when VALUE, which SIDE of pair NUMBER accepts, is refused by the other for this change. */
static bool shows_change(struct settling *s, const struct found *found,
                         const struct sighting *sighting, uint32_t number, int side,
                         const struct node *value)
{
    struct comparison *c = s->c;
    struct arena scratch = {0};
    struct violations all;
    const struct scheme *there = scheme_on(&c->pairs[number], !side);
    if (!s->explain_work)
        return false;
    run_explained(s->side[!side].runner, there, value, &scratch, &all);
    uint64_t work = s->side[!side].runner->work + (uint64_t)all.count + 1;
    s->explain_work -= work < s->explain_work ? work : s->explain_work;
    bool shows = false;
    for (ptrdiff_t i = 0; i < all.count && !shows; i++)
        shows = concerns(found, sighting, !side, &all.at[i], 0);
    arena_free(&scratch);
    return shows;
}

/* ---- from the pair to the root --------------------------------------------------------------- */

/* Values on their way up: SIDE of pair NUMBER accepts them and the other side does not. */
struct lift {
    uint32_t number;
    int side;
    const struct node *values[KEPT_CAP];
    ptrdiff_t count;
};

static bool is_told_apart(struct settling *s, const struct schema_pair *pair,
                          const struct node *value, int *ret_side)
{
    for (int side = OLD; side <= NEW; side++)
        if (sample_accepts(s->sampler, &s->side[side], scheme_on(pair, side), value) &&
            sample_refuses(s->sampler, &s->side[!side], scheme_on(pair, !side), value)) {
            *ret_side = side;
            return true;
        }
    return false;
}

/* Takes VALUE, of a pair whose values are those of the pair of UP, there. */
static void lift_same(struct settling *s, const struct node *value, struct lift *up)
{
    int side;
    if (!is_told_apart(s, &s->c->pairs[up->number], value, &side) ||
        (up->count && side != up->side) || up->count == KEPT_CAP)
        return;
    up->side = side;
    up->values[up->count++] = value;
}

/* Builds VALUE into values of the pair of UP, in which STEP leads to it. */
static void lift_into(struct settling *s, const struct node *value, const struct step *step,
                      struct lift *up)
{
    const struct schema_pair *around = &s->c->pairs[up->number];
    ptrdiff_t max = around->via == NO_EDGE ? 1 : KEPT_CAP; /* one at the root shows it */
    if (up->count >= max)
        return;
    up->count += sample_around(s->sampler, &s->side[up->side], scheme_on(around, up->side),
                               &s->side[!up->side], scheme_on(around, !up->side), step, value,
                               up->values + up->count, max - up->count);
}

/* The edge by which pair NUMBER is reached; NULL for a root. */
static const struct edge *edge_to(const struct comparison *c, uint32_t number)
{
    return c->pairs[number].via == NO_EDGE ? NULL : &c->edges[c->pairs[number].via];
}

/* Takes the values of UP, one pair after the other of COUNT in TARGETS, as they are. */
static bool lift_all_same(struct settling *s, const uint32_t *targets, int count, struct lift *up)
{
    for (int i = 0; i < count && up->count; i++) {
        struct lift next = {.number = targets[i]};
        for (ptrdiff_t k = 0; k < up->count; k++)
            lift_same(s, up->values[k], &next);
        *up = next;
    }
    return up->count;
}

/*
 * Takes LIFT up by the edge of its pair, and then as far as the values are those of the pairs
 * around. Where what else these ask stands in the way, the values are built for them instead: it is
 * asked of the same value. False when none goes up.
 */
static bool lift_once(struct settling *s, struct lift *lift)
{
    enum { MAX_SAME = 8 };
    uint32_t targets[MAX_SAME];
    int count = 0;
    const struct edge *first = edge_to(s->c, lift->number), *edge = first;
    do {
        targets[count++] = edge->from;
        edge = edge_to(s->c, edge->from);
    } while (count < MAX_SAME && edge && edge->step.kind == STEP_SAME);
    for (int i = 0; i < count; i++) {
        struct lift up = {.number = targets[i], .side = lift->side};
        for (ptrdiff_t k = 0; k < lift->count && up.count < KEPT_CAP; k++) {
            if (first->step.kind == STEP_SAME)
                lift_same(s, lift->values[k], &up);
            else
                lift_into(s, lift->values[k], &first->step, &up);
        }
        if (lift_all_same(s, targets + i + 1, count - i - 1, &up)) {
            *lift = up;
            return true;
        }
    }
    return false;
}

/* True when the pair NUMBER is reached from its root by plain ways only. */
static bool is_plain_from_here(const struct comparison *c, uint32_t number)
{
    for (int i = 0; i < LIFT_CAP && c->pairs[number].via != NO_EDGE; i++) {
        const struct edge *edge = &c->edges[c->pairs[number].via];
        if (edge->way != WAY_PLAIN)
            return false;
        number = edge->from;
    }
    return c->pairs[number].via == NO_EDGE;
}

/*
 * Takes LIFT to the root, as far as that goes. True when what it ends with shows that documents
 * change their verdict: at the root, or where only plain ways lead on and no document could be made
 * at all.
 */
static bool lift_up(struct settling *s, struct lift *lift)
{
    struct comparison *c = s->c;
    for (int i = 0; i < LIFT_CAP && c->pairs[lift->number].via != NO_EDGE; i++) {
        if (lift_once(s, lift))
            continue;
        const struct schema_pair *around = &c->pairs[c->edges[c->pairs[lift->number].via].from];
        return is_plain_from_here(c, lift->number) &&
               !sample_valid(s->sampler, &s->side[lift->side], scheme_on(around, lift->side));
    }
    return c->pairs[lift->number].is_root;
}

/* ---- effects --------------------------------------------------------------------------------- */

static void note_effect(struct found *found, int who, enum drift_effect effect,
                        const struct node *witness)
{
    if (effect > found->effect[who])
        found->effect[who] = effect;
    if (witness && !found->witness[who])
        found->witness[who] = witness;
}

/* Takes VALUE, which SIDE of pair NUMBER accepts and the other one refuses, up as far as it goes.
 */
static bool show_by_value(struct settling *s, struct found *found, uint32_t number, int side,
                          const struct node *value)
{
    struct lift lift = {.number = number, .side = side, .values = {value}, .count = 1};
    if (!lift_up(s, &lift))
        return false;
    note_effect(found, lift.side == OLD ? 0 : 1, DRIFT_BREAKS, lift.values[0]);
    return true;
}

/* Tries the values that SIDE of pair NUMBER accepts and the other one refuses for this change. */
static bool show_at(struct settling *s, struct found *found, const struct sighting *sighting,
                    uint32_t number, int side)
{
    const struct tried *tried = try_pair(s, number, side);
    for (ptrdiff_t i = 0; i < tried->count[side]; i++)
        if (shows_change(s, found, sighting, number, side, tried->values[side][i]) &&
            show_by_value(s, found, number, side, tried->values[side][i]))
            return true;
    return false;
}

/*
 * Tries to show what a change does that makes SIDE accept what the other side does not: by values
 * of its pair, or of the pairs around it that are asked of the same value.
 */
static void show_by_values(struct settling *s, struct found *found, const struct sighting *sighting,
                           int side)
{
    enum { MAX_SAME = 8 };
    uint32_t number = sighting->pair;
    int told;
    if (found->value) { /* the change names what it is about */
        if (is_told_apart(s, &s->c->pairs[number], found->value, &told) && told == side)
            show_by_value(s, found, number, side, found->value);
        return;
    }
    for (int i = 0; i < MAX_SAME; i++) {
        if (show_at(s, found, sighting, number, side))
            return;
        const struct edge *edge = edge_to(s->c, number);
        if (!edge || edge->step.kind != STEP_SAME)
            return;
        number = edge->from;
    }
}

/*
 * True when SIGHTING may break WHO with values that SIDE of its pair accepts and the other one does
 * not.
 */
static bool is_risk(const struct schema_pair *pair, const struct sighting *sighting, int who,
                    int side)
{
    uint8_t with = who == side ? WAY_PLAIN | WAY_SHADED : WAY_NEGATED;
    uint8_t kinds = sighting->shift.kinds & (uint8_t)~pair->included[side];
    for (int kind = 0; kind < KIND_COUNT; kind++)
        if (kinds & 1 << kind && ways_open(pair, who, kind) & (with | WAY_UNCERTAIN))
            return true;
    return false;
}

/* Works out what FOUND means where SIGHTING saw it. */
static void settle_sighting(struct settling *s, struct found *found,
                            const struct sighting *sighting)
{
    const struct schema_pair *pair = &s->c->pairs[sighting->pair];
    for (int side = OLD; side <= NEW; side++) {
        enum direction risk = side == OLD ? DIRECTION_TIGHTER : DIRECTION_LOOSER;
        bool is_open = false; /* somebody is at risk, and is not known to be broken */
        for (int who = 0; who < 2 && sighting->shift.direction & risk; who++) {
            if (!is_risk(pair, sighting, who, side))
                continue;
            note_effect(found, who, DRIFT_UNDECIDED, NULL);
            is_open = is_open || found->effect[who] != DRIFT_BREAKS;
        }
        if (is_open)
            show_by_values(s, found, sighting, side);
    }
}

/* The edges that lead to each pair, in lists. */
struct incoming {
    uint32_t *first, *next; /* by pair, by edge: the number of the next edge + 1; or 0 */
};

static struct incoming find_incoming(struct comparison *c)
{
    struct incoming in = {.first = arena_new(&c->work, uint32_t, c->pair_count),
                          .next = arena_new(&c->work, uint32_t, c->edge_count)};
    for (ptrdiff_t i = 0; i < c->edge_count; i++) {
        uint32_t to = c->edges[i].to;
        in.next[i] = in.first[to];
        in.first[to] = (uint32_t)i + 1;
    }
    return in;
}

/* Marks the pairs in which something changed that counts, and those above them. */
static bool *changed_pairs(struct comparison *c)
{
    bool *changed = arena_new(&c->work, bool, c->pair_count);
    uint32_t *list = arena_new(&c->work, uint32_t, c->pair_count); /* those that were marked */
    ptrdiff_t count = 0;
    struct incoming in = find_incoming(c);
    for (ptrdiff_t i = 0; i < c->found_count; i++)
        for (const struct sighting *one = c->found[i].sightings; one; one = one->next)
            if (one->shift.direction != DIRECTION_NONE && !changed[one->pair]) {
                changed[one->pair] = true;
                list[count++] = one->pair;
            }
    for (ptrdiff_t next = 0; next < count; next++)
        for (uint32_t edge = in.first[list[next]]; edge; edge = in.next[edge - 1]) {
            uint32_t from = c->edges[edge - 1].from;
            if (!changed[from]) {
                changed[from] = true;
                list[count++] = from;
            }
        }
    return changed;
}

/* Finds the pairs of which all values can be tried. */
static void find_included(struct settling *s)
{
    struct comparison *c = s->c;
    const bool *changed = changed_pairs(c);
    for (ptrdiff_t i = 0; i < c->pair_count; i++) {
        struct schema_pair *pair = &c->pairs[i];
        for (int side = OLD; changed[i] && side <= NEW; side++)
            pair->included[side] =
                exhaust(s->sampler, &s->side[side], scheme_on(pair, side), &s->side[!side],
                        scheme_on(pair, !side), &s->exhaust_work, c->arena, &pair->text[side]);
    }
}

void settle(struct comparison *c)
{
    struct settling s = {.c = c,
                         .sampler = sampler_new(c->arena, c->settle_work),
                         .exhaust_work = c->settle_work,
                         .explain_work = c->settle_work};
    runner_init(&c->old.runner, &c->old.compiler.program);
    runner_init(&c->new.runner, &c->new.compiler.program);
    s.side[OLD].runner = &c->old.runner;
    s.side[NEW].runner = &c->new.runner;
    find_included(&s);
    ways_find(c);
    ways_choose(c);
    for (ptrdiff_t i = 0; i < c->found_count; i++)
        for (const struct sighting *one = c->found[i].sightings; one; one = one->next)
            if (one->shift.direction)
                settle_sighting(&s, &c->found[i], one);
    for (ptrdiff_t i = 0; i < c->found_count; i++)
        if (c->found[i].is_mild && c->found[i].effect[0] == DRIFT_BREAKS)
            c->found[i].effect[0] = DRIFT_UNDECIDED;
    c->settled =
        SETTLE_WAYS * c->settle_work - (sampler_left(s.sampler) + s.exhaust_work + s.explain_work);
    runner_done(&c->old.runner);
    runner_done(&c->new.runner);
}
