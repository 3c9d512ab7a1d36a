#include "source/yaml_merge.h"

/* Expanded nodes a document may have, beyond EXPANSION_FACTOR times those written. */
enum { EXPANSION_ALLOWANCE = 1000000, EXPANSION_FACTOR = 10 };

/* So many bytes of a key count as one node more where an alias or a merge key repeats it. */
enum { KEY_BYTES_A_NODE = 64 };

static bool fail(const struct yaml_growth *growth, enum diag_code code, ptrdiff_t start,
                 ptrdiff_t len, const char *message)
{
    *growth->error =
        (struct read_error){.code = code, .start = start, .len = len, .message = message};
    return false;
}

bool yaml_is_over_limit(const struct yaml_growth *growth, uint64_t expanded)
{
    return expanded >
           EXPANSION_ALLOWANCE + EXPANSION_FACTOR * (uint64_t)growth->document->node_count;
}

bool yaml_fail_expansion(const struct yaml_growth *growth, ptrdiff_t start, ptrdiff_t len)
{
    return fail(growth, L0102, start, len,
                "the aliases of this document expand to more nodes than the limit allows");
}

bool yaml_count_repeated(struct yaml_growth *growth, str key, const struct node *at)
{
    growth->repeated += 1 + (uint64_t)key.len / KEY_BYTES_A_NODE;
    return !yaml_is_over_limit(growth, growth->repeated) ||
           yaml_fail_expansion(growth, at->start, at->len);
}

/* What merging needs while one mapping is put together. */
struct merge {
    struct node_stack *nodes;
    struct map own;    /* the mapping's own keys */
    struct map merged; /* keys that merge keys have brought in */
    struct yaml_inherited *inherited;
};

/* Pushes the members of FROM that the mapping does not have yet. */
static bool merge_mapping(struct yaml_growth *growth, struct merge *merge, const struct node *from)
{
    if (from->kind != NODE_OBJECT)
        return fail(growth, E0204, from->start, from->len,
                    arena_printf(growth->sources->arena, "only mappings can be merged, this is %s",
                                 node_kind_words(from->kind))
                        .data);
    if (from->flags & NODE_FAULTY) {
        struct yaml_inherited *inherited =
            arena_new(growth->sources->arena, struct yaml_inherited, 1);
        *inherited = (struct yaml_inherited){*from, merge->inherited};
        merge->inherited = inherited;
    }
    for (uint32_t i = 0; i < from->count; i++) {
        str key = node_text(node_key(from, i));
        bool is_new = false;
        if (!yaml_count_repeated(growth, key, from))
            return false;
        if (!map_get(&merge->own, key))
            map_entry(&merge->merged, key, &is_new);
        if (!is_new)
            continue;
        struct node *merged = node_push(merge->nodes, *node_key(from, i));
        merged->flags &= (uint8_t)~NODE_FAULTY; /* that comes with the faults of FROM */
        node_push(merge->nodes, *node_value(from, i));
    }
    return true;
}

/* Merges VALUE: a mapping, or a list of mappings of which earlier ones win. */
static bool merge_value(struct yaml_growth *growth, struct merge *merge, const struct node *value)
{
    if (value->kind != NODE_ARRAY)
        return merge_mapping(growth, merge, value);
    for (uint32_t i = 0; i < value->count; i++)
        if (!merge_mapping(growth, merge, node_item(value, i)))
            return false;
    return true;
}

bool yaml_expand_merges(struct yaml_growth *growth, struct node_stack *nodes, ptrdiff_t base,
                        struct yaml_inherited **ret_inherited)
{
    struct arena *arena = growth->sources->arena;
    ptrdiff_t end = nodes->len;
    struct merge merge = {.nodes = nodes, .own = {.arena = arena}, .merged = {.arena = arena}};
    for (ptrdiff_t i = base; i < end; i += 2)
        if (!yaml_is_merge_key(&nodes->at[i]))
            map_put(&merge.own, node_text(&nodes->at[i]), arena); /* any value that is not NULL */
    for (ptrdiff_t i = base; i < end; i += 2) {
        struct node key = nodes->at[i], value = nodes->at[i + 1];
        if (yaml_is_merge_key(&key)) {
            if (!merge_value(growth, &merge, &value))
                return false;
        } else {
            node_push(nodes, key);
            node_push(nodes, value);
        }
    }
    ptrdiff_t count = nodes->len - end;
    memmove(nodes->at + base, nodes->at + end, (size_t)count * sizeof *nodes->at);
    nodes->len = base + count;
    *ret_inherited = merge.inherited;
    return true;
}
