/*
 * JSON Pointers and URI references. The input is a line, a second line, and a JSON document. The
 * lines are taken for names, pointers, fragments and URIs; what is encoded decodes to itself, and
 * pointers lead to where they say in the document and never out of it.
 */
#include "fuzz.h"

#include "base/utf8.h"
#include "schema/pointer.h"
#include "schema/uri.h"

#include <string.h>

static void check_token(struct arena *arena, str name)
{
    struct buf token = buf_in(arena, PTRDIFF_MAX);
    str back;
    pointer_add_token(&token, name);
    str text = buf_view(&token);
    MUST(text.len && text.data[0] == '/', "a token begins with /");
    text = str_skip(text, 1);
    MUST(str_find_byte(text, '/') < 0, "a name with / is still one token");
    MUST(pointer_token_decode(arena, text, &back), "a token that was made can be decoded");
    MUST(str_equal(back, name), "a name encoded and decoded is itself");
}

/* TOKEN as it came: when it can be decoded, there is no other way to write that name. */
static void check_decode(struct arena *arena, str token)
{
    str name;
    if (str_find_byte(token, '/') >= 0 || !pointer_token_decode(arena, token, &name))
        return;
    struct buf again = buf_in(arena, PTRDIFF_MAX);
    pointer_add_token(&again, name);
    MUST(str_equal(str_skip(buf_view(&again), 1), token), "a token decoded and encoded is itself");
}

static void check_index(struct arena *arena, str token)
{
    ptrdiff_t index = pointer_token_index(token);
    if (index < 0)
        return;
    struct buf again = buf_in(arena, PTRDIFF_MAX);
    pointer_add_index(&again, index);
    MUST(str_equal(str_skip(buf_view(&again), 1), token), "an index has one spelling");
}

static void check_fragment(struct arena *arena, str bytes)
{
    struct buf fragment = buf_in(arena, PTRDIFF_MAX);
    str back;
    pointer_add_fragment(&fragment, bytes);
    str text = buf_view(&fragment);
    for (ptrdiff_t i = 0; i < text.len; i++)
        MUST(text.data[i] > ' ' && !strchr("\"#<>\\^`{|}\x7F", text.data[i]),
             "a fragment holds only what RFC 3986 allows");
    MUST(uri_decode(arena, text, &back) && str_equal(back, bytes),
         "bytes encoded and decoded are themselves");
    bool read = pointer_from_fragment(arena, text, &back);
    MUST(read == (utf8_find_bad(bytes) < 0), "a pointer is UTF-8");
    MUST(!read || str_equal(back, bytes), "a fragment of a pointer is that pointer");

    bool valid = uri_decode(arena, bytes, &back);
    MUST(back.len <= bytes.len, "decoding makes nothing longer");
    MUST(valid || str_find_byte(bytes, '%') >= 0, "only a % can be wrong");
}

static void check_split(struct arena *arena, str reference)
{
    struct uri uri = uri_split(reference);
    struct buf whole = buf_in(arena, PTRDIFF_MAX);
    uri_add(&whole, &uri);
    MUST(str_equal(buf_view(&whole), reference), "split and put together is the same");
    MUST(uri.has_scheme == uri_is_absolute(reference), "a scheme makes it absolute");
    str before = uri_without_fragment(reference);
    MUST(before.len + uri.has_fragment + uri.fragment.len == reference.len,
         "a reference is a URI and a fragment");
}

/* Holds PATH to have no segment that is "." or "..". */
static void check_no_dots(str path)
{
    for (str segment, rest = path; rest.len;) {
        str_cut(rest, '/', &segment, &rest);
        MUST(!str_equal(segment, S(".")) && !str_equal(segment, S("..")),
             "there are no dot segments left");
    }
}

static void check_dots(struct arena *arena, str path)
{
    str clean = uri_remove_dot_segments(arena, path);
    MUST(clean.len <= path.len, "a path only becomes shorter");
    check_no_dots(clean);
    MUST(str_equal(uri_remove_dot_segments(arena, clean), clean), "a clean path stays as it is");
}

static void check_resolve(struct arena *arena, str base, str reference)
{
    str target = uri_resolve(arena, base, reference);
    struct uri from = uri_split(base), r = uri_split(reference), to = uri_split(target);
    MUST(to.has_scheme == (from.has_scheme || r.has_scheme) || !from.has_scheme,
         "the scheme comes from the reference or the base");
    MUST(to.has_fragment == r.has_fragment && str_equal(to.fragment, r.fragment),
         "the fragment comes from the reference");
    if (!from.has_scheme && !r.has_scheme)
        return; /* what is relative to something relative can be read in other ways */
    MUST(str_equal(uri_resolve(arena, target, S("")), uri_without_fragment(target)),
         "the empty reference is the document itself");
    str clean = uri_resolve(arena, base, target);
    MUST(str_equal(uri_resolve(arena, base, clean), clean), "what is absolute stays as it is");
    MUST(str_equal(uri_resolve(arena, S("x:/y"), clean), clean), "whatever the base");
}

/* A document, and the pointer to where the walk stands. */
struct walk {
    struct arena *arena;
    const struct node *root;
    struct buf pointer;
    const struct node *wanted; /* is this node in the tree? */
    bool seen;
    int budget; /* nodes to resolve from the root; each takes as long as its pointer */
};

/* Holds the pointer to NODE to lead to it, or to one that stands for it. */
static void check_way(struct walk *walk, const struct node *node)
{
    str pointer = buf_view(&walk->pointer), decoded;
    struct pointer_target target = pointer_resolve(walk->arena, walk->root, pointer);
    MUST(target.node && target.node == target.last && target.resolved == pointer.len,
         "the pointer to a node leads to a node");
    MUST(target.node == node, "a pointer leads to its node");
    struct buf fragment = buf_in(walk->arena, PTRDIFF_MAX);
    pointer_add_fragment(&fragment, pointer);
    MUST(pointer_from_fragment(walk->arena, buf_view(&fragment), &decoded) &&
             str_equal(decoded, pointer),
         "a pointer passes through a fragment");
}

static void walk_tree(struct walk *walk, const struct node *node, bool unique)
{
    walk->seen = walk->seen || node == walk->wanted;
    if (unique && walk->budget-- > 0)
        check_way(walk, node);
    ptrdiff_t len = walk->pointer.len;
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++) {
        pointer_add_index(&walk->pointer, i);
        walk_tree(walk, node_item(node, i), unique);
        walk->pointer.len = len;
    }
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++) {
        pointer_add_token(&walk->pointer, node_text(node_key(node, i)));
        bool last = node_get(node, node_text(node_key(node, i))) == node_value(node, i);
        walk_tree(walk, node_value(node, i), unique && last);
        walk->pointer.len = len;
    }
}

static bool is_in_tree(struct arena *arena, const struct node *root, const struct node *wanted)
{
    struct walk walk = {arena, root, buf_in(arena, PTRDIFF_MAX), wanted, false, 0};
    walk_tree(&walk, root, false);
    return walk.seen;
}

static void check_pointer(struct arena *arena, const struct node *root, str pointer)
{
    struct pointer_target target = pointer_resolve(arena, root, pointer);
    MUST(target.resolved >= 0 && target.resolved <= pointer.len, "it got no further than its end");
    MUST(is_in_tree(arena, root, target.last), "a pointer never leads out of the tree");
    MUST(!target.node || target.node == target.last, "what it points at is what it reached");
    MUST(!(target.node && target.malformed), "a malformed pointer leads nowhere");
    str reached = str_first(pointer, target.resolved);
    struct pointer_target again = pointer_resolve(arena, root, reached);
    MUST(again.node == target.last, "the part that resolved leads to what was reached");
}

static void check_text(struct arena *arena, str text)
{
    check_token(arena, text);
    check_decode(arena, text);
    check_index(arena, text);
    check_fragment(arena, text);
    check_split(arena, text);
    check_dots(arena, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run run;
    run_begin(&run, 0);
    str first, second, rest;
    str_cut(fuzz_input(data, size), '\n', &first, &rest);
    str_cut(rest, '\n', &second, &rest);
    check_text(&run.arena, first);
    check_text(&run.arena, second);
    check_resolve(&run.arena, first, second);
    check_resolve(&run.arena, second, first);

    struct document *document =
        sources_read_as(&run.sources, S("input.json"), rest.len ? rest : S("{}"), FORMAT_JSON);
    if (document) {
        struct walk walk = {&run.arena, document->root, buf_in(&run.arena, PTRDIFF_MAX),
                            NULL,       false,          1000};
        check_pointer(&run.arena, document->root, first);
        check_pointer(&run.arena, document->root, second);
        walk_tree(&walk, document->root, true);
    }
    run_end(&run);
    return 0;
}
