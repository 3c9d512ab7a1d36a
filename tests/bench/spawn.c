/*
 * spawn.c - whole processes, from their start to their end.
 *
 * usage: spawn [--verdicts] COMMAND [ARGUMENT...] [-- COMMAND [ARGUMENT...]]...
 *
 * One line for each COMMAND: its seconds and its bytes of memory. Its standard output goes nowhere,
 * and its status has to be 0; with --verdicts it may be 1 or 2, too, with which validators say that
 * something is not valid, and its standard error goes nowhere.
 */
#include "bench.h"

#include <fcntl.h>
#include <spawn.h>

extern char **environ;

static bool takes_verdicts;

/* posix_spawn, since a fork would bill the copied page tables to the command. */
static struct cost run_command(const void *argv_)
{
    char *const *argv = argv_;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (takes_verdicts)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child;
    int problem = posix_spawn(&child, argv[0], &actions, NULL, argv, environ);
    int status = 0;
    if (problem || waitpid(child, &status, 0) != child ||
        (status != 0 && !(takes_verdicts && WIFEXITED(status) && WEXITSTATUS(status) <= 2))) {
        fprintf(stderr, "spawn: %s: %s\n", argv[0],
                problem ? strerror(problem) : "the status is not 0");
        _exit(2);
    }
    struct rusage usage; /* exact for ended children, unlike the ticks of times() */
    getrusage(RUSAGE_CHILDREN, &usage);
    double micro = (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    return (struct cost){(double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + micro / 1e6,
                         bench_peak(RUSAGE_CHILDREN)};
}

int main(int argc, char **argv)
{
    struct job *jobs = calloc((size_t)argc, sizeof *jobs);
    int count = 0, first = 1;
    takes_verdicts = argc > 1 && strcmp(argv[1], "--verdicts") == 0;
    first += takes_verdicts;
    for (int i = first; jobs && i < argc; i++) {
        if (i == first || !argv[i - 1])
            jobs[count++] = (struct job){.run = run_command, .what = &argv[i]};
        if (strcmp(argv[i], "--") == 0)
            argv[i] = NULL; /* ends the command before it */
    }
    if (!count) {
        fputs("usage: spawn [--verdicts] COMMAND [ARGUMENT...] [-- COMMAND [ARGUMENT...]]...\n",
              stderr);
        return 2;
    }
    bench_measure(jobs, count);
    for (int i = 0; i < count; i++)
        printf("%.6f %.0f\n", jobs[i].median.seconds, jobs[i].median.bytes);
    free(jobs);
    return 0;
}
