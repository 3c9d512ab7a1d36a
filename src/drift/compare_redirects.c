/*
 * Where evaluation may redirect dynamic references to (2020-12 core section 8.2.3.2): to what the
 * first resource that was entered has under the name. So where a pair enters resources, what these
 * have under each name that both sides ask for is compared, as something that may be asked of the
 * value, or of any part of it.
 */
#include "drift/compare.h"

/* What the resources of one side have under a name, in the order in which they are entered. */
struct targets {
    struct scheme **at;
    ptrdiff_t count, cap;
};

static bool has_target(const struct targets *targets, const struct scheme *scheme)
{
    for (ptrdiff_t i = 0; i < targets->count; i++)
        if (targets->at[i] == scheme)
            return true;
    return false;
}

static struct targets find_targets(struct arena *arena, const struct constraints *constraints,
                                   ptrdiff_t name)
{
    struct targets targets = {0};
    for (uint32_t i = 0; i < constraints->merged_count; i++) {
        const struct dynamic_scope *scope = constraints->merged[i].scheme->scope;
        for (uint32_t k = 0; scope && k < scope->count; k++) {
            if (scope->at[k].name != name || has_target(&targets, scope->at[k].scheme))
                continue;
            targets.at =
                arena_make_room(arena, targets.at, sizeof *targets.at, targets.count, &targets.cap);
            targets.at[targets.count++] = scope->at[k].scheme;
        }
    }
    return targets;
}

static void compare_targets(struct pairing *p, const struct scheme *old, const struct scheme *new)
{
    static const enum step_kind steps[] = {STEP_SAME, STEP_CONTAINED, STEP_OTHER_MEMBER};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        compare_below(p, old, new, WAY_UNCERTAIN, (struct step){.kind = steps[i]});
}

/* Notes that TARGET, of the old side with IS_GONE, has no like on the other side. */
static void note_target(struct pairing *p, const struct scheme *target, bool is_gone)
{
    struct spot there = spot_schema(target), none = {0};
    struct found *found = compare_note(p, D0140, shift_of(DIRECTION_BOTH), is_gone ? there : none,
                                       is_gone ? none : there, NULL, NULL);
    compare_say(p, found, "a dynamic reference may be redirected here on one side only");
}

void compare_redirects(struct pairing *p)
{
    struct arena *scratch = &p->c->scratch;
    const struct map *olds = &p->c->old.compiler.anchors, *news = &p->c->new.compiler.anchors;
    for (ptrdiff_t name = 0; name < olds->count; name++) {
        const struct map_entry *same = map_find(news, olds->entries[name].key);
        if (!same)
            continue;
        struct targets was = find_targets(scratch, &p->old, name);
        struct targets is = find_targets(scratch, &p->new, same - news->entries);
        while (was.count && is.count) /* the inner ones first: most extensions lie around them */
            compare_targets(p, was.at[--was.count], is.at[--is.count]);
        while (was.count)
            note_target(p, was.at[--was.count], true);
        while (is.count)
            note_target(p, is.at[--is.count], false);
    }
}
