/*
 * check.c - the verdict about each artifact, out of three contents: what is recorded (R), what is
 * on disk (D) and what was built (B). See "Which side moved" in design.md section 4.
 */
#include "build/check.h"

#include "base/file.h"
#include "base/host.h"
#include "base/show.h"
#include "build/disk.h"
#include "build/linediff.h"
#include "build/record.h"
#include "build/treediff.h"
#include "source/write.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

enum { SHOWN_DIFFERENCES = 10, SHOWN_DIFF_LINES = 100 };

struct checker {
    const struct plan *plan;
    const char *mend;
    struct arena *arena;
    struct diag_list *found;
    struct record record;
    bool interrupted; /* reported already */
};

/* A text for places in the file of OUTPUT. */
static struct text *text_of(struct checker *c, const struct output *output, str chars)
{
    struct text *text = arena_new(c->arena, struct text, 1);
    *text = (struct text){.name = str_of(output->artifact->path), .chars = chars};
    if (!chars.data)
        text->chars = S("");
    return text;
}

static void hint_mend(struct checker *c, struct diag *diag)
{
    if (c->plan->sources->view)
        diag_hint(c->found, diag, "run `%s`, then `git add` what it wrote", c->mend);
    else
        diag_hint(c->found, diag, "run `%s`", c->mend);
}

/* Which side moved since the record was written. */
static const char *what_moved(struct checker *c, const struct output *output,
                              const struct disk_file *disk)
{
    const char *recorded = record_digest(&c->record, output->artifact->path);
    if (!recorded)
        return "there is no record of which side moved";
    if (strcmp(recorded, output->digest.hex) == 0)
        return "it was edited by hand since it was generated";
    struct digest on_disk = digest_sha256(disk->lines);
    if (strcmp(recorded, on_disk.hex) == 0)
        return "the source, schemac.yaml or schemac has changed since it was generated";
    return "both it and its source have changed since it was generated";
}

/* A value for a message: canonical JSON, cut to a length that fits a line. */
static const char *value_text(struct checker *c, const struct node *value)
{
    struct buf out = buf_in(c->arena, RENDER_CEILING);
    const struct node *bad;
    node_write(&out, value, (struct write_options){.style = WRITE_CANONICAL}, &bad);
    return show(c->arena, buf_view(&out));
}

/* A note about one side of a difference: the value there, or that there is none. */
static void note_side(struct checker *c, struct diag *diag, const struct sources *sources,
                      const struct node *value, const struct node *parent, const char *pointer,
                      const char *who)
{
    const struct node *at = value ? value : parent;
    place where = at ? sources_place(sources, at) : (place){0};
    if (value)
        diag_note(c->found, diag, where, "%s has %s at %s", who, value_text(c, value), pointer);
    else
        diag_note(c->found, diag, where, "%s has nothing at %s", who, pointer);
}

/* Adds the places that differ, on both sides, to DIAG. */
static void note_differences(struct checker *c, struct diag *diag, const struct sources *disk,
                             const struct tree_difference *differences, ptrdiff_t count)
{
    ptrdiff_t shown = count < SHOWN_DIFFERENCES ? count : SHOWN_DIFFERENCES;
    for (ptrdiff_t i = 0; i < shown; i++) {
        const struct tree_difference *d = &differences[i];
        const char *pointer = d->pointer.len ? show(c->arena, d->pointer) : "the top";
        note_side(c, diag, disk, d->old, d->old_parent, pointer, "the file");
        note_side(c, diag, c->plan->sources, d->new, d->new_parent, pointer, "the source");
    }
    if (count > shown)
        diag_note(c->found, diag, (place){0}, "and %td more places", count - shown);
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
    const char *where = c->plan->sources->view ? "staged" : "on disk";
    linediff(&out, arena_printf(c->arena, "%s (%s)", output->artifact->path, where).data,
             disk->lines, arena_printf(c->arena, "%s (generated)", output->artifact->path).data,
             output->rendering.bytes, SHOWN_DIFF_LINES);
    buf_add_byte(&out, '\0');
    return out.data;
}

/* The offset of a line of DISK that git's merge left behind, or -1. */
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

/* The file cannot be compared as JSON: it has conflict markers, or is cut off. */
static void report_damaged(struct checker *c, const struct output *output,
                           const struct disk_file *disk, const struct diag *problem)
{
    struct text *text = text_of(c, output, disk->bytes);
    ptrdiff_t marker = conflict_marker(disk->bytes);
    struct diag *diag;
    if (marker >= 0) {
        diag = diag_report(c->found, D0004, (place){text, marker, 7},
                           "a merge left its conflict markers in this file");
        diag_hint(c->found, diag, "settle the conflict in the source, then run `%s`", c->mend);
        return;
    }
    assert(problem); /* a reading that fails has reported why */
    diag = diag_report(c->found, D0003, problem->where, "the file is cut off or damaged: %s",
                       problem->message);
    hint_mend(c, diag);
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
    hint_mend(c, diag);
}

static void report_content(struct checker *c, const struct output *output,
                           const struct disk_file *disk, const struct sources *disk_sources,
                           const struct tree_difference *differences, ptrdiff_t count)
{
    const struct node *at = differences[0].old ? differences[0].old : differences[0].old_parent;
    place where =
        at ? sources_place(disk_sources, at) : place_file(text_of(c, output, disk->bytes));
    struct diag *diag = diag_report(
        c->found, D0006, where, "the file and its source %s differ in %td place%s; %s",
        output->artifact->source, count, count == 1 ? "" : "s", what_moved(c, output, disk));
    diag->pointer = differences[0].pointer.data;
    note_differences(c, diag, disk_sources, differences, count);
    diag->details = unified_diff(c, output, disk);
    hint_mend(c, diag);
}

/* Says how a file that does not hold what it should differs from it. */
static void report_drift(struct checker *c, const struct output *output,
                         const struct disk_file *disk)
{
    struct diag_list *aside = arena_new(c->arena, struct diag_list, 1);
    struct sources *sources = arena_new(c->arena, struct sources, 1);
    aside->arena = c->arena;
    *sources = (struct sources){.arena = c->arena, .found = aside};
    struct document *document =
        sources_read_as(sources, str_of(output->artifact->path), disk->bytes, FORMAT_JSON);
    if (!document) {
        report_damaged(c, output, disk, aside->first);
        return;
    }
    struct tree_difference differences[SHOWN_DIFFERENCES];
    ptrdiff_t count = tree_differences(c->arena, document->root, output->rendering.schema,
                                       differences, SHOWN_DIFFERENCES);
    if (count)
        report_content(c, output, disk, sources, differences, count);
    else
        report_form(c, output, disk);
}

/* Reports, of the first PATH that shows it, that a generate did not come to its end. */
static void report_interrupted(struct checker *c, const char *path, const char *why)
{
    if (c->interrupted)
        return;
    c->interrupted = true;
    struct text *text = arena_new(c->arena, struct text, 1);
    *text = (struct text){.name = str_of(path), .chars = S("")};
    struct diag *diag =
        diag_report(c->found, D0007, place_file(text), "a generate was interrupted: %s", why);
    diag_hint(c->found, diag, "run `%s` to complete it", c->mend);
}

static void check_draft(struct checker *c, const char *name, const char *path)
{
    struct stat info;
    if (c->plan->sources->view) /* a copy of the files has no drafts */
        return;
    if (host.stat(file_draft_name(c->arena, path), &info) == 0)
        report_interrupted(c, name, "it left a draft beside this file");
}

/* The file is right; it may still be newer than the record, or have line ends of another kind. */
static void check_right_file(struct checker *c, const struct output *output,
                             const struct disk_file *disk)
{
    const char *path = output->artifact->path;
    const char *recorded = record_digest(&c->record, path);
    bool usable = c->record.wanted && !c->record.missing && !c->record.damage;
    if (usable && (!recorded || strcmp(recorded, output->digest.hex) != 0))
        report_interrupted(c, path,
                           recorded ? "this file is newer than the record of fingerprints"
                                    : "the record of fingerprints does not list this file");
    if (disk->ends == LINE_ENDS_CRLF) {
        struct diag *diag =
            diag_report(c->found, N0001, place_file(text_of(c, output, disk->bytes)),
                        "the file is right but has CRLF line ends");
        diag_hint(c->found, diag, "a line \"%s text eol=lf\" in .gitattributes keeps LF", path);
    }
}

static void check_output(struct checker *c, const struct output *output)
{
    struct disk_file disk;
    disk_read(c->plan->sources->view, c->arena, output->path, &disk);
    check_draft(c, output->artifact->path, output->file);
    if (disk.problem == ENOENT || disk.problem == ENOTDIR) {
        struct diag *diag = diag_report(c->found, D0001, place_file(text_of(c, output, (str){0})),
                                        "the file is missing");
        hint_mend(c, diag);
    } else if (disk.problem) {
        diag_report(c->found, E0002, place_file(text_of(c, output, (str){0})),
                    "cannot read the file: %s", strerror(disk.problem));
    } else if (disk_holds(&disk, output->rendering.bytes)) {
        check_right_file(c, output, &disk);
    } else {
        report_drift(c, output, &disk);
    }
}

static bool is_declared(const struct plan *plan, str path)
{
    for (ptrdiff_t i = 0; i < plan->config.count; i++)
        if (str_equal(str_of(plan->config.artifacts[i].path), path))
            return true;
    return false;
}

/* What is wrong with the record itself, and what it lists that is generated no more. */
static void check_record(struct checker *c)
{
    const struct record *record = &c->record;
    if (!record->wanted)
        return;
    struct text *text = arena_new(c->arena, struct text, 1);
    *text = (struct text){.name = str_of(c->plan->config.fingerprints), .chars = S("")};
    check_draft(c, c->plan->config.fingerprints, c->plan->record_file);
    if (record->missing || record->damage) {
        struct diag *diag =
            record->missing
                ? diag_report(c->found, D0008, place_file(text), "the record is missing")
                : diag_report(c->found, D0008,
                              record->damage_place.text ? record->damage_place : place_file(text),
                              "the record is damaged: %s", record->damage);
        hint_mend(c, diag);
        return;
    }
    for (ptrdiff_t i = 0; c->plan->everything && i < record->digests.count; i++) {
        str path = record->digests.entries[i].key;
        if (is_declared(c->plan, path))
            continue;
        struct text *stale = arena_new(c->arena, struct text, 1);
        *stale = (struct text){.name = path, .chars = S("")};
        struct diag *diag = diag_report(c->found, D0002, place_file(stale),
                                        "schemac.yaml does not name this file any more");
        struct stat info;
        const char *file = config_path(c->arena, &c->plan->config, arena_copy(c->arena, path).data);
        bool is_there = host.stat(file, &info) == 0;
        diag_hint(c->found, diag, "%srun `%s`", is_there ? "delete the file and " : "", c->mend);
    }
}

void check(const struct plan *plan, const char *mend)
{
    struct checker c = {
        .plan = plan, .mend = mend, .arena = plan->sources->arena, .found = plan->sources->found};
    record_read(plan, &c.record);
    check_record(&c);
    for (ptrdiff_t i = 0; i < plan->config.count; i++)
        if (plan->outputs[i].selected)
            check_output(&c, &plan->outputs[i]);
}
