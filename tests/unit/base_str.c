#include "base/str.h"

#include "tap.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void test_compare(void)
{
    ok(str_equal((str){0}, S("")), "two empty strs are equal, whatever they point at");
    ok(str_equal(S("a\0b"), S("a\0b")), "NUL is a byte like others");
    ok(!str_equal(S("a\0b"), S("a\0c")), "what follows a NUL counts");
    ok(!str_equal(S("a"), S("ab")), "a prefix is not equal");
    ok(str_compare(S("a"), S("b")) < 0, "a < b");
    ok(str_compare(S("a"), S("ab")) < 0, "a prefix comes first");
    ok(str_compare(S("\xC3\xA9"), S("z")) > 0, "bytes are unsigned");
    is_int(str_compare((str){0}, (str){0}), 0, "empty strs compare equal");
}

static void test_parts(void)
{
    str s = S("openapi.yaml");
    ok(str_starts(s, S("open")) && str_starts(s, (str){0}), "starts");
    ok(!str_starts(S("op"), S("open")), "shorter than the prefix");
    ok(str_ends(s, S(".yaml")) && str_ends(s, s), "ends");
    ok(!str_ends(S("yaml"), S(".yaml")), "shorter than the suffix");
    is_str(str_skip(s, 8), "yaml", "skip");
    is_str(str_first(s, 4), "open", "first");
    is_str(str_skip((str){0}, 0), "", "skipping nothing of nothing");
    is_str(str_of("x"), "x", "of a C string");
    is_int(str_of(NULL).len, 0, "of NULL");
}

static void test_find(void)
{
    str s = S("a/b/aab");
    is_int(str_find_byte(s, '/'), 1, "first byte");
    is_int(str_find_last_byte(s, '/'), 3, "last byte");
    is_int(str_find_byte(s, 'x'), -1, "no such byte");
    is_int(str_find_last_byte((str){0}, 'x'), -1, "no last byte in nothing");
    is_int(str_find(s, S("ab")), 5, "a false start is not the end");
    is_int(str_find(S("aaab"), S("aab")), 1, "overlapping false start");
    is_int(str_find(s, S("ba")), -1, "not there");
    is_int(str_find(S("ab"), S("abc")), -1, "longer than the text");
    is_int(str_find((str){0}, S("a")), -1, "not in nothing");
    is_int(str_find(s, (str){0}), 0, "nothing is at the start");
}

static void test_cut(void)
{
    str before, after;
    ok(str_cut(S("a=b=c"), '=', &before, &after), "cut");
    is_str(before, "a", "before the first");
    is_str(after, "b=c", "all behind it");
    ok(!str_cut(S("abc"), '=', &before, &after), "nothing to cut at");
    is_str(before, "abc", "before is all");
    is_str(after, "", "after is empty");
    ok(str_cut(S("="), '=', &before, &after) && !before.len && !after.len, "only the separator");
}

/* True when PART of S at COUNT ends a process by an assertion. */
static bool is_refused(str (*part)(str s, ptrdiff_t count), str s, ptrdiff_t count)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        close(STDERR_FILENO);
        part(s, count);
        _exit(0);
    }
    return waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGABRT;
}

static void test_bounds(void)
{
    str s = S("abc");
    ok(!is_refused(str_skip, s, 3) && !is_refused(str_first, s, 3), "all of it is no more than it");
    ok(is_refused(str_skip, s, 4) && is_refused(str_first, s, 4), "more than there is");
    ok(is_refused(str_skip, s, -1) && is_refused(str_first, s, -1), "less than nothing");
    ok(is_refused(str_skip, (str){0}, 1) && is_refused(str_first, (str){0}, 1), "of nothing");
}

static void test_bytes(void)
{
    int count = 0;
    for (int c = 0; c < 256; c++)
        count += byte_is_alphanumeric((char)c);
    is_int(count, 62, "letters and digits");
    int changed = 0;
    for (int c = 0; c < 256; c++)
        changed += byte_lower((char)c) != (char)c;
    ok(changed == 26 && byte_lower('A') == 'a' && byte_lower('Z') == 'z', "capitals become small");
    ok(byte_is_alphanumeric('z') && byte_is_alphanumeric('A') && byte_is_alphanumeric('0'),
       "these");
    ok(!byte_is_alphanumeric('@') && !byte_is_alphanumeric('[') && !byte_is_alphanumeric('_'),
       "not those");
}

int main(void)
{
    test_bytes();
    test_compare();
    test_parts();
    test_find();
    test_cut();
    test_bounds();
    return done_testing();
}
