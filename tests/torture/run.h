/*
 * run.h - one run of a command line: a child, forked off, that may be disturbed at one place, and
 * what it leaves.
 */
#ifndef TORTURE_RUN_H
#define TORTURE_RUN_H

#include "torture.h"
#include "tree.h"

struct outcome {
    int status;      /* as wait has it */
    char *out, *err; /* what it printed */
    struct tree tree;
};

/* The command line: the program's name first, its command second, NULL behind the last word. */
struct command {
    char **words;
    int count;
};

extern struct tree tree_before;    /* the folder as it was found */
extern struct outcome undisturbed; /* the run that nothing disturbed */
extern long disturbed_runs;        /* how many runs were disturbed so far */

/* Exits with 2 and the reason in errno for WHAT, which is the driver's own failure. */
__attribute__((noreturn)) void give_up(const char *what);

/*
 * Takes COMMAND, whose words must outlive all runs, as the one to disturb; remembers the folder,
 * runs it once without a disturbance, and puts the folder back.
 */
void run_init(struct command command);

/* The words of the command line that is disturbed. */
const struct command *run_command(void);

/* Runs the command line, but with the command NAME, undisturbed; it leaves the folder as it gets.
 */
struct outcome run_other(const char *name);

/* Runs the command line undisturbed, and leaves in `torture` how many places it has. */
void run_count_places(void);

/* Runs the command line disturbed. False, and nothing to free, when it ends before its place. */
bool run_disturbed(enum way way, int problem, long at, struct outcome *ret);

/* Frees what is left of a run and puts the folder back. */
void run_end(struct outcome *outcome);

void outcome_free(struct outcome *outcome);

/* As a shell tells it: 128 and the number of the signal that ended the run. */
int outcome_exit_status(const struct outcome *outcome);

/*
 * True when the run just disturbed ended as one that was not: by status, files, and what was
 * printed; where it could not write to standard error, that is left out.
 */
bool outcome_is_undisturbed(const struct outcome *outcome);

#endif
