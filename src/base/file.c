#include "base/file.h"

#include "base/host.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool file_is_stream(const char *path)
{
    return strcmp(path, "-") == 0;
}

str file_called(const char *path)
{
    return file_is_stream(path) ? S("<stdin>") : str_of(path);
}

/* Opens for reading. O_NONBLOCK keeps a FIFO without a writer from hanging the open. */
static int open_to_read(const char *path, int *ret_fd, struct stat *ret_stat)
{
    bool is_stdin = file_is_stream(path);
    int fd = is_stdin ? STDIN_FILENO : host.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
    if (fd < 0)
        return errno;
    *ret_fd = fd; /* the caller closes it, whatever comes next */
    if (host.fstat(fd, ret_stat) < 0)
        return errno;
    return S_ISDIR(ret_stat->st_mode) ? EISDIR : 0;
}

void file_close(int fd)
{
    if (fd > STDERR_FILENO)
        host.close(fd);
}

int file_open(const char *path, int *ret_fd)
{
    struct stat info;
    int fd = -1, problem = open_to_read(path, &fd, &info);
    if (problem)
        file_close(fd);
    *ret_fd = problem ? -1 : fd;
    return problem;
}

ssize_t file_read_some(int fd, char *to, ptrdiff_t count)
{
    for (;;) {
        ssize_t got = host.read(fd, to, (size_t)count);
        if (got >= 0 || (errno != EINTR && errno != EAGAIN))
            return got;
        if (errno == EAGAIN &&
            host.fcntl(fd, F_SETFL, host.fcntl(fd, F_GETFL, 0) & ~O_NONBLOCK) < 0)
            return -1;
    }
}

int file_read_all(int fd, ptrdiff_t expected, struct buf *buf)
{
    enum { STEP = 64 * 1024 };
    for (;;) {
        ptrdiff_t want = buf->len && expected == buf->len ? 1
                         : expected > buf->len            ? expected - buf->len + 1
                                                          : STEP;
        if (want > buf->ceiling - buf->len)
            want = buf->ceiling - buf->len;
        if (want == 0)
            return EFBIG;
        char *to = buf_reserve(buf, want);
        ssize_t got = file_read_some(fd, to, want);
        if (got < 0)
            return errno;
        buf->len += got;
        bool is_all = got < want && buf->len == expected; /* a file's end cuts a reading short */
        if (got == 0 || (is_all && expected > 0))
            return 0;
    }
}

int file_read(struct arena *arena, const char *path, ptrdiff_t ceiling, str *ret_bytes)
{
    int fd = -1;
    struct stat info = {0};
    int problem = open_to_read(path, &fd, &info);
    if (ceiling < PTRDIFF_MAX)
        ceiling++; /* one more byte tells a full file from a longer one */
    struct buf buf = buf_in(arena, ceiling);
    if (!problem && S_ISREG(info.st_mode) && info.st_size >= ceiling)
        problem = EFBIG;
    if (!problem)
        problem = file_read_all(fd, S_ISREG(info.st_mode) ? (ptrdiff_t)info.st_size : 0, &buf);
    file_close(fd);
    *ret_bytes = buf_view(&buf);
    return problem;
}

int file_compare(const char *path, str bytes, bool *ret_is_same)
{
    char piece[16 * 1024];
    int fd = -1, problem = file_open(path, &fd);
    bool is_same = !problem;
    ssize_t got = 1;
    while (is_same && got > 0) {
        got = file_read_some(fd, piece, sizeof piece);
        if (got < 0)
            problem = errno;
        is_same = got >= 0 && str_starts(bytes, (str){piece, got});
        if (is_same)
            bytes = str_skip(bytes, got);
    }
    file_close(fd);
    *ret_is_same = is_same && bytes.len == 0;
    return problem;
}

static int read_nothing(struct file_view *view, struct arena *arena, const char *path,
                        ptrdiff_t ceiling, str *ret_bytes)
{
    (void)view, (void)arena, (void)path, (void)ceiling, (void)ret_bytes;
    return ENOENT;
}

static int list_nothing(struct file_view *view, struct arena *arena, const char *directory,
                        struct file_list *ret_files)
{
    (void)view, (void)arena, (void)directory;
    *ret_files = (struct file_list){0};
    return 0;
}

struct file_view file_view_empty = {.read = read_nothing, .list = list_nothing};

int file_view_read(struct file_view *view, struct arena *arena, const char *path, ptrdiff_t ceiling,
                   str *ret_bytes)
{
    return view ? view->read(view, arena, path, ceiling, ret_bytes)
                : file_read(arena, path, ceiling, ret_bytes);
}

int file_write_all(int fd, str bytes)
{
    while (bytes.len) {
        ssize_t count = host.write(fd, bytes.data, (size_t)bytes.len);
        if (count < 0 && errno == EAGAIN) { /* a pipe that the parent made non-blocking */
            count = host.poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
            if (count >= 0)
                continue;
        }
        if (count < 0 && errno != EINTR)
            return errno;
        if (count == 0)
            return EIO; /* no progress: trying again could go on forever */
        if (count > 0)
            bytes = str_skip(bytes, count);
    }
    return 0;
}

int file_fill(int fd, str bytes, const mode_t *mode, bool durable)
{
    int problem = file_write_all(fd, bytes);
    if (!problem && mode && host.fchmod(fd, *mode) < 0) /* to write may have taken bits off */
        problem = errno;
    if (!problem && durable && host.fsync(fd) < 0)
        problem = errno;
    if (host.close(fd) < 0 && !problem)
        problem = errno;
    return problem;
}

int file_sync(const char *path)
{
    int fd = host.open(path, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return errno;
    int problem = host.fsync(fd) < 0 && errno != EINVAL ? errno : 0;
    host.close(fd);
    return problem;
}

int file_append(const char *path, str bytes)
{
    int fd = host.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    return fd < 0 ? errno : file_fill(fd, bytes, NULL, false);
}

str path_directory(str path)
{
    ptrdiff_t slash = str_find_last_byte(path, '/');
    while (slash > 0 && path.data[slash - 1] == '/')
        slash--;
    return slash < 0 ? S(".") : slash == 0 ? S("/") : str_first(path, slash);
}

str path_base(str path)
{
    return str_skip(path, str_find_last_byte(path, '/') + 1);
}

str path_join(struct arena *arena, str directory, str path)
{
    if (directory.len == 0 || str_equal(directory, S(".")) || str_starts(path, S("/")))
        return path;
    ptrdiff_t slash = str_ends(directory, S("/")) ? 0 : 1, len = directory.len + slash + path.len;
    char *joined = arena_alloc(arena, 1, len + 1);
    memcpy(joined, directory.data, (size_t)directory.len);
    memset(joined + directory.len, '/', (size_t)slash);
    if (path.len)
        memcpy(joined + directory.len + slash, path.data, (size_t)path.len);
    return (str){joined, len};
}

/* A normalised path that is being made. */
struct normal {
    char *to;
    ptrdiff_t len, root, up; /* UP: where the leading "../" parts end */
};

static void add_parts(struct normal *n, str path)
{
    for (str part, rest = path; rest.len;) {
        str_cut(rest, '/', &part, &rest);
        if (part.len == 0 || str_equal(part, S(".")))
            continue;
        bool is_up = str_equal(part, S(".."));
        if (is_up && n->len > n->up) {
            ptrdiff_t slash = str_find_last_byte((str){n->to, n->len}, '/');
            n->len = slash < n->root ? n->root : slash;
            continue;
        }
        if (is_up && n->root)
            continue;
        if (n->len > n->root)
            n->to[n->len++] = '/';
        memcpy(n->to + n->len, part.data, (size_t)part.len);
        n->len += part.len;
        if (is_up)
            n->up = n->len;
    }
}

/* DIRECTORY, which may be empty, and PATH as one, normalised, in TO, which has room for both and 2
 * bytes more. */
static str normalise(char *to, str directory, str path)
{
    ptrdiff_t root = str_starts(directory.len ? directory : path, S("/")) ? 1 : 0;
    struct normal n = {to, root, root, root};
    memset(to, '/', (size_t)root);
    add_parts(&n, directory);
    add_parts(&n, path);
    to[n.len] = '\0';
    return n.len ? (str){to, n.len} : S(".");
}

str path_normalise(struct arena *arena, str path)
{
    return normalise(arena_alloc(arena, 1, path.len + 2), (str){0}, path);
}

str path_place(struct buf *room, str directory, str path)
{
    if (str_starts(path, S("/")))
        directory = (str){0};
    room->len = 0;
    return normalise(buf_reserve(room, directory.len + path.len + 2), directory, path);
}

bool path_is_inside(str path, str directory)
{
    if (!str_starts(path, directory))
        return false;
    return path.len == directory.len || str_ends(directory, S("/")) ||
           path.data[directory.len] == '/';
}

str path_below(str path, str directory)
{
    if (path.len == directory.len)
        return S(".");
    return str_skip(path, directory.len + (str_ends(directory, S("/")) ? 0 : 1));
}

int file_lies_in(struct arena *arena, const char *path, str directory, bool *ret_lies)
{
    str resolved = S(""); /* the analysers do not trust errno to be set */
    int problem = file_resolve(arena, path, &resolved);
    bool is_gone =
        problem == ENOENT || problem == ENOTDIR || problem == ELOOP || problem == ENAMETOOLONG;
    *ret_lies = is_gone || (!problem && path_is_inside(resolved, directory));
    return is_gone ? 0 : problem;
}

/* The last COUNT parts of the absolute PATH; empty when it has fewer. */
static str last_parts(str path, ptrdiff_t count)
{
    ptrdiff_t at = path.len;
    for (; count > 0 && at >= 0; count--)
        at = str_find_last_byte(str_first(path, at), '/');
    return str_skip(path, at < 0 || at == path.len ? path.len : at + 1);
}

/* PATH, a relative one, without first parts that lead out of the directory HERE and back. */
static str without_detour(struct arena *arena, str path, str here)
{
    ptrdiff_t ups = 0, cut = 0;
    while (str_starts(str_skip(path, 3 * ups), S("../")))
        ups++;
    str rest = str_skip(path, 3 * ups);
    for (str part, parts = last_parts(here, ups); cut < ups && parts.len; cut++) {
        str_cut(parts, '/', &part, &parts);
        if (!str_starts(rest, part) || rest.len == part.len || rest.data[part.len] != '/')
            break;
        rest = str_skip(rest, part.len + 1);
    }
    if (cut == 0)
        return path;
    return arena_printf(arena, "%.*s%.*s", (int)(3 * (ups - cut)), path.data, (int)rest.len,
                        rest.data);
}

str path_from_here(struct arena *arena, str path)
{
    char buffer[4096];
    bool may_change = str_starts(path, S("/")) || str_starts(path, S("../"));
    if (!may_change || !host.getcwd(buffer, sizeof buffer))
        return path;
    str here = str_of(buffer);
    if (!str_starts(path, S("/")))
        return without_detour(arena, path, here);
    if (!path_is_inside(path, here) || path.len == here.len)
        return path;
    return path_below(path, here);
}

/* As realpath, which takes memory for its result. */
static char *resolve(const char *path)
{
    char *resolved = host.realpath(path, NULL);
    if (!resolved && errno == ENOMEM)
        die_oom();
    return resolved;
}

/* Where the link PATH leads, which is not there; NULL when PATH is no link. */
static const char *dangling_target(struct arena *arena, const char *path)
{
    char target[4096];
    ssize_t len = host.readlink(path, target, sizeof target);
    if (len < 0 || len == (ssize_t)sizeof target)
        return NULL;
    str joined = path_join(arena, path_directory(str_of(path)), (str){target, len});
    return arena_copy(arena, joined).data;
}

/* As file_resolve for a file that is not there: its directory is resolved. */
static int resolve_missing(struct arena *arena, const char *path, str *ret_resolved)
{
    enum { MAX_LINKS = 40 };
    int links = 0;
    for (const char *target; (target = dangling_target(arena, path)); path = target)
        if (++links > MAX_LINKS)
            return ELOOP;
    char *directory = resolve(arena_copy(arena, path_directory(str_of(path))).data);
    if (!directory)
        return errno;
    *ret_resolved = path_join(arena, arena_copy(arena, str_of(directory)), path_base(str_of(path)));
    free(directory);
    return 0;
}

int file_resolve(struct arena *arena, const char *path, str *ret_resolved)
{
    char *resolved = resolve(path);
    if (!resolved)
        return errno == ENOENT ? resolve_missing(arena, path, ret_resolved) : errno;
    *ret_resolved = arena_copy(arena, str_of(resolved));
    free(resolved);
    return 0;
}

int file_make_parents(struct arena *arena, const char *path, struct file_made **made)
{
    str directory = path_directory(str_of(path));
    struct stat info;
    const char *name = arena_copy(arena, directory).data;
    if (host.stat(name, &info) == 0)
        return 0;
    if (errno != ENOENT || str_equal(directory, S(".")) || str_equal(directory, S("/")))
        return errno;
    int problem = file_make_parents(arena, name, made);
    if (problem)
        return problem;
    struct file_made *one = arena_new(arena, struct file_made, 1);
    if (host.mkdir(name, 0777) < 0)
        return errno == EEXIST ? 0 : errno;
    if (made) {
        *one = (struct file_made){.path = name, .next = *made};
        *made = one;
    }
    return 0;
}

void file_remove_made(const struct file_made *made)
{
    for (; made; made = made->next)
        host.rmdir(made->path);
}
