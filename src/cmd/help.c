#include "cli/command.h"

#include "build/config_schema.h"

struct help_options {
    bool man, config_schema;
    const char *shell;
};

static const char *const shells[] = {"bash", "zsh", "fish", NULL};

static const struct option options[] = {
    FLAG(struct help_options, man, 0, "man", "print the manual page, in mdoc"),
    CHOICE(struct help_options, shell, 0, "completion", "SHELL", shells,
           "print the completions for a shell"),
    FLAG(struct help_options, config_schema, 0, "config-schema",
         "print the JSON Schema of schemac.yaml, for editors"),
    {0},
};

static const struct example examples[] = {
    {"schemac help explain", "show what a command takes"},
    {"schemac help --man | man -l -", "read the manual without installing it"},
    {"source <(schemac help --completion bash)", "complete commands and options in this shell"},
    {0},
};

static void help_run(struct session *session, const void *filled, struct operands operands);

const struct command cmd_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "show what the commands do and take",
    .about = "Without an operand, lists the commands; with one, shows what COMMAND does and takes, "
             "as `schemac COMMAND --help` does.\n\n"
             "The manual page and the completions are printed from the same tables. For zsh, write "
             "the completions to a file named _schemac in a folder of $fpath; for fish, to "
             "~/.config/fish/completions/schemac.fish.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct help_options),
    .max_operands = 1,
    .run = help_run,
};

static void help_run(struct session *session, const void *filled, struct operands operands)
{
    const struct help_options *wanted = filled;
    if (wanted->man) {
        help_man(&session->out);
    } else if (wanted->shell) {
        help_completion(&session->out, wanted->shell);
    } else if (wanted->config_schema) {
        buf_add(&session->out, config_schema);
    } else if (operands.count) {
        const struct command *command = command_find(session, operands.at[0]);
        if (command)
            help_command(&session->out, command);
    } else {
        help_overview(&session->out);
    }
}
