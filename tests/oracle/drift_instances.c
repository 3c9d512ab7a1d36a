#include "drift_instances.h"

#include "drift_make.h"
#include "grow.h"

#include "validate/value.h"

enum { DEPTH = 7, TRIES = 100, KEPT = 64, SEEN = 4096, FROM_POOL = 40 };

struct instance_source {
    struct arena *arena, scratch;
    struct chance *chance;
    struct oracle oracles[2];
    struct target roots[2];
    struct pool pool;
    struct grower growers[2];
    const struct node *kept[KEPT]; /* the newest in place of an older one */
    uint32_t kept_count, made;
    uint64_t seen[SEEN]; /* the hashes of what there was; 0 is free */
};

static void free_scratch(void *source)
{
    arena_free(&((struct instance_source *)source)->scratch);
}

struct instance_source *instance_source_new(struct arena *arena, struct chance *chance,
                                            const struct node *old, const struct node *new,
                                            enum dialect dialect)
{
    struct instance_source *source = arena_new(arena, struct instance_source, 1);
    struct maker m = {.arena = arena, .chance = chance};
    struct node both = list_with(&m, list_of_one(&m, *old), *new);
    source->arena = arena;
    source->chance = chance;
    both = list_with(&m, both, make_samples(arena));
    source->pool = pool_of(arena, &both);
    for (int i = 0; i < 2; i++) {
        const struct node *root = i ? new : old;
        source->oracles[i] = oracle_in(arena, (struct rules){0});
        const struct resource *home = oracle_add(&source->oracles[i], (str){0}, root, dialect);
        source->oracles[i].scratch = &source->scratch;
        source->roots[i] = (struct target){home, root};
        source->growers[i] = (struct grower){&source->oracles[i], arena, &source->pool, chance};
    }
    arena_on_free(arena, free_scratch, source);
    return source;
}

/* True when VALUE was not seen before; it is now. */
static bool is_new(struct instance_source *source, const struct node *value)
{
    uint64_t hash = value_hash(value) | 1;
    for (uint64_t i = hash >> 1; source->seen[i % SEEN] != hash; i++)
        if (!source->seen[i % SEEN]) {
            source->seen[i % SEEN] = hash;
            return true;
        }
    return false;
}

static struct node changed(struct instance_source *source)
{
    uint32_t count = source->kept_count < KEPT ? source->kept_count : KEPT;
    struct node value = *source->kept[chance_below(source->chance, count)];
    value = mutate(&source->growers[0], value, DEPTH);
    return chance_of(source->chance, 1, 4) ? mutate(&source->growers[0], value, DEPTH) : value;
}

static struct node another(struct instance_source *source)
{
    uint32_t i = source->made++;
    if (i < FROM_POOL)
        return pool_value(&source->pool, source->chance);
    if (source->kept_count && i % 3)
        return changed(source);
    struct grower *g = &source->growers[i / 3 % 2];
    g->oracle->problem = NULL;
    return grow(g, source->roots[i / 3 % 2], DEPTH);
}

const struct node *instance_next(struct instance_source *source)
{
    struct node value;
    for (int tries = 0; tries < TRIES; tries++) {
        value = another(source);
        if (!is_new(source, &value))
            continue;
        struct node *kept = arena_new(source->arena, struct node, 1);
        *kept = value;
        return kept;
    }
    return NULL;
}

void instance_keep(struct instance_source *source, const struct node *instance, bool differs)
{
    if (source->kept_count < KEPT || differs || chance_of(source->chance, 1, 2))
        source->kept[source->kept_count++ % KEPT] = instance;
}

int instance_oracle_says(struct instance_source *source, int side, const struct node *instance)
{
    struct oracle *oracle = &source->oracles[side];
    enum verdict verdict =
        oracle_judge(oracle, source->roots[side].resource, source->roots[side].schema, instance);
    oracle->scratch = &source->scratch;
    oracle->problem = NULL;
    return verdict == VERDICT_NONE ? -1 : verdict == VERDICT_VALID;
}
