/*
 * What is asked of a sampler, and the runs of the programs that it pays for.
 */
#include "drift/sample_inner.h"

enum {
    RUN_WORK = 200000,  /* of one run */
    SLICE_LEAST = 20000 /* of the work, for one call */
};

/* ---- lists ----------------------------------------------------------------------------------- */

void list_add(struct arena *arena, struct list *list, const void *thing)
{
    list->at = arena_make_room(arena, list->at, sizeof *list->at, list->count, &list->cap);
    list->at[list->count++] = thing;
}

void literals_add(struct arena *arena, struct literals *literals, const struct scheme *scheme,
                  bool is_refusal)
{
    bool is_nothing = !scheme->count && scheme->kinds == KIND_ANY && !is_refusal;
    for (ptrdiff_t i = 0; !is_nothing && i < literals->count && i < 16; i++)
        is_nothing = literals->at[i].scheme == scheme && literals->at[i].is_refusal == is_refusal;
    if (is_nothing)
        return;
    literals->at =
        arena_make_room(arena, literals->at, sizeof *literals->at, literals->count, &literals->cap);
    literals->at[literals->count++] = (struct literal){scheme, is_refusal};
}

bool names_have(const struct list *names, str name)
{
    for (ptrdiff_t i = 0; i < names->count; i++)
        if (str_equal(*(const str *)names->at[i], name))
            return true;
    return false;
}

/* ---- running --------------------------------------------------------------------------------- */

enum verdict sample_judge(struct sampler *sampler, const struct sample_side *side,
                          const struct scheme *scheme, const struct node *value)
{
    struct runner *runner = side->runner;
    uint64_t before = runner->work_cap;
    uint64_t cap = sampler->work < RUN_WORK ? sampler->work : RUN_WORK;
    if (!cap)
        return VERDICT_UNDECIDED;
    runner->work_cap = cap;
    enum verdict verdict = run(runner, scheme, value);
    runner->work_cap = before;
    sampler->undecided += verdict == VERDICT_UNDECIDED && runner->limit != LIMIT_DIGITS;
    uint64_t used = runner->work < cap ? runner->work + 1 : cap;
    sampler->work -= used < sampler->work ? used : sampler->work;
    return verdict;
}

bool sample_accepts(struct sampler *sampler, const struct sample_side *side,
                    const struct scheme *scheme, const struct node *value)
{
    return sample_judge(sampler, side, scheme, value) == VERDICT_VALID;
}

bool sample_refuses(struct sampler *sampler, const struct sample_side *side,
                    const struct scheme *scheme, const struct node *value)
{
    return sample_judge(sampler, side, scheme, value) == VERDICT_INVALID;
}

/* ---- what is asked for ----------------------------------------------------------------------- */

static void free_scratch(void *sampler)
{
    arena_free(&((struct sampler *)sampler)->scratch);
}

struct sampler *sampler_new(struct arena *arena, uint64_t work)
{
    struct sampler *sampler = arena_new(arena, struct sampler, 1);
    *sampler = (struct sampler){.arena = arena, .work = work, .valid = {.arena = arena}};
    arena_on_free(arena, free_scratch, sampler);
    return sampler;
}

uint64_t sampler_left(const struct sampler *sampler)
{
    return sampler->work;
}

/* Gives SEARCH, which a caller of the sampler asked for, its part of the work. */
static void begin_call(struct search *search)
{
    struct sampler *sampler = search->sampler;
    uint64_t slice = sampler->work / 4;
    search->floor = search_floor(sampler->work, slice > SLICE_LEAST ? slice : SLICE_LEAST);
    sampler->several = sampler->same = (struct map){.arena = &sampler->scratch};
    sampler->undecided = 0;
}

/* Runs it. */
static ptrdiff_t search_from_outside(struct search *search)
{
    begin_call(search);
    search_run(search);
    arena_free(&search->sampler->scratch);
    return search->count;
}

const struct node *sample_valid(struct sampler *sampler, const struct sample_side *side,
                                const struct scheme *scheme)
{
    struct literal literal = {scheme, false};
    struct literals literals = {&literal, scheme->count > 0, 1};
    struct search outer = {.sampler = sampler, .side = side};
    begin_call(&outer);
    const struct node *value = search_part(&outer, &literals, KIND_ANY);
    arena_free(&sampler->scratch);
    return value;
}

ptrdiff_t sample_values(struct sampler *sampler, const struct sample_side *on,
                        const struct scheme *one, const struct scheme *other,
                        const struct node **ret_values, ptrdiff_t max)
{
    struct literal literal = {one, false};
    struct literals literals = {&literal, 1, 1};
    const void *hint = other;
    struct list hints = {&hint, other != NULL, 1};
    struct search search = {.sampler = sampler,
                            .side = on,
                            .wanted = &literals,
                            .hints = &hints,
                            .kinds = KIND_ANY,
                            .found = ret_values,
                            .max = max};
    return search_from_outside(&search);
}

ptrdiff_t sample_differing(struct sampler *sampler, const struct sample_side *on,
                           const struct scheme *one, const struct sample_side *other_side,
                           const struct scheme *other, const struct node **ret_values,
                           ptrdiff_t max)
{
    struct literal literal = {one, false};
    struct literals literals = {&literal, 1, 1};
    const void *hint = other;
    struct list hints = {&hint, 1, 1};
    struct search search = {.sampler = sampler,
                            .side = on,
                            .wanted = &literals,
                            .hints = &hints,
                            .kinds = KIND_ANY,
                            .other_side = other_side,
                            .other = other,
                            .found = ret_values,
                            .max = max};
    return search_from_outside(&search);
}

ptrdiff_t sample_around(struct sampler *sampler, const struct sample_side *side,
                        const struct scheme *scheme, const struct sample_side *other_side,
                        const struct scheme *other, const struct step *step,
                        const struct node *value, const struct node **ret_values, ptrdiff_t max)
{
    if (step->kind == STEP_SAME) {
        bool is_taken = max > 0 && sample_accepts(sampler, side, scheme, value) &&
                        (!other_side || sample_refuses(sampler, other_side, other, value));
        if (is_taken)
            ret_values[0] = value;
        return is_taken;
    }
    bool is_array = step->kind == STEP_ITEM || step->kind == STEP_CONTAINED;
    struct literal literal = {scheme, false};
    struct literals literals = {&literal, 1, 1};
    const void *hint = other;
    struct list hints = {&hint, other != NULL, 1};
    struct pin pin = {.step = step, .scheme = scheme, .value = value};
    struct search search = {.sampler = sampler,
                            .side = side,
                            .wanted = &literals,
                            .hints = &hints,
                            .kinds = is_array ? KIND_ARRAY : KIND_OBJECT,
                            .other_side = other_side,
                            .other = other_side ? other : NULL,
                            .pin = &pin,
                            .found = ret_values,
                            .max = max};
    return search_from_outside(&search);
}
