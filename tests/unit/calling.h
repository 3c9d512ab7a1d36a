/*
 * calling.h - calls of the tools of a listing that is read from memory or from the corpus.
 */
#ifndef TESTS_CALLING_H
#define TESTS_CALLING_H

#include "source/write.h"

#include "vectors.h"

/* Tools of our own: of two profiles, and of none. */
static const char own_tools[] =
    "[{\"name\": \"find\", \"inputSchema\": {\"type\": \"object\", \"properties\": {"
    "\"zone\": {\"type\": \"string\", \"x-mcp-header\": \"Zone\"},"
    "\"level\": {\"type\": \"integer\", \"x-mcp-header\": \"Level\"},"
    "\"dry\": {\"type\": \"boolean\", \"x-mcp-header\": \"A-Dry\"},"
    "\"other\": {\"type\": \"string\"}}}},"
    "{\"name\": \"deep\", \"inputSchema\": {\"type\": \"object\", \"properties\": {"
    "\"site\": {\"type\": \"object\", \"properties\": {"
    "\"room\": {\"type\": \"string\", \"x-mcp-header\": \"Room\"}}}}}},"
    "{\"name\": \"hush\", \"inputSchema\": {\"type\": \"object\", \"properties\": {"
    "\"password\": {\"type\": \"string\", \"x-mcp-header\": \"Word\"}}}},"
    "{\"name\": \"broken\", \"inputSchema\": {\"type\": \"object\", \"properties\": {"
    "\"zone\": {\"type\": \"number\", \"x-mcp-header\": \"Zone\"}}}}]";

/* A listing read from memory, and what is judged by it. */
struct bench {
    struct reading r;
    struct listing listing;
};

/* Opens TOOLS, the text of a listing. To be ended by reading_close(&bench->r). */
static inline void bench_open(struct bench *bench, str tools)
{
    reading_open(&bench->r, "tools.json", tools,
                 (struct read_policy){.duplicates = DUPLICATES_LAST});
    bench->listing = (struct listing){.sources = &bench->r.sources};
    ok(bench->r.document && listing_add(&bench->listing, bench->r.document), "tools are read");
}

/* NODE as canonical JSON; "" for NULL. */
static inline str as_json(struct arena *arena, const struct node *node)
{
    struct buf out = buf_in(arena, PTRDIFF_MAX);
    const struct node *bad;
    if (!node)
        return S("");
    node_write(&out, node, (struct write_options){.style = WRITE_CANONICAL}, &bad);
    return buf_view(&out);
}

/* Opens the vectors NAME with their tools, by which they are judged. NULL without a corpus. */
static inline const struct node *bench_vectors(struct bench *bench, const char *name)
{
    reading_begin(&bench->r, (struct read_policy){0});
    const struct node *root = vectors_file(&bench->r, name);
    struct document tools = {.root = node_get(root, S("tools"))};
    bench->listing = (struct listing){.sources = &bench->r.sources};
    if (root)
        ok(listing_add(&bench->listing, &tools), "the tools of %s are read", name);
    else
        reading_close(&bench->r);
    return root;
}

#endif
