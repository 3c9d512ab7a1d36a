/*
 * replay.c - runs a fuzz target over files, without a fuzzer.
 *
 *     replay-yaml [FILE|FOLDER...]      (default: tests/fuzz/seeds/yaml)
 *
 * Each file is one input, run in a process of its own, so that one that crashes or leaks is named
 * and the others are still tried. Prints TAP: one line for the target, and a comment for each input
 * that ended badly or took more than a second of CPU time.
 */
#include "fuzz.h"

#include "base/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct replay {
    struct arena arena;
    int count, bad;
};

/* Runs the input, in a block of its own, so that a sanitizer sees a step beyond its end. */
__attribute__((noreturn)) static void run_input(struct replay *replay, str bytes)
{
    uint8_t *data = heap_resize(NULL, bytes.len ? bytes.len : 1);
    if (bytes.len)
        memcpy(data, bytes.data, (size_t)bytes.len);
    arena_free(&replay->arena);
    LLVMFuzzerTestOneInput(data, (size_t)bytes.len);
    free(data);
    exit(0); /* with all that is done at an exit: to look for leaks, to count lines */
}

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static void replay_file(struct replay *replay, const char *path)
{
    str bytes;
    int problem = file_read(&replay->arena, path, FILE_CEILING, &bytes), status = 1;
    replay->count++;
    if (problem) {
        printf("# %s: cannot be read: %s\n", path, strerror(problem));
        replay->bad++;
        return;
    }
    fflush(stdout);
    struct rusage before, after;
    getrusage(RUSAGE_CHILDREN, &before);
    pid_t child = fork();
    if (child == 0)
        run_input(replay, bytes);
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
        bool signalled = child > 0 && WIFSIGNALED(status);
        printf("# seed %s: ended by %s %d\n", path, signalled ? "signal" : "status",
               signalled ? WTERMSIG(status) : WEXITSTATUS(status));
        replay->bad++;
    }
    getrusage(RUSAGE_CHILDREN, &after);
    double took = seconds(after.ru_utime) - seconds(before.ru_utime);
    if (took > 1)
        printf("# seed %s: %.1f s\n", path, took);
}

static int is_no_dot(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Replays the file PATH or, in the order of their names, all files in the folder PATH. */
static void replay_path(struct replay *replay, const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, is_no_dot, alphasort);
    if (count < 0) {
        replay_file(replay, path);
        return;
    }
    for (int i = 0; i < count; i++) {
        struct arena arena = {0};
        replay_path(replay, arena_printf(&arena, "%s/%s", path, entries[i]->d_name).data);
        arena_free(&arena);
        free(entries[i]);
    }
    free(entries);
}

int main(int argc, char **argv)
{
    struct replay replay = {0};
    const char *dash = strrchr(argv[0], '-'), *target = dash ? dash + 1 : argv[0];
    for (int i = 1; i < argc; i++)
        replay_path(&replay, argv[i]);
    if (argc == 1)
        replay_path(&replay, arena_printf(&replay.arena, "tests/fuzz/seeds/%s", target).data);
    bool passed = replay.count > 0 && replay.bad == 0;
    printf("%sok 1 - %s: %d seeds\n1..1\n", passed ? "" : "not ", target, replay.count);
    arena_free(&replay.arena);
    return !passed;
}
