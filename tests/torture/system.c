/*
 * system.c - a host whose calls fail, fall short or kill the process when told to.
 */
#include "torture.h"

#include "base/host.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct host real;

/* What each file descriptor was opened for. */
enum { MAX_FDS = 64 };
static char names[MAX_FDS][256];

static const char *name_of(int fd)
{
    static const char *const standard[] = {"standard input", "standard output", "standard error"};
    if (fd >= 0 && fd <= STDERR_FILENO)
        return standard[fd];
    return fd >= 0 && fd < MAX_FDS && names[fd][0] ? names[fd] : "a pipe";
}

static void die(void)
{
    raise(SIGKILL);
}

/*
 * Counts the call NAME about WHAT. When it is the chosen one, says so to the driver, and returns
 * true with errno set if it has to fail. Calls that are to fall short are left to `transferred`.
 */
static bool disturbed(const char *name, const char *what)
{
    if (!torture_armed)
        return false;
    torture->calls++;
    if (torture->way <= WAY_NO_MEMORY || torture->calls != torture->at)
        return false;
    torture->hit = true;
    snprintf(torture->call, sizeof torture->call, "%s", name);
    snprintf(torture->what, sizeof torture->what, "%s", what);
    if (torture->way == WAY_KILL)
        die();
    errno = torture->problem;
    return torture->way == WAY_ERROR;
}

/* How many of COUNT bytes the call that was just counted may transfer. */
static size_t transferred(size_t count)
{
    bool is_short = torture->way == WAY_SHORT || torture->way == WAY_KILL_HALF;
    return torture_armed && is_short && torture->calls == torture->at && count > 1 ? count / 2
                                                                                   : count;
}

static int torture_open(const char *path, int flags, mode_t mode)
{
    struct stat info;
    const char *purpose = flags & O_CREAT                                        ? "open to create"
                          : (flags & O_ACCMODE) == O_RDWR                        ? "open to lock"
                          : (flags & O_ACCMODE) == O_WRONLY                      ? "open to write"
                          : real.stat(path, &info) == 0 && S_ISDIR(info.st_mode) ? "open directory"
                                                                                 : "open";
    if (disturbed(purpose, path))
        return -1;
    int fd = real.open(path, flags, mode);
    if (fd >= 0 && fd < MAX_FDS)
        snprintf(names[fd], sizeof names[fd], "%s", path);
    return fd;
}

static ssize_t torture_read(int fd, void *to, size_t count)
{
    return disturbed("read", name_of(fd)) ? -1 : real.read(fd, to, transferred(count));
}

static ssize_t torture_write(int fd, const void *from, size_t count)
{
    if (disturbed("write", name_of(fd)))
        return -1;
    ssize_t written = real.write(fd, from, transferred(count));
    if (torture_armed && torture->way == WAY_KILL_HALF && torture->calls == torture->at)
        die();
    return written;
}

/* Nothing is synced: no run can tell, and it would take most of the time. */
static int torture_fsync(int fd)
{
    return disturbed("fsync", name_of(fd)) ? -1 : 0;
}

static int torture_syncfs(int fd)
{
    return disturbed("syncfs", name_of(fd)) ? -1 : 0;
}

/* A close that fails has closed all the same, as Linux does it. */
static int torture_close(int fd)
{
    int flags = fcntl(fd, F_GETFL) & O_ACCMODE;
    const char *purpose = flags == O_RDONLY ? "close after reading"
                          : flags == O_RDWR ? "close to unlock"
                                            : "close";
    bool fails = disturbed(purpose, name_of(fd));
    int problem = errno;
    int result = real.close(fd);
    if (fd >= 0 && fd < MAX_FDS)
        names[fd][0] = '\0';
    if (!fails)
        return result;
    errno = problem;
    return -1;
}

static int torture_fstat(int fd, struct stat *ret)
{
    return disturbed("fstat", name_of(fd)) ? -1 : real.fstat(fd, ret);
}

static int torture_stat(const char *path, struct stat *ret)
{
    return disturbed("stat", path) ? -1 : real.stat(path, ret);
}

static int torture_fchmod(int fd, mode_t mode)
{
    return disturbed("fchmod", name_of(fd)) ? -1 : real.fchmod(fd, mode);
}

static int torture_rename(const char *from, const char *to)
{
    return disturbed("rename", to) ? -1 : real.rename(from, to);
}

static int torture_exchange(const char *a, const char *b)
{
    return disturbed("exchange", b) ? -1 : real.exchange(a, b);
}

static int torture_unlink(const char *path)
{
    return disturbed("unlink", path) ? -1 : real.unlink(path);
}

static DIR *torture_opendir(const char *path)
{
    DIR *directory = disturbed("opendir", path) ? NULL : real.opendir(path);
    int fd = directory ? dirfd(directory) : -1;
    if (fd >= 0 && fd < MAX_FDS)
        snprintf(names[fd], sizeof names[fd], "%s", path);
    return directory;
}

static struct dirent *torture_readdir(DIR *directory)
{
    return disturbed("readdir", name_of(dirfd(directory))) ? NULL : real.readdir(directory);
}

/* One that fails has closed all the same. */
static int torture_closedir(DIR *directory)
{
    bool fails = disturbed("closedir", "a directory");
    int problem = errno;
    int result = real.closedir(directory);
    if (!fails)
        return result;
    errno = problem;
    return -1;
}

static int torture_mkdir(const char *path, mode_t mode)
{
    return disturbed("mkdir", path) ? -1 : real.mkdir(path, mode);
}

static int torture_link(const char *from, const char *to)
{
    return disturbed("link", to) ? -1 : real.link(from, to);
}

static int torture_rmdir(const char *path)
{
    return disturbed("rmdir", path) ? -1 : real.rmdir(path);
}

static int torture_lock(int fd, bool wait)
{
    return disturbed("lock", name_of(fd)) ? -1 : real.lock(fd, wait);
}

static int torture_fcntl(int fd, int command, int value)
{
    return disturbed("fcntl", name_of(fd)) ? -1 : real.fcntl(fd, command, value);
}

static int torture_pipe(int ends[2])
{
    return disturbed("pipe", "a pipe") ? -1 : real.pipe(ends);
}

static int torture_poll(struct pollfd *files, nfds_t count, int timeout)
{
    return disturbed("poll", name_of(files->fd)) ? -1 : real.poll(files, count, timeout);
}

/* One that fails has waited all the same: nobody is left to hold the output of the run. */
static pid_t torture_waitpid(pid_t child, int *ret_status, int options)
{
    bool fails = disturbed("waitpid", "a child");
    int problem = errno;
    pid_t result = fails && problem == EINTR ? -1 : real.waitpid(child, ret_status, options);
    if (!fails)
        return result;
    errno = problem;
    return -1;
}

static ssize_t torture_readlink(const char *path, char *to, size_t size)
{
    return disturbed("readlink", path) ? -1 : real.readlink(path, to, size);
}

static char *torture_realpath(const char *path, char *resolved)
{
    return disturbed("realpath", path) ? NULL : real.realpath(path, resolved);
}

static char *torture_getcwd(char *to, size_t size)
{
    return disturbed("getcwd", "the current directory") ? NULL : real.getcwd(to, size);
}

/* Like posix_spawnp it returns the problem. */
static int torture_spawn(pid_t *ret_pid, const char *file,
                         const posix_spawn_file_actions_t *actions,
                         const posix_spawnattr_t *attributes, char *const argv[],
                         char *const environment[])
{
    return disturbed("spawn", file)
               ? torture->problem
               : real.spawn(ret_pid, file, actions, attributes, argv, environment);
}

void system_init(void)
{
    real = host;
    host = (struct host){
        .open = torture_open,
        .read = torture_read,
        .write = torture_write,
        .fsync = torture_fsync,
        .syncfs = torture_syncfs,
        .close = torture_close,
        .fstat = torture_fstat,
        .stat = torture_stat,
        .fchmod = torture_fchmod,
        .rename = torture_rename,
        .exchange = torture_exchange,
        .unlink = torture_unlink,
        .link = torture_link,
        .opendir = torture_opendir,
        .readdir = torture_readdir,
        .closedir = torture_closedir,
        .mkdir = torture_mkdir,
        .rmdir = torture_rmdir,
        .lock = torture_lock,
        .readlink = torture_readlink,
        .realpath = torture_realpath,
        .getcwd = torture_getcwd,
        .fcntl = torture_fcntl,
        .pipe = torture_pipe,
        .poll = torture_poll,
        .waitpid = torture_waitpid,
        .spawn = torture_spawn,
    };
}
