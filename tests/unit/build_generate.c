/*
 * generate against a system that fails: over a host that counts calls, every single call of a run
 * fails in turn, or the process dies at it, or all calls from there on fail. What must hold:
 *
 *   a failing call    all files are old and an error says why, or all are new; no draft is left
 *   a kill            each file is old or new; check names the state; the next generate mends it
 *   a dying disk      each file is old or new, and unless all are new an error says why
 */
#include "build/generate.h"

#include "base/file.h"
#include "base/host.h"
#include "build/check.h"
#include "folder.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define COUNT(table) (ptrdiff_t)(sizeof(table) / sizeof *(table))

static struct arena memory; /* of what outlives a run */
static struct host real;

/* ---- a host that fails ----------------------------------------------------------------------- */

enum trouble { NONE, FAIL, FAIL_FROM, KILL };
enum { KILLED = 99 };

static enum trouble trouble;
static int calls, stop_at;  /* the call, from 1 on, at which it happens */
static const char *stopped; /* the name of that call */

/* Counts a call of NAME. True when it is to fail; does not return when the process is to die. */
static bool fails(const char *name)
{
    calls++;
    bool now = trouble == FAIL_FROM ? calls >= stop_at : calls == stop_at;
    if (trouble == NONE || !now)
        return false;
    if (trouble == KILL)
        _exit(KILLED);
    stopped = calls == stop_at ? name : stopped;
    errno = EIO;
    return true;
}

static int host_open(const char *path, int flags, mode_t mode)
{
    return fails("open") ? -1 : real.open(path, flags, mode);
}

static ssize_t host_read(int fd, void *to, size_t count)
{
    return fails("read") ? -1 : real.read(fd, to, count);
}

/* One that fails or dies has written a part. */
static ssize_t host_write(int fd, const void *from, size_t count)
{
    bool last = calls + 1 == stop_at && trouble != NONE;
    if (last && real.write(fd, from, count / 2) < 0)
        return -1;
    return fails("write") ? -1 : real.write(fd, from, count);
}

static int host_fsync(int fd)
{
    return fails("fsync") ? -1 : real.fsync(fd);
}

static int host_syncfs(int fd)
{
    return fails("syncfs") ? -1 : real.syncfs(fd);
}

/* As of the system, one that fails has closed the file all the same. */
static int host_close(int fd)
{
    bool failed = fails("close");
    int result = real.close(fd);
    if (failed)
        errno = EIO;
    return failed ? -1 : result;
}

static int host_fstat(int fd, struct stat *ret)
{
    return fails("fstat") ? -1 : real.fstat(fd, ret);
}

static int host_stat(const char *path, struct stat *ret)
{
    return fails("stat") ? -1 : real.stat(path, ret);
}

static int host_fchmod(int fd, mode_t mode)
{
    return fails("fchmod") ? -1 : real.fchmod(fd, mode);
}

static int host_rename(const char *from, const char *to)
{
    return fails("rename") ? -1 : real.rename(from, to);
}

static int host_unlink(const char *path)
{
    return fails("unlink") ? -1 : real.unlink(path);
}

static int host_mkdir(const char *path, mode_t mode)
{
    return fails("mkdir") ? -1 : real.mkdir(path, mode);
}

/* What also stands for a file system without hard links: the old content is kept otherwise. */
static bool no_links;

static int host_link(const char *from, const char *to)
{
    if (fails("link"))
        return -1;
    errno = EPERM;
    return no_links ? -1 : real.link(from, to);
}

static int host_rmdir(const char *path)
{
    return fails("rmdir") ? -1 : real.rmdir(path);
}

static int host_lock(int fd, bool wait)
{
    return fails("lock") ? -1 : real.lock(fd, wait);
}

static char *host_realpath(const char *path, char *resolved)
{
    return fails("realpath") ? NULL : real.realpath(path, resolved);
}

static char *host_getcwd(char *to, size_t size)
{
    return fails("getcwd") ? NULL : real.getcwd(to, size);
}

/* What is on disk after a power cut is not tested, and syncing takes most of the time. */
static int no_fsync(int fd)
{
    (void)fd;
    return 0;
}

/* From now on, TROUBLE_ comes at call number AT. */
static void prepare_host(enum trouble trouble_, int at)
{
    trouble = trouble_;
    calls = 0;
    stop_at = at;
    stopped = "none";
    host.open = host_open;
    host.read = host_read;
    host.write = host_write;
    host.fsync = host_fsync;
    host.syncfs = host_syncfs;
    host.close = host_close;
    host.fstat = host_fstat;
    host.stat = host_stat;
    host.fchmod = host_fchmod;
    host.rename = host_rename;
    host.unlink = host_unlink;
    host.mkdir = host_mkdir;
    host.link = host_link;
    host.rmdir = host_rmdir;
    host.lock = host_lock;
    host.realpath = host_realpath;
    host.getcwd = host_getcwd;
}

/* ---- a project ------------------------------------------------------------------------------- */

static const char config[] = "version: 1\n"
                             "source: api.yaml\n"
                             "defaults: {root: Pet}\n"
                             "fingerprints: schemas/fingerprints.json\n"
                             "artifacts:\n"
                             "  schemas/new/pet.json:\n"
                             "  schemas/owner.json: {root: Owner, style: go}\n"
                             "  schemas/same.json: {root: Same}\n";

static const char old_source[] = "openapi: 3.1.0\n"
                                 "info: {title: t, version: '1'}\n"
                                 "components:\n"
                                 "  schemas:\n"
                                 "    Pet: {maxLength: 1}\n"
                                 "    Owner: {maxLength: 2}\n"
                                 "    Same: {type: string}\n";

static const char new_source[] = "openapi: 3.1.0\n"
                                 "info: {title: t, version: '1'}\n"
                                 "components:\n"
                                 "  schemas:\n"
                                 "    Pet: {maxLength: 10, description: of another length}\n"
                                 "    Owner: {maxLength: 20}\n"
                                 "    Same: {type: string}\n";

/* The files that generate makes, more than draft.c syncs one by one. */
enum { PET, OWNER, SAME, RECORD, FIRST_MORE, FILES = 40 };
static const char *files[FILES] = {"schemas/new/pet.json", "schemas/owner.json",
                                   "schemas/same.json", "schemas/fingerprints.json"};
enum { MODE = 0751 };

/* Writes schemac.yaml, which declares the first ones or, for MANY, all. */
static void write_config(bool many)
{
    struct buf text = buf_in(&memory, PTRDIFF_MAX);
    buf_printf(&text, "%s", config);
    for (int i = FIRST_MORE; i < FILES && many; i++)
        buf_printf(&text, "  %s:\n", files[i]);
    write_file("schemac.yaml", buf_view(&text));
}

/* What the files hold; data NULL for one that is not there. */
struct state {
    str files[FILES];
};

static int drafts;

static int count_draft(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info;
    (void)kind;
    (void)walk;
    drafts += strstr(path, "schemac-draft") != NULL;
    return 0;
}

static int drafts_left(void)
{
    drafts = 0;
    nftw(".", count_draft, 16, FTW_PHYS);
    return drafts;
}

/* Puts STATE on disk, the file of PET behind a link when it is LINKED. */
static void put_state(const struct state *state, bool linked)
{
    remove_tree("schemas");
    remove_tree("real");
    if (linked) {
        real.mkdir("real", 0777);
        real.mkdir("schemas", 0777);
        real.mkdir("schemas/new", 0777);
        if (symlink("../../real/pet.json", files[PET]) < 0)
            perror("symlink");
    }
    for (int i = 0; i < FILES; i++) {
        if (!state->files[i].data)
            continue;
        file_make_parents(&memory, files[i], NULL);
        write_file(files[i], state->files[i]);
        chmod(files[i], MODE);
    }
}

/* True when the files that STATE has still have their mode. */
static bool modes_stay(const struct state *state)
{
    struct stat info;
    for (int i = 0; i < FILES; i++)
        if (state->files[i].data && (stat(files[i], &info) < 0 || (info.st_mode & 07777) != MODE))
            return false;
    return true;
}

static struct state get_state(void)
{
    struct state state;
    for (int i = 0; i < FILES; i++)
        state.files[i] = read_file(&memory, files[i]);
    return state;
}

static bool same_file(str a, str b)
{
    return !a.data == !b.data && str_equal(a, b);
}

static bool same_state(const struct state *a, const struct state *b)
{
    for (int i = 0; i < FILES; i++)
        if (!same_file(a->files[i], b->files[i]))
            return false;
    return true;
}

/* True when each file of STATE is as in A or as in B. */
static bool each_is_whole(const struct state *state, const struct state *a, const struct state *b)
{
    for (int i = 0; i < FILES; i++)
        if (!same_file(state->files[i], a->files[i]) && !same_file(state->files[i], b->files[i]))
            return false;
    return true;
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* What a run reported. */
struct outcome {
    bool ok; /* what the function returned */
    int status, errors;
    bool codes[DIAG_CODE_COUNT];
};

enum what { GENERATE, CHECK };

static struct outcome run_it(enum what what, const char *only)
{
    struct arena arena = {0};
    struct diag_list found = {.arena = &arena};
    struct sources sources = {.arena = &arena, .found = &found};
    struct plan_request request = {.names = &only, .name_count = only ? 1 : 0};
    struct plan plan;
    ptrdiff_t written;
    struct outcome outcome = {0};
    struct generate_lock lock;
    if (what == GENERATE)
        generate_lock(&arena, NULL, &lock);
    outcome.ok = plan_make(&sources, &request, &plan);
    if (outcome.ok && what == GENERATE)
        outcome.ok = generate(&plan, &written);
    else if (outcome.ok)
        check(&plan, "generate");
    if (what == GENERATE)
        generate_unlock(&lock);
    outcome.status = diag_status(&found);
    outcome.errors = found.errors;
    for (const struct diag *diag = found.first; diag; diag = diag->next)
        outcome.codes[diag->code] = true;
    arena_free(&arena);
    return outcome;
}

/* A way from one state of the files to another. */
struct scenario {
    const char *name;
    struct state from, to;
    bool linked;
    const char *only; /* the artifact that is generated; NULL: all */
    bool brief;       /* the dying disk is tried in the others */
    bool no_links;
    int step; /* trouble comes at each STEPth call; 0: at each */
    bool many;
};

/* The call behind AT that is to be disturbed. */
static int next(const struct scenario *s, int at)
{
    return at + (s->step ? s->step : 1);
}

static struct outcome start(const struct scenario *s, enum trouble trouble_, int at)
{
    put_state(&s->from, s->linked);
    no_links = s->no_links;
    prepare_host(trouble_, at);
    struct outcome outcome = run_it(GENERATE, s->only);
    host = real;
    return outcome;
}

/* The next generate on a sound system makes all new, and check agrees. */
static bool mends(const struct scenario *s)
{
    if (!run_it(GENERATE, s->only).ok || drafts_left())
        return false;
    struct state state = get_state();
    struct stat info;
    bool link_stays = !s->linked || (lstat(files[PET], &info) == 0 && S_ISLNK(info.st_mode));
    return same_state(&state, &s->to) && modes_stay(&s->from) && link_stays &&
           run_it(CHECK, s->only).status == 0;
}

/* An error that says that a file could not be read, found or written. */
static bool says_why(const struct outcome *outcome)
{
    return outcome->status == 2 && (outcome->codes[E0002] || outcome->codes[E0003] ||
                                    outcome->codes[E0608] /* schemac.yaml could not be found */);
}

static void test_failing_calls(const struct scenario *s, int total)
{
    int refused = 0, tried = 0;
    for (int at = 1; at <= total; at = next(s, at)) {
        struct outcome outcome = start(s, FAIL, at);
        struct state state = get_state();
        bool old = same_state(&state, &s->from), new = same_state(&state, &s->to);
        bool good = outcome.ok ? new &&outcome.errors == 0 : old &&says_why(&outcome);
        good = good && modes_stay(&s->from);
        refused += !outcome.ok;
        tried++;
        int left = drafts_left();
        bool mended = mends(s);
        if (!good || left || !mended)
            ok(false, "%s: call %d, %s, fails: %s, %s, %d drafts, %s", s->name, at, stopped,
               outcome.ok ? "no error" : "an error",
               new   ? "all new"
               : old ? "all old"
                     : "mixed",
               left, mended ? "mended" : "not mended");
    }
    ok(refused > tried / 2, "%s: of %d calls that fail in turn %d end the run", s->name, tried,
       refused);
}

static void test_dying_disk(const struct scenario *s, int total)
{
    for (int at = 1; at <= total; at = next(s, at)) {
        struct outcome outcome = start(s, FAIL_FROM, at);
        struct state state = get_state();
        bool whole = each_is_whole(&state, &s->from, &s->to), new = same_state(&state, &s->to);
        bool mended = mends(s);
        if (!whole || !(outcome.ok ? new : says_why(&outcome)) || !mended)
            ok(false, "%s: from call %d, %s, on all fail: %s, %s, %s", s->name, at, stopped,
               outcome.ok ? "no error" : "an error", whole ? "whole" : "cut",
               mended ? "mended" : "not mended");
    }
    ok(true, "%s: from each of %d calls on, all fail", s->name, total);
}

/* Runs generate in a process of its own, which dies at the call AT; true when it did. */
static bool kill_at(const struct scenario *s, int at)
{
    fflush(stdout);
    put_state(&s->from, s->linked);
    pid_t child = fork();
    if (child == 0) {
        no_links = s->no_links;
        prepare_host(KILL, at);
        run_it(GENERATE, s->only);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == KILLED;
}

/* True when what check says names the STATE that a killed run left. */
static bool names_state(const struct scenario *s, const struct state *state, int left)
{
    struct outcome checked = run_it(CHECK, s->only);
    if (same_state(state, &s->to) && !left)
        return checked.status == 0;
    bool record_is_old = same_file(state->files[RECORD], s->from.files[RECORD]);
    bool is_mixed = left || (record_is_old && !same_state(state, &s->from));
    bool is_named = is_mixed ? checked.codes[D0007] || checked.codes[D0008]
                             : checked.codes[D0001] || checked.codes[D0006] || checked.codes[D0008];
    if (is_mixed && state->files[RECORD].data)
        is_named = checked.codes[D0007];
    return checked.status == 1 && is_named;
}

static void test_kills(const struct scenario *s, int total)
{
    for (int at = 1; at <= total; at = next(s, at)) {
        bool died = kill_at(s, at);
        struct state state = get_state();
        int left = drafts_left();
        bool whole = each_is_whole(&state, &s->from, &s->to);
        bool named = names_state(s, &state, left), mended = mends(s);
        if (!died || !whole || !named || !mended)
            ok(false, "%s: killed at call %d: %s, %s, %d drafts, %s, %s", s->name, at,
               died ? "died" : "did not die", whole ? "whole" : "cut", left,
               named ? "named" : "not named", mended ? "mended" : "not mended");
    }
    ok(!kill_at(s, total + 1), "%s: killed at each of %d calls", s->name, total);
}

static void test_scenario(const struct scenario *s)
{
    write_config(s->many);
    struct outcome outcome = start(s, NONE, 0);
    int total = calls;
    struct state state = get_state();
    ok(outcome.ok && same_state(&state, &s->to), "%s: nothing fails", s->name);
    start(s, NONE, 0);
    is_int(calls, total, "%s: each run makes the same calls", s->name);
    test_failing_calls(s, total);
    test_kills(s, total);
    if (!s->brief)
        test_dying_disk(s, total);
}

/* Generates from SOURCE and gives the files. */
static struct state generated(const char *source, bool many)
{
    write_config(many);
    write_file("api.yaml", str_of(source));
    ok(run_it(GENERATE, NULL).ok, "a project for the tests");
    return get_state();
}

static void test_all(void)
{
    for (int i = FIRST_MORE; i < FILES; i++)
        files[i] = arena_printf(&memory, "schemas/more/%d.json", i).data;
    struct state old = generated(old_source, false), new = generated(new_source, false), none = {0};
    struct state no_record = new, only_pet = old;
    no_record.files[RECORD] = (str){0};
    only_pet.files[PET] = new.files[PET];

    put_state(&old, false);
    ok(run_it(GENERATE, files[PET]).ok, "one artifact");
    only_pet.files[RECORD] = read_file(&memory, files[RECORD]);
    struct scenario scenarios[] = {
        {.name = "first", .from = none, .to = new},
        {.name = "update", .from = old, .to = new},
        {.name = "link", .from = old, .to = new, .linked = true, .brief = true},
        {.name = "record", .from = no_record, .to = new, .brief = true},
        {.name = "one", .from = old, .to = only_pet, .only = files[PET], .brief = true},
        {.name = "no hard links", .from = old, .to = new, .no_links = true},
        {.name = "nothing", .from = new, .to = new, .brief = true},
    };
    for (ptrdiff_t i = 0; i < COUNT(scenarios); i++)
        test_scenario(&scenarios[i]);
    struct state more_old = generated(old_source, true), more_new = generated(new_source, true);
    test_scenario(&(struct scenario){
        .name = "many", .from = more_old, .to = more_new, .step = 7, .many = true});
}

int main(void)
{
    host.fsync = no_fsync;
    host.syncfs = no_fsync;
    real = host;
    enter_folder(true); /* some 30,000 files are made */
    test_all();
    arena_free(&memory);
    leave_folder();
    return done_testing();
}
