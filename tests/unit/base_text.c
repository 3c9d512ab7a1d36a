#include "base/text.h"

#include "tap.h"

#include <string.h>

static struct arena arena;

static void check(str chars, ptrdiff_t offset, ptrdiff_t line, ptrdiff_t column,
                  const char *line_text, const char *what)
{
    struct text text = {.name = S("x"), .chars = chars};
    struct line_column at = text_position(&arena, &text, offset);
    is_int(at.line, line, "%s: line", what);
    is_int(at.column, column, "%s: column", what);
    is_str((str){chars.data + at.line_start, at.line_len}, line_text, "%s: text", what);
}

static void test_positions(void)
{
    check(S(""), 0, 1, 1, "", "empty text");
    check(S("abc"), 3, 1, 4, "abc", "one past the end");
    check(S("ab\ncd"), 2, 1, 3, "ab", "at the line break");
    check(S("ab\ncd"), 3, 2, 1, "cd", "behind the line break");
    check(S("ab\n"), 3, 2, 1, "", "behind the last line break");
    check(S("ab\r\ncd"), 4, 2, 1, "cd", "CR LF is one break");
    check(S("ab\r\ncd"), 1, 1, 2, "ab", "CR LF is no part of the line");
    check(S("ab\rcd\r"), 3, 2, 1, "cd", "a lone CR is a break");
    check(S("\n\n\nx"), 2, 3, 1, "", "empty lines");
    check(S("\r\r\n\nx"), 4, 4, 1, "x", "breaks of all kinds");
    check(S("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80!"), 9, 1, 4,
          "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80!", "columns are code points");
    check(S("a\xE2\x80\xA8z"), 4, 1, 3, "a\xE2\x80\xA8z", "U+2028 breaks no line");
}

/* Columns in a long line, of which blocks are counted once, against plain counting. */
static void test_long_line(void)
{
    enum { COUNT = 20000 };
    char *chars = arena_alloc(&arena, 3, COUNT + 1);
    memcpy(chars, "x\ny", 3);
    for (ptrdiff_t i = 1; i <= COUNT; i++)
        memcpy(chars + 3 * i, i % 2 ? "\xE2\x82\xAC" : "abc", 3);
    struct text text = {.chars = {chars, 3 * (COUNT + 1)}};
    bool right = true;
    ptrdiff_t column = 2;
    for (ptrdiff_t i = 1; i <= COUNT; i++) {
        struct line_column at = text_position(&arena, &text, 3 * i);
        right &= at.line == 2 && at.column == column && at.line_start == 2;
        column += i % 2 ? 1 : 3;
    }
    ok(right, "columns of a line of 60,000 bytes");
    is_int(text_position(&arena, &text, text.chars.len).column, column, "and past its end");
}

static void test_line_starts(void)
{
    struct text text = {.chars = S("a\nb\r\nc")};
    is_int(text_line_start(&arena, &text, 1), 0, "line 1");
    is_int(text_line_start(&arena, &text, 2), 2, "line 2");
    is_int(text_line_start(&arena, &text, 3), 5, "line 3");
    is_int(text_line_start(&arena, &text, 4), 6, "a line too many is the end");
    place whole = place_file(&text);
    ok(whole.text == &text && whole.start < 0, "the whole file");
}

int main(void)
{
    test_positions();
    test_long_line();
    test_line_starts();
    arena_free(&arena);
    return done_testing();
}
