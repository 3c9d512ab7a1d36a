/*
 * text.c - the report for people.
 *
 * The excerpt of a line is laid out by columns, not bytes: what is concealed shows as an escape,
 * wide characters take two columns, marks that combine take none. The row of marks below is built
 * alongside, so that both stay aligned.
 */
#include "report/report.h"

#include "base/show.h"
#include "base/utf8.h"
#include "report/entry.h"

/* Columns of a line that is too long to show: in all, and before the place that is pointed at. */
enum { WINDOW = 100, WINDOW_BEFORE = 40 };

#define INDENT "      "

enum style { STYLE_PLAIN, STYLE_PLACE, STYLE_ERROR, STYLE_WARNING, STYLE_NOTE };

/* What stays the same for all of one report. */
struct painter {
    struct arena *arena;
    struct buf *out;
    bool colour;
};

static void add_painted(struct painter *painter, struct buf *to, enum style style, str s)
{
    static const char *const codes[] = {"", "\33[1m", "\33[1;31m", "\33[1;35m", "\33[1;36m"};
    bool paint = painter->colour && style != STYLE_PLAIN && s.len > 0;
    if (paint)
        buf_add(to, str_of(codes[style]));
    buf_add(to, s);
    if (paint)
        buf_add(to, S("\33[0m"));
}

static enum style severity_style(enum diag_severity severity)
{
    return severity == DIAG_NOTE      ? STYLE_NOTE
           : severity == DIAG_WARNING ? STYLE_WARNING
                                      : STYLE_ERROR;
}

/*
 * The columns that CODE takes on a terminal. The ranges are the blocks of East Asian Width W and F
 * (Unicode Standard Annex 11) and of combining marks that occur in documents; a character missing
 * here moves a caret by one column.
 */
static ptrdiff_t columns_of(uint32_t code)
{
    static const struct {
        uint32_t first, last;
        int columns;
    } ranges[] = {
        {0x300, 0x36F, 0},     {0x483, 0x489, 0},     {0x591, 0x5BD, 0},     {0x64B, 0x65F, 0},
        {0x93C, 0x93C, 0},     {0x94D, 0x94D, 0},     {0xE31, 0xE31, 0},     {0xE34, 0xE3A, 0},
        {0xE47, 0xE4E, 0},     {0x1100, 0x115F, 2},   {0x1AB0, 0x1AFF, 0},   {0x1DC0, 0x1DFF, 0},
        {0x20D0, 0x20FF, 0},   {0x231A, 0x231B, 2},   {0x23E9, 0x23EC, 2},   {0x2614, 0x2615, 2},
        {0x26A1, 0x26A1, 2},   {0x2705, 0x2705, 2},   {0x274C, 0x274E, 2},   {0x2753, 0x2757, 2},
        {0x2795, 0x2797, 2},   {0x2B50, 0x2B55, 2},   {0x2E80, 0x303E, 2},   {0x3041, 0x3098, 2},
        {0x3099, 0x309A, 0},   {0x309B, 0x4DBF, 2},   {0x4E00, 0xA4CF, 2},   {0xA960, 0xA97C, 2},
        {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},   {0xFE00, 0xFE0F, 0},   {0xFE20, 0xFE2F, 0},
        {0xFE30, 0xFE6F, 2},   {0xFF00, 0xFF60, 2},   {0xFFE0, 0xFFE6, 2},   {0x1F300, 0x1F64F, 2},
        {0x1F680, 0x1F6FF, 2}, {0x1F900, 0x1FAFF, 2}, {0x20000, 0x3FFFD, 2},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && code >= ranges[i].first; i++)
        if (code <= ranges[i].last)
            return ranges[i].columns;
    return 1;
}

/* The bytes of the first character of S, well-formed or not; *RET_COLUMNS is what it shows as. */
static ptrdiff_t character(str s, ptrdiff_t *ret_columns)
{
    enum { TAB = 8, BAD_BYTE = sizeof "\\x{ff}" - 1, ESCAPE = sizeof "\\u{}" - 1 };
    if (utf8_find_bad(str_first(s, s.len < 4 ? s.len : 4)) == 0) {
        *ret_columns = BAD_BYTE;
        return 1;
    }
    ptrdiff_t len;
    uint32_t code = utf8_decode(s, &len);
    *ret_columns = columns_of(code);
    if (code == '\t') {
        *ret_columns = TAB;
    } else if (show_is_concealed(code)) {
        *ret_columns = ESCAPE + 1;
        for (uint32_t rest = code >> 4; rest; rest >>= 4)
            ++*ret_columns;
    }
    return len;
}

/* The columns of LINE, at most a little more than LIMIT. */
static ptrdiff_t columns_up_to(str line, ptrdiff_t limit)
{
    ptrdiff_t total = 0, columns;
    while (line.len && total <= limit) {
        line = str_skip(line, character(line, &columns));
        total += columns ? columns : 1;
    }
    return total;
}

/* Where the window on LINE begins, in bytes, so that the byte at START is in sight. */
static ptrdiff_t window_begin(str line, ptrdiff_t start)
{
    if (columns_up_to(line, WINDOW) <= WINDOW)
        return 0;
    ptrdiff_t at = start, total = 0;
    while (at > 0 && total < WINDOW_BEFORE) {
        ptrdiff_t end = at--;
        while (at > 0 && end - at < 4 && ((unsigned char)line.data[at] & 0xC0) == 0x80)
            at--;
        ptrdiff_t columns;
        if (character(str_first(str_skip(line, at), end - at), &columns) < end - at) {
            at = end - 1; /* no character, so its bytes show one by one */
            character(str_first(str_skip(line, at), 1), &columns);
        }
        total += columns ? columns : 1;
    }
    return at;
}

/* Adds what stands below one character at AT: blanks before the marked bytes, then ^ and ~. */
static void add_marks(struct buf *marks, char c, ptrdiff_t columns, bool is_before, bool is_first)
{
    if (is_first) {
        buf_add_byte(marks, '^');
        buf_add_bytes(marks, '~', c == '\t' || columns < 1 ? 0 : columns - 1);
    } else if (c == '\t') {
        buf_add_byte(marks, '\t');
    } else {
        buf_add_bytes(marks, is_before ? ' ' : '~', columns);
    }
}

/* Adds the window on LINE to OUT and to MARKS what stands below it; START to END is marked. */
static void lay_out(str line, ptrdiff_t start, ptrdiff_t end, struct buf *out, struct buf *marks)
{
    ptrdiff_t at = window_begin(line, start), total = 0, columns;
    bool is_cut = at > 0, is_marked = false;
    buf_add(out, is_cut ? S("...") : S(""));
    buf_add_bytes(marks, ' ', is_cut ? 3 : 0);
    while (at < line.len && total < WINDOW) {
        ptrdiff_t len = character(str_skip(line, at), &columns);
        show_add(out, str_first(str_skip(line, at), len), true);
        bool is_first = at <= start && start < at + len;
        if (at < end || at <= start)
            add_marks(marks, line.data[at], is_first && start == end ? 1 : columns,
                      at + len <= start, is_first);
        is_marked |= is_first;
        total += columns ? columns : 1;
        at += len;
    }
    buf_add(out, at < line.len ? S("...") : S(""));
    if (!is_marked)
        buf_add_byte(marks, '^');
}

/* Adds the line of WHERE and a row that points at it. */
static void add_excerpt(struct painter *painter, place where, struct line_column at,
                        enum style style)
{
    str line = str_first(str_skip(where.text->chars, at.line_start), at.line_len);
    ptrdiff_t start = where.start - at.line_start;
    if (start > line.len)
        start = line.len; /* inside the line break */
    ptrdiff_t end = where.len < line.len - start ? start + where.len : line.len;

    str number = arena_printf(painter->arena, "%5td", at.line);
    struct buf marks = buf_in(painter->arena, PTRDIFF_MAX);
    buf_add(painter->out, number);
    buf_add(painter->out, S(" | "));
    lay_out(line, start, end, painter->out, &marks);
    buf_add_byte(painter->out, '\n');

    str all = buf_view(&marks);
    ptrdiff_t blanks = str_find_byte(all, '^');
    buf_add_bytes(painter->out, ' ', number.len);
    buf_add(painter->out, S(" | "));
    buf_add(painter->out, str_first(all, blanks));
    add_painted(painter, painter->out, style, str_skip(all, blanks));
    buf_add_byte(painter->out, '\n');
}

/* Adds "file:line:column: word: message [code]" and the excerpt. CODE may be NULL. */
static void add_entry(struct painter *painter, place where, const char *word, enum style style,
                      const char *message, const char *code)
{
    bool has_place = where.text && where.start >= 0;
    struct line_column at = {0};
    struct buf location = buf_in(painter->arena, PTRDIFF_MAX);
    show_add(&location, where.text ? where.text->name : S("schemac"), false);
    if (has_place) {
        at = text_position(painter->arena, where.text, where.start);
        buf_printf(&location, ":%td:%td", at.line, at.column);
    }
    buf_add_byte(&location, ':');

    add_painted(painter, painter->out, STYLE_PLACE, buf_view(&location));
    buf_add_byte(painter->out, ' ');
    add_painted(painter, painter->out, style, arena_printf(painter->arena, "%s:", word));
    buf_add_byte(painter->out, ' ');
    show_add(painter->out, str_of(message), false);
    if (code)
        buf_printf(painter->out, " [%s]", code);
    buf_add_byte(painter->out, '\n');
    if (has_place && !where.text->is_secret)
        add_excerpt(painter, where, at, style);
}

/* Adds the lines of DETAILS, indented. */
static void add_details(struct painter *painter, const char *details)
{
    for (str line, rest = str_of(details); rest.len;) {
        str_cut(rest, '\n', &line, &rest);
        if (line.len)
            buf_add(painter->out, S("    "));
        show_add(painter->out, line, true);
        buf_add_byte(painter->out, '\n');
    }
}

/* Adds one line below a diagnostic that has no place of its own. */
static void add_remark(struct painter *painter, enum style style, const char *word,
                       const char *message)
{
    buf_add(painter->out, S(INDENT));
    add_painted(painter, painter->out, style, arena_printf(painter->arena, "%s:", word));
    buf_add_byte(painter->out, ' ');
    show_add(painter->out, str_of(message), false);
    buf_add_byte(painter->out, '\n');
}

static void add_diagnostic(struct painter *painter, const struct diag *diag)
{
    add_entry(painter, diag->where, diag_severity_word(diag->severity),
              severity_style(diag->severity), diag->message, diag_code_name(diag->code));
    if (diag->details)
        add_details(painter, diag->details);
    if (diag->hint)
        add_remark(painter, STYLE_PLAIN, "hint", diag->hint);
    for (const struct diag_note *note = diag->notes; note; note = note->next) {
        if (note->where.text)
            add_entry(painter, note->where, "note", STYLE_NOTE, note->message, NULL);
        else
            add_remark(painter, STYLE_NOTE, "note", note->message);
    }
}

void entry_text(struct arena *arena, const struct diag *diag, struct buf *out)
{
    struct painter painter = {arena, out, false};
    add_diagnostic(&painter, diag);
}

void report_text(struct diag_list *found, struct buf *out, bool colour)
{
    struct painter painter = {found->arena, out, colour};
    ptrdiff_t count;
    struct diag **sorted = diag_sorted(found, &count);
    for (ptrdiff_t i = 0; i < count; i++)
        add_diagnostic(&painter, sorted[i]);
    if (found->dropped)
        add_entry(&painter, (place){0}, "note", STYLE_NOTE,
                  arena_printf(found->arena, "%d more %s not shown", found->dropped,
                               found->dropped == 1 ? "is" : "are")
                      .data,
                  NULL);
}
