/* Files of git's index: what must not be taken for a file that is not staged. tests/cli/hook.bats
 * has the rest. */
#include "build/index.h"

#include "base/host.h"

#include "tap.h"

#include <errno.h>

static struct arena arena;
static int problem;

static char *failing_getcwd(char *to, size_t size)
{
    (void)to;
    (void)size;
    errno = problem;
    return NULL;
}

static void test_no_current_directory(void)
{
    static const struct {
        int problem, result;
        const char *what;
    } cases[] = {
        {EACCES, EACCES, "it may not be known"},
        {ERANGE, ERANGE, "it is too long"},
        {ENOENT, EIO, "it is gone, which does not mean that the file is"},
    };
    struct host usual = host;
    host.getcwd = failing_getcwd;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct git_index index = {.view = {index_read, index_list, true}};
        str bytes;
        problem = cases[i].problem;
        is_int(index_read(&index.view, &arena, "/somewhere/schemac.yaml", 1000, &bytes),
               cases[i].result, "an absolute path and no current directory: %s", cases[i].what);
        ok(!index.batch.started, "git is not asked then");
        index_done(&index);
    }
    host = usual;
}

int main(void)
{
    test_no_current_directory();
    arena_free(&arena);
    return done_testing();
}
