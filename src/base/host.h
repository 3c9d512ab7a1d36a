/*
 * host.h - the one seam to the operating system.
 *
 * All files, clocks and processes are reached through the table `host`. It starts out as POSIX;
 * tests and fuzzers put functions of their own in its members before they run anything, to fail or
 * stop at a chosen call. What stands on it is in file.h.
 */
#ifndef BASE_HOST_H
#define BASE_HOST_H

#include <dirent.h>
#include <poll.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

/* Members mean and return what the POSIX functions of their names do. */
struct host {
    int (*open)(const char *path, int flags, mode_t mode);
    ssize_t (*read)(int fd, void *to, size_t count);
    ssize_t (*write)(int fd, const void *from, size_t count);
    int (*fsync)(int fd);
    int (*syncfs)(int fd); /* the whole file system of FD; ENOSYS where there is no such call */
    int (*close)(int fd);
    int (*fstat)(int fd, struct stat *ret);
    int (*stat)(const char *path, struct stat *ret);
    int (*fchmod)(int fd, mode_t mode);
    int (*rename)(const char *from, const char *to);
    int (*exchange)(const char *a, const char *b); /* their names, in one step; ENOSYS: cannot */
    int (*unlink)(const char *path);
    int (*link)(const char *from, const char *to);
    DIR *(*opendir)(const char *path);
    struct dirent *(*readdir)(DIR *directory);
    int (*closedir)(DIR *directory);
    int (*mkdir)(const char *path, mode_t mode);
    int (*rmdir)(const char *path);
    /*
     * Locks the file of FD until that is closed: for itself when FD may be written, else with
     * others that read. It waits for its turn if it may, or fails with EAGAIN or EACCES.
     */
    int (*lock)(int fd, bool wait);
    ssize_t (*readlink)(const char *path, char *to, size_t size);
    char *(*realpath)(const char *path, char *resolved);
    char *(*getcwd)(char *to, size_t size);
    int (*fcntl)(int fd, int command, int value);
    int (*pipe)(int ends[2]);
    int (*poll)(struct pollfd *files, nfds_t count, int timeout);
    pid_t (*waitpid)(pid_t child, int *ret_status, int options);
    int (*spawn)(pid_t *ret_pid, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const argv[],
                 char *const environment[]);
};

extern struct host host;

/* Fills TO with COUNT bytes that an outsider cannot foresee. */
void host_random(void *to, size_t count);

/* Lets the process have COUNT files open and a few more, as far as it may. */
void host_allow_files(size_t count);

/*
 * Calls WORK with CONTEXT where there is stack enough for all recursions: here, unless the limit of
 * the process is too low for that; then on a thread with a stack of its own, which is waited for.
 * False when there is memory for no such thread.
 */
bool host_with_stack(void (*work)(void *context), void *context);

/* The environment variable NAME, or NULL when it is unset or empty. */
const char *host_environment(const char *name);

/* True when FD is a terminal. */
bool host_is_terminal(int fd);

#endif
