/*
 * Unified diffs: known ones to the letter, and for random texts that the diff, applied to the old
 * text by a patch program of our own, gives the new one.
 */
#include "build/linediff.h"

#include "tap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

enum { ALL_LINES = 1000000 };

static struct arena arena;

static str diff(str old, str new, ptrdiff_t max_lines)
{
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    linediff(&out, "a", old, "b", new, max_lines);
    return buf_view(&out);
}

static void test_known(void)
{
    static const struct {
        const char *old, *new, *diff, *what;
    } cases[] = {
        {"", "", "", "nothing"},
        {"x\ny\n", "x\ny\n", "", "equal texts"},
        {"", "x\n", "--- a\n+++ b\n@@ -0,0 +1 @@\n+x\n", "all is new"},
        {"x\n", "", "--- a\n+++ b\n@@ -1 +0,0 @@\n-x\n", "all is gone"},
        {"x\n", "y\n", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n", "one line"},
        {"x", "x\n", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+x\n",
         "a line feed at the end"},
        {"x\n", "x", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+x\n\\ No newline at end of file\n",
         "no line feed at the end"},
        {"a\nx", "b\nx",
         "--- a\n+++ b\n@@ -1,2 +1,2 @@\n-a\n+b\n x\n\\ No newline at end of file\n",
         "context without a line feed at the end"},
        {"1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n",
         "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n",
         "three lines of context"},
        {"1\n2\n3\n", "1\n2\n3\n4\n", "--- a\n+++ b\n@@ -1,3 +1,4 @@\n 1\n 2\n 3\n+4\n",
         "a line more at the end"},
        {"1\n2\n3\n", "0\n1\n2\n3\n", "--- a\n+++ b\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n",
         "a line more at the start"},
        {"a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n",
         "--- a\n+++ b\n@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n",
         "six lines between: one hunk"},
        {"a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
         "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n",
         "seven lines between: two hunks"},
        {"a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n", NULL, "Myers' own example"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        str got = diff(str_of(cases[i].old), str_of(cases[i].new), ALL_LINES);
        if (cases[i].diff)
            is_str(got, cases[i].diff, "%s", cases[i].what);
        int edits = 0;
        for (ptrdiff_t at = 1; at < got.len; at++)
            edits += got.data[at - 1] == '\n' && strchr("+-", got.data[at]) &&
                     got.data[at + 1] != got.data[at];
        if (!cases[i].diff)
            is_int(edits, 5, "%s: the fewest edits", cases[i].what);
    }
}

static void test_caps(void)
{
    str got = diff(S("1\n2\n3\n"), S("a\nb\nc\n"), 3);
    is_str(got, "--- a\n+++ b\n@@ -1,3 +1,3 @@\n-1\n-2\n... and 4 more lines\n", "a cap on lines");
    got = diff(S("1\n"), S("2\n"), 3);
    is_str(got, "--- a\n+++ b\n@@ -1 +1 @@\n-1\n+2\n", "as many lines as the cap");

    char *wide = arena_alloc(&arena, 1, LINEDIFF_WIDTH + 100);
    memset(wide, 'x', LINEDIFF_WIDTH + 99);
    memcpy(wide + LINEDIFF_WIDTH - 1, "\xC3\xA4", 2); /* would be cut in two */
    wide[LINEDIFF_WIDTH + 99] = '\n';
    got = diff(S(""), (str){wide, LINEDIFF_WIDTH + 100}, 10);
    ok(str_find(got, S("x... and 101 more bytes\n")) > 0, "a long line ends with a character");
    ok(got.len < LINEDIFF_WIDTH + 100, "and is cut");
    got = diff(S(""), (str){wide, LINEDIFF_WIDTH - 1}, 10);
    ok(str_find(got, S("\\ No newline")) > 0 && str_find(got, S("more bytes")) < 0,
       "a line of that width is not");
}

/* Cuts the next line, with its line feed, off REST. */
static str next_line(str *rest)
{
    ptrdiff_t end = str_find_byte(*rest, '\n');
    str line = str_first(*rest, end < 0 ? rest->len : end + 1);
    *rest = str_skip(*rest, line.len);
    return line;
}

/* Reads "START,COUNT" or "START" at *AT. */
static void read_range(const char **at, long *ret_start, long *ret_count)
{
    char *end;
    *ret_start = strtol(*at, &end, 10);
    *ret_count = *end == ',' ? strtol(end + 1, &end, 10) : 1;
    *at = end;
}

/*
 * Applies PATCH to OLD. False when it does not fit: a line that is not there, wrong counts, more
 * than three lines of context.
 */
static bool apply(str old, str patch, struct buf *out)
{
    long old_line = 0, old_start, old_count, new_start, new_count, new_line = 0;
    next_line(&patch); /* --- */
    next_line(&patch); /* +++ */
    while (patch.len) {
        str head = arena_copy(&arena, next_line(&patch));
        const char *at = head.data + 4;
        if (!str_starts(head, S("@@ -")))
            return false;
        read_range(&at, &old_start, &old_count);
        at += 2; /* " +" */
        read_range(&at, &new_start, &new_count);
        for (long start = old_count ? old_start - 1 : old_start; old_line < start; old_line++) {
            buf_add(out, next_line(&old));
            new_line++;
        }
        if (new_line != (new_count ? new_start - 1 : new_start))
            return false;
        long quiet = 0;
        while (old_count > 0 || new_count > 0) {
            str line = next_line(&patch), text = str_skip(line, 1);
            if (str_starts(patch, S("\\"))) {
                next_line(&patch);
                text = str_first(text, text.len - 1);
            }
            quiet = line.data[0] == ' ' ? quiet + 1 : 0;
            if (quiet > 6)
                return false;
            if (line.data[0] != '+') {
                if (!str_equal(next_line(&old), text))
                    return false;
                old_count--;
                old_line++;
            }
            if (line.data[0] != '-') {
                buf_add(out, text);
                new_count--;
                new_line++;
            }
        }
        if (old_count || new_count || quiet > 3)
            return false;
    }
    buf_add(out, old);
    return true;
}

static uint64_t seed = 12345;

static uint32_t draw(uint32_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % below;
}

static void add_random_line(struct buf *out, uint32_t letters)
{
    buf_add_byte(out, (char)('a' + draw(letters)));
    buf_add_byte(out, '\n');
}

/* A text of up to LINES lines of LETTERS kinds; sometimes without a final line feed. */
static str random_text(uint32_t lines, uint32_t letters)
{
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    for (uint32_t i = draw(lines + 1); i > 0; i--)
        add_random_line(&out, letters);
    if (out.len && draw(4) == 0)
        out.len--;
    return buf_view(&out);
}

/* TEXT with some lines gone, changed or added. */
static str random_edit(str text, uint32_t letters)
{
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    while (text.len) {
        str line = next_line(&text);
        uint32_t what = draw(20);
        if (what == 1 || what == 2)
            add_random_line(&out, letters);
        if (what != 0 && what != 1)
            buf_add(&out, line);
    }
    if (out.len && draw(8) == 0)
        out.len--;
    return buf_view(&out);
}

static bool round_trips(str old, str new)
{
    str patch = diff(old, new, ALL_LINES);
    if (str_equal(old, new))
        return patch.len == 0;
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    bool fits = apply(old, patch, &out) && str_equal(buf_view(&out), new);
    if (!fits) {
        tap_comment("old", old);
        tap_comment("new", new);
        tap_comment("patch", patch);
    }
    return fits;
}

static void test_random(void)
{
    int failed = 0;
    for (int i = 0; i < 20000 && failed < 3; i++) {
        uint32_t letters = 1 + draw(8);
        str old = random_text(1 + draw(40), letters);
        str new = draw(2) ? random_edit(old, letters) : random_text(1 + draw(40), letters);
        failed += !round_trips(old, new);
        if (i % 100 == 0)
            arena_free(&arena);
    }
    is_int(failed, 0, "20,000 random texts: the diff applied to the old gives the new");
}

static void test_large(void)
{
    seed = 7;
    struct buf old = buf_in(&arena, PTRDIFF_MAX), new = buf_in(&arena, PTRDIFF_MAX);
    for (int i = 0; i < 20000; i++) {
        buf_printf(&old, "old %d\n", i);
        buf_printf(&new, "new %d\n", i);
    }
    ok(round_trips(buf_view(&old), buf_view(&new)), "texts that differ in all of many lines");
    str edited = random_edit(buf_view(&old), 20);
    ok(round_trips(buf_view(&old), edited), "a large text with many edits");
    str some = str_first(edited, edited.len / 2);
    ok(round_trips(some, edited) && round_trips(edited, some), "one with a half gone");
    str got = diff(buf_view(&old), buf_view(&new), 100);
    ok(str_ends(got, S("... and 39901 more lines\n")), "and what is left out is counted");
}

/* What it takes to find a diff is given back: only the diff stays, and what printing it took. */
static void test_memory(void)
{
#ifdef ARENA_EXACT
    skip("each object has a chunk of its own", "nothing stays in the arena but the diff");
    return;
#else
    struct arena own = {0};
    struct buf old = buf_in(&arena, PTRDIFF_MAX), new = buf_in(&arena, PTRDIFF_MAX);
    for (int i = 0; i < 2000; i++) {
        buf_printf(&old, "old %d\n", i);
        buf_printf(&new, "new %d\n", i);
    }
    struct buf out = buf_in(&own, PTRDIFF_MAX);
    buf_reserve(&out, (ptrdiff_t)1024 * 1024);
    arena_new(&own, char, 1); /* begins a chunk with room for that */
    const struct arena_chunk *last = own.last;
    linediff(&out, "a", buf_view(&old), "b", buf_view(&new), 100);
    ok(out.len > 0 && own.last == last, "nothing stays in the arena but the diff");
    arena_free(&own);
#endif
}

int main(void)
{
    test_known();
    test_caps();
    test_random();
    test_large();
    test_memory();
    arena_free(&arena);
    return done_testing();
}
