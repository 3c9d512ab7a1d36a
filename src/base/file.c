#include "base/file.h"

#include "base/buf.h"
#include "base/host.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Opens for reading. O_NONBLOCK keeps a FIFO without a writer from hanging the open. */
static int open_to_read(const char *path, int *ret_fd, struct stat *ret_stat)
{
    bool is_stdin = strcmp(path, "-") == 0;
    int fd = is_stdin ? STDIN_FILENO : host.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
    if (fd < 0)
        return errno;
    *ret_fd = fd; /* the caller closes it, whatever comes next */
    if (host.fstat(fd, ret_stat) < 0)
        return errno;
    return S_ISDIR(ret_stat->st_mode) ? EISDIR : 0;
}

/* Reads up to COUNT bytes, waiting for a FIFO's writer. 0 at the end, -1 with errno on failure. */
static ssize_t read_some(int fd, char *to, size_t count)
{
    for (;;) {
        ssize_t got = host.read(fd, to, count);
        if (got >= 0 || (errno != EINTR && errno != EAGAIN))
            return got;
        if (errno == EAGAIN && fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK) < 0)
            return -1;
    }
}

static int read_all(int fd, struct buf *buf, ptrdiff_t expected)
{
    enum { STEP = 64 * 1024 };
    for (;;) {
        ptrdiff_t want = expected > buf->len ? expected - buf->len + 1 : STEP;
        if (want > buf->ceiling - buf->len)
            want = buf->ceiling - buf->len;
        if (want == 0)
            return EFBIG;
        char *to = buf_reserve(buf, want);
        ssize_t got = read_some(fd, to, (size_t)want);
        if (got < 0)
            return errno;
        if (got == 0)
            return 0;
        buf->len += got;
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
        problem = read_all(fd, &buf, S_ISREG(info.st_mode) ? (ptrdiff_t)info.st_size : 0);
    if (fd > STDERR_FILENO)
        host.close(fd);
    *ret_bytes = buf_view(&buf);
    return problem;
}

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
        if (count < 0 && errno == EAGAIN) /* a pipe that the parent made non-blocking */
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
        else if (count < 0 && errno != EINTR)
            return errno;
        if (count == 0)
            return EIO; /* no progress: trying again could go on forever */
        if (count > 0)
            bytes = str_skip(bytes, count);
    }
    return 0;
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
    const char *between = str_ends(directory, S("/")) ? "" : "/";
    return arena_printf(arena, "%.*s%s%.*s", (int)directory.len, directory.data, between,
                        (int)path.len, path.data);
}

str path_normalise(struct arena *arena, str path)
{
    bool absolute = str_starts(path, S("/"));
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    if (absolute)
        buf_add_byte(&out, '/');
    ptrdiff_t root = out.len, up = root; /* up: where the leading "../" parts end */
    for (str part, rest = path; rest.len;) {
        str_cut(rest, '/', &part, &rest);
        if (part.len == 0 || str_equal(part, S(".")))
            continue;
        bool is_up = str_equal(part, S(".."));
        if (is_up && out.len > up) {
            ptrdiff_t slash = str_find_last_byte(buf_view(&out), '/');
            out.len = slash < root ? root : slash;
            continue;
        }
        if (is_up && absolute)
            continue;
        if (out.len > root)
            buf_add_byte(&out, '/');
        buf_add(&out, part);
        if (is_up)
            up = out.len;
    }
    str result = out.len ? buf_view(&out) : S(".");
    return arena_copy(arena, result);
}

bool path_is_inside(str path, str directory)
{
    if (!str_starts(path, directory))
        return false;
    return path.len == directory.len || str_ends(directory, S("/")) ||
           path.data[directory.len] == '/';
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

int file_make_parents(struct arena *arena, const char *path)
{
    str directory = path_directory(str_of(path));
    struct stat info;
    const char *name = arena_copy(arena, directory).data;
    if (host.stat(name, &info) == 0)
        return 0;
    if (errno != ENOENT || str_equal(directory, S(".")) || str_equal(directory, S("/")))
        return errno;
    int problem = file_make_parents(arena, name);
    if (!problem && host.mkdir(name, 0777) < 0 && errno != EEXIST)
        problem = errno;
    return problem;
}

const char *file_draft_name(struct arena *arena, const char *path)
{
    str directory = path_directory(str_of(path)), base = path_base(str_of(path));
    const char *slash = str_equal(directory, S("/")) ? "" : "/";
    return arena_printf(arena, "%.*s%s.%.*s.schemac-draft", (int)directory.len, directory.data,
                        slash, (int)base.len, base.data)
        .data;
}

static int write_draft(const char *draft, str bytes, const mode_t *mode)
{
    if (host.unlink(draft) < 0 && errno != ENOENT)
        return errno;
    int fd = host.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0)
        return errno;
    int problem = file_write_all(fd, bytes);
    if (!problem && mode && host.fchmod(fd, *mode) < 0)
        problem = errno;
    if (!problem && host.fsync(fd) < 0)
        problem = errno;
    if (host.close(fd) < 0 && !problem)
        problem = errno;
    if (problem)
        host.unlink(draft);
    return problem;
}

void file_draft_init(struct arena *arena, const char *path, struct file_draft *ret_draft)
{
    *ret_draft =
        (struct file_draft){.path = path,
                            .draft = file_draft_name(arena, path),
                            .directory = arena_copy(arena, path_directory(str_of(path))).data};
}

int file_prepare(const struct file_draft *draft, str bytes)
{
    struct stat info = {0};
    bool exists = host.stat(draft->path, &info) == 0;
    if (!exists && errno != ENOENT)
        return errno; /* its mode is not known */
    mode_t mode = info.st_mode & 07777;
    if (exists && !S_ISREG(info.st_mode))
        return S_ISDIR(info.st_mode) ? EISDIR : EINVAL; /* a rename would destroy a device */
    return write_draft(draft->draft, bytes, exists ? &mode : NULL);
}

int file_commit(const struct file_draft *draft)
{
    if (host.rename(draft->draft, draft->path) < 0) {
        int problem = errno;
        host.unlink(draft->draft);
        return problem;
    }
    int fd = host.open(draft->directory, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return 0; /* a directory that may be written but not read: the rename has happened */
    int problem = host.fsync(fd) < 0 && errno != EINVAL ? errno : 0;
    host.close(fd);
    return problem;
}

void file_discard(const struct file_draft *draft)
{
    host.unlink(draft->draft);
}

/* Writes to what is no file with a content to keep: a device, a FIFO, /dev/stdout. */
static int write_through(const char *path, str bytes)
{
    int fd = host.open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK, 0); /* a FIFO may have no reader */
    if (fd < 0)
        return errno;
    int problem = file_write_all(fd, bytes);
    if (host.close(fd) < 0 && !problem)
        problem = errno;
    return problem;
}

int file_replace(struct arena *arena, const char *path, str bytes)
{
    str resolved = {0}, old;
    struct file_draft draft;
    struct stat info;
    if (host.stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
        return write_through(path, bytes);
    int problem = file_resolve(arena, path, &resolved);
    if (problem)
        return problem;
    assert(resolved.data);
    if (file_read(arena, resolved.data, bytes.len, &old) == 0 && str_equal(old, bytes))
        return 0;
    file_draft_init(arena, resolved.data, &draft);
    problem = file_prepare(&draft, bytes);
    return problem ? problem : file_commit(&draft);
}
