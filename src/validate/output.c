#include "validate/output.h"

#include "schema/pointer.h"
#include "schema/uri.h"
#include "source/write.h"
#include "validate/message.h"

void output_flag(struct buf *out, bool is_valid)
{
    buf_add(out, is_valid ? S("{\"valid\": true}\n") : S("{\"valid\": false}\n"));
}

/* Adds the steps from NODE to TARGET, which lies in it, to POINTER; false when it does not. */
static bool add_steps(struct buf *pointer, const struct node *node, const struct node *target)
{
    ptrdiff_t len = pointer->len;
    bool is_object = node->kind == NODE_OBJECT;
    if (node == target)
        return true;
    for (uint32_t i = 0; node->kind >= NODE_ARRAY && i < node->count; i++) {
        const struct node *child = is_object ? node_value(node, i) : node_item(node, i);
        if (child->kind < NODE_ARRAY && child != target)
            continue;
        if (is_object)
            pointer_add_token(pointer, node_text(node_key(node, i)));
        else
            pointer_add_index(pointer, (ptrdiff_t)i);
        if (add_steps(pointer, child, target))
            return true;
        pointer->len = len;
    }
    return false;
}

/* The absolute URI of the keyword that VIOLATION is about; a path where its document has no URI. */
static str absolute_location(const struct buf *out, const struct registry *registry,
                             const struct violation *violation)
{
    const struct node *schema = violation->scheme->schema;
    const struct document *document = sources_document(registry->sources, schema);
    struct buf location = buf_in(out->arena, PTRDIFF_MAX);
    struct buf pointer = buf_in(out->arena, PTRDIFF_MAX);
    if (!document)
        return (str){0};
    const struct resource *resource = registry_resource(registry, document, schema);
    resource = resource->base;
    add_steps(&pointer, resource->root, schema);
    if (violation->member != NO_MEMBER)
        pointer_add_token(&pointer, message_keyword(violation));
    str uri = resource->uri.len ? resource->uri : registry_info(registry, document)->location;
    buf_add(&location, uri.len && uri.data[0] == '/' ? S("file://") : S(""));
    buf_add(&location, uri);
    buf_add_byte(&location, '#');
    pointer_add_fragment(&location, buf_view(&pointer));
    return buf_view(&location);
}

static void add_member(struct buf *out, const char *name, str value)
{
    buf_printf(out, ", \"%s\": ", name);
    write_string(out, value, WRITE_EXACT);
}

/* Adds the units of VIOLATION and, behind it, of its branches. FIRST tells that none is there. */
static void add_units(struct buf *out, const struct registry *registry,
                      const struct violation *violation, bool *first)
{
    buf_add(out, *first ? S("") : S(", "));
    *first = false;
    buf_add(out, S("{\"valid\": false"));
    add_member(out, "keywordLocation", violation->keyword_path);
    add_member(out, "absoluteKeywordLocation", absolute_location(out, registry, violation));
    add_member(out, "instanceLocation", violation->pointer);
    add_member(out, "error", str_of(message_text(out->arena, violation)));
    buf_add(out, S("}"));
    for (uint32_t i = 0; i < violation->branch_count; i++)
        for (uint32_t k = 0; k < violation->branches[i].count; k++)
            add_units(out, registry, &violation->branches[i].violations[k], first);
}

void output_basic(struct buf *out, const struct registry *registry,
                  const struct violations *violations)
{
    bool first = true;
    if (!violations->count) {
        output_flag(out, true);
        return;
    }
    buf_add(out, S("{\"valid\": false, \"errors\": ["));
    for (ptrdiff_t i = 0; i < violations->count; i++)
        add_units(out, registry, &violations->at[i], &first);
    buf_add(out, S("]}\n"));
}
