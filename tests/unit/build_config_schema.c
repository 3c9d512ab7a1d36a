/*
 * The schema of schemac.yaml that the program carries, and what its reader takes: the same members
 * with the same choices, and the reader accepts and refuses what it should.
 */
#include "build/config.h"
#include "build/config_judge.h"
#include "build/config_schema.h"
#include "source/number.h"

#include "reading.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* The member of the member NAME of OBJECT; NULL anywhere gives NULL. */
static const struct node *get(const struct node *object, const char *name)
{
    return node_is(object, NODE_OBJECT) ? node_get(object, str_of(name)) : NULL;
}

static bool is_text(const struct node *node, const char *text)
{
    return node_is(node, NODE_STRING) && str_equal(node_text(node), str_of(text));
}

static bool has_text(const struct node *list, str text)
{
    for (uint32_t i = 0; node_is(list, NODE_ARRAY) && i < list->count; i++)
        if (node_is(node_item(list, i), NODE_STRING) &&
            str_equal(node_text(node_item(list, i)), text))
            return true;
    return false;
}

/* NAME of an option as it is spelt in the file. */
static const char *spelling(struct arena *arena, const char *name)
{
    char *text = arena_alloc(arena, 1, (ptrdiff_t)strlen(name) + 1);
    for (ptrdiff_t i = 0; name[i]; i++)
        text[i] = (char)(name[i] == '-' ? '_' : name[i]);
    return text;
}

/* True when TEXT is a JSON number: without quotes a YAML reader takes it for one. */
static bool is_number(const char *text)
{
    return number_scan(str_of(text)) == str_of(text).len;
}

static bool has_number(const struct node *list, str text)
{
    for (uint32_t i = 0; node_is(list, NODE_ARRAY) && i < list->count; i++)
        if (node_is(node_item(list, i), NODE_NUMBER) &&
            number_equal(node_text(node_item(list, i)), text))
            return true;
    return false;
}

/* The property of a choice has the same words, and those that are numbers as such too. */
static void test_choices(const struct node *property, const struct option *option)
{
    const struct node *words = get(property, "enum");
    uint32_t count = 0;
    for (ptrdiff_t i = 0; option->choices[i]; i++, count++) {
        const char *word = option->choices[i];
        ok(has_text(words, str_of(word)), "%s can be %s in the schema", option->name, word);
        count += is_number(word);
        ok(!is_number(word) || has_number(words, str_of(word)), "without quotes too");
    }
    is_int(words ? words->count : 0, count, "%s has no further choice there", option->name);
}

/* The property takes the values that the option's kind takes. */
static void test_kind(const struct node *property, const struct option *option)
{
    bool right = false;
    switch (option->kind) {
    case OPTION_CHOICE:
        test_choices(property, option);
        right = is_text(get(property, "type"), "string") || is_number(option->choices[0]);
        break;
    case OPTION_PAIRS:
    case OPTION_FILES:
        right = is_text(get(property, "type"), "object");
        break;
    case OPTION_LIST:
        right = is_text(get(property, "$ref"), strcmp(option->argument, "FILE") == 0
                                                   ? "#/$defs/SchemacFiles"
                                                   : "#/$defs/SchemacNames");
        break;
    case OPTION_FILE:
        right = is_text(get(property, "$ref"), "#/$defs/SchemacFile");
        break;
    case OPTION_NO:
        right = is_text(get(property, "type"), "boolean");
        break;
    case OPTION_STRING:
        right = is_text(get(property, "type"), "string") && !get(property, "enum");
        break;
    default:
        break;
    }
    ok(right, "%s is of the kind that is read", option->name);
}

static void test_keys(struct reading *run, const struct node *artifact)
{
    const struct node *properties = get(artifact, "properties");
    uint32_t count = 0;
    if (!ok(node_is(properties, NODE_OBJECT), "the schema has keys of artifacts"))
        return;
    for (const struct option *option = config_keys; option->name; option++, count++) {
        const struct node *property = get(properties, spelling(&run->arena, option->name));
        if (ok(property, "the schema has the key %s", option->name))
            test_kind(property, option);
    }
    const struct node *roots = get(properties, "roots"), *root = get(properties, "root");
    ok(roots && root && is_text(get(roots, "$ref"), "#/$defs/SchemacNames"),
       "roots is another word for root");
    is_int(properties->count, count + 1, "the schema has no key that is not read");
    ok(node_is(get(artifact, "additionalProperties"), NODE_BOOL) &&
           !get(artifact, "additionalProperties")->count,
       "other keys are refused");
}

/* The schema at OBJECT has just the keys of TABLE and OTHER, or NULL, which is read by hand. */
static void test_table(struct reading *run, const struct node *object, const struct option *table,
                       const char *other)
{
    const struct node *properties = get(object, "properties");
    uint32_t count = 0;
    for (const struct option *option = table; option->name; option++, count++) {
        const struct node *property = get(properties, spelling(&run->arena, option->name));
        ok(property, "the schema has the key %s", option->name);
        ok(option->kind == OPTION_LIST ? is_text(get(property, "$ref"), "#/$defs/SchemacNames")
                                       : is_text(get(property, "type"), "string"),
           "%s is of the kind that is read", option->name);
    }
    ok(!other || get(properties, other), "it has %s", other ? other : "no other");
    is_int(properties ? properties->count : 0, count + (other ? 1 : 0),
           "and no key that is not read");
    ok(node_is(get(object, "additionalProperties"), NODE_BOOL) &&
           !get(object, "additionalProperties")->count,
       "other keys are refused");
}

static void test_members(const struct node *config)
{
    const struct node *properties = get(config, "properties"), *required = get(config, "required");
    if (!ok(node_is(properties, NODE_OBJECT) && node_is(required, NODE_ARRAY),
            "the schema has members of the top"))
        return;
    const struct node *either = get(config, "anyOf");
    uint32_t count = 0, required_count = 0, declaring = 0;
    enum config_need need;
    for (str name; (name = config_member(count, &need)).data; count++) {
        ok(node_get(properties, name), "the schema has the member %s", name.data);
        ok(has_text(required, name) == (need == CONFIG_REQUIRED),
           "it is required as it is by the reader");
        required_count += need == CONFIG_REQUIRED;
        if (need == CONFIG_DECLARES && either && declaring < either->count)
            ok(has_text(get(node_item(either, declaring), "required"), name),
               "it is one of those of which one is required");
        declaring += need == CONFIG_DECLARES;
    }
    is_int(properties->count, count, "the schema has no member that is not read");
    is_int(required->count, required_count, "and requires no other");
    is_int(either ? either->count : 0, declaring, "nor one of others");
    ok(node_is(get(config, "additionalProperties"), NODE_BOOL) &&
           !get(config, "additionalProperties")->count,
       "other members are refused");
}

static void test_agreement(void)
{
    struct reading run;
    reading_begin(&run, (struct read_policy){0});
    ok(config_schema.len > 0, "the program carries the schema");
    struct document *document = sources_read(&run.sources, S("schema.json"), config_schema);
    if (ok(document && run.found.count == 0, "it is JSON without a fault")) {
        const struct node *definitions = get(document->root, "$defs");
        test_keys(&run, get(definitions, "SchemacArtifact"));
        test_members(get(definitions, "SchemacConfig"));
        test_table(&run, get(definitions, "SchemacExamples"), config_examples_keys, "markdown");
        test_table(&run, get(definitions, "SchemacMarkdown"), config_markdown_keys, "count");
        test_table(&run, get(definitions, "SchemacRelease"), config_release_keys, NULL);
        test_table(&run, get(definitions, "SchemacWaiver"), config_waiver_keys, NULL);
        test_table(&run, get(definitions, "SchemacDisclosure"), config_disclosure_keys, NULL);
    }
    reading_close(&run);
}

#define TOP "version: 1\nsource: a.yaml\n"

#define RELEASE                                                                                    \
    TOP "artifacts: {a.json: {root: A}}\nrelease: {id: 'https://a.example/{version}/{file}', "
#define WAIVERS TOP "artifacts: {o.json: {root: A}}\nwaivers: "
#define DISCLOSURES TOP "artifacts: {a.json: {root: A}}\ndisclosures: "
#define END "operation: o, source: s.yaml, out: d/e}}"
#define EXAMPLES TOP "artifacts: {a.json: {root: A}}\nexamples: "

static const struct {
    const char *name, *text;
    enum diag_code code; /* DIAG_CODE_COUNT: it is accepted */
} cases[] = {
    {"one artifact", TOP "artifacts: {a.json: {root: A}}", DIAG_CODE_COUNT},
    {"all of an artifact's keys are defaults", TOP "artifacts:\n  a.json:\n", DIAG_CODE_COUNT},
    {"JSON",
     "{\"version\": 1, \"artifacts\": {\"a.json\": {\"source\": \"a.yaml\", \"root\": \"A\"}}}",
     DIAG_CODE_COUNT},
    {"all keys",
     TOP
     "fingerprints: b/p.json\ndefaults: {comment: c}\nartifacts:\n  a.json: {roots: [A, B], "
     "dialect: draft-07, id: 'x:y', title: t, comment: c, root_form: ref, style: go, order: source, "
     "translate: false, refer: [b.json], source: b.yaml, strict: true, assume: '3.0', "
     "honour_ref_siblings: true, discriminator: conditional, view: request, drop: [x-*, xml], "
     "omit: {x-internal: true, x-level: 3, x-team: a=b}, map: {'https://a.example/': b/}}\n"
     "  b.json: {root: '*', id: 'x:z'}",
     DIAG_CODE_COUNT},
    {"each artifact has its source", "version: 1\nartifacts: {a.json: {source: b.yaml, root: A}}",
     DIAG_CODE_COUNT},
    {"a source in the defaults",
     "version: 1\ndefaults: {source: b.yaml}\nartifacts: {a.json: {root: A}}", DIAG_CODE_COUNT},
    {"each", TOP "artifacts: {'out/{dir}/{name}.json': {root: A, each: '?.yaml'}}",
     DIAG_CODE_COUNT},
    {"each in the defaults",
     TOP "defaults: {each: ['?.yaml', a.yaml]}\nartifacts: {'{name}.json': {root: A}, "
         "c.json: {source: c.yaml, root: A}}",
     DIAG_CODE_COUNT},
    {"include leaves out the file itself", TOP "include: '*.yml'\nartifacts: {a.json: {root: A}}",
     DIAG_CODE_COUNT},
    {"a version without quotes", TOP "artifacts: {a.json: {root: A, assume: 3.0}}",
     DIAG_CODE_COUNT},
    {"a version as a number", TOP "artifacts: {a.json: {root: A, assume: 3.10}}", DIAG_CODE_COUNT},
    {"one member to drop", TOP "artifacts: {a.json: {root: A, drop: x-*}}", DIAG_CODE_COUNT},
    {"nothing to drop, omit or map",
     TOP "artifacts: {a.json: {root: A, drop: [], omit: {}, map: {}}}", DIAG_CODE_COUNT},
    {"merge keys", TOP "artifacts: {a.json: &a {root: A}, b.json: {<<: *a, style: go}}",
     DIAG_CODE_COUNT},
    {"a path that goes up and comes back", TOP "artifacts: {b/../a.json: {root: A}}",
     DIAG_CODE_COUNT},

    {"schemas", TOP "artifacts: {a.json: {root: A}}\nschemas: [a.json, 'b/*.json']",
     DIAG_CODE_COUNT},
    {"examples",
     TOP "artifacts: {a.json: {root: A, source_examples: warn}}\nexamples:\n"
         "  - {schema: a.json, valid: v/*.json, invalid: [i/*.json, j.json]}\n"
         "  - schema: 'a.yaml#/components/schemas/A'\n"
         "    markdown: {files: [README.md, '**/*.mdx'], contains: $schema, at: /a~1b, count: 3}",
     DIAG_CODE_COUNT},
    {"no artifacts, but those included", TOP "artifacts: {}\ninclude: '*.yml'", DIAG_CODE_COUNT},
    {"a source anywhere", "version: 1.0\nsource: /a.yaml\nartifacts: {a.json: {source: ../b.yaml}}",
     DIAG_CODE_COUNT},
    {"nothing in lists", TOP "artifacts: {a.json: {root: [], refer: []}}\ninclude: []\nschemas: []",
     DIAG_CODE_COUNT},
    {"a count as a number", EXAMPLES "[{schema: a.json, markdown: {files: a, count: 3.0}}]",
     DIAG_CODE_COUNT},
    {"a release", RELEASE "dir: 's/{version}', record: r.json}", DIAG_CODE_COUNT},
    {"all of a release",
     RELEASE "dir: '{version}/s', record: r.json, copies: ['c/{file}', '{version}/c'], "
             "versioning: semver}\nmentions: [README.md, 'docs/**/*.md']",
     DIAG_CODE_COUNT},
    {"a draft", TOP "artifacts: {a.json: {root: A, draft: true}}", DIAG_CODE_COUNT},
    {"how changes are judged",
     TOP "artifacts: {a.json: {root: A}}\ncompatibility: readers\nrules: {D0116: ignore, d0107: "
         "breaks}\nwaivers: [{id: a, reason: b, until: '2027-01-31'}, {id: a, reason: b}]",
     DIAG_CODE_COUNT},
    {"no examples", TOP "artifacts: {a.json: {root: A}}\nexamples: []", DIAG_CODE_COUNT},

    {"a disclosure of a tool", DISCLOSURES "{t: {tool: t.json, " END, DIAG_CODE_COUNT},
    {"one of a tool in a listing",
     DISCLOSURES "{t: {tool: 'l.json#/result', name: u, alias: v, uri_prefix: 'x:', " END,
     DIAG_CODE_COUNT},
    {"one of schemas", DISCLOSURES "{t: {input: a.json, output: b.json, " END, DIAG_CODE_COUNT},
    {"no disclosures", DISCLOSURES "{}", DIAG_CODE_COUNT},
    {"nothing but a disclosure", "version: 1\ndisclosures: {t: {tool: t.json, " END,
     DIAG_CODE_COUNT},

    {"empty", "", E0102},
    {"no YAML", "a: ]", E0201},
    {"a list", "[1]", E0602},
    {"a member that is not known", TOP "sorces: b\nartifacts: {a.json: {root: A}}", E0601},
    {"a key that is not known", TOP "artifacts: {a.json: {rot: A}}", E0601},
    {"an option's spelling", TOP "artifacts: {a.json: {root-form: ref}}", E0601},
    {"a member twice", TOP "artifacts: {a.json: {root: A}}\nversion: 1", E0302},
    {"a key twice", TOP "artifacts: {a.json: {root: A, root: B}}", E0302},
    {"root and roots", TOP "artifacts: {a.json: {root: A, roots: [B]}}", E0302},
    {"an artifact twice", TOP "artifacts: {a.json: {root: A}, a.json: {root: B}}", E0302},
    {"no version", "source: a\nartifacts: {a.json: {root: A}}", E0603},
    {"version 2", "version: 2\nsource: a\nartifacts: {a.json: {root: A}}", E0609},
    {"version in quotes", "version: '1'\nsource: a\nartifacts: {a.json: {root: A}}", E0609},
    {"no artifacts", TOP, E0603},
    {"an empty map of artifacts", TOP "artifacts: {}", E0603},
    {"nothing but no rules", TOP "rules: {}", E0603},
    {"nothing but no waivers", TOP "waivers: []", E0603},
    {"nothing but rules", "version: 1\nrules: {D0107: ignore}", DIAG_CODE_COUNT},
    {"nothing but waivers", "version: 1\nwaivers: [{id: a, reason: b}]", DIAG_CODE_COUNT},
    {"nothing but compatibility", "version: 1\ncompatibility: readers", DIAG_CODE_COUNT},
    {"nothing but schemas", "version: 1\nschemas: 'a/*.json'", DIAG_CODE_COUNT},
    {"nothing but mentions", "version: 1\nmentions: 'a/*.md'", DIAG_CODE_COUNT},
    {"nothing but examples", "version: 1\nexamples: [{schema: a.json, valid: b}]", DIAG_CODE_COUNT},
    {"artifacts in a list", TOP "artifacts: [a.json]", E0602},
    {"no source", "version: 1\nartifacts: {a.json: {root: A}}", E0603},
    {"a source of a wrong kind", "version: 1\nsource: 1\nartifacts: {a.json: {root: A}}", E0602},
    {"defaults in a list", TOP "defaults: []\nartifacts: {a.json: {root: A}}", E0602},
    {"a number for a title", TOP "artifacts: {a.json: {title: 1}}", E0602},
    {"a word for a boolean", TOP "artifacts: {a.json: {translate: 'no'}}", E0602},
    {"a map for a root", TOP "artifacts: {a.json: {root: {}}}", E0602},
    {"a number among roots", TOP "artifacts: {a.json: {roots: [A, 1]}}", E0602},
    {"NUL in a title", TOP "artifacts: {a.json: {title: \"a\\0b\"}}", E0602},
    {"a dialect that is not known", TOP "artifacts: {a.json: {dialect: draft-05}}", E0604},
    {"a form that is not known", TOP "artifacts: {a.json: {root_form: oneof}}", E0604},
    {"a style that is not known", TOP "artifacts: {a.json: {style: rust}}", E0604},
    {"an order that is not known", TOP "artifacts: {a.json: {order: random}}", E0604},
    {"a view that is not known", TOP "artifacts: {a.json: {view: all}}", E0604},
    {"a form of discriminators that is not known", TOP "artifacts: {a.json: {discriminator: no}}",
     E0604},
    {"a version to assume that makes no sense", TOP "artifacts: {a.json: {assume: 2.0}}", E0602},
    {"another in quotes", TOP "artifacts: {a.json: {assume: '2.0'}}", E0604},
    {"a number for a dialect", TOP "artifacts: {a.json: {dialect: 2020}}", E0602},
    {"an assertion to drop", TOP "artifacts: {a.json: {drop: required}}", E0611},
    {"one among others", TOP "artifacts: {a.json: {drop: [x-*, nullable]}}", E0611},
    {"nothing but a star to drop", TOP "artifacts: {a.json: {drop: '*'}}", E0611},
    {"a star in the middle", TOP "artifacts: {a.json: {drop: 'x-*-y'}}", E0611},
    {"an empty name to drop", TOP "artifacts: {a.json: {drop: ''}}", E0611},
    {"a map to drop", TOP "artifacts: {a.json: {drop: {xml: true}}}", E0602},
    {"a list to omit", TOP "artifacts: {a.json: {omit: [x-internal]}}", E0602},
    {"a name without a value to omit", TOP "artifacts: {a.json: {omit: {x-internal: }}}", E0602},
    {"a name with a list to omit", TOP "artifacts: {a.json: {omit: {x-internal: [true]}}}", E0602},
    {"an empty name to omit", TOP "artifacts: {a.json: {omit: {'': true}}}", E0612},
    {"a name to omit twice", TOP "artifacts: {a.json: {omit: {a: 1, a: 2}}}", E0302},
    {"a word to map", TOP "artifacts: {a.json: {map: a}}", E0602},
    {"a URL without a value", TOP "artifacts: {a.json: {map: {'https://a.example/': }}}", E0602},
    {"a URL with a number", TOP "artifacts: {a.json: {map: {'https://a.example/': 1}}}", E0602},
    {"a path to map", TOP "artifacts: {a.json: {map: {a.yaml: b.yaml}}}", E0612},
    {"a URL with a fragment", TOP "artifacts: {a.json: {map: {'https://a.example/a#': b}}}", E0612},
    {"a URL with a blank", TOP "artifacts: {a.json: {map: {'https://a.example/a b': b}}}", E0612},
    {"NUL in a file to map", TOP "artifacts: {a.json: {map: {'x:y': \"a\\0\"}}}", E0602},
    {"a path that leads up", TOP "artifacts: {../a.json: {root: A}}", E0004},
    {"an absolute path", TOP "artifacts: {/a.json: {root: A}}", E0004},
    {"a record that leads up", TOP "fingerprints: ../p\nartifacts: {a.json: {root: A}}", E0004},
    {"a path that is a folder", TOP "artifacts: {.: {root: A}}", E0602},
    {"source and each", TOP "artifacts: {a.json: {root: A, source: b.yaml, each: '*.yaml'}}",
     E0616},
    {"source and each in the defaults",
     "version: 1\ndefaults: {source: b.yaml, each: b.yaml}\nartifacts: {a.json: {root: A}}", E0616},
    {"a pattern without end", TOP "artifacts: {a.json: {root: A, each: '[a'}}", E0614},
    {"an empty pattern", TOP "artifacts: {a.json: {root: A, each: ''}}", E0614},
    {"a map of patterns", TOP "artifacts: {a.json: {root: A, each: {a: b}}}", E0602},
    {"an unknown placeholder with each", TOP "artifacts: {'{nam}.json': {each: '*.yaml'}}", E0606},
    {"half a placeholder with each", TOP "artifacts: {'{name.json': {each: '*.yaml'}}", E0606},
    {"each without a place for what differs", TOP "artifacts: {a.json: {each: '?.yaml'}}", E0605},
    {"each finds its own result", TOP "artifacts: {'{name}.yaml': {each: '?.yaml'}}", E0605},
    {"each leads up", TOP "artifacts: {'../{name}.json': {each: '?.yaml'}}", E0004},
    {"include leads up", TOP "include: ../a.yaml", E0004},
    {"include is absolute", TOP "include: /a.yaml", E0004},
    {"include is a folder", TOP "include: .", E0602},
    {"include is a number", TOP "include: 1", E0602},
    {"include without end", TOP "include: ['[a']", E0614},
    {"include is empty", TOP "include: []", E0603},
    {"include itself", TOP "include: schemac.yaml", E0615},
    {"include what is not there", TOP "include: nowhere.yaml", E0002},
    {"include what is no configuration", TOP "include: a.yaml", E0601},
    {"schemas in a mapping", TOP "artifacts: {a.json: {root: A}}\nschemas: {a: b}", E0602},
    {"a pattern of schemas without end", TOP "artifacts: {a.json: {root: A}}\nschemas: '[a'",
     E0614},
    {"examples in a mapping", EXAMPLES "{schema: a.json, valid: b}", E0602},
    {"an example that is a name", EXAMPLES "[a.json]", E0602},
    {"examples without a schema", EXAMPLES "[{valid: b}]", E0603},
    {"examples with an empty schema", EXAMPLES "[{schema: '', valid: b}]", E0602},
    {"examples with a list of schemas", EXAMPLES "[{schema: [a.json], valid: b}]", E0602},
    {"examples without files", EXAMPLES "[{schema: a.json}]", E0603},
    {"an unknown member of examples", EXAMPLES "[{schema: a.json, vaild: b}]", E0601},
    {"a member of examples twice", EXAMPLES "[{schema: a.json, valid: b, valid: c}]", E0302},
    {"a number among valid examples", EXAMPLES "[{schema: a.json, valid: [1]}]", E0602},
    {"a pattern of examples without end", EXAMPLES "[{schema: a.json, invalid: '[a'}]", E0614},
    {"Markdown as a name", EXAMPLES "[{schema: a.json, markdown: README.md}]", E0602},
    {"Markdown without files", EXAMPLES "[{schema: a.json, markdown: {at: /a}}]", E0603},
    {"an unknown member of Markdown", EXAMPLES "[{schema: a.json, markdown: {file: a}}]", E0601},
    {"no pointer", EXAMPLES "[{schema: a.json, markdown: {files: a, at: a}}]", E0602},
    {"no pointer for its escapes", EXAMPLES "[{schema: a.json, markdown: {files: a, at: /~2}}]",
     E0602},
    {"a count of none", EXAMPLES "[{schema: a.json, markdown: {files: a, count: 0}}]", E0602},
    {"a count that is a word", EXAMPLES "[{schema: a.json, markdown: {files: a, count: '1'}}]",
     E0602},
    {"half a count", EXAMPLES "[{schema: a.json, markdown: {files: a, count: 1.5}}]", E0602},
    {"a huge count", EXAMPLES "[{schema: a.json, markdown: {files: a, count: 12345678}}]", E0602},
    {"a level that is not known", TOP "artifacts: {a.json: {root: A, source_examples: no}}", E0604},
    {"a release without an index", RELEASE "dir: 's/{version}'}", E0603},
    {"a release without a folder", RELEASE "record: r.json}", E0603},
    {"a release that is a word", TOP "artifacts: {a.json: {root: A}}\nrelease: s", E0602},
    {"a folder for all releases", RELEASE "dir: s, record: r.json}", E0911},
    {"an id for all releases",
     TOP "artifacts: {a.json: {root: A}}\nrelease: {id: 'https://a.example/{file}', "
         "dir: '{version}', record: r.json}",
     E0911},
    {"an id of a release that is no URI",
     TOP "artifacts: {a.json: {root: A}}\nrelease: {id: 'a/{version}', "
         "dir: '{version}', record: r.json}",
     E0413},
    {"an unknown placeholder in a folder", RELEASE "dir: '{version}/{file}', record: r.json}",
     E0606},
    {"a placeholder in an index", RELEASE "dir: '{version}', record: '{version}'}", E0606},
    {"an unknown placeholder in a copy",
     RELEASE "dir: '{version}', record: r.json, copies: '{name}'}", E0606},
    {"a copy that leads up", RELEASE "dir: '{version}', record: r.json, copies: '../{file}'}",
     E0004},
    {"a release that leads up", RELEASE "dir: '../{version}', record: r.json}", E0004},
    {"an unknown key of a release", RELEASE "dri: '{version}', record: r.json}", E0601},
    {"an unknown form of versions", RELEASE "dir: '{version}', record: r.json, versioning: calver}",
     E0604},
    {"an artifact as the index", RELEASE "dir: '{version}', record: a.json}", E0605},
    {"mentions without a release", TOP "artifacts: {a.json: {root: A}}\nmentions: a.md",
     DIAG_CODE_COUNT},
    {"a pattern of mentions without end",
     RELEASE "dir: '{version}', record: r.json}\nmentions: '[a'", E0614},
    {"nothing but no disclosures", "version: 1\ndisclosures: {}", E0603},
    {"disclosures in a list", DISCLOSURES "[{tool: t.json}]", E0602},
    {"a disclosure that is a word", DISCLOSURES "{t: t.json}", E0602},
    {"a disclosure of nothing", DISCLOSURES "{t: {" END, E0603},
    {"a disclosure of a tool and a schema", DISCLOSURES "{t: {tool: t.json, input: a.json, " END,
     E0616},
    {"a disclosure of a tool and an output", DISCLOSURES "{t: {tool: t.json, output: a.json, " END,
     E0616},
    {"which of no tools", DISCLOSURES "{t: {input: a.json, name: u, " END, E0616},
    {"a disclosure without a source", DISCLOSURES "{t: {tool: t.json, operation: o, out: d}}",
     E0603},
    {"a disclosure without an operation", DISCLOSURES "{t: {tool: t.json, source: s, out: d}}",
     E0603},
    {"a disclosure that goes nowhere", DISCLOSURES "{t: {tool: t.json, source: s, operation: o}}",
     E0603},
    {"an empty alias", DISCLOSURES "{t: {tool: t.json, alias: '', " END, E0602},
    {"a prefix of no URI", DISCLOSURES "{t: {tool: t.json, uri_prefix: a, " END, E0602},
    {"an unknown key of a disclosure", DISCLOSURES "{t: {tol: t.json, " END, E0601},
    {"a key of a disclosure twice", DISCLOSURES "{t: {tool: t.json, tool: t.json, " END, E0302},
    {"a disclosure that leads up",
     DISCLOSURES "{t: {tool: t.json, operation: o, source: s, out: ../d}}", E0004},
    {"a placeholder for a disclosure",
     DISCLOSURES "{t: {tool: t.json, operation: o, source: s, out: '{name}'}}", E0606},
    {"two disclosures in one folder",
     DISCLOSURES "{t: {tool: t.json, operation: o, source: s, out: d/e}, u: {tool: t.json, " END,
     E0605},
    {"a code that is of no change", TOP "artifacts: {a.json: {root: A}}\nrules: {D0001: ignore}",
     E0604},
    {"a code that is not known", TOP "artifacts: {a.json: {root: A}}\nrules: {D0199: ignore}",
     E0604},
    {"a rule that is not known", TOP "artifacts: {a.json: {root: A}}\nrules: {D0116: maybe}",
     E0604},
    {"a rule twice", TOP "artifacts: {a.json: {root: A}}\nrules: {D0116: safe, D0116: safe}",
     E0302},
    {"an audience that is not known", TOP "artifacts: {a.json: {root: A}}\ncompatibility: auto",
     E0604},
    {"a waiver without a reason", TOP "artifacts: {a.json: {root: A}}\nwaivers: [{id: a}]", E0603},
    {"a waiver for nothing", TOP "artifacts: {a.json: {root: A}}\nwaivers: [{id: '', reason: b}]",
     E0602},
    {"a waiver with an unknown key",
     TOP "artifacts: {a.json: {root: A}}\nwaivers: [{id: a, reason: b, till: 2027-01-31}]", E0601},
    {"a waiver until no day",
     TOP "artifacts: {a.json: {root: A}}\nwaivers: [{id: a, reason: b, until: tomorrow}]", E0602},
    {"a waiver until a day that is none",
     TOP "artifacts: {a.json: {root: A}}\nwaivers: [{id: a, reason: b, until: 2027-02-29}]", E0602},
    {"one waiver", TOP "artifacts: {a.json: {root: A}}\nwaivers: {id: a, reason: b}", E0602},
    {"a placeholder in the record", TOP "fingerprints: '{name}'\nartifacts: {a.json: {root: A}}",
     E0606},
    {"a placeholder in a path", TOP "artifacts: {'{x}.json': {root: A}}", E0606},
    {"one file for two", TOP "artifacts: {a.json: {root: A}, ./a.json: {root: B}}", E0605},
    {"the source as an artifact", TOP "artifacts: {a.yaml: {root: A}}", E0605},
    {"the record as an artifact", TOP "fingerprints: a.json\nartifacts: {a.json: {root: A}}",
     E0605},
    {"the configuration as an artifact", TOP "artifacts: {schemac.yaml: {root: A}}", E0605},
};

/* Cases that only the reader can refuse: why, stands in no schema, or not in this one. */
static const char *const reader_only[] = {"no source",
                                          "NUL in a title",
                                          "an assertion to drop",
                                          "one among others",
                                          "nothing but a star to drop",
                                          "a star in the middle",
                                          "an empty name to drop",
                                          "an empty name to omit",
                                          "a path to map",
                                          "a URL with a fragment",
                                          "a URL with a blank",
                                          "NUL in a file to map",
                                          "a path that leads up",
                                          "a record that leads up",
                                          "a path that is a folder",
                                          "a pattern without end",
                                          "an empty pattern",
                                          "an unknown placeholder with each",
                                          "half a placeholder with each",
                                          "each without a place for what differs",
                                          "each finds its own result",
                                          "each leads up",
                                          "include leads up",
                                          "include is absolute",
                                          "include is a folder",
                                          "include without end",
                                          "include is empty",
                                          "include itself",
                                          "include what is not there",
                                          "include what is no configuration",
                                          "a pattern of schemas without end",
                                          "a pattern of examples without end",
                                          "an id of a release that is no URI",
                                          "an unknown placeholder in a copy",
                                          "a copy that leads up",
                                          "a release that leads up",
                                          "a disclosure that leads up",
                                          "two disclosures in one folder",
                                          "an artifact as the index",
                                          "a pattern of mentions without end",
                                          "a code that is not known",
                                          "a waiver until a day that is none",
                                          "a placeholder in the record",
                                          "a placeholder in a path",
                                          "one file for two",
                                          "the source as an artifact",
                                          "the record as an artifact",
                                          "the configuration as an artifact",
                                          NULL};

static bool is_reader_only(const char *name)
{
    for (const char *const *one = reader_only; *one; one++)
        if (strcmp(*one, name) == 0)
            return true;
    return false;
}

/* The schema takes the document of CONFIG when the reader does, and refuses it when that does. */
static void test_schema(struct reading *run, struct config *config, bool is_right, const char *name)
{
    struct config_file *first = config->file_count ? config->files[0] : NULL;
    if (!first || !first->document)
        return; /* it is no YAML */
    int before = run->found.errors;
    bool takes = config_judge(&run->sources, &first, 1);
    ok(takes == (is_right || is_reader_only(name)), "the schema %s it, as is right",
       takes ? "takes" : "refuses");
    is_int(run->found.errors == before, takes, "and says why");
}

static bool has_code(const struct reading *run, enum diag_code code)
{
    for (const struct diag *diag = run->found.first; diag; diag = diag->next)
        if (diag->code == code)
            return true;
    return false;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ok(file && fputs(text, file) >= 0 && fclose(file) == 0, "%s is written", path);
}

static void test_reader(void)
{
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct reading run;
        struct config config;
        ok(true, "%s", cases[i].name);
        write_file("schemac.yaml", cases[i].text);
        bool wanted = cases[i].code == DIAG_CODE_COUNT;
        reading_begin(&run, (struct read_policy){0});
        ok(config_load(&run.sources, i % 2 ? "schemac.yaml" : NULL, &config) == wanted, "it is %s",
           wanted ? "accepted" : "refused");
        if (wanted)
            is_int(run.found.count, 0, "without a word");
        else
            ok(has_code(&run, cases[i].code), "with %s", diag_code_name(cases[i].code));
        if (cases[i].code != E0302) /* of two values, none counts */
            test_schema(&run, &config, wanted, cases[i].name);
        reading_close(&run);
    }
}

/* Values of all kinds, to be given to each member. */
static const char *const values[] = {
    "null",   "true",      "false",   "3",        "1.5",      "1.0",   "0",       "-1",
    "x",      "''",        "'*'",     "a.yaml",   "/a.yaml",  "../a",  "/a~0",    "/a~2",
    "[]",     "[a.yaml]",  "['']",    "[1]",      "[null]",   "[[a]]", "{}",      "{a: b}",
    "{a: 1}", "{a: null}", "{a: {}}", "{x:y: b}", "draft-07", "'1'",   "\"off\"", "keep",
};

/* What the reader and the schema say alike, when it is about the form of a file. */
static bool is_of_form(const struct reading *run)
{
    static const enum diag_code codes[] = {E0601, E0602, E0603, E0604, E0609, E0616};
    for (size_t i = 0; i < COUNT(codes); i++)
        if (has_code(run, codes[i]))
            return true;
    return false;
}

/* Gives NAME each of the values between BEFORE and AFTER: reader and schema agree about it. */
static void test_values(const char *before, const char *name, const char *after)
{
    for (size_t i = 0; i < COUNT(values); i++) {
        struct reading run;
        struct config config;
        reading_begin(&run, (struct read_policy){0});
        write_file("schemac.yaml", arena_printf(&run.arena, "%s%s: %s%s", before,
                                                spelling(&run.arena, name), values[i], after)
                                       .data);
        bool reads = config_load(&run.sources, NULL, &config), refuses = is_of_form(&run);
        struct config_file *first = config.file_count ? config.files[0] : NULL;
        if (first && first->document && (reads || refuses))
            ok(config_judge(&run.sources, &first, 1) == reads, "%s%s: %s%s %s", before, name,
               values[i], after, reads ? "is right" : "is wrong");
        reading_close(&run);
    }
}

/* Keys of TABLE between BEFORE and AFTER; REQUIRED stands in front of all others than itself. */
static void test_table_values(const char *before, const char *required, const char *required_value,
                              const struct option *table, const char *after)
{
    struct arena arena = {0};
    str with = arena_printf(&arena, "%s%s: %s, ", before, required, required_value);
    for (const struct option *option = table; option->name; option++)
        test_values(strcmp(option->name, required) == 0 ? before : with.data, option->name, after);
    test_values(with.data, "unknown", after);
    arena_free(&arena);
}

/* Every member with every value. */
static void test_product(void)
{
    test_table_values(TOP "artifacts: {o.json: {", "root", "A", config_keys, "}}");
    test_table_values(TOP "artifacts: {o.json: {root: A}}\ndefaults: {", "root", "A", config_keys,
                      "}");
    test_table_values(EXAMPLES "[{valid: b, ", "schema", "o.json", config_examples_keys + 2, "}]");
    test_values(EXAMPLES "[{valid: b, ", "schema", "}]");
    test_values(EXAMPLES "[{schema: o.json, ", "valid", "}]");
    test_values(EXAMPLES "[{schema: o.json, ", "markdown", "}]");
    test_table_values(EXAMPLES "[{schema: o.json, markdown: {", "files", "b", config_markdown_keys,
                      "}}]");
    test_values(EXAMPLES "[{schema: o.json, markdown: {files: b, ", "count", "}}]");
    test_values(WAIVERS "[{reason: b, ", "id", "}]");
    test_values(WAIVERS "[{id: b, ", "reason", "}]");
    test_values(WAIVERS "[{id: a, reason: b, ", "until", "}]");
    test_values(TOP "artifacts: {o.json: {root: A}}\nrules: {", "D0116", "}");
    test_values("artifacts: {o.json: {source: a.yaml}}\n", "version", "\n");
    test_values("version: 1\nartifacts: {o.json: {source: b.yaml}}\n", "source", "\n");
    test_values(TOP, "artifacts", "\n");
    for (ptrdiff_t i = 0; i < 100; i++) {
        enum config_need need;
        str name = config_member(i, &need);
        if (!name.data)
            break;
        if (!str_equal(name, S("version")) && !str_equal(name, S("source")) &&
            !str_equal(name, S("artifacts")) && !str_equal(name, S("include"))) /* read, too */
            test_values(TOP "artifacts: {o.json: {root: A}}\n", name.data, "\n");
    }
}

int main(void)
{
    char folder[] = "/tmp/schemac-config-XXXXXX";
    test_agreement();
    if (ok(mkdtemp(folder) && chdir(folder) == 0, "a folder for schemac.yaml")) {
        write_file("a.yaml", "openapi: 3.1.0");
        write_file("b.yaml", "openapi: 3.1.0");
        write_file("other.yml", "version: 1\nsource: a.yaml\nartifacts: {o.json: {root: A}}");
        test_reader();
        test_product();
        unlink("schemac.yaml");
        unlink("a.yaml");
        unlink("b.yaml");
        unlink("other.yml");
        ok(chdir("/") == 0 && rmdir(folder) == 0, "nothing is left behind");
    }
    return done_testing();
}
