/*
 * drifting.h - two schemas given as text, compared, with memory of their own.
 */
#ifndef TESTS_DRIFTING_H
#define TESTS_DRIFTING_H

#include "drift/drift.h"

#include <string.h>

struct drifting_side {
    struct diag_list found;
    struct sources sources;
    struct registry registry;
    struct drift_side side;
};

struct drifting {
    struct arena arena;
    struct drifting_side old, new;
    struct drift drift;
    bool ok; /* both could be compared */
};

static inline bool drifting_read(struct drifting *d, struct drifting_side *one, const char *name,
                                 str text, enum dialect dialect)
{
    one->found.arena = &d->arena;
    one->sources = (struct sources){.arena = &d->arena, .found = &one->found};
    if (!registry_init(&one->registry, &one->sources, S("."), true))
        return false;
    one->registry.unsaid_kind = OBJECT_SCHEMA;
    one->registry.unsaid_dialect = dialect;
    struct document *document = sources_read(&one->sources, str_of(name), text);
    if (!document)
        return false;
    registry_add_at(&one->registry, document, S("test:schema"));
    one->side = (struct drift_side){&one->registry, document, dialect};
    return true;
}

/*
 * Compares OLD with NEW, YAML or JSON, of DIALECT unless they say another, for writers and readers.
 * What changes mean is settled in STEPS. *D stays where it is until drifting_close.
 */
static inline void drifting_open_within(struct drifting *d, str old, str new, enum dialect dialect,
                                        uint64_t steps)
{
    memset(d, 0, sizeof *d);
    if (!drifting_read(d, &d->old, "old", old, dialect) ||
        !drifting_read(d, &d->new, "new", new, dialect))
        return;
    struct comparison *comparison = drift_begin(&d->arena, &d->old.side, &d->new.side);
    drift_set_work(comparison, steps);
    d->ok = drift_compare(comparison, d->old.side.document->root, d->new.side.document->root,
                          DRIFT_BOTH);
    drift_finish(comparison, &d->drift);
}

static inline void drifting_open(struct drifting *d, str old, str new, enum dialect dialect)
{
    drifting_open_within(d, old, new, dialect, DRIFT_WORK);
}

static inline void drifting_close(struct drifting *d)
{
    arena_free(&d->arena);
}

#endif
