/*
 * Two schemas that are compared (files.h): a byte in front chooses the dialect of what does not say
 * it, then comes the old schema, and in the files behind it "new", perhaps "instance", and whatever
 * they refer to. A value that is shown for a change is taken by one side and refused by the other;
 * where a document of the one side is none of the other, not all changes are safe. All comes out
 * the same again, also when equal schemas are compared one keyword after the other, and the other
 * way round with members in another order nothing contradicts it. Members in another order are no
 * change.
 */
#include "files.h"

#include "drift/compare.h"
#include "drift/report.h"

enum {
    STEPS = 30000,     /* to settle what changes mean, */
    RUN_STEPS = 100000 /* and of one value that is judged */
};

#define OLD_NAME "old.yaml"

/* One side of a comparison. */
struct half {
    struct sources sources;
    struct registry registry;
    struct drift_side side;
    struct runner runner;
};

/* A comparison, from the texts to what is told; or what comes before that cannot be done. */
struct trial {
    struct run run;
    struct half halves[2]; /* the old, the new one */
    struct comparison *comparison;
    const struct schema_pair *pairs; /* that were compared, the root first */
    ptrdiff_t pair_count;
    struct drift drift;
    bool ok; /* both could be compared */
};

static void half_open(struct run *run, struct half *half, const char *name, str text,
                      enum dialect dialect)
{
    half->sources = run->sources;
    MUST(registry_init(&half->registry, &half->sources, S("."), false), "there is a folder");
    half->registry.unsaid_kind = OBJECT_SCHEMA;
    half->registry.unsaid_dialect = dialect;
    struct document *document = sources_read(&half->sources, str_of(name), text);
    MUST(document || run_failed(run), "what cannot be read is reported");
    if (document)
        registry_add(&half->registry, document, name);
    half->side = (struct drift_side){&half->registry, document, dialect};
}

/* Compares the two schemas that were read; IS_LONG: also where a look tells that they are equal. */
static void trial_compare(struct trial *t, bool is_long)
{
    struct half *old = &t->halves[0], *new = &t->halves[1];
    struct arena *arena = &t->run.arena;
    struct comparison *c = t->comparison = drift_begin(arena, &old->side, &new->side);
    drift_set_work(c, UINT64_C(3) * STEPS);
    if (is_long)
        c->sameness.steps = PTRDIFF_MAX / 2; /* so no more are taken */
    t->ok = drift_compare(c, old->side.document->root, new->side.document->root, DRIFT_BOTH);
    MUST(t->ok || run_failed(&t->run), "what cannot be compared is reported");
    struct schema_pair *pairs = arena_new(arena, struct schema_pair, c->pair_count);
    for (ptrdiff_t i = 0; i < c->pair_count; i++)
        pairs[i] = c->pairs[i];
    t->pairs = pairs;
    t->pair_count = c->pair_count;
    drift_finish(c, &t->drift);
    runner_init(&old->runner, &c->old.compiler.program);
    runner_init(&new->runner, &c->new.compiler.program);
    old->runner.work_cap = new->runner.work_cap = RUN_STEPS;
}

/* Compares OLD with NEW, texts in files of these names. False: one of them cannot be read. */
static bool trial_open(struct trial *t, const char *old_name, str old, const char *new_name,
                       str new, enum dialect dialect, bool is_long)
{
    *t = (struct trial){0};
    run_begin(&t->run, 0);
    half_open(&t->run, &t->halves[0], old_name, old, dialect);
    half_open(&t->run, &t->halves[1], new_name, new, dialect);
    if (!t->halves[0].side.document || !t->halves[1].side.document)
        return false;
    trial_compare(t, is_long);
    return true;
}

static void trial_close(struct trial *t)
{
    for (int i = 0; i < 2 && t->comparison; i++)
        runner_done(&t->halves[i].runner);
    run_end(&t->run);
}

/* ---- what holds of one ----------------------------------------------------------------------- */

/* True when SIDE of PAIR accepts VALUE, and the other one refuses it. */
static bool is_told_apart(struct trial *t, const struct schema_pair *pair, int side,
                          const struct node *value)
{
    const struct scheme *schemes[2] = {pair->old, pair->new};
    return run(&t->halves[side].runner, schemes[side], value) == VERDICT_VALID &&
           run(&t->halves[!side].runner, schemes[!side], value) == VERDICT_INVALID;
}

/* True when all changes are safe for those whom values break that SIDE alone accepts. */
static bool is_safe(const struct trial *t, int side)
{
    bool safe = !t->drift.is_cut;
    for (ptrdiff_t i = 0; i < t->drift.count; i++) {
        const struct change *change = &t->drift.changes[i];
        safe = safe && (side ? change->readers : change->writers) == DRIFT_SAFE;
    }
    return safe;
}

/* Holds what was found to VALUE, of whatever tree. */
static void check_value(struct trial *t, const struct node *value)
{
    for (int side = 0; side < 2 && t->ok && t->pair_count; side++)
        if (is_told_apart(t, t->pairs, side, value))
            MUST(!is_safe(t, side), "what is safe has no document that shows otherwise");
}

static void check_witness(struct trial *t, const struct node *witness, int side)
{
    bool is_shown = !witness;
    for (ptrdiff_t i = 0; i < t->pair_count && !is_shown; i++)
        is_shown = is_told_apart(t, &t->pairs[i], side, witness);
    MUST(is_shown, "a value that is shown is taken by the one side and refused by the other");
    if (witness)
        check_value(t, witness);
}

static void check_place(const struct drift_place *at)
{
    MUST(at->node && at->document, "a change has a place on either side");
    MUST(!at->pointer.len || at->pointer.data[0] == '/', "which has a pointer");
}

static void check_changes(struct trial *t)
{
    struct map ids = {.arena = &t->run.arena};
    for (ptrdiff_t i = 0; i < t->drift.count; i++) {
        const struct change *change = &t->drift.changes[i];
        bool is_new;
        check_place(&change->old);
        check_place(&change->new);
        MUST(change->message && *change->message, "a change is told in words");
        map_entry(&ids, str_of(change->id), &is_new);
        MUST(is_new, "no two changes have one id");
        MUST(!change->is_annotation ||
                 (change->writers == DRIFT_SAFE && change->readers == DRIFT_SAFE),
             "an annotation breaks nobody");
        MUST(!change->writers_witness || change->writers != DRIFT_SAFE,
             "what a value shows is not safe for writers");
        MUST(!change->readers_witness || change->readers != DRIFT_SAFE, "nor for readers");
        check_witness(t, change->writers_witness, 0);
        check_witness(t, change->readers_witness, 1);
    }
}

/* Looks for documents that the one side takes alone. */
static void check_sampled(struct trial *t)
{
    enum { MAX = 4 };
    struct arena *arena = &t->run.arena;
    struct sampler *sampler = sampler_new(arena, STEPS);
    struct sample_side sides[2] = {{&t->halves[0].runner}, {&t->halves[1].runner}};
    const struct scheme *schemes[2] = {t->pairs->old, t->pairs->new};
    const struct node *values[MAX];
    for (int side = 0; side < 2; side++) {
        ptrdiff_t count = sample_differing(sampler, &sides[side], schemes[side], &sides[!side],
                                           schemes[!side], values, MAX);
        for (ptrdiff_t i = 0; i < count; i++)
            check_value(t, values[i]);
    }
}

/* Holds what was found to the file "instance". */
static void check_instance(struct trial *t)
{
    const struct memory_file *file = memory_find(S("/here/instance"));
    struct sources sources = t->halves[1].sources;
    struct document *document = NULL;
    sources.policy.max_depth = INSTANCE_DEPTH;
    if (file)
        document = sources_read(&sources, S("instance"), file->text);
    if (document)
        check_value(t, document->root);
}

/* All that is told, as JSON; in the memory of the host, which outlives the trial. */
static str trial_report(struct trial *t)
{
    struct run *run = &t->run;
    struct buf out = buf_in(&memory.arena, PTRDIFF_MAX), aside = buf_in(&run->arena, PTRDIFF_MAX);
    struct gate gate = {.today = "2026-08-01"};
    struct gate_result result;
    gate_judge(&gate, &t->drift, &run->arena, &result);
    struct told told = {.drift = &t->drift, .result = &result, .audience = "both"};
    drift_json(&run->found, &told, &out);
    drift_markdown(&run->found, &told, &aside);
    struct sources reading = {.arena = &run->arena, .found = &run->found};
    struct document *back = sources_read_as(&reading, S("report"), buf_view(&out), FORMAT_JSON);
    MUST(back && !back->faults, "a report is JSON");
    if (t->drift.count < 100)
        drift_report(&run->found, &told, true, false);
    return buf_view(&out);
}

/* ---- what holds of several ------------------------------------------------------------------- */

/* The schema that HALF has read, with its members sorted; in the memory of the host, or empty. */
static str sorted_text(const struct half *half)
{
    str text;
    struct write_options options = {.style = WRITE_EXACT, .order = WRITE_SORTED};
    bool is_written = !half->side.document->faults &&
                      fuzz_write(&memory.arena, half->side.document->root, options, &text);
    return is_written ? text : S("");
}

/* Holds that OLD, which is of DIALECT, has not changed when its members are SORTED. */
static void check_sorted(str old, str sorted, enum dialect dialect)
{
    struct trial t;
    if (trial_open(&t, OLD_NAME, old, OLD_NAME, sorted, dialect, true))
        MUST(!t.drift.count, "the order of members is no change");
    trial_close(&t);
}

/* Holds the values that FROM shows for its changes to what TO says. */
static void check_shown(const struct trial *from, struct trial *to)
{
    for (ptrdiff_t i = 0; i < from->drift.count; i++) {
        const struct change *change = &from->drift.changes[i];
        if (change->writers_witness)
            check_value(to, change->writers_witness);
        if (change->readers_witness)
            check_value(to, change->readers_witness);
    }
}

/* Holds that NEW compared with OLD, both sorted, does not contradict FIRST. */
static void check_turned(struct trial *first, str old, str new, enum dialect dialect)
{
    struct trial t;
    if (trial_open(&t, "new", new, OLD_NAME, old, dialect, true)) {
        if (first->pair_count)
            MUST(t.ok == first->ok, "what was compared can be compared the other way round");
        check_changes(&t);
        check_shown(&t, first);
        check_shown(first, &t);
    }
    trial_close(&t);
}

/*
 * Holds that OLD and NEW compared again come out as REPORT, which is what was told of FIRST. Equal
 * schemas may be known as that though they cannot be compiled.
 */
static void check_again(const struct trial *first, str old, str new, enum dialect dialect,
                        str report)
{
    struct trial t;
    MUST(trial_open(&t, OLD_NAME, old, "new", new, dialect, true), "what was read is read again");
    if (t.ok || !first->ok || first->pair_count)
        MUST(str_equal(trial_report(&t), report), "a comparison comes out the same again");
    trial_close(&t);
}

static void check(struct trial *t, str old, str new, enum dialect dialect)
{
    str old_sorted = sorted_text(&t->halves[0]), new_sorted = sorted_text(&t->halves[1]);
    check_again(t, old, new, dialect, trial_report(t));
    check_changes(t);
    check_instance(t);
    if (t->ok && t->pair_count)
        check_sampled(t);
    if (t->ok && old_sorted.len)
        check_sorted(old, old_sorted, dialect);
    if (old_sorted.len && new_sorted.len)
        check_turned(t, old_sorted, new_sorted, dialect);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    str input = fuzz_input(data, size);
    enum dialect dialect =
        input.len ? (enum dialect)((unsigned char)(input.data[0] - '0') % DIALECT_COUNT) : 0;
    str old = memory_begin(str_skip(input, input.len > 0), S(OLD_NAME));
    const struct memory_file *file = memory_find(S("/here/new"));
    str new = file ? file->text : S("{}");
    struct trial t;
    if (trial_open(&t, OLD_NAME, old, "new", new, dialect, false))
        check(&t, old, new, dialect);
    trial_close(&t);
    memory_end();
    return 0;
}
