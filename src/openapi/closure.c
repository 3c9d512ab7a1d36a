/*
 * closure.c - what the roots reach, and what of it is wrong.
 *
 * `discover` walks from the roots and collects what they reach as definitions; `name_definitions`
 * puts them in the order of the document and names them. Everything that extract reports about a
 * source is reported here.
 */
#include "openapi/closure.h"

#include "base/show.h"
#include "schema/pointer.h"
#include "schema/walk.h"

#include <stdlib.h>

/* Where a definition stands in the maps: a tail begins with "/", and names may hold any byte. */
static struct map *map_of(struct closure *c, str component, str tail, str *ret_key)
{
    *ret_key = component;
    if (tail.len == 0)
        return &c->components;
    struct buf key = buf_in(c->arena, PTRDIFF_MAX);
    buf_printf(&key, "%td ", component.len);
    buf_add(&key, component);
    buf_add(&key, tail);
    *ret_key = buf_view(&key);
    return &c->lifted;
}

/* Reports members that stand twice on the way to a TARGET in the middle: which one is meant? */
static void report_faults_on_way(struct closure *c, const struct target *target)
{
    const struct node *node = target->component;
    for (str token, name, rest = str_skip(target->tail, 1); rest.len;) {
        str_cut(rest, '/', &token, &rest);
        if (node->kind == NODE_ARRAY) {
            node = node_item(node, (uint32_t)pointer_token_index(token));
            continue;
        }
        pointer_token_decode(c->arena, token, &name);
        sources_report_member_faults(c->openapi->sources, node, name);
        node = node_get(node, name);
    }
}

/*
 * The definition that TARGET becomes part of. A copy keeps pointers into the middle and so needs
 * the whole component; a translation lifts the schema that is meant.
 */
static struct definition *define(struct closure *c, const struct target *target)
{
    str tail = c->lifts ? target->tail : (str){0};
    bool is_new;
    if (tail.len && c->openapi->document->faults)
        report_faults_on_way(c, target);
    str key;
    struct map *map = map_of(c, target->name, tail, &key);
    struct map_entry *entry = map_entry(map, key, &is_new);
    if (!is_new)
        return entry->value;
    struct definition *definition = arena_new(c->arena, struct definition, 1);
    *definition = (struct definition){
        .component = target->name,
        .tail = tail,
        .schema = tail.len ? target->node : target->component,
    };
    entry->value = definition;
    c->openapi->reached[node_find(c->openapi->schemas, target->name)] = true;
    sources_report_member_faults(c->openapi->sources, c->openapi->schemas, target->name);
    if (c->count == c->cap) {
        ptrdiff_t size = (ptrdiff_t)sizeof *c->definitions, cap = c->cap ? c->cap * 2 : 16;
        c->definitions = arena_grow(c->arena, c->definitions, c->count * size, cap * size);
        c->cap = cap;
    }
    c->definitions[c->count++] = definition;
    return definition;
}

static void report_not_schema(struct closure *c, const struct node *node)
{
    diag_report(c->found, E0405, sources_place(c->openapi->sources, node),
                "a schema is an object or a boolean, this is %s", node_kind_words(node->kind));
}

/* Reports identifiers in a schema with which its references or keywords would mean something else.
 */
static void check_identifier(struct closure *c, const struct walk_child *child)
{
    str id = dialect_info(c->openapi->schema_dialect)->id, name = node_text(child->member);
    if (child->node->kind != NODE_STRING)
        return;
    str value = node_text(child->node);
    place where = sources_place(c->openapi->sources, child->node);
    if (id.len && str_equal(name, id) && value.len && !str_starts(value, S("#")))
        diag_report(c->found, E0410, where, "a schema with a URI of its own cannot be extracted");
    if (c->lifts && str_equal(name, S("$schema")) && !openapi_is_own_dialect(value))
        diag_report(c->found, E0501, where, "schemas of this dialect cannot be translated");
}

/* Collects what NODE, an object of KIND, refers to. The reader has bounded the depth. */
static void discover(struct closure *c, const struct node *node, enum object_kind kind)
{
    struct walk_children it;
    struct walk_child child;
    struct target target;
    walk_begin(&it, node, kind, openapi_dialect(c->openapi, kind));
    it.also = kind == OBJECT_SCHEMA ? c->also : DIALECT_COUNT;
    while (walk_next(&it, &child)) {
        bool refers = child.kind == CHILD_REFERENCE || child.kind == CHILD_MAPPING;
        if (refers && openapi_resolve_child(c->openapi, &child, &target))
            define(c, &target);
        else if (child.kind == CHILD_IDENTIFIER)
            check_identifier(c, &child);
        else if (child.kind == CHILD_SCHEMA && child.misshapen)
            report_not_schema(c, child.node);
        else if (child.kind == CHILD_SCHEMA || child.kind == CHILD_OBJECT)
            discover(c, child.node, child.object);
    }
}

/* Reports the faults of NODE and all that it holds, data too: it all goes into the result. */
static void report_faults(struct closure *c, const struct node *node)
{
    sources_report_faults(c->openapi->sources, node);
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++)
        report_faults(c, node_value(node, i));
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++)
        report_faults(c, node_item(node, i));
}

static void discover_all(struct closure *c)
{
    for (ptrdiff_t i = 0; i < c->count; i++) {
        const struct node *schema = c->definitions[i]->schema;
        if (c->openapi->document->faults)
            report_faults(c, schema);
        if (schema->kind == NODE_OBJECT)
            discover(c, schema, OBJECT_SCHEMA);
        else if (schema->kind != NODE_BOOL)
            report_not_schema(c, schema);
    }
}

/* The pointer or component name ROOT as a target. False when reported. */
static bool find_root(struct closure *c, str root, struct target *ret_target)
{
    bool is_pointer = root.len && (root.data[0] == '/' || root.data[0] == '#');
    if (is_pointer) {
        struct node reference = c->where ? *c->where : (struct node){0};
        str text = root;
        if (root.data[0] == '/') {
            struct buf spelled = buf_in(c->arena, PTRDIFF_MAX);
            buf_add_byte(&spelled, '#');
            pointer_add_fragment(&spelled, root);
            text = buf_view(&spelled);
        }
        reference.kind = NODE_STRING;
        reference.chars = text.data;
        reference.count = (uint32_t)text.len;
        return openapi_resolve(c->openapi, &reference, ret_target);
    }
    const struct node *component = node_get(c->openapi->schemas, root);
    if (!component) {
        openapi_report_no_schema(c->openapi, c->where, root);
        return false;
    }
    *ret_target = (struct target){.name = root, .component = component, .node = component};
    return true;
}

static void define_every_schema(struct closure *c)
{
    const struct node *schemas = c->openapi->schemas;
    if (!schemas || schemas->count == 0)
        openapi_report_no_schema(c->openapi, c->where, S("*"));
    for (uint32_t i = 0; schemas && i < schemas->count; i++) {
        const struct node *schema = node_value(schemas, i);
        struct target target = {
            .name = node_text(node_key(schemas, i)), .component = schema, .node = schema};
        define(c, &target);
    }
}

static void report_no_root(struct closure *c)
{
    struct diag *diag = diag_report(c->found, E0408, openapi_place(c->openapi, c->where),
                                    "no root is named: which schema shall be extracted?");
    struct buf names = buf_in(c->arena, PTRDIFF_MAX);
    const struct node *schemas = c->openapi->schemas;
    uint32_t count = schemas ? schemas->count : 0;
    for (uint32_t i = 0; i < count && i < 10; i++)
        buf_printf(&names, "%s, ", show(c->arena, node_text(node_key(schemas, i))));
    buf_add(&names, count > 10 ? S("..., or \"*\" for all") : S("or \"*\" for all"));
    buf_add_byte(&names, '\0');
    diag_hint(c->found, diag, "it may be %s", names.data);
}

/* A boolean is a schema, but nobody means to publish one: the name or the source is wrong. */
static void report_boolean_root(struct closure *c, const struct node *node)
{
    diag_report(c->found, E0405, sources_place(c->openapi->sources, node),
                "the root is a boolean, which says nothing about documents");
}

static void define_roots(struct closure *c, const struct string_list *roots)
{
    if (roots->count == 0)
        report_no_root(c);
    for (ptrdiff_t i = 0; i < roots->count; i++) {
        str root = str_of(roots->at[i]);
        struct target target;
        if (str_equal(root, S("*"))) {
            define_every_schema(c);
            continue;
        }
        if (!find_root(c, root, &target))
            continue;
        const struct definition *definition = define(c, &target);
        if (roots->count > 1)
            continue;
        if (target.node->kind == NODE_BOOL)
            report_boolean_root(c, target.node);
        c->root = definition;
        if (!c->lifts)
            c->root_tail = target.tail;
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
static str lifted_name(struct closure *c, const struct definition *definition)
{
    struct buf name = buf_in(c->arena, PTRDIFF_MAX);
    buf_add(&name, definition->component);
    for (str token, decoded, rest = str_skip(definition->tail, 1); rest.len;) {
        str_cut(rest, '/', &token, &rest);
        if (str_equal(token, S("properties")) && rest.len)
            continue;
        pointer_token_decode(c->arena, token, &decoded);
        buf_add_byte(&name, '_');
        buf_add(&name, decoded);
    }
    return arena_copy(c->arena, buf_view(&name));
}

/*
 * NAME, or the first of NAME_2, NAME_3 and so on that is not yet in TAKEN, where it then is. A
 * name's value there is the last number tried for it, for many may want one name.
 */
static str free_name(struct closure *c, struct map *taken, str name)
{
    bool is_new;
    str numbered = name;
    struct map_entry *entry = map_entry(taken, name, &is_new);
    if (is_new)
        return name;
    int *number = entry->value ? entry->value : arena_new(c->arena, int, 1);
    entry->value = number;
    for (*number = *number ? *number : 1; !is_new;) {
        struct buf buf = buf_in(c->arena, PTRDIFF_MAX);
        buf_add(&buf, name);
        buf_printf(&buf, "_%d", ++*number);
        numbered = buf_view(&buf);
        map_entry(taken, numbered, &is_new);
    }
    return numbered;
}

/* Sorts the definitions as the document has them and gives each a name of its own. */
static void name_definitions(struct closure *c)
{
    struct map taken = {.arena = c->arena};
    if (c->count)
        qsort(c->definitions, (size_t)c->count, sizeof(struct definition *), compare_places);
    for (ptrdiff_t i = 0; i < c->count; i++)
        if (c->definitions[i]->tail.len == 0) {
            c->definitions[i]->name = c->definitions[i]->component;
            map_entry(&taken, c->definitions[i]->name, NULL);
        }
    for (ptrdiff_t i = 0; i < c->count; i++) {
        struct definition *definition = c->definitions[i];
        if (definition->tail.len == 0)
            continue;
        definition->name = free_name(c, &taken, lifted_name(c, definition));
    }
}

void closure_make(struct closure *c, const struct string_list *roots)
{
    define_roots(c, roots);
    discover_all(c);
    name_definitions(c);
}

const struct definition *closure_find(struct closure *c, const struct target *target)
{
    str tail = c->lifts ? target->tail : (str){0};
    str key;
    const struct map *map = map_of(c, target->name, tail, &key);
    return map_get(map, key);
}
