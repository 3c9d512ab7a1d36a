#include "drift_pair.h"

#include "drift_half.h"
#include "drift_instances.h"
#include "drift_spots.h"

enum { FEW_INSTANCES = 100, SEED_STRIDE = 1000003 };

static struct chance chance_for(uint64_t seed, uint64_t number)
{
    return (struct chance){seed * SEED_STRIDE * SEED_STRIDE + number * SEED_STRIDE};
}

static enum dialect dialect_of(const struct drift_pair *pair)
{
    return pair->is_new ? DIALECT_2020_12 : DIALECT_DRAFT_07;
}

static void open_sides(struct drift_pair *pair)
{
    /* The metaschema costs more than all the rest. */
    bool judged = pair->number % 20 == 0;
    for (int i = 0; i < 2; i++) {
        half_open(&pair->sides[i], &pair->arena, pair->texts[i], dialect_of(pair), FORMATS_AUTO,
                  judged);
        half_read(&pair->compared[i], &pair->arena, pair->texts[i], dialect_of(pair));
        if (!pair->sides[i].scheme)
            pair->failure = half_complaint(&pair->sides[i]);
    }
}

void pair_make(struct drift_pair *pair, uint64_t seed, uint64_t number, enum dialect draft)
{
    struct chance chance = chance_for(seed, number);
    *pair = (struct drift_pair){.seed = seed, .number = number, .no_effect = true};
    pair->is_new = draft == DIALECT_COUNT ? number % 2 == 0 : draft == DIALECT_2020_12;
    struct maker m = {.arena = &pair->arena, .chance = &chance, .is_new = pair->is_new};
    struct node old = make_root(&m);
    struct node *new = tree_copy(&pair->arena, &old);
    uint32_t roll = chance_below(&chance, 100);
    pair->mutation_count = roll < 70 ? 1 : roll < 90 ? 2 : MUTATION_CAP;
    for (int i = 0; i < pair->mutation_count; i++) {
        pair->mutations[i] = mutate_schema(&m, new);
        pair->no_effect = pair->no_effect && pair->mutations[i].no_effect;
    }
    pair->texts[0] = value_text(&pair->arena, &old);
    pair->texts[1] = value_text(&pair->arena, new);
    open_sides(pair);
}

void pair_of(struct drift_pair *pair, str old, str new, enum dialect draft)
{
    *pair = (struct drift_pair){.is_new = draft != DIALECT_DRAFT_07};
    pair->texts[0] = arena_copy(&pair->arena, old);
    pair->texts[1] = arena_copy(&pair->arena, new);
    open_sides(pair);
}

void pair_done(struct drift_pair *pair)
{
    half_done(&pair->sides[0]);
    half_done(&pair->sides[1]);
    arena_free(&pair->arena);
}

/* ---- the comparison -------------------------------------------------------------------------- */

static void compare(struct drift_pair *pair)
{
    struct drift_side sides[2];
    for (int i = 0; i < 2; i++)
        sides[i] = (struct drift_side){.registry = &pair->compared[i].registry,
                                       .document = pair->compared[i].document,
                                       .dialect = dialect_of(pair)};
    struct comparison *comparison = drift_begin(&pair->arena, &sides[0], &sides[1]);
    if (!comparison || !drift_compare(comparison, pair->compared[0].document->root,
                                      pair->compared[1].document->root, DRIFT_BOTH)) {
        const char *why = half_complaint(&pair->compared[0]);
        why = why ? why : half_complaint(&pair->compared[1]);
        pair->failure = why ? why : "the comparison fails and does not say why";
    }
    if (comparison)
        drift_finish(comparison, &pair->drift);
}

static void check_witness(struct drift_pair *pair, const struct change *change, int audience,
                          const struct node *value)
{
    struct half *valid_by = &pair->sides[audience], *invalid_by = &pair->sides[!audience];
    const struct drift_place *places[] = {&change->old, &change->new};
    if (!value)
        return;
    enum shown shown = half_shows(valid_by, invalid_by, places[audience]->pointer,
                                  places[!audience]->pointer, value);
    pair->shown[shown]++;
    if (shown == SHOWN_AT_ROOT && !pair->own[audience])
        pair->own[audience] = value;
    if (shown == SHOWN_NOWHERE && !pair->nothing[audience])
        pair->nothing[audience] = value;
}

static void note_effects(struct drift_pair *pair)
{
    for (ptrdiff_t i = 0; i < pair->drift.count; i++) {
        const struct change *change = &pair->drift.changes[i];
        const enum drift_effect effects[2] = {change->writers, change->readers};
        bool below = pointer_is_below_choice(change->old.pointer) ||
                     pointer_is_below_choice(change->new.pointer);
        for (int j = 0; j < 2; j++) {
            if (effects[j] > pair->effects[j])
                pair->effects[j] = effects[j];
            pair->plainly[j] = pair->plainly[j] || (effects[j] == DRIFT_BREAKS && !below);
        }
        check_witness(pair, change, FOR_WRITERS, change->writers_witness);
        check_witness(pair, change, FOR_READERS, change->readers_witness);
    }
}

/* ---- instances ------------------------------------------------------------------------------- */

static void judge_instance(struct drift_pair *pair, struct instance_source *source,
                           const struct node *instance)
{
    enum verdict verdicts[2];
    for (int i = 0; i < 2; i++)
        verdicts[i] = run(&pair->sides[i].runner, pair->sides[i].scheme, instance);
    pair->instances++;
    if (verdicts[0] == VERDICT_UNDECIDED || verdicts[1] == VERDICT_UNDECIDED) {
        pair->undecided++;
        return;
    }
    bool differs = verdicts[0] != verdicts[1];
    if (differs && !pair->brute[verdicts[0] == VERDICT_VALID ? FOR_WRITERS : FOR_READERS])
        pair->brute[verdicts[0] == VERDICT_VALID ? FOR_WRITERS : FOR_READERS] = instance;
    if (verdicts[0] == VERDICT_VALID || verdicts[1] == VERDICT_VALID) {
        pair->valid++;
        instance_keep(source, instance, differs);
    }
}

/* Asks the oracle, which knows no formats, and the validator without them. */
static void cross_check(struct drift_pair *pair, struct half *plain, struct instance_source *source,
                        const struct node *instance)
{
    for (int i = 0; i < 2 && plain[i].scheme; i++) {
        int says = instance_oracle_says(source, i, instance);
        enum verdict ours = run(&plain[i].runner, plain[i].scheme, instance);
        if (says < 0 || ours == VERDICT_UNDECIDED)
            continue;
        pair->cross_checked++;
        if ((ours == VERDICT_VALID) == says || pair->disputed)
            continue;
        pair->disputed = instance;
        pair->disputed_side = i;
    }
}

static void try_instances(struct drift_pair *pair, bool cross)
{
    struct chance chance = chance_for(pair->seed, pair->number ^ UINT64_C(1) << 62);
    struct half plain[2];
    struct instance_source *source =
        instance_source_new(&pair->arena, &chance, pair->sides[0].document->root,
                            pair->sides[1].document->root, dialect_of(pair));
    for (int i = 0; i < 2 && cross; i++)
        half_open(&plain[i], &pair->arena, pair->texts[i], dialect_of(pair), FORMATS_OFF, false);
    while (pair->instances < INSTANCES_MAX) {
        bool both = pair->brute[FOR_WRITERS] && pair->brute[FOR_READERS];
        const struct node *instance = instance_next(source);
        if (!instance || (both && pair->instances >= FEW_INSTANCES))
            break;
        judge_instance(pair, source, instance);
        if (cross)
            cross_check(pair, plain, source, instance);
    }
    for (int i = 0; i < 2 && cross; i++)
        half_done(&plain[i]);
}

void pair_judge(struct drift_pair *pair, bool cross)
{
    if (pair->failure)
        return;
    try_instances(pair, cross);
    compare(pair);
    note_effects(pair);
}
