/*
 * What patterns match: each row by hand, by PCRE2's interpreter, by its machine code and with all
 * steps counted. The verdicts are those of ECMA-262 (2024); V8 has the same but where a row says
 * so. tests/cli/pattern.bats compares patterns made by chance with V8.
 */
#include "validate/pattern.h"

#include "base/buf.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Subjects behind the pattern: '+' before those that match, '-' before those that do not. */
struct row {
    const char *pattern, *subjects[9];
};

static const struct row rows[] = {
    /* \d \w \b are ASCII. */
    {"^\\d$", {"+0", "-a", "-\xD9\xA3"}},
    {"^\\D$", {"+a", "+\xD9\xA3", "-5"}},
    {"^\\w$", {"+a", "+_", "-\xC3\xA9", "-\xC5\xBF", "-\xE2\x84\xAA"}},
    {"^\\W$", {"+\xC3\xA9", "+\xF0\x9F\x98\x80", "-z"}},
    {"\\bx\\b", {"+\xC3\xA9x\xC3\xA9", "-axa", "+x"}},
    {"\\Bx", {"+ax", "-\xC3\xA9x"}},
    {"^\\B$", {"+"}},
    {"\\B",
     {"-1\xF0\x9F\x98\x80"
      "A"}}, /* V8 finds one in the middle of the character */
    /* \s is the white space of the standard: with U+FEFF, without U+0085 and U+180E. */
    {"^\\s$",
     {"+ ", "+\xC2\xA0", "+\xEF\xBB\xBF", "+\xE2\x80\xA8", "+\xE3\x80\x80", "-\xC2\x85",
      "-\xE1\xA0\x8E", "+\v"}},
    {"^\\S$", {"+\xC2\x85", "+\xE1\xA0\x8E", "-\xEF\xBB\xBF", "-\t", "+a"}},
    {"^[\\S]$", {"+\xC2\x85", "-\xE1\x9A\x80", "-\xEF\xBB\xBF"}},
    {"^[\\S ]$", {"+a", "+ ", "-\t"}},
    {"^[^\\S]$", {"+ ", "+\xEF\xBB\xBF", "-a", "-\xC2\x85"}},
    {"^[^\\Sa]$", {"+ ", "-a", "-b"}},
    {"^[\\W\\d]+$", {"+1\xC3\xA9", "-a"}},
    {"^[\\D]$", {"+\xD9\xA3", "-3"}},
    /* . is all but four line ends. */
    {"^.$",
     {"+a", "+\xF0\x9F\x98\x80", "-\n", "-\r", "-\xE2\x80\xA8", "-\xE2\x80\xA9", "+\xC2\x85",
      "+\v"}},
    {"^.{2}$", {"+\xF0\x9F\x98\x80\xC3\xA9", "-\xF0\x9F\x98\x80", "-abc"}},
    /* ^ and $ are the very ends. */
    {"^abc$", {"+abc", "-abc\n", "-\nabc", "-abcd"}},
    {"a$", {"+ba", "-a\n", "-ab"}},
    {"^b", {"-a\nb", "+b"}},
    {"a^b", {"-ab", "-a\nb"}},
    {"$a", {"-a", "-\na"}},
    /* Case counts. */
    {"^a$", {"-A"}},
    {"k", {"-\xE2\x84\xAA", "-K"}},
    /* Escapes for code points. */
    {"^\\u0041\\x42\\u{43}$", {"+ABC"}},
    {"^\\u{1f600}$", {"+\xF0\x9F\x98\x80"}},
    {"^\\ud83d\\ude00$", {"+\xF0\x9F\x98\x80"}},
    {"^[\\ud83d\\ude00-\\ud83d\\ude02]$", {"+\xF0\x9F\x98\x81", "-\xF0\x9F\x98\x84"}},
    {"\\ud83d", {"-\xF0\x9F\x98\x80", "-"}},
    {"^[\\ud800-\\udfff]", {"-\xF0\x9F\x98\x80"}},
    {"^[^\\ud83d]$", {"+\xF0\x9F\x98\x80"}},
    {"^[\xF0\x9F\x98\x80\xC3\xA9]$", {"+\xF0\x9F\x98\x80", "+\xC3\xA9", "-a"}},
    {"^\\cJ\\cj\\t\\n\\v\\f\\r$", {"+\n\n\t\n\v\f\r"}},
    {"^[\\b]$", {"+\b", "-b"}},
    {"^\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/$", {"+^$\\.*+?()[]{}|/"}},
    {"^[\\-\\]]+$", {"+-]"}},
    /* Classes. */
    {"[]", {"-", "-a"}},
    {"^[]*$", {"+", "-a"}},
    {"a[]?b", {"+ab"}},
    {"^(?:[]|a)$", {"+a"}},
    {"[^]", {"+\n", "+a", "-"}},
    {"^[^]{2}$", {"+\n\xF0\x9F\x98\x80", "-a"}},
    {"^[[:alpha:\\]]+$", {"+[:alph", "+]", "-b"}},
    {"^[+[.-.]$", {"+[", "+.", "++", "--"}},
    {"^[a-c^]$", {"+^", "+b", "-d"}},
    {"^[--/]$", {"+.", "+-", "+/", "-,"}},
    {"^[^a-c]$", {"+d", "-b", "+\n", "+\xF0\x9F\x98\x80"}},
    /* Properties of Unicode. */
    {"^\\p{L}+$", {"+a\xC3\xA9\xCE\xB1", "-1"}},
    {"^\\p{Letter}\\p{Lu}\\p{gc=Nd}$", {"+aB\xD9\xA3", "-ab1"}},
    {"^\\p{Script=Greek}$", {"+\xCE\xB1", "-a"}},
    {"^\\p{scx=Grek}\\P{sc=Grek}$",
     {"+\xCE\xB1"
      "a"}},
    {"^\\p{Assigned}$", {"+a", "-\xCD\xB8"}},
    {"^\\P{Assigned}$", {"-a", "+\xCD\xB8"}},
    {"^\\p{Cased_Letter}\\p{digit}\\p{punct}$",
     {"+a1.", "-\xE4\xB8\x80"
              "1."}},
    {"^[\\p{L}\\d_]+$",
     {"+\xC3\xA9"
      "9_",
      "-\xD9\xA3"}},
    {"^[^\\P{L}x]$", {"+a", "-x", "-1"}},
    {"^\\p{ASCII}*$", {"+a\n", "-\xC3\xA9"}},
    {"^\\p{Any}$", {"+\n", "+\xF0\x9F\x98\x80"}},
    {"^\\p{Emoji}$", {"+\xF0\x9F\x98\x80", "+1", "-a"}},
    {"^\\p{ID_Start}\\p{ID_Continue}*$",
     {"+\xC3\xA9"
      "9_",
      "-9"}},
    /* Groups and references; a group that took no part is the empty string. */
    {"^(?<$\xC3\xA9>a)\\k<$\xC3\xA9>$", {"+aa", "-a"}},
    {"^(?<a_name_that_is_longer_than_32_bytes>a|b)\\k<a_name_that_is_longer_than_32_bytes>$",
     {"+bb", "-ab"}},
    {"^(a)?b\\1$", {"+aba", "+b", "-ab", "-ba"}},
    {"^\\1(a)$", {"+a", "-aa"}},
    {"^(a\\1)$", {"+a", "-aa"}},
    {"^(?:(a)|b\\1)$", {"+a", "+b"}},
    {"^(?:(a)|(b))\\1\\2$", {"+aa", "+bb", "-ab"}},
    {"^(?:(a|b)\\1)+$", {"+aabb", "-aab"}},
    {"^(?:(.))+\\1$", {"+abb", "-aba"}},
    {"^(?:\\1(a))*$", {"+aaa", "-b"}},
    {"(?!(a))\\1b", {"+b"}},
    {"^(?!(a)\\1)", {"+ab", "-aa"}},
    {"^(?=(a))a\\1$", {"+aa", "-a"}},
    {"^(?:(?=(a)))?\\1$", {"+", "-a"}},
    {"^(a*)(b*)\\1\\2$", {"+aabaab", "-aba"}},
    {"(?<=(a)\\1)b", {"+ab", "+aab", "-b"}}, /* a lookbehind goes backward: \1 is empty */
    {"(?<=(a|b))\\1", {"+aa", "+bb", "-ab"}},
    /* Lookbehinds, also of several widths. */
    {"(?<=a|bc)d", {"+ad", "+bcd", "-cd"}},
    {"(?<=a(?:b|cd))e", {"+abe", "+acde", "-ade"}},
    {"(?<!a(?:b|cd)?)e", {"+xe", "-ae", "-abe", "-acde"}},
    {"(?<=b{1,3}c?)d", {"+bd", "+bbcd", "-cd"}},
    {"(?<=^\\s{0,2})x", {"+x", "+  x", "-   x"}},
    {"(?<=\\s*)x", {"+x"}},
    {"(?<!\\s*)x", {"-x", "- x"}},
    {"(?<=x+y)z", {"+xyz", "+xxyz", "-yz"}},
    {"(?<=\xF0\x9F\x98\x80)a",
     {"+\xF0\x9F\x98\x80"
      "a",
      "-a"}},
    {"(?<=[])a", {"-a"}},
    {"(?<![])a", {"+a"}},
    {"(?<=(?<!a)b)c", {"+bc", "-abc"}},
    {"(?<=(?=b)b)c", {"+bc"}},
    /* Quantifiers, also of nothing, and turns that match nothing. */
    {"^a{2}$", {"+aa", "-a", "-aaa"}},
    {"^a{2,}?$", {"+aaa", "-a"}},
    {"^(?:ab){1,2}$", {"+ab", "+abab", "-ababab", "-"}},
    {"x{0}(?=a)a", {"+a"}}, /* PCRE2 10.42 looks for x first */
    {"(?:x){0}a", {"+a"}},
    {"(?=baa)a*b", {"+abaa"}},                   /* and here for a second b */
    {"^[^\\p{Lu}]+\\p{Assigned}{2}$", {"+abc"}}, /* here it gives nothing back */
    {"(x){0}(?=a)a\\1", {"+a"}},
    {"^(?:a*)*$", {"+aaa", "+", "-b"}},
    {"^(?:a?)*?b$", {"+aab", "+b"}},
    {"^(?:^)*(?:$)+", {"+", "-a"}},
    {"^.{0,70000}$", {"+a", "-\n"}},
    {"^(?:.{0,70000}-)$", {"+a-", "-a"}},
    {"a{4294967296}", {"-aa"}},
    {"^a{0,4294967296}$", {"+aa", "-b"}},
    /* What always matches, and what is searched for by hand. */
    {"", {"+", "+a"}},
    {".*", {"+", "+\n"}},
    {"^.*", {"+\n"}},
    {".*$", {"+\n"}},
    {"^.*$", {"+a", "+", "-\n", "-a\n"}},
    {"a*|b", {"+x"}},
    {"^x-", {"+x-y", "-ax-", "-x"}},
    {"^[a-z]+$", {"+abc", "-", "-aB"}},
    {"^[a-z]*$", {"+", "-1"}},
    {"^[a-z\xC3\xA9]{2,3}$", {"+ab", "+\xC3\xA9\xC3\xA9\xC3\xA9", "-a", "-abcd"}},
    {"^.{1,3}$", {"+\xF0\x9F\x98\x80", "-", "-abcd", "-a\n"}},
    {"^\\d{4}-\\d\\d-\\d\\d$", {"+2024-01-02", "-2024-1-02", "-2024-01-022"}},
    {"^[a-z][a-z0-9]*$", {"+a1", "-1a", "-"}},
    {"^[a-z]*[a-z]$", {"+a", "+ab", "-"}}, /* the first must give back */
    {"^a*ab?$", {"+aa", "+ab", "-b"}},
    {"^a?b?c$", {"+c", "+ac", "+bc", "+abc", "-ab"}},
    {"^(?:get|put|post)$", {"+get", "+post", "-ge", "-getx"}},
    {"^(a|b)c|d$", {"+acx", "+xd", "-ca"}},
    {"b{2}$", {"+abb", "+bbb", "-ab", "-bba"}},
    {"[0-9]{3}", {"+a123", "-12a3"}},
    {"\xC3\xA9$",
     {"+a\xC3\xA9", "-\xC3\xA9"
                    "a"}},
    {"ab", {"+xaabx", "-a b"}},
};

static const enum pattern_way ways[] = {PATTERN_BEST, PATTERN_INTERPRETED, PATTERN_COMPILED,
                                        PATTERN_COUNTED};
enum { WAYS = sizeof ways / sizeof *ways };

static struct pattern *make(struct arena *arena, const char *source)
{
    struct pattern_fault fault;
    struct pattern *pattern = pattern_new(arena, str_of(source), &fault);
    if (!pattern)
        printf("# %s: %s\n", source, fault.message.data);
    return pattern;
}

static void test_rows(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena arena = {0};
        struct pattern *pattern = make(&arena, rows[i].pattern);
        bool right = pattern != NULL;
        for (int way = 0; pattern && way < WAYS; way++) {
            pattern_force(pattern, ways[way]);
            for (const char *const *at = rows[i].subjects; *at; at++) {
                enum pattern_verdict verdict = pattern_search(pattern, str_of(*at + 1));
                bool is_right = verdict == (**at == '+' ? PATTERN_MATCHES : PATTERN_FAILS);
                if (!is_right)
                    printf("# way %d, subject %s: %d\n", way, *at, verdict);
                right &= is_right;
            }
        }
        ok(right, "%s has the matches of the standard, in all ways", rows[i].pattern);
        arena_free(&arena);
    }
}

static void test_bytes(void)
{
    struct arena arena = {0};
    struct pattern_fault fault;
    struct pattern *pattern = pattern_new(&arena, (str){"^a\0[\0]\\0$", 9}, &fault);
    bool right = pattern != NULL;
    for (int way = 0; pattern && way < WAYS; way++) {
        pattern_force(pattern, ways[way]);
        right &= pattern_search(pattern, (str){"a\0\0\0", 4}) == PATTERN_MATCHES &&
                 pattern_search(pattern, (str){"a\0\0", 3}) == PATTERN_FAILS &&
                 pattern_search(pattern, (str){0}) == PATTERN_FAILS;
    }
    ok(right, "NUL is a character as any other, in patterns and subjects");
    arena_free(&arena);
}

/* ---- what is said of patterns ---- */

static void test_faults(void)
{
    static const struct {
        const char *source;
        enum pattern_severity severity;
        int offset;
        const char *message;
    } faults[] = {
        {"^a", PATTERN_FINE, 0, ""},
        {"a\\-b{", PATTERN_WARNING, 1,
         "this needs no backslash, and may have none (22.2.1, IdentityEscape)"},
        {"a{", PATTERN_WARNING, 1, "a { } or ] of its own needs a backslash (22.2.1)"},
        {"\\d\\pL", PATTERN_ERROR, 2, "\\p is followed by a property in {} (22.2.1)"},
        {"\\-(?<a", PATTERN_ERROR, 5, "the name of this group has no > (22.2.1)"},
        {"\\-)", PATTERN_ERROR, 2, "this ) ends no group (22.2.1)"},
        {"ab(?<=xy+z)", PATTERN_UNSUPPORTED, 2,
         "a lookbehind of no fixed width is not supported here"},
        {"(a|(b))*\\2", PATTERN_UNSUPPORTED, 8,
         "a reference to a group that is repeated is not supported here"},
        {"\\-(?<=xy+z)", PATTERN_UNSUPPORTED, 2,
         "a lookbehind of no fixed width is not supported here"},
        {"(?:(?:[\\da-e]{9}x){99}){99}", PATTERN_UNSUPPORTED, 0,
         "the pattern is too large to be supported here"},
        {"\\p{sc=Kawi}", PATTERN_UNSUPPORTED, 0,
         "this property of Unicode is not supported by the PCRE2 that is installed"},
        {"\\p{greek}", PATTERN_ERROR, 0,
         "the standard has no property of Unicode by this name (22.2.1.1)"},
        {"x\xC0\x80", PATTERN_ERROR, 1, "this is no UTF-8"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct arena arena = {0};
        struct pattern_fault fault;
        struct pattern *pattern = pattern_new(&arena, str_of(faults[i].source), &fault);
        ok((pattern != NULL) == (faults[i].severity <= PATTERN_WARNING) &&
               fault.severity == faults[i].severity && fault.offset == faults[i].offset,
           "what is wrong with %s is known", faults[i].source);
        is_str(fault.message, faults[i].message, "and said");
        arena_free(&arena);
    }
}

/* Verdicts on what is valid by Annex B only. */
static void test_annex_b(void)
{
    static const struct row lenient[] = {
        {"^\\-\\:\\_$", {"+-:_"}},
        {"^a{,3}$", {"+a{,3}", "-aa"}},
        {"^{x}]$", {"+{x}]"}},
        {"^\\a\\Z\\e$", {"+aZe"}},
        {"^[\\w-.]+$", {"+a-.", "-/"}},
        {"^\\1\\01\\101\\8$", {"+\1\1A8"}},
        {"^\\c1[\\c1\\c]$", {"+\\c1\x11", "+\\c1\\", "+\\c1c"}},
        {"^\\x4\\u12\\k$", {"+x4u12k"}},
        {"^(?=a)*b", {"+b"}},
        {"^(?=a)+b", {"-b"}},
        {"^.\\-$", {"+\xF0\x9F\x98\x80-"}}, /* a code point, also here */
        {"^\\p{L}\\u{61}\\-$",
         {"+\xC3\xA9"
          "a-"}},
    };
    for (size_t i = 0; i < sizeof lenient / sizeof *lenient; i++) {
        struct arena arena = {0};
        struct pattern_fault fault;
        struct pattern *pattern = pattern_new(&arena, str_of(lenient[i].pattern), &fault);
        bool right = pattern && fault.severity == PATTERN_WARNING &&
                     !pattern_is_regex(&arena, str_of(lenient[i].pattern), NULL);
        for (const char *const *at = lenient[i].subjects; right && *at; at++)
            right = pattern_search(pattern, str_of(*at + 1)) ==
                    (**at == '+' ? PATTERN_MATCHES : PATTERN_FAILS);
        ok(right, "%s means by Annex B what it should", lenient[i].pattern);
        arena_free(&arena);
    }
}

static void test_is_regex(void)
{
    struct arena arena = {0};
    struct pattern_fault fault;
    ok(pattern_is_regex(&arena, S("(?<=ba*)c(?:(a)|b)*\\1"), &fault) &&
           fault.severity == PATTERN_FINE,
       "what cannot be searched for is a regular expression, too");
    ok(!pattern_is_regex(&arena, S("a\\Z"), &fault) && fault.offset == 1, "\\Z is none");
    ok(!pattern_is_regex(&arena, S("^(abc]"), NULL), "nor is a group that does not end");
    arena_free(&arena);
}

/* ---- hard work ---- */

static str repeated(struct arena *arena, const char *piece, ptrdiff_t count, const char *tail)
{
    struct buf buf = buf_in(arena, PTRDIFF_MAX);
    for (ptrdiff_t i = 0; i < count; i++)
        buf_add(&buf, str_of(piece));
    buf_add(&buf, str_of(tail));
    return buf_view(&buf);
}

/* Patterns that take backtracking engines long; what the standard says, should they be decided. */
static const struct {
    const char *pattern, *piece;
    int count;
    const char *tail;
    enum pattern_verdict right;
} hard[] = {
    {"^(a+)+$", "a", 40, "!", PATTERN_FAILS},
    {"(a+)+$", "a", 5000, "!", PATTERN_FAILS},
    {"(a|aa)+$", "a", 100, "!", PATTERN_FAILS},
    {"(a|aa)+$", "a", 100000, "!", PATTERN_FAILS},
    {"^(([a-z])+.)+[A-Z]([a-z])+$", "a", 100, "", PATTERN_FAILS},
    {"(?:\\s|y)+$", " ", 20000, "x", PATTERN_FAILS},
    {"(?:\\s|yy)+$", " ", 1000000, "x", PATTERN_FAILS},
    {"^(?:a|b)*$", "ab", 500000, "", PATTERN_MATCHES},
    {"^(?:a|bc)*$", "a", 1000000, "", PATTERN_MATCHES},
    {"(.*)*x", "a", 3000, "x\n", PATTERN_MATCHES},
    {"(.*)*[xy]", "a", 100000, "", PATTERN_FAILS},
    {"^(?:(?!a*b)a)*$", "a", 1000000, "", PATTERN_MATCHES},
    {"[ab]*[ab]*[cd]", "a", 20000, "", PATTERN_FAILS},
    {"[ab]*[ab]*[cd]", "a", 1500, "", PATTERN_FAILS},
    {"(x+x+)+[yz]", "x", 30000, "", PATTERN_FAILS},
    {"(a*)(?:\\1|\\1)(?:\\1|\\1)(?:\\1|\\1)[bc]", "a", 20000, "", PATTERN_FAILS},
    {"(?:a|a)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)"
     "(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)(?:a|ab)[cd]",
     "ab", 300000, "", PATTERN_FAILS},
    {"(?:a?){200}a{200}", "a", 200, "", PATTERN_MATCHES},
    {"^(?:a?){25}a{25}$", "a", 24, "", PATTERN_FAILS},
    {"(?:.*,){20}[PQ]", "1,", 100000, "", PATTERN_FAILS},
    {"(?<=a{1000})[bc]", "a", 1000000, "", PATTERN_FAILS},
    {"(?<=(?:a|ab){7})[cd]", "ab", 500000, "", PATTERN_FAILS},
    {"a.{1,1000}[bc]", "a", 1000000, "", PATTERN_FAILS},
    {"(?:a*a*)*[bc]", "a", 50000, "", PATTERN_FAILS},
    {"^(?=(a+))a*b\\1$", "a", 20000, "b", PATTERN_FAILS},
    {"(?=a*[bc])a", "a", 200000, "", PATTERN_FAILS},
    {"[^]*[^]*[^]*(?!)", "a", 20000, "", PATTERN_FAILS},
    {"(a?b?c?d?e?f?g?h?)*[yz]", "abcdefgh", 20000, "", PATTERN_FAILS},
    {"(?:(?:(?:a+)+)+)+[bc]", "a", 1000, "", PATTERN_FAILS},
    {"\\p{L}*\\p{L}*\\d", "\xC3\xA9", 20000, "", PATTERN_FAILS},
    {"(?:[^\"\\\\]|\\\\.)*[\"']$", "a", 1000000, "", PATTERN_FAILS},
    {"^((ab)*)+$", "ab", 100000, "c", PATTERN_FAILS},
    {"^(\\w+\\s?)*$", "aaaa ", 20000, "!", PATTERN_FAILS},
    {"(b*)(?:c|\\1)*$", "b", 30000, "!", PATTERN_FAILS},
    {"(?:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa[bc])", "a",
     1000000, "", PATTERN_FAILS},
    {"^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@)[a-z0-9]+[.]([a-z]{2,3})$", "a", 40, "@@",
     PATTERN_FAILS},
};

static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void test_hard(void)
{
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++) {
        struct arena arena = {0};
        struct pattern *pattern = make(&arena, hard[i].pattern);
        str subject = repeated(&arena, hard[i].piece, hard[i].count, hard[i].tail);
        double longest = 0;
        bool right = pattern != NULL, same = true;
        enum pattern_verdict first = PATTERN_UNDECIDED;
        for (int way = 0; pattern && way < WAYS; way += 2) { /* the others end as these do */
            pattern_force(pattern, ways[way]);
            double start = cpu_seconds();
            enum pattern_verdict verdict = pattern_search(pattern, subject);
            double seconds = cpu_seconds() - start;
            longest = seconds > longest ? seconds : longest;
            right &= verdict == PATTERN_UNDECIDED || verdict == hard[i].right;
            same &= way == 0 || verdict == first || first != PATTERN_UNDECIDED;
            first = way == 0 ? verdict : first;
        }
        if (!ok(right && same && longest < 1,
                "%s on %d %s%s is not judged wrongly, within a second", hard[i].pattern,
                hard[i].count, hard[i].piece, hard[i].tail))
            printf("# %.3f s, verdict %d\n", longest, first);
        arena_free(&arena);
    }
}

/* ---- by hand and by PCRE2: the same ---- */

static const char *one_of(const char *const *list)
{
    int count = 0;
    while (list[count])
        count++;
    return list[rand() % count];
}

/* Patterns of the kinds that are searched for by hand, and subjects that nearly match. */
static void test_by_hand(void)
{
    static const char *const starts[] = {"^", "^", "", NULL}, *const ends[] = {"$", "$", "", NULL};
    static const char *const atoms[] = {
        "a",       "[ab]",     "[^a]", "\\d", ".", "\\S", "ab", "[z-\xC3\xA9]", "\xF0\x9F\x98\x80",
        "(?:a|b)", "(?:a|1b)", "[^]",  NULL};
    static const char *const counts[] = {"", "", "*", "+", "?", "{2}", "{1,2}", "{0,2}", NULL};
    static const char *const letters[] = {"a", "b", "1", "\n", "\xC3\xA9", "\xF0\x9F\x98\x80",
                                          NULL};
    bool right = true;
    int matches = 0, verdicts = 0;
    srand(7);
    for (int i = 0; i < 4000; i++) {
        struct arena arena = {0};
        struct buf source = buf_in(&arena, PTRDIFF_MAX);
        buf_add(&source, str_of(one_of(starts)));
        for (int n = rand() % 4; n >= 0; n--)
            buf_printf(&source, "%s%s", one_of(atoms), one_of(counts));
        buf_printf(&source, "%s%c", one_of(ends), 0);
        struct pattern *by_hand = make(&arena, source.data), *other = make(&arena, source.data);
        pattern_force(other, PATTERN_INTERPRETED);
        for (int n = 0; n < 10; n++) {
            struct buf subject = buf_in(&arena, PTRDIFF_MAX);
            for (int k = rand() % 6; k > 0; k--)
                buf_add(&subject, str_of(one_of(letters)));
            enum pattern_verdict verdict = pattern_search(by_hand, buf_view(&subject));
            bool same = verdict == pattern_search(other, buf_view(&subject));
            if (!same)
                printf("# %s on %.*s\n", source.data, (int)subject.len, subject.data);
            right &= same;
            matches += verdict == PATTERN_MATCHES;
            verdicts++;
        }
        arena_free(&arena);
    }
    ok(right, "what is searched for by hand has the verdicts of PCRE2");
    ok(matches > verdicts / 5 && matches < verdicts * 4 / 5, "%d of %d matched", matches, verdicts);
}

int main(void)
{
    test_rows();
    test_bytes();
    test_faults();
    test_annex_b();
    test_is_regex();
    test_hard();
    test_by_hand();
    return done_testing();
}
