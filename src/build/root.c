#include "build/root.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/host.h"

#include <stdint.h>

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
