/*
 * record.c - the JSON of this program's own forms: the report and the record of fingerprints.
 */
#include "report/record.h"

#include "report/entry.h"
#include "report/put.h"
#include "report/report.h"

/* As put_visible, for what may be left out. */
static void put_optional(struct arena *arena, json_t *object, const char *key, const char *text)
{
    if (text)
        put_visible(arena, object, key, str_of(text));
}

static void put_place(struct arena *arena, json_t *object, place where)
{
    struct region region;
    if (!where.text)
        return;
    put_text(arena, object, "file", where.text->name);
    if (!entry_region(arena, where, &region))
        return;
    put_number(object, "line", region.first.line);
    put_number(object, "column", region.first.column);
    put_number(object, "end_line", region.last.line);
    put_number(object, "end_column", region.last.column);
    put_number(object, "offset", where.text->bytes_before + where.start);
    put_number(object, "length", where.len);
}

static json_t *notes_of(struct arena *arena, const struct diag *diag)
{
    json_t *notes = put_array();
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        json_t *object = put_object();
        put_visible(arena, object, "message", str_of(note->message));
        put_place(arena, object, note->where);
        put_item(notes, object);
    }
    return notes;
}

static json_t *diagnostic(struct arena *arena, const struct diag *diag)
{
    json_t *object = put_object();
    put_word(object, "code", diag_code_name(diag->code));
    put_word(object, "severity", diag_severity_word(diag->severity));
    put_visible(arena, object, "message", str_of(diag->message));
    put_place(arena, object, diag->where);
    if (diag->pointer)
        put_text(arena, object, "pointer", str_of(diag->pointer));
    put_optional(arena, object, "hint", diag->hint);
    put_optional(arena, object, "details", diag->details);
    if (diag->notes)
        put(object, "notes", notes_of(arena, diag));
    return object;
}

void report_json(struct diag_list *found, struct buf *out)
{
    ptrdiff_t count;
    struct diag **sorted = diag_sorted(found, &count);
    json_t *diagnostics = put_array();
    for (ptrdiff_t i = 0; i < count; i++)
        put_item(diagnostics, diagnostic(found->arena, sorted[i]));

    json_t *report = put_object();
    put_number(report, "version", 1);
    put_number(report, "status", diag_status(found));
    put(report, "diagnostics", diagnostics);
    put_number(report, "dropped", found->dropped);
    put_finish(report, out, PUT_IN_ORDER);
}

void record_fingerprints(struct buf *out, const struct fingerprint *prints, ptrdiff_t count)
{
    json_t *artifacts = put_object();
    for (ptrdiff_t i = 0; i < count; i++) {
        json_t *artifact = put_object();
        put_word(artifact, "sha256", prints[i].sha256);
        if (prints[i].content) {
            put_word(artifact, "content", prints[i].content);
            put_word(artifact, "constraints", prints[i].constraints);
        }
        put(artifacts, prints[i].path, artifact);
    }
    json_t *record = put_object();
    put_number(record, "version", 1);
    put(record, "artifacts", artifacts);
    put_finish(record, out, PUT_SORTED);
}
