/*
 * yaml.c - YAML, as events from libyaml, into the tree.
 *
 * libyaml gives untyped scalars and places counted in characters. Here they get their types by the
 * core schema of YAML 1.2 (scalar.c) and their places in bytes (byte_offset), merge keys and
 * aliases are expanded, and nesting and expansion are held to their limits. The reader begins at
 * read_events; all that a node needs once it is complete happens in finish_node, for scalars, which
 * most nodes are, in on_scalar.
 */
#include "source/reader.h"
#include "source/scalar.h"

#include "base/show.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* Expanded nodes a document may have, beyond EXPANSION_FACTOR times those written. */
enum { EXPANSION_ALLOWANCE = 1000000, EXPANSION_FACTOR = 10 };

/* So many bytes of a key count as one node more where an alias or a merge key repeats it. */
enum { KEY_BYTES_A_NODE = 64 };

/* libyaml compares each %TAG directive with all others. */
enum { MAX_TAG_DIRECTIVES = 100 };

struct anchor {
    struct node node;
    str key;           /* what a scalar is as a key */
    bool open;         /* its node is not complete */
    uint64_t expanded; /* nodes it stands for, with all aliases in it expanded */
    ptrdiff_t height;  /* levels of nesting in it */
};

/* A mapping whose faults another takes over, in a list. */
struct inherited {
    struct node mapping;
    struct inherited *next;
};

/* A mapping or sequence that is not complete. */
struct frame {
    ptrdiff_t base; /* where its contents begin on the node stack */
    uint32_t start, end;
    bool is_mapping, has_merge, has_faulty_key;
    struct inherited *inherited; /* mappings with faults that were merged into this one */
    struct anchor *anchor;       /* or NULL */
    uint64_t expanded;
    ptrdiff_t height;
};

/* LEN characters that are one byte each. The first is the character INDEX, at the byte OFFSET. */
struct run {
    size_t index, len;
    ptrdiff_t offset;
};

struct reader {
    struct sources *sources;
    struct document *document;
    yaml_parser_t parser;
    str text;
    struct run run; /* the characters that byte_offset knows of */
    struct node_stack nodes;
    struct frame *frames, *top; /* the first of them holds the root */
    ptrdiff_t frame_cap, max_depth;
    struct map anchors;
    uint64_t repeated; /* members that merge keys have copied and keys that aliases stand for */
    uint64_t largest;  /* what the largest alias stands for, and where it is */
    ptrdiff_t largest_start, largest_len;
    bool ended; /* by a "..." line */
    struct read_error *error;
};

static bool fail(struct reader *r, enum diag_code code, ptrdiff_t start, ptrdiff_t len,
                 const char *message)
{
    if (len > r->text.len - start)
        len = r->text.len - start;
    *r->error = (struct read_error){.code = code, .start = start, .len = len, .message = message};
    return false;
}

/* Makes the character INDEX, at the byte OFFSET, the first of those that are known. */
static ptrdiff_t begin_run(struct reader *r, size_t index, ptrdiff_t offset)
{
    enum { ENOUGH = 512 };
    ptrdiff_t end = offset;
    while (utf8_is_ascii_word(r->text, end) && end - offset < ENOUGH)
        end += 8;
    while (end < r->text.len && (unsigned char)r->text.data[end] < 0x80 && end - offset < ENOUGH)
        end++;
    r->run = (struct run){index, (size_t)(end - offset), offset};
    return offset;
}

/* The same as byte_offset where the character is not in the run. */
static ptrdiff_t walk_to(struct reader *r, size_t index)
{
    struct run run = r->run;
    if (index < run.index)
        return begin_run(r, index, utf8_unskip(r->text, run.offset, run.index - index));
    return begin_run(
        r, index, utf8_skip(r->text, run.offset + (ptrdiff_t)run.len, index - run.index - run.len));
}

/*
 * The byte offset of the character INDEX, which libyaml's marks count. Marks come nearly in order:
 * most lie in the run of ASCII that an earlier one began, the others are walked to from there. All
 * walks together are about as long as the text.
 */
static ptrdiff_t byte_offset(struct reader *r, size_t index)
{
    size_t ahead = index - r->run.index; /* huge when it lies before */
    return ahead <= r->run.len ? r->run.offset + (ptrdiff_t)ahead : walk_to(r, index);
}

/* The same, cheaper when it is at GUESS. */
static ptrdiff_t byte_offset_guessed(struct reader *r, size_t index, ptrdiff_t guess)
{
    size_t ahead = index - r->run.index;
    if (ahead <= r->run.len)
        return r->run.offset + (ptrdiff_t)ahead;
    ptrdiff_t known = r->run.offset + (ptrdiff_t)r->run.len;
    if (guess < known || guess > r->text.len || !utf8_begins(r->text, guess))
        return walk_to(r, index);
    str between = {r->text.data + known, guess - known};
    bool right = (size_t)utf8_count(between) == ahead - r->run.len;
    return right ? begin_run(r, index, guess) : walk_to(r, index);
}

static bool is_anchor_character(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' ||
           c == '-';
}

/* The length of the blank, comment, tag or anchor that TEXT begins with; 0 when it is none. */
static ptrdiff_t property_length(str text)
{
    char mark = text.data[0];
    ptrdiff_t len = memchr(" \t\r\n#&!", mark, 7) ? 1 : 0;
    const char *until = mark == '#' ? "\r\n" : " \t\r\n";
    if (mark == '&') /* its value may follow at once: &a:b */
        while (len < text.len && is_anchor_character(text.data[len]))
            len++;
    if (mark == '#' || mark == '!')
        while (len < text.len && !memchr(until, text.data[len], strlen(until)))
            len++;
    return len;
}

/*
 * Where a node itself begins: libyaml counts the anchor and the tag in, which stand before it from
 * START on, with blanks and comments between.
 */
static ptrdiff_t skip_properties(const struct reader *r, ptrdiff_t start, ptrdiff_t end)
{
    for (ptrdiff_t len = 1; start < end && len; start += len)
        len = property_length((str){r->text.data + start, end - start});
    return start;
}

/* True when the next node is a key. */
static bool expects_key(const struct reader *r)
{
    return r->top->is_mapping && ((r->nodes.len - r->top->base) & 1) == 0;
}

/* How many mappings and sequences are open. */
static ptrdiff_t depth(const struct reader *r)
{
    return r->top - r->frames;
}

static bool over_limit(const struct reader *r, uint64_t expanded)
{
    return expanded > EXPANSION_ALLOWANCE + EXPANSION_FACTOR * (uint64_t)r->document->node_count;
}

static bool fail_expansion(struct reader *r, ptrdiff_t start, ptrdiff_t len)
{
    return fail(r, L0102, start, len,
                "the aliases of this document expand to more nodes than the limit allows");
}

/* Counts the member KEY, which AT repeats: keys are compared, which takes as long as they are. */
static bool count_repeated(struct reader *r, str key, const struct node *at)
{
    r->repeated += 1 + (uint64_t)key.len / KEY_BYTES_A_NODE;
    return !over_limit(r, r->repeated) || fail_expansion(r, at->start, at->len);
}

static bool fail_depth(struct reader *r, ptrdiff_t start)
{
    return fail(
        r, L0101, start, 1,
        arena_printf(r->sources->arena, "the document is nested more than %td deep", r->max_depth)
            .data);
}

/* KEY is a string, as all keys become. */
static bool is_merge_key(const struct node *key)
{
    return (key->flags & NODE_PLAIN) && key->count == 2 && memcmp(key->chars, "<<", 2) == 0;
}

/* The node on top of the stack is a key. One that is no scalar becomes its source text, faulty. */
static void finish_key(struct reader *r, struct frame *frame)
{
    struct node *key = &r->nodes.at[r->nodes.len - 1];
    if (key->kind == NODE_STRING) {
        frame->has_merge = frame->has_merge || is_merge_key(key);
        return;
    }
    key->kind = NODE_STRING;
    key->flags = NODE_FAULTY;
    key->chars = r->text.data + key->start;
    key->count = key->len;
    frame->has_faulty_key = true;
}

/* NODE is complete, and counts for FRAME, which holds it. */
static inline void count_node(struct frame *frame, const struct node *node, uint64_t expanded)
{
    if (node->start + node->len > frame->end)
        frame->end = node->start + node->len;
    frame->expanded += expanded;
    if (frame->expanded > UINT32_MAX) /* far over the limit, and adding up stays safe */
        frame->expanded = UINT32_MAX;
}

/*
 * The node on top of the stack is complete and no scalar, or an alias. It counts for the one that
 * holds it, and becomes what its anchor names.
 */
static void finish_node(struct reader *r, struct anchor *anchor, uint64_t expanded,
                        ptrdiff_t height)
{
    struct node *node = &r->nodes.at[r->nodes.len - 1];
    if (anchor)
        *anchor = (struct anchor){.node = *node, .expanded = expanded, .height = height};
    struct frame *frame = r->top;
    count_node(frame, node, expanded);
    if (height + 1 > frame->height)
        frame->height = height + 1;
    if (frame->is_mapping && ((r->nodes.len - frame->base) & 1) == 1)
        finish_key(r, frame);
}

/* A new anchor NAME, which aliases from here on mean. */
static struct anchor *anchor_named(struct reader *r, const yaml_char_t *name)
{
    str key = str_of((const char *)name);
    bool is_new;
    struct map_entry *entry = map_entry(&r->anchors, key, &is_new);
    if (is_new)
        entry->key = arena_copy(r->sources->arena, key);
    entry->value = arena_new(r->sources->arena, struct anchor, 1);
    return entry->value;
}

static struct node head_at(const struct reader *r, enum node_kind kind, ptrdiff_t start,
                           ptrdiff_t end)
{
    return (struct node){.kind = (uint8_t)kind,
                         .text = r->document->id,
                         .start = (uint32_t)start,
                         .len = (uint32_t)(end - start)};
}

static void warn_yaml11(struct reader *r, const struct node *node, str text, const char *reading)
{
    struct diag_list *found = r->sources->found;
    const char *shown = diag_is_kept(found, W0201) ? show(r->sources->arena, text) : "";
    struct diag *diag =
        diag_report(found, W0201, (place){&r->document->text, node->start, node->len},
                    "YAML 1.1 readers take \"%s\" for %s", shown, reading);
    bool is_number = node->kind == NODE_NUMBER;
    diag_hint(found, diag,
              is_number ? "write it as a plain decimal number, or quote it" : "quote it");
}

/* Gives NODE the kind and value of SCALAR, or the fault that it has. */
static void set_scalar(struct reader *r, struct node *node, const struct scalar *scalar)
{
    node->kind = (uint8_t)scalar->kind;
    node->count = (uint32_t)scalar->text.len;
    node->chars = scalar->text.data ? scalar->text.data : "";
    if (scalar->kind == NODE_BOOL)
        node->count = scalar->truth;
    const char *wrong = scalar->not_json ? scalar->not_json : scalar->bad_tag;
    if (!wrong)
        return;
    node->flags |= NODE_FAULTY;
    node->chars = arena_copy(r->sources->arena, scalar->text).data; /* an address of its own */
    struct fault fault = {.owner = node->chars,
                          .code = scalar->too_long   ? L0106
                                  : scalar->not_json ? E0303
                                                     : E0205,
                          .start = node->start,
                          .len = node->len,
                          .message = wrong};
    fault_add(r->sources, r->document, fault);
}

static void warn_tag(struct reader *r, const struct node *node, str tag)
{
    struct diag_list *found = r->sources->found;
    const char *shown = diag_is_kept(found, W0202) ? show(r->sources->arena, tag) : "";
    diag_report(found, W0202, (place){&r->document->text, node->start, node->len},
                "the tag \"%s\" means nothing here", shown);
}

/* Makes NODE, a scalar's head, the value that TEXT is with the TAG, or without one. */
static void resolve_value(struct reader *r, struct node *node, str text, str tag)
{
    struct scalar scalar;
    if (tag.len) {
        scalar = scalar_resolve_tagged(r->sources->arena, text, tag);
        if (scalar.unknown_tag && !(node->flags & NODE_PLAIN))
            scalar = (struct scalar){.kind = NODE_STRING, .text = text, .unknown_tag = true};
    } else if (node->flags & NODE_PLAIN) {
        scalar = scalar_resolve(r->sources->arena, text);
    } else {
        scalar = (struct scalar){.kind = NODE_STRING, .text = text};
    }
    if (scalar.unknown_tag)
        warn_tag(r, node, tag);
    set_scalar(r, node, &scalar);
    const char *reading = node->flags & NODE_PLAIN && !tag.len ? scalar_yaml11(text) : NULL;
    if (reading)
        warn_yaml11(r, node, text, reading);
}

/*
 * The value of a scalar that begins at START, as it stands in the text when it does; else a copy.
 * *RET_END is where the scalar ends. One without line breaks and escapes mostly ends where its
 * value does, and it is cheaper to see that this is so than to walk there.
 */
static str scalar_text(struct reader *r, const yaml_event_t *event, ptrdiff_t start,
                       ptrdiff_t *ret_end)
{
    str value = {(const char *)event->data.scalar.value, (ptrdiff_t)event->data.scalar.length};
    bool quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    str there = {r->text.data + start + quoted, value.len};
    if (start + quoted + value.len > r->text.len ||
        memcmp(there.data, value.data, (size_t)value.len) != 0) {
        *ret_end = byte_offset(r, event->end_mark.index);
        return arena_copy(r->sources->arena, value);
    }
    *ret_end = byte_offset_guessed(r, event->end_mark.index, start + value.len + 2 * quoted);
    return there;
}

/*
 * Puts a scalar on the stack with its place, without its anchor and tag and without the blank lines
 * after a block, and with its text, as a string.
 */
static struct node *push_scalar(struct reader *r, const yaml_event_t *event)
{
    ptrdiff_t start = byte_offset(r, event->start_mark.index), end;
    yaml_scalar_style_t style = event->data.scalar.style;
    if (event->data.scalar.anchor || event->data.scalar.tag)
        start = skip_properties(r, start, byte_offset(r, event->end_mark.index));
    str text = scalar_text(r, event, start, &end);
    if (style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE)
        while (end > start && memchr(" \t\r\n", r->text.data[end - 1], 4))
            end--;
    struct node *node = node_push_new(&r->nodes);
    node->kind = NODE_STRING;
    node->flags = style == YAML_PLAIN_SCALAR_STYLE ? NODE_PLAIN : 0;
    node->text = r->document->id;
    node->start = (uint32_t)start;
    node->len = (uint32_t)(end - start);
    node->chars = text.data;
    node->count = (uint32_t)text.len;
    return node;
}

/* KEY, a scalar's head with its text, is a key: it stays text, whatever it would be as a value. */
static void resolve_key(struct reader *r, const struct node *key)
{
    const char *reading = key->flags & NODE_PLAIN ? scalar_yaml11_key(node_text(key)) : NULL;
    if (reading)
        warn_yaml11(r, key, node_text(key), reading);
}

/* Resolves NODE, a scalar with an anchor or a tag. */
static void resolve_marked(struct reader *r, struct node *node, const yaml_event_t *event,
                           bool is_key)
{
    static const str merge_tag = STR_INIT("tag:yaml.org,2002:merge");
    const yaml_char_t *name = event->data.scalar.anchor;
    str tag = str_of((const char *)event->data.scalar.tag), text = node_text(node);
    struct anchor *anchor = name ? anchor_named(r, name) : NULL;
    if (anchor) { /* it names a value, also where a key stands */
        *anchor = (struct anchor){.node = *node, .key = text, .expanded = 1};
        resolve_value(r, &anchor->node, text, tag);
    }
    if (is_key) {
        if (tag.len && !str_equal(tag, merge_tag))
            node->flags = 0; /* !!str << is a word */
        resolve_key(r, node);
    } else if (anchor) {
        *node = anchor->node;
    } else {
        resolve_value(r, node, text, tag);
    }
}

static void on_scalar(struct reader *r, const yaml_event_t *event)
{
    bool is_key = expects_key(r);
    struct node *node = push_scalar(r, event);
    if (event->data.scalar.anchor || event->data.scalar.tag)
        resolve_marked(r, node, event, is_key);
    else if (is_key)
        resolve_key(r, node);
    else if ((node->flags & NODE_PLAIN) && !scalar_is_word(node_text(node)))
        resolve_value(r, node, node_text(node), (str){0});
    count_node(r->top, node, 1);
    if (is_key && is_merge_key(node))
        r->top->has_merge = true;
}

static bool on_alias(struct reader *r, const yaml_event_t *event)
{
    ptrdiff_t start = byte_offset(r, event->start_mark.index),
              end = byte_offset(r, event->end_mark.index);
    str name = str_of((const char *)event->data.alias.anchor);
    const struct anchor *anchor = map_get(&r->anchors, name);
    if (!anchor || anchor->open) {
        const char *shown = show(r->sources->arena, name);
        str message =
            anchor ? arena_printf(r->sources->arena, "&%s contains itself", shown)
                   : arena_printf(r->sources->arena, "no node is marked &%s before this", shown);
        return fail(r, E0203, start, end - start, message.data);
    }
    if (depth(r) + anchor->height > r->max_depth)
        return fail_depth(r, start);
    struct node node = anchor->node;
    node.start = (uint32_t)start;
    node.len = (uint32_t)(end - start);
    if (node.kind < NODE_ARRAY && expects_key(r)) {
        node.kind = NODE_STRING;
        node.flags = 0;
        node.chars = anchor->key.data;
        node.count = (uint32_t)anchor->key.len;
        if (!count_repeated(r, anchor->key, &node))
            return false;
    }
    node_push(&r->nodes, node);
    if (anchor->expanded > r->largest) {
        r->largest = anchor->expanded;
        r->largest_start = start;
        r->largest_len = end - start;
    }
    finish_node(r, NULL, anchor->expanded, anchor->height);
    return true;
}

static bool is_one_of(str word, const str *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal(word, words[i]))
            return true;
    return false;
}

/* Looks at the TAG of a mapping or sequence: one that says something else fails, others are told
 * of. */
static bool check_collection_tag(struct reader *r, str tag, bool is_mapping, ptrdiff_t start,
                                 ptrdiff_t end)
{
    str prefix = S("tag:yaml.org,2002:");
    static const str mappings[] = {STR_INIT("map"), STR_INIT("set")};
    static const str others[] = {STR_INIT("seq"),    STR_INIT("str"),      STR_INIT("int"),
                                 STR_INIT("float"),  STR_INIT("bool"),     STR_INIT("null"),
                                 STR_INIT("binary"), STR_INIT("timestamp")};
    if (str_equal(tag, S("!")))
        return true;
    str name = str_starts(tag, prefix) ? str_skip(tag, prefix.len) : (str){0};
    bool for_mapping = is_one_of(name, mappings, sizeof mappings / sizeof *mappings);
    bool for_other = is_one_of(name, others, sizeof others / sizeof *others);
    if (is_mapping ? for_mapping : str_equal(name, S("seq")))
        return true;
    if (for_mapping || for_other)
        return fail(r, E0205, start, end - start,
                    is_mapping ? "this is a mapping, which its tag does not fit"
                               : "this is a sequence, which its tag does not fit");
    struct node head = head_at(r, NODE_OBJECT, start, end);
    warn_tag(r, &head, tag);
    return true;
}

/* Makes room for a mapping or sequence in the one that is open, and opens it. */
static struct frame *push_frame(struct reader *r)
{
    ptrdiff_t count = r->top - r->frames + 1;
    if (count == r->frame_cap) {
        r->frame_cap *= 2;
        r->frames = heap_resize(r->frames, r->frame_cap * (ptrdiff_t)sizeof *r->frames);
        r->top = &r->frames[count - 1];
    }
    return ++r->top;
}

static bool open_frame(struct reader *r, const yaml_event_t *event, bool is_mapping)
{
    ptrdiff_t start = byte_offset(r, event->start_mark.index);
    if (depth(r) >= r->max_depth)
        return fail_depth(r, start);
    const yaml_char_t *name =
        is_mapping ? event->data.mapping_start.anchor : event->data.sequence_start.anchor;
    const yaml_char_t *tag =
        is_mapping ? event->data.mapping_start.tag : event->data.sequence_start.tag;
    ptrdiff_t end = byte_offset(r, event->end_mark.index);
    if (name || tag)
        start = skip_properties(r, start, end);
    struct anchor *anchor = name ? anchor_named(r, name) : NULL;
    if (anchor)
        anchor->open = true;
    if (tag && !check_collection_tag(r, str_of((const char *)tag), is_mapping, start, end))
        return false;
    *push_frame(r) = (struct frame){.base = r->nodes.len,
                                    .start = (uint32_t)start,
                                    .end = (uint32_t)end,
                                    .is_mapping = is_mapping,
                                    .anchor = anchor,
                                    .expanded = 1,
                                    .height = 1};
    return true;
}

/* What merging needs while one mapping is put together. */
struct merge {
    struct map own;    /* the mapping's own keys */
    struct map merged; /* keys that merge keys have brought in */
    struct inherited *inherited;
};

/* Pushes the members of FROM that the mapping does not have yet. */
static bool merge_mapping(struct reader *r, struct merge *merge, const struct node *from)
{
    if (from->kind != NODE_OBJECT)
        return fail(r, E0204, from->start, from->len,
                    arena_printf(r->sources->arena, "only mappings can be merged, this is %s",
                                 node_kind_words(from->kind))
                        .data);
    if (from->flags & NODE_FAULTY) {
        struct inherited *inherited = arena_new(r->sources->arena, struct inherited, 1);
        *inherited = (struct inherited){*from, merge->inherited};
        merge->inherited = inherited;
    }
    for (uint32_t i = 0; i < from->count; i++) {
        str key = node_text(node_key(from, i));
        bool is_new = false;
        if (!count_repeated(r, key, from))
            return false;
        if (!map_get(&merge->own, key))
            map_entry(&merge->merged, key, &is_new);
        if (!is_new)
            continue;
        struct node *merged = node_push(&r->nodes, *node_key(from, i));
        merged->flags &= (uint8_t)~NODE_FAULTY; /* that comes with the faults of FROM */
        node_push(&r->nodes, *node_value(from, i));
    }
    return true;
}

/* Merges VALUE: a mapping, or a list of mappings of which earlier ones win. */
static bool merge_value(struct reader *r, struct merge *merge, const struct node *value)
{
    if (value->kind != NODE_ARRAY)
        return merge_mapping(r, merge, value);
    for (uint32_t i = 0; i < value->count; i++)
        if (!merge_mapping(r, merge, node_item(value, i)))
            return false;
    return true;
}

/* Puts the merged members in place of the merge keys of FRAME, which is complete. */
static bool expand_merges(struct reader *r, struct frame *frame)
{
    struct arena *arena = r->sources->arena;
    ptrdiff_t base = frame->base;
    ptrdiff_t end = r->nodes.len;
    struct merge merge = {.own = {.arena = arena}, .merged = {.arena = arena}};
    for (ptrdiff_t i = base; i < end; i += 2)
        if (!is_merge_key(&r->nodes.at[i]))
            map_put(&merge.own, node_text(&r->nodes.at[i]), arena); /* any value that is not NULL */
    for (ptrdiff_t i = base; i < end; i += 2) {
        struct node key = r->nodes.at[i], value = r->nodes.at[i + 1];
        if (is_merge_key(&key)) {
            if (!merge_value(r, &merge, &value))
                return false;
        } else {
            node_push(&r->nodes, key);
            node_push(&r->nodes, value);
        }
    }
    ptrdiff_t count = r->nodes.len - end;
    memmove(r->nodes.at + base, r->nodes.at + end, (size_t)count * sizeof *r->nodes.at);
    r->nodes.len = base + count;
    frame->inherited = merge.inherited;
    return true;
}

/* Faults the mapping on top of the stack for each of its keys that is no scalar. */
static void fault_keys(struct reader *r)
{
    struct node *mapping = &r->nodes.at[r->nodes.len - 1];
    mapping->flags |= NODE_FAULTY;
    for (uint32_t i = 0; i < mapping->count; i++) {
        const struct node *key = node_key(mapping, i);
        struct fault fault = {.owner = mapping->items,
                              .code = E0304,
                              .start = key->start,
                              .len = key->len,
                              .key = node_text(key),
                              .message = "a key must be a scalar"};
        if (key->flags & NODE_FAULTY)
            fault_add(r->sources, r->document, fault);
    }
}

static bool close_frame(struct reader *r, const yaml_event_t *event)
{
    struct frame *frame = r->top;
    if (frame->has_merge && !expand_merges(r, frame))
        return false;
    r->top--;
    if (event->end_mark.index > event->start_mark.index) /* a bracket: not the end by indentation */
        frame->end = (uint32_t)byte_offset(r, event->end_mark.index);
    struct node head =
        head_at(r, frame->is_mapping ? NODE_OBJECT : NODE_ARRAY, frame->start, frame->end);
    if (!node_close(&r->nodes, frame->base, head, r->sources->arena))
        settle_duplicates(r->sources, r->document, &r->nodes);
    if (frame->has_faulty_key)
        fault_keys(r);
    struct node *node = &r->nodes.at[r->nodes.len - 1];
    for (struct inherited *from = frame->inherited; from; from = from->next) {
        node->flags |= NODE_FAULTY;
        fault_inherit(r->sources, r->document, node->items, &from->mapping);
    }
    finish_node(r, frame->anchor, frame->expanded, frame->height);
    return true;
}

static bool fail_second(struct reader *r, yaml_mark_t mark)
{
    fail(r, E0202, byte_offset(r, mark.index), 3, "a second document begins here");
    r->error->hint = "keep one document in a file";
    return false;
}

static bool on_event(struct reader *r, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        r->document->node_count++;
        on_scalar(r, event);
        return true;
    case YAML_ALIAS_EVENT:
        r->document->node_count++;
        return on_alias(r, event);
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT:
        r->document->node_count++;
        return open_frame(r, event, event->type == YAML_MAPPING_START_EVENT);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        return close_frame(r, event);
    case YAML_DOCUMENT_START_EVENT:
        if (r->nodes.len == 0)
            return true;
        return fail_second(r, event->start_mark);
    case YAML_DOCUMENT_END_EVENT:
        r->ended = !event->data.document_end.implicit;
        return true;
    default:
        return true;
    }
}

/* A fault that libyaml found, in its words with the places in bytes. */
static bool fail_parser(struct reader *r)
{
    const yaml_parser_t *p = &r->parser;
    /* For one allocation, of the handle of a tag, libyaml forgets to say what failed. */
    if (p->error == YAML_MEMORY_ERROR || p->error == YAML_NO_ERROR)
        die_oom();
    if (p->error == YAML_READER_ERROR) {
        ptrdiff_t at = (ptrdiff_t)p->problem_offset;
        const char *message = p->problem_value >= 0
                                  ? arena_printf(r->sources->arena, "%s (U+%04X)", p->problem,
                                                 (unsigned)p->problem_value)
                                        .data
                                  : p->problem;
        return fail(r, E0201, at < r->text.len ? at : r->text.len, 0, message);
    }
    if (r->ended)
        return fail_second(r, p->problem_mark);
    fail(r, E0201, byte_offset(r, p->problem_mark.index), 1,
         p->problem ? p->problem : "not well-formed");
    if (p->context) {
        r->error->context = p->context;
        r->error->context_start = byte_offset(r, p->context_mark.index);
    }
    ptrdiff_t at = r->error->start;
    if (at < r->text.len && r->text.data[at] == '\t')
        r->error->hint = "YAML is indented with spaces, never with tabs";
    return false;
}

static bool read_events(struct reader *r)
{
    for (bool ended = false; !ended;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&r->parser, &event))
            return fail_parser(r);
        bool ok = on_event(r, &event);
        ended = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
        if (!ok)
            return false;
        if (r->document->fault_count > FAULT_CAP) {
            *r->error = too_many_faults(r->document);
            return false;
        }
    }
    if (r->nodes.len == 0)
        return fail(r, E0102, 0, 0, "there is no document in this file");
    if (over_limit(r, r->frames->expanded))
        return fail_expansion(r, r->largest_start, r->largest_len);
    return true;
}

/* NEL, LS and PS, which libyaml takes for line breaks as YAML 1.1 did. */
static void warn_old_breaks(struct reader *r)
{
    static const str breaks[] = {STR_INIT("\xC2\x85"), STR_INIT("\xE2\x80\xA8"),
                                 STR_INIT("\xE2\x80\xA9")};
    for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++) {
        ptrdiff_t at = str_find(r->text, breaks[i]);
        if (at < 0)
            continue;
        ptrdiff_t len;
        diag_report(r->sources->found, W0203, (place){&r->document->text, at, breaks[i].len},
                    "U+%04X is read as a line break here, as YAML 1.1 did",
                    (unsigned)utf8_decode(breaks[i], &len));
    }
}

/* True when the text has too many lines with %TAG; it then fails at the first one beyond. */
static bool fail_directives(struct reader *r)
{
    int count = 0;
    ptrdiff_t at = 0;
    for (str rest = r->text; rest.len; rest = str_skip(r->text, at)) {
        ptrdiff_t next = str_find_byte(rest, '%');
        if (next < 0)
            return false;
        at += next + 1;
        bool begins_line = at == 1 || memchr("\r\n", r->text.data[at - 2], 2);
        if (!begins_line || !str_starts(str_skip(r->text, at), S("TAG")))
            continue;
        if (++count > MAX_TAG_DIRECTIVES) {
            fail(r, L0104, at - 1, 4,
                 "the document has more %TAG directives than the limit allows");
            return true;
        }
    }
    return false;
}

bool yaml_read(struct sources *sources, struct document *document, struct read_error *ret_error)
{
    ptrdiff_t max_depth = sources->policy.max_depth;
    struct reader r = {
        .sources = sources,
        .document = document,
        .text = document->text.chars,
        .frame_cap = 32,
        .max_depth = max_depth && max_depth < SCHEMA_DEPTH ? max_depth : SCHEMA_DEPTH,
        .anchors = {.arena = sources->arena},
        .error = ret_error,
    };
    document->node_count = 0;
    if (utf8_is_ascii(r.text))
        r.run.len = (size_t)r.text.len;
    else
        warn_old_breaks(&r);
    if (fail_directives(&r))
        return false;
    node_stack_reserve(&r.nodes, r.text.len / 64);
    r.top = r.frames = heap_resize(NULL, r.frame_cap * (ptrdiff_t)sizeof *r.frames);
    *r.top = (struct frame){0};
    if (!yaml_parser_initialize(&r.parser))
        die_oom();
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)r.text.data, (size_t)r.text.len);
    bool ok = read_events(&r);
    if (ok)
        document->root = node_pop(&r.nodes, sources->arena);
    yaml_parser_delete(&r.parser);
    node_stack_done(&r.nodes);
    free(r.frames);
    return ok;
}
