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

/* What a reader says of a document with more than FAULT_CAP faults, and where: at the last one. */
struct read_error too_many_faults(const struct document *document);

/* Adds a copy of FAULT to DOCUMENT. The caller fills in its members up to the message. */
struct fault *fault_add(struct sources *sources, struct document *document, struct fault fault);

/*
 * Gives the object with the items OWNER, into which FROM was merged, the faults of FROM: one for
 * each key, so that no chain of merges makes more of them than it makes members.
 */
void fault_inherit(struct sources *sources, struct document *document, const void *owner,
                   const struct node *from);

/*
 * Deals with equal keys in OBJECT, which is on top of STACK, as the policy says: faults it, or
 * keeps only the last member of each key, at the place of the first.
 */
void settle_duplicates(struct sources *sources, struct document *document,
                       struct node_stack *stack);

#endif
