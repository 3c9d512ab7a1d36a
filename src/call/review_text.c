/*
 * review_text.c - a review for people, as Markdown or as text.
 */
#include "call/review.h"

#include "base/show.h"
#include "call/mirror.h"
#include "report/markdown.h"

struct page {
    struct buf *out;
    bool is_markdown;
};

static struct arena *arena_of(const struct page *page)
{
    return page->out->arena;
}

static void heading(const struct page *page, ptrdiff_t level, const char *text)
{
    if (page->out->len && !str_ends(buf_view(page->out), S("\n\n")))
        buf_add_byte(page->out, '\n');
    if (page->is_markdown) {
        buf_add_bytes(page->out, '#', level);
        buf_printf(page->out, " %s\n\n", text);
    } else {
        buf_add_bytes(page->out, ' ', 2 * (level - 1));
        buf_printf(page->out, "%s\n", text);
    }
}

/* One item of a list. */
__attribute__((format(printf, 2, 3))) static void item(const struct page *page, const char *format,
                                                       ...)
{
    va_list args;
    va_start(args, format);
    str text = arena_vprintf(arena_of(page), format, args);
    va_end(args);
    buf_printf(page->out, "%s%s\n", page->is_markdown ? "- " : "      ", text.data);
}

/* Outside text that is fit to stand in a line. */
static const char *code(const struct page *page, str text)
{
    struct buf out = buf_in(arena_of(page), PTRDIFF_MAX);
    if (!page->is_markdown)
        return arena_printf(arena_of(page), "\"%s\"", show(arena_of(page), text)).data;
    markdown_code(&out, text);
    return arena_copy(arena_of(page), buf_view(&out)).data;
}

/* The same in quotes in any case, for what may be empty. */
static const char *quoted(const struct page *page, str text)
{
    if (!page->is_markdown)
        return code(page, text);
    return code(page,
                arena_printf(arena_of(page), "\"%.*s\"", (int)text.len, text.len ? text.data : ""));
}

static const char *place_of(const struct page *page, const struct review *review,
                            const struct node *node)
{
    place where = sources_place(review->listing->sources, node);
    if (!where.text)
        return "";
    str text = arena_printf(arena_of(page), "%s:%td", show_all(arena_of(page), where.text->name),
                            (ptrdiff_t)text_position(arena_of(page), where.text, where.start).line);
    return code(page, text);
}

static void write_sentences(const struct page *page, const char *const *sentences,
                            const char *without)
{
    if (!*sentences)
        item(page, "%s", without);
    for (; *sentences; sentences++)
        item(page, "%s", *sentences);
}

static void write_admission(const struct page *page, const struct review *review,
                            const struct admission *admission)
{
    heading(page, 3, "Admission");
    if (!admission->reasons)
        item(page, "admitted");
    for (const struct rejection *one = admission->reasons; one; one = one->next)
        item(page, "rejected: %s (%s) at %s: %s", admission_word(one->reason),
             diag_code_name(one->code), place_of(page, review, one->node),
             page->is_markdown ? code(page, str_of(one->message)) : one->message);
}

static void write_plan(const struct page *page, const struct review *review,
                       const struct review_tool *tool)
{
    const char *rules[REVIEW_RULES];
    heading(page, 3, "Results");
    if (!tool->admission.reasons && tool->output)
        item(page, "output schema: %s, of the dialect %s", place_of(page, review, tool->output),
             code(page, str_of(tool_schema_dialect(arena_of(page), tool->output))));
    review_result_rules(review, tool, rules);
    write_sentences(page, rules, "it is not called");
}

static void write_headers(const struct page *page, const struct review *review,
                          const struct review_tool *tool)
{
    const struct admission *admission = &tool->admission;
    const char *rules[REVIEW_RULES];
    heading(page, 3, "Headers");
    for (ptrdiff_t i = 0; !admission->reasons && i < admission->mirrored_count; i++) {
        const struct mirrored *parameter = &admission->mirrored[i];
        item(page, "%s travels in %s: %s", code(page, mirror_pointer(arena_of(page), parameter)),
             code(page, mirror_header(arena_of(page), parameter)), mirrored_types[parameter->type]);
    }
    review_header_rules(review, tool, rules);
    write_sentences(page, rules, "no parameter is mirrored");
}

static void write_tests(const struct page *page, ptrdiff_t level, const struct review_tests *tests)
{
    if (!tests->count && !tests->dropped)
        return;
    heading(page, level, "Failures to test");
    for (ptrdiff_t i = 0; i < tests->count; i++) {
        const struct review_test *test = &tests->at[i];
        item(page, "[ ] %s: %s: %s", test->kind,
             page->is_markdown ? code(page, test->given) : show(arena_of(page), test->given),
             test->expected.data);
    }
    if (tests->dropped)
        item(page, "%td more", tests->dropped);
}

static void write_evidence(const struct page *page, const struct review *review,
                           const struct review_tool *tool)
{
    heading(page, 3, "Evidence");
    item(page, "descriptor: %s, raw %s", place_of(page, review, tool->tool->entry),
         tool->prints.of[FINGERPRINT_RAW].hex);
    if (tool->listed == REVIEW_SAME)
        item(page, "the pages list the same");
    else if (tool->listed != REVIEW_NO_PAGES)
        item(page, tool->listed == REVIEW_DIFFERS ? "the pages list another one under that name"
                                                  : "the pages do not list it");
    for (enum result_outcome i = 0; i <= RESULT_IS_UNDECIDED; i++)
        if (tool->outcomes[i])
            item(page, "results, %s: %td", result_outcome_word(i), tool->outcomes[i]);
    if (tool->validated)
        item(page, "validated: the result at %s, SHA-256 %s",
             place_of(page, review, tool->validated), tool->validated_digest.hex);
}

static void write_tool(const struct page *page, const struct review *review,
                       const struct review_tool *tool)
{
    heading(page, 2,
            arena_printf(arena_of(page), "Tool %s", code(page, admission_name(tool->tool))).data);
    write_admission(page, review, &tool->admission);
    write_plan(page, review, tool);
    write_headers(page, review, tool);
    write_tests(page, 3, &tool->tests);
    write_evidence(page, review, tool);
}

static void write_pages(const struct page *page, const struct discovery *discovery)
{
    heading(page, 3, "Pages");
    item(page, "%s", pages_word(discovery->end));
    for (ptrdiff_t i = 0; i < discovery->cursor_count; i++)
        item(page, "page %td, asked for %s%s", i + 1,
             discovery->cursors[i] ? "with " : "without a cursor",
             discovery->cursors[i] ? quoted(page, node_text(discovery->cursors[i])) : "");
    for (ptrdiff_t i = 0; i < discovery->listing.count; i++)
        item(page, "%s: %s", discovery->admissions[i].reasons ? "rejected" : "admitted",
             code(page, admission_name(discovery->admissions[i].tool)));
}

void review_write(struct buf *out, const struct review *review, bool is_markdown)
{
    struct page page = {out, is_markdown};
    heading(&page, 1,
            arena_printf(out->arena, "Review of %td tool%s, profile %s", review->listing->count,
                         review->listing->count == 1 ? "" : "s", profile_names[review->profile])
                .data);
    for (ptrdiff_t i = 0; i < review->listing->count; i++)
        write_tool(&page, review, &review->tools[i]);
    heading(&page, 2, "The list");
    if (review->discovery)
        write_pages(&page, review->discovery);
    write_tests(&page, 3, &review->tests);
}
