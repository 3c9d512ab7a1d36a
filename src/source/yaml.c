/*
 * yaml.c - YAML, as events from libyaml, into the tree.
 *
 * libyaml gives untyped scalars and places counted in characters. Here they get their types
 * (yaml_type.h) and their places in bytes (yaml_text.h), merge keys (yaml_merge.h) and aliases are
 * expanded, and nesting and expansion are held to their limits. The reader begins at read_events;
 * all that a node needs once it is complete happens in finish_node, for scalars, which most nodes
 * are, in on_scalar.
 */
#include "source/reader.h"

#include "base/show.h"
#include "base/utf8.h"
#include "source/scalar.h"
#include "source/yaml_merge.h"
#include "source/yaml_text.h"
#include "source/yaml_type.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct anchor {
    struct node node;
    str key;           /* what a scalar is as a key */
    bool open;         /* its node is not complete */
    uint64_t expanded; /* nodes it stands for, with all aliases in it expanded */
    ptrdiff_t height;  /* levels of nesting in it */
};

/* A mapping or sequence that is not complete. */
struct frame {
    ptrdiff_t base; /* where its contents begin on the node stack */
    uint32_t start, end;
    bool is_mapping, has_merge, has_faulty_key;
    struct yaml_inherited *inherited; /* mappings with faults that were merged into this one */
    struct anchor *anchor;            /* or NULL */
    uint64_t expanded;
    ptrdiff_t height;
};

struct reader {
    struct sources *sources;
    struct document *document;
    yaml_parser_t parser;
    str text;
    struct yaml_marks marks;
    struct yaml_growth growth;
    struct node_stack nodes;
    struct frame *frames, *top; /* the first of them holds the root */
    ptrdiff_t frame_cap, max_depth;
    struct map anchors;
    uint64_t largest; /* what the largest alias stands for, and where it is */
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

static bool fail_depth(struct reader *r, ptrdiff_t start)
{
    return fail(
        r, L0101, start, 1,
        arena_printf(r->sources->arena, "the document is nested more than %td deep", r->max_depth)
            .data);
}

/* The node on top of the stack is a key. One that is no scalar becomes its source text, faulty. */
static void finish_key(struct reader *r, struct frame *frame)
{
    struct node *key = &r->nodes.at[r->nodes.len - 1];
    if (key->kind == NODE_STRING) {
        frame->has_merge = frame->has_merge || yaml_is_merge_key(key);
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
        *ret_end = yaml_offset(&r->marks, event->end_mark.index);
        return arena_copy(r->sources->arena, value);
    }
    *ret_end =
        yaml_offset_guessed(&r->marks, event->end_mark.index, start + value.len + (quoted ? 2 : 0));
    return there;
}

/*
 * Puts a scalar on the stack with its place, without its anchor and tag and without the blank lines
 * after a block, and with its text, as a string.
 */
static struct node *push_scalar(struct reader *r, const yaml_event_t *event)
{
    ptrdiff_t start = yaml_offset(&r->marks, event->start_mark.index), end;
    yaml_scalar_style_t style = event->data.scalar.style;
    if (event->data.scalar.anchor || event->data.scalar.tag)
        start = yaml_skip_properties(r->text, start, yaml_offset(&r->marks, event->end_mark.index));
    str text = scalar_text(r, event, start, &end);
    if (style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE)
        end = yaml_skip_back(r->text, start, end);
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
        yaml_resolve_value(r->sources, r->document, &anchor->node, text, tag);
    }
    if (is_key) {
        if (tag.len && !str_equal(tag, merge_tag))
            node->flags = 0; /* !!str << is a word */
        yaml_check_key(r->sources, r->document, node);
    } else if (anchor) {
        *node = anchor->node;
    } else {
        yaml_resolve_value(r->sources, r->document, node, text, tag);
    }
}

static void on_scalar(struct reader *r, const yaml_event_t *event)
{
    bool is_key = expects_key(r);
    struct node *node = push_scalar(r, event);
    if (event->data.scalar.anchor || event->data.scalar.tag)
        resolve_marked(r, node, event, is_key);
    else if (is_key)
        yaml_check_key(r->sources, r->document, node);
    else if ((node->flags & NODE_PLAIN) && !scalar_is_word(node_text(node)))
        yaml_resolve_value(r->sources, r->document, node, node_text(node), (str){0});
    count_node(r->top, node, 1);
    if (is_key && yaml_is_merge_key(node))
        r->top->has_merge = true;
}

static bool on_alias(struct reader *r, const yaml_event_t *event)
{
    ptrdiff_t start = yaml_offset(&r->marks, event->start_mark.index),
              end = yaml_offset(&r->marks, event->end_mark.index);
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
        if (!yaml_count_repeated(&r->growth, anchor->key, &node))
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
    ptrdiff_t start = yaml_offset(&r->marks, event->start_mark.index);
    if (depth(r) >= r->max_depth)
        return fail_depth(r, start);
    const yaml_char_t *name =
        is_mapping ? event->data.mapping_start.anchor : event->data.sequence_start.anchor;
    const yaml_char_t *tag =
        is_mapping ? event->data.mapping_start.tag : event->data.sequence_start.tag;
    ptrdiff_t end = yaml_offset(&r->marks, event->end_mark.index);
    if (name || tag)
        start = yaml_skip_properties(r->text, start, end);
    struct anchor *anchor = name ? anchor_named(r, name) : NULL;
    if (anchor)
        anchor->open = true;
    struct node head = head_at(r, is_mapping ? NODE_OBJECT : NODE_ARRAY, start, end);
    const char *wrong =
        tag ? yaml_check_tag(r->sources, r->document, &head, str_of((const char *)tag)) : NULL;
    if (wrong)
        return fail(r, E0205, start, end - start, wrong);
    *push_frame(r) = (struct frame){.base = r->nodes.len,
                                    .start = (uint32_t)start,
                                    .end = (uint32_t)end,
                                    .is_mapping = is_mapping,
                                    .anchor = anchor,
                                    .expanded = 1,
                                    .height = 1};
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
    if (frame->has_merge &&
        !yaml_expand_merges(&r->growth, &r->nodes, frame->base, &frame->inherited))
        return false;
    r->top--;
    if (event->end_mark.index > event->start_mark.index) /* a bracket: not the end by indentation */
        frame->end = (uint32_t)yaml_offset(&r->marks, event->end_mark.index);
    struct node head =
        head_at(r, frame->is_mapping ? NODE_OBJECT : NODE_ARRAY, frame->start, frame->end);
    if (!node_close(&r->nodes, frame->base, head, r->sources->arena))
        settle_duplicates(r->sources, r->document, &r->nodes);
    if (frame->has_faulty_key)
        fault_keys(r);
    struct node *node = &r->nodes.at[r->nodes.len - 1];
    for (struct yaml_inherited *from = frame->inherited; from; from = from->next) {
        node->flags |= NODE_FAULTY;
        fault_inherit(r->sources, r->document, node->items, &from->mapping);
    }
    finish_node(r, frame->anchor, frame->expanded, frame->height);
    return true;
}

static bool fail_second(struct reader *r, yaml_mark_t mark)
{
    fail(r, E0202, yaml_offset(&r->marks, mark.index), 3, "a second document begins here");
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
    fail(r, E0201, yaml_offset(&r->marks, p->problem_mark.index), 1,
         p->problem ? p->problem : "not well-formed");
    if (p->context) {
        r->error->context = p->context;
        r->error->context_start = yaml_offset(&r->marks, p->context_mark.index);
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
    if (yaml_is_over_limit(&r->growth, r->frames->expanded))
        return yaml_fail_expansion(&r->growth, r->largest_start, r->largest_len);
    return true;
}

bool yaml_read(struct sources *sources, struct document *document, struct read_error *ret_error)
{
    ptrdiff_t max_depth = sources->policy.max_depth;
    struct reader r = {
        .sources = sources,
        .document = document,
        .text = document->text.chars,
        .marks = {.text = document->text.chars},
        .growth = {.sources = sources, .document = document, .error = ret_error},
        .frame_cap = 32,
        .max_depth = max_depth && max_depth < SCHEMA_DEPTH ? max_depth : SCHEMA_DEPTH,
        .anchors = {.arena = sources->arena},
        .error = ret_error,
    };
    document->node_count = 0;
    if (utf8_is_ascii(r.text))
        r.marks.len = (size_t)r.text.len;
    else
        yaml_warn_breaks(sources, document);
    ptrdiff_t beyond = yaml_find_directive_beyond(r.text);
    if (beyond >= 0)
        return fail(&r, L0104, beyond, 4,
                    "the document has more %TAG directives than the limit allows");
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
