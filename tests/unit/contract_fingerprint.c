/*
 * Digests of tool contracts: the payloads that connector-sdk.md section 2 gives, refusals, what
 * changes a digest and what does not. The recorded cases of the SDK and the captures of real
 * servers are in the corpus, $SCHEMAC_CORPUS or ../shared/corpus; without it they are skipped, and
 * the twins on contracts of our own still run.
 */
#include "contract/fingerprint.h"

#include "corpus.h"
#include "reading.h"
#include "tap.h"

#include <dirent.h>
#include <string.h>

static const struct read_policy last_counts = {.duplicates = DUPLICATES_LAST};

static struct tool tool_of(const struct node *entry)
{
    const struct node *name = node_get(entry, S("name"));
    return (struct tool){.entry = entry,
                         .name = node_is(name, NODE_STRING) ? node_text(name) : S("")};
}

/* SHA-256 of LABEL, a NUL and PAYLOAD; of PAYLOAD alone without a label. */
static struct digest digest_of(const char *label, str payload)
{
    struct digest_run run;
    digest_begin(&run);
    if (label)
        digest_add(&run, (str){label, (ptrdiff_t)strlen(label) + 1});
    digest_add(&run, payload);
    return digest_end(&run);
}

static bool same_digest(const struct digest *a, const struct digest *b)
{
    return strcmp(a->hex, b->hex) == 0;
}

/* ---- payloads -------------------------------------------------------------------------------- */

/* That the payload of TEXT for ALGORITHM is EXPECTED, and its digest the one of that. */
static void check_payload(const char *text, enum fingerprint_algorithm algorithm,
                          const char *expected)
{
    struct reading r;
    const struct node *root = reading_open(&r, "a.json", str_of(text), last_counts);
    if (ok(root, "%s is read", text)) {
        struct tool tool = tool_of(root);
        str payload = fingerprint_payload(&r.arena, &tool, algorithm);
        is_str(payload, expected, "%s of %s", fingerprint_names[algorithm], text);
        struct fingerprints prints = fingerprint_tool(&tool);
        struct digest digest = digest_of(fingerprint_label(algorithm), str_of(expected));
        is_str(str_of(prints.of[algorithm].hex), *expected ? digest.hex : "", "and its digest");
    }
    reading_close(&r);
}

/* INPUT, written as C, is the input schema; what is left of it in compat is EXPECTED. */
#define CHECK_INPUT(input, expected)                                                               \
    check_payload("{\"name\":\"n\",\"inputSchema\":" input "}", FINGERPRINT_COMPAT,                \
                  "{\"input_schema\":" expected ",\"name\":\"n\",\"output_schema\":null}")

static void test_what_is_left_out(void)
{
    CHECK_INPUT("{\"z\":1,\"a\":{\"c\":1,\"b\":2}}", "{\"a\":{\"b\":2,\"c\":1},\"z\":1}");
    CHECK_INPUT(
        "{\"x\":1,\"title\":1,\"description\":{},\"examples\":[],\"$comment\":0,\"default\":1}",
        "{\"x\":1}");
    CHECK_INPUT("{\"Title\":1,\"example\":2,\"comment\":3,\"defaults\":4}",
                "{\"Title\":1,\"comment\":3,\"defaults\":4,\"example\":2}");
    CHECK_INPUT(
        "{\"properties\":{\"title\":{\"type\":\"string\"},\"b\":{}},\"required\":[\"title\",\"b\"]}",
        "{\"properties\":{\"b\":{}},\"required\":[\"b\",\"title\"]}");
    CHECK_INPUT("{\"enum\":[{\"title\":1},{\"x\":[[{\"default\":1}]]}]}",
                "{\"enum\":[{},{\"x\":[[{}]]}]}");
    CHECK_INPUT("{\"const\":{\"description\":[1,2]},\"$defs\":{\"examples\":{\"a\":1}}}",
                "{\"$defs\":{},\"const\":{}}");
    CHECK_INPUT("{\"x\":{\"title\":{\"title\":{}}}}", "{\"x\":{}}");
}

static void test_lists(void)
{
    CHECK_INPUT("{\"required\":[\"b\",\"a\",\"b\"]}", "{\"required\":[\"a\",\"b\",\"b\"]}");
    CHECK_INPUT("{\"const\":[\"b\",\"a\"],\"x\":[]}", "{\"const\":[\"a\",\"b\"],\"x\":[]}");
    CHECK_INPUT("{\"enum\":[\"b\",1,\"a\"]}", "{\"enum\":[\"b\",1,\"a\"]}");
    CHECK_INPUT("{\"enum\":[3,1,2,null,true]}", "{\"enum\":[3,1,2,null,true]}");
    CHECK_INPUT("{\"x\":[[\"d\",\"c\"],[\"b\",\"a\"]]}", "{\"x\":[[\"c\",\"d\"],[\"a\",\"b\"]]}");
    CHECK_INPUT("{\"anyOf\":[{\"b\":1},{\"a\":1}]}", "{\"anyOf\":[{\"b\":1},{\"a\":1}]}");
    CHECK_INPUT("{\"x\":[\"\\uffff\",\"\\ud800\\udc00\",\"\\ue000\",\"a\",\"\"]}",
                "{\"x\":[\"\",\"a\",\"\\ue000\",\"\\uffff\",\"\\ud800\\udc00\"]}");
    CHECK_INPUT("{\"\\uffff\":1,\"\\ud800\\udc00\":2,\"\\ue000\":3,\"\":4}",
                "{\"\":4,\"\\ue000\":3,\"\\uffff\":1,\"\\ud800\\udc00\":2}");
}

static void test_text_and_numbers(void)
{
    CHECK_INPUT("{\"x\":\"\\u00e9\\u007f\\u2028/\\/<\\ud83d\\ude80\"}",
                "{\"x\":\"\\u00e9\\u007f\\u2028//<\\ud83d\\ude80\"}");
    CHECK_INPUT("{\"x\":\"\xC3\xA9\x7F\xE2\x80\xA8\xF0\x9F\x9A\x80\"}",
                "{\"x\":\"\\u00e9\\u007f\\u2028\\ud83d\\ude80\"}");
    CHECK_INPUT("{\"x\":\"\\u0000\\u0008\\u000c\\n\\r\\t\\u001F\\\"\\\\ \"}",
                "{\"x\":\"\\u0000\\b\\f\\n\\r\\t\\u001f\\\"\\\\ \"}");
    CHECK_INPUT("{\"x\":[1,1.0,1e2,-0,-0.0,100E-2,123456789012345678901234567890]}",
                "{\"x\":[1,1.0,100.0,0,-0.0,1.0,123456789012345678901234567890]}");
    CHECK_INPUT(
        "{\"x\":[1e16,1e15,123456789.123456789e7,1e-4,1e-5,0.1,5e-324,1.7976931348623157e308]}",
        "{\"x\":[1e+16,1000000000000000.0,1234567891234568.0,0.0001,1e-05,0.1,5e-324,"
        "1.7976931348623157e+308]}");
    CHECK_INPUT("{\"x\":[9007199254740993,9007199254740993.0,2e-400]}",
                "{\"x\":[9007199254740993,9007199254740992.0,0.0]}");
    CHECK_INPUT("{\"x\":1,\"y\":2,\"x\":3}", "{\"x\":3,\"y\":2}");
}

/* One contract in all forms. */
static void test_forms(void)
{
    static const char text[] =
        "{\"description\":\"D\",\"name\":\"n\",\"icons\":[\"b\",\"a\"],"
        "\"outputSchema\":{\"title\":\"T\",\"type\":[\"null\",\"array\"],\"default\":1},"
        "\"inputSchema\":{\"title\":\"T\",\"type\":\"object\",\"default\":2}}";
    check_payload(text, FINGERPRINT_COMPAT,
                  "{\"input_schema\":{\"type\":\"object\"},\"name\":\"n\","
                  "\"output_schema\":{\"type\":[\"array\",\"null\"]}}");
    check_payload(text, FINGERPRINT_EXACT,
                  "{\"input_schema\":{\"title\":\"T\",\"type\":\"object\"},\"name\":\"n\","
                  "\"output_schema\":{\"title\":\"T\",\"type\":[\"array\",\"null\"]}}");
    check_payload(text, FINGERPRINT_OUTPUT, "{\"type\":[\"array\",\"null\"]}");
    check_payload(text, FINGERPRINT_V1, "{\"input_schema\":{\"type\":\"object\"},\"name\":\"n\"}");
    check_payload(
        text, FINGERPRINT_RAW,
        "{\"description\":\"D\",\"icons\":[\"b\",\"a\"],"
        "\"inputSchema\":{\"default\":2,\"title\":\"T\",\"type\":\"object\"},\"name\":\"n\","
        "\"outputSchema\":{\"default\":1,\"title\":\"T\",\"type\":[\"null\",\"array\"]}}");
    check_payload("{\"name\":\"\\u8aad\",\"input_schema\":{\"a\":1},\"output_schema\":{}}",
                  FINGERPRINT_COMPAT,
                  "{\"input_schema\":{\"a\":1},\"name\":\"\\u8aad\",\"output_schema\":{}}");
    check_payload("{\"name\":\"n\",\"inputSchema\":{\"a\":1},\"input_schema\":{\"b\":1},"
                  "\"outputSchema\":null,\"output_schema\":{\"c\":1}}",
                  FINGERPRINT_COMPAT,
                  "{\"input_schema\":{\"a\":1},\"name\":\"n\",\"output_schema\":null}");
    check_payload("{\"name\":\"n\",\"inputSchema\":{\"a\":1}}", FINGERPRINT_OUTPUT, "");
    check_payload("{\"name\":\"n\",\"inputSchema\":{\"a\":1},\"outputSchema\":{}}",
                  FINGERPRINT_OUTPUT, "{}");
    check_payload("{\"name\":\"n\",\"inputSchema\":{\"a\":1},\"outputSchema\":{\"title\":1}}",
                  FINGERPRINT_OUTPUT, "{}");
}

/* ---- refusals -------------------------------------------------------------------------------- */

#define EMPTY " has an empty input schema; certify the definition a client receives from tools/list"
#define NO_INPUT "live MCP tool input schema is not an object"
#define NO_OUTPUT "live MCP tool output schema is not an object"
#define NO_NAME "MCP tool definition has no name"

static void test_refusals(void)
{
    static const struct {
        const char *text;
        enum fingerprint_refusal refusal;
        const char *message;
    } rows[] = {
        {"[]", REFUSED_NO_OBJECT, NULL},
        {"\"a\"", REFUSED_NO_OBJECT, NULL},
        {"{}", REFUSED_NO_NAME, NO_NAME},
        {"{\"name\":\"\",\"inputSchema\":{}}", REFUSED_NO_NAME, NO_NAME},
        {"{\"name\":5,\"inputSchema\":{\"a\":1}}", REFUSED_NO_NAME, NO_NAME},
        {"{\"name\":\"t\"}", REFUSED_EMPTY_INPUT, "MCP tool 't'" EMPTY},
        {"{\"name\":\"t's\",\"inputSchema\":null,\"input_schema\":{\"a\":1}}", REFUSED_EMPTY_INPUT,
         "MCP tool \"t's\"" EMPTY},
        {"{\"name\":\"t\\n\",\"inputSchema\":false}", REFUSED_EMPTY_INPUT, "MCP tool 't\\n'" EMPTY},
        {"{\"name\":\"t\",\"inputSchema\":[]}", REFUSED_EMPTY_INPUT, "MCP tool 't'" EMPTY},
        {"{\"name\":\"t\",\"inputSchema\":\"\"}", REFUSED_EMPTY_INPUT, "MCP tool 't'" EMPTY},
        {"{\"name\":\"t\",\"inputSchema\":-0.0}", REFUSED_EMPTY_INPUT, "MCP tool 't'" EMPTY},
        {"{\"name\":\"t\",\"inputSchema\":1e-400}", REFUSED_EMPTY_INPUT, "MCP tool 't'" EMPTY},
        {"{\"name\":\"t\",\"inputSchema\":1e-300}", REFUSED_INPUT, NO_INPUT},
        {"{\"name\":\"t\",\"inputSchema\":{\"title\":1,\"default\":{\"a\":1}}}",
         REFUSED_EMPTY_INPUT, "MCP tool 't'" EMPTY},
        {"{\"name\":\"t\",\"inputSchema\":{},\"outputSchema\":[]}", REFUSED_EMPTY_INPUT,
         "MCP tool 't'" EMPTY},
        {"{\"name\":\"t\",\"inputSchema\":true}", REFUSED_INPUT, NO_INPUT},
        {"{\"name\":\"t\",\"inputSchema\":0.1}", REFUSED_INPUT, NO_INPUT},
        {"{\"name\":\"t\",\"inputSchema\":[{}]}", REFUSED_INPUT, NO_INPUT},
        {"{\"name\":\"t\",\"inputSchema\":{\"a\":1},\"outputSchema\":false}", REFUSED_OUTPUT,
         NO_OUTPUT},
        {"{\"name\":\"t\",\"inputSchema\":{\"a\":1},\"outputSchema\":\"\"}", REFUSED_OUTPUT,
         NO_OUTPUT},
        {"{\"name\":\"t\",\"inputSchema\":{\"a\":1},\"output_schema\":[]}", REFUSED_OUTPUT,
         NO_OUTPUT},
        {"{\"name\":\"t\",\"inputSchema\":{\"a\":1E400}}", REFUSED_NUMBER, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reading r;
        const struct node *root = reading_open(&r, "a.json", str_of(rows[i].text), last_counts);
        struct tool tool = tool_of(root);
        struct fingerprints prints = fingerprint_tool(&tool);
        is_int(prints.refusal, rows[i].refusal, "%s: %s", rows[i].text,
               fingerprint_refusal_word(rows[i].refusal));
        ok(!prints.of[FINGERPRINT_COMPAT].hex[0] && !prints.of[FINGERPRINT_V1].hex[0],
           "it has no pin");
        ok(!prints.of[FINGERPRINT_RAW].hex[0] ==
               (rows[i].refusal == REFUSED_NO_OBJECT || rows[i].refusal == REFUSED_NUMBER),
           "what can be written has a raw digest");
        ok(prints.refused, "and something to point at");
        if (rows[i].message)
            is_str(str_of(fingerprint_refusal_message(&r.arena, &tool, prints.refusal)),
                   rows[i].message, "the sentence of the SDK");
        reading_close(&r);
    }
}

/* A number that no digest reads is no reason to refuse that one. */
static void test_unread_numbers(void)
{
    struct reading r;
    const struct node *root = reading_open(
        &r, "a.json", S("{\"name\":\"t\",\"inputSchema\":{\"a\":1,\"default\":1e400}}"),
        last_counts);
    struct tool tool = tool_of(root);
    struct fingerprints prints = fingerprint_tool(&tool);
    ok(prints.of[FINGERPRINT_COMPAT].hex[0] && prints.of[FINGERPRINT_EXACT].hex[0],
       "a default that is left out may be any number");
    ok(!prints.of[FINGERPRINT_RAW].hex[0] && prints.refusal == REFUSED_NUMBER, "but for raw");
    ok(prints.refused && node_is(prints.refused, NODE_NUMBER), "which points at it");
    reading_close(&r);
}

/* ---- other digests --------------------------------------------------------------------------- */

static void test_empty_pins(void)
{
    struct digest v2 =
        digest_of("agent-connector-sdk:mcp-tool-contract-compat:v2",
                  S("{\"input_schema\":{},\"name\":\"a\\u00e9\\\"\",\"output_schema\":null}"));
    struct digest v1 = digest_of("agent-utilities:mcp-tool-schema-compat:v1",
                                 S("{\"input_schema\":{},\"name\":\"a\\u00e9\\\"\"}"));
    struct digest got2 = fingerprint_empty(S("a\xC3\xA9\""), FINGERPRINT_COMPAT);
    struct digest got1 = fingerprint_empty(S("a\xC3\xA9\""), FINGERPRINT_V1);
    is_str(str_of(got2.hex), v2.hex, "the pin of an empty schema");
    is_str(str_of(got1.hex), v1.hex, "the retired one");
}

static void test_renamed(void)
{
    struct reading r;
    const struct node *list = reading_open(
        &r, "a.json",
        S("[{\"name\":\"a\",\"inputSchema\":{\"x\":1}},{\"inputSchema\":{\"x\":1},\"name\":\"b\"},"
          " {\"name\":\"b\",\"inputSchema\":{\"x\":1},\"title\":\"T\"},{\"name\":\"b\"}]"),
        last_counts);
    struct tool tools[4];
    for (uint32_t i = 0; i < 4; i++)
        tools[i] = tool_of(node_item(list, i));
    for (enum fingerprint_algorithm i = 0; i < FINGERPRINT_COUNT; i++) {
        struct digest a = fingerprint_renamed(&tools[0], S("z"), i);
        struct digest b = fingerprint_renamed(&tools[1], S("z"), i);
        struct digest c = fingerprint_renamed(&tools[2], S("z"), i);
        struct digest own = fingerprint_renamed(&tools[1], S("b"), i);
        struct fingerprints prints = fingerprint_tool(&tools[1]);
        ok(same_digest(&a, &b), "%s: equal but for the name", fingerprint_names[i]);
        ok(same_digest(&b, &c) == (i != FINGERPRINT_RAW), "%s: with a title", fingerprint_names[i]);
        ok(same_digest(&own, &prints.of[i]), "%s: with its own name it is its own",
           fingerprint_names[i]);
    }
    struct digest refused = fingerprint_renamed(&tools[3], S("z"), FINGERPRINT_COMPAT);
    ok(!refused.hex[0], "what is refused has none");
    reading_close(&r);
}

/* ---- what changes a digest ------------------------------------------------------------------- */

/* Pushes a copy of NODE with the members of all objects the other way round. */
static void push_reversed(struct node_stack *stack, struct arena *arena, const struct node *node)
{
    ptrdiff_t base = stack->len;
    if (node->kind < NODE_ARRAY) {
        node_push(stack, *node);
        return;
    }
    for (uint32_t i = 0; i < node->count; i++) {
        uint32_t at = node->kind == NODE_ARRAY ? i : node->count - 1 - i;
        if (node->kind == NODE_OBJECT)
            node_push(stack, *node_key(node, at));
        push_reversed(stack, arena,
                      node->kind == NODE_ARRAY ? node_item(node, at) : node_value(node, at));
    }
    node_close(stack, base, (struct node){.kind = node->kind}, arena);
}

/* What was found in the tools that were tried. */
struct tally {
    struct arena *arena;
    int tools, spots, bad;
    const struct node *entry; /* what is tried, */
    struct fingerprints own;  /* and its digests */
};

/* Where a text, number or boolean of a descriptor stands. */
struct spot {
    bool is_name, in_input, in_output; /* the value of "name"; in the input, the output schema */
    bool is_presentation, is_default;  /* in a member that compat, that exact leaves out */
    bool names_contract; /* the key "name" or "inputSchema" itself: without it there is no pin */
};

static bool expects_change(const struct spot *spot, enum fingerprint_algorithm algorithm)
{
    bool in_schema = spot->in_input || spot->in_output;
    switch (algorithm) {
    case FINGERPRINT_COMPAT:
        return spot->is_name || (in_schema && !spot->is_presentation);
    case FINGERPRINT_EXACT:
        return spot->is_name || (in_schema && !spot->is_default);
    case FINGERPRINT_OUTPUT:
        return spot->in_output && !spot->is_presentation;
    case FINGERPRINT_V1:
        return spot->is_name || (spot->in_input && !spot->is_presentation);
    case FINGERPRINT_RAW:
    case FINGERPRINT_COUNT:
        break;
    }
    return true;
}

/* Tries the descriptor as it is now, with one change at SPOT. */
static void try_change(struct tally *t, const struct spot *spot)
{
    struct tool tool = tool_of(t->entry);
    struct fingerprints now = fingerprint_tool(&tool);
    t->spots++;
    if (spot->names_contract) {
        t->bad += now.refusal == REFUSED_NOT ||
                  same_digest(&now.of[FINGERPRINT_RAW], &t->own.of[FINGERPRINT_RAW]);
        return;
    }
    bool is_right = true;
    for (enum fingerprint_algorithm i = 0; i < FINGERPRINT_COUNT; i++)
        is_right = is_right && !same_digest(&now.of[i], &t->own.of[i]) == expects_change(spot, i);
    if (!is_right && !t->bad++) {
        struct buf out = buf_in(t->arena, PTRDIFF_MAX);
        node_write_shown(&out, t->entry);
        tap_comment("the first that is wrong", buf_view(&out));
    }
}

/* Plants one character in NODE, which is part of the descriptor, and takes it out again. */
static void plant(struct tally *t, struct node *node, const struct spot *spot)
{
    struct node before = *node;
    if (node->kind == NODE_BOOL) {
        node->count = !node->count;
    } else if (node->kind == NODE_NULL) {
        node->kind = NODE_BOOL;
    } else {
        str text = arena_printf(t->arena, "%.*s1", (int)node->count, node->chars);
        node->chars = text.data;
        node->count = (uint32_t)text.len;
    }
    try_change(t, spot);
    *node = before;
}

static struct spot member_spot(const struct spot *above, str key, bool is_top)
{
    struct spot spot = *above;
    if (is_top) {
        spot.is_name = str_equal(key, S("name"));
        spot.in_input = str_equal(key, S("inputSchema"));
        spot.in_output = str_equal(key, S("outputSchema"));
        return spot;
    }
    bool is_default = str_equal(key, S("default"));
    spot.is_default |= is_default;
    spot.is_presentation |= is_default || str_equal(key, S("title")) ||
                            str_equal(key, S("description")) || str_equal(key, S("examples")) ||
                            str_equal(key, S("$comment"));
    return spot;
}

/* Plants one character in each text, number, boolean and key of NODE, which is at SPOT. */
static void plant_all(struct tally *t, struct node *node, const struct spot *spot, bool is_top)
{
    struct arena_mark mark = arena_mark(t->arena);
    if (node->kind < NODE_ARRAY)
        plant(t, node, spot);
    for (uint32_t i = 0; node->kind == NODE_ARRAY && i < node->count; i++)
        plant_all(t, &node->items[i], spot, false);
    for (uint32_t i = 0; node->kind == NODE_OBJECT && i < node->count; i++) {
        str key = node_text(node_key(node, i));
        struct spot member = member_spot(spot, key, is_top), name = *spot;
        name.names_contract = is_top && (member.is_name || member.in_input);
        name.in_output |= is_top && member.in_output;
        plant(t, &node->items[2 * i], &name);
        plant_all(t, &node->items[2 * i + 1], &member, false);
    }
    arena_return(t->arena, mark);
}

static void try_tool(struct tally *t, const struct tool *tool)
{
    struct arena arena = {0};
    struct node_stack stack = {0};
    push_reversed(&stack, &arena, tool->entry);
    struct node *copy = node_pop(&stack, &arena);
    struct tool reversed = tool_of(copy);
    struct fingerprints prints = fingerprint_tool(&reversed);
    t->own = fingerprint_tool(tool);
    t->entry = copy;
    t->bad += memcmp(t->own.of, prints.of, sizeof prints.of) != 0;
    t->tools += t->own.refusal == REFUSED_NOT && t->own.of[FINGERPRINT_COMPAT].hex[0];
    plant_all(t, copy, &(struct spot){0}, true);
    node_stack_done(&stack);
    arena_free(&arena);
}

/* Tries all tools in the listing that is the file PATH, or TEXT. */
static void try_listing(struct tally *t, const char *path, str text)
{
    struct reading r;
    reading_begin(&r, last_counts);
    struct listing listing = {.sources = &r.sources};
    struct document *document = path ? sources_load(&r.sources, path, str_of(path))
                                     : sources_read(&r.sources, S("a.json"), text);
    if (!document || !listing_add(&listing, document))
        t->bad++;
    for (ptrdiff_t i = 0; i < listing.count; i++)
        try_tool(t, &listing.tools[i]);
    reading_close(&r);
}

static void test_changes_twin(void)
{
    struct arena arena = {0};
    struct tally t = {.arena = &arena};
    try_listing(
        &t, NULL,
        S("{\"tools\":[{\"name\":\"a\",\"title\":\"A\",\"description\":\"D\",\"_meta\":{\"x\":[1,null]},"
          "\"annotations\":{\"readOnlyHint\":true,\"title\":\"T\"},"
          "\"inputSchema\":{\"type\":[\"object\",\"null\"],\"title\":\"I\",\"properties\":{"
          "\"title\":{\"const\":1},\"b\":{\"default\":{\"description\":1.5},\"enum\":[{\"title\":\"t\"},"
          "\"x\",2e3,false,null]}},\"required\":[\"title\",\"b\"],\"$comment\":\"c\","
          "\"examples\":[{\"default\":1}]},"
          "\"outputSchema\":{\"description\":{\"default\":1},\"$defs\":{\"default\":{\"a\":\"b\"},"
          "\"k\":{\"minimum\":-0.0}}}},"
          "{\"name\":\"b\",\"inputSchema\":{\"minProperties\":1,\"x\":{}}}]}"));
    is_int(t.tools, 2, "own tools have digests");
    ok(t.spots == 61 && t.bad == 0,
       "each of %d planted characters changes what it must, and nothing else; %d do not", t.spots,
       t.bad);
    arena_free(&arena);
}

static void test_changes(void)
{
    struct arena arena = {0};
    const char *folder = corpus_path(&arena, "mcp-servers");
    DIR *directory = folder ? opendir(folder) : NULL;
    if (!directory) {
        skip("no corpus", "characters planted in the tools of real servers");
        arena_free(&arena);
        return;
    }
    struct tally t = {.arena = &arena};
    int files = 0;
    for (struct dirent *entry; (entry = readdir(directory));)
        if (str_ends(str_of(entry->d_name), S(".tools.json"))) {
            try_listing(&t, arena_printf(&arena, "%s/%s", folder, entry->d_name).data, S(""));
            files++;
        }
    closedir(directory);
    is_int(files, 13, "servers were listed");
    is_int(t.tools, 267,
           "real tools have digests, the same with their members the other way round");
    ok(t.spots > 10000 && t.bad == 0,
       "each of %d planted characters changes what it must, and nothing else; %d do not", t.spots,
       t.bad);
    arena_free(&arena);
}

/* ---- the cases of the SDK -------------------------------------------------------------------- */

static const char *text_of(struct arena *arena, const struct node *object, const char *key)
{
    const struct node *node = node_get(object, str_of(key));
    return node_is(node, NODE_STRING) ? arena_copy(arena, node_text(node)).data : NULL;
}

static bool has_hex(const struct fingerprints *prints, enum fingerprint_algorithm algorithm,
                    struct arena *arena, const struct node *expect, const char *key)
{
    const char *hex = text_of(arena, expect, key);
    return hex && strcmp(prints->of[algorithm].hex, hex) == 0;
}

/* Tries a case whose TOOL has to be as EXPECT says. */
static bool is_as_expected(struct arena *arena, const struct tool *tool, const struct node *expect)
{
    struct fingerprints prints = fingerprint_tool(tool);
    const char *refused = text_of(arena, expect, "refused");
    if (refused)
        return prints.refusal != REFUSED_NOT &&
               strcmp(fingerprint_refusal_word(prints.refusal), refused) == 0 &&
               strcmp(fingerprint_refusal_message(arena, tool, prints.refusal),
                      text_of(arena, expect, "message")) == 0;
    str payload = fingerprint_payload(arena, tool, FINGERPRINT_COMPAT);
    const char *expected = text_of(arena, expect, "payload");
    const struct node *bytes = node_get(expect, S("payload_bytes"));
    bool same_payload =
        expected ? str_equal(payload, str_of(expected))
                 : node_is(bytes, NODE_NUMBER) &&
                       str_equal(arena_printf(arena, "%td", payload.len), node_text(bytes));
    return prints.refusal == REFUSED_NOT && same_payload &&
           has_hex(&prints, FINGERPRINT_COMPAT, arena, expect, "compat_sha256") &&
           has_hex(&prints, FINGERPRINT_EXACT, arena, expect, "exact_sha256") &&
           has_hex(&prints, FINGERPRINT_OUTPUT, arena, expect, "output_schema_sha256") &&
           has_hex(&prints, FINGERPRINT_V1, arena, expect, "v1_compat_sha256");
}

/* Tries one case; *DIGEST is its pin. */
static void try_case(const struct node *one, struct digest *ret_digest)
{
    struct reading r;
    reading_begin(&r, last_counts);
    const char *id = text_of(&r.arena, one, "id"), *note = text_of(&r.arena, one, "note");
    bool is_optional = node_get(one, S("optional")) != NULL;
    const struct node *root = reading_read(&r, "a.json", node_text(node_get(one, S("tool_json"))));
    struct tool tool = tool_of(root);
    bool is_right = root && is_as_expected(&r.arena, &tool, node_get(one, S("expect")));
    if (is_optional && !is_right)
        ok(true, "%s: %s: optional, refused: %s", id, note,
           root ? fingerprint_refusal_word(fingerprint_tool(&tool).refusal) : reading_message(&r));
    else
        ok(is_right, "%s: %s%s", id, note, is_optional ? ": optional, as the SDK has it" : "");
    *ret_digest = root ? fingerprint_tool(&tool).of[FINGERPRINT_COMPAT] : (struct digest){0};
    reading_close(&r);
}

/* That those cases share a pin which LISTS holds together. */
static void check_equal(const struct node *cases, const struct digest *digests,
                        const struct node *lists)
{
    for (uint32_t i = 0; i < lists->count; i++) {
        const struct digest *first = NULL;
        bool equal = true;
        for (uint32_t j = 0; j < node_item(lists, i)->count; j++)
            for (uint32_t k = 0; k < cases->count; k++) {
                if (!node_equal(node_get(node_item(cases, k), S("id")),
                                node_item(node_item(lists, i), j)))
                    continue;
                equal = equal && digests[k].hex[0] && (!first || same_digest(first, &digests[k]));
                first = &digests[k];
            }
        ok(first && equal, "equal digests, group %u", i);
    }
}

static void check_empty_pins(struct arena *arena, const struct node *pins)
{
    for (uint32_t i = 0; i < pins->count; i++) {
        const struct node *pin = node_item(pins, i);
        str name = node_text(node_get(pin, S("name")));
        struct digest v2 = fingerprint_empty(name, FINGERPRINT_COMPAT);
        struct digest v1 = fingerprint_empty(name, FINGERPRINT_V1);
        is_str(str_of(v2.hex), text_of(arena, pin, "v2_empty_sha256"), "the empty pin %u", i);
        is_str(str_of(v1.hex), text_of(arena, pin, "v1_empty_sha256"), "the retired one");
    }
}

static void test_vectors(void)
{
    struct reading r;
    reading_begin(&r, last_counts);
    const char *path = corpus_path(&r.arena, "contracts/vectors.json");
    if (!path) {
        skip("no corpus", "the recorded cases of the connector SDK");
        reading_close(&r);
        return;
    }
    struct document *document = sources_load(&r.sources, path, S("vectors.json"));
    const struct node *cases = node_get(document->root, S("cases"));
    struct digest *digests = arena_new(&r.arena, struct digest, cases->count);
    is_int(cases->count, 104, "cases were recorded");
    for (uint32_t i = 0; i < cases->count; i++)
        try_case(node_item(cases, i), &digests[i]);
    check_equal(cases, digests, node_get(document->root, S("equal_digests")));
    check_empty_pins(&r.arena, node_get(document->root, S("empty_schema_pins")));
    reading_close(&r);
}

static void test_words(void)
{
    ok(fingerprint_names[FINGERPRINT_RAW] && !fingerprint_names[FINGERPRINT_COUNT],
       "each algorithm has a name");
    for (enum fingerprint_algorithm i = 0; i < FINGERPRINT_COUNT; i++)
        ok(!fingerprint_blind(i) == (i == FINGERPRINT_RAW), "%s says what it does not see",
           fingerprint_names[i]);
}

int main(void)
{
    test_what_is_left_out();
    test_lists();
    test_text_and_numbers();
    test_forms();
    test_refusals();
    test_unread_numbers();
    test_empty_pins();
    test_renamed();
    test_changes_twin();
    test_changes();
    test_vectors();
    test_words();
    return done_testing();
}
