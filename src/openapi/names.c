/*
 * names.c - in four passes: which definitions the entry document names, how all would like to be
 * called, which of one name are the same, and what each is called.
 */
#include "openapi/names.h"

#include "base/show.h"
#include "schema/pointer.h"
#include "schema/rebuild.h"
#include "source/write.h"

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

/* Gives definitions in other files the component that leads to them, though nothing went over it.
 */
static void name_aliases(struct closure *c)
{
    if (!c->openapi->aliases.count)
        return;
    for (ptrdiff_t i = 0; i < c->count; i++) {
        struct definition *definition = c->definitions[i];
        if (!definition->component && !is_entry(c, definition))
            definition->component =
                map_get(&c->openapi->aliases,
                        resolve_place_key(&c->lookup, definition->document, definition->pointer));
    }
}

/*
 * The order: the entry document's as they stand in it, then those of other files by path and place.
 */
static int compare_places(const void *left, const void *right)
{
    const struct definition *a = *(struct definition *const *)left;
    const struct definition *b = *(struct definition *const *)right;
    bool a_named = a->component != NULL, b_named = b->component != NULL;
    uint32_t a_start = a_named ? a->component->start : a->schema->start;
    uint32_t b_start = b_named ? b->component->start : b->schema->start;
    if (a->in_entry != b->in_entry)
        return a->in_entry ? -1 : 1;
    if (!a->in_entry && a->document != b->document)
        return str_compare(a->document->text.name, b->document->text.name);
    if (a_start != b_start)
        return a_start < b_start ? -1 : 1;
    if (a_named && b_named && a->component != b->component) /* brought by an alias of YAML */
        return str_compare(node_text(a->component), node_text(b->component));
    return str_compare(a->pointer, b->pointer);
}

/* The file's name without its folder and last extension. */
static str stem_of(const struct document *document)
{
    str base = path_base(document->text.name);
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

/* Adds NAME after a "_", with what does not read well in a name taken together as "_". */
static void add_readable(struct buf *out, str name)
{
    bool gap = out->len > 0;
    for (ptrdiff_t i = 0; i < name.len; i++) {
        char c = name.data[i];
        bool fits = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
                    c == '.' || c == '-' || c == '_';
        if (!fits) {
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

/* Adds the steps of the pointer WAY, which do not lead through schemas; the first if no other. */
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

/* Adds the steps TAIL from a schema to one in it: their names without "properties". */
static void add_tail(struct closure *c, struct buf *name, str tail)
{
    for (str token, decoded, rest = tail.len ? str_skip(tail, 1) : tail; rest.len;) {
        str_cut(rest, '/', &token, &rest);
        if (str_equal(token, S("properties")) && rest.len)
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

/* How DEFINITION would be called if nothing else were. */
static str wanted_name(struct closure *c, const struct definition *definition)
{
    struct buf name = buf_in(c->arena, PTRDIFF_MAX);
    str pointer = definition->pointer, base, tail, token, rest;
    bool is_map = registry_info(c->lookup.registry, definition->document)->kind == OBJECT_DATA;
    if (definition->component)
        return node_text(definition->component);
    if (split_named(c, pointer, &base, &tail)) {
        buf_add(&name, base);
        add_tail(c, &name, tail);
        return arena_copy(c->arena, buf_view(&name));
    }
    bool is_single = pointer.len && !str_cut(str_skip(pointer, 1), '/', &token, &rest);
    if (is_single && is_map && pointer_token_decode(c->arena, token, &base) && !is_structural(base))
        return base; /* an entry of a file that is a map of schemas */
    if (!pointer.len)
        return stem_of(definition->document);
    if (!is_entry(c, definition))
        add_readable(&name, stem_of(definition->document));
    ptrdiff_t way = definition->owner_len < pointer.len ? definition->owner_len : pointer.len;
    add_way(c, &name, str_first(pointer, way));
    add_tail(c, &name, str_skip(pointer, way));
    if (!name.len)
        buf_add(&name, S("schema"));
    return arena_copy(c->arena, buf_view(&name));
}

/* A string that is the same for references to schemas that are taken for the same so far. */
static const struct node *stand_in(void *context, const struct walk_child *child);

static const struct node *with_stand_ins(struct closure *c, const struct node *node,
                                         enum object_kind kind)
{
    return rebuild(c->arena, node, kind, resolve_dialect(&c->lookup, node, kind),
                   kind == OBJECT_SCHEMA ? c->also : DIALECT_COUNT, stand_in, c);
}

static const struct node *stand_in(void *context, const struct walk_child *child)
{
    struct closure *c = context;
    struct target target;
    str tail;
    if (child->kind == CHILD_SCHEMA || child->kind == CHILD_OBJECT)
        return with_stand_ins(c, child->node, child->object);
    if ((child->kind != CHILD_REFERENCE && child->kind != CHILD_MAPPING) ||
        !openapi_resolve_child(c->openapi, &c->lookup, child, &target))
        return child->node;
    const struct definition *definition = closure_find(c, &target, &tail);
    if (!definition)
        return child->node; /* beside a "$ref" that hides it */
    struct buf text = buf_in(c->arena, PTRDIFF_MAX);
    buf_printf(&text, "%d ", definition->class);
    buf_add(&text, definition->wanted);
    buf_add(&text, tail);
    struct node *copy = arena_new(c->arena, struct node, 1);
    *copy = node_string(buf_view(&text));
    return copy;
}

/* Definitions that want one name. */
struct group {
    struct definition **at;
    ptrdiff_t *entries; /* of each, its class in the making */
    ptrdiff_t count;
    int classes;
};

/* The text of CONTENT in its class and dialect: equal for those that are the same so far. */
static str text_of(struct closure *c, const struct definition *definition,
                   const struct node *content)
{
    const struct write_options options = {WRITE_EXACT, WRITE_SORTED};
    const struct node *bad;
    struct buf text = buf_in(c->arena, PTRDIFF_MAX);
    buf_printf(&text, "%d %d ", definition->class, (int)definition->dialect);
    node_write(&text, content, options, &bad);
    return buf_view(&text);
}

/* Parts the classes of GROUP whose members are not the same; true when there was one. */
static bool part(struct closure *c, struct group *group)
{
    struct map classes = {.arena = c->arena};
    int before = group->classes;
    for (ptrdiff_t i = 0; i < group->count; i++) {
        const struct definition *definition = group->at[i];
        const struct node *content = with_stand_ins(c, definition->schema, OBJECT_SCHEMA);
        struct map_entry *entry = map_entry(&classes, text_of(c, definition, content), NULL);
        group->entries[i] = entry - classes.entries;
    }
    for (ptrdiff_t i = 0; i < group->count; i++)
        group->at[i]->class = (int)group->entries[i];
    group->classes = (int)classes.count;
    return group->classes != before;
}

/* Collects those of one wanted name, for names that several want. *RET_COUNT is how many groups. */
static struct group *group_by_name(struct closure *c, ptrdiff_t *ret_count)
{
    struct map by_name = {.arena = c->arena};
    for (ptrdiff_t i = 0; i < c->count; i++) {
        bool is_new;
        struct map_entry *entry = map_entry(&by_name, c->definitions[i]->wanted, &is_new);
        if (is_new)
            entry->value = arena_new(c->arena, struct group, 1);
        ((struct group *)entry->value)->count++;
    }
    struct group *groups = arena_new(c->arena, struct group, by_name.count);
    *ret_count = 0;
    for (ptrdiff_t i = 0; i < by_name.count; i++) {
        struct group *group = by_name.entries[i].value;
        ptrdiff_t count = group->count;
        by_name.entries[i].value = NULL;
        if (count == 1)
            continue;
        groups[*ret_count] = (struct group){arena_new(c->arena, struct definition *, count),
                                            arena_new(c->arena, ptrdiff_t, count), 0, 1};
        by_name.entries[i].value = &groups[(*ret_count)++];
    }
    for (ptrdiff_t i = 0; i < c->count; i++) {
        struct group *group = map_get(&by_name, c->definitions[i]->wanted);
        if (group)
            group->at[group->count++] = c->definitions[i];
    }
    return groups;
}

/* A difference is seen one reference further in each round; past this many all are taken to differ.
 */
enum { ROUND_CAP = 100 };

/* Parts the classes of all GROUPS until nothing in them differs. */
static void part_all(struct closure *c, struct group *groups, ptrdiff_t count)
{
    bool parted = count > 0;
    for (int round = 0; parted && round < ROUND_CAP; round++) {
        parted = false;
        for (ptrdiff_t i = 0; i < count; i++) /* to and fro, as differences may travel either way */
            parted = part(c, &groups[round % 2 ? count - 1 - i : i]) || parted;
    }
    for (ptrdiff_t i = 0; parted && i < count; i++) {
        groups[i].classes = (int)groups[i].count;
        for (ptrdiff_t j = 0; j < groups[i].count; j++)
            groups[i].at[j]->class = (int)j;
    }
}

/* Lets the first of each class stand for the others, and takes these out of the list. */
static void unite(struct closure *c)
{
    ptrdiff_t group_count, kept = 0;
    struct group *groups = group_by_name(c, &group_count);
    part_all(c, groups, group_count); /* all of one name are taken for the same to begin with */
    for (ptrdiff_t i = 0; i < group_count; i++) {
        const struct group *group = &groups[i];
        struct definition **first = arena_new(c->arena, struct definition *, group->classes);
        for (ptrdiff_t j = 0; j < group->count; j++) {
            struct definition **of_class = &first[group->at[j]->class];
            group->at[j]->same = *of_class;
            *of_class = *of_class ? *of_class : group->at[j];
        }
    }
    for (ptrdiff_t i = 0; i < c->count; i++)
        if (!c->definitions[i]->same)
            c->definitions[kept++] = c->definitions[i];
    c->count = kept;
    while (c->root && c->root->same)
        c->root = c->root->same;
}

/* Who has a name, and the last number that was tried for another who wants it. */
struct holder {
    const struct definition *definition;
    int number;
};

/* Reports that DEFINITION wanted the name that HOLDER has; of those in the middle nobody minds. */
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
    if (definition->document != holder->definition->document)
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
        definition->wanted = wanted_name(c, definition);
    }
    if (c->count)
        qsort(c->definitions, (size_t)c->count, sizeof(struct definition *), compare_places);
    unite(c);
    for (int named = 1; named >= 0; named--)
        for (ptrdiff_t i = 0; i < c->count; i++)
            if ((c->definitions[i]->component != NULL) == (named == 1))
                give_name(c, &taken, c->definitions[i]);
}
