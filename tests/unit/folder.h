/*
 * folder.h - a test in an empty folder of its own, and plain ways to look at files in it.
 *
 * They go past the host (base/host.h), which such a test may have made to fail.
 */
#ifndef TESTS_FOLDER_H
#define TESTS_FOLDER_H

#include "base/arena.h"
#include "base/str.h"
#include "tap.h"

#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The folder; absolute, without symbolic links. */
static char *folder;

/* Makes a folder, in memory where that can be if it is for MANY files, and goes there. */
static inline void enter_folder(bool many)
{
    char in_memory[] = "/dev/shm/schemac-test-XXXXXX", on_disk[] = "/tmp/schemac-test-XXXXXX";
    char *made = many ? mkdtemp(in_memory) : NULL;
    if (!made)
        made = mkdtemp(on_disk);
    folder = made ? realpath(made, NULL) : NULL; /* /tmp itself may be a link */
    if (folder && chdir(folder) == 0)
        return;
    perror("a folder for the test");
    exit(1);
}

static inline int remove_one(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info;
    (void)kind;
    (void)walk;
    return remove(path);
}

/* Removes PATH with all that is in it, if it is there. */
static inline void remove_tree(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static inline void leave_folder(void)
{
    if (chdir("/") == 0)
        remove_tree(folder);
    free(folder);
    folder = NULL;
}

/* Gives the file PATH the content BYTES. */
static inline void write_file(const char *path, str bytes)
{
    FILE *file = fopen(path, "w");
    size_t len = (size_t)bytes.len;
    if (!file || (len && fwrite(bytes.data, 1, len, file) != len))
        perror(path);
    if (file)
        fclose(file);
}

/* What the file PATH holds, {0} when it is not there. */
static inline str read_file(struct arena *arena, const char *path)
{
    struct stat info;
    FILE *file = fopen(path, "r");
    if (!file)
        return (str){0};
    char *bytes = fstat(fileno(file), &info) == 0 ? arena_alloc(arena, 1, info.st_size + 1) : NULL;
    size_t len = bytes ? fread(bytes, 1, (size_t)info.st_size, file) : 0;
    fclose(file);
    return (str){bytes, (ptrdiff_t)len};
}

static inline bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/* The permissions of PATH, 0 when it is not there. */
static inline mode_t mode_of(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? info.st_mode & 07777 : 0;
}

/* What PROBLEM, 0 or an errno value, is called. */
static inline const char *problem_text(int problem)
{
    return problem ? strerror(problem) : "success";
}

/* is_problem(int got, int expected, format, ...) */
#define is_problem(got, expected, ...)                                                             \
    is_str(str_of(problem_text(got)), problem_text(expected), __VA_ARGS__)

/* For what another process does in its own time. */
static inline void wait_ms(long milliseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
}

#endif
