/*
 * The forms of a report that are for programs: what they make of hostile texts, of places, and of
 * diagnostics that are equal. tests/cli/formats.bats holds whole reports to the schemas of others.
 */
#include "report/entry.h"
#include "report/report.h"

#include "base/utf8.h"
#include "tap.h"

#include <stdint.h>
#include <string.h>

static struct arena arena;

static const char hostile[] = "100%\r\n::error::x, \"y\" <z> & `code` \xFF \xE2\x80\xAE\33[2J]]>";

static str rendered(struct diag_list *found, enum report_format format)
{
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    report_render(format, found, &out, false);
    return buf_view(&out);
}

static bool has(str all, const char *part)
{
    return str_find(all, str_of(part)) >= 0;
}

static struct text *text_of(const char *name, str chars)
{
    struct text *text = arena_new(&arena, struct text, 1);
    *text = (struct text){.name = str_of(name), .chars = chars};
    return text;
}

static void test_github(void)
{
    struct diag_list found = {.arena = &arena};
    struct text *text = text_of("a,b:c%.yaml", S("one\ntwo\n"));
    struct diag *diag = diag_report(&found, E0301, (place){text, 1, 2}, "%s", hostile);
    diag_note(&found, diag, (place){text, 4, 3}, "first\nhere");
    diag_report(&found, D0001, (place){text, 0, 7}, "over lines");
    diag_report(&found, N0001, place_file(text), "a whole file");
    diag_report(&found, E0001, (place){0}, "nowhere");
    is_str(rendered(&found, REPORT_GITHUB),
           "::error title=E0001 the command line is wrong::nowhere\n"
           "::error file=a%2Cb%3Ac%25.yaml,line=1,col=2,endLine=1,endColumn=4,"
           "title=E0301 the JSON is not well-formed::100%25\\u{d}%0A::error::x, \"y\" <z> & `code` "
           "\\x{ff} \\u{202e}\\u{1b}[2J]]>%0Anote: a,b:c%25.yaml:2:1: first%0Ahere\n"
           "::error file=a%2Cb%3Ac%25.yaml,line=1,endLine=2,title=D0001 an artifact is missing"
           "::over lines\n"
           "::notice file=a%2Cb%3Ac%25.yaml,title=N0001 an artifact has CRLF line ends"
           "::a whole file\n",
           "GitHub: escapes, columns within a line only, the worst first");
}

static void test_junit(void)
{
    struct diag_list found = {.arena = &arena};
    diag_judged(&found, S("good.json"), true);
    diag_judged(&found, S("bad.json"), false);
    diag_judged(&found, S("dropped.json"), false);
    diag_report(&found, D0001, place_file(text_of("bad.json", S(""))), "%s", hostile);
    diag_report(&found, W0201, (place){0}, "only a <warning>");
    str all = rendered(&found, REPORT_JUNIT);
    ok(has(all, "tests=\"3\" failures=\"2\" errors=\"0\""), "JUnit: what was judged is counted");
    ok(has(all, "<testcase name=\"good.json\" classname=\"schemac\" time=\"0\"/>"),
       "JUnit: what is right passes");
    ok(has(all, "<testcase name=\"dropped.json\" classname=\"schemac\" time=\"0\">\n"
                "      <failure type=\"schemac\""),
       "JUnit: what is wrong fails, even if nothing about it was kept");
    ok(has(all, "message=\"100%\\u{d}\n::error::x, &quot;y&quot; &lt;z&gt; &amp; `code` \\x{ff} "
                "\\u{202e}\\u{1b}[2J]]&gt;\""),
       "JUnit: a hostile message");
    ok(has(all, "<system-out>schemac: warning: only a &lt;warning&gt; [W0201]\n</system-out>"),
       "JUnit: a warning fails nothing");

    struct diag_list nothing = {.arena = &arena};
    ok(has(rendered(&nothing, REPORT_JUNIT), "tests=\"1\" failures=\"0\" errors=\"0\""),
       "JUnit: a run that judged nothing has a test all the same");
    diag_report(&nothing, L0001, place_file(text_of("a", S(""))), "too long");
    diag_report(&nothing, D0001, place_file(text_of("a", S(""))), "missing");
    str error = rendered(&nothing, REPORT_JUNIT);
    ok(has(error, "tests=\"1\" failures=\"0\" errors=\"1\"") && has(error, "<error type=\"L0001\""),
       "JUnit: no verdict is an error, and the worst gives a case its type");
}

static void test_markdown(void)
{
    struct diag_list found = {.arena = &arena};
    is_str(rendered(&found, REPORT_MARKDOWN), "### schemac: all is well\n", "Markdown: nothing");
    diag_judged(&found, S("a"), true);
    is_str(rendered(&found, REPORT_MARKDOWN), "### schemac: all is well (1 judged)\n",
           "Markdown: what was judged");
    struct diag *diag =
        diag_report(&found, D0001, place_file(text_of("``a|b", S(""))), "@all `x` <b> [y](z)");
    diag_hint(&found, diag, "run `it`");
    diag->details = "-a\n+```\n";
    is_str(rendered(&found, REPORT_MARKDOWN),
           "### schemac: 1 error (1 judged)\n\n"
           "- **error** D0001 ``` ``a|b ``` ``@all `x` <b> [y](z)``\n"
           "  - hint: `` run `it` ``\n"
           "\n    <details><summary>details</summary>\n\n    ````diff\n"
           "    -a\n    +```\n    ````\n\n    </details>\n",
           "Markdown: what is foreign is code, whatever it holds");
}

static void test_long_markdown(void)
{
    struct diag_list found = {.arena = &arena};
    char *long_text = arena_alloc(&arena, 1, 5001);
    memset(long_text, 'x', 5000);
    memcpy(long_text + 998, "\xE2\x82\xAC", 3);
    struct diag *diag = diag_report(&found, E0001, (place){0}, "%s", long_text);
    diag->details = long_text;
    for (int i = 0; i < 600; i++)
        diag_report(&found, D0001, (place){0}, "%d and %.500s", i, long_text);
    str all = rendered(&found, REPORT_MARKDOWN);
    ok(all.len < 60000 && has(all, " more are not shown.\n"), "Markdown: it ends in time");
    ok(has(all, "xx...`"), "Markdown: a long message is cut between characters");
    ok(utf8_find_bad(all) < 0, "Markdown: and stays UTF-8");
}

static void test_fingerprints(void)
{
    struct diag_list found = {.arena = &arena}, moved = {.arena = &arena, .here = S("sub")};
    struct text *text = text_of("sub/a", S("abc")), *same = text_of("a", S("\n\nabc"));
    diag_report(&found, D0006, (place){text, 0, 1}, "first")->pointer = "/a";
    diag_report(&found, D0006, (place){text, 1, 1}, "second")->pointer = "/a";
    diag_report(&found, D0006, (place){text, 2, 1}, "third");
    diag_report(&moved, D0006, (place){same, 2, 1}, "said otherwise")->pointer = "/a";
    diag_report(&moved, D0006, (place){same, 4, 1}, "third");
    ptrdiff_t count;
    struct diag **sorted = diag_sorted(&found, &count);
    struct digest *one = entry_fingerprints(&found, sorted, count);
    sorted = diag_sorted(&moved, &count);
    struct digest *two = entry_fingerprints(&moved, sorted, count);
    is_str(str_of(one[0].hex), two[0].hex, "a fingerprint is made of code, path and pointer");
    is_str(str_of(one[2].hex), two[1].hex, "or of the message where there is no pointer");
    ok(strcmp(one[0].hex, one[1].hex) != 0 && strcmp(one[1].hex, one[2].hex) != 0,
       "no two are equal");
}

static void test_json_forms(void)
{
    struct diag_list found = {.arena = &arena};
    diag_report(&found, E0301, (place){text_of("/a b\xFF?.json", S("x")), 0, 1}, "%s", hostile);
    diag_report(&found, E0001, (place){0}, "nowhere");
    str sarif = rendered(&found, REPORT_SARIF), gitlab = rendered(&found, REPORT_GITLAB);
    ok(has(sarif, "\"uri\": \"file:///a%20b%FF%3F.json\"") && !has(sarif, "uriBaseId\":"),
       "SARIF: an absolute path is a URI");
    ok(has(sarif, "\"locations\": []"), "SARIF: no place");
    ok(has(gitlab, "\"path\": \".\"") && has(gitlab, "\"path\": \"/a b\\\\x{ff}?.json\""),
       "GitLab: no place, and a name that is no UTF-8");
    ok(utf8_find_bad(sarif) < 0 && utf8_find_bad(gitlab) < 0, "both are UTF-8");
}

int main(void)
{
    test_github();
    test_junit();
    test_markdown();
    test_long_markdown();
    test_fingerprints();
    test_json_forms();
    arena_free(&arena);
    return done_testing();
}
