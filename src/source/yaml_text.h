/*
 * yaml_text.h - what the reader of YAML asks of the text itself: where libyaml's marks are in it,
 * and what libyaml would read otherwise than YAML 1.2, or not in time. Internal to source/.
 */
#ifndef SOURCE_YAML_TEXT_H
#define SOURCE_YAML_TEXT_H

#include "source/sources.h"

/*
 * A run of characters of TEXT that are one byte each, LEN of them, of which the first is the
 * character INDEX, at the byte OFFSET. It is what yaml_offset knows, and moves with it. With the
 * text alone set, the run is empty and at the start.
 */
struct yaml_marks {
    str text;
    size_t index, len;
    ptrdiff_t offset;
};

/* The same as yaml_offset, for a character that is not in the run. */
ptrdiff_t yaml_offset_beyond(struct yaml_marks *marks, size_t index);

/*
 * The byte offset of the character INDEX, which libyaml's marks count. Marks come nearly in order:
 * most lie in the run of ASCII that an earlier one began, the others are walked to from there. All
 * walks together are about as long as the text.
 */
static inline ptrdiff_t yaml_offset(struct yaml_marks *marks, size_t index)
{
    size_t ahead = index - marks->index; /* huge when it lies before */
    return ahead <= marks->len ? marks->offset + (ptrdiff_t)ahead
                               : yaml_offset_beyond(marks, index);
}

/* The same, cheaper when it is at GUESS. */
ptrdiff_t yaml_offset_guessed(struct yaml_marks *marks, size_t index, ptrdiff_t guess);

/*
 * Where a node itself begins: libyaml counts the anchor and the tag in, which stand before it from
 * START on, with blanks and comments between. It ends at END.
 */
ptrdiff_t yaml_skip_properties(str text, ptrdiff_t start, ptrdiff_t end);

/* The end of what stands from START to END without the blanks and line breaks behind it. */
ptrdiff_t yaml_skip_back(str text, ptrdiff_t start, ptrdiff_t end);

/* Warns of NEL, LS and PS, which libyaml takes for line breaks as YAML 1.1 did. */
void yaml_warn_breaks(struct sources *sources, struct document *document);

/* Where the first %TAG directive is beyond those that the limit allows; -1 when there is none. */
ptrdiff_t yaml_find_directive_beyond(str text);

#endif
