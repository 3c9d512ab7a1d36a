/*
 * Where a file lies, what resources say of themselves and what is mapped are three answers to what
 * a URI means; `find_resource` has their order.
 */
#include "schema/locate.h"

#include "base/show.h"
#include "base/similar.h"
#include "schema/pointer.h"
#include "schema/uri.h"

struct arena *lookup_arena(const struct lookup *lookup)
{
    return lookup->registry->sources->arena;
}

struct diag_list *lookup_found(const struct lookup *lookup)
{
    return lookup->registry->sources->found;
}

static place place_of(const struct reference *r)
{
    const struct sources *sources = r->lookup->registry->sources;
    const struct node *where = r->node ? r->node : r->where;
    if (where && sources_document(sources, where))
        return sources_place(sources, where);
    return place_file(&r->lookup->entry->text);
}

struct diag *locate_report(const struct reference *r, enum diag_code code, const char *message)
{
    struct diag_list *found = lookup_found(r->lookup);
    const char *text = diag_is_kept(found, code) ? show(lookup_arena(r->lookup), r->text) : "";
    return diag_report(found, code, place_of(r), "\"%s\" %s", text, message);
}

bool locate_may_hint(const struct reference *r)
{
    enum { WORTH_IT = 50 };
    return lookup_found(r->lookup)->errors <= WORTH_IT;
}

/* The path that URI is mapped to (lookup.map); false when it is not. */
static bool find_mapped(const struct lookup *lookup, str uri, str *ret_path)
{
    for (ptrdiff_t i = 0; i < lookup->map.count; i++) {
        str name = str_of(lookup->map.at[i].name), mapped = str_of(lookup->map.at[i].value);
        if (str_equal(uri, name)) {
            *ret_path = mapped;
            return true;
        }
        if (!str_ends(name, S("/")) || !str_starts(uri, name))
            continue;
        str below;
        if (!uri_decode(lookup_arena(lookup), str_skip(uri, name.len), &below))
            continue;
        while (str_starts(below, S("/"))) /* it stays below */
            below = str_skip(below, 1);
        *ret_path = path_join(lookup_arena(lookup), mapped, below);
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
                                    : registry_load(registry, path, r->node ? r->node : r->where);
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
    str path; /* decoded, as it stands in the reference */
    bool is_located;
};

/*
 * Finds what URI, that of R, means from BASE. A location is in the registry's room, since most are
 * just looked up. False when reported: it means nothing.
 */
static bool find_destination(const struct reference *r, const struct resource *base,
                             const struct uri *uri, struct destination *ret)
{
    struct registry *registry = r->lookup->registry;
    struct arena *arena = lookup_arena(r->lookup);
    const struct document_info *info = registry_info(registry, base->document);
    str base_uri = base->base->uri.len ? base->base->uri : info->location;
    ret->is_located = !uri->has_scheme && !uri_is_absolute(base_uri);
    if (!uri_decode(arena, uri->path, &ret->path)) {
        locate_report(r, E0406, "is no reference: a % needs two hexadecimal digits behind it");
        return false;
    }
    if (str_find_byte(ret->path, '\0') >= 0) {
        locate_report(r, E0406, "is no reference: there is NUL (%00) in its path");
        return false;
    }
    if (ret->is_located && (uri->has_authority || uri->has_query)) {
        locate_report(r, E0403, "leads to no file: it has a host or a query");
        return false;
    }
    str from = uri_is_absolute(base_uri) ? base_uri : (str){0};
    ret->uri = ret->is_located ? path_place(&registry->room, path_directory(base_uri), ret->path)
                               : uri_resolve(arena, from, uri_without_fragment(r->text));
    return true;
}

/* The path of a file that R may mean; without data when it cannot mean one. */
static str path_of(const struct reference *r, const struct resource *base, const struct uri *uri,
                   const struct destination *to)
{
    const struct document_info *info = registry_info(r->lookup->registry, base->document);
    if (to->is_located && base->base->uri.len)
        return to->uri;
    if (!info->path || (!to->is_located && !is_relative_path(uri)))
        return (str){0};
    /* a file beside another lies beside its URI, too */
    return path_join(lookup_arena(r->lookup), path_directory(str_of(info->path)), to->path);
}

void locate_report_twins(const struct reference *r, const struct resource *resource,
                         const struct resource *twin)
{
    const struct registry *registry = r->lookup->registry;
    struct diag *diag = locate_report(r, E0415, "leads to two schemas, which have the same URI");
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
        before = arena_new(lookup_arena(lookup), struct identified, 1);
        *before = (struct identified){resource, r->node};
        map_put(lookup->identified, arena_copy(lookup_arena(lookup), uri), before);
    }
    r->by_uri = r->by_uri || resource;
    return resource;
}

/* Sets what URI, that of R in BASE, leads to when it was read before; else the result is false. */
static bool find_known(const struct reference *r, const struct resource *base, str uri,
                       struct resource **ret_resource)
{
    const struct registry *registry = r->lookup->registry;
    *ret_resource = map_get(&registry_info(registry, base->document)->uris, uri);
    if (*ret_resource && (*ret_resource)->twin)
        locate_report_twins(r, *ret_resource, (*ret_resource)->twin);
    return *ret_resource || take_document(r, registry_loaded(registry, uri), ret_resource);
}

/*
 * The resource that R, whose URI is another one than that of the resource BASE which it stands in,
 * leads to: one in its own document, in a file, in another document. False when reported.
 */
static bool find_resource(struct reference *r, const struct resource *base, const struct uri *uri,
                          struct resource **ret_resource)
{
    struct destination to;
    str mapped;
    if (!find_destination(r, base, uri, &to))
        return false;
    if (find_known(r, base, to.uri, ret_resource))
        return true;
    struct buf *asked = &r->lookup->registry->asked;
    asked->len = 0;
    buf_add(asked, to.uri);
    to.uri = buf_view(asked);
    str path = path_of(r, base, uri, &to);
    if (find_mapped(r->lookup, to.uri, &mapped))
        return load(r, mapped, ret_resource);
    if (path.data && try_load(r, path, ret_resource))
        return true;
    *ret_resource = identified(r, to.uri);
    if (*ret_resource)
        return true;
    if (r->lookup->missed) {
        *r->lookup->missed = arena_copy(lookup_arena(r->lookup), to.uri);
        return false;
    }
    if (path.data)
        return load(r, path, ret_resource);
    struct diag *diag = locate_report(r, E0403, "leads to another document, which is not at hand");
    diag_hint(lookup_found(r->lookup), diag,
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
    struct diag *diag = locate_report(r, E0415, "leads to two schemas, which have the same anchor");
    diag_note(sources->found, diag, sources_place(sources, anchor->node), "this is one");
    diag_note(sources->found, diag, sources_place(sources, anchor->twin), "this is the other");
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
    if (r->lookup->registry->lacks_names) {
        registry_report_limit(r->lookup->registry, resource->document);
        return false;
    }
    struct similar similar = {.wanted = name};
    const struct map *anchors = &resource->base->anchors;
    struct diag *diag = locate_report(r, E0402, "leads nowhere: there is no such anchor");
    for (ptrdiff_t i = 0; locate_may_hint(r) && i < anchors->count; i++)
        similar_consider(&similar, anchors->entries[i].key);
    if (similar.best.data)
        diag_hint(lookup_found(r->lookup), diag, "did you mean \"#%s\"?",
                  show(lookup_arena(r->lookup), similar.best));
    else if (name.len && r->lookup->objects != DIALECT_COUNT)
        diag_hint(lookup_found(r->lookup), diag, "a JSON Pointer begins with \"#/\"");
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

str document_key(const struct document *document)
{
    return (str){(const char *)&document->id, sizeof document->id};
}

/* The draft that the schemas of DIALECT follow: those of OpenAPI 3.1 and 3.2 only add to one. */
static enum dialect draft_of(enum dialect dialect)
{
    bool adds = dialect == DIALECT_OPENAPI_3_1 || dialect == DIALECT_OPENAPI_3_2;
    return adds ? DIALECT_2020_12 : dialect;
}

/* Notes that R's rules count in its document, when that has none of its own. */
static void inherit(const struct reference *r)
{
    const struct lookup *lookup = r->lookup;
    const struct registry *registry = lookup->registry;
    const struct document *document = r->document;
    if (!lookup->inherited || !r->node || registry->quiet || document == lookup->entry ||
        document == sources_document(registry->sources, r->node) ||
        registry_info(registry, document)->resources[0]->dialect != DIALECT_COUNT)
        return;
    bool is_new;
    enum dialect schemas = resolve_dialect(lookup, r->node, OBJECT_SCHEMA);
    struct map_entry *entry = map_entry(lookup->inherited, document_key(document), &is_new);
    struct inherited *inherited = entry->value;
    if (is_new) {
        inherited = entry->value = arena_new(lookup_arena(lookup), struct inherited, 1);
        inherited->objects = resolve_dialect(lookup, r->node, OBJECT_DATA);
        inherited->schemas = schemas;
        inherited->reference = r->node;
    }
    if (draft_of(schemas) == draft_of(inherited->schemas) || inherited->told)
        return;
    inherited->told = true;
    struct diag *diag =
        diag_report(lookup_found(lookup), W0406, place_of(r),
                    "the file that this leads to says no dialect, and is not read as %s but as %s",
                    dialect_info(schemas)->name.data, dialect_info(inherited->schemas)->name.data);
    diag_note(lookup_found(lookup), diag, sources_place(registry->sources, inherited->reference),
              "because of this reference to it");
    diag_hint(lookup_found(lookup), diag, "give the file a \"$schema\"");
}

bool locate(struct reference *r, bool *ret_plain)
{
    struct arena *arena = lookup_arena(r->lookup);
    str text = r->text, pointer;
    if (text.len && (is_blank(text.data[0]) || is_blank(text.data[text.len - 1]))) {
        struct diag *diag =
            locate_report(r, E0406, "is no reference: it begins or ends with a blank");
        diag_hint(lookup_found(r->lookup), diag, "remove the blank");
        return false;
    }
    struct uri uri = uri_split(text);
    struct resource *resource = base_of(r);
    *ret_plain = !uri.has_scheme && !uri.has_authority && !uri.path.len && !uri.has_query;
    if (!*ret_plain && !find_resource(r, resource, &uri, &resource))
        return false;
    if (!pointer_from_fragment(arena, uri.fragment, &pointer)) {
        locate_report(r, E0406,
                      "is no reference: a % needs two hexadecimal digits of UTF-8 behind it");
        return false;
    }
    r->document = resource->document;
    if (r->lookup->used)
        document_set_add(r->lookup->used, r->document);
    inherit(r);
    if (pointer.len && pointer.data[0] != '/') {
        *ret_plain = false;
        return find_anchor(r, resource, pointer);
    }
    *ret_plain = *ret_plain && !resource->pointer.len;
    r->pointer = pointer;
    if (resource->pointer.len) {
        ptrdiff_t length = resource->pointer.len + pointer.len;
        if (!registry_affords(r->lookup->registry, r->document, length))
            return false;
        struct buf whole = buf_in(arena, PTRDIFF_MAX);
        buf_add(&whole, resource->pointer);
        buf_add(&whole, pointer);
        r->pointer = buf_view(&whole);
    }
    return true;
}
