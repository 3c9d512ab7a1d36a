#include "drift_mutate.h"

#include "drift_rewrite.h"

#include <math.h>
#include <stdlib.h>

enum { TRIES = 200 };

static const struct node *get(const struct spot *spot, str name)
{
    return node_get(spot->schema, name);
}

static void put(struct maker *m, struct spot *spot, str name, struct node value)
{
    *spot->schema = value_with_member(m->arena, *spot->schema, name, value);
}

static void take_out(struct maker *m, struct spot *spot, str name)
{
    ptrdiff_t i = node_find(spot->schema, name);
    *spot->schema = value_without_member(m->arena, *spot->schema, (uint32_t)i);
}

/* What the schema at SPOT is about; one of several by chance. */
static enum about one_about(struct maker *m, const struct spot *spot)
{
    return spot->about == ABOUT_ANY ? make_about(m) : spot->about;
}

/* ---- a keyword comes or goes ----------------------------------------------------------------- */

static bool add_keyword(struct maker *m, struct spot *spot, str *ret_kind)
{
    enum about about = one_about(m, spot);
    const struct drift_keyword *row =
        &drift_keywords[chance_below(m->chance, (uint32_t)drift_keyword_count)];
    bool fits = row->about & (int)about && row->drafts & (m->is_new ? NEW : OLD);
    /* The more a keyword is used, the more it is added. */
    if (spot->schema->kind != NODE_OBJECT || !fits || get(spot, row->name) ||
        !in_hundred(m, row->percent + 5))
        return false;
    *ret_kind = arena_printf(m->arena, "add %s", row->name.data);
    put(m, spot, row->name, make_keyword(m, row, about, 2));
    return true;
}

static const struct drift_keyword *any_keyword(struct maker *m, const struct spot *spot,
                                               const struct node **ret_value)
{
    if (spot->schema->kind != NODE_OBJECT || !spot->schema->count)
        return NULL;
    uint32_t i = chance_below(m->chance, spot->schema->count);
    *ret_value = node_value(spot->schema, i);
    /* Nearly every schema has a type, which is not what changes most. */
    if (node_is_text(node_key(spot->schema, i), S("type")) && in_hundred(m, 65))
        return NULL;
    return drift_keyword_find(node_text(node_key(spot->schema, i)), m->is_new);
}

static bool remove_keyword(struct maker *m, struct spot *spot, str *ret_kind)
{
    const struct node *value;
    const struct drift_keyword *row = any_keyword(m, spot, &value);
    /* People rarely take out all of an object. */
    if (!row || (row->form == FORM_PROPERTIES && in_hundred(m, 80)))
        return false;
    *ret_kind = arena_printf(m->arena, "remove %s", row->name.data);
    take_out(m, spot, row->name);
    return true;
}

/* ---- its value is another one ---------------------------------------------------------------- */

static bool change_number(struct maker *m, const struct drift_keyword *row, struct node *value)
{
    static const double steps[] = {-1, 1, -2, 5, -5, 0.5};
    bool is_count = row->form == FORM_FEW || row->form == FORM_MANY;
    double old = strtod(arena_copy(m->arena, node_text(value)).data, NULL);
    double now = old + steps[chance_below(m->chance, is_count ? 5 : 6)];
    if (row->form == FORM_DIVISOR)
        now = in_hundred(m, 50) ? old * 2 : old / 2;
    if ((is_count && (now < 0 || floor(now) != now)) || (row->form == FORM_DIVISOR && now < 0.01))
        return false;
    *value = value_number(arena_printf(m->arena, "%.15g", now));
    return true;
}

static bool change_type(struct maker *m, struct node *value)
{
    bool is_list = value->kind == NODE_ARRAY;
    static const char *const types[] = {"string",  "number", "integer", "boolean",
                                        "integer", "array",  "object"};
    if (is_list && value->count > 1 && in_hundred(m, 70)) {
        *value = value_without_item(m->arena, *value, chance_below(m->chance, value->count));
    } else if (in_hundred(m, 50)) {
        struct node list = is_list ? *value : list_of_one(m, *value);
        struct node more = text_node(in_hundred(m, 60) ? "null" : any_word(m, types, 7));
        for (uint32_t i = 0; i < list.count; i++)
            if (node_equal(node_item(&list, i), &more))
                return false;
        *value = list_with(m, list, more);
    } else if (node_is_text(value, S("integer")) && in_hundred(m, 70)) {
        *value = text_node("number");
    } else if (node_is_text(value, S("number")) && in_hundred(m, 70)) {
        *value = text_node("integer");
    } else {
        *value = text_node(any_word(m, types, 7));
    }
    return true;
}

/* A list gets an item or loses one; it may not become empty, nor have one twice. */
static bool change_list(struct maker *m, struct node *list, struct node more)
{
    if (list->kind != NODE_ARRAY)
        return false;
    if (list->count > 1 && in_hundred(m, 45)) {
        *list = value_without_item(m->arena, *list, chance_below(m->chance, list->count));
        return true;
    }
    for (uint32_t i = 0; i < list->count; i++)
        if (node_equal(node_item(list, i), &more))
            return false;
    uint32_t at = in_hundred(m, 30) ? chance_below(m->chance, list->count) : list->count;
    *list = value_with_item(m->arena, *list, at, more);
    return true;
}

/* A map gets a member, loses one, or has one renamed. */
static bool change_map(struct maker *m, struct node *map, const char *name, struct node more)
{
    if (map->kind != NODE_OBJECT || (map->count && node_get(map, str_of(name))))
        return false;
    if (!map->count || in_hundred(m, 45)) {
        *map = with(m, *map, name, more);
        return true;
    }
    uint32_t i = chance_below(m->chance, map->count);
    struct node was = *node_value(map, i);
    *map = value_without_member(m->arena, *map, i);
    if (in_hundred(m, 40))
        *map = with(m, *map, name, was);
    return true;
}

static bool change_value(struct maker *m, const struct drift_keyword *row, enum about about,
                         struct node *value)
{
    enum about part = make_about(m);
    switch (row->form) {
    case FORM_TYPE:
        return change_type(m, value);
    case FORM_VALUES:
        return change_list(m, value, make_value(m, about));
    case FORM_LOW:
    case FORM_HIGH:
    case FORM_DIVISOR:
    case FORM_FEW:
    case FORM_MANY:
        return change_number(m, row, value);
    case FORM_NAMES:
        return change_list(m, value, text_node(make_name(m)));
    case FORM_ALL:
        return change_list(m, value, make_facet(m, about, 1));
    case FORM_CHOICES:
        return change_list(m, value, make_schema(m, about, 1));
    case FORM_PARTS:
        return change_list(m, value, make_schema(m, part, 1));
    case FORM_PROPERTIES:
        return change_map(m, value, make_name(m), make_schema(m, part, 1));
    case FORM_FLAG:
        *value = value_bool(!value->count);
        return true;
    default:
        *value = make_keyword(m, row, about, 2);
        return true;
    }
}

/* How VALUE, which was WAS, has changed, for those keywords that hold several. */
static const char *how(const struct node *was, const struct node *value)
{
    bool has_parts = was->kind == NODE_ARRAY || was->kind == NODE_OBJECT;
    if (!has_parts || was->kind != value->kind)
        return "";
    return value->count > was->count ? " longer" : value->count < was->count ? " shorter" : "";
}

static bool change_keyword(struct maker *m, struct spot *spot, str *ret_kind)
{
    const struct node *was;
    const struct drift_keyword *row = any_keyword(m, spot, &was);
    if (!row)
        return false;
    struct node value = *was, old = *was;
    if (!change_value(m, row, one_about(m, spot), &value) || node_equal(&value, &old))
        return false;
    *ret_kind = arena_printf(m->arena, "change %s%s", row->name.data, how(&old, &value));
    put(m, spot, row->name, value);
    return true;
}

/* ---- others ---------------------------------------------------------------------------------- */

/* "minimum" becomes "exclusiveMinimum", and so on. */
static bool swap_bound(struct maker *m, struct spot *spot, str *ret_kind)
{
    static const str pairs[][2] = {
        {STR_INIT("minimum"), STR_INIT("exclusiveMinimum")},
        {STR_INIT("maximum"), STR_INIT("exclusiveMaximum")},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct node *bound = get(spot, pairs[i][0]);
        bool to = bound && !get(spot, pairs[i][1]);
        if (!to)
            continue;
        struct node value = *bound;
        take_out(m, spot, pairs[i][0]);
        put(m, spot, pairs[i][1], value);
        *ret_kind = S("bound made exclusive");
        return true;
    }
    return false;
}

/* A reference leads to another definition. */
static bool swap_reference(struct maker *m, struct spot *spot, str *ret_kind)
{
    const struct node *reference = get(spot, S("$ref"));
    enum about about = make_about(m);
    if (!reference || about == ABOUT_BOOL)
        return false;
    struct node other = make_schema(m, about, 0);
    if (!node_get(&other, S("$ref")) || node_equal(node_get(&other, S("$ref")), reference))
        return false;
    put(m, spot, S("$ref"), *node_get(&other, S("$ref")));
    *ret_kind = S("$ref to another");
    return true;
}

/* A whole schema becomes true, false, or another one. */
static bool replace_schema(struct maker *m, struct spot *spot, str *ret_kind)
{
    struct node was = *spot->schema;
    enum about about = one_about(m, spot);
    if (!spot->pointer.len || str_ends(spot->pointer, S("$defs/Tree")))
        return false;
    *spot->schema = in_hundred(m, 20)   ? value_object()
                    : in_hundred(m, 30) ? value_bool(in_hundred(m, 50))
                                        : make_schema(m, about, 1);
    *ret_kind = S("replace a schema");
    return !node_equal(&was, spot->schema);
}

typedef bool mutate_fn(struct maker *m, struct spot *spot, str *ret_kind);

static bool apply_rewrite(struct maker *m, struct node *root, struct mutation *mutation,
                          struct spot *spot)
{
    const struct rewrite *rewrite = any_rewrite(m);
    mutation->kind = str_of(rewrite->kind);
    mutation->no_effect = true;
    return rewrite->apply(m, root, spot);
}

/* Definitions that are referred to for the first time are added. */
static void complete(struct maker *m, struct node *root)
{
    const char *name = definitions_name(m);
    const struct node *map = node_get(root, str_of(name));
    struct node all = make_definitions(m, map ? *map : value_object());
    if (all.count > (map ? map->count : 0))
        *root = with(m, *root, name, all);
}

struct mutation mutate_schema(struct maker *m, struct node *root)
{
    static mutate_fn *const kinds[] = {
        add_keyword,    add_keyword,    remove_keyword, remove_keyword, change_keyword,
        change_keyword, change_keyword, swap_bound,     swap_reference, replace_schema};
    static const int percents[] = {14, 13, 10, 10, 9, 9, 9, 3, 2, 2};
    int roll = (int)chance_below(m->chance, 100), kind = 0;
    enum { KINDS = sizeof kinds / sizeof *kinds };
    while (kind < KINDS && roll >= percents[kind])
        roll -= percents[kind++];
    for (int tries = 0; tries < TRIES; tries++) {
        struct spots spots = spots_in(m->arena, root);
        struct spot *spot = &spots.at[chance_below(m->chance, (uint32_t)spots.count)];
        struct mutation mutation = {.pointer = spot->pointer};
        m->used = 0; /* by what is new */
        bool done = kind < KINDS ? kinds[kind](m, spot, &mutation.kind)
                                 : apply_rewrite(m, root, &mutation, spot);
        if (tries % 50 == 49)
            kind = 4; /* what can be done nearly anywhere */
        if (!done)
            continue;
        complete(m, root);
        return mutation;
    }
    return (struct mutation){.kind = S("none"), .no_effect = true};
}
