#include "validate/fences.h"

#include <string.h>

/* A line and the first of its bytes that is no blank. */
struct line {
    ptrdiff_t start, end, next; /* END is in front of the line break, NEXT behind it */
    ptrdiff_t at, column;       /* AT is END in a blank line */
};

/* The fence that opened a block. */
struct opener {
    char mark;
    ptrdiff_t len, column, base; /* BASE: the column of the list item that it stands in */
};

void fences_init(struct fences *fences, str text, bool is_mdx)
{
    *fences = (struct fences){.text = text, .is_mdx = is_mdx};
}

/* Moves AT and COLUMN of LINE over blanks; a tab leads to the next multiple of four. */
static void skip_blanks(str text, struct line *line)
{
    for (; line->at < line->end; line->at++) {
        char c = text.data[line->at];
        if (c == '\t')
            line->column += 4 - line->column % 4;
        else if (c == ' ')
            line->column++;
        else
            return;
    }
}

/* The line at START, which is in the text. */
static struct line line_at(str text, ptrdiff_t start)
{
    struct line line = {.start = start, .end = start, .at = start};
    while (line.end < text.len && text.data[line.end] != '\n' && text.data[line.end] != '\r')
        line.end++;
    line.next = line.end;
    if (line.next < text.len && text.data[line.next] == '\r')
        line.next++;
    if (line.next < text.len && text.data[line.next] == '\n')
        line.next++;
    skip_blanks(text, &line);
    return line;
}

/* The number of bytes C at AT. */
static ptrdiff_t run_length(str text, ptrdiff_t at, ptrdiff_t end, char c)
{
    ptrdiff_t from = at;
    while (at < end && text.data[at] == c)
        at++;
    return at - from;
}

/* The column of the innermost list item that LINE, not blank, belongs to. Leaves the others. */
static ptrdiff_t enter_items(struct fences *fences, const struct line *line)
{
    while (fences->item_count && line->column < fences->items[fences->item_count - 1])
        fences->item_count--;
    return fences->item_count ? fences->items[fences->item_count - 1] : 0;
}

/* The length of the list marker at AT, without the blank behind it; 0 for anything else. */
static ptrdiff_t marker_length(str text, ptrdiff_t at, ptrdiff_t end)
{
    enum { DIGITS = 9 };
    ptrdiff_t digits = 0, len = 1;
    while (at + digits < end && text.data[at + digits] >= '0' && text.data[at + digits] <= '9')
        digits++;
    if (digits > DIGITS || at + digits == end)
        return 0;
    if (!memchr(digits ? ".)" : "-+*", text.data[at + digits], digits ? 2 : 3))
        return 0;
    len += digits;
    bool ends = at + len == end || text.data[at + len] == ' ' || text.data[at + len] == '\t';
    return ends ? len : 0;
}

/* Enters the list items that begin in LINE (section 5.2), which then is what they hold. */
static ptrdiff_t begin_items(struct fences *fences, struct line *line, ptrdiff_t base)
{
    enum { PADDING = 4 };
    for (ptrdiff_t len; line->column - base < 4 || fences->is_mdx;) {
        len = marker_length(fences->text, line->at, line->end);
        if (!len || fences->item_count == FENCE_ITEMS)
            return base;
        ptrdiff_t behind = line->column + len;
        line->at += len;
        line->column = behind;
        skip_blanks(fences->text, line);
        bool has_content = line->at < line->end && line->column - behind <= PADDING;
        base = has_content ? line->column : behind + 1;
        fences->items[fences->item_count++] = base;
        if (line->at == line->end)
            return base;
    }
    return base;
}

/* True when a fence stands at LINE, which then is told by *RET_OPENER and in FENCE. */
static bool opens(const struct fences *fences, const struct line *line, ptrdiff_t base,
                  struct opener *ret_opener, struct fence *fence)
{
    str text = fences->text;
    if (line->at == line->end)
        return false;
    char mark = text.data[line->at];
    if ((mark != '`' && mark != '~') || (line->column - base > 3 && !fences->is_mdx))
        return false;
    ptrdiff_t len = run_length(text, line->at, line->end, mark);
    ptrdiff_t info = line->at + len;
    str rest = {text.data + info, line->end - info};
    if (len < 3 || (mark == '`' && str_find_byte(rest, '`') >= 0))
        return false;
    while (rest.len && (rest.data[0] == ' ' || rest.data[0] == '\t'))
        rest = str_skip(rest, 1);
    ptrdiff_t end = 0;
    while (end < rest.len && !memchr(" \t{", rest.data[end], 3))
        end++;
    *ret_opener = (struct opener){mark, len, line->column, base};
    *fence = (struct fence){
        .language = str_first(rest, end), .start = line->next, .indentation = line->column};
    return true;
}

/* True when LINE closes the block of OPENER. */
static bool closes(const struct fences *fences, const struct line *line,
                   const struct opener *opener)
{
    str text = fences->text;
    if (line->column - opener->base > 3 && !fences->is_mdx)
        return false;
    ptrdiff_t len = run_length(text, line->at, line->end, opener->mark);
    ptrdiff_t at = line->at + len;
    while (at < line->end && (text.data[at] == ' ' || text.data[at] == '\t'))
        at++;
    return len >= opener->len && at == line->end;
}

/* Goes on behind the block of OPENER, whose lines are FENCE. */
static void read_block(struct fences *fences, const struct opener *opener, struct fence *fence)
{
    str text = fences->text;
    ptrdiff_t at = fence->start;
    while (at < text.len) {
        struct line line = line_at(text, at);
        bool is_blank = line.at == line.end;
        bool leaves = !is_blank && line.column < opener->base && !fences->is_mdx;
        bool ends = !is_blank && !leaves && closes(fences, &line, opener);
        if (leaves || ends) {
            fence->len = at - fence->start;
            fences->at = ends ? line.next : at;
            return;
        }
        at = line.next;
    }
    fence->len = at - fence->start;
    fences->at = at;
}

/* Goes on in LINE, of which FROM is next, behind the comment that it begins or lies in. */
static void skip_comment(struct fences *fences, const struct line *line, ptrdiff_t from)
{
    str rest = {fences->text.data + from, line->end - from};
    if (str_find(rest, str_of(fences->comment_end)) >= 0)
        fences->comment_end = NULL; /* what follows on that line is no block of its own */
    fences->at = line->next;
}

/* True when LINE begins a comment (section 4.6, kind 2; MDX: an expression). */
static bool begins_comment(struct fences *fences, const struct line *line, ptrdiff_t base)
{
    static const struct {
        str begin;
        const char *end;
        bool of_mdx;
    } comments[] = {{STR_INIT("<!--"), "-->", false}, {STR_INIT("{/*"), "*/", true}};
    str rest = {fences->text.data + line->at, line->end - line->at};
    if (line->column - base > 3 && !fences->is_mdx)
        return false;
    for (size_t i = 0; i < sizeof comments / sizeof *comments; i++)
        if (str_starts(rest, comments[i].begin) && (fences->is_mdx || !comments[i].of_mdx)) {
            fences->comment_end = comments[i].end;
            skip_comment(fences, line, line->at + (comments[i].of_mdx ? 3 : 2)); /* "<!-->" ends */
            return true;
        }
    return false;
}

bool fences_next(struct fences *fences, struct fence *ret_fence)
{
    str text = fences->text;
    while (fences->at < text.len) {
        struct line line = line_at(text, fences->at);
        struct opener opener;
        if (fences->comment_end) {
            skip_comment(fences, &line, line.start);
            continue;
        }
        fences->at = line.next;
        if (line.at == line.end)
            continue;
        ptrdiff_t base = begin_items(fences, &line, enter_items(fences, &line));
        if (begins_comment(fences, &line, base))
            continue;
        if (opens(fences, &line, base, &opener, ret_fence)) {
            read_block(fences, &opener, ret_fence);
            return true;
        }
    }
    return false;
}

bool fence_is(const struct fence *fence, str language)
{
    if (fence->language.len != language.len)
        return false;
    for (ptrdiff_t i = 0; i < language.len; i++) {
        char c = fence->language.data[i];
        if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != language.data[i])
            return false;
    }
    return true;
}

void fence_add_content(const struct fences *fences, const struct fence *fence, struct buf *out)
{
    str content = {fences->text.data + fence->start, fence->len};
    for (ptrdiff_t start = 0; start < content.len;) {
        struct line line = line_at(content, start);
        ptrdiff_t at = start, column = 0;
        while (at < line.at && column < fence->indentation) {
            column += content.data[at] == '\t' ? 4 - column % 4 : 1;
            at++;
        }
        buf_add_bytes(out, ' ', column - fence->indentation > 0 ? column - fence->indentation : 0);
        buf_add(out, (str){content.data + at, line.next - at});
        start = line.next;
    }
}
