/* mirror.h: headers built for a call, requests judged by their headers; our own and the corpus. */
#include "call/mirror.h"

#include "vectors.h"

#include <string.h>

/* A listing read from memory, and what is judged by it. */
struct bench {
    struct reading r;
    struct listing listing;
};

static void bench_open(struct bench *bench, str tools)
{
    reading_open(&bench->r, "tools.json", tools,
                 (struct read_policy){.duplicates = DUPLICATES_LAST});
    bench->listing = (struct listing){.sources = &bench->r.sources};
    ok(bench->r.document && listing_add(&bench->listing, bench->r.document), "tools are read");
}

static str as_json(struct arena *arena, const struct node *node)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    const struct node *bad;
    if (!node)
        return S("");
    node_write(&out, node, (struct write_options){.style = WRITE_CANONICAL}, &bad);
    return buf_view(&out);
}

/* The headers that are built and the event, or the word of the fault in brackets. */
static str built(struct bench *bench, str tool_name, const struct node *arguments,
                 enum profile profile)
{
    struct arena *arena = &bench->r.arena;
    const struct tool *tool = listing_find(&bench->listing, tool_name);
    struct admission admission = admission_judge(&bench->listing, tool, profile);
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    if (admission.reasons)
        return arena_printf(arena, "(%s)", admission_word(admission.reasons->reason));
    struct mirror mirror = mirror_build(arena, &admission, arguments);
    if (mirror.fault != HEADER_FINE)
        return arena_printf(arena, "(%s)%s%s", header_word(mirror.fault),
                            mirror.event ? " with an event" : "",
                            mirror.headers.count ? " with headers" : "");
    for (ptrdiff_t i = 0; i < mirror.headers.count; i++)
        buf_printf(&out, "%.*s: %.*s\n", (int)mirror.headers.at[i].name.len,
                   mirror.headers.at[i].name.data, (int)mirror.headers.at[i].value.len,
                   mirror.headers.at[i].value.data);
    buf_add(&out, as_json(arena, mirror.event));
    return buf_view(&out);
}

/* The answer to a request: "STATUS CODE REASON EVENT", without what is not there. */
static str answered(struct bench *bench, const struct node *request,
                    const struct header_list *headers, enum profile profile)
{
    struct mirror_answer answer = mirror_verify(&bench->listing, request, headers, profile);
    struct buf out = buf_in(&bench->r.arena, PTRDIFF_MAX);
    buf_printf(&out, "%d", answer.status);
    if (answer.code)
        buf_printf(&out, " %d %s", answer.code, answer.reason);
    if (answer.event) {
        buf_add_byte(&out, ' ');
        buf_add(&out, as_json(&bench->r.arena, node_get(answer.event, S("headerNames"))));
    }
    return buf_view(&out);
}

/* ---- data of our own ------------------------------------------------------------------------- */

static const char own_tools[] =
    "[{\"name\": \"find\", \"inputSchema\": {\"type\": \"object\", \"properties\": {"
    "\"zone\": {\"type\": \"string\", \"x-mcp-header\": \"Zone\"},"
    "\"level\": {\"type\": \"integer\", \"x-mcp-header\": \"Level\"},"
    "\"dry\": {\"type\": \"boolean\", \"x-mcp-header\": \"A-Dry\"},"
    "\"other\": {\"type\": \"string\"}}}},"
    "{\"name\": \"deep\", \"inputSchema\": {\"type\": \"object\", \"properties\": {"
    "\"site\": {\"type\": \"object\", \"properties\": {"
    "\"room\": {\"type\": \"string\", \"x-mcp-header\": \"Room\"}}}}}},"
    "{\"name\": \"hush\", \"inputSchema\": {\"type\": \"object\", \"properties\": {"
    "\"password\": {\"type\": \"string\", \"x-mcp-header\": \"Word\"}}}},"
    "{\"name\": \"broken\", \"inputSchema\": {\"type\": \"object\", \"properties\": {"
    "\"zone\": {\"type\": \"number\", \"x-mcp-header\": \"Zone\"}}}}]";

#define EVENT(names, encoded)                                                                      \
    "{\"encodedHeaderNames\":[" encoded "],\"event\":\"parameter_headers_built\","                 \
    "\"headerNames\":[" names "]}"

static const struct {
    const char *tool, *arguments, *strict, *spec; /* spec NULL: the same */
} builds[] = {
    {"find", "{}", EVENT("", ""), NULL},
    {"find", "{\"dry\": true, \"zone\": \"a b\", \"level\": 4, \"other\": \"x\"}",
     "Mcp-Param-Zone: =?base64?YSBi?=\nMcp-Param-Level: 4\nMcp-Param-A-Dry: true\n" EVENT(
         "\"Mcp-Param-A-Dry\",\"Mcp-Param-Level\",\"Mcp-Param-Zone\"", "\"Mcp-Param-Zone\""),
     NULL},
    {"find", "{\"zone\": null}", "(type-mismatch)", EVENT("", "")},
    {"find", "{\"level\": 4.0}", "(type-mismatch)",
     "Mcp-Param-Level: 4\n" EVENT("\"Mcp-Param-Level\"", "")},
    {"find", "{\"zone\": \"ok\", \"level\": 9007199254740992}", "(integer-range)", NULL},
    {"find", "{\"dry\": \"true\"}", "(type-mismatch)", NULL},
    {"deep", "{\"site\": {\"room\": \"4\"}}", "(placement)",
     "Mcp-Param-Room: 4\n" EVENT("\"Mcp-Param-Room\"", "")},
    {"deep", "{\"site\": [\"room\"]}", "(placement)", EVENT("", "")},
    {"hush", "{\"password\": \"x\"}", "(sensitive)",
     "Mcp-Param-Word: x\n" EVENT("\"Mcp-Param-Word\"", "")},
    {"broken", "{}", "(header-type)", NULL},
};

static void test_builds(void)
{
    struct bench bench;
    bench_open(&bench, str_of(own_tools));
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        const struct node *arguments =
            reading_read(&bench.r, "arguments.json", str_of(builds[i].arguments));
        str tool = str_of(builds[i].tool);
        const char *spec = builds[i].spec ? builds[i].spec : builds[i].strict;
        is_str(built(&bench, tool, arguments, PROFILE_STRICT), builds[i].strict, "%s %s, strict",
               builds[i].tool, builds[i].arguments);
        is_str(built(&bench, tool, arguments, PROFILE_SPEC), spec, "%s %s, spec", builds[i].tool,
               builds[i].arguments);
    }
    reading_close(&bench.r);
}

/* Adds the headers in TEXT, one a line, to LIST. */
static void add_headers(struct arena *arena, struct header_list *list, const char *text)
{
    for (str line, rest = str_of(text); rest.len;) {
        struct header header = {0};
        str_cut(rest, '\n', &line, &rest);
        str_cut(line, ':', &header.name, &header.value);
        list->at = arena_make_room(arena, list->at, sizeof *list->at, list->count, &list->cap);
        list->at[list->count++] = header;
    }
}

#define META                                                                                       \
    "\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": \"2026-07-28\", "                    \
    "\"io.modelcontextprotocol/clientCapabilities\": {}}"
#define CALL(tool, arguments)                                                                      \
    "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {\"name\": \"" tool \
    "\", \"arguments\": " arguments ", " META "}}"
#define SENT(tool) "MCP-Protocol-Version:2026-07-28\nMcp-Method:tools/call\nMcp-Name:" tool "\n"
#define REQUEST(id, method, params)                                                                \
    "{\"jsonrpc\": \"2.0\", " id "\"method\": \"" method "\"" params "}"
#define OF(method) "MCP-Protocol-Version:2026-07-28\nMcp-Method:" method "\n"

static const struct {
    const char *request, *headers, *strict, *spec; /* spec NULL: the same */
} requests[] = {
    /* values */
    {CALL("find", "{\"zone\": \"a\"}"), SENT("find") "Mcp-Param-Zone:a", "200 [\"Mcp-Param-Zone\"]",
     NULL},
    {CALL("find", "{\"zone\": \"a\"}"),
     SENT("find") "mcp-PARAM-zone:=?base64?YQ==?=", "200 [\"Mcp-Param-Zone\"]", NULL},
    {CALL("find", "{\"zone\": \"a\"}"), SENT("find"), "400 -32020 missing-header", NULL},
    {CALL("find", "{\"zone\": \"a\"}"), SENT("find") "Mcp-Param-Zone:A",
     "400 -32020 value-mismatch", NULL},
    {CALL("find", "{\"zone\": \"a\"}"), SENT("find") "Mcp-Param-Zone:a\nMCP-Param-Zone:a",
     "400 -32020 duplicate-header", NULL},
    {CALL("find", "{}"), SENT("find") "Mcp-Param-Zone:a", "400 -32020 unexpected-header", "200 []"},
    {CALL("find", "{\"zone\": null}"), SENT("find"), "400 -32020 missing-header", "200 []"},
    {CALL("find", "{\"zone\": \"a b\"}"), SENT("find") "Mcp-Param-Zone: a b ",
     "400 -32020 plain-not-visible-ascii", "200 [\"Mcp-Param-Zone\"]"},
    {CALL("find", "{\"zone\": \"a\"}"), SENT("find") "Mcp-Param-Zone:=?base64?YR==?=",
     "400 -32020 non-canonical-base64", "200 [\"Mcp-Param-Zone\"]"},
    {CALL("find", "{\"zone\": \"a\"}"),
     SENT("find") "Mcp-Param-Zone:=?base64?Y?=", "400 -32020 bad-base64-or-utf8", NULL},
    {CALL("find", "{\"zone\": \"a\"}"), SENT("find") "Mcp-Param-Zone:=?base64?YQ==",
     "400 -32020 malformed-sentinel", "400 -32020 value-mismatch"},
    {CALL("find", "{\"other\": \"a\"}"), SENT("find") "Mcp-Param-Other:b", "200 []", NULL},
    /* integers */
    {CALL("find", "{\"level\": 42}"), SENT("find") "Mcp-Param-Level:42",
     "200 [\"Mcp-Param-Level\"]", NULL},
    {CALL("find", "{\"level\": 42}"), SENT("find") "Mcp-Param-Level:0042.00",
     "400 -32020 value-mismatch", "200 [\"Mcp-Param-Level\"]"},
    {CALL("find", "{\"level\": 4.2e1}"), SENT("find") "Mcp-Param-Level:42",
     "400 -32020 type-mismatch", "200 [\"Mcp-Param-Level\"]"},
    {CALL("find", "{\"level\": -0}"), SENT("find") "Mcp-Param-Level:0", "200 [\"Mcp-Param-Level\"]",
     NULL},
    {CALL("find", "{\"level\": 42}"), SENT("find") "Mcp-Param-Level:+42",
     "400 -32020 value-mismatch", NULL},
    {CALL("find", "{\"level\": 42}"), SENT("find") "Mcp-Param-Level:42e0",
     "400 -32020 value-mismatch", NULL},
    {CALL("find", "{\"level\": 42}"), SENT("find") "Mcp-Param-Level:42.",
     "400 -32020 value-mismatch", NULL},
    {CALL("find", "{\"level\": 42}"), SENT("find") "Mcp-Param-Level:-", "400 -32020 value-mismatch",
     NULL},
    {CALL("find", "{\"level\": 9007199254740992}"), SENT("find") "Mcp-Param-Level:9007199254740992",
     "400 -32020 integer-range", NULL},
    {CALL("find", "{\"level\": 9007199254740991}"),
     SENT("find") "Mcp-Param-Level:9007199254740990.9999999999", "400 -32020 value-mismatch", NULL},
    /* values that break their own schema, which the tool refuses later */
    {CALL("find", "{\"zone\": 5}"), SENT("find") "Mcp-Param-Zone:5", "400 -32020 type-mismatch",
     "200 [\"Mcp-Param-Zone\"]"},
    {CALL("find", "{\"zone\": 5}"), SENT("find") "Mcp-Param-Zone:6", "400 -32020 type-mismatch",
     "400 -32020 value-mismatch"},
    {CALL("find", "{\"level\": 1.5}"), SENT("find") "Mcp-Param-Level:1.50",
     "400 -32020 type-mismatch", "200 [\"Mcp-Param-Level\"]"},
    {CALL("find", "{\"level\": \"x\"}"), SENT("find") "Mcp-Param-Level:x",
     "400 -32020 type-mismatch", "200 [\"Mcp-Param-Level\"]"},
    {CALL("find", "{\"zone\": [1]}"), SENT("find") "Mcp-Param-Zone:1", "400 -32020 type-mismatch",
     NULL},
    {CALL("find", "{\"zone\": [1]}"), SENT("find"), "400 -32020 missing-header", "200 []"},
    /* tools */
    {CALL("deep", "{\"site\": {\"room\": \"4\"}}"), SENT("deep") "Mcp-Param-Room:4",
     "400 -32020 placement", "200 [\"Mcp-Param-Room\"]"},
    {CALL("deep", "{\"site\": {\"room\": \"4\"}}"), SENT("deep") "Mcp-Param-Room:5",
     "400 -32020 placement", "400 -32020 value-mismatch"},
    {CALL("hush", "{\"password\": \"x\"}"), SENT("hush") "Mcp-Param-Word:x", "400 -32020 sensitive",
     "200 [\"Mcp-Param-Word\"]"},
    {CALL("broken", "{}"), SENT("broken"), "400 -32020 header-type", NULL},
    {REQUEST("\"id\": 1, ", "tools/call", ", \"params\": {\"name\": \"broken\", " META "}"),
     SENT("broken"), "400 -32020 header-type", NULL},
    {CALL("none", "{}"), SENT("none"), "200 -32602 unknown-tool", NULL},
    {CALL("find", "[]"), SENT("find"), "200 -32602 invalid-params", NULL},
    {CALL("find", "null"), SENT("find"), "200 -32602 invalid-params", NULL},
    {REQUEST("\"id\": 1, ", "tools/call", ", \"params\": {\"name\": \"find\", " META "}"),
     SENT("find") "Mcp-Param-Zone:a", "200", NULL},
    {REQUEST("\"id\": 1, ", "tools/call", ", \"params\": {\"name\": 7, " META "}"),
     OF("tools/call"), "200 -32602 unknown-tool", NULL},
    /* headers of all requests */
    {CALL("find", "{}"), "Mcp-Method:tools/call\nMcp-Name:find", "200 []",
     "400 -32020 missing-header"},
    {CALL("find", "{}"), "MCP-Protocol-Version:2026-07-28\nMcp-Name:find", "200 []",
     "400 -32020 missing-header"},
    {CALL("find", "{}"), OF("tools/call"), "200 []", "400 -32020 missing-header"},
    {CALL("find", "{}"), SENT("find") "mcp-name:find", "200 []", "400 -32020 duplicate-header"},
    {CALL("find", "{}"), SENT("=?base64?ZmluZA==?="), "200 []", NULL},
    {CALL("find", "{}"), SENT("=?base64?ZmluZA=?="), "200 []", "400 -32020 bad-base64-or-utf8"},
    {CALL("find", "{}"), SENT("Find"), "200 []", "400 -32020 value-mismatch"},
    {CALL("find", "{}"), OF(" tools/call\t") "Mcp-Name:find", "200 []", NULL},
    {CALL("find", "{}"), OF("Tools/call") "Mcp-Name:find", "200 []", "400 -32020 value-mismatch"},
    {REQUEST("\"id\": 1, ", "resources/read", ", \"params\": {\"uri\": \"a:b\", " META "}"),
     OF("resources/read") "Mcp-Name:a:b", "200 -32601 unknown-method", "200"},
    {REQUEST("\"id\": 1, ", "resources/read", ", \"params\": {\"uri\": \"a:b\", " META "}"),
     OF("resources/read"), "200 -32601 unknown-method", "400 -32020 missing-header"},
    {REQUEST("\"id\": 1, ", "resources/read",
             ", \"params\": {\"uri\": \"a:b\", \"name\": \"n\", " META "}"),
     OF("resources/read") "Mcp-Name:n", "200 -32601 unknown-method", "400 -32020 value-mismatch"},
    {REQUEST("\"id\": 1, ", "prompts/get", ", \"params\": {\"name\": \"p\", " META "}"),
     OF("prompts/get") "Mcp-Name:p", "200 -32601 unknown-method", "200"},
    {REQUEST("\"id\": 1, ", "tools/list",
             ", \"params\": {\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": "
             "\"2024-11-05\", \"io.modelcontextprotocol/clientCapabilities\": {}}}"),
     OF("tools/list"), "200 -32022 unsupported-version", "400 -32020 value-mismatch"},
    /* metadata, methods, shape */
    {REQUEST("\"id\": 1, ", "tools/list", ", \"params\": {" META "}"),
     OF("tools/list") "Mcp-Param-Zone:a", "200", NULL},
    {REQUEST("\"id\": 1, ", "tools/list", ""), OF("tools/list"), "200 -32602 invalid-params",
     "400 -32602 missing-metadata"},
    {REQUEST("\"id\": 1, ", "tools/list",
             ", \"params\": {\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": "
             "\"2026-07-28\"}}"),
     OF("tools/list"), "200 -32602 missing-metadata", "400 -32602 missing-metadata"},
    {REQUEST("\"id\": 1, ", "tools/list",
             ", \"params\": {\"_meta\": {\"io.modelcontextprotocol/protocolVersion\": "
             "\"2024-11-05\", \"io.modelcontextprotocol/clientCapabilities\": {}}}"),
     "MCP-Protocol-Version:2024-11-05\nMcp-Method:tools/list", "200 -32022 unsupported-version",
     "400 -32022 unsupported-version"},
    {REQUEST("\"id\": 1, ", "tools/run", ", \"params\": {" META "}"), OF("tools/run"),
     "200 -32601 unknown-method", "404 -32601 unknown-method"},
    {REQUEST("", "tools/run", ""), "", "202", NULL},
    {REQUEST("", "tools/call",
             ", \"params\": {\"name\": \"find\", \"arguments\": {\"zone\": \"a\"}}"),
     "Mcp-Param-Zone:b", "400 -32020 value-mismatch", NULL},
    {REQUEST("\"id\": null, ", "tools/list", ", \"params\": {" META "}"), OF("tools/list"), "200",
     "400 -32600 invalid-request"},
    {REQUEST("\"id\": 1.5, ", "tools/list", ", \"params\": {" META "}"), OF("tools/list"), "200",
     "400 -32600 invalid-request"},
    {"{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {}}", "", "200 -32600 invalid-request",
     "400 -32600 invalid-request"},
    {"{\"id\": 1, \"method\": \"tools/list\"}", "", "200 -32600 invalid-request",
     "400 -32600 invalid-request"},
    {"[]", "", "200 -32600 invalid-request", "400 -32600 invalid-request"},
    {"7", "", "200 -32600 invalid-request", "400 -32600 invalid-request"},
};

static void test_requests(void)
{
    struct bench bench;
    bench_open(&bench, str_of(own_tools));
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        const struct node *request =
            reading_read(&bench.r, "request.json", str_of(requests[i].request));
        const char *spec = requests[i].spec ? requests[i].spec : requests[i].strict;
        struct header_list headers = {0};
        add_headers(&bench.r.arena, &headers, requests[i].headers);
        is_str(answered(&bench, request, &headers, PROFILE_STRICT), requests[i].strict,
               "%.60s..., number %zu, strict", requests[i].request, i);
        is_str(answered(&bench, request, &headers, PROFILE_SPEC), spec,
               "%.60s..., number %zu, spec", requests[i].request, i);
    }
    reading_close(&bench.r);
}

/* ---- the corpus ------------------------------------------------------------------------------ */

/* Opens the vectors NAME with their tools, by which they are judged. NULL without a corpus. */
static const struct node *bench_vectors(struct bench *bench, const char *name)
{
    reading_begin(&bench->r, (struct read_policy){0});
    const struct node *root = vectors_file(&bench->r, name);
    struct document tools = {.root = node_get(root, S("tools"))};
    bench->listing = (struct listing){.sources = &bench->r.sources};
    if (root)
        ok(listing_add(&bench->listing, &tools), "the tools of %s are read", name);
    else
        reading_close(&bench->r);
    return root;
}

/* What built() gives where a build goes as ITEM expects. */
static str expected_build(struct arena *arena, const struct node *item)
{
    const struct node *headers = node_get(item, S("headers"));
    str reason = vectors_said(item, "reason");
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    if (!headers)
        return arena_printf(arena, "(%.*s)", (int)reason.len, reason.data);
    for (uint32_t i = 0; i < headers->count; i++) {
        str name = node_text(node_key(headers, i)), value = node_text(node_value(headers, i));
        buf_printf(&out, "%.*s: %.*s\n", (int)name.len, name.data, (int)value.len, value.data);
    }
    buf_add(&out, as_json(arena, node_get(item, S("audit"))));
    return buf_view(&out);
}

static void test_build_vectors(void)
{
    struct arena arena = {0};
    struct bench bench;
    struct vectors_tally strict = {0};
    const struct node *root = bench_vectors(&bench, "tool-contracts/header-build.json");
    if (!root)
        return;
    const struct node *cases = node_get(root, S("cases"));
    for (uint32_t i = 0; i < cases->count; i++) {
        const struct node *item = node_item(cases, i);
        str got = built(&bench, vectors_said(item, "tool"), node_get(item, S("arguments")),
                        PROFILE_STRICT);
        vectors_count(&strict, item, "strict", str_equal(got, expected_build(&arena, item)), got);
    }
    ok(cases->count > 0 && !strict.wrong, "header-build: %d of %u as strict has it", strict.right,
       cases->count);
    reading_close(&bench.r);
    arena_free(&arena);
}

static struct header_list headers_of(struct arena *arena, const struct node *pairs)
{
    struct header_list list = {.at = arena_new(arena, struct header, pairs->count),
                               .count = pairs->count};
    for (uint32_t i = 0; i < pairs->count; i++) {
        const struct node *pair = node_item(pairs, i);
        list.at[i] = (struct header){node_text(node_item(pair, 0)), node_text(node_item(pair, 1))};
    }
    return list;
}

/* "STATUS CODE" as ITEM expects them of strict, of which spec repeats what it shares. */
static str expected_status(struct arena *arena, const struct node *item)
{
    const struct node *status = node_get(item, S("expect_status"));
    const struct node *code = node_get(item, S("expect_code"));
    struct buf out = buf_in(arena, 100);
    buf_add(&out, node_text(status));
    if (code) {
        buf_add_byte(&out, ' ');
        buf_add(&out, node_text(code));
    }
    return buf_view(&out);
}

static str status_of(struct arena *arena, const struct mirror_answer *answer)
{
    return answer->code ? arena_printf(arena, "%d %d", answer->status, answer->code)
                        : arena_printf(arena, "%d", answer->status);
}

/* True when strict gives what ITEM expects, the reason and the event as well. */
static bool is_as_strict(struct arena *arena, const struct node *item,
                         const struct mirror_answer *answer)
{
    str reason = vectors_said(item, "reason");
    const struct node *events = node_get(item, S("expect_audit"));
    str event = events->count ? as_json(arena, node_item(events, 0)) : S("");
    return str_equal(status_of(arena, answer), expected_status(arena, item)) &&
           (!reason.len || str_equal(reason, str_of(answer->reason))) &&
           str_equal(event, as_json(arena, answer->event));
}

static bool is_as_spec(struct arena *arena, struct vectors_tally *tally, const struct node *item,
                       const struct mirror_answer *answer)
{
    str spec = vectors_said(item, "spec");
    if (str_equal(spec, S("unspecified"))) {
        tally->open++;
        return true;
    }
    return str_equal(status_of(arena, answer), spec.len ? spec : expected_status(arena, item));
}

static void test_parity_vectors(void)
{
    struct arena arena = {0};
    struct bench bench;
    struct vectors_tally strict = {0}, spec = {0};
    int by_tools = 0;
    const struct node *root = bench_vectors(&bench, "tool-contracts/header-parity.json");
    if (!root)
        return;
    const struct node *cases = node_get(root, S("cases"));
    for (uint32_t i = 0; i < cases->count; i++) {
        const struct node *item = node_item(cases, i), *request = node_get(item, S("request"));
        struct header_list headers = headers_of(&arena, node_get(item, S("headers")));
        struct mirror_answer answer =
            mirror_verify(&bench.listing, request, &headers, PROFILE_STRICT);
        vectors_count(&strict, item, "strict", is_as_strict(&arena, item, &answer),
                      answered(&bench, request, &headers, PROFILE_STRICT));
        answer = mirror_verify(&bench.listing, request, &headers, PROFILE_SPEC);
        vectors_count(&spec, item, "spec", is_as_spec(&arena, &spec, item, &answer),
                      answered(&bench, request, &headers, PROFILE_SPEC));
        by_tools += node_get(item, S("expect_is_error")) != NULL;
    }
    ok(cases->count > 0 && !strict.wrong, "header-parity: %d of %u as strict has it", strict.right,
       cases->count);
    ok(!spec.wrong, "header-parity: %d of %u as spec has it, %d of them left open", spec.right,
       cases->count, spec.open);
    printf("# of %d that pass, the results of tools are not judged here\n", by_tools);
    reading_close(&bench.r);
    arena_free(&arena);
}

int main(void)
{
    test_builds();
    test_requests();
    test_build_vectors();
    test_parity_vectors();
    return done_testing();
}
