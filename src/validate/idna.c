#include "validate/idna.h"

#include "validate/idna_table.h"

#include <assert.h>

static const struct idna_class *class_of(uint32_t code)
{
    uint32_t wanted = code << 8 | 0xFF; /* the last run that does not begin beyond CODE */
    ptrdiff_t low = 0, high = idna_run_count;
    while (high - low > 1) {
        ptrdiff_t middle = low + (high - low) / 2;
        if (idna_runs[middle] <= wanted)
            low = middle;
        else
            high = middle;
    }
    return &idna_classes[idna_runs[low] & 0xFF];
}

/* A label, and a place in it for which a rule asks. */
struct view {
    const uint32_t *label;
    ptrdiff_t count, at;
};

/* The code point OFFSET places from there; 0, which no label has, beyond its ends. */
static uint32_t neighbour(const struct view *view, ptrdiff_t offset)
{
    ptrdiff_t at = view->at + offset;
    return at >= 0 && at < view->count ? view->label[at] : 0;
}

static bool has_between(const struct view *view, uint32_t first, uint32_t last)
{
    bool found = false;
    for (ptrdiff_t i = 0; !found && i < view->count; i++)
        found = view->label[i] >= first && view->label[i] <= last;
    return found;
}

/* True when a code point of joining type D, or of TYPE, is next in direction STEP, past any T. */
static bool joins(const struct view *view, ptrdiff_t step, enum idna_joining type)
{
    ptrdiff_t offset = step;
    while (class_of(neighbour(view, offset))->joining == JOINING_T)
        offset += step;
    enum idna_joining found = class_of(neighbour(view, offset))->joining;
    return found == JOINING_D || found == type;
}

/* Virama: Canonical_Combining_Class 9. */
static bool follows_virama(const struct view *view)
{
    return class_of(neighbour(view, -1))->combining == 9;
}

/* Appendix A.7: some code point of the label is Hiragana, Katakana or Han. */
static bool is_japanese(const struct view *view)
{
    bool found = false;
    for (ptrdiff_t i = 0; !found && i < view->count; i++) {
        enum idna_script script = class_of(view->label[i])->script;
        found = script == SCRIPT_HIRAGANA || script == SCRIPT_KATAKANA || script == SCRIPT_HAN;
    }
    return found;
}

/* RFC 5892 appendix A: the rules for what only some surroundings allow. */
static const char *context_fault(const struct view *view)
{
    uint32_t code = view->label[view->at];
    switch (code) {
    case 0x200C: /* A.1 */
        return follows_virama(view) || (joins(view, -1, JOINING_L) && joins(view, 1, JOINING_R))
                   ? NULL
                   : "a zero width non-joiner is neither behind a virama nor between letters that "
                     "join";
    case 0x200D: /* A.2 */
        return follows_virama(view) ? NULL : "a zero width joiner is not behind a virama";
    case 0x00B7: /* A.3 */
        return neighbour(view, -1) == 'l' && neighbour(view, 1) == 'l'
                   ? NULL
                   : "a middle dot is not between two l";
    case 0x0375: /* A.4 */
        return class_of(neighbour(view, 1))->script == SCRIPT_GREEK
                   ? NULL
                   : "a Greek keraia is not before a Greek character";
    case 0x05F3: /* A.5 */
    case 0x05F4: /* A.6 */
        return class_of(neighbour(view, -1))->script == SCRIPT_HEBREW
                   ? NULL
                   : "a Hebrew punctuation mark is not behind a Hebrew character";
    case 0x30FB: /* A.7 */
        return is_japanese(view) ? NULL
                                 : "a Katakana middle dot is with no Hiragana, Katakana or Han";
    default: /* A.8, A.9 */
        return has_between(view, 0x0660, 0x0669) && has_between(view, 0x06F0, 0x06F9)
                   ? "Arabic-Indic digits and extended ones are in one label"
                   : NULL;
    }
}

const char *idna_label_fault(const uint32_t *label, ptrdiff_t count)
{
    assert(count > 0 && count <= IDNA_LABEL_MAX);
    if (label[0] == '-' || label[count - 1] == '-')
        return "a label begins or ends with a hyphen";
    if (count >= 4 && label[2] == '-' && label[3] == '-')
        return "a label has hyphens in its third and fourth place";
    if (class_of(label[0])->mark)
        return "a label begins with a combining mark";
    for (ptrdiff_t i = 0; i < count; i++) {
        struct view view = {label, count, i};
        enum idna_status status = class_of(label[i])->status;
        if (status == IDNA_DISALLOWED)
            return "a label has a character that host names may not have";
        const char *fault = status == IDNA_CONTEXT ? context_fault(&view) : NULL;
        if (fault)
            return fault;
    }
    return NULL;
}

/* The classes of a label as a set of bits, one for each enum idna_bidi. */
static unsigned bidi_classes(const uint32_t *label, ptrdiff_t count)
{
    unsigned classes = 0;
    for (ptrdiff_t i = 0; i < count; i++)
        classes |= 1u << class_of(label[i])->bidi;
    return classes;
}

enum {
    RIGHT_TO_LEFT = 1 << BIDI_R | 1 << BIDI_AL,
    NUMBERS = 1 << BIDI_AN | 1 << BIDI_EN,
    NEUTRAL = 1 << BIDI_EN | 1 << BIDI_ES | 1 << BIDI_CS | 1 << BIDI_ET | 1 << BIDI_ON |
              1 << BIDI_BN | 1 << BIDI_NSM
};

bool idna_is_bidi(const uint32_t *label, ptrdiff_t count)
{
    return bidi_classes(label, count) & (RIGHT_TO_LEFT | 1 << BIDI_AN);
}

const char *idna_bidi_fault(const uint32_t *label, ptrdiff_t count)
{
    assert(count > 0);
    unsigned first = bidi_classes(label, 1), all = bidi_classes(label, count);
    ptrdiff_t end = count;
    while (end > 1 && class_of(label[end - 1])->bidi == BIDI_NSM)
        end--;
    unsigned last = bidi_classes(&label[end - 1], 1);
    if (!(first & (RIGHT_TO_LEFT | 1 << BIDI_L))) /* condition 1 */
        return "in a name with text from right to left, a label does not begin with a letter";
    if (first & RIGHT_TO_LEFT) {
        if (all & ~(RIGHT_TO_LEFT | 1 << BIDI_AN | NEUTRAL)) /* 2 */
            return "a label from right to left has a character from left to right";
        if (!(last & (RIGHT_TO_LEFT | NUMBERS))) /* 3 */
            return "a label from right to left ends with neither a letter nor a digit";
        if ((all & NUMBERS) == NUMBERS) /* 4 */
            return "a label from right to left has digits of two kinds";
        return NULL;
    }
    if (all & ~(1 << BIDI_L | NEUTRAL)) /* 5 */
        return "a label from left to right has a character from right to left";
    if (!(last & (1 << BIDI_L | 1 << BIDI_EN))) /* 6 */
        return "a label from left to right ends with neither a letter nor a digit";
    return NULL;
}

/*
 * ---- normalisation form C ----
 *
 * The pairs in the table are all there are for what labels may have. Hangul has none: its syllables
 * are made of what labels may not have, so they stay as they are.
 */

/* Room for a label whose code points are taken apart: none gives more than four. */
enum { DECOMPOSED_MAX = 4 * IDNA_LABEL_MAX };

/* The pair that makes WHOLE, or NULL. */
static const struct idna_pair *parts_of(uint32_t whole)
{
    for (ptrdiff_t i = 0; i < idna_pair_count; i++)
        if (idna_pairs[i].whole == whole)
            return &idna_pairs[i];
    return NULL;
}

/* What FIRST and SECOND make, or 0. */
static uint32_t whole_of(uint32_t first, uint32_t second)
{
    ptrdiff_t low = 0, high = idna_pair_count;
    while (low < high) {
        ptrdiff_t middle = low + (high - low) / 2;
        const struct idna_pair *pair = &idna_pairs[middle];
        if (pair->first == first && pair->second == second)
            return pair->whole;
        if (pair->first < first || (pair->first == first && pair->second < second))
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

/* Puts CODE, taken apart, behind the LEN code points of OUT, each mark at its place; the new LEN.
 */
static ptrdiff_t add_decomposed(uint32_t *out, ptrdiff_t len, uint32_t code)
{
    uint32_t parts[4];
    ptrdiff_t count = 0;
    const struct idna_pair *pair;
    while ((pair = parts_of(code)) != NULL && count < 3) {
        parts[count++] = pair->second;
        code = pair->first;
    }
    parts[count++] = code;
    while (count--) {
        int combining = class_of(parts[count])->combining;
        ptrdiff_t at = len++;
        for (; combining && at > 0 && class_of(out[at - 1])->combining > combining; at--)
            out[at] = out[at - 1];
        out[at] = parts[count];
    }
    return len;
}

/* Section 3.11, D117: puts the LEN code points of OUT together where they make one; the new LEN. */
static ptrdiff_t compose(uint32_t *out, ptrdiff_t len)
{
    ptrdiff_t starter = -1, kept = 0;
    int last = 0; /* the combining class of what was kept last behind the starter */
    for (ptrdiff_t i = 0; i < len; i++) {
        int combining = class_of(out[i])->combining;
        bool adjacent = starter >= 0 && kept == starter + 1;
        bool blocked = !adjacent && last >= combining;
        uint32_t whole = starter >= 0 && !blocked ? whole_of(out[starter], out[i]) : 0;
        if (whole) {
            out[starter] = whole;
            continue;
        }
        if (!combining)
            starter = kept;
        last = combining;
        out[kept++] = out[i];
    }
    return kept;
}

bool idna_is_normal(const uint32_t *label, ptrdiff_t count)
{
    uint32_t out[DECOMPOSED_MAX];
    ptrdiff_t len = 0;
    assert(count <= IDNA_LABEL_MAX);
    for (ptrdiff_t i = 0; i < count; i++)
        len = add_decomposed(out, len, label[i]);
    bool same = compose(out, len) == count;
    for (ptrdiff_t i = 0; same && i < count; i++)
        same = out[i] == label[i];
    return same;
}
