/*
 * Both sides are read from JSON text, the built one too, so that places in it are those of the
 * file that generate would write; where in the source a part of it comes from, is known to the tree
 * that it was written from.
 */
#include "build/drifted.h"

#include "base/show.h"
#include "build/shelf.h"
#include "drift/report.h"
#include "schema/pointer.h"
#include "source/write.h"

#include <string.h>

/* Of one file; and in all, so that there is room for what the other files have. */
enum { SHOWN_CHANGES = 100, SHOWN_OF_ALL = DIAG_CAP / 2 };

struct telling {
    const struct plan *plan;
    const struct output *output;
    struct text *file;    /* that is reported; NULL: it has been written, and is warned of */
    struct text *written; /* what it holds then */
    struct arena *arena;  /* of what is told */
    struct diag_list *found;
    const struct document *was, *is; /* what was read from the file, and what was built */
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
static struct document *shelve(struct shelf *shelf, struct arena *arena, const struct telling *t,
                               str bytes)
{
    const struct output *output = t->output;
    shelf_open_like(shelf, arena, &t->plan->registry);
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

const char *drifted_value(struct arena *arena, const struct node *value)
{
    struct arena scratch = {0}; /* the value may be all of the file */
    struct buf out = buf_in(&scratch, RENDER_CEILING);
    const struct node *bad;
    node_write(&out, value, (struct write_options){.style = WRITE_CANONICAL}, &bad);
    const char *shown = show(arena, buf_view(&out));
    arena_free(&scratch);
    return shown;
}

void drifted_note_more(struct diag_list *found, struct diag *diag, ptrdiff_t count)
{
    diag_note(found, diag, (place){0}, "and %td more change%s", count, count == 1 ? "" : "s");
}

/* Where AT is in TEXT, which has the text of DOCUMENT. */
static place place_in(const struct drift_place *at, const struct document *document,
                      struct text *text)
{
    if (at->document != document || !at->node->text)
        return place_file(text);
    place where = drift_place_of(at);
    where.text = text;
    return where;
}

/* Says what WHO, whose artifact is DOCUMENT, has at AT. */
static void note_side(const struct telling *t, struct diag *diag, place where, const char *who,
                      const struct drift_place *at, const struct document *document)
{
    const char *pointer = at->pointer.len ? show_all(t->arena, at->pointer) : "the top";
    if (at->document != document) {
        if (at->document)
            diag_note(t->found, diag, (place){0}, "%s leads to %s at %s", who,
                      show_all(t->arena, at->document->text.name), pointer);
        return;
    }
    struct arena scratch = {0};
    struct pointer_target target = pointer_resolve(&scratch, document->root, at->pointer);
    if (target.node) /* also for what is not there: what it would be in */
        diag_note(t->found, diag, where, "%s has %s at %s", who,
                  drifted_value(t->arena, target.node), pointer);
    else
        diag_note(t->found, diag, where, "%s has nothing at %s", who, pointer);
    arena_free(&scratch);
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

/* Says what the source has, and the file too where that is at another JSON Pointer. */
static void note_places(const struct telling *t, struct diag *diag, const struct change *change)
{
    const char *old = t->file ? "the file" : "the old file";
    bool is_renamed = change->code == D0153 && change->new.document == t->is;
    if (is_renamed) { /* the message has both names, and what is called so is the same */
        diag_note(t->found, diag, source_place(t, change->new.pointer), "the source has it at %s",
                  show_all(t->arena, change->new.pointer));
        return;
    }
    bool is_elsewhere = change->old.document != t->was || change->new.document != t->is;
    if (is_elsewhere ||
        (change->old.is_there && !str_equal(change->old.pointer, change->new.pointer)))
        note_side(t, diag, (place){0}, old, &change->old, t->was);
    place source =
        change->new.document == t->is ? source_place(t, change->new.pointer) : (place){0};
    note_side(t, diag, source, "the source", &change->new, t->is);
}

/* A finding where the file has what changed, of annotations a note; or a warning where that was
   written. */
static struct diag *report(const struct telling *t, const struct change *change,
                           const struct judgement *judgement)
{
    place where = t->file ? place_in(&change->old, t->was, t->file)
                          : place_in(&change->new, t->is, t->written);
    enum diag_severity severity = !t->file                               ? DIAG_WARNING
                                  : judgement->class == CLASS_ANNOTATION ? DIAG_NOTE
                                                                         : DIAG_FINDING;
    struct diag *diag = diag_report_as(t->found, change->code, severity, where, "%s (%s)",
                                       arena_copy(t->arena, str_of(change->message)).data,
                                       drift_effect_words(t->arena, change, judgement));
    if (diag == &t->found->spare)
        return diag;
    diag->pointer = arena_copy(t->arena, drift_own_place(change)->pointer).data;
    note_places(t, diag, change);
    note_values(t, diag, change);
    return diag;
}

/* Tells the changes in DRIFT, what breaks someone first; the result is how many were not told. */
static ptrdiff_t tell_all(const struct telling *t, const struct drift *drift, struct arena *scratch)
{
    struct gate gate = {.fail_on = FAIL_ON_ANY, .today = "1970-01-01", .known.arena = scratch};
    struct gate_result result;
    struct diag *last = NULL;
    ptrdiff_t told = 0, untold = 0;
    int least = t->file ? CLASS_ANNOTATION : CLASS_UNDECIDED;
    gate_judge(&gate, drift, scratch, &result);
    for (int class = CLASS_COUNT - 1; class >= least; class --)
        for (ptrdiff_t i = 0; i < drift->count; i++) {
            if (result.judgements[i].class != (enum gate_class) class)
                continue;
            if (told == SHOWN_CHANGES || t->found->count >= SHOWN_OF_ALL) {
                untold++;
                continue;
            }
            last = report(t, &drift->changes[i], &result.judgements[i]);
            told++;
        }
    if (!t->file && untold && last)
        drifted_note_more(t->found, last, untold);
    return untold;
}

/* True when one of the two JSON Pointers is the other, or leads to it. */
static bool is_along(str a, str b)
{
    return pointer_is_below(a, b) || pointer_is_below(b, a);
}

/* True when CHANGE is about POINTER. Where a reference leads, is told only by one that is there. */
static bool is_about(const struct telling *t, const struct change *change, str pointer)
{
    if (str_ends(pointer, S("/$ref")))
        return str_equal(change->old.pointer, pointer) || str_equal(change->new.pointer, pointer);
    return (change->old.document == t->was &&
            is_along(pointer_without_index(change->old.pointer), pointer)) ||
           (change->new.document ==
            t->is &&is_along(pointer_without_index(change->new.pointer), pointer));
}

/* Finds those of DIFFERENCES that the changes in DRIFT are about. */
static void mark_told(const struct telling *t, const struct drift *drift,
                      const struct tree_difference *differences, ptrdiff_t count, bool *ret_told)
{
    for (ptrdiff_t i = 0; i < count; i++)
        for (ptrdiff_t j = 0; j < drift->count && !ret_told[i]; j++)
            ret_told[i] = is_about(t, &drift->changes[j], differences[i].pointer);
}

/* False for a file that is so much larger than what was built that no change to that made it. */
static bool is_of_a_size(const struct output *output, str bytes)
{
    enum { TIMES = 4, MORE = 256 * 1024 };
    return bytes.len <= MORE || (bytes.len - MORE) / TIMES <= output->rendering.bytes.len;
}

/* Compares BYTES with what was built. False: they cannot be compared. */
static bool compare(struct telling *t, struct arena *scratch, str bytes, struct drift *ret_drift)
{
    if (!is_of_a_size(t->output, bytes))
        return false;
    struct shelf *old = arena_new(scratch, struct shelf, 1);
    struct shelf *new = arena_new(scratch, struct shelf, 1);
    struct document *was = shelve(old, scratch, t, bytes);
    struct document *is = was ? shelve(new, scratch, t, t->output->rendering.bytes) : NULL;
    if (!is)
        return false;
    struct drift_side from = {&old->registry, was, DIALECT_2020_12};
    struct drift_side to = {&new->registry, is, DIALECT_2020_12};
    struct comparison *comparison = drift_begin(scratch, &from, &to);
    bool ok = drift_compare(comparison, was->root, is->root, DRIFT_BOTH);
    drift_finish(comparison, ret_drift);
    t->was = was;
    t->is = is;
    return ok;
}

static struct telling telling_of(const struct plan *plan, const struct output *output,
                                 struct text *file)
{
    struct text *written = arena_new(plan->sources->arena, struct text, 1);
    *written = (struct text){.name = str_of(output->name), .chars = output->rendering.bytes};
    return (struct telling){.plan = plan,
                            .output = output,
                            .file = file,
                            .written = written,
                            .arena = plan->sources->arena,
                            .found = plan->sources->found};
}

struct drifted drifted_report(const struct plan *plan, const struct output *output, str bytes,
                              struct text *file, const struct tree_difference *differences,
                              ptrdiff_t difference_count, bool *ret_told)
{
    struct telling telling = telling_of(plan, output, file);
    struct arena scratch = {0};
    struct drift drift;
    struct drifted drifted = {0};
    memset(ret_told, 0, (size_t)difference_count * sizeof *ret_told);
    if (compare(&telling, &scratch, bytes, &drift)) {
        drifted.untold = tell_all(&telling, &drift, &scratch);
        drifted.count = drift.count;
        drifted.is_cut = drift.is_cut;
        drifted.is_same = !drift.count && !drift.is_cut;
        mark_told(&telling, &drift, differences, difference_count, ret_told);
    }
    arena_free(&scratch);
    return drifted;
}

void drifted_warn(const struct plan *plan, const struct output *output, str bytes)
{
    struct telling telling = telling_of(plan, output, NULL);
    struct arena scratch = {0};
    struct drift drift;
    if (compare(&telling, &scratch, bytes, &drift))
        tell_all(&telling, &drift, &scratch);
    arena_free(&scratch);
}
