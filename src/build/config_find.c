#include "build/config_find.h"

#include "base/glob.h"
#include "base/host.h"
#include "base/map.h"
#include "base/show.h"

#include <errno.h>
#include <string.h>

bool config_find_pattern(struct sources *sources, const struct config *config,
                         const struct config_file *file, const char *pattern,
                         const struct node *declared, struct file_list *ret_files)
{
    struct arena *arena = sources->arena;
    const char *failed, *folder = config_path(arena, config, file->folder);
    int problem = glob_files(sources->view, arena, folder, str_of(pattern), ret_files, &failed);
    if (problem)
        diag_report(sources->found, E0002, sources_place(sources, declared), "cannot list %s: %s",
                    show_all(arena, path_from_here(arena, str_of(failed))),
                    sources->view && problem == EIO ? "git does not tell what is staged"
                                                    : strerror(problem));
    return !problem;
}

void config_warn_no_match(struct sources *sources, const struct node *declared, const char *what,
                          const char *pattern)
{
    diag_report(sources->found, W0601, sources_place(sources, declared),
                "%s: no file matches \"%s\"", what, show(sources->arena, str_of(pattern)));
}

bool config_find(struct sources *sources, const struct config *config,
                 const struct config_file *file, const struct config_files *files, const char *what,
                 struct file_list *ret_files)
{
    struct map all = {.arena = sources->arena};
    bool ok = true;
    for (ptrdiff_t i = 0; i < files->patterns.count; i++) {
        struct file_list some;
        const char *pattern = files->patterns.at[i];
        if (!config_find_pattern(sources, config, file, pattern, files->declared, &some)) {
            ok = false;
            continue;
        }
        if (some.count == 0)
            config_warn_no_match(sources, files->declared, what, pattern);
        for (ptrdiff_t j = 0; j < some.count; j++)
            map_entry(&all,
                      path_normalise(sources->arena, path_join(sources->arena, str_of(file->folder),
                                                               some.paths[j])),
                      NULL);
    }
    *ret_files = (struct file_list){arena_new(sources->arena, str, all.count), all.count};
    for (ptrdiff_t i = 0; i < all.count; i++)
        ret_files->paths[i] = all.entries[i].key;
    return ok;
}

static bool is_there(struct sources *sources, const char *path)
{
    struct stat info;
    str bytes;
    if (!sources->view)
        return host.stat(path, &info) == 0;
    /* What cannot be told will be reported when it is read. */
    return file_view_read(sources->view, sources->arena, path, FILE_CEILING, &bytes) != ENOENT;
}

const char *config_nearest(struct sources *sources)
{
    struct arena *arena = sources->arena;
    char here[4096];
    if (!host.getcwd(here, sizeof here))
        return NULL;
    ptrdiff_t levels = 0;
    for (const char *c = here; *c; c++)
        levels += *c == '/';
    struct buf path = buf_in(arena, PTRDIFF_MAX);
    for (; levels >= 0; levels--) {
        ptrdiff_t up = path.len;
        buf_add(&path, S("schemac.yaml"));
        buf_add_byte(&path, '\0');
        if (is_there(sources, path.data))
            return path.data;
        path.len = up;
        buf_add(&path, S("../"));
    }
    return NULL;
}

const char *config_path(struct arena *arena, const struct config *config, const char *file)
{
    str path = str_of(file);
    if (str_equal(path, S(".")))
        path = str_of(config->directory);
    else
        path = path_join(arena, str_of(config->directory), path);
    if (str_equal(path, S("-")))
        path = S("./-"); /* a file of that name, not standard input */
    return arena_copy(arena, path).data;
}
