/*
 * release.c - what a release consists of, whether it may be, and then the files, the index last.
 */
#include "build/release.h"

#include "base/show.h"
#include "build/plan_locate.h"
#include "build/release_plan.h"
#include "build/writing.h"

#include <errno.h>
#include <string.h>

/* A file that a release writes. */
struct release_target {
    const char *path; /* of the configuration */
    const char *name, *system, *file;
    const struct frozen *frozen; /* what it gets the bytes of */
    bool is_copy;
};

struct releaser {
    struct plan *plan;
    struct releases *releases;
    const struct config_release *config;
    struct arena *arena;
    struct diag_list *found;
    str version, root; /* ROOT: the folder of the configuration, resolved */
    struct release_result *result;
    struct release_target *targets;
    ptrdiff_t target_count;
    struct map used; /* resolved path of what is read or written otherwise, to what it is */
};

static place declared(const struct releaser *r)
{
    return sources_place(r->plan->sources, r->config->declared);
}

/* ---- what it consists of --------------------------------------------------------------------- */

/* True when a later release has the copy PATH, which keeps what it holds then. */
static bool is_overwritten(const struct releaser *r, str path)
{
    for (ptrdiff_t i = r->releases->count - 1; i >= 0; i--) {
        const struct released *row = &r->releases->at[i]->row;
        if (release_version_compare(row->version, r->version) <= 0)
            return false;
        for (ptrdiff_t j = 0; j < row->copies.count; j++)
            if (str_equal(str_of(row->copies.at[j]), path))
                return true;
    }
    return false;
}

/* The paths of the copies of FILE that the release has. */
static struct string_list copies_of(struct releaser *r, str file)
{
    const struct string_list *names = &r->config->copies;
    struct string_list copies = {arena_new(r->arena, const char *, names->count), 0};
    for (ptrdiff_t i = 0; i < names->count; i++) {
        str path = release_name_fill(r->arena, str_of(names->at[i]), r->version, file);
        if (!is_overwritten(r, path))
            copies.at[copies.count++] = path.data;
    }
    return copies;
}

static void freeze(struct releaser *r, const struct output *output, struct frozen *ret_frozen)
{
    str base = path_base(str_of(output->artifact->path));
    str directory = release_name_fill(r->arena, str_of(r->config->directory), r->version, (str){0});
    *ret_frozen = (struct frozen){
        .output = output,
        .row = {.version = r->version,
                .id = release_id_of(output->rendering.schema),
                .file = path_normalise(r->arena, path_join(r->arena, directory, base)),
                .copies = copies_of(r, base)}};
    release_digest(r->arena, output->rendering.bytes, output->rendering.schema, &ret_frozen->row);
    str series = release_series(r->arena, ret_frozen->row.id, r->version);
    ret_frozen->previous = releases_last(r->releases, series, r->version);
}

/* ---- whether the release is there ------------------------------------------------------------ */

static void report_other(struct releaser *r, const struct release *release, const char *why)
{
    struct diag *diag =
        diag_report(r->found, E0913, releases_place(r->releases, release),
                    "%s was released already: %s", show(r->arena, release->row.version), why);
    diag_hint(r->found, diag, "release under another version");
}

/* The artifact that is frozen as FILE; NULL when none is. */
static const struct frozen *frozen_as(const struct releaser *r, str file)
{
    for (ptrdiff_t i = 0; i < r->result->count; i++)
        if (str_equal(r->result->schemas[i].row.file, file))
            return &r->result->schemas[i];
    return NULL;
}

/* Sees whether the index lists the release. False when reported: as another one. */
static bool compare_with_index(struct releaser *r)
{
    ptrdiff_t listed = 0;
    bool ok = true;
    for (ptrdiff_t i = 0; i < r->releases->count; i++) {
        const struct release *release = r->releases->at[i];
        if (!str_equal(release->row.version, r->version))
            continue;
        const struct frozen *frozen = frozen_as(r, release->row.file);
        const char *why = NULL;
        if (!frozen)
            why = arena_printf(r->arena, "no artifact is its file %s",
                               show_all(r->arena, release->row.file))
                      .data;
        else if (strcmp(frozen->row.content, release->row.content) != 0)
            why = arena_printf(r->arena, "%s has other content now",
                               show_all(r->arena, str_of(frozen->output->name)))
                      .data;
        if (why)
            report_other(r, release, why);
        ok = ok && !why;
        listed++;
    }
    r->result->is_known = ok && listed == r->result->count;
    if (!ok || !listed || r->result->is_known)
        return ok;
    diag_report(r->found, E0913, place_file(&r->releases->index->text),
                "%s was released already, with %td of these %td schemas",
                show(r->arena, r->version), listed, r->result->count);
    return false;
}

/* False when reported: what was released under another version has the "$id" of FROZEN. */
static bool has_own_id(struct releaser *r, const struct frozen *frozen)
{
    const struct release *other = releases_by_id(r->releases, frozen->row.id);
    if (!other || strcmp(other->row.content, frozen->row.content) == 0)
        return true;
    report_other(
        r, other,
        arena_printf(r->arena, "the $id %s has other content there", show(r->arena, frozen->row.id))
            .data);
    return false;
}

/* ---- the files ------------------------------------------------------------------------------- */

/* Notes that the file PATH, for the system, is what WHAT says. False when reported. */
static bool note_use(struct releaser *r, const char *path, const char *what)
{
    str resolved;
    int problem = plan_follow(r->arena, str_of(path), &resolved);
    if (problem == ENOTDIR)
        return true; /* so it is not there */
    if (problem) {
        diag_report(r->found, E0002, declared(r), "cannot tell where %s is: %s",
                    show_all(r->arena, path_from_here(r->arena, str_of(path))), strerror(problem));
        return false;
    }
    map_put(&r->used, resolved, (void *)what);
    return true;
}

/* The same for FILE, which is resolved. */
static void note_file(struct releaser *r, const char *file, const char *what)
{
    map_put(&r->used, str_of(file), (void *)what);
}

/* Notes all files that the configuration has another use for. False when reported. */
static bool note_uses(struct releaser *r)
{
    const struct plan *plan = r->plan;
    const struct config *config = &plan->config;
    bool ok = note_use(r, r->releases->path, "the index of releases");
    for (ptrdiff_t i = 0; i < config->file_count; i++)
        ok = note_use(r, config->files[i]->path, "the configuration") && ok;
    for (ptrdiff_t i = 0; i < config->count; i++)
        ok = note_use(r, config_path(r->arena, config, config->artifacts[i].source), "a source") &&
             ok;
    for (ptrdiff_t i = 0; i < config->count; i++)
        note_file(r, plan->outputs[i].file, "an artifact");
    for (ptrdiff_t i = 0; i < plan->record_count; i++)
        note_file(r, plan->records[i].file, "the record of fingerprints");
    for (ptrdiff_t i = 0; i < r->releases->count; i++) {
        const struct release *release = r->releases->at[i];
        if (!str_equal(release->row.version, r->version))
            ok = note_use(r, config_path(r->arena, config, release->row.file.data),
                          "a file of another release") &&
                 ok;
    }
    return ok;
}

/* True when TARGET, whose links are followed, may be written; else reported. */
static bool may_write(struct releaser *r, const struct release_target *target)
{
    const char *what = map_get(&r->used, str_of(target->file));
    if (!release_may_write(r->found, declared(r), target->name, str_of(target->file), r->root))
        return false;
    if (!what) {
        map_put(&r->used, str_of(target->file), (void *)"another file of this release");
        return true;
    }
    struct diag *diag = diag_report(r->found, E0605, declared(r), "%s is %s already",
                                    show_all(r->arena, str_of(target->name)), what);
    if (target->is_copy)
        diag_hint(r->found, diag, "{version} and {file} tell copies apart");
    return false;
}

/* False when reported: the file of a release is there and is not what TARGET is. */
static bool is_free(struct releaser *r, const struct release_target *target)
{
    struct disk_file disk;
    disk_read(NULL, r->arena, target->file, &disk);
    if (target->is_copy || disk.problem == ENOENT ||
        disk_holds(&disk, target->frozen->output->rendering.bytes))
        return true;
    place where = place_named(r->arena, str_of(target->name));
    if (disk.problem) {
        diag_report(r->found, E0003, where, "cannot write the file: %s", strerror(disk.problem));
        return false;
    }
    struct diag *diag =
        diag_report(r->found, E0913, where, "this file is there already, with other content");
    diag_hint(r->found, diag, "release under another version, or move the file away");
    return false;
}

/* Adds the target PATH of FROZEN. False when reported. */
static bool add_target(struct releaser *r, const char *path, const struct frozen *frozen,
                       bool is_copy)
{
    const char *system = config_path(r->arena, &r->plan->config, path);
    struct release_target target = {
        .path = path,
        .name = arena_copy(r->arena, path_from_here(r->arena, str_of(system))).data,
        .system = system,
        .frozen = frozen,
        .is_copy = is_copy,
    };
    str file;
    int problem = plan_follow(r->arena, str_of(system), &file);
    if (problem) {
        diag_report(r->found, E0003, declared(r), "cannot write %s: %s",
                    show_all(r->arena, str_of(target.name)), strerror(problem));
        return false;
    }
    target.file = file.data;
    if (!may_write(r, &target) || !is_free(r, &target))
        return false;
    r->targets[r->target_count++] = target;
    return true;
}

static bool find_targets(struct releaser *r)
{
    bool ok = note_uses(r);
    ptrdiff_t each = 1 + r->config->copies.count;
    r->targets = arena_new(r->arena, struct release_target, r->result->count * each);
    for (ptrdiff_t i = 0; i < r->result->count; i++) {
        const struct frozen *frozen = &r->result->schemas[i];
        ok = add_target(r, frozen->row.file.data, frozen, false) && ok;
        for (ptrdiff_t j = 0; j < frozen->row.copies.count; j++)
            ok = add_target(r, frozen->row.copies.at[j], frozen, true) && ok;
    }
    return ok;
}

/* ---- the step -------------------------------------------------------------------------------- */

/* Puts all artifacts on SHELF, as they are released. */
static void put_all(struct releaser *r, struct shelf *shelf)
{
    for (ptrdiff_t i = 0; i < r->result->count; i++) {
        const struct frozen *frozen = &r->result->schemas[i];
        shelf_put(shelf, frozen->row.file.data, frozen->output->path, str_of(frozen->output->name),
                  frozen->output->rendering.bytes);
    }
}

/* Finds the steps of all artifacts from their last releases. False when reported. */
static bool find_steps(struct releaser *r)
{
    struct shelf *now = arena_new(r->arena, struct shelf, 1);
    struct shelves shelves = {r->releases, &r->plan->root, r->arena, {0}};
    bool ok = shelf_open(now, r->arena, r->found, &r->plan->root);
    if (ok)
        put_all(r, now);
    for (ptrdiff_t i = 0; ok && i < r->result->count; i++) {
        struct frozen *frozen = &r->result->schemas[i];
        struct shelved old, new = shelf_get(now, frozen->row.file);
        if (!frozen->previous)
            continue;
        if (!shelves_get(&shelves, frozen->previous, &old))
            return false;
        frozen->has_step = step_find(&r->plan->config, &old, &new, &frozen->step);
        if (!frozen->has_step)
            step_report(r->found, E0918,
                        new.document ? place_file(&new.document->text) : (place){0}, &old, &new);
        ok = frozen->has_step;
    }
    return ok;
}

/*
 * False when reported of the file NAME: the version X.Y.Z is too small a step from PREVIOUS for
 * CLASS, which is so for what WHY says.
 */
static bool is_large_enough(struct releaser *r, str name, str previous, enum gate_class class,
                            const char *why)
{
    str needed = step_version(r->arena, previous, class);
    if (class <= CLASS_ANNOTATION || /* any version does */
        release_version_compare(r->version, needed) >= 0)
        return true;
    struct diag *diag = diag_report(r->found, E0917, place_named(r->arena, name),
                                    "%s is too small a step from %s: %s",
                                    show(r->arena, r->version), show(r->arena, previous), why);
    diag_hint(r->found, diag, "release it as %s", needed.data);
    return false;
}

/* True when an artifact is of the series of RELEASE. */
static bool goes_on(const struct releaser *r, const struct release *release)
{
    for (ptrdiff_t i = 0; i < r->result->count; i++) {
        const struct release *previous = r->result->schemas[i].previous;
        if (previous && str_equal(previous->row.id, release->row.id))
            return true;
    }
    return false;
}

/* False when reported: a schema of the release before is gone, and the first number is not new. */
static bool keeps_schemas(struct releaser *r)
{
    str previous = {0};
    bool ok = true;
    for (ptrdiff_t i = 0; i < r->releases->count; i++)
        if (release_version_compare(r->releases->at[i]->row.version, r->version) < 0)
            previous = r->releases->at[i]->row.version;
    for (ptrdiff_t i = 0; i < r->releases->count; i++) {
        const struct released *row = &r->releases->at[i]->row;
        if (str_equal(row->version, previous) && !goes_on(r, r->releases->at[i]))
            ok = is_large_enough(r, row->file, previous, CLASS_BREAKS,
                                 "this schema is released no more") &&
                 ok;
    }
    return ok;
}

/* False when reported: a version X.Y.Z is too small a step for what changes. */
static bool has_large_steps(struct releaser *r)
{
    bool ok = keeps_schemas(r);
    for (ptrdiff_t i = 0; i < r->result->count; i++) {
        const struct frozen *frozen = &r->result->schemas[i];
        if (frozen->has_step)
            ok = is_large_enough(r, str_of(frozen->output->name), frozen->previous->row.version,
                                 frozen->step.class, step_words(r->arena, &frozen->step).data) &&
                 ok;
    }
    return ok;
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Lists the release in the index, and writes all files. False when reported. */
static bool write_all(struct releaser *r)
{
    struct writing writing;
    struct release_target index = {.name = r->releases->name};
    str file;
    int problem = plan_follow(r->arena, str_of(r->releases->path), &file);
    for (ptrdiff_t i = 0; !r->result->is_known && i < r->result->count; i++)
        releases_add(r->releases, &r->result->schemas[i].row);
    writing_begin(&writing, r->arena, r->found, r->target_count + 1);
    for (ptrdiff_t i = 0; i < r->target_count; i++)
        draft_remove_left(r->arena, r->targets[i].file);
    bool ok = !problem || writing_fail(&writing, index.name, problem);
    if (ok)
        draft_remove_left(r->arena, file.data);
    for (ptrdiff_t i = 0; i < r->target_count; i++)
        ok = writing_add(&writing, r->targets[i].name, r->targets[i].file,
                         r->targets[i].frozen->output->rendering.bytes) &&
             ok;
    writing_divide(&writing);
    ok = ok && writing_add(&writing, index.name, file.data, releases_render(r->releases)) &&
         writing_commit(&writing);
    r->result->written = writing.count;
    writing_end(&writing, ok);
    return ok;
}

bool release(struct plan *plan, const char *version, bool dry_run,
             struct release_result *ret_result)
{
    struct arena *arena = plan->sources->arena;
    ptrdiff_t count = plan->config.count;
    bool is_semver = release_versioning_of(&plan->config) == VERSIONING_SEMVER, ok = true;
    struct releaser r = {.plan = plan,
                         .releases = plan->releases,
                         .config = plan->config.release,
                         .arena = arena,
                         .found = plan->sources->found,
                         .version = str_of(version),
                         .result = ret_result,
                         .used = {.arena = arena}};
    *ret_result = (struct release_result){arena_new(arena, struct frozen, count), count, false, 0};
    int problem = file_resolve(arena, plan->config.directory, &r.root);
    if (problem) {
        diag_report(r.found, E0002, declared(&r), "cannot tell where its folder is: %s",
                    strerror(problem));
        return false;
    }
    for (ptrdiff_t i = 0; i < count; i++)
        freeze(&r, &plan->outputs[i], &ret_result->schemas[i]);
    if (!compare_with_index(&r))
        return false;
    for (ptrdiff_t i = 0; i < count; i++)
        ok = has_own_id(&r, &ret_result->schemas[i]) && ok;
    if (!find_targets(&r) || !ok)
        return false;
    if (!ret_result->is_known && (is_semver || dry_run) && !find_steps(&r))
        return false;
    if (is_semver && !ret_result->is_known && !has_large_steps(&r))
        return false;
    return dry_run || write_all(&r);
}
