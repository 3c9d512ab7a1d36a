#include "openapi/document.h"

#include "base/show.h"
#include "base/similar.h"
#include "schema/pointer.h"

/* To look for similar names takes as long as there are names: only the first faults are worth it.
 */
enum { WORTH_A_HINT = 50 };

static const char *shown(const struct openapi *openapi, str text)
{
    return show(openapi->sources->arena, text);
}

/* A document without a version that may be meant as one. False when reported as none. */
static bool read_unversioned(struct openapi *openapi)
{
    struct diag_list *found = openapi->sources->found;
    const struct node *root = openapi->document->root;
    const struct node *schema = node_get(root, S("$schema"));
    if (node_is(schema, NODE_STRING)) {
        openapi->dialect = dialect_of_uri(node_text(schema));
        if (openapi->dialect != DIALECT_COUNT)
            return true;
        diag_report(found, E0409, sources_place(openapi->sources, schema),
                    "this dialect of JSON Schema is not known; known are the drafts 04, 06, 07, "
                    "2019-09 and 2020-12");
        return false;
    }
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

static bool read_version(struct openapi *openapi)
{
    struct diag_list *found = openapi->sources->found;
    const struct node *root = openapi->document->root, *value;
    openapi->dialect = registry_openapi_version(root, &value);
    if (!value)
        return read_unversioned(openapi);
    if (sources_report_faults(openapi->sources, value))
        return false;
    if (openapi->dialect != DIALECT_COUNT)
        return true;
    struct diag *diag =
        diag_report(found, E0409, sources_place(openapi->sources, value),
                    "this version of OpenAPI is not known; known are 2.0, 3.0, 3.1 and 3.2");
    if (value->kind <= NODE_STRING && value->kind >= NODE_NUMBER && node_get(root, S("openapi")))
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

/* The map of named schemas; false when it is not clear which that is. */
static bool find_schemas(struct openapi *openapi)
{
    struct sources *sources = openapi->sources;
    const struct node *root = openapi->document->root;
    openapi->schemas_pointer = dialect_info(openapi->dialect)->schemas;
    bool is_draft = !dialect_info(openapi->dialect)->openapi;
    if (is_draft && !node_get(root, S("$defs")) && node_get(root, S("definitions")))
        openapi->schemas_pointer = S("/definitions"); /* known in all drafts */
    struct pointer_target target = pointer_resolve(sources->arena, root, openapi->schemas_pointer);
    bool unclear = report_doubled_way(openapi, openapi->schemas_pointer);
    if (unclear || !target.node)
        return !unclear;
    openapi->schemas = target.node;
    if (target.node->kind == NODE_OBJECT) {
        openapi->reached = arena_new(sources->arena, bool, target.node->count);
        return true;
    }
    diag_report(sources->found, E0409, sources_place(sources, target.node),
                "%s must be an object, this is %s", openapi->schemas_pointer.data,
                node_kind_words(target.node->kind));
    return false;
}

/*
 * Notes which schemas of other files have names here: {Pet: {$ref: pet.yaml}} gives one to the
 * schema that is pet.yaml.
 */
static void find_aliases(struct openapi *openapi)
{
    openapi->aliases.arena = openapi->sources->arena;
    for (uint32_t i = 0; openapi->schemas && i < openapi->schemas->count; i++) {
        const struct node *schema = node_value(openapi->schemas, i);
        const struct node *reference = openapi_sole_reference(schema);
        str key = reference ? resolve_key(&openapi->lookup, reference) : (str){0};
        bool is_new;
        if (!key.len)
            continue;
        struct map_entry *entry = map_entry(&openapi->aliases, key, &is_new);
        if (is_new)
            entry->value = (void *)node_key(openapi->schemas, i);
    }
}

const struct node *openapi_sole_reference(const struct node *schema)
{
    const struct node *reference = node_get(schema, S("$ref"));
    return node_is(reference, NODE_STRING) && schema->count == 1 ? reference : NULL;
}

bool openapi_open(struct registry *registry, struct document *document, struct openapi *ret_openapi)
{
    struct sources *sources = registry->sources;
    *ret_openapi = (struct openapi){.sources = sources, .document = document};
    if (document->root->kind != NODE_OBJECT) {
        diag_report(sources->found, E0409, sources_place(sources, document->root),
                    "this is no OpenAPI document but %s", node_kind_words(document->root->kind));
        return false;
    }
    if (!read_version(ret_openapi))
        return false;
    const struct document_info *info = registry_info(registry, document);
    enum dialect schemas = info->resources[0]->dialect;
    ret_openapi->schema_dialect = schemas == DIALECT_COUNT ? ret_openapi->dialect : schemas;
    ret_openapi->lookup = (struct lookup){.registry = registry,
                                          .entry = document,
                                          .objects = ret_openapi->dialect,
                                          .schemas = ret_openapi->schema_dialect};
    if (!find_schemas(ret_openapi))
        return false;
    find_aliases(ret_openapi);
    return true;
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

place openapi_schemas_place(const struct openapi *openapi)
{
    const struct node *object = openapi->document->root, *key = NULL;
    for (str token, rest = str_skip(openapi->schemas_pointer, 1); rest.len;) {
        str_cut(rest, '/', &token, &rest);
        ptrdiff_t member = node_is(object, NODE_OBJECT) ? node_find(object, token) : -1;
        if (member < 0)
            break;
        key = node_key(object, (uint32_t)member);
        object = node_value(object, (uint32_t)member);
    }
    return openapi_place(openapi, key);
}

void openapi_report_no_schema(const struct openapi *openapi, const struct node *where, str name)
{
    struct diag_list *found = openapi->sources->found;
    str pointer = openapi->schemas_pointer;
    place at = where ? openapi_place(openapi, where) : openapi_schemas_place(openapi);
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
    struct similar similar = {.wanted = name};
    for (uint32_t i = 0; found->errors <= WORTH_A_HINT && i < openapi->schemas->count; i++)
        similar_consider(&similar, node_text(node_key(openapi->schemas, i)));
    if (similar.best.data)
        diag_hint(found, diag, "did you mean \"%s\"?", shown(openapi, similar.best));
}

/* True when TEXT has only characters of a component's name (OpenAPI 3.1, Components Object). */
static bool is_component_name(str text)
{
    for (ptrdiff_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        if (!byte_is_alphanumeric(c) && c != '.' && c != '-' && c != '_')
            return false;
    }
    return true;
}

/* True when TEXT, no name of a schema, looks like that of a file. */
static bool is_file_name(str text)
{
    return str_ends(text, S(".yaml")) || str_ends(text, S(".yml")) || str_ends(text, S(".json"));
}

bool openapi_mapping_is_name(const struct openapi *openapi, str text)
{
    /* Swagger 2.0 has names with other characters. */
    return node_get(openapi->schemas, text) || (is_component_name(text) && !is_file_name(text));
}

void openapi_report_no_root(const struct openapi *openapi, const struct node *where,
                            const char *how, bool many)
{
    enum { MANY = 10 };
    struct sources *sources = openapi->sources;
    struct diag *diag = diag_report(sources->found, E0408, openapi_place(openapi, where),
                                    "no root is named: which schema is meant?");
    struct buf names = buf_in(sources->arena, PTRDIFF_MAX);
    const struct node *schemas = openapi->schemas;
    uint32_t count = schemas ? schemas->count : 0;
    for (uint32_t i = 0; i < count && i < MANY; i++)
        buf_printf(&names, "%s%s", i ? ", " : "",
                   show(sources->arena, node_text(node_key(schemas, i))));
    buf_add(&names, count > MANY ? S(", ...") : S(""));
    if (many)
        buf_printf(&names, "%s\"*\" for all%s", count ? ", or " : "",
                   count ? "" : " that the operations use");
    buf_add_byte(&names, '\0');
    if (names.len > 1)
        diag_hint(sources->found, diag,
                  "name it %s: it may be %s; `schemac roots` lists them with sizes", how,
                  names.data);
}

bool openapi_schema_target(const struct openapi *openapi, str name, struct target *ret_target)
{
    const struct node *schema = node_get(openapi->schemas, name);
    if (!schema)
        return false;
    struct buf pointer = buf_in(openapi->sources->arena, PTRDIFF_MAX);
    buf_add(&pointer, openapi->schemas_pointer);
    pointer_add_token(&pointer, name);
    *ret_target = (struct target){.document = openapi->document,
                                  .node = schema,
                                  .pointer = buf_view(&pointer),
                                  .kind = OBJECT_SCHEMA,
                                  .owner = schema,
                                  .owner_len = pointer.len};
    return true;
}

static bool resolve_mapping(const struct openapi *openapi, const struct lookup *lookup,
                            const struct node *mapping, struct target *ret_target)
{
    str text = node_text(mapping);
    if (!openapi_mapping_is_name(openapi, text))
        return resolve_reference(lookup, mapping, OBJECT_SCHEMA, ret_target);
    if (openapi_schema_target(openapi, text, ret_target))
        return true;
    openapi_report_no_schema(openapi, mapping, text);
    return false;
}

bool openapi_resolve_child(const struct openapi *openapi, const struct lookup *lookup,
                           const struct walk_child *child, struct target *ret_target)
{
    if (child->misshapen) {
        diag_report(openapi->sources->found, E0401, sources_place(openapi->sources, child->node),
                    "\"%s\" must be a string, this is %s", shown(openapi, node_text(child->member)),
                    node_kind_words(child->node->kind));
        return false;
    }
    return child->kind == CHILD_MAPPING
               ? resolve_mapping(openapi, lookup, child->node, ret_target)
               : resolve_reference(lookup, child->node, child->object, ret_target);
}
