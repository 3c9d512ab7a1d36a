/*
 * Documents by where they are: each is read once, however its path is spelled; what may be read;
 * and what documents say of themselves, as lists of resources and anchors.
 */
#include "schema/registry.h"

#include "base/host.h"

#include "memory.h"
#include "tap.h"

#include <string.h>

static struct document *load(struct memory *memory, const char *path)
{
    return registry_load(&memory->registry, str_of(path), NULL);
}

/* The current directory of the tests of paths. */
static const char *here;

static char *memory_getcwd(char *to, size_t size)
{
    if (!here) {
        errno = ENOENT;
        return NULL;
    }
    snprintf(to, size, "%s", here);
    return to;
}

static void test_read_once(void)
{
    static const char *const spellings[] = {
        "d/a.json",         "./d/a.json",     "d//./a.json",           "d/x/../a.json",
        "../here/d/a.json", "/here/d/a.json", "/here/../here/d/a.json"};
    struct memory memory;
    memory_open(&memory, "== d/a.json\n{}", ".");
    struct document *first = load(&memory, "d/a.json");
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        ok(load(&memory, spellings[i]) == first, "%s is one document", spellings[i]);
    is_int(memory.reads, 1, "which is read once");
    is_str(registry_location(&memory.registry, S("../x/./y")), "/x/y", "a location is absolute");
    is_str(registry_info(&memory.registry, first)->location, "/here/d/a.json", "and normalised");
    ok(registry_loaded(&memory.registry, S("/here/d/a.json")) == first, "it is found by that");
    ok(!registry_loaded(&memory.registry, S("/here/d/b.json")), "what was not read is not");
    is_int(memory.reads, 1, "and is not read for it");
    memory_close(&memory);
}

static void test_standard_input(void)
{
    struct memory memory;
    memory_open(&memory, "== -\n{\"a\": 1}", ".");
    struct document *input = sources_read(&memory.sources, S("<stdin>"), S("{}"));
    registry_add(&memory.registry, input, "-");
    ok(!registry_loaded(&memory.registry, S("/here/-")), "standard input is no file");
    is_str(path_directory(registry_info(&memory.registry, input)->location), "/here",
           "but lies in the current directory");
    struct document *file = load(&memory, "-");
    ok(file && file != input && node_get(file->root, S("a")), "a file may be called -");
    memory_close(&memory);
}

/* Whether PATH may be read where ROOT is the root directory, from the current directory /here. */
static void test_inside(void)
{
    static const struct {
        const char *root, *path;
        bool inside;
    } cases[] = {
        {".", "a.json", true},
        {".", "d/a.json", true},
        {".", "../a.json", false},
        {".", "d/../../a.json", false},
        {".", "../here/a.json", true},
        {".", "/here/a.json", true},
        {".", "/a.json", false},
        {".", "/herewith/a.json", false},
        {".", "..", false},
        {".", "../herewith/a.json", false},
        {"d", "d/a.json", true},
        {"d", "da.json", false},
        {"d", "a.json", false},
        {"d", "d/../a.json", false},
        {"./d/", "d/a.json", true},
        {"..", "a.json", true},
        {"..", "../a.json", true},
        {"..", "../../a.json", true}, /* there is nothing above / */
        {"/", "/a.json", true},
        {"/", "../../a.json", true},
        {"/here/d", "d/a.json", true},
        {"/here/d", "a.json", false},
        {"../here", "a.json", true},
        {"../other", "a.json", false},
        {"../other", "../other/a.json", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct memory memory;
        memory_open(&memory, "", cases[i].root);
        memory_put(&memory, path_normalise(&memory.arena, str_of(cases[i].path)), S("{}"));
        struct document *document = load(&memory, cases[i].path);
        ok(!!document == cases[i].inside, "%s lies %s %s", cases[i].path,
           cases[i].inside ? "in" : "outside of", cases[i].root);
        is_int(memory.reads, cases[i].inside, "and is %s", cases[i].inside ? "read" : "not read");
        if (!document)
            is_str(str_first(memory_reports(&memory), 5), "E0004", "which is told");
        memory_close(&memory);
    }
}

static void test_failures(void)
{
    struct memory memory;
    memory_open(&memory, "== a.json\n[\"b.json\", \"b.json\"]\n== c.json\n{\"a\": }\n", ".");
    struct document *a = load(&memory, "a.json");
    const struct node *first = node_item(a->root, 0), *second = node_item(a->root, 1);
    for (int i = 1; i <= 3; i++) {
        ok(!registry_load(&memory.registry, S("b.json"), i == 1 ? first : second), "not there");
        is_int(memory.found.errors, i, "which is an error each time");
    }
    is_int(memory.reads, 2, "but is tried once");
    is_str(memory_reports(&memory),
           "E0002 a.json:1:2 cannot read the file b.json: No such file or directory",
           "and told of the first who asked");
    struct registry_hush hush;
    memory.found = (struct diag_list){.arena = &memory.arena};
    registry_hush(&memory.registry, &hush);
    ok(!load(&memory, "c.json") && memory.found.errors == 0, "nothing is told in a hush");
    registry_speak(&memory.registry, &hush);
    ok(!load(&memory, "c.json") && memory.found.errors == 1, "and afterwards it is");
    memory_put(&memory, S("d.json"), S("{}"));
    registry_hush(&memory.registry, &hush);
    struct document *d = load(&memory, "d.json");
    registry_speak(&memory.registry, &hush);
    ok(d && load(&memory, "d.json") == d, "what is read in a hush is read");
    memory_close(&memory);
}

static void test_warnings_in_a_hush(void)
{
    struct memory memory;
    memory_open(&memory, "== a.yaml\na: no\n", ".");
    struct registry_hush outer, inner;
    registry_hush(&memory.registry, &outer);
    registry_hush(&memory.registry, &inner);
    ok(load(&memory, "a.yaml"), "it is read");
    registry_speak(&memory.registry, &inner);
    registry_speak(&memory.registry, &outer);
    is_int(memory.found.warnings, 1, "what is said of a document that is read counts in a hush");
    ok(memory.sources.found == &memory.found && !memory.registry.quiet, "which ends");
    memory_close(&memory);
}

/* The pointer, dialect and URI of each resource, a line each, and its anchors with their places. */
static str resources(struct memory *memory, const struct document *document)
{
    struct buf out = buf_in(&memory->arena, PTRDIFF_MAX);
    const struct document_info *info = registry_info(&memory->registry, document);
    for (ptrdiff_t i = 0; i < info->count; i++) {
        const struct resource *resource = info->resources[i];
        bool inherits = resource->dialect == DIALECT_COUNT;
        buf_printf(&out, "%s%s: %s", i ? "\n" : "",
                   arena_copy(&memory->arena, resource->pointer).data,
                   inherits ? "-" : dialect_info(resource->dialect)->name.data);
        if (resource->uri.len)
            buf_printf(&out, " <%s>", arena_copy(&memory->arena, resource->uri).data);
        if (resource->recursive)
            buf_add(&out, S(" recursive"));
        for (ptrdiff_t j = 0; j < resource->anchors.count; j++) {
            const struct anchor *anchor = resource->anchors.entries[j].value;
            buf_printf(&out, " %s=%s",
                       arena_copy(&memory->arena, resource->anchors.entries[j].key).data,
                       arena_copy(&memory->arena, anchor->pointer).data);
        }
    }
    return buf_view(&out);
}

#define DRAFT(year) "$schema: https://json-schema.org/draft/" year "/schema\n"

static void test_identify(void)
{
    static const struct {
        const char *about, *text, *resources;
    } cases[] = {
        {"a file that says nothing", "{type: string}", ": -"},
        {"an OpenAPI document", "openapi: 3.1.0\n", ": OpenAPI 3.1"},
        {"one of 3.0 names nothing in itself",
         "openapi: 3.0.0\ncomponents: {schemas: {A: {$id: 'urn:a', $anchor: a}}}\n",
         ": OpenAPI 3.0"},
        {"$self, of 3.2", "openapi: 3.2.0\n$self: http://x.example/a#b\n",
         ": OpenAPI 3.2 <http://x.example/a>"},
        {"a relative $self", "openapi: 3.2.0\n$self: ../b\n", ": OpenAPI 3.2 </b>"},
        {"jsonSchemaDialect",
         "openapi: 3.1.0\njsonSchemaDialect: http://json-schema.org/draft-07/schema#\n"
         "components: {schemas: {A: {$id: 'urn:a'}, B: {$id: '#b'}}}\n",
         ": draft-07 b=/components/schemas/B\n/components/schemas/A: draft-07 <urn:a>"},
        {"plain 2020-12 in OpenAPI is OpenAPI's own",
         "openapi: 3.1.0\njsonSchemaDialect: https://json-schema.org/draft/2020-12/schema\n",
         ": OpenAPI 3.1"},
        {"$schema", DRAFT("2019-09"), ": 2019-09"},
        {"a $schema that is not known", "$schema: urn:x\n", ": -"},
        {"$id absolute and nested, relative to that around it",
         DRAFT("2020-12") "$id: http://x.example/d/a\n"
                          "$defs: {b: {$id: b, $defs: {c: {$id: ../c}, d: {}}}, e: {$id: '#f'}}\n",
         ": 2020-12 <http://x.example/d/a>\n/$defs/b: 2020-12 <http://x.example/d/b>\n"
         "/$defs/b/$defs/c: 2020-12 <http://x.example/c>"},
        {"a relative $id starts from the path", "{$id: b, items: {$id: c/d}}",
         ": - </here/b>\n/items: - </here/c/d>"},
        {"anchors belong to the resource around them",
         "{$id: 'urn:a', $anchor: a, items: {$id: 'urn:b', $anchor: b, not: {$anchor: c}}, "
         "not: {$dynamicAnchor: d}}",
         ": - <urn:a> a= d=/not\n/items: - <urn:b> b=/items c=/items/not"},
        {"the first of two anchors counts", "{allOf: [{$anchor: a}, {$anchor: a}]}",
         ": - a=/allOf/0"},
        {"$id: '#name' of draft-07, and what a $ref hides",
         "$schema: http://json-schema.org/draft-07/schema#\n$ref: '#/definitions/a'\n"
         "$id: http://x.example/a\n"
         "definitions: {a: {$id: '#a'}, b: {$ref: '#a', $id: '#b'}, c: {$id: 'c', $id2: 1}}\n",
         ": draft-07 <http://x.example/a> a=/definitions/a\n"
         "/definitions/c: draft-07 <http://x.example/c>"},
        {"id of draft-04",
         "$schema: http://json-schema.org/draft-04/schema#\nid: http://x.example/a\n"
         "definitions: {a: {id: '#a'}, b: {id: b}}\n",
         ": draft-04 <http://x.example/a> a=/definitions/a\n"
         "/definitions/b: draft-04 <http://x.example/b>"},
        {"$recursiveAnchor of 2019-09 at the root of a resource",
         DRAFT("2019-09") "$recursiveAnchor: true\nitems: {$recursiveAnchor: true}\n",
         ": 2019-09 recursive"},
        {"an embedded $schema", "{items: {$schema: 'http://json-schema.org/draft-06/schema#'}}",
         ": -\n/items: draft-06"},
        {"data is not looked into",
         "{example: {$id: 'urn:a'}, x-b: {$anchor: b}, enum: [{$anchor: c}], "
         "properties: {default: {$anchor: d}, $id: {type: string}, $anchor: {}}}",
         ": - d=/properties/default"},
        {"nor in a document that says what it is",
         "openapi: 3.1.0\ncomponents: {schemas: {A: {const: {$id: 'urn:a'}, $id: 'urn:b'}}, "
         "examples: {e: {value: {$anchor: x}}}}\n",
         ": OpenAPI 3.1\n/components/schemas/A: OpenAPI 3.1 <urn:b>"},
        {"names that are escaped", "{\"properties\": {\"a\": {\"\\u0024anchor\": \"b\"}}}",
         ": - b=/properties/a"},
        {"ids and anchors that are no strings", "{$id: 5, $anchor: [a], items: {$id: ''}}", ": -"},
        {"parts of pointers are escaped", "{a/b~c: {$anchor: d}}", ": - d=/a~1b~0c"},
        {"an alias is the same again", "{a: &a {$id: 'urn:a'}, b: *a}",
         ": -\n/a: - <urn:a>\n/b: - <urn:a>"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct memory memory;
        memory_open(&memory, "", ".");
        memory_put(&memory, S("a.yaml"), str_of(cases[i].text));
        struct document *document = load(&memory, "a.yaml");
        is_str(document ? resources(&memory, document) : memory_reports(&memory),
               cases[i].resources, "%s", cases[i].about);
        memory_close(&memory);
    }
}

/* The pointer of the resource around the node at POINTER. */
static str around(struct memory *memory, const struct document *document, const char *pointer)
{
    const struct node *node = document->root;
    for (str token, rest = str_of(pointer); rest.len;) {
        str_cut(rest, ' ', &token, &rest);
        node = node->kind == NODE_ARRAY ? node_item(node, (uint32_t)(token.data[0] - '0'))
                                        : node_get(node, token);
    }
    return registry_resource(&memory->registry, document, node)->pointer;
}

static void test_resource_of_node(void)
{
    struct memory memory;
    memory_open(&memory, "", ".");
    memory_put(&memory, S("a.yaml"),
               S("a: {x: 1}\n"
                 "b:\n  $id: urn:b\n  c:\n    $id: urn:c\n    d: [0, {e: 2}]\n  f: {g: 3}\n"
                 "h: {i: 4}\n"
                 "j: {$id: 'urn:j', k: {$id: 'urn:k'}}\n"));
    struct document *document = load(&memory, "a.yaml");
    is_str(around(&memory, document, ""), "", "the root");
    is_str(around(&memory, document, "a x"), "", "before all others");
    is_str(around(&memory, document, "b"), "/b", "the root of a resource is in it");
    is_str(around(&memory, document, "b c d 1 e"), "/b/c", "deep in one");
    is_str(around(&memory, document, "b f g"), "/b", "behind one that has ended");
    is_str(around(&memory, document, "h i"), "", "behind two that have ended");
    is_str(around(&memory, document, "j k"), "/j/k", "at the end");
    const struct node own = {.kind = NODE_NULL};
    is_str(registry_resource(&memory.registry, document, &own)->pointer, "", "a node of no text");
    memory_close(&memory);
}

static void test_identified(void)
{
    struct memory memory;
    memory_open(&memory,
                "== a.yaml\n{$id: 'urn:x'}\n"
                "== b.yaml\n{a: {$id: 'urn:x'}, b: {$id: 'urn:y'}}\n"
                "== c.yaml\n{a: {$id: 'urn:y'}, b: {$id: 'urn:y'}, c: &c {$id: 'urn:z'}, d: *c}\n",
                ".");
    struct document *a = load(&memory, "a.yaml"), *b = load(&memory, "b.yaml"),
                    *c = load(&memory, "c.yaml");
    struct document_set used = {.arena = &memory.arena};
    struct resource *twin;
    document_set_add(&used, a);
    document_set_add(&used, a);
    is_int(used.count, 1, "a set has a document once");
    ok(document_set_has(&used, a) && !document_set_has(&used, c), "and knows which it has");
    const struct resource *found = registry_identified(&memory.registry, S("urn:x"), &used, &twin);
    ok(found && found->document == a && !twin, "a URI is found in the documents that are used");
    ok(!registry_identified(&memory.registry, S("urn:y"), &used, &twin) && !twin, "in no others");
    document_set_add(&used, b);
    found = registry_identified(&memory.registry, S("urn:x"), &used, &twin);
    ok(found && twin && found->document != twin->document, "two documents may have it");
    found = registry_identified(&memory.registry, S("urn:y"), &used, &twin);
    ok(found && found->document == b && !twin, "one of two is used");
    ok(registry_identified(&memory.registry, S("urn:y"), NULL, &twin) && twin,
       "of all, two have it");
    found = map_get(&registry_info(&memory.registry, c)->uris, S("urn:y"));
    ok(found && found->twin, "a document may have it twice");
    found = map_get(&registry_info(&memory.registry, c)->uris, S("urn:z"));
    ok(found && !found->twin, "but an alias is the same schema");
    memory_close(&memory);
}

static void test_versions(void)
{
    static const struct {
        const char *text;
        enum dialect dialect;
    } cases[] = {
        {"swagger: '2.0'", DIALECT_OPENAPI_2_0},
        {"openapi: 3.0.4", DIALECT_OPENAPI_3_0},
        {"openapi: 3.1.0-rc1", DIALECT_OPENAPI_3_1},
        {"openapi: 3.2.0", DIALECT_OPENAPI_3_2},
        {"swagger: 2.0", DIALECT_OPENAPI_2_0},
        {"openapi: 3.1", DIALECT_COUNT},
        {"openapi: [3.1.0]", DIALECT_COUNT},
        {"swagger: 3.1.0", DIALECT_COUNT},
        {"a: b", DIALECT_COUNT},
        {"[a]", DIALECT_COUNT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct memory memory;
        memory_open(&memory, "", ".");
        memory_put(&memory, S("a.yaml"), str_of(cases[i].text));
        const struct node *said;
        is_int(registry_openapi_version(load(&memory, "a.yaml")->root, &said), cases[i].dialect,
               "%s", cases[i].text);
        memory_close(&memory);
    }
}

static void test_limit(void)
{
    struct memory memory;
    memory_open(&memory, "", ".");
    char path[20];
    int got = 0;
    for (int i = 0; i < UINT16_MAX + 2; i++) {
        snprintf(path, sizeof path, "%d.json", i);
        memory_put(&memory, str_of(path), S("{}"));
        got += load(&memory, path) != NULL;
    }
    is_int(got, UINT16_MAX, "so many documents are read");
    is_str(memory_reports(&memory),
           "L0103 65535.json:1:1 one run reads at most 65535 documents\n"
           "L0103 65536.json:1:1 one run reads at most 65535 documents",
           "and no more");
    ok(load(&memory, "65534.json"), "those that were read are there");
    memory_close(&memory);
}

static void test_no_current_directory(void)
{
    struct memory memory;
    here = NULL;
    memory_open(&memory, "== a.json\n{}", ".");
    struct document *document = load(&memory, "a.json");
    ok(document, "a file is read where the current directory is not known");
    memory_close(&memory);
    here = "/here";
}

int main(void)
{
    host.getcwd = memory_getcwd;
    here = "/here";
    test_read_once();
    test_standard_input();
    test_inside();
    test_failures();
    test_warnings_in_a_hush();
    test_identify();
    test_resource_of_node();
    test_identified();
    test_versions();
    test_limit();
    test_no_current_directory();
    return done_testing();
}
