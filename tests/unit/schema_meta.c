/* The metaschemas that the program carries: found by their names, whole, and of one family. */
#include "schema/meta.h"
#include "schema/uri.h"

#include "reading.h"
#include "tap.h"

#include <string.h>

static const struct {
    const char *uri, *id; /* what is asked for, and who answers; NULL: nobody */
} names[] = {
    {"http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-04/schema#"},
    {"https://json-schema.org/draft-04/schema", "http://json-schema.org/draft-04/schema#"},
    {"http://json-schema.org/draft-06/schema", "http://json-schema.org/draft-06/schema#"},
    {"http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-07/schema#"},
    {"https://json-schema.org/draft/2019-09/schema#",
     "https://json-schema.org/draft/2019-09/schema"},
    {"http://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2020-12/schema"},
    {"https://json-schema.org/draft/2019-09/meta/format",
     "https://json-schema.org/draft/2019-09/meta/format"},
    {"https://json-schema.org/draft/2020-12/meta/format-assertion",
     "https://json-schema.org/draft/2020-12/meta/format-assertion"},
    {"https://spec.openapis.org/oas/3.0/dialect", "https://spec.openapis.org/oas/3.0/dialect"},
    {"https://spec.openapis.org/oas/3.1/dialect/base",
     "https://spec.openapis.org/oas/3.1/dialect/base"},
    {"https://spec.openapis.org/oas/3.1/dialect/2024-11-10#",
     "https://spec.openapis.org/oas/3.1/dialect/base"},
    {"https://spec.openapis.org/oas/3.1/meta/2024-11-10",
     "https://spec.openapis.org/oas/3.1/meta/base"},
    {"https://spec.openapis.org/oas/3.2/dialect",
     "https://spec.openapis.org/oas/3.2/dialect/2025-09-17"},
    {"https://spec.openapis.org/oas/3.2/meta", "https://spec.openapis.org/oas/3.2/meta/2025-09-17"},
    {"http://json-schema.org/draft-07/schema#/definitions/x", NULL},
    {"http://json-schema.org/draft-05/schema#", NULL},
    {"http://json-schema.org/draft-03/schema#", NULL},
    {"https://json-schema.org/draft/2020-12/schema/2020", NULL},
    {"https://json-schema.org/draft/2020-12/meta", NULL},
    {"https://json-schema.org/schema", NULL},
    {"https://spec.openapis.org/oas/3.0/schema/2021-09-28", NULL},
    {"https://spec.openapis.org/oas/3.1", NULL},
    {"https://spec.openapis.org/oas/3.1/dialect/a/b", NULL},
    {"ftp://json-schema.org/draft-07/schema", NULL},
    {"//json-schema.org/draft-07/schema", NULL},
    {"http:", NULL},
    {"", NULL},
};

static str id_of(const struct node *root)
{
    const struct node *id = node_get(root, S("$id"));
    if (!id)
        id = node_get(root, S("id"));
    return node_is(id, NODE_STRING) ? node_text(id) : (str){0};
}

static void test_names(void)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct arena arena = {0};
        str text = {0};
        bool found = meta_find(str_of(names[i].uri), &text);
        const struct node *root = found ? read_into(&arena, "meta.json", text) : NULL;
        if (names[i].id)
            is_str(root ? id_of(root) : (str){0}, names[i].id, "%s", names[i].uri);
        else
            ok(!found, "nothing is called %s", names[i].uri);
        arena_free(&arena);
    }
}

/* True when what REFERENCE leads to at BASE is a metaschema, and its fragment there if it has one.
 */
static bool is_carried(struct arena *arena, str base, str reference)
{
    str target = uri_resolve(arena, base, reference), text;
    return meta_find(uri_without_fragment(target), &text);
}

/* Whether each "$ref" below NODE is to what is carried. */
static bool refers_well(struct arena *arena, str base, const struct node *node)
{
    bool well = true;
    for (uint32_t i = 0; well && node->kind == NODE_OBJECT && i < node->count; i++) {
        const struct node *value = node_value(node, i);
        if (node_is_text(node_key(node, i), S("$ref")) && value->kind == NODE_STRING)
            well = is_carried(arena, base, node_text(value));
        well = well && refers_well(arena, base, value);
    }
    for (uint32_t i = 0; well && node->kind == NODE_ARRAY && i < node->count; i++)
        well = refers_well(arena, base, node_item(node, i));
    return well;
}

/* The keywords that a metaschema describes. */
static const struct node *properties_of(struct arena *arena, const struct meta *meta)
{
    const struct node *root = read_into(arena, "meta.json", *meta->text);
    const struct node *properties = node_get(root, S("properties"));
    if (properties)
        return properties;
    return node_get(node_get(node_get(root, S("definitions")), S("Schema")), S("properties"));
}

/* True when ROW has a part in describing schemas of DIALECT: OpenAPI since 3.1 adds to 2020-12. */
static bool describes(const struct meta *row, enum dialect dialect)
{
    bool adds = dialect == DIALECT_OPENAPI_3_1 || dialect == DIALECT_OPENAPI_3_2;
    return row->dialect == dialect || (adds && row->dialect == DIALECT_2020_12);
}

/*
 * Metaschemas and the table of keywords (vocabulary.h) know the same keywords. "$ref" is none in
 * draft-04 and OpenAPI 3.0, where it makes another object of a schema.
 */
static void test_keywords(struct arena *arena, enum dialect dialect)
{
    const struct node *properties[64]; /* more than there are rows */
    ptrdiff_t meta_count, keyword_count, used = 0, strange = 0;
    const struct meta *metas = meta_rows(&meta_count);
    const struct keyword *keywords = keyword_rows(&keyword_count);
    for (ptrdiff_t i = 0; i < meta_count; i++) {
        if (!describes(&metas[i], dialect) || !(properties[used] = properties_of(arena, &metas[i])))
            continue;
        for (uint32_t k = 0; k < properties[used]->count; k++) {
            str name = node_text(node_key(properties[used], k));
            if (keyword_find(OBJECT_SCHEMA, name, dialect))
                continue;
            tap_comment("not in the table", name);
            strange++;
        }
        used++;
    }
    for (ptrdiff_t i = 0; i < keyword_count; i++) {
        bool found = str_equal(keywords[i].name, S("$ref"));
        for (ptrdiff_t k = 0; k < used; k++)
            found = found || node_get(properties[k], keywords[i].name);
        if (found || keywords[i].owner != OBJECT_SCHEMA || !keywords[i].name.len ||
            !(keywords[i].dialects & DIALECT_BIT(dialect)))
            continue;
        tap_comment("not in a metaschema", keywords[i].name);
        strange++;
    }
    is_int(strange, 0, "the keywords of %s", dialect_info(dialect)->name.data);
}

static void test_rows(void)
{
    ptrdiff_t count;
    const struct meta *rows = meta_rows(&count);
    for (ptrdiff_t i = 0; i < count; i++) {
        struct arena arena = {0};
        const struct node *root = read_into(&arena, "meta.json", *rows[i].text);
        if (!ok(node_is(root, NODE_OBJECT), "row %td is JSON", i))
            continue;
        ok(str_equal(uri_without_fragment(id_of(root)), rows[i].uri), "it is what its $id says");
        const struct node *schema = node_get(root, S("$schema"));
        ok(schema && dialect_of_uri(node_text(schema)) < DIALECT_COUNT, "in a known dialect");
        ok(refers_well(&arena, rows[i].uri, root), "it refers to what is there too");
        for (ptrdiff_t k = 0; k < i; k++)
            if (str_equal(rows[k].uri, rows[i].uri))
                ok(false, "rows %td and %td are one", i, k);
        arena_free(&arena);
    }
}

int main(void)
{
    struct arena arena = {0};
    test_names();
    test_rows();
    for (enum dialect dialect = 0; dialect < DIALECT_COUNT; dialect++) {
        const struct meta *meta = meta_of(dialect);
        if (dialect == DIALECT_OPENAPI_2_0) {
            ok(!meta, "OpenAPI 2.0 has none");
            continue;
        }
        ok(meta && meta->dialect == dialect, "%s has one", dialect_info(dialect)->name.data);
        str uri = dialect_info(dialect)->uri, text;
        ok(!uri.len || (meta_find(uri, &text) && text.data == meta->text->data),
           "which is found by its $schema");
        test_keywords(&arena, dialect);
    }
    arena_free(&arena);
    return done_testing();
}
