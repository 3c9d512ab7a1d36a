#include "build/release_plan.h"

#include "base/file.h"
#include "base/show.h"
#include "build/plan_locate.h"

#include <errno.h>
#include <string.h>

/* True when VERSION is one of CONFIG's form; else reported. */
static bool is_version(struct sources *sources, const struct config *config, const char *version)
{
    enum versioning versioning = release_versioning_of(config);
    if (release_is_version(versioning, str_of(version)))
        return true;
    struct diag *diag =
        diag_report(sources->found, E0914, (place){0}, "\"%s\" is no version of the form %s",
                    show(sources->arena, str_of(version)), release_version_form(versioning));
    diag_note(sources->found, diag, sources_place(sources, config->release->declared),
              "versioning is %s here", release_versionings[versioning]);
    return false;
}

/* True when ENTRY, made for the first artifact with its name, is new; else reported of ARTIFACT. */
static bool is_first(struct sources *sources, struct map *names, str name,
                     const struct artifact *artifact, const char *what, const char *hint)
{
    bool is_new;
    struct map_entry *entry = map_entry(names, name, &is_new);
    const struct artifact *other = entry->value;
    if (is_new) {
        entry->value = (void *)artifact;
        return true;
    }
    struct diag *diag = diag_report(
        sources->found, E0911, sources_place(sources, artifact->declared),
        "two artifacts have the same %s in a release: %s", what, show_all(sources->arena, name));
    diag_note(sources->found, diag, sources_place(sources, other->declared), "the other one");
    diag_hint(sources->found, diag, "%s", hint);
    return false;
}

bool release_take_ids(struct sources *sources, struct config *config, const char *version)
{
    struct arena *arena = sources->arena;
    struct map ids = {.arena = arena}, files = {.arena = arena};
    bool ok = true;
    if (!config->release) {
        struct diag *diag = diag_report(sources->found, E0911, place_file(&config->document->text),
                                        "nothing says how artifacts are released");
        diag_hint(sources->found, diag, "add \"release\" with dir, id and record");
        return false;
    }
    if (!is_version(sources, config, version))
        return false;
    for (ptrdiff_t i = 0; i < config->count; i++) {
        struct artifact *artifact = &config->artifacts[i];
        str file = path_base(str_of(artifact->path));
        str id = release_name_fill(arena, str_of(config->release->id), str_of(version), file);
        artifact->keys.id = id.data;
        ok =
            is_first(sources, &files, file, artifact, "file",
                     "the files of a release lie in one folder: give one another name") &&
            is_first(sources, &ids, id, artifact, "$id", "{file} in release.id tells them apart") &&
            ok;
    }
    return ok;
}

/* The release that lists FILE, which is resolved and may lie below ROOT; NULL when none does. */
static const struct release *release_at(const struct plan *plan, str root, const char *file)
{
    str path = str_of(file);
    if (!str_starts(path, S("/")) || !path_is_inside(path, root))
        return NULL;
    return map_get(&plan->releases->by_file, path_below(path, root));
}

/* True when the file PATH of the configuration, which is FILE, was not released; else reported. */
static bool is_free(const struct plan *plan, str root, const char *path, const char *file,
                    const struct node *declared)
{
    struct sources *sources = plan->sources;
    const struct release *release = map_get(&plan->releases->by_file, str_of(path));
    if (!release)
        release = release_at(plan, root, file);
    if (!release)
        return true;
    struct diag *diag = diag_report(sources->found, E0915, sources_place(sources, declared),
                                    "this is a file of the release %s, which does not change",
                                    show(sources->arena, release->row.version));
    diag_note(sources->found, diag, releases_place(plan->releases, release), "listed here");
    return false;
}

bool release_may_write(struct diag_list *found, place where, const char *name, str file, str root)
{
    const char *shown = show_all(found->arena, str_of(name));
    if (!path_is_inside(file, root)) {
        diag_report(found, E0004, where, "%s leads out of the folder of the configuration", shown);
        return false;
    }
    const char *reserved = plan_reserved(path_below(file, root));
    if (reserved)
        diag_report(found, E0605, where, "%s is %s already", shown, reserved);
    return !reserved;
}

bool release_may_list(const struct releases *releases, str root)
{
    struct sources *sources = releases->sources;
    place where = sources_place(sources, releases->config->release->record_declared);
    str file;
    int problem = plan_follow(sources->arena, str_of(releases->path), &file);
    if (problem == ENOTDIR)
        return true; /* so it is not there, and writing it will tell why it cannot be */
    if (!problem)
        return release_may_write(sources->found, where, releases->name, file, root);
    diag_report(sources->found, E0002, where, "cannot tell where %s is: %s",
                show_all(sources->arena, str_of(releases->name)), strerror(problem));
    return false;
}

bool release_guard(struct plan *plan, str root)
{
    bool ok = true;
    if (!plan->config.release)
        return true;
    plan->releases = arena_new(plan->sources->arena, struct releases, 1);
    if (!releases_read(plan->sources, &plan->config, plan->releases))
        return false;
    if (!plan->sources->view && !release_may_list(plan->releases, root))
        return false;
    if (!plan->releases->count)
        return true;
    for (ptrdiff_t i = 0; i < plan->output_count; i++) {
        const struct output *output = &plan->outputs[i];
        ok = is_free(plan, root, output->listed, output->file, output->declared) && ok;
    }
    for (ptrdiff_t i = 0; i < plan->record_count; i++) {
        const struct config_file *asked = plan->records[i].asked;
        ok = is_free(plan, root, asked->fingerprints, plan->records[i].file,
                     asked->fingerprints_declared) &&
             ok;
    }
    return ok;
}
