/*
 * Where changes stand, how they are called, and in which order they are told.
 */
#include "drift/compare.h"

#include "schema/pointer.h"

#include <stdlib.h>
#include <string.h>

/*
 * Pointers are as long as the keys that they go through, and each change has several: so many bytes
 * of them are kept on each side, far more than real schemas need.
 */
enum { POINTER_BYTES_CAP = 64 << 20 };

/* The schemas of one side that changes stand in, each with its pointer. */
struct pointers {
    struct arena *arena;
    const struct sources *sources;
    struct map by_address;         /* to a str, or NULL where it is not known yet */
    struct document_set documents; /* that they stand in */
    ptrdiff_t bytes;               /* of all pointers that were made */
};

static void want(struct pointers *pointers, const struct spot *spot)
{
    bool is_new;
    struct document *document = sources_document(pointers->sources, spot->schema);
    map_entry_address(&pointers->by_address, spot->schema, &is_new);
    if (document)
        document_set_add(&pointers->documents, document);
}

/* Looks through NODE, whose pointer is PATH, for those that are wanted. Readers bound the depth. */
static void look_through(struct pointers *pointers, const struct node *node, struct buf *path)
{
    if (node->kind == NODE_OBJECT || node->kind == NODE_BOOL) {
        const struct map_entry *entry = map_find_address(&pointers->by_address, node);
        if (entry && !entry->value && pointers->bytes <= POINTER_BYTES_CAP) {
            pointers->bytes += path->len;
            str *pointer = arena_new(pointers->arena, str, 1);
            *pointer = arena_copy(pointers->arena, buf_view(path));
            ((struct map_entry *)entry)->value = pointer;
        }
    }
    ptrdiff_t up = path->len;
    for (uint32_t i = 0; node->kind >= NODE_ARRAY && i < node->count; i++) {
        bool is_object = node->kind == NODE_OBJECT;
        if (is_object)
            pointer_add_token(path, node_text(node_key(node, i)));
        else
            pointer_add_index(path, i);
        look_through(pointers, is_object ? node_value(node, i) : node_item(node, i), path);
        path->len = up;
    }
}

static void find_pointers(struct pointers *pointers)
{
    struct arena scratch = {0};
    struct buf path = buf_in(&scratch, PTRDIFF_MAX);
    for (ptrdiff_t i = 0; i < pointers->documents.count; i++) {
        path.len = 0;
        look_through(pointers, pointers->documents.at[i]->root, &path);
    }
    arena_free(&scratch);
}

/* The JSON Pointer of SPOT, with ENTRY in place of its own, which may be NULL. */
static str pointer_of(struct pointers *pointers, const struct spot *spot, str entry)
{
    const struct map_entry *schema = map_find_address(&pointers->by_address, spot->schema);
    struct buf pointer = buf_in(pointers->arena, PTRDIFF_MAX);
    if (schema && schema->value)
        buf_add(&pointer, *(const str *)schema->value);
    if (spot->keyword.data)
        pointer_add_token(&pointer, spot->keyword);
    if (entry.data)
        pointer_add_token(&pointer, entry);
    return arena_copy(pointers->arena, buf_view(&pointer));
}

/* SPOT as a place. */
static struct drift_place place_of(struct pointers *pointers, const struct spot *spot)
{
    return (struct drift_place){.node = spot->node,
                                .document = sources_document(pointers->sources, spot->schema),
                                .pointer = pointer_of(pointers, spot, spot->entry),
                                .is_there = spot->is_there};
}

static struct pointers pointers_of(struct comparison *c, const struct compared *side, bool is_new)
{
    struct pointers pointers = {.arena = c->arena,
                                .sources = side->side->registry->sources,
                                .by_address = {.arena = &c->work},
                                .documents = {.arena = &c->work}};
    for (ptrdiff_t i = 0; i < c->found_count; i++)
        want(&pointers, is_new ? &c->found[i].new : &c->found[i].old);
    find_pointers(&pointers);
    return pointers;
}

/*
 * ID, or where that is taken ID with the first number behind it that makes it another one. IDS has
 * what is taken, and up to which number.
 */
static const char *number_id(struct arena *arena, struct map *ids, str id)
{
    bool is_new;
    uintptr_t last = (uintptr_t)map_entry(ids, id, &is_new)->value, number = last ? last : 1;
    str own = id;
    while (!is_new) {
        own = arena_printf(arena, "%.*s#%ju", (int)id.len, id.data, (uintmax_t)++number);
        map_entry(ids, own, &is_new);
    }
    map_put(ids, id, (void *)number);
    return own.data;
}

/* What FOUND is called: its code, and the pointers of both sides, once when they are the same. */
static const char *make_id(struct comparison *c, const struct found *found, struct pointers *olds,
                           struct pointers *news, struct map *ids)
{
    bool has_name = found->name.data;
    str old = pointer_of(olds, &found->old, has_name ? found->name : found->old.entry);
    str new = pointer_of(news, &found->new, has_name ? found->name : found->new.entry);
    struct buf out = buf_in(c->arena, PTRDIFF_MAX);
    buf_printf(&out, "%s:%.*s", diag_code_name(found->code), (int)old.len, old.data);
    if (!str_equal(old, new))
        buf_printf(&out, "=>%.*s", (int)new.len, new.data);
    return number_id(c->arena, ids, arena_copy(c->arena, buf_view(&out)));
}

static uint8_t audience_of(const struct comparison *c, const struct found *found)
{
    uint8_t audience = 0;
    for (const struct sighting *one = found->sightings; one; one = one->next)
        audience |= c->pairs[one->pair].audience;
    return audience;
}

/* By where they are in the new document, or would be; then by code and id. */
static int compare_changes(const void *left, const void *right)
{
    const struct change *a = left, *b = right;
    const struct node *x = a->new.node, *y = b->new.node;
    if (x->text != y->text)
        return x->text < y->text ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (a->code != b->code)
        return a->code < b->code ? -1 : 1;
    return strcmp(a->id, b->id);
}

/* Counts a pointer to SPOT. False when there is no room for it. */
static bool has_room(struct pointers *pointers, const struct spot *spot)
{
    const struct map_entry *schema = map_find_address(&pointers->by_address, spot->schema);
    if (schema && schema->value)
        pointers->bytes += ((const str *)schema->value)->len;
    return pointers->bytes <= POINTER_BYTES_CAP;
}

void place_changes(struct comparison *c, struct drift *ret_drift)
{
    struct pointers old = pointers_of(c, &c->old, false), new = pointers_of(c, &c->new, true);
    struct map ids = {.arena = &c->work};
    struct change *changes = arena_new(c->arena, struct change, c->found_count);
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < c->found_count; i++) {
        const struct found *found = &c->found[i];
        if (!has_room(&old, &found->old) || !has_room(&new, &found->new)) {
            c->is_cut = true;
            break;
        }
        changes[count] = (struct change){.code = found->code,
                                         .old = place_of(&old, &found->old),
                                         .new = place_of(&new, &found->new),
                                         .message = found->message,
                                         .writers = found->effect[0],
                                         .readers = found->effect[1],
                                         .writers_witness = found->witness[0],
                                         .readers_witness = found->witness[1],
                                         .audience = audience_of(c, found),
                                         .is_annotation = found->is_annotation};
        changes[count++].id = make_id(c, found, &old, &new, &ids);
    }
    if (count > 1)
        qsort(changes, (size_t)count, sizeof *changes, compare_changes);
    *ret_drift = (struct drift){.changes = changes, .count = count, .is_cut = c->is_cut};
}
