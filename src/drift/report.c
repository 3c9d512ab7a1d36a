#include "drift/report.h"

#include "base/show.h"
#include "base/utf8.h"
#include "source/quote.h"
#include "source/write.h"

#include <string.h>

place drift_place_of(const struct drift_place *at)
{
    if (!at->document)
        return (place){0};
    if (!at->node || !at->node->text)
        return place_file(&at->document->text);
    ptrdiff_t len = at->is_there ? (ptrdiff_t)at->node->len : 1; /* only where that begins */
    return (place){&at->document->text, (ptrdiff_t)at->node->start, len};
}

const struct drift_place *drift_own_place(const struct change *change)
{
    return change->new.is_there || !change->old.is_there ? &change->new : &change->old;
}

/* Adds VALUE to OUT, on one line: of strings, arrays and objects only so much as shows the shape.
 */
static void sketch(struct buf *out, const struct node *value, unsigned depth)
{
    enum { MAX_DEPTH = 6, TEXT = 16, ENTRIES = 4 };
    const struct node *bad;
    if (value->kind == NODE_STRING && utf8_count(node_text(value)) > TEXT) {
        struct node start = *value;
        start.count = (uint32_t)utf8_skip(node_text(value), 0, TEXT);
        sketch(out, &start, depth);
        out->len--;
        buf_printf(out, "...\"");
        return;
    }
    if (value->kind < NODE_ARRAY || !value->count) {
        node_write(out, value, (struct write_options){.style = WRITE_CANONICAL}, &bad);
        return;
    }
    bool is_object = value->kind == NODE_OBJECT;
    buf_add_byte(out, is_object ? '{' : '[');
    for (uint32_t i = 0; i < value->count; i++) {
        buf_add(out, i ? S(", ") : S(""));
        if (depth >= MAX_DEPTH || (i >= ENTRIES && value->count > ENTRIES + 1)) {
            buf_add(out, S("..."));
            break;
        }
        if (is_object) {
            sketch(out, node_key(value, i), depth + 1);
            buf_add(out, S(": "));
        }
        sketch(out, is_object ? node_value(value, i) : node_item(value, i), depth + 1);
    }
    buf_add_byte(out, is_object ? '}' : ']');
}

const char *drift_shown_value(struct arena *arena, const struct node *value)
{
    enum { WIDTH = 160 };
    struct arena scratch = {0};
    struct buf out = buf_in(&scratch, PTRDIFF_MAX);
    sketch(&out, value, 0);
    str text = buf_view(&out);
    const char *shown = show_all(arena, str_first(text, utf8_skip(text, 0, WIDTH)));
    if (utf8_count(text) > WIDTH)
        shown = arena_printf(arena, "%s...", shown).data;
    arena_free(&scratch);
    return shown;
}

/* "breaks writers", "safe for readers and writers". */
static str effect_phrase(struct arena *arena, enum drift_effect effect, const char *whom)
{
    return arena_printf(arena, "%s %s%s", drift_effect_word(effect),
                        effect == DRIFT_BREAKS ? "" : "for ", whom);
}

const char *drift_effect_words(struct arena *arena, const struct change *change,
                               const struct judgement *judgement)
{
    if (judgement->class == CLASS_ANNOTATION)
        return "an annotation";
    if (!change->audience)
        return "nothing that both have reaches it";
    if (change->audience == DRIFT_WRITERS)
        return effect_phrase(arena, judgement->writers, "writers").data;
    if (change->audience == DRIFT_READERS)
        return effect_phrase(arena, judgement->readers, "readers").data;
    if (judgement->writers == judgement->readers)
        return effect_phrase(arena, judgement->writers, "writers and readers").data;
    str writers = effect_phrase(arena, judgement->writers, "writers");
    str readers = effect_phrase(arena, judgement->readers, "readers");
    return arena_printf(arena, "%s, %s", writers.data, readers.data).data;
}

static enum diag_severity severity_of(const struct judgement *judgement)
{
    if (judgement->fails)
        return DIAG_FINDING;
    bool is_settled =
        judgement->waiver || judgement->is_known || judgement->class < CLASS_UNDECIDED;
    return is_settled ? DIAG_NOTE : DIAG_WARNING;
}

/* Says where the other side of CHANGE is than OWN. */
static void note_other_side(struct diag_list *found, struct diag *diag, const struct change *change,
                            const struct drift_place *own)
{
    bool is_old = own == &change->old;
    const struct drift_place *other = is_old ? &change->new : &change->old;
    bool is_whole = change->code == D0141 || change->code == D0142; /* a schema such as true */
    const char *message = is_old ? is_whole ? "it is this now" : "it is missing here"
                          : other->is_there || is_whole ? "it was this"
                                                        : "there was none here";
    if (other->document)
        diag_note(found, diag, drift_place_of(other), "%s", message);
}

/* Shows a value that stands for the change, of those who count. */
static void note_witness(struct diag_list *found, struct diag *diag, const struct change *change)
{
    struct arena *arena = found->arena;
    if (change->writers_witness && (change->audience & DRIFT_WRITERS))
        diag_note(found, diag, (place){0}, "for example %s was accepted and is refused",
                  drift_shown_value(arena, change->writers_witness));
    if (change->readers_witness && (change->audience & DRIFT_READERS))
        diag_note(found, diag, (place){0}, "for example %s was refused and is accepted",
                  drift_shown_value(arena, change->readers_witness));
}

const char *drift_waiver_id(struct arena *arena, const char *id)
{
    const char *shown = show_all(arena, str_of(id));
    ptrdiff_t len = str_of(id).len;
    bool is_plain = strcmp(shown, id) == 0 && !strstr(id, " #") && !strstr(id, ": ") && len &&
                    id[len - 1] != ':' && id[len - 1] != ' ';
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    if (is_plain)
        return shown;
    quote_yaml(&out, str_of(id));
    return arena_copy(arena, buf_view(&out)).data;
}

/* Says why CHANGE does not count, or how it could be made not to. */
static void tell_gate(struct diag_list *found, struct diag *diag, const struct change *change,
                      const struct judgement *judgement)
{
    const struct gate_waiver *waiver = judgement->waiver;
    if (waiver)
        diag_note(found, diag, (place){0}, "waived%s%s: %s", waiver->until ? " until " : "",
                  waiver->until ? waiver->until : "", show(found->arena, str_of(waiver->reason)));
    if (judgement->is_known)
        diag_note(found, diag, (place){0}, "the baseline has it");
    if (judgement->fails)
        diag_hint(found, diag, "a waiver for it has the id %s",
                  drift_waiver_id(found->arena, change->id));
}

/* What tells CHANGE from those of other schemas, whatever revision the old one is of. */
static const char *identity(struct diag_list *found, const struct change *change)
{
    str path = change->new.document ? diag_path(found, &change->new.document->text) : (str){0};
    return arena_printf(found->arena, "%.*s#%s", (int)path.len, path.data, change->id).data;
}

static void report_change(struct diag_list *found, const struct change *change,
                          const struct judgement *judgement, bool at_new)
{
    struct arena *arena = found->arena;
    const struct drift_place *own = at_new ? &change->new : drift_own_place(change);
    struct diag *diag =
        diag_report_as(found, change->code, severity_of(judgement), drift_place_of(own), "%s (%s)",
                       change->message, drift_effect_words(arena, change, judgement));
    if (diag == &found->spare)
        return;
    diag->pointer = arena_copy(arena, drift_own_place(change)->pointer).data;
    diag->id = identity(found, change);
    note_witness(found, diag, change);
    tell_gate(found, diag, change, judgement);
    note_other_side(found, diag, change, own);
}

void drift_report(struct diag_list *found, const struct told *told, bool with_annotations,
                  bool at_new)
{
    for (ptrdiff_t i = 0; i < told->drift->count; i++) {
        const struct judgement *judgement = &told->result->judgements[i];
        bool is_left_out = judgement->class == CLASS_ANNOTATION && !with_annotations;
        if (!judgement->is_ignored && !is_left_out)
            report_change(found, &told->drift->changes[i], judgement, at_new);
    }
}

/* Adds "COUNT WORD" behind a comma where something stands in front. */
static void add_count(struct buf *out, ptrdiff_t count, const char *word)
{
    if (count)
        buf_printf(out, "%s%td %s", out->len ? ", " : "", count, word);
}

const char *drift_summary(struct arena *arena, const struct told *told)
{
    const struct gate_result *result = told->result;
    struct buf out = buf_in(arena, PTRDIFF_MAX), more = buf_in(arena, PTRDIFF_MAX);
    ptrdiff_t annotations = result->counts[CLASS_ANNOTATION];
    add_count(&out, result->counts[CLASS_BREAKS], "breaking");
    add_count(&out, result->counts[CLASS_UNDECIDED], "undecided");
    add_count(&out, result->counts[CLASS_SAFE], "safe");
    add_count(&out, annotations, annotations == 1 ? "annotation" : "annotations");
    if (!out.len)
        buf_add(&out, S("nothing changed"));
    add_count(&more, result->waived, "waived");
    add_count(&more, result->known, "known");
    add_count(&more, result->ignored, "ignored");
    if (more.len)
        buf_printf(&out, " (%.*s)", (int)more.len, more.data);
    buf_printf(&out, "; suggested step: %s%s", gate_step_word(result->step),
               told->is_complete ? "" : "; not all could be compared");
    return arena_copy(arena, buf_view(&out)).data;
}
