#include "drift/library.h"

static const str holders[] = {STR_INIT("$defs"), STR_INIT("definitions")};
enum { HOLDER_COUNT = sizeof holders / sizeof *holders };

static bool is_holder(str name)
{
    return str_equal(name, holders[0]) || str_equal(name, holders[1]);
}

bool library_is(const struct lookup *lookup, const struct node *schema)
{
    bool holds = false;
    if (schema->kind != NODE_OBJECT)
        return false;
    enum dialect dialect = resolve_dialect(lookup, schema, OBJECT_SCHEMA);
    for (uint32_t i = 0; i < schema->count; i++) {
        str name = node_text(node_key(schema, i));
        const struct keyword *row = keyword_find(OBJECT_SCHEMA, name, dialect);
        if (is_holder(name))
            holds = holds || node_value(schema, i)->count > 0;
        else if (row && (row->role == ROLE_ASSERTS || row->role == ROLE_APPLIES))
            return false;
    }
    return holds;
}

/* The definition NAME of SCHEMA, or NULL. */
static const struct node *definition(const struct node *schema, str name)
{
    const struct node *found = NULL;
    for (int i = 0; i < HOLDER_COUNT && !found; i++)
        found = node_get(node_get(schema, holders[i]), name);
    return found;
}

bool library_compare(struct comparison *comparison, const struct node *old, const struct node *new,
                     unsigned audience)
{
    bool ok = true;
    for (int i = 0; i < HOLDER_COUNT; i++) {
        const struct node *map = node_get(new, holders[i]);
        for (uint32_t k = 0; node_is(map, NODE_OBJECT) && k < map->count; k++) {
            const struct node *then = definition(old, node_text(node_key(map, k)));
            if (then)
                ok = drift_compare(comparison, then, node_value(map, k), audience) && ok;
        }
    }
    return ok;
}
