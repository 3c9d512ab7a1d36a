/*
 * Evaluation comes through a schema resource when some definition lies in it, or when it lies in
 * some definition.
 */
#include "openapi/dynamic.h"

#include "base/show.h"

/* The resources that evaluation may come through, by their addresses. */
struct entered {
    const struct closure *c;
    struct map resources;
};

static void enter(struct entered *entered, struct resource *resource)
{
    struct resource **key = arena_new(entered->c->arena, struct resource *, 1);
    *key = resource;
    map_put(&entered->resources, (str){(const char *)key, sizeof *key}, resource);
}

static bool is_entered(const struct entered *entered, const struct resource *resource)
{
    return map_get(&entered->resources, (str){(const char *)&resource, sizeof resource});
}

/* True when a definition begins at POINTER in DOCUMENT or above it. */
static bool is_defined(const struct closure *c, const struct document *document, str pointer)
{
    for (;;) {
        if (map_get(&c->places, closure_key(c, document, pointer)))
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
    struct entered entered = {.c = c, .resources = {.arena = c->arena}};
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

/* True when the dynamic anchor at TARGET is called as another one that evaluation may come by. */
static bool may_move(const struct entered *entered, const struct dynamic_reference *reference)
{
    const struct registry *registry = entered->c->lookup.registry;
    str text = node_text(reference->node);
    ptrdiff_t sharp = str_find_byte(text, '#'), count = 0;
    bool is_dynamic = false;
    const struct anchor *anchor =
        sharp < 0 ? NULL : map_get(&registry->dynamic_anchors, str_skip(text, sharp + 1));
    for (; anchor; anchor = anchor->same_name) {
        is_dynamic = is_dynamic || anchor->node == reference->target;
        count += is_entered(entered, anchor->resource);
    }
    return is_dynamic && count > 1;
}

/* The same for a $recursiveRef, which leads to the root of a resource. */
static bool may_move_to_root(const struct entered *entered,
                             const struct dynamic_reference *reference)
{
    ptrdiff_t count = 0;
    bool is_recursive = false;
    for (ptrdiff_t i = 0; i < entered->resources.count; i++) {
        const struct resource *resource = entered->resources.entries[i].value;
        is_recursive = is_recursive || (resource->recursive && resource->root == reference->target);
        count += resource->recursive;
    }
    return is_recursive && count > 1;
}

void dynamic_check(struct closure *c)
{
    if (!c->dynamic)
        return;
    struct entered entered = enter_all(c);
    for (const struct dynamic_reference *one = c->dynamic; one; one = one->next)
        if (one->recursive ? may_move_to_root(&entered, one) : may_move(&entered, one))
            diag_report(c->found, E0410, sources_place(c->openapi->sources, one->node),
                        "which of several schemas \"%s\" leads to depends on the way to it",
                        show(c->arena, node_text(one->node)));
}
