#include "base/draft.h"

#include "base/digest.h"
#include "base/file.h"
#include "base/host.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

const char *draft_beside(struct arena *arena, const char *path, const char *ending)
{
    enum { LONG_NAME = 120 }; /* with an ending, all file systems take it */
    const char *more = "";
    str directory = path_directory(str_of(path)), base = path_base(str_of(path));
    const char *slash = str_equal(directory, S("/")) ? "" : "/";
    struct digest digest;
    if (base.len > LONG_NAME) {
        digest = digest_sha256(base);
        base = str_of(digest.hex);
        more = "-long";
    }
    return arena_printf(arena, "%.*s%s.%.*s.schemac-%s%s", (int)directory.len, directory.data,
                        slash, (int)base.len, base.data, ending, more)
        .data;
}

const char *draft_mark(struct arena *arena, const char *path)
{
    return draft_beside(arena, path, "draft");
}

bool draft_is_called_so(str path)
{
    static const str ends[] = {
        STR_INIT(".schemac-draft"),          STR_INIT(".schemac-draft-new"),
        STR_INIT(".schemac-draft-old"),      STR_INIT(".schemac-draft-long"),
        STR_INIT(".schemac-draft-long-new"), STR_INIT(".schemac-draft-long-old")};
    str base = path_base(path);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (str_starts(base, S(".")) && str_ends(base, ends[i]))
            return true;
    return false;
}

/* The directory PATH in BATCH. */
static struct draft_directory *directory_at(struct draft_batch *batch, str path)
{
    struct arena *arena = batch->directories.arena;
    bool is_new;
    struct map_entry *entry = map_entry(&batch->directories, path, &is_new);
    if (is_new) {
        struct draft_directory *directory = arena_new(arena, struct draft_directory, 1);
        directory->path = arena_copy(arena, path).data;
        entry->value = directory;
    }
    return entry->value;
}

void draft_init(struct draft_batch *batch, const char *path, struct draft *ret_draft)
{
    struct arena *arena = batch->directories.arena;
    const char *mark = draft_mark(arena, path);
    *ret_draft = (struct draft){.batch = batch,
                                .path = path,
                                .directory = directory_at(batch, path_directory(str_of(path))),
                                .mark = mark,
                                .draft = arena_printf(arena, "%s-new", mark).data,
                                .backup = arena_printf(arena, "%s-old", mark).data,
                                .fd = -1};
    ret_draft->directory->draft = ret_draft;
    *(batch->last ? &batch->last->next : &batch->first) = ret_draft;
    batch->last = ret_draft;
    batch->count++;
}

/* Removes the file PATH if there is one. A failure may pass: it is tried twice. */
static int remove_file(const char *path)
{
    if (host.unlink(path) == 0 || errno == ENOENT || host.unlink(path) == 0 || errno == ENOENT)
        return 0;
    return errno;
}

/* ---- marks ---------------------------------------------------------------------------------- */

enum { MARK_FLAGS = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK };

/* True when FD is the file that is at PATH. */
static bool is_at(int fd, const char *path)
{
    struct stat open, named;
    return host.fstat(fd, &open) == 0 && host.stat(path, &named) == 0 &&
           open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

/*
 * Waits for the lock of the open mark FD. EAGAIN when what was waited for is not at the name MARK
 * any more; EDEADLK when each has what the other waits for. Where there are no locks it goes on.
 */
static int wait_for(int fd, const char *mark)
{
    if (host.lock(fd, true) < 0 && errno == EDEADLK)
        return EDEADLK;
    return is_at(fd, mark) ? 0 : EAGAIN;
}

/* Makes the mark another name of one that is held. EEXIST when there is a mark. */
static int link_mark(struct draft *draft)
{
    int problem = ENOENT;
    for (const struct draft *holder = draft->batch->holders; holder; holder = holder->next_holder) {
        if (host.link(holder->mark, draft->mark) == 0)
            return 0;
        problem = errno;
        if (problem != EXDEV && problem != EMLINK)
            break; /* no other of its file system can be linked either */
    }
    return problem;
}

/* Makes the mark a file of its own. EEXIST when there is one. */
static int make_mark(struct draft *draft)
{
    int fd = host.open(draft->mark, O_RDWR | O_CREAT | O_EXCL | MARK_FLAGS, 0666);
    if (fd < 0)
        return errno;
    int problem = wait_for(fd, draft->mark);
    if (problem) {
        host.close(fd);
        return problem;
    }
    draft->fd = fd;
    draft->next_holder = draft->batch->holders;
    draft->batch->holders = draft;
    return 0;
}

/*
 * Opens a mark that is there, of somebody else. One that may only be read can be waited for as
 * well. EAGAIN when it is gone.
 */
static int open_mark(const char *mark, int *ret_fd)
{
    *ret_fd = host.open(mark, O_RDWR | MARK_FLAGS, 0);
    if (*ret_fd < 0 && errno == EACCES)
        *ret_fd = host.open(mark, O_RDONLY | MARK_FLAGS, 0);
    if (*ret_fd >= 0)
        return 0;
    if (errno == ELOOP && host.unlink(mark) == 0)
        return EAGAIN; /* a link: not followed */
    return errno == ENOENT ? EAGAIN : errno;
}

/* Waits for the mark that is there, and removes it with what it stands for. EAGAIN then. */
static int evict(const struct draft *draft)
{
    int fd, problem = open_mark(draft->mark, &fd);
    if (problem)
        return problem;
    problem = wait_for(fd, draft->mark);
    if (!problem)
        problem = remove_file(draft->draft);
    if (!problem)
        problem = remove_file(draft->backup);
    if (!problem)
        problem = remove_file(draft->mark);
    host.close(fd);
    return problem ? problem : EAGAIN;
}

static int try_hold(struct draft *draft)
{
    int problem = link_mark(draft);
    if (problem && problem != EEXIST)
        problem = make_mark(draft);
    if (problem == EEXIST)
        problem = evict(draft);
    return problem;
}

/* Removes all that stands beside the file. An open mark stays so: it may hold others. */
static void let_go(struct draft *draft)
{
    if (!draft->held)
        return;
    remove_file(draft->draft);
    remove_file(draft->backup);
    remove_file(draft->mark);
    draft->held = false;
}

int draft_hold(struct draft *draft)
{
    enum { MAX_TRIES = 10000 }; /* each follows a run of somebody else */
    int problem = EAGAIN;
    for (int tries = 0; problem == EAGAIN && tries < MAX_TRIES; tries++)
        problem = try_hold(draft);
    if (problem)
        return problem;
    draft->held = true;
    problem = remove_file(draft->draft);
    if (!problem)
        problem = remove_file(draft->backup);
    if (problem)
        let_go(draft);
    return problem;
}

void draft_release(struct draft_batch *batch)
{
    for (struct draft *draft = batch->first; draft; draft = draft->next)
        let_go(draft);
    for (struct draft *holder = batch->holders; holder; holder = holder->next_holder) {
        host.close(holder->fd);
        holder->fd = -1;
    }
    batch->holders = NULL;
}

/* ---- contents ------------------------------------------------------------------------------- */

/* Writes BYTES to the draft, synced if they are to be DURABLE. MODE may be NULL: the umask's. */
static int write_draft(struct draft *draft, str bytes, const mode_t *mode, bool durable)
{
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
    int fd = host.open(draft->draft, flags, 0666);
    if (fd < 0)
        return errno;
    draft->written = true;
    draft->durable = durable;
    return file_fill(fd, bytes, mode, durable);
}

/* True when a link failed because the file system, or its rules, have none. */
static bool has_no_links(int problem)
{
    return problem == EPERM || problem == EACCES || problem == EMLINK || problem == EXDEV ||
           problem == ENOSYS || problem == ENOTSUP;
}

/* Gives the old content its second name, unless there can be none. */
static int back_up(struct draft *draft)
{
    draft->backed = host.link(draft->path, draft->backup) == 0;
    return draft->backed || has_no_links(errno) ? 0 : errno;
}

/* Makes all ready; the mark is held. */
static int prepare_held(struct draft *draft, str bytes)
{
    struct stat info = {0};
    draft->existed = host.stat(draft->path, &info) == 0;
    draft->mode = info.st_mode & 07777;
    if (!draft->existed && errno != ENOENT)
        return errno; /* its mode is not known */
    if (draft->existed && !S_ISREG(info.st_mode))
        return S_ISDIR(info.st_mode) ? EISDIR : EINVAL; /* a rename would destroy a device */
    bool are_few = draft->batch->count <= DRAFT_FEW_FILES;
    int problem = write_draft(draft, bytes, draft->existed ? &draft->mode : NULL, are_few);
    if (!problem && draft->existed)
        problem = back_up(draft);
    return problem;
}

int draft_prepare(struct draft *draft, str bytes)
{
    int problem = draft_hold(draft);
    if (!problem)
        problem = prepare_held(draft, bytes);
    if (problem)
        let_go(draft);
    return problem;
}

int draft_commit(struct draft *draft)
{
    assert(draft->durable);
    if (host.rename(draft->draft, draft->path) < 0)
        return errno;
    draft->placed = true;
    draft->directory->changed = true;
    return 0;
}

int draft_undo(struct draft *draft, str old_bytes)
{
    int problem = 0;
    if (!draft->placed)
        return 0;
    if (!draft->existed)
        problem = remove_file(draft->path);
    else if (!draft->backed)
        problem = write_draft(draft, old_bytes, &draft->mode, true);
    const char *old = draft->backed ? draft->backup : draft->draft;
    if (!problem && draft->existed && host.rename(old, draft->path) < 0)
        problem = errno;
    draft->directory->changed = true;
    return problem;
}

/* ---- durability ----------------------------------------------------------------------------- */

/* Syncs the file systems of BATCH: each has a mark that is open. ENOSYS where that cannot be. */
static int sync_file_systems(struct draft_batch *batch, const struct draft **ret_failed)
{
    for (struct draft *holder = batch->holders; holder; holder = holder->next_holder)
        if (host.syncfs(holder->fd) < 0) {
            *ret_failed = holder;
            return errno;
        }
    for (struct draft *draft = batch->first; draft; draft = draft->next)
        draft->durable = draft->written;
    for (ptrdiff_t i = 0; i < batch->directories.count; i++)
        ((struct draft_directory *)batch->directories.entries[i].value)->changed = false;
    return 0;
}

/* Syncs the drafts that are not, one by one. */
static int sync_drafts(struct draft_batch *batch, const struct draft **ret_failed)
{
    for (struct draft *draft = batch->first; draft; draft = draft->next) {
        if (!draft->written || draft->durable)
            continue;
        int problem = file_sync(draft->draft);
        if (problem) {
            *ret_failed = draft;
            return problem;
        }
        draft->durable = true;
    }
    return 0;
}

/* Syncs the directories that have changed, each once. */
static int sync_directories(struct draft_batch *batch, const struct draft **ret_failed)
{
    for (ptrdiff_t i = 0; i < batch->directories.count; i++) {
        struct draft_directory *directory = batch->directories.entries[i].value;
        if (!directory->changed)
            continue;
        int problem = file_sync(directory->path);
        /* A directory may be one that can be written but not read: its names have changed. */
        if (problem && problem != EACCES) {
            *ret_failed = directory->draft;
            return problem;
        }
        directory->changed = false;
    }
    return 0;
}

int draft_sync(struct draft_batch *batch, const struct draft **ret_failed)
{
    int problem = ENOSYS;
    if (batch->count > DRAFT_FEW_FILES)
        problem = sync_file_systems(batch, ret_failed);
    if (problem != ENOSYS)
        return problem;
    problem = sync_drafts(batch, ret_failed);
    return problem ? problem : sync_directories(batch, ret_failed);
}

void draft_made(struct draft_batch *batch, const char *path)
{
    struct draft_directory *parent = directory_at(batch, path_directory(str_of(path)));
    parent->changed = true;
    if (!parent->draft)
        parent->draft = batch->first;
}

/* ---- single files --------------------------------------------------------------------------- */

void draft_remove_left(struct arena *arena, const char *path)
{
    struct draft_batch batch = {.directories = {.arena = arena}};
    struct draft draft;
    struct stat info;
    if (host.stat(draft_mark(arena, path), &info) < 0)
        return;
    draft_init(&batch, path, &draft);
    draft_hold(&draft);
    draft_release(&batch);
}

bool draft_is_left(struct arena *arena, const char *path)
{
    const char *mark = draft_mark(arena, path);
    struct stat info;
    if (host.stat(mark, &info) < 0)
        return false;
    int fd = host.open(mark, O_RDONLY | MARK_FLAGS, 0);
    if (fd < 0)
        return errno != ENOENT;
    bool lives = host.lock(fd, false) < 0 && (errno == EAGAIN || errno == EACCES);
    host.close(fd);
    return !lives;
}

/* Writes to what is no file with a content to keep: a device, a FIFO, /dev/stdout. */
static int write_through(const char *path, str bytes)
{
    int fd = host.open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK, 0); /* a FIFO may have no reader */
    return fd < 0 ? errno : file_fill(fd, bytes, NULL, false);
}

/* ESTALE when the file PATH has another content than KNOWN, or is gone. */
static int check_known(const char *path, str known)
{
    bool is_same;
    int problem = file_compare(path, known, &is_same);
    if (problem && problem != ENOENT)
        return problem;
    return is_same ? 0 : ESTALE;
}

/* Gives the resolved file PATH the content BYTES, while it has KNOWN unless that is NULL. */
static int replace(struct arena *arena, const char *path, const str *known, str bytes)
{
    struct draft_batch batch = {.directories = {.arena = arena}};
    struct draft draft;
    const struct draft *failed;
    draft_init(&batch, path, &draft);
    int problem = draft_hold(&draft);
    if (!problem && known)
        problem = check_known(path, *known);
    if (!problem)
        problem = prepare_held(&draft, bytes);
    if (problem)
        let_go(&draft);
    if (!problem)
        problem = draft_commit(&draft);
    if (!problem)
        problem = draft_sync(&batch, &failed);
    draft_release(&batch);
    return problem;
}

/* Puts the draft at its path, where nothing may be. */
static int place_new(struct draft *draft)
{
    if (host.link(draft->draft, draft->path) == 0)
        return 0;
    if (!has_no_links(errno))
        return errno;
    int fd = host.open(draft->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0)
        return errno;
    host.close(fd);
    if (host.rename(draft->draft, draft->path) == 0)
        return 0;
    int problem = errno;
    remove_file(draft->path);
    return problem;
}

int draft_create(struct arena *arena, const char *path, str bytes)
{
    struct draft_batch batch = {.directories = {.arena = arena}};
    struct draft draft;
    const struct draft *failed;
    draft_init(&batch, path, &draft);
    int problem = draft_hold(&draft);
    if (!problem)
        problem = write_draft(&draft, bytes, NULL, true);
    if (!problem)
        problem = place_new(&draft);
    if (!problem) {
        draft.directory->changed = true;
        problem = draft_sync(&batch, &failed);
        if (problem)
            remove_file(path);
    }
    draft_release(&batch);
    return problem;
}

static int replace_unless(struct arena *arena, const char *path, const str *known, str bytes,
                          bool unless_it_holds)
{
    struct stat info;
    str resolved = {0};
    bool is_same;
    if (host.stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
        return write_through(path, bytes);
    int problem = file_resolve(arena, path, &resolved);
    if (problem)
        return problem;
    assert(resolved.data);
    if (!unless_it_holds || file_compare(resolved.data, bytes, &is_same) || !is_same)
        return replace(arena, resolved.data, known, bytes);
    draft_remove_left(arena, resolved.data);
    return 0;
}

int draft_replace(struct arena *arena, const char *path, str bytes)
{
    return replace_unless(arena, path, NULL, bytes, true);
}

int draft_renew(struct arena *arena, const char *path, str bytes)
{
    return replace_unless(arena, path, NULL, bytes, false);
}

int draft_replace_known(struct arena *arena, const char *path, str known, str bytes)
{
    return replace_unless(arena, path, &known, bytes, true);
}
