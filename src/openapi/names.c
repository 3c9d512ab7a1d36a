/*
 * names.c - in three passes: which definitions the entry document names, how all would like to be
 * called and, when those that are the same are united, what each is called.
 */
#include "openapi/names.h"

#include "base/file.h"
#include "base/show.h"
#include "openapi/unite.h"
#include "schema/pointer.h"

#include <stdlib.h>

static bool is_entry(const struct closure *c, const struct definition *definition)
{
    return definition->document == c->openapi->document;
}

/* The definition at the named schema NUMBER of the entry document or what stands for it; or NULL.
 */
static struct definition *at_component(const struct closure *c, uint32_t number, str *ret_key,
                                       struct target *ret_target)
{
    const struct openapi *openapi = c->openapi;
    str name = node_text(node_key(openapi->schemas, number));
    if (!openapi_schema_target(openapi, name, ret_target))
        return NULL;
    *ret_key = closure_key(c, openapi->document, ret_target->pointer);
    return map_get(&c->places, *ret_key);
}

/*
 * Gives the definitions of the entry document's named schemas their components. Where two of these
 * are nothing but references to one file, the first names it, and the other is a definition that
 * refers to that one.
 */
static void name_components(struct closure *c)
{
    const struct node *schemas = c->openapi->schemas;
    for (uint32_t i = 0; schemas && i < schemas->count; i++) {
        str key;
        struct target target;
        struct definition *definition = at_component(c, i, &key, &target);
        const struct node *component = node_key(schemas, i);
        if (!definition)
            continue;
        if (!definition->component)
            definition->component = component;
        else if (!str_equal(node_text(definition->component), node_text(component))) {
            definition =
                closure_add(c, target.document, target.pointer, target.owner_len, target.node);
            definition->component = component;
            map_put(&c->places, key, definition);
        }
    }
}

/*
 * The component that is nothing but a reference to the schema at the first LEN bytes of
 * DEFINITION's pointer, in another file; NULL when there is none.
 */
static const struct node *alias_of(const struct closure *c, const struct definition *definition,
                                   ptrdiff_t len)
{
    str pointer = definition->pointer;
    if (!c->openapi->aliases.count || is_entry(c, definition) || len > pointer.len)
        return NULL;
    return map_get(&c->openapi->aliases,
                   resolve_place_key(&c->lookup, definition->document, str_first(pointer, len)));
}

/* Gives definitions in other files the component that leads to them, though nothing went over it.
 */
static void name_aliases(struct closure *c)
{
    for (ptrdiff_t i = 0; i < c->count; i++) {
        struct definition *definition = c->definitions[i];
        if (!definition->component)
            definition->component = alias_of(c, definition, definition->pointer.len);
    }
}

/*
 * The order: the entry document's as they stand in it, then those of other files by path, absolute
 * so that it is the same from every current directory, and place.
 */
static int compare_places(const void *left, const void *right)
{
    const struct definition *a = *(struct definition *const *)left;
    const struct definition *b = *(struct definition *const *)right;
    uint32_t a_start = a->component ? a->component->start : a->schema->start;
    uint32_t b_start = b->component ? b->component->start : b->schema->start;
    if (a->in_entry != b->in_entry)
        return a->in_entry ? -1 : 1;
    if (!a->in_entry && a->document != b->document)
        return str_compare(a->location, b->location);
    if (a_start != b_start)
        return a_start < b_start ? -1 : 1;
    return str_compare(a->pointer, b->pointer); /* a merge key of YAML brings one schema twice */
}

/* The file's name without its folder and last extension; empty for standard input. */
static str stem_of(const struct definition *definition)
{
    str base = path_base(definition->location);
    ptrdiff_t dot = str_find_last_byte(base, '.');
    return dot > 0 ? str_first(base, dot) : base;
}

/* Words on the way to a schema that say nothing about which it is. */
static bool is_structural(str token)
{
    static const str words[] = {STR_INIT("components"), STR_INIT("schemas"),
                                STR_INIT("paths"),      STR_INIT("webhooks"),
                                STR_INIT("content"),    STR_INIT("schema"),
                                STR_INIT("responses"),  STR_INIT("definitions"),
                                STR_INIT("$defs"),      STR_INIT("application/json")};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_equal(token, words[i]))
            return true;
    return false;
}

/*
 * Adds NAME behind a "_", which the first one needs not, with runs of what does not read well (all
 * but ASCII letters, digits, ".", "-" and "_") as one "_".
 */
static void add_readable(struct buf *out, str name)
{
    bool gap = out->len > 0;
    for (ptrdiff_t i = 0; i < name.len; i++) {
        char c = name.data[i];
        if (!byte_is_alphanumeric(c) && c != '.' && c != '-' && c != '_') {
            gap = gap || i > 0;
            continue;
        }
        bool parted = out->len > 0 && out->data[out->len - 1] == '_';
        if (gap && !parted)
            buf_add_byte(out, '_');
        gap = false;
        buf_add_byte(out, c);
    }
}

/*
 * Adds the steps of the pointer WAY to a schema, but for those that all such ways have; the first
 * one where no step is left.
 */
static void add_way(struct closure *c, struct buf *name, str way)
{
    ptrdiff_t before = name->len;
    str token, decoded, rest = way;
    while (rest.len) {
        str_cut(str_skip(rest, 1), '/', &token, &rest);
        rest = str_skip(way, token.data + token.len - way.data);
        if (pointer_token_decode(c->arena, token, &decoded) && !is_structural(decoded))
            add_readable(name, decoded);
    }
    if (name->len > before || !way.len)
        return;
    str_cut(str_skip(way, 1), '/', &token, &rest);
    add_readable(name, token);
}

/* Adds the steps TAIL from a schema to one in it: their names without "properties" and the like. */
static void add_tail(struct closure *c, struct buf *name, str tail)
{
    for (str token, decoded, rest = tail.len ? str_skip(tail, 1) : tail; rest.len;) {
        str_cut(rest, '/', &token, &rest);
        bool is_map = str_equal(token, S("properties")) || str_equal(token, S("$defs")) ||
                      str_equal(token, S("definitions"));
        if (is_map && rest.len)
            continue;
        pointer_token_decode(c->arena, token, &decoded);
        buf_add_byte(name, '_');
        buf_add(name, decoded);
    }
}

/* POINTER's tail behind one of the places for named schemas; *RET_NAME is the name there. */
static bool split_named(struct closure *c, str pointer, str *ret_name, str *ret_tail)
{
    static const str places[] = {STR_INIT("/components/schemas/"), STR_INIT("/definitions/"),
                                 STR_INIT("/$defs/")};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (!str_starts(pointer, places[i]))
            continue;
        str token, rest;
        str_cut(str_skip(pointer, places[i].len), '/', &token, &rest);
        *ret_tail = str_skip(pointer, places[i].len + token.len);
        return pointer_token_decode(c->arena, token, ret_name);
    }
    return false;
}

/* True when NAME is a keyword with schemas in it, or in their map or list. */
static bool holds_schemas(str name)
{
    const struct keyword *keyword = keyword_find(OBJECT_SCHEMA, name, DIALECT_OPENAPI_3_1);
    return keyword && keyword->holds == CHILD_SCHEMA;
}

/*
 * The same for a file that is a map of schemas, which nothing says: its first step is a name when
 * it is no keyword itself and what follows, if anything, is a step into a schema.
 */
static bool split_entry(struct closure *c, str pointer, str *ret_name, str *ret_tail)
{
    str first, rest, next, behind;
    if (!pointer.len)
        return false;
    bool is_whole = !str_cut(str_skip(pointer, 1), '/', &first, &rest);
    str_cut(rest, '/', &next, &behind);
    *ret_tail = str_skip(pointer, 1 + first.len);
    return pointer_token_decode(c->arena, first, ret_name) && !is_structural(*ret_name) &&
           (is_whole || (!holds_schemas(*ret_name) && holds_schemas(next)));
}

static str with_tail(struct closure *c, str base, str tail)
{
    struct buf name = buf_in(c->arena, PTRDIFF_MAX);
    buf_add(&name, base);
    add_tail(c, &name, tail);
    return arena_copy(c->arena, buf_view(&name));
}

/* How DEFINITION would be called if nothing else were. */
static str wanted_name(struct closure *c, const struct definition *definition)
{
    struct buf name = buf_in(c->arena, PTRDIFF_MAX);
    str pointer = definition->pointer, base, tail;
    bool is_map = registry_info(c->lookup.registry, definition->document)->kind == OBJECT_DATA;
    if (definition->component)
        return node_text(definition->component);
    const struct node *alias = alias_of(c, definition, definition->owner_len);
    if (alias)
        return with_tail(c, node_text(alias), str_skip(pointer, definition->owner_len));
    if (split_named(c, pointer, &base, &tail) || (is_map && split_entry(c, pointer, &base, &tail)))
        return with_tail(c, base, tail);
    if (!pointer.len)
        buf_add(&name, stem_of(definition));
    else if (!is_entry(c, definition))
        add_readable(&name, stem_of(definition));
    ptrdiff_t way = definition->owner_len < pointer.len ? definition->owner_len : pointer.len;
    add_way(c, &name, str_first(pointer, way));
    add_tail(c, &name, str_skip(pointer, way));
    if (!name.len)
        buf_add(&name, S("schema"));
    return arena_copy(c->arena, buf_view(&name));
}

/* Who has a name, and the last number that was tried for another who wants it. */
struct holder {
    const struct definition *definition;
    int number;
};

/* Reports that DEFINITION, of another document, wanted the name that HOLDER has. */
static void report_clash(struct closure *c, const struct definition *definition,
                         const struct definition *holder)
{
    struct diag *diag =
        diag_report(c->found, W0402, sources_place(c->openapi->sources, definition->schema),
                    "another schema is called \"%s\" already; this one is called \"%s\"",
                    show(c->arena, definition->wanted), show(c->arena, definition->name));
    diag_note(c->found, diag, sources_place(c->openapi->sources, holder->schema),
              "this is the other one");
}

/* Gives DEFINITION the name that it wants, or the first of NAME_2, NAME_3 and so on that is free.
 */
static void give_name(struct closure *c, struct map *taken, struct definition *definition)
{
    bool is_new;
    struct map_entry *entry = map_entry(taken, definition->wanted, &is_new);
    struct holder *holder = is_new ? arena_new(c->arena, struct holder, 1) : entry->value;
    definition->name = definition->wanted;
    if (is_new) {
        *holder = (struct holder){definition, 1};
        entry->value = holder;
        return;
    }
    while (!is_new) {
        struct buf numbered = buf_in(c->arena, PTRDIFF_MAX);
        buf_add(&numbered, definition->wanted);
        buf_printf(&numbered, "_%d", ++holder->number);
        definition->name = buf_view(&numbered);
        entry = map_entry(taken, definition->name, &is_new);
    }
    struct holder *own = arena_new(c->arena, struct holder, 1);
    *own = (struct holder){definition, 1};
    entry->value = own;
    bool are_of_one = definition->document == holder->definition->document;
    if (!are_of_one) /* else the number is expected: they have no names but by their places */
        report_clash(c, definition, holder->definition);
}

void names_give(struct closure *c)
{
    struct map taken = {.arena = c->arena};
    name_components(c);
    name_aliases(c);
    for (ptrdiff_t i = 0; i < c->count; i++) {
        struct definition *definition = c->definitions[i];
        definition->in_entry = definition->component || is_entry(c, definition);
        definition->location = registry_info(c->lookup.registry, definition->document)->location;
        definition->wanted = wanted_name(c, definition);
    }
    if (c->count)
        qsort(c->definitions, (size_t)c->count, sizeof(struct definition *), compare_places);
    unite(c);
    for (ptrdiff_t i = 0; i < c->count; i++) /* named schemas keep their names */
        if (c->definitions[i]->component)
            give_name(c, &taken, c->definitions[i]);
    for (ptrdiff_t i = 0; i < c->count; i++)
        if (!c->definitions[i]->component)
            give_name(c, &taken, c->definitions[i]);
}
