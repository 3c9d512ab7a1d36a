#include "validate/ecma_reader.h"

#include "base/utf8.h"

int ecma_peek(const struct ecma_reader *reader, ptrdiff_t count)
{
    ptrdiff_t at = reader->at + count;
    return at < reader->source.len ? (unsigned char)reader->source.data[at] : -1;
}

bool ecma_skip(struct ecma_reader *reader, str what)
{
    if (!str_starts(str_skip(reader->source, reader->at), what))
        return false;
    reader->at += what.len;
    return true;
}

bool ecma_fail(struct ecma_reader *reader, ptrdiff_t offset, str message)
{
    if (reader->fault.problem < ECMA_UNSUPPORTED)
        reader->fault = (struct ecma_fault){ECMA_ERROR, offset, message};
    return false;
}

bool ecma_bend(struct ecma_reader *reader, ptrdiff_t offset, str message)
{
    if (!reader->annex_b)
        return ecma_fail(reader, offset, message);
    if (reader->fault.problem == ECMA_FINE)
        reader->fault = (struct ecma_fault){ECMA_ANNEX_B, offset, message};
    return true;
}

uint32_t ecma_take(struct ecma_reader *reader)
{
    ptrdiff_t len;
    uint32_t code = utf8_decode(str_skip(reader->source, reader->at), &len);
    reader->at += len;
    return code;
}

struct ecma_node *ecma_node_new(struct arena *arena, enum ecma_kind kind, ptrdiff_t offset)
{
    struct ecma_node *node = arena_new(arena, struct ecma_node, 1);
    node->kind = (uint8_t)kind;
    node->offset = (int32_t)offset;
    return node;
}
