#include "cli/command.h"

#include "tap.h"

#include <stdint.h>
#include <string.h>

struct sample_options {
    bool quiet, verbose;
    enum tristate translate;
    const char *root, *output, *dialect;
    struct string_list resources;
    struct pair_list omit, map;
};

static const char *const dialects[] = {"draft-04", "draft-07", "2020-12", NULL};

/* Takes all but "bad". */
static bool takes(struct diag_list *found, place where, const char *word)
{
    bool is_bad = strcmp(word, "bad") == 0;
    if (is_bad)
        diag_report(found, E0001, where, "\"bad\" is bad");
    return !is_bad;
}

static const struct option sample_table[] = {
    FLAG(struct sample_options, quiet, 'q', "quiet", "write nothing"),
    FLAG(struct sample_options, verbose, 'v', "verbose", "write more"),
    NO_FLAG(struct sample_options, translate, 0, "translate", "keep the meaning"),
    STRING(struct sample_options, root, 'r', "root", "ROOT", "start at ROOT"),
    FILE_OPTION(struct sample_options, output, 'o', "output", "FILE", "write to FILE"),
    CHOICE(struct sample_options, dialect, 0, "dialect", "DIALECT", dialects, "write DIALECT"),
    CHECKED_LIST(struct sample_options, resources, "resource", "FILE", "know FILE", takes),
    PAIRS(struct sample_options, omit, "omit", "NAME=VALUE", "leave out", takes),
    FILES(struct sample_options, map, "map", "URL=FILE", "read FILE for URL", NULL),
    {0},
};

static const struct command sample = {
    .name = "sample",
    .operands = "FILE...",
    .summary = "try the parser",
    .about = "Tries the parser.",
    .options = sample_table,
    .options_size = sizeof(struct sample_options),
    .min_operands = 1,
    .max_operands = 2,
    .has_format = true,
};

static struct arena arena;

/* What came of the last parse. */
static struct session session;
static struct sample_options got;
static struct operands operands;
static bool help;

static bool parse(const char *const *argv)
{
    session = (struct session){.arena = &arena, .found = {.arena = &arena}};
    got = (struct sample_options){0};
    return command_parse(&session, &sample, argv, &got, &operands, &help);
}

#define PARSE(...) parse((const char *const[]){__VA_ARGS__, NULL})

static str first_message(void)
{
    return str_of(session.found.first ? session.found.first->message : NULL);
}

static str first_hint(void)
{
    return str_of(session.found.first ? session.found.first->hint : NULL);
}

static void test_forms(void)
{
    ok(PARSE("-q", "--root", "R", "--output=out", "a"), "options, then an operand");
    ok(got.quiet && !got.verbose, "a flag");
    is_str(str_of(got.root), "R", "--name VALUE");
    is_str(str_of(got.output), "out", "--name=VALUE");
    is_int(operands.count, 1, "one operand");
    ok(PARSE("a", "-qvrR", "-o", "out", "b"), "operands around options");
    ok(got.quiet && got.verbose, "bundled flags");
    is_str(str_of(got.root), "R", "-xVALUE at the end of the bundle");
    is_str(str_of(got.output), "out", "-x VALUE");
    ok(operands.count == 2 && strcmp(operands.at[1], "b") == 0, "two operands");
    ok(PARSE("-q", "--", "-q", "--root"), "-- ends the options");
    ok(operands.count == 2 && strcmp(operands.at[0], "-q") == 0, "what follows are operands");
    ok(PARSE("-") && strcmp(operands.at[0], "-") == 0, "- is an operand");
    ok(PARSE("--root=", "x") && got.root && !*got.root, "an empty value is a value");
    ok(PARSE("--root", "--quiet", "x") && !got.quiet, "a value may begin with a dash");
    ok(PARSE("--root=a", "--root=b", "x") && strcmp(got.root, "b") == 0, "the last one counts");
    ok(PARSE("--root=a=b", "x") && strcmp(got.root, "a=b") == 0, "only the first = divides");
}

static void test_kinds(void)
{
    ok(PARSE("x") && got.translate == UNSET, "a pair that is not there");
    ok(PARSE("--translate", "x") && got.translate == YES, "--name");
    ok(PARSE("--no-translate", "x") && got.translate == NO, "--no-name");
    ok(PARSE("--resource", "a", "--resource=b", "x"), "a list");
    ok(got.resources.count == 2 && strcmp(got.resources.at[1], "b") == 0, "has all its values");
    ok(PARSE("--dialect", "2020-12", "x") && got.dialect == dialects[2], "a choice");
    ok(PARSE("--format", "json", "x") && session.format == REPORT_JSON, "--format");
    ok(PARSE("x") && session.format == REPORT_TEXT, "without it");
    ok(PARSE("--help") && help, "--help needs no operands");
    ok(PARSE("-h", "--bogus") && help, "and ends the parse");
    ok(PARSE("x") && !help, "without it");
}

/* The pair INDEX of PAIRS is NAME and VALUE. */
static void is_pair(const struct pair_list *pairs, ptrdiff_t index, const char *name,
                    const char *value)
{
    if (!ok(index < pairs->count, "there is a pair %td", index))
        return;
    is_str(str_of(pairs->at[index].name), name, "its name");
    is_str(str_of(pairs->at[index].value), value, "its value");
}

static void test_pairs(void)
{
    ok(PARSE("--omit", "a=1", "--omit=b==c=", "--omit", "c=", "x"), "pairs");
    is_int(got.omit.count, 3, "all are there");
    is_pair(&got.omit, 0, "a", "1");
    is_pair(&got.omit, 1, "b", "=c=");
    is_pair(&got.omit, 2, "c", "");
    ok(PARSE("--map=https://a.example/?b=c=d/e.yaml", "--map", "x:=f", "x"), "files for URLs");
    is_int(got.map.count, 2, "both are there");
    is_pair(&got.map, 0, "https://a.example/?b=c", "d/e.yaml");
    is_pair(&got.map, 1, "x:", "f");
    ok(PARSE("x") && got.omit.count == 0 && got.map.count == 0, "without any");
}

static void check_fault(bool parsed, const char *message, const char *hint)
{
    ok(!parsed && diag_status(&session.found) == 2, "refused");
    is_str(first_message(), message, "message");
    is_str(first_hint(), hint, "hint");
}

static void test_faults(void)
{
    check_fault(PARSE("--rot", "x"), "sample has no option \"--rot\"", "did you mean \"--root\"?");
    check_fault(PARSE("--no-tranlate", "x"), "sample has no option \"--no-tranlate\"",
                "did you mean \"--no-translate\"?");
    check_fault(PARSE("--fromat=json", "x"), "sample has no option \"--fromat\"",
                "did you mean \"--format\"?");
    check_fault(PARSE("-output", "x", "y", "z"), "sample does not take the operand \"z\"",
                "usage: schemac sample [OPTION...] FILE...");
    check_fault(PARSE("--omit", "a", "x"), "--omit needs a value NAME=VALUE, \"a\" has no \"=\"",
                "");
    check_fault(PARSE("--map=a", "x"), "--map needs a value URL=FILE, \"a\" has no \"=\"", "");
    check_fault(PARSE("--map"), "--map needs a value, URL=FILE", "");
    check_fault(PARSE("--omit", "bad=1", "x"), "\"bad\" is bad", "");
    check_fault(PARSE("--resource", "bad", "x"), "\"bad\" is bad", "");
    check_fault(PARSE("-z", "x"), "sample has no option \"-z\"",
                "`schemac help sample` lists the options");
    check_fault(PARSE("--no-quiet", "x"), "sample has no option \"--no-quiet\"",
                "`schemac help sample` lists the options");
    check_fault(PARSE("--quiet=yes", "x"), "--quiet takes no value", "");
    check_fault(PARSE("x", "--root"), "--root needs a value, ROOT", "");
    check_fault(PARSE("--dialect=draft-7", "x"), "--dialect cannot be \"draft-7\"",
                "did you mean \"draft-07\"?");
    check_fault(PARSE("--dialect=\33", "x"), "--dialect cannot be \"\\u{1b}\"",
                "it is one of draft-04, draft-07, 2020-12");
    check_fault(PARSE("-q"), "sample needs FILE...", "usage: schemac sample [OPTION...] FILE...");
}

static void test_several_faults(void)
{
    ok(!PARSE("--bogus", "--dialect=x", "--format=json"), "several faults");
    is_int(session.found.errors, 2, "are all reported, without complaints that follow from them");
    ok(session.format == REPORT_JSON, "in the format that stands behind them");
}

static void test_choices(void)
{
    const struct option option = {.kind = OPTION_CHOICE, .name = "dialect", .choices = dialects};
    is_int(option_choice(&option, "draft-04"), 0, "the first choice");
    is_int(option_choice(&option, "2020-12"), 2, "the last choice");
    is_int(option_choice(&option, "draft-7"), -1, "none");
    is_int(option_choice(&option, ""), -1, "nothing");

    struct diag_list found = {.arena = &arena};
    struct diag *diag = diag_report(&found, E0604, (place){0}, "no");
    option_hint(&found, diag, &option, "Draft_04");
    is_str(str_of(diag->hint), "did you mean \"draft-04\"?", "a choice that looks like it");
    diag = diag_report(&found, E0604, (place){0}, "no");
    option_hint(&found, diag, &option, "");
    is_str(str_of(diag->hint), "it is one of draft-04, draft-07, 2020-12", "nothing looks like it");
}

static void test_commands(void)
{
    session = (struct session){.arena = &arena, .found = {.arena = &arena}};
    const struct command *explain = command_find(&session, "explain");
    ok(explain && strcmp(explain->name, "explain") == 0, "a command");
    ok(!command_find(&session, "explian"), "none of that name");
    is_str(first_hint(), "did you mean \"explain\"?", "but a similar one");

    bool valid = true;
    for (const struct command *const *command = commands; *command; command++) {
        const struct option *option;
        for (ptrdiff_t i = 0; (option = command_option(*command, i)); i++) {
            bool is_flag = option->kind == OPTION_FLAG || option->kind == OPTION_NO;
            valid &= is_flag == !option->argument && option->help != NULL;
            valid &= (option->kind == OPTION_CHOICE) == (option->choices != NULL);
            valid &= option->offset <= (*command)->options_size;
        }
        valid &= (*command)->name && (*command)->operands && (*command)->summary;
        valid &= (*command)->about && (*command)->run;
    }
    ok(valid, "the records of all commands are complete");
}

static str wrapped(const char *text, ptrdiff_t column, ptrdiff_t indent)
{
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    help_wrap(&out, text, column, indent);
    return buf_view(&out);
}

static void test_help(void)
{
    is_str(wrapped("one  two\nthree\n\nfour", 0, 2), "one two three\n\n  four\n", "wrap");
    is_str(wrapped("", 0, 2), "\n", "wrap nothing");
    is_str(wrapped("a bcd", 76, 4), "a\n    bcd\n", "81 columns are too many");
    is_str(wrapped("a bc", 76, 4), "a bc\n", "80 are not");

    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    help_command(&out, &sample);
    is_str(buf_view(&out),
           "usage: schemac sample [OPTION...] FILE...\n\nTries the parser.\n\nOptions:\n"
           "  -q, --quiet             write nothing\n"
           "  -v, --verbose           write more\n"
           "      --[no-]translate    keep the meaning\n"
           "  -r, --root ROOT         start at ROOT\n"
           "  -o, --output FILE       write to FILE\n"
           "      --dialect DIALECT   write DIALECT: draft-04, draft-07 or 2020-12\n"
           "      --resource FILE     know FILE; may be given several times\n"
           "      --omit NAME=VALUE   leave out; may be given several times\n"
           "      --map URL=FILE      read FILE for URL; may be given several times\n"
           "      --format FORMAT     how problems are written (default: text): text, json,\n"
           "                          sarif, junit, github, gitlab or markdown\n"
           "  -h, --help              show this help\n",
           "help of a command");
    static const struct option wide[] = {
        STRING(struct sample_options, root, 0, "name-of-many-letters", "ARGUMENT", "too wide"),
        {0},
    };
    struct command other = sample;
    other.options = wide;
    struct buf second = buf_in(&arena, PTRDIFF_MAX);
    help_command(&second, &other);
    ok(strstr(buf_view(&second).data,
              "      --name-of-many-letters ARGUMENT\n                          too wide\n"),
       "a label that is too wide has a line of its own");
    ok(!help_completion(&out, "tcsh"), "no completions for that shell");
}

int main(void)
{
    test_forms();
    test_kinds();
    test_pairs();
    test_faults();
    test_several_faults();
    test_choices();
    test_commands();
    test_help();
    arena_free(&arena);
    return done_testing();
}
