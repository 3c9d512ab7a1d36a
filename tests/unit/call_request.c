/* request.h: what is answered to requests, by their headers; our own and those of the corpus. */
#include "call/request.h"

#include "calling.h"

/* The answer to a request: "STATUS CODE REASON EVENT", without what is not there. */
static str answered(struct bench *bench, const struct node *request,
                    const struct header_list *headers, enum profile profile)
{
    struct request_answer answer = request_verify(&bench->listing, request, headers, profile);
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

static str status_of(struct arena *arena, const struct request_answer *answer)
{
    return answer->code ? arena_printf(arena, "%d %d", answer->status, answer->code)
                        : arena_printf(arena, "%d", answer->status);
}

/* True when strict gives what ITEM expects, the reason and the event as well. */
static bool is_as_strict(struct arena *arena, const struct node *item,
                         const struct request_answer *answer)
{
    str reason = vectors_said(item, "reason");
    const struct node *events = node_get(item, S("expect_audit"));
    str event = events->count ? as_json(arena, node_item(events, 0)) : S("");
    return str_equal(status_of(arena, answer), expected_status(arena, item)) &&
           (!reason.len || str_equal(reason, str_of(answer->reason))) &&
           str_equal(event, as_json(arena, answer->event));
}

static bool is_as_spec(struct arena *arena, struct vectors_tally *tally, const struct node *item,
                       const struct request_answer *answer)
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
        struct request_answer answer =
            request_verify(&bench.listing, request, &headers, PROFILE_STRICT);
        vectors_count(&strict, item, "strict", is_as_strict(&arena, item, &answer),
                      answered(&bench, request, &headers, PROFILE_STRICT));
        answer = request_verify(&bench.listing, request, &headers, PROFILE_SPEC);
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
    test_requests();
    test_parity_vectors();
    return done_testing();
}
