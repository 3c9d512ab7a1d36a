#include "base/show.h"

#include "tap.h"

#include <string.h>

static struct arena arena;

static void check(str s, const char *expected, const char *what)
{
    is_str(str_of(show(&arena, s)), expected, "%s", what);
}

static void test_visible(void)
{
    check((str){0}, "", "nothing");
    check(S("plain \"text\""), "plain \"text\"", "plain text");
    check(S("\xC3\xA9 \xE4\xB8\xAD \xF0\x9F\x98\x80"), "\xC3\xA9 \xE4\xB8\xAD \xF0\x9F\x98\x80",
          "letters of all lengths");
    check(S("a\0b"), "a\\u{0}b", "NUL does not end it");
    check(S("\33[31m\r\n\t\x7F"), "\\u{1b}[31m\\u{d}\\u{a}\\u{9}\\u{7f}", "controls");
    check(S("\xC2\x85\xC2\x9B"), "\\u{85}\\u{9b}", "controls past ASCII");
    check(S("\xE2\x80\xAE"
            "abc"),
          "\\u{202e}abc", "bidirectional override");
    check(S("\xE2\x80\x8B\xEF\xBB\xBF\xE2\x81\xA0"), "\\u{200b}\\u{feff}\\u{2060}", "zero width");
    check(S("\xF3\xA0\x81\x81"), "\\u{e0041}", "tag characters");
    check(S("\xE2\x80\xA8\xE2\x80\xA9"), "\\u{2028}\\u{2029}", "line and paragraph separators");
    check(S("\xEE\x80\x80\xF4\x8F\xBF\xBD"), "\\u{e000}\\u{10fffd}", "private use");
    check(S("\xEF\xB7\x90\xEF\xBF\xBE\xF0\x9F\xBF\xBF"), "\\u{fdd0}\\u{fffe}\\u{1ffff}",
          "noncharacters of all planes");
    check(S("\xE3\x85\xA4\xCD\x8F"), "\\u{3164}\\u{34f}", "fillers and joiners without a glyph");
    check(S("\xFF"
            "a\xC3"),
          "\\x{ff}a\\x{c3}", "bytes that are no UTF-8");
    check(S("\xED\xA0\x80"), "\\x{ed}\\x{a0}\\x{80}", "a surrogate");
}

static void test_length(void)
{
    char chars[2 * 100];
    memset(chars, 'x', sizeof chars);
    is_int(str_of(show(&arena, (str){chars, 80})).len, 80, "80 characters stay");
    str cut = str_of(show(&arena, (str){chars, 81}));
    ok(cut.len == 83 && str_ends(cut, S("x...")), "81 are cut");
    for (int i = 0; i < 100; i++)
        memcpy(chars + 2 * i, "\xC3\xA9", 2);
    is_int(str_of(show(&arena, (str){chars, 200})).len, 163, "characters count, not bytes");
}

static void test_all(void)
{
    char chars[1000];
    memset(chars, 'x', sizeof chars);
    is_int(str_of(show_all(&arena, (str){chars, sizeof chars})).len, sizeof chars,
           "all of it stays");
    chars[500] = '\33';
    str shown = str_of(show_all(&arena, (str){chars, sizeof chars}));
    ok(shown.len == sizeof chars + 5 && str_find(shown, S("x\\u{1b}x")) == 499,
       "what is concealed is visible at any length");
    is_str(str_of(show_all(&arena, (str){0})), "", "all of nothing");
}

static void test_add(void)
{
    struct buf buf = buf_in(&arena, 1000);
    show_add(&buf, S("\ta\33"), true);
    is_str(buf_view(&buf), "\ta\\u{1b}", "tabs stay when asked to");
    ok(show_is_concealed(0xFFF0) && show_is_concealed(0x1BCA0) && show_is_concealed(0x1D173),
       "what fonts leave out by default is concealed");
    ok(show_is_concealed('\t') && !show_is_concealed(' ') && !show_is_concealed(0xFFFD),
       "what is concealed");
}

static void test_json(void)
{
    struct buf buf = buf_in(&arena, 1000);
    show_add_json(&buf, S("[\n\t\"\xC3\xA9\xE2\x80\xAE\xF3\xA0\x81\x81\xF4\x8F\xBF\xBD\x7F\"\r]"));
    is_str(buf_view(&buf), "[\n\t\"\xC3\xA9\\u202e\\udb40\\udc41\\udbff\\udffd\\u007f\"\r]",
           "JSON says the same with escapes");
}

int main(void)
{
    test_visible();
    test_length();
    test_all();
    test_add();
    test_json();
    arena_free(&arena);
    return done_testing();
}
