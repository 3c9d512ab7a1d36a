#include "base/file.h"

#include "base/host.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
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

static const char *problem_text(int problem)
{
    return problem ? strerror(problem) : "success";
}

#define is_problem(got, expected, ...)                                                             \
    is_str(str_of(problem_text(got)), problem_text(expected), __VA_ARGS__)

static void write_file(const char *path, str bytes)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || write(fd, bytes.data, (size_t)bytes.len) != bytes.len)
        perror(path);
    close(fd);
}

static str read_file(const char *path)
{
    str bytes;
    return file_read(&arena, path, FILE_CEILING, &bytes) ? (str){0} : bytes;
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static mode_t mode_of(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? info.st_mode & 07777 : 0;
}

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

static void wait_ms(long milliseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
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
    is_str(read_file("written"), "0123456789", "all was written");
    fd = open("/dev/full", O_WRONLY);
    is_problem(file_write_all(fd, S("x")), ENOSPC, "a full disk");
    close(fd);
    is_problem(file_write_all(-1, S("x")), EBADF, "a closed file");
    is_problem(file_write_all(-1, (str){0}), 0, "nothing to write");
}

/* A parent may have made the pipe non-blocking; then a full one is waited for. */
static void test_write_nonblocking(void)
{
    enum { COUNT = 1000000 };
    int ends[2];
    if (pipe(ends) < 0)
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

static int replace(const char *path, const char *bytes)
{
    struct file_draft draft;
    file_draft_init(&arena, path, &draft);
    int problem = file_prepare(&draft, str_of(bytes));
    if (!problem)
        problem = file_commit(&draft);
    file_release(&draft);
    return problem;
}

static void test_replace(void)
{
    umask(022);
    is_problem(replace("made", "1"), 0, "a new file");
    is_int(mode_of("made"), 0644, "has the mode that the umask leaves");
    chmod("made", 0751);
    is_problem(replace("made", "2"), 0, "an old file");
    is_int(mode_of("made"), 0751, "keeps its mode");
    is_str(read_file("made"), "2", "and has the new bytes");

    struct file_draft draft;
    file_draft_init(&arena, "made", &draft);
    is_problem(file_prepare(&draft, S("3")), 0, "prepare");
    is_str(read_file("made"), "2", "leaves the file alone");
    is_str(read_file(draft.draft), "3", "the draft has the bytes");
    is_str(str_of(draft.mark), file_draft_name(&arena, "made"), "the mark has the name foretold");
    ok(exists(draft.mark) && exists(draft.backup), "it stands there, and the old content");
    file_release(&draft);
    ok(!exists(draft.draft) && !exists(draft.mark) && !exists(draft.backup), "released: all gone");

    const char *const left[] = {draft.mark, draft.draft, draft.backup};
    for (int i = 0; i < 3; i++)
        write_file(left[i], S("left behind by a killed process"));
    ok(file_is_left(&arena, "made"), "what was left behind is seen");
    is_problem(replace("made", "4"), 0, "what was left behind");
    is_str(read_file("made"), "4", "is no hindrance");
    ok(!exists(draft.draft) && !exists(draft.mark) && !exists(draft.backup), "and goes");
    write_file(draft.mark, (str){0});
    is_problem(file_replace(&arena, "made", S("4")), 0, "a mark beside a file that is right");
    ok(!exists(draft.mark), "goes too");
    ok(!file_is_left(&arena, "made"), "which is seen too");
    write_file("victim", S("precious"));
    for (int i = 0; i < 3; i++) {
        if (symlink("victim", left[i]) == 0)
            is_problem(replace("made", "5"), 0, "a link in the place of %s", left[i]);
        if (link("victim", left[i]) == 0)
            is_problem(replace("made", "6"), 0, "a hard link in the place of %s", left[i]);
        is_str(read_file("victim"), "precious", "is not written through");
    }
    is_problem(replace("nowhere/made", "1"), ENOENT, "in a missing directory");
    is_str(str_of(file_draft_name(&arena, "/x")), "/.x.schemac-draft", "mark below the root");
}

static void test_write_through(void)
{
    struct stat info;
    is_problem(file_replace(&arena, "/dev/null", S("x")), 0, "a device is written to");
    ok(stat("/dev/null", &info) == 0 && S_ISCHR(info.st_mode), "and not replaced by a file");
    is_problem(file_replace(&arena, "/dev/full", S("x")), ENOSPC, "its failures are told");
    int keep = open("fifo", O_RDONLY | O_NONBLOCK);
    is_problem(file_replace(&arena, "fifo", S("through")), 0, "a FIFO");
    char bytes[8] = "";
    ok(read(keep, bytes, 7) == 7 && strcmp(bytes, "through") == 0, "gets the bytes");
    close(keep);
    struct file_draft draft;
    file_draft_init(&arena, "/dev/null", &draft);
    is_problem(file_prepare(&draft, S("x")), EINVAL, "no draft of a device");
    file_draft_init(&arena, ".", &draft);
    is_problem(file_prepare(&draft, S("x")), EISDIR, "nor of a directory");
    is_problem(file_replace(&arena, ".", S("x")), EISDIR, "which is not replaced either");
    is_problem(file_replace(&arena, "plain file", S("x")), 0, "a file");
    is_str(read_file("plain file"), "x", "is");
}

static void test_undo(void)
{
    struct file_draft draft;
    struct stat before, after;
    write_file("undo", S("old"));
    stat("undo", &before);
    for (int links = 0; links < 2; links++) {
        file_draft_init(&arena, "undo", &draft);
        is_problem(file_prepare(&draft, S("new")), 0, "prepare");
        if (!links) { /* as where there are no hard links */
            unlink(draft.backup);
            draft.backed = false;
        }
        is_problem(file_undo(&draft, S("old")), 0, "before it is committed, nothing is undone");
        is_problem(file_commit(&draft), 0, "commit");
        is_str(read_file("undo"), "new", "the new content");
        is_problem(file_undo(&draft, links ? S("not needed") : S("old")), 0, "undo");
        is_str(read_file("undo"), "old", "the old content");
        file_release(&draft);
        ok(!exists(draft.mark) && !exists(draft.backup) && !exists(draft.draft), "nothing is left");
        if (!links)
            stat("undo", &before);
    }
    stat("undo", &after);
    ok(before.st_ino == after.st_ino, "with links it is the very file again");
    file_draft_init(&arena, "undone", &draft);
    is_problem(file_prepare(&draft, S("new")), 0, "a file that was not there");
    is_problem(file_commit(&draft), 0, "is made");
    is_problem(file_undo(&draft, (str){0}), 0, "undo");
    file_release(&draft);
    ok(!exists("undone"), "is gone");
}

/* A process that has the mark of PATH until its standard input, the result, is closed. */
static int hold_elsewhere(const char *path, pid_t *ret_child)
{
    int go[2], held[2];
    char byte;
    if (pipe(go) < 0 || pipe(held) < 0)
        return -1;
    fflush(stdout);
    *ret_child = fork();
    if (*ret_child == 0) {
        struct file_draft draft;
        close(go[1]);
        file_draft_init(&arena, path, &draft);
        bool ready = file_prepare(&draft, S("theirs")) == 0;
        ready = ready && write(held[1], "x", 1) == 1 && read(go[0], &byte, 1) == 0;
        ready = ready && file_commit(&draft) == 0;
        file_release(&draft);
        _exit(ready ? 0 : 1);
    }
    close(go[0]);
    close(held[1]);
    ok(read(held[0], &byte, 1) == 1, "another process has a draft");
    close(held[0]);
    return go[1];
}

static void test_turns(void)
{
    pid_t child, waiting;
    int status = 1;
    write_file("shared", S("old"));
    int go = hold_elsewhere("shared", &child);
    ok(!file_is_left(&arena, "shared"), "a draft of a process that lives is not left behind");
    fflush(stdout);
    waiting = fork();
    if (waiting == 0) {
        close(go);
        _exit(replace("shared", "ours") == 0 && exists("shared.released") ? 0 : 1);
    }
    wait_ms(50);
    is_str(read_file("shared"), "old", "the file is waited for");
    write_file("shared.released", (str){0});
    close(go);
    waitpid(child, &status, 0);
    is_int(status, 0, "the first ends well");
    waitpid(waiting, &status, 0);
    is_int(status, 0, "and then the second");
    is_str(read_file("shared"), "ours", "the second had the last word");

    go = hold_elsewhere("shared", &child);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(go);
    ok(file_is_left(&arena, "shared"), "that of a killed process is");
    is_problem(replace("shared", "3"), 0, "and taken over");
    ok(!exists(file_draft_name(&arena, "shared")), "it is gone then");
}

/* Whole contents of several lengths, each of one letter. */
static str letters(int turn)
{
    static char chars[60000];
    ptrdiff_t len = 1 + turn * 7919 % (ptrdiff_t)sizeof chars;
    memset(chars, 'a' + turn % 26, (size_t)len);
    return (str){chars, len};
}

static bool is_whole(str bytes)
{
    if (!bytes.data)
        return false;
    for (ptrdiff_t i = 1; i < bytes.len; i++)
        if (bytes.data[i] != bytes.data[0])
            return false;
    int letter = bytes.len ? bytes.data[0] - 'a' : -1;
    for (int turn = letter; turn >= 0 && turn < 400; turn += 26)
        if (letters(turn).len == bytes.len)
            return true;
    return false;
}

static int no_fsync(int fd)
{
    (void)fd;
    return 0;
}

/* Two or more that write and one that reads: what it reads is always whole. */
static void test_concurrent(void)
{
    enum { WRITERS = 4, TURNS = 400 };
    pid_t writers[WRITERS];
    file_replace(&arena, "busy", letters(0));
    fflush(stdout);
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = fork();
        if (writers[i] != 0)
            continue;
        int failed = 0;
        host.fsync = no_fsync;
        for (int turn = i; turn < TURNS; turn += WRITERS)
            failed += file_replace(&arena, "busy", letters(turn)) != 0;
        _exit(failed != 0);
    }
    int cut = 0, reads = 0, failed = 0, status;
    for (int running = WRITERS; running; reads++) {
        struct arena aside = {0};
        str bytes;
        cut += file_read(&aside, "busy", FILE_CEILING, &bytes) != 0 || !is_whole(bytes);
        arena_free(&aside);
        while (running && waitpid(-1, &status, WNOHANG) > 0) {
            running--;
            failed += status != 0;
        }
    }
    is_int(cut, 0, "of %d readings none is of a cut file", reads);
    is_int(failed, 0, "all writers got their turns");
    ok(!exists(file_draft_name(&arena, "busy")), "no draft is left");
}

static int lock_of_none(int fd, bool wait)
{
    (void)fd;
    (void)wait;
    errno = ENOLCK;
    return -1;
}

static int deadlock(int fd, bool wait)
{
    (void)fd;
    (void)wait;
    errno = EDEADLK;
    return -1;
}

static int fails_with(int problem)
{
    errno = problem;
    return -1;
}

static ssize_t full_write(int fd, const void *from, size_t count)
{
    static int calls;
    return calls++ == 0 ? real.write(fd, from, count / 2) : fails_with(ENOSPC);
}

static int failing_fsync(int fd)
{
    (void)fd;
    return fails_with(EIO);
}

static int failing_fchmod(int fd, mode_t mode)
{
    (void)fd;
    (void)mode;
    return fails_with(EPERM);
}

static int failing_close(int fd)
{
    real.close(fd);
    return fails_with(EDQUOT);
}

static int failing_rename(const char *from, const char *to)
{
    (void)from;
    (void)to;
    return fails_with(EACCES);
}

static int full_link(const char *from, const char *to)
{
    (void)from;
    (void)to;
    return fails_with(ENOSPC);
}

static int no_link(const char *from, const char *to)
{
    (void)from;
    (void)to;
    return fails_with(EPERM);
}

/* Replaces a file on the host as it was made to fail, and sets that right again. */
static void check_failed_replace(int expected, const char *what)
{
    int problem = replace("safe", "new bytes");
    host = real;
    is_problem(problem, expected, "%s", what);
    is_str(read_file("safe"), "old bytes", "%s: the file is as it was", what);
    ok(!exists(file_draft_name(&arena, "safe")), "%s: no draft is left", what);
}

static void test_replace_failures(void)
{
    write_file("safe", S("old bytes"));
    host.write = full_write;
    check_failed_replace(ENOSPC, "the disk is full");
    host.fsync = failing_fsync;
    check_failed_replace(EIO, "fsync fails");
    host.fchmod = failing_fchmod;
    check_failed_replace(EPERM, "fchmod fails");
    host.close = failing_close;
    check_failed_replace(EDQUOT, "close fails");
    host.rename = failing_rename;
    check_failed_replace(EACCES, "rename fails");
    host.link = full_link;
    check_failed_replace(ENOSPC, "there is no room for the second name");
    host.lock = deadlock; /* the mark is then another's */
    is_problem(replace("safe", "1"), EDEADLK, "each waits for the other");
    host.lock = lock_of_none;
    is_problem(replace("safe", "1"), 0, "without locks it goes on");
    host.link = no_link;
    is_problem(replace("safe", "2"), 0, "without hard links too");
    host = real;
    is_str(read_file("safe"), "2", "the file is new");
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

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info;
    (void)kind;
    (void)walk;
    return remove(path);
}

static void remove_tree(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

int main(void)
{
    real = host;
    char folder[] = "/tmp/schemac-test-XXXXXX";
    char *root = mkdtemp(folder) ? realpath(folder, NULL) : NULL; /* /tmp itself may be a link */
    if (!root || chdir(root) < 0)
        return 1;
    test_paths();
    test_normalise();
    test_from_here();
    test_read();
    test_read_fifo();
    test_read_failures();
    test_write_all();
    test_write_nonblocking();
    test_poll_failures();
    test_replace();
    test_undo();
    test_turns();
    test_concurrent();
    test_write_through();
    test_replace_failures();
    test_resolve(root);
    test_parents();
    arena_free(&arena);
    remove_tree(root);
    free(root);
    return done_testing();
}
