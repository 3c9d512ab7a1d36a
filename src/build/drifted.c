/*
 * Both sides are read from JSON text, the built one too, so that places in it are those of the
 * file that generate would write; where in the source a part of it comes from, is known to the tree
 * that it was written from.
 */
#include "build/drifted.h"

#include "build/shelf.h"
#include "drift/report.h"
#include "schema/pointer.h"

#include <string.h>

struct telling {
    const struct plan *plan;
    const struct output *output;
    struct text *file;   /* that is reported; NULL: it has been written, and is warned of */
    struct arena *arena; /* of what is told */
    struct diag_list *found;
};

/* Puts what OUTPUT may refer to on SHELF: what the others are built to be. */
static void put_others(struct shelf *shelf, const struct plan *plan, const struct output *output)
{
    for (ptrdiff_t i = 0; output->artifact->keys.refer.count && i < plan->config.count; i++) {
        const struct output *other = &plan->outputs[i];
        if (other != output && other->rendering.schema)
            shelf_put(shelf, other->path, other->file, str_of(other->name), other->rendering.bytes);
    }
}

/* Reads BYTES as OUTPUT, among what that refers to; NULL: they are no JSON, or not readable so. */
static struct document *shelve(struct shelf *shelf, struct arena *arena, struct diag_list *found,
                               const struct telling *t, str bytes)
{
    const struct output *output = t->output;
    if (!shelf_open(shelf, arena, found, &t->plan->root))
        return NULL;
    shelf_put(shelf, output->path, output->file, str_of(output->name), bytes);
    put_others(shelf, t->plan, output);
    return shelf_get(shelf, str_of(output->path)).document;
}

/* The place in the source that what is at POINTER of the artifact was made of. */
static place source_place(const struct telling *t, str pointer)
{
    struct arena scratch = {0};
    place where = {0};
    for (bool is_done = false;
         !is_done;) { /* what was made here has no place: that around it has */
        struct pointer_target target =
            pointer_resolve(&scratch, t->output->rendering.schema, pointer);
        where = target.last ? sources_place(t->plan->sources, target.last) : (place){0};
        ptrdiff_t up = pointer.len;
        while (up && pointer.data[up - 1] != '/')
            up--;
        is_done = where.text || !up;
        pointer.len = up ? up - 1 : 0;
    }
    arena_free(&scratch);
    return where;
}

/* Where AT, a place in what was read from the file, is in that. */
static place file_place(const struct telling *t, const struct drift_place *at)
{
    place where = drift_place_of(at);
    if (!at->node->text)
        return place_file(t->file);
    where.text = t->file;
    return where;
}

/* Shows VALUE, unless it is NULL: one that the built schema refuses, or else takes. */
static void note_value(const struct telling *t, struct diag *diag, const struct node *value,
                       bool is_refused)
{
    const char *shown = value ? drift_shown_value(t->arena, value) : NULL;
    if (shown && t->file)
        diag_note(t->found, diag, (place){0}, "for example the file %s %s, and the source %s it",
                  is_refused ? "takes" : "refuses", shown, is_refused ? "refuses" : "takes");
    else if (shown)
        diag_note(t->found, diag, (place){0}, "for example %s was %s and is %s", shown,
                  is_refused ? "accepted" : "refused", is_refused ? "refused" : "accepted");
}

static void note_values(const struct telling *t, struct diag *diag, const struct change *change)
{
    note_value(t, diag, change->writers_witness, true);
    note_value(t, diag, change->readers_witness, false);
}

static void report(const struct telling *t, const struct change *change,
                   const struct judgement *judgement)
{
    struct diag *diag = diag_report(t->found, change->code, file_place(t, &change->old), "%s (%s)",
                                    arena_copy(t->arena, str_of(change->message)).data,
                                    drift_effect_words(t->arena, change, judgement));
    diag->pointer = arena_copy(t->arena, drift_own_place(change)->pointer).data;
    place source = source_place(t, change->new.pointer);
    if (source.text)
        diag_note(t->found, diag, source,
                  change->new.is_there ? "the source has this" : "the source has nothing there");
    note_values(t, diag, change);
}

static void warn(const struct telling *t, const struct change *change,
                 const struct judgement *judgement)
{
    struct text *text = arena_new(t->arena, struct text, 1);
    place source = source_place(t, change->new.pointer);
    *text = (struct text){.name = str_of(t->output->name), .chars = S("")};
    struct diag *diag = diag_report_as(t->found, change->code, DIAG_WARNING,
                                       source.text ? source : place_file(text), "%s (%s)",
                                       arena_copy(t->arena, str_of(change->message)).data,
                                       drift_effect_words(t->arena, change, judgement));
    diag->pointer = arena_copy(t->arena, drift_own_place(change)->pointer).data;
    diag_note(t->found, diag, place_file(text), "it was written with this change");
    note_values(t, diag, change);
}

/* Tells the changes in DRIFT, what breaks someone first; the result is how many were told. */
static ptrdiff_t tell_all(const struct telling *t, const struct drift *drift, struct arena *scratch)
{
    struct gate gate = {.fail_on = FAIL_ON_ANY, .today = "1970-01-01", .known.arena = scratch};
    struct gate_result result;
    ptrdiff_t count = 0;
    int least = t->file ? CLASS_ANNOTATION : CLASS_UNDECIDED;
    gate_judge(&gate, drift, scratch, &result);
    for (int class = CLASS_COUNT - 1; class >= least; class --)
        for (ptrdiff_t i = 0; i < drift->count; i++) {
            if (result.judgements[i].class != (enum gate_class) class)
                continue;
            (t->file ? report : warn)(t, &drift->changes[i], &result.judgements[i]);
            count++;
        }
    return count;
}

/* Compares BYTES with what was built, and tells what changed. */
static ptrdiff_t compare_and_tell(const struct telling *t, str bytes)
{
    struct arena scratch = {0};
    struct diag_list unsaid = {.arena = &scratch};
    struct shelf old, new;
    struct drift drift;
    struct document *was = shelve(&old, &scratch, &unsaid, t, bytes);
    struct document *is =
        was ? shelve(&new, &scratch, &unsaid, t, t->output->rendering.bytes) : NULL;
    ptrdiff_t count = 0;
    if (is) {
        struct drift_side from = {&old.registry, was, DIALECT_2020_12};
        struct drift_side to = {&new.registry, is, DIALECT_2020_12};
        struct comparison *comparison = drift_begin(&scratch, &from, &to);
        bool ok = drift_compare(comparison, was->root, is->root, DRIFT_BOTH);
        drift_finish(comparison, &drift);
        if (ok)
            count = tell_all(t, &drift, &scratch);
    }
    arena_free(&scratch);
    return count;
}

static struct telling telling_of(const struct plan *plan, const struct output *output,
                                 struct text *file)
{
    return (struct telling){.plan = plan,
                            .output = output,
                            .file = file,
                            .arena = plan->sources->arena,
                            .found = plan->sources->found};
}

ptrdiff_t drifted_report(const struct plan *plan, const struct output *output, str bytes,
                         struct text *file)
{
    struct telling telling = telling_of(plan, output, file);
    return compare_and_tell(&telling, bytes);
}

ptrdiff_t drifted_warn(const struct plan *plan, const struct output *output, str bytes)
{
    struct telling telling = telling_of(plan, output, NULL);
    return compare_and_tell(&telling, bytes);
}
