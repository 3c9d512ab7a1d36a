/*
 * batch.c - talks to `git cat-file --batch` (git-cat-file(1), BATCH OUTPUT).
 *
 * A request is a line with a name and the answer "OBJECT TYPE SIZE", a line feed, SIZE bytes and a
 * line feed; or one line that ends in " missing". git finds repository, work tree and index by
 * itself and by its variables, as in a hook.
 */
#include "build/batch.h"

#include "base/file.h"
#include "base/host.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD = 64 * 1024 };

/* Reads more of git's answers; false at their end or on failure. */
static bool read_ahead(struct git_batch *batch)
{
    if (batch->ahead_len == batch->ahead_cap) {
        batch->ahead_cap += batch->ahead_cap / 2 + AHEAD;
        batch->ahead = heap_resize(batch->ahead, batch->ahead_cap);
    }
    ssize_t got;
    do
        got = host.read(batch->git.from, batch->ahead + batch->ahead_len,
                        (size_t)(batch->ahead_cap - batch->ahead_len));
    while (got < 0 && errno == EINTR);
    if (got > 0)
        batch->ahead_len += got;
    return got > 0;
}

/* Takes COUNT bytes off what was read ahead. */
static void drop_ahead(struct git_batch *batch, ptrdiff_t count)
{
    batch->ahead_len -= count;
    memmove(batch->ahead, batch->ahead + count, (size_t)batch->ahead_len);
}

/* Takes the next COUNT bytes of the answers into the arena. */
static bool take_bytes(struct git_batch *batch, struct arena *arena, ptrdiff_t count, str *ret)
{
    while (batch->ahead_len < count)
        if (!read_ahead(batch))
            return false;
    *ret = arena_copy(arena, (str){batch->ahead, count});
    drop_ahead(batch, count);
    return true;
}

/* Takes the next line of the answers, without its line feed. */
static bool take_line(struct git_batch *batch, struct arena *arena, str *ret)
{
    ptrdiff_t end;
    while ((end = str_find_byte((str){batch->ahead, batch->ahead_len}, '\n')) < 0)
        if (!read_ahead(batch))
            return false;
    return take_bytes(batch, arena, end, ret) && (drop_ahead(batch, 1), true);
}

/* The number that DIGITS are; -1 when they are none, or it is too large. */
static ptrdiff_t number_of(str digits)
{
    ptrdiff_t value = 0;
    for (ptrdiff_t i = 0; i < digits.len; i++) {
        if (value > PTRDIFF_MAX / 16 || digits.data[i] < '0' || digits.data[i] > '9')
            return -1;
        value = value * 10 + (digits.data[i] - '0');
    }
    return value;
}

/*
 * What the head of an answer says: 0 or an errno value, and in *RET_SIZE the bytes that follow, -1
 * for none. It is "OBJECT TYPE SIZE"; for a link that leads to no file of the commit, "WORD SIZE"
 * with a word such as "dangling"; or it ends in " missing".
 */
static int understand(const struct git_batch *batch, str head, ptrdiff_t *ret_size)
{
    str object, type, size;
    *ret_size = -1;
    if (str_ends(head, S(" missing")) || !str_cut(head, ' ', &object, &size))
        return ENOENT;
    bool is_link = !str_cut(size, ' ', &type, &size);
    if (is_link && !batch->follows_links)
        return ENOENT;
    *ret_size = number_of(is_link ? type : size);
    if (is_link)
        return ENOENT; /* also for "OBJECT ambiguous" and the like */
    return !str_equal(type, S("blob")) ? EISDIR : *ret_size < 0 ? EFBIG : 0;
}

int batch_alone(struct arena *arena, const char *const *argv, ptrdiff_t ceiling, str *ret_bytes)
{
    int status = 0, problem = process_read(arena, argv, ceiling, ret_bytes, &status);
    return problem ? problem : status ? ENOENT : 0;
}

static int ask(struct git_batch *batch, struct arena *arena, const char *name, ptrdiff_t ceiling,
               str *ret_bytes)
{
    str head, bytes, rest;
    ptrdiff_t size;
    int problem = file_write_all(batch->git.to, arena_printf(arena, "%s\n", name));
    if (problem)
        return problem;
    if (!take_line(batch, arena, &head))
        return EIO;
    problem = understand(batch, head, &size);
    if (size < 0)
        return problem;
    if (size > ceiling)
        return EFBIG; /* its bytes are still to come */
    if (!take_bytes(batch, arena, size, &bytes) || !take_bytes(batch, arena, 1, &rest))
        return EIO;
    if (!problem)
        *ret_bytes = bytes;
    return problem;
}

static int start(struct git_batch *batch, struct arena *arena)
{
    const char *const argv[] = {"git",
                                "--no-replace-objects",
                                "cat-file",
                                "--batch",
                                batch->follows_links ? "--follow-symlinks" : NULL,
                                NULL};
    if (!batch->started && !batch->problem) {
        batch->problem = process_start(arena, argv, &batch->git);
        batch->started = batch->problem == 0;
    }
    if (batch->problem == ENOENT)
        batch->problem = EIO; /* there is no git, which says nothing about the file */
    return batch->problem;
}

/* Ends git, in whatever it is writing. */
static void stop(struct git_batch *batch)
{
    int status;
    if (batch->started)
        process_finish(&batch->git, &status);
    batch->started = false;
    batch->ahead_len = 0;
}

int batch_read(struct git_batch *batch, struct arena *arena, const char *name, ptrdiff_t ceiling,
               str *ret_bytes)
{
    const char *const argv[] = {"git", "--no-replace-objects", "cat-file", "blob", name, NULL};
    *ret_bytes = (str){0};
    if (strpbrk(name, "\n\r")) /* cannot be asked for in a batch: a line may end in CR LF */
        return batch_alone(arena, argv, ceiling, ret_bytes);
    int problem = start(batch, arena);
    if (problem)
        return problem;
    problem = ask(batch, arena, name, ceiling, ret_bytes);
    if (problem == EPIPE)
        problem = EIO;
    if (problem == EIO)
        batch->problem = problem;
    if (problem == EFBIG)
        stop(batch);
    return problem;
}

void batch_done(struct git_batch *batch)
{
    stop(batch);
    free(batch->ahead);
    *batch = (struct git_batch){0};
}
