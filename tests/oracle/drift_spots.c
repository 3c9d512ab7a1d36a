#include "drift_spots.h"

#include "base/buf.h"
#include "schema/pointer.h"

#include <string.h>

enum holds { NO_SCHEMA, A_SCHEMA, SCHEMA_LIST, SCHEMA_MAP };

/* What the value of the keyword NAME holds, as far as its kind says. */
static enum holds holds(str name, const struct node *value)
{
    static const str single[] = {
        STR_INIT("items"),
        STR_INIT("additionalItems"),
        STR_INIT("contains"),
        STR_INIT("additionalProperties"),
        STR_INIT("propertyNames"),
        STR_INIT("not"),
        STR_INIT("if"),
        STR_INIT("then"),
        STR_INIT("else"),
        STR_INIT("unevaluatedItems"),
        STR_INIT("contentSchema"),
        STR_INIT("unevaluatedProperties"),
    };
    static const str lists[] = {STR_INIT("items"), STR_INIT("prefixItems"), STR_INIT("allOf"),
                                STR_INIT("anyOf"), STR_INIT("oneOf")};
    static const str maps[] = {
        STR_INIT("properties"),
        STR_INIT("patternProperties"),
        STR_INIT("dependentSchemas"),
        STR_INIT("dependencies"),
        STR_INIT("$defs"),
        STR_INIT("definitions"),
    };
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (str_equal(single[i], name) && value->kind != NODE_ARRAY)
            return A_SCHEMA;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (str_equal(lists[i], name) && value->kind == NODE_ARRAY)
            return SCHEMA_LIST;
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        if (str_equal(maps[i], name) && value->kind == NODE_OBJECT)
            return SCHEMA_MAP;
    return NO_SCHEMA;
}

static enum about about_type(const struct node *type)
{
    static const struct {
        str name;
        enum about about;
    } types[] = {{STR_INIT("string"), ABOUT_STRING},  {STR_INIT("number"), ABOUT_NUMBER},
                 {STR_INIT("integer"), ABOUT_NUMBER}, {STR_INIT("array"), ABOUT_ARRAY},
                 {STR_INIT("object"), ABOUT_OBJECT},  {STR_INIT("boolean"), ABOUT_BOOL}};
    if (node_is(type, NODE_ARRAY))
        type = node_item(type, 0);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (node_is_text(type, types[i].name))
            return types[i].about;
    return ABOUT_ANY;
}

static enum about about_of(const struct node *schema)
{
    enum about about = ABOUT_ANY;
    if (schema->kind != NODE_OBJECT)
        return about;
    if (node_get(schema, S("type")))
        return about_type(node_get(schema, S("type")));
    for (uint32_t i = 0; i < schema->count && about == ABOUT_ANY; i++) {
        const struct drift_keyword *row = drift_keyword_find(node_text(node_key(schema, i)), true);
        bool is_one = row && (row->about & (row->about - 1)) == 0;
        about = is_one ? (enum about)row->about : about;
    }
    return about;
}

static void add(struct arena *arena, struct spots *spots, struct node *schema, struct buf *pointer)
{
    if (schema->kind != NODE_OBJECT && schema->kind != NODE_BOOL)
        return;
    spots->at = arena_make_room(arena, spots->at, sizeof *spots->at, spots->count, &spots->cap);
    spots->at[spots->count++] =
        (struct spot){schema, arena_copy(arena, buf_view(pointer)), about_of(schema)};
    ptrdiff_t here = pointer->len;
    for (uint32_t i = 0; schema->kind == NODE_OBJECT && i < schema->count; i++) {
        struct node *value = &schema->items[2 * (size_t)i + 1];
        enum holds form = holds(node_text(node_key(schema, i)), value);
        uint32_t count = form == NO_SCHEMA ? 0 : form == A_SCHEMA ? 1 : value->count;
        pointer_add_token(pointer, node_text(node_key(schema, i)));
        ptrdiff_t there = pointer->len;
        for (uint32_t j = 0; j < count; j++, pointer->len = there) {
            struct node *child = form == A_SCHEMA      ? value
                                 : form == SCHEMA_LIST ? &value->items[j]
                                                       : &value->items[2 * (size_t)j + 1];
            if (form == SCHEMA_LIST)
                pointer_add_index(pointer, j);
            else if (form == SCHEMA_MAP)
                pointer_add_token(pointer, node_text(node_key(value, j)));
            add(arena, spots, child, pointer);
        }
        pointer->len = here;
    }
}

struct spots spots_in(struct arena *arena, struct node *root)
{
    struct spots spots = {0};
    struct buf pointer = buf_in(arena, PTRDIFF_MAX);
    add(arena, &spots, root, &pointer);
    return spots;
}

static void copy_into(struct arena *arena, struct node *copy, const struct node *from)
{
    uint32_t count = from->kind == NODE_ARRAY    ? from->count
                     : from->kind == NODE_OBJECT ? 2 * from->count
                                                 : 0;
    *copy = *from;
    if (from->kind == NODE_ARRAY || from->kind == NODE_OBJECT)
        copy->flags = 0; /* no index */
    if (!count)
        return;
    copy->items = arena_new(arena, struct node, count);
    for (uint32_t i = 0; i < count; i++)
        copy_into(arena, &copy->items[i], &from->items[i]);
}

struct node *tree_copy(struct arena *arena, const struct node *root)
{
    struct node *copy = arena_new(arena, struct node, 1);
    copy_into(arena, copy, root);
    return copy;
}

bool pointer_is_below_choice(str pointer)
{
    static const str words[] = {STR_INIT("oneOf"), STR_INIT("anyOf"), STR_INIT("not"),
                                STR_INIT("if")};
    str token, rest = pointer.len ? str_skip(pointer, 1) : pointer;
    for (bool more = pointer.len > 0; more;) {
        more = str_cut(rest, '/', &token, &rest);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (str_equal(token, words[i])) /* no property of ours has such a name */
                return true;
    }
    return false;
}
