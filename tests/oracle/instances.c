#include "instances.h"

#include "grow.h"

enum { DEPTH = 6, TRIES_FOR_EACH = 40 };

struct generation {
    struct arena *arena;
    struct oracle *oracle;
    struct target target;
    struct instances found;
    struct map texts;
    ptrdiff_t wanted;
};

/* Adds VALUE with its verdict, unless it is there or there are enough on that side. */
static void offer(struct generation *g, struct node value)
{
    bool is_new;
    struct instances *found = &g->found;
    str text = value_text(g->arena, &value);
    map_entry(&g->texts, text, &is_new);
    if (!is_new)
        return;
    struct node *kept = arena_new(g->arena, struct node, 1);
    *kept = value;
    enum verdict verdict = oracle_judge(g->oracle, g->target.resource, g->target.schema, kept);
    bool valid = verdict == VERDICT_VALID;
    ptrdiff_t same = valid ? found->valid : found->count - found->valid;
    if (verdict == VERDICT_NONE || same >= g->wanted)
        return;
    found->at[found->count++] = (struct instance){kept, text, valid};
    found->valid += valid;
}

/* True when there are enough, and of either kind. */
static bool is_enough(const struct generation *g)
{
    ptrdiff_t invalid = g->found.count - g->found.valid;
    ptrdiff_t fewer = g->found.valid < invalid ? g->found.valid : invalid;
    return g->found.count >= g->wanted && fewer >= g->wanted * 2 / 5;
}

/* One of those found, rather of those of which there are fewer. */
static struct node pick(const struct generation *g, struct chance *chance)
{
    const struct instances *found = &g->found;
    bool wanted = found->valid * 2 < found->count;
    uint32_t i = chance_below(chance, (uint32_t)found->count);
    for (int tries = 0; tries < 8 && found->at[i].valid != wanted; tries++)
        i = chance_below(chance, (uint32_t)found->count);
    return *found->at[i].value;
}

struct instances instances_for(struct arena *arena, struct oracle *oracle,
                               const struct resource *home, const struct node *schema,
                               const struct node *context, const struct node *seeds,
                               ptrdiff_t wanted)
{
    struct generation g = {.arena = arena,
                           .oracle = oracle,
                           .target = {home, schema},
                           .texts = {.arena = arena},
                           .wanted = wanted};
    struct chance chance = {1};
    struct pool pool = pool_of(arena, context);
    struct grower grower = {oracle, arena, &pool, &chance};
    struct arena scratch = {0};
    g.found.at = arena_new(arena, struct instance, 2 * wanted);

    for (uint32_t i = 0; node_is(seeds, NODE_ARRAY) && i < seeds->count; i++)
        offer(&g, *node_item(seeds, i));
    for (ptrdiff_t i = 0; i < pool.values.count; i++)
        if (g.found.count - g.found.valid < wanted / 3)
            offer(&g, *(const struct node *)pool.values.entries[i].value);
    for (ptrdiff_t i = 0; i < wanted * TRIES_FOR_EACH && !is_enough(&g); i++) {
        oracle->scratch = &scratch; /* grow resolves references */
        struct node value = g.found.count && i % 3 == 0 ? mutate(&grower, pick(&g, &chance), DEPTH)
                                                        : grow(&grower, g.target, DEPTH);
        offer(&g, value);
        if (oracle->problem) {
            g.found.count = 0;
            break;
        }
    }
    arena_free(&scratch);
    return g.found;
}
