/*
 * closure.c - what the roots reach, and what of it is wrong.
 *
 * `roots_define` and `discover_all` walk from the roots and collect what they reach as definitions;
 * names.c puts them in order and names them. Everything that extract reports about a source, but
 * for what a translation cannot say, is reported here.
 */
#include "openapi/closure.h"

#include "base/show.h"
#include "openapi/dynamic.h"
#include "openapi/names.h"
#include "openapi/roots.h"
#include "schema/pointer.h"
#include "schema/rebuild.h"

/* Writes to ROOM what closure_key returns. */
static str write_key(struct buf *room, const struct document *document, str pointer)
{
    room->len = 0;
    buf_reserve(room, pointer.len + 8); /* at once; the id takes at most 6 */
    buf_add_number(room, document->id);
    buf_add_byte(room, ' ');
    buf_add(room, pointer);
    return buf_view(room);
}

str closure_key(const struct closure *c, const struct document *document, str pointer)
{
    struct buf key = buf_in(c->arena, PTRDIFF_MAX);
    return write_key(&key, document, pointer);
}

/* The entry in PLACES for POINTER in DOCUMENT, or NULL. */
static const struct map_entry *find_place(const struct closure *c, const struct document *document,
                                          str pointer)
{
    return map_find(&c->places, write_key(&c->lookup.registry->room, document, pointer));
}

struct definition *closure_at(const struct closure *c, const struct document *document, str pointer)
{
    const struct map_entry *entry = find_place(c, document, pointer);
    return entry ? entry->value : NULL;
}

/* Notes that a root has reached the named schema at or around POINTER. */
static void note_reached(struct closure *c, const struct document *document, str pointer)
{
    const struct openapi *openapi = c->openapi;
    str token, rest, name, prefix = openapi->schemas_pointer;
    if (document != openapi->document || !openapi->schemas || !str_starts(pointer, prefix) ||
        !str_starts(str_skip(pointer, prefix.len), S("/")))
        return;
    str_cut(str_skip(pointer, prefix.len + 1), '/', &token, &rest);
    if (!pointer_token_decode(c->arena, token, &name))
        return;
    ptrdiff_t number = node_find(openapi->schemas, name);
    if (number < 0)
        return;
    openapi->reached[number] = true;
    sources_report_member_faults(openapi->sources, openapi->schemas, name);
}

static const struct node *splice(struct closure *c, const struct node *node, enum object_kind kind);

static const struct node *splice_child(void *context, const struct walk_child *child)
{
    bool holds = child->kind == CHILD_SCHEMA || child->kind == CHILD_OBJECT;
    return holds ? splice(context, child->node, child->object) : child->node;
}

/* The map of schemas that VALUE, {$ref: ...} in place of one, leads to; VALUE itself if it is none.
 */
static const struct node *find_map(struct closure *c, const struct keyword *keyword,
                                   const struct node *value)
{
    bool holds_map = keyword && keyword->shape == SHAPE_MAP && keyword->holds == CHILD_SCHEMA;
    const struct node *reference = holds_map ? openapi_sole_reference(value) : NULL;
    struct target target;
    if (!reference || !resolve_reference(&c->lookup, reference, OBJECT_DATA, &target) ||
        target.node->kind != NODE_OBJECT)
        return value;
    diag_report(c->found, W0404, sources_place(c->openapi->sources, reference),
                "this refers to a map of schemas, which OpenAPI has no references to");
    c->has_faults = c->has_faults || target.document->faults;
    return target.node;
}

/*
 * NODE, an object of KIND, with maps of schemas that are only referred to put in their places. A
 * property that is named "$ref" has a schema and so is no string. What was put in stays as it is,
 * for maps that refer to maps could go on for ever.
 */
static const struct node *splice(struct closure *c, const struct node *node, enum object_kind kind)
{
    enum dialect dialect = resolve_dialect(&c->lookup, node, kind);
    struct sources *sources = c->openapi->sources;
    node = rebuild_with_faults(sources, node, kind, dialect, splice_child, c);
    struct node *copy = NULL;
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++) {
        const struct node *value = node_value(node, i), *map = value;
        if (value->kind == NODE_OBJECT && value->count == 1)
            map = find_map(c, keyword_find(kind, node_text(node_key(node, i)), dialect), value);
        if (map == value)
            continue;
        if (!copy) {
            copy = arena_new(c->arena, struct node, 1);
            *copy = *node;
            copy->items = node_copy_items(node, c->arena);
            sources_keep_faults(sources, node, copy);
        }
        copy->items[2 * (size_t)i + 1] = *map;
    }
    return copy ? copy : node;
}

struct definition *closure_add(struct closure *c, struct document *document, str pointer,
                               ptrdiff_t owner_len, const struct node *node)
{
    struct definition *definition = arena_new(c->arena, struct definition, 1);
    enum dialect dialect = resolve_dialect(&c->lookup, node, OBJECT_SCHEMA);
    c->has_faults = document->faults != NULL;
    const struct node *schema = splice(c, node, OBJECT_SCHEMA);
    c->filter.dialect = dialect;
    if (filter_is_needed(&c->filter.options))
        schema = filter_schema(&c->filter, schema);
    *definition = (struct definition){.document = document,
                                      .pointer = arena_copy(c->arena, pointer),
                                      .owner_len = owner_len,
                                      .schema = schema,
                                      .may_be_faulty = c->has_faults,
                                      .dialect = dialect};
    c->definitions =
        arena_make_room(c->arena, c->definitions, sizeof *c->definitions, c->count, &c->cap);
    c->definitions[c->count++] = definition;
    return definition;
}

/* A place on a way over files that are just references. */
struct hop {
    str key;
    struct hop *previous;
};

/*
 * True when FROM, which is just a reference to TO, is that schema: it is the whole of a definition
 * in another file. Which resource has a URI may show later only, so that is left to a reference.
 */
static bool is_hop(const struct closure *c, const struct target *from, const struct target *to)
{
    bool is_whole = c->lifts || !to->owner || to->owner_len == to->pointer.len;
    return to->document != from->document && !to->by_uri && is_whole;
}

/*
 * TARGET, or the whole schema around it that a definition is made of: a copy keeps pointers into
 * the middle and so needs it, a translation lifts the schema that is meant.
 */
static struct target whole_of(const struct closure *c, const struct target *target)
{
    struct target whole = *target;
    if (!c->lifts && target->owner) {
        whole.node = target->owner;
        whole.pointer = str_first(target->pointer, target->owner_len);
    }
    return whole;
}

/* Takes the place of WHOLE, which is new, into PLACES and HOPS. False when reported. */
static bool take_place(struct closure *c, const struct target *whole, struct hop **hops)
{
    if (!registry_affords(c->lookup.registry, whole->document, whole->pointer.len))
        return false;
    struct hop *hop = arena_new(c->arena, struct hop, 1);
    *hop = (struct hop){closure_key(c, whole->document, whole->pointer), *hops};
    *hops = hop;
    map_put(&c->places, hop->key, NULL);
    note_reached(c, whole->document, whole->pointer);
    return true;
}

/*
 * Where WHOLE is nothing but a reference to a schema in another file, *TARGET becomes that one, as
 * *RET_HOPS tells. False when reported.
 */
static bool follow_hop(struct closure *c, const struct target *whole, struct target *target,
                       bool *ret_hops)
{
    const struct node *reference = openapi_sole_reference(whole->node);
    struct target next;
    *ret_hops = false;
    if (!reference || !resolve_key(&c->lookup, reference).len)
        return true;
    bool found = resolve_reference(&c->lookup, reference, OBJECT_SCHEMA, &next);
    if (!found && !c->waiting.missed.len)
        return false;
    c->waiting.missed = (str){0};
    *ret_hops = found && is_hop(c, whole, &next);
    if (*ret_hops)
        *target = next;
    return true;
}

struct definition *closure_define(struct closure *c, struct target target)
{
    struct definition *definition = NULL;
    struct hop *hops = NULL;
    for (bool goes_on = true; goes_on;) {
        struct target whole = whole_of(c, &target);
        const struct map_entry *entry = find_place(c, whole.document, whole.pointer);
        if (entry) {
            definition = entry->value;
            break;
        }
        if (!take_place(c, &whole, &hops) || !follow_hop(c, &whole, &target, &goes_on))
            return NULL;
        if (!goes_on)
            definition = closure_add(c, whole.document, whole.pointer, whole.owner_len, whole.node);
    }
    if (!definition && hops)
        diag_report(c->found, E0414, sources_place(c->openapi->sources, target.node),
                    "this is nothing but a reference round in a ring");
    for (; definition && hops; hops = hops->previous)
        map_put(&c->places, hops->key, definition);
    return definition;
}

static void report_not_schema(struct closure *c, const struct node *node)
{
    diag_report(c->found, E0405, sources_place(c->openapi->sources, node),
                "a schema is an object or a boolean, this is %s", node_kind_words(node->kind));
}

/* Reports a dialect that is named in a schema and that a translation does not know. */
static void check_identifier(struct closure *c, const struct walk_child *child)
{
    if (c->lifts && str_equal(node_text(child->member), S("$schema")) &&
        node_is(child->node, NODE_STRING) &&
        dialect_of_uri(node_text(child->node)) == DIALECT_COUNT)
        diag_report(c->found, E0501, sources_place(c->openapi->sources, child->node),
                    "schemas of this dialect cannot be translated");
}

/* An anchor in what is copied. */
struct anchor_use {
    ptrdiff_t object; /* the first that has it, as of closure.discovered */
    bool twice;
};

str closure_anchor(const struct node *member, const struct node *value, enum dialect dialect)
{
    str name = node_text(member);
    if (!node_is(value, NODE_STRING))
        return (str){0};
    if (str_equal(name, S("$anchor")) || str_equal(name, S("$dynamicAnchor")))
        return node_text(value);
    bool is_fragment =
        str_equal(name, dialect_info(dialect)->id) && str_starts(node_text(value), S("#"));
    return is_fragment ? str_skip(node_text(value), 1) : (str){0};
}

bool closure_has_twice(const struct closure *c, str name)
{
    const struct anchor_use *use = name.data ? map_get(&c->anchors, name) : NULL;
    return use && use->twice;
}

/* Notes the anchor that CHILD gives the object number OBJECT of what is copied. */
static void note_anchor(struct closure *c, const struct walk_child *child, enum dialect dialect,
                        ptrdiff_t object)
{
    str name = closure_anchor(child->member, child->node, dialect);
    bool is_new;
    if (c->lifts || !name.data)
        return;
    struct map_entry *entry = map_entry(&c->anchors, name, &is_new);
    struct anchor_use *use = is_new ? arena_new(c->arena, struct anchor_use, 1) : entry->value;
    entry->value = use;
    if (is_new)
        use->object = object;
    use->twice = use->twice || use->object != object;
}

static void note_dynamic(struct closure *c, const struct walk_child *child,
                         const struct target *target)
{
    struct dynamic_reference *one = arena_new(c->arena, struct dynamic_reference, 1);
    bool recursive = str_equal(node_text(child->member), S("$recursiveRef"));
    *one = (struct dynamic_reference){child->node, target->node, recursive, c->dynamic};
    c->dynamic = one;
}

void closure_note_inward(struct closure *c, const struct node *where, const struct target *target)
{
    bool is_copied = !c->lifts && target->owner && target->pointer.len > target->owner_len;
    if (!is_copied || !filter_is_needed(&c->filter.options))
        return;
    struct inward *inward = arena_new(c->arena, struct inward, 1);
    *inward = (struct inward){where, *target, c->inward};
    c->inward = inward;
}

/* Reports what leads to nothing, or to another schema, now that something was left out. */
static void check_inward(struct closure *c)
{
    for (const struct inward *inward = c->inward; inward; inward = inward->next) {
        const struct node *wanted = inward->target.node;
        str tail;
        const struct definition *definition = closure_find(c, &inward->target, &tail);
        const struct node *left =
            definition ? pointer_resolve(c->arena, definition->schema, tail).node : NULL;
        if (left && left->text == wanted->text && left->start == wanted->start)
            continue;
        const struct node *at = inward->where ? inward->where : wanted;
        struct diag *diag =
            diag_report(c->found, E0416, sources_place(c->openapi->sources, at),
                        "this leads to a schema that is left out, or that has moved for it");
        diag_hint(c->found, diag, "with translate: true it becomes a definition of its own");
    }
}

static void follow(void *context, const struct walk_child *child)
{
    struct closure *c = context;
    struct target target;
    bool found = openapi_resolve_child(c->openapi, &c->lookup, child, &target);
    if (waiting_takes(&c->waiting, child) || !found)
        return;
    if (child->dynamic)
        note_dynamic(c, child, &target);
    closure_define(c, target);
    closure_note_inward(c, child->node, &target);
}

bool closure_is_reference_alone(const struct closure *c, const struct node *node,
                                enum object_kind kind)
{
    bool may_hide = kind == OBJECT_SCHEMA && c->lifts && !c->filter.honour_ref_siblings;
    return may_hide && node_is(node_get(node, S("$ref")), NODE_STRING) &&
           dialect_info(resolve_dialect(&c->lookup, node, kind))->ref_hides_siblings;
}

/* Collects what NODE, an object of KIND, refers to. The reader has bounded the depth. */
static void discover(struct closure *c, const struct node *node, enum object_kind kind)
{
    struct walk_children it;
    struct walk_child child;
    bool alone = closure_is_reference_alone(c, node, kind);
    enum dialect dialect = resolve_dialect(&c->lookup, node, kind);
    ptrdiff_t object = c->discovered++;
    walk_begin(&it, node, kind, dialect);
    it.also = kind == OBJECT_SCHEMA ? c->also : DIALECT_COUNT;
    while (walk_next(&it, &child)) {
        if (alone && child.kind != CHILD_REFERENCE)
            continue;
        if (child.kind == CHILD_REFERENCE || child.kind == CHILD_MAPPING)
            follow(c, &child);
        else if (child.kind == CHILD_IDENTIFIER) {
            check_identifier(c, &child);
            note_anchor(c, &child, dialect, object);
        } else if (child.kind == CHILD_SCHEMA && child.misshapen)
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

static void discover_definition(struct closure *c, const struct definition *definition)
{
    const struct node *schema = definition->schema;
    if (definition->may_be_faulty)
        report_faults(c, schema);
    if (schema->kind == NODE_OBJECT)
        discover(c, schema, OBJECT_SCHEMA);
    else if (schema->kind != NODE_BOOL)
        report_not_schema(c, schema);
}

/*
 * Discovers what the definitions from BEGIN on refer to, those of the entry document's dialect
 * before others: a file that has none gets that of who refers to it first. Returns where they end.
 */
static ptrdiff_t discover_from(struct closure *c, ptrdiff_t begin)
{
    ptrdiff_t own = begin, other = begin;
    for (; other < c->count; other++) {
        for (; own < c->count; own++)
            if (c->definitions[own]->dialect == c->lookup.schemas)
                discover_definition(c, c->definitions[own]);
        if (c->definitions[other]->dialect != c->lookup.schemas)
            discover_definition(c, c->definitions[other]);
    }
    return other;
}

static void discover_all(struct closure *c)
{
    ptrdiff_t done = 0;
    do
        done = discover_from(c, done);
    while (waiting_serve(&c->waiting, c->lookup.registry, c->lookup.used, follow, c));
    c->lookup.missed = NULL;
    waiting_end(&c->waiting, follow, c);
    resolve_check_twins(&c->lookup);
    dynamic_check(c);
}

/* The schema that a reference leads to, for the filter, which looks before anything is reported. */
static const struct node *peek(void *context, const struct node *reference, enum child_kind kind)
{
    struct closure *c = context;
    const struct walk_child child = {.node = reference, .kind = kind, .object = OBJECT_SCHEMA};
    struct registry_hush hush;
    struct target target;
    registry_hush(c->lookup.registry, &hush);
    bool ok = openapi_resolve_child(c->openapi, &c->lookup, &child, &target);
    c->waiting.missed = (str){0};
    registry_speak(c->lookup.registry, &hush);
    return ok ? target.node : NULL;
}

void closure_make(struct closure *c, const struct string_list *roots)
{
    c->filter.target = peek;
    c->filter.context = c;
    filter_init(&c->filter);
    c->waiting = (struct waiting){.arena = c->arena, .waiters = {.arena = c->arena}};
    c->identified = (struct map){.arena = c->arena};
    c->anchors = (struct map){.arena = c->arena};
    c->used = (struct document_set){.arena = c->arena};
    c->lookup.identified = &c->identified;
    c->inherited = (struct map){.arena = c->arena};
    c->lookup.inherited = &c->inherited;
    if (!c->lookup.used)
        c->lookup.used = &c->used;
    document_set_add(c->lookup.used, c->openapi->document);
    c->lookup.missed = &c->waiting.missed;
    c->lookup.registry->told_limit = NULL; /* who asks for this closure has to see it, too */
    int before = c->found->errors + c->found->limits;
    roots_define(c, roots);
    discover_all(c);
    check_inward(c);
    if (c->found->errors + c->found->limits == before)
        names_give(c);
}

const struct definition *closure_find(const struct closure *c, const struct target *target,
                                      str *ret_tail)
{
    struct target whole = whole_of(c, target);
    const struct definition *definition = closure_at(c, whole.document, whole.pointer);
    *ret_tail = str_skip(target->pointer, whole.pointer.len);
    while (definition && definition->same)
        definition = definition->same;
    return definition;
}
