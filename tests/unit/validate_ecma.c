/*
 * The grammar of regular expressions, ECMA-262 (2024) 22.2.1 with the flag u, and what Annex B
 * adds; what they become for PCRE2. tests/unit/validate_pattern.c has what they match.
 */
#include "validate/ecma.h"

#include "tap.h"

#include <stdlib.h>
#include <string.h>

/* What is said of a source, and where in it. */
struct row {
    const char *source;
    enum ecma_problem problem;
    int offset;
};

/* One after the other: the section of the standard, then what it allows and what not. */
static const struct row rows[] = {
    /* Disjunction, Alternative, Term: anything may be empty. */
    {"", ECMA_FINE, 0},
    {"|", ECMA_FINE, 0},
    {"a||b", ECMA_FINE, 0},
    {"(|)", ECMA_FINE, 0},
    {"^*", ECMA_ERROR, 1},
    {"$+", ECMA_ERROR, 1},
    {"\\b?", ECMA_ERROR, 2},
    {"\\B{2}", ECMA_ERROR, 2},
    {"(?:^)*", ECMA_FINE, 0},
    {"*a", ECMA_ERROR, 0},
    {"+", ECMA_ERROR, 0},
    {"a|?", ECMA_ERROR, 2},
    {"a**", ECMA_ERROR, 2},
    {"a++", ECMA_ERROR, 2},
    {"a?+", ECMA_ERROR, 2},
    {"a???", ECMA_ERROR, 3},
    {"a{2}?", ECMA_FINE, 0},
    {"a{2}{3}", ECMA_ERROR, 4},
    {"a{2}+", ECMA_ERROR, 4},
    {"{2}", ECMA_ERROR, 0},
    {"(?=a)*", ECMA_ANNEX_B, 5},
    {"(?!a){2}", ECMA_ANNEX_B, 5},
    {"(?<=a)*", ECMA_ERROR, 6},
    {"(?<!a)?", ECMA_ERROR, 6},
    {"(?:(?=a))*", ECMA_FINE, 0},
    {"(?:(?<=a))*", ECMA_FINE, 0},
    /* Quantifier: braces, their bounds, braces that are none. */
    {"a{0}", ECMA_FINE, 0},
    {"a{00002,00003}", ECMA_FINE, 0},
    {"a{2,}", ECMA_FINE, 0},
    {"a{2,1}", ECMA_ERROR, 1},
    {"a{99999999999999999999,99999999999999999998}", ECMA_ERROR, 1},
    {"a{99999999999999999998,99999999999999999999}", ECMA_FINE, 0},
    {"a{0,70000}", ECMA_FINE, 0},
    {"a{,3}", ECMA_ANNEX_B, 1},
    {"a{", ECMA_ANNEX_B, 1},
    {"a{1", ECMA_ANNEX_B, 1},
    {"a{1,", ECMA_ANNEX_B, 1},
    {"a{ 1}", ECMA_ANNEX_B, 1},
    {"}", ECMA_ANNEX_B, 0},
    {"]", ECMA_ANNEX_B, 0},
    {"x{a}", ECMA_ANNEX_B, 1},
    {"[{}]", ECMA_FINE, 0},
    /* Groups. */
    {"(a", ECMA_ERROR, 0},
    {"((a)", ECMA_ERROR, 0},
    {"a)", ECMA_ERROR, 1},
    {"(?", ECMA_ERROR, 0},
    {"(?:", ECMA_ERROR, 0},
    {"x(?i)a", ECMA_ERROR, 1},
    {"(?i:a)", ECMA_ERROR, 0},
    {"(?>a)", ECMA_ERROR, 0},
    {"(?#a)", ECMA_ERROR, 0},
    {"(?|a)", ECMA_ERROR, 0},
    {"(?P<n>a)", ECMA_ERROR, 0},
    {"(?'n'a)", ECMA_ERROR, 0},
    {"(?1)", ECMA_ERROR, 0},
    {"(?R)", ECMA_ERROR, 0},
    {"(*FAIL)", ECMA_ERROR, 1},
    {"(*UTF)a", ECMA_ERROR, 1},
    {"(*LIMIT_MATCH=1)", ECMA_ERROR, 1},
    /* Names of groups, 22.2.1 RegExpIdentifierName: one name for two groups is of a later edition.
     */
    {"(?<n>a)", ECMA_FINE, 0},
    {"(?<$>a)(?<_>b)(?<a1>c)", ECMA_FINE, 0},
    {"(?<\xC3\xA9>a)", ECMA_FINE, 0},
    {"(?<\xF0\x9D\x92\x9C>.)", ECMA_FINE, 0},
    {"(?<\\u0061>a)\\k<a>", ECMA_FINE, 0},
    {"(?<\\u{1d49c}>.)\\k<\\ud835\\udc9c>", ECMA_FINE, 0},
    {"(?<a\xE2\x80\x8D>.)", ECMA_FINE, 0},
    {"(?<a_name_that_is_much_longer_than_what_PCRE2_takes>a)", ECMA_FINE, 0},
    {"(?<>a)", ECMA_ERROR, 3},
    {"(?<1>a)", ECMA_ERROR, 3},
    {"(?<a-b>a)", ECMA_ERROR, 4},
    {"(?<\xE2\x80\x8D>.)", ECMA_ERROR, 3},
    {"(?<\xF0\x9F\x98\x80>.)", ECMA_ERROR, 3},
    {"(?<a", ECMA_ERROR, 3},
    {"(?<\\u12>.)", ECMA_ERROR, 3},
    {"(?<\\ud835>.)", ECMA_ERROR, 3},
    {"(?<a>.)(?<a>.)", ECMA_ERROR, 10},
    {"(?<a>.)|(?<a>.)", ECMA_ERROR, 11},
    {"(?<a>.)(?<\\u{61}>.)", ECMA_ERROR, 10},
    {"\\k<a>", ECMA_ANNEX_B, 0},
    {"\\k", ECMA_ANNEX_B, 0},
    {"\\k<a>(?<b>x)", ECMA_ERROR, 0},
    {"\\k(?<b>x)", ECMA_ERROR, 0},
    {"\\k<b>(?<b>x)", ECMA_FINE, 0},
    {"[\\k](?<b>x)", ECMA_ERROR, 1},
    /* References by number, to groups that may follow. */
    {"(a)\\1", ECMA_FINE, 0},
    {"\\1(a)", ECMA_FINE, 0},
    {"\\2(a)", ECMA_ANNEX_B, 0},
    {"\\1", ECMA_ANNEX_B, 0},
    {"\\8", ECMA_ANNEX_B, 0},
    {"\\12(a)", ECMA_ANNEX_B, 0},
    {"(a)\\10", ECMA_ANNEX_B, 3},
    {"[\\1](a)", ECMA_ANNEX_B, 1},
    {"\\1[(]", ECMA_ANNEX_B, 0},
    {"\\1\\(", ECMA_ANNEX_B, 0},
    {"\\1(?:a)(?=b)(?<=c)", ECMA_ANNEX_B, 0},
    /* CharacterEscape. */
    {"\\f\\n\\r\\t\\v", ECMA_FINE, 0},
    {"\\cA\\cz", ECMA_FINE, 0},
    {"\\c", ECMA_ANNEX_B, 0},
    {"\\c1", ECMA_ANNEX_B, 0},
    {"[\\c1]", ECMA_ANNEX_B, 1},
    {"\\0", ECMA_FINE, 0},
    {"\\0a", ECMA_FINE, 0},
    {"\\01", ECMA_ANNEX_B, 0},
    {"\\08", ECMA_ANNEX_B, 0},
    {"[\\00]", ECMA_ANNEX_B, 1},
    {"\\x41", ECMA_FINE, 0},
    {"\\x4", ECMA_ANNEX_B, 0},
    {"\\x{41}", ECMA_ANNEX_B, 0},
    {"\\u0041", ECMA_FINE, 0},
    {"\\u004", ECMA_ANNEX_B, 0},
    {"\\u{0}", ECMA_FINE, 0},
    {"\\u{00000000000010FFFF}", ECMA_FINE, 0},
    {"\\u{110000}", ECMA_ERROR, 0},
    {"\\u{}", ECMA_ERROR, 0},
    {"\\u{1", ECMA_ERROR, 0},
    {"\\u{ 1}", ECMA_ERROR, 0},
    {"\\ud83d\\ude00", ECMA_FINE, 0},
    {"\\ud83d", ECMA_FINE, 0},
    {"\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/", ECMA_FINE, 0},
    {"\\-", ECMA_ANNEX_B, 0},
    {"[\\-]", ECMA_FINE, 0},
    {"\\:", ECMA_ANNEX_B, 0},
    {"a\\\"", ECMA_ANNEX_B, 1},
    {"\\_", ECMA_ANNEX_B, 0},
    {"\\ ", ECMA_ANNEX_B, 0},
    {"\\\xC3\xA9", ECMA_ANNEX_B, 0},
    {"[\\:]", ECMA_ANNEX_B, 1},
    {"\\", ECMA_ERROR, 0},
    {"a\\", ECMA_ERROR, 1},
    {"[\\", ECMA_ERROR, 1},
    /* What other engines know is a letter by Annex B, and nothing without it. */
    {"\\a", ECMA_ANNEX_B, 0},
    {"\\e", ECMA_ANNEX_B, 0},
    {"\\h", ECMA_ANNEX_B, 0},
    {"\\A", ECMA_ANNEX_B, 0},
    {"a\\Z", ECMA_ANNEX_B, 1},
    {"\\z", ECMA_ANNEX_B, 0},
    {"\\G", ECMA_ANNEX_B, 0},
    {"\\K", ECMA_ANNEX_B, 0},
    {"\\N", ECMA_ANNEX_B, 0},
    {"\\R", ECMA_ANNEX_B, 0},
    {"\\X", ECMA_ANNEX_B, 0},
    {"\\Qa\\E", ECMA_ANNEX_B, 0},
    {"\\o{1}", ECMA_ANNEX_B, 0},
    {"\\g1", ECMA_ANNEX_B, 0},
    /* Classes. */
    {"[]", ECMA_FINE, 0},
    {"[^]", ECMA_FINE, 0},
    {"[", ECMA_ERROR, 0},
    {"[a", ECMA_ERROR, 0},
    {"[a-", ECMA_ERROR, 0},
    {"[]a]", ECMA_ANNEX_B, 3},
    {"[a-b-c]", ECMA_FINE, 0},
    {"[a-]", ECMA_FINE, 0},
    {"[-a]", ECMA_FINE, 0},
    {"[--a]", ECMA_FINE, 0},
    {"[b-a]", ECMA_ERROR, 1},
    {"[a-\\d]", ECMA_ANNEX_B, 1},
    {"[\\w-z]", ECMA_ANNEX_B, 1},
    {"[\\w-]", ECMA_FINE, 0},
    {"[\\u{10000}-\\uffff]", ECMA_ERROR, 1},
    {"[\\ud83d\\ude00-\\ud83d\\ude02]", ECMA_FINE, 0},
    {"[[:alpha:]]", ECMA_ANNEX_B, 10},
    {"[[.a.]", ECMA_FINE, 0},
    {"[\\b]", ECMA_FINE, 0},
    {"[\\B]", ECMA_ANNEX_B, 1},
    {"[&&--~~]", ECMA_FINE, 0},
    /* Properties: names are as in the standard, to the letter; what is none stays an error. */
    {"\\p{L}\\p{Lu}\\p{Letter}\\p{LC}\\p{Cased_Letter}\\p{punct}\\p{digit}\\p{cntrl}", ECMA_FINE,
     0},
    {"\\p{gc=L}\\p{General_Category=Uppercase_Letter}", ECMA_FINE, 0},
    {"\\p{sc=Grek}\\p{Script=Greek}\\p{scx=Grek}\\p{Script_Extensions=Qaac}", ECMA_FINE, 0},
    {"\\p{ASCII}\\p{Any}\\p{Assigned}\\p{Alpha}\\p{Emoji}\\p{space}\\p{IDS}", ECMA_FINE, 0},
    {"[\\p{L}\\P{N}]", ECMA_FINE, 0},
    {"\\p", ECMA_ERROR, 0},
    {"\\pL", ECMA_ERROR, 0},
    {"\\p{", ECMA_ERROR, 0},
    {"\\p{}", ECMA_ERROR, 0},
    {"\\p{L", ECMA_ERROR, 0},
    {"\\p{^L}", ECMA_ERROR, 0},
    {"\\p{lu}", ECMA_ERROR, 0},
    {"\\p{ L}", ECMA_ERROR, 0},
    {"\\p{Lowercase-Letter}", ECMA_ERROR, 0},
    {"\\p{Greek}", ECMA_ERROR, 0},
    {"\\p{gc=Greek}", ECMA_ERROR, 0},
    {"\\p{sc=L}", ECMA_ERROR, 0},
    {"\\p{L=}", ECMA_ERROR, 0},
    {"\\p{ASCII=Y}", ECMA_ERROR, 0},
    {"\\p{L&}", ECMA_ERROR, 0},
    {"\\p{Xan}", ECMA_ERROR, 0},
    {"\\p{Script}", ECMA_ERROR, 0},
    {"\\p{sc=Hrkt}", ECMA_ERROR, 0},
    {"\\p{In_Greek}", ECMA_ERROR, 0},
    {"[\\p{L}-z]", ECMA_ANNEX_B, 1},
    /* Bytes that are no UTF-8. */
    {"a\xFF", ECMA_ERROR, 1},
    {"\xED\xA0\x80", ECMA_ERROR, 0},
};

static enum ecma_problem parse(struct arena *arena, str source, struct ecma_fault *ret_fault)
{
    struct ecma_regex regex;
    struct ecma_fault lenient;
    if (ecma_parse(arena, source, ECMA_UNICODE, &regex, ret_fault))
        return ECMA_FINE;
    if (!ecma_parse(arena, source, ECMA_WITH_ANNEX_B, &regex, &lenient))
        *ret_fault = lenient;
    else
        ret_fault->problem = lenient.problem;
    return ret_fault->problem;
}

static void test_grammar(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena arena = {0};
        struct ecma_fault fault;
        enum ecma_problem problem = parse(&arena, str_of(rows[i].source), &fault);
        bool right =
            problem == rows[i].problem && (problem == ECMA_FINE || fault.offset == rows[i].offset);
        if (!ok(right, "the grammar judges %s", rows[i].source))
            printf("# problem %d at %td: %.*s\n", problem, fault.offset, (int)fault.message.len,
                   fault.message.len ? fault.message.data : "");
        arena_free(&arena);
    }
}

/* What PCRE2 gets for SOURCE, or the message. */
static str translation(struct arena *arena, const char *source, bool counted)
{
    struct ecma_regex regex;
    struct ecma_fault fault;
    str pattern = {0};
    int64_t size;
    if (ecma_parse(arena, str_of(source), ECMA_UNICODE, &regex, &fault) &&
        ecma_refer(&regex, &fault) &&
        ecma_write(arena, &regex, (struct ecma_writing){counted}, &pattern, &size, &fault))
        return pattern;
    return fault.message;
}

static void test_writing(void)
{
    static const struct {
        const char *source, *written;
    } texts[] = {
        {"", ""},
        {"a.b", "a[^\\x{a}\\x{d}\xE2\x80\xA8-\xE2\x80\xA9]b"},
        {"\\Qa", "this needs no backslash, and may have none (22.2.1, IdentityEscape)"},
        {"[a-z\\d]", "[0-9a-z]"},
        {"[^]*", ".*"},
        {"[^a]", "[^a]"},
        {"[]", "[^\\x{0}-\\x{10ffff}]"},
        {"\\ud83d", "[^\\x{0}-\\x{10ffff}]"},
        {"[\\ud800-\\udfff]", "[^\\x{0}-\\x{10ffff}]"},
        {"[^\\ud800-\\udfff]", "."},
        {"a|b|\\d|cd", "[0-9a-b]|cd"},
        {"\\p{Assigned}\\P{LC}[^\\P{L}_]", "\\P{Cn}\\P{L&}[^\\x{5f}\\P{L}]"},
        {"(a)(b)\\2", "a(b)\\g{1}"},
        {"(?<x>a)\\k<x>", "(a)\\g{1}"},
        {"\\1(a\\1)(?:b\\2|(c))", "a(?:b|c)"},
        {"(?:ab){3,}?", "(?:ab){3,}?"},
        {"x{0}(?=a)a", "(?=a)a"},
        {"(?:(?=a))*b(?:^){2}", "b^"},
        {"a{0,70000}b{70000}", "a{0,65535}a{0,4465}b{65535}b{4465}"},
        {"(?<=a|bc)", "(?<=bc|a)"},
        {"(?<=a*b)c", "(?<=b)c"},
        {"(?<=a+b)c", "(?<=ab)c"},
        {"(?<=b(?:c|de))", "(?<=bc|bde)"},
        {"(?<!bc{1,2})", "(?<!bc|bcc)"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct arena arena = {0};
        is_str(translation(&arena, texts[i].source, false), texts[i].written, "%s is written",
               texts[i].source);
        arena_free(&arena);
    }
    struct arena arena = {0};
    is_str(translation(&arena, "(?:ab|c)*d{0,20}(?<=e|f)(?:ghijk)?", true),
           "(?C0)(?:(?C1)ab|(?C0)c)*d{0,20}(?C0)(?C0)(?<=[e-f])(?:(?C2)ghijk)?",
           "steps are counted at choices, behind runs, by how much they may cover");
    arena_free(&arena);
}

static void test_unsupported(void)
{
    static const struct {
        const char *source;
        int offset;
    } sources[] = {
        {"^(?:(a)|b)*\\1$", 11}, {"(?:(a)|b\\1)+\\1", 12}, {"(?<=ba*)c", 0},     {"x(?<=b.+)", 1},
        {"(a)(?<=\\1b)", 7},     {"(?:ab){0,70000}", 0},   {"(a*)*\\1", 5},      {"\\p{CWKCF}", 0},
        {"a\\p{scx=Common}", 1}, {"\\p{sc=Kawi}", 0},      {"[\\p{Bidi_M}]", 1},
    };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct arena arena = {0};
        struct ecma_regex regex;
        struct ecma_fault fault;
        str pattern;
        int64_t size;
        bool parsed = ecma_parse(&arena, str_of(sources[i].source), ECMA_UNICODE, &regex, &fault);
        bool done = ecma_refer(&regex, &fault) &&
                    ecma_write(&arena, &regex, (struct ecma_writing){0}, &pattern, &size, &fault);
        ok(parsed && !done && fault.problem == ECMA_UNSUPPORTED &&
               fault.offset == sources[i].offset && fault.message.len,
           "%s is valid, but not supported", sources[i].source);
        arena_free(&arena);
    }
}

static str repeated(struct arena *arena, const char *piece, ptrdiff_t count)
{
    ptrdiff_t len = (ptrdiff_t)strlen(piece);
    char *chars = arena_alloc(arena, 1, len * count);
    for (ptrdiff_t i = 0; i < len * count; i++)
        chars[i] = piece[i % len];
    return (str){chars, len * count};
}

static void test_limits(void)
{
    struct arena arena = {0};
    struct ecma_fault fault;
    is_int(parse(&arena, repeated(&arena, "(", ECMA_DEPTH_LIMIT + 1), &fault), ECMA_UNSUPPORTED,
           "groups may be nested so deep, and no deeper");
    is_int(parse(&arena, repeated(&arena, "a", ECMA_LENGTH_LIMIT + 1), &fault), ECMA_UNSUPPORTED,
           "a pattern may be so long, and no longer");
    is_int(parse(&arena, repeated(&arena, "[a-z]|", 100000), &fault), ECMA_FINE, "many classes");
    is_int(parse(&arena, repeated(&arena, "[\\p{L}\\p{N}]", 50000), &fault), ECMA_FINE,
           "many properties");
    is_int(parse(&arena, repeated(&arena, "(a)\\1", 100000), &fault), ECMA_FINE, "many references");
    is_int(parse(&arena, repeated(&arena, "(?<n>", 20000), &fault), ECMA_ERROR, "many names");
    is_int(parse(&arena, (str){"a\0[\0]", 5}, &fault), ECMA_FINE, "NUL is a character");
    arena_free(&arena);
}

/* Any bytes have a verdict, and a fault is in them. */
static void test_noise(void)
{
    static const char pieces[] = "()[]{}|?*+^$\\.,-:=!<>PpukxcdDsSwWbB0129aLn\xC3\xA9\xFF";
    bool right = true;
    srand(1);
    for (int i = 0; i < 30000; i++) {
        struct arena arena = {0};
        struct ecma_fault fault;
        char bytes[32];
        ptrdiff_t len = rand() % (int)sizeof bytes;
        for (ptrdiff_t at = 0; at < len; at++)
            bytes[at] = (char)(i % 2 ? rand() % 256 : pieces[(size_t)rand() % sizeof pieces]);
        char *exact = arena_alloc(&arena, 1, len ? len : 1);
        memcpy(exact, bytes, (size_t)len);
        enum ecma_problem problem = parse(&arena, (str){exact, len}, &fault);
        right &= problem == ECMA_FINE ||
                 (fault.offset >= 0 && fault.offset <= len && fault.message.len > 0);
        arena_free(&arena);
    }
    ok(right, "random bytes are judged, and faults are within them");
}

int main(void)
{
    test_grammar();
    test_writing();
    test_unsupported();
    test_limits();
    test_noise();
    return done_testing();
}
