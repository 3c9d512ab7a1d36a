/*
 * process.h - a child process that answers on pipes.
 *
 * No shell is involved: the child gets an argument vector, and of the environment only what it
 * needs (PATH, HOME, TMPDIR, XDG_CONFIG_HOME, SUDO_UID and the variables of git, but for those that
 * say how paths are meant), in the language C. Its standard error is ours, unless it is to be
 * quiet.
 */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include "base/arena.h"
#include "base/str.h"

#include <sys/types.h>

struct process {
    pid_t pid;
    int to, from; /* its standard input and output; -1: closed */
};

/* Starts ARGV, NULL at its end, looked up in PATH. 0 or an errno value. */
int process_start(struct arena *arena, const char *const *argv, struct process *ret_process);

/*
 * Runs ARGV with nothing on its standard input, and takes all that it prints, at most CEILING
 * bytes, into the arena; more is EFBIG. *RET_STATUS is as of process_finish. 0 or an errno value.
 */
int process_read(struct arena *arena, const char *const *argv, ptrdiff_t ceiling, str *ret_bytes,
                 int *ret_status);

/* The same; what it prints on standard error is dropped. */
int process_read_quietly(struct arena *arena, const char *const *argv, ptrdiff_t ceiling,
                         str *ret_bytes, int *ret_status);

/*
 * Closes the pipes, so that the child ends, and waits for it. *RET_STATUS is its exit status, or
 * 128 plus the signal that ended it. 0 or an errno value.
 */
int process_finish(struct process *process, int *ret_status);

#endif
