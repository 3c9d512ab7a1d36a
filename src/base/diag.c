#include "base/diag.h"

#include "base/file.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define NOTE DIAG_NOTE
#define WARNING DIAG_WARNING
#define FINDING DIAG_FINDING
#define LIMIT DIAG_LIMIT
#define ERROR DIAG_ERROR

static const struct {
    const char *name, *title, *explanation;
    enum diag_severity severity;
} codes[] = {
#define X(code, severity, title, explanation) {#code, title, explanation, severity},
    DIAG_CODES(X)
#undef X
};

const char *diag_code_name(enum diag_code code)
{
    return codes[code].name;
}

const char *diag_code_title(enum diag_code code)
{
    return codes[code].title;
}

const char *diag_code_explanation(enum diag_code code)
{
    return codes[code].explanation;
}

enum diag_severity diag_code_severity(enum diag_code code)
{
    return codes[code].severity;
}

enum diag_code diag_code_find(str name)
{
    for (int code = 0; code < DIAG_CODE_COUNT; code++) {
        str known = str_of(codes[code].name);
        if (known.len == name.len && name.len > 0 && (name.data[0] & ~0x20) == known.data[0] &&
            str_equal(str_skip(known, 1), str_skip(name, 1)))
            return (enum diag_code)code;
    }
    return DIAG_CODE_COUNT;
}

const char *diag_severity_word(enum diag_severity severity)
{
    switch (severity) {
    case DIAG_NOTE:
        return "note";
    case DIAG_WARNING:
        return "warning";
    default:
        return "error";
    }
}

static int *severity_counter(struct diag_list *found, enum diag_severity severity)
{
    static int notes; /* nobody asks for their number */
    switch (severity) {
    case DIAG_ERROR:
        return &found->errors;
    case DIAG_LIMIT:
        return &found->limits;
    case DIAG_FINDING:
        return &found->findings;
    case DIAG_WARNING:
        return &found->warnings;
    default:
        return &notes;
    }
}

static bool is_mild(enum diag_severity severity)
{
    return severity <= DIAG_WARNING;
}

static bool is_kept(const struct diag_list *found, enum diag_severity severity)
{
    return (is_mild(severity) ? found->mild : found->count - found->mild) < DIAG_CAP;
}

bool diag_is_kept(const struct diag_list *found, enum diag_code code)
{
    return is_kept(found, codes[code].severity);
}

/* Reports CODE as SEVERITY; the message is still to come. */
static struct diag *add(struct diag_list *found, enum diag_code code, enum diag_severity severity,
                        place where)
{
    ++*severity_counter(found, severity);
    if (!is_kept(found, severity)) {
        found->dropped++;
        found->spare = (struct diag){.code = code, .severity = severity};
        return &found->spare;
    }
    found->mild += is_mild(severity);
    struct diag *diag = arena_new(found->arena, struct diag, 1);
    *diag =
        (struct diag){.code = code, .severity = severity, .where = where, .order = found->count++};
    if (found->last)
        found->last->next = diag;
    else
        found->first = diag;
    found->last = diag;
    return diag;
}

struct diag *diag_report(struct diag_list *found, enum diag_code code, place where,
                         const char *format, ...)
{
    struct diag *diag = add(found, code, codes[code].severity, where);
    if (diag == &found->spare)
        return diag;
    va_list args;
    va_start(args, format);
    diag->message = arena_vprintf(found->arena, format, args).data;
    va_end(args);
    return diag;
}

struct diag *diag_report_as(struct diag_list *found, enum diag_code code,
                            enum diag_severity severity, place where, const char *format, ...)
{
    struct diag *diag = add(found, code, severity, where);
    if (diag == &found->spare)
        return diag;
    va_list args;
    va_start(args, format);
    diag->message = arena_vprintf(found->arena, format, args).data;
    va_end(args);
    return diag;
}

void diag_count_again(struct diag_list *found, enum diag_code code)
{
    ++*severity_counter(found, codes[code].severity);
}

void diag_repeat(struct diag_list *found, const struct diag_list *from)
{
    for (const struct diag *diag = from->first; diag; diag = diag->next) {
        struct diag *again =
            diag_report_as(found, diag->code, diag->severity, diag->where, "%s", diag->message);
        again->hint = diag->hint;
        again->details = diag->details;
        again->pointer = diag->pointer;
        again->id = diag->id;
        again->notes = diag->notes;
    }
    found->dropped += from->dropped;
}

static void append_note(struct diag *diag, struct diag_note *note)
{
    struct diag_note **end = &diag->notes;
    while (*end)
        end = &(*end)->next;
    *end = note;
}

void diag_note(struct diag_list *found, struct diag *diag, place where, const char *format, ...)
{
    if (diag == &found->spare)
        return;
    struct diag_note *note = arena_new(found->arena, struct diag_note, 1);
    va_list args;
    va_start(args, format);
    note->where = where;
    note->message = arena_vprintf(found->arena, format, args).data;
    va_end(args);
    append_note(diag, note);
}

void diag_hint(struct diag_list *found, struct diag *diag, const char *format, ...)
{
    if (diag == &found->spare)
        return;
    va_list args;
    va_start(args, format);
    diag->hint = arena_vprintf(found->arena, format, args).data;
    va_end(args);
}

void diag_judged(struct diag_list *found, str name, bool is_right)
{
    struct diag_subject *subject = arena_new(found->arena, struct diag_subject, 1);
    *subject = (struct diag_subject){.name = name, .is_wrong = !is_right};
    if (found->last_subject)
        found->last_subject->next = subject;
    else
        found->subjects = subject;
    found->last_subject = subject;
}

/* A record and what it is sorted by first: the path of its text from the root directory. */
struct sortable {
    struct diag *diag;
    str path;
};

/* Where WHERE begins in its file, of which its text may be a part; below 0 for the whole file. */
static ptrdiff_t offset_of(place where)
{
    return where.text && where.start >= 0 ? where.text->bytes_before + where.start : where.start;
}

static int compare(const void *left, const void *right)
{
    const struct sortable *x = left, *y = right;
    const struct diag *a = x->diag, *b = y->diag;
    int order = str_compare(x->path, y->path);
    if (order == 0)
        order = (offset_of(a->where) > offset_of(b->where)) -
                (offset_of(a->where) < offset_of(b->where));
    if (order == 0)
        order = (a->code > b->code) - (a->code < b->code);
    if (order == 0)
        order = strcmp(a->message, b->message);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

str diag_path(const struct diag_list *found, const struct text *text)
{
    str name = text->name;
    if (found->here.len == 0 || str_equal(found->here, S(".")) || name.len == 0)
        return name;
    return path_normalise(found->arena, path_join(found->arena, found->here, name));
}

/* The records in the order of the report, in memory of their own. */
static struct diag **sorted(const struct diag_list *found, ptrdiff_t *ret_count)
{
    struct diag **all = arena_new(found->arena, struct diag *, found->count + 1);
    struct sortable *sortable = arena_new(found->arena, struct sortable, found->count + 1);
    ptrdiff_t count = 0;
    for (struct diag *diag = found->first; diag; diag = diag->next)
        sortable[count++] = (struct sortable){
            diag, diag->where.text ? diag_path(found, diag->where.text) : (str){0}};
    qsort(sortable, (size_t)count, sizeof *sortable, compare);
    for (ptrdiff_t i = 0; i < count; i++)
        all[i] = sortable[i].diag;
    *ret_count = count;
    return all;
}

/* Drops all but the first of records that say the same of the same place. */
static ptrdiff_t drop_repeated(struct diag **all, ptrdiff_t count)
{
    ptrdiff_t kept = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const struct diag *last = kept ? all[kept - 1] : NULL;
        bool repeated = last && all[i]->where.text && last->where.text == all[i]->where.text &&
                        last->where.start == all[i]->where.start && last->code == all[i]->code &&
                        strcmp(last->message, all[i]->message) == 0;
        if (!repeated)
            all[kept++] = all[i];
    }
    return kept;
}

/* Takes from DIAG the number that an earlier call of diag_sorted has put there. */
static void drop_group_note(struct diag *diag)
{
    for (struct diag_note **note = &diag->notes; *note; note = &(*note)->next)
        if ((*note)->is_group) {
            *note = (*note)->next;
            return;
        }
}

/* Says on DIAG that COUNT more of its kind are left out. */
static void add_group_note(struct diag_list *found, struct diag *diag, int count)
{
    struct diag_note *note = arena_new(found->arena, struct diag_note, 1);
    note->message = arena_printf(found->arena, "and %d more of this kind", count).data;
    note->is_group = true;
    append_note(diag, note);
}

/* Drops the warnings of one code past DIAG_GROUP and says how many on the last one kept. */
static ptrdiff_t group_warnings(struct diag_list *found, struct diag **all, ptrdiff_t count)
{
    int *seen = arena_new(found->arena, int, DIAG_CODE_COUNT);
    struct diag **last = arena_new(found->arena, struct diag *, DIAG_CODE_COUNT);
    ptrdiff_t kept = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        bool is_warning = codes[all[i]->code].severity == DIAG_WARNING;
        if (is_warning)
            drop_group_note(all[i]);
        if (is_warning && ++seen[all[i]->code] > DIAG_GROUP)
            continue;
        if (is_warning)
            last[all[i]->code] = all[i];
        all[kept++] = all[i];
    }
    for (int code = 0; code < DIAG_CODE_COUNT; code++)
        if (seen[code] > DIAG_GROUP)
            add_group_note(found, last[code], seen[code] - DIAG_GROUP);
    return kept;
}

struct diag **diag_sorted(struct diag_list *found, ptrdiff_t *ret_count)
{
    ptrdiff_t count;
    struct diag **all = sorted(found, &count);
    count = drop_repeated(all, count);
    *ret_count = group_warnings(found, all, count);
    return all;
}

int diag_problems(const struct diag_list *found)
{
    return found->errors + found->limits + found->findings;
}

int diag_status(const struct diag_list *found)
{
    return found->errors ? 2 : found->limits ? 3 : found->findings ? 1 : 0;
}
