/*
 * Evaluation comes through a schema resource when some definition lies in it, or when it lies in
 * some definition.
 */
#include "openapi/dynamic.h"

#include "base/show.h"

/* Where references of one name may lead. */
struct landings {
    struct map nodes;    /* their addresses */
    ptrdiff_t reachable; /* how many of them evaluation may come by */
};

/* The resources that evaluation may come through. */
struct entered {
    const struct closure *c;
    struct map resources;       /* by their addresses */
    struct map by_name;         /* struct landings of the dynamic anchors that were asked for */
    struct landings *recursive; /* those of $recursiveRef; NULL before the first */
};

static void enter(struct entered *entered, struct resource *resource)
{
    map_entry_address(&entered->resources, resource, NULL)->value = resource;
}

static struct landings *new_landings(struct arena *arena)
{
    struct landings *landings = arena_new(arena, struct landings, 1);
    landings->nodes.arena = arena;
    return landings;
}

/* True when a definition begins at POINTER in DOCUMENT or above it. */
static bool is_defined(const struct closure *c, const struct document *document, str pointer)
{
    for (;;) {
        if (closure_at(c, document, pointer))
            return true;
        ptrdiff_t slash = str_find_last_byte(pointer, '/');
        if (slash < 0)
            return false;
        pointer = str_first(pointer, slash);
    }
}

static struct entered enter_all(struct closure *c)
{
    const struct registry *registry = c->lookup.registry;
    struct entered entered = {
        .c = c, .resources = {.arena = c->arena}, .by_name = {.arena = c->arena}};
    struct document_set documents = {.arena = c->arena};
    for (ptrdiff_t i = 0; i < c->count; i++) {
        const struct definition *definition = c->definitions[i];
        document_set_add(&documents, definition->document);
        enter(&entered,
              registry_resource(registry, definition->document, definition->schema)->base);
    }
    for (ptrdiff_t i = 0; i < documents.count; i++) {
        const struct document_info *info = registry_info(registry, documents.at[i]);
        for (ptrdiff_t j = 1; j < info->count; j++)
            if (is_defined(c, documents.at[i], info->resources[j]->pointer))
                enter(&entered, info->resources[j]->base);
    }
    return entered;
}

/* The dynamic anchors called NAME. */
static struct landings *landings_named(struct entered *entered, str name)
{
    const struct registry *registry = entered->c->lookup.registry;
    struct landings *landings = map_get(&entered->by_name, name);
    if (landings)
        return landings;
    landings = new_landings(entered->c->arena);
    const struct anchor *anchor = map_get(&registry->dynamic_anchors, name);
    for (; anchor; anchor = anchor->same_name) {
        map_entry_address(&landings->nodes, anchor->node, NULL);
        landings->reachable += map_find_address(&entered->resources, anchor->resource) != NULL;
    }
    map_put(&entered->by_name, name, landings);
    return landings;
}

/* The roots of the resources that say $recursiveAnchor. */
static struct landings *recursive_landings(struct entered *entered)
{
    if (entered->recursive)
        return entered->recursive;
    entered->recursive = new_landings(entered->c->arena);
    for (ptrdiff_t i = 0; i < entered->resources.count; i++) {
        const struct resource *resource = entered->resources.entries[i].value;
        if (!resource->recursive)
            continue;
        map_entry_address(&entered->recursive->nodes, resource->root, NULL);
        entered->recursive->reachable++;
    }
    return entered->recursive;
}

/* True when what REFERENCE leads to is called as another one that evaluation may come by. */
static bool may_move(struct entered *entered, const struct dynamic_reference *reference)
{
    str text = node_text(reference->node);
    ptrdiff_t sharp = str_find_byte(text, '#');
    if (sharp < 0 && !reference->recursive)
        return false;
    const struct landings *landings = reference->recursive
                                          ? recursive_landings(entered)
                                          : landings_named(entered, str_skip(text, sharp + 1));
    return landings->reachable > 1 && map_find_address(&landings->nodes, reference->target);
}

void dynamic_check(struct closure *c)
{
    if (!c->dynamic)
        return;
    struct entered entered = enter_all(c);
    for (const struct dynamic_reference *one = c->dynamic; one; one = one->next)
        if (may_move(&entered, one))
            diag_report(c->found, E0410, sources_place(c->openapi->sources, one->node),
                        "which of several schemas \"%s\" leads to depends on the way to it",
                        show(c->arena, node_text(one->node)));
}
