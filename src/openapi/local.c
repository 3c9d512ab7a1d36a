#include "openapi/local.h"

#include "schema/pointer.h"

struct local local_of(struct arena *arena, const struct node *schema, enum dialect dialect,
                      enum dialect keywords)
{
    str keyword = dialect_info(dialect)->definitions;
    return (struct local){.arena = arena,
                          .keywords = keywords,
                          .reader = dialect,
                          .keyword = keyword,
                          .definitions = node_get(schema, keyword)};
}

enum object_kind local_kind(const struct walk_child *child)
{
    if (child->kind == CHILD_SCHEMA || child->kind == CHILD_OBJECT)
        return child->object;
    bool is_discriminator = !child->keyword && child->node->kind == NODE_OBJECT &&
                            str_equal(node_text(child->member), S("discriminator"));
    return is_discriminator ? OBJECT_DISCRIMINATOR : OBJECT_DATA;
}

/* The second dialect to walk an object of KIND by (walk.h). */
static enum dialect also_of(const struct local *local, enum object_kind kind)
{
    return kind == OBJECT_DISCRIMINATOR ? DIALECT_COUNT : local->reader;
}

static enum dialect dialect_of(const struct local *local, enum object_kind kind)
{
    return kind == OBJECT_DISCRIMINATOR ? DIALECT_OPENAPI_3_2 : local->keywords;
}

void local_walk(const struct local *local, struct walk_children *it, const struct node *node,
                enum object_kind kind)
{
    walk_begin(it, node, kind, dialect_of(local, kind));
    it->also = also_of(local, kind);
}

const struct node *local_rebuild(const struct local *local, const struct node *node,
                                 enum object_kind kind, rebuild_child *change, void *context)
{
    return rebuild(local->arena, node, kind, dialect_of(local, kind), also_of(local, kind), change,
                   context);
}

/* The name of the definition that the local reference TEXT leads to or into; false: to none. */
static bool referred_name(const struct local *local, str text, str *ret_name)
{
    str pointer, token, rest, keyword;
    if (!str_starts(text, S("#/")) ||
        !pointer_from_fragment(local->arena, str_skip(text, 2), &pointer))
        return false;
    if (!str_cut(pointer, '/', &keyword, &rest) || !str_equal(keyword, local->keyword))
        return false;
    str_cut(rest, '/', &token, &rest);
    return pointer_token_decode(local->arena, token, ret_name);
}

bool local_name(const struct local *local, const struct walk_child *child, str *ret_name)
{
    bool reference = child->kind == CHILD_REFERENCE || child->kind == CHILD_MAPPING;
    if (!reference || child->misshapen)
        return false;
    bool is_name =
        child->kind == CHILD_MAPPING && node_get(local->definitions, node_text(child->node));
    if (!is_name)
        return referred_name(local, node_text(child->node), ret_name);
    *ret_name = node_text(child->node);
    return true;
}
