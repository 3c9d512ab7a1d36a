#include "openapi/inspect.h"

/* True when NODE, or something in it, data too, has a fault. */
static bool has_fault(const struct node *node)
{
    bool has = node->flags & NODE_FAULTY;
    for (uint32_t i = 0; !has && node->kind == NODE_OBJECT && i < node->count; i++)
        has = has_fault(node_value(node, i));
    for (uint32_t i = 0; !has && node->kind == NODE_ARRAY && i < node->count; i++)
        has = has_fault(node_item(node, i));
    return has;
}

ptrdiff_t inspect_number(const struct inspection *x, const struct definition *definition)
{
    const struct map_entry *entry = map_find_address(&x->numbers, definition);
    return entry ? entry - x->numbers.entries : -1;
}

/* The number of the definition that CHILD refers to or into, or -1. */
static ptrdiff_t referred_number(const struct inspection *x, const struct walk_child *child)
{
    const struct closure *closure = &x->closure;
    struct target target;
    str tail;
    bool ok = openapi_resolve_child(closure->openapi, &closure->lookup, child, &target);
    return ok ? inspect_number(x, closure_find(closure, &target, &tail)) : -1;
}

/* Adds the edges from NODE, an object of KIND; false when a reference in it leads nowhere. */
static bool add_edges(struct inspection *x, const struct node *node, enum object_kind kind)
{
    struct walk_children it;
    struct walk_child child;
    bool ok = true;
    walk_begin(&it, node, kind, resolve_dialect(&x->closure.lookup, node, kind));
    it.also = kind == OBJECT_SCHEMA ? x->closure.also : DIALECT_COUNT;
    while (walk_next(&it, &child)) {
        if (child.kind == CHILD_SCHEMA || child.kind == CHILD_OBJECT)
            ok = !(child.misshapen && child.kind == CHILD_SCHEMA) &&
                 add_edges(x, child.node, child.object) && ok;
        if (child.kind != CHILD_REFERENCE && child.kind != CHILD_MAPPING)
            continue;
        ptrdiff_t to = referred_number(x, &child);
        if (to >= 0)
            digraph_add_edge(&x->maker, (uint32_t)to);
        ok = ok && to >= 0;
    }
    return ok;
}

void inspect_spread(struct inspection *x)
{
    struct arena *arena = x->closure.arena;
    struct digraph graph = x->graph;
    uint32_t scc_count;
    const uint32_t *sccs = digraph_sccs(arena, &graph, &scc_count);
    const uint32_t *order = digraph_scc_order(arena, sccs, graph.count, scc_count);
    bool *faulty = arena_new(arena, bool, scc_count);
    for (uint32_t i = 0; i < graph.count; i++) {
        uint32_t node = order[i], scc = sccs[node];
        faulty[scc] = faulty[scc] || x->faulty[node];
        for (uint32_t at = graph.first[node]; at < graph.first[node + 1]; at++)
            faulty[scc] = faulty[scc] || faulty[sccs[graph.to[at]]];
    }
    for (uint32_t i = 0; i < graph.count; i++)
        x->faulty[i] = faulty[sccs[i]];
}

void inspect(struct inspection *x, const struct openapi *openapi, const struct string_list *roots,
             enum dialect reader)
{
    struct arena *arena = openapi->sources->arena;
    *x = (struct inspection){
        .closure = {.openapi = openapi,
                    .lookup = openapi->lookup,
                    .arena = arena,
                    .found = openapi->sources->found,
                    .also = reader,
                    .filter = {.sources = openapi->sources, .also = reader},
                    .places = {.arena = arena}},
        .numbers = {.arena = arena},
        .maker = {.arena = arena},
    };
    struct closure *closure = &x->closure;
    closure_make(closure, roots);
    for (ptrdiff_t i = 0; i < closure->count; i++)
        map_entry_address(&x->numbers, closure->definitions[i], NULL);
    assert(x->numbers.count == closure->count);
    x->faulty = arena_new(arena, bool, closure->count);
    for (ptrdiff_t i = 0; i < closure->count; i++) {
        const struct definition *definition = closure->definitions[i];
        const struct node *schema = definition->schema;
        bool is_schema = schema->kind == NODE_OBJECT || schema->kind == NODE_BOOL;
        digraph_add_node(&x->maker);
        x->faulty[i] = !add_edges(x, schema, OBJECT_SCHEMA) || !is_schema ||
                       (definition->may_be_faulty && has_fault(schema));
    }
    x->graph = digraph_of(&x->maker);
}
