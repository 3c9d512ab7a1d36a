/*
 * run.c - one run of the program, from argv to the exit status.
 */
#include "cli/command.h"

#include "base/file.h"
#include "base/host.h"
#include "base/show.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/*
 * A command line whose first word is an option: --help and --version stand for the commands. Others
 * are left to command_find, which reports them.
 */
static const char *command_name(const char *word)
{
    static const struct {
        const char *option, *command;
    } known[] = {{"--help", "help"}, {"-h", "help"}, {"--version", "version"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(word, known[i].option) == 0)
            return known[i].command;
    return word;
}

/* Finds and runs the command of ARGV, the words behind the program's name, at least one. */
static const struct command *run(struct session *session, const char *const *argv)
{
    const struct command *command = command_find(session, command_name(argv[0]));
    if (!command)
        return NULL;
    /* The 1 is for commands that have no options. */
    void *options = arena_alloc(session->arena, 1, (ptrdiff_t)command->options_size + 1);
    struct operands operands;
    bool help;
    if (!command_parse(session, command, argv + 1, options, &operands, &help))
        return command;
    if (help)
        help_command(&session->out, command);
    else
        command->run(session, options, operands);
    return command;
}

bool cli_wants_colour(int fd)
{
    const char *terminal = host_environment("TERM");
    return host_is_terminal(fd) && !host_environment("NO_COLOR") &&
           !(terminal && strcmp(terminal, "dumb") == 0);
}

/*
 * Writes BYTES to standard output, and reports when that fails. In text a reader that has gone away
 * needs no message: it was its choice, and the status tells. A report for a machine has the status
 * in it, and the two must agree.
 */
static bool write_result(struct session *session, str bytes)
{
    int problem = file_write_all(STDOUT_FILENO, bytes);
    if (problem && (problem != EPIPE || !report_is_text(session->format)))
        diag_report(&session->found, E0003, (place){0}, "standard output cannot be written: %s",
                    strerror(problem));
    return problem == 0;
}

/* Adds the report to the summary of the step that runs in GitHub Actions, where there is one. */
static void add_step_summary(struct session *session)
{
    const char *path = host_environment("GITHUB_STEP_SUMMARY");
    if (!path)
        return;
    struct buf summary = buf_in(session->arena, PTRDIFF_MAX);
    report_markdown(&session->found, &summary);
    buf_add_byte(&summary, '\n');
    int problem = file_append(path, buf_view(&summary));
    if (problem)
        diag_report(&session->found, W0001, (place){0}, "the summary %s cannot be written: %s",
                    show_all(session->arena, str_of(path)), strerror(problem));
}

/*
 * Writes what the run left in SESSION and returns the exit status. For a machine the report of a
 * command like check is the result, and alone on standard output; where that cannot be written, the
 * report says so on standard error. A failure of that goes without notice: there is nowhere left.
 */
static int finish(struct session *session, const struct command *command)
{
    bool is_text = report_is_text(session->format);
    bool report_is_result =
        command && (command->report_is_result || session->report_is_result) && !is_text;
    struct buf result = session->out;
    if (session->judged.len)
        diag_judged(&session->found, session->judged, diag_status(&session->found) == 0);
    if (session->format == REPORT_GITHUB)
        add_step_summary(session);
    if (report_is_result && !session->is_reported) {
        result = buf_in(session->arena, PTRDIFF_MAX);
        report_render(session->format, &session->found, &result, false);
    }
    bool written = write_result(session, buf_view(&result));
    if (report_is_result && written)
        return diag_status(&session->found);

    struct buf report = buf_in(session->arena, PTRDIFF_MAX);
    report_render(session->format, &session->found, &report,
                  is_text && cli_wants_colour(STDERR_FILENO));
    if (is_text && written && session->summary && host_is_terminal(STDERR_FILENO))
        buf_printf(&report, "%s\n", session->summary);
    file_write_all(STDERR_FILENO, buf_view(&report));
    return written ? diag_status(&session->found) : 2;
}

/* No word at all: the overview is for standard error then, since nothing was asked for. */
static int explain_use(struct arena *arena)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    help_overview(&out);
    file_write_all(STDERR_FILENO, buf_view(&out));
    return 2;
}

static struct session session_in(struct arena *arena)
{
    return (struct session){
        .arena = arena,
        .found = {.arena = arena},
        .out = buf_in(arena, PTRDIFF_MAX),
    };
}

int cli_refuse(enum diag_code code, const char *message)
{
    struct arena arena = {0};
    struct session session = session_in(&arena);
    diag_report(&session.found, code, (place){0}, "%s", message);
    int status = finish(&session, NULL);
    arena_free(&arena);
    return status;
}

int cli_main(const char *const *argv)
{
    struct arena arena = {0};
    struct session session = session_in(&arena);
    int status;
    if (!argv[0] || !argv[1])
        status = explain_use(&arena);
    else
        status = finish(&session, run(&session, argv + 1));
    arena_free(&arena);
    return status;
}
