/*
 * concealed.c - what is read but not seen.
 *
 * The texts are taken from the tree, where escapes are resolved, and pointed at in the source,
 * where they may be written as escapes.
 */
#include "contract/concealed.h"

#include "base/show.h"
#include "base/utf8.h"
#include "schema/pointer.h"

enum { REPORTED_TEXTS = 100, REPORTED_BYTES = 1 << 20 };

/* ---- characters ------------------------------------------------------------------------------ */

struct range {
    uint32_t first, last;
    enum concealed_kind kind;
};

/* Kinds by code points. What stands in no row and does not show as itself is of kind "other". */
static const struct range ranges[] = {
    {0x00, 0x1F, CONCEALED_CONTROL},        {0x7F, 0x9F, CONCEALED_CONTROL},
    {0x61C, 0x61C, CONCEALED_BIDI},         {0x180E, 0x180E, CONCEALED_ZERO_WIDTH},
    {0x200B, 0x200D, CONCEALED_ZERO_WIDTH}, {0x200E, 0x200F, CONCEALED_BIDI},
    {0x202A, 0x202E, CONCEALED_BIDI},       {0x2060, 0x2060, CONCEALED_ZERO_WIDTH},
    {0x2066, 0x2069, CONCEALED_BIDI},       {0xE000, 0xF8FF, CONCEALED_PRIVATE},
    {0xFE00, 0xFE0F, CONCEALED_VARIATION},  {0xFEFF, 0xFEFF, CONCEALED_ZERO_WIDTH},
    {0xE0000, 0xE007F, CONCEALED_TAG},      {0xE0100, 0xE01EF, CONCEALED_VARIATION},
    {0xF0000, 0xFFFFD, CONCEALED_PRIVATE},  {0x100000, 0x10FFFD, CONCEALED_PRIVATE},
};

/* True for one that is real text by itself, behind a character whose form it selects. */
static bool is_plain_selector(uint32_t code)
{
    return code >= 0xFE00 && code <= 0xFE0F;
}

/*
 * True when TEXT ends with a character that has forms to select: emoji, among them those of digits,
 * symbols, ideographs. Letters of most scripts have none: a selector behind each hides half a byte.
 */
static bool has_forms(str text)
{
    ptrdiff_t at = utf8_unskip(text, text.len, 1), len;
    if (!text.len)
        return false;
    uint32_t code = utf8_decode(str_skip(text, at), &len);
    return (code >= '0' && code <= '9') || code == '#' || code == '*' || code == 0xA9 ||
           code == 0xAE || code >= 0x1000;
}

/* True when CODE does not show; *RET_KIND is what it is. */
static bool kind_of(uint32_t code, enum concealed_kind *ret_kind)
{
    if (code == '\t' || code == '\n' || code == '\r')
        return false;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && code >= ranges[i].first; i++)
        if (code <= ranges[i].last) {
            *ret_kind = ranges[i].kind;
            return true;
        }
    *ret_kind = CONCEALED_OTHER;
    return show_is_concealed(code);
}

/* The bytes from the start of TEXT on that are characters of KIND. */
static ptrdiff_t run_length(str text, enum concealed_kind kind)
{
    ptrdiff_t at = 0, len;
    for (enum concealed_kind other; at < text.len; at += len)
        if (!kind_of(utf8_decode(str_skip(text, at), &len), &other) || other != kind)
            break;
    return at;
}

/* True for a byte that is a visible character by itself, or a blank: most are. */
static bool is_visible_byte(char c)
{
    unsigned char byte = (unsigned char)c;
    return (byte >= ' ' && byte < 0x7F) || byte == '\n';
}

bool concealed_find(str text, struct concealed *ret_concealed)
{
    for (ptrdiff_t at = 0, len; at < text.len; at += len) {
        len = 1;
        if (is_visible_byte(text.data[at]))
            continue;
        enum concealed_kind kind;
        uint32_t code = utf8_decode(str_skip(text, at), &len);
        if (!kind_of(code, &kind))
            continue;
        ptrdiff_t run = run_length(str_skip(text, at), kind);
        if (run == len && is_plain_selector(code) && has_forms(str_first(text, at)))
            continue;
        *ret_concealed = (struct concealed){kind, code, at, run};
        return true;
    }
    return false;
}

/* The number of concealed characters in TEXT. */
static ptrdiff_t count_concealed(str text)
{
    ptrdiff_t count = 0;
    for (struct concealed c; concealed_find(text, &c); text = str_skip(text, c.at + c.len))
        count += utf8_count(str_first(str_skip(text, c.at), c.len));
    return count;
}

/* ---- what is hidden in them ------------------------------------------------------------------ */

/* The byte that CODE, a tag or a variation selector, stands for. */
static char hidden_byte(uint32_t code)
{
    if (is_plain_selector(code))
        return (char)(code - 0xFE00);
    return (char)(code >= 0xE0100 ? code - 0xE0100 + 16 : code - 0xE0000);
}

static void add_hidden(struct buf *out, str run)
{
    for (ptrdiff_t len; run.len; run = str_skip(run, len)) {
        char byte = hidden_byte(utf8_decode(run, &len));
        if (byte != 0x7F && byte != 0x01) /* tags that end a text and tell its language */
            buf_add_byte(out, byte);
    }
}

/* What all tags and variation selectors of TEXT that are concealed spell, in the arena. */
static str hidden_text(struct arena *arena, str text)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    for (struct concealed c; concealed_find(text, &c); text = str_skip(text, c.at + c.len))
        if (c.kind == CONCEALED_TAG || c.kind == CONCEALED_VARIATION)
            add_hidden(&out, str_first(str_skip(text, c.at), c.len));
    return buf_view(&out);
}

/* ---- where they stand in the source ---------------------------------------------------------- */

/* The number that the COUNT hexadecimal digits at the start of S are; -1 when they are none. */
static int64_t hex_digits(str s, ptrdiff_t count)
{
    int64_t value = 0;
    if (s.len < count)
        return -1;
    for (ptrdiff_t i = 0; i < count; i++) {
        char c = s.data[i], letter = (char)(c | 0x20);
        if (c >= '0' && c <= '9')
            value = value * 16 + (c - '0');
        else if (letter >= 'a' && letter <= 'f')
            value = value * 16 + (letter - 'a' + 10);
        else
            return -1;
    }
    return value;
}

/*
 * The bytes of the escape at the start of S (RFC 8259 section 7; YAML 1.2.2 section 5.7), with the
 * code point in *RET_CODE, or -1 there for one that is no number.
 */
static ptrdiff_t read_escape(str s, int64_t *ret_code)
{
    ptrdiff_t digits = s.len < 2          ? 0
                       : s.data[1] == 'u' ? 4
                       : s.data[1] == 'U' ? 8
                       : s.data[1] == 'x' ? 2
                                          : 0;
    *ret_code = digits ? hex_digits(str_skip(s, 2), digits) : -1;
    if (*ret_code < 0)
        return s.len < 2 ? s.len : 2;
    ptrdiff_t len = 2 + digits;
    str next = str_skip(s, len);
    if (*ret_code >= 0xD800 && *ret_code < 0xDC00 && str_starts(next, S("\\u"))) {
        int64_t low = hex_digits(str_skip(next, 2), 4);
        *ret_code = 0x10000 + (*ret_code - 0xD800) * 0x400 + (low - 0xDC00);
        len += low < 0 ? 0 : 6;
    }
    return len;
}

/* The part of WHERE, a text in quotes or without, that is CODE as it is or escaped; else WHERE. */
static place narrow(place where, uint32_t code)
{
    if (!where.text || where.start < 0 || where.len <= 0)
        return where;
    str source = str_first(str_skip(where.text->chars, where.start), where.len);
    bool has_escapes = source.data[0] == '"';
    for (ptrdiff_t at = 0, len; at < source.len; at += len) {
        str rest = str_skip(source, at);
        int64_t got;
        if (has_escapes && rest.data[0] == '\\')
            len = read_escape(rest, &got);
        else
            got = utf8_decode(rest, &len);
        if (got == code)
            return (place){where.text, where.start + at, len};
    }
    return where;
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* How the walk came to a value: the member or item of the step before. */
struct step {
    const struct step *above;
    const struct node *key; /* NULL: of an array */
    uint32_t index;
};

struct search {
    struct diag_list *found;
    const struct sources *sources;
    enum diag_code code;
    const char *owner; /* what is walked, for messages */
    int reported, more;
    ptrdiff_t bytes; /* of the pointers that were reported */
};

/* What is said of each kind: in the message, and as a hint. */
static const struct {
    const char *words, *hint;
} kinds[] = {
    [CONCEALED_TAG] = {"a tag character", "it is real text only in the flag of a region"},
    [CONCEALED_BIDI] = {"a bidirectional control",
                        "it is real text only where scripts of both directions are mixed"},
    [CONCEALED_ZERO_WIDTH] = {"a zero-width character",
                              "it is real text only between emoji that are joined and between "
                              "letters of scripts such as Arabic or Devanagari"},
    [CONCEALED_PRIVATE] = {"a private-use character",
                           "it is real text only for those who share a font"},
    [CONCEALED_VARIATION] = {"a variation selector",
                             "it is real text only by itself, behind an emoji or an ideograph"},
    [CONCEALED_CONTROL] = {"a control character", "it is no text, and can steer a terminal"},
    [CONCEALED_OTHER] = {"a character that does not show", "it is hardly ever real text"},
};

static void add_path(struct buf *pointer, const struct step *step)
{
    if (!step)
        return;
    add_path(pointer, step->above);
    if (step->key)
        pointer_add_token(pointer, node_text(step->key));
    else
        pointer_add_index(pointer, step->index);
}

/* Says what else there is to know of TEXT, which DIAG is about and whose first KIND was told. */
static void add_remarks(struct search *s, struct diag *diag, str text, enum concealed_kind kind)
{
    ptrdiff_t count = count_concealed(text);
    str hidden = hidden_text(s->found->arena, text);
    if (hidden.len)
        diag_note(s->found, diag, (place){0}, "what is hidden there reads \"%s\"",
                  show(s->found->arena, hidden));
    if (count > 1)
        diag_note(s->found, diag, (place){0}, "%td such characters are in this text", count);
    if (s->code == W1001)
        diag_hint(s->found, diag, "%s", kinds[kind].hint);
    else
        diag_hint(s->found, diag, "%s; take it out, or go on with it by --allow-concealed",
                  kinds[kind].hint);
}

/* Reports CONCEALED in the string NODE, the name of a member or a value at STEP. */
static void report(struct search *s, const struct node *node, const struct step *step, bool is_key,
                   struct concealed concealed)
{
    if (s->reported == REPORTED_TEXTS || s->bytes > REPORTED_BYTES) {
        s->more++;
        return;
    }
    s->reported++;
    struct arena *arena = s->found->arena;
    struct buf path = buf_in(arena, PTRDIFF_MAX);
    add_path(&path, step);
    s->bytes += path.len;
    const char *pointer = arena_copy(arena, buf_view(&path)).data;
    place where = narrow(sources_place(s->sources, node), concealed.code);
    struct diag *diag = diag_report(s->found, s->code, where, "%s %s%s has \\u{%x}, %s", s->owner,
                                    is_key ? "the name of " : "",
                                    path.len ? show_all(arena, buf_view(&path)) : "itself",
                                    (unsigned)concealed.code, kinds[concealed.kind].words);
    diag->pointer = pointer;
    diag->id = arena_printf(arena, "%s %s %s", s->owner, is_key ? "name" : "value", pointer).data;
    add_remarks(s, diag, node_text(node), concealed.kind);
}

static void look_at(struct search *s, const struct node *node, const struct step *step, bool is_key)
{
    struct concealed concealed;
    if (node_is(node, NODE_STRING) && concealed_find(node_text(node), &concealed))
        report(s, node, step, is_key, concealed);
}

/* Looks at all texts in NODE, which STEP leads to. The readers bound the depth. */
static void walk(struct search *s, const struct node *node, const struct step *step)
{
    look_at(s, node, step, false);
    for (uint32_t i = 0; node_is(node, NODE_ARRAY) && i < node->count; i++) {
        struct step next = {step, NULL, i};
        walk(s, node_item(node, i), &next);
    }
    for (uint32_t i = 0; node_is(node, NODE_OBJECT) && i < node->count; i++) {
        struct step next = {step, node_key(node, i), i};
        look_at(s, next.key, &next, true);
        walk(s, node_value(node, i), &next);
    }
}

/* Walks what was LISTED beside the tools, each of which is a WORD. */
static void walk_listed(struct search *s, const struct listed *listed, const char *word)
{
    for (ptrdiff_t i = 0; i < listed->count; i++) {
        const struct node *name = node_get(listed->entries[i], S("name"));
        s->owner = arena_printf(s->found->arena, "%s %td:", word, i + 1).data;
        if (node_is(name, NODE_STRING))
            s->owner = arena_printf(s->found->arena, "%s \"%s\":", word,
                                    show(s->found->arena, node_text(name)))
                           .data;
        walk(s, listed->entries[i], NULL);
    }
}

bool concealed_report(struct diag_list *found, const struct listing *listing, bool is_allowed)
{
    struct search s = {.found = found,
                       .sources = listing->sources,
                       .code = is_allowed ? W1001 : D1001,
                       .owner = "server:"};
    for (ptrdiff_t i = 0; i < listing->openings.count; i++)
        walk(&s, listing->openings.entries[i], NULL);
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        s.owner = arena_printf(found->arena,
                               "tool %s:", tool_shown(found->arena, listing, &listing->tools[i]))
                      .data;
        walk(&s, listing->tools[i].entry, NULL);
    }
    walk_listed(&s, &listing->prompts, "prompt");
    walk_listed(&s, &listing->templates, "resource template");
    if (s.more)
        diag_report(found, s.code, (place){0}, "%d more texts have concealed characters", s.more);
    return s.reported == 0;
}
