#include "base/text.h"

#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

/* Bytes after which characters are counted anew, so that columns in long lines stay cheap. */
enum { BLOCK = 4096 };

/* Offsets of the first byte of each line. A line ends at LF, CR LF or a lone CR, as in YAML 1.2. */
struct line_index {
    ptrdiff_t count;
    uint32_t *characters; /* in front of each BLOCK; made when the first long line asks for it */
    uint32_t starts[];
};

place place_file(struct text *text)
{
    return (place){text, -1, 0};
}

place place_named(struct arena *arena, str name)
{
    struct text *text = arena_new(arena, struct text, 1);
    *text = (struct text){.name = name, .chars = S("")};
    return place_file(text);
}

/* The length of the line break at AT, or 0. */
static ptrdiff_t break_length(str chars, ptrdiff_t at)
{
    if (chars.data[at] == '\n')
        return 1;
    if (chars.data[at] != '\r')
        return 0;
    return at + 1 < chars.len && chars.data[at + 1] == '\n' ? 2 : 1;
}

static ptrdiff_t fill_line_starts(str chars, uint32_t *starts)
{
    ptrdiff_t count = 0;
    if (starts)
        starts[count] = 0;
    count++;
    for (ptrdiff_t at = 0; at < chars.len;) {
        ptrdiff_t len = break_length(chars, at);
        at += len ? len : 1;
        if (len && starts)
            starts[count] = (uint32_t)at;
        count += len != 0;
    }
    return count;
}

static struct line_index *line_index(struct arena *arena, struct text *text)
{
    if (!text->lines) {
        ptrdiff_t count = fill_line_starts(text->chars, NULL);
        struct line_index *index = arena_alloc(
            arena, 1, (ptrdiff_t)(sizeof *index + (size_t)count * sizeof *index->starts));
        index->count = count;
        fill_line_starts(text->chars, index->starts);
        text->lines = index;
    }
    return text->lines;
}

static ptrdiff_t count_between(str chars, ptrdiff_t start, ptrdiff_t end)
{
    return utf8_count((str){chars.data + start, end - start});
}

/* The number of code points in front of OFFSET. */
static ptrdiff_t characters_before(struct arena *arena, str chars, struct line_index *index,
                                   ptrdiff_t offset)
{
    if (!index->characters) {
        index->characters = arena_new(arena, uint32_t, chars.len / BLOCK + 1);
        for (ptrdiff_t i = 1; i <= chars.len / BLOCK; i++)
            index->characters[i] = index->characters[i - 1] +
                                   (uint32_t)count_between(chars, (i - 1) * BLOCK, i * BLOCK);
    }
    ptrdiff_t block = offset / BLOCK;
    return index->characters[block] + count_between(chars, block * BLOCK, offset);
}

struct line_column text_position(struct arena *arena, struct text *text, ptrdiff_t offset)
{
    struct line_index *index = line_index(arena, text);
    ptrdiff_t low = 0, high = index->count;
    while (high - low > 1) {
        ptrdiff_t middle = low + (high - low) / 2;
        if (index->starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    ptrdiff_t start = index->starts[low], end = text->chars.len;
    if (low + 1 < index->count) {
        end = index->starts[low + 1] - 1;
        end -= end > start && text->chars.data[end - 1] == '\r' && text->chars.data[end] == '\n';
    }
    ptrdiff_t before = offset - start <= BLOCK
                           ? count_between(text->chars, start, offset)
                           : characters_before(arena, text->chars, index, offset) -
                                 characters_before(arena, text->chars, index, start);
    return (struct line_column){text->lines_before + low + 1, text->columns_before + before + 1,
                                start, end - start};
}

ptrdiff_t text_line_start(struct arena *arena, struct text *text, ptrdiff_t line)
{
    const struct line_index *index = line_index(arena, text);
    return line <= index->count ? index->starts[line - 1] : text->chars.len;
}
