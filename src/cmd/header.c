#include "cli/command.h"

#include "base/file.h"
#include "base/host.h"
#include "base/show.h"
#include "call/request.h"
#include "cli/usage.h"
#include "contract/push.h"
#include "source/write.h"

#include <string.h>

static void header_run(struct session *session, const void *options, struct operands operands);

struct header_options {
    const char *profile, *type, *tool, *name, *tools;
    struct string_list headers;
};

static const struct option options[] = {
    CHOICE(struct header_options, profile, 'p', "profile", "PROFILE", profile_names,
           "judge by the rules of MCP 2026-07-28, spec, or by narrower ones; spec by default"),
    CHOICE(struct header_options, type, 't', "type", "TYPE", mirrored_types,
           "encode: what the schema says that the value is"),
    FILE_OPTION(struct header_options, tool, 0, "tool", "FILE",
                "build: what tools/list answered, or one tool"),
    STRING(struct header_options, name, 'n', "name", "TOOL",
           "build: the name of the tool, where FILE has several"),
    FILE_OPTION(struct header_options, tools, 0, "tools", "FILE",
                "verify: what tools/list answered"),
    LIST(struct header_options, headers, 'H', "header", "HEADER",
         "verify: a header of the request, as 'Name: value', or those in a file, as @FILE"),
    {0},
};

static const struct example examples[] = {
    {"schemac header decode '=?base64?U8OjbyBQYXVsbw==?='", "what a header stands for"},
    {"schemac header build --tool tests/examples/call/tools.json --name search_evidence "
     "tests/examples/call/arguments.json",
     "the headers that go with a call"},
    {"schemac header verify --tools tests/examples/call/tools.json --header 'MCP-Protocol-Version: "
     "2026-07-28' --header 'Mcp-Method: tools/call' --header 'Mcp-Name: search_evidence' --header "
     "'Mcp-Param-Region: =?base64?U8OjbyBQYXVsbw==?=' --header 'Mcp-Param-Shard: 7' "
     "tests/examples/call/request.json",
     "what a server answers to a request with these headers"},
    {0},
};

const struct command cmd_header = {
    .name = "header",
    .operands = "encode VALUE | decode TEXT | build ARGUMENTS | verify REQUEST",
    .actions = "encode decode build verify",
    .summary = "mirror arguments of a call in HTTP headers, and verify them",
    .about =
        "A property of a tool's input schema with \"x-mcp-header\": \"Region\" is mirrored in the "
        "header Mcp-Param-Region, so that gateways route a call without reading its body. VALUE, "
        "ARGUMENTS and REQUEST are JSON files, or - for standard input.\n\n"
        "encode prints the text of a header for VALUE, in base64 where it is not visible ASCII. "
        "decode prints what TEXT stands for. build prints the headers for a call of a tool with "
        "ARGUMENTS, an object; with --format json also the event for an audit log, which has names "
        "only. What cannot be built is refused as a whole: a tool that `schemac admit` rejects, a "
        "value of another type, an integer beyond 2^53 - 1.\n\n"
        "verify judges REQUEST, a JSON-RPC request, by all of its headers, and prints the HTTP "
        "status, \"ok\" or the error code, and a word for the reason. Whether the tool itself then "
        "succeeds is not part of that. Of the text behind \"Name:\" one blank does not belong to the "
        "value. A FILE of headers has one a line; other users of the machine see the command line, but "
        "not what is in a file. With --format json the result is {\"status\", \"code\", \"reason\", \"audit\"}.\n\n"
        "No message, report or event holds a value, and none shows a line of VALUE, ARGUMENTS or "
        "REQUEST.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct header_options),
    .min_operands = 2,
    .max_operands = 2,
    .has_format = true,
    .hides_operands = true,
    .run = header_run,
};

/* What one run works with. */
struct run {
    struct session *session;
    const struct header_options *options;
    enum profile profile;
    struct sources sources;
};

/* ---- output ---------------------------------------------------------------------------------- */

/* Pushes the member KEY with TEXT, or null where that has no bytes at all. */
static void push_text_or_null(struct node_stack *stack, const char *key, str text)
{
    if (text.data)
        push_text(stack, key, text);
    else
        push_null(stack, key);
}

/* Pushes the member "audit" with an event, or null. */
static void push_event(struct node_stack *stack, const struct node *event)
{
    if (event)
        push_node(stack, "audit", event);
    else
        push_null(stack, "audit");
}

/* Closes the object that is all of STACK and adds it to the output. */
static void add_json(struct session *session, struct node_stack *stack)
{
    const struct node *bad;
    push_close(stack, session->arena, 0, NODE_OBJECT);
    node_write(&session->out, node_pop(stack, session->arena),
               (struct write_options){.style = WRITE_EXACT}, &bad);
    node_stack_done(stack);
}

/* One text as the result: a line, or the member KEY of an object, null where S has no bytes. */
static void add_text(struct session *session, const char *key, str s)
{
    if (session->format == REPORT_JSON) {
        struct node_stack stack = {0};
        push_text_or_null(&stack, key, s);
        add_json(session, &stack);
    } else if (s.data) {
        buf_add(&session->out, s);
        buf_add_byte(&session->out, '\n');
    }
}

/* ---- encode and decode ----------------------------------------------------------------------- */

/*
 * What messages call the file PATH. Where there is none, the operand may be the value itself, which
 * is not to be shown, unless it looks like a name.
 */
static str name_of(const char *path)
{
    struct stat info;
    bool is_name =
        file_is_stream(path) || str_ends(str_of(path), S(".json")) || host.stat(path, &info) == 0;
    return is_name ? file_called(path) : S("<operand>");
}

/* Reads the file PATH, of which nothing may be shown; NULL when reported. */
static const struct node *read_secret(struct run *run, const char *path)
{
    str name = name_of(path);
    run->sources.policy.max_depth = INSTANCE_DEPTH;
    const struct document *document = sources_load_secret(&run->sources, path, name);
    return document ? document->root : NULL;
}

static enum mirrored_type type_of(const struct header_options *o)
{
    enum mirrored_type type = MIRRORED_STRING;
    while (type < MIRRORED_BOOLEAN && strcmp(mirrored_types[type], o->type ? o->type : "") != 0)
        type++;
    return type;
}

static void encode_run(struct run *run, const char *operand)
{
    struct diag_list *found = &run->session->found;
    const struct node *value = read_secret(run, operand);
    if (!value)
        return;
    struct buf header = buf_in(run->session->arena, PTRDIFF_MAX);
    bool omitted;
    enum header_fault fault =
        header_encode(&header, value, type_of(run->options), run->profile, &omitted);
    if (fault != HEADER_FINE) {
        diag_report(found, D1051, sources_place(&run->sources, value), "%s: %s", header_word(fault),
                    header_fault_sentence(fault));
        return;
    }
    str text = buf_view(&header);
    if (omitted) {
        diag_report(found, N1051, sources_place(&run->sources, value),
                    "null is sent without a header");
        text = (str){0};
    }
    add_text(run->session, "header", text);
}

static void decode_run(struct run *run, const char *operand)
{
    struct buf text = buf_in(run->session->arena, PTRDIFF_MAX);
    enum header_fault fault = header_decode(&text, str_of(operand), run->profile);
    if (fault == HEADER_FINE)
        add_text(run->session, "text", buf_view(&text));
    else
        diag_report(&run->session->found, D1052, (place){0}, "%s: %s", header_word(fault),
                    header_fault_sentence(fault));
}

/* ---- build ----------------------------------------------------------------------------------- */

/* The tool that --name names, or without it the only one; NULL when reported. */
static const struct tool *find_tool(struct run *run, const struct listing *listing)
{
    if (!run->options->name && listing->count == 1)
        return &listing->tools[0];
    if (!run->options->name) {
        diag_hint(&run->session->found,
                  diag_report(&run->session->found, E0001, (place){0},
                              "which of %td tools is called is not said", listing->count),
                  "--name names it");
        return NULL;
    }
    str name = str_of(run->options->name);
    const struct tool *tool = listing_find(listing, name);
    if (tool)
        return tool;
    listing_hint_name(listing,
                      diag_report(&run->session->found, D1054, (place){0},
                                  "there is no tool \"%s\"", show(run->session->arena, name)),
                      name);
    return NULL;
}

/* The arguments in the file PATH, an object; NULL when reported. */
static const struct node *read_arguments(struct run *run, const char *path)
{
    const struct node *arguments = read_secret(run, path);
    if (!arguments || arguments->kind == NODE_OBJECT)
        return arguments;
    diag_hint(&run->session->found,
              diag_report(&run->session->found, E1051, sources_place(&run->sources, arguments),
                          "the arguments must be an object, not %s",
                          node_kind_words(arguments->kind)),
              "these are the \"arguments\" of a tools/call: {\"NAME\": VALUE, ...}");
    return NULL;
}

static void add_built(struct session *session, const struct mirror *mirror)
{
    if (session->format != REPORT_JSON) {
        for (ptrdiff_t i = 0; i < mirror->headers.count; i++) {
            const struct header *header = &mirror->headers.at[i];
            buf_add(&session->out, header->name);
            buf_add(&session->out, S(": "));
            buf_add(&session->out, header->value);
            buf_add_byte(&session->out, '\n');
        }
        return;
    }
    struct node_stack stack = {0};
    ptrdiff_t base = push_open(&stack, "headers");
    for (ptrdiff_t i = 0; i < mirror->headers.count; i++) {
        node_push_str(&stack, mirror->headers.at[i].name);
        node_push_str(&stack, mirror->headers.at[i].value);
    }
    push_close(&stack, session->arena, base, NODE_OBJECT);
    push_event(&stack, mirror->event);
    add_json(session, &stack);
}

static void build_run(struct run *run, const char *operand)
{
    struct listing listing = {.sources = &run->sources};
    const struct tool *tool =
        listing_read_guarded(&listing, &run->options->tool, 1) ? find_tool(run, &listing) : NULL;
    if (!tool)
        return;
    struct admission admission = admission_judge(&listing, tool, run->profile);
    if (admission.reasons) {
        admission_report(&listing, &admission);
        return;
    }
    const struct node *arguments = read_arguments(run, operand);
    if (!arguments)
        return;
    struct mirror mirror = mirror_build(run->session->arena, &admission, arguments);
    if (mirror.fault == HEADER_FINE)
        add_built(run->session, &mirror);
    else
        diag_report(&run->session->found, D1051, sources_place(&run->sources, mirror.value),
                    "%s: %s: %s", show(run->session->arena, mirror.header),
                    header_word(mirror.fault), header_fault_sentence(mirror.fault));
}

/* ---- verify ---------------------------------------------------------------------------------- */

/* The headers on the command line and in files. False when reported, without what they say. */
static bool read_headers(struct run *run, struct header_list *ret_headers)
{
    const struct string_list *list = &run->options->headers;
    *ret_headers = (struct header_list){0};
    bool ok = true;
    for (ptrdiff_t i = 0; i < list->count; i++) {
        if (list->at[i][0] == '@') {
            ok = header_list_load(&run->sources, list->at[i] + 1, ret_headers) && ok;
        } else if (!header_list_add(run->session->arena, ret_headers, str_of(list->at[i]))) {
            diag_hint(&run->session->found,
                      diag_report(&run->session->found, E0001, (place){0},
                                  "the --header number %td is no header", i + 1),
                      "a header is written as 'Name: value', a file that has some as @FILE");
            ok = false;
        }
    }
    return ok;
}

/* What a reason that is no fault of a header means. */
static const char *sentence_of(const char *reason)
{
    static const struct {
        const char *reason, *sentence;
    } sentences[] = {
        {"invalid-request", "this is no request of JSON-RPC 2.0"},
        {"missing-metadata", "\"_meta\" must have the version of the protocol, a string, and the "
                             "capabilities of the client, an object"},
        {"unsupported-version", "the version of the protocol is not " MCP_VERSION},
        {"unknown-method", "there is no such method"},
        {"unknown-tool", "there is no such tool"},
        {"invalid-params", "\"params\", and \"arguments\" where they are there, must be objects"},
    };
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if (strcmp(sentences[i].reason, reason) == 0)
            return sentences[i].sentence;
    return "the tool is rejected";
}

static void report_refusal(struct run *run, const struct request_answer *answer)
{
    struct diag_list *found = &run->session->found;
    place where = answer->where ? sources_place(&run->sources, answer->where) : (place){0};
    if (answer->fault != HEADER_FINE) {
        diag_report(found, D1053, where, "%s: %s: %s", show(run->session->arena, answer->header),
                    answer->reason, header_fault_sentence(answer->fault));
        return;
    }
    struct diag *diag =
        diag_report(found, D1053, where, "%s: %s", answer->reason, sentence_of(answer->reason));
    const struct rejection *rejection = answer->admission.reasons;
    if (rejection)
        diag_note(found, diag, sources_place(&run->sources, rejection->node), "%s",
                  rejection->message);
}

static void add_answer(struct session *session, const struct request_answer *answer)
{
    if (session->format != REPORT_JSON) {
        if (answer->code == RPC_FINE)
            buf_printf(&session->out, "%d ok\n", answer->status);
        else
            buf_printf(&session->out, "%d %d %s\n", answer->status, answer->code, answer->reason);
        return;
    }
    struct node_stack stack = {0};
    push_number(&stack, session->arena, "status", answer->status);
    if (answer->code == RPC_FINE)
        push_null(&stack, "code");
    else
        push_number(&stack, session->arena, "code", answer->code);
    push_text_or_null(&stack, "reason", str_of(answer->reason));
    push_event(&stack, answer->event);
    add_json(session, &stack);
}

static void verify_run(struct run *run, const char *operand)
{
    struct listing listing = {.sources = &run->sources};
    struct header_list headers;
    if (!read_headers(run, &headers) || !listing_read_guarded(&listing, &run->options->tools, 1))
        return;
    const struct node *request = read_secret(run, operand);
    if (!request)
        return;
    struct request_answer answer = request_verify(&listing, request, &headers, run->profile);
    add_answer(run->session, &answer);
    if (answer.code != RPC_FINE)
        report_refusal(run, &answer);
}

/* ---- the run --------------------------------------------------------------------------------- */

/* What the first operand can be; the name of the option that it needs, and one that it may have. */
static const struct action {
    const char *name;
    void (*run)(struct run *run, const char *operand);
    const char *needs, *takes;
} actions[] = {
    {"encode", encode_run, "type", NULL},
    {"decode", decode_run, NULL, NULL},
    {"build", build_run, "tool", "name"},
    {"verify", verify_run, "tools", "header"},
};

static bool is_named(const char *name, const char *other)
{
    return other && strcmp(name, other) == 0;
}

/* True when ACTION has the option that it needs, and no others than it may have. */
static bool check_options(struct session *session, const struct action *action,
                          const struct header_options *o)
{
    const struct {
        const char *name;
        bool is_given;
    } given[] = {{"type", o->type},
                 {"tool", o->tool},
                 {"name", o->name},
                 {"tools", o->tools},
                 {"header", o->headers.count > 0}};
    const char *what = action->needs ? "needs" : NULL, *name = action->needs;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (given[i].is_given && is_named(given[i].name, action->needs))
            what = NULL;
    for (size_t i = 0; i < sizeof given / sizeof *given && !what; i++)
        if (given[i].is_given && !is_named(given[i].name, action->needs) &&
            !is_named(given[i].name, action->takes)) {
            what = "does not take";
            name = given[i].name;
        }
    return !what ||
           usage_refuse(
               session,
               arena_printf(session->arena, "header %s %s --%s", action->name, what, name).data);
}

/* True when no file is named "", and at most one is standard input. */
static bool check_files(struct session *session, const struct action *action,
                        const struct header_options *o, const char *operand)
{
    const char *listing = o->tool ? o->tool : o->tools;
    int streams = listing && file_is_stream(listing);
    if (action->run == decode_run)
        return true;
    for (ptrdiff_t i = 0; i < o->headers.count; i++)
        if (strcmp(o->headers.at[i], "@") == 0)
            return usage_refuse(session, "--header @ needs the name of a file behind it");
        else
            streams += strcmp(o->headers.at[i], "@-") == 0;
    return usage_check_files(session, (struct operands){&operand, 1}, "a FILE", streams);
}

static void header_run(struct session *session, const void *options_, struct operands operands)
{
    const struct header_options *o = options_;
    struct run run = {.session = session,
                      .options = o,
                      .profile = profile_of(o->profile),
                      .sources = {.arena = session->arena,
                                  .found = &session->found,
                                  .policy = {.duplicates = DUPLICATES_WARN}}};
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(operands.at[0], actions[i].name) == 0) {
            if (check_options(session, &actions[i], o) &&
                check_files(session, &actions[i], o, operands.at[1]))
                actions[i].run(&run, operands.at[1]);
            return;
        }
    usage_refuse(session, "header is followed by encode, decode, build or verify");
}
