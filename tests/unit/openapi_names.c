/*
 * What definitions are called, in which order they stand, and which of them are one: cases by hand,
 * and random files against a naive comparison.
 */
#include "openapi/names.h"

#include "base/host.h"
#include "openapi/extract.h"
#include "source/write.h"

#include "memory.h"
#include "tap.h"

#include <string.h>

static char *memory_getcwd(char *to, size_t size)
{
    snprintf(to, size, "/here");
    return to;
}

/* Extracts ROOT of the file PATH; NULL when that failed. */
static const struct node *extract_root(struct memory *memory, const char *path, const char *root,
                                       bool translate)
{
    struct openapi openapi;
    struct document_set used;
    const char *roots[] = {root};
    const struct extract_request request = {.roots = {roots, 1},
                                            .dialect = DIALECT_2020_12,
                                            .translate = translate,
                                            .how = {.assume = DIALECT_COUNT}};
    struct document *document = registry_load(&memory->registry, str_of(path), NULL);
    bool ok = document && openapi_open(&memory->registry, document, &openapi);
    return ok ? extract(&openapi, &request, &used) : NULL;
}

/* The names of the definitions, in their order. */
static str names_of(struct memory *memory, const struct node *schema)
{
    struct buf out = buf_in(&memory->arena, PTRDIFF_MAX);
    const struct node *definitions = node_get(schema, S("$defs"));
    for (uint32_t i = 0; definitions && i < definitions->count; i++) {
        buf_add(&out, i ? S(" ") : S(""));
        buf_add(&out, node_text(node_key(definitions, i)));
    }
    return schema ? buf_view(&out) : memory_reports(memory);
}

#define ENTRY                                                                                      \
    "== d/e.yaml\nopenapi: 3.1.0\ncomponents:\n  schemas:\n    Root: {properties: {a: {$ref: "
#define END "}}}\n"

static void test_names(void)
{
    static const struct {
        const char *about, *files, *names;
    } cases[] = {
        {"a whole file: its stem", ENTRY "my.pet.yaml" END "== d/my.pet.yaml\n{}", "Root my.pet"},
        {"a file without an extension", ENTRY "pet" END "== d/pet\n{}", "Root pet"},
        {"a file that begins with its only dot", ENTRY ".pet" END "== d/.pet\n{}", "Root .pet"},
        {"an entry of a map", ENTRY "'m.yaml#/A~1b'" END "== d/m.yaml\nA/b: {}", "Root A/b"},
        {"a schema in an entry of a map",
         ENTRY "'m.yaml#/A/properties/x'" END "== d/m.yaml\nA: {properties: {x: {}}}", "Root A_x"},
        {"a map of other objects", ENTRY "'m.yaml#/a/schema'" END "== d/m.yaml\na: {schema: {}}",
         "Root m_a_schema"},
        {"a schema in a file that is one",
         ENTRY "'m.yaml#/properties/x/items'" END "== d/m.yaml\nproperties: {x: {items: {}}}",
         "Root m_x_items"},
        {"an entry of $defs", ENTRY "'m.yaml#/$defs/A'" END "== d/m.yaml\n$defs: {A: {}}",
         "Root A"},
        {"an entry of definitions, and into it",
         ENTRY "'m.yaml#/definitions/A/$defs/B'" END
               "== d/m.yaml\ndefinitions: {A: {$defs: {B: {}}}}",
         "Root A_B"},
        {"a component of another document",
         ENTRY "'m.yaml#/components/schemas/A/not'" END
               "== d/m.yaml\nopenapi: 3.1.0\ncomponents: {schemas: {A: {not: {}}}}",
         "Root A_not"},
        {"a property that is called definitions",
         ENTRY "'m.yaml#/properties/definitions'" END "== d/m.yaml\nproperties: {definitions: {}}",
         "Root m_definitions"},
        {"a step that says nothing, where it is the only one",
         ENTRY "'m.yaml#/schema'" END "== d/m.yaml\nschema: {}", "Root m_schema"},
        {"in a parameter of another document",
         ENTRY "'m.yaml#/components/parameters/p/schema'" END
               "== d/m.yaml\nopenapi: 3.1.0\ncomponents: {parameters: {p: {schema: {}}}}",
         "Root m_parameters_p"},
        {"in a path of another document",
         ENTRY "'m.yaml#/paths/~1a~1{b}/get/responses/200/content/text~1x%20y/schema/items'" END
               "== d/m.yaml\nopenapi: 3.1.0\npaths: {'/a/{b}': {get: {responses: {200: {content: "
               "{text/x y: {schema: {items: {}}}}}}}}}",
         "Root m_a_b_get_200_text_x_y_items"},
        {"into the entry document",
         ENTRY "'#/components/schemas/Root/properties/b'}, b: {}"
               "}}\n",
         "Root Root_b"},
        {"a component that is just that file",
         ENTRY "x.yaml" END "    Pet: {$ref: x.yaml}\n"
               "== d/x.yaml\n{}",
         "Root Pet"},
        {"and into it", ENTRY "'x.yaml#/not'" END "    Pet: {$ref: ./x.yaml}\n== d/x.yaml\nnot: {}",
         "Root Pet_not"},
        {"a component that says more does not give its name",
         ENTRY "x.yaml" END "    Pet: {$ref: x.yaml, title: t}\n== d/x.yaml\n{}", "Root x"},
        {"the first of two components gives its name",
         ENTRY "x.yaml" END "    P2: {$ref: x.yaml}\n    P1: {$ref: x.yaml}\n== d/x.yaml\n{}",
         "Root P2"},
        {"files in the order of their paths, what is in them in their order",
         ENTRY
         "x.yaml}, b: {$ref: ../z.yaml}, c: {$ref: a/w.yaml}, d: {$ref: 'a.yaml#/y'}, "
         "e: {$ref: 'a.yaml#/b'}, f: {$ref: a.yaml" END
         "== d/x.yaml\n{}\n== z.yaml\n{}\n== d/a/w.yaml\n{}\n== d/a.yaml\ny: {title: y}\nb: {}\n",
         "Root a y b w x z"},
        {"a name is given by the order of paths, not of references",
         ENTRY "z/x.yaml}, b: {$ref: b/x.yaml" END
               "== d/z/x.yaml\ntitle: z\n== d/b/x.yaml\ntitle: b",
         "Root x x_2"},
        {"components have their names before others",
         ENTRY "x.yaml}, b: {$ref: "
               "'#/components/schemas/x'" END "    x: {title: c}\n== d/x.yaml\ntitle: f",
         "Root x x_2"},
        {"a name that is given by a number is free, or not",
         ENTRY "a/x.yaml}, b: {$ref: b/x.yaml}, c: {$ref: c/x_2.yaml}, d: {$ref: d/x.yaml" END
               "== d/a/x.yaml\ntitle: a\n== d/b/x.yaml\ntitle: b\n== d/c/x_2.yaml\ntitle: c\n"
               "== d/d/x.yaml\ntitle: d",
         "Root x x_2 x_2_2 x_3"},
        {"the same under another name is another definition",
         ENTRY "x.yaml}, b: {$ref: y.yaml" END "== d/x.yaml\ntitle: t\n== d/y.yaml\ntitle: t",
         "Root x y"},
        {"the same in another dialect is another definition",
         ENTRY "a/x.yaml}, b: {$ref: "
               "'b/x.yaml#/components/schemas/x'" END "== d/a/x.yaml\ntitle: t\n"
               "== d/b/x.yaml\nopenapi: 3.0.0\ncomponents: {schemas: {x: {title: t}}}",
         "Root x x_2"},
        {"the order of members does not count, that of items does",
         ENTRY "a/x.yaml}, b: {$ref: b/x.yaml}, c: {$ref: a/y.yaml}, d: {$ref: b/y.yaml" END
               "== d/a/x.yaml\n{title: t, type: string}\n== d/b/x.yaml\n{type: string, title: t}\n"
               "== d/a/y.yaml\n{enum: [1, 2]}\n== d/b/y.yaml\n{enum: [2, 1]}",
         "Root x y y_2"},
        {"numbers are what they are written as",
         ENTRY "a/x.yaml}, b: {$ref: b/x.yaml" END
               "== d/a/x.yaml\n{minimum: 1}\n== d/b/x.yaml\n{minimum: 1.0}",
         "Root x x_2"},
        {"what a reference leads to counts, not how it is spelled",
         ENTRY
         "a/x.yaml}, b: {$ref: b/x.yaml" END
         "== d/a/x.yaml\n{not: {$ref: ../y.yaml}}\n== d/b/x.yaml\n{not: {$ref: ../a/../y.yaml}}\n"
         "== d/y.yaml\n{}",
         "Root x y"},
        {"two places in one schema differ",
         ENTRY "a/x.yaml}, b: {$ref: b/x.yaml" END
               "== d/a/x.yaml\n{not: {$ref: '../y.yaml#/properties/p'}}\n"
               "== d/b/x.yaml\n{not: {$ref: '../y.yaml#/properties/q'}}\n"
               "== d/y.yaml\n{properties: {p: {}, q: {}}}",
         "Root x x_2 y_p y_q"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct memory memory;
        memory_open(&memory, cases[i].files, ".");
        const struct node *schema = extract_root(&memory, "d/e.yaml", "Root", true);
        is_str(names_of(&memory, schema), cases[i].names, "%s", cases[i].about);
        memory_close(&memory);
    }
}

/* Schemas that stand at one place of the text, since a merge key brings them twice. */
static void test_one_place(void)
{
    struct memory memory;
    memory_open(&memory,
                "== d/e.yaml\nopenapi: 3.1.0\npaths:\n"
                "  /b: &item {get: {responses: {200: {content: {application/json: {schema: "
                "{type: object}}}}}}}\n"
                "  /a: {<<: *item}\n",
                ".");
    const struct node *schema = extract_root(&memory, "d/e.yaml", "*", true);
    is_str(names_of(&memory, schema), "a_get_200 b_get_200", "they go by their pointers");
    memory_close(&memory);
}

static void test_reports(void)
{
    struct memory memory;
    memory_open(&memory,
                ENTRY "a/x.json}, b: {$ref: b/x.json}, c: {$ref: c/x.json}, "
                      "d: {$ref: b/x.json" END
                      "== d/a/x.json\n{\"title\": \"a\"}\n== d/b/x.json\n{\"title\": \"b\"}\n"
                      "== d/c/x.json\n{\"title\": \"a\"}\n",
                ".");
    extract_root(&memory, "d/e.yaml", "Root", true);
    is_str(
        memory_reports(&memory),
        "W0402 d/b/x.json:1:1 another schema is called \"x\" already; this one is called \"x_2\"",
        "two schemas of one name are told of once");
    memory_close(&memory);
}

/* ---- random files ---------------------------------------------------------------------------- */

enum { FILES = 12, STEMS = 4, EDGES = 2 };

/* Files 0 to FILES - 1: number I is in the folder I / STEMS and has the stem I % STEMS. */
struct world {
    int titles[FILES], edges[FILES][EDGES]; /* -1: none */
    int roots[FILES], root_count;
};

static uint32_t any_below(uint64_t *state, uint32_t limit)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % limit;
}

static struct world world_of(uint64_t *state)
{
    struct world world = {.root_count = 2 + (int)any_below(state, FILES - 2)};
    for (int i = 0; i < FILES; i++) {
        world.titles[i] = any_below(state, 8) == 0;
        int stem = (int)any_below(state, STEMS); /* that of its edges, mostly: twins are wanted */
        for (int e = 0; e < EDGES; e++) {
            bool any = any_below(state, 4) > 0;
            int to =
                (i % STEMS + e + stem / 3) % STEMS + STEMS * (int)any_below(state, FILES / STEMS);
            world.edges[i][e] = any ? to : -1;
        }
        world.roots[i] = i;
    }
    return world;
}

/* The roots in another order. */
static void shuffle(struct world *world, uint64_t *state)
{
    for (int i = world->root_count - 1; i > 0; i--) {
        int other = (int)any_below(state, (uint32_t)i + 1), root = world->roots[i];
        world->roots[i] = world->roots[other];
        world->roots[other] = root;
    }
}

static void put_files(struct memory *memory, const struct world *world)
{
    for (int i = 0; i < FILES; i++) {
        struct buf text = buf_in(&memory->arena, PTRDIFF_MAX);
        buf_printf(&text, "{\"title\": \"t%d\", \"properties\": {", world->titles[i]);
        for (int e = 0, any = 0; e < EDGES; e++)
            if (world->edges[i][e] >= 0)
                buf_printf(&text, "%s\"p%d\": {\"$ref\": \"../f%d/s%d.json\"}", any++ ? ", " : "",
                           e, world->edges[i][e] / STEMS, world->edges[i][e] % STEMS);
        buf_add(&text, S("}}"));
        memory_put(memory, arena_printf(&memory->arena, "f%d/s%d.json", i / STEMS, i % STEMS),
                   buf_view(&text));
    }
    struct buf text = buf_in(&memory->arena, PTRDIFF_MAX);
    buf_add(
        &text,
        S("{\"openapi\": \"3.1.0\", \"components\": {\"schemas\": {\"Root\": {\"properties\": {"));
    for (int i = 0; i < world->root_count; i++)
        buf_printf(&text, "%s\"r%d\": {\"$ref\": \"f%d/s%d.json\"}", i ? ", " : "", world->roots[i],
                   world->roots[i] / STEMS, world->roots[i] % STEMS);
    buf_add(&text, S("}}}}}"));
    memory_put(memory, S("e.json"), buf_view(&text));
}

/* How many different schemas the roots reach: files of one stem that look the same are one. */
static int count_naively(const struct world *world)
{
    int parts[FILES], next[FILES], count = 0;
    bool reached[FILES] = {false}, grows = true;
    for (int i = 0; i < world->root_count; i++)
        reached[world->roots[i]] = true;
    while (grows) {
        grows = false;
        for (int i = 0; i < FILES; i++)
            for (int e = 0; reached[i] && e < EDGES; e++)
                if (world->edges[i][e] >= 0 && !reached[world->edges[i][e]])
                    grows = reached[world->edges[i][e]] = true;
    }
    for (int i = 0; i < FILES; i++)
        parts[i] = i % STEMS;
    for (int before = -1; before != count;) {
        before = count;
        count = 0;
        for (int i = 0; i < FILES; i++) {
            int same = 0;
            for (; same < i; same++) {
                bool equal = parts[same] == parts[i] && world->titles[same] == world->titles[i];
                for (int e = 0; equal && e < EDGES; e++) {
                    int a = world->edges[same][e], b = world->edges[i][e];
                    equal = a < 0 || b < 0 ? a == b : parts[a] == parts[b];
                }
                if (equal)
                    break;
            }
            next[i] = same < i ? next[same] : count++;
        }
        memcpy(parts, next, sizeof parts);
    }
    count = 0;
    for (int i = 0; i < FILES; i++) {
        bool is_new = reached[i];
        for (int j = 0; is_new && j < i; j++)
            is_new = !reached[j] || parts[j] != parts[i];
        count += is_new;
    }
    return count;
}

/* True when what SCHEMA, of RESULT, refers to by the property NAME looks like FILE from there on.
 */
static bool looks_like(const struct world *world, const struct node *result,
                       const struct node *schema, str name, int file, struct map *seen)
{
    str text = node_text(node_get(node_get(node_get(schema, S("properties")), name), S("$ref")));
    if (!str_starts(text, S("#/$defs/")))
        return false;
    str definition = str_skip(text, 8);
    str key = arena_printf(seen->arena, "%d %s", file, arena_copy(seen->arena, definition).data);
    bool is_new;
    map_entry(seen, key, &is_new);
    if (!is_new)
        return true;
    const struct node *there = node_get(node_get(result, S("$defs")), definition);
    str title = arena_printf(seen->arena, "t%d", world->titles[file]);
    str stem = arena_printf(seen->arena, "s%d", file % STEMS);
    if (!there || !str_equal(node_text(node_get(there, S("title"))), title) ||
        !str_starts(definition, stem))
        return false;
    for (int e = 0; e < EDGES; e++) {
        str property = arena_printf(seen->arena, "p%d", e);
        bool has = node_get(node_get(there, S("properties")), property);
        if (has != (world->edges[file][e] >= 0) ||
            (has && !looks_like(world, result, there, property, world->edges[file][e], seen)))
            return false;
    }
    return true;
}

static bool is_right(const struct world *world, struct arena *arena, const struct node *result)
{
    const struct node *definitions = node_get(result, S("$defs"));
    struct map seen = {.arena = arena};
    bool right = definitions && (int)definitions->count == 1 + count_naively(world);
    for (int i = 0; right && i < world->root_count; i++)
        right = looks_like(world, result, node_get(definitions, S("Root")),
                           arena_printf(arena, "r%d", world->roots[i]), world->roots[i], &seen);
    return right;
}

static void test_random(void)
{
    uint64_t state = 7;
    int wrong = 0, differing = 0, united = 0;
    for (int round = 0; round < 3000; round++) {
        struct world world = world_of(&state);
        struct memory memory, other;
        struct buf text, again;
        const struct node *bad;
        const struct write_options options = {.style = WRITE_EXACT, .order = WRITE_SORTED};
        memory_open(&memory, "", ".");
        put_files(&memory, &world);
        const struct node *result = extract_root(&memory, "e.json", "Root", round % 2);
        wrong += !result || !is_right(&world, &memory.arena, result);
        united += memory.registry.files.count > (ptrdiff_t)node_get(result, S("$defs"))->count;
        text = buf_in(&memory.arena, PTRDIFF_MAX);
        node_write(&text, result, options, &bad);
        shuffle(&world, &state);
        memory_open(&other, "", ".");
        put_files(&other, &world);
        result = extract_root(&other, "e.json", "Root", round % 2);
        again = buf_in(&other.arena, PTRDIFF_MAX);
        node_write(&again, result, options, &bad);
        differing += !str_equal(buf_view(&text), buf_view(&again));
        memory_close(&memory);
        memory_close(&other);
    }
    is_int(wrong, 0, "random files: the result looks like them, with each schema once");
    is_int(differing, 0, "whatever the order of references");
    ok(united > 1000, "in many of them files were united");
}

int main(void)
{
    host.getcwd = memory_getcwd;
    test_names();
    test_one_place();
    test_reports();
    test_random();
    return done_testing();
}
