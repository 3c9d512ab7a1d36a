/*
 * bench.h - measuring work so that two kinds of it can be compared.
 *
 * Each run happens in a child process, so it meets a fresh heap, as in a program that does this
 * once, and can tell its own peak of memory. The runs of all jobs take turns, round by round, so
 * whatever slows the machine down for a while slows all of them. What counts is the median of the
 * rounds.
 *
 * Time is CPU time of user and kernel together. Memory is the peak of resident memory.
 */
#ifndef TESTS_BENCH_H
#define TESTS_BENCH_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Rounds are run until so many seconds are spent, but not fewer and not more than these. */
enum { BENCH_SECONDS = 3, BENCH_MIN_ROUNDS = 9, BENCH_MAX_ROUNDS = 201 };

struct cost {
    double seconds, bytes;
};

/* RUN does the work on WHAT and returns what it took; it ends the process when it cannot. */
struct job {
    struct cost (*run)(const void *what);
    const void *what;
    struct cost median;
};

static inline double bench_seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The peak of this process (RUSAGE_SELF) or of the largest of its children (RUSAGE_CHILDREN). */
static inline double bench_peak(int who)
{
    struct rusage usage;
    getrusage(who, &usage);
    return (double)usage.ru_maxrss * 1024; /* Linux counts KiB */
}

static inline int bench_compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Sorts VALUES. */
static inline double bench_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, bench_compare);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* Runs JOB once in a child; when that fails, which has said why, so do we. */
static inline struct cost bench_run(const struct job *job)
{
    int ends[2];
    if (pipe(ends) != 0) {
        perror("pipe");
        exit(2);
    }
    pid_t child = fork();
    if (child < 0) {
        perror("fork");
        exit(2);
    }
    if (child == 0) {
        struct cost cost = job->run(job->what);
        _exit(write(ends[1], &cost, sizeof cost) == sizeof cost ? 0 : 2);
    }
    close(ends[1]);
    struct cost cost;
    int status;
    bool told = read(ends[0], &cost, sizeof cost) == sizeof cost;
    close(ends[0]);
    if (waitpid(child, &status, 0) != child || status != 0 || !told)
        exit(2);
    return cost;
}

/* Sets the median of each of JOBS. */
static inline void bench_measure(struct job *jobs, int count)
{
    double *seconds = calloc((size_t)count * 2 * BENCH_MAX_ROUNDS, sizeof *seconds);
    double *bytes = seconds ? seconds + count * BENCH_MAX_ROUNDS : NULL;
    if (!seconds)
        exit(2);
    double end = bench_seconds(CLOCK_MONOTONIC) + BENCH_SECONDS;
    int rounds = 0;
    while (rounds < BENCH_MIN_ROUNDS ||
           (rounds < BENCH_MAX_ROUNDS && bench_seconds(CLOCK_MONOTONIC) < end)) {
        for (int i = 0; i < count; i++) {
            struct cost cost = bench_run(&jobs[i]);
            seconds[i * BENCH_MAX_ROUNDS + rounds] = cost.seconds;
            bytes[i * BENCH_MAX_ROUNDS + rounds] = cost.bytes;
        }
        rounds++;
    }
    for (int i = 0; i < count; i++) {
        jobs[i].median.seconds = bench_median(seconds + i * BENCH_MAX_ROUNDS, rounds);
        jobs[i].median.bytes = bench_median(bytes + i * BENCH_MAX_ROUNDS, rounds);
    }
    free(seconds);
}

#endif
