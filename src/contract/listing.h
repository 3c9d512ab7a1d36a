/*
 * listing.h - the tools of an MCP server, as they were listed.
 *
 * A listing is put together from the JSON of files, in the order in which a client would have
 * received it. Each is one of
 *
 *   - a result of tools/list, or the JSON-RPC response that holds it;
 *   - an array of descriptors, or of results or responses, which are then pages in their order;
 *   - a capture: an object with "pages", an array of such results, and perhaps "initialize", the
 *     answer to that request (or "discover"), "prompts" and "resourceTemplates", their pages;
 *   - one descriptor, an object with "name" and "inputSchema".
 *
 * An object that is two of these at once is refused, and so is a lock: a client would read one part
 * of it, and who reviews it the other. Of an array of responses those to initialize,
 * server/discover, prompts/list and resources/templates/list are taken for what they are, by their
 * members; notifications and requests of the server, which come between, are left out. Nothing here
 * judges the descriptors; a broken one stays in the list.
 */
#ifndef CONTRACT_LISTING_H
#define CONTRACT_LISTING_H

#include "source/sources.h"

/* One entry of the list. */
struct tool {
    const struct node *entry; /* of any kind: nothing says that it is an object */
    str name;                 /* empty: it has none that is a string, or an empty one */
    ptrdiff_t page;           /* counted from 0 */
};

/* What is not of tools: the entries of another list, or results. */
struct listed {
    const struct node **entries;
    ptrdiff_t count, cap;
    const struct node *pending; /* as that of a listing */
};

struct listing {
    struct sources *sources;
    struct tool *tools;
    ptrdiff_t count, cap;
    const struct node **pages; /* the results of tools/list; NULL for descriptors by themselves */
    ptrdiff_t page_count, page_cap;
    struct listed openings;     /* the answers to initialize and server/discover */
    const struct node *opening; /* the last of them; of a capture, rather that to initialize; or
                                   NULL */
    bool has_prompts, has_templates; /* they were listed */
    struct listed prompts, templates;
    const struct node *pending; /* the "nextCursor" of the last page, where it says that more
                                   follows; or NULL */
    struct schema_judge *judge; /* what has judged schemas (admission_schema.h); NULL: none were */
};

/*
 * Adds what DOCUMENT, one of SOURCES, says to LISTING, which starts as {.sources = ...}. False when
 * reported: it is none of the above, or two of them (E1001), or a JSON-RPC error (E1002). SOURCES
 * should be read with DUPLICATES_WARN: the last of equal keys counts (connector-sdk.md
 * section 5.2).
 */
bool listing_add(struct listing *listing, const struct document *document);

/*
 * Adds RESULT, a result of tools/list, as a page. False when reported (E1001): it has no "tools"
 * that are an array.
 */
bool listing_add_page(struct listing *listing, const struct node *result);

/* True when NODE has what tells a lock (lock.h), which lists tools too, from a result. */
bool listing_is_lock(const struct node *node);

/*
 * The document in the file PATH, "-" being standard input; NULL when reported. Of JSON Lines, which
 * are no document, a hint says how they become one.
 */
struct document *listing_load(struct sources *sources, const char *path);

/*
 * Reads the files PATHS, "-" being standard input, and adds each. False when reported, also that
 * there is no tool in all of them (E1003).
 */
bool listing_read(struct listing *listing, const char *const *paths, ptrdiff_t count);

/*
 * The same for files that are named beside others with arguments of calls, which they may have been
 * taken for: no line is shown of them unless one of their tools has an input schema.
 */
bool listing_read_guarded(struct listing *listing, const char *const *paths, ptrdiff_t count);

/* Warns, when the last page says that more tools follow (W1010). */
void listing_warn_pending(const struct listing *listing);

/* The tool of that NAME, the last where there are several; or NULL. */
const struct tool *listing_find(const struct listing *listing, str name);

/*
 * The tool whose schemas are meant by NAME, of which *RET_COUNT tools there are: NULL with 0, the
 * last with several. A descriptor by itself is meant by any name that nobody gave for that, as
 * IS_GIVEN says. For whoever must not take one tool for another.
 */
const struct tool *listing_choose(const struct listing *listing, str name, bool is_given,
                                  ptrdiff_t *ret_count);

/* Hints, on a DIAG that there is no tool NAME in LISTING, at the one that it looks like. */
void listing_hint_name(const struct listing *listing, struct diag *diag, str name);

/* The member KEY of a tool's descriptor, or NULL; also when that is no object. */
const struct node *tool_member(const struct tool *tool, const char *key);

/*
 * The schemas of a descriptor as connector-sdk.md section 2.1 finds them: "inputSchema", also when
 * it is null, else "input_schema"; the same of "outputSchema". NULL: there is no such member.
 */
const struct node *tool_input(const struct tool *tool);
const struct node *tool_output(const struct tool *tool);

/* The name of TOOL for messages, in the arena: in quotes, or that it is the tool number N. */
const char *tool_shown(struct arena *arena, const struct listing *listing, const struct tool *tool);

#endif
