/*
 * completion.c - completions for bash, zsh and fish, from the command records.
 *
 * What an operand is completed with follows from its word in the record: CODE and COMMAND have
 * lists, all others are files; but behind the name of a command with actions
 * those are offered.
 */
#include "cli/command.h"

#include <string.h>

/* Adds TEXT for the inside of single quotes; ESCAPED are bytes to put a backslash before. */
static void add_quoted(struct buf *out, const char *text, const char *quote, const char *escaped)
{
    for (; *text; text++) {
        if (strchr(escaped, *text))
            buf_add_byte(out, '\\');
        if (*text == '\'')
            buf_add(out, str_of(quote));
        else
            buf_add_byte(out, *text);
    }
}

#define POSIX_QUOTE "'\\''"
#define FISH_QUOTE "\\'"

static bool takes_codes(const struct command *command)
{
    return strstr(command->operands, "CODE");
}

static bool takes_commands(const struct command *command)
{
    return strstr(command->operands, "COMMAND");
}

static bool takes_files(const struct command *command)
{
    return *command->operands && !takes_codes(command) && !takes_commands(command);
}

static bool argument_is_file(const struct option *option)
{
    return option->kind == OPTION_FILE ||
           (option->kind == OPTION_LIST && strcmp(option->argument, "FILE") == 0);
}

static void add_choices(struct buf *out, const struct option *option)
{
    for (ptrdiff_t i = 0; option->choices && option->choices[i]; i++)
        buf_printf(out, "%s%s", i ? " " : "", option->choices[i]);
}

static void add_codes(struct buf *out)
{
    for (enum diag_code code = 0; code < DIAG_CODE_COUNT; code++)
        buf_printf(out, "%s%s", code ? " " : "", diag_code_name(code));
}

static void add_commands(struct buf *out)
{
    for (const struct command *const *command = commands; *command; command++)
        buf_printf(out, "%s%s", command == commands ? "" : " ", (*command)->name);
}

/* The patterns of a case for what may stand before the argument of OPTION. */
static void bash_pattern(struct buf *out, const char *command, const struct option *option)
{
    buf_add(out, S("    "));
    if (option->letter)
        buf_printf(out, "%s:-%c | ", command, option->letter);
    buf_printf(out, "%s:--%s) ", command, option->name);
}

static void bash_options(struct buf *out, const struct command *command)
{
    const struct option *option;
    for (ptrdiff_t i = 0; (option = command_option(command, i)); i++) {
        buf_printf(out, "%s--%s", i ? " " : "", option->name);
        if (option->letter)
            buf_printf(out, " -%c", option->letter);
        if (option->kind == OPTION_NO)
            buf_printf(out, " --no-%s", option->name);
    }
}

static void bash_command(struct buf *out, const struct command *command)
{
    const struct option *option;
    for (ptrdiff_t i = 0; (option = command_option(command, i)); i++) {
        if (!option->argument)
            continue;
        bash_pattern(out, command->name, option);
        if (argument_is_file(option)) {
            buf_add(out, S("return ;;\n"));
            continue;
        }
        buf_add(out, S("words='"));
        add_choices(out, option);
        buf_add(out, S("' ;;\n"));
    }
    buf_printf(out, "    %s:*)\n        if [[ $current == -* ]]; then\n            words='",
               command->name);
    bash_options(out, command);
    buf_add(out, S("'\n        "));
    if (command->actions)
        buf_printf(out, "elif ((COMP_CWORD == 2)); then\n            words='%s'\n        ",
                   command->actions);
    buf_add(out, S("else\n            "));
    if (takes_files(command)) {
        buf_add(out, S("return"));
    } else {
        buf_add(out, S("words='"));
        if (takes_codes(command))
            add_codes(out);
        if (takes_commands(command))
            add_commands(out);
        buf_add(out, S("'"));
    }
    buf_add(out, S("\n        fi\n        ;;\n"));
}

static void bash(struct buf *out)
{
    buf_add(out, S("# Completion of schemac for bash: source <(schemac help --completion bash)\n"
                   "#\n"
                   "# Where the function returns without words, readline completes file names.\n"
                   "_schemac()\n"
                   "{\n"
                   "    local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=\n"
                   "    local previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
                   "    COMPREPLY=()\n"
                   "    if [[ $current == = ]]; then # --name=value comes as three words\n"
                   "        current=\n"
                   "    elif [[ $previous == = ]]; then\n"
                   "        previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
                   "    fi\n"
                   "    ((COMP_CWORD > 1)) || command=\n"
                   "    case $command:$previous in\n"
                   "    :*) words='"));
    add_commands(out);
    buf_add(out, S(" --help --version' ;;\n"));
    for (const struct command *const *command = commands; *command; command++)
        bash_command(out, *command);
    buf_add(out, S("    *) return ;;\n"
                   "    esac\n"
                   "    compopt +o default 2>/dev/null\n"
                   "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                   "}\n"
                   "complete -o default -F _schemac schemac\n"));
}

/* The names of OPTION as the front of a zsh option specification, up to its description. */
static void zsh_names(struct buf *out, const struct option *option)
{
    const char *repeat = option_is_list(option) ? "*" : "";
    const char *equals = option->argument ? "=" : "";
    if (option->kind == OPTION_NO)
        buf_printf(out, "'(--%s --no-%s)'{--%s,--no-%s}'", option->name, option->name, option->name,
                   option->name);
    else if (!option->letter)
        buf_printf(out, "'%s--%s%s", repeat, option->name, equals);
    else if (*repeat)
        buf_printf(out, "'*'{-%c+,--%s=}'", option->letter, option->name);
    else
        buf_printf(out, "'(-%c --%s)'{-%c%s,--%s%s}'", option->letter, option->name, option->letter,
                   option->argument ? "+" : "", option->name, equals);
}

static void zsh_option(struct buf *out, const struct option *option)
{
    buf_add(out, S(" \\\n            "));
    zsh_names(out, option);
    buf_add(out, S("["));
    add_quoted(out, option->help, POSIX_QUOTE, "[]\\");
    buf_add(out, S("]"));
    if (option->argument)
        buf_printf(out, ":%s:", option->argument);
    if (option->choices) {
        buf_add(out, S("("));
        add_choices(out, option);
        buf_add(out, S(")"));
    } else if (option->argument) {
        buf_add(out, str_of(option->kind == OPTION_FILES ? "{compset -P \"*=\" && _files}"
                            : argument_is_file(option)   ? "_files"
                                                         : " "));
    }
    buf_add(out, S("'"));
}

static void zsh_command(struct buf *out, const struct command *command)
{
    buf_printf(out, "    %s)\n        _arguments -s -S", command->name);
    const struct option *option;
    for (ptrdiff_t i = 0; (option = command_option(command, i)); i++)
        zsh_option(out, option);
    if (command->actions)
        buf_printf(out, " \\\n            '1:action:(%s)'", command->actions);
    if (*command->operands)
        buf_printf(out, " \\\n            '*:operand:%s'",
                   takes_codes(command)      ? "_schemac_codes"
                   : takes_commands(command) ? "_schemac_commands"
                                             : "_files");
    buf_add(out, S("\n        ;;\n"));
}

static void zsh_row(struct buf *out, const char *name, const char *meaning)
{
    buf_printf(out, "        '%s:", name);
    add_quoted(out, meaning, POSIX_QUOTE, "\\");
    buf_add(out, S("'\n"));
}

static void zsh(struct buf *out)
{
    buf_add(out, S("#compdef schemac\n"
                   "# Completion of schemac for zsh: a file _schemac in a folder of $fpath\n"
                   "_schemac_commands() {\n    local -a known=(\n"));
    for (const struct command *const *command = commands; *command; command++)
        zsh_row(out, (*command)->name, (*command)->summary);
    buf_add(out, S("    )\n    _describe command known\n}\n"
                   "_schemac_codes() {\n    local -a known=(\n"));
    for (enum diag_code code = 0; code < DIAG_CODE_COUNT; code++)
        zsh_row(out, diag_code_name(code), diag_code_title(code));
    buf_add(out, S("    )\n    _describe code known\n}\n"
                   "_schemac() {\n"
                   "    if (( CURRENT == 2 )); then\n"
                   "        if [[ $words[2] == -* ]]; then\n"
                   "            _arguments '--help[show the commands]' "
                   "'--version[print the version]'\n"
                   "        else\n"
                   "            _schemac_commands\n"
                   "        fi\n"
                   "        return\n"
                   "    fi\n"
                   "    shift words\n"
                   "    (( CURRENT-- ))\n"
                   "    case $words[1] in\n"));
    for (const struct command *const *command = commands; *command; command++)
        zsh_command(out, *command);
    buf_add(out, S("    esac\n"
                   "}\n"
                   "if [[ $funcstack[1] == _schemac ]]; then\n"
                   "    _schemac \"$@\"\n"
                   "else\n"
                   "    compdef _schemac schemac\n"
                   "fi\n"));
}

/* Adds a line that offers NAME, with its MEANING, where CONDITION holds. */
static void fish_row(struct buf *out, const char *condition, const char *name, const char *meaning)
{
    buf_printf(out, "complete -c schemac -n '%s' -a %s -d '", condition, name);
    add_quoted(out, meaning, FISH_QUOTE, "\\");
    buf_add(out, S("'\n"));
}

static void fish_long(struct buf *out, const char *command, const struct option *option,
                      const char *prefix)
{
    buf_printf(out, "complete -c schemac -n '__schemac_is %s' -l %s%s", command, prefix,
               option->name);
    if (option->letter && !*prefix)
        buf_printf(out, " -s %c", option->letter);
    if (option->argument)
        buf_add(out, str_of(argument_is_file(option) || option->kind == OPTION_FILES ? " -r -F"
                                                                                     : " -x"));
    if (option->choices) {
        buf_add(out, S(" -a '"));
        add_choices(out, option);
        buf_add(out, S("'"));
    }
    buf_add(out, S(" -d '"));
    add_quoted(out, option->help, FISH_QUOTE, "\\");
    buf_add(out, S("'\n"));
}

static void fish_command(struct buf *out, const struct command *command)
{
    const struct option *option;
    for (ptrdiff_t i = 0; (option = command_option(command, i)); i++) {
        fish_long(out, command->name, option, "");
        if (option->kind == OPTION_NO)
            fish_long(out, command->name, option, "no-");
    }
    str condition = arena_printf(out->arena, "__schemac_is %s", command->name);
    str is_first = command->actions ? S("; and test (count (commandline -opc)) -eq 2") : S("");
    str is_other = command->actions ? S("; and test (count (commandline -opc)) -ne 2") : S("");
    if (command->actions)
        buf_printf(out, "complete -c schemac -n '%s%s' -a '%s'\n", condition.data, is_first.data,
                   command->actions);
    if (takes_files(command))
        buf_printf(out, "complete -c schemac -n '%s%s' -F\n", condition.data, is_other.data);
    for (enum diag_code code = 0; takes_codes(command) && code < DIAG_CODE_COUNT; code++)
        fish_row(out, condition.data, diag_code_name(code), diag_code_title(code));
    for (const struct command *const *other = commands; takes_commands(command) && *other; other++)
        fish_row(out, condition.data, (*other)->name, (*other)->summary);
}

static void fish(struct buf *out)
{
    buf_add(out, S("# Completion of schemac for fish: ~/.config/fish/completions/schemac.fish\n"
                   "function __schemac_none\n"
                   "    test (count (commandline -opc)) -eq 1\n"
                   "end\n"
                   "function __schemac_is\n"
                   "    set -l words (commandline -opc)\n"
                   "    test (count $words) -ge 2; and test $words[2] = $argv[1]\n"
                   "end\n"
                   "complete -c schemac -f\n"
                   "complete -c schemac -n __schemac_none -s h -l help -d 'show the commands'\n"
                   "complete -c schemac -n __schemac_none -l version -d 'print the version'\n"));
    for (const struct command *const *command = commands; *command; command++)
        fish_row(out, "__schemac_none", (*command)->name, (*command)->summary);
    for (const struct command *const *command = commands; *command; command++)
        fish_command(out, *command);
}

bool help_completion(struct buf *out, const char *shell)
{
    static const struct {
        const char *name;
        void (*print)(struct buf *out);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].name, shell) == 0) {
            shells[i].print(out);
            return true;
        }
    return false;
}
