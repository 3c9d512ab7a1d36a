/*
 * The document and the pointer in it are found by locate.h; `follow` goes that way step by step
 * over the table of keywords, so that it knows what kind of object each step is.
 */
#include "schema/resolve.h"

#include "base/show.h"
#include "base/similar.h"
#include "schema/locate.h"
#include "schema/pointer.h"
#include "schema/uri.h"
#include "schema/walk.h"

#include <string.h>

enum { DETOUR_CAP = 100 }; /* which also bounds the recursion */

/* Says which member of OBJECT the name WANTED may have meant. */
static void hint_similar(const struct reference *r, struct diag *diag, str wanted,
                         const struct node *object)
{
    if (!locate_may_hint(r))
        return;
    struct similar similar = {.wanted = wanted};
    for (uint32_t i = 0; i < object->count; i++)
        similar_consider(&similar, node_text(node_key(object, i)));
    if (similar.best.data)
        diag_hint(lookup_found(r->lookup), diag, "did you mean \"%s\"?",
                  show(lookup_arena(r->lookup), similar.best));
}

/* Where a way through a document has got to. */
struct way {
    struct document *document;
    const struct node *node;
    enum object_kind kind;
    enum { KNOWN, DATA, UNKNOWN } state; /* KIND says what NODE is; it is data; nothing tells */
    ptrdiff_t done;                      /* the bytes of the pointer that lead to NODE */
    const struct node *owner;            /* struct target */
    ptrdiff_t owner_len;
};

static struct way way_from_root(const struct lookup *lookup, struct document *document)
{
    enum object_kind kind = registry_info(lookup->registry, document)->kind;
    return (struct way){.document = document,
                        .node = document->root,
                        .kind = kind,
                        .state = kind == OBJECT_DATA ? UNKNOWN : KNOWN,
                        .owner = kind == OBJECT_SCHEMA ? document->root : NULL};
}

/* One step by the table; false when it knows none, as from a map of objects on its own. */
static bool step_known(const struct lookup *lookup, struct way *way, str pointer)
{
    struct walk_child child;
    ptrdiff_t len;
    if (way->state != KNOWN || way->node->kind != NODE_OBJECT ||
        !walk_find(lookup_arena(lookup), way->node, way->kind,
                   resolve_dialect(lookup, way->node, way->kind), str_skip(pointer, way->done),
                   &child, &len))
        return false;
    way->node = child.node;
    way->done += len;
    way->kind = child.object;
    way->state = child.kind == CHILD_SCHEMA || child.kind == CHILD_OBJECT ? KNOWN
                 : child.keyword                                          ? DATA
                                                                          : UNKNOWN;
    if (way->kind == OBJECT_SCHEMA && way->state == KNOWN && !way->owner) {
        way->owner = way->node;
        way->owner_len = way->done;
    }
    return true;
}

/* One step by the token alone; false when there is no such member or item. */
static bool step_plain(const struct lookup *lookup, struct way *way, str pointer)
{
    str token, rest, name;
    const struct node *next = NULL;
    str_cut(str_skip(pointer, way->done + 1), '/', &token, &rest);
    if (way->node->kind == NODE_OBJECT &&
        pointer_token_decode(lookup_arena(lookup), token, &name)) {
        next = node_get(way->node, name);
    } else if (way->node->kind == NODE_ARRAY) {
        ptrdiff_t index = pointer_token_index(token);
        if (index >= 0 && index < (ptrdiff_t)way->node->count)
            next = node_item(way->node, (uint32_t)index);
    }
    if (!next)
        return false;
    way->node = next;
    way->done += 1 + token.len;
    if (way->state == KNOWN)
        way->state = DATA; /* a map of objects, which is none itself */
    return true;
}

/*
 * Where OBJECT lacks MISSING, "definitions" or "$defs", but has the other with the member that REST
 * begins with: gives that as a hint. False when it has not.
 */
static bool hint_definitions(const struct reference *r, struct diag *diag, str missing, str rest,
                             const struct node *object)
{
    str other = str_equal(missing, S("definitions")) ? S("$defs")
                : str_equal(missing, S("$defs"))     ? S("definitions")
                                                     : S("");
    struct arena *arena = lookup_arena(r->lookup);
    str token, behind, name;
    str_cut(rest, '/', &token, &behind);
    if (!other.len || !rest.len || !pointer_token_decode(arena, token, &name) ||
        !node_get(node_get(object, other), name))
        return false;
    diag_hint(lookup_found(r->lookup), diag, "did you mean \"#/%s/%s\"?", other.data,
              show(arena, rest));
    return true;
}

/* Reports that the pointer of R leads nowhere from WAY on. */
static void report_nowhere(const struct reference *r, const struct way *way)
{
    struct arena *arena = lookup_arena(r->lookup);
    struct diag_list *found = lookup_found(r->lookup);
    if (!diag_is_kept(found, E0402)) {
        locate_report(r, E0402, "leads nowhere");
        return;
    }
    str reached = str_first(r->pointer, way->done), raw = str_skip(r->pointer, way->done + 1);
    str token, rest, missing;
    str_cut(raw, '/', &token, &rest);
    if (!pointer_token_decode(arena, token, &missing))
        missing = token;
    bool elsewhere = r->document != r->lookup->entry;
    const char *where = reached.len ? show(arena, reached)
                        : elsewhere ? show_all(arena, r->document->text.name)
                                    : "the document";
    struct diag *diag = locate_report(
        r, E0402,
        arena_printf(arena, "leads nowhere: there is no \"%s\" in %s", show(arena, missing), where)
            .data);
    if (way->node->kind != NODE_OBJECT ||
        (!reached.len && !elsewhere && hint_definitions(r, diag, missing, rest, way->node)))
        return;
    if (rest.data && node_get(way->node, raw)) {
        struct buf escaped = buf_in(arena, PTRDIFF_MAX);
        pointer_add_token(&escaped, raw);
        diag_hint(found, diag, "for the name \"%s\" write \"#%s%s\"", show(arena, raw),
                  show(arena, reached), show(arena, buf_view(&escaped)));
        return;
    }
    hint_similar(r, diag, missing, way->node);
}

static bool find_target(struct reference *r, enum object_kind kind, struct target *ret_target);

/*
 * Goes on, where WAY has no such member but is a reference, from what that leads to: the pointer
 * becomes that place's with the rest behind it. False when it is no reference, or when reported,
 * which *RET_REPORTED tells.
 */
static bool take_detour(struct reference *r, struct way *way, bool *ret_reported)
{
    const struct node *through = node_get(way->node, S("$ref"));
    bool needs_itself = through == r->node && way->done == 0;
    struct target target;
    if (!node_is(through, NODE_STRING) || way->state == DATA || needs_itself)
        return false;
    *ret_reported = true;
    if (++r->detours > DETOUR_CAP) {
        locate_report(r, E0414, "leads round in a ring, or over more than 100 other references");
        return false;
    }
    struct reference over = {
        .lookup = r->lookup, .node = through, .text = node_text(through), .detours = r->detours};
    if (!find_target(&over, way->state == KNOWN ? way->kind : OBJECT_DATA, &target))
        return false;
    ptrdiff_t length = target.pointer.len + r->pointer.len - way->done;
    if (!registry_affords(r->lookup->registry, target.document, length))
        return false;
    struct buf pointer = buf_in(lookup_arena(r->lookup), PTRDIFF_MAX);
    buf_add(&pointer, target.pointer);
    buf_add(&pointer, str_skip(r->pointer, way->done));
    r->pointer = buf_view(&pointer);
    r->document = target.document;
    r->detours = over.detours;
    r->by_uri = r->by_uri || target.by_uri;
    way->document = target.document;
    way->node = target.node;
    way->done = target.pointer.len;
    way->owner = target.owner;
    way->owner_len = target.owner_len;
    way->kind = target.kind;
    way->state = target.kind == OBJECT_DATA ? UNKNOWN : KNOWN;
    return true;
}

/*
 * True when the members that the next two steps from WAY name stand there once, as the table takes
 * two steps at a time; else reported: which one is meant?
 */
static bool is_clear(const struct reference *r, const struct way *way)
{
    struct sources *sources = r->lookup->registry->sources;
    const struct node *node = way->node;
    str rest = str_skip(r->pointer, way->done);
    if (!r->document->faults || r->lookup->registry->quiet)
        return true;
    for (int step = 0; step < 2 && rest.len && node_is(node, NODE_OBJECT); step++) {
        str token, name;
        str_cut(str_skip(rest, 1), '/', &token, &rest);
        rest = str_skip(r->pointer, token.data + token.len - r->pointer.data);
        if (!pointer_token_decode(lookup_arena(r->lookup), token, &name))
            break;
        if (sources_report_member_faults(sources, node, name))
            return false;
        node = node_get(node, name);
    }
    return true;
}

/* Follows the pointer of R in its document. False when reported. */
static bool follow(struct reference *r, struct way *ret_way)
{
    struct way *way = ret_way;
    *way = way_from_root(r->lookup, r->document);
    const struct reference asked = *r;
    const struct way root = *way;
    bool misses_root = false;
    while (way->done < r->pointer.len) {
        bool reported = false;
        if (r->pointer.data[way->done] != '/') {
            locate_report(r, E0406, "is no reference: its pointer does not begin with a slash");
            return false;
        }
        str token, rest, name;
        str_cut(str_skip(r->pointer, way->done + 1), '/', &token, &rest);
        if (!pointer_token_decode(lookup_arena(r->lookup), token, &name)) {
            locate_report(r, E0406,
                          "is no reference: a ~ is written as ~0, and a / in a name as ~1");
            return false;
        }
        if (!is_clear(r, way))
            return false;
        bool is_step =
            step_known(r->lookup, way, r->pointer) || step_plain(r->lookup, way, r->pointer);
        misses_root |= !is_step && way->done == 0;
        if (is_step || take_detour(r, way, &reported))
            continue;
        if (!reported && misses_root) /* what a $ref at the top leads to is not what was meant */
            report_nowhere(&asked, &root);
        else if (!reported)
            report_nowhere(r, way);
        return false;
    }
    return true;
}

static const char *const kind_words[OBJECT_KIND_COUNT] = {
    [OBJECT_DATA] = "a value",
    [OBJECT_SCHEMA] = "a schema",
    [OBJECT_PATHS] = "a Paths Object",
    [OBJECT_PATH_ITEM] = "a Path Item",
    [OBJECT_OPERATION] = "an Operation",
    [OBJECT_PARAMETER] = "a Parameter",
    [OBJECT_REQUEST_BODY] = "a Request Body",
    [OBJECT_RESPONSES] = "a Responses Object",
    [OBJECT_RESPONSE] = "a Response",
    [OBJECT_MEDIA_TYPE] = "a Media Type",
    [OBJECT_HEADER] = "a Header",
    [OBJECT_CALLBACK] = "a Callback",
};

/* True when WAY is an object of KIND as far as can be told; else reported. */
static bool is_kind(const struct reference *r, const struct way *way, enum object_kind kind)
{
    bool fits =
        way->state == UNKNOWN || kind == OBJECT_DATA || (way->state == KNOWN && way->kind == kind);
    if (!fits)
        locate_report(
            r, E0404,
            arena_printf(lookup_arena(r->lookup), "leads to a place that is no %s",
                         kind_words[kind] ? strchr(kind_words[kind], ' ') + 1 : "such object")
                .data);
    return fits;
}

static bool find_target(struct reference *r, enum object_kind kind, struct target *ret_target)
{
    struct way way;
    bool plain = false;
    struct document *own = r->node && r->node->text
                               ? sources_document(r->lookup->registry->sources, r->node)
                               : r->lookup->entry;
    r->document = own;
    int detours = r->detours;
    if (!locate(r, &plain) || !follow(r, &way) || !is_kind(r, &way, kind))
        return false;
    *ret_target = (struct target){
        .document = way.document,
        .node = way.node,
        .pointer = r->pointer,
        .kind = way.state == KNOWN ? way.kind : kind,
        .owner = way.owner,
        .owner_len = way.owner_len,
        .by_uri = r->by_uri,
        .rest = plain && detours == r->detours ? str_skip(r->text, r->text.len ? 1 : 0) : (str){0}};
    if (way.state == UNKNOWN && kind == OBJECT_SCHEMA && !r->pointer.len)
        ret_target->owner = way.node; /* a file that is a schema */
    return true;
}

bool resolve_reference(const struct lookup *lookup, const struct node *reference,
                       enum object_kind kind, struct target *ret_target)
{
    struct reference r = {.lookup = lookup, .node = reference, .text = node_text(reference)};
    return find_target(&r, kind, ret_target);
}

void resolve_check_twins(const struct lookup *lookup)
{
    for (ptrdiff_t i = 0; i < lookup->identified->count; i++) {
        const struct map_entry *entry = &lookup->identified->entries[i];
        const struct identified *one = entry->value;
        struct reference r = {.lookup = lookup, .node = one->reference, .text = entry->key};
        struct resource *twin,
            *other = registry_identified(lookup->registry, entry->key, lookup->used, &twin);
        if (other && other != one->resource)
            twin = other;
        if (twin)
            locate_report_twins(&r, one->resource, twin);
    }
}

bool resolve_text(const struct lookup *lookup, str text, const struct node *where,
                  enum object_kind kind, struct target *ret_target)
{
    struct reference r = {.lookup = lookup, .where = where, .text = text};
    return find_target(&r, kind, ret_target);
}

static str key_of(const struct lookup *lookup, str path, str pointer)
{
    struct buf key = buf_in(lookup_arena(lookup), PTRDIFF_MAX);
    buf_add(&key, path);
    buf_add_byte(&key, '#');
    buf_add(&key, pointer);
    return buf_view(&key);
}

str resolve_key(const struct lookup *lookup, const struct node *reference)
{
    struct arena *arena = lookup_arena(lookup);
    const struct document *document = sources_document(lookup->registry->sources, reference);
    struct uri uri = uri_split(node_text(reference));
    str path, pointer;
    if (!document || uri.has_scheme || uri.has_authority || !uri.path.len || uri.has_query ||
        !uri_decode(arena, uri.path, &path) ||
        !pointer_from_fragment(arena, uri.fragment, &pointer))
        return (str){0};
    str folder = path_directory(registry_info(lookup->registry, document)->location);
    return key_of(lookup, path_normalise(arena, path_join(arena, folder, path)), pointer);
}

str resolve_place_key(const struct lookup *lookup, const struct document *document, str pointer)
{
    return key_of(lookup, registry_info(lookup->registry, document)->location, pointer);
}

enum dialect resolve_dialect(const struct lookup *lookup, const struct node *node,
                             enum object_kind kind)
{
    const struct registry *registry = lookup->registry;
    const struct document *document = sources_document(registry->sources, node);
    document = document ? document : lookup->entry;
    const struct document_info *info = registry_info(registry, document);
    enum dialect own = kind == OBJECT_SCHEMA ? registry_resource(registry, document, node)->dialect
                                             : info->dialect;
    if (own != DIALECT_COUNT)
        return own;
    const struct inherited *inherited =
        lookup->inherited ? map_get(lookup->inherited, document_key(document)) : NULL;
    if (kind == OBJECT_SCHEMA)
        return inherited ? inherited->schemas : lookup->schemas;
    return inherited ? inherited->objects : lookup->objects;
}
