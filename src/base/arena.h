/*
 * arena.h - memory that is freed all at once.
 *
 * A command owns one arena. What it builds lives there until the command ends, so the types of this
 * program have no free functions. For work that should not outlive a function, make a second arena
 * on the stack and free it before returning.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/str.h"

#include <stdarg.h>
#include <stddef.h>

/* {0} is an empty arena, ready for use. */
struct arena {
    struct arena_chunk *last;
    struct arena_release *releases; /* the last one first */
};

/* Returns COUNT zeroed objects of type T. Never NULL: running out of memory ends the program. */
#define arena_new(arena, T, count) ((T *)arena_alloc((arena), sizeof(T), (count)))

/*
 * Returns COUNT zeroed objects of SIZE bytes each, aligned for pointers and numbers of 8 bytes.
 * Never NULL.
 */
__attribute__((returns_nonnull)) void *arena_alloc(struct arena *arena, ptrdiff_t size,
                                                   ptrdiff_t count);

/*
 * Returns a block of NEW_SIZE bytes that begins with the first OLD_SIZE bytes of OLD, a block of
 * this arena or NULL; what is beyond them is not zeroed. OLD is gone. Large blocks grow where they
 * are if the system can, so a doubling buffer does not leave its halves behind.
 */
__attribute__((returns_nonnull)) void *arena_grow(struct arena *arena, void *old,
                                                  ptrdiff_t old_size, ptrdiff_t new_size);

/*
 * Returns ITEMS, an array of COUNT objects of SIZE bytes with space for *CAP of them, with space
 * for one more at least: the same while there is some, else grown to the double. NULL is an array
 * without space.
 */
__attribute__((returns_nonnull)) void *
arena_make_room(struct arena *arena, void *items, ptrdiff_t size, ptrdiff_t count, ptrdiff_t *cap);

/* Returns a copy of S in the arena, followed by a NUL that its length does not count. */
str arena_copy(struct arena *arena, str s);

/* Returns what printf would print. The str is followed by a NUL that its length does not count. */
__attribute__((format(printf, 2, 3))) str arena_printf(struct arena *arena, const char *format,
                                                       ...);
__attribute__((format(printf, 2, 0))) str arena_vprintf(struct arena *arena, const char *format,
                                                        va_list args);

/*
 * Has RELEASE called with THING when the arena is freed, before its memory goes; what was asked for
 * last is called first. For a foreign handle that should live as long as what refers to it.
 */
void arena_on_free(struct arena *arena, void (*release)(void *thing), void *thing);

/* What an arena held at some time, to go back to. */
struct arena_mark {
    struct arena_chunk *last, *before; /* where it cut from, and the chunk before that; or NULL */
    ptrdiff_t used;
    struct arena_release *releases;
};

struct arena_mark arena_mark(const struct arena *arena);

/*
 * Frees what was taken from ARENA since MARK. Since then nothing older may have been grown, and
 * nothing registered with arena_on_free.
 */
void arena_return(struct arena *arena, struct arena_mark mark);

/* Frees everything at once, and leaves the arena empty and usable. */
void arena_free(struct arena *arena);

/*
 * The C allocator for what lives outside arenas, such as scratch stacks: memory for SIZE bytes,
 * with the content of OLD, which may be NULL. Never NULL. Give it back with free().
 */
__attribute__((returns_nonnull)) void *heap_resize(void *old, ptrdiff_t size);

/* Ends the program with status 70 and one line that says that there is no memory left. */
__attribute__((noreturn)) void die_oom(void);

#endif
