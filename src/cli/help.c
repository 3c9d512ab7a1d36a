/*
 * help.c - what `schemac help` and `--help` print, from the command records.
 */
#include "cli/command.h"

#include <stdint.h>

enum { WIDTH = 80, HELP_COLUMN = 26 };

str help_word(str *rest, bool *ret_paragraph)
{
    ptrdiff_t at = 0, breaks = 0;
    while (at < rest->len && (rest->data[at] == ' ' || rest->data[at] == '\n'))
        breaks += rest->data[at++] == '\n';
    *ret_paragraph = breaks > 1;
    *rest = str_skip(*rest, at);
    for (at = 0; at < rest->len && rest->data[at] != ' ' && rest->data[at] != '\n';)
        at++;
    str word = str_first(*rest, at);
    *rest = str_skip(*rest, at);
    return word;
}

void help_wrap(struct buf *out, const char *text, ptrdiff_t column, ptrdiff_t indent)
{
    str rest = str_of(text);
    bool is_first = true;
    for (;;) {
        bool is_paragraph;
        str word = help_word(&rest, &is_paragraph);
        if (word.len == 0)
            break;
        is_paragraph &= !is_first;
        if (is_paragraph)
            buf_add_byte(out, '\n');
        if (is_paragraph || (!is_first && column + 1 + word.len > WIDTH)) {
            buf_add_byte(out, '\n');
            buf_add_bytes(out, ' ', indent);
            column = indent;
        } else if (!is_first) {
            buf_add_byte(out, ' ');
            column++;
        }
        buf_add(out, word);
        column += word.len;
        is_first = false;
    }
    buf_add_byte(out, '\n');
}

str help_option(struct arena *arena, const struct option *option)
{
    struct buf text = buf_in(arena, PTRDIFF_MAX);
    buf_add(&text, str_of(option->help));
    for (ptrdiff_t i = 0; option->choices && option->choices[i]; i++) {
        buf_add(&text, str_of(i == 0 ? ": " : option->choices[i + 1] ? ", " : " or "));
        buf_add(&text, str_of(option->choices[i]));
    }
    if (option_is_list(option))
        buf_add(&text, S("; may be given several times"));
    buf_add_byte(&text, '\0');
    text.len--;
    return buf_view(&text);
}

/* Adds LABEL at the left and TEXT to the right of it, below it when LABEL is long. */
static void add_row(struct buf *out, str label, const char *text, ptrdiff_t text_column)
{
    buf_add(out, label);
    if (label.len + 2 > text_column) {
        buf_add_byte(out, '\n');
        label.len = 0;
    }
    buf_add_bytes(out, ' ', text_column - label.len);
    help_wrap(out, text, text_column, text_column);
}

static str option_label(struct arena *arena, const struct option *option)
{
    str letter = option->letter ? arena_printf(arena, "-%c,", option->letter) : S("   ");
    return arena_printf(arena, "  %s --%s%s%s%s", letter.data,
                        option->kind == OPTION_NO ? "[no-]" : "", option->name,
                        option->argument ? " " : "", option->argument ? option->argument : "");
}

void help_overview(struct buf *out)
{
    buf_add(out, S("usage: schemac COMMAND [OPTION...] [OPERAND...]\n\n"));
    help_wrap(out,
              "Compiles a schema source into everything that must agree with it, and proves that "
              "it still does.",
              0, 0);
    buf_add(out, S("\nCommands:\n"));
    ptrdiff_t widest = 0;
    for (const struct command *const *command = commands; *command; command++) {
        ptrdiff_t len = str_of((*command)->name).len;
        widest = len > widest ? len : widest;
    }
    for (const struct command *const *command = commands; *command; command++)
        add_row(out, arena_printf(out->arena, "  %s", (*command)->name), (*command)->summary,
                widest + 5);
    buf_add_byte(out, '\n');
    help_wrap(
        out,
        "`schemac help COMMAND` shows what a command takes, `schemac help --man` is the manual "
        "page.",
        0, 0);
}

static void add_options(struct buf *out, const struct command *command)
{
    buf_add(out, S("\nOptions:\n"));
    const struct option *option;
    for (ptrdiff_t i = 0; (option = command_option(command, i)); i++)
        add_row(out, option_label(out->arena, option), help_option(out->arena, option).data,
                HELP_COLUMN);
}

void help_command(struct buf *out, const struct command *command)
{
    buf_printf(out, "usage: schemac %s [OPTION...]%s%s\n\n", command->name,
               *command->operands ? " " : "", command->operands);
    help_wrap(out, command->about, 0, 0);
    add_options(out, command);
    const struct example *example = command->examples;
    if (example && example->command)
        buf_add(out, S("\nExamples:\n"));
    for (; example && example->command; example++) {
        buf_printf(out, "  %s\n      ", example->command);
        help_wrap(out, example->meaning, 6, 6);
    }
}
