/*
 * opened.h - an OpenAPI document that a test has as text, opened.
 */
#ifndef TESTS_OPENED_H
#define TESTS_OPENED_H

#include "openapi/document.h"
#include "tap.h"

struct opened {
    struct diag_list found;
    struct sources sources;
    struct registry registry;
    struct openapi openapi;
};

/* TEXT as the document openapi.yaml. All is in ARENA, also what is reported. */
static inline struct opened *open_document(struct arena *arena, const char *text)
{
    struct opened *o = arena_new(arena, struct opened, 1);
    o->found.arena = arena;
    o->sources = (struct sources){.arena = arena, .found = &o->found};
    struct document *document = sources_read(&o->sources, S("openapi.yaml"), str_of(text));
    ok(document && registry_init(&o->registry, &o->sources, S("."), false), "the document is read");
    registry_add(&o->registry, document, "openapi.yaml");
    ok(openapi_open(&o->registry, document, &o->openapi), "and opened");
    return o;
}

#endif
