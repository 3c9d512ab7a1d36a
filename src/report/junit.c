/*
 * junit.c - the report as JUnit XML, in the form that the strictest of its schemas takes (the one
 * of Apache Ant, as Windy Road wrote it down).
 *
 * A test case is what was judged, and each other file in which something is wrong. It may have one
 * failure, so that holds all of its findings. Warnings and notes fail nothing: they are in
 * system-out. Times are those of no clock: equal runs have equal reports.
 */
#include "report/report.h"

#include "base/map.h"
#include "base/show.h"
#include "report/entry.h"

/* A test case: what is wrong with NAME, in the order of the report. */
struct test_case {
    str name;
    const struct diag **problems;
    ptrdiff_t count, cap;
    const struct diag *worst;
    bool is_wrong; /* even if nothing about it was kept */
};

struct suite {
    struct diag_list *found;
    struct arena *arena;
    struct map cases; /* name, to its test case */
};

/* Adds S, text or the value of an attribute, in which line feeds and tabs are kept for text. */
static void add_escaped(struct arena *arena, struct buf *out, str s)
{
    struct buf visible = buf_in(arena, PTRDIFF_MAX);
    for (bool more = true; more;) {
        str line;
        more = str_cut(s, '\n', &line, &s);
        show_add(&visible, line, true); /* leaves no character that XML forbids */
        if (more)
            buf_add_byte(&visible, '\n');
    }
    for (ptrdiff_t i = 0; i < visible.len; i++) {
        char c = visible.data[i];
        if (c == '&')
            buf_add(out, S("&amp;"));
        else if (c == '<')
            buf_add(out, S("&lt;"));
        else if (c == '>')
            buf_add(out, S("&gt;"));
        else if (c == '"')
            buf_add(out, S("&quot;"));
        else
            buf_add_byte(out, c);
    }
}

/* Adds ` NAME="VALUE"`. */
static void add_attribute(struct arena *arena, struct buf *out, const char *name, str value)
{
    buf_printf(out, " %s=\"", name);
    add_escaped(arena, out, value);
    buf_add_byte(out, '"');
}

/* The case NAME, made when it is not there yet. */
static struct test_case *case_of(struct suite *suite, str name)
{
    bool is_new;
    struct map_entry *entry = map_entry(&suite->cases, name, &is_new);
    if (is_new) {
        struct test_case *made = arena_new(suite->arena, struct test_case, 1);
        made->name = name;
        entry->value = made;
    }
    return entry->value;
}

/* Puts DIAG, an error, a limit or a finding, to the case of its file. */
static void file_problem(struct suite *suite, const struct diag *diag)
{
    const struct text *text = diag->where.text;
    struct test_case *at = case_of(suite, text ? diag_path(suite->found, text) : S("schemac"));
    at->problems =
        arena_make_room(suite->arena, at->problems, sizeof *at->problems, at->count, &at->cap);
    at->problems[at->count++] = diag;
    if (!at->worst || diag->severity > at->worst->severity)
        at->worst = diag;
    at->is_wrong = true;
}

/* Collects all cases, those first that were judged. */
static void collect(struct suite *suite, struct diag **sorted, ptrdiff_t count)
{
    struct diag_list *found = suite->found;
    for (const struct diag_subject *s = found->subjects; s; s = s->next) {
        struct text text = {.name = s->name};
        struct test_case *at = case_of(suite, diag_path(found, &text));
        at->is_wrong = at->is_wrong || s->is_wrong;
    }
    for (ptrdiff_t i = 0; i < count; i++)
        if (sorted[i]->severity > DIAG_WARNING)
            file_problem(suite, sorted[i]);
    if (suite->cases.count == 0) /* a suite without tests counts as broken in some places */
        case_of(suite, S("schemac"));
}

/* True for a case without a verdict, which is an error in the words of JUnit, not a failure. */
static bool is_error(const struct test_case *at)
{
    return at->worst && at->worst->severity != DIAG_FINDING;
}

static void add_case(struct suite *suite, struct buf *out, const struct test_case *at)
{
    buf_add(out, S("    <testcase"));
    add_attribute(suite->arena, out, "name", at->name);
    buf_add(out, S(" classname=\"schemac\" time=\"0\""));
    if (!at->is_wrong) {
        buf_add(out, S("/>\n"));
        return;
    }
    const char *element = is_error(at) ? "error" : "failure";
    struct buf text = buf_in(suite->arena, PTRDIFF_MAX);
    for (ptrdiff_t i = 0; i < at->count; i++)
        entry_text(suite->arena, at->problems[i], &text);
    buf_printf(out, ">\n      <%s", element);
    add_attribute(suite->arena, out, "type",
                  str_of(at->worst ? diag_code_name(at->worst->code) : "schemac"));
    add_attribute(suite->arena, out, "message",
                  str_of(at->worst ? at->worst->message : "what is wrong is told elsewhere"));
    buf_add_byte(out, '>');
    add_escaped(suite->arena, out, buf_view(&text));
    buf_printf(out, "</%s>\n    </testcase>\n", element);
}

/* Adds what fails no test: warnings, notes, and how many records there are that were not kept. */
static void add_remarks(struct suite *suite, struct buf *out, struct diag **sorted, ptrdiff_t count)
{
    struct buf text = buf_in(suite->arena, PTRDIFF_MAX);
    for (ptrdiff_t i = 0; i < count; i++)
        if (sorted[i]->severity <= DIAG_WARNING)
            entry_text(suite->arena, sorted[i], &text);
    if (suite->found->dropped)
        buf_printf(&text, "%d more are not shown\n", suite->found->dropped);
    buf_add(out, S("    <system-out>"));
    add_escaped(suite->arena, out, buf_view(&text));
    buf_add(out, S("</system-out>\n    <system-err/>\n"));
}

void report_junit(struct diag_list *found, struct buf *out)
{
    ptrdiff_t count, failures = 0, errors = 0;
    struct diag **sorted = diag_sorted(found, &count);
    struct suite suite = {.found = found, .arena = found->arena, .cases = {.arena = found->arena}};
    collect(&suite, sorted, count);
    for (ptrdiff_t i = 0; i < suite.cases.count; i++) {
        const struct test_case *at = suite.cases.entries[i].value;
        errors += at->is_wrong && is_error(at);
        failures += at->is_wrong && !is_error(at);
    }
    buf_add(out, S("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                   "  <testsuite name=\"schemac\" package=\"schemac\" id=\"0\" "
                   "timestamp=\"1970-01-01T00:00:00\" hostname=\"localhost\""));
    buf_printf(out, " tests=\"%td\" failures=\"%td\" errors=\"%td\" time=\"0\">\n",
               suite.cases.count, failures, errors);
    buf_add(out, S("    <properties/>\n"));
    for (ptrdiff_t i = 0; i < suite.cases.count; i++)
        add_case(&suite, out, suite.cases.entries[i].value);
    add_remarks(&suite, out, sorted, count);
    buf_add(out, S("  </testsuite>\n</testsuites>\n"));
}
