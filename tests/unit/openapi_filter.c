/*
 * What is left out of schemas, and what stays. A case is a document's schemas as YAML; the outcome
 * is that of the schema A, written without blanks.
 */
#include "openapi/filter.h"

#include "openapi/document.h"
#include "source/write.h"

#include "tap.h"

#include <string.h>

struct run {
    struct arena arena;
    struct diag_list found, aside;
    struct sources sources;
    struct registry registry;
    struct openapi openapi;
    struct filter filter;
};

static const struct node *find(void *context, const struct node *reference, enum child_kind kind)
{
    struct run *run = context;
    const struct walk_child child = {.node = reference, .kind = kind, .object = OBJECT_SCHEMA};
    struct target target;
    run->sources.found = &run->aside;
    bool ok = openapi_resolve_child(&run->openapi, &run->openapi.lookup, &child, &target);
    run->sources.found = &run->found;
    return ok ? target.node : NULL;
}

/* Reads SCHEMAS, YAML that begins in the first column, as those of a document of VERSION. */
static void run_open(struct run *run, const char *version, const char *schemas)
{
    *run = (struct run){0};
    run->found.arena = run->aside.arena = &run->arena;
    run->sources = (struct sources){.arena = &run->arena, .found = &run->found};
    struct buf text = buf_in(&run->arena, PTRDIFF_MAX);
    buf_printf(&text, "openapi: %s\ncomponents:\n  schemas:\n", version);
    for (str line, rest = str_of(schemas); str_cut(rest, '\n', &line, &rest) || line.len;) {
        buf_add(&text, S("    "));
        buf_add(&text, line);
        buf_add_byte(&text, '\n');
    }
    struct document *document = sources_read(&run->sources, S("a.yaml"), buf_view(&text));
    registry_init(&run->registry, &run->sources, S("."), false);
    registry_add(&run->registry, document, "a.yaml");
    if (!ok(openapi_open(&run->registry, document, &run->openapi), "it is read"))
        printf("# %s\n", run->found.first ? run->found.first->message : "");
    run->filter = (struct filter){.sources = &run->sources,
                                  .dialect = run->openapi.schema_dialect,
                                  .also = DIALECT_COUNT,
                                  .target = find,
                                  .context = run};
    filter_init(&run->filter);
}

static void run_close(struct run *run)
{
    arena_free(&run->arena);
}

static const struct node *schema(const struct run *run, const char *name)
{
    return node_get(run->openapi.schemas, str_of(name));
}

static str written(struct run *run, const struct node *node)
{
    struct buf text = buf_in(&run->arena, PTRDIFF_MAX);
    const struct node *bad;
    node_write(&text, node, (struct write_options){.style = WRITE_CANONICAL, .order = WRITE_SORTED},
               &bad);
    return buf_view(&text);
}

/* "x-* xml" as a list. */
static struct string_list list_of(struct arena *arena, const char *words)
{
    struct string_list list = {arena_new(arena, const char *, 10), 0};
    for (str word, rest = str_of(words); str_cut(rest, ' ', &word, &rest) || word.len;)
        list.at[list.count++] = arena_copy(arena, word).data;
    return list;
}

/* "x-internal=true x-level=2" as pairs. */
static struct pair_list pairs_of(struct arena *arena, const char *words)
{
    struct string_list list = list_of(arena, words);
    struct pair_list pairs = {arena_new(arena, struct pair, 10), 0};
    for (ptrdiff_t i = 0; i < list.count; i++) {
        str name, value;
        str_cut(str_of(list.at[i]), '=', &name, &value);
        pairs.at[pairs.count++] =
            (struct pair){arena_copy(arena, name).data, arena_copy(arena, value).data};
    }
    return pairs;
}

struct test_case {
    const char *about, *schemas, *filtered;
};

/* Filters A of each case as OPTIONS, which are given as text, say. */
static void check(const struct test_case *cases, size_t count, const char *version,
                  const char *drop, const char *omit, enum view view)
{
    for (size_t i = 0; i < count; i++) {
        struct run run;
        run_open(&run, version, cases[i].schemas);
        run.filter.options.drop = list_of(&run.arena, drop);
        run.filter.options.omit = pairs_of(&run.arena, omit);
        run.filter.options.view = view;
        ok(filter_is_needed(&run.filter.options), "there is something to leave out");
        const struct node *a = schema(&run, "A");
        str before = written(&run, a);
        const struct node *filtered = filter_schema(&run.filter, a);
        is_str(written(&run, filtered), cases[i].filtered, "%s", cases[i].about);
        is_str(written(&run, a), arena_copy(&run.arena, before).data,
               "and the source is as it was");
        ok((filtered == a) == str_equal(before, str_of(cases[i].filtered)),
           "it is itself when nothing was left out");
        is_int(filtered->start, a->start, "at its place");
        is_int(run.found.errors + run.found.limits, 0, "without a fault");
        run_close(&run);
    }
}

#define CHECK(cases, version, drop, omit, view)                                                    \
    check(cases, sizeof(cases) / sizeof *(cases), version, drop, omit, view)

static void test_drop(void)
{
    static const struct test_case cases[] = {
        {"members by name and by prefix, in all subschemas",
         "A: {x-a: 1, xml: {name: a}, type: object, items: {x-b: 2, not: {xml: {}, type: string}}}",
         "{\"items\":{\"not\":{\"type\":\"string\"}},\"type\":\"object\"}"},
        {"properties of these names stay",
         "A: {properties: {x-a: {x-b: 1, type: string}, xml: true}, required: [x-a, xml]}",
         "{\"properties\":{\"x-a\":{\"type\":\"string\"},\"xml\":true},\"required\":[\"x-a\","
         "\"xml\"]}"},
        {"maps of other kinds, too",
         "A: {$defs: {x-a: {}}, dependentSchemas: {xml: {x-b: 1}}, patternProperties: {x-a: {}}}",
         "{\"$defs\":{\"x-a\":{}},\"dependentSchemas\":{\"xml\":{}},\"patternProperties\":{\"x-a\":"
         "{}}}"},
        {"data is no schema",
         "A: {default: {x-a: 1}, enum: [{xml: 1}], const: {x-a: {xml: 2}}, examples: [{x-a: 3}]}",
         "{\"const\":{\"x-a\":{\"xml\":2}},\"default\":{\"x-a\":1},\"enum\":[{\"xml\":1}],"
         "\"examples\":[{\"x-a\":3}]}"},
        {"a schema that only had such members is empty",
         "A: {items: {x-a: 1, xml: {}}, allOf: [{x-b: 1}, {type: string}]}",
         "{\"allOf\":[{},{\"type\":\"string\"}],\"items\":{}}"},
        {"A itself, too", "A: {x-a: 1}", "{}"},
        {"members of a discriminator are no members of a schema",
         "A: {discriminator: {propertyName: xml, x-a: 1}, x-b: 1}",
         "{\"discriminator\":{\"propertyName\":\"xml\",\"x-a\":1}}"},
        {"names are whole", "A: {xmls: 1, xm: 2, X-a: 3, x: 4}",
         "{\"X-a\":3,\"x\":4,\"xm\":2,\"xmls\":1}"},
        {"references are kept", "A: {$ref: '#/components/schemas/B', x-a: 1}\nB: {x-a: 2}",
         "{\"$ref\":\"#/components/schemas/B\"}"},
        {"with nothing to drop", "A: {type: object, properties: {a: {type: string}}}",
         "{\"properties\":{\"a\":{\"type\":\"string\"}},\"type\":\"object\"}"},
        {"a boolean", "A: true", "true"},
        {"an empty schema", "A: {}", "{}"},
        {"an object with an index",
         "A: {properties: {a: {x-a: 1}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}, i: {}, j: "
         "{}, k: {}, l: {}, m: {}, n: {}, o: {}, p: {}, q: {x-b: 1}}}",
         "{\"properties\":{\"a\":{},\"b\":{},\"c\":{},\"d\":{},\"e\":{},\"f\":{},\"g\":{},\"h\":{},"
         "\"i\":{},\"j\":{},\"k\":{},\"l\":{},\"m\":{},\"n\":{},\"o\":{},\"p\":{},\"q\":{}}}"},
        {"misshapen keywords stay as they are", "A: {allOf: {x-a: 1}, properties: [{x-a: 1}]}",
         "{\"allOf\":{\"x-a\":1},\"properties\":[{\"x-a\":1}]}"},
    };
    CHECK(cases, "3.1.0", "x-* xml", "", VIEW_BOTH);
    static const struct test_case all[] = {
        {"a lone * is all members", "A: {type: object, items: {}}", "{}"}};
    CHECK(all, "3.1.0", "*", "", VIEW_BOTH);
}

static void test_omit_properties(void)
{
    static const struct test_case cases[] = {
        {"a property, with its name in required and the dependent keywords",
         "A:\n"
         "  properties: {a: {x-internal: true}, b: {type: string}}\n"
         "  required: [a, b]\n"
         "  dependentRequired: {a: [b], b: [a, c], c: [a]}\n"
         "  dependencies: {a: {type: string}, b: [a], c: [a, b], d: {type: object}}\n"
         "  dependentSchemas: {a: {}, b: {}}\n",
         "{\"dependencies\":{\"c\":[\"b\"],\"d\":{\"type\":\"object\"}},\"dependentRequired\":{\"b\":["
         "\"c\"]},\"dependentSchemas\":{\"b\":{}},\"properties\":{\"b\":{\"type\":\"string\"}},"
         "\"required\":[\"b\"]}"},
        {"what is empty then leaves",
         "A:\n"
         "  type: object\n"
         "  properties: {a: {x-internal: true}}\n"
         "  required: [a]\n"
         "  dependentRequired: {a: [b], c: [a]}\n",
         "{\"type\":\"object\"}"},
        {"what was empty before stays", "A: {properties: {}, required: [], allOf: []}",
         "{\"allOf\":[],\"properties\":{},\"required\":[]}"},
        {"by a reference, through others",
         "A: {properties: {a: {$ref: '#/components/schemas/B'}, b: {type: string}}}\n"
         "B: {$ref: '#/components/schemas/C'}\n"
         "C: {$ref: '#/components/schemas/D', description: c}\n"
         "D: {x-internal: true}\n",
         "{\"properties\":{\"b\":{\"type\":\"string\"}}}"},
        {"by a reference into the middle",
         "A: {properties: {a: {$ref: '#/components/schemas/B/properties/b'}}, title: t}\n"
         "B: {properties: {b: {x-internal: true}}}\n",
         "{\"title\":\"t\"}"},
        {"not by an allOf, whose branch leaves instead",
         "A: {properties: {a: {allOf: [{$ref: '#/components/schemas/B'}], title: t}}}\n"
         "B: {x-internal: true}\n",
         "{\"properties\":{\"a\":{\"title\":\"t\"}}}"},
        {"references in a ring, and nowhere",
         "A: {properties: {a: {$ref: '#/components/schemas/B'}, b: {$ref: '#/nowhere'}, c: {$ref: "
         "1}}}\n"
         "B: {$ref: '#/components/schemas/C'}\n"
         "C: {$ref: '#/components/schemas/B'}\n",
         "{\"properties\":{\"a\":{\"$ref\":\"#/components/schemas/"
         "B\"},\"b\":{\"$ref\":\"#/nowhere\"},\"c\":{\"$ref\":1}}}"},
        {"other values do not count",
         "A: {properties: {a: {x-internal: false}, b: {x-internal: [true]}, c: {x-internal: null}}}",
         "{\"properties\":{\"a\":{\"x-internal\":false},\"b\":{\"x-internal\":[true]},\"c\":{\"x-"
         "internal\":null}}}"},
        {"a property of the name does not count, nor data",
         "A: {properties: {a: {properties: {x-internal: true}}, b: {default: {x-internal: true}}}}",
         "{\"properties\":{\"a\":{\"properties\":{\"x-internal\":true}},\"b\":{\"default\":{\"x-"
         "internal\":true}}}}"},
        {"patterns and definitions",
         "A: {patternProperties: {a: {x-internal: true}, b: {}}, $defs: {c: {x-internal: true}}}",
         "{\"patternProperties\":{\"b\":{}}}"},
        {"where nothing can be left out it stays, and so does A",
         "A:\n"
         "  x-internal: true\n"
         "  items: {x-internal: true}\n"
         "  prefixItems: [{x-internal: true}, {}]\n"
         "  not: {x-internal: true}\n"
         "  additionalProperties: {x-internal: true}\n"
         "  then: {x-internal: true}\n",
         "{\"additionalProperties\":{\"x-internal\":true},\"items\":{\"x-internal\":true},\"not\":{"
         "\"x-internal\":true},\"prefixItems\":[{\"x-internal\":true},{}],\"then\":{\"x-internal\":"
         "true},\"x-internal\":true}"},
        {"deep inside of what stays",
         "A: {items: {additionalProperties: {properties: {a: {x-internal: true}}, title: t}}}",
         "{\"items\":{\"additionalProperties\":{\"title\":\"t\"}}}"},
        {"nothing in a not or an if",
         "A:\n"
         "  not: {properties: {a: {x-internal: true}}, required: [a]}\n"
         "  if: {allOf: [{properties: {a: {x-internal: true}}}], anyOf: [{x-internal: true}]}\n",
         "{\"if\":{\"allOf\":[{\"properties\":{\"a\":{\"x-internal\":true}}}],\"anyOf\":[{\"x-"
         "internal\":true}]},\"not\":{\"properties\":{\"a\":{\"x-internal\":true}},\"required\":["
         "\"a\"]}}"},
        {"names that are no properties stay in required",
         "A: {properties: {a: {x-internal: true}}, required: [b, 1, {a: a}, c]}",
         "{\"required\":[\"b\",1,{\"a\":\"a\"},\"c\"]}"},
    };
    CHECK(cases, "3.1.0", "", "x-internal=true", VIEW_BOTH);
}

static void test_omit_branches(void)
{
    static const struct test_case cases[] = {
        {"a branch of each list",
         "A:\n"
         "  allOf: [{x-internal: true}, {type: object}]\n"
         "  anyOf: [{title: a}, {$ref: '#/components/schemas/B'}, true]\n"
         "  oneOf: [{type: string}, {x-internal: true}]\n"
         "B: {x-internal: true}\n",
         "{\"allOf\":[{\"type\":\"object\"}],\"anyOf\":[{\"title\":\"a\"},true],\"oneOf\":[{\"type\":"
         "\"string\"}]}"},
        {"the last one takes the list along",
         "A: {type: object, allOf: [{x-internal: true}], items: {allOf: [{x-internal: true}]}}",
         "{\"items\":{},\"type\":\"object\"}"},
        {"a mapping follows its branches",
         "A:\n"
         "  oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]\n"
         "  discriminator:\n"
         "    propertyName: kind\n"
         "    mapping: {b: '#/components/schemas/B', b2: B, c: '#/components/schemas/C', c2: C}\n"
         "    defaultMapping: B\n"
         "B: {x-internal: true}\n"
         "C: {type: object}\n",
         "{\"discriminator\":{\"mapping\":{\"c\":\"#/components/schemas/"
         "C\",\"c2\":\"C\"},\"propertyName\":\"kind\"},\"oneOf\":[{\"$ref\":\"#/components/schemas/"
         "C\"}]}"},
        {"a mapping without an entry leaves",
         "A: {discriminator: {propertyName: kind, mapping: {b: B}}}\nB: {x-internal: true}\n",
         "{\"discriminator\":{\"propertyName\":\"kind\"}}"},
    };
    CHECK(cases, "3.2.0", "", "x-internal=true", VIEW_BOTH);

    struct run run;
    run_open(&run, "3.1.0",
             "A: {items: {oneOf: [{x-internal: true}, {x-internal: true}]}, anyOf: []}");
    run.filter.options.omit = pairs_of(&run.arena, "x-internal=true");
    const struct node *a = schema(&run, "A");
    is_str(written(&run, filter_schema(&run.filter, a)), "{\"anyOf\":[],\"items\":{}}",
           "a choice without a branch is no choice");
    is_int(run.found.warnings, 1, "and a warning");
    const struct node *list = node_get(node_get(a, S("items")), S("oneOf"));
    ok(run.found.first && run.found.first->code == W0403 &&
           run.found.first->where.start == list->start,
       "at its place");
    run_close(&run);
}

static void test_omit_values(void)
{
    static const struct test_case cases[] = {
        {"by strings, numbers, null, and what is written as a string",
         "A:\n"
         "  properties:\n"
         "    a: {x-a: internal}\n"
         "    b: {x-a: other}\n"
         "    c: {x-b: 2}\n"
         "    d: {x-b: 2.0}\n"
         "    e: {x-b: '2'}\n"
         "    f: {x-b: 20}\n"
         "    g: {x-c: null}\n"
         "    h: {x-c: ''}\n"
         "    i: {x-c: false, x-b: 2}\n",
         "{\"properties\":{\"b\":{\"x-a\":\"other\"},\"f\":{\"x-b\":20},\"h\":{\"x-c\":\"\"}}}"},
    };
    CHECK(cases, "3.1.0", "", "x-a=internal x-b=2 x-c=null", VIEW_BOTH);
    static const struct test_case number[] = {
        {"a value that is no number is none of the numbers",
         "A: {properties: {a: {x-a: 1}, b: {x-a: 1e}}}", "{\"properties\":{\"a\":{\"x-a\":1}}}"},
    };
    CHECK(number, "3.1.0", "", "x-a=1e", VIEW_BOTH);
    static const struct test_case both[] = {
        {"what is dropped still counts",
         "A: {properties: {a: {x-internal: true}, b: {x-internal: false}}}",
         "{\"properties\":{\"b\":{}}}"},
    };
    CHECK(both, "3.1.0", "x-*", "x-internal=true", VIEW_BOTH);
}

static void test_view(void)
{
    static const struct test_case request[] = {
        {"readOnly properties leave, and their names",
         "A:\n"
         "  properties: {a: {readOnly: true}, b: {writeOnly: true}, c: {readOnly: false}}\n"
         "  required: [a, b, c]\n"
         "  dependentRequired: {b: [a]}\n",
         "{\"properties\":{\"b\":{\"writeOnly\":true},\"c\":{\"readOnly\":false}},\"required\":[\"b\","
         "\"c\"]}"},
        {"through references and allOf",
         "A:\n"
         "  properties:\n"
         "    a: {$ref: '#/components/schemas/B'}\n"
         "    b: {allOf: [{type: string}, {$ref: '#/components/schemas/C'}]}\n"
         "    c: {allOf: [{allOf: [{readOnly: true}]}]}\n"
         "    d: {anyOf: [{readOnly: true}]}\n"
         "    e: {items: {readOnly: true}}\n"
         "    f: {readOnly: 'true'}\n"
         "B: {$ref: '#/components/schemas/C', title: b}\n"
         "C: {allOf: [{$ref: '#/components/schemas/D'}, {type: string}]}\n"
         "D: {readOnly: true}\n",
         "{\"properties\":{\"d\":{\"anyOf\":[{\"readOnly\":true}]},\"e\":{\"items\":{\"readOnly\":"
         "true}},\"f\":{\"readOnly\":\"true\"}}}"},
        {"a mark beside a reference",
         "A: {properties: {a: {$ref: '#/components/schemas/B', readOnly: "
         "true}}, title: t}\nB: {}\n",
         "{\"title\":\"t\"}"},
        {"only properties are of one message",
         "A: {readOnly: true, items: {readOnly: true}, allOf: [{readOnly: true}], "
         "additionalProperties: {readOnly: true}, patternProperties: {a: {readOnly: true}}}",
         "{\"additionalProperties\":{\"readOnly\":true},\"allOf\":[{\"readOnly\":true}],\"items\":{"
         "\"readOnly\":true},\"patternProperties\":{\"a\":{\"readOnly\":true}},\"readOnly\":true}"},
        {"rings with the mark in them, wherever they are entered",
         "A:\n"
         "  properties:\n"
         "    a: {$ref: '#/components/schemas/B'}\n"
         "    b: {$ref: '#/components/schemas/C'}\n"
         "    c: {$ref: '#/components/schemas/D'}\n"
         "    d: {$ref: '#/components/schemas/E'}\n"
         "B: {allOf: [{$ref: '#/components/schemas/C'}, {$ref: '#/components/schemas/D'}]}\n"
         "C: {allOf: [{$ref: '#/components/schemas/B'}]}\n"
         "D: {readOnly: true}\n"
         "E: {allOf: [{$ref: '#/components/schemas/E'}]}\n",
         "{\"properties\":{\"d\":{\"$ref\":\"#/components/schemas/E\"}}}"},
    };
    CHECK(request, "3.1.0", "", "", VIEW_REQUEST);
    static const struct test_case response[] = {
        {"writeOnly properties of a response",
         "A: {properties: {a: {readOnly: true}, b: {writeOnly: true}}, required: [a, b]}",
         "{\"properties\":{\"a\":{\"readOnly\":true}},\"required\":[\"a\"]}"},
    };
    CHECK(response, "3.0.3", "", "", VIEW_RESPONSE);
    static const struct test_case hidden[] = {
        {"in 3.0 a reference hides a mark, but not that of its target",
         "A:\n"
         "  properties:\n"
         "    a: {$ref: '#/components/schemas/B', readOnly: true}\n"
         "    b: {$ref: '#/components/schemas/C', readOnly: false}\n"
         "    c: {$ref: '#/components/schemas/B', allOf: [{readOnly: true}]}\n"
         "  required: [a, b, c]\n"
         "B: {type: string}\n"
         "C: {readOnly: true}\n",
         "{\"properties\":{\"a\":{\"$ref\":\"#/components/schemas/"
         "B\",\"readOnly\":true},\"c\":{\"$ref\":\"#/components/schemas/"
         "B\",\"allOf\":[{\"readOnly\":true}]}},\"required\":[\"a\",\"c\"]}"},
    };
    CHECK(hidden, "3.0.3", "", "", VIEW_REQUEST);

    struct run run;
    run_open(&run, "3.0.3",
             "A: {properties: {a: {$ref: '#/components/schemas/B', readOnly: true}}}\nB: {}");
    run.filter.options.view = VIEW_REQUEST;
    run.filter.honour_ref_siblings = true;
    is_str(written(&run, filter_schema(&run.filter, schema(&run, "A"))), "{}",
           "unless siblings are honoured");
    run_close(&run);
}

/* "required" apart from "properties". */
static void test_composites(void)
{
    static const struct test_case cases[] = {
        {"in a neighbour in the allOf, in both directions",
         "A:\n"
         "  allOf:\n"
         "    - {properties: {a: {readOnly: true}, b: {}}, required: [c]}\n"
         "    - {properties: {c: {readOnly: true}}, required: [a, b]}\n"
         "  required: [a, b, c]\n",
         "{\"allOf\":[{\"properties\":{\"b\":{}}},{\"required\":[\"b\"]}],\"required\":[\"b\"]}"},
        {"behind references",
         "A: {allOf: [{$ref: '#/components/schemas/B'}, {required: [a, b, c]}]}\n"
         "B: {allOf: [{$ref: '#/components/schemas/C'}], properties: {b: {readOnly: true}}}\n"
         "C: {properties: {c: {readOnly: true}}, required: [a]}\n",
         "{\"allOf\":[{\"$ref\":\"#/components/schemas/B\"},{\"required\":[\"a\"]}]}"},
        {"beside a reference",
         "A: {$ref: '#/components/schemas/B', required: [a, b]}\n"
         "B: {properties: {a: {readOnly: true}}}\n",
         "{\"$ref\":\"#/components/schemas/B\",\"required\":[\"b\"]}"},
        {"in nested branches, then, else and dependent schemas",
         "A:\n"
         "  properties: {a: {readOnly: true}}\n"
         "  allOf: [{title: t, allOf: [{title: u, required: [a]}]}]\n"
         "  if: {required: [a]}\n"
         "  then: {required: [a, b]}\n"
         "  else: {allOf: [{required: [a, c]}]}\n"
         "  dependentSchemas: {d: {required: [e, a]}}\n",
         "{\"allOf\":[{\"allOf\":[{\"title\":\"u\"}],\"title\":\"t\"}],\"dependentSchemas\":{\"d\":{"
         "\"required\":[\"e\"]}},\"else\":{\"allOf\":[{\"required\":[\"c\"]}]},\"if\":{\"required\":["
         "\"a\"]},\"then\":{\"required\":[\"b\"]}}"},
        {"not in the branches of a choice, nor of other objects",
         "A:\n"
         "  properties: {a: {readOnly: true}}\n"
         "  title: t\n"
         "  anyOf: [{required: [a]}, {required: [b]}]\n"
         "  items: {required: [a]}\n"
         "  additionalProperties: {allOf: [{required: [a]}]}\n",
         "{\"additionalProperties\":{\"allOf\":[{\"required\":[\"a\"]}]},\"anyOf\":[{\"required\":["
         "\"a\"]},{\"required\":[\"b\"]}],\"items\":{\"required\":[\"a\"]},\"title\":\"t\"}"},
        {"a property that is declared anew stays, and is not required",
         "A:\n"
         "  allOf:\n"
         "    - {properties: {a: {readOnly: true}}, title: t}\n"
         "    - {properties: {a: {minLength: 1}}, required: [a]}\n",
         "{\"allOf\":[{\"title\":\"t\"},{\"properties\":{\"a\":{\"minLength\":1}}}]}"},
        {"a ring of objects",
         "A: {allOf: [{$ref: '#/components/schemas/B'}], required: [a, b, c]}\n"
         "B: {allOf: [{$ref: '#/components/schemas/A'}], properties: {b: {readOnly: true}}}\n",
         "{\"allOf\":[{\"$ref\":\"#/components/schemas/B\"}],\"required\":[\"a\",\"c\"]}"},
        {"several ways to one object",
         "A: {allOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}], required: "
         "[a, b, c, d, e]}\n"
         "B: {allOf: [{$ref: '#/components/schemas/D'}], properties: {b: {readOnly: true}}}\n"
         "C: {allOf: [{$ref: '#/components/schemas/D'}], properties: {c: {readOnly: true}}}\n"
         "D: {properties: {d: {readOnly: true}}}\n",
         "{\"allOf\":[{\"$ref\":\"#/components/schemas/B\"},{\"$ref\":\"#/components/schemas/"
         "C\"}],\"required\":[\"a\",\"e\"]}"},
    };
    CHECK(cases, "3.1.0", "", "", VIEW_REQUEST);
    static const struct test_case hidden[] = {
        {"in 3.0 a reference hides the properties beside it",
         "A: {allOf: [{$ref: '#/components/schemas/B', properties: {a: {readOnly: true}}}, "
         "{required: [a]}]}\n"
         "B: {}\n",
         "{\"allOf\":[{\"$ref\":\"#/components/schemas/B\"},{\"required\":[\"a\"]}]}"},
    };
    CHECK(hidden, "3.0.3", "", "", VIEW_REQUEST);
}

static void test_omits(void)
{
    struct run run;
    run_open(&run, "3.1.0",
             "A: {x-internal: true}\n"
             "B: {$ref: '#/components/schemas/A'}\n"
             "C: {allOf: [{x-internal: true}]}\n"
             "D: true\n"
             "E: {$ref: '#/components/schemas/F'}\n"
             "F: {$ref: '#/components/schemas/E'}\n");
    ok(!filter_omits(&run.filter, schema(&run, "A")), "nothing, without being told to");
    run.filter.options.omit = pairs_of(&run.arena, "x-internal=true");
    static const struct {
        const char *name;
        bool omitted;
    } cases[] = {{"B", true},  {"A", true},  {"B", true}, {"C", false},
                 {"D", false}, {"E", false}, {"F", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ok(filter_omits(&run.filter, schema(&run, cases[i].name)) == cases[i].omitted,
           "%s is omitted: %d", cases[i].name, cases[i].omitted);
    ok(!filter_is_needed(&(struct filter_options){0}), "no options, no filter");
    run_close(&run);
}

/* Reports the faults of all objects in NODE. */
static void report_all(struct run *run, const struct node *node)
{
    sources_report_faults(&run->sources, node);
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++)
        report_all(run, node_value(node, i));
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++)
        report_all(run, node_item(node, i));
}

static void test_faults(void)
{
    static const struct {
        const char *about, *schemas;
        int errors;
    } cases[] = {
        {"in a member that is dropped", "A: {x-a: {b: 1, b: 2}, type: string}", 0},
        {"a doubled member that is dropped", "A: {x-a: 1, x-a: 2, type: string}", 0},
        {"in an object whose other member is dropped", "A: {x-a: 1, type: string, type: object}",
         1},
        {"in a map of which an entry leaves",
         "A: {properties: {a: {x-internal: true}, b: {}, b: {}}}", 1},
        {"in an entry that leaves",
         "A: {properties: {a: {x-internal: true, title: t, title: u}, b: {}}}", 0},
        {"a doubled entry of which one leaves",
         "A: {properties: {a: {x-internal: true}, a: {type: string}}}", 1},
        {"a doubled entry that leaves",
         "A: {properties: {a: {x-internal: true}, a: {x-internal: true}, b: {}}}", 0},
        {"in an object around what is left out, far outside",
         "A: {title: t, title: u, items: {items: {not: {x-a: 1}}}}", 1},
        {"in a map around it", "A: {$defs: {a: {}, a: {}, b: {items: {x-a: 1}}}}", 1},
        {"in data", "A: {default: {a: 1, a: 2}, x-a: 1}", 1},
        {"a number that is none", "A: {maximum: .inf, x-a: .inf}", 1},
        {"a key that is no scalar", "A: {[a]: 1, x-a: 1}", 1},
        {"by a merge key", "A: {<<: {type: string, type: object, x-a: 1}, x-b: 1}", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run;
        run_open(&run, "3.1.0", cases[i].schemas);
        run.filter.options.drop = list_of(&run.arena, "x-a x-b");
        run.filter.options.omit = pairs_of(&run.arena, "x-internal=true");
        const struct node *filtered = filter_schema(&run.filter, schema(&run, "A"));
        report_all(&run, filtered);
        is_int(run.found.count, cases[i].errors, "a fault %s", cases[i].about);
        int before = run.found.errors;
        report_all(&run, filter_schema(&run.filter, schema(&run, "A")));
        is_int(run.found.count, cases[i].errors, "and it is told once");
        ok((run.found.errors > before) == (cases[i].errors > 0), "but counts again");
        run_close(&run);
    }
}

/* Copied schemas are read by another dialect, too. */
static void test_also(void)
{
    struct run run;
    run_open(&run, "3.0.3",
             "A: {then: {x-a: 1}, prefixItems: [{x-a: 1}], dependentRequired: {a: [b]}, "
             "properties: {b: {x-internal: true}}, unknown: {x-a: 1}}");
    run.filter.also = DIALECT_2020_12;
    run.filter.options.drop = list_of(&run.arena, "x-*");
    run.filter.options.omit = pairs_of(&run.arena, "x-internal=true");
    is_str(written(&run, filter_schema(&run.filter, schema(&run, "A"))),
           "{\"prefixItems\":[{}],\"then\":{},\"unknown\":{\"x-a\":1}}",
           "what either dialect takes for a schema is one");
    run_close(&run);
}

static void test_drop_alone(void)
{
    struct run run;
    run_open(&run, "3.1.0", "A: {x-a: 1, type: string, items: {x-b: 1}, x-b: 2}\nB: {}\nC: true");
    struct string_list drop = list_of(&run.arena, "x-*");
    is_str(written(&run, filter_drop(&run.arena, &drop, schema(&run, "A"))),
           "{\"items\":{\"x-b\":1},\"type\":\"string\"}", "of one object");
    drop = list_of(&run.arena, "xml");
    ok(filter_drop(&run.arena, &drop, schema(&run, "A")) == schema(&run, "A"), "or nothing");
    ok(filter_drop(&run.arena, &drop, schema(&run, "B")) == schema(&run, "B"), "of nothing");
    ok(filter_drop(&run.arena, &drop, schema(&run, "C")) == schema(&run, "C"), "of a boolean");
    run_close(&run);
}

/* COUNT schemas S0, S1 and so on, each FORMAT with the number of the next one in it, then END. */
static const char *chain(struct run *run, int count, const char *format, const char *end)
{
    struct buf text = buf_in(&run->arena, PTRDIFF_MAX);
    buf_printf(&text, "A: {properties: {p: {$ref: '#/components/schemas/S0'}}, allOf: [{$ref: "
                      "'#/components/schemas/S0'}], required: [p, last]}\n");
    for (int i = 0; i < count; i++) {
        str before, after;
        buf_printf(&text, "S%d: ", i);
        for (str rest = str_of(format); str_cut(rest, '%', &before, &after); rest = after) {
            buf_add(&text, before);
            buf_printf(&text, "%d", i + 1);
        }
        buf_add(&text, before);
        buf_add_byte(&text, '\n');
    }
    buf_printf(&text, "S%d: %s", count, end);
    buf_add_byte(&text, '\0');
    return text.data;
}

/* Schemas without bound in a row: no recursion, and no work again for each of them. */
static void test_long_chains(void)
{
    static const struct {
        const char *about, *format, *end, *filtered;
    } cases[] = {
        {"references", "{$ref: '#/components/schemas/S%'}", "{x-internal: true}",
         "{\"required\":[\"last\"]}"},
        {"allOf", "{allOf: [{$ref: '#/components/schemas/S%'}]}",
         "{readOnly: true, properties: {last: {readOnly: true}}}",
         "{\"allOf\":[{\"$ref\":\"#/components/schemas/S0\"}]}"},
        {"names on all levels",
         "{allOf: [{$ref: '#/components/schemas/S%'}], properties: {p%: {readOnly: true}}}",
         "{readOnly: true, properties: {last: {readOnly: true}}}",
         "{\"allOf\":[{\"$ref\":\"#/components/schemas/S0\"}]}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run text = {0}, run;
        const char *schemas = chain(&text, 50000, cases[i].format, cases[i].end);
        run_open(&run, "3.1.0", schemas);
        run.filter.options.omit = pairs_of(&run.arena, "x-internal=true");
        run.filter.options.view = VIEW_REQUEST;
        str filtered = written(&run, filter_schema(&run.filter, schema(&run, "A")));
        is_str(filtered, cases[i].filtered, "a chain of 50,000 %s", cases[i].about);
        is_int(run.found.count, 0, "without a report");
        run_close(&run);
        run_close(&text);
    }
}

/* Each of many objects asks for a name in a chain of all others. */
static void test_limit(void)
{
    struct run text = {0}, run;
    run_open(&run, "3.1.0",
             chain(&text, 20000,
                   "{allOf: [{$ref: '#/components/schemas/S%'}], required: [q], properties: {p%: "
                   "{readOnly: true}}}",
                   "{}"));
    run.filter.options.view = VIEW_REQUEST;
    for (uint32_t i = 0; i < run.openapi.schemas->count; i++)
        filter_schema(&run.filter, node_value(run.openapi.schemas, i));
    is_int(run.found.limits, 1, "too much to look through is a limit");
    ok(run.found.first && run.found.first->code == L0502, "told once");
    run_close(&run);
    run_close(&text);
}

/* A single set of names is looked through whatever was done before: nothing would report it. */
static void test_beyond_limit(void)
{
    struct run run;
    run_open(&run, "3.1.0", "A: {properties: {p: {readOnly: true}}, required: [p, q]}");
    run.filter.options.view = VIEW_REQUEST;
    run.filter.work = PTRDIFF_MAX / 2;
    is_str(written(&run, filter_schema(&run.filter, schema(&run, "A"))), "{\"required\":[\"q\"]}",
           "names of one object are found without a limit");
    is_int(run.found.count, 0, "without a report");
    run_close(&run);
}

int main(void)
{
    test_drop();
    test_omit_properties();
    test_omit_branches();
    test_omit_values();
    test_view();
    test_composites();
    test_omits();
    test_faults();
    test_also();
    test_drop_alone();
    test_long_chains();
    test_limit();
    test_beyond_limit();
    return done_testing();
}
