/* run.c - see run.h. */
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int __real_main(int argc, char **argv);

enum { PATIENCE_SECONDS = 60 };

bool torture_armed;
struct tree tree_before;
struct outcome undisturbed;
long disturbed_runs;

static struct command command;
static int out_fd, err_fd; /* files that take a child's output */

void give_up(const char *what)
{
    fprintf(stderr, "torture: %s: %s\n", what, strerror(errno));
    exit(2);
}

/* A file without a name that takes what a child prints. */
static int scratch_file(void)
{
    char name[] = "/tmp/schemac-torture.XXXXXX";
    int fd = mkstemp(name);
    if (fd < 0 || unlink(name) < 0)
        give_up("a temporary file");
    return fd;
}

static char *taken(int fd)
{
    off_t size = lseek(fd, 0, SEEK_END);
    char *text = calloc(1, (size_t)size + 1);
    if (!text || pread(fd, text, (size_t)size, 0) != size)
        give_up("the output of a run");
    return text;
}

static void become_child(const struct command *words, bool armed)
{
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(out_fd, STDOUT_FILENO);
    dup2(err_fd, STDERR_FILENO);
    close(nothing);
    alarm(PATIENCE_SECONDS);
    torture_armed = armed;
    int status = __real_main(words->count, words->words);
    torture_armed = false; /* what the libraries do at the end is not the program's */
    exit(status);
}

/* Runs WORDS as `torture` says, or undisturbed and uncounted. */
static struct outcome run(const struct command *words, bool armed)
{
    struct outcome outcome;
    for (int i = 0; i < 2; i++) {
        int fd = i ? err_fd : out_fd;
        if (ftruncate(fd, 0) < 0 || lseek(fd, 0, SEEK_SET) < 0)
            give_up("the output of a run");
    }
    if (armed) {
        torture->allocations = torture->calls = 0;
        torture->hit = false;
        torture->caller = NULL;
        torture->call[0] = torture->what[0] = '\0';
    }
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        give_up("fork");
    if (child == 0)
        become_child(words, armed);
    while (waitpid(child, &outcome.status, 0) < 0)
        if (errno != EINTR)
            give_up("waitpid");
    outcome.out = taken(out_fd);
    outcome.err = taken(err_fd);
    outcome.tree = tree_read();
    return outcome;
}

void run_init(struct command words)
{
    command = words;
    out_fd = scratch_file();
    err_fd = scratch_file();
    tree_before = tree_read();
    undisturbed = run(&command, false);
    tree_restore(&undisturbed.tree, &tree_before);
}

const struct command *run_command(void)
{
    return &command;
}

struct outcome run_other(const char *name)
{
    struct command other = {calloc((size_t)command.count + 1, sizeof(char *)), command.count};
    if (!other.words)
        give_up("a command line");
    memcpy(other.words, command.words, (size_t)command.count * sizeof(char *));
    other.words[1] = (char *)name;
    struct outcome outcome = run(&other, false);
    free(other.words);
    return outcome;
}

void run_count_places(void)
{
    torture->way = WAY_NONE;
    struct outcome outcome = run(&command, true);
    run_end(&outcome);
}

bool run_disturbed(enum way way, int problem, long at, struct outcome *ret)
{
    torture->way = way;
    torture->problem = problem;
    torture->at = at;
    *ret = run(&command, true);
    disturbed_runs += torture->hit;
    if (!torture->hit)
        run_end(ret);
    return torture->hit;
}

void run_end(struct outcome *outcome)
{
    tree_restore(&outcome->tree, &tree_before);
    outcome_free(outcome);
}

void outcome_free(struct outcome *outcome)
{
    free(outcome->out);
    free(outcome->err);
    tree_free(&outcome->tree);
}

int outcome_exit_status(const struct outcome *outcome)
{
    return WIFEXITED(outcome->status) ? WEXITSTATUS(outcome->status)
                                      : 128 + WTERMSIG(outcome->status);
}

bool outcome_is_undisturbed(const struct outcome *outcome)
{
    bool is_mute = strcmp(torture->what, "standard error") == 0;
    return outcome->status == undisturbed.status && strcmp(outcome->out, undisturbed.out) == 0 &&
           (is_mute || strcmp(outcome->err, undisturbed.err) == 0) &&
           tree_equal(&outcome->tree, &undisturbed.tree);
}
