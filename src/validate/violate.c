/*
 * What is wrong, as records: with the way to it through the instance, and through the schemas.
 */
#include "schema/pointer.h"
#include "validate/frame.h"

/* Room for a pointer, while there is some. */
static struct buf pointer_room(const struct runner *r)
{
    enum { SHORT = 200 };
    return buf_in(r->arena, r->path_bytes < POINTER_CAP ? PTRDIFF_MAX : SHORT);
}

/* The JSON Pointer of the value of the innermost frame. */
static str instance_pointer(const struct runner *r)
{
    struct buf pointer = pointer_room(r);
    for (ptrdiff_t i = 1; i < r->depth && !pointer.full; i++) {
        const struct frame *f = frame_at(r, i);
        if (f->step_key)
            pointer_add_token(&pointer, node_text(f->step_key));
        else if (f->step_index != NO_STEP)
            pointer_add_index(&pointer, (ptrdiff_t)f->step_index);
    }
    return buf_view(&pointer);
}

/* Adds the name of the keyword number MEMBER of SCHEME. */
static void add_keyword(struct buf *pointer, const struct scheme *scheme, uint32_t member)
{
    if (member != NO_MEMBER)
        pointer_add_token(pointer, node_text(node_key(scheme->schema, member)));
}

/* The way over all schemes to the keyword MEMBER of the innermost frame. */
static str keyword_path(const struct runner *r, uint32_t member)
{
    struct buf pointer = pointer_room(r);
    for (ptrdiff_t i = 1; i < r->depth && !pointer.full; i++) {
        const struct frame *f = frame_at(r, i);
        add_keyword(&pointer, frame_at(r, i - 1)->scheme, f->via_member);
        if (f->via_key)
            pointer_add_token(&pointer, node_text(f->via_key));
        else if (f->via_index != NO_STEP)
            pointer_add_index(&pointer, (ptrdiff_t)f->via_index);
    }
    add_keyword(&pointer, frame_at(r, r->depth - 1)->scheme, member);
    return buf_view(&pointer);
}

struct violation *run_violate(struct runner *r, struct frame *f, uint32_t member,
                              const struct node *key)
{
    static struct violation spare; /* what is not kept is written to it */
    f->failed = true;
    run_works(r, (uint64_t)r->depth, f->scheme, f->node); /* the pointers take that */
    if (r->violation_len >= VIOLATION_CAP) {
        r->is_cut = true;
        spare = (struct violation){0};
        return &spare;
    }
    if (r->violation_len == r->violation_cap) {
        r->violation_cap = r->violation_cap ? 2 * r->violation_cap : 16;
        r->violations =
            heap_resize(r->violations, r->violation_cap * (ptrdiff_t)sizeof *r->violations);
    }
    struct violation *violation = &r->violations[r->violation_len++];
    *violation = (struct violation){.scheme = f->scheme,
                                    .rule = f->rule,
                                    .member = member,
                                    .instance = f->node,
                                    .key = key,
                                    .pointer = instance_pointer(r),
                                    .keyword_path = keyword_path(r, member)};
    r->path_bytes += violation->pointer.len + violation->keyword_path.len;
    return violation;
}
