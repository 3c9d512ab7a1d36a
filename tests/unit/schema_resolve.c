/*
 * What references lead to. A case is some files, a reference in a.yaml, and where it leads: path,
 * pointer, what it is there, and how many bytes of the pointer lead to the schema around it; or
 * what is reported.
 */
#include "schema/resolve.h"

#include "base/host.h"
#include "schema/pointer.h"

#include "memory.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

static char *memory_getcwd(char *to, size_t size)
{
    snprintf(to, size, "/here");
    return to;
}

static const char *const kinds[OBJECT_KIND_COUNT] = {
    [OBJECT_DATA] = "data",         [OBJECT_SCHEMA] = "schema",       [OBJECT_PATH_ITEM] = "path",
    [OBJECT_RESPONSE] = "response", [OBJECT_PARAMETER] = "parameter", [OBJECT_HEADER] = "header",
};

static struct lookup lookup_of(struct memory *memory, struct document *entry)
{
    return (struct lookup){.registry = &memory->registry,
                           .entry = entry,
                           .objects = DIALECT_OPENAPI_3_1,
                           .schemas = DIALECT_OPENAPI_3_1};
}

/* What the target of a resolution is, or what was reported. */
static str outcome(struct memory *memory, bool ok, const struct target *target)
{
    if (!ok)
        return memory_reports(memory);
    struct buf out = buf_in(&memory->arena, PTRDIFF_MAX);
    buf_printf(&out, "%s#%s %s", arena_copy(&memory->arena, target->document->text.name).data,
               arena_copy(&memory->arena, target->pointer).data, kinds[target->kind]);
    if (target->owner)
        buf_printf(&out, " %td", target->owner_len);
    if (target->by_uri)
        buf_add(&out, S(" by URI"));
    struct pointer_target there =
        pointer_resolve(&memory->arena, target->document->root, target->pointer);
    if (there.node != target->node)
        buf_add(&out, S(" which is another node"));
    return buf_view(&out);
}

/* Resolves the first "$ref" with that text below NODE of a.yaml. */
static const struct node *find_reference(const struct node *node)
{
    const struct node *found = node_get(node, S("$ref"));
    found = node_is(found, NODE_STRING) ? found : NULL;
    for (uint32_t i = 0; !found && node->kind == NODE_OBJECT && i < node->count; i++)
        found = find_reference(node_value(node, i));
    return found;
}

static void check(const char *about, const char *files, enum object_kind kind, const char *expected)
{
    struct memory memory;
    struct target target;
    memory_open(&memory, files, ".");
    struct document *entry = registry_load(&memory.registry, S("a.yaml"), NULL);
    struct lookup lookup = lookup_of(&memory, entry);
    const struct node *reference = find_reference(entry->root);
    bool ok = resolve_reference(&lookup, reference, kind, &target);
    is_str(outcome(&memory, ok, &target), expected, "%s", about);
    struct target again;
    if (ok && resolve_reference(&lookup, reference, kind, &again))
        ok(again.node == target.node && str_equal(again.pointer, target.pointer), "and again");
    memory_close(&memory);
}

#define API "openapi: 3.1.0\ncomponents:\n  schemas:\n    A: {"
#define OTHER "}\n== b.yaml\n"
#define DRAFT_7 "$schema: http://json-schema.org/draft-07/schema#\n"

static void test_places(void)
{
    check("the entry document", "== a.yaml\n" API "$ref: '#/components/schemas/A'}", OBJECT_SCHEMA,
          "a.yaml#/components/schemas/A schema 21");
    check("into a schema", "== a.yaml\n" API "not: {$ref: '#/components/schemas/A/not'}}",
          OBJECT_SCHEMA, "a.yaml#/components/schemas/A/not schema 21");
    check("a whole file that says nothing", "== a.yaml\n" API "$ref: b.yaml" OTHER "{type: string}",
          OBJECT_SCHEMA, "b.yaml# schema 0");
    check("a place in one: what it is shows nothing",
          "== a.yaml\n" API "$ref: 'b.yaml#/x/y'" OTHER "{x: {y: {}}}", OBJECT_SCHEMA,
          "b.yaml#/x/y schema");
    check("a whole file that is a schema", "== a.yaml\n" API "$ref: b.yaml" OTHER DRAFT_7,
          OBJECT_SCHEMA, "b.yaml# schema 0");
    check("a place in one", "== a.yaml\n" API "$ref: 'b.yaml#/items'" OTHER DRAFT_7 "items: {}",
          OBJECT_SCHEMA, "b.yaml#/items schema 0");
    check("which is no schema",
          "== a.yaml\n" API "$ref: 'b.yaml#/enum/0'" OTHER DRAFT_7 "enum: [{}]", OBJECT_SCHEMA,
          "E0404 a.yaml:4:15 \"b.yaml#/enum/0\" leads to a place that is no schema");
    check("a parameter, where one is asked for",
          "== a.yaml\nopenapi: 3.1.0\ncomponents: {parameters: {p: {$ref: 'b.yaml#/p'}}}\n"
          "== b.yaml\np: {name: n}",
          OBJECT_PARAMETER, "b.yaml#/p parameter");
    check("a response, where a parameter is asked for",
          "== a.yaml\nopenapi: 3.1.0\ncomponents: {parameters: {p: {$ref: "
          "'#/components/responses/r'}}, responses: {r: {}}}\n",
          OBJECT_PARAMETER,
          "E0404 a.yaml:2:37 \"#/components/responses/r\" leads to a place that is no Parameter");
    check("through operations",
          "== a.yaml\n" API "$ref: '#/paths/~1p/get/responses/200/content/x~1y/schema/not'}\n"
          "paths: {/p: {get: {responses: {'200': {content: {x/y: {schema: {not: {}}}}}}}}}",
          OBJECT_SCHEMA, "a.yaml#/paths/~1p/get/responses/200/content/x~1y/schema/not schema 48");
    check("an array's item, by a number",
          "== a.yaml\n" API "$ref: 'b.yaml#/a/1'" OTHER "a: [1, {}]", OBJECT_SCHEMA,
          "b.yaml#/a/1 schema");
    check("a name that is a number", "== a.yaml\n" API "$ref: 'b.yaml#/a/1'" OTHER "a: {1: {}}",
          OBJECT_SCHEMA, "b.yaml#/a/1 schema");
    check("an empty name", "== a.yaml\n" API "$ref: 'b.yaml#/'" OTHER "'': {}", OBJECT_SCHEMA,
          "b.yaml#/ schema");
}

static void test_detours(void)
{
    check("over a file that is a reference",
          "== a.yaml\n" API "$ref: 'b.yaml#/not'" OTHER
          "$ref: c.yaml\n== c.yaml\n$ref: d.yaml\n== d.yaml\nnot: {}",
          OBJECT_SCHEMA, "d.yaml#/not schema");
    check("what stands beside comes first",
          "== a.yaml\n" API "$ref: 'b.yaml#/not'" OTHER "$ref: c.yaml\nnot: {}\n== c.yaml\nnot: {}",
          OBJECT_SCHEMA, "b.yaml#/not schema");
    check(
        "over a Path Item",
        "== a.yaml\n" API "$ref: '#/paths/~1p/get/requestBody/content/x/schema'}\n"
        "paths: {/p: {$ref: 'b.yaml#/p'}}\n== b.yaml\n"
        "p: {get: {requestBody: {$ref: 'c.yaml'}}}\n== c.yaml\ncontent: {x: {schema: {$ref: d.yaml}}}",
        OBJECT_SCHEMA, "c.yaml#/content/x/schema schema 17");
    check("over a reference into a schema that is itself known",
          "== a.yaml\n" API
          "$ref: '#/components/schemas/B/items/not'}\n    B: {$ref: 'b.yaml#/$defs/x'}\n"
          "== b.yaml\n" DRAFT_7 "$defs: {}\ndefinitions: {x: {items: {not: {}}}}\n",
          OBJECT_SCHEMA,
          "E0402 a.yaml:5:15 \"b.yaml#/$defs/x\" leads nowhere: there is no \"x\" in /$defs");
    check("over a reference in a file that does not say what it is, to a schema",
          "== a.yaml\n" API "$ref: 'b.yaml#/x/not'}\n    B: {not: {}}\n== b.yaml\n"
          "x: {$ref: 'a.yaml#/components/schemas/B'}",
          OBJECT_SCHEMA, "a.yaml#/components/schemas/B/not schema 21");
    check("by whose keywords the way goes on",
          "== a.yaml\n" API "$ref: 'b.yaml#/x/default'}\n    B: {default: {}}\n== b.yaml\n"
          "x: {$ref: 'a.yaml#/components/schemas/B'}",
          OBJECT_SCHEMA,
          "E0404 a.yaml:4:15 \"b.yaml#/x/default\" leads to a place that is no schema");
    check(
        "not over data",
        "== a.yaml\n" API "default: {x: {}}, not: {$ref: "
        "'#/components/schemas/B/default/x'}}\n    B: {default: {$ref: '#/components/schemas/A/default'}}",
        OBJECT_SCHEMA,
        "E0402 a.yaml:4:39 \"#/components/schemas/B/default/x\" leads nowhere: "
        "there is no \"x\" in /components/schemas/B/default");
    check("round in a ring",
          "== a.yaml\n" API "$ref: 'b.yaml#/x'" OTHER "$ref: c.yaml\n"
          "== c.yaml\n$ref: b.yaml\n",
          OBJECT_SCHEMA,
          "E0414 a.yaml:4:15 \"b.yaml#/x\" leads round "
          "in a ring, or over more than 100 other references");
    check("what a reference at the top needs itself",
          "== a.yaml\n" API "$ref: 'b.yaml#/x'}\n== b.yaml\n{$ref: '#/x', y: {}}\n", OBJECT_SCHEMA,
          "E0402 b.yaml:1:8 \"#/x\" leads nowhere: there is no \"x\" in b.yaml");
    check("what neither the top has nor where its reference leads",
          "== a.yaml\n" API "$ref: 'b.yaml#/x'}\n== b.yaml\n{$ref: '#/y', y: {z: {}}}\n",
          OBJECT_SCHEMA,
          "E0402 a.yaml:4:15 \"b.yaml#/x\" leads nowhere: there is no \"x\" in b.yaml");
    check("a way that grows", "== a.yaml\n" API "$ref: 'b.yaml#/x/y'" OTHER "x: {$ref: '#/x/x'}\n",
          OBJECT_SCHEMA,
          "E0414 b.yaml:1:11 \"#/x/x\" leads round "
          "in a ring, or over more than 100 other references");
}

static void test_uris(void)
{
    check("an anchor", "== a.yaml\n" API "$ref: 'b.yaml#x'" OTHER "not: {$anchor: x}",
          OBJECT_SCHEMA, "b.yaml#/not schema");
    check("an anchor that is not there",
          "== a.yaml\n" API "$ref: 'b.yaml#names'" OTHER "not: {$anchor: name}", OBJECT_SCHEMA,
          "E0402 a.yaml:4:15 \"b.yaml#names\" leads nowhere: there is no such anchor");
    check("a fragment starts from the schema around that has an id",
          "== a.yaml\n" API "$id: 'urn:a', $ref: '#/not', not: {}}", OBJECT_SCHEMA,
          "a.yaml#/components/schemas/A/not schema 21");
    check("so do anchors",
          "== a.yaml\n" API "$id: 'urn:a', $ref: '#x', not: {$anchor: x}}\n"
          "    B: {$anchor: x}",
          OBJECT_SCHEMA, "a.yaml#/components/schemas/A/not schema 21");
    check("not in 3.0, which has no ids",
          "== a.yaml\nopenapi: 3.0.0\ncomponents:\n  schemas:\n"
          "    A: {$id: 'urn:a', $ref: '#/components/schemas/B'}\n    B: {}",
          OBJECT_SCHEMA, "a.yaml#/components/schemas/B schema 21");
    check("a URI in the document",
          "== a.yaml\n" API "$ref: 'urn:b#/not'}\n"
          "    B: {$id: 'urn:b', not: {}}",
          OBJECT_SCHEMA, "a.yaml#/components/schemas/B/not schema 21");
    check("one that is relative to another",
          "== a.yaml\n" API "$id: 'http://x.example/d/a', $ref: '../c/b#x'}\n"
          "    B: {$id: 'http://x.example/c/b', $anchor: x}",
          OBJECT_SCHEMA, "a.yaml#/components/schemas/B schema 21");
    check("a file beside one with a URI",
          "== d/b.yaml\n{}\n== a.yaml\n" API "$id: 'http://x.example/y/a', $ref: d/b.yaml}",
          OBJECT_SCHEMA, "d/b.yaml# schema 0");
    check("a URI that nobody has", "== a.yaml\n" API "$ref: 'urn:b'}", OBJECT_SCHEMA,
          "E0403 a.yaml:4:15 \"urn:b\" leads to another document, which is not at hand");
    check("a file in a folder that looks like a scheme",
          "== a.yaml\n" API "$ref: './v:1/b.yaml'}\n"
          "== v:1/b.yaml\n$ref: c.yaml\n== v:1/c.yaml\n{}",
          OBJECT_SCHEMA, "v:1/b.yaml# schema 0");
    check("NUL", "== a.yaml\n" API "$ref: 'b.yaml%00'" OTHER "{}", OBJECT_SCHEMA,
          "E0406 a.yaml:4:15 \"b.yaml%00\" is no reference: there is NUL (%00) in its path");
}

/* From a file in such a folder, files beside it are found. */
static void test_scheme_folder(void)
{
    struct memory memory;
    struct target target;
    memory_open(&memory, "== v:1/a.yaml\n$ref: c.yaml\n== v:1/c.yaml\n{}", ".");
    struct document *entry = registry_load(&memory.registry, S("v:1/a.yaml"), NULL);
    struct lookup lookup = lookup_of(&memory, entry);
    bool ok = resolve_reference(&lookup, find_reference(entry->root), OBJECT_SCHEMA, &target);
    is_str(outcome(&memory, ok, &target), "v:1/c.yaml# schema 0", "beside a file in such a folder");
    memory_close(&memory);
}

static void test_map(void)
{
    static const struct {
        const char *reference, *expected;
    } cases[] = {
        {"http://x.example/a", "m/a.yaml# schema 0"},
        {"http://x.example/d/b.yaml#/not", "m/d/b.yaml#/not schema"},
        {"http://x.example/d/e/c%20c.yaml", "first/c c.yaml# schema 0"},
        {"http://x.example/d/../d/b.yaml", "m/d/b.yaml# schema 0"},
        {"http://x.example/d/%2e%2e/%2e%2e/s.yaml",
         "E0002 a.yaml:1:7 cannot read the file s.yaml: No such file or directory"},
        {"http://x.example/d/..%2f..%2f..%2fs.yaml",
         "E0004 a.yaml:1:7 ../s.yaml lies outside the root directory ."},
        {"http://x.example/d//b.yaml#/not", "m/d/b.yaml#/not schema"},
        {"http://x.example/d///etc/b.yaml",
         "E0002 a.yaml:1:7 cannot read the file m/d/etc/b.yaml: No such file or directory"},
        {"http://x.example", "E0403 a.yaml:1:7 \"http://x.example\" leads to another document, "
                             "which is not at hand"},
        {"http://x.example/d/b%zz", "E0406 a.yaml:1:7 \"http://x.example/d/b%zz\" is no reference: "
                                    "a % needs two hexadecimal digits behind it"},
    };
    static const struct pair pairs[] = {{"http://x.example/a", "m/a.yaml"},
                                        {"http://x.example/d/e/", "first"},
                                        {"http://x.example/d/", "m/d"},
                                        {"http://x.example/d/b.yaml", "later"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct memory memory;
        struct target target;
        memory_open(&memory, "== m/a.yaml\n{}\n== m/d/b.yaml\nnot: {}\n== first/c c.yaml\n{}", ".");
        struct buf text = buf_in(&memory.arena, PTRDIFF_MAX);
        buf_printf(&text, "$ref: %s\n", cases[i].reference);
        memory_put(&memory, S("a.yaml"), buf_view(&text));
        struct document *entry = registry_load(&memory.registry, S("a.yaml"), NULL);
        struct lookup lookup = lookup_of(&memory, entry);
        lookup.map = (struct pair_list){(struct pair *)pairs, 4};
        bool ok =
            resolve_reference(&lookup, node_get(entry->root, S("$ref")), OBJECT_SCHEMA, &target);
        is_str(outcome(&memory, ok, &target), cases[i].expected, "map: %s", cases[i].reference);
        memory_close(&memory);
    }
}

/* What was found once for a URI stays; only documents that are used count; what is missed waits. */
static void test_uri_stays(void)
{
    struct memory memory;
    struct target target;
    memory_open(&memory,
                "== a.yaml\n$ref: urn:x\n== b.yaml\n{$id: 'urn:x'}\n== c.yaml\n{$id: 'urn:x'}\n",
                ".");
    struct document *entry = registry_load(&memory.registry, S("a.yaml"), NULL);
    const struct node *reference = node_get(entry->root, S("$ref"));
    struct map identified = {.arena = &memory.arena};
    struct document_set used = {.arena = &memory.arena};
    str missed = {0};
    struct lookup lookup = lookup_of(&memory, entry);
    lookup.identified = &identified;
    lookup.used = &used;
    lookup.missed = &missed;
    struct document *c = registry_load(&memory.registry, S("c.yaml"), NULL);
    ok(!resolve_reference(&lookup, reference, OBJECT_SCHEMA, &target), "c.yaml is not used");
    is_str(missed, "urn:x", "so the URI is missed");
    is_int(memory.found.errors, 0, "and nothing is reported");
    document_set_add(&used, registry_load(&memory.registry, S("b.yaml"), NULL));
    bool ok = resolve_reference(&lookup, reference, OBJECT_SCHEMA, &target);
    is_str(outcome(&memory, ok, &target), "b.yaml# schema 0 by URI", "it is found when it is used");
    resolve_check_twins(&lookup);
    is_int(memory.found.errors, 0, "once");
    document_set_add(&used, c);
    ok = resolve_reference(&lookup, reference, OBJECT_SCHEMA, &target);
    is_str(outcome(&memory, ok, &target), "b.yaml# schema 0 by URI", "what was found stays");
    resolve_check_twins(&lookup);
    is_str(memory_reports(&memory),
           "E0415 a.yaml:1:7 \"urn:x\" leads to two schemas, which have the same URI",
           "but it is told that there are two");
    memory_close(&memory);
}

static void test_offline(void)
{
    struct memory memory;
    struct target target;
    memory_open(&memory, "== a.yaml\na: {$ref: b.yaml}\n== b.yaml\n{}", ".");
    struct document *entry = registry_load(&memory.registry, S("a.yaml"), NULL);
    struct lookup lookup = lookup_of(&memory, entry);
    lookup.offline = true;
    const struct node *reference = find_reference(entry->root);
    ok(!resolve_reference(&lookup, reference, OBJECT_SCHEMA, &target), "nothing is read offline");
    is_int(memory.reads, 1, "but the entry document");
    is_int(memory.found.errors, 0, "which is no error");
    registry_load(&memory.registry, S("b.yaml"), NULL);
    ok(resolve_reference(&lookup, reference, OBJECT_SCHEMA, &target), "what was read is there");
    memory_close(&memory);
}

static void test_keys(void)
{
    struct memory memory;
    memory_open(&memory,
                "== d/a.yaml\n[./x/../b.yaml, 'b.yaml#', '/here/d/b.yaml', 'b.yaml#/p%20q/~1', "
                "'#/p', 'urn:b', '//h/b', 'b?c', 'b%zz', '../c.yaml']\n== d/b.yaml\np q: {/: {}}",
                ".");
    static const char *const expected[] = {"/here/d/b.yaml#",
                                           "/here/d/b.yaml#",
                                           "/here/d/b.yaml#",
                                           "/here/d/b.yaml#/p q/~1",
                                           "",
                                           "",
                                           "",
                                           "",
                                           "",
                                           "/here/c.yaml#"};
    struct document *entry = registry_load(&memory.registry, S("d/a.yaml"), NULL);
    struct document *b = registry_load(&memory.registry, S("d/b.yaml"), NULL);
    struct lookup lookup = lookup_of(&memory, entry);
    for (uint32_t i = 0; i < entry->root->count; i++)
        is_str(resolve_key(&lookup, node_item(entry->root, i)), expected[i], "the key of %s",
               arena_copy(&memory.arena, node_text(node_item(entry->root, i))).data);
    is_str(resolve_place_key(&lookup, b, S("/p q/~1")), expected[3], "is that of its place");
    memory_close(&memory);
}

static void test_dialects(void)
{
    struct memory memory;
    memory_open(&memory,
                "== a.yaml\nopenapi: 3.2.0\n== b.yaml\nnot: {}\n"
                "== c.yaml\n" DRAFT_7
                "not: {$schema: 'http://json-schema.org/draft-06/schema#', not: {}}\n"
                "== d.yaml\nopenapi: 3.0.0\ncomponents: {}\n",
                ".");
    struct document *a = registry_load(&memory.registry, S("a.yaml"), NULL),
                    *b = registry_load(&memory.registry, S("b.yaml"), NULL),
                    *c = registry_load(&memory.registry, S("c.yaml"), NULL),
                    *d = registry_load(&memory.registry, S("d.yaml"), NULL);
    struct lookup lookup = lookup_of(&memory, a);
    lookup.objects = DIALECT_OPENAPI_3_2;
    lookup.schemas = DIALECT_DRAFT_04;
    is_int(resolve_dialect(&lookup, a->root, OBJECT_DOCUMENT), DIALECT_OPENAPI_3_2,
           "of a document");
    is_int(resolve_dialect(&lookup, b->root, OBJECT_SCHEMA), DIALECT_DRAFT_04,
           "inherited: schemas");
    is_int(resolve_dialect(&lookup, b->root, OBJECT_RESPONSE), DIALECT_OPENAPI_3_2, "and objects");
    is_int(resolve_dialect(&lookup, c->root, OBJECT_SCHEMA), DIALECT_DRAFT_07, "$schema");
    is_int(resolve_dialect(&lookup, node_get(node_get(c->root, S("not")), S("not")), OBJECT_SCHEMA),
           DIALECT_DRAFT_06, "an embedded one");
    is_int(resolve_dialect(&lookup, d->root, OBJECT_RESPONSE), DIALECT_OPENAPI_3_0,
           "another version");
    is_int(resolve_dialect(&lookup, d->root, OBJECT_SCHEMA), DIALECT_OPENAPI_3_0,
           "and its schemas");
    memory_close(&memory);
}

static void test_text(void)
{
    struct memory memory;
    struct target target;
    memory_open(&memory, "== a.yaml\n" API "not: {}}", ".");
    struct document *entry = registry_load(&memory.registry, S("a.yaml"), NULL);
    struct lookup lookup = lookup_of(&memory, entry);
    bool ok = resolve_text(&lookup, S("#/components/schemas/A/not"), NULL, OBJECT_SCHEMA, &target);
    is_str(outcome(&memory, ok, &target), "a.yaml#/components/schemas/A/not schema 21", "a text");
    ok = resolve_text(&lookup, S("#/components/schemas/B"), NULL, OBJECT_SCHEMA, &target);
    is_str(outcome(&memory, ok, &target),
           "E0402 a.yaml:1:1 \"#/components/schemas/B\" leads nowhere: there is no \"B\" in "
           "/components/schemas",
           "one that leads nowhere");
    memory_close(&memory);
}

int main(void)
{
    host.getcwd = memory_getcwd;
    test_places();
    test_detours();
    test_uris();
    test_scheme_folder();
    test_map();
    test_uri_stays();
    test_offline();
    test_keys();
    test_dialects();
    test_text();
    return done_testing();
}
