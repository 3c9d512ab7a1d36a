/*
 * index.c - talks to `git cat-file --batch` (git-cat-file(1), BATCH OUTPUT).
 *
 * A request is a line ":./PATH" and the answer "OBJECT TYPE SIZE", a line feed, SIZE bytes and a
 * line feed; or one line that ends in " missing". git finds repository, work tree and index by
 * itself and by its variables, as in a hook.
 */
#include "build/index.h"

#include "base/buf.h"
#include "base/host.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD = 64 * 1024 };

/* The name of PATH for git: relative to the current directory, in stage 0 of the index. */
static const char *revision(struct arena *arena, const char *path)
{
    char here[4096];
    str name = str_of(path);
    bool absolute = str_starts(name, S("/"));
    if (absolute && host.getcwd(here, sizeof here) && path_is_inside(name, str_of(here)))
        name = str_skip(name, (ptrdiff_t)strlen(here) + 1);
    str normal = path_normalise(arena, name);
    const char *dot = str_starts(normal, S("..")) || str_starts(normal, S("/")) ? "" : "./";
    return arena_printf(arena, ":%s%s", dot, normal.data).data;
}

/* Reads more of git's answers; false at their end or on failure. */
static bool read_ahead(struct git_index *index)
{
    if (index->ahead_len == index->ahead_cap) {
        index->ahead_cap += AHEAD;
        index->ahead = heap_resize(index->ahead, index->ahead_cap);
    }
    ssize_t got;
    do
        got = host.read(index->git.from, index->ahead + index->ahead_len,
                        (size_t)(index->ahead_cap - index->ahead_len));
    while (got < 0 && errno == EINTR);
    if (got > 0)
        index->ahead_len += got;
    return got > 0;
}

/* Takes COUNT bytes off what was read ahead. */
static void drop_ahead(struct git_index *index, ptrdiff_t count)
{
    index->ahead_len -= count;
    memmove(index->ahead, index->ahead + count, (size_t)index->ahead_len);
}

/* Takes the next COUNT bytes of the answers into the arena. */
static bool take_bytes(struct git_index *index, struct arena *arena, ptrdiff_t count, str *ret)
{
    while (index->ahead_len < count)
        if (!read_ahead(index))
            return false;
    *ret = arena_copy(arena, (str){index->ahead, count});
    drop_ahead(index, count);
    return true;
}

/* Takes the next line of the answers, without its line feed. */
static bool take_line(struct git_index *index, struct arena *arena, str *ret)
{
    ptrdiff_t end;
    while ((end = str_find_byte((str){index->ahead, index->ahead_len}, '\n')) < 0)
        if (!read_ahead(index))
            return false;
    return take_bytes(index, arena, end, ret) && (drop_ahead(index, 1), true);
}

/* The size in the head "OBJECT blob SIZE" of an answer; or -1, with the reason as an errno value.
 */
static ptrdiff_t answered_size(str head, int *ret_problem)
{
    str object, type, size;
    *ret_problem = ENOENT;
    if (str_ends(head, S(" missing")) || !str_cut(head, ' ', &object, &size) ||
        !str_cut(size, ' ', &type, &size))
        return -1;
    *ret_problem = EISDIR;
    if (!str_equal(type, S("blob")))
        return -1;
    ptrdiff_t value = 0;
    *ret_problem = EFBIG;
    for (ptrdiff_t i = 0; i < size.len; i++) {
        if (value > PTRDIFF_MAX / 16)
            return -1;
        value = value * 10 + (size.data[i] - '0');
    }
    *ret_problem = 0;
    return value;
}

/* One file from a git of its own: a name with a line feed cannot be asked for in a batch. */
static int read_alone(struct arena *arena, const char *name, ptrdiff_t ceiling, str *ret_bytes)
{
    const char *const argv[] = {"git", "cat-file", "blob", name, NULL};
    struct git_index alone = {0};
    int problem = process_start(arena, argv, &alone.git), status = 0;
    if (problem)
        return problem;
    while (alone.ahead_len <= ceiling && read_ahead(&alone)) {
    }
    *ret_bytes = arena_copy(arena, (str){alone.ahead, alone.ahead_len});
    bool too_long = alone.ahead_len > ceiling;
    free(alone.ahead);
    problem = process_finish(&alone.git, &status);
    return problem ? problem : too_long ? EFBIG : status ? ENOENT : 0;
}

static int ask(struct git_index *index, struct arena *arena, const char *name, ptrdiff_t ceiling,
               str *ret_bytes)
{
    str head, rest;
    int problem = file_write_all(index->git.to, arena_printf(arena, "%s\n", name));
    if (problem)
        return problem;
    if (!take_line(index, arena, &head))
        return EIO;
    ptrdiff_t size = answered_size(head, &problem);
    if (problem)
        return problem;
    if (size > ceiling)
        return EFBIG; /* the bytes are still to come: nothing more can be asked */
    if (!take_bytes(index, arena, size, ret_bytes) || !take_bytes(index, arena, 1, &rest))
        return EIO;
    return 0;
}

/* Reads what the index has under PATH itself: for a symbolic link, the text of the link. */
static int read_entry(struct git_index *index, struct arena *arena, const char *path,
                      ptrdiff_t ceiling, str *ret_bytes)
{
    static const char *const argv[] = {"git", "cat-file", "--batch", NULL};
    const char *name = revision(arena, path);
    if (strchr(name, '\n'))
        return read_alone(arena, name, ceiling, ret_bytes);
    if (!index->started && !index->problem) {
        index->problem = process_start(arena, argv, &index->git);
        index->started = index->problem == 0;
    }
    if (index->problem)
        return index->problem;
    int problem = ask(index, arena, name, ceiling, ret_bytes);
    if (problem == EPIPE)
        problem = EIO;
    if (problem == EIO || problem == EFBIG)
        index->problem = problem;
    return problem;
}

/* Where the link PATH leads, when the index has it as a link with the text TARGET; else NULL. */
static const char *followed(struct arena *arena, const char *path, str target)
{
    char there[4096];
    if (target.len == 0 || target.len > (ptrdiff_t)sizeof there)
        return NULL;
    ssize_t len = host.readlink(path, there, sizeof there);
    if (len != target.len || memcmp(there, target.data, (size_t)len) != 0)
        return NULL;
    return arena_copy(arena, path_join(arena, path_directory(str_of(path)), target)).data;
}

/* True when PATH lies in a repository of its own, a submodule, whose files this index does not
 * have. */
static bool is_in_submodule(struct arena *arena, const char *path)
{
    str name = path_normalise(arena, str_of(path));
    for (ptrdiff_t at = 0; at < name.len; at++) {
        str directory = str_first(name, at);
        struct stat info;
        bool leads_up = str_equal(directory, S("..")) || str_ends(directory, S("/.."));
        if (name.data[at] != '/' || at == 0 || leads_up)
            continue;
        const char *git = arena_printf(arena, "%.*s/.git", (int)at, name.data).data;
        if (host.stat(git, &info) == 0)
            return true;
    }
    return false;
}

int index_read(struct file_view *view, struct arena *arena, const char *path, ptrdiff_t ceiling,
               str *ret_bytes)
{
    enum { MAX_LINKS = 8 };
    struct git_index *index = (struct git_index *)view; /* its first member */
    *ret_bytes = (str){0};
    for (int links = 0; links < MAX_LINKS; links++) {
        int problem = read_entry(index, arena, path, ceiling, ret_bytes);
        if (problem == ENOENT && is_in_submodule(arena, path))
            return file_read(arena, path, ceiling, ret_bytes);
        const char *target = problem ? NULL : followed(arena, path, *ret_bytes);
        if (!target)
            return problem;
        path = target;
    }
    return ELOOP;
}

void index_done(struct git_index *index)
{
    int status;
    if (index->started)
        process_finish(&index->git, &status);
    free(index->ahead);
    *index = (struct git_index){0};
}
