/*
 * extract.c - one schema out of a document.
 *
 * The closure (closure.c) says which schemas the result holds. Here `rewrite` makes the copies in
 * which references lead to the definitions, and `assemble` puts the top around them.
 */
#include "openapi/extract.h"

#include "base/show.h"
#include "openapi/closure.h"
#include "openapi/translate.h"
#include "schema/pointer.h"
#include "schema/rebuild.h"
#include "schema/uri.h"

#include <assert.h>

struct extraction {
    const struct extract_request *request;
    str keyword; /* "definitions" or "$defs" */
    struct closure closure;
    struct translation_log log;
};

/* True when the root's members stand at the top, so that "#" is what refers to it. */
static bool is_inlined(const struct extraction *x, const struct definition *definition)
{
    return x->request->root_form == ROOT_FORM_INLINE && definition == x->closure.root;
}

/* The rules for NODE, an object of KIND. */
static enum dialect dialect_of(const struct extraction *x, const struct node *node,
                               enum object_kind kind)
{
    return resolve_dialect(&x->closure.lookup, node, kind);
}

/* The reference to DEFINITION, or to what TAIL leads to in it, in the result: "#/$defs/NAME". */
static str reference_text(struct extraction *x, const struct definition *definition, str tail)
{
    struct buf pointer = buf_in(x->closure.arena, PTRDIFF_MAX),
               text = buf_in(x->closure.arena, PTRDIFF_MAX);
    ptrdiff_t length = definition->name.len + tail.len;
    if (!registry_affords(x->closure.lookup.registry, definition->document, length))
        return S("#"); /* there will be no result */
    if (!is_inlined(x, definition)) {
        pointer_add_token(&pointer, x->keyword);
        pointer_add_token(&pointer, definition->name);
    }
    buf_add(&pointer, tail);
    buf_add_byte(&text, '#');
    pointer_add_fragment(&text, buf_view(&pointer));
    return buf_view(&text);
}

/*
 * What a copied reference becomes: only the way to the definitions changes, the rest is kept as it
 * is spelled where it leads to a named schema of the document.
 */
static str copied_text(struct extraction *x, const struct definition *definition, str tail,
                       const struct target *target)
{
    str prefix = x->closure.openapi->schemas_pointer, rest = target->rest;
    bool is_plain =
        rest.data && str_starts(rest, prefix) && str_starts(str_skip(rest, prefix.len), S("/"));
    bool keeps_name = definition->component && str_equal(definition->name, definition->wanted) &&
                      definition->document == x->closure.openapi->document;
    if (is_inlined(x, definition) || !is_plain || !keeps_name)
        return reference_text(x, definition, tail);
    struct buf text = buf_in(x->closure.arena, PTRDIFF_MAX);
    buf_printf(&text, "#/%s", x->keyword.data);
    buf_add(&text, str_skip(rest, prefix.len));
    return buf_view(&text);
}

static const struct node *rewrite_reference(struct extraction *x, const struct walk_child *child)
{
    struct target target;
    str tail;
    const struct openapi *openapi = x->closure.openapi;
    if (!openapi_resolve_child(openapi, &x->closure.lookup, child, &target)) {
        assert(openapi->lookup.registry->lacks_names); /* else discover has resolved it */
        return child->node;                            /* there will be no result */
    }
    const struct definition *definition = closure_find(&x->closure, &target, &tail);
    bool is_name =
        child->kind == CHILD_MAPPING && openapi_mapping_is_name(openapi, node_text(child->node));
    if (is_name && !is_inlined(x, definition) &&
        str_equal(definition->name, node_text(child->node)))
        return child->node; /* the definition keeps the name of its schema */
    struct node *copy = arena_new(x->closure.arena, struct node, 1);
    *copy = *child->node;
    str text = x->request->translate ? reference_text(x, definition, tail)
                                     : copied_text(x, definition, tail, &target);
    copy->chars = text.data;
    copy->count = (uint32_t)text.len;
    return copy;
}

static const struct node *rewrite(struct extraction *x, const struct node *node,
                                  enum object_kind kind, str keyword);

static const struct node *rewrite_child(void *context, const struct walk_child *child)
{
    struct extraction *x = context;
    switch (child->kind) {
    case CHILD_REFERENCE:
    case CHILD_MAPPING:
        return rewrite_reference(x, child);
    case CHILD_SCHEMA:
    case CHILD_OBJECT:
        return rewrite(x, child->node, child->object, node_text(child->member));
    default:
        return child->node;
    }
}

/* The same where only references of the object itself count. */
static const struct node *rewrite_child_reference(void *context, const struct walk_child *child)
{
    return child->kind == CHILD_REFERENCE ? rewrite_reference(context, child) : child->node;
}

/*
 * SCHEMA, copied, without a URI of its own: its references have been led to the definitions of the
 * whole, which they would not find from another base. For the same reason an anchor can go that
 * stands several times in the whole, where it may stand once.
 */
static const struct node *without_names(struct extraction *x, const struct node *schema,
                                        enum dialect dialect)
{
    str id = dialect_info(dialect)->id;
    const char *names[4];
    struct string_list drop = {names, 0};
    for (uint32_t i = 0; schema->kind == NODE_OBJECT && i < schema->count && drop.count < 4; i++) {
        const struct node *key = node_key(schema, i), *value = node_value(schema, i);
        bool is_base = id.len && str_equal(node_text(key), id) && node_is(value, NODE_STRING) &&
                       !str_starts(node_text(value), S("#"));
        if (is_base || closure_has_twice(&x->closure, closure_anchor(key, value, dialect)))
            names[drop.count++] = arena_copy(x->closure.arena, node_text(key)).data;
    }
    return drop.count ? filter_drop(x->closure.arena, &drop, schema) : schema;
}

/*
 * SCHEMA, copied, with a $ref in place of a $recursiveRef, which may hold nothing but "#" (2019-09
 * core, section 8.2.4.2.1). Where it leads is settled (dynamic.h), so that both say the same; where
 * a $ref stands beside it, it stays.
 */
static const struct node *without_recursion(struct extraction *x, const struct node *schema)
{
    ptrdiff_t member = schema->kind == NODE_OBJECT ? node_find(schema, S("$recursiveRef")) : -1;
    if (member < 0 || node_get(schema, S("$ref")))
        return schema;
    struct node *copy = arena_new(x->closure.arena, struct node, 1);
    *copy = *schema;
    copy->items = node_copy_items(schema, x->closure.arena);
    copy->flags &= (uint8_t)~NODE_INDEXED;
    copy->items[2 * (size_t)member] = node_string(S("$ref"));
    return copy;
}

/* What the translation may know of the schema behind a reference: what discover has found. */
static bool find_target(void *context, const struct node *reference,
                        struct translate_target *ret_target)
{
    struct extraction *x = context;
    struct walk_child child = {
        .node = reference, .kind = CHILD_REFERENCE, .object = OBJECT_SCHEMA, .index = -1};
    struct target target;
    str tail;
    if (!openapi_resolve_child(x->closure.openapi, &x->closure.lookup, &child, &target))
        return false;
    const struct definition *definition = closure_find(&x->closure, &target, &tail);
    if (!definition || tail.len)
        return false;
    *ret_target = (struct translate_target){definition->schema, definition->dialect};
    return true;
}

/* The schema COPY, rewritten from SOURCE, which is the value of KEYWORD, in the target dialect. */
static const struct node *translate(struct extraction *x, const struct node *source,
                                    const struct node *copy, str keyword)
{
    struct translation translation = {.sources = x->closure.openapi->sources,
                                      .options = x->request->how,
                                      .from = dialect_of(x, source, OBJECT_SCHEMA),
                                      .to = x->request->dialect,
                                      .log = &x->log,
                                      .find = find_target,
                                      .context = x};
    if (copy->kind != NODE_OBJECT)
        return translate_boolean(&translation, copy, keyword);
    const struct node *translated = translate_schema(&translation, source, copy);
    const struct string_list *drop = &x->request->filter.drop;
    return drop->count ? filter_drop(x->closure.arena, drop, translated) : translated;
}

/*
 * NODE with its references led to the definitions, and in the target dialect if asked for. KEYWORD
 * holds it; empty for a definition.
 */
static const struct node *rewrite(struct extraction *x, const struct node *node,
                                  enum object_kind kind, str keyword)
{
    enum dialect dialect = dialect_of(x, node, kind);
    bool alone = closure_is_reference_alone(&x->closure, node, kind);
    const struct node *copy = rebuild(x->closure.arena, node, kind, dialect,
                                      kind == OBJECT_SCHEMA ? x->closure.also : DIALECT_COUNT,
                                      alone ? rewrite_child_reference : rewrite_child, x);
    if (kind != OBJECT_SCHEMA)
        return copy;
    if (x->request->translate)
        return translate(x, node, copy, keyword);
    copy = without_names(x, copy, dialect);
    return dialect == DIALECT_2019_09 ? without_recursion(x, copy) : copy;
}

/* A $id is a URI reference without a fragment (2020-12 core, section 8.2.1). False when reported.
 */
static bool check_id(struct extraction *x, str id)
{
    struct uri uri = uri_split(id);
    const char *wrong = id.len == 0             ? "is empty"
                        : !uri_is_reference(id) ? "is no URI"
                        : uri.fragment.len      ? "has a fragment"
                                                : NULL;
    if (wrong)
        diag_report(x->closure.found, E0413, openapi_place(x->closure.openapi, x->request->where),
                    "the id \"%s\" %s", show(x->closure.arena, id), wrong);
    return !wrong;
}

/* The id with its placeholders filled in. False when reported. */
static bool fill_id(struct extraction *x, str *ret_id)
{
    struct buf id = buf_in(x->closure.arena, PTRDIFF_MAX);
    for (str before, rest = str_of(x->request->id), name; rest.len;) {
        bool opened = str_cut(rest, '{', &before, &rest);
        buf_add(&id, before);
        if (!opened)
            break;
        str version;
        if (!str_cut(rest, '}', &name, &rest) || !str_equal(name, S("info.version"))) {
            struct diag *diag = diag_report(
                x->closure.found, E0606, openapi_place(x->closure.openapi, x->request->where),
                "the id has no placeholder \"{%s}\"", show(x->closure.arena, name));
            diag_hint(x->closure.found, diag, "the placeholder for ids is {info.version}");
            return false;
        }
        if (!openapi_version(x->closure.openapi, x->request->where, &version))
            return false;
        buf_add(&id, version);
    }
    *ret_id = buf_view(&id);
    return check_id(x, *ret_id);
}

/* Pushes a member of the top; its place is that of the artifact in schemac.yaml, which asks for it.
 */
static void push_member(struct extraction *x, struct node_stack *stack, str key, str value)
{
    if (!value.data)
        return;
    const struct node *where = x->request->where;
    struct node text = node_string(value);
    if (where) {
        text.text = where->text;
        text.start = where->start;
        text.len = where->len;
    }
    node_push_str(stack, key);
    node_push(stack, text);
}

static void push_root(struct extraction *x, struct node_stack *stack)
{
    str text = reference_text(x, x->closure.root, x->closure.root_tail);
    ptrdiff_t base = stack->len;
    if (x->request->root_form == ROOT_FORM_REF) {
        node_push_str(stack, S("$ref"));
        node_push_str(stack, text);
        return;
    }
    node_push_str(stack, S("allOf"));
    node_push_str(stack, S("$ref"));
    node_push_str(stack, text);
    node_close(stack, base + 1, (struct node){.kind = NODE_OBJECT}, x->closure.arena);
    node_close(stack, base + 1, (struct node){.kind = NODE_ARRAY}, x->closure.arena);
}

/* Pushes the members of the inlined root that the top, all of STACK so far, does not have. */
static void push_inlined(struct extraction *x, struct node_stack *stack)
{
    const struct node *root = rewrite(x, x->closure.root->schema, OBJECT_SCHEMA, (str){0});
    ptrdiff_t top = stack->len;
    for (uint32_t i = 0; i < root->count; i++) {
        const struct node *key = node_key(root, i);
        bool taken = false;
        for (ptrdiff_t j = 0; j < top; j += 2)
            taken = taken || str_equal(node_text(&stack->at[j]), node_text(key));
        if (taken)
            continue;
        node_push(stack, *key);
        node_push(stack, *node_value(root, i));
    }
}

static void push_definitions(struct extraction *x, struct node_stack *stack)
{
    ptrdiff_t base = stack->len + 1;
    bool is_root_alone = x->closure.count == 1 && is_inlined(x, x->closure.definitions[0]);
    if (is_root_alone)
        return;
    node_push_str(stack, x->keyword);
    for (ptrdiff_t i = 0; i < x->closure.count; i++) {
        const struct definition *definition = x->closure.definitions[i];
        if (is_inlined(x, definition))
            continue;
        node_push_str(stack, definition->name);
        node_push(stack, *rewrite(x, definition->schema, OBJECT_SCHEMA, (str){0}));
    }
    node_close(stack, base, (struct node){.kind = NODE_OBJECT}, x->closure.arena);
}

/* The whole; ID has no data when there is none. */
static const struct node *assemble(struct extraction *x, str id)
{
    struct node_stack stack = {0};
    push_member(x, &stack, S("$schema"), dialect_info(x->request->dialect)->uri);
    push_member(x, &stack, x->request->dialect == DIALECT_DRAFT_04 ? S("id") : S("$id"), id);
    push_member(x, &stack, S("$comment"), str_of(x->request->comment));
    push_member(x, &stack, S("title"), str_of(x->request->title));
    if (x->closure.root && is_inlined(x, x->closure.root))
        push_inlined(x, &stack);
    else if (x->closure.root)
        push_root(x, &stack);
    push_definitions(x, &stack);
    node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, x->closure.arena);
    const struct node *schema = node_pop(&stack, x->closure.arena);
    node_stack_done(&stack);
    return schema;
}

/* Reports a dialect of the whole document that no translation knows. */
static void check_dialect(struct extraction *x)
{
    const struct openapi *openapi = x->closure.openapi;
    const struct node *unknown =
        registry_info(openapi->lookup.registry, openapi->document)->resources[0]->unknown_dialect;
    if (unknown && x->request->translate)
        diag_report(x->closure.found, E0501, sources_place(openapi->sources, unknown),
                    "schemas of this dialect cannot be translated");
}

/* An inlined root must be an object whose definitions, if it has any, do not meet the result's. */
static void check_inlined(struct extraction *x)
{
    if (!x->closure.root || !is_inlined(x, x->closure.root))
        return;
    const struct node *root = x->closure.root->schema;
    str own = dialect_info(x->closure.root->dialect)->definitions; /* which may become KEYWORD */
    bool has_definitions =
        node_get(root, x->keyword) || (x->request->translate && own.len && node_get(root, own));
    const char *why = x->closure.root_tail.len    ? "is in the middle of another schema"
                      : root->kind != NODE_OBJECT ? "is no object"
                      : has_definitions           ? "has definitions of its own"
                                                  : NULL;
    if (!why)
        return;
    struct diag *diag =
        diag_report(x->closure.found, E0412, sources_place(x->closure.openapi->sources, root),
                    "this root cannot be inlined: it %s", why);
    diag_hint(x->closure.found, diag, "use root_form: allof");
}

const struct node *extract(const struct openapi *openapi, const struct extract_request *request,
                           struct document_set *ret_used)
{
    struct sources *sources = openapi->sources;
    enum dialect also = request->translate ? request->how.assume : request->dialect;
    struct extraction x = {
        .request = request,
        .keyword = dialect_info(request->dialect)->definitions,
        .closure = {.openapi = openapi,
                    .lookup = openapi->lookup,
                    .arena = sources->arena,
                    .found = sources->found,
                    .lifts = request->translate,
                    .also = also,
                    .filter = {.sources = sources,
                               .options = request->filter,
                               .also = also,
                               .honour_ref_siblings = request->how.honour_ref_siblings},
                    .where = request->where,
                    .places = {.arena = sources->arena}},
        .log = {.lost = {.arena = sources->arena}},
    };
    *ret_used = (struct document_set){.arena = sources->arena};
    document_set_add(ret_used, openapi->document);
    x.closure.lookup.map = request->map;
    x.closure.lookup.used = ret_used;
    int before = sources->found->errors + sources->found->limits;
    check_dialect(&x);
    closure_make(&x.closure, &request->roots);
    check_inlined(&x);
    str id = {0};
    if (request->id && !fill_id(&x, &id))
        return NULL;
    if (sources->found->errors + sources->found->limits > before)
        return NULL;
    const struct node *schema = assemble(&x, id);
    bool ok = sources->found->errors + sources->found->limits == before;
    return ok ? schema : NULL; /* under strict, what cannot be said is an error */
}
