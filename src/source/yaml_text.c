#include "source/yaml_text.h"

#include "base/utf8.h"

#include <string.h>

/* libyaml compares each %TAG directive with all others. */
enum { MAX_TAG_DIRECTIVES = 100 };

/* Makes the character INDEX, at the byte OFFSET, the first of those that are known. */
static ptrdiff_t begin_run(struct yaml_marks *marks, size_t index, ptrdiff_t offset)
{
    enum { ENOUGH = 512 };
    str text = marks->text;
    ptrdiff_t end = offset;
    while (utf8_is_ascii_word(text, end) && end - offset < ENOUGH)
        end += 8;
    while (end < text.len && (unsigned char)text.data[end] < 0x80 && end - offset < ENOUGH)
        end++;
    *marks = (struct yaml_marks){text, index, (size_t)(end - offset), offset};
    return offset;
}

ptrdiff_t yaml_offset_beyond(struct yaml_marks *marks, size_t index)
{
    str text = marks->text;
    if (index < marks->index)
        return begin_run(marks, index, utf8_unskip(text, marks->offset, marks->index - index));
    ptrdiff_t known = marks->offset + (ptrdiff_t)marks->len;
    return begin_run(marks, index, utf8_skip(text, known, index - marks->index - marks->len));
}

ptrdiff_t yaml_offset_guessed(struct yaml_marks *marks, size_t index, ptrdiff_t guess)
{
    size_t ahead = index - marks->index;
    if (ahead <= marks->len)
        return marks->offset + (ptrdiff_t)ahead;
    ptrdiff_t known = marks->offset + (ptrdiff_t)marks->len;
    if (guess < known || guess > marks->text.len || !utf8_begins(marks->text, guess))
        return yaml_offset_beyond(marks, index);
    str between = {marks->text.data + known, guess - known};
    bool right = (size_t)utf8_count(between) == ahead - marks->len;
    return right ? begin_run(marks, index, guess) : yaml_offset_beyond(marks, index);
}

/* The line breaks that libyaml knows besides CR and LF: NEL, LS and PS. */
static const str old_breaks[] = {STR_INIT("\xC2\x85"), STR_INIT("\xE2\x80\xA8"),
                                 STR_INIT("\xE2\x80\xA9")};
enum { OLD_BREAK_COUNT = sizeof old_breaks / sizeof *old_breaks };

/* The length of the line break, CR and LF each one, that TEXT begins with; or 0. */
static ptrdiff_t break_length(str text)
{
    if (text.len && (text.data[0] == '\r' || text.data[0] == '\n'))
        return 1;
    for (int i = 0; i < OLD_BREAK_COUNT; i++)
        if (str_starts(text, old_breaks[i]))
            return old_breaks[i].len;
    return 0;
}

/* The length of the line break, CR and LF each one, that TEXT ends with; or 0. */
static ptrdiff_t break_length_before(str text)
{
    if (text.len && (str_ends(text, S("\r")) || str_ends(text, S("\n"))))
        return 1;
    for (int i = 0; i < OLD_BREAK_COUNT; i++)
        if (str_ends(text, old_breaks[i]))
            return old_breaks[i].len;
    return 0;
}

/* True when a line of TEXT begins at AT. */
static bool begins_line(str text, ptrdiff_t at)
{
    return at == 0 || break_length_before(str_first(text, at));
}

static bool is_anchor_character(char c)
{
    return byte_is_alphanumeric(c) || c == '_' || c == '-';
}

/* The length of the blank, comment, tag or anchor that TEXT begins with; 0 when it is none. */
static ptrdiff_t property_length(str text)
{
    char mark = text.data[0];
    if (mark == ' ' || mark == '\t')
        return 1;
    ptrdiff_t len = memchr("#&!", mark, 3) ? 1 : break_length(text);
    if (mark == '&') /* its value may follow at once: &a:b */
        while (len < text.len && is_anchor_character(text.data[len]))
            len++;
    if (mark == '#' || mark == '!')
        while (len < text.len && !break_length(str_skip(text, len)) &&
               (mark == '#' || !memchr(" \t", text.data[len], 2)))
            len++;
    return len;
}

ptrdiff_t yaml_skip_properties(str text, ptrdiff_t start, ptrdiff_t end)
{
    for (ptrdiff_t len = 1; start < end && len; start += len)
        len = property_length((str){text.data + start, end - start});
    return start;
}

ptrdiff_t yaml_skip_back(str text, ptrdiff_t start, ptrdiff_t end)
{
    for (ptrdiff_t len = 1; end > start && len; end -= len) {
        str rest = {text.data + start, end - start};
        len = str_ends(rest, S(" ")) || str_ends(rest, S("\t")) ? 1 : break_length_before(rest);
    }
    return end;
}

void yaml_warn_breaks(struct sources *sources, struct document *document)
{
    for (int i = 0; i < OLD_BREAK_COUNT; i++) {
        ptrdiff_t at = str_find(document->text.chars, old_breaks[i]);
        if (at < 0)
            continue;
        ptrdiff_t len;
        diag_report(sources->found, W0203, (place){&document->text, at, old_breaks[i].len},
                    "U+%04X is read as a line break here, as YAML 1.1 did",
                    (unsigned)utf8_decode(old_breaks[i], &len));
    }
}

ptrdiff_t yaml_find_directive_beyond(str text)
{
    int count = 0;
    ptrdiff_t at = 0;
    for (str rest = text; rest.len; rest = str_skip(text, at)) {
        ptrdiff_t next = str_find_byte(rest, '%');
        if (next < 0)
            break;
        at += next + 1;
        if (begins_line(text, at - 1) && str_starts(str_skip(text, at), S("TAG")) &&
            ++count > MAX_TAG_DIRECTIVES)
            return at - 1;
    }
    return -1;
}
