#include "openapi/document.h"

#include "base/show.h"
#include "base/similar.h"
#include "schema/pointer.h"
#include "schema/uri.h"

static const char *shown(const struct openapi *openapi, str text)
{
    return show(openapi->sources->arena, text);
}

/* The dialect for the value of "openapi" or "swagger"; DIALECT_COUNT for one that is not known. */
static enum dialect dialect_of_version(str version, bool swagger)
{
    static const struct {
        str prefix;
        enum dialect dialect;
    } known[] = {
        {STR_INIT("3.0."), DIALECT_OPENAPI_3_0},
        {STR_INIT("3.1."), DIALECT_OPENAPI_3_1},
        {STR_INIT("3.2."), DIALECT_OPENAPI_3_2},
    };
    if (swagger)
        return str_equal(version, S("2.0")) ? DIALECT_OPENAPI_2_0 : DIALECT_COUNT;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (str_starts(version, known[i].prefix))
            return known[i].dialect;
    return DIALECT_COUNT;
}

static bool read_version(struct openapi *openapi)
{
    struct diag_list *found = openapi->sources->found;
    const struct node *root = openapi->document->root;
    const struct node *version = node_get(root, S("openapi"));
    const struct node *swagger = version ? NULL : node_get(root, S("swagger"));
    if (!version && !swagger) {
        bool like_one = node_is(node_get(root, S("components")), NODE_OBJECT);
        struct diag *diag =
            diag_report(found, like_one ? W0401 : E0409, sources_place(openapi->sources, root),
                        like_one ? "\"openapi\" is missing; the document is read "
                                   "as OpenAPI 3.1"
                                 : "this is no OpenAPI document: \"openapi\" is "
                                   "missing at its top");
        diag_hint(found, diag, "it begins with a line such as \"openapi: 3.1.0\"");
        openapi->dialect = DIALECT_OPENAPI_3_1;
        return like_one;
    }
    const struct node *value = version ? version : swagger;
    if (sources_report_faults(openapi->sources, value))
        return false;
    bool text = value->kind == NODE_STRING || value->kind == NODE_NUMBER;
    openapi->dialect = text ? dialect_of_version(node_text(value), swagger != NULL) : DIALECT_COUNT;
    if (openapi->dialect != DIALECT_COUNT)
        return true;
    struct diag *diag =
        diag_report(found, E0409, sources_place(openapi->sources, value),
                    "this version of OpenAPI is not known; known are 2.0, 3.0, 3.1 and 3.2");
    if (text && !swagger)
        diag_hint(found, diag, "a version has three parts: \"openapi: 3.1.0\"");
    return false;
}

/* Reports members on the way to the named schemas that stand twice. */
static bool report_doubled_way(const struct openapi *openapi, str pointer)
{
    const struct node *object = openapi->document->root;
    bool any = sources_report_member_faults(openapi->sources, object, S("openapi")) ||
               sources_report_member_faults(openapi->sources, object, S("swagger"));
    for (str token, rest = str_skip(pointer, 1); object && rest.len;) {
        str_cut(rest, '/', &token, &rest);
        any = sources_report_member_faults(openapi->sources, object, token) || any;
        object = node_get(object, token);
    }
    return any;
}

bool openapi_is_own_dialect(str uri)
{
    enum dialect dialect = dialect_of_uri(uri);
    return dialect == DIALECT_2020_12 ||
           (dialect != DIALECT_COUNT && dialect_info(dialect)->openapi);
}

/*
 * What "jsonSchemaDialect" says of the schemas (OpenAPI 3.1, OpenAPI Object). Plain 2020-12 counts
 * as OpenAPI's own dialect, which only adds annotations: documents name the one and use the other.
 * A dialect that is not known is left for translation to refuse.
 */
static void read_schema_dialect(struct openapi *openapi)
{
    const struct node *named = node_get(openapi->document->root, S("jsonSchemaDialect"));
    openapi->schema_dialect = openapi->dialect;
    if (!node_is(named, NODE_STRING) || openapi_is_own_dialect(node_text(named)))
        return;
    enum dialect dialect = dialect_of_uri(node_text(named));
    if (dialect != DIALECT_COUNT)
        openapi->schema_dialect = dialect;
}

enum dialect openapi_dialect(const struct openapi *openapi, enum object_kind kind)
{
    return kind == OBJECT_SCHEMA ? openapi->schema_dialect : openapi->dialect;
}

bool openapi_open(struct sources *sources, struct document *document, struct openapi *ret_openapi)
{
    *ret_openapi = (struct openapi){.sources = sources, .document = document};
    if (document->root->kind != NODE_OBJECT) {
        diag_report(sources->found, E0409, sources_place(sources, document->root),
                    "this is no OpenAPI document but %s", node_kind_words(document->root->kind));
        return false;
    }
    if (!read_version(ret_openapi))
        return false;
    read_schema_dialect(ret_openapi);
    str pointer = dialect_info(ret_openapi->dialect)->schemas;
    struct pointer_target target = pointer_resolve(sources->arena, document->root, pointer);
    bool unclear = report_doubled_way(ret_openapi, pointer);
    if (unclear || !target.node)
        return !unclear;
    ret_openapi->schemas = target.node;
    if (target.node->kind == NODE_OBJECT) {
        ret_openapi->reached = arena_new(sources->arena, bool, target.node->count);
        return true;
    }
    diag_report(sources->found, E0409, sources_place(sources, target.node),
                "%s must be an object, this is %s", pointer.data,
                node_kind_words(target.node->kind));
    return false;
}

place openapi_place(const struct openapi *openapi, const struct node *where)
{
    return where ? sources_place(openapi->sources, where) : place_file(&openapi->document->text);
}

bool openapi_version(const struct openapi *openapi, const struct node *where, str *ret_version)
{
    struct diag_list *found = openapi->sources->found;
    const struct node *info = node_get(openapi->document->root, S("info"));
    const struct node *version = node_get(info, S("version"));
    if (sources_report_member_faults(openapi->sources, openapi->document->root, S("info")) ||
        sources_report_member_faults(openapi->sources, info, S("version")))
        return false;
    if (!version) {
        struct diag *diag = diag_report(found, E0411, openapi_place(openapi, info),
                                        "the document has no info.version");
        if (where)
            diag_note(found, diag, sources_place(openapi->sources, where),
                      "{info.version} is asked for here");
        return false;
    }
    if (sources_report_faults(openapi->sources, version))
        return false;
    if (version->kind == NODE_STRING) {
        *ret_version = node_text(version);
        return true;
    }
    struct diag *diag =
        diag_report(found, E0411, sources_place(openapi->sources, version),
                    "info.version must be a string, this is %s", node_kind_words(version->kind));
    if (version->kind == NODE_NUMBER)
        diag_hint(found, diag, "quote it");
    return false;
}

/*
 * Says which member of OBJECT the name WANTED may have meant. That takes as long as OBJECT has
 * members, so only the first faults of a run are worth it.
 */
static void hint_similar(const struct openapi *openapi, struct diag *diag, str wanted,
                         const struct node *object)
{
    enum { WORTH_IT = 50 };
    if (openapi->sources->found->errors > WORTH_IT)
        return;
    struct similar similar = {.wanted = wanted};
    for (uint32_t i = 0; i < object->count; i++)
        similar_consider(&similar, node_text(node_key(object, i)));
    if (similar.best.data)
        diag_hint(openapi->sources->found, diag, "did you mean \"%s\"?",
                  shown(openapi, similar.best));
}

void openapi_report_no_schema(const struct openapi *openapi, const struct node *where, str name)
{
    struct diag_list *found = openapi->sources->found;
    str pointer = dialect_info(openapi->dialect)->schemas;
    place at = openapi_place(openapi, where);
    if (!openapi->schemas) {
        struct diag *diag = diag_report(found, E0407, at,
                                        "the document has no schemas: %s is missing", pointer.data);
        if (where)
            diag_note(found, diag, place_file(&openapi->document->text), "this is the document");
        return;
    }
    struct diag *diag = diag_report(found, E0407, at, "there is no schema \"%s\" in %s",
                                    shown(openapi, name), pointer.data);
    if (where && sources_document(openapi->sources, where) != openapi->document)
        diag_note(found, diag, sources_place(openapi->sources, openapi->schemas),
                  "these are the schemas");
    hint_similar(openapi, diag, name, openapi->schemas);
}

/* The parts of a reference's text. */
struct reference {
    const struct openapi *openapi;
    const struct node *node;
    str text, pointer; /* pointer: the decoded fragment */
};

static struct diag *report(const struct reference *r, enum diag_code code, const char *message)
{
    struct diag_list *found = r->openapi->sources->found;
    bool is_written = sources_document(r->openapi->sources, r->node);
    return diag_report(found, code, openapi_place(r->openapi, is_written ? r->node : NULL),
                       "\"%s\" %s", diag_is_kept(found, code) ? shown(r->openapi, r->text) : "",
                       message);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Takes the reference apart as far as the decoded pointer. False when reported. */
static bool parse_reference(struct reference *r)
{
    struct diag_list *found = r->openapi->sources->found;
    if (r->text.len && (is_blank(r->text.data[0]) || is_blank(r->text.data[r->text.len - 1]))) {
        struct diag *diag = report(r, E0406, "is no reference: it begins or ends with a blank");
        diag_hint(found, diag, "remove the blank");
        return false;
    }
    struct uri uri = uri_split(r->text);
    if (uri.has_scheme || uri.has_authority || uri.path.len || uri.has_query) {
        report(r, E0403, "leads to another document, which is not followed");
        return false;
    }
    if (!pointer_from_fragment(r->openapi->sources->arena, uri.fragment, &r->pointer)) {
        report(r, E0406, "is no reference: a % needs two hexadecimal digits of UTF-8 behind it");
        return false;
    }
    if (r->pointer.len && r->pointer.data[0] != '/') {
        report(r, E0410, "is the name of an anchor, which is not looked up");
        return false;
    }
    return true;
}

/* Reports that the pointer of R leads nowhere; it got as far as TARGET from the document's root. */
static void report_nowhere(const struct reference *r, const struct pointer_target *target)
{
    struct arena *arena = r->openapi->sources->arena;
    struct diag_list *found = r->openapi->sources->found;
    if (target->malformed) {
        report(r, E0406, "is no reference: a ~ is written as ~0, and a / in a name as ~1");
        return;
    }
    if (!diag_is_kept(found, E0402)) {
        report(r, E0402, "leads nowhere");
        return;
    }
    str reached = str_first(r->pointer, target->resolved);
    str token, rest, missing;
    str_cut(str_skip(r->pointer, target->resolved + 1), '/', &token, &rest);
    if (!pointer_token_decode(arena, token, &missing))
        missing = token;
    struct diag *diag =
        report(r, E0402,
               arena_printf(arena, "leads nowhere: there is no \"%s\" in %s", show(arena, missing),
                            reached.len ? show(arena, reached) : "the document")
                   .data);
    if (target->last->kind != NODE_OBJECT)
        return;
    str raw = str_skip(r->pointer, target->resolved + 1);
    if (rest.data && node_get(target->last, raw)) {
        struct buf escaped = buf_in(arena, PTRDIFF_MAX);
        pointer_add_token(&escaped, raw);
        str spelled = buf_view(&escaped);
        diag_hint(found, diag, "for the name \"%s\" write \"#%s%s\"", show(arena, raw),
                  show(arena, reached), show(arena, spelled));
        return;
    }
    hint_similar(r->openapi, diag, missing, target->last);
}

/* What the steps of POINTER lead to from a schema; OBJECT_DATA when not to a schema. */
static enum object_kind kind_below(const struct openapi *openapi, const struct node *node,
                                   str pointer)
{
    enum object_kind kind = OBJECT_SCHEMA;
    while (pointer.len) {
        struct walk_child child;
        ptrdiff_t len;
        if (!walk_find(openapi->sources->arena, node, kind, openapi_dialect(openapi, kind), pointer,
                       &child, &len) ||
            (child.kind != CHILD_SCHEMA && child.kind != CHILD_OBJECT))
            return OBJECT_DATA;
        kind = child.object;
        node = child.node;
        pointer = str_skip(pointer, len);
    }
    return kind;
}

/* The text of R behind "#", PREFIX and "/"; nothing when some of that is percent-encoded. */
static str text_behind(const struct reference *r, str prefix)
{
    str text = str_skip(r->text, 1);
    if (!str_starts(text, prefix) || !str_starts(str_skip(text, prefix.len), S("/")))
        return (str){0};
    return str_skip(text, prefix.len + 1);
}

static bool resolve(struct reference *r, struct target *ret_target)
{
    const struct openapi *openapi = r->openapi;
    if (!parse_reference(r))
        return false;
    struct pointer_target target =
        pointer_resolve(openapi->sources->arena, openapi->document->root, r->pointer);
    if (!target.node) {
        report_nowhere(r, &target);
        return false;
    }
    str prefix = dialect_info(openapi->dialect)->schemas;
    str behind = str_starts(r->pointer, prefix) ? str_skip(r->pointer, prefix.len) : (str){0};
    if (!str_starts(behind, S("/"))) {
        report(r, E0404,
               arena_printf(openapi->sources->arena, "leads to no schema in %s", prefix.data).data);
        return false;
    }
    str token, rest;
    bool has_tail = str_cut(str_skip(behind, 1), '/', &token, &rest);
    pointer_token_decode(openapi->sources->arena, token, &ret_target->name);
    ret_target->component = node_get(openapi->schemas, ret_target->name);
    ret_target->node = target.node;
    ret_target->tail = has_tail ? str_skip(behind, 1 + token.len) : (str){0};
    ret_target->rest = text_behind(r, prefix);
    if (kind_below(openapi, ret_target->component, ret_target->tail) != OBJECT_SCHEMA) {
        report(r, E0404, "leads to a place that is no schema");
        return false;
    }
    return true;
}

bool openapi_resolve(const struct openapi *openapi, const struct node *reference,
                     struct target *ret_target)
{
    struct reference r = {.openapi = openapi, .node = reference, .text = node_text(reference)};
    return resolve(&r, ret_target);
}

bool openapi_mapping_is_name(const struct openapi *openapi, str text)
{
    /* The characters of a component's name (OpenAPI 3.1, Components Object); Swagger 2.0 has
     * others. */
    for (ptrdiff_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        bool allowed = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
                       c == '.' || c == '-' || c == '_';
        if (!allowed)
            return node_get(openapi->schemas, text) != NULL;
    }
    return true;
}

bool openapi_resolve_mapping(const struct openapi *openapi, const struct node *mapping,
                             struct target *ret_target)
{
    str text = node_text(mapping);
    if (!openapi_mapping_is_name(openapi, text))
        return openapi_resolve(openapi, mapping, ret_target);
    const struct node *component = node_get(openapi->schemas, text);
    if (component) {
        *ret_target = (struct target){.name = text, .component = component, .node = component};
        return true;
    }
    openapi_report_no_schema(openapi, mapping, text);
    return false;
}

bool openapi_resolve_child(const struct openapi *openapi, const struct walk_child *child,
                           struct target *ret_target)
{
    if (child->misshapen) {
        diag_report(openapi->sources->found, E0401, sources_place(openapi->sources, child->node),
                    "\"%s\" must be a string, this is %s", shown(openapi, node_text(child->member)),
                    node_kind_words(child->node->kind));
        return false;
    }
    return child->kind == CHILD_MAPPING ? openapi_resolve_mapping(openapi, child->node, ret_target)
                                        : openapi_resolve(openapi, child->node, ret_target);
}
