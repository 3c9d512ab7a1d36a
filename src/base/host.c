#include "base/host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int posix_open(const char *path, int flags, mode_t mode)
{
    return open(path, flags, mode);
}

static int posix_lock(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int result;
    do
        result = fcntl(fd, F_SETLKW, &whole);
    while (result < 0 && errno == EINTR);
    return result;
}

struct host host = {
    .open = posix_open,
    .read = read,
    .write = write,
    .fsync = fsync,
    .close = close,
    .fstat = fstat,
    .stat = stat,
    .fchmod = fchmod,
    .rename = rename,
    .unlink = unlink,
    .mkdir = mkdir,
    .lock = posix_lock,
    .readlink = readlink,
    .realpath = realpath,
    .getcwd = getcwd,
    .spawn = posix_spawnp,
};

void host_random(void *to, size_t count)
{
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, to, count);
    if (fd >= 0)
        close(fd);
    if (got == (ssize_t)count)
        return;
    /* A jail without the device: where things lie in memory and the time are still hard to guess.
     */
    uint64_t mix = (uint64_t)(uintptr_t)to ^ (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid();
    for (size_t i = 0; i < count; i++) {
        mix = mix * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        ((unsigned char *)to)[i] = (unsigned char)(mix >> 56);
    }
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
