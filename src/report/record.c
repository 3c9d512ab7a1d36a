/*
 * record.c - the JSON that this program authors: reports and the record of fingerprints. The only
 * file that includes jansson, which writes here and never reads.
 */
#include "report/record.h"
#include "report/report.h"

#include "base/show.h"
#include "base/utf8.h"

#include <jansson.h>

/* Jansson fails for want of memory and for nothing else: what it is given here is UTF-8. */
static json_t *made(json_t *value)
{
    if (!value)
        die_oom();
    return value;
}

static void put(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, made(value)) < 0)
        die_oom();
}

static void append(json_t *array, json_t *value)
{
    if (json_array_append_new(array, made(value)) < 0)
        die_oom();
}

static void put_number(json_t *object, const char *key, ptrdiff_t number)
{
    put(object, key, json_integer(number));
}

/* Puts TEXT as it is. Bytes that are no UTF-8, as file names may hold, are written \x{hex}. */
static void put_text(struct arena *arena, json_t *object, const char *key, str text)
{
    if (utf8_find_bad(text) >= 0) {
        struct buf visible = buf_in(arena, PTRDIFF_MAX);
        show_add(&visible, text, true);
        text = buf_view(&visible);
    }
    put(object, key, json_stringn(text.data ? text.data : "", (size_t)text.len));
}

/* As put_text, for what may be left out. */
static void put_optional(struct arena *arena, json_t *object, const char *key, const char *text)
{
    if (text)
        put_text(arena, object, key, str_of(text));
}

static void put_place(struct arena *arena, json_t *object, place where)
{
    if (!where.text)
        return;
    put_text(arena, object, "file", where.text->name);
    if (where.start < 0)
        return;
    ptrdiff_t end = where.text->chars.len;
    if (where.len < end - where.start)
        end = where.start + where.len;
    struct line_column first = text_position(arena, where.text, where.start);
    struct line_column last = text_position(arena, where.text, end);
    put_number(object, "line", first.line);
    put_number(object, "column", first.column);
    put_number(object, "end_line", last.line);
    put_number(object, "end_column", last.column);
    put_number(object, "offset", where.start);
    put_number(object, "length", where.len);
}

static json_t *notes_of(struct arena *arena, const struct diag *diag)
{
    json_t *notes = made(json_array());
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        json_t *object = made(json_object());
        put_text(arena, object, "message", str_of(note->message));
        put_place(arena, object, note->where);
        append(notes, object);
    }
    return notes;
}

static json_t *diagnostic(struct arena *arena, const struct diag *diag)
{
    json_t *object = made(json_object());
    put(object, "code", json_string(diag_code_name(diag->code)));
    put(object, "severity", json_string(diag_severity_word(diag->severity)));
    put_text(arena, object, "message", str_of(diag->message));
    put_place(arena, object, diag->where);
    put_optional(arena, object, "pointer", diag->pointer);
    put_optional(arena, object, "hint", diag->hint);
    put_optional(arena, object, "details", diag->details);
    if (diag->notes)
        put(object, "notes", notes_of(arena, diag));
    return object;
}

static int add_to_buf(const char *bytes, size_t count, void *out)
{
    buf_add(out, (str){bytes, (ptrdiff_t)count});
    return 0;
}

/* Adds VALUE, which is given up, to OUT with a line feed behind it. */
static void finish(json_t *value, struct buf *out, size_t order)
{
    if (json_dump_callback(value, add_to_buf, out, JSON_INDENT(2) | order) < 0)
        die_oom();
    buf_add_byte(out, '\n');
    json_decref(value);
}

void report_json(struct diag_list *found, struct buf *out)
{
    ptrdiff_t count;
    struct diag **sorted = diag_sorted(found, &count);
    json_t *diagnostics = made(json_array());
    for (ptrdiff_t i = 0; i < count; i++)
        append(diagnostics, diagnostic(found->arena, sorted[i]));

    json_t *report = made(json_object());
    put_number(report, "version", 1);
    put_number(report, "status", diag_status(found));
    put(report, "diagnostics", diagnostics);
    put_number(report, "dropped", found->dropped);
    finish(report, out, JSON_PRESERVE_ORDER);
}

void record_fingerprints(struct buf *out, const struct fingerprint *prints, ptrdiff_t count)
{
    json_t *artifacts = made(json_object());
    for (ptrdiff_t i = 0; i < count; i++) {
        json_t *artifact = made(json_object());
        put_text(out->arena, artifact, "sha256", str_of(prints[i].sha256));
        put(artifacts, prints[i].path, artifact);
    }
    json_t *record = made(json_object());
    put_number(record, "version", 1);
    put(record, "artifacts", artifacts);
    finish(record, out, JSON_SORT_KEYS);
}
