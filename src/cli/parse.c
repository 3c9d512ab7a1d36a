/*
 * parse.c - a command line becomes a command's options struct, by the command's table.
 */
#include "cli/command.h"

#include "base/show.h"
#include "base/similar.h"

#include <string.h>

static const struct option option_format = {OPTION_CHOICE,
                                            0,
                                            "format",
                                            "FORMAT",
                                            report_format_names,
                                            "how problems are written (default: text)",
                                            0,
                                            NULL};
static const struct option option_format_of_result = {
    OPTION_CHOICE,
    0,
    "format",
    "FORMAT",
    report_format_names,
    "how problems are written, all but text to standard output (default: text)",
    0,
    NULL};
static const struct option option_format_of_verdicts = {
    OPTION_CHOICE,
    0,
    "format",
    "FORMAT",
    report_verdict_format_names,
    "how problems are written, all but text to standard output; flag and basic, the output "
    "formats of JSON Schema, give a line for each instance (default: text)",
    0,
    NULL};
static const struct option option_help = {OPTION_FLAG,      'h', "help", NULL, NULL,
                                          "show this help", 0,   NULL};

struct parser {
    struct session *session;
    const struct command *command;
    char *fields;            /* the options struct */
    const char *const *next; /* the words not looked at yet */
    ptrdiff_t word_count;    /* of the whole line, so no list is longer */
    bool help, failed;
};

const struct option *command_option(const struct command *command, ptrdiff_t index)
{
    const struct option *option = command->options;
    for (; option && option->name; option++)
        if (index-- == 0)
            return option;
    const struct option *format = command->gives_verdicts     ? &option_format_of_verdicts
                                  : command->report_is_result ? &option_format_of_result
                                                              : &option_format;
    const struct option *common[] = {command->has_format ? format : &option_help,
                                     command->has_format ? &option_help : NULL, NULL};
    return index < 2 ? common[index] : NULL;
}

/* Reports what is wrong with the command line. Parsing goes on, for --format and further faults. */
__attribute__((format(printf, 2, 3))) static struct diag *complain(struct parser *parser,
                                                                   const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str message = arena_vprintf(parser->session->arena, format, args);
    va_end(args);
    parser->failed = true;
    return diag_report(&parser->session->found, E0001, (place){0}, "%s", message.data);
}

static const char *shown(struct parser *parser, const char *word)
{
    return show(parser->session->arena, str_of(word));
}

/* "--no-NAME" for an option that has both forms. */
static str negated_name(struct arena *arena, const struct option *option)
{
    return arena_printf(arena, "no-%s", option->name);
}

static void complain_unknown(struct parser *parser, const char *dashes, str name)
{
    struct arena *arena = parser->session->arena;
    struct similar similar = {.wanted = name};
    const struct option *option;
    if (parser->command->hides_operands) {
        diag_hint(&parser->session->found,
                  complain(parser, "%s does not have one of these options", parser->command->name),
                  "an operand that begins with a dash stands behind --");
        return;
    }
    for (ptrdiff_t i = 0; (option = command_option(parser->command, i)); i++) {
        similar_consider(&similar, str_of(option->name));
        if (option->kind == OPTION_NO)
            similar_consider(&similar, negated_name(arena, option));
    }
    struct diag *diag = complain(parser, "%s has no option \"%s%s\"", parser->command->name, dashes,
                                 show(arena, name));
    if (similar.best.data)
        diag_hint(&parser->session->found, diag, "did you mean \"--%s\"?", similar.best.data);
    else
        diag_hint(&parser->session->found, diag, "`schemac help %s` lists the options",
                  parser->command->name);
}

static const struct option *find_long(const struct command *command, str name, bool *ret_negated)
{
    const struct option *option;
    for (ptrdiff_t i = 0; (option = command_option(command, i)); i++) {
        str known = str_of(option->name);
        *ret_negated = option->kind == OPTION_NO && str_starts(name, S("no-")) &&
                       str_equal(str_skip(name, 3), known);
        if (*ret_negated || str_equal(name, known))
            break;
    }
    return option;
}

static const struct option *find_letter(const struct command *command, char letter)
{
    const struct option *option;
    for (ptrdiff_t i = 0; (option = command_option(command, i)); i++)
        if (option->letter == letter)
            break;
    return option;
}

static void add_to_list(struct parser *parser, const struct option *option,
                        struct string_list *list, const char *word)
{
    if (option->accepts && !option->accepts(&parser->session->found, (place){0}, word))
        parser->failed = true;
    if (!list->at)
        list->at = arena_new(parser->session->arena, const char *, parser->word_count);
    list->at[list->count++] = word;
}

static void add_pair(struct parser *parser, const struct option *option, struct pair_list *pairs,
                     const char *word)
{
    struct pair pair;
    if (!option_pair(parser->session->arena, option, word, &pair)) {
        complain(parser, "--%s needs a value %s, \"%s\" has no \"=\"", option->name,
                 option->argument, shown(parser, word));
        return;
    }
    if (option->accepts && !option->accepts(&parser->session->found, (place){0}, pair.name))
        parser->failed = true;
    if (option->kind == OPTION_FILES && !*pair.value)
        complain(parser, "--%s: the file behind \"%s=\" is missing", option->name,
                 shown(parser, pair.name));
    if (!pairs->at)
        pairs->at = arena_new(parser->session->arena, struct pair, parser->word_count);
    pairs->at[pairs->count++] = pair;
}

static void set_choice(struct parser *parser, const struct option *option, const char **field,
                       const char *word)
{
    ptrdiff_t choice = option_choice(option, word);
    if (choice < 0)
        option_hint(&parser->session->found,
                    complain(parser, "--%s cannot be \"%s\"", option->name, shown(parser, word)),
                    option, word);
    else if (option == &option_format || option == &option_format_of_result ||
             option == &option_format_of_verdicts)
        parser->session->format = (enum report_format)choice;
    else
        *field = option->choices[choice];
}

/* True when WORD, for OPTION, can be the name of a file; else reported. */
static bool is_file_name(struct parser *parser, const struct option *option, const char *word)
{
    bool is_name = word && *word;
    if (!is_name)
        complain(parser, "--%s cannot be \"\": %s is a path", option->name, option->argument);
    return is_name;
}

/* Stores WORD, NULL for flags, in the field of OPTION. */
static void set(struct parser *parser, const struct option *option, const char *word, bool negated)
{
    void *field = parser->fields + option->offset;
    switch (option->kind) {
    case OPTION_FLAG:
        if (option == &option_help)
            parser->help = true;
        else
            *(bool *)field = true;
        break;
    case OPTION_NO:
        *(enum tristate *)field = negated ? NO : YES;
        break;
    case OPTION_STRING:
        *(const char **)field = word;
        break;
    case OPTION_FILE:
        if (is_file_name(parser, option, word))
            *(const char **)field = word;
        break;
    case OPTION_LIST:
        add_to_list(parser, option, field, word);
        break;
    case OPTION_PAIRS:
    case OPTION_FILES:
        add_pair(parser, option, field, word);
        break;
    case OPTION_CHOICE:
        set_choice(parser, option, field, word);
        break;
    }
}

/* Sets OPTION from WORD, what stands behind it in the same word, or else from the next word. */
static void set_with_argument(struct parser *parser, const struct option *option, const char *word)
{
    if (!word && *parser->next)
        word = *parser->next++;
    if (word)
        set(parser, option, word, false);
    else
        complain(parser, "--%s needs a value, %s", option->name, option->argument);
}

/* "--name", "--name=VALUE", "--name VALUE"; WORD is what follows the dashes. */
static void parse_long(struct parser *parser, const char *word)
{
    str name, value;
    bool has_value = str_cut(str_of(word), '=', &name, &value), negated;
    const struct option *option = find_long(parser->command, name, &negated);
    if (!option)
        complain_unknown(parser, "--", name);
    else if (option_has_argument(option))
        set_with_argument(parser, option, has_value ? word + name.len + 1 : NULL);
    else if (has_value)
        complain(parser, "--%.*s takes no value", (int)name.len, name.data);
    else
        set(parser, option, NULL, negated);
}

/* "-x", "-xyz" for flags, "-oVALUE", "-o VALUE"; WORD is what follows the dash. */
static void parse_letters(struct parser *parser, const char *word)
{
    for (; *word && !parser->help; word++) {
        const struct option *option = find_letter(parser->command, *word);
        if (!option) {
            complain_unknown(parser, "-", str_of(word));
            return;
        }
        if (option_has_argument(option)) {
            set_with_argument(parser, option, word[1] ? word + 1 : NULL);
            return;
        }
        set(parser, option, NULL, false);
    }
}

static void check_count(struct parser *parser, const struct operands *operands)
{
    const struct command *command = parser->command;
    struct diag *diag = NULL;
    if (operands->count < command->min_operands)
        diag = complain(parser, "%s needs %s", command->name, command->operands);
    else if (command->hides_operands && operands->count > command->max_operands)
        diag = complain(parser, "%s does not take %td operands", command->name, operands->count);
    else if (command->max_operands >= 0 && operands->count > command->max_operands)
        diag = complain(parser, "%s does not take the operand \"%s\"", command->name,
                        shown(parser, operands->at[command->max_operands]));
    if (diag)
        diag_hint(&parser->session->found, diag, "usage: schemac %s [OPTION...]%s%s", command->name,
                  *command->operands ? " " : "", command->operands);
}

bool command_parse(struct session *session, const struct command *command, const char *const *argv,
                   void *options, struct operands *ret_operands, bool *ret_help)
{
    struct parser parser = {
        .session = session, .command = command, .fields = options, .next = argv};
    while (argv[parser.word_count])
        parser.word_count++;
    const char **operands = arena_new(session->arena, const char *, parser.word_count + 1);
    *ret_operands = (struct operands){operands, 0};

    bool only_operands = false;
    while (*parser.next && !parser.help) {
        const char *word = *parser.next++;
        if (only_operands || word[0] != '-' || !word[1])
            operands[ret_operands->count++] = word;
        else if (strcmp(word, "--") == 0)
            only_operands = true;
        else if (word[1] == '-')
            parse_long(&parser, word + 2);
        else
            parse_letters(&parser, word + 1);
    }
    if (!parser.failed && !parser.help)
        check_count(&parser, ret_operands);
    *ret_help = parser.help;
    return !parser.failed;
}

const struct command *command_find(struct session *session, const char *name)
{
    struct similar similar = {.wanted = str_of(name)};
    for (const struct command *const *command = commands; *command; command++) {
        if (strcmp((*command)->name, name) == 0)
            return *command;
        similar_consider(&similar, str_of((*command)->name));
    }
    const char *what = name[0] == '-' ? "option" : "command";
    struct diag *diag = diag_report(&session->found, E0001, (place){0}, "there is no %s \"%s\"",
                                    what, show(session->arena, str_of(name)));
    if (similar.best.data)
        diag_hint(&session->found, diag, "did you mean \"%s\"?", similar.best.data);
    else if (name[0] == '-')
        diag_hint(&session->found, diag, "options stand behind the command, see `schemac help`");
    else
        diag_hint(&session->found, diag, "`schemac help` lists the commands");
    return NULL;
}
