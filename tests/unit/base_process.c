#include "base/process.h"

#include "base/file.h"
#include "base/host.h"
#include "folder.h"
#include "tap.h"

#include <errno.h>

static struct arena arena;

static int run(const char *script, ptrdiff_t ceiling, str *ret_bytes, int *ret_status)
{
    const char *const argv[] = {"sh", "-c", script, NULL};
    return process_read(&arena, argv, ceiling, ret_bytes, ret_status);
}

static void test_read(void)
{
    static const struct {
        const char *script, *printed;
        int status;
    } cases[] = {
        {"printf 'a b\\n'", "a b\n", 0},
        {"exit 3", "", 3},
        {"echo x; exit 255", "x\n", 255},
        {"cat; echo end", "end\n", 0}, /* there is nothing to be read */
        {"kill -9 $$", "", 128 + 9},
        {"echo $LC_ALL", "C\n", 0},
        {"echo $SOMETHING_ELSE", "\n", 0},
        {"echo $GIT_SOMETHING", "yes\n", 0},
        {"echo $GIT_LITERAL_PATHSPECS", "\n", 0}, /* our paths are what we say */
        {"echo $SUDO_UID", "1\n", 0},
        {"kill -PIPE $$", "", 128 + 13}, /* ours is ignored, theirs is not */
    };
    setenv("SOMETHING_ELSE", "yes", 1);
    setenv("GIT_SOMETHING", "yes", 1);
    setenv("GIT_LITERAL_PATHSPECS", "1", 1);
    setenv("SUDO_UID", "1", 1);
    setenv("LC_ALL", "xx_YY", 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        str bytes;
        int status = -1;
        is_problem(run(cases[i].script, 1000, &bytes, &status), 0, "%s", cases[i].script);
        is_str(bytes, cases[i].printed, "its output");
        is_int(status, cases[i].status, "its status");
    }
}

static void test_ceiling(void)
{
    str bytes;
    int status;
    is_problem(run("printf 0123456789", 10, &bytes, &status), 0, "as much as is allowed");
    is_int(bytes.len, 10, "all of it");
    is_problem(run("printf 0123456789x", 10, &bytes, &status), EFBIG, "more");
    is_problem(run("yes", 100000, &bytes, &status), EFBIG, "without an end");
    is_problem(run("head -c 300000 /dev/zero", 1000000, &bytes, &status), 0, "long output");
    is_int(bytes.len, 300000, "all of it");
}

static int failing_pipe(int ends[2])
{
    (void)ends;
    errno = EMFILE;
    return -1;
}

static ssize_t failing_read(int fd, void *to, size_t count)
{
    (void)fd;
    (void)to;
    (void)count;
    errno = EIO;
    return -1;
}

static void test_failures(void)
{
    const char *const argv[] = {"there is no such program", NULL};
    struct host usual = host;
    str bytes;
    int status;
    is_problem(process_read(&arena, argv, 10, &bytes, &status), ENOENT, "no such program");
    host.pipe = failing_pipe;
    is_problem(run("true", 10, &bytes, &status), EMFILE, "no pipe");
    host = usual;
    host.read = failing_read;
    is_problem(run("echo x", 10, &bytes, &status), EIO, "its output cannot be read");
    host = usual;
}

int main(void)
{
    test_read();
    test_ceiling();
    test_failures();
    arena_free(&arena);
    return done_testing();
}
