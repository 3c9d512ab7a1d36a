/* Which files differ from a commit: tests/cli/changed.bats has what follows for artifacts. */
#include "build/changed.h"

#include "base/host.h"
#include "base/process.h"
#include "folder.h"
#include "tap.h"

#include <errno.h>

static struct arena arena;
static struct host usual;

static void sh(const char *script)
{
    const char *const argv[] = {"sh", "-ec", script, NULL};
    int status = -1;
    str bytes;
    is_problem(process_read(&arena, argv, 100000, &bytes, &status), 0, "%s", script);
    is_int(status, 0, "which succeeds");
}

/* What changed_find reports; DIAG_CODE_COUNT when nothing. */
static enum diag_code found_by(const char *since, bool staged, struct changed *ret_changed)
{
    struct diag_list *found = arena_new(&arena, struct diag_list, 1);
    found->arena = &arena;
    bool is_good = changed_find(found, since, staged, ret_changed);
    ok(is_good == !found->first, "%s: found, or reported", since);
    return is_good ? DIAG_CODE_COUNT : found->first->code;
}

static void test_files(void)
{
    static const struct {
        const char *path;
        bool has, has_staged; /* in the work tree, in the index */
    } cases[] = {
        {"same", false, false},        {"./sub/../same", false, false},
        {"edited", true, false},       {"staged", true, true},
        {"reverted", false, true},     {"deleted", true, false},
        {"removed", true, true},       {"new", true, false},
        {"added", true, true},         {"ignored", true, false},
        {"never/there", false, false}, {"sub/edited", true, false},
        {"link/edited", true, false},  {"link/same", false, false},
        {"moved/same", true, false},   {"..", true, true},
        {"/dev/null", true, true},
    };
    struct changed changed, staged;
    is_int(found_by("HEAD", false, &changed), DIAG_CODE_COUNT, "the work tree");
    is_int(found_by("HEAD", true, &staged), DIAG_CODE_COUNT, "the index");
    ok(changed.deleted && staged.deleted, "a file is gone");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int again = 0; again < 2; again++) {
            str path = str_of(cases[i].path);
            is_int(changed_has(&changed, path), cases[i].has, "%s in the work tree", path.data);
            is_int(changed_has(&staged, path), cases[i].has_staged, "%s in the index", path.data);
            str absolute = path_join(&arena, str_of(folder), path);
            is_int(changed_has(&changed, absolute), cases[i].has, "%s", absolute.data);
        }
}

static char *failing_getcwd(char *to, size_t size)
{
    (void)to;
    (void)size;
    errno = EACCES;
    return NULL;
}

static int failing_pipe(int ends[2])
{
    (void)ends;
    errno = EMFILE;
    return -1;
}

static void test_failures(void)
{
    struct changed changed;
    is_int(found_by("nowhere", false, &changed), E0007, "no commit");
    host.getcwd = failing_getcwd;
    is_int(found_by("HEAD", false, &changed), E0008, "no current directory");
    host = usual;
    host.pipe = failing_pipe;
    is_int(found_by("HEAD", false, &changed), E0008, "git cannot be run");
    host = usual;
}

int main(void)
{
    usual = host;
    setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    setenv("GIT_CONFIG_SYSTEM", "/dev/null", 1);
    unsetenv("GIT_DIR");
    unsetenv("GIT_WORK_TREE");
    unsetenv("GIT_INDEX_FILE");
    enter_folder(false);
    sh("git init -q . && mkdir sub other && ln -s sub link && ln -s sub moved");
    sh("for f in same edited staged reverted deleted removed sub/same sub/edited other/same; do"
       " echo 1 >$f; done; echo ignored >.gitignore");
    sh("git add . && git -c user.name=a -c user.email=a@a.example commit -q -m 1");
    sh("for f in edited staged reverted sub/edited new added ignored; do echo 2 >$f; done");
    sh("git add staged reverted added && echo 1 >reverted && rm deleted && git rm -q removed");
    sh("ln -sfn other moved");
    test_files();
    test_failures();
    arena_free(&arena);
    leave_folder();
    return done_testing();
}
