#include "validate/ecma.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "validate/ecma_behind.h"
#include "validate/engine.h"

#include <inttypes.h>

enum {
    PATTERN_LIMIT = 1 << 18, /* bytes; PCRE2 takes about a quarter of that, if it is compiled */
    REPEAT_LIMIT = 65535,    /* the most that PCRE2 takes in braces */
    PIECE_LIMIT = 40,        /* quantifiers that stand for one with larger numbers */
    NODE_LIMIT = 20000,      /* nodes made for all lookbehinds together */
    SHORT_RUN = 16           /* repetitions that need not be counted */
};

struct writer {
    struct arena *arena;
    struct buf out;
    bool wants_counts, counted; /* asked for; and where the writer is */
    int32_t *numbers;           /* what PCRE2 calls the groups, by number - 1; 0 is not yet */
    int32_t group_count;
    struct behind_budget budget; /* for lookbehinds that are written otherwise */
    struct ecma_fault fault;
};

/* About what something takes when it is compiled, in bytes. */
static const int64_t SIZE_LIMIT = INT64_C(1) << 40;

static int64_t write_node(struct writer *writer, const struct ecma_node *node);
static int64_t write_content(struct writer *writer, const struct ecma_node *node, bool counted);

static void refuse(struct writer *writer, ptrdiff_t offset, str message)
{
    if (writer->fault.problem == ECMA_FINE)
        writer->fault = (struct ecma_fault){ECMA_UNSUPPORTED, offset, message};
}

static void add(struct writer *writer, str s)
{
    buf_add(&writer->out, s);
}

/*
 * Has PCRE2 call out: something is tried that may match or miss up to WIDTH code points before the
 * next such place. The number of the callout is about the logarithm of that.
 */
static void add_count(struct writer *writer, int64_t width)
{
    int number = 0;
    while (number < 40 && width >> number > 1)
        number++;
    if (writer->counted)
        buf_printf(&writer->out, "(?C%d)", number);
}

/* ---- single code points ---- */

/* CODE so that it means itself for PCRE2, in a class and outside. */
static int64_t write_char(struct writer *writer, uint32_t code)
{
    char bytes[4];
    if (code >= 0x80 || (code && byte_is_alphanumeric((char)code)))
        add(writer, (str){bytes, utf8_encode(code, bytes)});
    else
        buf_printf(&writer->out, "\\x{%" PRIx32 "}", code);
    return 5;
}

static void write_range(struct writer *writer, uint32_t low, uint32_t high)
{
    write_char(writer, low);
    if (high > low) {
        buf_add_byte(&writer->out, '-');
        write_char(writer, high);
    }
}

/* The ranges, those at both sides of the surrogates as one: PCRE2 allows them in its midst. */
static void write_ranges(struct writer *writer, const struct ecma_set *set)
{
    for (ptrdiff_t i = 0; i < set->count; i++) {
        struct ecma_range range = set->ranges[i];
        if (range.high == 0xD7FF && i + 1 < set->count && set->ranges[i + 1].low == 0xE000)
            range.high = set->ranges[++i].high;
        write_range(writer, range.low, range.high);
    }
}

/* What lies between the ranges, which hold the first and the last code point. */
static void write_gaps(struct writer *writer, const struct ecma_set *set)
{
    for (ptrdiff_t i = 1; i < set->count; i++) {
        uint32_t low = set->ranges[i - 1].high + 1, high = set->ranges[i].low - 1;
        if (low == 0xD800)
            low = 0xE000;
        if (high == 0xDFFF)
            high = 0xD7FF;
        if (low <= high) /* else only the surrogates are between */
            write_range(writer, low, high);
    }
}

static void write_property(struct writer *writer, const struct ecma_property *property,
                           bool negated)
{
    if (!engine_knows_property(property->name))
        refuse(writer, property->offset,
               S("this property of Unicode is not supported by the PCRE2 that is installed"));
    buf_printf(&writer->out, "\\%c{%.*s}", property->negated != negated ? 'P' : 'p',
               (int)property->name.len, property->name.data);
}

/* What no code point matches; (?!) would have no width in a lookbehind. */
static int64_t write_never(struct writer *writer)
{
    add(writer, S("[^\\x{0}-\\x{10ffff}]"));
    return 50;
}

static int64_t write_set(struct writer *writer, const struct ecma_set *set)
{
    ptrdiff_t count = set->count;
    bool all_but = !set->properties && count > 1 && set->ranges[0].low == 0 &&
                   set->ranges[count - 1].high == CODE_POINT_MAX;
    if (!set->properties && !count)
        return write_never(writer);
    if (!set->properties && count == 1 && set->ranges[0].low == set->ranges[0].high)
        return write_char(writer, set->ranges[0].low);
    if (!set->properties && ecma_set_is_all(set)) {
        add(writer, S("."));
        return 1;
    }
    if (set->properties && !count && !set->properties->next) {
        write_property(writer, set->properties, set->negated);
        return 3;
    }
    add(writer, all_but || set->negated ? S("[^") : S("["));
    if (all_but)
        write_gaps(writer, set);
    else
        write_ranges(writer, set);
    int64_t size = 44 + 8 * (int64_t)count;
    for (const struct ecma_property *at = set->properties; at; at = at->next, size += 3)
        write_property(writer, at, false);
    add(writer, S("]"));
    return size;
}

/* ---- quantifiers ---- */

/* True when a quantifier may stand behind what is written for NODE. */
static bool is_single(const struct ecma_node *node)
{
    return node->kind == ECMA_CHAR || node->kind == ECMA_SET;
}

static int64_t write_quantifier(struct writer *writer, int32_t min, int32_t max, bool lazy)
{
    if (min == 0 && max == 1)
        add(writer, S("?"));
    else if (max == ECMA_WITHOUT_END && min <= 1)
        add(writer, min ? S("+") : S("*"));
    else if (max == ECMA_WITHOUT_END)
        buf_printf(&writer->out, "{%" PRId32 ",}", min);
    else if (min == max)
        buf_printf(&writer->out, "{%" PRId32 "}", min);
    else
        buf_printf(&writer->out, "{%" PRId32 ",%" PRId32 "}", min, max);
    if (lazy)
        add(writer, S("?"));
    return 8;
}

/* A single code point, more often than PCRE2 can say at once: x{70000} is x{65535}x{4465}. */
static int64_t write_pieces(struct writer *writer, const struct ecma_node *node)
{
    int64_t min = node->min, more = (int64_t)node->max - min, size = 0;
    bool without_end = node->max == ECMA_WITHOUT_END;
    for (int pieces = 0; min > 0 || more > 0; pieces++) {
        if (pieces == PIECE_LIMIT) {
            refuse(writer, node->offset, S("a repetition this often is not supported here"));
            return size;
        }
        int32_t part = (int32_t)(min > 0 ? min : without_end ? 0 : more);
        bool is_more = min == 0;
        size += write_node(writer, node->first);
        if (is_more && without_end) {
            size += write_quantifier(writer, 0, ECMA_WITHOUT_END, node->lazy);
            break;
        }
        part = part > REPEAT_LIMIT ? REPEAT_LIMIT : part;
        size += write_quantifier(writer, is_more ? 0 : part, part, node->lazy);
        min -= is_more ? 0 : part;
        more -= is_more ? part : 0;
        add_count(writer, 0);
    }
    return size;
}

static int64_t write_single_repeat(struct writer *writer, const struct ecma_node *node)
{
    bool is_large =
        node->min > REPEAT_LIMIT || (node->max > REPEAT_LIMIT && node->max != ECMA_WITHOUT_END);
    if (is_large)
        return write_pieces(writer, node);
    int64_t size = write_node(writer, node->first);
    if (node->min != 1 || node->max != 1)
        size += write_quantifier(writer, node->min, node->max, node->lazy);
    if (node->max != node->min || node->max > SHORT_RUN)
        add_count(writer, 0);
    return size;
}

static int64_t write_repeat(struct writer *writer, const struct ecma_node *node)
{
    if (node->max == 0 || (node->min == 0 && node->first->max_width == 0))
        return 0; /* a turn that matches nothing does not count, 22.2.2.3.1 */
    if (node->first->max_width == 0 || (node->min == 1 && node->max == 1))
        return write_node(writer, node->first);
    if (node->min == ECMA_WITHOUT_END && node->first->min_width > 0)
        return write_never(writer); /* no string is so long */
    if (is_single(node->first))
        return write_single_repeat(writer, node);
    if (node->min > REPEAT_LIMIT || (node->max > REPEAT_LIMIT && node->max != ECMA_WITHOUT_END))
        refuse(writer, node->offset, S("a repetition this often is not supported here"));
    add(writer, S("(?:"));
    int64_t size = write_content(writer, node->first, true);
    add(writer, S(")"));
    write_quantifier(writer, node->min, node->max, node->lazy);
    int64_t copies = node->max == ECMA_WITHOUT_END ? node->min + INT64_C(1) : node->max;
    return size > SIZE_LIMIT / copies ? SIZE_LIMIT : size * copies + 10;
}

/* ---- groups ---- */

/* How many code points a lookbehind may try, all of its alternatives together. */
static int64_t width_of_all(const struct ecma_node *content)
{
    int64_t width = content->min_width;
    if (content->kind == ECMA_CHOICE)
        for (const struct ecma_node *at = content->first; at; at = at->next)
            width += at->min_width + 1;
    return width;
}

static int64_t write_look(struct writer *writer, const struct ecma_node *node)
{
    bool counted = writer->counted, behind = node->kind == ECMA_LOOK_BEHIND;
    if (behind) {
        const struct ecma_node *fixed =
            ecma_behind(writer->arena, node, &writer->budget, &writer->fault);
        if (!fixed)
            return 0;
        add_count(writer, width_of_all(fixed->first));
        node = fixed;
    }
    writer->counted = writer->wants_counts && !behind;
    add(writer, behind ? S("(?<") : S("(?"));
    add(writer, node->negated ? S("!") : S("="));
    int64_t size = write_content(writer, node->first, false);
    add(writer, S(")"));
    writer->counted = counted;
    return size + 12;
}

static int64_t write_group(struct writer *writer, const struct ecma_node *node)
{
    if (!node->used)
        return write_node(writer, node->first);
    writer->numbers[node->number - 1] = ++writer->group_count;
    add(writer, S("("));
    int64_t size = write_content(writer, node->first, false);
    add(writer, S(")"));
    return size + 12;
}

/* NODE where it has parentheses of its own around it. COUNTED: getting here is a step. */
static int64_t write_content(struct writer *writer, const struct ecma_node *node, bool counted)
{
    int64_t size = 0;
    while (node->kind == ECMA_GROUP && !node->used)
        node = node->first;
    if (node->kind != ECMA_CHOICE) {
        if (counted)
            add_count(writer, node->min_width);
        return write_node(writer, node);
    }
    for (const struct ecma_node *at = node->first; at; at = at->next) {
        if (at != node->first)
            add(writer, S("|"));
        add_count(writer, at->min_width);
        size += write_node(writer, at) + 5;
    }
    return size;
}

static int64_t write_choice(struct writer *writer, const struct ecma_node *node)
{
    add(writer, S("(?:"));
    int64_t size = write_content(writer, node, false);
    add(writer, S(")"));
    return size;
}

static int64_t write_reference(struct writer *writer, const struct ecma_node *node)
{
    buf_printf(&writer->out, "\\g{%" PRId32 "}", writer->numbers[node->group->number - 1]);
    add_count(writer, 0);
    return 5;
}

static int64_t write_sequence(struct writer *writer, const struct ecma_node *node)
{
    int64_t size = 0;
    for (const struct ecma_node *at = node->first; at; at = at->next)
        size += write_node(writer, at);
    return size;
}

/* Writes NODE as an item of a sequence. Returns about what it takes when compiled. */
static int64_t write_node(struct writer *writer, const struct ecma_node *node)
{
    int64_t size = 1;
    if (writer->fault.problem != ECMA_FINE || writer->out.full)
        return 0;
    switch ((enum ecma_kind)node->kind) {
    case ECMA_CHAR:
        return write_char(writer, node->code);
    case ECMA_SET:
        return write_set(writer, node->set);
    case ECMA_START:
        add(writer, S("^"));
        break;
    case ECMA_END:
        add(writer, S("$"));
        break;
    case ECMA_BOUNDARY:
        add(writer, S("\\b"));
        break;
    case ECMA_NO_BOUNDARY:
        add(writer, S("\\B"));
        break;
    case ECMA_SEQUENCE:
        return write_sequence(writer, node);
    case ECMA_CHOICE:
        return write_choice(writer, node);
    case ECMA_GROUP:
        return write_group(writer, node);
    case ECMA_LOOK_AHEAD:
    case ECMA_LOOK_BEHIND:
        return write_look(writer, node);
    case ECMA_REPEAT:
        return write_repeat(writer, node);
    case ECMA_REFERENCE:
        return write_reference(writer, node);
    }
    return size;
}

bool ecma_write(struct arena *arena, const struct ecma_regex *regex, struct ecma_writing writing,
                str *ret_pattern, int64_t *ret_size, struct ecma_fault *ret_fault)
{
    struct writer writer = {.arena = arena,
                            .out = buf_in(arena, PATTERN_LIMIT),
                            .wants_counts = writing.counted,
                            .counted = writing.counted,
                            .budget = {NODE_LIMIT},
                            .numbers = arena_new(arena, int32_t, regex->group_count)};
    *ret_size = write_content(&writer, regex->root, true);
    if (writer.out.full)
        refuse(&writer, 0, S("the pattern is too large to be supported here"));
    *ret_pattern = buf_view(&writer.out);
    *ret_fault = writer.fault;
    return writer.fault.problem == ECMA_FINE;
}
