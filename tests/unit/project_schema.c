/*
 * The project's own schemas/server.schema.json asserts what the registry's schema of 2025-10-07
 * does: without their annotations, the definitions of the two are one JSON value. Programs of tests
 * run from the project's folder.
 */
#include "base/host.h"
#include "schema/rebuild.h"
#include "source/sources.h"
#include "tap.h"

#include <sys/stat.h>

static const char *const annotations[] = {
    "$comment", "title",      "description", "examples",  "example",
    "default",  "deprecated", "readOnly",    "writeOnly",
};

static bool is_annotation(str member)
{
    for (size_t i = 0; i < sizeof annotations / sizeof *annotations; i++)
        if (str_equal(member, str_of(annotations[i])))
            return true;
    return false;
}

/* SCHEMA without its annotations; its subschemas have none any more. */
static const struct node *without_own(struct arena *arena, const struct node *schema)
{
    struct node_stack stack = {0};
    for (uint32_t i = 0; i < schema->count; i++) {
        if (is_annotation(node_text(node_key(schema, i))))
            continue;
        node_push(&stack, *node_key(schema, i));
        node_push(&stack, *node_value(schema, i));
    }
    node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, arena);
    const struct node *result = node_pop(&stack, arena);
    node_stack_done(&stack);
    return result;
}

/* For rebuild: takes the annotations off where a schema is, and leaves all else as it is. */
static const struct node *bare(void *arena, const struct walk_child *child)
{
    if (child->kind != CHILD_SCHEMA || child->node->kind != NODE_OBJECT)
        return child->node;
    return without_own(arena, rebuild(arena, child->node, child->object, DIALECT_DRAFT_07,
                                      DIALECT_COUNT, bare, arena));
}

static const struct node *bare_schema(struct arena *arena, const struct node *schema)
{
    return bare(
        arena, &(struct walk_child){.kind = CHILD_SCHEMA, .object = OBJECT_SCHEMA, .node = schema});
}

/* Says where A and B part, as a comment in the output; true when they do not. */
static bool compare(const struct node *a, const struct node *b, const char *pointer)
{
    if (node_equal(a, b))
        return true;
    if (!node_is(a, NODE_OBJECT) || !node_is(b, NODE_OBJECT)) {
        printf("# they differ at %s\n", pointer);
        return false;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        str key = node_text(node_key(a, i));
        char below[1000];
        snprintf(below, sizeof below, "%s/%.*s", pointer, (int)key.len, key.data);
        if (!node_get(b, key))
            printf("# only the project has %s\n", below);
        else
            compare(node_value(a, i), node_get(b, key), below);
    }
    for (uint32_t i = 0; i < b->count; i++) {
        str key = node_text(node_key(b, i));
        if (!node_get(a, key))
            printf("# the project lacks %s/%.*s\n", pointer, (int)key.len, key.data);
    }
    return false;
}

static void test_taking_annotations_off(struct sources *sources)
{
    const struct node *with =
        sources_read(
            sources, S("with.json"),
            S("{"
              "\"title\": \"t\", \"type\": \"object\", \"default\": {}, \"required\": [\"title\"],"
              "\"properties\": {\"title\": {\"description\": \"d\", \"enum\": [{\"title\": 1}]},"
              " \"b\": {\"anyOf\": [{\"example\": 1, \"const\": {\"examples\": []}}, true]}}}"))
            ->root;
    const struct node *without =
        sources_read(sources, S("without.json"),
                     S("{"
                       "\"required\": [\"title\"], \"type\": \"object\","
                       "\"properties\": {\"title\": {\"enum\": [{\"title\": 1}]},"
                       " \"b\": {\"anyOf\": [{\"const\": {\"examples\": []}}, true]}}}"))
            ->root;
    ok(compare(bare_schema(sources->arena, with), without, ""),
       "annotations go where a schema is; names of properties and data stay");
    ok(!node_equal(with, without), "and they did make a difference");
}

/* The definitions of the schema in PATH, bare; NULL when reported. */
static const struct node *bare_definitions(struct sources *sources, const char *path)
{
    struct document *document = sources_load(sources, path, str_of(path));
    return document ? node_get(bare_schema(sources->arena, document->root), S("definitions"))
                    : NULL;
}

static void test_same_rules(struct sources *sources)
{
    static const char about[] = "the definitions are those of the registry";
    struct stat info;
    const char *corpus = host_environment("SCHEMAC_CORPUS");
    if (!corpus)
        corpus = "../shared/corpus";
    if (stat(corpus, &info) < 0) {
        skip("no corpus", "%s", about);
        return;
    }
    str theirs =
        arena_printf(sources->arena, "%s/registry/2025-10-07-568748e/server.schema.json", corpus);
    const struct node *ours = bare_definitions(sources, "schemas/server.schema.json");
    const struct node *others = bare_definitions(sources, theirs.data);
    ok(ours && others && ours->count > 0 && compare(ours, others, "/definitions"), "%s", about);
}

int main(void)
{
    struct arena arena = {0};
    struct diag_list found = {.arena = &arena};
    struct sources sources = {.arena = &arena, .found = &found};
    test_taking_annotations_off(&sources);
    test_same_rules(&sources);
    for (const struct diag *diag = found.first; diag; diag = diag->next)
        printf("# %s\n", diag->message);
    arena_free(&arena);
    return done_testing();
}
