/*
 * The validator on schemas and instances of our own: the cases by which the oracle is judged, and
 * what is about running: depth, limits, what was evaluated, and references that are redirected.
 */
#include "reading.h"
#include "tap.h"
#include "validating.h"

#include <string.h>

/* ---- cases shared with the oracle --------------------------------------------------------------
 */

static enum dialect dialect_called(str name)
{
    static const struct {
        str name;
        enum dialect dialect;
    } versions[] = {{STR_INIT("2.0"), DIALECT_OPENAPI_2_0},
                    {STR_INIT("3.0"), DIALECT_OPENAPI_3_0},
                    {STR_INIT("3.1"), DIALECT_OPENAPI_3_1},
                    {STR_INIT("3.2"), DIALECT_OPENAPI_3_2}};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (str_equal(versions[i].name, name))
            return versions[i].dialect;
    return dialect_of_name(name);
}

/* The number of INSTANCES that get another verdict than WANTED, either way. */
static int count_wrong(struct validating *v, const struct node *instances, enum verdict wanted)
{
    int wrong = 0;
    for (uint32_t i = 0; v->scheme && instances && i < instances->count; i++) {
        struct violations violations;
        const struct node *instance = node_item(instances, i);
        enum verdict quick = run(&v->runner, v->scheme, instance);
        enum verdict explained =
            run_explained(&v->runner, v->scheme, instance, &v->arena, &violations);
        if (quick == wanted && explained == wanted)
            continue;
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
                    dialect_called(node_text(dialect)), FORMATS_OFF, NULL);
    int wrong = count_wrong(&v, node_get(item, S("valid")), VERDICT_VALID) +
                count_wrong(&v, node_get(item, S("invalid")), VERDICT_INVALID);
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

int main(void)
{
    test_cases();
    return done_testing();
}
