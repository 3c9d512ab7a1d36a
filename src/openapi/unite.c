/*
 * What stands in definitions is compared as text in which references are replaced by the names that
 * their targets want. Then those whose references lead to different schemas are parted, until
 * nothing differs (partition.h), so that cycles are compared, too.
 */
#include "openapi/unite.h"

#include "base/partition.h"
#include "schema/rebuild.h"
#include "source/write.h"

struct union_maker {
    struct closure *c;
    struct digraph_maker graph; /* of the definitions that do not want their name alone */
};

static const struct node *stand_in(void *context, const struct walk_child *child);

/* The same where only references of the object itself count. */
static const struct node *stand_in_reference(void *context, const struct walk_child *child)
{
    return child->kind == CHILD_REFERENCE ? stand_in(context, child) : child->node;
}

/* NODE with stand-ins for its references, which become edges of the graph. */
static const struct node *with_stand_ins(struct union_maker *m, const struct node *node,
                                         enum object_kind kind)
{
    struct closure *c = m->c;
    bool alone = closure_is_reference_alone(c, node, kind);
    return rebuild(c->arena, node, kind, resolve_dialect(&c->lookup, node, kind),
                   kind == OBJECT_SCHEMA ? c->also : DIALECT_COUNT,
                   alone ? stand_in_reference : stand_in, m);
}

static const struct node *stand_in(void *context, const struct walk_child *child)
{
    struct union_maker *m = context;
    struct closure *c = m->c;
    struct target target;
    str tail;
    if (child->kind == CHILD_SCHEMA || child->kind == CHILD_OBJECT)
        return with_stand_ins(m, child->node, child->object);
    if ((child->kind != CHILD_REFERENCE && child->kind != CHILD_MAPPING) ||
        !openapi_resolve_child(c->openapi, &c->lookup, child, &target))
        return child->node;
    const struct definition *definition = closure_find(c, &target, &tail);
    if (definition->number >= 0)
        digraph_add_edge(&m->graph, (uint32_t)definition->number);
    struct buf text = buf_in(c->arena, PTRDIFF_MAX);
    buf_printf(&text, "%td ", definition->wanted.len);
    buf_add(&text, definition->wanted);
    buf_add(&text, tail);
    struct node *copy = arena_new(c->arena, struct node, 1);
    *copy = node_string(buf_view(&text));
    return copy;
}

/* What DEFINITION wants to be called and holds: equal for those that are the same so far. */
static str text_of(struct union_maker *m, const struct definition *definition)
{
    const struct write_options options = {.style = WRITE_EXACT, .order = WRITE_SORTED};
    const struct node *content = with_stand_ins(m, definition->schema, OBJECT_SCHEMA), *bad;
    struct buf text = buf_in(m->c->arena, PTRDIFF_MAX);
    buf_printf(&text, "%d %td ", (int)definition->dialect, definition->wanted.len);
    buf_add(&text, definition->wanted);
    node_write(&text, content, options, &bad);
    return buf_view(&text);
}

/* Numbers the definitions that do not want their name alone; others get -1. Returns how many. */
static ptrdiff_t number(struct closure *c)
{
    struct map wanted = {.arena = c->arena};
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < c->count; i++) {
        bool is_new;
        struct definition *definition = c->definitions[i];
        struct map_entry *entry = map_entry(&wanted, definition->wanted, &is_new);
        definition->number = -1;
        if (is_new) {
            entry->value = definition;
            continue;
        }
        struct definition *first = entry->value;
        first->number = 0;
        definition->number = 0;
    }
    for (ptrdiff_t i = 0; i < c->count; i++)
        if (c->definitions[i]->number == 0)
            c->definitions[i]->number = count++;
    return count;
}

void unite(struct closure *c)
{
    struct union_maker m = {.c = c, .graph = {.arena = c->arena}};
    struct map texts = {.arena = c->arena};
    ptrdiff_t count = number(c), kept = 0;
    uint32_t *parts = arena_new(c->arena, uint32_t, count);
    for (ptrdiff_t i = 0; i < c->count; i++) {
        struct definition *definition = c->definitions[i];
        if (definition->number < 0)
            continue;
        digraph_add_node(&m.graph);
        struct map_entry *entry = map_entry(&texts, text_of(&m, definition), NULL);
        parts[definition->number] = (uint32_t)(entry - texts.entries);
    }
    struct digraph graph = digraph_of(&m.graph);
    uint32_t part_count = partition_refine(&graph, parts, (uint32_t)texts.count);
    struct definition **first = arena_new(c->arena, struct definition *, part_count);
    for (ptrdiff_t i = 0; i < c->count; i++) {
        struct definition *definition = c->definitions[i];
        if (definition->number >= 0) {
            struct definition **of_part = &first[parts[definition->number]];
            definition->same = *of_part;
            *of_part = *of_part ? *of_part : definition;
        }
        if (!definition->same)
            c->definitions[kept++] = definition;
    }
    c->count = kept;
    if (c->root && c->root->same)
        c->root = c->root->same;
}
