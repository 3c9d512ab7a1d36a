/*
 * request.c - begin with verify_strict and verify_spec, which put the checks of a request in order.
 */
#include "call/request.h"

#include "source/number.h"

#include <string.h>

/* A request method of MCP 2026-07-28, with the member of its parameters that Mcp-Name mirrors. */
struct method {
    str name;
    const char *mirrored;
    bool is_strict; /* the server of the lesson has it */
};

static const struct method methods[] = {
    {STR_INIT("tools/call"), "name", true},
    {STR_INIT("tools/list"), NULL, true},
    {STR_INIT("server/discover"), NULL, true},
    {STR_INIT("completion/complete"), NULL, true},
    {STR_INIT("prompts/get"), "name", false},
    {STR_INIT("prompts/list"), NULL, false},
    {STR_INIT("resources/list"), NULL, false},
    {STR_INIT("resources/read"), "uri", false},
    {STR_INIT("resources/templates/list"), NULL, false},
    {STR_INIT("subscriptions/listen"), NULL, false},
};

/* A request while it is judged. */
struct verifying {
    struct listing *listing;
    struct arena *arena;
    enum profile profile;
    const struct node *request, *id, *method, *params, *arguments, *name;
    const struct method *known; /* NULL: there is no such method */
    const struct tool *tool;    /* of a tools/call; NULL: there is no such tool */
    const struct header_list *headers;
    struct map received; /* the same, by name */
    struct request_answer answer;
};

/* Answers that the request is refused. Always false. */
static bool refuse(struct verifying *v, int status, enum rpc_code code, const char *reason,
                   const struct node *where)
{
    v->answer.status = v->profile == PROFILE_STRICT && code != RPC_HEADER_MISMATCH ? 200 : status;
    v->answer.code = code;
    v->answer.reason = reason;
    v->answer.where = where ? where : v->request;
    return false;
}

static bool refuse_header(struct verifying *v, enum header_fault fault, str header,
                          const struct node *where)
{
    v->answer.fault = fault;
    v->answer.header = header;
    return refuse(v, 400, RPC_HEADER_MISMATCH, header_word(fault), where);
}

static bool is_call(const struct verifying *v)
{
    return v->known == &methods[0];
}

/* Refuses the tool of a call when the profile does not admit it. */
static bool check_tool(struct verifying *v, struct admission *ret_admission)
{
    *ret_admission = admission_judge(v->listing, v->tool, v->profile);
    if (!ret_admission->reasons)
        return true;
    v->answer.admission = *ret_admission;
    return refuse(v, 400, RPC_HEADER_MISMATCH, admission_word(ret_admission->reasons->reason),
                  v->name);
}

/* The gate: of a call with arguments the mirrored ones are compared; the tool must be admitted. */
static bool check_parity(struct verifying *v)
{
    struct admission admission;
    if (!check_tool(v, &admission))
        return false;
    if (!v->arguments)
        return true;
    struct mirror mirror = mirror_compare(v->arena, &admission, v->arguments, v->headers);
    v->answer.event = mirror.event;
    return mirror.fault == HEADER_FINE ||
           refuse_header(v, mirror.fault, mirror.header, mirror.value);
}

/* JSON-RPC 2.0: version, method, and by spec an id that is a string or an integer. */
static bool check_shape(struct verifying *v)
{
    bool has_id = !v->id || v->profile == PROFILE_STRICT || v->id->kind == NODE_STRING ||
                  (v->id->kind == NODE_NUMBER && number_is_integral(node_text(v->id)));
    if (has_id && node_is_text(node_get(v->request, S("jsonrpc")), S("2.0")) &&
        node_is(v->method, NODE_STRING))
        return true;
    return refuse(v, 400, RPC_INVALID_REQUEST, "invalid-request", NULL);
}

static const struct node *version_in(const struct verifying *v)
{
    return node_get(node_get(v->params, S("_meta")), S("io.modelcontextprotocol/protocolVersion"));
}

static bool check_metadata(struct verifying *v)
{
    const struct node *meta = node_get(v->params, S("_meta"));
    if (node_is(version_in(v), NODE_STRING) &&
        node_is(node_get(meta, S("io.modelcontextprotocol/clientCapabilities")), NODE_OBJECT))
        return true;
    return refuse(v, 400, RPC_INVALID_PARAMS, "missing-metadata", meta ? meta : v->params);
}

static bool check_version(struct verifying *v)
{
    return node_is_text(version_in(v), S(MCP_VERSION)) ||
           refuse(v, 400, RPC_UNSUPPORTED_VERSION, "unsupported-version", version_in(v));
}

static bool check_method(struct verifying *v)
{
    bool is_known = v->known && (v->known->is_strict || v->profile == PROFILE_SPEC);
    return is_known || refuse(v, 404, RPC_METHOD_NOT_FOUND, "unknown-method", v->method);
}

/* Whether the header NAME, which every request has, is there and says EXPECTED, a string. */
static bool check_standard(struct verifying *v, const char *name, const struct node *expected)
{
    const struct received *received = received_get(&v->received, str_of(name));
    struct buf text = buf_in(v->arena, PTRDIFF_MAX);
    enum header_fault fault = HEADER_FINE;
    if (!received)
        fault = HEADER_MISSING;
    else if (received->count > 1)
        fault = HEADER_DUPLICATE;
    else if (strcmp(name, "Mcp-Name") == 0) /* the only one that may be in base64 */
        fault = header_decode(&text, received->value, v->profile);
    else
        buf_add(&text, header_strip(received->value));
    if (fault == HEADER_FINE && !str_equal(buf_view(&text), node_text(expected)))
        fault = HEADER_DIFFERS;
    return fault == HEADER_FINE || refuse_header(v, fault, str_of(name), expected);
}

static bool check_standard_headers(struct verifying *v)
{
    const char *mirrored = v->known ? v->known->mirrored : NULL;
    const struct node *name = mirrored ? node_get(v->params, str_of(mirrored)) : NULL;
    return check_standard(v, "MCP-Protocol-Version", version_in(v)) &&
           check_standard(v, "Mcp-Method", v->method) &&
           (!node_is(name, NODE_STRING) || check_standard(v, "Mcp-Name", name));
}

/* What a tools/call must name and hand over. */
static bool check_call(struct verifying *v)
{
    if (!v->tool)
        return refuse(v, 200, RPC_INVALID_PARAMS, "unknown-tool", v->name ? v->name : v->params);
    const struct node *arguments = node_get(v->params, S("arguments"));
    return !arguments || arguments->kind == NODE_OBJECT ||
           refuse(v, 200, RPC_INVALID_PARAMS, "invalid-params", arguments);
}

/* Section 1.4: parameters first, so that no other fault hides that they differ. */
static bool verify_strict(struct verifying *v)
{
    bool is_gated = v->tool && v->arguments;
    if (!check_shape(v) || (is_gated && !check_parity(v)))
        return false;
    if (!v->id)
        return true;
    if (!check_method(v))
        return false;
    if (!node_is(v->params, NODE_OBJECT))
        return refuse(v, 200, RPC_INVALID_PARAMS, "invalid-params", v->params);
    return check_metadata(v) && check_version(v) &&
           (!is_call(v) || (check_call(v) && (is_gated || check_parity(v))));
}

/*
 * Sections 2 and 3. The order is that of the official server, where the page does not fix it. Of a
 * notification, for which it has no rules, only the parameters of a call count.
 */
static bool verify_spec(struct verifying *v)
{
    if (!check_shape(v))
        return false;
    if (!v->id)
        return !v->tool || check_parity(v);
    return check_metadata(v) && check_standard_headers(v) && check_version(v) && check_method(v) &&
           (!is_call(v) || (check_call(v) && check_parity(v)));
}

/* Finds what the request names. */
static void look_up(struct verifying *v)
{
    v->id = node_get(v->request, S("id"));
    v->method = node_get(v->request, S("method"));
    v->params = node_get(v->request, S("params"));
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (node_is_text(v->method, methods[i].name))
            v->known = &methods[i];
    const struct node *arguments = node_get(v->params, S("arguments"));
    if (!is_call(v))
        return;
    v->name = node_get(v->params, S("name"));
    v->arguments = node_is(arguments, NODE_OBJECT) ? arguments : NULL;
    v->tool = node_is(v->name, NODE_STRING) ? listing_find(v->listing, node_text(v->name)) : NULL;
}

struct request_answer request_verify(struct listing *listing, const struct node *request,
                                     const struct header_list *headers, enum profile profile)
{
    struct verifying v = {.listing = listing,
                          .arena = listing->sources->arena,
                          .profile = profile,
                          .request = request,
                          .headers = headers};
    v.received = received_map(v.arena, headers);
    look_up(&v);
    bool passes = profile == PROFILE_STRICT ? verify_strict(&v) : verify_spec(&v);
    if (passes)
        v.answer.status = v.id ? 200 : 202;
    return v.answer;
}
