/*
 * `resolve` finds the document and, by a pointer or an anchor, the way in it; `follow` goes that
 * way step by step over the table of keywords, so that it knows what kind of object each step is.
 */
#include "schema/resolve.h"

#include "base/show.h"
#include "base/similar.h"
#include "schema/pointer.h"
#include "schema/uri.h"
#include "schema/walk.h"

#include <string.h>

/* A reference while it is being followed. */
struct reference {
    const struct lookup *lookup;
    const struct node *node;  /* it; NULL for one that was asked for */
    const struct node *where; /* what asks for it; or NULL */
    str text;
    struct document *document; /* it stands in, then that it leads to */
    str pointer;               /* from that document's root, decoded */
    int detours;               /* over references on the way */
    bool by_uri;               /* struct target */
};

enum { DETOUR_CAP = 100 }; /* which also bounds the recursion */

static struct arena *arena_of(const struct lookup *lookup)
{
    return lookup->registry->sources->arena;
}

static struct diag_list *found_of(const struct lookup *lookup)
{
    return lookup->registry->sources->found;
}

static const char *shown(const struct reference *r, str text)
{
    return show(arena_of(r->lookup), text);
}

static place place_of(const struct reference *r)
{
    const struct sources *sources = r->lookup->registry->sources;
    const struct node *where = r->node ? r->node : r->where;
    if (where && sources_document(sources, where))
        return sources_place(sources, where);
    return place_file(&r->lookup->entry->text);
}

static struct diag *report(const struct reference *r, enum diag_code code, const char *message)
{
    struct diag_list *found = found_of(r->lookup);
    return diag_report(found, code, place_of(r), "\"%s\" %s",
                       diag_is_kept(found, code) ? shown(r, r->text) : "", message);
}

enum { WORTH_IT = 50 };

/*
 * Says which member of OBJECT the name WANTED may have meant. That takes as long as OBJECT has
 * members, so only the first faults of a run are worth it.
 */
static void hint_similar(const struct reference *r, struct diag *diag, str wanted,
                         const struct node *object)
{
    if (found_of(r->lookup)->errors > WORTH_IT)
        return;
    struct similar similar = {.wanted = wanted};
    for (uint32_t i = 0; i < object->count; i++)
        similar_consider(&similar, node_text(node_key(object, i)));
    if (similar.best.data)
        diag_hint(found_of(r->lookup), diag, "did you mean \"%s\"?", shown(r, similar.best));
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
        !walk_find(arena_of(lookup), way->node, way->kind,
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
    if (way->node->kind == NODE_OBJECT && pointer_token_decode(arena_of(lookup), token, &name)) {
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

/* Reports that the pointer of R leads nowhere from WAY on. */
static void report_nowhere(const struct reference *r, const struct way *way)
{
    struct arena *arena = arena_of(r->lookup);
    struct diag_list *found = found_of(r->lookup);
    if (!diag_is_kept(found, E0402)) {
        report(r, E0402, "leads nowhere");
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
    struct diag *diag = report(
        r, E0402,
        arena_printf(arena, "leads nowhere: there is no \"%s\" in %s", show(arena, missing), where)
            .data);
    if (way->node->kind != NODE_OBJECT)
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
    struct target target;
    if (!node_is(through, NODE_STRING) || way->state == DATA)
        return false;
    *ret_reported = true;
    if (++r->detours > DETOUR_CAP) {
        report(r, E0414, "leads round in a ring, or over more than 100 other references");
        return false;
    }
    struct reference over = {
        .lookup = r->lookup, .node = through, .text = node_text(through), .detours = r->detours};
    if (!find_target(&over, way->state == KNOWN ? way->kind : OBJECT_DATA, &target))
        return false;
    struct buf pointer = buf_in(arena_of(r->lookup), PTRDIFF_MAX);
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
    if (target.kind == OBJECT_DATA)
        way->state = UNKNOWN;
    else
        way->kind = target.kind;
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
        if (!pointer_token_decode(arena_of(r->lookup), token, &name))
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
    while (way->done < r->pointer.len) {
        bool reported = false;
        if (r->pointer.data[way->done] != '/') {
            report(r, E0406, "is no reference: its pointer does not begin with a slash");
            return false;
        }
        str token, rest, name;
        str_cut(str_skip(r->pointer, way->done + 1), '/', &token, &rest);
        if (!pointer_token_decode(arena_of(r->lookup), token, &name)) {
            report(r, E0406, "is no reference: a ~ is written as ~0, and a / in a name as ~1");
            return false;
        }
        if (!is_clear(r, way))
            return false;
        if (step_known(r->lookup, way, r->pointer) || step_plain(r->lookup, way, r->pointer) ||
            take_detour(r, way, &reported))
            continue;
        if (!reported)
            report_nowhere(r, way);
        return false;
    }
    return true;
}

/* The path that URI is mapped to (lookup.map); false when it is not. */
static bool find_mapped(const struct lookup *lookup, str uri, str *ret_path)
{
    for (ptrdiff_t i = 0; i < lookup->map.count; i++) {
        str name = str_of(lookup->map.at[i].name), path = str_of(lookup->map.at[i].value);
        if (str_equal(uri, name)) {
            *ret_path = path;
            return true;
        }
        if (!str_ends(name, S("/")) || !str_starts(uri, name))
            continue;
        str below;
        if (!uri_decode(arena_of(lookup), str_skip(uri, name.len), &below))
            continue;
        *ret_path = path_join(arena_of(lookup), path, below);
        return true;
    }
    return false;
}

/* Takes DOCUMENT, which may be NULL, as what R leads to; false when it is. */
static bool take_document(const struct reference *r, struct document *document,
                          struct resource **ret_resource)
{
    if (document)
        *ret_resource = registry_info(r->lookup->registry, document)->resources[0];
    return document != NULL;
}

/* Reads the document at PATH for R. False when reported, or not read in an offline lookup. */
static bool load(const struct reference *r, str path, struct resource **ret_resource)
{
    struct registry *registry = r->lookup->registry;
    struct document *document = r->lookup->offline
                                    ? registry_loaded(registry, registry_location(registry, path))
                                    : registry_load(registry, path, r->node);
    return take_document(r, document, ret_resource);
}

/* The same, but nothing is reported. */
static bool try_load(const struct reference *r, str path, struct resource **ret_resource)
{
    struct registry_hush hush;
    registry_hush(r->lookup->registry, &hush);
    bool ok = load(r, path, ret_resource);
    registry_speak(r->lookup->registry, &hush);
    return ok;
}

/* True when URI's path is one from the folder that it stands in. */
static bool is_relative_path(const struct uri *uri)
{
    return !uri->has_scheme && !uri->has_authority && uri->path.len && uri->path.data[0] != '/';
}

/* What a reference to another resource means, without its fragment. */
struct destination {
    str uri;  /* an absolute one or, where the base is a path, a location (registry.h) */
    str path; /* where a file may lie; no data: it may not */
};

/* Finds what URI, that of R, means from BASE. False when reported: it means nothing. */
static bool find_destination(const struct reference *r, const struct resource *base,
                             const struct uri *uri, struct destination *ret)
{
    struct arena *arena = arena_of(r->lookup);
    const struct document_info *info = registry_info(r->lookup->registry, base->document);
    str base_uri = base->base->uri.len ? base->base->uri : info->location, decoded;
    bool is_located = !uri->has_scheme && !uri_is_absolute(base_uri);
    const char *wrong = NULL;
    if (!uri_decode(arena, uri->path, &decoded))
        wrong = "is no reference: a % needs two hexadecimal digits behind it";
    else if (str_find_byte(decoded, '\0') >= 0)
        wrong = "is no reference: there is NUL (%00) in its path";
    else if (is_located && (uri->has_authority || uri->has_query))
        wrong = "leads to no file: it has a host or a query";
    if (wrong) {
        report(r, *wrong == 'i' ? E0406 : E0403, wrong);
        return false;
    }
    if (is_located || is_relative_path(uri)) /* a file beside another lies beside its URI, too */
        ret->path = path_join(arena, path_directory(str_of(info->path)), decoded);
    if (!is_located) {
        str from = uri_is_absolute(base_uri) ? base_uri : (str){0};
        ret->uri = uri_resolve(arena, from, uri_without_fragment(r->text));
        return true;
    }
    ret->uri = path_normalise(arena, path_join(arena, path_directory(base_uri), decoded));
    if (base->base->uri.len)
        ret->path = ret->uri;
    return true;
}

/* Reports that two resources have the URI of R. */
static void report_twins(const struct reference *r, const struct resource *resource,
                         const struct resource *twin)
{
    const struct registry *registry = r->lookup->registry;
    struct diag *diag = report(r, E0415, "leads to two schemas, which have the same URI");
    const struct document_info *info = registry_info(registry, resource->document);
    bool turn = str_compare(info->location, registry_info(registry, twin->document)->location) > 0;
    diag_note(registry->sources->found, diag,
              sources_place(registry->sources, turn ? twin->root : resource->root), "this is one");
    diag_note(registry->sources->found, diag,
              sources_place(registry->sources, turn ? resource->root : twin->root),
              "this is the other");
}

/* The resource in another document that says that it has URI; NULL when there is none. */
static struct resource *identified(struct reference *r, str uri)
{
    const struct lookup *lookup = r->lookup;
    struct resource *twin;
    struct identified *before = lookup->identified ? map_get(lookup->identified, uri) : NULL;
    struct resource *resource =
        before ? before->resource : registry_identified(lookup->registry, uri, lookup->used, &twin);
    if (resource && !before && lookup->identified) {
        before = arena_new(arena_of(lookup), struct identified, 1);
        *before = (struct identified){resource, r->node};
        map_put(lookup->identified, uri, before);
    }
    r->by_uri = r->by_uri || resource;
    return resource;
}

/*
 * The resource that R, whose URI is another one than that of the resource BASE which it stands in,
 * leads to: one in its own document, in a file, in another document. False when reported.
 */
static bool find_resource(struct reference *r, const struct resource *base, const struct uri *uri,
                          struct resource **ret_resource)
{
    const struct registry *registry = r->lookup->registry;
    struct destination to = {0};
    str mapped;
    if (!find_destination(r, base, uri, &to))
        return false;
    *ret_resource = map_get(&registry_info(registry, base->document)->uris, to.uri);
    if (*ret_resource && (*ret_resource)->twin)
        report_twins(r, *ret_resource, (*ret_resource)->twin);
    if (*ret_resource || take_document(r, registry_loaded(registry, to.uri), ret_resource))
        return true;
    if (find_mapped(r->lookup, to.uri, &mapped))
        return load(r, mapped, ret_resource);
    if (to.path.data && try_load(r, to.path, ret_resource))
        return true;
    *ret_resource = identified(r, to.uri);
    if (*ret_resource)
        return true;
    if (r->lookup->missed) {
        *r->lookup->missed = to.uri;
        return false;
    }
    if (to.path.data)
        return load(r, to.path, ret_resource);
    struct diag *diag = report(r, E0403, "leads to another document, which is not at hand");
    diag_hint(found_of(r->lookup), diag,
              "the network is never asked; map the URL to a file: --map URL=FILE");
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Reports that two schemas are called as ANCHOR is, which R names. */
static void report_two_anchors(const struct reference *r, const struct anchor *anchor)
{
    struct sources *sources = r->lookup->registry->sources;
    struct diag *diag = report(r, E0415, "leads to two schemas, which have the same anchor");
    diag_note(found_of(r->lookup), diag, sources_place(sources, anchor->node), "this is one");
    diag_note(found_of(r->lookup), diag, sources_place(sources, anchor->twin), "this is the other");
}

/* Takes the anchor NAME of RESOURCE as the pointer of R. False when reported. */
static bool find_anchor(struct reference *r, const struct resource *resource, str name)
{
    const struct anchor *anchor = map_get(&resource->base->anchors, name);
    if (anchor && anchor->twin) {
        report_two_anchors(r, anchor);
        return false;
    }
    if (anchor) {
        r->pointer = anchor->pointer;
        return true;
    }
    struct similar similar = {.wanted = name};
    const struct map *anchors = &resource->base->anchors;
    struct diag *diag = report(r, E0402, "leads nowhere: there is no such anchor");
    for (ptrdiff_t i = 0; found_of(r->lookup)->errors <= WORTH_IT && i < anchors->count; i++)
        similar_consider(&similar, anchors->entries[i].key);
    if (similar.best.data)
        diag_hint(found_of(r->lookup), diag, "did you mean \"#%s\"?", shown(r, similar.best));
    else if (name.len && r->lookup->objects != DIALECT_COUNT)
        diag_hint(found_of(r->lookup), diag, "a JSON Pointer begins with \"#/\"");
    return false;
}

/* The resource whose fragments R's "#..." are; the dialect must know identifiers for inner ones. */
static struct resource *base_of(const struct reference *r)
{
    const struct registry *registry = r->lookup->registry;
    const struct document_info *info = registry_info(registry, r->document);
    if (info->count == 1 || !r->node)
        return info->resources[0];
    struct resource *resource = registry_resource(registry, r->document, r->node);
    bool knows_ids = info->dialect != DIALECT_COUNT || resource->dialect != DIALECT_COUNT ||
                     dialect_info(r->lookup->schemas)->id.len;
    return knows_ids ? resource->base : info->resources[0];
}

/* Finds the document and the pointer that R means. False when reported. */
static bool find_place(struct reference *r, bool *ret_plain)
{
    struct arena *arena = arena_of(r->lookup);
    str text = r->text, pointer;
    if (text.len && (is_blank(text.data[0]) || is_blank(text.data[text.len - 1]))) {
        struct diag *diag = report(r, E0406, "is no reference: it begins or ends with a blank");
        diag_hint(found_of(r->lookup), diag, "remove the blank");
        return false;
    }
    struct uri uri = uri_split(text);
    struct resource *resource = base_of(r);
    *ret_plain = !uri.has_scheme && !uri.has_authority && !uri.path.len && !uri.has_query;
    if (!*ret_plain && !find_resource(r, resource, &uri, &resource))
        return false;
    if (!pointer_from_fragment(arena, uri.fragment, &pointer)) {
        report(r, E0406, "is no reference: a % needs two hexadecimal digits of UTF-8 behind it");
        return false;
    }
    r->document = resource->document;
    if (r->lookup->used)
        document_set_add(r->lookup->used, r->document);
    if (pointer.len && pointer.data[0] != '/') {
        *ret_plain = false;
        return find_anchor(r, resource, pointer);
    }
    *ret_plain = *ret_plain && !resource->pointer.len;
    r->pointer = pointer;
    if (resource->pointer.len) {
        struct buf whole = buf_in(arena, PTRDIFF_MAX);
        buf_add(&whole, resource->pointer);
        buf_add(&whole, pointer);
        r->pointer = buf_view(&whole);
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
        report(r, E0404,
               arena_printf(arena_of(r->lookup), "leads to a place that is no %s",
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
    if (!find_place(r, &plain) || !follow(r, &way) || !is_kind(r, &way, kind))
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
            report_twins(&r, one->resource, twin);
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
    struct buf key = buf_in(arena_of(lookup), PTRDIFF_MAX);
    buf_add(&key, path);
    buf_add_byte(&key, '#');
    buf_add(&key, pointer);
    return buf_view(&key);
}

str resolve_key(const struct lookup *lookup, const struct node *reference)
{
    struct arena *arena = arena_of(lookup);
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
    if (kind != OBJECT_SCHEMA)
        return info->dialect == DIALECT_COUNT ? lookup->objects : info->dialect;
    const struct resource *resource = registry_resource(registry, document, node);
    return resource->dialect == DIALECT_COUNT ? lookup->schemas : resource->dialect;
}
