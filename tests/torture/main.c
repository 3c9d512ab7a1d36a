/*
 * main.c - the driver: runs one command line over and over, each time disturbed at another place.
 *
 * It stands before schemac's own main (ld's --wrap=main), so that the program under test is linked
 * of the very objects that are installed. Each run is a child forked off here: that costs a tenth
 * of starting a program, which is what makes a run for every single allocation bearable.
 */
#include "harmless.h"
#include "verdict.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int __wrap_main(int argc, char **argv);

struct torture *torture;

enum { MAX_WORDS = 100 };

/* The command line, and what is asked for. */
static struct {
    bool allocations, calls, crashes;
    long from, to, step, ends;  /* step: between the first and the last `ends` places */
    char *words[MAX_WORDS + 1]; /* with the program's name before and NULL behind */
    int count;
} options;

/* ---- allocations and system calls ----------------------------------------------------------- */

/* The place behind AT, of LAST: all at both ends, every step-th between. */
static long next(long at, long last)
{
    long far_end = last - options.ends;
    if (at < options.ends || at >= far_end)
        return at + 1;
    return at + options.step < far_end ? at + options.step : far_end;
}

static void torture_allocations(void)
{
    struct outcome outcome;
    long runs_before = disturbed_runs;
    run_count_places();
    long last = torture->allocations;
    for (long at = options.from; at <= options.to; at = next(at, last)) {
        if (!run_disturbed(WAY_NO_MEMORY, 0, at, &outcome))
            break;
        verdict_of_failure(&outcome, 70, "schemac: out of memory\n");
        run_end(&outcome);
    }
    printf("%ld allocations, %ld failed in turn\n", last, disturbed_runs - runs_before);
}

/* What can befall a system call. */
struct trouble {
    const char *calls; /* members of host */
    enum way way;
    int problem;
};

static const struct trouble troubles[] = {
    {"open open_directory open_to_lock opendir stat readlink realpath getcwd unlink mkdir rename exchange "
     "open_to_create open_to_write link",
     WAY_ERROR, EACCES},
    {"open open_directory open_to_create opendir pipe", WAY_ERROR, EMFILE},
    {"read write fsync syncfs close close_after_reading close_to_unlock fstat stat unlink rename exchange realpath link fcntl "
     "poll opendir readdir closedir",
     WAY_ERROR, EIO},
    {"write mkdir rename exchange open_to_create fsync syncfs close link", WAY_ERROR, ENOSPC},
    {"fchmod", WAY_ERROR, EPERM},
    {"lock", WAY_ERROR, ENOLCK},
    {"spawn", WAY_ERROR, ENOMEM},
    {"waitpid", WAY_ERROR, ECHILD},
    {"read write waitpid", WAY_ERROR, EINTR},
    {"write", WAY_ERROR, EAGAIN},
    {"read write", WAY_SHORT, 0},
};

/* True when TROUBLE can befall the call that was disturbed last. */
static bool befalls(const struct trouble *trouble)
{
    char name[sizeof torture->call + 2], list[256];
    snprintf(list, sizeof list, " %s ", trouble->calls);
    snprintf(name, sizeof name, " %s ", torture->call);
    for (char *at = name + 1; at[1]; at++)
        if (*at == ' ')
            *at = '_';
    return strstr(list, name) != NULL;
}

/* All that can befall the call AT, a run each. False when there is no such call. */
static bool torture_call(long at)
{
    struct outcome outcome;
    if (!run_disturbed(WAY_SHORT, 0, at, &outcome)) /* tells which call it is */
        return false;
    verdict_of_survivor(&outcome);
    run_end(&outcome);
    for (size_t i = 0; i < sizeof troubles / sizeof *troubles; i++) {
        const struct trouble *trouble = &troubles[i];
        if (!befalls(trouble) || !run_disturbed(trouble->way, trouble->problem, at, &outcome))
            continue;
        bool is_same_call = befalls(trouble); /* how often a pipe is read is not always the same */
        if (is_same_call &&
            (trouble->way == WAY_SHORT || trouble->problem == EINTR || trouble->problem == EAGAIN))
            verdict_of_survivor(&outcome);
        else if (is_same_call)
            verdict_of_failure(&outcome, 2, "E0");
        run_end(&outcome);
    }
    return true;
}

static void torture_calls(void)
{
    long runs_before = disturbed_runs;
    run_count_places();
    long last = torture->calls;
    for (long at = options.from; at <= options.to; at = next(at, last))
        if (!torture_call(at))
            break;
    printf("%ld system calls, %ld runs with one failing\n", last, disturbed_runs - runs_before);
}

/* ---- crash points --------------------------------------------------------------------------- */

static void torture_crashes(void)
{
    struct outcome outcome;
    long runs_before = disturbed_runs;
    run_count_places();
    long last = torture->calls;
    for (long at = options.from; at <= options.to; at = next(at, last)) {
        if (!run_disturbed(WAY_KILL, 0, at, &outcome))
            break;
        bool half = strcmp(torture->call, "write") == 0;
        verdict_of_crash(&outcome);
        run_end(&outcome);
        if (!half || !run_disturbed(WAY_KILL_HALF, 0, at, &outcome))
            continue;
        verdict_of_crash(&outcome);
        run_end(&outcome);
    }
    printf("%ld system calls, %ld crashes\n", last, disturbed_runs - runs_before);
}

/* ---- the command line ----------------------------------------------------------------------- */

__attribute__((noreturn)) static void fail_usage(const char *word)
{
    fprintf(stderr, "torture: wrong use: %s (tools/torture --help)\n", word);
    exit(2);
}

/* Takes the option at WORD and the number behind it, which is where it returns. */
static char **parse_number(char **word)
{
    static const struct {
        const char *option;
        long *number;
    } known[] = {{"--from", &options.from},
                 {"--to", &options.to},
                 {"--step", &options.step},
                 {"--ends", &options.ends}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char *end;
        if (strcmp(*word, known[i].option) != 0 || !word[1])
            continue;
        *known[i].number = strtol(word[1], &end, 10);
        if (*end || end == word[1] || *known[i].number < 1)
            fail_usage(*word);
        return word + 1;
    }
    fail_usage(*word);
}

static void parse(char **argv)
{
    options.from = options.step = 1;
    options.to = 1000000000;
    options.ends = 300;
    char **word = argv + 1;
    for (; *word && **word == '-'; word++) {
        if (strcmp(*word, "--") == 0) {
            word++;
            break;
        }
        if (strcmp(*word, "--allocations") == 0)
            options.allocations = true;
        else if (strcmp(*word, "--system-calls") == 0)
            options.calls = true;
        else if (strcmp(*word, "--crashes") == 0)
            options.crashes = true;
        else
            word = parse_number(word);
    }
    if (!options.allocations && !options.calls && !options.crashes)
        options.allocations = options.calls = true;
    options.words[options.count++] = argv[0];
    for (; *word && options.count < MAX_WORDS; word++)
        options.words[options.count++] = *word;
    if (options.count < 2 || *word)
        fail_usage("one command line");
}

int __wrap_main(int argc, char **argv)
{
    (void)argc;
    parse(argv);
    torture =
        mmap(NULL, sizeof *torture, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (torture == MAP_FAILED)
        give_up("mmap");
    system_init();
    run_init((struct command){options.words, options.count});
    if (!verdict_of_undisturbed())
        return 1;
    if (options.allocations)
        torture_allocations();
    if (options.calls)
        torture_calls();
    if (options.crashes)
        torture_crashes();
    harmless_print();
    if (verdict_failures)
        printf("%ld of %ld runs ended as they must not\n", verdict_failures, disturbed_runs);
    return verdict_failures != 0;
}
