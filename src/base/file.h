/*
 * file.h - whole files in and out, over the host.
 *
 * Functions return 0 or an errno value; they never report, since only the caller knows what the
 * file is for. Paths are C strings: NUL cannot be part of one.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

#include <stdbool.h>
#include <sys/types.h>

/* True when PATH is "-": standard input, or standard output where something is written. */
bool file_is_stream(const char *path);

/* What messages call the file PATH, which is read: "<stdin>" for "-". Borrowed. */
str file_called(const char *path);

/* A document read whole may have this many bytes; a longer one is EFBIG. */
#define FILE_CEILING ((ptrdiff_t)64 * 1024 * 1024)

/*
 * Reads the whole of PATH, "-" being standard input, into the arena. EISDIR for a directory, EFBIG
 * past CEILING bytes. A FIFO that nobody writes to is empty and does not block.
 */
int file_read(struct arena *arena, const char *path, ptrdiff_t ceiling, str *ret_bytes);

/*
 * Learns whether the file PATH holds BYTES and nothing else. It takes no memory. Problems are those
 * of file_read, but that no file is too long.
 */
int file_compare(const char *path, str bytes, bool *ret_is_same);

/*
 * Opens PATH, "-" being standard input, to read it in pieces with file_read_some, which waits for a
 * FIFO's writer and gives the number of bytes, 0 at the end, or -1 and errno.
 */
int file_open(const char *path, int *ret_fd);
ssize_t file_read_some(int fd, char *to, ptrdiff_t count);
void file_close(int fd);

/* Adds what is left of FD to BUF, from which EXPECTED bytes are likely; EFBIG when that is full. */
int file_read_all(int fd, ptrdiff_t expected, struct buf *buf);

/* Paths of files. */
struct file_list {
    str *paths;
    ptrdiff_t count;
};

/*
 * Where documents are read from: NULL stands for the files themselves, anything else for a copy of
 * them such as git's index. `read` is as file_read, and has reasons of its own why there is nothing
 * to read: the file has several contents, of which none is settled on; it is only intended. `list`
 * gives all files in DIRECTORY and below it, as paths from it, in no order, none when it is not
 * there; it returns 0 or an errno value.
 */
enum { FILE_UNMERGED = -1, FILE_INTENDED = -2 };

struct file_view {
    int (*read)(struct file_view *view, struct arena *arena, const char *path, ptrdiff_t ceiling,
                str *ret_bytes);
    int (*list)(struct file_view *view, struct arena *arena, const char *directory,
                struct file_list *ret_files);
    bool is_index; /* git's: what is not there can be staged */
};

/* A file system without files: for what a stranger wrote, which must lead to none of ours. */
extern struct file_view file_view_empty;

/* file_read from VIEW, or from the files themselves where that is NULL. */
int file_view_read(struct file_view *view, struct arena *arena, const char *path, ptrdiff_t ceiling,
                   str *ret_bytes);

/* Writes all of BYTES to FD, however often the host writes only part. */
int file_write_all(int fd, str bytes);

/*
 * Writes all of BYTES to FD, gives the file MODE unless that is NULL, syncs it if it is to be
 * DURABLE, and closes FD, whatever went wrong.
 */
int file_fill(int fd, str bytes, const mode_t *mode, bool durable);

/* Syncs the file or directory PATH, which has to be readable, where the file system can. */
int file_sync(const char *path);

/* Adds BYTES to the end of the file PATH, which is made when it is not there. */
int file_append(const char *path, str bytes);

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

/* The same for PATH from DIRECTORY (path_join), in ROOM: it stays until that is used again. */
str path_place(struct buf *room, str directory, str path);

/*
 * PATH as people and editors want it in messages: from the current directory, without leading parts
 * that lead up and down the same way ("../here/a" is "a" in the directory "here"). An absolute PATH
 * stays one unless it lies in the current directory. It names the same file; a PATH of which that
 * cannot be told stays as it is.
 */
str path_from_here(struct arena *arena, str path);

/* True when PATH lies in DIRECTORY or is it; both resolved and absolute. */
bool path_is_inside(str path, str directory);

/* PATH as one from DIRECTORY, which it is inside of (path_is_inside): "." for the directory. */
str path_below(str path, str directory);

/*
 * Tells whether PATH lies in DIRECTORY, a resolved one, its symbolic links followed, or does not
 * exist, which is told of when it is read. Returns an errno value when that cannot be told.
 */
int file_lies_in(struct arena *arena, const char *path, str directory, bool *ret_lies);

#endif
