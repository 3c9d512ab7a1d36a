/*
 * file.h - whole files in and out, over the host.
 *
 * Functions return 0 or an errno value; they never report, since only the caller knows what the
 * file is for. Paths are C strings: NUL cannot be part of one.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <sys/types.h>

/* A document read whole may have this many bytes; a longer one is EFBIG. */
#define FILE_CEILING ((ptrdiff_t)64 * 1024 * 1024)

/*
 * Reads the whole of PATH, "-" being standard input, into the arena. EISDIR for a directory, EFBIG
 * past CEILING bytes. A FIFO that nobody writes to is empty and does not block.
 */
int file_read(struct arena *arena, const char *path, ptrdiff_t ceiling, str *ret_bytes);

/*
 * Where documents are read from: NULL stands for the files themselves, anything else for a copy of
 * them such as git's index. `read` is as file_read.
 */
struct file_view {
    int (*read)(struct file_view *view, struct arena *arena, const char *path, ptrdiff_t ceiling,
                str *ret_bytes);
};

int file_view_read(struct file_view *view, struct arena *arena, const char *path, ptrdiff_t ceiling,
                   str *ret_bytes);

/* Writes all of BYTES to FD, however often the host writes only part. */
int file_write_all(int fd, str bytes);

/*
 * The file that PATH names after its symbolic links. It need not exist yet, but the directory that
 * it would be in must. The result is absolute.
 */
int file_resolve(struct arena *arena, const char *path, str *ret_resolved);

/* A directory that was made, after those further on in the list. */
struct file_made {
    const char *path;
    struct file_made *next;
};

/*
 * Makes the directories that lead to PATH, and nothing when they exist. Those made are put before
 * *MADE, the innermost first; it may be NULL.
 */
int file_make_parents(struct arena *arena, const char *path, struct file_made **made);

/* Removes the directories of MADE that are empty. */
void file_remove_made(const struct file_made *made);

/*
 * Replacing a file in steps, so that several can be made ready before the first is touched: each
 * file is old or new, never cut. PATH must be resolved (file_resolve).
 *
 * Beside the file stand, in this order and while it is being replaced, a mark,
 * `.NAME.schemac-draft`, which is empty and locked, the draft, `-new` behind that, and the old
 * content under a second name,
 * `-old`. Who has the lock of the mark that is at its name may write the others; the rest waits.
 * The mark comes first and goes last: one that nobody holds shows a process that was killed, and
 * the next replacement removes what it left. Where the system has no locks, two processes that
 * replace the same file at once may write into each other's draft.
 *
 * All memory is taken here, none by what follows: running out of it leaves no draft behind and no
 * second file old when the first is new.
 */
struct file_draft {
    const char *path, *directory, *mark, *draft, *backup;
    int held;            /* the open mark, or -1 */
    bool existed;        /* the file was there before */
    mode_t mode;         /* of that */
    bool backed, placed; /* the old content has its second name; the draft is at PATH */
};

void file_draft_init(struct arena *arena, const char *path, struct file_draft *ret_draft);

/* Waits for the mark and takes it. Draft and old content of a killed process are gone then. */
int file_hold(struct file_draft *draft);

/*
 * Takes the mark and writes BYTES, synced, to the draft, with the mode of PATH's file or, for a new
 * one, what the umask leaves of 0666. On failure nothing is left beside the file.
 */
int file_prepare(struct file_draft *draft, str bytes);

/* Puts the draft in place of the file, and syncs the directory. */
int file_commit(struct file_draft *draft);

/*
 * Undoes what file_commit did, which may have failed half way. Nothing is written where the file
 * system has hard links; otherwise OLD_BYTES are, the content that it had.
 */
int file_undo(struct file_draft *draft, str old_bytes);

/* Removes all that stands beside the file, and lets go of the mark. */
void file_release(struct file_draft *draft);

/* Removes what a process that was killed left beside PATH, after waiting for one that lives. */
void file_remove_left(struct arena *arena, const char *path);

/* The name of the mark of PATH. */
const char *file_draft_name(struct arena *arena, const char *path);

/* True when a process that was killed left its mark beside PATH. */
bool file_is_left(struct arena *arena, const char *path);

/*
 * Gives the file PATH the content BYTES in one step. A file that has it already is not touched.
 * Directories are not made.
 */
int file_replace(struct arena *arena, const char *path, str bytes);

/* The directory part of PATH without a final slash; "." when it has none, "/" for the root. */
str path_directory(str path);

/* The part of PATH behind its last slash. */
str path_base(str path);

/* PATH when it is absolute or DIRECTORY is empty or ".", else DIRECTORY/PATH. */
str path_join(struct arena *arena, str directory, str path);

/*
 * PATH without "." and empty parts, and with "x/.." taken out, by text alone (symbolic links are
 * not looked at). A relative path that is empty in the end is ".".
 */
str path_normalise(struct arena *arena, str path);

/*
 * PATH as people and editors want it in messages: from the current directory, without leading parts
 * that lead up and down the same way ("../here/a" is "a" in the directory "here"). An absolute PATH
 * stays one unless it lies in the current directory. It names the same file; a PATH of which that
 * cannot be told stays as it is.
 */
str path_from_here(struct arena *arena, str path);

/* True when PATH lies in DIRECTORY or is it; both resolved and absolute. */
bool path_is_inside(str path, str directory);

#endif
