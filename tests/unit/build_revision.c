/* Files as a commit has them; tests/cli/diff-git.bats has the rest. */
#include "build/revision.h"

#include "folder.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static struct arena arena;

static const struct revision_words words = {"--against", E0901, E0902, E0901, "no work tree"};

/* Runs COMMAND of the shell. */
static void shell(const char *command)
{
    ok(system(command) == 0, "%s", command);
}

/* What is reported of NAME; DIAG_CODE_COUNT when it is found. */
static enum diag_code find(const char *name, struct git_revision *ret_revision)
{
    struct diag_list *found = arena_new(&arena, struct diag_list, 1);
    found->arena = &arena;
    bool is_good = revision_find(found, &words, str_of(name), ret_revision);
    ok(is_good == !found->first, "%s: found, or reported", name);
    return is_good ? DIAG_CODE_COUNT : found->first->code;
}

/* Git says itself that there is no repository: that goes elsewhere. */
static void test_no_repository(void)
{
    struct git_revision revision;
    int kept = dup(STDERR_FILENO);
    int elsewhere = open("said", O_WRONLY | O_CREAT, 0666);
    dup2(elsewhere, STDERR_FILENO);
    enum diag_code code = find("HEAD", &revision);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(elsewhere);
    is_int(code, E0901, "there is no repository");
    struct stat info;
    ok(stat("said", &info) == 0 && info.st_size > 0 && unlink("said") == 0, "git says so, too");
}

static void test_names(void)
{
    struct git_revision revision;
    is_int(find("nowhere", &revision), E0901, "no commit");
    is_int(find("merge-base:nowhere", &revision), E0901, "nor to part from");
    is_int(find("merge-base:", &revision), E0901, "a name is missing");
    is_int(find("HEAD^{tree}", &revision), E0901, "a tree is no commit");
    is_int(find("merge-base:other", &revision), E0902, "nothing in common");
    is_int(find("merge-base:HEAD", &revision), DIAG_CODE_COUNT, "it has not parted from itself");
    revision_done(&revision);
}

static void test_files(void)
{
    static const struct {
        const char *path;
        int problem;
        const char *text;
    } cases[] = {
        {"a.txt", 0, "one\n"},    {"./d/../a.txt", 0, "one\n"},
        {"d/b.txt", 0, "two\n"},  {"link", 0, "two\n"},
        {"lost", ENOENT, ""},     {"out", ENOENT, ""},
        {"ring", ENOENT, ""},     {"d", EISDIR, ""},
        {"none", ENOENT, ""},     {"new\nline", 0, "3\n"},
        {"a.txt/x", ENOENT, ""},  {"/", ENOENT, ""},
        {"../other", ENOENT, ""}, {"untracked", ENOENT, ""},
        {"a.txt", 0, "one\n"},
    };
    struct git_revision revision;
    is_int(find("HEAD", &revision), DIAG_CODE_COUNT, "HEAD");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        str bytes;
        is_int(revision.view.read(&revision.view, &arena, cases[i].path, 100, &bytes),
               cases[i].problem, "%s: is there, or why not", cases[i].path);
        is_str(bytes, cases[i].text, "and what is in it");
    }
    str bytes, path = arena_printf(&arena, "%s/a.txt", revision.here.data);
    is_int(revision.view.read(&revision.view, &arena, path.data, 100, &bytes), 0, "absolute");
    is_int(revision.view.read(&revision.view, &arena, "a.txt", 2, &bytes), EFBIG, "too long");
    is_int(revision.view.read(&revision.view, &arena, "a.txt", 100, &bytes), 0, "and then again");
    struct file_list files;
    is_int(revision.view.list(&revision.view, &arena, "d", &files), 0, "a directory is listed");
    ok(files.count == 1 && str_equal(files.paths[0], S("b.txt")), "with paths from it");
    is_int(revision.view.list(&revision.view, &arena, ".", &files), 0, "so is the top");
    is_int(files.count, 7, "with all that is in it");
    is_int(revision.view.list(&revision.view, &arena, "none", &files), 0, "one that is not there");
    is_int(files.count, 0, "has nothing");
    revision_done(&revision);
}

int main(void)
{
    if (system("git --version >/dev/null 2>&1")) {
        skip("no git", "files of a commit");
        return done_testing();
    }
    enter_folder(false);
    unsetenv("GIT_DIR");
    unsetenv("GIT_WORK_TREE");
    unsetenv("GIT_INDEX_FILE");
    test_no_repository();
    shell("git init -q && git config user.email a@example.com && git config user.name a && "
          "git checkout -q --orphan other && git commit -q --allow-empty -m 1");
    shell("git checkout -q --orphan main && mkdir d && echo one >a.txt && echo two >d/b.txt && "
          "echo 3 >'new\nline' && ln -s d/b.txt link && ln -s none lost && "
          "ln -s ../x out && ln -s ring ring && git add . && git commit -q -m 2");
    shell("echo changed >a.txt && rm d/b.txt && echo 4 >untracked");
    test_names();
    test_files();
    leave_folder();
    arena_free(&arena);
    return done_testing();
}
