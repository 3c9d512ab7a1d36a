#include "openapi/refer.h"

#include "base/buf.h"
#include "base/map.h"
#include "openapi/local.h"
#include "schema/pointer.h"
#include "schema/uri.h"

/* A definition that both schemas have with the same text. */
struct shared {
    str name;
    bool dropped;       /* it refers to one that is not shared, so it is not the same after all */
    struct user *users; /* the shared definitions that refer to it */
};

struct user {
    struct shared *shared;
    struct user *next;
};

struct referral {
    struct arena *arena;
    struct local own;      /* SCHEMA */
    str id;                /* of OTHER */
    struct map candidates; /* name to struct shared */
    struct shared *user;   /* whose references are being looked at */
    struct shared **work;  /* dropped ones whose users are still to be dropped */
    ptrdiff_t work_count;
};

/* The shared definition NAME, or NULL. */
static struct shared *shared_named(const struct referral *r, str name)
{
    struct shared *shared = map_get(&r->candidates, name);
    return shared && !shared->dropped ? shared : NULL;
}

static void drop(struct referral *r, struct shared *shared)
{
    if (shared->dropped)
        return;
    shared->dropped = true;
    r->work[r->work_count++] = shared;
}

/* The user refers to the definition NAME of this schema. */
static void note_reference(struct referral *r, str name)
{
    struct shared *target = map_get(&r->candidates, name);
    if (!target) {
        drop(r, r->user);
        return;
    }
    struct user *user = arena_new(r->arena, struct user, 1);
    *user = (struct user){r->user, target->users};
    target->users = user;
}

/* True when CHILD refers to something in this schema. */
static bool is_local(const struct walk_child *child)
{
    if (child->misshapen)
        return false;
    return (child->kind == CHILD_REFERENCE && !uri_is_absolute(node_text(child->node))) ||
           (child->kind == CHILD_MAPPING && str_starts(node_text(child->node), S("#")));
}

/* Notes what NODE, which is in the user, refers to. */
static void note_references(struct referral *r, const struct node *node, enum object_kind kind)
{
    struct walk_children it;
    struct walk_child child;
    local_walk(&r->own, &it, node, kind);
    while (walk_next(&it, &child)) {
        enum object_kind below = local_kind(&child);
        str name;
        if (below != OBJECT_DATA)
            note_references(r, child.node, below);
        else if (local_name(&r->own, &child, &name))
            note_reference(r, name);
        else if (is_local(&child))
            drop(r, r->user); /* "#", or into the members of an inlined root */
    }
}

/* Finds the definitions that THEIRS has too, with all that they refer to; false when there is none.
 */
static bool find_shared(struct referral *r, const struct node *theirs)
{
    const struct node *own = r->own.definitions;
    for (uint32_t i = 0; i < own->count; i++) {
        str name = node_text(node_key(own, i));
        const struct node *same = node_get(theirs, name);
        if (!same || !node_equal(same, node_value(own, i)))
            continue;
        struct shared *shared = arena_new(r->arena, struct shared, 1);
        shared->name = name;
        map_put(&r->candidates, name, shared);
    }
    r->work = arena_new(r->arena, struct shared *, r->candidates.count);
    for (ptrdiff_t i = 0; i < r->candidates.count; i++) {
        r->user = r->candidates.entries[i].value;
        note_references(r, node_get(own, r->user->name), OBJECT_SCHEMA);
    }
    while (r->work_count)
        for (struct user *user = r->work[--r->work_count]->users; user; user = user->next)
            drop(r, user->shared);
    for (ptrdiff_t i = 0; i < r->candidates.count; i++)
        if (shared_named(r, r->candidates.entries[i].key))
            return true;
    return false;
}

static const struct node *lead_out(void *context, const struct walk_child *child)
{
    struct referral *r = context;
    enum object_kind below = local_kind(child);
    if (below != OBJECT_DATA)
        return local_rebuild(&r->own, child->node, below, lead_out, r);
    str name, text;
    if (!local_name(&r->own, child, &name) || !shared_named(r, name))
        return child->node;
    text = node_text(child->node);
    struct buf led = buf_in(r->arena, PTRDIFF_MAX);
    buf_add(&led, r->id);
    if (str_starts(text, S("#"))) {
        buf_add(&led, text);
    } else {
        struct buf pointer = buf_in(r->arena, PTRDIFF_MAX);
        pointer_add_token(&pointer, r->own.keyword);
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
    const struct node *own = r->own.definitions;
    ptrdiff_t base = stack->len;
    node_push_str(stack, r->own.keyword);
    for (uint32_t i = 0; i < own->count; i++) {
        if (shared_named(r, node_text(node_key(own, i))))
            continue;
        node_push(stack, *node_key(own, i));
        node_push(stack, *local_rebuild(&r->own, node_value(own, i), OBJECT_SCHEMA, lead_out, r));
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
    const struct node *theirs = node_get(other, info->definitions);
    struct referral r = {.arena = arena,
                         .own = local_of(arena, schema, dialect, keywords),
                         .id = uri_without_fragment(node_text(node_get(other, info->id))),
                         .candidates = {.arena = arena}};
    if (!r.own.definitions || !find_shared(&r, theirs))
        return schema;
    const struct node *led = local_rebuild(&r.own, schema, OBJECT_SCHEMA, lead_out, &r);

    struct node_stack stack = {0};
    for (uint32_t i = 0; i < led->count; i++) {
        if (str_equal(node_text(node_key(led, i)), r.own.keyword)) {
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
