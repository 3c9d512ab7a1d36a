/*
 * reading.h - texts that a test reads, with memory of their own.
 */
#ifndef TESTS_READING_H
#define TESTS_READING_H

#include "source/sources.h"
#include "source/write.h"

struct reading {
    struct arena arena;
    struct diag_list found;
    struct sources sources;
    struct document *document; /* the last that was read; NULL: it could not be */
};

/* Nothing is read yet; texts will be as POLICY says. Give it back with reading_close. */
static inline void reading_begin(struct reading *r, struct read_policy policy)
{
    *r = (struct reading){0};
    r->found.arena = &r->arena;
    r->sources = (struct sources){.arena = &r->arena, .found = &r->found, .policy = policy};
}

static inline void reading_close(struct reading *r)
{
    arena_free(&r->arena);
}

/* Reads TEXT as a file called NAME. Its root, or NULL. */
static inline const struct node *reading_read(struct reading *r, const char *name, str text)
{
    r->document = sources_read(&r->sources, str_of(name), text);
    return r->document ? r->document->root : NULL;
}

/* Both. */
static inline const struct node *reading_open(struct reading *r, const char *name, str text,
                                              struct read_policy policy)
{
    reading_begin(r, policy);
    return reading_read(r, name, text);
}

/* The first message, "" without one. */
static inline const char *reading_message(const struct reading *r)
{
    return r->found.first ? r->found.first->message : "";
}

/* The last document on one line, in the order of the source; without one, the first message. */
static inline str reading_line(struct reading *r)
{
    if (!r->document)
        return str_of(reading_message(r));
    struct buf out = buf_in(&r->arena, PTRDIFF_MAX);
    const struct node *bad;
    node_write(&out, r->document->root, (struct write_options){.style = WRITE_EXACT}, &bad);
    ptrdiff_t len = 0; /* without line breaks and indentation, which no string here holds */
    for (ptrdiff_t i = 0; i < out.len; i++) {
        if (out.data[i] != '\n')
            out.data[len++] = out.data[i];
        else
            while (i + 1 < out.len && out.data[i + 1] == ' ')
                i++;
    }
    return (str){out.data, len};
}

/* Reads TEXT, a file called NAME that may be nested 10,000 deep, into ARENA. Its root, or NULL. */
static inline const struct node *read_into(struct arena *arena, const char *name, str text)
{
    struct diag_list *found = arena_new(arena, struct diag_list, 1);
    struct sources *sources = arena_new(arena, struct sources, 1);
    found->arena = arena;
    *sources =
        (struct sources){.arena = arena, .found = found, .policy = {.max_depth = INSTANCE_DEPTH}};
    struct document *document = sources_read(sources, str_of(name), text);
    return document ? document->root : NULL;
}

#endif
