/*
 * validating.h - a schema given as a tree, compiled, with memory of its own.
 */
#ifndef TESTS_VALIDATING_H
#define TESTS_VALIDATING_H

#include "source/write.h"
#include "validate/compile.h"
#include "validate/run.h"

struct validating {
    struct arena arena;
    struct diag_list found;
    struct sources sources;
    struct registry registry;
    struct compiler compiler;
    struct pair map[1];
    const struct scheme *scheme; /* NULL: it could not be compiled */
    struct runner runner;
};

static inline str validating_text(struct arena *arena, const struct node *node)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    const struct node *bad;
    node_write(&out, node, (struct write_options){.style = WRITE_EXACT}, &bad);
    return buf_view(&out);
}

/*
 * Compiles SCHEMA, JSON, of DIALECT unless it says another. What lies below http://localhost:1234/
 * is read from the folder REMOTES, unless NULL. Give it back with validating_close.
 */
static inline void validating_open(struct validating *v, str schema, enum dialect dialect,
                                   enum format_assertion formats, const char *remotes)
{
    *v = (struct validating){0};
    v->found.arena = &v->arena;
    v->sources = (struct sources){.arena = &v->arena, .found = &v->found};
    if (!registry_init(&v->registry, &v->sources, S("."), true))
        return;
    v->registry.unsaid_kind = OBJECT_SCHEMA;
    v->registry.unsaid_dialect = dialect;
    compiler_init(&v->compiler, &v->registry, dialect, formats);
    v->map[0] = (struct pair){"http://localhost:1234/", remotes};
    v->compiler.lookup.map = (struct pair_list){v->map, remotes ? 1 : 0};
    struct document *document = sources_read_as(&v->sources, S("schema.json"), schema, FORMAT_JSON);
    if (!document)
        return;
    registry_add_at(&v->registry, document, S("test:schema"));
    v->compiler.lookup.entry = document;
    v->scheme = compile(&v->compiler, document->root);
    runner_init(&v->runner, &v->compiler.program);
}

static inline void validating_close(struct validating *v)
{
    runner_done(&v->runner);
    arena_free(&v->arena);
}

/* The first message, "" without one. */
static inline const char *validating_message(const struct validating *v)
{
    return v->found.first ? v->found.first->message : "";
}

#endif
