#include "openapi/refer.h"

#include "base/buf.h"
#include "base/map.h"
#include "schema/pointer.h"
#include "schema/rebuild.h"
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
    enum dialect keywords; /* the dialect that SCHEMA's keywords are of */
    enum dialect reader;   /* the one that it is read by */
    str keyword, id;
    const struct node *own; /* the definitions of SCHEMA; NULL when it has none */
    struct map candidates;  /* name to struct shared */
    struct shared *user;    /* whose references are being looked at */
    struct shared **work;   /* dropped ones whose users are still to be dropped */
    ptrdiff_t work_count;
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

/* The second dialect to walk an object of KIND by (walk.h). */
static enum dialect also_of(const struct referral *r, enum object_kind kind)
{
    return kind == OBJECT_DISCRIMINATOR ? DIALECT_COUNT : r->reader;
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
    walk_begin(&it, node, kind, dialect_of(r, kind));
    it.also = also_of(r, kind);
    while (walk_next(&it, &child)) {
        enum object_kind below = kind_of(&child);
        str name;
        if (below != OBJECT_DATA)
            note_references(r, child.node, below);
        else if (refers_to_own(r, &child, &name))
            note_reference(r, name);
        else if (is_local(&child))
            drop(r, r->user); /* "#", or into the members of an inlined root */
    }
}

/* Finds the definitions that THEIRS has too, with all that they refer to; false when there is none.
 */
static bool find_shared(struct referral *r, const struct node *theirs)
{
    for (uint32_t i = 0; i < r->own->count; i++) {
        str name = node_text(node_key(r->own, i));
        const struct node *same = node_get(theirs, name);
        if (!same || !node_equal(same, node_value(r->own, i)))
            continue;
        struct shared *shared = arena_new(r->arena, struct shared, 1);
        shared->name = name;
        map_put(&r->candidates, name, shared);
    }
    r->work = arena_new(r->arena, struct shared *, r->candidates.count);
    for (ptrdiff_t i = 0; i < r->candidates.count; i++) {
        r->user = r->candidates.entries[i].value;
        note_references(r, node_get(r->own, r->user->name), OBJECT_SCHEMA);
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
    enum object_kind below = kind_of(child);
    if (below != OBJECT_DATA)
        return rebuild(r->arena, child->node, below, dialect_of(r, below), also_of(r, below),
                       lead_out, r);
    str name, text;
    if (!refers_to_own(r, child, &name) || !shared_named(r, name))
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
        if (shared_named(r, node_text(node_key(r->own, i))))
            continue;
        node_push(stack, *node_key(r->own, i));
        node_push(stack, *rebuild(r->arena, node_value(r->own, i), OBJECT_SCHEMA, r->keywords,
                                  r->reader, lead_out, r));
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
                         .reader = dialect,
                         .keyword = info->definitions,
                         .id = uri_without_fragment(node_text(node_get(other, info->id))),
                         .own = own,
                         .candidates = {.arena = arena}};
    if (!own || !find_shared(&r, theirs))
        return schema;
    const struct node *led =
        rebuild(arena, schema, OBJECT_SCHEMA, r.keywords, r.reader, lead_out, &r);

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
