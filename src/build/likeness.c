/*
 * likeness.c - to read along: likeness_find, find_roots, consider.
 *
 * `envelope_take` takes from the top what it says; `find_roots` guesses the roots, each of which is
 * considered with and without translation; `refine` tries the keys that leave something out. The
 * best attempt stays.
 */
#include "build/likeness.h"

#include "base/map.h"
#include "build/likeness_drop.h"
#include "build/likeness_envelope.h"
#include "build/likeness_root.h"
#include "build/linediff.h"
#include "build/render.h"
#include "openapi/extract.h"
#include "schema/treediff.h"

#include <string.h>

/* Keys, and what they give. */
struct attempt {
    struct artifact_keys keys;
    const struct node *schema; /* NULL: they give nothing */
    ptrdiff_t differences;     /* the values in which it differs from what is there */
    ptrdiff_t lines;           /* the lines, once it is known; else -1 */
    bool is_same;              /* the bytes are the same */
};

/* What an attempt must do to take the place of the best one. */
enum demand {
    DEMAND_NEARER, /* come nearer in any way */
    DEMAND_FEWER,  /* differ in fewer values */
    DEMAND_SAME    /* give the bytes */
};

struct search {
    const struct openapi *openapi;
    const struct existing *existing;
    struct arena *arena;
    struct artifact_keys envelope; /* what the schema says of itself */
    struct attempt best;
    enum demand demand;
};

/* ---- how it is written ----------------------------------------------------------------------- */

/* The ways to write a tree, the simplest first: as keys, NULL for a default. */
static const struct {
    const char *style, *order;
} forms[] = {{NULL, NULL}, {"go", NULL}, {NULL, "sorted"}, {"go", "source"}};
enum { FORM_COUNT = sizeof forms / sizeof *forms };

/* The bytes of A, in memory of ARENA; nothing when its style cannot write it. */
static str attempt_bytes(struct arena *arena, const struct attempt *a)
{
    struct buf out = buf_in(arena, RENDER_CEILING);
    const struct node *bad;
    bool ok = node_write(&out, a->schema, keys_write_options(&a->keys), &bad);
    return ok && !out.full ? buf_view(&out) : (str){0};
}

static bool gives_bytes(const struct search *s, const struct attempt *a)
{
    struct arena scratch = {0};
    bool is_same = str_equal(attempt_bytes(&scratch, a), s->existing->bytes);
    arena_free(&scratch);
    return is_same;
}

/* The number of lines in which A differs from what is there. */
static ptrdiff_t line_difference(const struct search *s, const struct attempt *a)
{
    struct arena scratch = {0};
    struct buf out = buf_in(&scratch, PTRDIFF_MAX);
    ptrdiff_t count = 0;
    str bytes = attempt_bytes(&scratch, a), line, rest;
    linediff(&out, "", s->existing->bytes, "", bytes, PTRDIFF_MAX);
    for (rest = buf_view(&out); rest.len;) {
        str_cut(rest, '\n', &line, &rest);
        count += str_starts(line, S("+")) || str_starts(line, S("-"));
    }
    arena_free(&scratch);
    return bytes.len ? count : PTRDIFF_MAX;
}

/*
 * Gives A, whose tree is right, the first form with which its bytes are. Without one it keeps that
 * of its keys.
 */
static void find_form(const struct search *s, struct attempt *a)
{
    struct attempt with = *a;
    for (int i = 0; i < FORM_COUNT; i++) {
        with.keys.style = forms[i].style;
        with.keys.order = forms[i].order;
        if (!gives_bytes(s, &with))
            continue;
        *a = with;
        a->is_same = true;
        return;
    }
}

/* Gives the best attempt, which has not the bytes, the form with the fewest lines that differ. */
static void find_nearest_form(struct search *s)
{
    struct attempt with = s->best;
    s->best.lines = PTRDIFF_MAX;
    for (int i = 0; i < FORM_COUNT; i++) {
        with.keys.style = forms[i].style;
        with.keys.order = forms[i].order;
        with.lines = line_difference(s, &with);
        if (with.lines < s->best.lines)
            s->best = with;
    }
}

/* ---- attempts -------------------------------------------------------------------------------- */

/* The number of values in NODE, itself among them; 0 for NULL. */
static ptrdiff_t weight(const struct node *node)
{
    ptrdiff_t count = 1;
    if (!node)
        return 0;
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++)
        count += weight(node_value(node, i));
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++)
        count += weight(node_item(node, i));
    return count;
}

/*
 * In how many values SCHEMA differs from what is there: of a place that only one of them has, all
 * that stands there counts. Places past a number of them count as one each.
 */
static ptrdiff_t count_differences(const struct search *s, const struct node *schema)
{
    enum { WEIGHED = 10000 };
    struct arena scratch = {0};
    struct tree_difference *differences = arena_new(&scratch, struct tree_difference, WEIGHED);
    ptrdiff_t places = tree_differences(&scratch, s->existing->root, schema, differences, WEIGHED);
    ptrdiff_t count = places > WEIGHED ? places - WEIGHED : 0;
    for (ptrdiff_t i = 0; i < places && i < WEIGHED; i++)
        count += weight(differences[i].old) + weight(differences[i].new);
    arena_free(&scratch);
    return count;
}

/*
 * True when A does what is demanded to take the place of the best so far, which has the simpler
 * keys. Lines are counted only where nothing else decides.
 */
static bool is_nearer(struct search *s, struct attempt *a)
{
    struct attempt *best = &s->best;
    if (!a->schema || !best->schema)
        return a->schema != NULL;
    if (s->demand == DEMAND_SAME)
        return a->is_same && !best->is_same;
    if (s->demand == DEMAND_FEWER || a->differences != best->differences)
        return a->differences < best->differences;
    if (a->is_same || best->is_same)
        return a->is_same && !best->is_same;
    a->lines = line_difference(s, a);
    if (best->lines < 0)
        best->lines = line_difference(s, best);
    return a->lines < best->lines;
}

/* What KEYS give, before it is written; NULL when that is nothing. */
static const struct node *extract_with(const struct search *s, const struct artifact_keys *keys)
{
    struct extract_request request = keys_request(keys);
    struct document_set used = {.arena = s->openapi->sources->arena};
    return extract(s->openapi, &request, &used);
}

/* Sees what KEYS give. True when they give the bytes, so that no more need be tried. */
static bool consider(struct search *s, const struct artifact_keys *keys)
{
    struct attempt a = {.keys = *keys, .lines = -1};
    a.schema = extract_with(s, keys);
    if (a.schema)
        a.differences = count_differences(s, a.schema);
    if (a.schema && a.differences == 0)
        find_form(s, &a);
    if (is_nearer(s, &a))
        s->best = a;
    return s->best.is_same;
}

/* The same with keywords translated, which is the default, and copied. */
static bool consider_both(struct search *s, struct artifact_keys keys)
{
    if (consider(s, &keys))
        return true;
    keys.translate = NO;
    return consider(s, &keys);
}

/* ---- roots ----------------------------------------------------------------------------------- */

/* Considers GUESS. */
static bool consider_root(struct search *s, const struct root_guess *guess)
{
    struct artifact_keys keys = s->envelope;
    keys.roots = guess->roots;
    keys.root_form = guess->form;
    if (guess->inlined)
        envelope_leave_to_root(&keys, guess->inlined);
    return consider_both(s, keys);
}

static void find_roots(struct search *s)
{
    struct root_guess guesses[ROOT_GUESSES];
    enum dialect dialect = envelope_dialect(s->existing->root);
    ptrdiff_t count = root_guesses(s->openapi, s->existing, dialect, s->arena, guesses);
    for (ptrdiff_t i = 0; i < count; i++) {
        if (i == 0) {
            s->best.keys = s->envelope; /* to be told why, if nothing can be extracted at all */
            s->best.keys.roots = guesses[0].roots;
            s->best.keys.root_form = guesses[0].form;
        }
        s->demand = i > 0 && !guesses[i].is_comparable ? DEMAND_SAME : DEMAND_NEARER;
        if (consider_root(s, &guesses[i]))
            break;
    }
    s->demand = DEMAND_NEARER;
}

/* ---- what is left out ------------------------------------------------------------------------ */

/* What is seldom said: one key each, for what is left out and how things are translated. */
static const struct {
    const char *view, *discriminator, *assume;
    enum tristate honour_ref_siblings;
} seldom[] = {
    {.view = "request"},          {.view = "response"}, {.discriminator = "conditional"},
    {.honour_ref_siblings = YES}, {.assume = "3.0"},    {.assume = "3.1"},
};

/* Considers the best keys with the one number NUMBER of `seldom`. */
static void consider_seldom(struct search *s, size_t number)
{
    struct artifact_keys keys = s->best.keys;
    if (seldom[number].view)
        keys.view = seldom[number].view;
    else if (keys.translate == NO)
        return; /* the others are about translations */
    if (seldom[number].discriminator)
        keys.discriminator = seldom[number].discriminator;
    if (seldom[number].assume)
        keys.assume = seldom[number].assume;
    if (seldom[number].honour_ref_siblings)
        keys.honour_ref_siblings = seldom[number].honour_ref_siblings;
    if (s->best.differences)
        consider(s, &keys);
}

/* Considers the best keys without the members, too, that what is there has nowhere. */
static void consider_drop(struct search *s)
{
    struct artifact_keys keys = s->best.keys;
    enum dialect dialect = keys_request(&keys).dialect;
    struct string_list more =
        droppable(s->openapi, s->arena, s->best.schema, s->existing->root, dialect);
    if (!s->best.differences || !more.count)
        return;
    const char **at = arena_new(s->arena, const char *, keys.drop.count + more.count);
    for (ptrdiff_t i = 0; i < keys.drop.count + more.count; i++)
        at[i] = i < keys.drop.count ? keys.drop.at[i] : more.at[i - keys.drop.count];
    keys.drop.at = at;
    keys.drop.count += more.count;
    consider(s, &keys);
}

/* Tries the keys that are seldom used, as long as they bring the best nearer. */
static void refine(struct search *s)
{
    enum { ROUNDS = 3 };
    ptrdiff_t before = PTRDIFF_MAX;
    s->demand = DEMAND_FEWER;
    for (int i = 0; i < ROUNDS && s->best.differences && s->best.differences < before; i++) {
        before = s->best.differences;
        for (size_t number = 0; number < sizeof seldom / sizeof *seldom; number++)
            consider_seldom(s, number);
        consider_drop(s);
    }
    s->demand = DEMAND_NEARER;
}

/* Refines the best, and, when that is not enough, the same with the other value of translate. */
static void refine_both(struct search *s)
{
    if (!s->best.schema || s->best.differences == 0)
        return;
    struct artifact_keys keys = s->best.keys;
    refine(s);
    if (s->best.differences == 0)
        return;
    struct attempt first = s->best;
    keys.translate = keys.translate == NO ? UNSET : NO;
    s->best = (struct attempt){0};
    consider(s, &keys);
    if (s->best.schema)
        refine(s);
    struct attempt second = s->best;
    s->best = first;
    if (is_nearer(s, &second))
        s->best = second;
}

/* ---- the result ------------------------------------------------------------------------------ */

/* True when KEYS give the bytes, too. */
static bool gives_them_too(struct search *s, const struct artifact_keys *keys)
{
    struct attempt a = {.keys = *keys};
    a.schema = extract_with(s, keys);
    return a.schema && gives_bytes(s, &a);
}

/* Lists the keys left at their defaults with which it makes no difference. */
static void list_idle(struct search *s, struct arena *kept, struct string_list *ret_idle)
{
    const struct artifact_keys *keys = &s->best.keys;
    struct artifact_keys other = *keys;
    *ret_idle = (struct string_list){arena_new(kept, const char *, 3), 0};
    other.translate = NO;
    if (keys->translate == UNSET && gives_them_too(s, &other))
        ret_idle->at[ret_idle->count++] = "translate";
    struct attempt a = s->best;
    a.keys.style = "go";
    a.keys.order = keys->order ? keys->order : "source";
    if (!keys->style && gives_bytes(s, &a))
        ret_idle->at[ret_idle->count++] = "style";
    a.keys = *keys;
    a.keys.order = keys->style ? "source" : "sorted";
    if (!keys->order && gives_bytes(s, &a))
        ret_idle->at[ret_idle->count++] = "order";
}

static const char *keep(struct arena *kept, const char *text)
{
    return text ? arena_copy(kept, str_of(text)).data : NULL;
}

static void keep_list(struct arena *kept, struct string_list *list)
{
    const char **at = arena_new(kept, const char *, list->count);
    for (ptrdiff_t i = 0; i < list->count; i++)
        at[i] = keep(kept, list->at[i]);
    list->at = at;
}

/* True when the best attempt lacks what is there but for the line feed at the end. */
static bool is_same_but_ended(const struct search *s)
{
    str bytes = s->existing->bytes;
    struct arena scratch = {0};
    if (!s->best.schema || str_ends(bytes, S("\n")))
        return false;
    str built = attempt_bytes(&scratch, &s->best);
    bool is_same = built.len && str_equal(str_first(built, built.len - 1), bytes);
    arena_free(&scratch);
    return is_same;
}

void likeness_find(const struct openapi *openapi, const struct existing *existing,
                   struct arena *kept, struct likeness *ret_likeness)
{
    struct search s = {.openapi = openapi, .existing = existing, .arena = openapi->sources->arena};
    *ret_likeness = (struct likeness){0};
    envelope_take(openapi, existing->root, s.arena, &s.envelope);
    find_roots(&s);
    refine_both(&s);
    if (s.best.is_same)
        list_idle(&s, kept, &ret_likeness->idle);
    else if (s.best.schema)
        find_nearest_form(&s);
    struct artifact_keys *keys = &ret_likeness->keys;
    *keys = s.best.keys;
    keep_list(kept, &keys->roots);
    keep_list(kept, &keys->drop);
    keys->id = keep(kept, keys->id);
    keys->title = keep(kept, keys->title);
    keys->comment = keep(kept, keys->comment);
    ret_likeness->is_same = s.best.is_same;
    ret_likeness->is_same_but_ended = !s.best.is_same && is_same_but_ended(&s);
}
