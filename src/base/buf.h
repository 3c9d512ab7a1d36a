/*
 * buf.h - a growing run of bytes, in an arena, with a ceiling.
 *
 * Whoever makes a buf says how large it may become. Past the ceiling nothing more is added and
 * `full` tells; so output whose size an input decides cannot eat memory without bound, and the one
 * who fills the buf need not check each call.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/arena.h"
#include "base/str.h"

struct buf {
    struct arena *arena;
    char *data; /* NULL while empty */
    ptrdiff_t len, cap, ceiling;
    bool full; /* something was left out */
};

/* An empty buf that may hold at most CEILING bytes. */
struct buf buf_in(struct arena *arena, ptrdiff_t ceiling);

void buf_add(struct buf *buf, str s);
void buf_add_byte(struct buf *buf, char c);

/* Adds COUNT times the byte C. */
void buf_add_bytes(struct buf *buf, char c, ptrdiff_t count);

/* Adds NUMBER, which is not negative, in decimal. */
void buf_add_number(struct buf *buf, ptrdiff_t number);

/* Adds what printf would print. */
__attribute__((format(printf, 2, 3))) void buf_printf(struct buf *buf, const char *format, ...);

/* Makes room for COUNT more bytes and returns where they go; NULL when the ceiling forbids it. */
char *buf_reserve(struct buf *buf, ptrdiff_t count);

/* The bytes so far. They stay valid until the buf grows. */
str buf_view(const struct buf *buf);

#endif
