#include "validate/ecma.h"

#include "base/utf8.h"
#include "validate/ecma_reader.h"

#include <assert.h>

static struct ecma_node *new_here(struct ecma_reader *reader, enum ecma_kind kind, ptrdiff_t start)
{
    return ecma_node_new(reader->arena, kind, start);
}

/* A node that matches CODE, or nothing where that is a surrogate, which no string has. */
static struct ecma_node *new_char(struct ecma_reader *reader, uint32_t code, ptrdiff_t start)
{
    bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    struct ecma_node *node = new_here(reader, is_surrogate ? ECMA_SET : ECMA_CHAR, start);
    if (is_surrogate)
        node->set = arena_new(reader->arena, struct ecma_set, 1);
    else
        node->code = code;
    return node;
}

static struct ecma_node *new_set(struct ecma_reader *reader, const struct ecma_set *set,
                                 ptrdiff_t start)
{
    struct ecma_node *node = new_here(reader, ECMA_SET, start);
    node->set = set;
    return node;
}

/*
 * Counts the groups of the source and finds out whether any has a name: what `\1` and `\k` are may
 * depend on what follows them.
 */
static void count_groups(struct ecma_reader *reader)
{
    bool in_class = false;
    for (; reader->at < reader->source.len; reader->at++) {
        int c = ecma_peek(reader, 0), next = ecma_peek(reader, 1), fourth = ecma_peek(reader, 3);
        bool named = next == '?' && ecma_peek(reader, 2) == '<' && fourth != '=' && fourth != '!';
        if (c == '\\')
            reader->at++;
        else if (c == '[')
            in_class = true;
        else if (c == ']')
            in_class = false;
        else if (c == '(' && !in_class && (next != '?' || named)) {
            reader->group_total++;
            reader->has_names |= named;
        }
    }
    reader->at = 0;
}

/* ---- atoms, 22.2.1 ---- */

static struct ecma_node *read_choice(struct ecma_reader *reader);

static struct ecma_node *new_reference(struct ecma_reader *reader, ptrdiff_t start, bool by_name,
                                       str name, int32_t number)
{
    struct ecma_node *node = new_here(reader, ECMA_REFERENCE, start);
    struct ecma_pending *pending = arena_new(reader->arena, struct ecma_pending, 1);
    node->number = number;
    *pending = (struct ecma_pending){reader->references, node, by_name, name};
    reader->references = pending;
    reader->reference_count++;
    return node;
}

/* DecimalEscape. NULL, with nothing taken, when it is no reference; Annex B then reads it anew. */
static struct ecma_node *read_numbered(struct ecma_reader *reader, ptrdiff_t start)
{
    ptrdiff_t digits = reader->at;
    int32_t number = ecma_read_number(reader);
    if (number <= reader->group_total)
        return new_reference(reader, start, false, (str){0}, number);
    reader->at = digits;
    ecma_bend(reader, start, S("there is no group with this number (22.2.1.1)"));
    return NULL;
}

/* `\k` by name; the backslash was taken. */
static struct ecma_node *read_named(struct ecma_reader *reader, ptrdiff_t start)
{
    str name;
    reader->at++;
    if (!ecma_skip(reader, S("<"))) {
        ecma_fail(reader, start, S("\\k is followed by the name of a group in <> (22.2.1)"));
        return NULL;
    }
    if (!ecma_read_name(reader, &name))
        return NULL;
    return new_reference(reader, start, true, name, 0);
}

static struct ecma_node *read_backslash(struct ecma_reader *reader)
{
    ptrdiff_t start = reader->at++;
    int c = ecma_peek(reader, 0);
    if (c == 'b' || c == 'B') {
        reader->at++;
        return new_here(reader, c == 'b' ? ECMA_BOUNDARY : ECMA_NO_BOUNDARY, start);
    }
    if (c == 'k' && (!reader->annex_b || reader->has_names))
        return read_named(reader, start);
    if (c >= '1' && c <= '9') {
        struct ecma_node *reference = read_numbered(reader, start);
        if (reference || reader->fault.problem > ECMA_ANNEX_B)
            return reference;
    }
    struct ecma_escape escape;
    if (!ecma_read_escape(reader, false, &escape))
        return NULL;
    return escape.is_set ? new_set(reader, escape.set, start)
                         : new_char(reader, escape.code, start);
}

/* The node of the group that begins at START, with its number and name. */
static struct ecma_node *new_group(struct ecma_reader *reader, ptrdiff_t start)
{
    struct ecma_node *node = new_here(reader, ECMA_GROUP, start);
    assert(reader->groups_begun < reader->group_total);
    reader->groups[reader->groups_begun++] = node;
    node->number = (int32_t)reader->groups_begun;
    if (!ecma_skip(reader, S("?<")))
        return node;

    str name;
    ptrdiff_t at = reader->at;
    if (!ecma_read_name(reader, &name))
        return NULL;
    struct map_entry *entry = map_entry(&reader->names, name, NULL);
    if (entry->value) {
        ecma_fail(reader, at, S("two groups have one name (22.2.1.1)"));
        return NULL;
    }
    entry->value = node;
    return node;
}

/* What the bytes behind `(` begin; NULL for what only holds its content together, or is no group.
 */
static struct ecma_node *read_group_head(struct ecma_reader *reader, ptrdiff_t start)
{
    static const struct {
        str head;
        enum ecma_kind kind;
        bool negated;
    } looks[] = {
        {STR_INIT("?="), ECMA_LOOK_AHEAD, false},
        {STR_INIT("?!"), ECMA_LOOK_AHEAD, true},
        {STR_INIT("?<="), ECMA_LOOK_BEHIND, false},
        {STR_INIT("?<!"), ECMA_LOOK_BEHIND, true},
    };
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (ecma_skip(reader, looks[i].head)) {
            struct ecma_node *node = new_here(reader, looks[i].kind, start);
            node->negated = looks[i].negated;
            reader->has_lookaheads |= looks[i].kind == ECMA_LOOK_AHEAD;
            return node;
        }
    if (ecma_skip(reader, S("?:")))
        return NULL;
    if (ecma_peek(reader, 0) == '?' && ecma_peek(reader, 1) != '<') {
        ecma_fail(reader, start, S("(? is followed by one of : = ! < (22.2.1, Atom)"));
        return NULL;
    }
    return new_group(reader, start);
}

static struct ecma_node *read_group(struct ecma_reader *reader)
{
    ptrdiff_t start = reader->at++;
    if (++reader->depth > ECMA_DEPTH_LIMIT) {
        if (reader->fault.problem < ECMA_UNSUPPORTED)
            reader->fault = (struct ecma_fault){ECMA_UNSUPPORTED, start,
                                                S("groups are nested more than 200 deep")};
        return NULL;
    }
    struct ecma_node *head = read_group_head(reader, start);
    if (!head && reader->fault.problem > ECMA_ANNEX_B)
        return NULL;
    struct ecma_node *content = read_choice(reader);
    if (!content)
        return NULL;
    if (!ecma_skip(reader, S(")"))) {
        ecma_fail(reader, start, S("this group has no ) (22.2.1, Atom)"));
        return NULL;
    }
    reader->depth--;
    if (!head)
        return content;
    head->first = content;
    return head;
}

static struct ecma_node *read_repeat(struct ecma_reader *reader, struct ecma_node *atom,
                                     ptrdiff_t start)
{
    int32_t min, max;
    bool lazy;
    if (!ecma_read_quantifier(reader, &min, &max, &lazy))
        return atom;
    if (reader->fault.problem > ECMA_ANNEX_B)
        return NULL;
    struct ecma_node *node = new_here(reader, ECMA_REPEAT, start);
    node->first = atom;
    node->min = min;
    node->max = max;
    node->lazy = lazy;
    return node;
}

/* ---- terms, alternatives, disjunctions ---- */

/* A character that has a meaning, where it has none: `{`, `}` or `]`. */
static struct ecma_node *read_lone(struct ecma_reader *reader)
{
    ptrdiff_t start = reader->at;
    int32_t min, max;
    if (ecma_peek(reader, 0) == '{' && ecma_read_braces(reader, &min, &max)) {
        ecma_fail(reader, start, S("there is nothing that could be repeated (22.2.1, Term)"));
        return NULL;
    }
    if (!ecma_bend(reader, start, S("a { } or ] of its own needs a backslash (22.2.1)")))
        return NULL;
    return new_char(reader, ecma_take(reader), start);
}

/* Reads Term without its quantifier. *RET_REPEATS: it may have one. */
static struct ecma_node *read_atom(struct ecma_reader *reader, bool *ret_repeats)
{
    ptrdiff_t start = reader->at;
    int c = ecma_peek(reader, 0);
    struct ecma_node *node;
    switch (c) {
    case '^':
    case '$':
        reader->at++;
        *ret_repeats = false;
        return new_here(reader, c == '^' ? ECMA_START : ECMA_END, start);
    case '(':
        node = read_group(reader);
        *ret_repeats = node && !(node->kind == ECMA_LOOK_BEHIND && node->offset == start);
        return node;
    case '\\':
        node = read_backslash(reader);
        *ret_repeats = node && node->kind != ECMA_BOUNDARY && node->kind != ECMA_NO_BOUNDARY;
        return node;
    case '[': {
        const struct ecma_set *set = ecma_read_class(reader);
        return set ? new_set(reader, set, start) : NULL;
    }
    case '.': {
        struct ecma_set *set = arena_new(reader->arena, struct ecma_set, 1);
        reader->at++;
        ecma_set_add_set(reader->arena, set, &ecma_line_ends, true);
        return new_set(reader, set, start);
    }
    case '*':
    case '+':
    case '?':
        ecma_fail(reader, start, S("there is nothing that could be repeated (22.2.1, Term)"));
        return NULL;
    case '{':
    case '}':
    case ']':
        return read_lone(reader);
    default:
        return new_char(reader, ecma_take(reader), start);
    }
}

static struct ecma_node *read_term(struct ecma_reader *reader)
{
    ptrdiff_t start = reader->at;
    bool repeats = true;
    struct ecma_node *atom = read_atom(reader, &repeats);
    if (!atom || !repeats)
        return atom;
    bool is_look = atom->kind == ECMA_LOOK_AHEAD && atom->offset == start;
    ptrdiff_t at = reader->at;
    struct ecma_node *term = read_repeat(reader, atom, start);
    if (is_look && term && term != atom &&
        !ecma_bend(reader, at, S("a lookahead cannot be repeated (22.2.1, Term)")))
        return NULL;
    return term;
}

/* A list of nodes that grows at its end. */
struct node_list {
    struct ecma_node *first, **end;
    ptrdiff_t count;
};

static void append(struct node_list *list, struct ecma_node *node)
{
    *(list->first ? list->end : &list->first) = node;
    list->end = &node->next;
    list->count++;
}

static struct ecma_node *list_as(struct ecma_reader *reader, enum ecma_kind kind, ptrdiff_t start,
                                 struct node_list list)
{
    if (list.count == 1)
        return list.first;
    struct ecma_node *node = new_here(reader, kind, start);
    node->first = list.first;
    return node;
}

static struct ecma_node *read_sequence(struct ecma_reader *reader)
{
    ptrdiff_t start = reader->at;
    struct node_list list = {0};
    for (int c; (c = ecma_peek(reader, 0)) != -1 && c != '|' && c != ')';) {
        struct ecma_node *term = read_term(reader);
        if (!term)
            return NULL;
        append(&list, term);
    }
    return list_as(reader, ECMA_SEQUENCE, start, list);
}

static bool is_single(const struct ecma_node *node)
{
    return node->kind == ECMA_CHAR || (node->kind == ECMA_SET && !node->set->properties);
}

/* Joins FROM and the alternatives behind it that are single code points, which are often many. */
static struct ecma_node *join_singles(struct ecma_reader *reader, struct ecma_node *from,
                                      struct ecma_node **ret_rest)
{
    struct ecma_node *next = from->next;
    if (!is_single(from) || !next || !is_single(next)) {
        *ret_rest = next;
        return from;
    }
    struct ecma_set *set = arena_new(reader->arena, struct ecma_set, 1);
    for (next = from; next && is_single(next); next = next->next)
        if (next->kind == ECMA_CHAR)
            ecma_set_add(reader->arena, set, next->code, next->code);
        else
            ecma_set_add_set(reader->arena, set, next->set, false);
    ecma_set_finish(set);
    *ret_rest = next;
    return new_set(reader, set, from->offset);
}

static struct ecma_node *read_choice(struct ecma_reader *reader)
{
    ptrdiff_t start = reader->at;
    struct node_list all = {0}, list = {0};
    do {
        struct ecma_node *alternative = read_sequence(reader);
        if (!alternative)
            return NULL;
        append(&all, alternative);
    } while (ecma_skip(reader, S("|")));
    for (struct ecma_node *at = all.first, *rest; at; at = rest) {
        struct ecma_node *joined = join_singles(reader, at, &rest);
        joined->next = NULL;
        append(&list, joined);
    }
    return list_as(reader, ECMA_CHOICE, start, list);
}

/* ---- what is known when all was read ---- */

static int32_t sum(int32_t a, int32_t b)
{
    return a > ECMA_WITHOUT_END - b ? ECMA_WITHOUT_END : a + b;
}

static int32_t product(int32_t a, int32_t b)
{
    int64_t exact = (int64_t)a * b;
    return exact > ECMA_WITHOUT_END ? ECMA_WITHOUT_END : (int32_t)exact;
}

/* Sets parents and widths of NODE and all below it. */
static void measure(struct ecma_node *node)
{
    int32_t min = 0, max = 0;
    if (node->kind == ECMA_CHAR || node->kind == ECMA_SET)
        min = max = 1;
    if (node->kind == ECMA_REFERENCE)
        max = ECMA_WITHOUT_END;
    for (struct ecma_node *child = node->first; child; child = child->next) {
        child->parent = node;
        measure(child);
        node->idle_turns |= child->idle_turns;
        if (node->kind == ECMA_CHOICE) {
            min = child == node->first || child->min_width < min ? child->min_width : min;
            max = child->max_width > max ? child->max_width : max;
        } else if (node->kind != ECMA_LOOK_AHEAD && node->kind != ECMA_LOOK_BEHIND) {
            min = sum(min, child->min_width);
            max = sum(max, child->max_width);
        }
    }
    if (node->kind == ECMA_REPEAT) {
        node->idle_turns |= node->max > node->min && min == 0 && max > 0;
        min = product(min, node->min);
        max = product(max, node->max);
    }
    node->min_width = min;
    node->max_width = max;
}

/* Puts the references in order, each with its group. */
static bool resolve(struct ecma_reader *reader, struct ecma_regex *regex)
{
    regex->reference_count = reader->reference_count;
    regex->references = arena_new(reader->arena, struct ecma_node *, reader->reference_count);
    ptrdiff_t i = reader->reference_count;
    struct ecma_node *lost = NULL;
    for (struct ecma_pending *at = reader->references; at; at = at->next) {
        struct ecma_node *group =
            at->by_name ? map_get(&reader->names, at->name) : reader->groups[at->node->number - 1];
        at->node->group = group;
        regex->references[--i] = at->node;
        if (!group)
            lost = at->node;
    }
    if (lost)
        ecma_fail(reader, lost->offset, S("there is no group with this name (22.2.1.1)"));
    return !lost;
}

bool ecma_parse(struct arena *arena, str source, enum ecma_grammar grammar,
                struct ecma_regex *ret_regex, struct ecma_fault *ret_fault)
{
    struct ecma_reader reader = {.arena = arena,
                                 .source = source,
                                 .annex_b = grammar == ECMA_WITH_ANNEX_B,
                                 .names = {.arena = arena}};
    ptrdiff_t bad = utf8_find_bad(source);
    if (source.len > ECMA_LENGTH_LIMIT)
        reader.fault = (struct ecma_fault){ECMA_UNSUPPORTED, ECMA_LENGTH_LIMIT,
                                           S("the pattern is longer than 1 MiB")};
    else if (bad >= 0)
        ecma_fail(&reader, bad, S("this is no UTF-8"));
    if (reader.fault.problem == ECMA_FINE) {
        count_groups(&reader);
        reader.groups = arena_new(arena, struct ecma_node *, reader.group_total);
        *ret_regex = (struct ecma_regex){.source = source, .groups = reader.groups};
        ret_regex->root = read_choice(&reader);
        if (ret_regex->root && reader.at < source.len)
            ecma_fail(&reader, reader.at, S("this ) ends no group (22.2.1)"));
    }
    if (reader.fault.problem <= ECMA_ANNEX_B && resolve(&reader, ret_regex)) {
        ret_regex->group_count = reader.groups_begun;
        ret_regex->has_lookaheads = reader.has_lookaheads;
        ret_regex->has_properties = reader.has_properties;
        measure(ret_regex->root);
    }
    *ret_fault = reader.fault;
    return reader.fault.problem <= ECMA_ANNEX_B;
}
