#include "openapi/evaluated.h"

#include "openapi/edit.h"
#include "schema/walk.h"

/*
 * A search that looks at more members, or goes deeper with the references that it follows, gives
 * up: what it finds is unsure.
 */
enum { SEARCH_CAP = 10000, ALL_SEARCHES_CAP = 10000000, DEPTH_CAP = 2 * SCHEMA_DEPTH };

struct search {
    const struct translation *t;
    enum keyword_evaluates what;
    struct evaluated found;
    struct map visited[2];      /* what references led to, by address: for sure, or perhaps */
    ptrdiff_t prefix, searched; /* prefix: of what is evaluated perhaps */
    int depth;                  /* of schemas around where it looks */
    bool perhaps_all;
};

/* Whether what a schema evaluates is evaluated whenever all holds, or under some condition. */
enum certainty { SURE, PERHAPS };

static void search_schema(struct search *search, const struct node *schema, enum dialect dialect,
                          enum certainty certainty);

static void follow(struct search *search, const struct node *reference, enum certainty certainty)
{
    struct translate_target target;
    const struct translation *t = search->t;
    if (!t->find || !node_is(reference, NODE_STRING) || !t->find(t->context, reference, &target)) {
        search->found.unknown = true;
        return;
    }
    bool is_new = !map_find_address(&search->visited[SURE], target.schema);
    if (is_new)
        map_entry_address(&search->visited[certainty], target.schema, &is_new);
    if (is_new)
        search_schema(search, target.schema, target.dialect, certainty);
}

static void add_name(struct evaluated_names *names, const struct node *key,
                     enum certainty certainty)
{
    struct map_entry *entry = map_entry(&names->map, node_text(key), NULL);
    if (entry->value || certainty != SURE)
        return;
    entry->value = (void *)key;
    names->sure++;
}

static void add_all(struct search *search, enum certainty certainty)
{
    if (certainty == SURE)
        search->found.all = true;
    else
        search->perhaps_all = true;
}

static void add_prefix(struct search *search, ptrdiff_t len, enum certainty certainty)
{
    ptrdiff_t *prefix = certainty == SURE ? &search->found.prefix : &search->prefix;
    if (len > *prefix)
        *prefix = len;
}

/* CHILD of SCHEMA evaluates properties. */
static void add_properties(struct search *search, const struct walk_child *child,
                           enum certainty certainty)
{
    if (!child->entry)
        add_all(search, certainty);
    else if (str_equal(child->keyword->name, S("patternProperties")))
        add_name(&search->found.patterns, child->entry, certainty);
    else
        add_name(&search->found.properties, child->entry, certainty);
}

/* CHILD of SCHEMA evaluates items; "additionalItems" does behind a list only. */
static void add_items(struct search *search, const struct node *schema,
                      const struct walk_child *child, enum certainty certainty)
{
    str name = child->keyword->name;
    bool is_inert =
        str_equal(name, S("additionalItems")) && !node_is(node_get(schema, S("items")), NODE_ARRAY);
    if (str_equal(name, S("contains")))
        search->found.contains = true;
    else if (child->index >= 0)
        add_prefix(search, child->index + 1, certainty);
    else if (!is_inert)
        add_all(search, certainty);
}

/* CHILD, when it is a neighbour. "allOf" and references hold whenever the whole does. */
static void search_neighbour(struct search *search, const struct walk_child *child,
                             enum dialect dialect, enum certainty certainty)
{
    if (child->kind == CHILD_REFERENCE) {
        search->found.unknown |= child->dynamic;
        follow(search, child->node, certainty);
        return;
    }
    if (child->kind != CHILD_SCHEMA || child->keyword->evaluates != EVALUATES_SAME)
        return;
    bool is_all_of = str_equal(child->keyword->name, S("allOf"));
    search_schema(search, child->node, dialect, is_all_of ? certainty : PERHAPS);
}

static struct walk_children children_of(const struct search *search, const struct node *schema,
                                        enum dialect dialect)
{
    struct walk_children it;
    walk_begin(&it, schema, OBJECT_SCHEMA, dialect);
    it.also = search->t->options.assume;
    return it;
}

/* True when it makes no sense to search on: what is evaluated cannot be known. */
static bool is_over(struct search *search)
{
    struct translation_log *log = search->t->log;
    if (++search->searched > SEARCH_CAP || (log && ++log->searched > ALL_SEARCHES_CAP) ||
        search->depth > DEPTH_CAP)
        search->found.unknown = true;
    return search->found.unknown;
}

/* True when SCHEMA has a "$ref" beside which nothing else counts, or rules of its own. */
static bool is_peculiar(const struct search *search, const struct node *schema,
                        enum dialect dialect)
{
    bool hides =
        dialect_info(dialect)->ref_hides_siblings && !search->t->options.honour_ref_siblings;
    return node_get(schema, S("$schema")) || (hides && node_get(schema, S("$ref")));
}

/* All that SCHEMA evaluates. */
static void search_schema(struct search *search, const struct node *schema, enum dialect dialect,
                          enum certainty certainty)
{
    struct walk_children it = children_of(search, schema, dialect);
    struct walk_child child;
    search->found.unknown |= is_peculiar(search, schema, dialect);
    search->depth++;
    while (!is_over(search) && walk_next(&it, &child)) {
        if (child.kind == CHILD_SCHEMA && child.keyword->evaluates == search->what) {
            if (search->what == EVALUATES_PROPERTIES)
                add_properties(search, &child, certainty);
            else
                add_items(search, schema, &child, certainty);
        }
        search_neighbour(search, &child, dialect, certainty);
    }
    search->depth--;
}

struct evaluated evaluated_by_neighbours(const struct translation *t, const struct node *source,
                                         enum keyword_evaluates what, struct arena *scratch)
{
    struct map empty = {.arena = scratch};
    struct search search = {.t = t,
                            .what = what,
                            .found = {.properties = {.map = empty}, .patterns = {.map = empty}},
                            .visited = {empty, empty}};
    struct walk_children it = children_of(&search, source, t->from);
    struct walk_child child;
    while (!is_over(&search) && walk_next(&it, &child))
        search_neighbour(&search, &child, t->from, SURE);
    struct evaluated *found = &search.found;
    bool depends = search.perhaps_all || search.prefix > found->prefix ||
                   found->properties.sure < found->properties.map.count ||
                   found->patterns.sure < found->patterns.map.count || found->contains;
    found->unsure = depends || found->unknown;
    return *found;
}
