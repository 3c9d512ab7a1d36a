/*
 * table.c - changes in Markdown, for a comment on a pull request: a table for each class, the worst
 * first, those that break nobody folded away.
 */
#include "drift/report.h"

#include "base/show.h"
#include "report/markdown.h"
#include "report/report.h"

struct page {
    struct diag_list *found;
    const struct told *told;
    struct buf *out;
    ptrdiff_t base, left_out;
};

/* Adds a cell with the place of CHANGE, and that on the other side. */
static void add_places(struct page *page, struct buf *row, const struct change *change)
{
    const struct drift_place *own = drift_own_place(change);
    place where = drift_place_of(own);
    struct buf name = buf_in(page->found->arena, PTRDIFF_MAX);
    buf_add(row, S("| "));
    if (where.text) {
        buf_add(&name, diag_path(page->found, where.text));
        if (where.start >= 0) {
            struct line_column at = text_position(page->found->arena, where.text, where.start);
            buf_printf(&name, ":%td:%td", at.line, at.column);
        }
        markdown_cell(row, buf_view(&name));
        buf_add(row, S("<br>"));
    }
    markdown_cell(row, own->pointer.len ? own->pointer : S("/"));
}

/* Adds a cell with what happened, with values that show it, and the id for a waiver. */
static void add_message(struct page *page, struct buf *row, const struct change *change,
                        const struct judgement *j)
{
    struct arena *arena = page->found->arena;
    buf_add(row, S(" | "));
    markdown_cell(row, str_of(change->message));
    buf_printf(row, " %s", diag_code_name(change->code));
    if (change->writers_witness && (change->audience & DRIFT_WRITERS)) {
        buf_add(row, S("<br>was accepted and is refused: "));
        markdown_cell(row, str_of(drift_shown_value(arena, change->writers_witness)));
    }
    if (change->readers_witness && (change->audience & DRIFT_READERS)) {
        buf_add(row, S("<br>was refused and is accepted: "));
        markdown_cell(row, str_of(drift_shown_value(arena, change->readers_witness)));
    }
    if (j->fails) {
        buf_add(row, S("<br>id: "));
        markdown_cell(row, str_of(drift_waiver_id(arena, change->id)));
    }
    if (j->waiver) {
        buf_add(row, S("<br>waived: "));
        markdown_cell(row, str_of(show(arena, str_of(j->waiver->reason))));
    }
    if (j->is_known)
        buf_add(row, S("<br>known"));
}

/* Adds the changes of CLASS under TITLE. */
static void add_class(struct page *page, enum gate_class class, const char *title)
{
    const struct drift *drift = page->told->drift;
    const struct gate_result *result = page->told->result;
    bool is_folded = class < CLASS_UNDECIDED;
    if (!result->counts[class])
        return;
    if (is_folded)
        buf_printf(page->out, "\n<details><summary>%s (%td)</summary>\n\n", title,
                   result->counts[class]);
    else
        buf_printf(page->out, "\n#### %s (%td)\n\n", title, result->counts[class]);
    buf_add(page->out, S("| where | what | for whom |\n|---|---|---|\n"));
    for (ptrdiff_t i = 0; i < drift->count; i++) {
        const struct judgement *j = &result->judgements[i];
        if (j->is_ignored || j->class != class)
            continue;
        struct buf row = buf_in(page->found->arena, PTRDIFF_MAX);
        add_places(page, &row, &drift->changes[i]);
        add_message(page, &row, &drift->changes[i], j);
        buf_printf(&row, " | %s%s |\n", j->fails ? "**fails**: " : "",
                   drift_effect_words(page->found->arena, &drift->changes[i], j));
        if (page->out->len - page->base + row.len > MARKDOWN_CEILING)
            page->left_out++;
        else
            buf_add(page->out, buf_view(&row));
    }
    buf_add(page->out, is_folded ? S("\n</details>\n") : S(""));
}

void drift_markdown(struct diag_list *diagnostics, const struct told *told, struct buf *out)
{
    struct page page = {
        .found = diagnostics, .told = told, .out = out, .base = out->len, .left_out = 0};
    if (told->result) {
        buf_printf(out, "### schemac diff: %s\n", drift_summary(diagnostics->arena, told));
        add_class(&page, CLASS_BREAKS, "Breaking");
        add_class(&page, CLASS_UNDECIDED, "Undecided");
        add_class(&page, CLASS_SAFE, "Safe");
        add_class(&page, CLASS_ANNOTATION, "Annotations");
    }
    if (page.left_out)
        buf_printf(out, "\n%td more %s not shown.\n", page.left_out,
                   page.left_out == 1 ? "is" : "are");
    if (diagnostics->count) {
        buf_add(out, out->len > page.base ? S("\n") : S(""));
        report_markdown(diagnostics, out);
    }
}
