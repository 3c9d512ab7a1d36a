/*
 * review_tests.c - the failures of a tool that are to be tested.
 *
 * What has to come of a value or a header is not written down here: it is what header.h and
 * mirror.h make of it by the profile. Of the schemas the root is looked at, and the items of an
 * array.
 */
#include "call/review.h"

#include "base/show.h"
#include "call/mirror.h"
#include "call/subset.h"
#include "schema/pointer.h"
#include "source/write.h"

/* True when what comes now only counts, and no text need be made for it. */
static bool is_full(const struct review_tests *tests)
{
    return tests->count >= tests->most;
}

__attribute__((format(printf, 4, 5))) static void add(struct review_tests *tests, const char *kind,
                                                      str expected, const char *format, ...)
{
    va_list args;
    if (is_full(tests)) {
        tests->dropped++;
        return;
    }
    tests->at =
        arena_make_room(tests->arena, tests->at, sizeof *tests->at, tests->count, &tests->cap);
    va_start(args, format);
    tests->at[tests->count++] =
        (struct review_test){kind, arena_vprintf(tests->arena, format, args), expected};
    va_end(args);
}

/* ---- headers --------------------------------------------------------------------------------- */

/* A value of an argument; text NULL: it is null, or with `none` not there. */
struct value {
    enum node_kind kind;
    const char *text; /* a string, the digits of a number, "true" or "false" */
};

static const struct value none = {NODE_OBJECT, NULL};

static struct node node_of(const struct value *value)
{
    str text = str_of(value->text);
    struct node node = node_string(text);
    node.kind = (uint8_t)value->kind;
    if (value->kind == NODE_BOOL)
        node = (struct node){.kind = NODE_BOOL, .count = text.len == 4};
    else if (value->kind == NODE_NULL)
        node = (struct node){.kind = NODE_NULL};
    return node;
}

/* VALUE as JSON in ASCII. */
static const char *json_of(struct arena *arena, const struct value *value)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    struct node node = node_of(value);
    const struct node *bad;
    node_write(&out, &node, (struct write_options){.style = WRITE_PYTHON_ASCII}, &bad);
    return value->kind == NODE_NUMBER ? value->text : arena_copy(arena, buf_view(&out)).data;
}

/* What a client has to make of VALUE, of PARAMETER, by the profile. */
static str built(struct arena *arena, const struct mirrored *parameter, const struct value *value,
                 enum profile profile)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    struct node node = node_of(value);
    bool is_omitted = false;
    enum header_fault fault = header_encode(&out, &node, parameter->type, profile, &is_omitted);
    if (fault != HEADER_FINE)
        return arena_printf(arena, "refused: %s", header_word(fault));
    if (is_omitted)
        return S("no header");
    return arena_printf(arena, "header %.*s", (int)out.len, out.data);
}

/* Arguments in which VALUE is what PARAMETER is mirrored from, unless it is `none`. */
static const struct node *arguments_of(struct arena *arena, const struct mirrored *parameter,
                                       const struct value *value)
{
    struct node_stack stack = {0};
    for (ptrdiff_t i = 0; value->kind != NODE_OBJECT && i < parameter->depth; i++)
        node_push_str(&stack, parameter->path[i]);
    if (value->kind != NODE_OBJECT)
        node_push(&stack, node_of(value));
    for (ptrdiff_t i = parameter->depth - 1; i > 0 && value->kind != NODE_OBJECT; i--)
        node_close(&stack, i, (struct node){.kind = NODE_OBJECT}, arena);
    node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, arena);
    const struct node *arguments = node_pop(&stack, arena);
    node_stack_done(&stack);
    return arguments;
}

/* What a server has to say of a call with VALUE in the body and COUNT headers with TEXT. */
static str verified(struct arena *arena, const struct admission *admission,
                    const struct mirrored *parameter, const struct value *value, const char *text,
                    int count)
{
    struct admission only = *admission;
    struct header headers[2];
    struct mirrored own = *parameter;
    only.mirrored = &own;
    only.mirrored_count = 1;
    headers[0].name = mirror_header(arena, parameter);
    headers[0].value = str_of(text);
    headers[1] = headers[0];
    struct header_list list = {headers, count, 2};
    struct mirror mirror =
        mirror_compare(arena, &only, arguments_of(arena, parameter, value), &list);
    return mirror.fault == HEADER_FINE
               ? S("accepted")
               : arena_printf(arena, "400, code -32020: %s", header_word(mirror.fault));
}

static const char *parameter_name(struct arena *arena, const struct mirrored *parameter)
{
    return show(arena, mirror_pointer(arena, parameter));
}

/* Values that clients mirror wrongly, by type; {0} ends them. */
static const struct value edges[][10] = {
    [MIRRORED_STRING] = {{NODE_STRING, ""},
                         {NODE_STRING, "a b"},
                         {NODE_STRING, " a"},
                         {NODE_STRING, "\xc3\xa9"},
                         {NODE_STRING, "=?base64?YQ==?="},
                         {NODE_STRING, "=?base64?a"},
                         {NODE_STRING, "a\nb"},
                         {NODE_NUMBER, "1"},
                         {NODE_NULL, "null"},
                         {0}},
    [MIRRORED_INTEGER] = {{NODE_NUMBER, "9007199254740991"},
                          {NODE_NUMBER, "9007199254740992"},
                          {NODE_NUMBER, "-9007199254740992"},
                          {NODE_NUMBER, "-0"},
                          {NODE_NUMBER, "1.0"},
                          {NODE_NUMBER, "1.5"},
                          {NODE_STRING, "7"},
                          {NODE_NULL, "null"},
                          {0}},
    [MIRRORED_BOOLEAN] =
        {{NODE_BOOL, "false"}, {NODE_STRING, "true"}, {NODE_NUMBER, "1"}, {NODE_NULL, "null"}, {0}},
};

/* A value in the body, and what a header says of it. */
struct claim {
    struct value value;
    const char *header;
};

static const struct claim claims[][9] = {
    [MIRRORED_STRING] = {{{NODE_STRING, "eu"}, "us"},
                         {{NODE_STRING, "eu"}, "EU"},
                         {{NODE_STRING, "a b"}, "a b"},
                         {{NODE_STRING, ""}, ""},
                         {{NODE_STRING, "\xc3\xa9"}, "=?base64?w6k?="},
                         {{NODE_STRING, "e"}, "=?base64?ZR==?="},
                         {{NODE_STRING, "=?base64?a"}, "=?base64?a"},
                         {{NODE_STRING, "e"}, "=?base64?/w==?="},
                         {{0}, NULL}},
    [MIRRORED_INTEGER] = {{{NODE_NUMBER, "42"}, "43"},
                          {{NODE_NUMBER, "42"}, "42.0"},
                          {{NODE_NUMBER, "42"}, "042"},
                          {{NODE_NUMBER, "9007199254740992"}, "9007199254740992"},
                          {{0}, NULL}},
    [MIRRORED_BOOLEAN] = {{{NODE_BOOL, "true"}, "false"},
                          {{NODE_BOOL, "true"}, "True"},
                          {{NODE_BOOL, "true"}, "1"},
                          {{0}, NULL}},
};

static void find_verify_tests(struct review_tool *tool, const struct mirrored *parameter)
{
    struct review_tests *tests = &tool->tests;
    struct arena *arena = tests->arena;
    const struct admission *admission = &tool->admission;
    const char *name = parameter_name(arena, parameter);
    const struct claim *claim = claims[parameter->type];
    const struct value *good = &claim->value, null = {NODE_NULL, "null"};
    const char *text = good->text;
    add(tests, "verify", verified(arena, admission, parameter, good, text, 0),
        "%s is %s, and there is no header", name, json_of(arena, good));
    add(tests, "verify", verified(arena, admission, parameter, good, text, 2),
        "%s is %s, and the header stands twice", name, json_of(arena, good));
    add(tests, "verify", verified(arena, admission, parameter, &none, text, 1),
        "%s is not there, and the header is \"%s\"", name, text);
    add(tests, "verify", verified(arena, admission, parameter, &null, text, 1),
        "%s is null, and the header is \"%s\"", name, text);
    for (; claim->header; claim++)
        add(tests, "verify", verified(arena, admission, parameter, &claim->value, claim->header, 1),
            "%s is %s, and the header is \"%s\"", name, json_of(arena, &claim->value),
            claim->header);
}

/* Counts the tests of PARAMETER, which are not made. */
static void drop_header_tests(struct review_tests *tests, const struct mirrored *parameter)
{
    enum { WITHOUT_A_CLAIM = 4 };
    tests->dropped += WITHOUT_A_CLAIM;
    for (const struct value *value = edges[parameter->type]; value->text; value++)
        tests->dropped++;
    for (const struct claim *claim = claims[parameter->type]; claim->header; claim++)
        tests->dropped++;
}

static void find_header_tests(const struct review *review, struct review_tool *tool)
{
    struct review_tests *tests = &tool->tests;
    for (ptrdiff_t i = 0; i < tool->admission.mirrored_count; i++) {
        const struct mirrored *parameter = &tool->admission.mirrored[i];
        if (is_full(tests)) {
            drop_header_tests(tests, parameter);
            continue;
        }
        const char *name = parameter_name(tests->arena, parameter);
        for (const struct value *value = edges[parameter->type]; value->text; value++)
            add(tests, "build", built(tests->arena, parameter, value, review->profile), "%s is %s",
                name, json_of(tests->arena, value));
        find_verify_tests(tool, parameter);
    }
}

/* ---- schemas --------------------------------------------------------------------------------- */

/* Where values of a schema come from, and what has to come of those that break it. */
struct subject {
    const char *kind, *where;
    bool is_strict, is_result;
};

/* What has to come of a value that breaks KEYWORD, whose word with strict is STRICT, or NULL. */
static str broken(struct arena *arena, const struct subject *subject, const char *strict)
{
    if (!subject->is_result)
        return strict || !subject->is_strict ? S("a result with \"isError\": true") : S("accepted");
    if (!strict)
        return subject->is_strict ? S("accepted, with a warning") : S("refused: schema");
    return arena_printf(arena, "refused: %s", strict);
}

/* A value that is not of TYPE, as JSON; NULL: no type is that. */
static const char *not_of(const struct node *type)
{
    static const struct {
        const char *type, *other;
    } others[] = {{"string", "1"}, {"integer", "1.5"}, {"number", "\"1\""}, {"boolean", "\"true\""},
                  {"null", "0"},   {"array", "{}"},    {"object", "[]"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (node_is_text(type, str_of(others[i].type)))
            return others[i].other;
    return NULL;
}

/* The tests for one value, called NAME, that SCHEMA is about. */
static void find_value_tests(struct review_tests *tests, const struct subject *subject,
                             const struct node *schema, const char *name)
{
    static const struct {
        const char *keyword, *strict;
    } keywords[] = {
        {"enum", "enum"},    {"const", NULL},    {"minLength", "min-length"},
        {"maxLength", NULL}, {"pattern", NULL},  {"minimum", NULL},
        {"maximum", NULL},   {"minItems", NULL}, {"maxItems", NULL},
        {"anyOf", NULL},     {"oneOf", NULL},
    };
    const char *other = not_of(node_get(schema, S("type")));
    if (other)
        add(tests, subject->kind, broken(tests->arena, subject, subset_word(SUBSET_TYPE)),
            "%s is %s", name, other);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (node_get(schema, str_of(keywords[i].keyword)))
            add(tests, subject->kind, broken(tests->arena, subject, keywords[i].strict),
                "%s breaks \"%s\"", name, keywords[i].keyword);
}

/* The tests for the members of an object, which stands at subject->where. */
static void find_object_tests(struct review_tests *tests, const struct subject *subject,
                              const struct node *schema)
{
    struct arena *arena = tests->arena;
    const struct node *required = node_get(schema, S("required")),
                      *properties = node_get(schema, S("properties")),
                      *additional = node_get(schema, S("additionalProperties"));
    for (uint32_t i = 0; node_is(required, NODE_ARRAY) && i < required->count; i++)
        if (node_is(node_item(required, i), NODE_STRING))
            add(tests, subject->kind, broken(arena, subject, subset_word(SUBSET_REQUIRED)),
                "%s has no \"%s\"", subject->where, show(arena, node_text(node_item(required, i))));
    for (uint32_t i = 0; node_is(properties, NODE_OBJECT) && i < properties->count; i++) {
        struct buf name = buf_in(arena, PTRDIFF_MAX);
        if (is_full(tests)) {
            find_value_tests(tests, subject, node_value(properties, i), "");
            continue;
        }
        buf_add(&name, str_of(subject->where));
        pointer_add_token(&name, node_text(node_key(properties, i)));
        find_value_tests(tests, subject, node_value(properties, i),
                         show_all(arena, buf_view(&name)));
    }
    if (node_is(additional, NODE_BOOL) && !additional->count)
        add(tests, subject->kind, broken(arena, subject, subset_word(SUBSET_ADDITIONAL)),
            "%s has a property that the schema does not name", subject->where);
}

static void find_schema_tests(struct review_tests *tests, const struct subject *subject,
                              const struct node *schema)
{
    const struct node *items = node_get(schema, S("items"));
    find_value_tests(tests, subject, schema, subject->where);
    find_object_tests(tests, subject, schema);
    if (!node_is(items, NODE_OBJECT))
        return;
    struct subject item = *subject;
    item.where = arena_printf(tests->arena, "%s/0", subject->where).data;
    find_value_tests(tests, &item, items, item.where);
    find_object_tests(tests, &item, items);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void find_result_tests(struct review_tests *tests, bool is_strict, const struct node *output)
{
    add(tests, "result", is_strict ? S("refused: result-type") : S("accepted: it is complete"),
        "the result has no \"resultType\"");
    add(tests, "result", S("refused: result-type"), "\"resultType\" is \"partial\"");
    add(tests, "result", S("refused: content"), "the result has no \"content\"");
    add(tests, "result", is_strict ? S("refused: content") : S("accepted"), "\"content\" is []");
    add(tests, "result", S("refused: unknown-block"), "a block is of the type \"video\"");
    add(tests, "result", S("refused: text"), "a text block has no \"text\"");
    add(tests, "result", S("refused: base64"), "\"data\" of an image has a line break");
    if (!output)
        return;
    struct subject subject = {"result", "structuredContent", is_strict, true};
    add(tests, "result", S("refused: structured-missing"),
        "the result has no \"structuredContent\"");
    add(tests, "result", is_strict ? S("refused: structured-missing") : S("accepted"),
        "the result has \"isError\": true and no \"structuredContent\"");
    add(tests, "result",
        is_strict ? S("refused: text-mirror-missing") : S("accepted, with a warning"),
        "no text block stands beside \"structuredContent\"");
    find_schema_tests(tests, &subject, output);
}

void review_find_tests(const struct review *review, struct review_tool *tool)
{
    bool is_strict = review->profile == PROFILE_STRICT;
    const struct node *input = tool_member(tool->tool, "inputSchema");
    struct subject arguments = {"arguments", "arguments", is_strict, false};
    if (tool->admission.reasons)
        return;
    find_header_tests(review, tool);
    add(&tool->tests, "arguments", S("code -32602"), "\"arguments\" is []");
    find_object_tests(&tool->tests, &arguments, input);
    find_result_tests(&tool->tests, is_strict, tool->output);
}

void review_find_list_tests(struct review_tests *tests)
{
    add(tests, "pages", S("the next page is asked for with \"\""), "\"nextCursor\" is \"\"");
    add(tests, "pages", S("the list is complete"), "\"nextCursor\" is null");
    add(tests, "pages", S("failed: cursor-type"), "\"nextCursor\" is 0");
    add(tests, "pages", S("failed: cursor-cycle"), "a cursor comes again after two others");
    add(tests, "pages", S("failed: page-limit"), "more follows page 100");
    add(tests, "pages", S("failed: list-error"), "the second page is an error");
    add(tests, "pages", S("the other tools are admitted"), "a tool between two others is rejected");
    add(tests, "pages", S("the later one counts"), "two pages list one name");
}
