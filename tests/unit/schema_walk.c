/* The iterator over what the table says, from small objects to a whole document. */
#include "schema/walk.h"

#include "reading.h"
#include "schema/pointer.h"
#include "tap.h"

static const struct node *read_tree(struct reading *fixture, const char *json)
{
    return reading_read(fixture, "test.json", str_of(json));
}

/* One child as text: a letter for its kind, marks, its steps; "S /properties/a". */
static void describe(struct buf *out, const struct walk_child *child)
{
    static const char letters[] = {
        [CHILD_DATA] = 'd',      [CHILD_SCHEMA] = 'S',     [CHILD_OBJECT] = 'O',
        [CHILD_REFERENCE] = 'R', [CHILD_IDENTIFIER] = 'I', [CHILD_MAPPING] = 'M'};
    if (out->len)
        buf_add_byte(out, ' ');
    buf_add_byte(out, letters[child->kind]);
    if (child->dynamic)
        buf_add_byte(out, '*');
    if (child->misshapen)
        buf_add_byte(out, '!');
    walk_add_steps(out, child);
}

/* True when the steps to CHILD of NODE, and one more behind them, lead to it. */
static bool is_found(struct arena *arena, const struct node *node, enum object_kind kind,
                     enum dialect dialect, const struct walk_child *child)
{
    struct buf steps = buf_in(arena, 1000);
    struct walk_child found;
    ptrdiff_t len, wanted;
    walk_add_steps(&steps, child);
    wanted = steps.len;
    pointer_add_token(&steps, S("a/b"));
    return walk_find(arena, node, kind, dialect, buf_view(&steps), &found, &len) && len == wanted &&
           found.node == child->node && found.kind == child->kind &&
           found.object == child->object && found.keyword == child->keyword &&
           found.member == child->member && found.entry == child->entry &&
           found.index == child->index && found.misshapen == child->misshapen;
}

/* The children of JSON as an object of KIND, in one line. */
static str children(struct reading *fixture, const char *json, enum object_kind kind,
                    enum dialect dialect)
{
    struct buf out = buf_in(&fixture->arena, 10000);
    struct walk_children it;
    struct walk_child child;
    const struct node *node = read_tree(fixture, json);
    walk_begin(&it, node, kind, dialect);
    while (walk_next(&it, &child)) {
        describe(&out, &child);
        if (!is_found(&fixture->arena, node, kind, dialect, &child))
            buf_add(&out, S("(not found by its steps)"));
    }
    return buf_view(&out);
}

static const struct {
    const char *about, *json;
    enum dialect dialect;
    const char *children;
} schemas[] = {
    {"shapes, in the order of the document",
     "{\"not\": {}, \"allOf\": [{}, true], \"properties\": {\"b\": {}, \"a\": false},"
     " \"type\": \"object\", \"items\": {}}",
     DIALECT_2020_12, "S/not S/allOf/0 S/allOf/1 S/properties/b S/properties/a d/type S/items"},
    {"a boolean has no children", "true", DIALECT_2020_12, ""},
    {"nor has an array", "[{\"$ref\": \"#\"}]", DIALECT_2020_12, ""},
    {"empty arrays and maps give none", "{\"allOf\": [], \"properties\": {}, \"x\": 1}",
     DIALECT_2020_12, "d/x"},
    {"$ref in data is data",
     "{\"default\": {\"$ref\": \"a\"}, \"const\": {\"$ref\": \"a\"}, \"enum\": [{\"$ref\": \"a\"}],"
     " \"examples\": [{\"$ref\": \"a\"}], \"example\": {\"$ref\": \"a\"},"
     " \"x-a\": {\"$ref\": \"a\"}, \"unknown\": {\"$ref\": \"a\"}}",
     DIALECT_OPENAPI_3_1, "d/default d/const d/enum d/examples d/example d/x-a d/unknown"},
    {"properties named like keywords are properties",
     "{\"properties\": {\"$ref\": {}, \"default\": {}, \"example\": {}, \"properties\": {},"
     " \"x-a\": {}}}",
     DIALECT_OPENAPI_3_0,
     "S/properties/$ref S/properties/default S/properties/example S/properties/properties"
     " S/properties/x-a"},
    {"references and identifiers",
     "{\"$schema\": \"s\", \"$id\": \"i\", \"$anchor\": \"a\", \"$dynamicAnchor\": \"d\","
     " \"$ref\": \"r\", \"$dynamicRef\": \"#d\", \"$recursiveRef\": \"#\"}",
     DIALECT_2020_12,
     "I/$schema I/$id I/$anchor I/$dynamicAnchor R/$ref R*/$dynamicRef "
     "d/$recursiveRef"},
    {"those of 2019-09", "{\"$recursiveRef\": \"#\", \"$dynamicRef\": \"#\", \"id\": \"a\"}",
     DIALECT_2019_09, "R*/$recursiveRef d/$dynamicRef d/id"},
    {"those of draft-04", "{\"id\": \"a\", \"$id\": \"b\", \"$ref\": \"#\", \"$anchor\": \"c\"}",
     DIALECT_DRAFT_04, "I/id d/$id R/$ref d/$anchor"},
    {"a reference that is no string is there, and misshapen", "{\"$ref\": {\"type\": \"string\"}}",
     DIALECT_DRAFT_07, "R!/$ref"},
    {"siblings of $ref are given where they are hidden, too", "{\"$ref\": \"a\", \"items\": {}}",
     DIALECT_DRAFT_07, "R/$ref S/items"},
    {"items is a list or one up to 2019-09", "{\"items\": [{}, {}], \"additionalItems\": {}}",
     DIALECT_DRAFT_07, "S/items/0 S/items/1 S/additionalItems"},
    {"but one from 2020-12", "{\"items\": [{}], \"prefixItems\": [{}]}", DIALECT_2020_12,
     "S!/items S/prefixItems/0"},
    {"dependencies hold schemas or names",
     "{\"dependencies\": {\"a\": {}, \"b\": [\"c\", \"d\"], \"e\": true, \"f\": 1}}",
     DIALECT_DRAFT_07, "S/dependencies/a d/dependencies/b S/dependencies/e S!/dependencies/f"},
    {"misshapen values", "{\"properties\": [{}], \"allOf\": {}, \"not\": [], \"anyOf\": [1]}",
     DIALECT_2020_12, "d!/properties d!/allOf S!/not S!/anyOf/0"},
    {"definitions under both names", "{\"definitions\": {\"a/b~c\": {}}, \"$defs\": {\"\": {}}}",
     DIALECT_2020_12, "S/definitions/a~1b~0c S/$defs/"},
    {"keywords of later drafts are data", "{\"if\": {}, \"$defs\": {\"a\": {}}, \"const\": {}}",
     DIALECT_DRAFT_04, "d/if d/$defs d/const"},
    {"a discriminator is an object from 3.0 on", "{\"discriminator\": {}}", DIALECT_OPENAPI_3_0,
     "O/discriminator"},
    {"a name in 2.0", "{\"discriminator\": \"kind\"}", DIALECT_OPENAPI_2_0, "d/discriminator"},
    {"and nothing in JSON Schema", "{\"discriminator\": {\"mapping\": {\"a\": \"b\"}}}",
     DIALECT_2020_12, "d/discriminator"},
};

static void test_schemas(struct reading *fixture)
{
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++)
        is_str(children(fixture, schemas[i].json, OBJECT_SCHEMA, schemas[i].dialect),
               schemas[i].children, "%s", schemas[i].about);
}

static void test_objects(struct reading *fixture)
{
    is_str(children(fixture,
                    "{\"propertyName\": \"t\", \"mapping\": {\"a\": \"A\", \"b\": \"b.yaml\","
                    " \"c\": 1}, \"defaultMapping\": \"A\"}",
                    OBJECT_DISCRIMINATOR, DIALECT_OPENAPI_3_2),
           "d/propertyName M/mapping/a M/mapping/b M!/mapping/c M/defaultMapping",
           "the mapping of a discriminator");
    is_str(children(fixture, "{\"/a\": {}, \"x-a\": {}, \"$ref\": \"p.yaml\", \"/b\": 1}",
                    OBJECT_PATHS, DIALECT_OPENAPI_3_1),
           "O/~1a d/x-a R/$ref O!/~1b", "paths");
    is_str(children(fixture,
                    "{\"$ref\": \"a\", \"get\": {}, \"query\": {}, \"parameters\": [{}, {}],"
                    " \"servers\": [{\"$ref\": \"no\"}]}",
                    OBJECT_PATH_ITEM, DIALECT_OPENAPI_3_1),
           "R/$ref O/get d/query O/parameters/0 O/parameters/1 d/servers", "a path item");
    is_str(children(fixture,
                    "{\"name\": \"a\", \"schema\": {}, \"content\": {\"a/b\": {}},"
                    " \"examples\": {\"a\": {\"$ref\": \"e\"}}}",
                    OBJECT_PARAMETER, DIALECT_OPENAPI_3_0),
           "d/name S/schema O/content/a~1b d/examples", "a parameter");
    is_str(children(fixture, "{\"type\": \"array\", \"items\": {}, \"schema\": {}}",
                    OBJECT_PARAMETER, DIALECT_OPENAPI_2_0),
           "d/type O/items S/schema", "a parameter of 2.0");
    is_str(children(fixture, "{\"schemas\": {\"x-a\": {}}, \"examples\": {\"a\": {}}, \"x-b\": {}}",
                    OBJECT_COMPONENTS, DIALECT_OPENAPI_3_1),
           "S/schemas/x-a d/examples d/x-b", "a component may be named like an extension");
    is_str(children(fixture, "{\"$ref\": \"#\"}", OBJECT_DATA, DIALECT_OPENAPI_3_1), "d/$ref",
           "data walked as data stays data");
}

/* What a child carries besides what describe() shows. */
static void test_child(struct reading *fixture)
{
    const struct node *root =
        read_tree(fixture, "{\"properties\": {\"a\": {}}, \"anyOf\": [{}], \"x-y\": 1}");
    struct walk_children it;
    struct walk_child child;
    walk_begin(&it, root, OBJECT_SCHEMA, DIALECT_DRAFT_07);

    ok(walk_next(&it, &child), "the first");
    ok(child.member == node_key(root, 0), "its member is the key node");
    is_str(node_text(child.entry), "a", "its entry is the key node in the map");
    ok(child.index == -1 && child.object == OBJECT_SCHEMA, "no index; a schema");
    ok(child.node == node_value(node_value(root, 0), 0), "the node itself");
    is_str(child.keyword->name, "properties", "its row");

    ok(walk_next(&it, &child), "the second");
    ok(child.member == node_key(root, 1) && !child.entry && child.index == 0, "an array's item");

    ok(walk_next(&it, &child), "the third");
    ok(!child.keyword && !child.entry && child.index == -1, "an unknown member has no row");
    ok(child.object == OBJECT_DATA, "and no kind");
    ok(!walk_next(&it, &child) && !walk_next(&it, &child), "the end stays the end");

    walk_begin(&it, NULL, OBJECT_SCHEMA, DIALECT_DRAFT_07);
    ok(!walk_next(&it, &child), "no node, no children");
    is_int(children(fixture, "{\"$ref\": \"#/a\"}", OBJECT_RESPONSE, DIALECT_OPENAPI_3_0).len, 6,
           "a reference in an OpenAPI object");
    walk_begin(&it, read_tree(fixture, "{\"$ref\": \"#/a\"}"), OBJECT_RESPONSE,
               DIALECT_OPENAPI_3_0);
    ok(walk_next(&it, &child) && child.object == OBJECT_RESPONSE, "leads to such an object");
}

/*
 * A document with "$ref": "here" in all places where it refers, and "$ref": "no" where it is data.
 * The walk goes through all of it with a stack of its own.
 */
static const char whole_document[] =
    "{\"openapi\": \"3.1.0\", \"info\": {\"x\": {\"$ref\": \"no\"}},"
    " \"paths\": {\"/a\": {\"parameters\": [{\"$ref\": \"here\"}],"
    "   \"get\": {\"parameters\": [{\"schema\": {\"$ref\": \"here\"}}],"
    "     \"requestBody\": {\"content\": {\"a/b\": {\"schema\": {\"items\": {\"$ref\": \"here\"}},"
    "       \"example\": {\"$ref\": \"no\"}, \"examples\": {\"e\": {\"$ref\": \"no\"}},"
    "       \"encoding\": {\"p\": {\"headers\": {\"H\": {\"$ref\": \"here\"}}}}}}},"
    "     \"responses\": {\"200\": {\"$ref\": \"here\"},"
    "       \"default\": {\"headers\": {\"H\": {\"schema\": {\"$ref\": \"here\"}}},"
    "         \"links\": {\"l\": {\"$ref\": \"no\"}}}},"
    "     \"callbacks\": {\"c\": {\"{$url}\": {\"post\": {\"requestBody\": {\"$ref\": \"here\"}}}},"
    "       \"d\": {\"$ref\": \"here\"}}},"
    "   \"put\": {\"$ref\": \"here\"}}},"
    " \"webhooks\": {\"w\": {\"$ref\": \"here\"}},"
    " \"components\": {\"schemas\": {\"A\": {\"$ref\": \"here\","
    "     \"properties\": {\"$ref\": {\"$ref\": \"here\"}, \"default\": {\"$ref\": \"here\"}},"
    "     \"default\": {\"$ref\": \"no\"}, \"x-y\": {\"$ref\": \"no\"}}},"
    "   \"pathItems\": {\"P\": {\"trace\": {\"responses\": {\"4XX\": {\"content\":"
    "     {\"*/*\": {\"schema\": {\"allOf\": [{\"$ref\": \"here\"}]}}}}}}}},"
    "   \"securitySchemes\": {\"s\": {\"$ref\": \"no\"}}},"
    " \"x-z\": {\"$ref\": \"no\"}}";

static void test_whole_document(struct reading *fixture)
{
    struct {
        const struct node *node;
        enum object_kind kind;
    } stack[64] = {{read_tree(fixture, whole_document), OBJECT_DOCUMENT}};
    int depth = 1, right = 0, wrong = 0;
    while (depth) {
        depth--;
        struct walk_children it;
        struct walk_child child;
        walk_begin(&it, stack[depth].node, stack[depth].kind, DIALECT_OPENAPI_3_1);
        while (walk_next(&it, &child)) {
            if (child.kind == CHILD_SCHEMA || child.kind == CHILD_OBJECT) {
                assert(depth < 64);
                stack[depth].node = child.node;
                stack[depth++].kind = child.object;
            } else if (child.kind == CHILD_REFERENCE) {
                bool here = node_is_text(child.node, S("here"));
                right += here;
                wrong += !here;
            }
        }
    }
    int there = 0;
    str rest = str_of(whole_document);
    for (ptrdiff_t at; (at = str_find(rest, S("\"here\""))) >= 0; there++)
        rest = str_skip(rest, at + 6);
    is_int(right, there, "all references of a document are found");
    is_int(wrong, 0, "and nothing else");
}

static void test_find(struct reading *fixture)
{
    static const char json[] = "{\"properties\": {\"a/b\": {}, \"~\": true}, \"allOf\": [{}, {}],"
                               " \"not\": {}, \"items\": 5, \"required\": [\"a\"]}";
    static const struct {
        const char *pointer;
        ptrdiff_t len; /* -1: no such child */
    } cases[] = {
        {"/properties/a~1b", 16},
        {"/properties/~0/x", 14},
        {"/properties", -1},
        {"/properties/a", -1},
        {"/properties/~", -1},
        {"/allOf/1", 8},
        {"/allOf/2", -1},
        {"/allOf/01", -1},
        {"/allOf/-", -1},
        {"/not/properties", 4},
        {"/items", 6},
        {"/required/0", 9},
        {"/nothing", -1},
        {"", -1},
        {"not", -1},
    };
    const struct node *node = read_tree(fixture, json);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct walk_child child;
        ptrdiff_t len = -1;
        bool found = walk_find(&fixture->arena, node, OBJECT_SCHEMA, DIALECT_2020_12,
                               str_of(cases[i].pointer), &child, &len);
        is_int(found ? len : -1, cases[i].len, "bytes of '%s'", cases[i].pointer);
    }
}

int main(void)
{
    struct reading fixture;
    reading_begin(&fixture, (struct read_policy){0});
    test_find(&fixture);
    test_schemas(&fixture);
    test_objects(&fixture);
    test_child(&fixture);
    test_whole_document(&fixture);
    reading_close(&fixture);
    return done_testing();
}
