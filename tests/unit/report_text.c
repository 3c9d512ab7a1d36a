#include "report/report.h"

#include "tap.h"

#include <stdint.h>
#include <string.h>

static struct arena arena;

static str rendered(struct diag_list *found, bool colour)
{
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    report_text(found, &out, colour);
    return buf_view(&out);
}

static struct text *text_of(const char *name, str chars)
{
    struct text *text = arena_new(&arena, struct text, 1);
    *text = (struct text){.name = str_of(name), .chars = chars};
    return text;
}

static void test_form(void)
{
    struct diag_list found = {.arena = &arena};
    struct text *text = text_of("pets.yaml", S("type: a\n  type: integr\n"));
    struct diag *diag =
        diag_report(&found, E0301, (place){text, 16, 6}, "\"%s\" is not a type", "integr");
    diag_hint(&found, diag, "did you mean \"integer\"?");
    diag_note(&found, diag, (place){text, 0, 4}, "first here");
    diag_note(&found, diag, (place){0}, "and 3 more of this kind");
    is_str(rendered(&found, false),
           "pets.yaml:2:9: error: \"integr\" is not a type [E0301]\n"
           "    2 |   type: integr\n"
           "      |         ^~~~~~\n"
           "      hint: did you mean \"integer\"?\n"
           "pets.yaml:1:1: note: first here\n"
           "    1 | type: a\n"
           "      | ^~~~\n"
           "      note: and 3 more of this kind\n",
           "place, excerpt, hint and notes");
}

static void test_places(void)
{
    struct diag_list found = {.arena = &arena};
    diag_report(&found, E0001, (place){0}, "no command");
    diag_report(&found, E0002, place_file(text_of("a\nb.yaml", S(""))), "no such file");
    diag_report(&found, W0201, (place){text_of("c", S("")), 0, 0}, "empty");
    is_str(rendered(&found, false),
           "schemac: error: no command [E0001]\n"
           "a\\u{a}b.yaml: error: no such file [E0002]\n"
           "c:1:1: warning: empty [W0201]\n"
           "    1 | \n"
           "      | ^\n",
           "no place, a whole file, an empty text");
}

static void test_secret(void)
{
    struct diag_list found = {.arena = &arena};
    struct text *text = text_of("arguments.json", S("{\n  \"region\": hunter2\n}\n"));
    text->is_secret = true;
    struct diag *diag = diag_report(&found, E0301, (place){text, 14, 7}, "no value");
    diag_note(&found, diag, (place){text, 4, 8}, "of this");
    is_str(rendered(&found, false),
           "arguments.json:2:13: error: no value [E0301]\n"
           "arguments.json:2:3: note: of this\n",
           "of a text that is secret only places are told");
}

static void test_details(void)
{
    struct diag_list found = {.arena = &arena};
    struct diag *diag = diag_report(&found, E0003, (place){0}, "differs");
    diag->details = "@@ -1 +1 @@\n-\ta\33\n\n+\tb\n";
    diag_hint(&found, diag, "build it anew");
    is_str(rendered(&found, false),
           "schemac: error: differs [E0003]\n"
           "    @@ -1 +1 @@\n"
           "    -\ta\\u{1b}\n"
           "\n"
           "    +\tb\n"
           "      hint: build it anew\n",
           "details are indented and made visible");
}

static void test_colour(void)
{
    struct diag_list found = {.arena = &arena};
    diag_report(&found, E0301, (place){text_of("a", S(" x")), 1, 1}, "bad");
    diag_report(&found, W0201, (place){0}, "hm");
    is_str(rendered(&found, true),
           "\33[1mschemac:\33[0m \33[1;35mwarning:\33[0m hm [W0201]\n"
           "\33[1ma:1:2:\33[0m \33[1;31merror:\33[0m bad [E0301]\n"
           "    1 |  x\n"
           "      |  \33[1;31m^\33[0m\n",
           "colours");
}

/* One excerpt of CHARS with LEN bytes from START marked: the two rows without their margins. */
static void check_excerpt(str chars, ptrdiff_t start, ptrdiff_t len, const char *line,
                          const char *marks, const char *what)
{
    struct diag_list found = {.arena = &arena};
    diag_report(&found, E0301, (place){text_of("x", chars), start, len}, "m");
    str first, second, rest, ignored;
    str_cut(rendered(&found, false), '\n', &ignored, &rest);
    str_cut(rest, '\n', &first, &rest);
    str_cut(rest, '\n', &second, &rest);
    is_str(str_skip(first, 8), line, "%s: line", what);
    is_str(str_skip(second, 8), marks, "%s: marks", what);
}

static void test_excerpts(void)
{
    check_excerpt(S("abc"), 1, 0, "abc", " ^", "no length");
    check_excerpt(S("abc"), 3, 0, "abc", "   ^", "past the end");
    check_excerpt(S("abc\ndef"), 1, 6, "abc", " ^~", "over the end of the line");
    check_excerpt(S("abc\r\ndef"), 4, 1, "abc", "   ^", "inside the line break");
    check_excerpt(S("abc"), 1, PTRDIFF_MAX, "abc", " ^~", "any length");
    check_excerpt(S("\ta\tbc"), 3, 2, "\ta\tbc", "\t \t^~", "tabs stay tabs");
    check_excerpt(S("a\tb"), 0, 3, "a\tb", "^\t~", "tabs inside the marks");
    check_excerpt(S("\33x"), 1, 1, "\\u{1b}x", "      ^", "behind an escape");
    check_excerpt(S("a\xE2\x80\xAEx"), 1, 3, "a\\u{202e}x", " ^~~~~~~~", "on an escape");
    check_excerpt(S("a\33"), 1, 0, "a\\u{1b}", " ^", "on an escape, no length");
    check_excerpt(S("\xFFx"), 1, 1, "\\x{ff}x", "      ^", "behind a bad byte");
    check_excerpt(S("a\0x"), 2, 1, "a\\u{0}x", "      ^", "behind NUL");
    check_excerpt(S("\xC3\xA9x"), 2, 1, "\xC3\xA9x", " ^", "behind two bytes");
    check_excerpt(S("\xE4\xB8\xAD\xF0\x9F\x98\x80x"), 7, 1, "\xE4\xB8\xAD\xF0\x9F\x98\x80x",
                  "    ^", "behind wide characters");
    check_excerpt(S("\xE4\xB8\xADx"), 0, 3, "\xE4\xB8\xADx", "^~", "on a wide character");
    check_excerpt(S("e\xCC\x81x"), 3, 1, "e\xCC\x81x", " ^", "behind a combining mark");
    check_excerpt(S("\xE4\xB8\xADx"), 1, 1, "\xE4\xB8\xADx", "^~", "inside a character");
}

/* A line of 300 letters with the byte at START marked. */
static void test_windows(void)
{
    char line[301], shown[200], marks[200];
    for (int i = 0; i < 300; i++)
        line[i] = (char)('a' + i % 26);
    line[300] = '\0';
    snprintf(shown, sizeof shown, "%.100s...", line);
    check_excerpt(str_of(line), 0, 1, shown, "^", "at the start");
    snprintf(shown, sizeof shown, "...%.100s...", line + 110);
    snprintf(marks, sizeof marks, "%43s^", "");
    check_excerpt(str_of(line), 150, 1, shown, marks, "in the middle");
    snprintf(shown, sizeof shown, "...%s", line + 260);
    check_excerpt(str_of(line), 300, 0, shown, marks, "past the end");
    check_excerpt(str_first(str_of(line), 100), 99, 1, arena_printf(&arena, "%.100s", line).data,
                  arena_printf(&arena, "%99s^", "").data, "100 columns fit");
    snprintf(shown, sizeof shown, "...%.100s...", line + 110);
    memset(marks, ' ', 43);
    memset(marks + 43, '~', 60);
    marks[43] = '^';
    marks[103] = '\0';
    check_excerpt(str_of(line), 150, 100, shown, marks, "marked past the window");
}

/* The caret must be in sight whatever fills the line, and the rows must not grow without bound. */
static void test_hostile_lines(void)
{
    static const char *const fillings[] = {"\33", "\xFF", "\xCC\x81", "\xE4\xB8\xAD", "\t", "\x80"};
    for (size_t i = 0; i < sizeof fillings / sizeof *fillings; i++) {
        struct buf line = buf_in(&arena, PTRDIFF_MAX);
        for (int k = 0; k < 100000; k++)
            buf_add(&line, str_of(fillings[i]));
        struct diag_list found = {.arena = &arena};
        struct text *text = text_of("x", buf_view(&line));
        for (ptrdiff_t at = 0; at <= line.len; at += line.len / 10)
            diag_report(&found, E0301, (place){text, at, 1}, "m");
        str out = rendered(&found, false);
        ptrdiff_t carets = 0;
        for (ptrdiff_t k = 0; k < out.len; k++)
            carets += out.data[k] == '^';
        is_int(carets, found.count, "line %zu has all its carets", i);
        ok(out.len < found.count * 700, "and is cut (%td bytes)", out.len);
    }
}

static void test_dropped(void)
{
    struct diag_list found = {.arena = &arena};
    for (int i = 0; i < DIAG_CAP + 2; i++)
        diag_report(&found, E0001, (place){0}, "x");
    ok(str_ends(rendered(&found, false), S("\nschemac: note: 2 more are not shown\n")),
       "the last line counts what was dropped");
}

static void test_json(void)
{
    struct diag_list found = {.arena = &arena};
    struct text *text = text_of("a\xFF.yaml", S("x: \xC3\xA9\ny"));
    struct diag *diag = diag_report(&found, W0201, (place){text, 3, 4}, "\"\xC3\xA9\"");
    diag->pointer = "/x";
    diag_note(&found, diag, (place){0}, "note");
    diag_report(&found, E0002, place_file(text_of("b", S(""))), "none");
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    report_render(REPORT_JSON, &found, &out, false);
    is_str(buf_view(&out),
           "{\n  \"version\": 1,\n  \"status\": 2,\n  \"diagnostics\": [\n"
           "    {\n"
           "      \"code\": \"W0201\",\n      \"severity\": \"warning\",\n"
           "      \"message\": \"\\\"\xC3\xA9\\\"\",\n      \"file\": \"a\\\\x{ff}.yaml\",\n"
           "      \"line\": 1,\n      \"column\": 4,\n      \"end_line\": 2,\n"
           "      \"end_column\": 2,\n      \"offset\": 3,\n      \"length\": 4,\n"
           "      \"pointer\": \"/x\",\n"
           "      \"notes\": [\n        {\n          \"message\": \"note\"\n        }\n      ]\n"
           "    },\n"
           "    {\n"
           "      \"code\": \"E0002\",\n      \"severity\": \"error\",\n"
           "      \"message\": \"none\",\n      \"file\": \"b\"\n"
           "    }\n"
           "  ],\n  \"dropped\": 0\n}\n",
           "the same list as JSON");
    struct diag_list none = {.arena = &arena};
    struct buf empty = buf_in(&arena, PTRDIFF_MAX);
    report_json(&none, &empty);
    is_str(buf_view(&empty),
           "{\n  \"version\": 1,\n  \"status\": 0,\n  \"diagnostics\": [],\n  \"dropped\": 0\n}\n",
           "nothing found is a report, too");
}

int main(void)
{
    test_form();
    test_places();
    test_secret();
    test_details();
    test_colour();
    test_excerpts();
    test_windows();
    test_hostile_lines();
    test_dropped();
    test_json();
    arena_free(&arena);
    return done_testing();
}
