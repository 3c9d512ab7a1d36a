#include "values.h"

#include "source/write.h"

#include <string.h>

/* splitmix64. */
static uint64_t chance_next(struct chance *chance)
{
    uint64_t z = chance->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

uint32_t chance_below(struct chance *chance, uint32_t below)
{
    return (uint32_t)((chance_next(chance) >> 33) % below);
}

bool chance_of(struct chance *chance, uint32_t count, uint32_t of)
{
    return chance_below(chance, of) < count;
}

struct node value_null(void)
{
    return (struct node){.kind = NODE_NULL};
}

struct node value_bool(bool value)
{
    return (struct node){.kind = NODE_BOOL, .count = value};
}

struct node value_number(str lexeme)
{
    return (struct node){.kind = NODE_NUMBER, .count = (uint32_t)lexeme.len, .chars = lexeme.data};
}

struct node value_string(str text)
{
    return (struct node){
        .kind = NODE_STRING, .count = (uint32_t)text.len, .chars = text.data ? text.data : ""};
}

struct node value_array(const struct node *items, uint32_t count)
{
    return (struct node){.kind = NODE_ARRAY, .count = count, .items = (struct node *)items};
}

struct node value_object(void)
{
    return (struct node){.kind = NODE_OBJECT};
}

/* COUNT nodes at ITEMS, with room for EXTRA more. */
static struct node *copied(struct arena *arena, const struct node *items, uint32_t count,
                           uint32_t extra)
{
    struct node *copy = arena_new(arena, struct node, (ptrdiff_t)count + extra);
    if (count)
        memcpy(copy, items, count * sizeof *items);
    return copy;
}

struct node value_with_item(struct arena *arena, struct node array, uint32_t i, struct node value)
{
    array.items = copied(arena, array.items, array.count, 1);
    array.items[i] = value;
    array.count += i == array.count;
    return array;
}

/* ITEMS without the STEP nodes from number FIRST on. */
static struct node *cut_out(struct arena *arena, const struct node *items, size_t count,
                            size_t first, size_t step)
{
    struct node *rest = copied(arena, items, (uint32_t)count, 0);
    memmove(rest + first, rest + first + step, (count - first - step) * sizeof *rest);
    return rest;
}

struct node value_without_item(struct arena *arena, struct node array, uint32_t i)
{
    array.items = cut_out(arena, array.items, array.count--, i, 1);
    return array;
}

struct node value_with_member(struct arena *arena, struct node object, str key, struct node value)
{
    ptrdiff_t at = node_find(&object, key);
    uint32_t i = at < 0 ? object.count : (uint32_t)at;
    object.items = copied(arena, object.items, 2 * object.count, 2);
    object.items[2 * (size_t)i] = value_string(key);
    object.items[2 * (size_t)i + 1] = value;
    object.count += at < 0;
    object.flags = 0; /* the copy has no index */
    return object;
}

struct node value_without_member(struct arena *arena, struct node object, uint32_t i)
{
    object.items = cut_out(arena, object.items, 2 * (size_t)object.count, 2 * (size_t)i, 2);
    object.count--;
    object.flags = 0;
    return object;
}

str value_text(struct arena *arena, const struct node *value)
{
    struct buf lines = buf_in(arena, PTRDIFF_MAX), line = buf_in(arena, PTRDIFF_MAX);
    const struct node *bad;
    node_write(&lines, value, (struct write_options){.style = WRITE_EXACT}, &bad);
    str text = buf_view(&lines);
    bool in_string = false, escaped = false;
    for (ptrdiff_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        in_string ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        if (in_string || (c != '\n' && c != ' '))
            buf_add_byte(&line, c);
    }
    return arena_copy(arena, buf_view(&line));
}
