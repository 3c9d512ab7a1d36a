/*
 * Requests and their headers. The input is headers, a line each as "Name: value", an empty line, a
 * request, a line "#==" and the tools of a server. Of each profile the answer comes out the same
 * again and is consistent; and the headers that are built for a call pass, and say what was built.
 */
#include "fuzz.h"

#include "call/request.h"

enum { HEADERS_CAP = 1000 };

/* Takes the headers off INPUT. */
static struct header_list take_headers(struct arena *arena, str *input)
{
    struct header_list list = {.at = arena_new(arena, struct header, HEADERS_CAP)};
    for (str line; input->len && list.count < HEADERS_CAP;) {
        str_cut(*input, '\n', &line, input);
        if (!line.len)
            break;
        struct header *header = &list.at[list.count++];
        str_cut(line, ':', &header->name, &header->value);
        header->value = str_skip(header->value, str_starts(header->value, S(" ")));
    }
    return list;
}

static str event_text(struct arena *arena, const struct node *event)
{
    str text = S("");
    if (event)
        fuzz_write(arena, event, (struct write_options){.style = WRITE_CANONICAL}, &text);
    return text;
}

static void check_answer(const struct request_answer *answer, enum profile profile)
{
    int status = answer->status;
    MUST((answer->code == RPC_FINE) == !answer->reason, "what is refused has a reason");
    MUST(answer->code == RPC_FINE ? status == 200 || status == 202
                                  : status == 200 || status == 400 || status == 404,
         "there is a status");
    MUST(answer->code != RPC_HEADER_MISMATCH || status == 400,
         "headers that differ are status 400");
    MUST(profile == PROFILE_SPEC || (status == 400) == (answer->code == RPC_HEADER_MISMATCH),
         "with strict nothing else is");
    MUST(answer->fault == HEADER_FINE || answer->header.len, "a fault names its header");
    MUST(answer->code != RPC_HEADER_MISMATCH || !answer->event, "which leaves no event");
    MUST(!answer->admission.reasons || answer->code == RPC_HEADER_MISMATCH,
         "a tool that is rejected never passes");
}

/* Holds that the headers BUILT for ARGUMENTS, pass, and that none of them can be left out. */
static void check_compared(struct arena *arena, const struct admission *admission,
                           const struct node *arguments, const struct mirror *built)
{
    struct header_list headers = built->headers;
    struct mirror compared = mirror_compare(arena, admission, arguments, &headers);
    MUST(compared.fault == HEADER_FINE, "headers that were built pass");
    MUST(str_equal(event_text(arena, node_get(built->event, S("headerNames"))),
                   event_text(arena, node_get(compared.event, S("headerNames")))),
         "both events have the same names");
    if (headers.count--)
        MUST(mirror_compare(arena, admission, arguments, &headers).fault == HEADER_MISSING,
             "one less is missing");
}

/* Builds the headers of a call of TOOL with ARGUMENTS and holds that they pass. */
static void check_built(struct listing *listing, const struct tool *tool,
                        const struct node *arguments, enum profile profile)
{
    struct arena *arena = listing->sources->arena;
    struct admission admission = admission_judge(listing, tool, profile);
    if (admission.reasons)
        return;
    struct mirror built = mirror_build(arena, &admission, arguments);
    MUST((built.fault == HEADER_FINE) == (built.event != NULL), "what is built leaves an event");
    MUST(built.fault == HEADER_FINE || built.headers.count == 0, "a fault gives no headers");
    if (built.fault == HEADER_FINE)
        check_compared(arena, &admission, arguments, &built);
}

static void check(struct run *run, struct listing *listing, const struct node *request,
                  const struct header_list *headers, enum profile profile)
{
    struct request_answer answer = request_verify(listing, request, headers, profile);
    struct request_answer again = request_verify(listing, request, headers, profile);
    check_answer(&answer, profile);
    MUST(answer.status == again.status && answer.code == again.code &&
             answer.reason == again.reason && answer.where == again.where &&
             str_equal(event_text(&run->arena, answer.event), event_text(&run->arena, again.event)),
         "an answer comes out the same again");
    const struct node *params = node_get(request, S("params"));
    const struct node *name = node_get(params, S("name"));
    const struct node *arguments = node_get(params, S("arguments"));
    const struct tool *tool =
        node_is(name, NODE_STRING) ? listing_find(listing, node_text(name)) : NULL;
    if (tool && node_is(arguments, NODE_OBJECT))
        check_built(listing, tool, arguments, profile);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run run;
    str input = fuzz_input(data, size);
    run_begin(&run, INSTANCE_DEPTH);
    run.sources.policy.duplicates = DUPLICATES_LAST;
    struct header_list headers = take_headers(&run.arena, &input);
    ptrdiff_t mark = str_find(input, S("\n#==\n"));
    str request = str_first(input, mark < 0 ? input.len : mark);
    str tools = mark < 0 ? S("[]") : str_skip(input, mark + 5);
    struct document *asked = sources_read_as(&run.sources, S("request.json"), request, FORMAT_JSON);
    struct document *listed = sources_read_as(&run.sources, S("tools.json"), tools, FORMAT_JSON);
    struct listing listing = {.sources = &run.sources};
    if (asked && listed && listing_add(&listing, listed)) {
        check(&run, &listing, asked->root, &headers, PROFILE_SPEC);
        check(&run, &listing, asked->root, &headers, PROFILE_STRICT);
    }
    run_end(&run);
    return 0;
}
