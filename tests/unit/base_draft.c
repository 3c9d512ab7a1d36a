#include "base/draft.h"

#include "base/file.h"
#include "base/host.h"
#include "folder.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

static struct arena arena;
static struct host real;

/* A batch of one. */
struct single {
    struct draft_batch batch;
    struct draft draft;
};

static ssize_t failing_read(int fd, void *to, size_t count)
{
    (void)fd;
    (void)to;
    (void)count;
    errno = EIO;
    return -1;
}

static void single_init(struct single *single, const char *path)
{
    *single = (struct single){.batch = {.directories = {.arena = &arena}}};
    draft_init(&single->batch, path, &single->draft);
}

static int replace(const char *path, const char *bytes)
{
    struct single one;
    const struct draft *failed;
    single_init(&one, path);
    int problem = draft_prepare(&one.draft, str_of(bytes));
    if (!problem)
        problem = draft_commit(&one.draft);
    if (!problem)
        problem = draft_sync(&one.batch, &failed);
    draft_release(&one.batch);
    return problem;
}

/* True when nothing is left beside the file of DRAFT. */
static bool is_clear(const struct draft *draft)
{
    return !exists(draft->mark) && !exists(draft->draft) && !exists(draft->backup);
}

static void test_replace(void)
{
    umask(022);
    is_problem(replace("made", "1"), 0, "a new file");
    is_int(mode_of("made"), 0644, "has the mode that the umask leaves");
    chmod("made", 0751);
    is_problem(replace("made", "2"), 0, "an old file");
    is_int(mode_of("made"), 0751, "keeps its mode");
    is_str(read_file(&arena, "made"), "2", "and has the new bytes");

    struct single one;
    single_init(&one, "made");
    is_problem(draft_prepare(&one.draft, S("3")), 0, "prepare");
    is_str(read_file(&arena, "made"), "2", "leaves the file alone");
    is_str(read_file(&arena, one.draft.draft), "3", "the draft has the bytes");
    is_str(str_of(one.draft.mark), draft_mark(&arena, "made"), "the mark has the name foretold");
    ok(exists(one.draft.mark) && exists(one.draft.backup), "it is there, and the old content");
    draft_release(&one.batch);
    ok(is_clear(&one.draft), "released: all gone");
    is_problem(draft_replace_known(&arena, "made", S("2"), S("3")), 0, "a file that is as known");
    is_problem(draft_replace_known(&arena, "made", S("2"), S("4")), ESTALE, "one that is not");
    is_problem(draft_replace_known(&arena, "made", S(""), S("4")), ESTALE, "nor longer");
    is_problem(draft_replace_known(&arena, "gone", S("2"), S("4")), ESTALE, "nor there");
    ok(!exists("gone"), "it is not made again");
    host.read = failing_read;
    is_problem(draft_replace_known(&arena, "made", S("3"), S("4")), EIO, "that cannot be told");
    host = real;
    is_str(read_file(&arena, "made"), "3", "stays");
    ok(!draft_is_left(&arena, "made"), "and nothing is left beside it");
    is_problem(replace("nowhere/made", "1"), ENOENT, "in a missing directory");
    is_str(str_of(draft_mark(&arena, "/x")), "/.x.schemac-draft", "mark below the root");
}

static void test_left(void)
{
    struct single one;
    single_init(&one, "made");
    const char *const left[] = {one.draft.mark, one.draft.draft, one.draft.backup};
    for (int i = 0; i < 3; i++)
        write_file(left[i], S("left behind by a killed process"));
    ok(draft_is_left(&arena, "made"), "what was left behind is seen");
    is_problem(replace("made", "4"), 0, "what was left behind");
    is_str(read_file(&arena, "made"), "4", "is no hindrance");
    ok(is_clear(&one.draft), "and goes");
    write_file(one.draft.mark, (str){0});
    is_problem(draft_replace(&arena, "made", S("4")), 0, "a mark beside a file that is right");
    ok(!exists(one.draft.mark), "goes too");
    ok(!draft_is_left(&arena, "made"), "which is seen too");
    write_file("victim", S("precious"));
    for (int i = 0; i < 3; i++) {
        ok(symlink("victim", left[i]) == 0, "a link in the place of %s", left[i]);
        is_problem(replace("made", "5"), 0, "is replaced");
        bool is_linked = link("victim", left[i]) == 0;
        ok(is_linked || errno != EEXIST, "and gone: a hard link in its place, if there are such");
        if (is_linked)
            is_problem(replace("made", "6"), 0, "is replaced");
        is_str(read_file(&arena, "victim"), "precious", "is not written through");
    }
}

/* ---- batches -------------------------------------------------------------------------------- */

enum { SOME = 5, MANY = 100 }; /* few and many for draft_sync */

struct several {
    struct draft_batch batch;
    struct draft drafts[MANY];
    int count;
};

/* Prepares COUNT files in two directories with the content BYTES; the first problem. */
static int several_prepare(struct several *several, int count, const char *bytes)
{
    *several = (struct several){.batch = {.directories = {.arena = &arena}}, .count = count};
    const struct draft *failed;
    int problem = 0;
    for (int i = 0; i < count; i++) {
        const char *path = arena_printf(&arena, "batch%d/%d", i % 2, i).data;
        draft_init(&several->batch, path, &several->drafts[i]);
    }
    for (int i = 0; i < count && !problem; i++)
        problem = draft_prepare(&several->drafts[i], str_of(bytes));
    return problem ? problem : draft_sync(&several->batch, &failed);
}

static int several_commit(struct several *several)
{
    const struct draft *failed;
    int problem = 0;
    for (int i = 0; i < several->count && !problem; i++)
        problem = draft_commit(&several->drafts[i]);
    return problem ? problem : draft_sync(&several->batch, &failed);
}

/* How many of the files hold BYTES; of the drafts are still there. */
static int several_hold(const struct several *several, const char *bytes)
{
    int count = 0;
    for (int i = 0; i < several->count; i++)
        count += str_equal(read_file(&arena, several->drafts[i].path), str_of(bytes));
    return count;
}

static int several_left(const struct several *several)
{
    int count = 0;
    for (int i = 0; i < several->count; i++)
        count += !is_clear(&several->drafts[i]);
    return count;
}

static int opened, synced, file_systems_synced;

static int counting_open(const char *path, int flags, mode_t mode)
{
    opened += strstr(path, ".schemac-draft") && !strstr(path, "-new");
    return real.open(path, flags, mode);
}

static int counting_fsync(int fd)
{
    synced++;
    return real.fsync(fd);
}

static int counting_syncfs(int fd)
{
    file_systems_synced++;
    return real.syncfs(fd);
}

static int no_syncfs(int fd)
{
    (void)fd;
    errno = ENOSYS;
    return -1;
}

static int fails_with(int problem)
{
    errno = problem;
    return -1;
}

static int no_link(const char *from, const char *to)
{
    (void)from;
    (void)to;
    return fails_with(EPERM);
}

/* Each mark is of another file system than all others. */
static int other_file_system(const char *from, const char *to)
{
    return strstr(from, ".schemac-draft") ? fails_with(EXDEV) : real.link(from, to);
}

static void check_batch(int count, int marks, int syncs, int file_systems, const char *what)
{
    static int turn;
    struct several batch;
    const char *bytes = arena_printf(&arena, "batch %d", ++turn).data;
    opened = synced = file_systems_synced = 0;
    host.open = counting_open;
    host.fsync = counting_fsync;
    if (host.syncfs == real.syncfs)
        host.syncfs = counting_syncfs;
    is_problem(several_prepare(&batch, count, bytes), 0, "%s: prepare", what);
    is_int(several_hold(&batch, bytes), 0, "%s: all files are as they were", what);
    is_problem(several_commit(&batch), 0, "%s: commit", what);
    draft_release(&batch.batch);
    host = real;
    is_int(several_hold(&batch, bytes), count, "%s: all files are new", what);
    is_int(several_left(&batch), 0, "%s: nothing is left", what);
    is_int(opened, marks, "%s: marks opened", what);
    is_int(synced, syncs, "%s: files and directories synced", what);
    is_int(file_systems_synced, file_systems, "%s: file systems synced", what);
}

static void test_batches(void)
{
    mkdir("batch0", 0777);
    mkdir("batch1", 0777);
    check_batch(SOME, 1, SOME + 2, 0, "a few files");
    check_batch(SOME, 1, SOME + 2, 0, "a few old files");
    check_batch(MANY, 1, 0, 2, "many files");
    host.syncfs = no_syncfs;
    check_batch(MANY, 1, MANY + 2, 0, "many files that are synced one by one");
    host.link = no_link;
    check_batch(SOME, SOME, SOME + 2, 0, "a few files without hard links");
    host.link = other_file_system;
    check_batch(MANY, MANY, 0, 2 * MANY, "files in many file systems");
}

/* Each mark of a batch is held as long as the batch is, and seen by other processes. */
static void test_batch_is_held(void)
{
    struct several batch;
    is_problem(several_prepare(&batch, MANY, "held"), 0, "a batch");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        bool left = false;
        for (int i = 0; i < MANY; i++)
            left = left || draft_is_left(&arena, batch.drafts[i].path);
        replace(batch.drafts[MANY - 1].path, "by the second");
        _exit(left ? 1 : 0);
    }
    wait_ms(50);
    is_problem(several_commit(&batch), 0, "is committed");
    is_int(several_hold(&batch, "held"), MANY, "while another process waits");
    draft_release(&batch.batch);
    int status = 1;
    waitpid(child, &status, 0);
    is_int(status, 0, "to which no mark seems to be left behind");
    is_str(read_file(&arena, batch.drafts[MANY - 1].path), "by the second", "it has its turn then");
}

static void test_batch_is_left(void)
{
    struct several batch;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        several_prepare(&batch, MANY, "never there");
        raise(SIGKILL);
    }
    waitpid(child, NULL, 0);
    ok(draft_is_left(&arena, "batch0/0") && draft_is_left(&arena, "batch1/99"),
       "the marks of a killed process are left");
    draft_remove_left(&arena, "batch0/0");
    ok(!draft_is_left(&arena, "batch0/0") && draft_is_left(&arena, "batch1/99"), "one is removed");
    is_problem(several_prepare(&batch, MANY, "after that"), 0, "the next batch");
    is_problem(several_commit(&batch), 0, "takes them over");
    draft_release(&batch.batch);
    is_int(several_left(&batch), 0, "nothing is left");
    is_int(several_hold(&batch, "after that"), MANY, "all files are new");
}

static int failing_syncfs(int fd)
{
    (void)fd;
    return fails_with(EIO);
}

static int failing_fsync(int fd)
{
    (void)fd;
    return fails_with(EIO);
}

static void test_batch_fails(void)
{
    struct several batch;
    const struct draft *failed = NULL;
    for (int many = 0; many < 2; many++) {
        const char *what = many ? "many" : "a few";
        int count = many ? MANY : SOME;
        is_problem(several_prepare(&batch, count, "old"), 0, "%s files", what);
        is_problem(several_commit(&batch), 0, "%s old files", what);
        draft_release(&batch.batch);
        is_problem(several_prepare(&batch, count, "new"), 0, "%s new drafts", what);
        host.fsync = failing_fsync;
        host.syncfs = failing_syncfs;
        is_problem(several_commit(&batch), EIO, "%s: their directories cannot be synced", what);
        is_problem(draft_sync(&batch.batch, &failed), EIO, "%s: nor can they later", what);
        ok(failed && failed->batch == &batch.batch, "%s: it is told of which files", what);
        host = real;
        for (int i = count; i-- > 0;)
            if (draft_undo(&batch.drafts[i], S("old")) != 0)
                ok(false, "%s: undo %d", what, i);
        is_problem(draft_sync(&batch.batch, &failed), 0, "%s: undone", what);
        draft_release(&batch.batch);
        is_int(several_hold(&batch, "old"), count, "%s: all are old", what);
        host.syncfs = failing_syncfs;
        host.fsync = failing_fsync;
        is_problem(several_prepare(&batch, count, "new"), EIO, "%s: drafts that fail", what);
        draft_release(&batch.batch);
        host = real;
        is_int(several_left(&batch), 0, "%s: leave nothing", what);
    }
}

/* A directory that was made for a file is synced with it, that is the one that names it. */
static void test_made(void)
{
    struct single one;
    const struct draft *failed;
    mkdir("outer", 0777);
    mkdir("outer/inner", 0777);
    single_init(&one, "outer/inner/file");
    is_problem(draft_prepare(&one.draft, S("x")), 0, "in a new directory");
    draft_made(&one.batch, "outer/inner");
    is_problem(draft_commit(&one.draft), 0, "a new file");
    synced = 0;
    host.fsync = counting_fsync;
    is_problem(draft_sync(&one.batch, &failed), 0, "is synced");
    is_int(synced, 2, "and so are two directories");
    is_problem(draft_sync(&one.batch, &failed), 0, "again");
    is_int(synced, 2, "there is nothing to be synced");
    host.fsync = failing_fsync;
    draft_made(&one.batch, "outer/inner");
    is_problem(draft_sync(&one.batch, &failed), EIO, "the directory above cannot be synced");
    ok(failed == &one.draft, "it is told which file needed it");
    host = real;
    draft_release(&one.batch);
}

static void test_write_through(void)
{
    struct stat info;
    is_problem(draft_replace(&arena, "/dev/null", S("x")), 0, "a device is written to");
    ok(stat("/dev/null", &info) == 0 && S_ISCHR(info.st_mode), "and not replaced by a file");
    is_problem(draft_replace(&arena, "/dev/full", S("x")), ENOSPC, "its failures are told");
    mkfifo("fifo", 0666);
    int keep = open("fifo", O_RDONLY | O_NONBLOCK);
    is_problem(draft_replace(&arena, "fifo", S("through")), 0, "a FIFO");
    char bytes[8] = "";
    ok(read(keep, bytes, 7) == 7 && strcmp(bytes, "through") == 0, "gets the bytes");
    close(keep);
    struct single one;
    single_init(&one, "/dev/null");
    is_problem(draft_prepare(&one.draft, S("x")), EINVAL, "no draft of a device");
    draft_release(&one.batch);
    single_init(&one, ".");
    is_problem(draft_prepare(&one.draft, S("x")), EISDIR, "nor of a directory");
    draft_release(&one.batch);
    is_problem(draft_replace(&arena, ".", S("x")), EISDIR, "which is not replaced either");
    is_problem(draft_replace(&arena, "plain file", S("x")), 0, "a file");
    is_str(read_file(&arena, "plain file"), "x", "is");
}

static void test_undo(void)
{
    struct single one;
    struct draft *draft = &one.draft;
    struct stat before, after;
    const struct draft *failed;
    write_file("undo", S("old"));
    stat("undo", &before);
    for (int links = 0; links < 2; links++) {
        single_init(&one, "undo");
        is_problem(draft_prepare(draft, S("new")), 0, "prepare");
        if (!links) { /* as where there are no hard links */
            unlink(draft->backup);
            draft->backed = false;
        }
        is_problem(draft_undo(draft, S("old")), 0, "before it is committed, nothing is undone");
        is_problem(draft_commit(draft), 0, "commit");
        is_problem(draft_sync(&one.batch, &failed), 0, "sync");
        is_str(read_file(&arena, "undo"), "new", "the new content");
        is_problem(draft_undo(draft, links ? S("not needed") : S("old")), 0, "undo");
        is_str(read_file(&arena, "undo"), "old", "the old content");
        is_problem(draft_sync(&one.batch, &failed), 0, "sync what was undone");
        draft_release(&one.batch);
        ok(is_clear(draft), "nothing is left");
        if (!links)
            stat("undo", &before);
    }
    stat("undo", &after);
    ok(before.st_ino == after.st_ino, "with links it is the very file again");
    single_init(&one, "undone");
    is_problem(draft_prepare(draft, S("new")), 0, "a file that was not there");
    is_problem(draft_commit(draft), 0, "is made");
    is_problem(draft_undo(draft, (str){0}), 0, "undo");
    draft_release(&one.batch);
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
        struct single one;
        close(go[1]);
        single_init(&one, path);
        bool ready = draft_prepare(&one.draft, S("theirs")) == 0;
        ready = ready && write(held[1], "x", 1) == 1 && read(go[0], &byte, 1) == 0;
        ready = ready && draft_commit(&one.draft) == 0;
        draft_release(&one.batch);
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
    ok(!draft_is_left(&arena, "shared"), "a draft of a process that lives is not left behind");
    fflush(stdout);
    waiting = fork();
    if (waiting == 0) {
        close(go);
        _exit(replace("shared", "ours") == 0 && exists("shared.released") ? 0 : 1);
    }
    wait_ms(50);
    is_str(read_file(&arena, "shared"), "old", "the file is waited for");
    write_file("shared.released", (str){0});
    close(go);
    waitpid(child, &status, 0);
    is_int(status, 0, "the first ends well");
    waitpid(waiting, &status, 0);
    is_int(status, 0, "and then the second");
    is_str(read_file(&arena, "shared"), "ours", "the second had the last word");

    go = hold_elsewhere("shared", &child);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(go);
    ok(draft_is_left(&arena, "shared"), "that of a killed process is");
    is_problem(replace("shared", "3"), 0, "and taken over");
    ok(!exists(draft_mark(&arena, "shared")), "it is gone then");
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
    draft_replace(&arena, "busy", letters(0));
    fflush(stdout);
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = fork();
        if (writers[i] != 0)
            continue;
        int failed = 0;
        host.fsync = no_fsync;
        for (int turn = i; turn < TURNS; turn += WRITERS)
            failed += draft_replace(&arena, "busy", letters(turn)) != 0;
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
    ok(!exists(draft_mark(&arena, "busy")), "no draft is left");
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

static ssize_t full_write(int fd, const void *from, size_t count)
{
    static int calls;
    return calls++ == 0 ? real.write(fd, from, count / 2) : fails_with(ENOSPC);
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

/* Replaces a file on the host as it was made to fail, and sets that right again. */
static void check_failed_replace(int expected, const char *what)
{
    int problem = replace("safe", "new bytes");
    host = real;
    is_problem(problem, expected, "%s", what);
    is_str(read_file(&arena, "safe"), "old bytes", "%s: the file is as it was", what);
    ok(!exists(draft_mark(&arena, "safe")), "%s: no draft is left", what);
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
    is_str(read_file(&arena, "safe"), "2", "the file is new");
}

static int syncs; /* those that do not fail */

static int late_failing_fsync(int fd)
{
    return --syncs < 0 ? fails_with(EIO) : real.fsync(fd);
}

/* What stands beside a file while it is written is gone. */
static bool left_nothing(const char *path)
{
    const char *mark = draft_mark(&arena, path);
    return !exists(mark) && !exists(arena_printf(&arena, "%s-new", mark).data);
}

static void test_create(void)
{
    is_problem(draft_create(&arena, "created", S("1")), 0, "a new file");
    is_str(read_file(&arena, "created"), "1", "has the bytes");
    is_int(mode_of("created"), 0644, "and the mode that the umask leaves");
    is_problem(draft_create(&arena, "created", S("2")), EEXIST, "one that is there");
    is_str(read_file(&arena, "created"), "1", "stays");
    ok(symlink("nowhere", "dangling new") == 0, "a link that leads nowhere");
    is_problem(draft_create(&arena, "dangling new", S("2")), EEXIST, "is there, too");
    ok(!exists("nowhere") && left_nothing("created"), "and nothing else is made");
    is_problem(draft_create(&arena, "no folder/x", S("2")), ENOENT, "in a missing directory");

    host.link = no_link;
    is_problem(draft_create(&arena, "made plainly", S("3")), 0, "a file system without links");
    is_str(read_file(&arena, "made plainly"), "3", "has the bytes");
    is_problem(draft_create(&arena, "made plainly", S("4")), EEXIST, "and does not overwrite");
    is_str(read_file(&arena, "made plainly"), "3", "what is there");
    host.link = full_link;
    is_problem(draft_create(&arena, "failed", S("5")), ENOSPC, "a link that fails");
    host = real;
    for (int i = 0; i < 2; i++) {
        host.fsync = late_failing_fsync;
        syncs = i;
        is_problem(draft_create(&arena, "failed", S("5")), EIO, "sync %d fails", i);
        host = real;
    }
    host.fsync = late_failing_fsync;
    host.link = no_link;
    syncs = 1;
    is_problem(draft_create(&arena, "failed", S("5")), EIO, "sync fails without links");
    host = real;
    host.link = no_link;
    host.rename = failing_rename;
    is_problem(draft_create(&arena, "failed", S("5")), EACCES, "and so does the rename");
    host = real;
    ok(!exists("failed") && left_nothing("failed"), "and then there is no file");
}

int main(void)
{
    real = host;
    enter_folder(false);
    test_replace();
    test_left();
    test_batches();
    test_batch_is_held();
    test_batch_is_left();
    test_batch_fails();
    test_made();
    test_undo();
    test_turns();
    test_concurrent();
    test_write_through();
    test_replace_failures();
    test_create();
    arena_free(&arena);
    leave_folder();
    return done_testing();
}
