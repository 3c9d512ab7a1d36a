#include "build/step.h"

#include "base/show.h"
#include "build/config_gate.h"

#include <string.h>

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

static unsigned audience_of(const char *compatibility)
{
    return strcmp(compatibility, "writers") == 0   ? DRIFT_WRITERS
           : strcmp(compatibility, "readers") == 0 ? DRIFT_READERS
                                                   : DRIFT_BOTH;
}

static void count_change(struct release_step *step, const struct change *change,
                         const struct judgement *j)
{
    enum gate_class class = j->class;
    step->class = class > step->class ? class : step->class;
    step->changes++;
    step->annotations += class == CLASS_ANNOTATION;
    step->undecided += class == CLASS_UNDECIDED;
    if (class != CLASS_BREAKS)
        return;
    step->writers += (change->audience & DRIFT_WRITERS) && j->writers == DRIFT_BREAKS;
    step->readers += (change->audience & DRIFT_READERS) && j->readers == DRIFT_BREAKS;
}

bool step_find(const struct config *config, const struct shelved *old, const struct shelved *new,
               struct release_step *ret_step)
{
    struct arena *arena = new->shelf->arena;
    const char *compatibility = "both";
    struct gate gate = {.today = "", .known = {.arena = arena}};
    struct gate_result result;
    const struct drift_side from = {&old->shelf->registry, old->document, DIALECT_2020_12};
    const struct drift_side to = {&new->shelf->registry, new->document, DIALECT_2020_12};
    struct drift drift;
    *ret_step = (struct release_step){0};
    if (!old->document || !new->document)
        return false;
    struct comparison *comparison = drift_begin(arena, &from, &to);
    config_gate_add_rules(config, &gate, &compatibility);
    bool ok = drift_compare(comparison, old->document->root, new->document->root,
                            audience_of(compatibility));
    drift_finish(comparison, &drift);
    if (!ok)
        return false;
    gate_judge(&gate, &drift, arena, &result);
    for (ptrdiff_t i = 0; i < drift.count; i++)
        if (!is_own_id(&drift.changes[i]) && !result.judgements[i].is_ignored)
            count_change(ret_step, &drift.changes[i], &result.judgements[i]);
    ret_step->is_cut = drift.is_cut;
    if (drift.is_cut && ret_step->class < CLASS_UNDECIDED)
        ret_step->class = CLASS_UNDECIDED;
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

bool step_is_none(const struct release_step *step)
{
    return !step->changes && !step->is_cut;
}

const char *step_word(const struct release_step *step)
{
    static const char *const words[] = {
        [CLASS_ANNOTATION] = "annotations",
        [CLASS_SAFE] = "safe",
        [CLASS_UNDECIDED] = "undecided",
        [CLASS_BREAKS] = "breaking",
    };
    return step_is_none(step) ? "equal" : words[step->class];
}

/* Adds ", COUNT WORDS" where COUNT is not 0; ONE when it is 1. */
static void add_count(struct buf *out, ptrdiff_t count, const char *one, const char *many)
{
    if (count)
        buf_printf(out, ", %td %s", count, count == 1 ? one : many);
}

str step_words(struct arena *arena, const struct release_step *step)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    if (step->class == CLASS_BREAKS)
        buf_printf(&out, "breaking for %s",
                   !step->readers   ? "writers"
                   : !step->writers ? "readers"
                                    : "writers and readers");
    else
        buf_printf(&out, "%s%s", step_word(step),
                   step->class == CLASS_ANNOTATION && step->changes ? " only" : "");
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

str step_version(struct arena *arena, str previous, enum gate_class class)
{
    ptrdiff_t parts[3];
    int part = class >= CLASS_UNDECIDED ? 0 : class == CLASS_SAFE ? 1 : 2;
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
