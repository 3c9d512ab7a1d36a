/* verdict.c - see verdict.h. */
#include "verdict.h"

#include "harmless.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { MAX_COMPLAINTS = 20 };

long verdict_failures;

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
    if (outcome_exit_status(outcome) == outcome_exit_status(&undisturbed) && mix->old_files)
        return "it says that all is well but has not written";
    return NULL;
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
    if (++verdict_failures > MAX_COMPLAINTS)
        return;
    printf("torture: ");
    print_place();
    printf(": %s%s%s; status %d\n", wrong, path ? ": " : "", path ? path : "",
           outcome_exit_status(outcome));
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
    return !torture->caller && strcmp(run_command()->words[1], "check") == 0 &&
           (has(torture->what, "fingerprints.json") || has(torture->what, "a pipe")) &&
           outcome_exit_status(outcome) == 1 &&
           (has(outcome->err, "D0008") || has(outcome->out, "D0008"));
}

void verdict_of_failure(const struct outcome *outcome, int status, const char *mark)
{
    struct tree_mix mix = tree_compare(&outcome->tree, &tree_before, &undisturbed.tree);
    const char *wrong = always_wrong(outcome);
    struct harmless *row = harmless_row();
    if (!wrong)
        wrong = files_wrong(outcome, &mix);
    if (!wrong && row && outcome_is_undisturbed(outcome)) {
        row->count++;
        return;
    }
    if (!wrong && is_told_of_record(outcome))
        return;
    if (!wrong && outcome_exit_status(outcome) != status)
        wrong = outcome_is_undisturbed(outcome) ? "it went without notice" : "the wrong status";
    if (!wrong && !has(outcome->err, mark) && !has(outcome->out, mark))
        wrong = "it is not said why";
    if (wrong)
        complain(outcome, wrong, mix.wrong);
}

void verdict_of_survivor(const struct outcome *outcome)
{
    const char *wrong = always_wrong(outcome);
    if (!wrong && !outcome_is_undisturbed(outcome))
        wrong = "it did not go on";
    if (wrong)
        complain(outcome, wrong, NULL);
}

/* True when check says of these files what it has to: MIX tells how they are. */
static bool check_names(const struct outcome *found, const struct tree_mix *mix)
{
    bool damaged = has(found->err, "[D0003]") || has(found->err, "the record is damaged");
    bool in_between = mix->drafts || (mix->old_files && mix->new_files);
    int status = outcome_exit_status(found);
    if (always_wrong(found) || damaged)
        return false;
    if (mix->drafts) /* whatever else: the next generate has something to do */
        return status == 1 && has(found->err, "[D0007]");
    if (in_between)
        return status == 1 && (has(found->err, "[D0001]") || has(found->err, "[D0006]") ||
                               has(found->err, "[D0007]"));
    return status == (mix->old_files != 0);
}

void verdict_of_crash(struct outcome *outcome)
{
    struct tree_mix mix = tree_compare(&outcome->tree, &tree_before, &undisturbed.tree);
    bool is_generate = strcmp(run_command()->words[1], "generate") == 0;
    if (mix.wrong)
        complain(outcome, "a file is neither old nor new", mix.wrong);
    if (is_generate) {
        struct outcome found = run_other("check");
        if (!check_names(&found, &mix))
            complain(&found, "check does not name the state", NULL);
        outcome_free(&found);
    }
    struct outcome again = run_other(run_command()->words[1]);
    if (always_wrong(&again) || again.status != undisturbed.status ||
        !tree_equal(&again.tree, &undisturbed.tree))
        complain(&again, "running it again does not mend it", NULL);
    tree_free(&outcome->tree);
    outcome->tree = again.tree;
    again.tree = (struct tree){0};
    outcome_free(&again);
}

bool verdict_of_undisturbed(void)
{
    if (always_wrong(&undisturbed))
        complain(&undisturbed, "not even undisturbed", NULL);
    return verdict_failures == 0;
}
