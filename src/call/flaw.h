/*
 * flaw.h - what is wrong with a result, one thing after the other.
 *
 * A flaw is a refusal, or a warning: of what only the other profile refuses, or of a SHOULD. Of
 * each sort FLAW_CAP are kept, so no number of warnings hides a refusal.
 */
#ifndef CALL_FLAW_H
#define CALL_FLAW_H

#include "source/sources.h"

/* Why a result is refused, in words for programs (result_word). */
enum result_fault {
    RESULT_FINE,
    RESULT_TYPE,               /* "result-type" */
    RESULT_CONTENT,            /* "content" */
    RESULT_BLOCK_TYPE,         /* "block-type" */
    RESULT_TEXT,               /* "text" */
    RESULT_BASE64,             /* "base64" */
    RESULT_MIME_TYPE,          /* "mime-type" */
    RESULT_LINK,               /* "resource-link" */
    RESULT_RESOURCE_URI,       /* "resource-uri" */
    RESULT_RESOURCE_BODY,      /* "resource-body" */
    RESULT_UNKNOWN_BLOCK,      /* "unknown-block" */
    RESULT_MEMBER,             /* "member": an optional member has a value that it cannot have */
    RESULT_STRUCTURED_MISSING, /* "structured-missing" */
    RESULT_SCHEMA,             /* "schema": the structured content breaks the output schema */
    RESULT_MIRROR_MISSING,     /* "text-mirror-missing" */
    RESULT_ERROR,              /* "error": a JSON-RPC error in place of a result */
    RESULT_FAULT_COUNT
};

struct flaw {
    enum result_fault fault;
    const char *word; /* the fault for programs; for RESULT_SCHEMA what is broken, such as "type" */
    bool is_warning;
    place where;
    str pointer;         /* JSON Pointer of that in the result; a very long one is cut short */
    const char *message; /* one line, fit to show */
    const char *hint;    /* or NULL */
    const struct diag_note *notes;
    struct flaw *next;
};

enum { FLAW_CAP = 100 };

/* Flaws in the order in which they were found, all in the arena of the sources. */
struct flaws {
    struct sources *sources;
    struct buf pointer; /* of what is looked at; add to it and set its len back */
    struct flaw *first, **last;
    ptrdiff_t refusals, warnings; /* found, also those not kept */
};

/* No flaws, of what SOURCES has read. *FLAWS stays where it is. */
void flaws_init(struct flaws *flaws, struct sources *sources);

/*
 * Adds that FAULT was found at NODE, whose pointer is flaws->pointer. NULL when it only counts,
 * else the flaw, whose hint and word may be changed.
 */
__attribute__((format(printf, 5, 6))) struct flaw *
flaws_add(struct flaws *flaws, enum result_fault fault, bool is_warning, const struct node *node,
          const char *format, ...);

/* The same with KEY, a member's name, behind flaws->pointer. */
__attribute__((format(printf, 6, 7))) struct flaw *
flaws_add_below(struct flaws *flaws, const char *key, enum result_fault fault, bool is_warning,
                const struct node *node, const char *format, ...);

/* The first refusal, or NULL. */
const struct flaw *flaws_refusal(const struct flaws *flaws);

/* The word for programs of FAULT. */
const char *result_word(enum result_fault fault);

#endif
