/*
 * mirror.c - begin with mirror_build and mirror_compare, which visit the mirrored parameters in the
 * order of the schema; mirror_verify puts the second where it belongs among the checks of a
 * request.
 */
#include "call/mirror.h"

#include "contract/push.h"
#include "schema/pointer.h"
#include "source/number.h"

#include <stdlib.h>
#include <string.h>

/* ---- headers by name ------------------------------------------------------------------------- */

/* What came under one name, whatever its case. */
struct received {
    str value; /* of the first */
    ptrdiff_t count;
};

static struct map received_map(struct arena *arena, const struct header_list *headers)
{
    struct map map = {.arena = arena};
    for (ptrdiff_t i = 0; i < headers->count; i++) {
        bool is_first;
        struct map_entry *entry =
            map_entry(&map, header_folded(arena, headers->at[i].name), &is_first);
        if (is_first) {
            struct received *received = arena_new(arena, struct received, 1);
            received->value = headers->at[i].value;
            entry->value = received;
        }
        ((struct received *)entry->value)->count++;
    }
    return map;
}

/* What came under NAME, or NULL. */
static const struct received *received_get(const struct map *map, str name)
{
    return map_get(map, header_folded(map->arena, name));
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Names of headers. */
struct names {
    str *at;
    ptrdiff_t count;
};

static int compare_names(const void *a, const void *b)
{
    return str_compare(*(const str *)a, *(const str *)b);
}

static void push_names(struct node_stack *stack, struct arena *arena, const char *key,
                       struct names names)
{
    ptrdiff_t base = push_open(stack, key);
    if (names.count)
        qsort(names.at, (size_t)names.count, sizeof *names.at, compare_names);
    for (ptrdiff_t i = 0; i < names.count; i++)
        node_push_str(stack, names.at[i]);
    push_close(stack, arena, base, NODE_ARRAY);
}

/* The event WHAT with the NAMES, and, unless NULL, those of headers in base64. */
static const struct node *event_new(struct arena *arena, const char *what, struct names names,
                                    const struct names *encoded)
{
    struct node_stack stack = {0};
    push_text(&stack, "event", str_of(what));
    push_names(&stack, arena, "headerNames", names);
    if (encoded)
        push_names(&stack, arena, "encodedHeaderNames", *encoded);
    push_close(&stack, arena, 0, NODE_OBJECT);
    const struct node *event = node_pop(&stack, arena);
    node_stack_done(&stack);
    return event;
}

/* ---- parameters ------------------------------------------------------------------------------ */

str mirror_header(struct arena *arena, const struct mirrored *parameter)
{
    return arena_printf(arena, "Mcp-Param-%.*s", (int)parameter->header.len,
                        parameter->header.data);
}

str mirror_pointer(struct arena *arena, const struct mirrored *parameter)
{
    struct buf pointer = buf_in(arena, PTRDIFF_MAX);
    for (ptrdiff_t i = 0; i < parameter->depth; i++)
        pointer_add_token(&pointer, parameter->path[i]);
    return buf_view(&pointer);
}

/* The value of PARAMETER in ARGUMENTS; NULL when it is not there. */
static const struct node *value_of(const struct mirrored *parameter, const struct node *arguments)
{
    const struct node *value = arguments;
    for (ptrdiff_t i = 0; value && i < parameter->depth; i++)
        value = node_get(value, parameter->path[i]);
    return value;
}

/* The same, but by spec null is not there either. */
static const struct node *sent_value(const struct admission *admission,
                                     const struct mirrored *parameter, const struct node *arguments)
{
    const struct node *value = value_of(parameter, arguments);
    return admission->profile == PROFILE_SPEC && node_is(value, NODE_NULL) ? NULL : value;
}

static struct names names_in(struct arena *arena, const struct admission *admission)
{
    return (struct names){arena_new(arena, str, admission->mirrored_count), 0};
}

static struct mirror fault_in(enum header_fault fault, str header, const struct node *value)
{
    return (struct mirror){.fault = fault, .header = header, .value = value};
}

struct mirror mirror_build(struct arena *arena, const struct admission *admission,
                           const struct node *arguments)
{
    struct names names = names_in(arena, admission), encoded = names_in(arena, admission);
    struct mirror mirror = {0};
    mirror.headers.at = arena_new(arena, struct header, admission->mirrored_count);
    for (ptrdiff_t i = 0; i < admission->mirrored_count; i++) {
        const struct mirrored *parameter = &admission->mirrored[i];
        const struct node *value = sent_value(admission, parameter, arguments);
        if (!value)
            continue;
        str name = mirror_header(arena, parameter);
        struct buf text = buf_in(arena, PTRDIFF_MAX), header = buf_in(arena, PTRDIFF_MAX);
        enum header_fault fault =
            header_value_text(&text, value, parameter->type, admission->profile);
        if (fault != HEADER_FINE)
            return fault_in(fault, name, value);
        if (header_add_text(&header, buf_view(&text)))
            encoded.at[encoded.count++] = name;
        names.at[names.count++] = name;
        mirror.headers.at[mirror.headers.count++] = (struct header){name, buf_view(&header)};
    }
    mirror.event = event_new(arena, "parameter_headers_built", names, &encoded);
    return mirror;
}

/* True when TEXT is a decimal, as -042.50 is, without an exponent; *RET_NUMBER is it as JSON. */
static bool is_decimal(struct arena *arena, str text, str *ret_number)
{
    bool is_negative = str_starts(text, S("-"));
    str digits = str_skip(text, is_negative);
    if (!digits.len || digits.data[0] < '0' || digits.data[0] > '9')
        return false;
    while (digits.len > 1 && digits.data[0] == '0' && digits.data[1] >= '0' &&
           digits.data[1] <= '9')
        digits = str_skip(digits, 1);
    if (number_scan(digits) != digits.len || str_find_byte(digits, 'e') >= 0 ||
        str_find_byte(digits, 'E') >= 0)
        return false;
    *ret_number = is_negative ? arena_printf(arena, "-%.*s", (int)digits.len, digits.data) : digits;
    return true;
}

/*
 * What VALUE, which is not of the type that its schema declares, would be in a header: its schema
 * refuses it later, which is not for the headers to tell. A fault where no header can mirror it.
 */
static enum header_fault undeclared_text(struct buf *out, const struct node *value)
{
    if (value->kind == NODE_STRING)
        return header_value_text(out, value, MIRRORED_STRING, PROFILE_SPEC);
    if (value->kind == NODE_BOOL)
        return header_value_text(out, value, MIRRORED_BOOLEAN, PROFILE_SPEC);
    if (value->kind != NODE_NUMBER)
        return HEADER_TYPE_MISMATCH;
    if (number_is_integral(node_text(value)))
        return header_number_text(out, node_text(value));
    buf_add(out, node_text(value));
    return HEADER_FINE;
}

/* True when TEXT, out of a header, says what VALUE, in text EXPECTED, is. */
static bool is_same(struct arena *arena, const struct admission *admission,
                    const struct mirrored *parameter, const struct node *value, str expected,
                    str text)
{
    str number;
    bool by_value = admission->profile == PROFILE_SPEC && parameter->type == MIRRORED_INTEGER &&
                    value->kind == NODE_NUMBER && is_decimal(arena, text, &number);
    return by_value ? number_equal(number, node_text(value)) : str_equal(text, expected);
}

/* Compares PARAMETER, of which the arguments have VALUE, or NULL, with what was RECEIVED. */
static enum header_fault compare_one(struct arena *arena, const struct admission *admission,
                                     const struct mirrored *parameter, const struct node *value,
                                     const struct received *received)
{
    bool is_spec = admission->profile == PROFILE_SPEC;
    if (!value)
        return received && !is_spec ? HEADER_UNEXPECTED : HEADER_FINE;
    bool is_unmirrored = is_spec && value->kind >= NODE_ARRAY;
    if (!received)
        return is_unmirrored ? HEADER_FINE : HEADER_MISSING;
    if (received->count > 1)
        return HEADER_DUPLICATE;
    struct buf text = buf_in(arena, PTRDIFF_MAX), expected = buf_in(arena, PTRDIFF_MAX);
    enum header_fault fault = header_decode(&text, received->value, admission->profile);
    if (fault != HEADER_FINE)
        return fault;
    fault = header_value_text(&expected, value, parameter->type, admission->profile);
    if (fault == HEADER_TYPE_MISMATCH && is_spec)
        fault = undeclared_text(&expected, value);
    if (fault != HEADER_FINE)
        return fault;
    return is_same(arena, admission, parameter, value, buf_view(&expected), buf_view(&text))
               ? HEADER_FINE
               : HEADER_DIFFERS;
}

/* mirror_compare with what was RECEIVED by name. */
static struct mirror compare(struct arena *arena, const struct admission *admission,
                             const struct node *arguments, const struct map *received)
{
    struct names names = names_in(arena, admission);
    for (ptrdiff_t i = 0; i < admission->mirrored_count; i++) {
        const struct mirrored *parameter = &admission->mirrored[i];
        const struct node *value = sent_value(admission, parameter, arguments);
        str name = mirror_header(arena, parameter);
        const struct received *header = received_get(received, name);
        enum header_fault fault = compare_one(arena, admission, parameter, value, header);
        if (fault != HEADER_FINE)
            return fault_in(fault, name, value);
        if (value && header)
            names.at[names.count++] = name;
    }
    return (struct mirror){.event = event_new(arena, "parameter_headers_validated", names, NULL)};
}

struct mirror mirror_compare(struct arena *arena, const struct admission *admission,
                             const struct node *arguments, const struct header_list *headers)
{
    struct map received = received_map(arena, headers);
    return compare(arena, admission, arguments, &received);
}

/* ---- a whole request ------------------------------------------------------------------------- */

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
    struct map received;
    struct mirror_answer answer;
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
    struct mirror mirror = compare(v->arena, &admission, v->arguments, &v->received);
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

struct mirror_answer mirror_verify(struct listing *listing, const struct node *request,
                                   const struct header_list *headers, enum profile profile)
{
    struct verifying v = {.listing = listing,
                          .arena = listing->sources->arena,
                          .profile = profile,
                          .request = request};
    v.received = received_map(v.arena, headers);
    look_up(&v);
    bool passes = profile == PROFILE_STRICT ? verify_strict(&v) : verify_spec(&v);
    if (passes)
        v.answer.status = v.id ? 200 : 202;
    return v.answer;
}
