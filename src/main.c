#include "cli/command.h"

#include "base/host.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/*
 * Takes the numbers of standard streams that the parent closed, so that no file of ours gets one
 * and finds messages written into it. They are opened the wrong way round: using them still fails.
 */
static void hold_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (host.fcntl(fd, F_GETFD, 0) < 0 && errno == EBADF)
            host.open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY, 0);
}

/* A failed assert has printed itself; the status says that it is a bug. */
static void end_on_bug(int signal_number)
{
    (void)signal_number;
    _exit(70);
}

struct run {
    const char *const *argv;
    int status;
};

static void run(void *run_)
{
    struct run *run = run_;
    run->status = cli_main(run->argv);
}

int main(int argc, char **argv)
{
    struct run whole = {.argv = (const char *const *)argv};
    (void)argc;
    hold_standard_streams();
    signal(SIGPIPE, SIG_IGN); /* a broken pipe must not end a run between two renames */
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN); /* a file over the limit of the shell is a failed write */
#endif
    signal(SIGABRT, end_on_bug);
    if (host_with_stack(run, &whole))
        return whole.status;
    return cli_refuse(L0002, "the stack is too small, and there is no memory for another");
}
