/*
 * files.h - several files out of one input, read through a host that lives in memory.
 *
 * A line "#== PATH" begins a file, and a line "#-> PATH TARGET" is a symbolic link; what comes
 * before the first of them is the entry document. The current directory is /here, and nothing
 * outside of it may be opened, whatever the links say. Nothing is ever written.
 */
#ifndef TESTS_FUZZ_FILES_H
#define TESTS_FUZZ_FILES_H

#include "memory.h"

#include "base/file.h"
#include "base/host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINKS_CAP = 40, PATH_CAP = 4096 };

/* A file, or a link when TARGET has data. PATH is absolute and normalised. */
struct memory_file {
    str path, text, target;
};

static struct {
    struct arena arena;
    struct memory_file files[FILES_CAP];
    int count;
} memory;

static const struct memory_file *memory_find(str path)
{
    for (int i = 0; i < memory.count; i++)
        if (str_equal(memory.files[i].path, path))
            return &memory.files[i];
    return NULL;
}

/* True when PATH is a folder: / or one that some file lies in. */
static bool memory_is_folder(str path)
{
    if (path.len <= 1 || str_equal(path, S("/here")))
        return true;
    for (int i = 0; i < memory.count; i++) {
        str file = memory.files[i].path;
        if (str_starts(file, path) && file.len > path.len && file.data[path.len] == '/')
            return true;
    }
    return false;
}

/*
 * PATH after its links, part by part as a system does it; the last part stays as it is unless
 * FOLLOW. 0, or an errno value.
 */
static int memory_resolve(const char *path, bool follow, char *ret_path)
{
    char rest[2 * PATH_CAP], resolved[2 * PATH_CAP] = "";
    size_t len = strlen(path);
    int links = 0;
    if (len >= PATH_CAP)
        return ENAMETOOLONG;
    snprintf(rest, sizeof rest, "%s%s", path[0] == '/' ? "" : "/here/", path);
    while (*rest) {
        char *part = rest + strspn(rest, "/");
        len = strcspn(part, "/");
        char *end = part + len, *slash = strrchr(resolved, '/');
        bool is_last = !end[strspn(end, "/")];
        if (len == 2 && strncmp(part, "..", 2) == 0) {
            if (slash)
                *slash = '\0';
        } else if (len && !(len == 1 && *part == '.')) {
            size_t used = strlen(resolved);
            if (used + len + 3 > PATH_CAP)
                return ENAMETOOLONG;
            snprintf(resolved + used, sizeof resolved - used, "/%.*s", (int)len, part);
            const struct memory_file *file = memory_find(str_of(resolved));
            if (file && file->target.data && (follow || !is_last)) {
                char next[2 * PATH_CAP];
                if (++links > LINKS_CAP)
                    return ELOOP;
                if ((size_t)file->target.len + strlen(end) + 2 > PATH_CAP)
                    return ENAMETOOLONG;
                memcpy(next, file->target.data, (size_t)file->target.len);
                memcpy(next + file->target.len, end, strlen(end) + 1);
                resolved[*next == '/' ? 0 : used] = '\0';
                memcpy(rest, next, strlen(next) + 1);
                continue;
            }
            if (!file && !memory_is_folder(str_of(resolved)))
                return ENOENT;
            if (file && !file->target.data && *end)
                return ENOTDIR;
        }
        memmove(rest, end, strlen(end) + 1);
    }
    memcpy(ret_path, *resolved ? resolved : "/", strlen(resolved) + 2);
    return 0;
}

static int memory_fail(int problem)
{
    errno = problem;
    return -1;
}

static int memory_open(const char *path, int flags, mode_t mode)
{
    char resolved[PATH_CAP];
    (void)flags;
    (void)mode;
    int problem = memory_resolve(path, true, resolved);
    if (problem)
        return memory_fail(problem);
    MUST(path_is_inside(str_of(resolved), S("/here")),
         "only what is in the root directory is read");
    const struct memory_file *file = memory_find(str_of(resolved));
    if (!file)
        return memory_fail(EISDIR);
    return memory_open_text((int)(file - memory.files), file->text);
}

static ssize_t memory_readlink(const char *path, char *to, size_t size)
{
    char resolved[PATH_CAP];
    int problem = memory_resolve(path, false, resolved);
    const struct memory_file *file = problem ? NULL : memory_find(str_of(resolved));
    if (!file || !file->target.data)
        return memory_fail(problem ? problem : EINVAL);
    size_t len = (size_t)file->target.len < size ? (size_t)file->target.len : size;
    memcpy(to, file->target.data, len);
    return (ssize_t)len;
}

static char *memory_realpath(const char *path, char *resolved)
{
    char found[PATH_CAP];
    MUST(!resolved, "the host allocates what realpath returns");
    int problem = memory_resolve(path, true, found);
    if (problem) {
        errno = problem;
        return NULL;
    }
    char *copy = heap_resize(NULL, (ptrdiff_t)strlen(found) + 1);
    memcpy(copy, found, strlen(found) + 1);
    return copy;
}

static const struct host memory_host = {
    .open = memory_open,
    .read = memory_read,
    .close = memory_close,
    .fstat = memory_fstat,
    .readlink = memory_readlink,
    .realpath = memory_realpath,
    .getcwd = memory_getcwd,
    /* what writes is not there: to call it is a crash */
};

/* Where the next line that begins a file starts in INPUT; its length when there is none. */
static ptrdiff_t memory_mark(str input)
{
    ptrdiff_t file = str_find(input, S("\n#== ")), link = str_find(input, S("\n#-> "));
    if (str_starts(input, S("#== ")) || str_starts(input, S("#-> ")))
        return 0;
    ptrdiff_t first = file < 0 || (link >= 0 && link < file) ? link : file;
    return first < 0 ? input.len : first + 1;
}

/* Takes the files out of INPUT. Returns the entry document, which is one of them as NAME. */
static str memory_split(str input, str name)
{
    struct arena *arena = &memory.arena;
    str entry = str_first(input, memory_mark(input)), rest = str_skip(input, entry.len);
    memory.files[0] =
        (struct memory_file){.path = path_join(arena, S("/here"), name), .text = entry};
    memory.count = 1;
    while (rest.len && memory.count < FILES_CAP) {
        str line, path, target, body = str_skip(rest, 4);
        bool is_link = rest.data[1] == '-';
        str_cut(body, '\n', &line, &body);
        ptrdiff_t len = memory_mark(body);
        bool has_target = str_cut(line, ' ', &path, &target) && target.len && is_link;
        path = is_link ? path : line;
        bool is_name = path.len && path.len < 200 && str_find_byte(line, '\0') < 0;
        if (is_name) {
            str all = path_normalise(arena, path_join(arena, S("/here"), path));
            struct memory_file file = {.path = all, .text = str_first(body, len)};
            if (has_target)
                file.target = arena_copy(arena, target);
            if (!memory_find(all) && !memory_is_folder(all))
                memory.files[memory.count++] = file;
        }
        rest = str_skip(body, len);
    }
    return entry;
}

/* Puts the host of memory in the place of the system's, with the files of INPUT. */
static str memory_begin(str input, str name)
{
    host = memory_host;
    return memory_split(input, name);
}

static void memory_end(void)
{
    arena_free(&memory.arena);
    memory.arena = (struct arena){0};
    memory.count = 0;
}

#endif
