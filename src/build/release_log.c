#include "build/release_log.h"

/* Fills in what SCHEMA, which is RELEASE, is to PREVIOUS. False when reported. */
static bool compare(struct shelves *shelves, const struct release *previous,
                    const struct release *release, struct logged *logged)
{
    struct arena *arena = shelves->arena;
    const struct releases *releases = shelves->releases;
    struct shelved old, new;
    struct release_step step;
    if (!shelves_get(shelves, previous, &old) || !shelves_get(shelves, release, &new))
        return false;
    if (!step_find(releases->config, &old, &new, &step)) {
        step_report(releases->sources->found, E0918, releases_place(releases, release), &old, &new);
        return false;
    }
    logged->previous = previous->row.version;
    logged->step = step_word(&step);
    logged->words = step_words(arena, &step);
    logged->changes = step.changes;
    logged->writers = step.writers;
    logged->readers = step.readers;
    logged->undecided = step.undecided;
    logged->annotations = step.annotations;
    return true;
}

bool release_log(const struct releases *releases, const struct root_rule *rule,
                 struct logged **ret_schemas)
{
    struct arena *arena = releases->sources->arena;
    struct shelves shelves = {.releases = releases, .rule = rule, .arena = arena};
    struct map last = {.arena = arena}; /* series to the last release of it so far */
    bool ok = true;
    *ret_schemas = arena_new(arena, struct logged, releases->count);
    for (ptrdiff_t i = 0; i < releases->count; i++) {
        const struct release *release = releases->at[i];
        struct logged *logged = &(*ret_schemas)[i];
        bool is_new;
        struct map_entry *entry =
            map_entry(&last, release_series(arena, release->row.id, release->row.version), &is_new);
        *logged = (struct logged){.schema = &release->row, .words = S("the first one")};
        ok = (is_new || compare(&shelves, entry->value, release, logged)) && ok;
        entry->value = (void *)release;
    }
    return ok;
}
