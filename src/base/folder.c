#include "base/folder.h"

#include "base/draft.h"
#include "base/file.h"
#include "base/host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

/*
 * All memory is taken before the mark is: running out of it leaves nothing beside the folder. What
 * the system takes for itself to list a folder is told of in the end.
 */
struct folder {
    const char *path, *around, *fresh, *old;
    const char *const *fresh_paths; /* of the new files */
    char *room;                     /* for the path of an entry of any of the folders */
    ptrdiff_t room_size;
    bool existed;
    mode_t mode; /* of the folder that existed */
    bool (*is_ours)(str name);
    const char **ret_foreign;
};

/* The path of the entry NAME of the folder PATH, until the next is asked for. */
static const char *inside(struct folder *f, const char *path, const char *name)
{
    snprintf(f->room, (size_t)f->room_size, "%s/%s", path, name);
    return f->room;
}

/* ---- looking and removing -------------------------------------------------------------------- */

/*
 * Calls VISIT for each entry of the folder PATH until it returns something else than 0, which is
 * then returned.
 */
static int each_entry(struct folder *f, const char *path,
                      int (*visit)(struct folder *f, const char *path, const char *name))
{
    DIR *directory = host.opendir(path);
    if (!directory)
        return errno;
    int problem = 0;
    errno = 0;
    for (struct dirent *entry; !problem && (entry = host.readdir(directory)); errno = 0)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            problem = visit(f, path, entry->d_name);
    if (!problem)
        problem = errno;
    host.closedir(directory);
    return problem;
}

static int check_entry(struct folder *f, const char *path, const char *name)
{
    if (f->is_ours(str_of(name)))
        return 0;
    *f->ret_foreign = inside(f, path, name);
    return ENOTEMPTY;
}

static int remove_entry(struct folder *f, const char *path, const char *name)
{
    return host.unlink(inside(f, path, name)) < 0 && errno != ENOENT ? errno : 0;
}

/* Removes the folder PATH, if it is there and holds nothing that is not ours. */
static int remove_folder(struct folder *f, const char *path)
{
    int problem = each_entry(f, path, check_entry);
    if (!problem)
        problem = each_entry(f, path, remove_entry);
    if (!problem && host.rmdir(path) < 0)
        problem = errno;
    return problem == ENOENT ? 0 : problem;
}

/* Looks at what is there, and puts right what a process that was killed left. */
static int look(struct folder *f)
{
    struct stat info;
    bool is_there = host.stat(f->path, &info) == 0;
    if (!is_there && errno != ENOENT)
        return errno;
    if (!is_there && host.rename(f->old, f->path) == 0)
        return look(f);
    if (!is_there && errno != ENOENT)
        return errno;
    f->existed = is_there;
    f->mode = is_there ? info.st_mode & 07777 : 0;
    if (is_there && !S_ISDIR(info.st_mode))
        return ENOTDIR;
    int problem = is_there ? each_entry(f, f->path, check_entry) : 0;
    if (!problem)
        problem = remove_folder(f, f->old);
    if (!problem)
        problem = remove_folder(f, f->fresh);
    return problem;
}

/* ---- writing --------------------------------------------------------------------------------- */

static int write_file(const char *path, str bytes, bool durable)
{
    int fd = host.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    return fd < 0 ? errno : file_fill(fd, bytes, NULL, durable);
}

/* Syncs the folder PATH. One that may be written but not read cannot be. */
static int sync_folder(const char *path)
{
    int problem = file_sync(path);
    return problem == EACCES ? 0 : problem;
}

/* Syncs the COUNT files of the new folder, which were not, at once or else one by one. */
static int sync_files(struct folder *f, ptrdiff_t count)
{
    int fd = host.open(f->fresh, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return errno;
    int problem = host.syncfs(fd) < 0 ? errno : 0;
    host.close(fd);
    if (problem != ENOSYS)
        return problem;
    problem = 0;
    for (ptrdiff_t i = 0; !problem && i < count; i++)
        problem = file_sync(f->fresh_paths[i]);
    return problem;
}

/* Gives the new folder the mode of the old one. */
static int keep_mode(const struct folder *f)
{
    int fd = f->existed ? host.open(f->fresh, O_RDONLY | O_CLOEXEC, 0) : -1;
    if (fd < 0)
        return f->existed ? errno : 0;
    int problem = host.fchmod(fd, f->mode) < 0 ? errno : 0;
    host.close(fd);
    return problem;
}

static int write_fresh(struct folder *f, const struct folder_file *files, ptrdiff_t count)
{
    bool are_few = count <= DRAFT_FEW_FILES;
    if (host.mkdir(f->fresh, 0777) < 0)
        return errno;
    int problem = 0;
    for (ptrdiff_t i = 0; !problem && i < count; i++)
        problem = write_file(f->fresh_paths[i], files[i].bytes, are_few);
    if (!problem && !are_few)
        problem = sync_files(f, count);
    if (!problem)
        problem = keep_mode(f);
    return problem ? problem : sync_folder(f->fresh);
}

/* ---- taking its place ------------------------------------------------------------------------ */

/* Moves the old folder away and the new one to its place, where they cannot be exchanged. */
static int replace_in_two(struct folder *f)
{
    if (host.rename(f->path, f->old) < 0)
        return errno;
    if (host.rename(f->fresh, f->path) == 0)
        return 0;
    int problem = errno;
    host.rename(f->old, f->path);
    return problem;
}

static int place(struct folder *f)
{
    if (!f->existed)
        return host.rename(f->fresh, f->path) < 0 ? errno : 0;
    if (host.exchange(f->fresh, f->path) == 0)
        return 0;
    bool cannot = errno == ENOSYS || errno == EINVAL || errno == ENOTSUP || errno == EPERM;
    return cannot ? replace_in_two(f) : errno;
}

/*
 * Removes what is not needed any more; a failure may pass, so it is tried twice. Should that fail,
 * the next run does it. ENOMEM when there was no memory.
 */
static int clean(struct folder *f)
{
    const char *foreign, **told = f->ret_foreign;
    int problem = 0;
    f->ret_foreign = &foreign;
    for (int i = 0; i < 4; i++)
        if (remove_folder(f, i % 2 ? f->old : f->fresh) == ENOMEM)
            problem = ENOMEM;
    f->ret_foreign = told;
    return problem;
}

/* Does it all; the mark is held. */
static int replace(struct folder *f, const struct folder_file *files, ptrdiff_t count)
{
    int problem = look(f);
    if (problem)
        return problem;
    problem = write_fresh(f, files, count);
    if (!problem)
        problem = place(f);
    if (!problem)
        problem = sync_folder(f->around);
    int left = clean(f);
    return problem ? problem : left;
}

/* Takes the memory for what is to be done with the folder at RESOLVED and the COUNT files. */
static struct folder folder_at(struct arena *arena, const char *resolved,
                               const struct folder_file *files, ptrdiff_t count)
{
    struct folder f = {.path = resolved,
                       .around = arena_copy(arena, path_directory(str_of(resolved))).data,
                       .fresh = draft_beside(arena, resolved, "tmp"),
                       .old = draft_beside(arena, resolved, "old")};
    const char **paths = arena_new(arena, const char *, count);
    for (ptrdiff_t i = 0; i < count; i++)
        paths[i] = arena_printf(arena, "%s/%s", f.fresh, files[i].name).data;
    f.fresh_paths = paths;
    ptrdiff_t longest = str_of(f.path).len; /* or one beside it, whose name need not be longer */
    if (str_of(f.fresh).len > longest)
        longest = str_of(f.fresh).len;
    f.room_size = longest + 1 + (ptrdiff_t)sizeof((struct dirent *)NULL)->d_name;
    f.room = arena_new(arena, char, f.room_size);
    return f;
}

int folder_replace(struct arena *arena, const char *path, const struct folder_file *files,
                   ptrdiff_t count, bool (*is_ours)(str name), const char **ret_foreign)
{
    str plain = str_of(path), resolved;
    while (plain.len > 1 && str_ends(plain, S("/")))
        plain.len--;
    int problem = file_resolve(arena, arena_copy(arena, plain).data, &resolved);
    if (problem)
        return problem;
    struct folder folder = folder_at(arena, resolved.data, files, count);
    folder.is_ours = is_ours;
    folder.ret_foreign = ret_foreign;
    struct draft_batch batch = {.directories = {.arena = arena}};
    struct draft mark;
    draft_init(&batch, folder.path, &mark);
    problem = draft_hold(&mark);
    if (!problem)
        problem = replace(&folder, files, count);
    draft_release(&batch);
    if (problem == ENOMEM)
        die_oom();
    return problem;
}
