#include "openapi/refer.h"

#include "base/buf.h"
#include "base/map.h"
#include "schema/pointer.h"
#include "schema/rebuild.h"
#include "schema/uri.h"

struct referral {
    struct arena *arena;
    enum dialect keywords; /* the dialect that SCHEMA's keywords are of */
    str keyword, id;
    const struct node *own; /* the definitions of SCHEMA; NULL when it has none */
    struct map shared; /* the names of definitions that OTHER has too; value NULL: not shared */
    bool all_shared;   /* of the definition at hand: all it refers to is shared */
};

/*
 * What to walk CHILD as; OBJECT_DATA for what is not walked. Drafts of JSON Schema have no
 * discriminators, but copied and translated schemas keep theirs, with the references in them.
 */
static enum object_kind kind_of(const struct walk_child *child)
{
    if (child->kind == CHILD_SCHEMA || child->kind == CHILD_OBJECT)
        return child->object;
    bool is_discriminator = !child->keyword && child->node->kind == NODE_OBJECT &&
                            str_equal(node_text(child->member), S("discriminator"));
    return is_discriminator ? OBJECT_DISCRIMINATOR : OBJECT_DATA;
}

static enum dialect dialect_of(const struct referral *r, enum object_kind kind)
{
    return kind == OBJECT_DISCRIMINATOR ? DIALECT_OPENAPI_3_2 : r->keywords;
}

/* The name of the definition that the local reference TEXT leads to or into; false: to none. */
static bool referred_name(struct referral *r, str text, str *ret_name)
{
    str pointer, token, rest, keyword;
    if (!str_starts(text, S("#/")) || !pointer_from_fragment(r->arena, str_skip(text, 2), &pointer))
        return false;
    if (!str_cut(pointer, '/', &keyword, &rest) || !str_equal(keyword, r->keyword))
        return false;
    str_cut(rest, '/', &token, &rest);
    return pointer_token_decode(r->arena, token, ret_name);
}

/* True when CHILD refers to a definition of this schema. A mapping may do so by its bare name. */
static bool refers_to_own(struct referral *r, const struct walk_child *child, str *ret_name)
{
    bool reference = child->kind == CHILD_REFERENCE || child->kind == CHILD_MAPPING;
    if (!reference || child->misshapen)
        return false;
    bool is_name = child->kind == CHILD_MAPPING && node_get(r->own, node_text(child->node));
    if (!is_name)
        return referred_name(r, node_text(child->node), ret_name);
    *ret_name = node_text(child->node);
    return true;
}

/* Clears all_shared when NODE refers to a definition of this schema that is not shared. */
static void check_references(struct referral *r, const struct node *node, enum object_kind kind)
{
    struct walk_children it;
    struct walk_child child;
    walk_begin(&it, node, kind, dialect_of(r, kind));
    while (walk_next(&it, &child)) {
        enum object_kind below = kind_of(&child);
        str name;
        if (below != OBJECT_DATA)
            check_references(r, child.node, below);
        else if (refers_to_own(r, &child, &name))
            r->all_shared = r->all_shared && map_get(&r->shared, name);
        else if (child.kind == CHILD_REFERENCE && !uri_is_absolute(node_text(child.node)))
            r->all_shared = false; /* "#", or into the members of an inlined root */
    }
}

/* Takes out of `shared` what refers to something that is not, until all that is left agrees. */
static void settle_shared(struct referral *r, const struct node *definitions)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (ptrdiff_t i = 0; i < r->shared.count; i++) {
            struct map_entry *entry = &r->shared.entries[i];
            if (!entry->value)
                continue;
            r->all_shared = true;
            check_references(r, node_get(definitions, entry->key), OBJECT_SCHEMA);
            if (r->all_shared)
                continue;
            entry->value = NULL;
            changed = true;
        }
    }
}

static const struct node *lead_out(void *context, const struct walk_child *child)
{
    struct referral *r = context;
    enum object_kind below = kind_of(child);
    if (below != OBJECT_DATA)
        return rebuild(r->arena, child->node, below, dialect_of(r, below), lead_out, r);
    str name, text;
    if (!refers_to_own(r, child, &name) || !map_get(&r->shared, name))
        return child->node;
    text = node_text(child->node);
    struct buf led = buf_in(r->arena, PTRDIFF_MAX);
    buf_add(&led, r->id);
    if (str_starts(text, S("#"))) {
        buf_add(&led, text);
    } else {
        struct buf pointer = buf_in(r->arena, PTRDIFF_MAX);
        pointer_add_token(&pointer, r->keyword);
        pointer_add_token(&pointer, name);
        buf_add_byte(&led, '#');
        pointer_add_fragment(&led, buf_view(&pointer));
    }
    struct node *copy = arena_new(r->arena, struct node, 1);
    *copy = *child->node;
    copy->chars = buf_view(&led).data;
    copy->count = (uint32_t)led.len;
    return copy;
}

/*
 * Pushes the definitions that are not shared, under their keyword; nothing when none is left. The
 * dialect of the schemas in it need not know that keyword, so they are led out one by one.
 */
static void push_own(struct referral *r, struct node_stack *stack)
{
    ptrdiff_t base = stack->len;
    node_push_str(stack, r->keyword);
    for (uint32_t i = 0; i < r->own->count; i++) {
        if (map_get(&r->shared, node_text(node_key(r->own, i))))
            continue;
        node_push(stack, *node_key(r->own, i));
        node_push(stack, *rebuild(r->arena, node_value(r->own, i), OBJECT_SCHEMA, r->keywords,
                                  lead_out, r));
    }
    if (stack->len == base + 1)
        stack->len = base;
    else
        node_close(stack, base + 1, (struct node){.kind = NODE_OBJECT}, r->arena);
}

const struct node *refer(struct arena *arena, const struct node *schema, const struct node *other,
                         enum dialect dialect, enum dialect keywords)
{
    const struct dialect_info *info = dialect_info(dialect);
    const struct node *own = node_get(schema, info->definitions);
    const struct node *theirs = node_get(other, info->definitions);
    struct referral r = {.arena = arena,
                         .keywords = keywords,
                         .keyword = info->definitions,
                         .id = uri_without_fragment(node_text(node_get(other, info->id))),
                         .own = own,
                         .shared = {.arena = arena}};
    for (uint32_t i = 0; own && i < own->count; i++) {
        str name = node_text(node_key(own, i));
        const struct node *same = node_get(theirs, name);
        if (same && node_equal(same, node_value(own, i)))
            map_put(&r.shared, name, arena); /* any value that is not NULL */
    }
    settle_shared(&r, own);
    const struct node *led = rebuild(arena, schema, OBJECT_SCHEMA, keywords, lead_out, &r);
    if (r.shared.count == 0)
        return schema;

    struct node_stack stack = {0};
    for (uint32_t i = 0; i < led->count; i++) {
        if (str_equal(node_text(node_key(led, i)), r.keyword)) {
            push_own(&r, &stack);
            continue;
        }
        node_push(&stack, *node_key(led, i));
        node_push(&stack, *node_value(led, i));
    }
    node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, arena);
    const struct node *result = node_pop(&stack, arena);
    node_stack_done(&stack);
    return result;
}
