/*
 * Trees out as text: each style on scalars, strings and containers, the order by UTF-8 bytes, what
 * style go refuses, depth and the ceiling.
 */
#include "source/sources.h"
#include "source/write.h"

#include "reading.h"
#include "tap.h"

#include <stdint.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

static str write_as(struct arena *arena, const struct node *node, enum write_style style,
                    enum write_order order)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    const struct node *bad;
    struct write_options options = {.style = style, .order = order};
    return node_write(&out, node, options, &bad) ? buf_view(&out) : S("(refused)");
}

static void test_documents(void)
{
    static const char source[] =
        "{\"b\": [1.0, {\"z\": null, \"y\": true}, [], {}, [[]]], \"a\": \"<&>\", \"B\": 1e3, \"$\": {}}";
    static const struct {
        enum write_style style;
        enum write_order order;
        const char *name, *text;
    } cases[] = {
        {WRITE_EXACT, WRITE_SOURCE_ORDER, "exact, in source order",
         "{\n"
         "  \"b\": [\n"
         "    1.0,\n"
         "    {\n"
         "      \"z\": null,\n"
         "      \"y\": true\n"
         "    },\n"
         "    [],\n"
         "    {},\n"
         "    [\n"
         "      []\n"
         "    ]\n"
         "  ],\n"
         "  \"a\": \"<&>\",\n"
         "  \"B\": 1e3,\n"
         "  \"$\": {}\n"
         "}\n"},
        {WRITE_EXACT, WRITE_SORTED, "exact, sorted",
         "{\n"
         "  \"$\": {},\n"
         "  \"B\": 1e3,\n"
         "  \"a\": \"<&>\",\n"
         "  \"b\": [\n"
         "    1.0,\n"
         "    {\n"
         "      \"y\": true,\n"
         "      \"z\": null\n"
         "    },\n"
         "    [],\n"
         "    {},\n"
         "    [\n"
         "      []\n"
         "    ]\n"
         "  ]\n"
         "}\n"},
        {WRITE_GO, WRITE_SORTED, "go, sorted",
         "{\n"
         "  \"$\": {},\n"
         "  \"B\": 1000,\n"
         "  \"a\": \"\\u003c\\u0026\\u003e\",\n"
         "  \"b\": [\n"
         "    1,\n"
         "    {\n"
         "      \"y\": true,\n"
         "      \"z\": null\n"
         "    },\n"
         "    [],\n"
         "    {},\n"
         "    [\n"
         "      []\n"
         "    ]\n"
         "  ]\n"
         "}\n"},
        {WRITE_CANONICAL, WRITE_SOURCE_ORDER, "canonical is always sorted",
         "{\"$\":{},\"B\":1e3,\"a\":\"<&>\",\"b\":[1.0,{\"y\":true,\"z\":null},[],{},[[]]]}"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena arena = {0};
        const struct node *root = read_into(&arena, "a.json", str_of(source));
        is_str(write_as(&arena, root, cases[i].style, cases[i].order), cases[i].text, "%s",
               cases[i].name);
        arena_free(&arena);
    }
}

static void test_small_documents(void)
{
    static const struct {
        const char *source, *exact, *go, *canonical;
    } cases[] = {
        {"null", "null\n", "null\n", "null"},
        {"true", "true\n", "true\n", "true"},
        {"false", "false\n", "false\n", "false"},
        {"\"\"", "\"\"\n", "\"\"\n", "\"\""},
        {"[]", "[]\n", "[]\n", "[]"},
        {"{}", "{}\n", "{}\n", "{}"},
        {"[[]]", "[\n  []\n]\n", "[\n  []\n]\n", "[[]]"},
        {"{\"a\":{}}", "{\n  \"a\": {}\n}\n", "{\n  \"a\": {}\n}\n", "{\"a\":{}}"},
        {"-0.0", "-0.0\n", "-0\n", "-0.0"},
        {"10.00", "10.00\n", "10\n", "10.00"},
        {"1E+2", "1E+2\n", "100\n", "1E+2"},
        {"18446744073709551616", "18446744073709551616\n", "18446744073709552000\n",
         "18446744073709551616"},
        {"1e400", "1e400\n", "(refused)", "1e400"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct arena arena = {0};
        const struct node *root = read_into(&arena, "a.json", str_of(cases[i].source));
        is_str(write_as(&arena, root, WRITE_EXACT, WRITE_SOURCE_ORDER), cases[i].exact, "exact %s",
               cases[i].source);
        is_str(write_as(&arena, root, WRITE_GO, WRITE_SORTED), cases[i].go, "go %s",
               cases[i].source);
        is_str(write_as(&arena, root, WRITE_CANONICAL, WRITE_SORTED), cases[i].canonical,
               "canonical %s", cases[i].source);
        arena_free(&arena);
    }
}

static void test_strings(void)
{
    static const struct {
        str text;
        const char *exact, *go; /* go NULL: the same; canonical escapes as exact does */
    } cases[] = {
        {STR_INIT(""), "\"\"", NULL},
        {STR_INIT("abc"), "\"abc\"", NULL},
        {STR_INIT("\"\\/"), "\"\\\"\\\\/\"", NULL},
        {STR_INIT("\b\f\n\r\t"), "\"\\b\\f\\n\\r\\t\"", NULL},
        {STR_INIT("\x00\x01\x0B\x1F"), "\"\\u0000\\u0001\\u000b\\u001f\"", NULL},
        {STR_INIT("\x7F\xC2\x85\xC2\xA0\xEF\xBB\xBF"), "\"\x7F\xC2\x85\xC2\xA0\xEF\xBB\xBF\"",
         NULL},
        {STR_INIT("<a>&"), "\"<a>&\"", "\"\\u003ca\\u003e\\u0026\""},
        {STR_INIT("\xE2\x80\xA8x\xE2\x80\xA9"), "\"\xE2\x80\xA8x\xE2\x80\xA9\"",
         "\"\\u2028x\\u2029\""},
        {STR_INIT("\xE2\x80\xA7\xE2\x80\xAA\xE2\x9C\x93"),
         "\"\xE2\x80\xA7\xE2\x80\xAA\xE2\x9C\x93\"", NULL},
        {STR_INIT("\xE4\xBD\xA0\xF0\x9F\x98\x80"), "\"\xE4\xBD\xA0\xF0\x9F\x98\x80\"", NULL},
        {STR_INIT("'"), "\"'\"", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        static const enum write_style styles[] = {WRITE_EXACT, WRITE_CANONICAL, WRITE_GO};
        for (size_t j = 0; j < COUNT(styles); j++) {
            struct arena arena = {0};
            struct buf out = buf_in(&arena, PTRDIFF_MAX);
            write_string(&out, cases[i].text, styles[j]);
            const char *go = cases[i].go ? cases[i].go : cases[i].exact;
            is_str(buf_view(&out), styles[j] == WRITE_GO ? go : cases[i].exact,
                   "string %zu in style %zu", i, j);
            arena_free(&arena);
        }
    }
    struct arena arena = {0};
    const struct node *root = read_into(&arena, "a.json", S("{\"<\\u2028\\n\": 1}"));
    is_str(write_as(&arena, root, WRITE_GO, WRITE_SORTED), "{\n  \"\\u003c\\u2028\\n\": 1\n}\n",
           "keys are escaped as values are");
    arena_free(&arena);
}

/* By UTF-8 bytes, which is the order of code points: UTF-16 would put U+1F600 before U+FF5E. */
static void test_order(void)
{
    static const char *const keys[] = {
        "",
        "$comment",
        "$id",
        "$ref",
        "0",
        "10",
        "9",
        "A",
        "Z",
        "_",
        "a",
        "aa",
        "ab",
        "b",
        "~",
        "\x7F",
        "\xC3\xA4",
        "\xE4\xBD\xA0",
        "\xEF\xBD\x9E",
        "\xF0\x9F\x98\x80",
    };
    struct arena arena = {0};
    struct node_stack stack = {0};
    for (size_t i = 0; i < COUNT(keys); i++) { /* 20 keys: 7 and 20 have no common divisor */
        node_push_str(&stack, str_of(keys[i * 7 % COUNT(keys)]));
        node_push_null(&stack);
    }
    node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, &arena);
    const struct node *root = node_pop(&stack, &arena);
    node_stack_done(&stack);

    str text = write_as(&arena, root, WRITE_CANONICAL, WRITE_SOURCE_ORDER);
    const struct node *sorted = read_into(&arena, "a.json", text);
    for (uint32_t i = 0; i < COUNT(keys); i++)
        is_str(node_text(node_key(sorted, i)), keys[i], "key %u in order", (unsigned)i);
    arena_free(&arena);
}

static void test_refusal(void)
{
    struct arena arena = {0};
    const struct node *root = read_into(&arena, "a.json", S("{\"b\": [1, -1e400, 2], \"a\": 1}"));
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    const struct node *bad = NULL;
    struct write_options go = {.style = WRITE_GO, .order = WRITE_SORTED};
    ok(!node_write(&out, root, go, &bad), "style go cannot say -1e400");
    ok(bad == node_item(node_get(root, S("b")), 1), "and names the node");
    is_str(node_text(bad), "-1e400", "with its text");
    arena_free(&arena);
}

/* Equal keys, which a faulty object may have, come out in a fixed order: that of the source. */
static void test_equal_keys(void)
{
    struct arena arena = {0};
    const struct node *root =
        read_into(&arena, "a.json", S("{\"b\":1,\"a\":2,\"b\":3,\"a\":4,\"b\":5}"));
    is_str(write_as(&arena, root, WRITE_CANONICAL, WRITE_SORTED),
           "{\"a\":2,\"a\":4,\"b\":1,\"b\":3,\"b\":5}", "equal keys in the order of the source");
    arena_free(&arena);
}

static void test_depth(void)
{
    struct arena arena = {0};
    struct buf deep = buf_in(&arena, PTRDIFF_MAX);
    for (int i = 0; i < INSTANCE_DEPTH / 2; i++)
        buf_add(&deep, S("[{\"a\":"));
    buf_add_byte(&deep, '1');
    for (int i = 0; i < INSTANCE_DEPTH / 2; i++)
        buf_add(&deep, S("}]"));
    const struct node *root = read_into(&arena, "a.json", buf_view(&deep));
    str text = write_as(&arena, root, WRITE_CANONICAL, WRITE_SORTED);
    ok(str_equal(text, buf_view(&deep)), "10,000 levels, canonical");

    struct buf out = buf_in(&arena, 1000000);
    const struct node *bad;
    ok(node_write(&out, root, (struct write_options){0}, &bad) && out.full,
       "indented they are longer than the ceiling");
    ok(out.len <= 1000000, "which holds");
    arena_free(&arena);
}

static void test_ceiling(void)
{
    struct arena arena = {0};
    const struct node *root = read_into(&arena, "a.json", S("{\"a\": [1, 2, 3]}"));
    str whole = write_as(&arena, root, WRITE_EXACT, WRITE_SOURCE_ORDER);
    for (ptrdiff_t ceiling = 0; ceiling <= whole.len; ceiling++) {
        struct buf out = buf_in(&arena, ceiling);
        const struct node *bad;
        node_write(&out, root, (struct write_options){0}, &bad);
        ok(out.full == (ceiling < whole.len) && out.len <= ceiling &&
               str_starts(whole, buf_view(&out)),
           "a ceiling of %td bytes leaves a beginning", ceiling);
    }
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    const struct node *bad;
    buf_add(&out, S("before "));
    node_write(&out, root, (struct write_options){.style = WRITE_CANONICAL, .order = WRITE_SORTED},
               &bad);
    is_str(buf_view(&out), "before {\"a\":[1,2,3]}", "it adds to what is there");
    arena_free(&arena);
}

static bool is_note(str key)
{
    return str_equal(key, S("note"));
}

static void take(void *context, str piece)
{
    buf_add(context, piece);
}

/* The styles of Python's json, what they leave out, and the same in pieces. */
static void test_python(void)
{
    static const struct {
        const char *name, *source, *literal, *ascii;
        bool leaves_out, sort_texts;
    } cases[] = {
        {"numbers", "[1, 1.0, 1E2, -0, -0.0, 1e400, 123456789012345678901234567890]", NULL, NULL,
         false, false},
        {"numbers that can be said", "[1, 1.0, 1E2, -0, -0.0, 123456789012345678901234567890]",
         "[1,1.0,100.0,0,-0.0,123456789012345678901234567890]",
         "[1,1.0,100.0,0,-0.0,123456789012345678901234567890]", false, false},
        {"characters",
         "[\"/<\\u0000\\u001f\\n\\\"\\\\\\u007f\\u00e9\\u2028\\ue000\\ud83d\\ude00\"]",
         "[\"/<\\u0000\\u001f\\n\\\"\\\\\x7F\xC3\xA9\xE2\x80\xA8\xEE\x80\x80\xF0\x9F\x98\x80\"]",
         "[\"/<\\u0000\\u001f\\n\\\"\\\\\\u007f\\u00e9\\u2028\\ue000\\ud83d\\ude00\"]", false,
         false},
        {"keys by code point",
         "{\"\\ud83d\\ude00\": 1, \"\\uffff\": 2, \"\\ue000\": 3, \"b\": 4, \"B\": 5}",
         "{\"B\":5,\"b\":4,\"\xEE\x80\x80\":3,\"\xEF\xBF\xBF\":2,\"\xF0\x9F\x98\x80\":1}",
         "{\"B\":5,\"b\":4,\"\\ue000\":3,\"\\uffff\":2,\"\\ud83d\\ude00\":1}", false, false},
        {"members left out, at all levels",
         "{\"note\": {\"a\": 1}, \"b\": {\"note\": 1}, \"a\": [{\"note\": 2, \"x\": 3}]}",
         "{\"a\":[{\"x\":3}],\"b\":{}}", "{\"a\":[{\"x\":3}],\"b\":{}}", true, false},
        {"strings sorted, other lists not",
         "[[\"b\", \"a\", \"b\"], [2, 1], [\"b\", \"a\", 1], [[\"d\", \"c\"], [\"b\"]], []]",
         "[[\"a\",\"b\",\"b\"],[2,1],[\"b\",\"a\",1],[[\"c\",\"d\"],[\"b\"]],[]]",
         "[[\"a\",\"b\",\"b\"],[2,1],[\"b\",\"a\",1],[[\"c\",\"d\"],[\"b\"]],[]]", false, true},
    };
    for (size_t i = 0; i < COUNT(cases) * 2; i++) {
        struct arena arena = {0};
        bool is_ascii = i % 2;
        const char *wanted = is_ascii ? cases[i / 2].ascii : cases[i / 2].literal;
        const struct node *root = read_into(&arena, "a.json", str_of(cases[i / 2].source)), *bad;
        struct write_options options = {.style = is_ascii ? WRITE_PYTHON_ASCII : WRITE_PYTHON,
                                        .leaves_out = cases[i / 2].leaves_out ? is_note : NULL,
                                        .sort_texts = cases[i / 2].sort_texts};
        struct buf out = buf_in(&arena, PTRDIFF_MAX), pieces = out;
        ok(node_write(&out, root, options, &bad) == (wanted != NULL), "%s: said or not",
           cases[i / 2].name);
        if (wanted)
            is_str(buf_view(&out), wanted, "%s%s", cases[i / 2].name, is_ascii ? ", in ASCII" : "");
        else
            is_str(node_text(bad), "1e400", "the number that cannot be said");
        ok(node_write_pieces(root, options, take, &pieces, &bad) == (wanted != NULL) &&
               str_equal(buf_view(&out), buf_view(&pieces)),
           "%s: the same in pieces", cases[i / 2].name);
        arena_free(&arena);
    }
}

/* A text of many pieces. */
static void test_pieces(void)
{
    struct arena arena = {0};
    struct buf text = buf_in(&arena, PTRDIFF_MAX), pieces = text;
    buf_add_byte(&text, '[');
    for (int i = 0; i < 100000; i++)
        buf_add(&text, S("1,"));
    buf_add(&text, S("2]"));
    const struct node *root = read_into(&arena, "a.json", buf_view(&text)), *bad;
    struct write_options options = {.style = WRITE_CANONICAL};
    ok(node_write_pieces(root, options, take, &pieces, &bad) &&
           str_equal(buf_view(&pieces), buf_view(&text)),
       "200,000 bytes come whole and in order");
    arena_free(&arena);
}

/* Numbers with a zero fraction and others that lose their form in a double stay as written. */
static void test_numbers_stay(void)
{
    static const char source[] = "list: [1.0, 10.00, 0.10, -0.0, 1e3, 1E-03, 9007199254740993, "
                                 "0.1000000000000000055511151231257827, 1e400]\n";
    struct arena arena = {0};
    const struct node *root = read_into(&arena, "a.yaml", str_of(source));
    is_str(write_as(&arena, root, WRITE_CANONICAL, WRITE_SORTED),
           "{\"list\":[1.0,10.00,0.10,-0.0,1e3,1E-03,9007199254740993,"
           "0.1000000000000000055511151231257827,1e400]}",
           "from YAML, as written");
    root = read_into(&arena, "a.yaml", S("[0x1F, 0o17, 017, .5, -.5, 1., +1, +1.5, 00]"));
    is_str(write_as(&arena, root, WRITE_CANONICAL, WRITE_SORTED), "[31,15,17,0.5,-0.5,1.0,1,1.5,0]",
           "what JSON cannot write so is normalised");
    arena_free(&arena);
}

/* That the string TEXT, in JSON, is written as EXPECTED in the style that shows all of it. */
static void check_shown(const char *text, const char *expected)
{
    struct arena arena = {0};
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    write_string(&out, str_of(text), WRITE_SHOWN);
    is_str(buf_view(&out), expected, "shown: %s", expected);
    arena_free(&arena);
}

static void test_shown(void)
{
    check_shown("a<b>/\"\\\n", "\"a<b>/\\\"\\\\\\n\"");
    check_shown("\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x8E\x89", "\"\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x8E\x89\"");
    check_shown("\x7F\xC2\x85", "\"\\u007f\\u0085\"");
    check_shown("\xE2\x80\xA8\xE2\x80\xAE", "\"\\u2028\\u202e\"");
    check_shown("\xF3\xA0\x81\x81", "\"\\udb40\\udc41\"");
}

int main(void)
{
    test_documents();
    test_small_documents();
    test_strings();
    test_order();
    test_refusal();
    test_equal_keys();
    test_depth();
    test_ceiling();
    test_python();
    test_pieces();
    test_numbers_stay();
    test_shown();
    return done_testing();
}
