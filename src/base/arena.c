#include "base/arena.h"

#include <assert.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * With ARENA_EXACT, which the sanitizer builds set, each object gets a chunk of its own: in a
 * shared chunk, writing past one object only reaches the next, and no tool would notice.
 */
#ifdef ARENA_EXACT
enum { CHUNK_SIZE = 0, LARGE = 0, SPARE_COUNT = 0 };
#else
enum { CHUNK_SIZE = 64 * 1024, LARGE = 2 * 1024, SPARE_COUNT = 8 };
#endif
enum { ALIGN = 8 }; /* objects are small: alignof(max_align_t) would take a 25th more memory */

/*
 * Chunks form a ring-free double list. `last` is the one that small objects are cut from; an object
 * of LARGE bytes or more has a chunk to itself, right behind the chunk's head.
 */
struct arena_chunk {
    struct arena_chunk *prev, *next;
    ptrdiff_t used, size;
    alignas(max_align_t) char mem[];
};

/* What is to be done when the arena is freed. */
struct arena_release {
    struct arena_release *next;
    void (*release)(void *thing);
    void *thing;
};

void die_oom(void)
{
    static const char message[] = "schemac: out of memory\n";
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    _exit(70);
}

void *heap_resize(void *old, ptrdiff_t size)
{
    assert(size > 0);
    void *memory = realloc(old, (size_t)size);
    if (!memory)
        die_oom();
    return memory;
}

/*
 * Chunks of CHUNK_SIZE that were given up, empty and zeroed. A run makes many arenas for a short
 * work, and to give their memory to the system and get it again costs more than such a work.
 */
static struct arena_chunk *spares[SPARE_COUNT + 1];
static int spare_count;

/* Gives CHUNK up. */
static void chunk_free(struct arena_chunk *chunk)
{
    if (chunk->size != CHUNK_SIZE || spare_count == SPARE_COUNT) {
        free(chunk);
        return;
    }
    memset(chunk->mem, 0, (size_t)chunk->used);
    *chunk = (struct arena_chunk){.size = CHUNK_SIZE};
    spares[spare_count++] = chunk;
}

static struct arena_chunk *chunk_new(ptrdiff_t size)
{
    if (size == CHUNK_SIZE && spare_count)
        return spares[--spare_count];
    struct arena_chunk *chunk = calloc(1, sizeof *chunk + (size_t)size);
    if (!chunk)
        die_oom();
    chunk->size = size;
    return chunk;
}

/* Puts CHUNK at the end of the list, where small objects are cut from. */
static void chunk_append(struct arena *arena, struct arena_chunk *chunk)
{
    chunk->prev = arena->last;
    if (arena->last)
        arena->last->next = chunk;
    arena->last = chunk;
}

/* Puts CHUNK before the end, so that the last one's free space stays in use. */
static void chunk_insert(struct arena *arena, struct arena_chunk *chunk)
{
    struct arena_chunk *last = arena->last;
    if (!last) {
        chunk_append(arena, chunk);
        return;
    }
    chunk->next = last;
    chunk->prev = last->prev;
    if (last->prev)
        last->prev->next = chunk;
    last->prev = chunk;
}

static ptrdiff_t aligned(ptrdiff_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

/* A block of SIZE bytes with a chunk to itself. */
static void *large_new(struct arena *arena, ptrdiff_t size)
{
    struct arena_chunk *chunk = chunk_new(size);
    chunk->used = size;
    chunk_insert(arena, chunk);
    return chunk->mem;
}

void *arena_alloc(struct arena *arena, ptrdiff_t size, ptrdiff_t count)
{
    assert(size > 0 && count >= 0);
    if (count > (PTRDIFF_MAX / 2 - ALIGN) / size) /* before the arithmetic, not after */
        die_oom();

    ptrdiff_t need = aligned(size * count);
    if (need >= LARGE)
        return large_new(arena, need);

    struct arena_chunk *chunk = arena->last;
    if (!chunk || need > chunk->size - chunk->used) {
        chunk = chunk_new(CHUNK_SIZE);
        chunk_append(arena, chunk);
    }
    void *object = chunk->mem + chunk->used;
    chunk->used += need;
    return object;
}

/* Gives a block that has a chunk to itself the size SIZE, moving it when it must. */
static void *large_resize(struct arena *arena, void *block, ptrdiff_t size)
{
    struct arena_chunk *old = (struct arena_chunk *)((char *)block - sizeof *old);
    struct arena_chunk *chunk = heap_resize(old, (ptrdiff_t)sizeof *chunk + size);
    chunk->used = chunk->size = size;
    if (chunk->prev)
        chunk->prev->next = chunk;
    if (chunk->next)
        chunk->next->prev = chunk;
    else
        arena->last = chunk;
    return chunk->mem;
}

void *arena_grow(struct arena *arena, void *old, ptrdiff_t old_size, ptrdiff_t new_size)
{
    assert(old_size >= 0 && new_size >= old_size && (old || old_size == 0));
    if (new_size > PTRDIFF_MAX / 2 - ALIGN)
        die_oom();
    if (old && aligned(old_size) >= LARGE)
        return large_resize(arena, old, aligned(new_size));
    void *block = arena_alloc(arena, 1, new_size);
    if (old_size)
        memcpy(block, old, (size_t)old_size);
    return block;
}

void *arena_make_room(struct arena *arena, void *items, ptrdiff_t size, ptrdiff_t count,
                      ptrdiff_t *cap)
{
    enum { FIRST = 4 };
    ptrdiff_t old = *cap;
    if (count < old)
        return items;
    if (old > PTRDIFF_MAX / 2 / size)
        die_oom();
    *cap = old ? 2 * old : FIRST;
    return arena_grow(arena, items, old * size, *cap * size);
}

str arena_copy(struct arena *arena, str s)
{
    char *copy = arena_alloc(arena, 1, s.len + 1);
    if (s.len)
        memcpy(copy, s.data, (size_t)s.len);
    return (str){copy, s.len};
}

str arena_vprintf(struct arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    assert(len >= 0);
    char *chars = arena_alloc(arena, 1, (ptrdiff_t)len + 1);
    vsnprintf(chars, (size_t)len + 1, format, again);
    va_end(again);
    return (str){chars, len};
}

str arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    str result = arena_vprintf(arena, format, args);
    va_end(args);
    return result;
}

void arena_on_free(struct arena *arena, void (*release)(void *thing), void *thing)
{
    struct arena_release *entry = arena_new(arena, struct arena_release, 1);
    *entry = (struct arena_release){arena->releases, release, thing};
    arena->releases = entry;
}

struct arena_mark arena_mark(const struct arena *arena)
{
    struct arena_chunk *last = arena->last;
    return (struct arena_mark){last, last ? last->prev : NULL, last ? last->used : 0,
                               arena->releases};
}

/* Frees the chunks from CHUNK back to before STOP. */
static void free_chunks(struct arena_chunk *chunk, const struct arena_chunk *stop)
{
    for (struct arena_chunk *prev; chunk != stop; chunk = prev) {
        prev = chunk->prev;
        chunk_free(chunk);
    }
}

void arena_return(struct arena *arena, struct arena_mark mark)
{
    struct arena_chunk *last = mark.last;
    assert(arena->releases == mark.releases);
    free_chunks(arena->last, last);
    arena->last = last;
    if (!last)
        return;
    free_chunks(last->prev, mark.before);
    last->prev = mark.before;
    last->next = NULL;
    if (mark.before)
        mark.before->next = last;
    memset(last->mem + mark.used, 0, (size_t)(last->used - mark.used));
    last->used = mark.used;
}

void arena_free(struct arena *arena)
{
    for (struct arena_release *entry = arena->releases; entry; entry = entry->next)
        entry->release(entry->thing);
    arena->releases = NULL;
    free_chunks(arena->last, NULL);
    arena->last = NULL;
}
