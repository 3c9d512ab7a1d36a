/*
 * check.c - the verdict about each artifact, out of three contents: what is recorded (R), what is
 * on disk (D) and what was built (B). See "Which side moved" in design.md section 4.
 */
#include "build/check.h"

#include "base/draft.h"
#include "base/file.h"
#include "base/host.h"
#include "base/show.h"
#include "base/utf8.h"
#include "build/check_releases.h"
#include "build/disk.h"
#include "build/drifted.h"
#include "build/linediff.h"
#include "build/record.h"
#include "schema/treediff.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

enum { KEPT_DIFFERENCES = 200, SHOWN_DIFFERENCES = 10, SHOWN_DIFF_LINES = 100 };

struct checker {
    const struct plan *plan;
    const char *mend;
    struct arena *arena;
    struct diag_list *found;
    struct record *records; /* those of the plan */
    bool record_is_old;     /* reported already */
    bool record_is_partial; /* as well */
};

/*
 * A file read as JSON, with memory of its own. It is given back when the differences are said; what
 * stays for the report is TEXT, so places have to be in that (kept_place).
 */
struct reading {
    struct arena arena;
    struct diag_list found;
    struct sources sources;
    struct document *document; /* or NULL: the first of FOUND says why */
    struct text *text;
};

/* A text for places in the file NAME. */
static struct text *text_named(struct checker *c, str name, str chars)
{
    struct text *text = arena_new(c->arena, struct text, 1);
    *text = (struct text){.name = name, .chars = chars.data ? chars : S("")};
    return text;
}

static struct text *text_of(struct checker *c, const struct output *output, str chars)
{
    return text_named(c, str_of(output->name), chars);
}

/* The record that lists OUTPUT, or NULL. */
static const struct record *record_of(const struct checker *c, const struct output *output)
{
    return output->record < 0 ? NULL : &c->records[output->record];
}

/* The digest that is recorded of OUTPUT, or NULL. */
static const char *recorded_digest(const struct checker *c, const struct output *output)
{
    const struct record *record = record_of(c, output);
    return record ? record_digest(record, output->recorded_path) : NULL;
}

/* True when it is git's index that is judged. */
static bool is_staged(const struct checker *c)
{
    return c->plan->sources->view != NULL;
}

/* Says what mends DIAG: FIRST, which may be NULL, and then the command. */
static void hint_mend(struct checker *c, struct diag *diag, const char *first)
{
    const char *before = first ? first : "";
    if (is_staged(c))
        diag_hint(c->found, diag, "%s%srun `%s`, then `git add` what it wrote", before,
                  first ? ", " : "", c->mend);
    else
        diag_hint(c->found, diag, "%s%srun `%s`", before, first ? ", then " : "", c->mend);
}

/* The path of the record of OUTPUT as a command of the current directory takes it. */
static const char *shown_record(struct checker *c, const struct output *output)
{
    return show_all(c->arena, str_of(record_of(c, output)->planned->name));
}

/* What is to be done before a conflicted file is made anew. */
static const char settle[] = "settle the conflict in the source";

static void report_unreadable(struct checker *c, struct text *text, const char *what, int problem)
{
    if (problem == EFBIG)
        diag_report(c->found, L0001, place_file(text), "%s is too long", what);
    else if (problem == FILE_UNMERGED)
        hint_mend(c, diag_report(c->found, D0011, place_file(text), "%s is unmerged", what),
                  settle);
    else if (problem == FILE_INTENDED)
        diag_hint(
            c->found,
            diag_report(c->found, D0012, place_file(text), "%s is only intended to be added", what),
            "`git add` it");
    else
        diag_report(c->found, E0002, place_file(text), "cannot read %s: %s", what,
                    is_staged(c) && problem == EIO ? "git does not tell what is staged"
                                                   : strerror(problem));
}

/* Which side moved since the record was written. */
static const char *what_moved(struct checker *c, const struct output *output,
                              const struct disk_file *disk)
{
    const char *recorded = recorded_digest(c, output);
    if (!recorded)
        return "there is no record of which side moved";
    if (strcmp(recorded, output->digest.hex) == 0)
        return "it was edited by hand since it was generated";
    struct digest on_disk = digest_sha256(disk->lines);
    if (strcmp(recorded, on_disk.hex) == 0)
        return "the source, schemac.yaml or schemac has changed since it was generated";
    return "both it and its source have changed since it was generated";
}

/* The bytes of DISK as UTF-8 without a BOM, CHARS, in memory that stays. */
static str kept_chars(struct checker *c, const struct disk_file *disk, str chars)
{
    ptrdiff_t mark;
    utf_bom(disk->bytes, &mark);
    str rest = str_skip(disk->bytes, mark);
    return str_starts(rest, chars) ? str_first(rest, chars.len) : arena_copy(c->arena, chars);
}

/* Reads DISK, the file of OUTPUT. READING is zeroed and is given back by arena_free. */
static void read_json(struct checker *c, const struct output *output, const struct disk_file *disk,
                      struct reading *reading)
{
    reading->found.arena = &reading->arena;
    reading->sources = (struct sources){.arena = &reading->arena, .found = &reading->found};
    reading->document =
        sources_read_as(&reading->sources, str_of(output->name), disk->bytes, FORMAT_JSON);
    const struct text *text = NULL;
    if (reading->document)
        text = &reading->document->text;
    else if (reading->found.first)
        text = reading->found.first->where.text;
    reading->text = text_of(c, output, text ? kept_chars(c, disk, text->chars) : disk->bytes);
}

/* WHERE, a place in the document of READING, as one that stays. */
static place kept_place(const struct reading *reading, place where)
{
    return (place){reading->text, where.start, where.len};
}

/* The place in the file of VALUE or, when there is none, of PARENT; nothing without either. */
static place disk_place(const struct reading *reading, const struct node *value,
                        const struct node *parent)
{
    const struct node *at = value ? value : parent;
    return at ? kept_place(reading, sources_place(&reading->sources, at)) : (place){0};
}

/* A note about one side of a difference: the value there, or that there is none. */
static void note_side(struct checker *c, struct diag *diag, place where, const struct node *value,
                      const char *pointer, const char *who)
{
    if (value)
        diag_note(c->found, diag, where, "%s has %s at %s", who, drifted_value(c->arena, value),
                  pointer);
    else
        diag_note(c->found, diag, where, "%s has nothing at %s", who, pointer);
}

/* Adds a place that differs, on both sides, to DIAG. */
static void note_difference(struct checker *c, struct diag *diag, const struct reading *reading,
                            const struct tree_difference *d)
{
    const char *pointer = d->pointer.len ? show_all(c->arena, d->pointer) : "the top";
    const struct node *new = d->new ? d->new : d->new_parent;
    place where = new ? sources_place(c->plan->sources, new) : (place){0};
    note_side(c, diag, disk_place(reading, d->old, d->old_parent), d->old, pointer, "the file");
    note_side(c, diag, where, d->new, pointer, "the source");
}

/* Adds to DIAG how the file differs, which no change to the schema tells. */
static void note_differences(struct checker *c, struct diag *diag, const struct output *output,
                             const struct disk_file *disk, const struct reading *reading,
                             const struct tree_difference *differences, ptrdiff_t count)
{
    bool is_told[KEPT_DIFFERENCES];
    ptrdiff_t kept = count < KEPT_DIFFERENCES ? count : KEPT_DIFFERENCES, shown = 0, more = 0;
    struct drifted drifted =
        drifted_report(c->plan, output, disk->bytes, reading->text, differences, kept, is_told);
    if (drifted.is_same)
        diag_note(c->found, diag, (place){0}, "both ask for the same, in other words or order");
    if (drifted.untold)
        drifted_note_more(c->found, diag, drifted.untold);
    if (drifted.is_cut)
        diag_note(c->found, diag, (place){0}, "the two could not be compared to the end");
    for (ptrdiff_t i = 0; i < kept; i++) {
        if (is_told[i])
            continue;
        if (shown++ < SHOWN_DIFFERENCES)
            note_difference(c, diag, reading, &differences[i]);
        else
            more++;
    }
    if (!drifted.count)
        more += count - kept;
    if (more)
        diag_note(c->found, diag, (place){0}, "and %td more places", more);
}

/* True for a file that could be read and is UTF-16: UTF-8 text has no NUL. */
static bool is_wide(const struct disk_file *disk)
{
    return str_find_byte(disk->bytes, '\0') >= 0;
}

/* How the lines differ; NULL for a file that is not UTF-8. */
static const char *unified_diff(struct checker *c, const struct output *output,
                                const struct disk_file *disk)
{
    if (is_wide(disk))
        return NULL;
    struct buf out = buf_in(c->arena, PTRDIFF_MAX);
    const char *where = is_staged(c) ? "staged" : "on disk";
    const char *path = show_all(c->arena, str_of(output->name));
    linediff(&out, arena_printf(c->arena, "%s (%s)", path, where).data, disk->lines,
             arena_printf(c->arena, "%s (generated)", path).data, output->rendering.bytes,
             SHOWN_DIFF_LINES);
    buf_add_byte(&out, '\0');
    return out.data;
}

/* The offset of a line of TEXT that git's merge left behind, or -1. */
static ptrdiff_t conflict_marker(str text)
{
    for (ptrdiff_t at = 0; at < text.len;) {
        str line, rest;
        str_cut(str_skip(text, at), '\n', &line, &rest);
        if (str_starts(line, S("<<<<<<< ")) || str_starts(line, S(">>>>>>> ")))
            return at;
        at += line.len + 1;
    }
    return -1;
}

/*
 * True, and reported, when BYTES, the file that TEXT is of, have conflict markers. FIRST is what
 * hint_mend tells to do before.
 */
static bool report_conflict(struct checker *c, struct text *text, str bytes, const char *first)
{
    ptrdiff_t marker = conflict_marker(bytes);
    if (marker < 0)
        return false;
    hint_mend(c,
              diag_report(c->found, D0004, (place){text, marker, 7},
                          "a merge left its conflict markers in this file"),
              first);
    return true;
}

/* The file cannot be compared as JSON: it has conflict markers, or is cut off. */
static void report_damaged(struct checker *c, const struct output *output,
                           const struct disk_file *disk, const struct reading *reading)
{
    if (report_conflict(c, text_of(c, output, disk->bytes), disk->bytes, settle))
        return;
    const struct diag *problem = reading->found.first;
    assert(problem); /* a reading that fails has reported why */
    hint_mend(c,
              diag_report(c->found, D0003, kept_place(reading, problem->where),
                          "the file is cut off or damaged: %s", problem->message),
              NULL);
}

static void report_form(struct checker *c, const struct output *output,
                        const struct disk_file *disk)
{
    struct text *text = text_of(c, output, disk->bytes);
    const char *how = "indentation, order, escapes or the final line feed differ";
    if (is_wide(disk))
        how = "it is UTF-16, not UTF-8";
    else if (disk->ends == LINE_ENDS_MIXED)
        how = "the line ends are mixed";
    struct diag *diag = diag_report(c->found, D0005, place_file(text),
                                    "the file differs from its source in form only: %s; %s", how,
                                    what_moved(c, output, disk));
    diag->details = unified_diff(c, output, disk);
    hint_mend(c, diag, NULL);
}

static void report_content(struct checker *c, const struct output *output,
                           const struct disk_file *disk, const struct reading *reading,
                           const struct tree_difference *differences, ptrdiff_t count)
{
    place where = disk_place(reading, differences[0].old, differences[0].old_parent);
    struct diag *diag = diag_report(c->found, D0006, where.text ? where : place_file(reading->text),
                                    "the file and its source %s differ in %td place%s; %s",
                                    show_all(c->arena, str_of(output->source_name)), count,
                                    count == 1 ? "" : "s", what_moved(c, output, disk));
    diag->pointer = arena_copy(c->arena, differences[0].pointer).data;
    note_differences(c, diag, output, disk, reading, differences, count);
    diag->details = unified_diff(c, output, disk);
    hint_mend(c, diag, NULL);
}

/*
 * A file of a disclosure differs. Where it begins to is told, and no more: digests and parts of a
 * text say nothing to a reader.
 */
static void report_disclosed(struct checker *c, const struct output *output,
                             const struct disk_file *disk)
{
    struct text *text = text_of(c, output, disk->bytes);
    if (report_conflict(c, text, disk->bytes, settle))
        return;
    str is = disk->bytes, want = output->rendering.bytes;
    ptrdiff_t at = 0;
    while (at < is.len && at < want.len && is.data[at] == want.data[at])
        at++;
    while (at > 0 && (at == is.len || (is.data[at] & 0xC0) == 0x80))
        at--; /* to the character that differs, or the last one */
    struct diag *diag =
        diag_report(c->found, D0006, is.len ? (place){text, at, 1} : place_file(text),
                    "from here on the file differs from what %s gives; %s",
                    show_all(c->arena, str_of(output->source_name)), what_moved(c, output, disk));
    hint_mend(c, diag, NULL);
}

/* Says how a file that does not hold what it should differs from it. */
static void report_drift(struct checker *c, const struct output *output,
                         const struct disk_file *disk)
{
    if (!diag_is_kept(c->found, D0006)) { /* counted only: which kind it is does not matter */
        diag_report(c->found, D0006, place_file(text_of(c, output, (str){0})), "drift");
        return;
    }
    if (output->disclosed) {
        report_disclosed(c, output, disk);
        return;
    }
    struct reading reading = {0};
    struct tree_difference differences[KEPT_DIFFERENCES];
    ptrdiff_t count = 0;
    read_json(c, output, disk, &reading);
    if (reading.document)
        count = tree_differences(&reading.arena, reading.document->root, output->rendering.schema,
                                 differences, KEPT_DIFFERENCES);
    if (!reading.document)
        report_damaged(c, output, disk, &reading);
    else if (count)
        report_content(c, output, disk, &reading, differences, count);
    else
        report_form(c, output, disk);
    arena_free(&reading.arena);
}

/* Reports, of the first file NAME that shows it, that a generate did not come to its end. */
static void report_interrupted(struct checker *c, const char *name, const char *why)
{
    if (c->record_is_old)
        return;
    c->record_is_old = true;
    struct diag *diag = diag_report(c->found, D0007, place_file(text_named(c, str_of(name), S(""))),
                                    "a generate was interrupted%s", why);
    hint_mend(c, diag, NULL);
}

/*
 * Reports, of the first OUTPUT that shows it, that the staged record has another digest of a staged
 * file that is right. Which of the two is the newer one, a digest does not tell.
 */
static void report_unstaged_record(struct checker *c, const struct output *output)
{
    if (c->record_is_old)
        return;
    c->record_is_old = true;
    struct diag *diag = diag_report(
        c->found, D0009, place_file(text_of(c, output, (str){0})),
        "the staged record of fingerprints is older than this file, or was staged without it");
    diag_hint(c->found, diag, "`git add` %s, or else what was generated with it",
              shown_record(c, output));
}

/* Reports that the record, which is there, does not list OUTPUT, whose file is right. */
static void report_unlisted(struct checker *c, const struct output *output)
{
    if (c->record_is_old) /* which explains it */
        return;
    struct diag *diag = diag_report(c->found, D0010, place_file(text_of(c, output, (str){0})),
                                    "the record of fingerprints does not list this file yet");
    if (is_staged(c))
        diag_hint(c->found, diag, "run `%s`, then `git add` %s", c->mend, shown_record(c, output));
    else
        hint_mend(c, diag, NULL);
}

/* Reports, of the first ENTRY that shows it, that a record is of before there were all digests. */
static void report_partial(struct checker *c, const struct record_entry *entry)
{
    if (c->record_is_partial)
        return;
    c->record_is_partial = true;
    hint_mend(c,
              diag_report(c->found, D0013, entry->where,
                          "the record has no digests of what the artifacts say yet"),
              NULL);
}

/* Reports when the digest RECORDED of OUTPUT at WHERE is not BUILT, or NULL; WHAT it is of. */
static void check_digest(struct checker *c, const struct output *output, const char *recorded,
                         const char *built, place where, const char *what)
{
    if (built && strcmp(recorded, built) == 0)
        return;
    hint_mend(c,
              diag_report(c->found, D0014, where, "this is not the digest of the %s of %s", what,
                          show_all(c->arena, str_of(output->name))),
              NULL);
}

/* The bytes are those that ENTRY was made of; what else it tells has to be of them too. */
static void check_entry(struct checker *c, const struct output *output,
                        const struct record_entry *entry)
{
    const struct fingerprint *recorded = &entry->print;
    if (!recorded->content && output->artifact)
        report_partial(c, entry);
    if (!recorded->content)
        return;
    struct fingerprint built = record_print(c->arena, output);
    check_digest(c, output, recorded->content, built.content, entry->content_where, "content");
    check_digest(c, output, recorded->constraints, built.constraints, entry->constraints_where,
                 "constraints");
}

static void check_draft(struct checker *c, const char *name, const char *path)
{
    if (is_staged(c)) /* a copy of the files has no drafts */
        return;
    if (draft_is_left(c->arena, path))
        report_interrupted(c, name, ": it left a draft beside this file");
}

/* The file is right; it may still be newer than the record, or have line ends of another kind. */
static void check_right_file(struct checker *c, const struct output *output,
                             const struct disk_file *disk)
{
    const struct record *record = record_of(c, output);
    const struct record_entry *recorded =
        record && record_is_usable(record) ? record_find(record, output->recorded_path) : NULL;
    bool differs = recorded && strcmp(recorded->print.sha256, output->digest.hex) != 0;
    if (recorded && !differs)
        check_entry(c, output, recorded);
    else if (record && record_is_usable(record) && !recorded)
        report_unlisted(c, output);
    else if (differs && is_staged(c))
        report_unstaged_record(c, output);
    else if (differs)
        report_interrupted(c, output->name,
                           ", or its record was not committed: "
                           "this file is newer than the record of fingerprints");
    if (disk->ends == LINE_ENDS_CRLF) {
        struct diag *diag =
            diag_report(c->found, N0001, place_file(text_of(c, output, disk->bytes)),
                        "the file is right but has CRLF line ends");
        diag_hint(c->found, diag, "a line \"%s text eol=lf\" in .gitattributes keeps LF",
                  show_all(c->arena, str_of(output->listed)));
    }
}

static void check_output(struct checker *c, const struct output *output)
{
    int before = diag_problems(c->found);
    struct disk_file disk;
    disk_read(c->plan->sources->view, c->arena, output->path, &disk);
    check_draft(c, output->name, output->file);
    if (disk.problem == ENOENT || disk.problem == ENOTDIR) {
        struct diag *diag = diag_report(c->found, D0001, place_file(text_of(c, output, (str){0})),
                                        "the file is missing");
        hint_mend(c, diag, NULL);
    } else if (disk.problem) {
        report_unreadable(c, text_of(c, output, (str){0}), "the file", disk.problem);
    } else if (disk_holds(&disk, output->rendering.bytes)) {
        check_right_file(c, output, &disk);
    } else {
        report_drift(c, output, &disk);
    }
    diag_judged(c->found, str_of(output->name), diag_problems(c->found) == before);
}

/* True when the file PATH, for the system, is among those that are judged. */
static bool is_there(struct checker *c, const char *path)
{
    struct file_view *view = c->plan->sources->view;
    struct arena scratch = {0};
    struct stat info;
    str bytes;
    int problem = 0;
    if (view)
        problem = file_view_read(view, &scratch, path, FILE_CEILING, &bytes);
    else if (host.stat(path, &info) < 0)
        problem = errno;
    arena_free(&scratch);
    return problem != ENOENT && problem != ENOTDIR;
}

/* Reports what RECORD lists and schemac.yaml does not. */
static void check_stale(struct checker *c, const struct record *record)
{
    const struct map *entries = &record->entries;
    for (ptrdiff_t i = 0; i < entries->count; i++) {
        str path = plan_listed(c->plan, record->planned, entries->entries[i].key);
        if (plan_declares(c->plan, path))
            continue;
        const char *file = config_path(c->arena, &c->plan->config, path.data);
        str name = path_from_here(c->arena, str_of(file));
        struct diag *diag = diag_report(c->found, D0002, place_file(text_named(c, name, S(""))),
                                        "no artifact of schemac.yaml is this file any more");
        const char *first = is_staged(c) ? "`git rm` the file" : "delete the file";
        hint_mend(c, diag, is_there(c, file) ? first : NULL);
    }
}

/* What is wrong with RECORD itself, and what it lists that is generated no more. */
static void check_record(struct checker *c, const struct record *record)
{
    struct text *text = text_named(c, str_of(record->planned->name), S(""));
    check_draft(c, record->planned->name, record->planned->file);
    if (record->problem) {
        report_unreadable(c, text, "the record", record->problem);
    } else if (record->missing) {
        hint_mend(c, diag_report(c->found, D0008, place_file(text), "the record is missing"), NULL);
    } else if (record->damage) {
        if (report_conflict(c, text_named(c, str_of(record->planned->name), record->bytes),
                            record->bytes, NULL))
            return;
        place where = record->damage_place.text ? record->damage_place : place_file(text);
        hint_mend(c,
                  diag_report(c->found, D0008, where, "the record is damaged: %s", record->damage),
                  NULL);
    } else if (c->plan->everything) {
        check_stale(c, record);
    }
}

void check(const struct plan *plan, const char *mend)
{
    struct checker c = {
        .plan = plan, .mend = mend, .arena = plan->sources->arena, .found = plan->sources->found};
    c.records = arena_new(c.arena, struct record, plan->record_count);
    for (ptrdiff_t i = 0; i < plan->record_count; i++) {
        record_read(plan, &plan->records[i], &c.records[i]);
        check_record(&c, &c.records[i]);
    }
    for (ptrdiff_t i = 0; i < plan->output_count; i++)
        if (plan->outputs[i].selected)
            check_output(&c, &plan->outputs[i]);
    check_releases(plan);
}
