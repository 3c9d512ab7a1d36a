/*
 * main.c - the driver: runs one command line over and over, each time disturbed at another place.
 *
 * It stands before schemac's own main (ld's --wrap=main), so that the program under test is linked
 * of the very objects that are installed. Each run is a child forked off here: that costs a tenth
 * of starting a program, which is what makes a run for every single allocation bearable.
 */
#include "torture.h"
#include "tree.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

struct torture *torture;
bool torture_armed;

enum { PATIENCE_SECONDS = 60, MAX_WORDS = 100, MAX_COMPLAINTS = 20 };

/* The command line, and what is asked for. */
static struct {
    bool allocations, calls, crashes;
    long from, to, step, ends;  /* step: between the first and the last `ends` places */
    char *words[MAX_WORDS + 1]; /* with the program's name before and NULL behind */
    int count;
} options;

struct outcome {
    int status;      /* as wait has it */
    char *out, *err; /* what it printed */
    struct tree tree;
};

static int out_fd, err_fd;  /* files that take a child's output */
static struct tree before;  /* the folder as it was found */
static struct outcome calm; /* the run that nothing disturbed */
static long runs, failures;

/* ---- runs ----------------------------------------------------------------------------------- */

__attribute__((noreturn)) static void give_up(const char *what)
{
    fprintf(stderr, "torture: %s: %s\n", what, strerror(errno));
    exit(2);
}

/* A file without a name that takes what a child prints. */
static int scratch_file(void)
{
    char name[] = "/tmp/schemac-torture.XXXXXX";
    int fd = mkstemp(name);
    if (fd < 0 || unlink(name) < 0)
        give_up("a temporary file");
    return fd;
}

static char *taken(int fd)
{
    off_t size = lseek(fd, 0, SEEK_END);
    char *text = calloc(1, (size_t)size + 1);
    if (!text || pread(fd, text, (size_t)size, 0) != size)
        give_up("the output of a run");
    return text;
}

static void become_child(int count, char **words, bool armed)
{
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(out_fd, STDOUT_FILENO);
    dup2(err_fd, STDERR_FILENO);
    close(nothing);
    alarm(PATIENCE_SECONDS);
    torture_armed = armed;
    int status = __real_main(count, words);
    torture_armed = false; /* what the libraries do at the end is not the program's */
    exit(status);
}

/* Runs the command line WORDS as `torture` says, or undisturbed and uncounted. */
static struct outcome run(int count, char **words, bool armed)
{
    struct outcome outcome;
    for (int i = 0; i < 2; i++) {
        int fd = i ? err_fd : out_fd;
        if (ftruncate(fd, 0) < 0 || lseek(fd, 0, SEEK_SET) < 0)
            give_up("the output of a run");
    }
    if (armed) {
        torture->allocations = torture->calls = 0;
        torture->hit = false;
        torture->caller = NULL;
        torture->call[0] = torture->what[0] = '\0';
    }
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        give_up("fork");
    if (child == 0)
        become_child(count, words, armed);
    while (waitpid(child, &outcome.status, 0) < 0)
        if (errno != EINTR)
            give_up("waitpid");
    outcome.out = taken(out_fd);
    outcome.err = taken(err_fd);
    outcome.tree = tree_read();
    return outcome;
}

static void outcome_free(struct outcome *outcome)
{
    free(outcome->out);
    free(outcome->err);
    tree_free(&outcome->tree);
}

/* Runs the command line disturbed. False, and nothing to free, when it ends before its place. */
static bool run_disturbed(enum way way, int problem, long at, struct outcome *ret)
{
    torture->way = way;
    torture->problem = problem;
    torture->at = at;
    *ret = run(options.count, options.words, true);
    runs += torture->hit;
    if (torture->hit)
        return true;
    tree_restore(&ret->tree, &before);
    outcome_free(ret);
    return false;
}

/* Frees what is left of a run and puts the folder back. */
static void end_run(struct outcome *outcome)
{
    tree_restore(&outcome->tree, &before);
    outcome_free(outcome);
}

/* ---- verdicts ------------------------------------------------------------------------------- */

static int exit_status(const struct outcome *outcome)
{
    return WIFEXITED(outcome->status) ? WEXITSTATUS(outcome->status)
                                      : 128 + WTERMSIG(outcome->status);
}

static bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

/* What must never be, however a run was disturbed; NULL when all is well. */
static const char *always_wrong(const struct outcome *outcome)
{
    if (WIFSIGNALED(outcome->status))
        return WTERMSIG(outcome->status) == SIGALRM ? "it hangs" : "a signal ended it";
    if (has(outcome->err, "Sanitizer") || has(outcome->err, "runtime error:"))
        return "a sanitizer found something";
    if (has(outcome->err, "Assertion"))
        return "an assertion failed";
    return NULL;
}

/* What is wrong with the files that a run left which was not killed. */
static const char *files_wrong(const struct outcome *outcome, const struct tree_mix *mix)
{
    if (mix->wrong)
        return "a file is neither old nor new";
    if (mix->drafts)
        return "a draft is left";
    if (mix->old_files && mix->new_files)
        return "some files are old and some are new";
    if (exit_status(outcome) == exit_status(&calm) && mix->old_files)
        return "it says that all is well but has not written";
    return NULL;
}

static bool is_undisturbed(const struct outcome *outcome)
{
    bool is_mute = strcmp(torture->what, "standard error") == 0;
    return outcome->status == calm.status && strcmp(outcome->out, calm.out) == 0 &&
           (is_mute || strcmp(outcome->err, calm.err) == 0) &&
           tree_equal(&outcome->tree, &calm.tree);
}

/* Says what a run was disturbed by. */
static void print_place(void)
{
    Dl_info info = {0};
    if (!torture->caller) {
        printf("call %ld, %s %s", torture->at, torture->call, torture->what);
        if (torture->way == WAY_ERROR)
            printf(": %s", strerror(torture->problem));
        return;
    }
    dladdr(torture->caller, &info);
    printf("allocation %ld, of %s+0x%tx", torture->at, info.dli_fname ? info.dli_fname : "?",
           (const char *)torture->caller - (const char *)info.dli_fbase);
    if (info.dli_sname)
        printf(" (%s)", info.dli_sname);
}

/* Says what is WRONG about a run, of which PATH may be a file; only so often. */
static void complain(const struct outcome *outcome, const char *wrong, const char *path)
{
    if (++failures > MAX_COMPLAINTS)
        return;
    printf("torture: ");
    print_place();
    printf(": %s%s%s; status %d\n", wrong, path ? ": " : "", path ? path : "",
           exit_status(outcome));
    int shown = 12;
    for (const char *line = outcome->err; *line && shown; shown--) {
        int length = (int)strcspn(line, "\n");
        printf("    %.*s\n", length, line);
        line += length + (line[length] != '\0');
    }
}

/*
 * The record of fingerprints is the one file whose unreadability is a finding of check and not an
 * error: without it the verdict stands, only not which side moved.
 */
static bool is_told_of_record(const struct outcome *outcome)
{
    return !torture->caller && strcmp(options.words[1], "check") == 0 &&
           (has(torture->what, "fingerprints.json") || has(torture->what, "a pipe")) &&
           exit_status(outcome) == 1 && (has(outcome->err, "D0008") || has(outcome->out, "D0008"));
}

/* ---- harmless places ------------------------------------------------------------------------ */

/*
 * Places where a failure may go without notice: status, output and files are those of a run that
 * nothing disturbed. CALL is the whole name, END is how what it is about ends; OUTPUT stands for
 * the files that the command writes.
 */
static const char OUTPUT[] = "an output";

static struct harmless {
    const char *call, *end, *why;
    long count;
} harmless[] = {
    {"open to lock", "", "generate goes on where it may not lock", 0},
    {"lock", "", "generate goes on where there are no locks", 0},
    {"close to unlock", "", "the system does it at the end", 0},
    {"close after reading", "", "all of it has been read", 0},
    {"stat", ".schemac-draft", "an old mark that is not seen is taken by the next", 0},
    {"unlink", ".schemac-draft", "it is tried again", 0},
    {"unlink", ".schemac-draft-new", "it is tried again", 0},
    {"unlink", ".schemac-draft-old", "it is tried again", 0},
    {"fstat", ".schemac-draft", "the mark is opened again", 0},
    {"link", ".schemac-draft", "the mark is made a file of its own", 0},
    {"link", ".schemac-draft-old", "on failure the old content would be written anew", 0},
    {"link", OUTPUT, "it is made empty, and then takes the content", 0},
    {"open", "/dev/urandom", "the time and the place in memory are taken for a key", 0},
    {"read", "/dev/urandom", "the time and the place in memory are taken for a key", 0},
    {"stat", "schemac.yaml", "generate goes on where it may not lock", 0},
    {"fcntl", "standard input", "it is there all the same", 0},
    {"fcntl", "standard output", "it is there all the same", 0},
    {"fcntl", "standard error", "it is there all the same", 0},
    {"waitpid", "", "git has answered by then", 0},
    {"open directory", "", "it need not be readable to be synced", 0},
    {"stat", OUTPUT, "what kind of file it is, is asked once more before it is replaced", 0},
    {"open", OUTPUT, "it is written anew, as if it had other content", 0},
    {"fstat", OUTPUT, "it is written anew, as if it had other content", 0},
    {"read", OUTPUT, "it is written anew, as if it had other content", 0},
    {"write", "standard error", "there is nowhere to say so", 0},
    {"realpath", ".yaml", "that an output leads to what is read is then not seen", 0},
    {"realpath", "openapi/old.json", "that an output is what is compared is then not seen", 0},
    {"realpath", "openapi/new.json", "that an output is what is compared is then not seen", 0},
    {"realpath", ".", "that an output lies beside what is compared is then not seen", 0},
    {"realpath", "tool.json", "that an output is the tool is then not seen", 0},
    {"realpath", "tools.json", "that an output is the listing is then not seen", 0},
    {"realpath", "manifest.json", "that an output is the manifest is then not seen", 0},
    {"realpath", "out", "that an output is where fragments are is then not seen", 0},
    {"opendir", ".schemac-tmp", "a folder that was replaced: it is tried again", 0},
    {"opendir", ".schemac-old", "a folder that was replaced: it is tried again", 0},
    {"readdir", ".schemac-tmp", "a folder that was replaced: it is tried again", 0},
    {"unlink", ".json", "a file of a folder that was replaced: it is tried again", 0},
    {"rmdir", ".schemac-tmp", "a folder that was replaced: it is tried again", 0},
    {"realpath", OUTPUT, "that an output leads to what is read is then not seen", 0},
    {"realpath", "openapi", "the work tree around the document is not looked for", 0},
    {"realpath", "schemas", "git is asked for the path as it was given", 0},
    {"getcwd", "", "git is asked for the path as it was given", 0},
    {"stat", ".git", "the file is in no submodule", 0},
    {"write", "a pipe", "git is asked for schemac.yaml once more when it is read", 0},
    {"close", "a pipe", "the child has been asked all by then, or does not need that end", 0},
    {"readlink", "", "what is staged is no link", 0},
    {"closedir", "", "all of it has been read", 0},
};

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

/* True when the undisturbed run changes the file PATH, which may be absolute. */
static bool is_output(const char *path)
{
    for (size_t i = 0; i < calm.tree.count; i++) {
        const char *name = calm.tree.entries[i].path;
        if (ends_with(path, name) && !tree_same_file(&before, &calm.tree, name))
            return true;
    }
    return false;
}

/* The row of the place where the run was just disturbed, or NULL. */
static struct harmless *harmless_row(void)
{
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
        struct harmless *row = &harmless[i];
        if (strcmp(row->call, torture->call) == 0 &&
            (row->end == OUTPUT ? is_output(torture->what) : ends_with(torture->what, row->end)))
            return row;
    }
    return NULL;
}

static void print_harmless(void)
{
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (harmless[i].count)
            printf("  harmless %ld times: %s%s%s: %s\n", harmless[i].count, harmless[i].call,
                   *harmless[i].end ? " " : "", harmless[i].end, harmless[i].why);
}

/* Judges a run whose failure had to be told: by STATUS and by MARK in what it printed. */
static void judge(const struct outcome *outcome, int status, const char *mark)
{
    struct tree_mix mix = tree_compare(&outcome->tree, &before, &calm.tree);
    const char *wrong = always_wrong(outcome);
    struct harmless *row = harmless_row();
    if (!wrong)
        wrong = files_wrong(outcome, &mix);
    if (!wrong && row && is_undisturbed(outcome)) {
        row->count++;
        return;
    }
    if (!wrong && is_told_of_record(outcome))
        return;
    if (!wrong && exit_status(outcome) != status)
        wrong = is_undisturbed(outcome) ? "it went without notice" : "the wrong status";
    if (!wrong && !has(outcome->err, mark) && !has(outcome->out, mark))
        wrong = "it is not said why";
    if (wrong)
        complain(outcome, wrong, mix.wrong);
}

/* Judges a run that had to go on as if nothing had happened. */
static void judge_survivor(const struct outcome *outcome)
{
    const char *wrong = always_wrong(outcome);
    if (!wrong && !is_undisturbed(outcome))
        wrong = "it did not go on";
    if (wrong)
        complain(outcome, wrong, NULL);
}

/* ---- allocations and system calls ----------------------------------------------------------- */

/* Runs the command line undisturbed, and leaves in `torture` how many places it has. */
static void count_places(void)
{
    torture->way = WAY_NONE;
    struct outcome outcome = run(options.count, options.words, true);
    end_run(&outcome);
}

/* The place behind AT, of LAST: all at both ends, every step-th between. */
static long next(long at, long last)
{
    long far_end = last - options.ends;
    if (at < options.ends || at >= far_end)
        return at + 1;
    return at + options.step < far_end ? at + options.step : far_end;
}

static void torture_allocations(void)
{
    struct outcome outcome;
    long before_runs = runs;
    count_places();
    long last = torture->allocations;
    for (long at = options.from; at <= options.to; at = next(at, last)) {
        if (!run_disturbed(WAY_NO_MEMORY, 0, at, &outcome))
            break;
        judge(&outcome, 70, "schemac: out of memory\n");
        end_run(&outcome);
    }
    printf("%ld allocations, %ld failed in turn\n", last, runs - before_runs);
}

/* What can befall a system call. */
struct trouble {
    const char *calls; /* members of host */
    enum way way;
    int problem;
};

static const struct trouble troubles[] = {
    {"open open_directory open_to_lock opendir stat readlink realpath getcwd unlink mkdir rename exchange "
     "open_to_create open_to_write link",
     WAY_ERROR, EACCES},
    {"open open_directory open_to_create opendir pipe", WAY_ERROR, EMFILE},
    {"read write fsync syncfs close close_after_reading close_to_unlock fstat stat unlink rename exchange realpath link fcntl "
     "poll opendir readdir closedir",
     WAY_ERROR, EIO},
    {"write mkdir rename exchange open_to_create fsync syncfs close link", WAY_ERROR, ENOSPC},
    {"fchmod", WAY_ERROR, EPERM},
    {"lock", WAY_ERROR, ENOLCK},
    {"spawn", WAY_ERROR, ENOMEM},
    {"waitpid", WAY_ERROR, ECHILD},
    {"read write waitpid", WAY_ERROR, EINTR},
    {"write", WAY_ERROR, EAGAIN},
    {"read write", WAY_SHORT, 0},
};

/* True when TROUBLE can befall the call that was disturbed last. */
static bool befalls(const struct trouble *trouble)
{
    char name[sizeof torture->call + 2], list[256];
    snprintf(list, sizeof list, " %s ", trouble->calls);
    snprintf(name, sizeof name, " %s ", torture->call);
    for (char *at = name + 1; at[1]; at++)
        if (*at == ' ')
            *at = '_';
    return has(list, name);
}

/* All that can befall the call AT, a run each. False when there is no such call. */
static bool torture_call(long at)
{
    struct outcome outcome;
    if (!run_disturbed(WAY_SHORT, 0, at, &outcome)) /* tells which call it is */
        return false;
    judge_survivor(&outcome);
    end_run(&outcome);
    for (size_t i = 0; i < sizeof troubles / sizeof *troubles; i++) {
        const struct trouble *trouble = &troubles[i];
        if (!befalls(trouble) || !run_disturbed(trouble->way, trouble->problem, at, &outcome))
            continue;
        bool is_same_call = befalls(trouble); /* how often a pipe is read is not always the same */
        if (is_same_call &&
            (trouble->way == WAY_SHORT || trouble->problem == EINTR || trouble->problem == EAGAIN))
            judge_survivor(&outcome);
        else if (is_same_call)
            judge(&outcome, 2, "E0");
        end_run(&outcome);
    }
    return true;
}

static void torture_calls(void)
{
    long before_runs = runs;
    count_places();
    long last = torture->calls;
    for (long at = options.from; at <= options.to; at = next(at, last))
        if (!torture_call(at))
            break;
    printf("%ld system calls, %ld runs with one failing\n", last, runs - before_runs);
}

/* ---- crash points --------------------------------------------------------------------------- */

/* Runs COMMAND with the other words of the command line, undisturbed. */
static struct outcome run_command(const char *command)
{
    char *words[MAX_WORDS + 1];
    memcpy(words, options.words, sizeof words);
    words[1] = (char *)command;
    return run(options.count, words, false);
}

/* True when check says of these files what it has to: MIX tells how they are. */
static bool check_names(const struct outcome *found, const struct tree_mix *mix)
{
    bool damaged = has(found->err, "[D0003]") || has(found->err, "the record is damaged");
    bool in_between = mix->drafts || (mix->old_files && mix->new_files);
    int status = exit_status(found);
    if (always_wrong(found) || damaged)
        return false;
    if (mix->drafts) /* whatever else: the next generate has something to do */
        return status == 1 && has(found->err, "[D0007]");
    if (in_between)
        return status == 1 && (has(found->err, "[D0001]") || has(found->err, "[D0006]") ||
                               has(found->err, "[D0007]"));
    return status == (mix->old_files != 0);
}

/* After a crash: check names the state, and the command, run anew, mends it. */
static void judge_crash(struct outcome *outcome)
{
    struct tree_mix mix = tree_compare(&outcome->tree, &before, &calm.tree);
    bool is_generate = strcmp(options.words[1], "generate") == 0;
    if (mix.wrong)
        complain(outcome, "a file is neither old nor new", mix.wrong);
    if (is_generate) {
        struct outcome found = run_command("check");
        if (!check_names(&found, &mix))
            complain(&found, "check does not name the state", NULL);
        outcome_free(&found);
    }
    struct outcome again = run_command(options.words[1]);
    if (always_wrong(&again) || again.status != calm.status || !tree_equal(&again.tree, &calm.tree))
        complain(&again, "running it again does not mend it", NULL);
    tree_free(&outcome->tree);
    outcome->tree = again.tree;
    again.tree = (struct tree){0};
    outcome_free(&again);
}

static void torture_crashes(void)
{
    struct outcome outcome;
    long before_runs = runs;
    count_places();
    long last = torture->calls;
    for (long at = options.from; at <= options.to; at = next(at, last)) {
        if (!run_disturbed(WAY_KILL, 0, at, &outcome))
            break;
        bool half = strcmp(torture->call, "write") == 0;
        judge_crash(&outcome);
        end_run(&outcome);
        if (!half || !run_disturbed(WAY_KILL_HALF, 0, at, &outcome))
            continue;
        judge_crash(&outcome);
        end_run(&outcome);
    }
    printf("%ld system calls, %ld crashes\n", last, runs - before_runs);
}

/* ---- the command line ----------------------------------------------------------------------- */

__attribute__((noreturn)) static void fail_usage(const char *word)
{
    fprintf(stderr, "torture: wrong use: %s (tools/torture --help)\n", word);
    exit(2);
}

/* Takes the option at WORD and the number behind it, which is where it returns. */
static char **parse_number(char **word)
{
    static const struct {
        const char *option;
        long *number;
    } known[] = {{"--from", &options.from},
                 {"--to", &options.to},
                 {"--step", &options.step},
                 {"--ends", &options.ends}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char *end;
        if (strcmp(*word, known[i].option) != 0 || !word[1])
            continue;
        *known[i].number = strtol(word[1], &end, 10);
        if (*end || end == word[1] || *known[i].number < 1)
            fail_usage(*word);
        return word + 1;
    }
    fail_usage(*word);
}

static void parse(char **argv)
{
    options.from = options.step = 1;
    options.to = 1000000000;
    options.ends = 300;
    char **word = argv + 1;
    for (; *word && **word == '-'; word++) {
        if (strcmp(*word, "--") == 0) {
            word++;
            break;
        }
        if (strcmp(*word, "--allocations") == 0)
            options.allocations = true;
        else if (strcmp(*word, "--system-calls") == 0)
            options.calls = true;
        else if (strcmp(*word, "--crashes") == 0)
            options.crashes = true;
        else
            word = parse_number(word);
    }
    if (!options.allocations && !options.calls && !options.crashes)
        options.allocations = options.calls = true;
    options.words[options.count++] = argv[0];
    for (; *word && options.count < MAX_WORDS; word++)
        options.words[options.count++] = *word;
    if (options.count < 2 || *word)
        fail_usage("one command line");
}

int __wrap_main(int argc, char **argv)
{
    (void)argc;
    parse(argv);
    torture =
        mmap(NULL, sizeof *torture, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (torture == MAP_FAILED)
        give_up("mmap");
    out_fd = scratch_file();
    err_fd = scratch_file();
    system_init();
    before = tree_read();
    calm = run(options.count, options.words, false);
    if (always_wrong(&calm)) {
        complain(&calm, "not even undisturbed", NULL);
        return 1;
    }
    tree_restore(&calm.tree, &before);
    if (options.allocations)
        torture_allocations();
    if (options.calls)
        torture_calls();
    if (options.crashes)
        torture_crashes();
    print_harmless();
    if (failures)
        printf("%ld of %ld runs ended as they must not\n", failures, runs);
    return failures != 0;
}
