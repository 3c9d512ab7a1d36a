/*
 * A folder that is replaced as a whole: with each call to the system failing in turn, and with the
 * process ending there, it is the old one or the new one, and the next run puts it right.
 */
#include "base/folder.h"

#include "base/host.h"
#include "folder.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>

static struct host real;

static bool is_ours(str name)
{
    return str_starts(name, S("part-"));
}

/* The files of version A: two; of B: one other and one that differs. */
static const struct folder_file files_a[] = {{"part-0", STR_INIT("a0")},
                                             {"part-1", STR_INIT("a1")}},
                                files_b[] = {{"part-1", STR_INIT("b1")}, {"part-2", STR_INIT("")}};

static int replace(const struct folder_file *files)
{
    struct arena arena = {0};
    const char *foreign = NULL;
    int problem = folder_replace(&arena, "out", files, 2, is_ours, &foreign);
    arena_free(&arena);
    return problem;
}

/* True when "out" has FILES and nothing else. */
static bool holds(const struct folder_file *files)
{
    struct arena arena = {0};
    int count = 0;
    bool good = true;
    DIR *directory = opendir("out");
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    for (int i = 0; i < 2; i++) {
        str bytes = read_file(&arena, arena_printf(&arena, "out/%s", files[i].name).data);
        good = good && bytes.data && str_equal(bytes, files[i].bytes);
    }
    if (directory)
        closedir(directory);
    arena_free(&arena);
    return good && count == 2;
}

static bool is_clear(void)
{
    return !exists(".out.schemac-tmp") && !exists(".out.schemac-old") &&
           !exists(".out.schemac-draft");
}

static void test_replace(void)
{
    is_problem(replace(files_a), 0, "a new folder");
    ok(holds(files_a) && is_clear(), "has its files");
    chmod("out", 0750);
    is_problem(replace(files_b), 0, "an old one");
    ok(holds(files_b) && is_clear(), "has the new files and no others");
    is_int(mode_of("out"), 0750, "and the mode that it had");
    ok(symlink("out", "link") == 0, "a link");
    struct arena arena = {0};
    const char *foreign = NULL;
    is_problem(folder_replace(&arena, "link/", files_a, 2, is_ours, &foreign), 0, "is followed");
    ok(holds(files_a) && is_clear(), "to the folder");

    write_file("out/mine", S("x"));
    is_problem(folder_replace(&arena, "out", files_b, 2, is_ours, &foreign), ENOTEMPTY,
               "a folder with something else");
    ok(foreign && str_ends(str_of(foreign), S("/out/mine")), "which is told of");
    ok(exists("out/part-0") && exists("out/mine") && is_clear(), "stays");
    unlink("out/mine");
    write_file("file", S("x"));
    is_problem(folder_replace(&arena, "file", files_b, 2, is_ours, &foreign), ENOTDIR, "a file");
    is_problem(folder_replace(&arena, "no/out", files_b, 2, is_ours, &foreign), ENOENT,
               "in a folder that is not there");
    arena_free(&arena);
}

/* A process that was killed between the two steps of a replacement: the old folder comes back. */
static void test_left(void)
{
    struct arena arena = {0};
    const char *foreign = NULL;
    is_problem(replace(files_a), 0, "a folder");
    chmod("out", 0710);
    write_file("out/mine", S("x"));
    ok(rename("out", ".out.schemac-old") == 0, "is but half replaced");
    is_problem(folder_replace(&arena, "out", files_b, 2, is_ours, &foreign), ENOTEMPTY,
               "it is looked at again");
    ok(foreign && str_ends(str_of(foreign), S("/out/mine")), "at its own place");
    unlink("out/mine");
    ok(rename("out", ".out.schemac-old") == 0, "is half replaced again");
    is_problem(replace(files_b), 0, "it is replaced");
    ok(holds(files_b) && is_clear(), "as a whole");
    is_int(mode_of("out"), 0710, "with the mode that it had");
    arena_free(&arena);
}

static int synced;

static int counting_fsync(int fd)
{
    synced++;
    return real.fsync(fd);
}

static int unable_syncfs(int fd)
{
    (void)fd;
    errno = ENOSYS;
    return -1;
}

/* More files than are synced one by one. */
static void test_many(void)
{
    enum { MANY = 100 };
    struct folder_file files[MANY];
    struct arena arena = {0};
    const char *foreign = NULL;
    for (int i = 0; i < MANY; i++)
        files[i] = (struct folder_file){arena_printf(&arena, "part-%d", i).data, S("many")};
    is_problem(folder_replace(&arena, "many", files, MANY, is_ours, &foreign), 0, "many files");
    ok(str_equal(read_file(&arena, "many/part-99"), S("many")), "are written");
    host.fsync = counting_fsync;
    host.syncfs = unable_syncfs;
    synced = 0;
    is_problem(folder_replace(&arena, "many", files, MANY, is_ours, &foreign), 0, "and again");
    ok(synced > MANY, "one by one where a file system cannot be synced as a whole");
    host = real;
    arena_free(&arena);
}

/* ---- failures -------------------------------------------------------------------------------- */

static int calls, bad_call;
static bool dies, no_exchange;

/* True when this call is to fail; or the process ends here. */
static bool is_bad(void)
{
    bool bad = ++calls == bad_call;
    if (bad && dies)
        _exit(9);
    errno = EIO;
    return bad;
}

static int bad_open(const char *path, int flags, mode_t mode)
{
    return is_bad() ? -1 : real.open(path, flags, mode);
}
static ssize_t bad_write(int fd, const void *from, size_t count)
{
    return is_bad() ? -1 : real.write(fd, from, count);
}
static int bad_fsync(int fd)
{
    return is_bad() ? -1 : real.fsync(fd);
}
static int bad_fchmod(int fd, mode_t mode)
{
    return is_bad() ? -1 : real.fchmod(fd, mode);
}
static int bad_rename(const char *from, const char *to)
{
    return is_bad() ? -1 : real.rename(from, to);
}
static int bad_exchange(const char *a, const char *b)
{
    bool bad = is_bad();
    if (no_exchange)
        errno = ENOSYS;
    return bad || no_exchange ? -1 : real.exchange(a, b);
}
static int bad_unlink(const char *path)
{
    return is_bad() ? -1 : real.unlink(path);
}
static int bad_mkdir(const char *path, mode_t mode)
{
    return is_bad() ? -1 : real.mkdir(path, mode);
}
static int bad_rmdir(const char *path)
{
    return is_bad() ? -1 : real.rmdir(path);
}
static DIR *bad_opendir(const char *path)
{
    return is_bad() ? NULL : real.opendir(path);
}

static void use_bad_host(void)
{
    host.open = bad_open;
    host.write = bad_write;
    host.fsync = bad_fsync;
    host.fchmod = bad_fchmod;
    host.rename = bad_rename;
    host.exchange = bad_exchange;
    host.unlink = bad_unlink;
    host.mkdir = bad_mkdir;
    host.rmdir = bad_rmdir;
    host.opendir = bad_opendir;
}

/* Replaces in a process of its own, whose call number BAD fails, or ends it; its exit status. */
static int replace_badly(int bad, const struct folder_file *files)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        bad_call = bad;
        use_bad_host();
        exit(replace(files) != 0); /* with what counts the lines that were run */
    }
    int status;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

/* What is there after a call ended in STATUS: FILES, or what was there before. */
static bool is_whole(int status, const struct folder_file *before, const struct folder_file *files)
{
    if (dies && no_exchange && !exists("out")) /* between the two renames: the next run does it */
        return exists(".out.schemac-old");
    return status == 0 ? holds(files) : holds(before) || holds(files);
}

static void test_failures(const char *what)
{
    enum { MOST = 60 };
    int whole = 0, mended = 0, hit = 0;
    for (int bad = 1; bad <= MOST; bad++) {
        replace(files_a);
        int status = replace_badly(bad, files_b);
        hit += status != 0;
        whole += is_whole(status, files_a, files_b);
        mended += replace(files_b) == 0 && holds(files_b) && is_clear();
    }
    ok(hit > 15 && hit < MOST, "%s: %d of the calls", what, hit);
    is_int(whole, MOST, "%s: it is the old one or the new one", what);
    is_int(mended, MOST, "%s: the next run puts it right", what);
}

int main(void)
{
    real = host;
    enter_folder(true);
    test_replace();
    test_left();
    test_many();
    test_failures("a call fails");
    no_exchange = true;
    test_failures("a call fails without exchange");
    dies = true;
    test_failures("the process ends without exchange");
    no_exchange = false;
    test_failures("the process ends");
    leave_folder();
    return done_testing();
}
