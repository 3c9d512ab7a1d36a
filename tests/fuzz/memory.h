/*
 * memory.h - the parts of a host in memory that all have alike: texts that are read through
 * descriptors, in the current directory /here. Nothing is ever written.
 */
#ifndef TESTS_FUZZ_MEMORY_H
#define TESTS_FUZZ_MEMORY_H

#include "fuzz.h"

#include "base/host.h"

#include <string.h>

enum { FILES_CAP = 16, FIRST_FILE = 1000 };

/* The texts by number; the descriptor of one is that and FIRST_FILE. */
static struct {
    str rest; /* what was not read yet */
    ptrdiff_t len;
} memory_texts[FILES_CAP];

/* A descriptor for TEXT, which has NUMBER. */
static int memory_open_text(int number, str text)
{
    memory_texts[number].rest = text;
    memory_texts[number].len = text.len;
    return FIRST_FILE + number;
}

static ssize_t memory_read(int fd, void *to, size_t count)
{
    str *rest = &memory_texts[fd - FIRST_FILE].rest;
    ptrdiff_t len = (ptrdiff_t)count < rest->len ? (ptrdiff_t)count : rest->len;
    if (len)
        memcpy(to, rest->data, (size_t)len);
    *rest = str_skip(*rest, len);
    return len;
}

static int memory_close(int fd)
{
    return fd >= FIRST_FILE ? 0 : -1;
}

static int memory_fstat(int fd, struct stat *ret)
{
    *ret = (struct stat){.st_mode = S_IFREG | 0644, .st_size = memory_texts[fd - FIRST_FILE].len};
    return 0;
}

static char *memory_getcwd(char *to, size_t size)
{
    static const char here[] = "/here";
    MUST(size >= sizeof here, "there is room for a path");
    return memcpy(to, here, sizeof here);
}

#endif
