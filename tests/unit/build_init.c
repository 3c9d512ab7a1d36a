/*
 * init: the keys that reproduce a schema are found whatever they were, and a first schemac.yaml is
 * one that generate can work with, whatever its document calls its schemas. tests/cli/init.bats has
 * the command.
 */
#include "build/init.h"

#include "build/check.h"
#include "build/config.h"
#include "build/generate.h"
#include "build/likeness.h"
#include "build/plan.h"
#include "build/render.h"
#include "folder.h"
#include "opened.h"
#include "schema/vocabulary.h"
#include "tap.h"

#include <string.h>
#include <unistd.h>

static struct arena arena;

/* A document in which every key makes a difference somewhere. */
static const char shop[] =
    "openapi: 3.1.0\n"
    "info: {title: Shop, version: 2026-01-31}\n"
    "components:\n"
    "  schemas:\n"
    "    Order:\n"
    "      type: object\n"
    "      title: An order\n"
    "      properties:\n"
    "        zeta: {$ref: '#/components/schemas/Item', description: a < b}\n"
    "        alpha: {type: number, minimum: 1.50, example: 1}\n"
    "        next: {$ref: '#/components/schemas/Order'}\n"
    "        part: {$ref: '#/components/schemas/Item/properties/id'}\n"
    "    Item: {type: object, properties: {id: {type: string}, in: {$ref: '#/components/schemas/Box'}}}\n"
    "    Box: {type: object, properties: {items: {items: {$ref: '#/components/schemas/Item'}}}}\n"
    "    Plain: {type: string, maxLength: 3}\n"
    "    Wrapper: {$ref: '#/components/schemas/Plain'}\n"
    "    Both: {allOf: [{$ref: '#/components/schemas/Plain'}]}\n";

/* The bytes that KEYS give; nothing when they give none. */
static str bytes_of(const struct openapi *openapi, const struct artifact_keys *keys)
{
    struct rendering rendering;
    return render(openapi, keys, NULL, NULL, &rendering) ? rendering.bytes : (str){0};
}

static struct likeness likeness_of(const struct openapi *openapi, str bytes)
{
    struct diag_list found = {.arena = &arena};
    struct sources sources = {.arena = &arena, .found = &found};
    struct likeness likeness = {0};
    struct document *document = sources_read_as(&sources, S("existing.json"), bytes, FORMAT_JSON);
    struct existing existing = {document ? document->root : NULL, bytes, S("existing")};
    if (document)
        likeness_find(openapi, &existing, &arena, &likeness);
    return likeness;
}

static struct string_list roots(const char *first, const char *second)
{
    struct string_list list = {arena_new(&arena, const char *, 2), second ? 2 : 1};
    list.at[0] = first;
    list.at[1] = second;
    return list;
}

/* ---- every combination ----------------------------------------------------------------------- */

static int count_keys(const struct artifact_keys *keys)
{
    return (keys->dialect != NULL) + (keys->id != NULL) + (keys->title != NULL) +
           (keys->comment != NULL) + (keys->root_form != NULL) + (keys->style != NULL) +
           (keys->order != NULL) + (keys->translate != UNSET) + (keys->drop.count > 0) +
           (keys->view != NULL) + (keys->discriminator != NULL) + (keys->assume != NULL) +
           (keys->honour_ref_siblings != UNSET);
}

/* True when what KEYS give is found again, with no more keys than these. */
static bool is_found(const struct openapi *openapi, const struct artifact_keys *keys,
                     ptrdiff_t *made)
{
    str bytes = bytes_of(openapi, keys);
    if (!bytes.len)
        return true; /* not everything goes with everything */
    ++*made;
    struct likeness likeness = likeness_of(openapi, bytes);
    return likeness.is_same && count_keys(&likeness.keys) <= count_keys(keys) &&
           str_equal(bytes_of(openapi, &likeness.keys), bytes);
}

static const char *or_none(const char *value)
{
    return value ? value : "-";
}

static void check_found(const struct openapi *openapi, const struct artifact_keys *keys,
                        ptrdiff_t *made, int *bad)
{
    if (is_found(openapi, keys, made))
        return;
    printf("# not found: root %s dialect %s form %s style %s order %s translate %d id %s",
           keys->roots.at[0], or_none(keys->dialect), or_none(keys->root_form),
           or_none(keys->style), or_none(keys->order), keys->translate, or_none(keys->id));
    printf(" drop %s view %s discriminator %s assume %s honour %d\n",
           keys->drop.count ? keys->drop.at[0] : "-", or_none(keys->view),
           or_none(keys->discriminator), or_none(keys->assume), keys->honour_ref_siblings);
    ++*bad;
}

/* All that can be said of ROOTS. */
static void try_all(const struct openapi *openapi, struct string_list list, ptrdiff_t *made,
                    int *bad)
{
    static const char *const dialects[] = {NULL, "draft-04", "draft-06", "draft-07", "2019-09"};
    static const char *const forms[] = {NULL, "ref", "inline"};
    static const char *const styles[] = {NULL, "go"};
    static const char *const orders[] = {NULL, "source", "sorted"};
    enum { ENVELOPES = 8 };
    for (int number = 0; number < 5 * 3 * 2 * 3 * 2 * ENVELOPES; number++) {
        int rest = number;
        struct artifact_keys keys = {.roots = list};
        keys.dialect = dialects[rest % 5];
        rest /= 5;
        keys.root_form = forms[rest % 3];
        rest /= 3;
        keys.style = styles[rest % 2];
        rest /= 2;
        keys.order = orders[rest % 3];
        rest /= 3;
        keys.translate = rest % 2 ? NO : UNSET;
        rest /= 2;
        keys.id = rest & 1 ? "https://shop.example/{info.version}/a.json" : NULL;
        keys.title = rest & 2 ? "no: #1 \"title\"\n" : NULL;
        keys.comment = rest & 4 ? "" : NULL;
        check_found(openapi, &keys, made, bad);
    }
}

static void test_combinations(void)
{
    const struct openapi *openapi = &open_document(&arena, shop)->openapi;
    static const char *const names[] = {
        "Order",
        "Plain",
        "Wrapper",
        "Both",
        "*",
        "/components/schemas/Order/properties/alpha",
        "/components/schemas/Box/properties/items/items",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ptrdiff_t made = 0;
        int bad = 0;
        try_all(openapi, roots(names[i], NULL), &made, &bad);
        ok(made > 50 && bad == 0, "root %s: %td combinations", names[i], made);
    }
    ptrdiff_t made = 0;
    int bad = 0;
    try_all(openapi, roots("Plain", "Order"), &made, &bad);
    try_all(openapi, roots("Item", "Plain"), &made, &bad);
    try_all(openapi, roots("Item", "Box"), &made, &bad);
    ok(made > 300 && bad == 0, "several roots: %td combinations", made);
}

/* A document in which there is something to leave out. */
static const char annotated[] =
    "openapi: 3.0.3\n"
    "info: {title: t, version: v}\n"
    "components:\n"
    "  schemas:\n"
    "    A:\n"
    "      type: object\n"
    "      x-one: 1\n"
    "      externalDocs: {url: https://x.example/}\n"
    "      oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]\n"
    "      discriminator: {propertyName: t, mapping: {b: B, c: C}}\n"
    "      required: [t, r]\n"
    "      properties:\n"
    "        t: {type: string, example: e, x-two: {x-three: 1}, nullable: true}\n"
    "        r: {type: string, xml: {name: n}, readOnly: true}\n"
    "        w: {type: string, writeOnly: true, const: 1}\n"
    "    B: {type: object, properties: {t: {$ref: '#/components/schemas/C', minLength: 2}}}\n"
    "    C: {type: object, format: f, deprecated: true, if: {type: string}}\n";

static struct string_list words(const char *first, const char *second)
{
    struct string_list list = roots(first, second);
    list.count = !first ? 0 : second ? 2 : 1;
    return list;
}

/* What is left out is found, too, and what discriminators and references become. */
static void test_left_out(void)
{
    static const char *const drops[][2] = {
        {NULL, NULL},
        {"x-*", NULL},
        {"x-two", NULL},
        {"xml", "externalDocs"},
        {"examples", NULL},
        {"discriminator", "x-*"},
        {"format", "deprecated"},
    };
    static const char *const views[] = {NULL, "request", "response"};
    const struct openapi *openapi = &open_document(&arena, annotated)->openapi;
    ptrdiff_t made = 0;
    int bad = 0;
    for (int number = 0; number < 7 * 3 * 2 * 2 * 2 * 3; number++) {
        int rest = number;
        struct artifact_keys keys = {.roots = roots("A", NULL)};
        keys.drop = words(drops[rest % 7][0], drops[rest % 7][1]);
        rest /= 7;
        keys.view = views[rest % 3];
        rest /= 3;
        keys.discriminator = rest % 2 ? "conditional" : NULL;
        rest /= 2;
        keys.honour_ref_siblings = rest % 2 ? YES : UNSET;
        rest /= 2;
        keys.assume = rest % 2 ? "3.1" : NULL;
        rest /= 2;
        keys.dialect = rest % 3 == 1 ? "draft-07" : NULL;
        keys.translate = rest % 3 == 2 ? NO : UNSET;
        check_found(openapi, &keys, &made, &bad);
    }
    ok(made > 200 && bad == 0, "what is left out: %td combinations", made);
}

/* ---- the simplest keys ----------------------------------------------------------------------- */

static void is_list(const struct string_list *list, const char *expected, const char *what)
{
    struct buf text = buf_in(&arena, PTRDIFF_MAX);
    for (ptrdiff_t i = 0; i < list->count; i++)
        buf_printf(&text, "%s%s", i ? " " : "", list->at[i]);
    is_str(buf_view(&text), expected, "%s", what);
}

static void test_idle(void)
{
    const struct openapi *openapi = &open_document(&arena, shop)->openapi;
    struct artifact_keys keys = {.roots = roots("Plain", NULL), .translate = NO, .style = "go"};
    struct likeness likeness = likeness_of(openapi, bytes_of(openapi, &keys));
    ok(likeness.is_same && !likeness.keys.order, "the order of style go is its default");
    keys.order = "source";
    likeness = likeness_of(openapi, bytes_of(openapi, &keys));
    ok(likeness.is_same && !likeness.keys.style && likeness.keys.translate == UNSET,
       "what makes no difference keeps its default");
    is_list(&likeness.idle, "translate style", "and is listed");
    keys.order = "sorted";
    likeness = likeness_of(openapi, bytes_of(openapi, &keys));
    ok(likeness.is_same && count_keys(&likeness.keys) == 1, "one key of two is enough");
    keys = (struct artifact_keys){.roots = roots("Order", NULL), .order = "sorted"};
    likeness = likeness_of(openapi, bytes_of(openapi, &keys));
    is_list(&likeness.idle, "", "all that is left makes a difference");
    is_str(str_of(likeness.keys.order), "sorted", "this one is not left");
}

static void is_id(const char *version, const char *id, const char *expected)
{
    struct buf text = buf_in(&arena, PTRDIFF_MAX), schema = buf_in(&arena, PTRDIFF_MAX);
    buf_printf(&text,
               "openapi: 3.1.0\ninfo: {title: t, version: %s}\n"
               "components: {schemas: {A: {type: string}}}\n%c",
               version, '\0');
    buf_printf(&schema, "{\"$id\": \"%s\", \"$ref\": \"#/$defs/A\"}", id);
    struct likeness likeness =
        likeness_of(&open_document(&arena, text.data)->openapi, buf_view(&schema));
    is_str(str_of(likeness.keys.id), expected, "the id %s", id);
}

static void test_ids(void)
{
    is_id("'1.0'", "https://x.example/1.0/a.json", "https://x.example/{info.version}/a.json");
    is_id("'1.0'", "https://x.example/v1.0", "https://x.example/v{info.version}");
    is_id("'1.0'", "1.0/1.0", "{info.version}/{info.version}");
    is_id("'1.0'", "https://x.example/1.0.json", "https://x.example/{info.version}.json");
    is_id("'1.0'", "https://x.example/1.0.1/a-21.0", "https://x.example/1.0.1/a-21.0");
    is_id("'1.0'", "https://x.example/2.1.0/", "https://x.example/2.1.0/");
    is_id("'1'", "https://x1.example/1/draft-1a", "https://x1.example/{info.version}/draft-1a");
    is_id("1.0", "https://x.example/1.0", "https://x.example/1.0");
    is_id("''", "https://x.example/1.0", "https://x.example/1.0");
    is_id("'1.0'", "https://x.example/#frag", "");
    is_id("'1.0'", "https://x.example/{name}", "");
}

/* ---- near, but not the same ------------------------------------------------------------------ */

/* BYTES with the first FROM as TO. */
static str with(str bytes, const char *from, const char *to)
{
    ptrdiff_t at = str_find(bytes, str_of(from));
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    if (!ok(at >= 0, "there is a %s to change", from))
        return bytes;
    buf_add(&out, str_first(bytes, at));
    buf_add(&out, str_of(to));
    buf_add(&out, str_skip(bytes, at + (ptrdiff_t)strlen(from)));
    return buf_view(&out);
}

static void test_nearest(void)
{
    const struct openapi *openapi = &open_document(&arena, shop)->openapi;
    struct artifact_keys keys = {.roots = roots("Order", NULL),
                                 .dialect = "draft-07",
                                 .root_form = "ref",
                                 .translate = NO,
                                 .style = "go"};
    str bytes = bytes_of(openapi, &keys);
    struct likeness likeness = likeness_of(openapi, with(bytes, "\"string\"", "\"null\""));
    ok(!likeness.is_same, "one value differs");
    is_str(str_of(likeness.keys.root_form), "ref", "the form of the root is right");
    is_str(str_of(likeness.keys.style), "go", "and the style");
    ok(likeness.keys.translate == NO, "and that nothing is translated");

    likeness = likeness_of(openapi, with(bytes, "#/definitions/Order\",\n  \"$schema",
                                         "#/definitions/"
                                         "Gone\",\n  \"$schema"));
    ok(!likeness.is_same && likeness.keys.roots.count == 1, "a root that is not there");

    likeness = likeness_of(openapi, str_first(bytes, bytes.len - 1));
    ok(!likeness.is_same && likeness.is_same_but_ended, "the line feed at the end is missing");
    is_str(str_of(likeness.keys.style), "go", "all else is found");

    keys.root_form = "inline";
    bytes = with(bytes_of(openapi, &keys), "\"a \\u003c b\"", "\"other\"");
    likeness = likeness_of(openapi, bytes);
    ok(!likeness.is_same, "an inlined root that differs");
    is_list(&likeness.keys.roots, "Order", "is still the root");
    is_str(str_of(likeness.keys.root_form), "inline", "and inlined");

    likeness = likeness_of(openapi, S("{\"type\": \"array\"}"));
    ok(!likeness.is_same && likeness.keys.roots.count == 1, "anything has something nearest");
    static const char *const odd[] = {
        "{\"$ref\": \"other.json\"}",
        "{\"$ref\": \"#/info/version\"}",
        "{\"$ref\": \"#/$defs/%zz\", \"$defs\": 5}",
        "{\"$ref\": \"#/definitions/a~2/b\", \"definitions\": []}",
        "{\"$ref\": 5, \"$defs\": {}}",
        "{\"allOf\": [{}]}",
        "{\"allOf\": [true], \"title\": 5, \"$id\": {}}",
        "{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"$defs\": {\"Order\": {}}}",
        "{\"$schema\": \"https://spec.openapis.org/oas/3.1/dialect/base\", \"$defs\": {\"x\": {}}}",
        "{\"id\": \"https://x.example/\", \"definitions\": {\"Order\": {}}}",
        "{\"title\": \"a\\u0000b\", \"$defs\": {\"a\\u0000b\": {}}}",
    };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        likeness = likeness_of(openapi, str_of(odd[i]));
        ok(!likeness.is_same && likeness.keys.roots.count > 0, "the nearest to %s", odd[i]);
    }
    struct opened *empty =
        open_document(&arena, "openapi: 3.1.0\ninfo: {title: t, version: v}\npaths: {}\n");
    likeness = likeness_of(&empty->openapi, S("{\"type\": \"array\"}"));
    ok(!likeness.is_same, "a document without schemas");
    is_list(&likeness.keys.roots, "*", "has no root but all");
}

/* ---- whole files ----------------------------------------------------------------------------- */

/* True when a schemac.yaml for the document here is made, and is one that generate works with. */
static bool starts(const char *like)
{
    struct diag_list found = {.arena = &arena};
    struct sources sources = {.arena = &arena, .found = &found},
                   again = {.arena = &arena, .found = &found};
    struct init_request request = {.source = "openapi.json", .like = like, .out = "schemac.yaml"};
    struct init_result result;
    struct plan plan;
    ptrdiff_t written;
    unlink("schemac.yaml");
    bool done = init(&sources, &request, &result) &&
                plan_make(&again, &(struct plan_request){.config = "schemac.yaml"}, &plan) &&
                generate(&plan, &written);
    if (done)
        check(&plan, "schemac generate");
    done = done && diag_status(&found) == 0;
    for (const struct diag *diag = found.first; diag && !done; diag = diag->next)
        printf("# %s: %s\n", diag_code_name(diag->code), diag->message);
    return done;
}

static void test_names(void)
{
    static const char *const names[] = {
        "no",
        "null",
        "1.0",
        "~",
        "a: b",
        "#x",
        "a #b",
        "- a",
        "*",
        "/x",
        "#/x",
        "",
        "a/b",
        "a~b",
        "%20",
        "{a}",
        "[a]",
        "...",
        "a\nb",
        "\t",
        "\x7f",
        "\"",
        "'",
        "\\",
        "<<",
        "?",
        "&a",
        "!x",
        "-h",
        ".x",
        "..",
        "true",
        "a,b",
        "y",
        "017",
        "=",
        "\xc2\x85",
        "\xe2\x80\xa8x",
        "\xef\xbb\xbfx",
        "\xf0\x9f\x98\x80",
        "a very long name that goes on and on, and on",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct buf text = buf_in(&arena, PTRDIFF_MAX);
        buf_add(&text, S("{\"openapi\": \"3.1.0\", \"components\": {\"schemas\": {"));
        write_string(&text, str_of(names[i]), WRITE_EXACT);
        buf_add(&text, S(": {\"title\": "));
        write_string(&text, str_of(names[i]), WRITE_EXACT);
        buf_add(&text, S(", \"type\": \"object\"}}}}"));
        write_file("openapi.json", buf_view(&text));
        ok(starts(NULL), "a schema named %s", names[i]);
    }
    struct buf text = buf_in(&arena, PTRDIFF_MAX);
    buf_add(&text, S("{\"openapi\": \"3.1.0\", \"components\": {\"schemas\": {\""));
    buf_add_bytes(&text, 'x', 5000);
    buf_add(&text, S("\": {}, \"a\\u0000b\": {}}}}"));
    write_file("openapi.json", buf_view(&text));
    ok(starts(NULL), "a schema with a very long name");
}

/* Ids, titles and paths may be anything as well. */
static void test_like_names(void)
{
    static const char *const paths[] = {"no",   "a: b",  "#x.json", "- a",
                                        "a\nb", "\"'\\", "x y ",    "~"};
    write_file("openapi.json", S("{\"openapi\": \"3.1.0\", \"info\": {\"version\": \"no\"}, "
                                 "\"components\": {\"schemas\": {\"#a: b\": {}}}}"));
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct buf text = buf_in(&arena, PTRDIFF_MAX);
        buf_add(&text, S("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
                         "  \"$id\": \"https://x.example/no/\",\n  \"title\": "));
        write_string(&text, str_of(paths[i]), WRITE_EXACT);
        buf_add(&text, S(",\n  \"$ref\": \"#/$defs/%23a:%20b\",\n"
                         "  \"$defs\": {\n    \"#a: b\": {}\n  }\n}\n"));
        write_file(paths[i], buf_view(&text));
        ok(starts(paths[i]), "an artifact named %s", paths[i]);
        unlink(paths[i]);
    }
}

int main(void)
{
    enter_folder(true);
    test_combinations();
    test_left_out();
    test_idle();
    test_ids();
    test_nearest();
    test_names();
    test_like_names();
    leave_folder();
    arena_free(&arena);
    return done_testing();
}
