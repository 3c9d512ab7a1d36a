/*
 * extract.c - the closure of a root, as one schema.
 *
 * Three passes: `discover` walks from the roots and collects what they reach as definitions,
 * `name_definitions` puts them in the order of the document and names them, `rewrite_schema` makes
 * the copies in which references lead to the definitions. `assemble` puts the top around them.
 */
#include "openapi/extract.h"

#include "base/show.h"
#include "openapi/translate.h"
#include "schema/pointer.h"
#include "schema/rebuild.h"

#include <stdlib.h>

/* One schema that the result holds under a name. */
struct definition {
    str component, tail; /* where it is in the document; a tail only when it was lifted out */
    const struct node *schema;
    str name; /* in the result */
};

struct extraction {
    const struct openapi *openapi;
    const struct extract_request *request;
    struct arena *arena;
    struct diag_list *found;
    struct map by_place;             /* component, or component NUL tail, to struct definition */
    struct definition **definitions; /* in the order found, then in the order of the document */
    ptrdiff_t count, cap;
    str keyword;                   /* "definitions" or "$defs" */
    const struct definition *root; /* of a single root, else NULL */
    str root_tail; /* the pointer from its schema to the root, when that was copied */
};

static str place_key(struct extraction *x, str component, str tail)
{
    if (tail.len == 0)
        return component;
    struct buf key = buf_in(x->arena, PTRDIFF_MAX);
    buf_add(&key, component);
    buf_add_byte(&key, '\0');
    buf_add(&key, tail);
    return buf_view(&key);
}

/* Reports members that stand twice on the way to a TARGET in the middle: which one is meant? */
static void report_faults_on_way(struct extraction *x, const struct target *target)
{
    const struct node *node = target->component;
    for (str token, name, rest = str_skip(target->tail, 1); rest.len;) {
        str_cut(rest, '/', &token, &rest);
        if (node->kind == NODE_ARRAY) {
            node = node_item(node, (uint32_t)pointer_token_index(token));
            continue;
        }
        pointer_token_decode(x->arena, token, &name);
        sources_report_member_faults(x->openapi->sources, node, name);
        node = node_get(node, name);
    }
}

/*
 * The definition that TARGET becomes part of. A copy keeps pointers into the middle and so needs
 * the whole component; a translation lifts the schema that is meant.
 */
static struct definition *define(struct extraction *x, const struct target *target)
{
    str tail = x->request->translate ? target->tail : (str){0};
    bool is_new;
    if (tail.len && x->openapi->document->faults)
        report_faults_on_way(x, target);
    struct map_entry *entry = map_entry(&x->by_place, place_key(x, target->name, tail), &is_new);
    if (!is_new)
        return entry->value;
    struct definition *definition = arena_new(x->arena, struct definition, 1);
    *definition = (struct definition){
        .component = target->name,
        .tail = tail,
        .schema = tail.len ? target->node : target->component,
    };
    entry->value = definition;
    sources_report_member_faults(x->openapi->sources, x->openapi->schemas, target->name);
    if (x->count == x->cap) {
        ptrdiff_t size = (ptrdiff_t)sizeof *x->definitions, cap = x->cap ? x->cap * 2 : 16;
        x->definitions = arena_grow(x->arena, x->definitions, x->count * size, cap * size);
        x->cap = cap;
    }
    x->definitions[x->count++] = definition;
    return definition;
}

static void report_not_schema(struct extraction *x, const struct node *node)
{
    diag_report(x->found, E0405, sources_place(x->openapi->sources, node),
                "a schema is an object or a boolean, this is %s", node_kind_words(node->kind));
}

/* What the reference or mapping CHILD leads to. False when reported. */
static bool resolve_child(struct extraction *x, const struct walk_child *child,
                          struct target *ret_target)
{
    if (child->misshapen) {
        diag_report(x->found, E0401, sources_place(x->openapi->sources, child->node),
                    "\"%s\" must be a string, this is %s", show(x->arena, node_text(child->member)),
                    node_kind_words(child->node->kind));
        return false;
    }
    return child->kind == CHILD_MAPPING
               ? openapi_resolve_mapping(x->openapi, child->node, ret_target)
               : openapi_resolve(x->openapi, child->node, ret_target);
}

/* Reports what in a schema's identifiers would make its references mean something else. */
static void check_identifier(struct extraction *x, const struct walk_child *child)
{
    str id = dialect_info(x->openapi->dialect)->id;
    bool changes_base = id.len && str_equal(node_text(child->member), id) &&
                        child->node->kind == NODE_STRING && child->node->count > 0 &&
                        child->node->chars[0] != '#';
    if (changes_base)
        diag_report(x->found, E0410, sources_place(x->openapi->sources, child->node),
                    "a schema with a URI of its own cannot be extracted");
}

/* Collects what NODE, an object of KIND, refers to. The reader has bounded the depth. */
static void discover(struct extraction *x, const struct node *node, enum object_kind kind)
{
    struct walk_children it;
    struct walk_child child;
    struct target target;
    walk_begin(&it, node, kind, x->openapi->dialect);
    while (walk_next(&it, &child)) {
        bool refers = child.kind == CHILD_REFERENCE || child.kind == CHILD_MAPPING;
        if (refers && resolve_child(x, &child, &target))
            define(x, &target);
        else if (child.kind == CHILD_IDENTIFIER)
            check_identifier(x, &child);
        else if (child.kind == CHILD_SCHEMA && child.misshapen)
            report_not_schema(x, child.node);
        else if (child.kind == CHILD_SCHEMA || child.kind == CHILD_OBJECT)
            discover(x, child.node, child.object);
    }
}

/* Reports the faults of NODE and all that it holds, data too: it all goes into the result. */
static void report_faults(struct extraction *x, const struct node *node)
{
    if (node->flags & NODE_FAULTY)
        sources_report_faults(x->openapi->sources, node);
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++)
        report_faults(x, node_value(node, i));
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++)
        report_faults(x, node_item(node, i));
}

static void discover_all(struct extraction *x)
{
    for (ptrdiff_t i = 0; i < x->count; i++) {
        const struct node *schema = x->definitions[i]->schema;
        if (x->openapi->document->faults)
            report_faults(x, schema);
        if (schema->kind == NODE_OBJECT)
            discover(x, schema, OBJECT_SCHEMA);
        else if (schema->kind != NODE_BOOL)
            report_not_schema(x, schema);
    }
}

/* Reports, to a list that nobody sees, the references in NODE that lead nowhere. */
static void try_references(struct extraction *quiet, const struct node *node, enum object_kind kind)
{
    struct walk_children it;
    struct walk_child child;
    struct target target;
    walk_begin(&it, node, kind, quiet->openapi->dialect);
    while (walk_next(&it, &child)) {
        if (child.kind == CHILD_REFERENCE || child.kind == CHILD_MAPPING)
            resolve_child(quiet, &child, &target);
        else if (child.kind == CHILD_SCHEMA || child.kind == CHILD_OBJECT)
            try_references(quiet, child.node, child.object);
    }
}

/*
 * Warns, once, of references that lead nowhere in schemas that the roots do not reach. What is only
 * not supported is no fault of the document.
 */
static void warn_unreached(struct extraction *x)
{
    struct diag_list aside = {.arena = x->arena};
    struct sources sources = *x->openapi->sources;
    struct openapi openapi = *x->openapi;
    struct extraction quiet = {.openapi = &openapi, .arena = x->arena, .found = &aside};
    const struct node *schemas = openapi.schemas;
    sources.found = &aside;
    openapi.sources = &sources;
    for (uint32_t i = 0; schemas && i < schemas->count; i++) {
        if (openapi.looked_at[i] || map_get(&x->by_place, node_text(node_key(schemas, i))))
            continue;
        openapi.looked_at[i] = true;
        try_references(&quiet, node_value(schemas, i), OBJECT_SCHEMA);
    }
    int count = 0;
    const struct diag *shown = NULL;
    for (const struct diag *diag = aside.first; diag; diag = diag->next) {
        if (diag->code == E0403 || diag->code == E0410)
            continue;
        shown = shown ? shown : diag;
        count++;
    }
    if (count == 1)
        diag_report(x->found, W0301, shown->where, "%s; nothing that is used contains it",
                    shown->message);
    else if (count > 1)
        diag_report(x->found, W0301, shown->where,
                    "%s; this and %d more reference%s lie in parts that are not used",
                    shown->message, count - 1, count == 2 ? "" : "s");
}

/* The pointer or component name ROOT as a target. False when reported. */
static bool find_root(struct extraction *x, str root, struct target *ret_target)
{
    bool is_pointer = root.len && (root.data[0] == '/' || root.data[0] == '#');
    if (is_pointer) {
        struct node reference = x->request->where ? *x->request->where : (struct node){0};
        str text = root;
        if (root.data[0] == '/') {
            struct buf spelled = buf_in(x->arena, PTRDIFF_MAX);
            buf_add_byte(&spelled, '#');
            pointer_add_fragment(&spelled, root);
            text = buf_view(&spelled);
        }
        reference.kind = NODE_STRING;
        reference.chars = text.data;
        reference.count = (uint32_t)text.len;
        return openapi_resolve(x->openapi, &reference, ret_target);
    }
    const struct node *component = node_get(x->openapi->schemas, root);
    if (!component) {
        openapi_report_no_schema(x->openapi, x->request->where, root);
        return false;
    }
    *ret_target = (struct target){.name = root, .component = component, .node = component};
    return true;
}

static void define_every_schema(struct extraction *x)
{
    const struct node *schemas = x->openapi->schemas;
    if (!schemas || schemas->count == 0)
        openapi_report_no_schema(x->openapi, x->request->where, S("*"));
    for (uint32_t i = 0; schemas && i < schemas->count; i++) {
        const struct node *schema = node_value(schemas, i);
        struct target target = {
            .name = node_text(node_key(schemas, i)), .component = schema, .node = schema};
        define(x, &target);
    }
}

static void report_no_root(struct extraction *x)
{
    struct diag *diag = diag_report(x->found, E0408, openapi_place(x->openapi, x->request->where),
                                    "no root is named: which schema shall be extracted?");
    struct buf names = buf_in(x->arena, PTRDIFF_MAX);
    const struct node *schemas = x->openapi->schemas;
    uint32_t count = schemas ? schemas->count : 0;
    for (uint32_t i = 0; i < count && i < 10; i++)
        buf_printf(&names, "%s, ", show(x->arena, node_text(node_key(schemas, i))));
    buf_add(&names, count > 10 ? S("..., or \"*\" for all") : S("or \"*\" for all"));
    buf_add_byte(&names, '\0');
    diag_hint(x->found, diag, "it may be %s", names.data);
}

/* A boolean is a schema, but nobody means to publish one: the name or the source is wrong. */
static void report_boolean_root(struct extraction *x, const struct node *node)
{
    diag_report(x->found, E0405, sources_place(x->openapi->sources, node),
                "the root is a boolean, which says nothing about documents");
}

static void define_roots(struct extraction *x)
{
    const struct string_list *roots = &x->request->roots;
    if (roots->count == 0)
        report_no_root(x);
    for (ptrdiff_t i = 0; i < roots->count; i++) {
        str root = str_of(roots->at[i]);
        struct target target;
        if (str_equal(root, S("*"))) {
            define_every_schema(x);
            continue;
        }
        if (!find_root(x, root, &target))
            continue;
        const struct definition *definition = define(x, &target);
        if (roots->count > 1)
            continue;
        if (target.node->kind == NODE_BOOL)
            report_boolean_root(x, target.node);
        x->root = definition;
        if (!x->request->translate)
            x->root_tail = target.tail;
    }
}

/* Aliases bring one place under several names. */
static int compare_places(const void *left, const void *right)
{
    const struct definition *a = *(struct definition *const *)left;
    const struct definition *b = *(struct definition *const *)right;
    if (a->schema->start != b->schema->start)
        return a->schema->start < b->schema->start ? -1 : 1;
    int names = str_compare(a->component, b->component);
    return names ? names : str_compare(a->tail, b->tail);
}

/* "Owner_tail" for a lifted schema: the tail's names without "properties". */
static str lifted_name(struct extraction *x, const struct definition *definition)
{
    struct buf name = buf_in(x->arena, PTRDIFF_MAX);
    buf_add(&name, definition->component);
    for (str token, decoded, rest = str_skip(definition->tail, 1); rest.len;) {
        str_cut(rest, '/', &token, &rest);
        if (str_equal(token, S("properties")) && rest.len)
            continue;
        pointer_token_decode(x->arena, token, &decoded);
        buf_add_byte(&name, '_');
        buf_add(&name, decoded);
    }
    return arena_copy(x->arena, buf_view(&name));
}

/* Sorts the definitions as the document has them and gives each a name of its own. */
static void name_definitions(struct extraction *x)
{
    struct map taken = {.arena = x->arena};
    if (x->count)
        qsort(x->definitions, (size_t)x->count, sizeof(struct definition *), compare_places);
    for (ptrdiff_t i = 0; i < x->count; i++)
        if (x->definitions[i]->tail.len == 0) {
            x->definitions[i]->name = x->definitions[i]->component;
            map_entry(&taken, x->definitions[i]->name, NULL);
        }
    for (ptrdiff_t i = 0; i < x->count; i++) {
        struct definition *definition = x->definitions[i];
        if (definition->tail.len == 0)
            continue;
        str base = lifted_name(x, definition);
        bool is_new;
        definition->name = base;
        map_entry(&taken, base, &is_new);
        for (int number = 2; !is_new; number++) {
            definition->name = arena_printf(x->arena, "%.*s_%d", (int)base.len, base.data, number);
            map_entry(&taken, definition->name, &is_new);
        }
    }
}

/* True when the root's members stand at the top, so that "#" is what refers to it. */
static bool is_inlined(const struct extraction *x, const struct definition *definition)
{
    return x->request->root_form == ROOT_FORM_INLINE && definition == x->root;
}

/* The reference to DEFINITION, or to what TAIL leads to in it, in the result: "#/$defs/NAME". */
static str reference_text(struct extraction *x, const struct definition *definition, str tail)
{
    struct buf pointer = buf_in(x->arena, PTRDIFF_MAX), text = buf_in(x->arena, PTRDIFF_MAX);
    if (!is_inlined(x, definition)) {
        pointer_add_token(&pointer, x->keyword);
        pointer_add_token(&pointer, definition->name);
    }
    buf_add(&pointer, tail);
    buf_add_byte(&text, '#');
    pointer_add_fragment(&text, buf_view(&pointer));
    return buf_view(&text);
}

/* What a copied reference becomes: only the way to the definitions changes, the rest is kept. */
static str copied_text(struct extraction *x, const struct definition *definition,
                       const struct target *target)
{
    if (is_inlined(x, definition) || !target->rest.data)
        return reference_text(x, definition, target->tail);
    return arena_printf(x->arena, "#/%s/%.*s", x->keyword.data, (int)target->rest.len,
                        target->rest.data);
}

static const struct node *rewrite_reference(struct extraction *x, const struct walk_child *child)
{
    struct target target;
    bool is_name =
        child->kind == CHILD_MAPPING && openapi_mapping_is_name(x->openapi, node_text(child->node));
    bool ok = is_name ? openapi_resolve_mapping(x->openapi, child->node, &target)
                      : openapi_resolve(x->openapi, child->node, &target);
    if (!ok)
        abort(); /* discover has resolved it */
    str tail = x->request->translate ? target.tail : (str){0};
    const struct definition *definition = map_get(&x->by_place, place_key(x, target.name, tail));
    if (is_name && !is_inlined(x, definition))
        return child->node; /* definitions keep the names of their schemas */
    struct node *copy = arena_new(x->arena, struct node, 1);
    *copy = *child->node;
    str text = x->request->translate ? reference_text(x, definition, (str){0})
                                     : copied_text(x, definition, &target);
    copy->chars = text.data;
    copy->count = (uint32_t)text.len;
    return copy;
}

static const struct node *rewrite(struct extraction *x, const struct node *node,
                                  enum object_kind kind);

static const struct node *rewrite_child(void *context, const struct walk_child *child)
{
    struct extraction *x = context;
    switch (child->kind) {
    case CHILD_REFERENCE:
    case CHILD_MAPPING:
        return rewrite_reference(x, child);
    case CHILD_SCHEMA:
    case CHILD_OBJECT:
        return rewrite(x, child->node, child->object);
    default:
        return child->node;
    }
}

/* NODE with its references led to the definitions, and in the target dialect if asked for. */
static const struct node *rewrite(struct extraction *x, const struct node *node,
                                  enum object_kind kind)
{
    enum dialect dialect = x->openapi->dialect;
    node = rebuild(x->arena, node, kind, dialect, rewrite_child, x);
    if (x->request->translate && kind == OBJECT_SCHEMA)
        node = translate_schema(x->arena, node, dialect, x->request->dialect);
    return node;
}

/* The id with its placeholders filled in. False when reported. */
static bool fill_id(struct extraction *x, str *ret_id)
{
    struct buf id = buf_in(x->arena, PTRDIFF_MAX);
    for (str before, rest = str_of(x->request->id), name; rest.len;) {
        bool opened = str_cut(rest, '{', &before, &rest);
        buf_add(&id, before);
        if (!opened)
            break;
        str version;
        if (!str_cut(rest, '}', &name, &rest) || !str_equal(name, S("info.version"))) {
            struct diag *diag =
                diag_report(x->found, E0606, openapi_place(x->openapi, x->request->where),
                            "the id has no placeholder \"{%s}\"", show(x->arena, name));
            diag_hint(x->found, diag, "the placeholder for ids is {info.version}");
            return false;
        }
        if (!openapi_version(x->openapi, x->request->where, &version))
            return false;
        buf_add(&id, version);
    }
    *ret_id = buf_view(&id);
    return true;
}

static void push_member(struct node_stack *stack, str key, const char *value)
{
    if (!value)
        return;
    node_push_str(stack, key);
    node_push_str(stack, str_of(value));
}

static void push_root(struct extraction *x, struct node_stack *stack)
{
    str text = reference_text(x, x->root, x->root_tail);
    ptrdiff_t base = stack->len;
    if (x->request->root_form == ROOT_FORM_REF) {
        node_push_str(stack, S("$ref"));
        node_push_str(stack, text);
        return;
    }
    node_push_str(stack, S("allOf"));
    node_push_str(stack, S("$ref"));
    node_push_str(stack, text);
    node_close(stack, base + 1, (struct node){.kind = NODE_OBJECT}, x->arena);
    node_close(stack, base + 1, (struct node){.kind = NODE_ARRAY}, x->arena);
}

/* Pushes the members of the inlined root that the top does not have already. */
static void push_inlined(struct extraction *x, struct node_stack *stack, ptrdiff_t base)
{
    const struct node *root = rewrite(x, x->root->schema, OBJECT_SCHEMA);
    ptrdiff_t top = stack->len;
    for (uint32_t i = 0; i < root->count; i++) {
        const struct node *key = node_key(root, i);
        bool taken = false;
        for (ptrdiff_t j = base; j < top; j += 2)
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
    bool is_root_alone = x->count == 1 && is_inlined(x, x->definitions[0]);
    if (is_root_alone)
        return;
    node_push_str(stack, x->keyword);
    for (ptrdiff_t i = 0; i < x->count; i++) {
        const struct definition *definition = x->definitions[i];
        if (is_inlined(x, definition))
            continue;
        node_push_str(stack, definition->name);
        node_push(stack, *rewrite(x, definition->schema, OBJECT_SCHEMA));
    }
    node_close(stack, base, (struct node){.kind = NODE_OBJECT}, x->arena);
}

static const struct node *assemble(struct extraction *x, const char *id)
{
    struct node_stack stack = {0};
    push_member(&stack, S("$schema"), dialect_info(x->request->dialect)->uri.data);
    push_member(&stack, x->request->dialect == DIALECT_DRAFT_04 ? S("id") : S("$id"), id);
    push_member(&stack, S("$comment"), x->request->comment);
    push_member(&stack, S("title"), x->request->title);
    if (x->root && is_inlined(x, x->root))
        push_inlined(x, &stack, 0);
    else if (x->root)
        push_root(x, &stack);
    push_definitions(x, &stack);
    node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, x->arena);
    const struct node *schema = node_pop(&stack, x->arena);
    node_stack_done(&stack);
    return schema;
}

/* Reports what the request asks for and cannot have. */
static void check_request(struct extraction *x)
{
    enum dialect from = x->openapi->dialect, to = x->request->dialect;
    if (x->request->translate && !translate_is_known(from, to)) {
        struct diag *diag =
            diag_report(x->found, E0501, openapi_place(x->openapi, x->request->where),
                        "schemas of %s cannot be translated to %s", dialect_info(from)->name.data,
                        dialect_info(to)->name.data);
        diag_hint(x->found, diag, "translate: false (--no-translate) copies keywords as they are");
    }
    const struct node *dialect = node_get(x->openapi->document->root, S("jsonSchemaDialect"));
    if (!dialect || !x->request->translate)
        return;
    enum dialect named =
        dialect->kind == NODE_STRING ? dialect_of_uri(node_text(dialect)) : DIALECT_COUNT;
    if (named != from && named != DIALECT_2020_12)
        diag_report(x->found, E0501, sources_place(x->openapi->sources, dialect),
                    "schemas of this dialect cannot be translated");
}

/* An inlined root must be an object whose definitions, if it has any, do not meet the result's. */
static void check_inlined(struct extraction *x)
{
    if (!x->root || !is_inlined(x, x->root))
        return;
    const struct node *root = x->root->schema;
    const char *why = x->root_tail.len             ? "is in the middle of another schema"
                      : root->kind != NODE_OBJECT  ? "is no object"
                      : node_get(root, x->keyword) ? "has definitions of its own"
                                                   : NULL;
    if (!why)
        return;
    struct diag *diag = diag_report(x->found, E0412, sources_place(x->openapi->sources, root),
                                    "this root cannot be inlined: it %s", why);
    diag_hint(x->found, diag, "use root_form: allof");
}

const struct node *extract(const struct openapi *openapi, const struct extract_request *request)
{
    struct sources *sources = openapi->sources;
    struct extraction x = {
        .openapi = openapi,
        .request = request,
        .arena = sources->arena,
        .found = sources->found,
        .by_place = {.arena = sources->arena},
        .keyword = dialect_info(request->dialect)->definitions,
    };
    int before = x.found->errors + x.found->limits;
    check_request(&x);
    define_roots(&x);
    discover_all(&x);
    warn_unreached(&x);
    check_inlined(&x);
    str id = {0};
    if (request->id && !fill_id(&x, &id))
        return NULL;
    if (x.found->errors + x.found->limits > before)
        return NULL;
    name_definitions(&x);
    return assemble(&x, request->id ? arena_copy(x.arena, id).data : NULL);
}
