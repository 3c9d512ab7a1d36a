#include "report/entry.h"

#include "base/map.h"

bool entry_region(struct arena *arena, place where, struct region *ret_region)
{
    if (!where.text || where.start < 0)
        return false;
    ptrdiff_t end = where.text->chars.len;
    if (where.len < end - where.start)
        end = where.start + where.len;
    ret_region->first = text_position(arena, where.text, where.start);
    ret_region->last = text_position(arena, where.text, end);
    return true;
}

str entry_message(struct arena *arena, const struct diag *diag)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    buf_add(&out, str_of(diag->message));
    if (diag->hint)
        buf_printf(&out, "\nhint: %s", diag->hint);
    for (const struct diag_note *note = diag->notes; note; note = note->next)
        if (!note->where.text)
            buf_printf(&out, "\nnote: %s", note->message);
    return buf_view(&out);
}

const char *entry_level(enum diag_severity severity, const char *note)
{
    return severity == DIAG_NOTE ? note : severity == DIAG_WARNING ? "warning" : "error";
}

/* What the fingerprint of DIAG is the digest of. Code and path cannot hold a NUL. */
static void add_identity(const struct diag_list *found, const struct diag *diag, struct buf *out)
{
    buf_add(out, str_of(diag_code_name(diag->code)));
    buf_add_byte(out, '\0');
    if (diag->id) {
        buf_add(out, str_of(diag->id));
        return;
    }
    if (diag->where.text)
        buf_add(out, diag_path(found, diag->where.text));
    buf_add_byte(out, '\0');
    buf_add(out, diag->pointer ? S("pointer") : S("message"));
    buf_add_byte(out, '\0');
    buf_add(out, str_of(diag->pointer ? diag->pointer : diag->message));
}

struct digest *entry_fingerprints(const struct diag_list *found, struct diag *const *sorted,
                                  ptrdiff_t count)
{
    struct digest *prints = arena_new(found->arena, struct digest, count);
    struct map seen = {.arena = found->arena};
    for (ptrdiff_t i = 0; i < count; i++) {
        struct buf identity = buf_in(found->arena, PTRDIFF_MAX);
        bool is_new;
        add_identity(found, sorted[i], &identity);
        struct map_entry *entry = map_entry(&seen, buf_view(&identity), &is_new);
        if (is_new)
            entry->value = arena_new(found->arena, ptrdiff_t, 1);
        ptrdiff_t *times = entry->value;
        if (++*times > 1)
            buf_printf(&identity, "%c%td", '\0', *times);
        prints[i] = digest_sha256(buf_view(&identity));
    }
    return prints;
}

/* Adds "COUNT WORDs" to OUT, behind a comma where something stands there. */
static void add_total(struct buf *out, ptrdiff_t count, const char *word)
{
    if (count)
        buf_printf(out, "%s%td %s%s", out->len ? ", " : "", count, word, count == 1 ? "" : "s");
}

str entry_totals(struct arena *arena, struct diag *const *sorted, ptrdiff_t count)
{
    ptrdiff_t errors = 0, warnings = 0, notes = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        warnings += sorted[i]->severity == DIAG_WARNING;
        notes += sorted[i]->severity == DIAG_NOTE;
        errors += sorted[i]->severity > DIAG_WARNING;
    }
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    add_total(&out, errors, "error");
    add_total(&out, warnings, "warning");
    add_total(&out, notes, "note");
    return buf_view(&out);
}
