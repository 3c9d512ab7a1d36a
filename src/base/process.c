#include "base/process.h"

#include "base/file.h"
#include "base/host.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/*
 * True for a variable "NAME=value" that a child may see. git asks SUDO_UID whose repositories root
 * may trust. What changes the meaning of paths is meant for the command that we are a hook of, as
 * is GIT_LITERAL_PATHSPECS of `git --literal-pathspecs commit`.
 */
static bool is_passed_on(str variable)
{
    static const str names[] = {STR_INIT("PATH="),   STR_INIT("HOME="),
                                STR_INIT("TMPDIR="), STR_INIT("SUDO_UID="),
                                STR_INIT("GIT_"),    STR_INIT("XDG_CONFIG_HOME=")};
    str name, value;
    if (str_cut(variable, '=', &name, &value) && str_ends(name, S("_PATHSPECS")))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_starts(variable, names[i]))
            return true;
    return false;
}

/* The child's environment; messages that we might have to read are not translated. */
static char **small_environment(struct arena *arena)
{
    static char untranslated[] = "LC_ALL=C";
    ptrdiff_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **variables = arena_new(arena, char *, count + 2);
    variables[kept++] = untranslated;
    for (ptrdiff_t i = 0; i < count; i++)
        if (is_passed_on(str_of(environ[i])))
            variables[kept++] = environ[i];
    return variables;
}

static void close_pair(const int pair[2])
{
    host.close(pair[0]);
    host.close(pair[1]);
}

/* Makes a pipe whose ends no other child inherits. */
static int make_pipe(int ends[2])
{
    if (host.pipe(ends) < 0)
        return errno;
    for (int i = 0; i < 2; i++)
        if (host.fcntl(ends[i], F_SETFD, FD_CLOEXEC) < 0) {
            int problem = errno;
            close_pair(ends);
            return problem;
        }
    return 0;
}

/* What a function of posix_spawn returned, as a problem; a lack of memory ends the program. */
static int unless_oom(int problem)
{
    if (problem == ENOMEM)
        die_oom();
    return problem;
}

/* Gives the child the pipes as its standard input and output, and QUIET no standard error. */
static int connect(posix_spawn_file_actions_t *actions, const int to[2], const int from[2],
                   bool quiet)
{
    int problem = unless_oom(posix_spawn_file_actions_adddup2(actions, to[0], STDIN_FILENO));
    if (!problem)
        problem = unless_oom(posix_spawn_file_actions_adddup2(actions, from[1], STDOUT_FILENO));
    if (!problem && quiet)
        problem = unless_oom(
            posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0));
    return problem;
}

/* Lets SIGPIPE, which we ignore, end the child as it would anybody. */
static int restore_signals(posix_spawnattr_t *attributes)
{
    sigset_t defaults;
    if (sigemptyset(&defaults) < 0 || sigaddset(&defaults, SIGPIPE) < 0)
        return errno;
    int problem = unless_oom(posix_spawnattr_setsigdefault(attributes, &defaults));
    return problem ? problem
                   : unless_oom(posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF));
}

/* Spawns ARGV between the pipes. */
static int spawn(struct arena *arena, const char *const *argv, const int to[2], const int from[2],
                 bool quiet, pid_t *ret_pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char **environment = small_environment(arena);
    int problem = unless_oom(posix_spawn_file_actions_init(&actions));
    if (problem)
        return problem;
    problem = unless_oom(posix_spawnattr_init(&attributes));
    if (problem) {
        posix_spawn_file_actions_destroy(&actions);
        return problem;
    }
    problem = connect(&actions, to, from, quiet);
    if (!problem)
        problem = restore_signals(&attributes);
    if (!problem)
        problem =
            host.spawn(ret_pid, argv[0], &actions, &attributes, (char *const *)argv, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return problem;
}

static int start(struct arena *arena, const char *const *argv, bool quiet,
                 struct process *ret_process)
{
    int to[2], from[2];
    int problem = make_pipe(to);
    if (problem)
        return problem;
    problem = make_pipe(from);
    if (problem) {
        close_pair(to);
        return problem;
    }
    problem = spawn(arena, argv, to, from, quiet, &ret_process->pid);
    if (problem) {
        close_pair(to);
        close_pair(from);
        return problem;
    }
    host.close(to[0]);
    host.close(from[1]);
    ret_process->to = to[1];
    ret_process->from = from[0];
    return 0;
}

int process_start(struct arena *arena, const char *const *argv, struct process *ret_process)
{
    return start(arena, argv, false, ret_process);
}

int process_finish(struct process *process, int *ret_status)
{
    if (process->to >= 0)
        host.close(process->to);
    host.close(process->from);
    int status;
    pid_t ended;
    do
        ended = host.waitpid(process->pid, &status, 0);
    while (ended < 0 && errno == EINTR);
    if (ended < 0)
        return errno;
    *ret_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return 0;
}

static int read_all(struct arena *arena, const char *const *argv, bool quiet, ptrdiff_t ceiling,
                    str *ret_bytes, int *ret_status)
{
    struct process process;
    struct buf out = buf_in(arena, ceiling + 1);
    *ret_bytes = (str){0};
    int problem = start(arena, argv, quiet, &process);
    if (problem)
        return problem;
    host.close(process.to); /* it may wait for the end of that */
    process.to = -1;
    problem = file_read_all(process.from, 0, &out);
    *ret_bytes = buf_view(&out);
    int ended = process_finish(&process, ret_status);
    return problem ? problem : ended;
}

int process_read(struct arena *arena, const char *const *argv, ptrdiff_t ceiling, str *ret_bytes,
                 int *ret_status)
{
    return read_all(arena, argv, false, ceiling, ret_bytes, ret_status);
}

int process_read_quietly(struct arena *arena, const char *const *argv, ptrdiff_t ceiling,
                         str *ret_bytes, int *ret_status)
{
    return read_all(arena, argv, true, ceiling, ret_bytes, ret_status);
}
