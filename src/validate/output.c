#include "validate/output.h"

#include "schema/pointer.h"
#include "schema/uri.h"
#include "source/write.h"
#include "validate/message.h"

void output_flag(struct buf *out, bool is_valid)
{
    buf_add(out, is_valid ? S("{\"valid\": true}\n") : S("{\"valid\": false}\n"));
}

void output_undecided(struct buf *out, bool basic)
{
    if (basic)
        buf_add(out,
                S("{\"valid\": false, \"errors\": [{\"valid\": false, \"keywordLocation\": \"\", "
                  "\"instanceLocation\": \"\", \"error\": \"there is no verdict\"}]}\n"));
    else
        output_flag(out, false);
}

/* Where a schema stands in the resource whose URI is its base. */
struct spot {
    const struct resource *resource;
    const struct document *document;
    str pointer;
    bool is_found;
};

struct printer {
    struct buf *out;
    const struct registry *registry;
    struct arena *arena; /* for the time of one instance */
    struct map spots;    /* the address of a schema to its spot */
    struct map roots;    /* the roots of their resources, each once */
    ptrdiff_t bytes;     /* what absolute locations have taken */
    bool has_units;
};

/* ---- where schemas stand -----------------------------------------------------------------------
 */

/* Notes that the schemas of VIOLATION, and of its branches, are to be found. */
static void want(struct printer *p, const struct violation *violation)
{
    const struct node *schema = violation->scheme->schema;
    bool is_new;
    struct map_entry *entry = map_entry_address(&p->spots, schema, &is_new);
    if (is_new) {
        struct spot *spot = entry->value = arena_new(p->arena, struct spot, 1);
        spot->document = sources_document(p->registry->sources, schema);
        if (spot->document) {
            spot->resource = registry_resource(p->registry, spot->document, schema)->base;
            map_entry_address(&p->roots, spot->resource->root, NULL)->value =
                (void *)spot->resource->root;
        }
    }
    for (uint32_t i = 0; i < violation->branch_count; i++)
        for (uint32_t k = 0; k < violation->branches[i].count; k++)
            want(p, &violation->branches[i].violations[k]);
}

/* Finds the schemas of the resource with ROOT in NODE, which is at POINTER. The readers have
 * bounded the depth. */
static void find(struct printer *p, const struct node *root, const struct node *node,
                 struct buf *pointer)
{
    ptrdiff_t len = pointer->len;
    bool is_object = node->kind == NODE_OBJECT;
    const struct map_entry *entry = map_find_address(&p->spots, node);
    struct spot *spot = entry ? entry->value : NULL;
    if (spot && spot->resource && spot->resource->root == root && !spot->is_found) {
        spot->is_found = true;
        spot->pointer = arena_copy(p->arena, buf_view(pointer));
    }
    for (uint32_t i = 0; node->kind >= NODE_ARRAY && i < node->count; i++) {
        const struct node *child = is_object ? node_value(node, i) : node_item(node, i);
        if (child->kind < NODE_ARRAY && child->kind != NODE_BOOL)
            continue;
        if (is_object)
            pointer_add_token(pointer, node_text(node_key(node, i)));
        else
            pointer_add_index(pointer, (ptrdiff_t)i);
        find(p, root, child, pointer);
        pointer->len = len;
    }
}

/* Finds all schemas that VIOLATIONS are about, each resource with them being walked once. */
static void find_all(struct printer *p, const struct violations *violations)
{
    struct buf pointer = buf_in(p->arena, PTRDIFF_MAX);
    for (ptrdiff_t i = 0; i < violations->count; i++)
        want(p, &violations->at[i]);
    for (ptrdiff_t i = 0; i < p->roots.count; i++) {
        const struct node *root = p->roots.entries[i].value;
        pointer.len = 0;
        find(p, root, root, &pointer);
    }
}

/* ---- units -------------------------------------------------------------------------------------
 */

static void add_member(struct buf *out, const char *name, str value)
{
    buf_printf(out, ", \"%s\": ", name);
    write_string(out, value, WRITE_EXACT);
}

/*
 * Adds the absolute URI of the keyword that VIOLATION is about; a path where its document has no
 * URI. When those before have taken very many bytes it is left out, as it may be.
 */
static void add_absolute(struct printer *p, const struct violation *violation)
{
    const struct spot *spot = map_find_address(&p->spots, violation->scheme->schema)->value;
    struct buf location = buf_in(p->arena, PTRDIFF_MAX);
    struct buf keyword = buf_in(p->arena, PTRDIFF_MAX);
    if (!spot->is_found || p->bytes > POINTER_CAP)
        return;
    const struct resource *resource = spot->resource;
    str uri =
        resource->uri.len ? resource->uri : registry_info(p->registry, spot->document)->location;
    buf_add(&location, uri.len && uri.data[0] == '/' ? S("file://") : S(""));
    buf_add(&location, uri);
    buf_add_byte(&location, '#');
    pointer_add_fragment(&location, spot->pointer);
    if (violation->member != NO_MEMBER)
        pointer_add_token(&keyword, message_keyword(violation));
    pointer_add_fragment(&location, buf_view(&keyword));
    p->bytes += location.len;
    add_member(p->out, "absoluteKeywordLocation", buf_view(&location));
}

/* Adds the units of VIOLATION and, behind it, of its branches. */
static void add_units(struct printer *p, const struct violation *violation)
{
    struct buf *out = p->out;
    struct arena_mark mark = arena_mark(p->arena);
    buf_add(out, p->has_units ? S(", ") : S(""));
    p->has_units = true;
    buf_add(out, S("{\"valid\": false"));
    add_member(out, "keywordLocation", violation->keyword_path);
    add_absolute(p, violation);
    add_member(out, "instanceLocation", violation->pointer);
    add_member(out, "error", str_of(message_text(p->arena, violation)));
    buf_add(out, S("}"));
    arena_return(p->arena, mark);
    for (uint32_t i = 0; i < violation->branch_count; i++)
        for (uint32_t k = 0; k < violation->branches[i].count; k++)
            add_units(p, &violation->branches[i].violations[k]);
}

void output_basic(struct buf *out, const struct registry *registry,
                  const struct violations *violations)
{
    struct arena scratch = {0};
    struct printer p = {.out = out,
                        .registry = registry,
                        .arena = &scratch,
                        .spots = {.arena = &scratch},
                        .roots = {.arena = &scratch}};
    if (!violations->count) {
        output_flag(out, true);
        return;
    }
    find_all(&p, violations);
    buf_add(out, S("{\"valid\": false, \"errors\": ["));
    for (ptrdiff_t i = 0; i < violations->count; i++)
        add_units(&p, &violations->at[i]);
    buf_add(out, S("]}\n"));
    arena_free(&scratch);
}
