/*
 * Definitions that another schema has, too: which are led there, and what keeps one from it. What
 * schemac.yaml makes of it is in tests/cli/extract.bats.
 */
#include "openapi/refer.h"

#include "base/buf.h"
#include "reading.h"
#include "tap.h"

/* Without blanks; NULL for a schema that stays as it is. */
struct row {
    const char *about, *schema, *other, *result;
};

#define OTHER(definitions) "{\"$id\":\"https://o.example/\",\"$defs\":{" definitions "}}"
#define A_STRING "\"A\":{\"type\":\"string\"}"

static const struct row rows[] = {
    {"a definition that both have", "{\"$ref\":\"#/$defs/A\",\"$defs\":{" A_STRING "}}",
     OTHER(A_STRING), "{\"$ref\":\"https://o.example/#/$defs/A\"}"},
    {"what is not shared stays",
     "{\"allOf\":[{\"$ref\":\"#/$defs/A\"},{\"$ref\":\"#/$defs/B\"}],\"$defs\":{" A_STRING
     ",\"B\":{\"items\":{\"$ref\":\"#/$defs/A\"}}}}",
     OTHER(A_STRING),
     "{\"$defs\":{\"B\":{\"items\":{\"$ref\":\"https://o.example/#/$defs/A\"}}},"
     "\"allOf\":[{\"$ref\":\"https://o.example/#/$defs/A\"},{\"$ref\":\"#/$defs/B\"}]}"},
    {"a reference into a definition", "{\"$ref\":\"#/$defs/A/items\",\"$defs\":{\"A\":{}}}",
     OTHER("\"A\":{}"), "{\"$ref\":\"https://o.example/#/$defs/A/items\"}"},
    {"another content", "{\"$defs\":{" A_STRING "}}", OTHER("\"A\":{\"type\":\"null\"}"), NULL},
    {"another name", "{\"$defs\":{" A_STRING "}}", OTHER("\"B\":{\"type\":\"string\"}"), NULL},
    {"no definitions", "{\"type\":\"string\"}", OTHER(A_STRING), NULL},
    {"one that refers to what differs",
     "{\"$defs\":{\"A\":{\"not\":{\"$ref\":\"#/$defs/B\"}},\"B\":{\"title\":\"1\"}}}",
     OTHER("\"A\":{\"not\":{\"$ref\":\"#/$defs/B\"}},\"B\":{\"title\":\"2\"}"), NULL},
    {"and what refers to that",
     "{\"$defs\":{\"C\":{\"items\":{\"$ref\":\"#/$defs/A\"}},"
     "\"A\":{\"not\":{\"$ref\":\"#/$defs/B\"}},\"B\":{}}}",
     OTHER("\"C\":{\"items\":{\"$ref\":\"#/$defs/A\"}},\"A\":{\"not\":{\"$ref\":\"#/$defs/B\"}}"),
     NULL},
    {"two that refer to each other",
     "{\"$ref\":\"#/$defs/A\",\"$defs\":{\"A\":{\"not\":{\"$ref\":\"#/$defs/B\"}},"
     "\"B\":{\"not\":{\"$ref\":\"#/$defs/A\"}}}}",
     OTHER("\"A\":{\"not\":{\"$ref\":\"#/$defs/B\"}},\"B\":{\"not\":{\"$ref\":\"#/$defs/A\"}}"),
     "{\"$ref\":\"https://o.example/#/$defs/A\"}"},
    {"one that refers to the whole", "{\"$defs\":{\"A\":{\"items\":{\"$ref\":\"#\"}}}}",
     OTHER("\"A\":{\"items\":{\"$ref\":\"#\"}}"), NULL},
    {"or into the members of an inlined root",
     "{\"$defs\":{\"A\":{\"items\":{\"$ref\":\"#/properties/p\"}}}}",
     OTHER("\"A\":{\"items\":{\"$ref\":\"#/properties/p\"}}"), NULL},
    {"one that refers to another document", "{\"$defs\":{\"A\":{\"$ref\":\"https://x.example/\"}}}",
     OTHER("\"A\":{\"$ref\":\"https://x.example/\"}"), "{}"},
    {"a reference that is none", "{\"$defs\":{\"A\":{\"$ref\":5}}}", OTHER("\"A\":{\"$ref\":5}"),
     "{}"},
    {"mappings, by reference and by name",
     "{\"discriminator\":{\"mapping\":{\"a\":\"#/$defs/A\",\"b\":\"A\",\"c\":\"C\"}},"
     "\"$defs\":{" A_STRING "}}",
     OTHER(A_STRING),
     "{\"discriminator\":{\"mapping\":{\"a\":\"https://o.example/#/$defs/A\","
     "\"b\":\"https://o.example/#/$defs/A\",\"c\":\"C\"}}}"},
    {"an id with an empty fragment", "{\"$ref\":\"#/$defs/A\",\"$defs\":{" A_STRING "}}",
     "{\"$id\":\"https://o.example/x#\",\"$defs\":{" A_STRING "}}",
     "{\"$ref\":\"https://o.example/x#/$defs/A\"}"},
};

static void test_rows(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena arena = {0};
        const struct node *schema = read_into(&arena, "a.json", str_of(rows[i].schema));
        const struct node *other = read_into(&arena, "b.json", str_of(rows[i].other)), *bad;
        const struct node *result = refer(&arena, schema, other, DIALECT_2020_12, DIALECT_2020_12);
        struct buf text = buf_in(&arena, PTRDIFF_MAX);
        node_write(&text, result,
                   (struct write_options){.style = WRITE_CANONICAL, .order = WRITE_SORTED}, &bad);
        if (rows[i].result)
            is_str(buf_view(&text), rows[i].result, "%s", rows[i].about);
        else
            ok(result == schema, "%s: it stays as it is", rows[i].about);
        arena_free(&arena);
    }
}

/* In older drafts the definitions and the id have other names. */
static void test_draft_04(void)
{
    struct arena arena = {0};
    const struct node *schema = read_into(
        &arena, "a.json", S("{\"$ref\":\"#/definitions/A\",\"definitions\":{" A_STRING "}}"));
    const struct node *other = read_into(
        &arena, "b.json", S("{\"id\":\"https://o.example/\",\"definitions\":{" A_STRING "}}"));
    const struct node *result = refer(&arena, schema, other, DIALECT_DRAFT_04, DIALECT_DRAFT_04);
    is_str(node_text(node_get(result, S("$ref"))), "https://o.example/#/definitions/A",
           "draft-04 has id and definitions");
    ok(!node_get(result, S("definitions")), "of which none is left");
    arena_free(&arena);
}

int main(void)
{
    test_rows();
    test_draft_04();
    return done_testing();
}
