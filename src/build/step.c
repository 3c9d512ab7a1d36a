#include "build/step.h"

#include "base/show.h"
#include "drift/drift.h"

/*
 * True when CHANGE is that of the "$id" at the top, which each release has its own of. Up to
 * draft-07 a "$ref" beside it makes it a mere annotation.
 */
static bool is_own_id(const struct change *change)
{
    str pointer = change->new.pointer;
    return (change->code == D0156 || change->code == D0150) &&
           (str_equal(pointer, S("/$id")) || str_equal(pointer, S("/id")));
}

static enum step_class class_of(const struct change *change)
{
    bool to_writers = change->audience & DRIFT_WRITERS,
         to_readers = change->audience & DRIFT_READERS;
    enum drift_effect writers = to_writers ? change->writers : DRIFT_SAFE;
    enum drift_effect readers = to_readers ? change->readers : DRIFT_SAFE;
    if (change->is_annotation)
        return STEP_ANNOTATIONS;
    if (writers == DRIFT_BREAKS || readers == DRIFT_BREAKS)
        return STEP_BREAKS;
    return writers == DRIFT_UNDECIDED || readers == DRIFT_UNDECIDED ? STEP_UNDECIDED : STEP_SAFE;
}

static void count_change(struct step *step, const struct change *change)
{
    enum step_class class = class_of(change);
    step->class = class > step->class ? class : step->class;
    step->changes++;
    step->annotations += class == STEP_ANNOTATIONS;
    step->undecided += class == STEP_UNDECIDED;
    if (class != STEP_BREAKS)
        return;
    step->writers += (change->audience & DRIFT_WRITERS) && change->writers == DRIFT_BREAKS;
    step->readers += (change->audience & DRIFT_READERS) && change->readers == DRIFT_BREAKS;
}

bool step_find(const struct shelved *old, const struct shelved *new, struct step *ret_step)
{
    const struct drift_side from = {&old->shelf->registry, old->document, DIALECT_2020_12};
    const struct drift_side to = {&new->shelf->registry, new->document, DIALECT_2020_12};
    struct drift drift;
    *ret_step = (struct step){0};
    if (!old->document || !new->document)
        return false;
    struct comparison *comparison = drift_begin(new->shelf->arena, &from, &to);
    if (!comparison)
        return false;
    bool ok = drift_compare(comparison, old->document->root, new->document->root, DRIFT_BOTH);
    drift_finish(comparison, &drift);
    if (!ok)
        return false;
    for (ptrdiff_t i = 0; i < drift.count; i++)
        if (!is_own_id(&drift.changes[i]))
            count_change(ret_step, &drift.changes[i]);
    ret_step->is_cut = drift.is_cut;
    if (drift.is_cut && ret_step->class < STEP_UNDECIDED)
        ret_step->class = STEP_UNDECIDED;
    return true;
}

void step_report(struct diag_list *found, enum diag_code code, place where,
                 const struct shelved *old, const struct shelved *new)
{
    const struct diag *why = NULL;
    for (int i = 0; i < 2 && !why; i++)
        for (const struct diag *one = (i ? new : old)->shelf->found.first; one && !why;
             one = one->next)
            if (one->severity >= DIAG_LIMIT)
                why = one;
    struct diag *diag = diag_report(found, code, where, "how far it is from %s cannot be told",
                                    show_all(found->arena, str_of(old->name)));
    if (why)
        diag_note(found, diag, why->where, "%s", why->message);
}

const char *step_word(enum step_class class)
{
    static const char *const words[] = {
        [STEP_EQUAL] = "equal",         [STEP_ANNOTATIONS] = "annotations", [STEP_SAFE] = "safe",
        [STEP_UNDECIDED] = "undecided", [STEP_BREAKS] = "breaking",
    };
    return words[class];
}

/* Adds ", COUNT WORDS" where COUNT is not 0; ONE when it is 1. */
static void add_count(struct buf *out, ptrdiff_t count, const char *one, const char *many)
{
    if (count)
        buf_printf(out, ", %td %s", count, count == 1 ? one : many);
}

str step_words(struct arena *arena, const struct step *step)
{
    static const char *const words[] = {
        [STEP_EQUAL] = "equal",
        [STEP_ANNOTATIONS] = "annotations only",
        [STEP_SAFE] = "safe",
        [STEP_UNDECIDED] = "undecided",
    };
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    if (step->class == STEP_BREAKS)
        buf_printf(&out, "breaking for %s",
                   !step->readers   ? "writers"
                   : !step->writers ? "readers"
                                    : "writers and readers");
    else
        buf_add(&out, str_of(words[step->class]));
    if (step->changes) {
        buf_printf(&out, ": %td change%s%s", step->changes, step->changes == 1 ? "" : "s",
                   step->is_cut ? " or more" : "");
        add_count(&out, step->writers, "breaks writers", "break writers");
        add_count(&out, step->readers, "breaks readers", "break readers");
        add_count(&out, step->undecided, "undecided", "undecided");
        if (step->annotations < step->changes)
            add_count(&out, step->annotations, "of annotations", "of annotations");
    } else if (step->is_cut) {
        buf_add(&out, S(": the comparison took too long"));
    }
    return arena_copy(arena, buf_view(&out));
}

str step_version(struct arena *arena, str previous, enum step_class class)
{
    ptrdiff_t parts[3];
    int part = class >= STEP_UNDECIDED ? 0 : class == STEP_SAFE ? 1 : 2;
    for (int i = 0; i < 3; i++)
        parts[i] = release_version_part(previous, i);
    if (parts[0] == 0 && part < 2)
        part++;
    if (parts[part] < PTRDIFF_MAX)
        parts[part]++;
    for (int i = part + 1; i < 3; i++)
        parts[i] = 0;
    return arena_printf(arena, "%td.%td.%td", parts[0], parts[1], parts[2]);
}
