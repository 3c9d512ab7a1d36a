#include "build/root.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/host.h"
#include "base/show.h"
#include "schema/registry.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

bool root_is_there(struct diag_list *found, const struct root_options *options)
{
    const char *directory = options->directory;
    struct stat info;
    if (!directory)
        return true;
    int problem = host.stat(directory, &info) < 0 ? errno : S_ISDIR(info.st_mode) ? 0 : ENOTDIR;
    if (problem)
        diag_report(found, E0002, (place){0}, "cannot take %s for the root directory: %s",
                    show_all(found->arena, str_of(directory)), strerror(problem));
    return !problem;
}

bool root_takes(struct diag_list *found, const struct root_options *options, const char *path)
{
    struct arena *arena = found->arena;
    str directory;
    bool is_inside = false;
    if (!root_is_there(found, options))
        return false;
    if (!options->directory || options->allow_outside || strcmp(path, "-") == 0)
        return true;
    const char *wrong = options->directory;
    int problem = file_resolve(arena, wrong, &directory);
    if (!problem)
        problem = file_lies_in(arena, wrong = path, directory, &is_inside);
    if (is_inside)
        return true;
    if (problem) {
        diag_report(found, E0002, (place){0}, "cannot tell where %s is: %s",
                    show_all(arena, str_of(wrong)), strerror(problem));
        return false;
    }
    struct diag *diag =
        diag_report(found, E0004, (place){0}, "%s lies outside the root directory %s",
                    show_all(arena, str_of(path)), show_all(arena, str_of(options->directory)));
    diag_hint(found, diag, REGISTRY_OUTSIDE_HINT);
    return false;
}

struct root_rule root_of_config(const struct root_options *options, const char *folder)
{
    const char *directory = options->directory ? options->directory : folder;
    return (struct root_rule){str_of(directory), options->allow_outside};
}

/*
 * The top of the git work tree that the resolved DIRECTORY lies in; empty when it lies in none. A
 * work tree has ".git" at its top, a folder or, of a submodule or a second work tree, a file.
 */
static str work_tree(struct arena *arena, str directory)
{
    struct stat info;
    for (;; directory = path_directory(directory)) {
        str git = path_join(arena, directory, S(".git"));
        if (host.stat(arena_copy(arena, git).data, &info) == 0)
            return directory;
        if (directory.len <= 1)
            return (str){0};
    }
}

/* The resolved DIRECTORY as people spell it: from the current one, when that lies in it. */
static str spelled(struct arena *arena, str directory)
{
    char here[4096];
    if (!host.getcwd(here, sizeof here) || !path_is_inside(str_of(here), directory))
        return path_from_here(arena, directory);
    struct buf up = buf_in(arena, PTRDIFF_MAX);
    for (str at = str_of(here); at.len > directory.len; at = path_directory(at))
        buf_add(&up, str_of(up.len ? "/.." : ".."));
    return up.len ? buf_view(&up) : S(".");
}

struct root_rule root_of_file(struct arena *arena, const struct root_options *options,
                              const char *path)
{
    str folder = path_directory(str_of(path)), resolved, top = {0};
    if (options->directory)
        return root_of_config(options, NULL);
    if (file_resolve(arena, arena_copy(arena, folder).data, &resolved) == 0)
        top = work_tree(arena, resolved);
    return (struct root_rule){top.len ? spelled(arena, top) : folder, options->allow_outside};
}
