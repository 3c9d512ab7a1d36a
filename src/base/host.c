#include "base/host.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <time.h>
#include <unistd.h>

static int posix_open(const char *path, int flags, mode_t mode)
{
    return open(path, flags, mode);
}

static int posix_fcntl(int fd, int command, int value)
{
    return fcntl(fd, command, value);
}

static int posix_lock(int fd, bool wait)
{
    int flags = fcntl(fd, F_GETFL);
    bool is_shared = flags >= 0 && (flags & O_ACCMODE) == O_RDONLY;
    struct flock whole = {.l_type = is_shared ? F_RDLCK : F_WRLCK, .l_whence = SEEK_SET};
    int result;
    do
        result = fcntl(fd, wait ? F_SETLKW : F_SETLK, &whole);
    while (result < 0 && errno == EINTR);
    return result;
}

#ifdef __linux__
int syncfs(int fd); /* not of POSIX */
#else
static int syncfs(int fd)
{
    (void)fd;
    errno = ENOSYS;
    return -1;
}
#endif

#if defined __linux__ && defined SYS_renameat2
long syscall(long number, ...); /* not of POSIX */

static int exchange(const char *a, const char *b)
{
    enum { RENAME_EXCHANGE = 2 };
    return (int)syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE);
}
#else
static int exchange(const char *a, const char *b)
{
    (void)a;
    (void)b;
    errno = ENOSYS;
    return -1;
}
#endif

struct host host = {
    .open = posix_open,
    .read = read,
    .write = write,
    .fsync = fsync,
    .syncfs = syncfs,
    .close = close,
    .fstat = fstat,
    .stat = stat,
    .fchmod = fchmod,
    .rename = rename,
    .exchange = exchange,
    .unlink = unlink,
    .link = link,
    .opendir = opendir,
    .readdir = readdir,
    .closedir = closedir,
    .mkdir = mkdir,
    .rmdir = rmdir,
    .lock = posix_lock,
    .readlink = readlink,
    .realpath = realpath,
    .getcwd = getcwd,
    .fcntl = posix_fcntl,
    .pipe = pipe,
    .poll = poll,
    .waitpid = waitpid,
    .spawn = posix_spawnp,
};

void host_random(void *to, size_t count)
{
    int fd = host.open("/dev/urandom", O_RDONLY | O_CLOEXEC, 0);
    ssize_t got = fd < 0 ? -1 : host.read(fd, to, count);
    if (fd >= 0)
        host.close(fd);
    if (got == (ssize_t)count)
        return;
    /* A jail without the device: places in memory and the time are still hard to guess. */
    uint64_t mix = (uint64_t)(uintptr_t)to ^ (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid();
    for (size_t i = 0; i < count; i++) {
        mix = mix * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        ((unsigned char *)to)[i] = (unsigned char)(mix >> 56);
    }
}

void host_allow_files(size_t count)
{
    enum { MORE = 64 };
    struct rlimit limit;
    rlim_t wanted = (rlim_t)count + MORE;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= wanted)
        return; /* RLIM_INFINITY is the greatest of all */
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit); /* when it fails, opening too many does too, and says so */
}

/*
 * The deepest recursions take some 500 bytes a level of a document, which may have 512, or a part
 * of a path, which may have 2,048: about 512 KiB, and three times that under the sanitizers.
 */
enum { STACK_NEEDED = 2 * 1024 * 1024, STACK_GIVEN = 8 * 1024 * 1024 };

/* What a thread has to do. */
struct errand {
    void (*work)(void *context);
    void *context;
};

static void *run_errand(void *errand_)
{
    const struct errand *errand = errand_;
    errand->work(errand->context);
    return NULL;
}

bool host_with_stack(void (*work)(void *context), void *context)
{
    struct errand errand = {work, context};
    struct rlimit limit;
    pthread_attr_t attributes;
    pthread_t thread;
    if (getrlimit(RLIMIT_STACK, &limit) < 0 || limit.rlim_cur >= STACK_NEEDED) {
        work(context);
        return true;
    }
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool runs = pthread_attr_setstacksize(&attributes, STACK_GIVEN) == 0 &&
                pthread_create(&thread, &attributes, run_errand, &errand) == 0;
    pthread_attr_destroy(&attributes);
    return runs && pthread_join(thread, NULL) == 0;
}

const char *host_environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

bool host_is_terminal(int fd)
{
    return isatty(fd) == 1;
}
