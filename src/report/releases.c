#include "report/releases.h"

#include "base/show.h"
#include "report/put.h"

/* As put_text, of a C string. */
static void put_string(struct buf *out, json_t *object, const char *key, const char *text)
{
    put_text(out->arena, object, key, str_of(text));
}

static json_t *copies_of(struct arena *arena, const struct string_list *list)
{
    json_t *copies = put_array();
    for (ptrdiff_t i = 0; i < list->count; i++)
        put_item_text(arena, copies, str_of(list->at[i]));
    return copies;
}

void report_releases(struct buf *out, const struct released *const *schemas, ptrdiff_t count)
{
    json_t *releases = put_array();
    for (ptrdiff_t i = 0; i < count; i++) {
        const struct released *schema = schemas[i];
        json_t *release = put_object(), *digests = put_object();
        put_text(out->arena, release, "version", schema->version);
        put_text(out->arena, release, "id", schema->id);
        put_text(out->arena, release, "file", schema->file);
        if (schema->copies.count)
            put(release, "copies", copies_of(out->arena, &schema->copies));
        put_string(out, digests, "bytes", schema->bytes);
        put_string(out, digests, "content", schema->content);
        put_string(out, digests, "constraints", schema->constraints);
        put(release, "sha256", digests);
        put_item(releases, release);
    }
    json_t *index = put_object();
    put_number(index, "version", 1);
    put(index, "releases", releases);
    put_finish(index, out, PUT_IN_ORDER);
}

void report_log_text(struct buf *out, const struct logged *schemas, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        const struct released *schema = schemas[i].schema;
        buf_printf(out, "%s  %s  %s\n", show_all(out->arena, schema->version),
                   show_all(out->arena, schema->id), show_all(out->arena, schema->file));
        buf_add(out, S("    "));
        buf_add(out, schemas[i].words);
        buf_add_byte(out, '\n');
    }
}

/* Adds TEXT as it can stand in a cell, where "|" would end it, as code. */
static void add_cell(struct buf *out, str text)
{
    buf_add(out, S("| `"));
    for (const char *c = show_all(out->arena, text); *c; c++) {
        if (*c == '|')
            buf_add_byte(out, '\\');
        if (*c == '`')
            buf_add_byte(out, '\'');
        else
            buf_add_byte(out, *c);
    }
    buf_add(out, S("` "));
}

void report_log_markdown(struct buf *out, const struct logged *schemas, ptrdiff_t count)
{
    buf_add(out, S("| version | `$id` | file | step |\n|---|---|---|---|\n"));
    for (ptrdiff_t i = 0; i < count; i++) {
        add_cell(out, schemas[i].schema->version);
        add_cell(out, schemas[i].schema->id);
        add_cell(out, schemas[i].schema->file);
        buf_printf(out, "| %.*s |\n", (int)schemas[i].words.len, schemas[i].words.data);
    }
}

void report_log_json(struct buf *out, const struct logged *schemas, ptrdiff_t count)
{
    json_t *log = put_array();
    for (ptrdiff_t i = 0; i < count; i++) {
        const struct logged *logged = &schemas[i];
        json_t *object = put_object();
        put_text(out->arena, object, "version", logged->schema->version);
        put_text(out->arena, object, "id", logged->schema->id);
        put_text(out->arena, object, "file", logged->schema->file);
        if (logged->step) {
            put_text(out->arena, object, "previous", logged->previous);
            put_word(object, "step", logged->step);
            put_number(object, "changes", logged->changes);
            put_number(object, "breaks_writers", logged->writers);
            put_number(object, "breaks_readers", logged->readers);
            put_number(object, "undecided", logged->undecided);
            put_number(object, "annotations", logged->annotations);
        }
        put_item(log, object);
    }
    put_finish(log, out, PUT_IN_ORDER);
}
