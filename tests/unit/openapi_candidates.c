/*
 * Candidates: which schemas can be a root, what each reaches, and which are referred to. What the
 * command roots makes of it is in tests/cli/roots.bats.
 */
#include "openapi/candidates.h"

#include "opened.h"
#include "tap.h"

#include <stdlib.h>

static struct arena arena;

/* The candidates of TEXT are EXPECTED: "NAME SIZE" each, with what else is said of it. */
static void is_list(const char *text, const char *expected)
{
    struct candidates all;
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    candidates_list(&open_document(&arena, text)->openapi, &all);
    for (ptrdiff_t i = 0; i < all.count; i++)
        buf_printf(&out, "%s%.*s %td%s%s", i ? ", " : "", (int)all.at[i].name.len,
                   all.at[i].name.data, all.at[i].reach.definitions,
                   all.at[i].is_referred ? " referred" : "", all.at[i].is_faulty ? " faulty" : "");
    is_str(buf_view(&out), expected, "candidates");
}

#define SCHEMAS(text)                                                                              \
    "openapi: 3.1.0\ninfo: {title: t, version: v}\ncomponents: {schemas: {" text "}}\n"
#define REF(name) "{$ref: '#/components/schemas/" name "'}"

static void test_lists(void)
{
    is_list(SCHEMAS("A: {type: string}"), "A 1");
    is_list(SCHEMAS("A: {}, B: {items: " REF("A") "}, C: {items: " REF("B") "}, D: {}"),
            "A 1 referred, B 2 referred, C 3, D 1");
    is_list(SCHEMAS("A: " REF("A") ", B: {allOf: [" REF("A") ", " REF("C") "]}, C: true"),
            "A 1 referred, B 3");
    is_list(SCHEMAS("A: " REF("B") ", B: " REF("C") ", C: " REF("A") ", D: {}"),
            "A 3, B 3 referred, C 3 referred, D 1");
    is_list(SCHEMAS("A: {discriminator: {propertyName: p, mapping: {b: B, c: '#/components/"
                    "schemas/C'}}}, B: {}, C: {}"),
            "A 3, B 1 referred, C 1 referred");
    is_list(
        SCHEMAS("A: {example: " REF("B") ", items: {}}, B: {properties: {$ref: " REF(
            "A") "}}, "
                 "F: {$ref: '#/info'}, G: {$ref: '#/components/schemas/A/items'}, H: " REF("F")),
        "A 1 referred, B 2, F 0 faulty, G 2, H 0 faulty");
    is_list("swagger: '2.0'\ninfo: {title: t, version: v}\ndefinitions: {A: {$ref: "
            "'#/definitions/B'}, B: {}}\n",
            "A 2, B 1 referred");
}

static void is_root(const char *name, const char *expected)
{
    const struct openapi *openapi = &open_document(&arena, SCHEMAS("A: {}"))->openapi;
    is_str(str_of(candidates_root(openapi, str_of(name))), expected, "the root %s", name);
}

static void test_roots(void)
{
    is_root("A", "A");
    is_root("a b", "a b");
    is_root("*", "/components/schemas/*");
    is_root("/x~", "/components/schemas/~1x~0");
    is_root("#x", "/components/schemas/#x");
    is_root("", "/components/schemas/");
    const struct openapi *openapi = &open_document(&arena, SCHEMAS("A: {}"))->openapi;
    ok(!candidates_root(openapi, S("a\0b")), "a name that no root can have");
    ok(!candidates_schema(openapi, S("B")), "a name that no schema has");
}

int main(void)
{
    test_lists();
    test_roots();
    arena_free(&arena);
    return done_testing();
}
