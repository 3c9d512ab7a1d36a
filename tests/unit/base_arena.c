#include "base/arena.h"

#include "tap.h"

#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_zero(const char *bytes, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++)
        if (bytes[i])
            return false;
    return true;
}

static void test_alloc(void)
{
    struct arena arena = {0};
    bool zeroed = true, aligned = true;
    for (ptrdiff_t size = 1; size < 20000; size += 97) {
        char *block = arena_alloc(&arena, size, 1);
        zeroed &= is_zero(block, size);
        aligned &= (uintptr_t)block % 8 == 0;
        memset(block, 0xAA, (size_t)size); /* so that overlapping blocks would not be zero */
    }
    ok(zeroed, "new blocks are zero, small and large ones mixed");
    ok(aligned, "and aligned for pointers and long numbers");
    ok(arena_alloc(&arena, 8, 0) != NULL, "no objects are still an address");
    arena_free(&arena);
    ok(!arena.last, "a freed arena is empty");
    ok(*arena_new(&arena, int, 1) == 0, "and usable");
    arena_free(&arena);
    arena_free(&arena);
    ok(!arena.last, "freeing twice is harmless");
}

static char released[8];

static void note_release(void *thing)
{
    size_t len = strlen(released);
    released[len] = *(const char *)thing;
}

static void test_on_free(void)
{
    struct arena arena = {0};
    char *first = arena_alloc(&arena, 1, 1), *second = arena_alloc(&arena, 1, 1);
    *first = '1';
    *second = '2';
    arena_on_free(&arena, note_release, first);
    arena_on_free(&arena, note_release, second);
    arena_free(&arena);
    is_str(str_of(released), "21",
           "what was asked for is done when the arena is freed, last first");
    arena_free(&arena);
    is_str(str_of(released), "21", "and once");
}

static void fill(char *block, ptrdiff_t from, ptrdiff_t to)
{
    for (ptrdiff_t i = from; i < to; i++)
        block[i] = (char)(i % 251);
}

static bool is_filled(const char *block, ptrdiff_t to)
{
    for (ptrdiff_t i = 0; i < to; i++)
        if (block[i] != (char)(i % 251))
            return false;
    return true;
}

static void test_grow(void)
{
    struct arena arena = {0};
    char *blocks[3] = {0};
    ptrdiff_t size = 0;
    bool kept = true;
    for (ptrdiff_t next = 1; next < 300000; next = next * 3 / 2 + 1) {
        for (int i = 0; i < 3; i++) {
            blocks[i] = arena_grow(&arena, blocks[i], size, next);
            kept &= is_filled(blocks[i], size);
            fill(blocks[i], size, next);
            memset(arena_alloc(&arena, 1, 100), 0xAA, 100); /* a neighbour that must not suffer */
        }
        size = next;
    }
    for (int i = 0; i < 3; i++)
        kept &= is_filled(blocks[i], size);
    ok(kept, "three blocks that grow in turn keep their bytes");
    arena_free(&arena);

    char *only = arena_grow(&arena, NULL, 0, 100000);
    fill(only, 0, 100000);
    only = arena_grow(&arena, only, 100000, 10000000);
    ok(is_filled(only, 100000), "a block that is alone in its arena can grow");
    arena_alloc(&arena, 1, 10);
    only = arena_grow(&arena, only, 100000, 20000000);
    ok(is_filled(only, 100000), "and again when it is not");
    arena_free(&arena);
}

static void test_make_room(void)
{
    enum { COUNT = 1000 };
    struct arena arena = {0};
    int *items = NULL, moved = 0, wrong = 0;
    ptrdiff_t cap = 0;
    for (int i = 0; i < COUNT; i++) {
        ptrdiff_t before = cap;
        items = arena_make_room(&arena, items, sizeof *items, i, &cap);
        wrong += cap <= i || (cap != before && before != i);
        moved += cap != before;
        items[i] = i;
    }
    for (int i = 0; i < COUNT; i++)
        wrong += items[i] != i;
    is_int(wrong, 0, "there is room for one more each time, and what was there stays");
    ok(moved < 12, "it grows seldom");
    arena_free(&arena);
}

/* Takes blocks of many sizes and fills them; the number of bytes that were not zero. */
static int take_blocks(struct arena *arena)
{
    static const int sizes[] = {1, 100, 9000, 30, 70000, 64000, 8};
    int wrong = 0;
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            char *block = arena_alloc(arena, 1, sizes[i]);
            for (int at = 0; at < sizes[i]; at++) {
                wrong += block[at] != 0;
                block[at] = 'x';
            }
        }
    return wrong;
}

static void test_mark(void)
{
    struct arena arena = {0};
    struct arena_mark empty = arena_mark(&arena);
    take_blocks(&arena);
    arena_return(&arena, empty);
    ok(!arena.last, "an arena goes back to having been empty");
    char *kept = arena_alloc(&arena, 1, 100), *large = arena_alloc(&arena, 1, 20000);
    fill(kept, 0, 100);
    fill(large, 0, 20000);
    struct arena_mark mark = arena_mark(&arena);
    int wrong = 0;
    for (int i = 0; i < 5; i++) {
        wrong += take_blocks(&arena);
        arena_return(&arena, mark);
    }
    wrong += take_blocks(&arena);
    is_int(wrong, 0, "what is taken after going back is zeroed");
    ok(is_filled(kept, 100) && is_filled(large, 20000), "what was there stays");
    arena_free(&arena);
}

static void test_text(void)
{
    struct arena arena = {0};
    str copy = arena_copy(&arena, S("a\0b"));
    ok(str_equal(copy, S("a\0b")) && copy.data[3] == '\0', "a copy keeps NUL and ends with one");
    is_str(arena_copy(&arena, (str){0}), "", "a copy of nothing");
    is_str(arena_printf(&arena, "%s-%d", "x", 7), "x-7", "printf");
    is_int(arena_printf(&arena, "%100000d", 1).len, 100000, "printf of a long text");
    arena_free(&arena);
}

/* The exit status of a child that asks for COUNT objects of 16 bytes. */
static int status_of_asking(ptrdiff_t count)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct arena arena = {0};
        close(STDERR_FILENO);
        arena_alloc(&arena, 16, count);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(void)
{
    test_alloc();
    test_on_free();
    test_grow();
    test_make_room();
    test_mark();
    test_text();
    is_int(status_of_asking(PTRDIFF_MAX / 16), 70, "a size that would wrap ends with status 70");
    return done_testing();
}
