/*
 * tool_schema.h - a schema of a descriptor, compiled as a document of its own.
 *
 * "#" is its root, its "$id" counts for nothing but itself, and no file is read and nothing fetched
 * for it (tool-contracts.md section 2). Its nodes are those of the descriptor, so what is said of
 * them says where they stand there.
 */
#ifndef CALL_TOOL_SCHEMA_H
#define CALL_TOOL_SCHEMA_H

#include "validate/compile.h"

struct tool_schema {
    struct arena *arena;    /* of all that is made here but what diagnostics point to; NULL: none */
    struct sources sources; /* the schema, in place of the document that it stands in */
    ptrdiff_t outer_count;  /* of those documents that are not its own */
    struct document *document;
    struct registry registry;
    struct compiler compiler;
    const struct scheme *scheme;
    struct runner runner;
    bool has_runner;
};

/*
 * Compiles NODE, which SOURCES has read, in the dialect that its "$schema" names, else 2020-12.
 * False when reported in FOUND: it is not valid in that, or refers to what is not in it.
 * *RET_SCHEMA stays where it is until tool_schema_close, which has to follow in any case.
 */
bool tool_schema_open(struct tool_schema *ret_schema, const struct sources *sources,
                      struct diag_list *found, const struct node *node);
void tool_schema_close(struct tool_schema *schema);

/*
 * Has the notes of DIAG, which tells of SCHEMA and outlives it, name the metaschemas that they
 * point into, in place of pointing there: these go with it. The names are copied to ARENA.
 */
void tool_schema_detach(const struct tool_schema *schema, struct arena *arena, struct diag *diag);

/* The dialect of NODE, for people: what its "$schema" says, else "2020-12"; in the arena. */
const char *tool_schema_dialect(struct arena *arena, const struct node *node);

#endif
