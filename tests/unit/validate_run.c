/*
 * The validator on schemas and instances of our own: the cases by which the oracle is judged, and
 * what is about running: depth, limits, what was evaluated, and references that are redirected.
 */
#include "dialects.h"
#include "reading.h"
#include "tap.h"
#include "validating.h"

#include <string.h>

/* ---- cases shared with the oracle --------------------------------------------------------------
 */

/* How many INSTANCES get another verdict than WANTED, either way. TOLD: it should be none. */
static int count_wrong(struct validating *v, const struct node *instances, enum verdict wanted,
                       bool told)
{
    int wrong = 0;
    for (uint32_t i = 0; v->scheme && instances && i < instances->count; i++) {
        struct violations violations;
        struct arena scratch = {0};
        const struct node *instance = node_item(instances, i);
        enum verdict quick = run(&v->runner, v->scheme, instance);
        enum verdict explained =
            run_explained(&v->runner, v->scheme, instance, &scratch, &violations);
        arena_free(&scratch);
        if (quick == wanted && explained == wanted)
            continue;
        if (told)
            tap_comment("judged otherwise", validating_text(&v->arena, instance));
        wrong++;
    }
    return wrong;
}

/*
 * Where the validator judges otherwise than the oracle, which says what translations keep: REFUSED
 * schemas are not valid by their metaschema, and the others are as the optional tests of
 * JSON-Schema-Test-Suite have them.
 */
enum expected { AS_THE_ORACLE, REFUSED, OTHERWISE };

static enum expected expected_of(str rule, str dialect)
{
    static const struct {
        const char *rule, *dialect; /* dialect "": all */
        enum expected expected;
    } rows[] = {
        {"integers may be written with a fraction of zero, or an exponent", "draft-04", OTHERWISE},
        {"a boolean without a bound, or a false one, is nothing", "draft-04", REFUSED},
        {"a number is no boolean", "", REFUSED},
        {"a boolean is no bound any more", "", REFUSED},
        {"dependencies are two keywords now", "", OTHERWISE},
        {"formats, contents, discriminators and marks annotate", "draft-07", OTHERWISE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (str_equal(rule, str_of(rows[i].rule)) &&
            (!*rows[i].dialect || str_equal(dialect, str_of(rows[i].dialect))))
            return rows[i].expected;
    return AS_THE_ORACLE;
}

static void test_case(const struct node *item, const struct node *dialect)
{
    struct arena arena = {0};
    struct validating v;
    const struct node *rule = node_get(item, S("rule"));
    enum expected expected = expected_of(node_text(rule), node_text(dialect));
    validating_open(&v, validating_text(&arena, node_get(item, S("schema"))),
                    dialect_named(node_text(dialect)), FORMATS_OFF, NULL);
    bool told = expected != OTHERWISE;
    int wrong = count_wrong(&v, node_get(item, S("valid")), VERDICT_VALID, told) +
                count_wrong(&v, node_get(item, S("invalid")), VERDICT_INVALID, told);
    ok((v.scheme != NULL) == (expected != REFUSED) && (wrong > 0) == (expected == OTHERWISE),
       "%.*s: %.*s%s%s", (int)dialect->count, dialect->chars, (int)rule->count, rule->chars,
       v.scheme ? "" : ": ", v.scheme ? "" : validating_message(&v));
    validating_close(&v);
    arena_free(&arena);
}

static void test_cases(void)
{
    struct reading r;
    reading_begin(&r, (struct read_policy){0});
    struct document *document =
        sources_load(&r.sources, "tests/oracle/cases.yaml", S("tests/oracle/cases.yaml"));
    if (ok(document != NULL, "the cases of the oracle can be read"))
        for (uint32_t i = 0; i < document->root->count; i++) {
            const struct node *item = node_item(document->root, i);
            const struct node *dialects = node_get(item, S("dialects"));
            bool has_more = node_get(item, S("document")) || node_get(item, S("assume")) ||
                            node_get(item, S("view")); /* which are about extraction */
            for (uint32_t k = 0; !has_more && k < dialects->count; k++)
                test_case(item, node_item(dialects, k));
        }
    reading_close(&r);
}

/* ---- running ----------------------------------------------------------------------------------
 */

static void begin(struct validating *v, const char *schema)
{
    validating_open(v, str_of(schema), DIALECT_2020_12, FORMATS_OFF, NULL);
}

/* The verdict on INSTANCE, JSON, with its reasons in *RET_VIOLATIONS; the two ways must agree. */
static enum verdict judge(struct validating *v, const char *instance,
                          struct violations *ret_violations)
{
    const struct node *root = read_into(&v->arena, "in.json", str_of(instance));
    enum verdict quick = run(&v->runner, v->scheme, root);
    struct arena scratch = {0};
    enum verdict explained = run_explained(&v->runner, v->scheme, root, &scratch, ret_violations);
    arena_free(&scratch);
    bool agree = quick == explained && (quick == VERDICT_INVALID) == (ret_violations->count > 0);
    return agree ? quick : (enum verdict) - 1;
}

/* SCHEMA judges INSTANCE as WANTED says. */
static void test_verdict(const char *schema, const char *instance, enum verdict wanted,
                         const char *what)
{
    struct validating v;
    struct violations violations;
    begin(&v, schema);
    ok(v.scheme && judge(&v, instance, &violations) == wanted, "%s", what);
    validating_close(&v);
}

/* BEFORE so many times, MIDDLE, AFTER so many times. */
static const char *nested(struct arena *arena, int depth, const char *before, const char *middle,
                          const char *after)
{
    struct buf text = buf_in(arena, PTRDIFF_MAX);
    for (int i = 0; i < depth; i++)
        buf_add(&text, str_of(before));
    buf_add(&text, str_of(middle));
    for (int i = 0; i < depth; i++)
        buf_add(&text, str_of(after));
    buf_add_byte(&text, '\0');
    return text.data;
}

/* Quick verdicts go over to frames at some depth; all have to be right before, there and beyond. */
static void test_depth(const char *schema, const char *what)
{
    static const int depths[] = {1, 2, 100, 998, 999, 1000, 1001, 1002, 2001, 9990};
    bool right = true;
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        struct arena arena = {0};
        struct validating v;
        struct violations violations;
        begin(&v, schema);
        const char *good = nested(&arena, depths[i], "{\"n\":", "{}", "}");
        const char *bad = nested(&arena, depths[i], "{\"n\":", "{\"x\":1}", "}");
        right = right && judge(&v, good, &violations) == VERDICT_VALID;
        right = right && judge(&v, bad, &violations) == VERDICT_INVALID;
        validating_close(&v);
        arena_free(&arena);
    }
    ok(right, "at any depth: %s", what);
}

static void test_depths(void)
{
    test_depth("{\"properties\":{\"n\":{\"$ref\":\"#\"}},\"additionalProperties\":false}",
               "members");
    test_depth("{\"properties\":{\"n\":{\"$ref\":\"#\"}},\"unevaluatedProperties\":false}",
               "what was evaluated");
    test_depth("{\"oneOf\":[{\"type\":\"null\"},{\"properties\":{\"n\":{\"$ref\":\"#\"}},"
               "\"additionalProperties\":false}]}",
               "choices");
    test_depth("{\"$dynamicAnchor\":\"a\",\"properties\":{\"n\":{\"$dynamicRef\":\"#a\"}},"
               "\"not\":{\"required\":[\"x\"]}}",
               "references that are redirected");
    test_depth("{\"allOf\":[{\"patternProperties\":{\"n\":{\"$ref\":\"#\"}}}],"
               "\"anyOf\":[{\"unevaluatedProperties\":false,\"properties\":{\"n\":true}}]}",
               "some with frames, some without");
}

/* What is wrong may take more to find than the verdict, up to what no limit allows. */
static void test_reasons_within_limits(void)
{
#define ENDLESS "{\"pattern\":\"^(?:a?){60}a{60}(\\\\w+)\\\\1*$(?<!a)\"}"
    static const char text[] =
        "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\"";
    test_verdict(ENDLESS, text, VERDICT_UNDECIDED, "a pattern that is not decided");
    test_verdict("{\"oneOf\":[true,true," ENDLESS "]}", text, VERDICT_INVALID,
                 "two branches of one hold, whatever the third does");
    test_verdict("{\"anyOf\":[{\"maxLength\":1,\"allOf\":[" ENDLESS "]}]}", text, VERDICT_INVALID,
                 "a branch does not hold, whatever else is wrong with it");
    test_verdict("{\"maxLength\":1,\"allOf\":[" ENDLESS "]}", text, VERDICT_INVALID,
                 "what was found before a limit counts");
    test_verdict("{\"not\":" ENDLESS "}", text, VERDICT_UNDECIDED, "not undecided is undecided");
    test_verdict("{\"if\":" ENDLESS ",\"else\":false}", text, VERDICT_UNDECIDED,
                 "and so is what depends on it");
    test_verdict("{\"propertyNames\":{\"not\":" ENDLESS "}}", "{\"a\":1}", VERDICT_VALID,
                 "where it is decided it counts");
#undef ENDLESS
}

/* A schema in which DEPTH schemas lead to each the next in two ways. */
static const char *doubling(struct arena *arena, int depth, const char *keyword)
{
    struct buf text = buf_in(arena, PTRDIFF_MAX);
    buf_add(&text, S("{\"$ref\":\"#/$defs/0\",\"$defs\":{"));
    for (int i = 0; i < depth; i++)
        buf_add(&text, arena_printf(arena,
                                    "\"%d\":{\"%s\":[{\"$ref\":\"#/$defs/%d\"},{\"$ref\":"
                                    "\"#/$defs/%d\"}]},",
                                    i, keyword, i + 1, i + 1));
    buf_add(&text, arena_printf(arena, "\"%d\":{\"minimum\":5}}}", depth));
    buf_add_byte(&text, '\0');
    return text.data;
}

static void test_doubling(void)
{
    struct arena arena = {0};
    test_verdict(doubling(&arena, 10, "anyOf"), "1", VERDICT_INVALID, "1,024 ways that all fail");
    test_verdict(doubling(&arena, 18, "anyOf"), "1", VERDICT_INVALID,
                 "a quarter of a million of them");
    test_verdict(doubling(&arena, 18, "oneOf"), "1", VERDICT_INVALID, "and of oneOf");
    test_verdict(doubling(&arena, 40, "anyOf"), "1", VERDICT_UNDECIDED, "10^12 end at a limit");
    test_verdict(doubling(&arena, 18, "allOf"), "1", VERDICT_INVALID, "of all the first decides");
    test_verdict(doubling(&arena, 40, "allOf"), "5", VERDICT_UNDECIDED, "unless they hold");
    test_verdict("{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"allOf\":[{\"$ref\":\"#/$defs/b\"}]},"
                 "\"b\":{\"$ref\":\"#/$defs/a\"}}}",
                 "1", VERDICT_UNDECIDED, "a ring at one place ends at a limit");
    arena_free(&arena);
}

/* Makes TEXT, a schema, known to V as being at URI. */
static const struct node *add_schema(struct validating *v, const char *uri, const char *text)
{
    struct document *document =
        sources_read_as(&v->sources, str_of(uri), str_of(text), FORMAT_JSON);
    registry_add_at(&v->registry, document, str_of(uri));
    return document->root;
}

/* COUNT times ITEM, with its number in the place of each "~", with commas between; in BEFORE and
 * AFTER. */
static const char *listed(struct arena *arena, int count, const char *before, const char *item,
                          const char *after)
{
    struct buf text = buf_in(arena, PTRDIFF_MAX);
    buf_add(&text, str_of(before));
    for (int i = 0; i < count; i++) {
        char number[20];
        str digits = {number, snprintf(number, sizeof number, "%d", i)};
        for (const char *c = item; *c; c++)
            if (*c == '~')
                buf_add(&text, digits);
            else
                buf_add_byte(&text, *c);
        buf_add(&text, i + 1 < count ? S(",") : S(""));
    }
    buf_add(&text, str_of(after));
    buf_add_byte(&text, '\0');
    return text.data;
}

static void test_sizes(void)
{
    struct arena arena = {0};
    const char *schema =
        listed(&arena, 20000, "{\"$ref\":\"#/$defs/d0\",\"$defs\":{",
               "\"d~\":{\"properties\":{\"n\":{\"$ref\":\"#/$defs/d~\"}},\"required\":[\"n\"]}",
               ",\"e\":{\"$ref\":\"#/$defs/d19999\"}}}");
    test_verdict(schema, "{}", VERDICT_INVALID, "20,000 definitions");
    schema = listed(&arena, 1000, "{\"items\":{\"oneOf\":[",
                    "{\"properties\":{\"k\":{\"const\":~},\"v\":{\"minimum\":~}},"
                    "\"required\":[\"k\",\"v\"]}",
                    "]}}");
    test_verdict(schema, listed(&arena, 500, "[", "{\"k\":~,\"v\":~}", "]"), VERDICT_VALID,
                 "1,000 branches for each of 500 items");
    test_verdict(schema, listed(&arena, 500, "[", "{\"k\":~,\"v\":-~}", "]"), VERDICT_INVALID,
                 "which are told of when they are wrong");
    test_verdict("{\"items\":{\"not\":{\"pattern\":\"^(a+)+$\"}}}",
                 listed(&arena, 100000, "[", "\"aaaaaaaaaaaaaaaaaa!\"", "]"), VERDICT_UNDECIDED,
                 "searches that are slow, all together");
    test_verdict("{\"uniqueItems\":true}", listed(&arena, 20000, "[", "[~,-~]", "]"), VERDICT_VALID,
                 "20,000 items that are all different");
    arena_free(&arena);
}

/* SCHEMA on INSTANCE takes more than a million steps. */
static void test_work(const char *schema, const char *instance, const char *what)
{
    struct validating v;
    begin(&v, schema);
    v.runner.work_cap = 1000000;
    ok(v.scheme && run(&v.runner, v.scheme, read_into(&v.arena, "in.json", str_of(instance))) ==
                       VERDICT_UNDECIDED,
       "steps are counted for %s", what);
    validating_close(&v);
}

/* What is done without applying a schema has an end, too: sizes of the two are multiplied. */
static void test_steps(void)
{
    struct arena arena = {0};
    const char *empties = listed(&arena, 2000, "[", "{}", "]");
    const char *items = listed(&arena, 2000, "[", "~", "]");
    const char *members = listed(&arena, 2000, "{", "\"m~\":~", "}");
    const char *letters = listed(&arena, 60000, "\"", "ä", "\"");
    test_work(listed(&arena, 2000, "{\"items\":{\"dependentRequired\":{", "\"d~\":[\"x\"]", "}}}"),
              empties, "names that others depend on");
    test_work(listed(&arena, 2000, "{\"items\":{\"dependentSchemas\":{",
                     "\"d~\":{\"type\":\"null\"}", "}}}"),
              empties, "schemas that depend on names");
    test_work(listed(&arena, 2000, "{\"unevaluatedProperties\":false,\"allOf\":[",
                     "{\"additionalProperties\":true}", "]}"),
              members, "members of which anything holds");
    test_work(
        listed(&arena, 2000, "{\"unevaluatedItems\":false,\"allOf\":[", "{\"items\":true}", "]}"),
        items, "items of which anything holds");
    test_work(listed(&arena, 2000, "{\"allOf\":[", "{\"maxLength\":150000}", "]}"), letters,
              "the length of a string");
    test_work(listed(&arena, 2000, "{\"allOf\":[", "{\"pattern\":\"ä$\"}", "]}"), letters,
              "a pattern that is searched for by hand");
    test_work(listed(&arena, 1000, "{\"allOf\":[", "{\"uniqueItems\":true}", "]}"), items,
              "items that are all different");
    arena_free(&arena);
}

/* What was compiled before counts for what is compiled later on. */
static void test_two_schemas(void)
{
    struct validating v;
    struct violations violations;
    begin(&v, "{\"$id\":\"https://a.example/outer\",\"$dynamicAnchor\":\"leaf\",\"type\":\"null\","
              "\"$defs\":{\"again\":{\"$ref\":\"inner\"}}}");
    add_schema(
        &v, "test:inner",
        "{\"$id\":\"https://a.example/inner\",\"$defs\":{\"l\":{\"$dynamicAnchor\":\"leaf\"}},"
        "\"properties\":{\"l\":{\"$dynamicRef\":\"#leaf\"}}}");
    const struct node *defs = node_get(v.compiler.lookup.entry->root, S("$defs"));
    v.scheme = compile(&v.compiler, node_get(defs, S("again")));
    runner_done(&v.runner);
    runner_init(&v.runner, &v.compiler.program);
    ok(judge(&v, "{\"l\":null}", &violations) == VERDICT_VALID &&
           judge(&v, "{\"l\":1}", &violations) == VERDICT_INVALID,
       "a resource that was compiled before its anchor was asked for");
    validating_close(&v);
}

/* The scheme of the schema TEXT, which is known to V as being at URI; NULL when that is refused. */
static const struct scheme *compile_text(struct validating *v, const char *uri, const char *text)
{
    return compile(&v->compiler, add_schema(v, uri, text));
}

/* What cannot be compiled refuses what leads to it, and nothing else, whatever came before. */
static void test_broken_schemas(void)
{
    struct validating v;
    begin(&v, "true");
    ok(!compile_text(&v, "test:a",
                     "{\"pattern\":\"(\",\"items\":{\"pattern\":\")\"},\"contains\":{}}"),
       "a schema with two patterns that are none");
    ok(v.found.errors == 2, "both are told of");
    ok(!compile_text(&v, "test:b", "{\"items\":{\"not\":{\"$ref\":\"test:a\"}}}"),
       "a schema that leads to it");
    static const char *const leading[] = {
        "{\"if\":{\"$ref\":\"test:a\"},\"then\":true}",
        "{\"if\":true,\"then\":{\"$ref\":\"test:a\"}}",
        "{\"if\":true,\"else\":{\"$ref\":\"test:a\"}}",
        "{\"dependentSchemas\":{\"x\":true,\"y\":{\"$ref\":\"test:a\"}}}",
        "{\"patternProperties\":{\"x\":{\"$ref\":\"test:a\"}}}",
        "{\"additionalProperties\":{\"$ref\":\"test:a\"}}",
        "{\"prefixItems\":[true,{\"$ref\":\"test:a\"}]}",
        "{\"contains\":{\"$ref\":\"test:a\"}}",
    };
    for (size_t i = 0; i < sizeof leading / sizeof *leading; i++) {
        const char *uri = arena_printf(&v.arena, "test:leading-%zu", i).data;
        ok(!compile_text(&v, uri, arena_printf(&v.arena, "{\"not\":%s}", leading[i]).data),
           "so does %s", leading[i]);
    }
    ok(v.found.errors == 2, "which says nothing new");
    ok(!compile_text(&v, "test:c",
                     "{\"$ref\":\"test:d\",\"$defs\":{\"l\":{\"$id\":\"test:d\",\"anyOf\":"
                     "[{\"$ref\":\"test:c\"},{\"$ref\":\"test:b\"}]}}}"),
       "one of a ring from which that is reached");
    ok(!compile_text(&v, "test:h", "{\"pattern\":\"(\"}") && v.found.errors == 3,
       "one of the two patterns in another schema");
    ok(compile_text(&v, "test:e", "{\"$ref\":\"test:a#/contains\"}"),
       "a part of a broken schema that is not");
    ok(!compile_text(&v, "test:m", "{\"minLength\":-1}") &&
           compile_text(&v, "test:f", "{\"minLength\":1}"),
       "one that its metaschema refuses concerns no other");
    int before = v.found.errors;
    add_schema(
        &v, "test:outer",
        "{\"$dynamicAnchor\":\"n\",\"pattern\":\"(\",\"$defs\":{\"i\":{\"$id\":\"test:inner\","
        "\"$dynamicAnchor\":\"n\",\"items\":{\"$dynamicRef\":\"#n\"}}}}");
    ok(compile_text(&v, "test:g", "{\"$ref\":\"test:inner\"}") && v.found.errors == before,
       "nor does one around it, whose anchor is out of reach");
    validating_close(&v);
}

/* A metaschema whose pattern is compiled while it is found out what is wrong with a schema. */
static void test_own_metaschema(void)
{
    struct validating v;
    begin(&v, "true");
    add_schema(&v, "https://m.example/",
               "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\","
               "\"oneOf\":[true,true,{\"properties\":{\"title\":{\"pattern\":\"(a|b)\\\\1\"}}}]}");
    const struct node *schema =
        add_schema(&v, "test:own", "{\"$schema\":\"https://m.example/\",\"title\":\"aa\"}");
    ok(!compile(&v.compiler, schema) && v.found.first->code == E0801,
       "a metaschema with a pattern");
    validating_close(&v);
}

/* Names that meet in all that is quickly looked at, so many that one has to search. */
static void test_names(void)
{
    struct arena arena = {0};
    struct buf schema = buf_in(&arena, PTRDIFF_MAX);
    buf_add(&schema, S("{\"additionalProperties\":false,\"properties\":{\"\":true"));
    for (int i = 0; i < 500; i++)
        buf_add(&schema, arena_printf(&arena, ",\"a%03d-middle-%03dz\":{\"const\":%d}", i, i, i));
    buf_add(&schema, S("}}"));
    buf_add_byte(&schema, '\0');
    test_verdict(schema.data, "{\"\":1,\"a007-middle-007z\":7,\"a499-middle-499z\":499}",
                 VERDICT_VALID, "500 names that look alike");
    test_verdict(schema.data, "{\"a007-middle-008z\":7}", VERDICT_INVALID, "and one that is none");
    test_verdict("{\"enum\":[\"a\",\"a\",\"b\",\"\"]}", "\"\"", VERDICT_VALID,
                 "a name twice, and none");
    test_verdict("{\"properties\":{\"a\":true,\"b\":true},\"required\":[\"a\",\"b\"]}",
                 "{\"a\":1,\"a\":2,\"a\":3}", VERDICT_VALID, "a key that stands three times");
    test_verdict("{\"additionalProperties\":false,\"properties\":{\"a\":true,\"ab\":true,"
                 "\"abcdefgh\":true,\"abcdefghijklmnopqrstuvwxyz\":true}}",
                 "{\"\":1}", VERDICT_INVALID, "the empty name is one");
    arena_free(&arena);
}

int main(void)
{
    test_cases();
    test_depths();
    test_reasons_within_limits();
    test_doubling();
    test_sizes();
    test_steps();
    test_two_schemas();
    test_broken_schemas();
    test_own_metaschema();
    test_names();
    return done_testing();
}
