/*
 * What says nothing about values: annotations, what the schema is called, definitions (2020-12 core
 * sections 7.7, 8.1 and 8.2; validation section 9).
 */
#include "drift/compare.h"

#include "base/show.h"
#include "schema/vocabulary.h"
#include "validate/message.h"

#include <assert.h>
#include <string.h>

/* ---- annotations ----------------------------------------------------------------------------- */

/* A member that annotates, or that its schema's dialect does not know. */
struct annotation {
    const struct scheme *scheme;
    uint32_t member;
    bool is_identifier;
    bool is_undecided; /* what it does is up to who validates */
};

/* True when "$ref" hides the member KEY of SCHEME. */
static bool is_hidden(const struct scheme *scheme, str key)
{
    return dialect_info(scheme->dialect)->ref_hides_siblings && !str_equal(key, S("$ref")) &&
           node_is(node_get(scheme->schema, S("$ref")), NODE_STRING);
}

/* True when the member KEY of SCHEME, whose row is ROW, is compared here; what it is into *RET. */
static bool is_annotation(const struct scheme *scheme, str key, const struct keyword *row,
                          struct annotation *ret)
{
    if (!row || is_hidden(scheme, key))
        return !row || row->role != ROLE_HOLDS;
    if (str_equal(key, S("format")) || str_equal(key, S("nullable")))
        return false;
    ret->is_identifier = row->role == ROLE_IDENTIFIES;
    bool decides = row->role == ROLE_ASSERTS &&
                   (str_equal(key, S("readOnly")) || str_equal(key, S("writeOnly")) ||
                    str_equal(key, S("discriminator")));
    ret->is_undecided = decides;
    return row->role == ROLE_ANNOTATES || decides || ret->is_identifier;
}

/* The annotations among the merged schemas of CONSTRAINTS, by name: the outermost of each. */
static struct map annotations_of(struct pairing *p, const struct constraints *constraints)
{
    struct map map = {.arena = &p->c->scratch};
    for (uint32_t i = 0; i < constraints->merged_count; i++) {
        const struct scheme *scheme = constraints->merged[i].scheme;
        for (uint32_t k = 0; scheme->schema->kind == NODE_OBJECT && k < scheme->schema->count;
             k++) {
            str key = node_text(node_key(scheme->schema, k));
            const struct keyword *row = keyword_find(OBJECT_SCHEMA, key, scheme->dialect);
            struct annotation one = {.scheme = scheme, .member = k};
            if (!is_annotation(scheme, key, row, &one) || (one.is_identifier && i))
                continue;
            bool is_new;
            struct map_entry *entry = map_entry(&map, key, &is_new);
            if (!is_new)
                continue;
            entry->value = arena_new(map.arena, struct annotation, 1);
            *(struct annotation *)entry->value = one;
        }
    }
    return map;
}

/* Notes that the annotation KEY differs; WAS or IS may be NULL. */
static void note_annotation(struct pairing *p, str key, const struct annotation *was,
                            const struct annotation *is)
{
    const struct annotation *one = was ? was : is;
    assert(one);
    struct spot old = {0}, new = {0};
    if (was)
        old = spot_member(was->scheme, was->member);
    if (is)
        new = spot_member(is->scheme, is->member);
    enum diag_code code = one->is_identifier ? D0156 : was && is ? D0150 : is ? D0151 : D0152;
    struct found *found =
        compare_note(p, code, shift_of(one->is_undecided ? DIRECTION_BOTH : DIRECTION_NONE), old,
                     new, NULL, NULL);
    found->is_annotation = !one->is_undecided;
    const struct node *before = was ? node_value(was->scheme->schema, was->member) : NULL;
    const struct node *after = is ? node_value(is->scheme->schema, is->member) : NULL;
    const char *name = show(p->c->arena, key);
    const char *hidden = is_hidden(one->scheme, key) ? ", where \"$ref\" hides it" : "";
    if (was && is)
        compare_say(p, found, "\"%s\" was %s, and is %s%s", name, compare_value(p, before),
                    compare_value(p, after), hidden);
    else
        compare_say(p, found, was ? "\"%s\" is gone: it was %s%s" : "\"%s\" is new: %s%s", name,
                    compare_value(p, was ? before : after), hidden);
}

void compare_annotations(struct pairing *p)
{
    struct map olds = annotations_of(p, &p->old), news = annotations_of(p, &p->new);
    for (ptrdiff_t i = 0; i < olds.count; i++) {
        const struct annotation *was = olds.entries[i].value;
        const struct annotation *is = map_get(&news, olds.entries[i].key);
        if (!is || !node_equal(node_value(was->scheme->schema, was->member),
                               node_value(is->scheme->schema, is->member)))
            note_annotation(p, olds.entries[i].key, was, is);
    }
    for (ptrdiff_t i = 0; i < news.count; i++)
        if (!map_find(&olds, news.entries[i].key))
            note_annotation(p, news.entries[i].key, NULL, news.entries[i].value);
}

/* ---- definitions ----------------------------------------------------------------------------- */

static const struct node *definitions_of(const struct scheme *scheme, uint32_t *ret_member)
{
    if (scheme->schema->kind != NODE_OBJECT)
        return NULL;
    static const str names[] = {STR_INIT("$defs"), STR_INIT("definitions")};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ptrdiff_t member = node_find(scheme->schema, names[i]);
        *ret_member = (uint32_t)member;
        if (member >= 0 && node_value(scheme->schema, (uint32_t)member)->kind == NODE_OBJECT)
            return node_value(scheme->schema, (uint32_t)member);
    }
    return NULL;
}

/* The scheme that was compiled of SCHEMA, or NULL. */
static const struct scheme *known_scheme(const struct compared *side, const struct node *schema)
{
    const struct map_entry *entry = map_find_address(&side->compiler.schemes, schema);
    return entry ? entry->value : NULL;
}

/* The same, compiled now if need be; NULL when it is no schema, which counts only if reached. */
static const struct scheme *scheme_of(struct compared *side, const struct node *schema)
{
    const struct scheme *scheme = known_scheme(side, schema);
    struct registry_hush hush;
    if (scheme)
        return scheme;
    registry_hush(side->side->registry, &hush);
    scheme = compile(&side->compiler, schema);
    registry_speak(side->side->registry, &hush);
    return scheme;
}

/*
 * The definition NAME of the document around SCHEME, which is a part of it and has none of its own:
 * so is a schema of an OpenAPI document. NULL when there is none.
 */
static const struct node *definition_around(const struct compared *side,
                                            const struct scheme *scheme, str name)
{
    const struct document *document =
        sources_document(side->side->registry->sources, scheme->schema);
    const struct node *root = document ? document->root : NULL;
    if (!root || root == scheme->schema || root->kind != NODE_OBJECT)
        return NULL;
    const struct node *components = node_get(root, S("components"));
    const struct node *maps[] = {
        components && components->kind == NODE_OBJECT ? node_get(components, S("schemas")) : NULL,
        node_get(root, S("$defs")), node_get(root, S("definitions"))};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        const struct node *found =
            maps[i] && maps[i]->kind == NODE_OBJECT ? node_get(maps[i], name) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* Definitions that are compared with new ones under another name. */
struct renaming {
    struct map by_old; /* the address of an old scheme to the number of its new definition + 1 */
};

/*
 * Finds the first of the definitions NEWS that each old scheme is compared with, among those whose
 * names are not in OLDS.
 */
static void find_renamed(struct comparison *c, const struct node *olds, const struct node *news,
                         struct renaming *ret_renaming)
{
    struct map numbers = {.arena = &c->work}; /* of the new definitions, by scheme */
    bool is_new;
    *ret_renaming = (struct renaming){.by_old = {.arena = &c->work}};
    for (uint32_t i = 0; i < news->count; i++) {
        const struct scheme *is = known_scheme(&c->new, node_value(news, i));
        if (!is || node_get(olds, node_text(node_key(news, i))))
            continue;
        struct map_entry *entry = map_entry_address(&numbers, is, &is_new);
        if (is_new)
            entry->value = (void *)(uintptr_t)(i + 1);
    }
    for (ptrdiff_t i = 0; numbers.count && i < c->pair_count; i++) {
        const struct map_entry *number = map_find_address(&numbers, c->pairs[i].new);
        if (!number)
            continue;
        struct map_entry *entry =
            map_entry_address(&ret_renaming->by_old, c->pairs[i].old, &is_new);
        if (is_new || (uintptr_t)number->value < (uintptr_t)entry->value)
            entry->value = number->value;
    }
}

/* The new name of the definition that was WAS, which may be NULL; empty: there is none. */
static str new_name(const struct renaming *renaming, const struct scheme *was,
                    const struct node *news)
{
    const struct map_entry *entry = was ? map_find_address(&renaming->by_old, was) : NULL;
    return entry ? node_text(node_key(news, (uint32_t)((uintptr_t)entry->value - 1))) : (str){0};
}

/* A definition map of one side. */
struct definitions {
    const struct scheme *scheme;
    const struct node *map;
    uint32_t member;
};

static void note_definition(struct pairing *p, enum diag_code code, const struct definitions *on,
                            uint32_t i, const struct definitions *off, str called)
{
    const struct node *key = node_key(on->map, i);
    struct spot there = spot_entry(on->scheme, on->member, node_text(key), key);
    struct spot missing =
        off->map ? spot_member(off->scheme, off->member) : spot_missing(off->scheme, &there);
    missing.entry = node_text(key);
    missing.is_there = false;
    const char *name = show(p->c->arena, node_text(key));
    bool is_gone = code != D0154;
    if (called.len) {
        ptrdiff_t at = node_find(off->map, called);
        missing = spot_entry(off->scheme, off->member, called, node_key(off->map, (uint32_t)at));
    }
    struct found *found =
        is_gone ? compare_note(p, code, shift_of(DIRECTION_NONE), there, missing, NULL, NULL)
                : compare_note(p, code, shift_of(DIRECTION_NONE), missing, there, NULL, NULL);
    found->is_annotation = true;
    if (called.len)
        compare_say(p, found, "the definition \"%s\" is called \"%s\" now", name,
                    show(p->c->arena, called));
    else
        compare_say(p, found,
                    is_gone ? "the definition \"%s\" is gone" : "the definition \"%s\" is new",
                    name);
}

void compare_definitions(struct comparison *c, uint32_t number)
{
    struct pairing p = {.c = c, .number = number};
    struct definitions old = {.scheme = c->pairs[number].old},
                       new = {.scheme = c->pairs[number].new};
    const struct node none = {.kind = NODE_OBJECT};
    struct map renamed = {.arena = &c->work};
    old.map = definitions_of(old.scheme, &old.member);
    new.map = definitions_of(new.scheme, &new.member);
    const struct node *olds = old.map ? old.map : &none, *news = new.map ? new.map : &none;
    struct renaming renaming;
    find_renamed(c, olds, news, &renaming);
    for (uint32_t i = 0; i < olds->count; i++) {
        str name = node_text(node_key(olds, i));
        const struct node *is = node_get(news, name);
        if (!is)
            is = definition_around(&c->new, new.scheme, name);
        if (is) {
            const struct scheme *before = scheme_of(&c->old, node_value(olds, i));
            const struct scheme *after = scheme_of(&c->new, is);
            if (before && after)
                compare_pair(c, before, after, false);
            continue;
        }
        str called = new_name(&renaming, known_scheme(&c->old, node_value(olds, i)), news);
        if (called.len)
            map_put(&renamed, called, &renamed);
        note_definition(&p, called.len ? D0153 : D0155, &old, i, &new, called);
    }
    for (uint32_t i = 0; i < news->count; i++) {
        str name = node_text(node_key(news, i));
        if (!node_get(olds, name) && !map_find(&renamed, name) &&
            !definition_around(&c->old, old.scheme, name))
            note_definition(&p, D0154, &new, i, &old, (str){0});
    }
}
