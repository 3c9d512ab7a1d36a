/* harmless.c - see harmless.h. */
#include "harmless.h"

#include "run.h"

#include <stdio.h>
#include <string.h>

/*
 * Places where a failure may go without notice: status, output and files are those of a run that
 * nothing disturbed. CALL is the whole name, END is how what it is about ends; OUTPUT stands for
 * the files that the command writes.
 */
static const char OUTPUT[] = "an output";

static struct harmless harmless[] = {
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
    for (size_t i = 0; i < undisturbed.tree.count; i++) {
        const char *name = undisturbed.tree.entries[i].path;
        if (ends_with(path, name) && !tree_same_file(&tree_before, &undisturbed.tree, name))
            return true;
    }
    return false;
}

struct harmless *harmless_row(void)
{
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) {
        struct harmless *row = &harmless[i];
        if (strcmp(row->call, torture->call) == 0 &&
            (row->end == OUTPUT ? is_output(torture->what) : ends_with(torture->what, row->end)))
            return row;
    }
    return NULL;
}

void harmless_print(void)
{
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (harmless[i].count)
            printf("  harmless %ld times: %s%s%s: %s\n", harmless[i].count, harmless[i].call,
                   *harmless[i].end ? " " : "", harmless[i].end, harmless[i].why);
}
