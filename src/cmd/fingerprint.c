#include "cli/output.h"

#include "base/file.h"
#include "base/host.h"
#include "cli/usage.h"
#include "contract/concealed.h"
#include "contract/fingerprint_print.h"
#include "lock/keep.h"

#include <string.h>
#include <unistd.h>

static void fingerprint_run(struct session *session, const void *options, struct operands operands);

struct fingerprint_options {
    const char *algorithm, *out;
    bool payload, allow_concealed;
    const char *lock, *gate, *fail_on;
    bool check, update, yes;
    struct lock_request request;
};

static const struct option options[] = {
    CHOICE(struct fingerprint_options, algorithm, 'a', "algorithm", "ALGORITHM", fingerprint_names,
           "print whole digests, and only those of one algorithm"),
    FLAG(struct fingerprint_options, payload, 0, "payload",
         "print, a line for each tool, the bytes that --algorithm hashes behind its label"),
    FILE_OPTION(struct fingerprint_options, out, 'o', "output", "FILE",
                "write the digests to FILE, which has its old content or the new"),
    FLAG(struct fingerprint_options, allow_concealed, 0, "allow-concealed",
         "only warn of text that people do not see"),
    FILE_OPTION(struct fingerprint_options, lock, 'l', "lock", "FILE",
                "keep the contracts of the listing in FILE, which must not be there yet"),
    FLAG(struct fingerprint_options, check, 0, "check", "compare the listing with the lock"),
    FLAG(struct fingerprint_options, update, 0, "update",
         "tell what differs from the lock, ask, and take it over"),
    FLAG(struct fingerprint_options, yes, 'y', "yes", "do not ask: it was looked at"),
    LIST(struct fingerprint_options, request.accept, 0, "accept", "TOOL",
         "take over only what differs of TOOL: added, removed, renamed or changed"),
    STRING(struct fingerprint_options, request.reason, 0, "reason", "TEXT",
           "why that is right; the lock keeps it"),
    CHOICE(struct fingerprint_options, gate, 0, "gate", "ALGORITHM", lock_gate_names,
           "let pass, as notes, what this digest does not see (default: raw, which sees all)"),
    CHOICE(
        struct fingerprint_options, fail_on, 0, "fail-on", "WHAT", lock_fail_on_names,
        "the differences that fail; breaking: those that may break who calls, and tools that may "
        "destroy (default: any)"),
    LIST(struct fingerprint_options, request.beside, 0, "beside", "LOCK",
         "warn of tools that have the name of one in LOCK, that of another server"),
    {0},
};

static const struct example examples[] = {
    {"schemac fingerprint tests/examples/tools/weather.json",
     "the tools of a server, and the first digits of their digests"},
    {"schemac fingerprint --algorithm compat tests/examples/tools/weather.json",
     "the pins of the connector SDK"},
    {"schemac fingerprint --lock weather.lock.json tests/examples/tools/weather.json",
     "keep what was reviewed"},
    {"schemac fingerprint --lock weather.lock.json --check tests/examples/tools/weather.json",
     "is it still that?"},
    {0},
};

const struct command cmd_fingerprint = {
    .name = "fingerprint",
    .operands = "FILE...",
    .summary = "digest the tools of an MCP server, or hold it to a lock",
    .about =
        "Reads what a server answered to tools/list: the result, the JSON-RPC response with it, an "
        "array of tools, or several pages in their order, each a FILE or in an array; or a capture, "
        "an object with \"initialize\" and \"pages\", or an array of all that the server answered. The "
        "operand - is standard input.\n\n"
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
        "zero-width and private-use characters) is a finding, wherever the listing has it.\n\n"
        "--lock FILE keeps what was reviewed: the descriptors with their digests, and what the "
        "server says of itself, its prompts and resource templates where they were listed. With "
        "--check each difference is told with its place and what it is to those who call the tool: "
        "added, removed, renamed, changed, or changed in what it says of itself only; those of "
        "schemas as diff tells them. Nothing is printed when there is none. Exit status 1 means that "
        "something differs, 2 that nothing can be said: the lock is damaged or of another server, "
        "or the listing failed, is empty, does not have all that was locked, or has a key twice, of "
        "which clients read the first or the last.\n\n"
        "--update takes over all that differs, after telling it and asking; without a terminal it "
        "needs --yes. --accept takes over one tool, and may be repeated; --reason says why. With "
        "--lock, a report other than text goes to standard output.",
    .options = options,
    .examples = examples,
    .options_size = sizeof(struct fingerprint_options),
    .min_operands = 1,
    .max_operands = -1,
    .has_format = true,
    .run = fingerprint_run,
};

/* ---- the run --------------------------------------------------------------------------------- */

/* The same of the options of --lock. */
static bool check_lock_options(struct session *session, const struct fingerprint_options *o,
                               struct operands operands)
{
    bool accepts = o->request.accept.count > 0;
    bool is_changed = o->update || accepts;
    if (!o->lock && (o->check || is_changed || o->yes || o->request.reason || o->gate ||
                     o->fail_on || o->request.beside.count))
        return usage_refuse(session, "what is done with a lock needs --lock, which names it");
    if (o->check + o->update + accepts > 1)
        return usage_refuse(session, "only one of --check, --update and --accept can be done");
    if (accepts && (!o->request.reason || !*o->request.reason))
        return usage_refuse(session, "--accept needs --reason, which says why");
    if (o->request.reason && !is_changed)
        return usage_refuse(session, "--reason goes with --accept or --update");
    if (o->yes && !o->update)
        return usage_refuse(session, "--yes goes with --update");
    if ((o->gate || o->fail_on) && !o->check)
        return usage_refuse(session, "--gate and --fail-on go with --check");
    if (o->lock && (o->algorithm || o->payload || o->out))
        return usage_refuse(session, "with --lock no digests are printed: it has all of them");
    if (o->lock && (!*o->lock || strcmp(o->lock, "-") == 0))
        return usage_refuse(session, "a lock is a file");
    for (ptrdiff_t i = 0; o->lock && i < operands.count; i++)
        if (output_is_source(session, o->lock, operands.at[i], "the listing"))
            return false;
    return true;
}

static bool check_options(struct session *session, const struct fingerprint_options *o,
                          struct operands operands)
{
    if (!usage_check_files(session, operands, "a FILE", 0))
        return false;
    if (o->payload && !o->algorithm)
        return usage_refuse(session, "--payload needs --algorithm, which says what is hashed");
    for (ptrdiff_t i = 0; i < operands.count; i++)
        if (output_is_source(session, o->out, operands.at[i], "the listing"))
            return false;
    return check_lock_options(session, o, operands);
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
                      "tool %s has no pin: %s", tool_shown(session->arena, listing, tool),
                      fingerprint_refusal_hint(own->refusal));
    }
    listing_warn_pending(listing);
}

/* The algorithm called NAME, or OTHERWISE for NULL. */
static enum fingerprint_algorithm algorithm_of(const char *name,
                                               enum fingerprint_algorithm otherwise)
{
    for (enum fingerprint_algorithm i = 0; name && i < FINGERPRINT_COUNT; i++)
        if (strcmp(fingerprint_names[i], name) == 0)
            return i;
    return otherwise;
}

/* Prints the digests of LISTING as it was asked for. */
static void print(struct session *session, const struct fingerprint_options *o,
                  const struct listing *listing, const struct fingerprints *prints)
{
    enum fingerprint_algorithm algorithm = algorithm_of(o->algorithm, FINGERPRINT_COMPAT);
    struct buf out = buf_in(session->arena, PTRDIFF_MAX);
    if (o->payload)
        fingerprint_payloads(&out, listing, algorithm);
    else if (session->format == REPORT_JSON)
        fingerprint_json(&out, listing, prints);
    else if (o->algorithm)
        fingerprint_lines(&out, listing, prints, algorithm);
    else
        fingerprint_table(&out, listing, prints);
    output_write(session, o->out, out);
}

/* ---- the lock -------------------------------------------------------------------------------- */

/* Shows CHANGES on the terminal, and asks whether they are right. */
static bool ask(void *context, struct diag_list *changes)
{
    struct session *session = context;
    struct buf text = buf_in(session->arena, PTRDIFF_MAX);
    char answer[100];
    report_text(changes, &text, cli_wants_colour(STDERR_FILENO));
    buf_add(&text, S("Take this over into the lock? [y/N] "));
    file_write_all(STDERR_FILENO, buf_view(&text));
    ssize_t len = file_read_some(STDIN_FILENO, answer, sizeof answer);
    return len > 0 && (answer[0] == 'y' || answer[0] == 'Y');
}

/* True when there is a person who can be asked. */
static bool is_attended(const struct session *session)
{
    return report_is_text(session->format) && host_is_terminal(STDIN_FILENO) &&
           host_is_terminal(STDERR_FILENO);
}

static void keep(struct session *session, const struct fingerprint_options *o,
                 const struct listing *listing)
{
    struct lock_request request = o->request;
    bool is_breaking =
        o->fail_on && strcmp(o->fail_on, lock_fail_on_names[LOCK_FAIL_ON_BREAKING]) == 0;
    request.path = o->lock;
    request.mode = o->check                  ? LOCK_CHECK
                   : o->update               ? LOCK_UPDATE
                   : o->request.accept.count ? LOCK_ACCEPT
                                             : LOCK_FIRST;
    request.gate = algorithm_of(o->gate, FINGERPRINT_RAW);
    request.fail_on = is_breaking ? LOCK_FAIL_ON_BREAKING : LOCK_FAIL_ON_ANY;
    request.is_confirmed = o->yes;
    request.ask = is_attended(session) ? ask : NULL;
    request.context = session;
    lock_keep(listing, &request, &session->summary);
}

/*
 * True when the listing has faults, which are reported: of a key that stands twice the last counts
 * for the digests, and the first for many a client, so what was reviewed is not what all read.
 */
static bool has_faults(struct sources *sources)
{
    bool has = false;
    for (ptrdiff_t i = 0; i < sources->count; i++)
        has = sources_report_all_faults(sources, sources->documents[i]) || has;
    return has;
}

static void fingerprint_run(struct session *session, const void *options_, struct operands operands)
{
    const struct fingerprint_options *o = options_;
    enum duplicate_policy duplicates = o->lock ? DUPLICATES_FAULT : DUPLICATES_WARN;
    struct sources sources = {
        .arena = session->arena, .found = &session->found, .policy = {.duplicates = duplicates}};
    struct listing listing = {.sources = &sources};
    session->report_is_result = o->lock != NULL;
    if (!check_options(session, o, operands) ||
        !listing_read(&listing, operands.at, operands.count) || (o->lock && has_faults(&sources)))
        return;
    concealed_report(&session->found, &listing, o->allow_concealed);
    if (o->lock) {
        keep(session, o, &listing);
        return;
    }
    struct fingerprints *prints = arena_new(session->arena, struct fingerprints, listing.count);
    for (ptrdiff_t i = 0; i < listing.count; i++)
        prints[i] = fingerprint_tool(&listing.tools[i]);
    report(session, &listing, prints);
    print(session, o, &listing, prints);
}
