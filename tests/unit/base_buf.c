#include "base/buf.h"

#include "tap.h"

#include <stdint.h>

static void test_growth(struct arena *arena)
{
    struct buf buf = buf_in(arena, PTRDIFF_MAX);
    is_str(buf_view(&buf), "", "empty at first");
    ok(buf_view(&buf).data != NULL, "and its view points somewhere");
    buf_add(&buf, (str){0});
    buf_add_bytes(&buf, 'x', 0);
    ok(buf_reserve(&buf, 0) != NULL, "no room is always there");
    is_str(buf_view(&buf), "", "adding nothing");
    buf_add(&buf, S("a\0b"));
    buf_add_byte(&buf, '-');
    buf_add_bytes(&buf, '=', 3);
    buf_printf(&buf, "%s%d", "n", 5);
    ok(str_equal(buf_view(&buf), S("a\0b-===n5")), "bytes of all kinds");

    bool same = true;
    struct buf large = buf_in(arena, PTRDIFF_MAX);
    for (int i = 0; i < 100000; i++)
        buf_add_byte(&large, (char)(i % 251));
    for (int i = 0; i < 100000; i++)
        same &= large.data[i] == (char)(i % 251);
    ok(same && large.len == 100000, "growing keeps what is there");
}

static void test_numbers(struct arena *arena)
{
    struct buf buf = buf_in(arena, PTRDIFF_MAX);
    buf_add_number(&buf, 0);
    buf_add_byte(&buf, ' ');
    buf_add_number(&buf, 1090);
    buf_add_byte(&buf, ' ');
    buf_add_number(&buf, INT64_MAX);
    is_str(buf_view(&buf), "0 1090 9223372036854775807", "numbers in decimal");
}

static void test_ceiling(struct arena *arena)
{
    struct buf buf = buf_in(arena, 5);
    buf_add(&buf, S("abc"));
    ok(!buf.full, "below the ceiling");
    buf_add(&buf, S("de"));
    ok(!buf.full, "at the ceiling");
    buf_add(&buf, (str){0});
    ok(!buf.full, "nothing more still fits");
    buf_add_byte(&buf, 'f');
    ok(buf.full, "past the ceiling");
    is_str(buf_view(&buf), "abcde", "what was there stays");

    struct buf partly = buf_in(arena, 5);
    buf_add(&partly, S("abc"));
    buf_add(&partly, S("xyz"));
    is_str(buf_view(&partly), "abc", "what does not fit is left out whole");
    buf_add_byte(&partly, 'd');
    is_str(buf_view(&partly), "abc", "and nothing comes after a gap");
    buf_printf(&partly, "%d", 1);
    buf_add_bytes(&partly, 'x', 1);
    ok(!buf_reserve(&partly, 1) && partly.len == 3, "by no way in");
}

int main(void)
{
    struct arena arena = {0};
    test_growth(&arena);
    test_numbers(&arena);
    test_ceiling(&arena);
    arena_free(&arena);
    return done_testing();
}
