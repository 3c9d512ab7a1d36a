/*
 * object_examples.h - the examples in a document that stand beside a schema, not in it: those of
 * its Media Type, Parameter and Header Objects (OpenAPI 3.x).
 */
#ifndef BUILD_OBJECT_EXAMPLES_H
#define BUILD_OBJECT_EXAMPLES_H

#include "openapi/document.h"

/* An example and the schema beside it, both in the document or one that it refers to. */
struct object_example {
    const struct node *schema, *value;
    bool is_serialised; /* a string may be the text form of another value (Parameter, Header) */
};

/* All of them, in the order of the document, each once for a schema. */
struct object_examples {
    struct object_example *at;
    ptrdiff_t count, cap;
};

/*
 * Finds those of OPENAPI, in the arena of its sources. Of Media Type Objects only those of JSON
 * count: elsewhere an example may be text in that media type. Example Objects are looked for also
 * where references lead, in what has been read; what leads nowhere is left out, and nothing is
 * reported.
 */
struct object_examples object_examples_find(const struct openapi *openapi);

#endif
