#include "base/similar.h"

#include "base/arena.h"
#include "tap.h"

#include <string.h>

static const char *const names[] = {"string", "integer", "number", "object",    "array",
                                    "null",   "boolean", "id",     "maxLength", "minLength"};

static void check(const char *wanted, const char *expected)
{
    struct similar similar = {.wanted = str_of(wanted)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        similar_consider(&similar, str_of(names[i]));
    is_str(similar.best, expected, "%s: %s", wanted, *expected ? expected : "nothing");
}

static void test_names(void)
{
    check("integr", "integer");
    check("integre", "integer");
    check("strnig", "string");
    check("Object", "object");
    check("max-length", "maxLength");
    check("MAX_LENGTH", "maxLength");
    check("minlenght", "minLength");
    check("nul", "null");
    check("ib", "");
    check("ID", "id");
    check("schema", "");
    check("", "");
    check("-", "");
    check("numbers of things", "");
}

static void test_order(void)
{
    struct similar similar = {.wanted = S("abd")};
    similar_consider(&similar, S("abc"));
    similar_consider(&similar, S("abe"));
    is_str(similar.best, "abc", "the first of equals stays");
    similar_consider(&similar, S("ABD"));
    is_str(similar.best, "ABD", "a nearer one replaces it");
    is_int(similar.distance, 0, "with its distance");
}

static void test_long(void)
{
    struct arena arena = {0};
    enum { LEN = 100000 };
    char *a = arena_alloc(&arena, 1, LEN), *b = arena_alloc(&arena, 1, LEN);
    memset(a, 'x', LEN);
    memset(b, 'X', LEN);
    struct similar similar = {.wanted = {a, LEN}};
    b[0] = 'y';
    similar_consider(&similar, (str){b, LEN});
    ok(!similar.best.data, "long names need to be equal");
    similar_consider(&similar, S("x"));
    ok(!similar.best.data, "short ones are no match for long ones");
    b[0] = 'X';
    similar_consider(&similar, (str){b, LEN});
    ok(similar.best.data == b, "but for case and marks");

    struct similar fitting = {.wanted = {a, 128}};
    memset(b, 'x', 128);
    b[127] = 'z';
    similar_consider(&fitting, (str){b, 128});
    is_int(fitting.distance, 1, "128 bytes are compared in full");
    arena_free(&arena);
}

int main(void)
{
    test_names();
    test_order();
    test_long();
    return done_testing();
}
