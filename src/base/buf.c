#include "base/buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct buf buf_in(struct arena *arena, ptrdiff_t ceiling)
{
    return (struct buf){.arena = arena, .ceiling = ceiling};
}

enum { SMALLEST = 64 }; /* most buffers hold a path or a pointer, and there are many */

char *buf_reserve(struct buf *buf, ptrdiff_t count)
{
    if (buf->full || count > buf->ceiling - buf->len) {
        buf->full = true;
        return NULL;
    }
    if (count > buf->cap - buf->len || !buf->data) { /* NULL + 0 has no meaning in C */
        ptrdiff_t need = buf->len + count;
        ptrdiff_t cap = buf->cap > buf->ceiling / 2 ? buf->ceiling : buf->cap * 2;
        if (cap < SMALLEST)
            cap = SMALLEST;
        if (cap < need)
            cap = need;
        buf->data = arena_grow(buf->arena, buf->data, buf->len, cap);
        buf->cap = cap;
    }
    return buf->data + buf->len;
}

void buf_add(struct buf *buf, str s)
{
    if (s.len == 0)
        return;
    char *to = buf_reserve(buf, s.len);
    if (!to)
        return;
    memcpy(to, s.data, (size_t)s.len);
    buf->len += s.len;
}

void buf_add_byte(struct buf *buf, char c)
{
    char *to = buf_reserve(buf, 1);
    if (!to)
        return;
    *to = c;
    buf->len++;
}

void buf_add_bytes(struct buf *buf, char c, ptrdiff_t count)
{
    char *to = buf_reserve(buf, count);
    if (!to)
        return;
    if (count)
        memset(to, c, (size_t)count);
    buf->len += count;
}

void buf_add_number(struct buf *buf, ptrdiff_t number)
{
    char digits[20]; /* of 64 bits */
    char *first = digits + sizeof digits;
    assert(number >= 0);
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    buf_add(buf, (str){first, digits + sizeof digits - first});
}

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buf_add(buf, arena_vprintf(buf->arena, format, args));
    va_end(args);
}

str buf_view(const struct buf *buf)
{
    return (str){buf->data ? buf->data : "", buf->len};
}
