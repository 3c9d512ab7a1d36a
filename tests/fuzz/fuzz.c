#include "fuzz.h"

#include "base/show.h"
#include "base/utf8.h"
#include "report/report.h"
#include "source/number.h"

#include <stdio.h>
#include <stdlib.h>

/* Longer texts are not written: they take seconds under a sanitizer. */
enum { TEXT_CEILING = 4 * 1024 * 1024 };

void fuzz_broken(const char *file, int line, const char *rule)
{
    fprintf(stderr, "%s:%d: broken rule: %s\n", file, line, rule);
    abort();
}

str fuzz_input(const uint8_t *data, size_t size)
{
    return size ? (str){(const char *)data, (ptrdiff_t)size} : S("");
}

void run_begin(struct run *run, ptrdiff_t max_depth)
{
    *run = (struct run){0};
    run->found.arena = &run->arena;
    run->sources = (struct sources){
        .arena = &run->arena, .found = &run->found, .policy = {.max_depth = max_depth}};
}

bool run_failed(const struct run *run)
{
    return run->found.errors + run->found.limits > 0;
}

void fuzz_report_faults(struct run *run, const struct node *root)
{
    sources_report_faults(&run->sources, root);
    for (uint32_t i = 0; root->kind == NODE_ARRAY && i < root->count; i++)
        fuzz_report_faults(run, node_item(root, i));
    for (uint32_t i = 0; root->kind == NODE_OBJECT && i < root->count; i++) {
        bool bad_member =
            sources_report_member_faults(&run->sources, root, node_text(node_key(root, i)));
        MUST(!bad_member || (root->flags & NODE_FAULTY), "an object with a bad member is faulty");
        fuzz_report_faults(run, node_value(root, i));
    }
}

/* Holds TEXT to show as itself on a terminal. */
static void check_visible(str text)
{
    MUST(utf8_find_bad(text) < 0, "a report is UTF-8");
    while (text.len) {
        ptrdiff_t len;
        uint32_t code = utf8_decode(text, &len);
        MUST(code == '\n' || code == '\t' || !show_is_concealed(code),
             "a report has no control characters");
        text = str_skip(text, len);
    }
}

static void check_reports(struct run *run)
{
    struct buf text = buf_in(&run->arena, PTRDIFF_MAX), json = buf_in(&run->arena, PTRDIFF_MAX);
    report_text(&run->found, &text, false);
    check_visible(buf_view(&text));
    report_json(&run->found, &json);
    struct run reading;
    run_begin(&reading, INSTANCE_DEPTH);
    struct document *document =
        sources_read_as(&reading.sources, S("report"), buf_view(&json), FORMAT_JSON);
    MUST(document, "a report in JSON is JSON");
    MUST(!document->faults, "a report in JSON has no faults");
    arena_free(&reading.arena);
}

void run_end(struct run *run)
{
    if (run->found.count)
        check_reports(run);
    arena_free(&run->arena);
}

bool fuzz_write(struct arena *arena, const struct node *root, struct write_options options,
                str *ret_text)
{
    struct buf out = buf_in(arena, TEXT_CEILING);
    const struct node *bad;
    bool ok = node_write(&out, root, options, &bad);
    if (!ok)
        MUST(options.style == WRITE_GO && bad->kind == NODE_NUMBER,
             "only style go refuses, and only numbers");
    *ret_text = buf_view(&out);
    return ok && !out.full;
}

static double double_of(struct arena *arena, str number)
{
    return strtod(arena_copy(arena, number).data, NULL);
}

static void same_numbers(const struct node *a, const struct node *b, enum numbers numbers)
{
    str x = node_text(a), y = node_text(b);
    if (numbers == NUMBERS_AS_WRITTEN) {
        MUST(str_equal(x, y), "numbers stay as they were written");
        return;
    }
    struct arena arena = {0};
    MUST(double_of(&arena, x) == double_of(&arena, y), "style go keeps the double");
    arena_free(&arena);
}

void fuzz_same(const struct node *a, const struct node *b, enum numbers numbers)
{
    MUST(a->kind == b->kind, "a node keeps its kind");
    if (a->kind == NODE_NUMBER) {
        same_numbers(a, b, numbers);
        return;
    }
    if (a->kind == NODE_NULL)
        return;
    MUST(a->count == b->count, "a node keeps its size");
    if (a->kind == NODE_STRING)
        MUST(str_equal(node_text(a), node_text(b)), "a string keeps its bytes");
    for (uint32_t i = 0; a->kind == NODE_ARRAY && i < a->count; i++)
        fuzz_same(node_item(a, i), node_item(b, i), numbers);
    for (uint32_t i = 0; a->kind == NODE_OBJECT && i < a->count; i++) {
        fuzz_same(node_key(a, i), node_key(b, i), numbers);
        fuzz_same(node_value(a, i), node_value(b, i), numbers);
    }
}

static struct document *read_back(struct run *reading, str text)
{
    struct document *document = sources_read_as(&reading->sources, S("written"), text, FORMAT_JSON);
    MUST(document, "what was written is JSON");
    return document;
}

static void check_style(struct run *reading, const struct node *root, enum write_style style)
{
    str text, again;
    struct write_options options = {.style = style};
    if (!fuzz_write(&reading->arena, root, options, &text))
        return;
    struct document *back = read_back(reading, text);
    if (style != WRITE_CANONICAL)
        fuzz_same(root, back->root, style == WRITE_GO ? NUMBERS_AS_DOUBLES : NUMBERS_AS_WRITTEN);
    if (style == WRITE_GO)
        return; /* -0.0 becomes -0, which is an integer, and then 0 */
    MUST(fuzz_write(&reading->arena, back->root, options, &again), "what was read can be written");
    MUST(str_equal(text, again), "written, read and written again are the same bytes");
    if (!back->faults)
        MUST(node_equal(root, back->root) && node_equal(back->root, root), "the trees are equal");
}

static void check_sorted(struct run *reading, const struct node *root)
{
    str text;
    struct write_options options = {.style = WRITE_EXACT, .order = WRITE_SORTED};
    if (!fuzz_write(&reading->arena, root, options, &text))
        return;
    struct document *back = read_back(reading, text);
    if (!back->faults)
        MUST(node_equal(root, back->root), "sorting changes no value");
}

bool fuzz_round_trip(struct run *run, const struct node *root)
{
    str text;
    struct write_options options = {.style = WRITE_EXACT, .order = WRITE_SOURCE_ORDER};
    if (!fuzz_write(&run->arena, root, options, &text))
        return false;
    struct run reading;
    run_begin(&reading, INSTANCE_DEPTH);
    check_style(&reading, root, WRITE_EXACT);
    check_style(&reading, root, WRITE_GO);
    check_style(&reading, root, WRITE_CANONICAL);
    check_sorted(&reading, root);
    arena_free(&reading.arena);
    return true;
}

/* What the places of a document's nodes are held to. */
struct checker {
    const struct document *document;
    bool nested;
};

static void check_scalar(const struct checker *c, const struct node *node)
{
    str there = {c->document->text.chars.data + node->start, node->len};
    if (node->kind == NODE_BOOL)
        MUST(node->count <= 1, "a boolean is 0 or 1");
    if (node->kind == NODE_NUMBER)
        MUST(number_scan(node_text(node)) == node->count, "a number is a JSON number");
    if (node->kind != NODE_STRING)
        return;
    MUST(utf8_find_bad(node_text(node)) < 0, "a string is UTF-8");
    bool one_line =
        str_find_byte(there, '\n') < 0 && str_find_byte(there, '\r') < 0 && utf8_is_ascii(there);
    if (c->nested && one_line && (node->flags & NODE_PLAIN) && !(node->flags & NODE_FAULTY))
        MUST(str_equal(there, node_text(node)), "a plain scalar stands where its place says");
}

/* Checks NODE, which lies in the part of the text from START to END; returns where it ends. */
static uint32_t check_node(const struct checker *c, const struct node *node, uint32_t start,
                           uint32_t end)
{
    uint32_t len = (uint32_t)c->document->text.chars.len;
    MUST(node->text == c->document->id, "a node knows its text");
    MUST(node->start <= len && node->len <= len - node->start, "a place is in its text");
    if (c->nested)
        MUST(node->start >= start && node->start + node->len <= end,
             "places follow each other and lie in what holds them");
    uint32_t at = node->start, last = node->start + node->len;
    if (node->kind < NODE_ARRAY)
        check_scalar(c, node);
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++)
        at = check_node(c, node_item(node, i), at, last);
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++) {
        MUST(node_key(node, i)->kind == NODE_STRING, "a key is a string");
        at = check_node(c, node_key(node, i), at, last);
        at = check_node(c, node_value(node, i), at, last);
    }
    return last;
}

void fuzz_check_document(const struct document *document, bool nested)
{
    struct checker c = {document, nested};
    check_node(&c, document->root, 0, (uint32_t)document->text.chars.len);
}
