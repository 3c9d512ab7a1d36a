#include "openapi/refer.h"

#include "base/buf.h"
#include "base/map.h"
#include "schema/pointer.h"
#include "schema/rebuild.h"

struct referral {
    struct arena *arena;
    enum dialect dialect;
    str keyword, id;
    struct map shared; /* the names of definitions that OTHER has too; value NULL: not shared */
    bool all_shared;   /* of the definition at hand: all it refers to is shared */
};

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

static bool is_shared(struct referral *r, const struct walk_child *child)
{
    str name;
    bool reference = child->kind == CHILD_REFERENCE || child->kind == CHILD_MAPPING;
    return reference && !child->misshapen && referred_name(r, node_text(child->node), &name) &&
           map_get(&r->shared, name);
}

/* Clears all_shared when NODE refers to a definition of this schema that is not shared. */
static void check_references(struct referral *r, const struct node *node, enum object_kind kind)
{
    struct walk_children it;
    struct walk_child child;
    walk_begin(&it, node, kind, r->dialect);
    while (walk_next(&it, &child)) {
        if (child.kind == CHILD_SCHEMA || child.kind == CHILD_OBJECT)
            check_references(r, child.node, child.object);
        else if (child.kind == CHILD_REFERENCE && !is_shared(r, &child))
            r->all_shared = false;
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
    if (child->kind == CHILD_SCHEMA || child->kind == CHILD_OBJECT)
        return rebuild(r->arena, child->node, child->object, r->dialect, lead_out, r);
    if (!is_shared(r, child))
        return child->node;
    str text = node_text(child->node);
    struct node *copy = arena_new(r->arena, struct node, 1);
    *copy = *child->node;
    str led =
        arena_printf(r->arena, "%.*s%.*s", (int)r->id.len, r->id.data, (int)text.len, text.data);
    copy->chars = led.data;
    copy->count = (uint32_t)led.len;
    return copy;
}

/* Pushes the definitions that are not shared, under their keyword; nothing when none is left. */
static void push_own(struct referral *r, struct node_stack *stack, const struct node *definitions)
{
    ptrdiff_t base = stack->len;
    node_push_str(stack, r->keyword);
    for (uint32_t i = 0; i < definitions->count; i++) {
        if (map_get(&r->shared, node_text(node_key(definitions, i))))
            continue;
        node_push(stack, *node_key(definitions, i));
        node_push(stack, *node_value(definitions, i));
    }
    if (stack->len == base + 1)
        stack->len = base;
    else
        node_close(stack, base + 1, (struct node){.kind = NODE_OBJECT}, r->arena);
}

const struct node *refer(struct arena *arena, const struct node *schema, const struct node *other,
                         enum dialect dialect)
{
    struct referral r = {.arena = arena,
                         .dialect = dialect,
                         .keyword = dialect_info(dialect)->definitions,
                         .id = node_text(node_get(other, dialect_info(dialect)->id)),
                         .shared = {.arena = arena}};
    const struct node *own = node_get(schema, r.keyword), *theirs = node_get(other, r.keyword);
    for (uint32_t i = 0; own && i < own->count; i++) {
        str name = node_text(node_key(own, i));
        const struct node *same = node_get(theirs, name);
        if (same && node_equal(same, node_value(own, i)))
            map_put(&r.shared, name, arena); /* any value that is not NULL */
    }
    settle_shared(&r, own);
    const struct node *led = rebuild(arena, schema, OBJECT_SCHEMA, dialect, lead_out, &r);
    if (r.shared.count == 0)
        return schema;

    struct node_stack stack = {0};
    for (uint32_t i = 0; i < led->count; i++) {
        if (str_equal(node_text(node_key(led, i)), r.keyword)) {
            push_own(&r, &stack, node_value(led, i));
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
