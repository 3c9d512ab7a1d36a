/*
 * Texts that a regular expression matches, out of its tree. What the tree asks beyond what stands
 * at each place (what stands around a lookahead, a boundary) is left to whoever tries the texts.
 */
#include "base/buf.h"
#include "base/utf8.h"
#include "drift/sample_inner.h"
#include "validate/ecma.h"

enum {
    ALPHABET_CAP = 96, /* code points that are tried */
    COUNT_CAP = 40,    /* of turns that are tried */
    NODE_CAP = 300,    /* of the tree, in which texts differ from the shortest one */
    GROUP_CAP = 100,
    REPEAT_CAP = 5000, /* turns, but for long texts */
    WALK_DEPTH = 1000,
    STEP_CAP = 1500000 /* nodes written, for all texts of a pattern */
};

/* What lines the patterns draw. */
struct lines {
    uint32_t codes[ALPHABET_CAP];
    ptrdiff_t code_count;
    int32_t turns[COUNT_CAP];
    ptrdiff_t turn_count;
};

/* A text being written, like the shortest one but at one node. */
struct writing {
    struct buf out;
    const struct ecma_node *at; /* NULL: nowhere */
    int32_t turns;              /* of the repeat at it */
    const struct ecma_node *branch;
    uint32_t code;
    bool looks; /* what lookaheads want is written, too */
    ptrdiff_t starts[GROUP_CAP], ends[GROUP_CAP];
    int depth;
    int64_t *steps; /* that are left for all texts */
};

/* ---- lines ----------------------------------------------------------------------------------- */

static void add_code(struct lines *lines, uint32_t code)
{
    if (code > CODE_POINT_MAX || (code >= 0xD800 && code < 0xE000))
        return;
    for (ptrdiff_t i = 0; i < lines->code_count; i++)
        if (lines->codes[i] == code)
            return;
    if (lines->code_count < ALPHABET_CAP)
        lines->codes[lines->code_count++] = code;
}

static void add_turns(struct lines *lines, int32_t turns)
{
    for (ptrdiff_t i = 0; i < lines->turn_count; i++)
        if (lines->turns[i] == turns)
            return;
    if (turns >= 0 && turns <= REPEAT_CAP && lines->turn_count < COUNT_CAP)
        lines->turns[lines->turn_count++] = turns;
}

/* The node that comes after NODE in the tree of ROOT, NULL at its end. */
static const struct ecma_node *next_node(const struct ecma_node *root, const struct ecma_node *node)
{
    if (node->first && node->kind != ECMA_CHAR && node->kind != ECMA_SET)
        return node->first;
    while (node != root && !node->next)
        node = node->parent;
    return node == root ? NULL : node->next;
}

static void add_lines(struct lines *lines, const struct ecma_node *root)
{
    int left = NODE_CAP;
    for (const struct ecma_node *n = root; n && left--; n = next_node(root, n)) {
        for (ptrdiff_t i = 0; n->kind == ECMA_SET && i < n->set->count && i < 12; i++) {
            struct ecma_range range = n->set->ranges[i];
            add_code(lines, range.low);
            add_code(lines, range.high);
            add_code(lines, range.low - 1);
            add_code(lines, range.high + 1);
        }
        if (n->kind == ECMA_CHAR)
            add_code(lines, n->code);
        if (n->kind == ECMA_REPEAT) {
            add_turns(lines, n->min);
            add_turns(lines, n->min + 1);
            add_turns(lines, n->min - 1);
            if (n->max != ECMA_WITHOUT_END) {
                add_turns(lines, n->max);
                add_turns(lines, n->max + 1);
            }
        }
    }
}

/* Reads PATTERN as pattern.c does. */
static bool read_pattern(struct arena *arena, const struct pattern *pattern,
                         struct ecma_regex *ret_regex)
{
    struct ecma_fault fault;
    str source = pattern_source(pattern);
    return ecma_parse(arena, source, ECMA_UNICODE, ret_regex, &fault) ||
           ecma_parse(arena, source, ECMA_WITH_ANNEX_B, ret_regex, &fault);
}

/* ---- one text -------------------------------------------------------------------------------- */

static const uint32_t plain_codes[] = {'a', '0', 'A', 'b', '1',    '_',    '-',     ' ',
                                       'z', '9', 'Z', '.', 0x00E9, 0x4E00, 0x1F600, '/'};

static bool may_have(const struct ecma_set *set, uint32_t code)
{
    return set->properties || ecma_set_has(set, code);
}

static uint32_t plain_code(const struct ecma_set *set)
{
    for (size_t i = 0; i < sizeof plain_codes / sizeof *plain_codes; i++)
        if (may_have(set, plain_codes[i]))
            return plain_codes[i];
    return set->count ? set->ranges[0].low : 'a';
}

static void write_code(struct writing *w, uint32_t code)
{
    char bytes[4];
    ptrdiff_t len = utf8_encode(code, bytes);
    buf_add(&w->out, (str){bytes, len});
}

/* True when the node in which the text differs stands in NODE, or is it. */
static bool leads_there(const struct writing *w, const struct ecma_node *node)
{
    for (const struct ecma_node *n = w->at; n; n = n->parent)
        if (n == node)
            return true;
    return false;
}

static void write_node(struct writing *w, const struct ecma_node *node);

static const struct ecma_node *branch_of(const struct writing *w, const struct ecma_node *choice)
{
    const struct ecma_node *best = choice->first;
    if (w->at == choice && w->branch)
        return w->branch;
    for (const struct ecma_node *n = choice->first; n; n = n->next) {
        if (leads_there(w, n))
            return n;
        if (n->min_width < best->min_width)
            best = n;
    }
    return best;
}

static void write_repeat(struct writing *w, const struct ecma_node *node)
{
    int32_t turns = w->at == node ? w->turns : node->min;
    if (!turns && w->at != node && leads_there(w, node))
        turns = 1;
    if (turns > 1 && !node->first->max_width)
        turns = 1;
    for (int32_t i = 0; i < turns && !w->out.full && *w->steps > 0; i++)
        write_node(w, node->first);
}

static void write_group(struct writing *w, const struct ecma_node *node)
{
    ptrdiff_t number = node->number - 1, start = w->out.len;
    if (node->first)
        write_node(w, node->first);
    if (number >= 0 && number < GROUP_CAP) {
        w->starts[number] = start;
        w->ends[number] = w->out.len;
    }
}

static void write_reference(struct writing *w, const struct ecma_node *node)
{
    ptrdiff_t number = (node->group ? node->group->number : node->number) - 1;
    for (ptrdiff_t i = 0;
         number >= 0 && number < GROUP_CAP && w->starts[number] + i < w->ends[number]; i++)
        buf_add_byte(&w->out, w->out.data[w->starts[number] + i]);
}

static void write_node(struct writing *w, const struct ecma_node *node)
{
    if (w->depth >= WALK_DEPTH || w->out.full || --*w->steps < 0)
        return;
    w->depth++;
    switch (node->kind) {
    case ECMA_CHAR:
        write_code(w, node->code);
        break;
    case ECMA_SET:
        write_code(w, w->at == node ? w->code : plain_code(node->set));
        break;
    case ECMA_SEQUENCE:
        for (const struct ecma_node *n = node->first; n; n = n->next)
            write_node(w, n);
        break;
    case ECMA_CHOICE:
        write_node(w, branch_of(w, node));
        break;
    case ECMA_GROUP:
        write_group(w, node);
        break;
    case ECMA_LOOK_AHEAD:
    case ECMA_LOOK_BEHIND:
        if (node->first && !node->negated && (w->looks || leads_there(w, node)))
            write_node(w, node->first);
        break;
    case ECMA_REPEAT:
        write_repeat(w, node);
        break;
    case ECMA_REFERENCE:
        write_reference(w, node);
        break;
    default:
        break;
    }
    w->depth--;
}

/* ---- all texts ------------------------------------------------------------------------------- */

struct texts {
    struct arena *arena;
    const struct ecma_regex *regex;
    const struct lines *lines;
    struct list *out;
    ptrdiff_t end; /* of OUT: no more than so many */
    int64_t steps;
};

static void add_written(struct texts *t, str text)
{
    str *kept = arena_new(t->arena, str, 1);
    if (t->out->count >= t->end)
        return;
    *kept = text;
    list_add(t->arena, t->out, kept);
}

static void write_text(struct texts *t, const struct ecma_node *from, struct writing with)
{
    if (t->out->count >= t->end || t->steps <= 0)
        return;
    struct writing *w = arena_new(t->arena, struct writing, 1);
    *w = with;
    w->steps = &t->steps;
    w->out = buf_in(t->arena, 4 * (ptrdiff_t)LENGTH_CAP);
    write_node(w, from);
    if (!w->out.full && t->steps > 0)
        add_written(t, buf_view(&w->out));
}

/* Texts that differ from the shortest at NODE. */
static void write_at(struct texts *t, const struct ecma_node *node)
{
    const struct ecma_node *root = t->regex->root;
    struct writing with = {.at = node};
    if (node->kind == ECMA_CHOICE)
        for (with.branch = node->first; with.branch; with.branch = with.branch->next)
            write_text(t, root, with);
    for (ptrdiff_t i = 0; node->kind == ECMA_REPEAT && i < t->lines->turn_count; i++) {
        with.turns = t->lines->turns[i];
        if (with.turns >= node->min && with.turns <= node->max)
            write_text(t, root, with);
    }
    if (node->kind == ECMA_LOOK_AHEAD && node->first)
        write_text(t, node->first, (struct writing){0});
}

/* The same with each code point that lines are drawn at. */
static void write_codes(struct texts *t, const struct ecma_node *node)
{
    struct writing with = {.at = node};
    for (ptrdiff_t i = 0; node->kind == ECMA_SET && i < t->lines->code_count; i++) {
        with.code = t->lines->codes[i];
        if (may_have(node->set, with.code))
            write_text(t, t->regex->root, with);
    }
}

/* Texts of LENGTH code points, about, by more turns of a repeat. */
static void write_long(struct texts *t, const struct ecma_node *node, uint64_t length)
{
    if (node->kind != ECMA_REPEAT || length > LENGTH_CAP || !node->first)
        return;
    int64_t width = node->first->min_width > 0 ? node->first->min_width : 1;
    int64_t missing = (int64_t)length - t->regex->root->min_width;
    int64_t turns = node->min + (missing > 0 ? missing + width - 1 : 0) / width;
    if (turns <= node->min)
        return;
    write_text(
        t, t->regex->root,
        (struct writing){.at = node, .turns = turns < node->max ? (int32_t)turns : node->max});
}

static void write_all(struct texts *t, const struct list *lengths)
{
    const struct ecma_node *root = t->regex->root;
    int left = NODE_CAP;
    write_text(t, root, (struct writing){0});
    if (t->regex->has_lookaheads)
        write_text(t, root, (struct writing){.looks = true});
    for (const struct ecma_node *n = root; n && left--; n = next_node(root, n))
        for (ptrdiff_t i = 0; i < lengths->count && i < 12; i++)
            write_long(t, n, *(const uint64_t *)lengths->at[i]);
    left = NODE_CAP;
    for (const struct ecma_node *n = root; n && left--; n = next_node(root, n))
        write_at(t, n);
    left = NODE_CAP;
    for (const struct ecma_node *n = root; n && left--; n = next_node(root, n))
        write_codes(t, n);
}

void pattern_texts(struct arena *arena, const struct pattern *pattern, const struct list *others,
                   const struct list *lengths, ptrdiff_t max, struct list *ret_texts)
{
    struct ecma_regex regex, other;
    struct lines lines = {0};
    if (!read_pattern(arena, pattern, &regex) || !regex.root)
        return;
    add_lines(&lines, regex.root);
    for (ptrdiff_t i = 0; i < others->count && i < 12; i++)
        if (others->at[i] != pattern && read_pattern(arena, others->at[i], &other) && other.root)
            add_lines(&lines, other.root);
    for (size_t i = 0; i < sizeof plain_codes / sizeof *plain_codes; i++)
        add_code(&lines, plain_codes[i]);
    add_turns(&lines, 1);
    add_turns(&lines, 2);
    struct texts texts = {arena, &regex, &lines, ret_texts, ret_texts->count + max, STEP_CAP};
    write_all(&texts, lengths);
}
