/*
 * draft.h - replacing files in steps, so that several can be made ready before the first is
 * touched: each file is old or new, never cut.
 *
 * Beside the file stand, in this order and while it is being replaced, a mark,
 * `.NAME.schemac-draft`, which is empty and locked, the draft, `-new` behind that, and the old
 * content under a second name, `-old` (of long names: draft_beside). Who has the lock of the mark
 * that is at its name may write the others; the rest waits. The mark comes first and goes last: one
 * that nobody holds shows a process that was killed, and the next replacement removes what it left.
 * Where the system has no locks, two processes that replace the same file at once may write into
 * each other's draft.
 *
 * The marks of a batch are names of one file, so that one open file holds them all. Where the file
 * system has no hard links each mark is a file of its own, and stays open.
 *
 * Functions return 0 or an errno value; they never report. All memory is taken by draft_init, none
 * by what follows: running out of it leaves no draft behind and no second file old when the first
 * is new.
 */
#ifndef BASE_DRAFT_H
#define BASE_DRAFT_H

#include "base/arena.h"
#include "base/map.h"
#include "base/str.h"

#include <stdbool.h>
#include <sys/types.h>

/*
 * More files are synced by file system, all at once, not file by file: each sync waits for the
 * disk, but that of a file system may also have to write what others left to be written.
 */
enum { DRAFT_FEW_FILES = 32 };

/* Files that are replaced together. {.directories = {.arena = a}} is none. */
struct draft_batch {
    struct draft *first, *last; /* in the order of draft_init */
    ptrdiff_t count;
    struct draft *holders;  /* those that have their mark open, the last one first */
    struct map directories; /* path to struct draft_directory */
};

/* A directory that holds drafts. */
struct draft_directory {
    const char *path;
    bool changed; /* a name in it has changed since it was synced */
    const struct draft *draft;
};

struct draft {
    struct draft_batch *batch;
    struct draft *next, *next_holder;
    struct draft_directory *directory;
    const char *path, *mark, *draft, *backup;
    bool held;
    int fd;                /* the open mark, or -1: it is a name of another's */
    bool existed;          /* the file was there before */
    mode_t mode;           /* of that */
    bool written, durable; /* the draft is there; its bytes are synced */
    bool backed, placed;   /* the old content has its second name; the draft is at PATH */
};

/* True for a path of which the last part is called as what stands beside a file. */
bool draft_is_called_so(str path);

/*
 * Puts a draft for the file PATH, which must be resolved (file_resolve), into BATCH. It stays where
 * it is until draft_release.
 */
void draft_init(struct draft_batch *batch, const char *path, struct draft *ret_draft);

/* Waits for the mark and takes it. Draft and old content of a killed process are gone then. */
int draft_hold(struct draft *draft);

/*
 * Takes the mark and writes BYTES to the draft, with the mode of PATH's file or, for a new one,
 * what the umask leaves of 0666. On failure nothing is left beside the file.
 */
int draft_prepare(struct draft *draft, str bytes);

/* Puts the draft, which is synced (draft_sync), in place of the file. */
int draft_commit(struct draft *draft);

/*
 * Makes durable what was done to the files of BATCH since the last time: what was written, and what
 * their directories hold. On failure *RET_FAILED is one of the drafts that it is about.
 */
int draft_sync(struct draft_batch *batch, const struct draft **ret_failed);

/* Has the next draft_sync also sync the directory of PATH, which was made for a draft of BATCH. */
void draft_made(struct draft_batch *batch, const char *path);

/*
 * Undoes what draft_commit did; draft_sync has to follow. Nothing is written where the file system
 * has hard links; otherwise OLD_BYTES are, the content that it had.
 */
int draft_undo(struct draft *draft, str old_bytes);

/* Removes all that stands beside the files of BATCH, and lets go of the marks. */
void draft_release(struct draft_batch *batch);

/* Removes what a process that was killed left beside PATH, after waiting for one that lives. */
void draft_remove_left(struct arena *arena, const char *path);

/*
 * The path of what stands beside PATH while that is being replaced: `.NAME.schemac-ENDING`; where
 * the name is so long that this might be too long, `.DIGEST.schemac-ENDING-long`, with its SHA-256.
 */
const char *draft_beside(struct arena *arena, const char *path, const char *ending);

/* The path of the mark of PATH. */
const char *draft_mark(struct arena *arena, const char *path);

/* True when a process that was killed left its mark beside PATH. */
bool draft_is_left(struct arena *arena, const char *path);

/*
 * Gives the file PATH the content BYTES in one step, and makes it durable. A file that has it
 * already is not touched; what is no file with a content to keep (a device, a FIFO, /dev/stdout) is
 * written to. Directories are not made.
 */
int draft_replace(struct arena *arena, const char *path, str bytes);

/*
 * The same, but only while the file has the content KNOWN: ESTALE when another process has written
 * it since, whose change would be lost.
 */
int draft_replace_known(struct arena *arena, const char *path, str known, str bytes);

/* As draft_replace, but a file that has the content already is written too: as if just made. */
int draft_renew(struct arena *arena, const char *path, str bytes);

/*
 * Makes the file PATH with the content BYTES, durable and in one step; without hard links it is
 * empty for a moment. EEXIST when something has that name, also a link: it stays as it is.
 */
int draft_create(struct arena *arena, const char *path, str bytes);

#endif
