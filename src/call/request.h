/*
 * request.h - what a server answers to a request, by its headers, before a tool is run.
 *
 * tool-contracts.md sections 1.4, 2 and 3. Answers have names and places, never values.
 */
#ifndef CALL_REQUEST_H
#define CALL_REQUEST_H

#include "call/mirror.h"

/* The version of MCP that is spoken. */
#define MCP_VERSION "2026-07-28"

/* Error codes of JSON-RPC and MCP (section 3). */
enum rpc_code {
    RPC_FINE = 0,
    RPC_INVALID_REQUEST = -32600,
    RPC_METHOD_NOT_FOUND = -32601,
    RPC_INVALID_PARAMS = -32602,
    RPC_HEADER_MISMATCH = -32020,
    RPC_UNSUPPORTED_VERSION = -32022,
};

/*
 * What a server answers to a request before the tool itself is run. REASON is a word for programs:
 * that of the fault or of the rejection of the tool, or "invalid-request", "missing-metadata",
 * "unsupported-version", "unknown-method", "unknown-tool", "invalid-params".
 */
struct request_answer {
    int status; /* of HTTP */
    enum rpc_code code;
    const char *reason;         /* NULL: it passes */
    enum header_fault fault;    /* where that is the reason */
    str header;                 /* the name of the header that it is about; or empty */
    const struct node *where;   /* of the request, to point at; or NULL */
    const struct node *event;   /* or NULL: no parameters were compared */
    struct admission admission; /* of a tool that is rejected, which is the reason */
};

/*
 * The answer to REQUEST, of any kind, with HEADERS, by a server that has the tools of LISTING.
 * With strict the order of the checks and the status are those of the lesson, which compares
 * parameters first and answers most faults with 200; with spec the headers that every request has
 * are checked, too. A tool that PROFILE rejects never passes. Results of tools are not foretold: a
 * call that passes may still fail. Memory is in the arena of the listing's sources.
 */
struct request_answer request_verify(struct listing *listing, const struct node *request,
                                     const struct header_list *headers, enum profile profile);

#endif
