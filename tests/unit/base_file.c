#include "base/file.h"

#include "base/host.h"
#include "folder.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct arena arena;
static struct host real;

static void test_paths(void)
{
    is_str(path_directory(S("a/b/c")), "a/b", "directory");
    is_str(path_directory(S("c")), ".", "directory of a bare name");
    is_str(path_directory(S("/c")), "/", "directory below the root");
    is_str(path_directory(S("//c")), "/", "directory below a doubled root");
    is_str(path_directory(S("a//c")), "a", "directory without a final slash");
    is_str(path_base(S("a/b.yaml")), "b.yaml", "base");
    is_str(path_base(S("b.yaml")), "b.yaml", "base of a bare name");
    is_str(path_base(S("a/")), "", "base of a directory");
    is_str(path_join(&arena, S("a"), S("b")), "a/b", "join");
    is_str(path_join(&arena, S("a/"), S("b")), "a/b", "join behind a slash");
    is_str(path_join(&arena, S("/"), S("b")), "/b", "join below the root");
    is_str(path_join(&arena, S("."), S("b")), "b", "join in the current directory");
    is_str(path_join(&arena, (str){0}, S("b")), "b", "join to nothing");
    is_str(path_join(&arena, S("a"), S("/b")), "/b", "join to an absolute path");
}

static void test_normalise(void)
{
    static const char *const cases[][2] = {
        {"a/./b//c/", "a/b/c"},
        {"a/../b", "b"},
        {"a/..", "."},
        {"", "."},
        {"./", "."},
        {"../a", "../a"},
        {"a/../../b", "../b"},
        {"../../a/..", "../.."},
        {"/", "/"},
        {"/..", "/"},
        {"/a/../../b", "/b"},
        {"//a", "/a"},
        {"..a/.b", "..a/.b"},
        {"a/b/../..", "."},
        {"../a/../..", "../.."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        is_str(path_normalise(&arena, str_of(cases[i][0])), cases[i][1], "normalise \"%s\"",
               cases[i][0]);
    ok(path_is_inside(S("/a/b"), S("/a")) && path_is_inside(S("/a"), S("/a")), "inside");
    ok(!path_is_inside(S("/ab"), S("/a")) && !path_is_inside(S("/"), S("/a")), "not inside");
    ok(path_is_inside(S("/ab"), S("/")), "all is inside the root");
}

/* A current directory that no test can count on. */
static const char *pretended;

static char *pretend_getcwd(char *to, size_t size)
{
    if (!pretended || strlen(pretended) >= size) {
        errno = ENOENT;
        return NULL;
    }
    return memcpy(to, pretended, strlen(pretended) + 1);
}

static void test_from_here(void)
{
    static const char *const cases[][3] = {
        {"/a/b", "c", "c"},
        {"/a/b", "../c", "../c"},
        {"/a/b", "../b/c", "c"},
        {"/a/b", "../b", "../b"},
        {"/a/b", "../bc/d", "../bc/d"},
        {"/a/b", "../../a/b/c/d", "c/d"},
        {"/a/b", "../../a/c/d", "../c/d"},
        {"/a/b", "../../b/c", "../../b/c"},
        {"/a/b", "../../../a/b/c", "../../../a/b/c"},
        {"/a/a", "../../a/a/a/a", "a/a"},
        {"/", "../a", "../a"},
        {"/", "/a", "a"},
        {"/", "/", "/"},
        {"/a/b", "/a/b/c", "c"},
        {"/a/b", "/a/b", "/a/b"},
        {"/a/b", "/a/bc", "/a/bc"},
        {"/a/b", "x/../../b/c", "x/../../b/c"},
        {NULL, "../b/c", "../b/c"},
    };
    host.getcwd = pretend_getcwd;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pretended = cases[i][0];
        is_str(path_from_here(&arena, str_of(cases[i][1])), cases[i][2], "%s from %s", cases[i][1],
               pretended ? pretended : "nowhere");
    }
    host = real;
}

static void test_read(void)
{
    str bytes;
    write_file("plain", S("a\0b\n"));
    is_problem(file_read(&arena, "plain", 100, &bytes), 0, "read");
    ok(str_equal(bytes, S("a\0b\n")), "what was read");
    is_problem(file_read(&arena, "plain", 4, &bytes), 0, "as long as allowed");
    is_problem(file_read(&arena, "plain", 3, &bytes), EFBIG, "longer than allowed");
    is_problem(file_read(&arena, "plain", PTRDIFF_MAX, &bytes), 0, "without a limit");
    is_problem(file_read(&arena, "/dev/zero", 100000, &bytes), EFBIG, "without an end");
    is_problem(file_read(&arena, "missing", 100, &bytes), ENOENT, "missing");
    is_problem(file_read(&arena, ".", 100, &bytes), EISDIR, "a directory");
    is_problem(file_read(&arena, "plain/x", 100, &bytes), ENOTDIR, "below a file");
    write_file("empty", (str){0});
    is_problem(file_read(&arena, "empty", 100, &bytes), 0, "an empty file");
    ok(bytes.len == 0 && bytes.data, "has an address");
}

/* In a child of its own, a writer that takes its time. */
static pid_t write_slowly(const char *fifo)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int fd = open(fifo, O_WRONLY);
        wait_ms(20);
        ssize_t count = write(fd, "slow", 4);
        wait_ms(20);
        _exit(count == 4 && write(fd, "ly", 2) == 2 ? 0 : 1);
    }
    return child;
}

static void test_read_fifo(void)
{
    str bytes;
    mkfifo("fifo", 0666);
    alarm(20); /* instead of hanging */
    is_problem(file_read(&arena, "fifo", 100, &bytes), 0, "a FIFO without a writer");
    is_str(bytes, "", "is empty");
    int keep = open("fifo", O_RDONLY | O_NONBLOCK); /* so that the writer gets through its open */
    pid_t writer = write_slowly("fifo");
    wait_ms(10);
    is_problem(file_read(&arena, "fifo", 100, &bytes), 0, "a FIFO with a slow writer");
    is_str(bytes, "slowly", "is read to its end");
    waitpid(writer, NULL, 0);
    close(keep);
    alarm(0);
}

static int reads_left;

static ssize_t interrupted_read(int fd, void *to, size_t count)
{
    if (reads_left-- % 2 == 0) {
        errno = EINTR;
        return -1;
    }
    return real.read(fd, to, count < 2 ? count : 2);
}

static ssize_t failing_read(int fd, void *to, size_t count)
{
    if (reads_left-- > 0)
        return real.read(fd, to, count < 2 ? count : 2);
    errno = EIO;
    return -1;
}

static int failing_fstat(int fd, struct stat *ret)
{
    (void)fd;
    (void)ret;
    errno = EIO;
    return -1;
}

static int closed;

static int counting_close(int fd)
{
    closed++;
    return real.close(fd);
}

static void test_read_failures(void)
{
    str bytes;
    write_file("plain", S("0123456789"));
    host.close = counting_close;
    host.read = interrupted_read;
    is_problem(file_read(&arena, "plain", 100, &bytes), 0, "short and interrupted reads");
    is_str(bytes, "0123456789", "give all the same");
    host.read = failing_read;
    reads_left = 2;
    is_problem(file_read(&arena, "plain", 100, &bytes), EIO, "a read that fails half way");
    host.read = real.read;
    host.fstat = failing_fstat;
    is_problem(file_read(&arena, "plain", 100, &bytes), EIO, "fstat fails");
    host = real;
    is_int(closed, 3, "each time the file was closed");
}

static void test_compare(void)
{
    enum { LENGTH = 40000 };
    str text = {arena_alloc(&arena, 1, LENGTH), LENGTH};
    write_file("long", text);
    write_file("compared", S("a\0b\n"));
    const struct {
        const char *path, *about;
        str bytes;
        int problem;
        bool is_same;
    } cases[] = {
        {"compared", "the same", S("a\0b\n"), 0, true},
        {"compared", "another byte", S("a\0c\n"), 0, false},
        {"compared", "a longer one", S("a\0b"), 0, false},
        {"compared", "a shorter one", S("a\0b\n\n"), 0, false},
        {"compared", "one that is not empty", {0}, 0, false},
        {"empty", "nothing", {0}, 0, true},
        {"empty", "not nothing", S("a"), 0, false},
        {"long", "many bytes", text, 0, true},
        {"long", "many bytes and one more", {text.data, LENGTH - 1}, 0, false},
        {"/dev/zero", "no end", text, 0, false},
        {"missing", "no file", {0}, ENOENT, false},
        {".", "a directory", {0}, EISDIR, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool is_same = !cases[i].is_same;
        is_problem(file_compare(cases[i].path, cases[i].bytes, &is_same), cases[i].problem, "%s",
                   cases[i].about);
        ok(is_same == cases[i].is_same, "it is told");
    }
    bool is_same = true;
    host.read = failing_read;
    reads_left = 0;
    is_problem(file_compare("compared", S("a\0b\n"), &is_same), EIO, "what cannot be read");
    ok(!is_same, "is not the same");
    host = real;
}

static ssize_t short_write(int fd, const void *from, size_t count)
{
    static int calls;
    if (calls++ % 2 == 0) {
        errno = EINTR;
        return -1;
    }
    return real.write(fd, from, count < 3 ? count : 3);
}

static ssize_t stuck_write(int fd, const void *from, size_t count)
{
    (void)fd;
    (void)from;
    (void)count;
    return 0;
}

static void test_write_all(void)
{
    int fd = open("written", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    host.write = short_write;
    is_problem(file_write_all(fd, S("0123456789")), 0, "short and interrupted writes");
    host.write = stuck_write;
    is_problem(file_write_all(fd, S("x")), EIO, "a write without progress");
    host = real;
    close(fd);
    is_str(read_file(&arena, "written"), "0123456789", "all was written");
    fd = open("/dev/full", O_WRONLY);
    is_problem(file_write_all(fd, S("x")), ENOSPC, "a full disk");
    close(fd);
    is_problem(file_write_all(-1, S("x")), EBADF, "a closed file");
    is_problem(file_write_all(-1, (str){0}), 0, "nothing to write");
}

static int syncs;

static int failing_fsync(int fd)
{
    (void)fd;
    syncs++;
    errno = EDQUOT;
    return -1;
}

static int failing_close(int fd)
{
    real.close(fd);
    closed++;
    errno = EIO;
    return -1;
}

static int to_write(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
}

static void test_fill(void)
{
    struct stat info = {0};
    mode_t mode = 04755;
    is_problem(file_fill(to_write("filled"), S("abc"), &mode, true), 0, "a file is filled");
    is_str(read_file(&arena, "filled"), "abc", "with all of it");
    ok(stat("filled", &info) == 0 && (info.st_mode & 07777) == mode, "it has the mode");

    host.fsync = failing_fsync;
    is_problem(file_fill(to_write("filled"), S("x"), NULL, false), 0, "it need not be durable");
    is_int(syncs, 0, "and is not synced then");
    host.close = counting_close;
    closed = 0;
    is_problem(file_fill(to_write("filled"), S("x"), NULL, true), EDQUOT, "it cannot be synced");
    is_problem(file_fill(open("/dev/full", O_WRONLY), S("x"), NULL, true), ENOSPC, "a full disk");
    is_int(closed, 2, "both are closed");
    host.close = failing_close;
    is_problem(file_fill(to_write("filled"), S("x"), NULL, false), EIO, "it fails as it is closed");
    is_problem(file_fill(to_write("filled"), S("x"), NULL, true), EDQUOT,
               "the first problem counts");
    is_problem(file_append("filled", S("x")), EIO, "so with what is added to a file");
    host = real;
}

static int unable_fsync(int fd)
{
    (void)fd;
    errno = EINVAL;
    return -1;
}

static void test_sync(void)
{
    is_problem(file_sync("filled"), 0, "a file is synced");
    is_problem(file_sync("."), 0, "a directory is synced");
    is_problem(file_sync("missing"), ENOENT, "what is not there cannot be");
    host.fsync = unable_fsync;
    is_problem(file_sync("filled"), 0, "a file system that cannot sync it");
    host.fsync = failing_fsync;
    is_problem(file_sync("filled"), EDQUOT, "a full one");
    host = real;
}

/* A parent may have made the pipe non-blocking; then a full one is waited for. */
static void test_write_nonblocking(void)
{
    enum { COUNT = 1000000 };
    int ends[2];
    if (!ok(pipe(ends) == 0, "a pipe"))
        return;
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    fflush(stdout);
    pid_t reader = fork();
    if (reader == 0) {
        close(ends[1]);
        char some[4096];
        ssize_t got, total = 0;
        wait_ms(20);
        while ((got = read(ends[0], some, sizeof some)) > 0)
            total += got;
        _exit(total == COUNT ? 0 : 1);
    }
    close(ends[0]);
    str bytes = {arena_alloc(&arena, 1, COUNT), COUNT};
    is_problem(file_write_all(ends[1], bytes), 0, "a full pipe that does not block");
    close(ends[1]);
    int status = 1;
    waitpid(reader, &status, 0);
    is_int(status, 0, "the reader got it all");
}

static int failing_poll(struct pollfd *files, nfds_t count, int timeout)
{
    static int calls;
    (void)files;
    (void)count;
    (void)timeout;
    errno = calls++ ? ENOMEM : EINTR;
    return -1;
}

static ssize_t busy_write(int fd, const void *from, size_t count)
{
    (void)fd;
    (void)from;
    (void)count;
    errno = EAGAIN;
    return -1;
}

static void test_poll_failures(void)
{
    host.write = busy_write;
    host.poll = failing_poll;
    is_problem(file_write_all(1, S("x")), ENOMEM, "waiting for a pipe is interrupted, and fails");
    host = real;
}

static void test_resolve(const char *root)
{
    str resolved;
    mkdir("real", 0777);
    write_file("real/file", S("x"));
    ok(symlink("real", "link") == 0 && symlink("nothing", "dangling") == 0, "links for the tests");
    is_problem(file_resolve(&arena, "link/file", &resolved), 0, "through a link");
    is_str(resolved, arena_printf(&arena, "%s/real/file", root).data, "the file itself");
    is_problem(file_resolve(&arena, "link/new", &resolved), 0, "a file to be made");
    is_str(resolved, arena_printf(&arena, "%s/real/new", root).data, "in its real directory");
    is_problem(file_resolve(&arena, "new", &resolved), 0, "in the current directory");
    is_str(resolved, arena_printf(&arena, "%s/new", root).data, "which is added");
    is_problem(file_resolve(&arena, "dangling", &resolved), 0, "a link to nothing");
    is_str(resolved, arena_printf(&arena, "%s/nothing", root).data,
           "leads to where the file will be");
    is_problem(file_resolve(&arena, "none/new", &resolved), ENOENT, "a missing directory");
    is_problem(file_resolve(&arena, "real/file/x", &resolved), ENOTDIR, "below a file");
}

static void test_lies_in(const char *root)
{
    static const struct {
        const char *path;
        bool lies;
    } cases[] = {
        {"real/file", true}, {"real", true},        {"real/new", true}, {"link/file", true},
        {"new", false},      {"dangling", false},   {".", false},       {"real/../new", false},
        {"none/new", true},  {"real/file/x", true}, {"ring", true},
    };
    str directory = arena_printf(&arena, "%s/real", root);
    ok(symlink("ring", "ring") == 0, "a link to itself");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool lies = !cases[i].lies;
        is_problem(file_lies_in(&arena, cases[i].path, directory, &lies), 0, "%s", cases[i].path);
        ok(lies == cases[i].lies, "%s", cases[i].lies ? "is no way out" : "lies outside");
    }
}

static void test_parents(void)
{
    is_problem(file_make_parents(&arena, "p/q/r/file", NULL), 0, "make parents");
    ok(exists("p/q/r") && !exists("p/q/r/file"), "only the parents");
    is_problem(file_make_parents(&arena, "p/q/r/file", NULL), 0, "that exist");
    is_problem(file_make_parents(&arena, "file", NULL), 0, "of a bare name");
    is_problem(file_make_parents(&arena, "s//t/file", NULL), 0, "with a doubled slash");
    is_problem(file_make_parents(&arena, "real/file/x/y", NULL), ENOTDIR, "below a file");
    struct file_made *made = NULL;
    mkdir("m", 0777);
    is_problem(file_make_parents(&arena, "m/n/o/file", &made), 0, "parents, remembered");
    is_problem(file_make_parents(&arena, "m/n/p/file", &made), 0, "and more");
    file_remove_made(made);
    ok(exists("m") && !exists("m/n"), "those made are removed, others stay");
    char *deep = arena_alloc(&arena, 1, 200001);
    for (int i = 0; i < 200000; i++)
        deep[i] = i % 2 ? '/' : 'a';
    is_problem(file_make_parents(&arena, deep, NULL), ENAMETOOLONG, "of an endless path");
}

int main(void)
{
    real = host;
    enter_folder(false);
    test_paths();
    test_normalise();
    test_from_here();
    test_read();
    test_read_fifo();
    test_read_failures();
    test_compare();
    test_write_all();
    test_fill();
    test_sync();
    test_write_nonblocking();
    test_poll_failures();
    test_resolve(folder);
    test_lies_in(folder);
    test_parents();
    arena_free(&arena);
    leave_folder();
    return done_testing();
}
