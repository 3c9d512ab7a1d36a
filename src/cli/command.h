/*
 * command.h - a command is one record, and all that is known of it is printed from the record.
 *
 * The option parser (parse.c), `--help`, the man page, the completions and "did you mean" (help.c,
 * man.c, completion.c) read the same tables. A command's file in cmd/ begins with its options
 * struct, the table that fills it, the examples and the record; then comes the code.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "base/buf.h"
#include "base/diag.h"
#include "base/option.h"
#include "report/report.h"

#include <stddef.h>

/* What one run works with. Commands do not print: main writes `out` and the report. */
struct session {
    struct arena *arena;
    struct diag_list found;    /* what went wrong, or is worth knowing */
    struct buf out;            /* the result, for standard output */
    enum report_format format; /* how `found` is rendered; set by --format */
    str judged;                /* the name of the one document that it is about; empty: others */
    const char *summary;       /* or NULL: one line for a person at a terminal when all went well */
    bool report_is_result;     /* as the command's of that name, for this run */
    bool is_reported; /* `out`, or a file of the command's own, has the report for a machine */
};

/* The operands, which follow the options or stand between them. */
struct operands {
    const char *const *at;
    ptrdiff_t count;
};

struct example {
    const char *command, *meaning; /* a command line that works in this repository */
};

struct command {
    const char *name, *operands; /* operands as help shows them: "FILE...", "[ARTIFACT...]" or "" */
    const char *actions; /* what its first operand has to be, blanks between; NULL: no such words */
    const char *summary; /* half a sentence, small initial, no full stop */
    const char *about;   /* paragraphs, separated by blank lines */
    const struct option *options;
    const struct example *examples;       /* {0} ends it */
    size_t options_size;                  /* sizeof the options struct */
    ptrdiff_t min_operands, max_operands; /* max -1: any number */
    bool report_is_result;                /* a report other than text goes to standard output */
    bool has_format;                      /* takes --format */
    bool gives_verdicts;                  /* and, as that, also "flag" and "basic" */
    bool hides_operands; /* they may be secrets: no message repeats them, or unknown options */

    /*
     * Does the work. OPTIONS is the filled struct. The exit status is diag_status(&session->found),
     * so what a command finds, it reports.
     */
    void (*run)(struct session *session, const void *options, struct operands operands);
};

/* All commands in the order of help; NULL ends it (cmd/commands.c). */
extern const struct command *const commands[];

/*
 * The option number INDEX of COMMAND, NULL behind the last: those of its table, then what the
 * parser handles itself, --format where the command takes it and --help.
 */
const struct option *command_option(const struct command *command, ptrdiff_t index);

/*
 * Fills OPTIONS, zeroed memory of the command's options_size, and the operands from ARGV, which
 * starts behind the command's name. "--" ends the options; "-" is an operand; "-xVALUE", "-x
 * VALUE",
 * "--name VALUE", "--name=VALUE", bundled flags. `--help` sets *RET_HELP. False when reported
 * (E0001, with "did you mean").
 */
bool command_parse(struct session *session, const struct command *command, const char *const *argv,
                   void *options, struct operands *ret_operands, bool *ret_help);

/* The command NAME; NULL when reported. */
const struct command *command_find(struct session *session, const char *name);

/* What `schemac --help` and `schemac help COMMAND` print. */
void help_overview(struct buf *out);
void help_command(struct buf *out, const struct command *command);

/* What help and man page say about OPTION: its help, the choices, whether it may be repeated. */
str help_option(struct arena *arena, const struct option *option);

/*
 * Adds TEXT, paragraphs separated by blank lines, in lines of up to 80 columns, and ends the last.
 * Lines begin with INDENT blanks, but for the first, which goes on at COLUMN.
 */
void help_wrap(struct buf *out, const char *text, ptrdiff_t column, ptrdiff_t indent);

/*
 * Cuts the next word off REST, empty at the end; *RET_PARAGRAPH tells that a blank line stands in
 * front of it.
 */
str help_word(str *rest, bool *ret_paragraph);

/* The man page in mdoc, and completions for SHELL: "bash", "zsh" or "fish" (false: unknown). */
void help_man(struct buf *out);
bool help_completion(struct buf *out, const char *shell);

/* True when text for FD, a standard stream, is to have colours. */
bool cli_wants_colour(int fd);

/* Finds the command, runs it, writes result and report: all of main. Returns the exit status. */
int cli_main(const char *const *argv);

/* Reports CODE, for which no command can be run, as text. Returns the exit status. */
int cli_refuse(enum diag_code code, const char *message);

#endif
