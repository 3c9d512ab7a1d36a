/*
 * extract.h - one standalone JSON Schema out of an OpenAPI document.
 */
#ifndef OPENAPI_EXTRACT_H
#define OPENAPI_EXTRACT_H

#include "base/option.h"
#include "openapi/document.h"
#include "openapi/filter.h"
#include "openapi/translate.h"

/* How the top of the result refers to the root (design.md section 4). */
enum root_form {
    ROOT_FORM_ALLOF,  /* allOf: [{$ref}], which every validator reads */
    ROOT_FORM_REF,    /* $ref beside $id and the definitions: the shape that is published today */
    ROOT_FORM_INLINE, /* the root's own members at the top */
};

struct extract_request {
    struct string_list roots;         /* component names, JSON Pointers, or "*" */
    enum dialect dialect;             /* of the result; a draft of JSON Schema */
    const char *id, *title, *comment; /* or NULL */
    enum root_form root_form;
    bool translate; /* keep the meaning in the dialect; else copy keywords as they are */
    struct translate_options how; /* when translated */
    struct filter_options filter; /* what is left out */
    struct pair_list map;         /* absolute URLs, or prefixes that end in "/", to paths */
    const struct node *where;     /* what asks for it, for messages about the request; or NULL */
};

/*
 * The schema for REQUEST: the roots, and as definitions exactly what they reach, in the order of
 * the document. New nodes are in the arena of the sources, the rest is shared with the document.
 * With one root the top refers to it; with several or "*" the result only holds definitions.
 *
 * *RET_USED gets the documents that this takes, the first of which is that of OPENAPI.
 *
 * NULL when reported: all that is wrong in what the roots reach, each at its own place. What they
 * do not reach cannot fail.
 */
const struct node *extract(const struct openapi *openapi, const struct extract_request *request,
                           struct document_set *ret_used);

#endif
