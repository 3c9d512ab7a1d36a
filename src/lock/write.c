/*
 * write.c - a lock as the text of its file.
 *
 * Contracts are copies of what was listed, in our own writer, so numbers stay as they came. All
 * members are sorted: what a server shuffles makes no difference in git. Characters that do not
 * show are escaped, for whoever reviews it there.
 */
#include "source/write.h"
#include "base/file.h"
#include "base/version.h"
#include "lock/kind.h"
#include "lock/lock.h"

#include <stdlib.h>

static void push_text(struct node_stack *stack, const char *key, str text)
{
    node_push_str(stack, str_of(key));
    node_push_str(stack, text);
}

/* Closes what began at BASE. */
static void close_object(struct node_stack *stack, ptrdiff_t base, struct arena *arena)
{
    node_close(stack, base, (struct node){.kind = NODE_OBJECT}, arena);
}

static void close_array(struct node_stack *stack, ptrdiff_t base, struct arena *arena)
{
    node_close(stack, base, (struct node){.kind = NODE_ARRAY}, arena);
}

/* What each digest is of: the label in front, and what it does not see. */
static void push_algorithms(struct node_stack *stack, struct arena *arena)
{
    node_push_str(stack, S("algorithms"));
    ptrdiff_t base = stack->len;
    for (enum fingerprint_algorithm i = 0; i < FINGERPRINT_COUNT; i++) {
        const char *label = fingerprint_label(i), *blind = fingerprint_blind(i);
        node_push_str(stack, str_of(fingerprint_names[i]));
        ptrdiff_t own = stack->len;
        if (label)
            push_text(stack, "label", str_of(label));
        push_text(stack, "does_not_see", blind ? str_of(blind) : S("nothing is left out"));
        close_object(stack, own, arena);
    }
    close_object(stack, base, arena);
}

static int compare_texts(const void *a, const void *b)
{
    return str_compare(node_text(a), node_text(b));
}

/* The members of a descriptor, all of which the raw digest covers. */
static void push_covers(struct node_stack *stack, const struct node *contract, struct arena *arena)
{
    node_push_str(stack, S("covers"));
    ptrdiff_t base = stack->len;
    for (uint32_t i = 0; i < contract->count; i++)
        node_push(stack, *node_key(contract, i));
    qsort(stack->at + base, contract->count, sizeof *stack->at, compare_texts);
    close_array(stack, base, arena);
}

static void push_entry(struct node_stack *stack, enum locked_kind kind, const struct locked *locked,
                       struct arena *arena)
{
    ptrdiff_t base = stack->len;
    push_text(stack, "name", locked->tool.name);
    for (enum fingerprint_algorithm i = 0; i < FINGERPRINT_COUNT; i++)
        if (kind == LOCKED_TOOL || i == FINGERPRINT_RAW)
            push_text(stack, fingerprint_names[i], str_of(locked->prints.of[i].hex));
    if (kind == LOCKED_TOOL)
        push_covers(stack, locked->tool.entry, arena);
    if (locked->reason.len)
        push_text(stack, "reason", locked->reason);
    node_push_str(stack, S("contract"));
    node_push(stack, *locked->tool.entry);
    close_object(stack, base, arena);
}

static void push_gone(struct node_stack *stack, const struct lock *lock, struct arena *arena)
{
    node_push_str(stack, S("removed"));
    ptrdiff_t base = stack->len;
    for (ptrdiff_t i = 0; i < lock->gone_count; i++) {
        ptrdiff_t own = stack->len;
        push_text(stack, "name", lock->gone[i].name);
        push_text(stack, "reason", lock->gone[i].reason);
        close_object(stack, own, arena);
    }
    close_array(stack, base, arena);
}

static void push_server(struct node_stack *stack, const struct node *server, struct arena *arena)
{
    const struct node *bad;
    struct digest digest = lock_server_digest(server, &bad);
    node_push_str(stack, S("server"));
    ptrdiff_t base = stack->len;
    push_text(stack, "raw", arena_copy(arena, str_of(digest.hex)));
    node_push_str(stack, S("contract"));
    node_push(stack, *server);
    close_object(stack, base, arena);
}

bool lock_write(const struct lock *lock, struct buf *out)
{
    struct arena arena = {0};
    struct node_stack stack = {0};
    node_push_str(&stack, S("version"));
    node_push(&stack, (struct node){.kind = NODE_NUMBER, .chars = "1", .count = 1});
    push_text(&stack, "generator", S("schemac " SCHEMAC_VERSION));
    push_algorithms(&stack, &arena);
    if (lock->server)
        push_server(&stack, lock->server, &arena);
    if (lock->gone_count)
        push_gone(&stack, lock, &arena);
    for (enum locked_kind kind = 0; kind < LOCKED_KIND_COUNT; kind++) {
        const struct locked_list *list = &lock->lists[kind];
        if (!list->is_listed)
            continue;
        node_push_str(&stack, str_of(locked_list_key(kind)));
        ptrdiff_t base = stack.len;
        for (ptrdiff_t i = 0; i < list->count; i++)
            push_entry(&stack, kind, &list->at[i], &arena);
        close_array(&stack, base, &arena);
    }
    close_object(&stack, 0, &arena);
    const struct node *root = node_pop(&stack, &arena), *bad;
    node_stack_done(&stack);
    node_write(out, root, (struct write_options){.style = WRITE_SHOWN, .order = WRITE_SORTED},
               &bad);
    arena_free(&arena);
    return !out->full;
}
