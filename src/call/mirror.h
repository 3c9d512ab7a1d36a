/*
 * mirror.h - the headers that mirror arguments of a call: built for one, and verified of one.
 *
 * tool-contracts.md sections 1.3, 1.4, 2 and 3. Nothing here holds or shows a value but the headers
 * that are built: events have names only, and faults are told by a word and a place.
 */
#ifndef CALL_MIRROR_H
#define CALL_MIRROR_H

#include "call/header.h"
#include "contract/header_name.h"

/* One header of a request, as it came or as it is sent. */
struct header {
    str name, value;
};

struct header_list {
    struct header *at;
    ptrdiff_t count, cap;
};

/* The name of the header that PARAMETER is mirrored in, in ARENA. */
str mirror_header(struct arena *arena, const struct mirrored *parameter);

/* The JSON Pointer of PARAMETER in the arguments, in ARENA. */
str mirror_pointer(struct arena *arena, const struct mirrored *parameter);

/* What became of the parameters of one call. */
struct mirror {
    enum header_fault fault;
    str header;               /* with a fault, the name of the header that it is about */
    const struct node *value; /* with a fault, what is wrong in the arguments, to point at; or NULL
                               */
    struct header_list headers; /* of mirror_build: in the order of the schema */
    const struct node *event;   /* the audit event: names, never values; NULL with a fault */
};

/*
 * Builds the headers for a call of an admitted tool with ARGUMENTS, an object. All memory is in
 * ARENA. With a fault there are no headers.
 */
struct mirror mirror_build(struct arena *arena, const struct admission *admission,
                           const struct node *arguments);

/*
 * The parity gate: do HEADERS say of the mirrored parameters what ARGUMENTS, an object, do? Other
 * headers are not looked at.
 */
struct mirror mirror_compare(struct arena *arena, const struct admission *admission,
                             const struct node *arguments, const struct header_list *headers);

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
struct mirror_answer {
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
struct mirror_answer mirror_verify(struct listing *listing, const struct node *request,
                                   const struct header_list *headers, enum profile profile);

#endif
