/*
 * markdown.c - the report for a comment on a pull request, or the summary of a step.
 *
 * What comes from outside stands in code, where it can neither be a link, nor call people by name,
 * nor hide. Hosts cut or refuse long texts, so the text ends before they do.
 */
#include "report/markdown.h"

#include "base/show.h"
#include "report/entry.h"
#include "report/report.h"

/* One message, and one unified diff, may have so many bytes. */
enum { MESSAGE = 1000, DETAILS = 5000 };

/* The longest run of backticks in S. */
static ptrdiff_t longest_run(str s)
{
    ptrdiff_t longest = 0, run = 0;
    for (ptrdiff_t i = 0; i < s.len; i++) {
        run = s.data[i] == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* S without its end where it is longer than LIMIT; no character is cut. */
static str shortened(str s, ptrdiff_t limit)
{
    if (s.len <= limit)
        return s;
    while (limit > 0 && ((unsigned char)s.data[limit] & 0xC0) == 0x80)
        limit--;
    return str_first(s, limit);
}

void markdown_code(struct buf *out, str s)
{
    struct buf visible = buf_in(out->arena, PTRDIFF_MAX);
    show_add(&visible, s, false);
    str all = buf_view(&visible), text = shortened(all, MESSAGE);
    ptrdiff_t fence = longest_run(text) + 1;
    bool padded = text.len == 0 || text.data[0] == '`' || text.data[0] == ' ' ||
                  text.data[text.len - 1] == '`' || text.data[text.len - 1] == ' ';
    buf_add_bytes(out, '`', fence);
    buf_add(out, padded ? S(" ") : S(""));
    buf_add(out, text);
    buf_add(out, text.len < all.len ? S("...") : S(""));
    buf_add(out, padded ? S(" ") : S(""));
    buf_add_bytes(out, '`', fence);
}

void markdown_cell(struct buf *out, str s)
{
    struct buf code = buf_in(out->arena, PTRDIFF_MAX);
    markdown_code(&code, s);
    for (ptrdiff_t i = 0; i < code.len; i++) {
        if (code.data[i] == '|')
            buf_add_byte(out, '\\');
        buf_add_byte(out, code.data[i]);
    }
}

/* Adds the path of WHERE with line and column. */
static void add_place(struct diag_list *found, struct buf *out, place where)
{
    struct buf name = buf_in(found->arena, PTRDIFF_MAX);
    struct region region;
    buf_add(&name, diag_path(found, where.text));
    if (entry_region(found->arena, where, &region))
        buf_printf(&name, ":%td:%td", region.first.line, region.first.column);
    markdown_code(out, buf_view(&name));
}

/* Adds a line below an item: WORD, a place where there is one, and TEXT. */
static void add_remark(struct diag_list *found, struct buf *out, const char *word, place where,
                       const char *text)
{
    buf_printf(out, "  - %s ", word);
    if (where.text) {
        add_place(found, out, where);
        buf_add_byte(out, ' ');
    }
    markdown_code(out, str_of(text));
    buf_add_byte(out, '\n');
}

/* Adds TEXT, lines such as a unified diff, to be unfolded. */
static void add_details(struct arena *arena, struct buf *out, str text)
{
    str whole = text;
    struct buf visible = buf_in(arena, PTRDIFF_MAX);
    for (text = shortened(text, DETAILS); text.len;) {
        str line;
        str_cut(text, '\n', &line, &text);
        buf_add(&visible, S("    "));
        show_add(&visible, line, true);
        buf_add_byte(&visible, '\n');
    }
    if (whole.len > DETAILS)
        buf_add(&visible, S("    ...\n"));
    ptrdiff_t run = longest_run(buf_view(&visible)), fence = run < 3 ? 3 : run + 1;
    buf_add(out, S("\n    <details><summary>details</summary>\n\n    "));
    buf_add_bytes(out, '`', fence);
    buf_add(out, S("diff\n"));
    buf_add(out, buf_view(&visible));
    buf_add(out, S("    "));
    buf_add_bytes(out, '`', fence);
    buf_add(out, S("\n\n    </details>\n"));
}

/* Adds DIAG as an item of a list. */
static void add_item(struct diag_list *found, const struct diag *diag, struct buf *out)
{
    buf_printf(out, "- **%s** %s ", diag_severity_word(diag->severity), diag_code_name(diag->code));
    if (diag->where.text) {
        add_place(found, out, diag->where);
        buf_add_byte(out, ' ');
    }
    markdown_code(out, str_of(diag->message));
    buf_add_byte(out, '\n');
    if (diag->hint)
        add_remark(found, out, "hint:", (place){0}, diag->hint);
    for (const struct diag_note *note = diag->notes; note; note = note->next)
        add_remark(found, out, "note:", note->where, note->message);
    if (diag->details)
        add_details(found->arena, out, str_of(diag->details));
}

/* Adds what was found in one line: how many, or that all is well. */
static void add_heading(struct diag_list *found, struct buf *out, struct diag **sorted,
                        ptrdiff_t count)
{
    ptrdiff_t judged = 0;
    for (const struct diag_subject *subject = found->subjects; subject; subject = subject->next)
        judged++;
    str totals = entry_totals(found->arena, sorted, count);
    buf_add(out, S("### schemac: "));
    buf_add(out, totals.len ? totals : S("all is well"));
    if (judged)
        buf_printf(out, " (%td judged)", judged);
    buf_add_byte(out, '\n');
}

void report_markdown(struct diag_list *found, struct buf *out)
{
    ptrdiff_t count, shown = 0, base = out->len;
    struct diag **sorted = diag_sorted(found, &count);
    add_heading(found, out, sorted, count);
    buf_add(out, count ? S("\n") : S(""));
    for (int severity = DIAG_ERROR; severity >= DIAG_NOTE; severity--)
        for (ptrdiff_t i = 0; i < count; i++) {
            if ((int)sorted[i]->severity != severity)
                continue;
            struct buf item = buf_in(found->arena, PTRDIFF_MAX);
            add_item(found, sorted[i], &item);
            if (out->len - base + item.len > MARKDOWN_CEILING)
                continue;
            buf_add(out, buf_view(&item));
            shown++;
        }
    ptrdiff_t more = count - shown + found->dropped;
    if (more)
        buf_printf(out, "\n%td more %s not shown.\n", more, more == 1 ? "is" : "are");
}
