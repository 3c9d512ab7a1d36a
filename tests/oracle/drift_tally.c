#include "drift_tally.h"

#include <stdio.h>
#include <stdlib.h>

struct tally_row {
    str kind;
    ptrdiff_t pairs, breaks, undecided, safe;
    ptrdiff_t missed; /* verdicts "breaks" without a value that shows it */
    ptrdiff_t known;  /* undecided verdicts where an instance shows that it breaks */
};

static struct tally_row *row_of(struct tally *tally, const struct drift_pair *pair)
{
    bool is_new;
    str kind = pair->mutation_count == 1 ? pair->mutations[0].kind : S("several");
    struct map_entry *entry = map_entry(&tally->kinds, arena_copy(&tally->arena, kind), &is_new);
    if (is_new) {
        struct tally_row *row = arena_new(&tally->arena, struct tally_row, 1);
        row->kind = entry->key;
        entry->value = row;
    }
    return entry->value;
}

static void add_verdict(struct tally *tally, struct tally_row *row, const struct drift_pair *pair,
                        int audience)
{
    enum drift_effect effect = pair->effects[audience];
    bool brute = pair->brute[audience] != NULL, shown = brute || pair->own[audience];
    tally->effects[audience][effect]++;
    tally->brute += brute;
    tally->brute_breaks += brute && effect == DRIFT_BREAKS;
    tally->contradictions += brute && effect == DRIFT_SAFE;
    tally->not_same += brute && pair->no_effect;
    tally->empty_witnesses += pair->nothing[audience] != NULL;
    row->known += brute && effect == DRIFT_UNDECIDED;
    if (effect != DRIFT_BREAKS)
        return;
    tally->breaks++;
    tally->breaks_shown += shown;
    tally->plain_breaks += pair->plainly[audience];
    tally->plain_breaks_shown += pair->plainly[audience] && shown;
    row->missed += !shown;
}

void tally_add(struct tally *tally, const struct drift_pair *pair)
{
    tally->kinds.arena = &tally->arena;
    struct tally_row *row = row_of(tally, pair);
    const enum drift_effect *effects = pair->effects;
    tally->pairs++;
    row->pairs++;
    if (pair->failure) {
        tally->failures++;
        return;
    }
    tally->instances += pair->instances;
    tally->valid += pair->valid;
    tally->undecided_instances += pair->undecided;
    tally->cross_checked += pair->cross_checked;
    tally->disputes += pair->disputed != NULL;
    for (int i = 0; i < SHOWN_COUNT; i++)
        tally->shown[i] += pair->shown[i];
    for (int i = 0; i < 2; i++)
        add_verdict(tally, row, pair, i);
    bool breaks = effects[0] == DRIFT_BREAKS || effects[1] == DRIFT_BREAKS;
    bool undecided = effects[0] == DRIFT_UNDECIDED || effects[1] == DRIFT_UNDECIDED;
    tally->undecided += undecided;
    row->breaks += breaks;
    row->undecided += undecided;
    row->safe += !breaks && !undecided;
    tally->same += pair->no_effect;
    tally->same_safe += pair->no_effect && !breaks && !undecided;
}

void tally_done(struct tally *tally)
{
    arena_free(&tally->arena);
}

/* ---- printed --------------------------------------------------------------------------------- */

static int by_kind(const void *a, const void *b)
{
    const struct map_entry *one = a, *other = b;
    return str_compare(one->key, other->key);
}

static void print_table(const struct tally *tally)
{
    struct tally_row sum = {.kind = S("all")};
    qsort(tally->kinds.entries, (size_t)tally->kinds.count, sizeof *tally->kinds.entries, by_kind);
    printf("%-32s %7s %7s %9s %7s %7s %6s\n", "kind of mutation", "pairs", "breaks", "undecided",
           "safe", "missed", "known");
    for (ptrdiff_t i = 0; i <= tally->kinds.count; i++) {
        const struct tally_row *row = i < tally->kinds.count ? tally->kinds.entries[i].value : &sum;
        printf("%-32.*s %7td %7td %9td %7td %7td %6td\n", (int)row->kind.len, row->kind.data,
               row->pairs, row->breaks, row->undecided, row->safe, row->missed, row->known);
        sum.pairs += row->pairs;
        sum.breaks += row->breaks;
        sum.undecided += row->undecided;
        sum.safe += row->safe;
        sum.missed += row->missed;
        sum.known += row->known;
    }
    puts(
        "missed: verdicts \"breaks\" that no value shows at the root; known: undecided ones where\n"
        "an instance shows that it breaks\n");
}

static double percent(ptrdiff_t part, ptrdiff_t of)
{
    return of ? 100.0 * (double)part / (double)of : 0;
}

/* One requirement: PART of OF, in percent, is at least (or AT_MOST) BAR. */
static bool require(const char *what, ptrdiff_t part, ptrdiff_t of, double bar, bool at_most)
{
    double share = percent(part, of);
    bool holds = of == 0 || (at_most ? share <= bar : share >= bar);
    printf("%-4s %-52s %7td of %7td %6.2f %%  (at %s %g %%)\n", holds ? "ok" : "NOT", what, part,
           of, share, at_most ? "most" : "least", bar);
    return holds;
}

static bool require_none(const char *what, ptrdiff_t count)
{
    printf("%-4s %-52s %7td\n", count ? "NOT" : "ok", what, count);
    return count == 0;
}

static void print_counts(const struct tally *tally)
{
    static const char *const audiences[] = {"writers", "readers"};
    static const char *const places[] = {"nowhere", "elsewhere", "at the place", "at the root"};
    printf("%td pairs, %td instances, %td of them without a verdict\n", tally->pairs,
           tally->instances, tally->undecided_instances);
    printf("%td verdicts compared with the oracle\n", tally->cross_checked);
    for (int i = 0; i < 2; i++)
        printf("%s: %td safe, %td undecided, %td breaks\n", audiences[i], tally->effects[i][0],
               tally->effects[i][1], tally->effects[i][2]);
    printf("witnesses of the comparison, by where they show it:");
    for (int i = SHOWN_COUNT - 1; i >= 0; i--)
        printf(" %td %s%s", tally->shown[i], places[i], i ? "," : "\n");
    printf("mutations without an effect: %td pairs, %.2f %% of them called safe\n\n", tally->same,
           percent(tally->same_safe, tally->same));
}

bool tally_print(const struct tally *tally)
{
    bool holds = true;
    print_table(tally);
    print_counts(tally);
    holds &=
        require("instances valid on one side at least", tally->valid, tally->instances, 30, false);
    holds &= require("\"breaks\" not below a choice that have a witness", tally->plain_breaks_shown,
                     tally->plain_breaks, 95, false);
    holds &=
        require("\"breaks\" that have a witness", tally->breaks_shown, tally->breaks, 80, false);
    holds &=
        require("pairs undecided for writers or readers", tally->undecided, tally->pairs, 15, true);
    holds &= require("known by an instance to break, and called so", tally->brute_breaks,
                     tally->brute, 85, false);
    holds &= require_none("\"safe\" contradicted by an instance", tally->contradictions);
    holds &= require_none("witnesses of the comparison that show nothing", tally->empty_witnesses);
    holds &= require_none("pairs that cannot be compared", tally->failures);
    holds &= require_none("pairs where oracle and validator differ", tally->disputes);
    holds &= require_none("mutations without an effect that have one", tally->not_same);
    return holds;
}
