#include "build/plan_locate.h"

#include "base/draft.h"
#include "base/file.h"
#include "base/host.h"
#include "base/show.h"
#include "build/disclosures.h"

#include <errno.h>
#include <string.h>

struct locator {
    struct plan *plan;
    str root;           /* the configuration's directory, resolved */
    struct map claimed; /* resolved path to the node that declares its use, or NULL */
    struct map read;    /* paths that are read, as they are declared */
};

int plan_follow(struct arena *arena, str path, str *ret_resolved)
{
    str directory = path_directory(path), resolved;
    int problem = file_resolve(arena, arena_copy(arena, path).data, ret_resolved);
    if (problem != ENOENT || str_equal(directory, path))
        return problem;
    problem = plan_follow(arena, directory, &resolved);
    if (!problem)
        *ret_resolved = arena_copy(arena, path_join(arena, resolved, path_base(path)));
    return problem;
}

/* True for ".git", also as a file system reads it for which letters are alike. */
static bool is_git_folder(str name)
{
    return name.len == 4 && name.data[0] == '.' && (name.data[1] | 32) == 'g' &&
           (name.data[2] | 32) == 'i' && (name.data[3] | 32) == 't';
}

const char *plan_reserved(str path)
{
    for (str part, rest = path; rest.len;) {
        str_cut(rest, '/', &part, &rest);
        if (is_git_folder(part))
            return "a file of git";
    }
    return draft_is_called_so(path) ? "a draft of another file" : NULL;
}

/* RESOLVED, which lies in the root directory, for messages. */
static const char *shown_below(struct locator *l, str resolved)
{
    struct arena *arena = l->plan->sources->arena;
    str name = path_below(resolved, l->root);
    str directory = str_of(l->plan->config.directory);
    str path = str_equal(name, S(".")) ? directory : path_join(arena, directory, name);
    return show_all(arena, path_from_here(arena, path));
}

/*
 * True when reported: the file NAME is a link to the directory RESOLVED, or it cannot be told. What
 * is a directory itself is told of when it is read or written.
 */
static bool leads_to_directory(struct locator *l, const char *name, str resolved, place where)
{
    struct diag_list *found = l->plan->sources->found;
    struct arena *arena = l->plan->sources->arena;
    struct stat info;
    if (str_equal(path_below(resolved, l->root), str_of(name)))
        return false;
    if (host.stat(resolved.data, &info) < 0) {
        int problem = errno;
        if (problem == ENOENT || problem == ENOTDIR)
            return false;
        diag_report(found, E0002, where, "cannot tell what %s is: %s",
                    show_all(arena, str_of(name)), strerror(problem));
        return true;
    }
    if (!S_ISDIR(info.st_mode))
        return false;
    diag_report(found, E0002, where, "this is a link to the directory %s",
                shown_below(l, resolved));
    return true;
}

/*
 * Finds where the file NAME at PATH, which the configuration DECLARES, is written and gives it this
 * one use. False when reported: it is a link to where it may not lead.
 */
static bool locate(struct locator *l, const char *name, const char *path,
                   const struct node *declared, const char **ret_file)
{
    struct sources *sources = l->plan->sources;
    struct arena *arena = sources->arena;
    place where = sources_place(sources, declared);
    str resolved;
    *ret_file = path;
    if (sources->view) /* links of the work tree say nothing about a copy of it */
        return true;
    int problem = plan_follow(arena, str_of(path), &resolved);
    if (problem == ENOTDIR)
        return true; /* so it is not there, and writing it will tell why it cannot be */
    if (problem) {
        diag_report(sources->found, E0002, where, "cannot tell where %s is: %s",
                    show_all(arena, str_of(name)), strerror(problem));
        return false;
    }
    *ret_file = resolved.data;
    if (!path_is_inside(resolved, l->root)) {
        diag_report(sources->found, E0004, where,
                    "this is a link to %s, outside the directory of the configuration",
                    show_all(arena, resolved));
        return false;
    }
    const char *reserved = plan_reserved(path_below(resolved, l->root));
    if (reserved)
        diag_report(sources->found, E0605, where, "this is %s already", reserved);
    if (reserved || leads_to_directory(l, name, resolved, where))
        return false;
    bool is_new;
    struct map_entry *entry = map_entry(&l->claimed, resolved, &is_new);
    if (is_new) {
        entry->value = (void *)declared;
        return true;
    }
    struct diag *diag =
        diag_report(sources->found, E0605, where, "this is a link to %s, which has another use",
                    shown_below(l, resolved));
    if (entry->value)
        diag_note(sources->found, diag, sources_place(sources, entry->value), "declared here");
    return false;
}

/* Gives PATH, which is read, its use. */
static void claim(struct locator *l, const char *path)
{
    str resolved;
    bool is_new;
    map_entry(&l->read, str_of(path), &is_new);
    if (is_new && file_resolve(l->plan->sources->arena, path, &resolved) == 0)
        map_entry(&l->claimed, resolved, NULL);
}

bool plan_locate(struct plan *plan, str root)
{
    struct arena *arena = plan->sources->arena;
    struct locator l = {
        .plan = plan, .root = root, .claimed = {.arena = arena}, .read = {.arena = arena}};
    const struct config *config = &plan->config;
    bool ok = true;
    for (ptrdiff_t i = 0; i < config->file_count; i++)
        claim(&l, config->files[i]->path);
    for (ptrdiff_t i = 0; i < config->count; i++)
        claim(&l, config_path(arena, config, config->artifacts[i].source));
    for (ptrdiff_t i = 0; i < config->disclosure_count; i++)
        for (ptrdiff_t j = 0; j < plan->disclosed[i].file_count; j++)
            claim(&l, config_path(arena, config, plan->disclosed[i].files[j]));
    for (ptrdiff_t i = 0; i < plan->record_count; i++) {
        struct plan_record *record = &plan->records[i];
        const struct config_file *asked = record->asked;
        ok = locate(&l, asked->fingerprints, record->path, asked->fingerprints_declared,
                    &record->file) &&
             ok;
    }
    for (ptrdiff_t i = 0; i < plan->output_count; i++) {
        struct output *output = &plan->outputs[i];
        ok = locate(&l, output->listed, output->path, output->declared, &output->file) && ok;
    }
    return ok;
}
