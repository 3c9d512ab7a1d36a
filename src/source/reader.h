/*
 * reader.h - what the readers of YAML and JSON share. Internal to source/.
 */
#ifndef SOURCE_READER_H
#define SOURCE_READER_H

#include "source/sources.h"

/* Why a text could not be read. The one who chose the reader decides whether to report it. */
struct read_error {
    enum diag_code code;
    ptrdiff_t start, len;
    const char *message, *hint; /* hint may be NULL */
    ptrdiff_t context_start;    /* where the construct began that broke, with its name, or NULL */
    const char *context;
};

/*
 * Each reads DOCUMENT's text, which is valid UTF-8, into its root. False when *RET_ERROR says why.
 * Faults and warnings go to the document and to SOURCES.
 */
bool json_read(struct sources *sources, struct document *document, struct read_error *ret_error);
bool yaml_read(struct sources *sources, struct document *document, struct read_error *ret_error);

/* Adds a fault to DOCUMENT; OWNER as in struct fault. The result takes the first key's place. */
struct fault *fault_add(struct sources *sources, struct document *document, enum diag_code code,
                        const void *owner, uint32_t start, uint32_t len, const char *message);

/* Gives the object with the items OWNER, into which FROM was merged, the faults of FROM. */
void fault_inherit(struct sources *sources, struct document *document, const void *owner,
                   const struct node *from);

/*
 * Deals with equal keys in OBJECT, which is on top of STACK, as the policy says: faults it, or
 * keeps only the last member of each key, at the place of the first.
 */
void settle_duplicates(struct sources *sources, struct document *document,
                       struct node_stack *stack);

#endif
