#include "drift/language.h"

#include "base/buf.h"
#include "base/map.h"
#include "base/utf8.h"
#include "validate/ecma.h"

#include <stdlib.h>
#include <string.h>

enum {
    STATE_CAP = 512, /* of one automaton */
    WORDS = STATE_CAP / 64,
    SYMBOL_CAP = 128,
    PLACE_CAP = 4000,   /* of one walk */
    STEP_CAP = 3000000, /* symbols read in all walks, for each automaton */
    LENGTH_CAP = 3000
};

enum state_kind { STATE_SPLIT, STATE_READ, STATE_START, STATE_END, STATE_MATCH };

/* A state leads to OUT and, if it is a split, to OTHER; one that reads needs a code point for it.
 */
struct state {
    enum state_kind kind;
    uint16_t out, other;
    const struct ecma_set *set; /* STATE_READ; NULL: CODE only */
    uint32_t code;
};

struct automaton {
    struct state *states;
    unsigned count;
    uint16_t start;
    bool is_whole; /* the pattern is in it; else it may match anything */
};

struct languages {
    struct arena *arena;
    struct automaton automata[LANGUAGE_CAP];
    unsigned count;
    uint32_t symbols[SYMBOL_CAP]; /* one code point of each kind that the patterns tell apart */
    unsigned symbol_count;
    bool has_symbols; /* else there are too many */
    int64_t steps;
};

/* ---- automata -------------------------------------------------------------------------------- */

static uint16_t add_state(struct automaton *a, struct state state)
{
    if (a->count == STATE_CAP) {
        a->is_whole = false;
        return 0;
    }
    a->states[a->count] = state;
    return (uint16_t)a->count++;
}

/* Adds the states for NODE, after which it goes on at NEXT; the result is the first of them. */
static uint16_t build(struct automaton *a, const struct ecma_node *node, uint16_t next);

/* The same for the children from NODE on, one after the other. */
static uint16_t build_sequence(struct automaton *a, const struct ecma_node *node, uint16_t next)
{
    const struct ecma_node *children[STATE_CAP];
    unsigned count = 0;
    for (; node && count < STATE_CAP; node = node->next)
        children[count++] = node;
    a->is_whole = a->is_whole && !node;
    while (count && a->is_whole)
        next = build(a, children[--count], next);
    return next;
}

static uint16_t build_choice(struct automaton *a, const struct ecma_node *node, uint16_t next)
{
    uint16_t first = build(a, node, next);
    for (node = node->next; node && a->is_whole; node = node->next)
        first = add_state(
            a, (struct state){.kind = STATE_SPLIT, .out = first, .other = build(a, node, next)});
    return first;
}

static uint16_t build_repeat(struct automaton *a, const struct ecma_node *node, uint16_t next)
{
    uint16_t last = next;
    int32_t more = node->max - node->min;
    if (node->max == ECMA_WITHOUT_END) {
        last = add_state(a, (struct state){.kind = STATE_SPLIT, .other = next});
        uint16_t turn = build(a, node->first, last);
        a->states[last].out = turn;
        more = 0;
    }
    for (; more > 0 && a->is_whole; more--)
        last = add_state(
            a,
            (struct state){.kind = STATE_SPLIT, .out = build(a, node->first, last), .other = next});
    for (int32_t i = 0; i < node->min && a->is_whole; i++)
        last = build(a, node->first, last);
    return last;
}

static uint16_t build(struct automaton *a, const struct ecma_node *node, uint16_t next)
{
    switch (node->kind) {
    case ECMA_CHAR:
        return add_state(a, (struct state){.kind = STATE_READ, .out = next, .code = node->code});
    case ECMA_SET:
        if (node->set->properties)
            break;
        return add_state(a, (struct state){.kind = STATE_READ, .out = next, .set = node->set});
    case ECMA_START:
        return add_state(a, (struct state){.kind = STATE_START, .out = next});
    case ECMA_END:
        return add_state(a, (struct state){.kind = STATE_END, .out = next});
    case ECMA_SEQUENCE:
        return build_sequence(a, node->first, next);
    case ECMA_CHOICE:
        return build_choice(a, node->first, next);
    case ECMA_GROUP:
        return build(a, node->first, next);
    case ECMA_REPEAT:
        return build_repeat(a, node, next);
    default:
        break;
    }
    a->is_whole = false;
    return next;
}

static void make(struct languages *l, struct automaton *a, str pattern)
{
    struct ecma_regex regex;
    struct ecma_fault fault;
    *a = (struct automaton){.states = arena_new(l->arena, struct state, STATE_CAP),
                            .is_whole = true};
    if ((!ecma_parse(l->arena, pattern, ECMA_UNICODE, &regex, &fault) &&
         !ecma_parse(l->arena, pattern, ECMA_WITH_ANNEX_B, &regex, &fault)) ||
        !ecma_refer(&regex, &fault)) {
        a->is_whole = false;
        return;
    }
    uint16_t match = add_state(a, (struct state){.kind = STATE_MATCH});
    a->start = build(a, regex.root, match);
}

/* ---- symbols --------------------------------------------------------------------------------- */

static bool reads(const struct state *state, uint32_t code)
{
    return state->set ? ecma_set_has(state->set, code) : state->code == code;
}

/* Adds CODE as a symbol, if it is a code point that texts have. */
static void add_symbol(struct languages *l, uint32_t code)
{
    bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code > CODE_POINT_MAX || is_surrogate)
        return;
    for (unsigned i = 0; i < l->symbol_count; i++)
        if (l->symbols[i] == code)
            return;
    l->has_symbols = l->has_symbols && l->symbol_count < SYMBOL_CAP;
    if (l->has_symbols)
        l->symbols[l->symbol_count++] = code;
}

/* True when CODE is in the run that begins with SYMBOL. */
static bool is_in_run(const struct languages *l, uint32_t symbol, uint32_t code)
{
    for (unsigned i = 0; i < l->symbol_count; i++)
        if (l->symbols[i] > symbol && l->symbols[i] <= code)
            return false;
    return code >= symbol;
}

/* SYMBOL, or one of its run that people can see. */
static uint32_t visible(const struct languages *l, uint32_t symbol)
{
    static const char liked[] = "aA0";
    if (symbol > ' ')
        return symbol;
    for (const char *c = liked; *c; c++)
        if (is_in_run(l, symbol, (unsigned char)*c))
            return (unsigned char)*c;
    return is_in_run(l, symbol, '!') ? '!' : symbol;
}

/* A code point of each run that no pattern divides. */
static void find_symbols(struct languages *l)
{
    uint32_t shown[SYMBOL_CAP];
    l->has_symbols = true;
    add_symbol(l, 0);
    add_symbol(l, 0xE000);
    for (unsigned i = 0; i < l->count; i++)
        for (unsigned k = 0; k < l->automata[i].count && l->has_symbols; k++) {
            const struct state *state = &l->automata[i].states[k];
            if (state->kind != STATE_READ)
                continue;
            if (!state->set) {
                add_symbol(l, state->code);
                add_symbol(l, state->code + 1);
            }
            for (ptrdiff_t r = 0; state->set && r < state->set->count && l->has_symbols; r++) {
                add_symbol(l, state->set->ranges[r].low);
                add_symbol(l, state->set->ranges[r].high + 1);
            }
        }
    for (unsigned i = 0; i < l->symbol_count; i++)
        shown[i] = visible(l, l->symbols[i]);
    memcpy(l->symbols, shown, l->symbol_count * sizeof *shown);
}

struct languages *languages_new(struct arena *arena, const str *patterns, unsigned count)
{
    struct languages *l = arena_new(arena, struct languages, 1);
    l->arena = arena;
    l->count = count < LANGUAGE_CAP ? count : LANGUAGE_CAP;
    for (unsigned i = 0; i < l->count; i++)
        make(l, &l->automata[i], patterns[i]);
    find_symbols(l);
    return l;
}

/* ---- walking --------------------------------------------------------------------------------- */

/* Where one automaton is: the states that it may go on from, or that it has matched. */
struct at {
    uint64_t states[WORDS];
    uint64_t has_matched;
};

/* Where all of them are after so many code points. */
struct position {
    uint64_t length; /* at most what is asked of it */
    uint64_t is_start;
    struct at at[];
};

static bool has_state(const struct at *at, unsigned state)
{
    return at->states[state / 64] >> state % 64 & 1;
}

static void add_to(struct at *at, unsigned state)
{
    at->states[state / 64] |= (uint64_t)1 << state % 64;
}

/*
 * Adds to AT all states that are reached from STATE without reading; at the START of the text, at
 * its END.
 */
static void follow(const struct automaton *a, struct at *at, unsigned state, bool start, bool end)
{
    uint16_t stack[2 * STATE_CAP];
    unsigned count = 0;
    stack[count++] = (uint16_t)state;
    while (count) {
        unsigned top = stack[--count];
        const struct state *s = &a->states[top];
        if (has_state(at, top))
            continue;
        add_to(at, top);
        if (s->kind == STATE_MATCH)
            at->has_matched = true;
        if (s->kind == STATE_SPLIT) {
            stack[count++] = s->out;
            stack[count++] = s->other;
        }
        if ((s->kind == STATE_START && start) || (s->kind == STATE_END && end))
            stack[count++] = s->out;
    }
}

/* AT, where a match may also begin here, with all that is reached without reading. */
static struct at closure(const struct automaton *a, const struct at *at, bool start, bool end)
{
    struct at all = {.has_matched = at->has_matched};
    follow(a, &all, a->start, start, end);
    for (unsigned i = 0; i < a->count; i++)
        if (has_state(at, i))
            follow(a, &all, i, start, end);
    return all;
}

/* What is left of AT, a closure, behind the symbol CODE. */
static struct at behind(const struct automaton *a, const struct at *at, uint32_t code)
{
    struct at next = {.has_matched = at->has_matched};
    for (unsigned i = 0; i < a->count && !next.has_matched; i++)
        if (a->states[i].kind == STATE_READ && has_state(at, i) && reads(&a->states[i], code))
            add_to(&next, a->states[i].out);
    return next;
}

/* A walk through the automata of a mask. */
struct walk {
    struct languages *languages;
    unsigned asked, has;
    uint64_t low, high;
    struct arena arena;
    struct map seen;
    struct place {
        struct position *position;
        ptrdiff_t from; /* the number of the one before; -1: none */
        uint32_t symbol;
    } * list;
    ptrdiff_t count, cap;
    size_t size; /* of a position */
    bool is_cut;
};

/* Adds POSITION, to which SYMBOL leads from the one with the number FROM. */
static void reach(struct walk *w, const struct position *position, ptrdiff_t from, uint32_t symbol)
{
    bool is_new;
    str key = {(const char *)position, (ptrdiff_t)w->size};
    if (map_find(&w->seen, key))
        return;
    if (w->count >= PLACE_CAP) {
        w->is_cut = true;
        return;
    }
    struct position *kept = arena_alloc(&w->arena, (ptrdiff_t)w->size, 1);
    memcpy(kept, position, w->size);
    map_entry(&w->seen, (str){(const char *)kept, (ptrdiff_t)w->size}, &is_new);
    w->list = arena_make_room(&w->arena, w->list, sizeof *w->list, w->count, &w->cap);
    w->list[w->count++] = (struct place){kept, from, symbol};
}

/* True when a text that ends at POSITION is what is asked for. */
static bool ends_well(const struct walk *w, const struct position *position)
{
    if (position->length < w->low)
        return false;
    for (unsigned i = 0; i < w->languages->count; i++) {
        if (!(w->asked & 1u << i))
            continue;
        struct at end =
            closure(&w->languages->automata[i], &position->at[i], position->is_start, true);
        if ((bool)end.has_matched != (bool)(w->has & 1u << i))
            return false;
    }
    return true;
}

/* Goes on from the position NUMBER by each symbol. */
static void go_on(struct walk *w, ptrdiff_t number, struct position *next)
{
    struct languages *l = w->languages;
    const struct position *position = w->list[number].position;
    struct at here[LANGUAGE_CAP] = {{{0}, 0}};
    if (position->length >= w->high)
        return;
    uint64_t enough = w->high == UINT64_MAX ? w->low : w->high;
    for (unsigned i = 0; i < l->count; i++)
        if (w->asked & 1u << i)
            here[i] = closure(&l->automata[i], &position->at[i], position->is_start, false);
    for (unsigned s = 0; s < l->symbol_count && !w->is_cut; s++) {
        bool is_lost = false;
        memset(next, 0, w->size);
        next->length = position->length < enough ? position->length + 1 : enough;
        for (unsigned i = 0; i < l->count && !is_lost; i++) {
            if (!(w->asked & 1u << i))
                continue;
            next->at[i] = behind(&l->automata[i], &here[i], l->symbols[s]);
            is_lost = next->at[i].has_matched && !(w->has & 1u << i);
            w->is_cut = w->is_cut || ++l->steps > STEP_CAP;
        }
        if (!is_lost)
            reach(w, next, number, l->symbols[s]);
    }
}

/* The text that leads to the position NUMBER. */
static str text_to(const struct walk *w, ptrdiff_t number)
{
    uint32_t symbols[PLACE_CAP];
    ptrdiff_t count = 0;
    for (; w->list[number].from >= 0; number = w->list[number].from)
        symbols[count++] = w->list[number].symbol;
    struct buf text = buf_in(w->languages->arena, PTRDIFF_MAX);
    buf_add(&text, S(""));
    while (count) {
        char bytes[4];
        buf_add(&text, (str){bytes, utf8_encode(symbols[--count], bytes)});
    }
    return text.len ? buf_view(&text) : S("");
}

bool languages_may(struct languages *l, unsigned asked, unsigned has, uint64_t low, uint64_t high,
                   str *ret_text)
{
    struct walk w = {.languages = l, .low = low, .high = high};
    for (unsigned i = 0; i < l->count; i++)
        if (l->automata[i].is_whole)
            w.asked |= asked & 1u << i;
    w.has = has & w.asked;
    *ret_text = (str){0};
    if (!w.asked || !l->has_symbols || low > LENGTH_CAP ||
        (high != UINT64_MAX && high > LENGTH_CAP))
        return true;
    w.seen.arena = &w.arena;
    w.size = sizeof(struct position) + l->count * sizeof(struct at);
    struct position *position = arena_alloc(&w.arena, (ptrdiff_t)w.size, 1);
    struct position *next = arena_alloc(&w.arena, (ptrdiff_t)w.size, 1);
    position->is_start = true;
    reach(&w, position, -1, 0);
    bool found = false;
    for (ptrdiff_t i = 0; i < w.count && !found && !w.is_cut; i++) {
        found = ends_well(&w, w.list[i].position);
        if (found)
            *ret_text = text_to(&w, i);
        else
            go_on(&w, i, next);
    }
    found = found || w.is_cut;
    arena_free(&w.arena);
    return found;
}

uint64_t languages_steps(const struct languages *languages)
{
    return (uint64_t)languages->steps;
}
