#include "call/flaw.h"

#include "base/utf8.h"
#include "schema/pointer.h"

const char *result_word(enum result_fault fault)
{
    static const char *const words[RESULT_FAULT_COUNT] = {
        [RESULT_FINE] = "fine",
        [RESULT_TYPE] = "result-type",
        [RESULT_CONTENT] = "content",
        [RESULT_BLOCK_TYPE] = "block-type",
        [RESULT_TEXT] = "text",
        [RESULT_BASE64] = "base64",
        [RESULT_MIME_TYPE] = "mime-type",
        [RESULT_LINK] = "resource-link",
        [RESULT_RESOURCE_URI] = "resource-uri",
        [RESULT_RESOURCE_BODY] = "resource-body",
        [RESULT_UNKNOWN_BLOCK] = "unknown-block",
        [RESULT_MEMBER] = "member",
        [RESULT_STRUCTURED_MISSING] = "structured-missing",
        [RESULT_SCHEMA] = "schema",
        [RESULT_MIRROR_MISSING] = "text-mirror-missing",
        [RESULT_ERROR] = "error",
    };
    return words[fault];
}

void flaws_init(struct flaws *flaws, struct sources *sources)
{
    *flaws = (struct flaws){.sources = sources, .pointer = buf_in(sources->arena, PTRDIFF_MAX)};
    flaws->last = &flaws->first;
}

/* The pointer of what is looked at, in the arena: cut between two characters where it is long. */
static str pointer_in(struct flaws *flaws)
{
    enum { POINTER_MAX = 64 * 1024 };
    str pointer = buf_view(&flaws->pointer);
    ptrdiff_t len = pointer.len < POINTER_MAX ? pointer.len : POINTER_MAX;
    while (!utf8_begins(pointer, len))
        len--;
    return arena_copy(flaws->sources->arena, str_first(pointer, len));
}

__attribute__((format(printf, 5, 0))) static struct flaw *
add(struct flaws *flaws, enum result_fault fault, bool is_warning, const struct node *node,
    const char *format, va_list args)
{
    ptrdiff_t *count = is_warning ? &flaws->warnings : &flaws->refusals;
    if ((*count)++ >= FLAW_CAP)
        return NULL;
    struct arena *arena = flaws->sources->arena;
    struct flaw *flaw = arena_new(arena, struct flaw, 1);
    *flaw = (struct flaw){
        .fault = fault,
        .word = result_word(fault),
        .is_warning = is_warning,
        .where = sources_place(flaws->sources, node),
        .pointer = pointer_in(flaws),
        .message = arena_vprintf(arena, format, args).data,
    };
    *flaws->last = flaw;
    flaws->last = &flaw->next;
    return flaw;
}

struct flaw *flaws_add(struct flaws *flaws, enum result_fault fault, bool is_warning,
                       const struct node *node, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct flaw *flaw = add(flaws, fault, is_warning, node, format, args);
    va_end(args);
    return flaw;
}

struct flaw *flaws_add_below(struct flaws *flaws, const char *key, enum result_fault fault,
                             bool is_warning, const struct node *node, const char *format, ...)
{
    ptrdiff_t before = flaws->pointer.len;
    va_list args;
    pointer_add_token(&flaws->pointer, str_of(key));
    va_start(args, format);
    struct flaw *flaw = add(flaws, fault, is_warning, node, format, args);
    va_end(args);
    flaws->pointer.len = before;
    return flaw;
}

const struct flaw *flaws_refusal(const struct flaws *flaws)
{
    const struct flaw *flaw = flaws->first;
    while (flaw && flaw->is_warning)
        flaw = flaw->next;
    return flaw;
}
