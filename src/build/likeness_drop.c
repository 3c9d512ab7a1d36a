#include "build/likeness_drop.h"

#include "base/map.h"
#include "build/keys.h"
#include "schema/walk.h"

/* How often the schemas of both sides have a member. */
struct member {
    ptrdiff_t missing, present; /* on the side that is there */
};

struct census {
    struct arena *arena;
    enum dialect dialect, also;
    struct map members; /* name to struct member */
};

static struct member *member_of(struct census *c, str name)
{
    bool is_new;
    struct map_entry *entry = map_entry(&c->members, name, &is_new);
    if (is_new)
        entry->value = arena_new(c->arena, struct member, 1);
    return entry->value;
}

/* What EXISTING has in the place of CHILD of the schema beside it; NULL when there is nothing. */
static const struct node *counterpart(const struct node *existing, const struct walk_child *child)
{
    const struct node *value = node_get(existing, node_text(child->member));
    if (value && child->entry)
        return node_get(value, node_text(child->entry));
    if (value && child->index >= 0)
        return value->kind == NODE_ARRAY && child->index < value->count
                   ? node_item(value, (uint32_t)child->index)
                   : NULL;
    return value;
}

/* Counts the members of BUILT, an object of KIND, and what it holds. The readers bound the depth.
 */
static void count_members(struct census *c, const struct node *built, const struct node *existing,
                          enum object_kind kind)
{
    for (uint32_t i = 0; kind == OBJECT_SCHEMA && i < built->count; i++) {
        str name = node_text(node_key(built, i));
        struct member *member = member_of(c, name);
        if (node_get(existing, name))
            member->present++;
        else
            member->missing++;
    }
    struct walk_children it;
    struct walk_child child;
    walk_begin(&it, built, kind, c->dialect);
    it.also = c->also;
    while (walk_next(&it, &child)) {
        if (child.kind != CHILD_SCHEMA && child.kind != CHILD_OBJECT)
            continue;
        const struct node *beside = counterpart(existing, &child);
        if (node_is(child.node, NODE_OBJECT) && node_is(beside, NODE_OBJECT))
            count_members(c, child.node, beside, child.object);
    }
}

static bool is_droppable(const char *word)
{
    struct arena scratch = {0};
    struct diag_list found = {.arena = &scratch};
    bool ok = key_accepts_drop(&found, (place){0}, word);
    arena_free(&scratch);
    return ok;
}

/* True when some member that begins with "x-" is there. */
static bool has_extensions(const struct census *c)
{
    for (ptrdiff_t i = 0; i < c->members.count; i++) {
        const struct member *member = c->members.entries[i].value;
        if (str_starts(c->members.entries[i].key, S("x-")) && member->present)
            return true;
    }
    return false;
}

struct string_list droppable(const struct openapi *openapi, struct arena *arena,
                             const struct node *built, const struct node *existing,
                             enum dialect dialect)
{
    struct census c = {arena, dialect, openapi->schema_dialect, {.arena = arena}};
    count_members(&c, built, existing, OBJECT_SCHEMA);
    struct string_list drop = {arena_new(arena, const char *, c.members.count), 0};
    bool all_extensions = !has_extensions(&c), has_star = false;
    for (ptrdiff_t i = 0; i < c.members.count; i++) {
        str name = c.members.entries[i].key;
        const struct member *member = c.members.entries[i].value;
        bool is_extension = all_extensions && str_starts(name, S("x-"));
        if (member->present || !member->missing || str_find_byte(name, '\0') >= 0 ||
            (is_extension && has_star))
            continue;
        const char *word = is_extension ? "x-*" : arena_copy(arena, name).data;
        has_star = has_star || is_extension;
        if (is_droppable(word))
            drop.at[drop.count++] = word;
    }
    return drop;
}
