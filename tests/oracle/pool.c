#include "pool.h"

#include "base/buf.h"

#include <math.h>
#include <stdlib.h>

enum { LONGEST_STRING = 24 };

static void add(struct pool *pool, struct node value)
{
    bool is_new;
    struct map_entry *entry = map_entry(&pool->values, value_text(pool->arena, &value), &is_new);
    if (!is_new)
        return;
    struct node *kept = arena_new(pool->arena, struct node, 1);
    *kept = value;
    entry->value = kept;
}

static void add_text(struct pool *pool, str text)
{
    add(pool, value_string(text));
    map_entry(&pool->names, text, NULL);
}

/* A string of COUNT characters. */
static str long_string(struct pool *pool, int count, const char *character)
{
    struct buf text = buf_in(pool->arena, PTRDIFF_MAX);
    for (int i = 0; i < count; i++)
        buf_add(&text, str_of(character));
    return arena_copy(pool->arena, buf_view(&text));
}

static void add_number(struct pool *pool, str lexeme)
{
    static const double steps[] = {-1, -0.5, 0.5, 1};
    double value = strtod(arena_copy(pool->arena, lexeme).data, NULL);
    add(pool, value_number(lexeme));
    for (size_t i = 0; i < sizeof steps / sizeof *steps && isfinite(value); i++)
        add(pool, value_number(arena_printf(pool->arena, "%.15g", value + steps[i])));
    if (value < 0 || value > LONGEST_STRING || floor(value) != value)
        return;
    add(pool, value_number(arena_printf(pool->arena, "%.15g.0", value)));
    for (int length = (int)value - 1; length <= (int)value + 1; length++) {
        add(pool, value_string(long_string(pool, length, "b")));
        add(pool, value_string(long_string(pool, length, "é")));
    }
}

static void collect(struct pool *pool, const struct node *tree)
{
    switch (tree->kind) {
    case NODE_NUMBER:
        add_number(pool, node_text(tree));
        break;
    case NODE_STRING:
        add_text(pool, node_text(tree));
        add_text(pool, arena_printf(pool->arena, "%.*sx", (int)tree->count, tree->chars));
        break;
    case NODE_ARRAY:
        for (uint32_t i = 0; i < tree->count; i++)
            collect(pool, node_item(tree, i));
        break;
    case NODE_OBJECT:
        for (uint32_t i = 0; i < tree->count; i++) {
            map_entry(&pool->names, node_text(node_key(tree, i)), NULL);
            collect(pool, node_value(tree, i));
        }
        break;
    default:
        break;
    }
}

struct pool pool_of(struct arena *arena, const struct node *tree)
{
    struct pool pool = {arena, {.arena = arena}, {.arena = arena}};
    add(&pool, value_null());
    add(&pool, value_bool(true));
    add(&pool, value_bool(false));
    add(&pool, value_array(NULL, 0));
    add(&pool, value_object());
    add_number(&pool, S("0"));
    add_text(&pool, S(""));
    add_text(&pool, S("a"));
    add_text(&pool, S("more"));
    collect(&pool, tree);
    return pool;
}

struct node pool_value(const struct pool *pool, struct chance *chance)
{
    uint32_t i = chance_below(chance, (uint32_t)pool->values.count);
    return *(const struct node *)pool->values.entries[i].value;
}

str pool_name(const struct pool *pool, struct chance *chance)
{
    return pool->names.entries[chance_below(chance, (uint32_t)pool->names.count)].key;
}
