#include "openapi/reachable.h"

#include "openapi/waiting.h"
#include "schema/pointer.h"

/* An object that is still to be walked. */
struct stop {
    struct document *document;
    const struct node *node;
    enum object_kind kind;
    str pointer;
    struct stop *next;
};

struct journey {
    const struct openapi *openapi;
    struct lookup lookup;
    struct arena *arena;
    void (*use)(void *context, const struct target *target);
    void *context;
    struct map seen; /* the places that were or will be walked */
    struct stop *first, **last;
    struct stop *at;    /* what is being walked */
    struct buf pointer; /* and where in its document */
    struct buf key;     /* of a place that is looked up in SEEN */
    struct waiting waiting;
};

/* Puts a place into the queue, once. */
static void visit(struct journey *j, struct document *document, const struct node *node,
                  enum object_kind kind, str pointer)
{
    j->key.len = 0;
    buf_printf(&j->key, "%d %d ", document->id, (int)kind);
    ptrdiff_t before = j->key.len;
    buf_add(&j->key, pointer);
    if (map_find(&j->seen, buf_view(&j->key)) ||
        !registry_affords(j->lookup.registry, document, pointer.len))
        return;
    str key = arena_copy(j->arena, buf_view(&j->key));
    map_put(&j->seen, key, NULL);
    struct stop *stop = arena_new(j->arena, struct stop, 1);
    *stop = (struct stop){document, node, kind, str_skip(key, before), NULL};
    *j->last = stop;
    j->last = &stop->next;
}

static void follow(void *context, const struct walk_child *child)
{
    struct journey *j = context;
    struct target target;
    bool found = openapi_resolve_child(j->openapi, &j->lookup, child, &target);
    if (!waiting_takes(&j->waiting, child) && found)
        visit(j, target.document, target.node, child->object, target.pointer);
}

/* Gives the schema at hand; for one that is just a reference, what that leads to. */
static void use_schema(struct journey *j, const struct walk_child *child)
{
    struct target target = {.document = j->at->document,
                            .node = child->node,
                            .pointer = buf_view(&j->pointer),
                            .kind = OBJECT_SCHEMA,
                            .owner = child->node,
                            .owner_len = j->pointer.len};
    const struct node *reference = openapi_sole_reference(child->node);
    struct target next;
    if (!reference) {
        j->use(j->context, &target);
        return;
    }
    bool found = resolve_reference(&j->lookup, reference, OBJECT_SCHEMA, &next);
    bool waits = j->waiting.missed.len > 0;
    j->waiting.missed = (str){0};
    if (found || waits) /* what its URI leads to, now or later, is left to the schema itself */
        j->use(j->context, found && !next.by_uri ? &next : &target);
}

static void walk(struct journey *j, const struct node *node, enum object_kind kind)
{
    struct walk_children it;
    struct walk_child child;
    sources_report_faults(j->openapi->sources, node);
    walk_begin(&it, node, kind, resolve_dialect(&j->lookup, node, kind));
    while (walk_next(&it, &child)) {
        bool operations = str_equal(node_text(child.member), S("paths")) ||
                          str_equal(node_text(child.member), S("webhooks"));
        if (kind == OBJECT_DOCUMENT && !operations)
            continue;
        ptrdiff_t len = j->pointer.len;
        walk_add_steps(&j->pointer, &child);
        if (child.kind == CHILD_REFERENCE)
            follow(j, &child);
        else if (child.kind == CHILD_SCHEMA && !child.misshapen)
            use_schema(j, &child);
        else if (child.kind == CHILD_OBJECT)
            walk(j, child.node, child.object);
        j->pointer.len = len;
    }
}

void reachable_schemas(const struct openapi *openapi, const struct lookup *lookup,
                       void (*use)(void *context, const struct target *target), void *context)
{
    struct arena *arena = openapi->sources->arena, scratch = {0};
    struct journey j = {.openapi = openapi,
                        .lookup = *lookup,
                        .arena = &scratch,
                        .use = use,
                        .context = context,
                        .seen = {.arena = &scratch},
                        .pointer = buf_in(&scratch, PTRDIFF_MAX),
                        .key = buf_in(&scratch, PTRDIFF_MAX),
                        .waiting = {.arena = arena, .waiters = {.arena = arena}}};
    j.last = &j.first;
    j.lookup.missed = &j.waiting.missed;
    visit(&j, openapi->document, openapi->document->root, OBJECT_DOCUMENT, (str){0});
    struct stop **next = &j.first;
    do {
        for (; *next; next = &(*next)->next) {
            j.at = *next;
            j.pointer.len = 0;
            buf_add(&j.pointer, j.at->pointer);
            walk(&j, j.at->node, j.at->kind);
        }
    } while (waiting_serve(&j.waiting, lookup->registry, lookup->used, follow, &j));
    j.lookup.missed = NULL;
    waiting_end(&j.waiting, follow, &j);
    arena_free(&scratch);
}
