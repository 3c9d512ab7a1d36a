#include "base/utf8.h"

#include "tap.h"

#include <string.h>

static void test_find_bad(void)
{
    static const struct {
        str text;
        ptrdiff_t bad;
        const char *what;
    } cases[] = {
        {STR_INIT(""), -1, "nothing"},
        {STR_INIT("plain text, longer than a word"), -1, "ASCII"},
        {STR_INIT("\0"), -1, "NUL"},
        {STR_INIT("\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF"), -1, "edges of 1 to 3 bytes"},
        {STR_INIT("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"), -1, "edges of 4 bytes"},
        {STR_INIT("\xED\x9F\xBF\xEE\x80\x80"), -1, "around the surrogates"},
        {STR_INIT("12345678\x80"), 8, "a continuation byte alone, behind a full word"},
        {STR_INIT("a\xC0\x80"), 1, "overlong NUL"},
        {STR_INIT("\xC1\xBF"), 0, "overlong in 2 bytes"},
        {STR_INIT("\xE0\x9F\xBF"), 0, "overlong in 3 bytes"},
        {STR_INIT("\xF0\x8F\xBF\xBF"), 0, "overlong in 4 bytes"},
        {STR_INIT("ab\xED\xA0\x80"), 2, "a surrogate"},
        {STR_INIT("\xF4\x90\x80\x80"), 0, "past U+10FFFF"},
        {STR_INIT("\xF5\x80\x80\x80"), 0, "a lead byte that is never used"},
        {STR_INIT("\xFF"), 0, "0xFF"},
        {STR_INIT("a\xC3"), 1, "cut after 1 of 2"},
        {STR_INIT("a\xE2\x82"), 1, "cut after 2 of 3"},
        {STR_INIT("a\xF0\x9F\x98"), 1, "cut after 3 of 4"},
        {STR_INIT("\xE2\x28\xA1"), 0, "a bad second byte"},
        {STR_INIT("\xC3\xA9\xC3"), 2, "the second of two"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        is_int(utf8_find_bad(cases[i].text), cases[i].bad, "%s", cases[i].what);
}

/* All sequences that begin with a lead of three bytes, with and without something behind them. */
static void test_three_bytes(void)
{
    bool right = true;
    for (unsigned code = 0; code < 0x100000; code++) {
        unsigned lead = 0xE0 | code >> 16, second = code >> 8 & 0xFF, third = code & 0xFF;
        bool valid = second >= (lead == 0xE0 ? 0xA0u : 0x80u) &&
                     second <= (lead == 0xED ? 0x9Fu : 0xBFu) && third >= 0x80 && third <= 0xBF;
        const char text[] = {'a', (char)lead, (char)second, (char)third, 'b'};
        ptrdiff_t expected = valid ? -1 : 1;
        right &= utf8_find_bad((str){text, 4}) == expected;
        right &= utf8_find_bad((str){text, 5}) == expected;
    }
    ok(right, "three bytes are well-formed as table 3-7 says");
}

/* All code points there and back. */
static void test_round_trip(void)
{
    bool same = true, well_formed = true;
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        if (code >= 0xD800 && code < 0xE000)
            continue;
        char bytes[4];
        ptrdiff_t len = utf8_encode(code, bytes), decoded;
        same &= utf8_decode((str){bytes, len}, &decoded) == code && decoded == len;
        well_formed &= utf8_find_bad((str){bytes, len}) < 0;
    }
    ok(same, "each code point decodes to what was encoded");
    ok(well_formed, "and its bytes are well-formed");
}

static void test_counts(void)
{
    is_int(utf8_count(S("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80")), 4, "count of code points");
    is_int(utf8_count((str){0}), 0, "count of nothing");
    ok(utf8_is_ascii(S("abcdefghi")) && utf8_is_ascii((str){0}), "ASCII");
    ok(!utf8_is_ascii(S("abcdefgh\xC3\xA9")) && !utf8_is_ascii(S("\xC3\xA9")), "not ASCII");
    ok(utf8_is_ascii_word(S("\xC3\xA9"
                            "zabcdefg"),
                          2),
       "a word of ASCII");
    ok(!utf8_is_ascii_word(S("abcdefg"), 0), "too short for a word");
    ok(!utf8_is_ascii_word(S("abcdefg\xC3\xA9"), 0), "a word that is not ASCII");
}

/* Walks from each code point to each other, and beyond the ends. */
static void test_walks(void)
{
    str text = S("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z, 12345678 \xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"
                 "\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC ABCDEFGHIJKLMNOPQ \xF0\x9F\x98\x80");
    ptrdiff_t starts[100], count = 0;
    for (ptrdiff_t at = 0; at <= text.len; at++)
        if (utf8_begins(text, at))
            starts[count++] = at;
    is_int(count, utf8_count(text) + 1, "code points begin, and the text ends");
    bool skips = true, unskips = true, counts = true;
    for (ptrdiff_t i = 0; i < count; i++)
        for (ptrdiff_t j = i; j < count; j++) {
            skips &= utf8_skip(text, starts[i], (size_t)(j - i)) == starts[j];
            unskips &= utf8_unskip(text, starts[j], (size_t)(j - i)) == starts[i];
            counts &= utf8_count((str){text.data + starts[i], starts[j] - starts[i]}) == j - i;
        }
    ok(skips, "skips");
    ok(unskips, "unskips");
    ok(counts, "counts of parts");
    is_int(utf8_skip(text, 0, 1000), text.len, "not beyond the end");
    is_int(utf8_unskip(text, text.len, 1000), 0, "not before the start");
}

static void test_bom(void)
{
    ptrdiff_t len;
    ok(utf_bom(S("\xEF\xBB\xBFx"), &len) == BOM_UTF8 && len == 3, "UTF-8");
    ok(utf_bom(S("\xFF\xFEx\0"), &len) == BOM_UTF16LE && len == 2, "UTF-16LE");
    ok(utf_bom(S("\xFE\xFF"), &len) == BOM_UTF16BE && len == 2, "UTF-16BE");
    ok(utf_bom(S("\xEF\xBB"), &len) == BOM_NONE && len == 0, "a cut one is none");
    ok(utf_bom((str){0}, &len) == BOM_NONE && len == 0, "nothing has none");
}

static void check_utf16(struct arena *arena, str bytes, bool big, const char *expected,
                        const char *what)
{
    str text;
    ptrdiff_t bad;
    ok(utf16_to_utf8(arena, bytes, big, &text, &bad), "%s converts", what);
    is_str(text, expected, "%s", what);
}

static void check_bad_utf16(struct arena *arena, str bytes, ptrdiff_t expected, const char *what)
{
    str text;
    ptrdiff_t bad;
    ok(!utf16_to_utf8(arena, bytes, true, &text, &bad), "%s is refused", what);
    is_int(bad, expected, "%s: where", what);
}

static void test_utf16(void)
{
    struct arena arena = {0};
    check_utf16(&arena, S("\0a\0\xE9\x20\xAC\xD8\x3D\xDE\x00"), true,
                "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "big endian");
    check_utf16(&arena, S("a\0\xE9\0\xAC\x20\x3D\xD8\x00\xDE"), false,
                "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "little endian");
    check_utf16(&arena, S("\xFF\xFF\xFF\xFF"), true, "\xEF\xBF\xBF\xEF\xBF\xBF", "widest growth");
    check_utf16(&arena, (str){0}, true, "", "nothing");
    check_bad_utf16(&arena, S("\0a\xD8\x00"), 2, "a high surrogate at the end");
    check_bad_utf16(&arena, S("\xD8\x00\0a"), 0, "a high surrogate before a letter");
    check_bad_utf16(&arena, S("\xDC\x00\xD8\x00"), 0, "a low surrogate first");
    check_bad_utf16(&arena, S("\0a\0"), 2, "half a unit");
    arena_free(&arena);
}

int main(void)
{
    test_find_bad();
    test_three_bytes();
    test_round_trip();
    test_counts();
    test_walks();
    test_bom();
    test_utf16();
    return done_testing();
}
