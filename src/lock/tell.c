#include "lock/tell.h"

#include "base/show.h"
#include "drift/report.h"
#include "lock/kind.h"
#include "lock/parts.h"
#include "schema/pointer.h"

#include <string.h>

const char *const lock_fail_on_names[] = {"any", "breaking", NULL};
const char *const lock_gate_names[] = {"raw", "exact", "compat", NULL};

struct teller {
    struct diag_list *found;
    const struct lock *old, *new;
    const struct lock_gate *gate;
    uint64_t *work; /* left for all schemas (schema.h) */
};

/*
 * All schemas of a listing may take what one comparison may, which is up to a minute: they are few
 * or small in real ones, and a stranger sends the others.
 */
enum { LISTING_WORK = DRIFT_WORK };

/* What a difference of GRADE is told as; IS_SEEN by the gate, or not. */
static enum diag_severity severity_of(const struct teller *t, enum lock_grade grade, bool is_seen)
{
    if (t->gate->is_shown)
        return DIAG_WARNING;
    if (!is_seen)
        return DIAG_NOTE;
    bool passes = t->gate->fail_on == LOCK_FAIL_ON_BREAKING && grade < GRADE_UNDECIDED;
    return passes ? DIAG_NOTE : DIAG_FINDING;
}

static bool is_raw(const struct teller *t)
{
    return t->gate->algorithm == FINGERPRINT_RAW;
}

/* True when the gate sees that the tool OLD is NEW. */
static bool is_seen(const struct teller *t, const struct locked *old, const struct locked *new)
{
    if (is_raw(t))
        return true;
    const char *was = old->prints.of[t->gate->algorithm].hex;
    const char *is = new->prints.of[t->gate->algorithm].hex;
    return !*was || !*is || strcmp(was, is) != 0;
}

/* ---- places ---------------------------------------------------------------------------------- */

/* Where NODE of the listing stands, or what HOLDS it where it is not there. */
static place live_place(const struct teller *t, const struct node *node, const struct node *holds)
{
    const struct node *at = node ? node : holds;
    place where = at ? sources_place(t->new->sources, at) : (place){0};
    if (!node && where.text && where.len > 1)
        where.len = 1; /* only where that begins */
    return where;
}

static void note_lock(const struct teller *t, struct diag *diag, const struct locked *old)
{
    diag_note(t->found, diag, locked_place(t->old, old), "the lock has it here");
}

/*
 * Says of a finding how the lock gets what was found. KIND is that of the entry; of the server it
 * is LOCKED_KIND_COUNT.
 */
static void hint_at_lock(const struct teller *t, struct diag *diag, enum locked_kind kind)
{
    if (diag->severity == DIAG_FINDING)
        diag_hint(
            t->found, diag,
            kind == LOCKED_TOOL
                ? "when that is right, --accept TOOL --reason WHY takes it into the lock, --update all"
                : "when that is right, --update takes it into the lock");
}

/* ---- values ---------------------------------------------------------------------------------- */

/* "/description was "a", and is "b"". */
static const char *line_of(struct arena *arena, const struct tree_difference *line)
{
    return arena_printf(arena, "%s was %s, and is %s", show_all(arena, line->pointer),
                        lock_shown(arena, line->old, line->new),
                        lock_shown(arena, line->new, line->old))
        .data;
}

/* Notes the places in which what HOLDS them differs. */
static void note_lines(const struct teller *t, struct diag *diag, const struct parts *parts,
                       const struct node *holds)
{
    ptrdiff_t shown = parts->line_count < LINE_CAP ? parts->line_count : LINE_CAP;
    for (ptrdiff_t i = 0; i < shown; i++) {
        const struct tree_difference *line = &parts->lines[i];
        diag_note(t->found, diag,
                  live_place(t, line->new, line->new_parent ? line->new_parent : holds), "%s",
                  line_of(t->found->arena, line));
    }
    if (parts->line_count > shown)
        diag_note(t->found, diag, (place){0}, "and %td more", parts->line_count - shown);
}

/* What tells a difference from those of other entries, whatever file and lines say. */
static const char *identity(const struct teller *t, enum locked_kind kind,
                            const struct locked *locked)
{
    return arena_printf(t->found->arena, "%s %s ", locked_kind_word(kind),
                        show_all(t->found->arena, locked->tool.name))
        .data;
}

/* ---- schemas --------------------------------------------------------------------------------- */

/* Where AT, of a comparison, is below SCHEMA, one of the nodes of SOURCES. */
static place place_below(const struct sources *sources, const struct node *schema,
                         const struct drift_place *at)
{
    struct arena scratch = {0};
    struct pointer_target target = pointer_resolve(&scratch, schema, at->pointer);
    place where = sources_place(sources, target.last ? target.last : schema);
    arena_free(&scratch);
    if (!target.node && where.len > 1)
        where.len = 1;
    return where;
}

static void note_witness(const struct teller *t, struct diag *diag, const struct change *change,
                         unsigned audience)
{
    const struct node *value =
        audience == DRIFT_WRITERS ? change->writers_witness : change->readers_witness;
    if (value)
        diag_note(t->found, diag, (place){0},
                  audience == DRIFT_WRITERS ? "for example %s was accepted and is refused"
                                            : "for example %s was no result and can be one",
                  drift_shown_value(t->found->arena, value));
}

/* Tells the changes of SCHEMA, of the tool NEW. */
static void tell_schema(const struct teller *t, const struct locked *new,
                        const struct part_schema *schema, bool seen)
{
    struct diag_list *found = t->found;
    for (ptrdiff_t i = 0; schema->key && i < schema->drift.count; i++) {
        const struct change *change = &schema->drift.changes[i];
        enum lock_grade grade = lock_schema_grade(change, schema->audience);
        enum diag_severity severity = severity_of(t, grade, seen);
        struct diag *diag = diag_report_as(
            found, change->code, severity, place_below(t->new->sources, schema->new, &change->new),
            "tool \"%s\", %s: %s (%s)", show(found->arena, new->tool.name),
            show(found->arena, str_of(schema->key)), change->message, lock_grade_words(grade));
        if (diag == &found->spare)
            return;
        str pointer = drift_own_place(change)->pointer;
        diag->id = arena_printf(found->arena, "%s%s %s", identity(t, LOCKED_TOOL, new), schema->key,
                                change->id)
                       .data;
        diag->pointer = arena_printf(found->arena, "/%s%.*s", schema->key, (int)pointer.len,
                                     pointer.len ? pointer.data : "")
                            .data;
        if (grade != GRADE_NEWS)
            note_witness(t, diag, change, schema->audience);
        diag_note(found, diag, place_below(t->old->sources, schema->old, &change->old),
                  change->old.is_there ? "the lock has this" : "the lock has none here");
    }
}

/* ---- tools ----------------------------------------------------------------------------------- */

/* Says of an entry what a reviewer wants to know first. */
static void note_description(const struct teller *t, struct diag *diag, const struct locked *new)
{
    const struct node *description = tool_member(&new->tool, "description");
    if (description)
        diag_note(t->found, diag, sources_place(t->new->sources, description),
                  "it says of itself: %s", lock_shown(t->found->arena, description, NULL));
}

static void note_gone(const struct teller *t, struct diag *diag, str name)
{
    for (ptrdiff_t i = 0; i < t->old->gone_count; i++)
        if (str_equal(t->old->gone[i].name, name))
            diag_note(t->found, diag, (place){0}, "a tool of that name was removed before: %s",
                      show(t->found->arena, t->old->gone[i].reason));
}

static const char *destroys_words(bool says)
{
    return says ? "it says that it may destroy"
                : "it may destroy, for it does not say that it only reads or destroys nothing";
}

static void tell_added(const struct teller *t, const struct lock_difference *d)
{
    struct diag_list *found = t->found;
    const char *word = locked_kind_word(d->kind);
    bool says, is_tool = d->kind == LOCKED_TOOL;
    bool destroys = is_tool && lock_may_destroy(d->new->tool.entry, &says);
    enum lock_grade grade = destroys ? GRADE_CRITICAL : GRADE_SAFE;
    enum diag_code code = !is_tool ? D1018 : destroys ? D1021 : D1011;
    struct diag *diag = diag_report_as(found, code, severity_of(t, grade, is_tool || is_raw(t)),
                                       locked_place(t->new, d->new), "%s \"%s\" was added%s%s",
                                       word, show(found->arena, d->new->tool.name),
                                       destroys ? "; " : "", destroys ? destroys_words(says) : "");
    diag->id = identity(t, d->kind, d->new);
    hint_at_lock(t, diag, d->kind);
    note_description(t, diag, d->new);
    if (is_tool)
        note_gone(t, diag, d->new->tool.name);
}

static void tell_removed(const struct teller *t, const struct lock_difference *d)
{
    bool is_tool = d->kind == LOCKED_TOOL;
    struct diag *diag = diag_report_as(
        t->found, is_tool ? D1012 : D1018, severity_of(t, GRADE_BREAKS, is_tool || is_raw(t)),
        lock_file(t->new), "%s \"%s\" was removed%s", locked_kind_word(d->kind),
        show(t->found->arena, d->old->tool.name), is_tool ? " (breaks callers)" : "");
    diag->id = identity(t, d->kind, d->old);
    hint_at_lock(t, diag, d->kind);
    note_lock(t, diag, d->old);
}

/* Where PARTS, of NEW, begins to differ; its name, when that is what differs or it is too much. */
static place place_of_parts(const struct teller *t, const struct locked *new,
                            const struct parts *parts)
{
    const struct tree_difference *line = &parts->lines[0];
    bool has_schema = parts->schemas[0].key || parts->schemas[1].key;
    if (parts->line_count == 1 && line->new && !has_schema)
        return sources_place(t->new->sources, line->new);
    return locked_place(t->new, new);
}

static enum diag_code code_of(const struct lock_difference *d, const struct parts *parts)
{
    return d->kind != LOCKED_TOOL           ? D1018
           : lock_is_renamed(d)             ? D1013
           : parts->grade == GRADE_CRITICAL ? D1021
           : parts->is_text                 ? D1015
                                            : D1014;
}

/* The sentence for a tool that changed. */
static const char *changed_words(struct arena *arena, const struct lock_difference *d,
                                 const struct parts *parts)
{
    const char *word = locked_kind_word(d->kind), *name = show(arena, d->new->tool.name);
    if (lock_is_renamed(d))
        return arena_printf(arena, "tool \"%s\" was renamed to \"%s\"%s%s%s (breaks callers)",
                            show(arena, d->old->tool.name), name,
                            *parts->members ? ", and changed in " : "", parts->members,
                            parts->grade == GRADE_CRITICAL ? "; it may destroy now" : "")
            .data;
    if (parts->grade == GRADE_CRITICAL)
        return arena_printf(arena, "tool \"%s\" may destroy now; it changed in %s", name,
                            parts->members)
            .data;
    if (parts->is_text)
        return arena_printf(arena, "what presents %s \"%s\" changed: %s", word, name,
                            parts->members)
            .data;
    return arena_printf(arena, "%s \"%s\" changed in %s (%s)", word, name, parts->members,
                        lock_grade_words(parts->grade))
        .data;
}

static void tell_changed(const struct teller *t, const struct lock_difference *d)
{
    struct arena scratch = {0};
    struct parts parts;
    bool is_tool = d->kind == LOCKED_TOOL, renamed = lock_is_renamed(d);
    bool seen = is_tool ? renamed || is_seen(t, d->old, d->new) : is_raw(t);
    lock_parts(&scratch, d->old->tool.entry, d->new->tool.entry, *t->work, &parts);
    *t->work = parts.work;
    enum lock_grade grade = renamed ? GRADE_BREAKS : parts.grade;
    struct diag *diag = diag_report_as(
        t->found, code_of(d, &parts), severity_of(t, grade, seen),
        place_of_parts(t, d->new, &parts), "%s",
        arena_copy(t->found->arena, str_of(changed_words(&scratch, d, &parts))).data);
    diag->id = identity(t, d->kind, d->old);
    if (parts.line_count == 1)
        diag->pointer = arena_copy(t->found->arena, parts.lines[0].pointer).data;
    hint_at_lock(t, diag, d->kind);
    note_lines(t, diag, &parts, d->new->tool.entry);
    if (parts.has_respelled)
        diag_note(
            t->found, diag, (place){0},
            "a number is written otherwise, as 1.0 for 1: digests differ by that, and programs "
            "that tell integers from other numbers");
    note_lock(t, diag, d->old);
    if (renamed)
        note_gone(t, diag, d->new->tool.name);
    for (int i = 0; i < 2; i++)
        tell_schema(t, d->new, &parts.schemas[i], seen);
    arena_free(&scratch);
}

/* ---- the server ------------------------------------------------------------------------------ */

static enum lock_grade server_grade(str pointer)
{
    bool counts = str_starts(pointer, S("/capabilities")) ||
                  str_equal(pointer, S("/protocolVersion")) ||
                  str_starts(pointer, S("/supportedVersions"));
    return counts ? GRADE_UNDECIDED : GRADE_TEXT;
}

static void tell_server(const struct teller *t)
{
    struct diag_list *found = t->found;
    const struct node *old = t->old->server, *new = t->new->server;
    if (!old) {
        hint_at_lock(t,
                     diag_report_as(found, D1016, severity_of(t, GRADE_TEXT, is_raw(t)),
                                    sources_place(t->new->sources, t->new->opening),
                                    "the lock does not have what the server says of itself"),
                     LOCKED_KIND_COUNT);
        return;
    }
    struct tree_difference lines[LINE_CAP];
    ptrdiff_t count = tree_differences(found->arena, old, new, lines, LINE_CAP);
    ptrdiff_t shown = count < LINE_CAP ? count : LINE_CAP;
    struct diag *diag = NULL;
    for (ptrdiff_t i = 0; i < shown; i++) {
        bool instructs = str_equal(lines[i].pointer, S("/instructions"));
        const struct node *holds = lines[i].new_parent;
        bool is_cut = i + 1 < count && i + 1 == shown; /* what is not told may be worse */
        diag = diag_report_as(
            found, instructs ? D1017 : D1016,
            severity_of(t, is_cut ? GRADE_UNDECIDED : server_grade(lines[i].pointer), is_raw(t)),
            live_place(t, lines[i].new, holds && holds->text ? holds : t->new->opening),
            "the server changed: %s", line_of(found->arena, &lines[i]));
        diag->pointer = lines[i].pointer.data;
        hint_at_lock(t, diag, LOCKED_KIND_COUNT);
        diag_note(found, diag, sources_place(t->old->sources, lines[i].old ? lines[i].old : old),
                  lines[i].old ? "the lock has this" : "the lock has none here");
    }
    if (count > shown)
        diag_note(found, diag, (place){0}, "and %td more", count - shown);
}

/* ---- all ------------------------------------------------------------------------------------- */

void lock_tell(struct diag_list *found, const struct lock *old, const struct lock *new,
               const struct lock_differences *differences, const struct lock_gate *gate)
{
    uint64_t work = LISTING_WORK;
    struct teller t = {found, old, new, gate, &work};
    if (!is_raw(&t))
        diag_report(found, N1011, (place){0},
                    "--gate %s does not see: %s; what the server says of itself, its prompts and "
                    "resource templates",
                    fingerprint_names[gate->algorithm], fingerprint_blind(gate->algorithm));
    if (differences->server && !gate->names)
        tell_server(&t);
    for (ptrdiff_t i = 0; i < differences->count; i++) {
        const struct lock_difference *d = &differences->at[i];
        if (!lock_is_of(d, gate->names))
            continue;
        if (!d->old)
            tell_added(&t, d);
        else if (!d->new)
            tell_removed(&t, d);
        else
            tell_changed(&t, d);
    }
}
