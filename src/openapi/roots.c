#include "openapi/roots.h"

#include "openapi/closure.h"
#include "openapi/reachable.h"
#include "schema/pointer.h"

bool roots_find(const struct openapi *openapi, const struct lookup *lookup, str root,
                const struct node *where, struct target *ret_target)
{
    struct buf spelled = buf_in(openapi->sources->arena, PTRDIFF_MAX);
    bool is_pointer = str_starts(root, S("/")), is_reference = str_find_byte(root, '#') >= 0;
    bool is_name = !is_pointer && !str_starts(root, S("#"));
    if (is_name && openapi_schema_target(openapi, root, ret_target))
        return true;
    if (is_name && !is_reference) {
        openapi_report_no_schema(openapi, where, root);
        return false;
    }
    if (is_pointer) {
        buf_add_byte(&spelled, '#');
        pointer_add_fragment(&spelled, root);
        root = buf_view(&spelled);
    }
    return resolve_text(lookup, root, where, OBJECT_SCHEMA, ret_target);
}

/* The same in C: what no document is called is reported, since nothing waits for it. */
static bool find(struct closure *c, str root, struct target *ret_target)
{
    struct lookup lookup = c->lookup;
    lookup.missed = NULL;
    return roots_find(c->openapi, &lookup, root, c->where, ret_target);
}

/* Defines TARGET, which nobody asks for by name, unless it is to be omitted. */
static void define_reached(void *context, const struct target *target)
{
    struct closure *c = context;
    if (!filter_omits(&c->filter, target->node))
        closure_define(c, *target);
}

/* Reports that "*" stands for nothing. */
static void report_nothing(struct closure *c)
{
    const struct openapi *openapi = c->openapi;
    place schemas = openapi_schemas_place(openapi);
    struct diag *diag =
        diag_report(c->found, E0407, c->where ? openapi_place(openapi, c->where) : schemas,
                    "the document has no schema: %s is %s, and no operation uses one",
                    openapi->schemas_pointer.data, openapi->schemas ? "empty" : "missing");
    if (c->where)
        diag_note(c->found, diag, schemas, "this is the document");
}

/* All named schemas; in a document without any, all that its operations use. */
static void define_every_schema(struct closure *c)
{
    const struct openapi *openapi = c->openapi;
    struct target target;
    for (uint32_t i = 0; openapi->schemas && i < openapi->schemas->count; i++)
        if (openapi_schema_target(openapi, node_text(node_key(openapi->schemas, i)), &target))
            define_reached(c, &target);
    if (openapi->schemas && openapi->schemas->count)
        return;
    int before = c->found->errors + c->found->limits;
    if (dialect_info(openapi->dialect)->openapi)
        reachable_schemas(openapi, &c->lookup, define_reached, c);
    else if (find(c, S("#"), &target))
        closure_define(c, target);
    if (c->count == 0 && c->found->errors + c->found->limits == before)
        report_nothing(c);
}

/* A boolean is a schema, but nobody means to publish one: the name or the source is wrong. */
static void report_boolean_root(struct closure *c, const struct node *node)
{
    diag_report(c->found, E0405, sources_place(c->openapi->sources, node),
                "the root is a boolean, which says nothing about documents");
}

void roots_define(struct closure *c, const struct string_list *roots)
{
    if (roots->count == 0)
        openapi_report_no_root(c->openapi, c->where, c->where ? "as \"root\"" : "with --root",
                               true);
    for (ptrdiff_t i = 0; i < roots->count; i++) {
        str root = str_of(roots->at[i]);
        struct target target;
        if (str_equal(root, S("*"))) {
            define_every_schema(c);
            continue;
        }
        if (!find(c, root, &target))
            continue;
        const struct definition *definition = closure_define(c, target);
        closure_note_inward(c, NULL, &target);
        if (roots->count > 1 || !definition)
            continue;
        if (target.node->kind == NODE_BOOL)
            report_boolean_root(c, target.node);
        c->root = definition;
        if (!c->lifts && target.owner)
            c->root_tail = str_skip(target.pointer, target.owner_len);
    }
}
