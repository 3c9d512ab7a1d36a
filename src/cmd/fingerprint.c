#include "cli/command.h"

#include "base/show.h"
#include "contract/concealed.h"
#include "contract/fingerprint.h"
#include "source/write.h"

#include <string.h>

static void fingerprint_run(struct session *session, const void *options, struct operands operands);

struct fingerprint_options {
    const char *algorithm;
    bool payload, allow_concealed;
};

static const struct option options[] = {
    CHOICE(struct fingerprint_options, algorithm, 'a', "algorithm", "ALGORITHM", fingerprint_names,
           "print whole digests, and only those of one algorithm"),
    FLAG(struct fingerprint_options, payload, 0, "payload",
         "print, a line for each tool, the bytes that --algorithm hashes behind its label"),
    FLAG(struct fingerprint_options, allow_concealed, 0, "allow-concealed",
         "only warn of text that people do not see"),
    {0},
};

static const struct example examples[] = {
    {"schemac fingerprint tests/examples/tools/weather.json",
     "the tools of a server, and the first digits of their digests"},
    {"schemac fingerprint --algorithm compat tests/examples/tools/weather.json",
     "the pins of the connector SDK"},
    {"schemac fingerprint --format json tests/examples/tools/weather.json", "all of them, whole"},
    {0},
};

const struct command cmd_fingerprint = {
    .name = "fingerprint",
    .operands = "FILE...",
    .summary = "tell the digests of the tools of an MCP server",
    .about =
        "Reads what a server answered to tools/list: the result, the JSON-RPC response with it, an "
        "array of tools, or several pages in their order, each a FILE or in an array; or a capture, "
        "an object with \"initialize\" and \"pages\". The operand - is standard input.\n\n"
        "For each tool it computes SHA-256 digests. compat is the pin of the public connector SDK: "
        "name, input and output schema without descriptions, titles, examples, comments and "
        "defaults. exact has them but for the defaults. output is that of the output schema alone, "
        "v1 the retired pin without it. None of these sees all that a model gets to read; raw does: "
        "it is that of the whole entry, of which only the order of members does not count.\n\n"
        "The table shows the first digits. A tool that the SDK refuses (no name, an input schema "
        "that says nothing, a schema that is no object) has no pin, which is a finding. With "
        "--format json the result is {\"tools\": [{\"name\", \"compat\", \"exact\", \"output\", \"v1\", "
        "\"raw\"}]}, where \"output\" is empty for a tool without an output schema, and a tool "
        "without a pin has \"refused\" in place of the digests that it does not have.\n\n"
        "Text that a model reads and people do not see (tag characters, bidirectional controls, "
        "zero-width and private-use characters) is a finding, wherever the listing has it.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct fingerprint_options),
    .min_operands = 1,
    .max_operands = -1,
    .has_format = true,
    .run = fingerprint_run,
};

/* ---- output ---------------------------------------------------------------------------------- */

enum { SHOWN_DIGITS = 12 };

/* The name of TOOL in a table. */
static const char *name_of(struct arena *arena, const struct tool *tool)
{
    return tool->name.len ? show_all(arena, tool->name) : "(no name)";
}

/* The number of characters of TEXT, which is UTF-8. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += (*text & 0xC0) != 0x80;
    return width;
}

static void add_table(struct buf *out, const struct listing *listing,
                      const struct fingerprints *prints)
{
    int width = width_of("TOOL");
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        int own = width_of(name_of(out->arena, &listing->tools[i]));
        width = own > width ? own : width;
    }
    buf_printf(out, "%-*s  %-*s  %-*s  %-*s  %-*s  %s\n", width, "TOOL", SHOWN_DIGITS, "COMPAT",
               SHOWN_DIGITS, "EXACT", SHOWN_DIGITS, "OUTPUT", SHOWN_DIGITS, "V1", "RAW");
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        const char *name = name_of(out->arena, &listing->tools[i]);
        buf_add(out, str_of(name));
        buf_add_bytes(out, ' ', width - width_of(name));
        for (enum fingerprint_algorithm j = 0; j < FINGERPRINT_COUNT; j++) {
            const char *hex = prints[i].of[j].hex;
            if (*hex)
                buf_printf(out, "  %.*s", SHOWN_DIGITS, hex);
            else
                buf_printf(out, j + 1 == FINGERPRINT_COUNT ? "  -" : "  %-*s", SHOWN_DIGITS, "-");
        }
        buf_add_byte(out, '\n');
    }
}

/* Adds the digests of one ALGORITHM as sha256sum prints those of files. */
static void add_digests(struct buf *out, const struct listing *listing,
                        const struct fingerprints *prints, enum fingerprint_algorithm algorithm)
{
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        const char *hex = prints[i].of[algorithm].hex;
        if (*hex)
            buf_printf(out, "%s  %s\n", hex, name_of(out->arena, &listing->tools[i]));
    }
}

static void add_payloads(struct buf *out, const struct listing *listing,
                         enum fingerprint_algorithm algorithm)
{
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        struct arena arena = {0};
        str payload = fingerprint_payload(&arena, &listing->tools[i], algorithm);
        buf_add(out, payload);
        if (payload.len)
            buf_add_byte(out, '\n');
        arena_free(&arena);
    }
}

static void push_tool(struct node_stack *stack, struct arena *arena, const struct tool *tool,
                      const struct fingerprints *prints)
{
    ptrdiff_t base = stack->len;
    const struct node *name = tool_member(tool, "name");
    bool is_refused = prints->refusal != REFUSED_NOT;
    node_push_str(stack, S("name"));
    if (node_is(name, NODE_STRING))
        node_push_str(stack, tool->name);
    else
        node_push_null(stack);
    for (enum fingerprint_algorithm i = 0; i < FINGERPRINT_COUNT; i++) {
        const char *hex = prints->of[i].hex;
        if (!*hex && is_refused)
            continue;
        node_push_str(stack, str_of(fingerprint_names[i]));
        node_push_str(stack, str_of(hex));
    }
    if (is_refused) {
        node_push_str(stack, S("refused"));
        node_push_str(stack, str_of(fingerprint_refusal_word(prints->refusal)));
    }
    node_close(stack, base, (struct node){.kind = NODE_OBJECT}, arena);
}

static void add_json(struct buf *out, const struct listing *listing,
                     const struct fingerprints *prints)
{
    struct node_stack stack = {0};
    node_push_str(&stack, S("tools"));
    for (ptrdiff_t i = 0; i < listing->count; i++)
        push_tool(&stack, out->arena, &listing->tools[i], &prints[i]);
    node_close(&stack, 1, (struct node){.kind = NODE_ARRAY}, out->arena);
    node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, out->arena);
    const struct node *result = node_pop(&stack, out->arena);
    node_stack_done(&stack);
    node_write_shown(out, result);
}

/* ---- the run --------------------------------------------------------------------------------- */

static bool refuse(struct session *session, const char *message)
{
    diag_report(&session->found, E0001, (place){0}, "%s", message);
    return false;
}

static bool check_options(struct session *session, const struct fingerprint_options *o,
                          struct operands operands)
{
    int streams = 0;
    for (ptrdiff_t i = 0; i < operands.count; i++) {
        if (!*operands.at[i])
            return refuse(session, "a FILE cannot be \"\"");
        streams += strcmp(operands.at[i], "-") == 0;
    }
    if (streams > 1)
        return refuse(session, "standard input is named more than once, but can be read only once");
    if (o->payload && !o->algorithm)
        return refuse(session, "--payload needs --algorithm, which says what is hashed");
    return true;
}

/* Reports tools that have no pin, and a list that does not end. */
static void report(struct session *session, const struct listing *listing,
                   const struct fingerprints *prints)
{
    struct diag_list *found = &session->found;
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        const struct tool *tool = &listing->tools[i];
        const struct fingerprints *own = &prints[i];
        if (own->refusal != REFUSED_NOT)
            diag_hint(found,
                      diag_report(found, D1010, sources_place(listing->sources, own->refused), "%s",
                                  fingerprint_refusal_message(session->arena, tool, own->refusal)),
                      "tool %s has no pin: it must have a name, an input schema that says "
                      "something, and an output schema that is an object or none",
                      tool_shown(session->arena, listing, tool));
    }
    if (listing->pending)
        diag_hint(found,
                  diag_report(found, W1010, sources_place(listing->sources, listing->pending),
                              "the last page says that more tools follow"),
                  "name the files of all pages, in their order");
}

static void fingerprint_run(struct session *session, const void *options_, struct operands operands)
{
    const struct fingerprint_options *o = options_;
    struct sources sources = {.arena = session->arena,
                              .found = &session->found,
                              .policy = {.duplicates = DUPLICATES_WARN}};
    struct listing listing = {.sources = &sources};
    if (!check_options(session, o, operands) ||
        !listing_read(&listing, operands.at, operands.count))
        return;
    struct fingerprints *prints = arena_new(session->arena, struct fingerprints, listing.count);
    for (ptrdiff_t i = 0; i < listing.count; i++)
        prints[i] = fingerprint_tool(&listing.tools[i]);
    report(session, &listing, prints);
    concealed_report(&session->found, &listing, o->allow_concealed);
    enum fingerprint_algorithm algorithm = 0;
    while (o->algorithm && strcmp(fingerprint_names[algorithm], o->algorithm) != 0)
        algorithm++;
    if (o->payload)
        add_payloads(&session->out, &listing, algorithm);
    else if (session->format == REPORT_JSON)
        add_json(&session->out, &listing, prints);
    else if (o->algorithm)
        add_digests(&session->out, &listing, prints, algorithm);
    else
        add_table(&session->out, &listing, prints);
}
