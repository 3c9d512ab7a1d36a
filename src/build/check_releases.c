#include "build/check_releases.h"

#include "base/draft.h"
#include "base/show.h"
#include "build/disk.h"
#include "build/mentions.h"
#include "build/plan_locate.h"
#include "build/step.h"
#include "schema/treediff.h"

#include <errno.h>
#include <string.h>

struct checker {
    const struct plan *plan;
    const struct releases *releases;
    struct arena *arena;
    struct diag_list *found;
    struct shelves shelves;
    struct shelf *now; /* the artifacts; NULL: not needed yet */
    struct map intact; /* files that are as they were released, to their releases */
};

/* What FILE of the configuration is called in messages. */
static str name_of(struct checker *c, const char *file)
{
    const char *path = config_path(c->arena, &c->plan->config, file);
    return arena_copy(c->arena, path_from_here(c->arena, str_of(path)));
}

static void read_disk(struct checker *c, const char *file, struct disk_file *ret_disk)
{
    disk_read(c->plan->sources->view, c->arena, config_path(c->arena, &c->plan->config, file),
              ret_disk);
}

/* True when DISK holds the bytes of ROW. */
static bool holds(const struct disk_file *disk, const struct released *row)
{
    struct digest digest = digest_sha256(disk->lines);
    return !disk->problem && disk->ends != LINE_ENDS_MIXED && strcmp(digest.hex, row->bytes) == 0;
}

static bool is_missing(const struct disk_file *disk)
{
    return disk->problem == ENOENT || disk->problem == ENOTDIR;
}

/* Reports that the file NAME cannot be read. */
static void report_unreadable(struct checker *c, str name, const struct disk_file *disk)
{
    place where = place_named(c->arena, name);
    if (disk->problem == FILE_UNMERGED || disk->problem == FILE_INTENDED)
        diag_report(c->found, disk->problem == FILE_UNMERGED ? E0005 : E0006, where,
                    "this released file is not settled in git's index");
    else
        diag_report(c->found, E0002, where, "cannot read the released file: %s",
                    strerror(disk->problem));
}

/* ---- released files -------------------------------------------------------------------------- */

/* A file that still holds what RELEASE had: one of its copies. NULL when there is none. */
static const char *find_intact(struct checker *c, const struct release *release,
                               struct disk_file *ret_disk)
{
    for (ptrdiff_t i = 0; i < release->row.copies.count; i++) {
        read_disk(c, release->row.copies.at[i], ret_disk);
        if (holds(ret_disk, &release->row))
            return release->row.copies.at[i];
    }
    return NULL;
}

/* BYTES, the file NAME, read as JSON without a report; NULL when it is none. */
static struct document *read_aside(struct checker *c, str name, str bytes,
                                   struct sources **ret_sources)
{
    struct diag_list *aside = arena_new(c->arena, struct diag_list, 1);
    struct sources *sources = arena_new(c->arena, struct sources, 1);
    aside->arena = c->arena;
    *sources = (struct sources){.arena = c->arena, .found = aside};
    *ret_sources = sources;
    return sources_read_as(sources, name, bytes, FORMAT_JSON);
}

/* Where DOCUMENT first differs from BYTES, the content of the file NAME; else the whole of it. */
static place find_change(struct checker *c, struct sources *sources, struct document *document,
                         str name, str bytes, const char **ret_pointer)
{
    struct sources *other;
    struct tree_difference first;
    struct document *intact = read_aside(c, name, bytes, &other);
    *ret_pointer = NULL;
    if (!intact || !tree_differences(c->arena, document->root, intact->root, &first, 1))
        return place_file(&document->text);
    *ret_pointer = arena_copy(c->arena, first.pointer).data;
    return sources_place(sources, first.old ? first.old : first.old_parent);
}

/* Reports that the file of RELEASE, on DISK, is not what was released. */
static void report_changed(struct checker *c, const struct release *release,
                           const struct disk_file *disk)
{
    str name = name_of(c, release->row.file.data);
    struct sources *sources;
    struct disk_file copy;
    struct document *document = read_aside(c, name, disk->bytes, &sources);
    place where = document ? place_file(&document->text) : place_named(c->arena, name);
    const char *intact = find_intact(c, release, &copy), *pointer = NULL;
    bool is_form =
        document && strcmp(canonical_digests(document->root, DIALECT_2020_12).content.hex,
                           release->row.content) == 0;
    if (intact && document && !is_form)
        where = find_change(c, sources, document, name_of(c, intact), copy.lines, &pointer);
    struct diag *diag = diag_report(c->found, D0201, where, "this file was released as %s and %s",
                                    show(c->arena, release->row.version),
                                    !document ? "is no JSON any more"
                                    : is_form ? "changed since, in form only"
                                              : "changed since");
    diag->pointer = pointer;
    diag_note(c->found, diag, releases_place(c->releases, release), "its digests are here");
    if (intact)
        diag_hint(c->found, diag,
                  "its copy %s is as it was; what is to change goes into a new release",
                  show_all(c->arena, name_of(c, intact)));
    else
        diag_hint(c->found, diag, "take it from git; what is to change goes into a new release");
}

static void check_file(struct checker *c, const struct release *release)
{
    int before = diag_problems(c->found);
    struct disk_file disk;
    str name = name_of(c, release->row.file.data);
    read_disk(c, release->row.file.data, &disk);
    if (is_missing(&disk)) {
        struct diag *diag = diag_report(c->found, D0202, place_named(c->arena, name),
                                        "this file was released as %s and is missing",
                                        show(c->arena, release->row.version));
        diag_note(c->found, diag, releases_place(c->releases, release), "it is listed here");
        diag_hint(c->found, diag, "take it from git");
    } else if (disk.problem) {
        report_unreadable(c, name, &disk);
    } else if (!holds(&disk, &release->row)) {
        report_changed(c, release, &disk);
    } else {
        map_put(&c->intact, release->row.file, (void *)release);
    }
    diag_judged(c->found, name, diag_problems(c->found) == before);
}

/* Checks the copies that no later release has overwritten, as WRITERS says. */
static void check_copies(struct checker *c, const struct release *release,
                         const struct map *writers)
{
    for (ptrdiff_t i = 0; i < release->row.copies.count; i++) {
        const char *copy = release->row.copies.at[i];
        struct disk_file disk;
        if (map_get(writers, str_of(copy)) != release)
            continue;
        read_disk(c, copy, &disk);
        if (holds(&disk, &release->row))
            continue;
        if (disk.problem && !is_missing(&disk)) {
            report_unreadable(c, name_of(c, copy), &disk);
            continue;
        }
        struct diag *diag =
            diag_report(c->found, D0203, place_named(c->arena, name_of(c, copy)),
                        "this copy of the release %s %s", show(c->arena, release->row.version),
                        is_missing(&disk) ? "is missing" : "is not what was released");
        diag_note(c->found, diag, place_named(c->arena, name_of(c, release->row.file.data)),
                  "what was released");
        diag_hint(c->found, diag, "copy it from there");
    }
}

/* Reports releases with one "$id" and more than one content. */
static void check_ids(struct checker *c)
{
    struct map ids = {.arena = c->arena};
    for (ptrdiff_t i = 0; i < c->releases->count; i++) {
        const struct release *release = c->releases->at[i], *other;
        bool is_new;
        struct map_entry *entry = map_entry(&ids, release->row.id, &is_new);
        other = entry->value;
        if (is_new) {
            entry->value = (void *)release;
            continue;
        }
        if (strcmp(other->row.content, release->row.content) == 0)
            continue;
        struct diag *diag = diag_report(c->found, D0204, releases_place(c->releases, release),
                                        "two releases have the $id %s and not the same content",
                                        show_all(c->arena, release->row.id));
        diag_note(c->found, diag, releases_place(c->releases, other), "the other one");
    }
}

static void check_all(struct checker *c)
{
    struct map writers = {.arena = c->arena}; /* of copies: the last release that wrote each */
    for (ptrdiff_t i = 0; i < c->releases->count; i++) {
        const struct release *release = c->releases->at[i];
        check_file(c, release);
        for (ptrdiff_t j = 0; j < release->row.copies.count; j++)
            map_put(&writers, str_of(release->row.copies.at[j]), (void *)release);
    }
    for (ptrdiff_t i = 0; i < c->releases->count; i++)
        check_copies(c, c->releases->at[i], &writers);
    check_ids(c);
}

/* Reports that a release did not come to its end: it left a draft beside the index. */
static void check_draft(struct checker *c)
{
    place where = place_named(c->arena, str_of(c->releases->name));
    str file;
    if (c->plan->sources->view)
        return;
    int problem = plan_follow(c->arena, str_of(c->releases->path), &file);
    if (problem && problem != ENOTDIR)
        diag_report(c->found, E0002, where, "cannot tell where this file is: %s",
                    strerror(problem));
    if (problem || !draft_is_left(c->arena, file.data))
        return;
    struct diag *diag = diag_report(c->found, D0205, where,
                                    "a release was interrupted: it left a draft beside the index");
    diag_hint(c->found, diag, "release that version again");
}

/* ---- artifacts ------------------------------------------------------------------------------- */

/* The content of OUTPUT with the "$id" ID for its own. */
static struct digest content_under(const struct output *output, str id)
{
    struct arena scratch = {0};
    struct node_stack stack = {0};
    const struct node *schema = output->rendering.schema;
    str own = release_id_of(schema);
    struct node head = *schema;
    head.flags &= (uint8_t)~NODE_INDEXED;
    for (uint32_t i = 0; i < schema->count; i++) {
        const struct node *value = node_value(schema, i);
        bool is_id = value->kind == NODE_STRING && node_text(value).data == own.data;
        node_push(&stack, *node_key(schema, i));
        node_push(&stack, is_id ? node_string(id) : *value);
    }
    node_close(&stack, 0, head, &scratch);
    struct digest digest = canonical_digests(node_pop(&stack, &scratch), DIALECT_2020_12).content;
    node_stack_done(&stack);
    arena_free(&scratch);
    return digest;
}

/* The shelf with all artifacts that were built. NULL when reported. */
static struct shelf *shelf_now(struct checker *c)
{
    if (c->now)
        return c->now;
    struct shelf *shelf = arena_new(c->arena, struct shelf, 1);
    if (!shelf_open(shelf, c->arena, c->found, &c->plan->root))
        return NULL;
    for (ptrdiff_t i = 0; i < c->plan->config.count; i++) {
        const struct output *output = &c->plan->outputs[i];
        if (output->rendering.bytes.data)
            shelf_put(shelf, output->artifact->path, output->path, str_of(output->name),
                      output->rendering.bytes);
    }
    return c->now = shelf;
}

/* Says how far OUTPUT has moved on from its last RELEASE. */
static void report_pending(struct checker *c, const struct output *output,
                           const struct release *release)
{
    struct shelf *shelf = shelf_now(c);
    struct shelved old, new;
    struct release_step step;
    place where = place_named(c->arena, str_of(output->name));
    str previous = release->row.version;
    if (!map_find(&c->intact, release->row.file)) /* which is told */
        return;
    if (!shelf || !shelves_get(&c->shelves, release, &old))
        return;
    new = shelf_get(shelf, str_of(output->artifact->path));
    if (!step_find(&c->plan->config, &old, &new, &step)) {
        step_report(c->found, old.document && new.document ? N0201 : E0918, where, &old, &new);
        return;
    }
    if (step_is_none(&step))
        return;
    struct diag *diag =
        diag_report(c->found, N0201, where, "a release is pending; the step from %s is %s",
                    show(c->arena, previous), step_words(c->arena, &step).data);
    bool has_numbers = release_versioning_of(&c->plan->config) == VERSIONING_SEMVER &&
                       release_versioning(previous) == VERSIONING_SEMVER;
    if (has_numbers)
        diag_hint(c->found, diag, "`schemac release %s`",
                  step_version(c->arena, previous, step.class).data);
}

/* Reports that OUTPUT has the "$id" of RELEASE and other content. */
static void report_same_id(struct checker *c, const struct output *output,
                           const struct release *release)
{
    struct diag *diag =
        diag_report(c->found, D0204, sources_place(c->plan->sources, output->artifact->declared),
                    "%s has the $id of the release %s and other content",
                    show_all(c->arena, str_of(output->name)), show(c->arena, release->row.version));
    diag_note(c->found, diag, releases_place(c->releases, release), "released as %s",
              show_all(c->arena, release->row.id));
    diag_hint(c->found, diag, "give it an id of its own, or say draft: true until it is released");
}

/* Reports artifacts that have one "$id", as FIRST and OUTPUT have. */
static void report_twins(struct checker *c, const struct output *output, const struct output *first,
                         str id)
{
    struct sources *sources = c->plan->sources;
    struct diag *diag = diag_report(
        c->found, D0204, sources_place(sources, output->artifact->declared),
        "two artifacts have the $id %s and not the same content", show_all(c->arena, id));
    diag_note(c->found, diag, sources_place(sources, first->artifact->declared), "the other one");
}

static void check_output(struct checker *c, const struct output *output, struct map *ids)
{
    const struct config_release *config = c->plan->config.release;
    str id = release_id_of(output->rendering.schema);
    str file = path_base(str_of(output->artifact->path));
    str series = release_name_fill(c->arena, str_of(config->id), S("{version}"), file);
    const struct release *same = id.len ? releases_by_id(c->releases, id) : NULL;
    const struct release *last = releases_last(c->releases, series, (str){0});
    bool is_draft = output->artifact->keys.draft == YES, is_new = true;
    struct map_entry *entry = id.len ? map_entry(ids, id, &is_new) : NULL;
    if (entry && is_new)
        entry->value = (void *)output;
    else if (entry && !is_draft &&
             !node_equal(((struct output *)entry->value)->rendering.schema,
                         output->rendering.schema))
        report_twins(c, output, entry->value, id);
    if (same && !is_draft && strcmp(content_under(output, id).hex, same->row.content) != 0) {
        report_same_id(c, output, same);
        return;
    }
    if (last && !c->plan->everything)
        check_file(c, last);
    if (!last && c->releases->count)
        diag_report(c->found, N0202, place_named(c->arena, str_of(output->name)),
                    "this was not released yet");
    else if (last && strcmp(content_under(output, last->row.id).hex, last->row.content) != 0)
        report_pending(c, output, last);
}

/* Reports files that name released schemas where nothing is released. */
static void report_no_release(const struct plan *plan)
{
    for (ptrdiff_t i = 0; i < plan->config.mentions_count; i++)
        diag_report(plan->sources->found, E0603,
                    sources_place(plan->sources, plan->config.mentions[i].files.declared),
                    "\"mentions\" name what was released, and \"release\" is missing");
}

void check_releases(const struct plan *plan)
{
    struct arena *arena = plan->sources->arena;
    struct checker c = {.plan = plan,
                        .releases = plan->releases,
                        .arena = arena,
                        .found = plan->sources->found,
                        .shelves = {plan->releases, &plan->root, arena, {0}},
                        .intact = {.arena = arena}};
    struct map ids = {.arena = arena};
    if (!plan->releases) {
        report_no_release(plan);
        return;
    }
    check_draft(&c);
    if (plan->everything)
        check_all(&c);
    for (ptrdiff_t i = 0; i < plan->config.count; i++)
        if (plan->outputs[i].selected && plan->outputs[i].rendering.schema)
            check_output(&c, &plan->outputs[i], &ids);
    if (plan->everything)
        mentions_check(plan);
}

void check_releases_files(const struct plan *plan, struct map *files)
{
    struct checker c = {.plan = plan, .arena = plan->sources->arena};
    const struct releases *releases = plan->releases;
    if (!releases)
        return;
    if (releases->index)
        map_entry(files, str_of(releases->name), NULL);
    for (ptrdiff_t i = 0; i < releases->count; i++) {
        const struct released *row = &releases->at[i]->row;
        map_entry(files, name_of(&c, row->file.data), NULL);
        for (ptrdiff_t j = 0; j < row->copies.count; j++)
            map_entry(files, name_of(&c, row->copies.at[j]), NULL);
    }
    if (plan->everything)
        mentions_files(plan, files);
}
