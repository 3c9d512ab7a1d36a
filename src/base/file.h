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

/* Makes the directories that lead to PATH, and nothing when they exist. */
int file_make_parents(struct arena *arena, const char *path);

/*
 * Replacing a file in steps, so that several can be made ready before the first is touched: each
 * file is old or new, never cut. PATH must be resolved (file_resolve). The draft's name is made of
 * PATH's, so one that a killed process left behind is written over.
 *
 * All memory is taken here, none by what follows: running out of it leaves no draft behind and no
 * second file old when the first is new.
 */
struct file_draft {
    const char *path, *draft, *directory; /* draft: the name of the new file beside PATH */
};

void file_draft_init(struct arena *arena, const char *path, struct file_draft *ret_draft);

/*
 * Writes BYTES, synced, to the draft, with the mode of PATH's file or, for a new one, what the
 * umask leaves of 0666. On failure there is no draft.
 */
int file_prepare(const struct file_draft *draft, str bytes);

/* Puts the draft in place of the file, and syncs the directory. On failure the draft is gone. */
int file_commit(const struct file_draft *draft);

/* Removes a draft that will not be used. */
void file_discard(const struct file_draft *draft);

/* The name of the draft of PATH. */
const char *file_draft_name(struct arena *arena, const char *path);

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

/* True when PATH lies in DIRECTORY or is it; both resolved and absolute. */
bool path_is_inside(str path, str directory);

#endif
