/*
 * result.h - may a result of tools/call be trusted? tool-contracts.md sections 1.5 and 2.
 */
#ifndef CONTRACT_RESULT_H
#define CONTRACT_RESULT_H

#include "contract/admission.h"

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
    RESULT_STRUCTURED_MISSING, /* "structured-missing" */
    RESULT_SCHEMA,             /* "schema": the structured content breaks the output schema */
    RESULT_MIRROR_MISSING,     /* "text-mirror-missing" */
    RESULT_FAULT_COUNT
};

const char *result_word(enum result_fault fault);

#endif
