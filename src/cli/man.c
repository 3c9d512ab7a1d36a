/*
 * man.c - the manual page in mdoc, from the command records and the list of diagnostics.
 *
 * The text of the records is prose with `backticks`. Here it becomes mdoc that mandoc's lint has
 * nothing to say about: sentences begin on new lines, input lines stay short, and nothing in the
 * text can be taken for a macro or an escape.
 */
#include "cli/command.h"

#include "base/version.h"

#include <string.h>

enum { INPUT_WIDTH = 78 };

/* Adds WORD for a text line. *CODE tells whether it stands between backticks. */
static void add_escaped(struct buf *out, str word, bool *code)
{
    bool is_option = false;
    for (ptrdiff_t i = 0; i < word.len; i++) {
        char c = word.data[i];
        is_option |= c == '-' && (i == 0 || strchr("`\"(", word.data[i - 1]));
        if (c == '`') {
            buf_add(out, str_of(*code ? "\\fP" : "\\fB"));
            *code = !*code;
        } else if (c == '\\') {
            buf_add(out, S("\\e"));
        } else if (c == '-' && (is_option || *code)) {
            buf_add(out, S("\\-"));
        } else if ((c == '.' || c == '\'') && i == 0) {
            buf_add(out, S("\\&"));
            buf_add_byte(out, c);
        } else {
            buf_add_byte(out, c);
        }
    }
}

static bool ends_sentence(str word)
{
    while (word.len && strchr("`\")", word.data[word.len - 1]))
        word.len--;
    return word.len && strchr(".!?", word.data[word.len - 1]);
}

/* Adds TEXT as lines of its own. */
static void add_prose(struct buf *out, const char *text)
{
    str rest = str_of(text);
    bool code = false, starts_line = true;
    ptrdiff_t line_start = out->len;
    for (;;) {
        bool is_paragraph;
        str word = help_word(&rest, &is_paragraph);
        if (word.len == 0)
            break;
        if (is_paragraph && !starts_line)
            buf_add_byte(out, '\n');
        if (is_paragraph && out->len > 0)
            buf_add(out, S(".Pp\n"));
        else if (!starts_line && out->len - line_start + 1 + 2 * word.len > INPUT_WIDTH)
            buf_add_byte(out, '\n');
        else if (!starts_line)
            buf_add_byte(out, ' ');
        if (out->data[out->len - 1] == '\n')
            line_start = out->len;
        add_escaped(out, word, &code);
        starts_line = ends_sentence(word) && !code;
        if (starts_line)
            buf_add_byte(out, '\n');
    }
    if (!starts_line)
        buf_add_byte(out, '\n');
}

/* Adds HALF a sentence as a whole one: a capital in front, and a full stop unless it asks. */
static void add_sentence(struct buf *out, const char *half)
{
    str sentence =
        arena_printf(out->arena, "%s%s", half, str_ends(str_of(half), S("?")) ? "" : ".");
    char *first = arena_alloc(out->arena, 1, sentence.len + 1);
    memcpy(first, sentence.data, (size_t)sentence.len);
    if (*first >= 'a' && *first <= 'z')
        *first = (char)(*first - ('a' - 'A'));
    add_prose(out, first);
}

/* Adds WORDS as arguments of a macro: \& keeps short ones from being macros themselves. */
static void add_arguments(struct buf *out, str words)
{
    for (ptrdiff_t i = 0; i < words.len; i++) {
        char c = words.data[i];
        bool starts_word = i == 0 || words.data[i - 1] == ' ';
        bool may_be_macro = (c >= 'A' && c <= 'Z') || strchr(".,:;()[]|?!'%", c);
        if (starts_word && may_be_macro)
            buf_add(out, S("\\&"));
        if (c == '"')
            buf_add(out, S("\\(dq"));
        else if (c == '\\')
            buf_add(out, S("\\e"));
        else if (c == '-')
            buf_add(out, S("\\-"));
        else if (c == '\'')
            buf_add(out, S("\\(aq"));
        else if (c == '`')
            buf_add(out, S("\\(ga"));
        else
            buf_add_byte(out, c);
    }
}

/* Adds one word of a command's operands, such as "FILE", "[COMMAND]" or "[CODE...]", as macros. */
static void add_operand(struct buf *out, str word)
{
    bool optional = str_starts(word, S("[")) && str_ends(word, S("]"));
    if (optional)
        word = str_skip(str_first(word, word.len - 1), 1);
    bool many = str_ends(word, S("..."));
    if (many)
        word = str_first(word, word.len - 3);
    buf_add(out, str_of(optional ? "Oo Ar " : "Ar "));
    add_arguments(out, word);
    buf_add(out, str_of(many ? " ..." : ""));
    buf_add(out, str_of(optional ? " Oc" : ""));
}

/* Adds the operands of COMMAND, each in front of it BEFORE and behind it AFTER. */
static void add_operands(struct buf *out, const struct command *command, const char *before,
                         const char *after)
{
    for (str word, rest = str_of(command->operands); rest.len;) {
        str_cut(rest, ' ', &word, &rest);
        buf_add(out, str_of(before));
        add_operand(out, word);
        buf_add(out, str_of(after));
    }
}

static void add_option(struct buf *out, const struct option *option)
{
    buf_add(out, S(".It "));
    if (option->letter)
        buf_printf(out, "Fl %c , ", option->letter);
    buf_printf(out, "Fl \\-%s", option->name);
    if (option->kind == OPTION_NO)
        buf_printf(out, " , Fl \\-no\\-%s", option->name);
    if (option->argument) {
        buf_add(out, S(" Ar "));
        add_arguments(out, str_of(option->argument));
    }
    buf_add_byte(out, '\n');
    add_sentence(out, help_option(out->arena, option).data);
}

static void add_command(struct buf *out, const struct command *command)
{
    buf_printf(out, ".Ss %s\n.D1 Nm Cm %s Oo Ar option ... Oc", command->name, command->name);
    add_operands(out, command, " ", "");
    buf_add(out, S("\n.Pp\n"));
    add_prose(out, command->about);
    buf_add(out, S(".Bl -tag -width Ds\n"));
    const struct option *option;
    for (ptrdiff_t i = 0; (option = command_option(command, i)); i++)
        add_option(out, option);
    buf_add(out, S(".El\n"));
}

static void add_head(struct buf *out)
{
    buf_add(out, S(".Dd " SCHEMAC_DATE "\n.Dt SCHEMAC 1\n.Os\n.Sh NAME\n.Nm schemac\n"
                   ".Nd compile a schema source into all that must agree with it\n.Sh SYNOPSIS\n"));
    for (const struct command *const *command = commands; *command; command++) {
        buf_printf(out, ".Nm\n.Cm %s\n.Op Ar option ...\n", (*command)->name);
        add_operands(out, *command, ".", "\n");
    }
}

static void add_description(struct buf *out)
{
    buf_add(out, S(".Sh DESCRIPTION\n.Nm\n"));
    add_prose(out,
              "reads a schema source, an OpenAPI document in YAML or JSON, and builds from it the "
              "JSON Schema files that must agree with it. It writes them, and it proves later that "
              "they still agree. And it judges documents by these, or by any other JSON Schema.\n\n"
              "Results go to standard output or to the file that an option names, diagnostics to "
              "standard error. The operand `-` is standard input. Options and operands may be "
              "mixed, and `--` ends the options.\n\n"
              "Files are old or new, never cut short, and a file that is right is not touched. The "
              "same input gives the same bytes everywhere. Nothing is sent over a network.");
    buf_add(out, S(".Sh COMMANDS\n"));
    for (const struct command *const *command = commands; *command; command++)
        add_command(out, *command);
}

/* A row of a tagged list: TAG is an mdoc line behind ".It". */
struct row {
    const char *tag, *text;
};

static void add_rows(struct buf *out, const struct row *row)
{
    buf_add(out, S(".Bl -tag -width Ds\n"));
    for (; row->tag; row++) {
        buf_printf(out, ".It %s\n", row->tag);
        add_prose(out, row->text);
    }
    buf_add(out, S(".El\n"));
}

static const struct row environment[] = {
    {"Ev NO_COLOR", "When set and not empty, diagnostics have no colours. They never have any when "
                    "standard error is no terminal."},
    {"Ev TERM", "The value `dumb` means a terminal without colours."},
    {"Ev GITHUB_STEP_SUMMARY",
     "With `--format github` the file that it names gets a report in Markdown, too."},
    {0},
};

static const struct row files[] = {
    {"Pa schemac.yaml",
     "What is generated from what. It is looked for in the current directory and those above it. "
     "Its directory is the root directory, outside of which nothing is read unless `--root-dir` or "
     "`--allow-outside` say so, and nothing is written. It may include others."},
    {"Pa fingerprints.json",
     "The digests of what was generated last, of bytes, content and constraints, from which `check` "
     "tells which side has moved. "
     "`fingerprints` in schemac.yaml says where it is, and that there is one."},
    {0},
};

static const struct row statuses[] = {
    {"0", "The verdict is good."},
    {"1", "A verdict was reached and it is negative, such as a file that has drifted."},
    {"2", "There is no verdict: the command line, a file, a document or a reference is wrong."},
    {"3", "A limit left it undecided."},
    {"70", "There is a bug in `schemac`, or no memory left."},
    {0},
};

static void add_surroundings(struct buf *out)
{
    buf_add(out, S(".Sh ENVIRONMENT\n"));
    add_rows(out, environment);
    buf_add(out, S(".Sh FILES\n"));
    add_rows(out, files);
    buf_add(out, S(".Sh EXIT STATUS\n"));
    add_rows(out, statuses);
    buf_add(out, S(".Pp\n"));
    add_prose(out, "Of several inputs the worst counts, in the order 70, 2, 3, 1, 0.");
}

static void add_limits(struct buf *out)
{
    buf_add(out, S(".Sh LIMITS\n"));
    add_prose(out, "What goes beyond a limit is reported under the limit's code, and the exit "
                   "status is 3.");
    buf_add(out, S(".Bl -tag -width Ds\n"));
    for (enum diag_code code = 0; code < DIAG_CODE_COUNT; code++) {
        if (diag_code_severity(code) != DIAG_LIMIT)
            continue;
        buf_printf(out, ".It %s\n", diag_code_name(code));
        add_prose(out, diag_code_explanation(code));
    }
    buf_add(out, S(".El\n"));
}

static void add_examples(struct buf *out)
{
    buf_add(out, S(".Sh EXAMPLES\n"));
    bool is_first = true;
    for (const struct command *const *command = commands; *command; command++) {
        const struct example *example = (*command)->examples;
        for (; example && example->command; example++) {
            buf_add(out, str_of(is_first ? "" : ".Pp\n"));
            add_sentence(out, example->meaning);
            buf_add(out, S(".Dl "));
            add_arguments(out, str_of(example->command));
            buf_add_byte(out, '\n');
            is_first = false;
        }
    }
}

static void add_diagnostics(struct buf *out)
{
    buf_add(out, S(".Sh DIAGNOSTICS\n"));
    add_prose(out, "Codes that begin with E mean that there is no verdict, L a limit, D a finding, "
                   "W a warning and N a note. Warnings and notes have no effect on the exit "
                   "status.");
    buf_add(out, S(".Bl -diag\n"));
    for (enum diag_code code = 0; code < DIAG_CODE_COUNT; code++) {
        buf_printf(out, ".It %s: ", diag_code_name(code));
        add_arguments(out, str_of(diag_code_title(code)));
        buf_add_byte(out, '\n');
        add_prose(out, diag_code_explanation(code));
    }
    buf_add(out, S(".El\n"));
}

void help_man(struct buf *out)
{
    add_head(out);
    add_description(out);
    add_surroundings(out);
    add_limits(out);
    add_examples(out);
    add_diagnostics(out);
    buf_add(out, S(".Sh SEE ALSO\n"
                   ".Lk https://spec.openapis.org/oas/ \"OpenAPI Specification\" ,\n"
                   ".Lk https://json-schema.org/specification \"JSON Schema\" ,\n"
                   ".Lk https://yaml.org/spec/1.2.2/ \"YAML 1.2\"\n"));
}
