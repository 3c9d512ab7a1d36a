#include "contract/listing.h"

#include "base/file.h"
#include "base/show.h"
#include "base/similar.h"

/* What an object is, as far as a listing is concerned: by its members. */
enum part {
    PART_NONE,
    PART_RESPONSE,
    PART_CAPTURE,
    PART_TOOLS,
    PART_PROMPTS,
    PART_TEMPLATES,
    PART_OPENING,
    PART_TOOL,
    PART_LOCK
};

/* The member of PART, or NULL, that tells it; in the order in which that is tried. */
static const struct {
    const char *member;
    enum part part;
} parts[] = {
    {"inputSchema", PART_TOOL},
    {"input_schema", PART_TOOL},
    {"algorithms", PART_LOCK},
    {"jsonrpc", PART_RESPONSE},
    {"pages", PART_CAPTURE},
    {"tools", PART_TOOLS},
    {"resourceTemplates", PART_TEMPLATES},
    {"prompts", PART_PROMPTS},
    {"serverInfo", PART_OPENING},
    {"supportedVersions", PART_OPENING},
    {"error", PART_RESPONSE},
    {"result", PART_RESPONSE},
    {"protocolVersion", PART_OPENING},
    {"name", PART_TOOL},
};

static const struct node *member(const struct node *node, const char *key)
{
    return node_get(node, str_of(key));
}

static enum part part_of(const struct node *node)
{
    if (!node_is(node, NODE_OBJECT))
        return PART_NONE;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (member(node, parts[i].member))
            return parts[i].part;
    return PART_NONE;
}

/* Reports that NODE is not what it must be. Always false. */
static bool refuse(struct listing *listing, const struct node *node, const char *what)
{
    struct diag_list *found = listing->sources->found;
    struct diag *diag = diag_report(found, E1001, sources_place(listing->sources, node),
                                    "%s here, not %s", what, node_kind_words(node->kind));
    diag_hint(found, diag,
              "a listing is a result of tools/list, the response with it, an array of tools or "
              "pages, a capture with \"pages\", or one tool");
    return false;
}

/* True when an object that is PART may have the members of OTHER, which say no more of tools. */
static bool may_hold(enum part part, enum part other)
{
    return other == part || other == PART_OPENING ||
           (part == PART_CAPTURE && (other == PART_PROMPTS || other == PART_TEMPLATES));
}

/* Reports that NODE has both members. Always false. */
static bool refuse_both(struct listing *listing, const struct node *node, const char *one,
                        const char *other)
{
    struct diag_list *found = listing->sources->found;
    const struct node *value = member(node, other);
    struct diag *diag =
        diag_report(found, E1001, sources_place(listing->sources, value),
                    "\"%s\" stands beside \"%s\": it is not clear what is listed", other, one);
    diag_hint(found, diag,
              "a client reads the one, who looks at it the other: put each answer of the server "
              "into a file of its own, or all into a capture");
    return false;
}

/* Reports that NODE is a lock. Always false. */
static bool refuse_lock(struct listing *listing, const struct node *node)
{
    struct diag_list *found = listing->sources->found;
    diag_hint(
        found,
        diag_report(found, E1001, sources_place(listing->sources, node),
                    "a listing of tools must stand here, not a lock"),
        "`schemac fingerprint --lock` names a lock; what is judged, or held to it, is what the "
        "server answered");
    return false;
}

/* Refuses an object of two parts. What has but a "name" is a tool only if it is nothing else. */
static bool is_one_part(struct listing *listing, const struct node *node)
{
    size_t first = 0, count = sizeof parts / sizeof *parts - 1;
    while (first < count && !member(node, parts[first].member))
        first++;
    if (parts[first].part == PART_LOCK)
        return refuse_lock(listing, node);
    for (size_t i = first + 1; i < count; i++)
        if (member(node, parts[i].member) && !may_hold(parts[first].part, parts[i].part))
            return refuse_both(listing, node, parts[first].member, parts[i].member);
    return true;
}

static void add_tool(struct listing *listing, const struct node *entry)
{
    struct arena *arena = listing->sources->arena;
    listing->tools = arena_make_room(arena, listing->tools, sizeof *listing->tools, listing->count,
                                     &listing->cap);
    struct tool *tool = &listing->tools[listing->count++];
    *tool = (struct tool){.entry = entry, .page = listing->page_count - 1};
    const struct node *name = tool_member(tool, "name");
    tool->name = node_is(name, NODE_STRING) ? node_text(name) : S("");
}

/* What says that more follows RESULT; or NULL. */
static const struct node *pending_in(const struct node *result)
{
    const struct node *cursor = member(result, "nextCursor");
    return node_is(cursor, NODE_NULL) ? NULL : cursor;
}

/* Begins a page, RESULT, or NULL for descriptors by themselves. */
static void add_page(struct listing *listing, const struct node *result)
{
    listing->pages =
        arena_make_room(listing->sources->arena, listing->pages, sizeof *listing->pages,
                        listing->page_count, &listing->page_cap);
    listing->pages[listing->page_count++] = result;
    listing->pending = result ? pending_in(result) : NULL;
}

/* The array that the member KEY of RESULT must be; NULL when reported. */
static const struct node *array_in(struct listing *listing, const struct node *result,
                                   const char *key)
{
    const struct node *array = member(result, key);
    if (node_is(array, NODE_ARRAY))
        return array;
    refuse(listing, array ? array : result,
           arena_printf(listing->sources->arena, "\"%s\" must be an array", key).data);
    return NULL;
}

bool listing_is_lock(const struct node *node)
{
    return node_is(member(node, "algorithms"), NODE_OBJECT) &&
           node_is(member(node, "generator"), NODE_STRING);
}

bool listing_add_page(struct listing *listing, const struct node *result)
{
    const struct node *tools = array_in(listing, result, "tools");
    if (!tools)
        return false;
    add_page(listing, result);
    for (uint32_t i = 0; i < tools->count; i++)
        add_tool(listing, node_item(tools, i));
    return true;
}

static void append(struct listing *listing, struct listed *listed, const struct node *entry)
{
    listed->entries = arena_make_room(listing->sources->arena, listed->entries,
                                      sizeof *listed->entries, listed->count, &listed->cap);
    listed->entries[listed->count++] = entry;
}

static void add_opening(struct listing *listing, const struct node *answer)
{
    append(listing, &listing->openings, answer);
    listing->opening = answer;
}

/* Adds the entries of a list that is not of tools, the member KEY of RESULT, to LISTED. */
static bool add_listed(struct listing *listing, const struct node *result, const char *key,
                       bool *has, struct listed *listed)
{
    const struct node *entries = array_in(listing, result, key);
    if (!entries)
        return false;
    *has = true;
    listed->pending = pending_in(result);
    for (uint32_t i = 0; i < entries->count; i++)
        append(listing, listed, node_item(entries, i));
    return true;
}

static bool add_part(struct listing *listing, const struct node *node);

static bool add_error(struct listing *listing, const struct node *error)
{
    struct sources *sources = listing->sources;
    const struct node *message = member(error, "message"), *code = member(error, "code");
    struct diag *diag = diag_report(
        sources->found, E1002, sources_place(sources, error), "the listing failed: %s%s%s",
        node_is(message, NODE_STRING) ? show(sources->arena, node_text(message)) : "an error",
        node_is(code, NODE_NUMBER) ? ", code " : "",
        node_is(code, NODE_NUMBER) ? show(sources->arena, node_text(code)) : "");
    diag_hint(sources->found, diag, "list the tools again; this says nothing about them");
    return false;
}

static bool add_response(struct listing *listing, const struct node *response)
{
    const struct node *error = member(response, "error"), *result = member(response, "result");
    if (error)
        return add_error(listing, error);
    if (!result && member(response, "method")) /* a notification, or what the server asked for */
        return true;
    if (!node_is(result, NODE_OBJECT) || part_of(result) == PART_RESPONSE ||
        part_of(result) == PART_CAPTURE)
        return refuse(listing, result ? result : response, "a response must have a \"result\"");
    return add_part(listing, result);
}

/* Adds the pages in the member KEY of a capture, if it is there. */
static bool add_pages(struct listing *listing, const struct node *capture, const char *key)
{
    const struct node *pages = member(capture, key);
    if (!pages || pages->kind == NODE_NULL)
        return true;
    if (!array_in(listing, capture, key))
        return false;
    for (uint32_t i = 0; i < pages->count; i++) {
        const struct node *page = node_item(pages, i);
        enum part part = part_of(page);
        if (part == PART_NONE || part == PART_CAPTURE || part == PART_TOOL)
            return refuse(listing, page, "a page must be a result");
        if (!add_part(listing, page))
            return false;
    }
    return true;
}

/*
 * Adds the answer that a capture keeps under KEY, if it is there: a result, whatever that says, or
 * the response with one. A server need not know each of these methods, so an error is no answer.
 */
static void add_kept_opening(struct listing *listing, const struct node *capture, const char *key)
{
    const struct node *answer = member(capture, key);
    if (part_of(answer) == PART_RESPONSE)
        answer = member(answer, "result");
    if (node_is(answer, NODE_OBJECT))
        add_opening(listing, answer);
}

static bool add_capture(struct listing *listing, const struct node *capture)
{
    add_kept_opening(listing, capture, "discover");
    add_kept_opening(listing, capture, "initialize");
    return add_pages(listing, capture, "pages") && add_pages(listing, capture, "prompts") &&
           add_pages(listing, capture, "resourceTemplates");
}

static bool add_part(struct listing *listing, const struct node *node)
{
    if (node->kind == NODE_OBJECT && !is_one_part(listing, node))
        return false;
    switch (part_of(node)) {
    case PART_RESPONSE:
        return add_response(listing, node);
    case PART_CAPTURE:
        return add_capture(listing, node);
    case PART_TOOLS:
        return listing_add_page(listing, node);
    case PART_PROMPTS:
        return add_listed(listing, node, "prompts", &listing->has_prompts, &listing->prompts);
    case PART_TEMPLATES:
        return add_listed(listing, node, "resourceTemplates", &listing->has_templates,
                          &listing->templates);
    case PART_OPENING:
        add_opening(listing, node);
        return true;
    case PART_TOOL:
        add_page(listing, NULL);
        add_tool(listing, node);
        return true;
    case PART_LOCK:
    case PART_NONE:
        break;
    }
    return refuse(listing, node, "a listing of tools must stand");
}

/* True when ARRAY holds pages and responses, and no descriptors. */
static bool holds_pages(const struct node *array)
{
    bool is_page = array->count > 0;
    for (uint32_t i = 0; is_page && i < array->count; i++) {
        enum part part = part_of(node_item(array, i));
        is_page = part != PART_NONE && part != PART_TOOL && part != PART_CAPTURE;
    }
    return is_page;
}

bool listing_add(struct listing *listing, const struct document *document)
{
    const struct node *root = document->root;
    if (root->kind != NODE_ARRAY)
        return add_part(listing, root);
    bool is_pages = holds_pages(root);
    if (!is_pages)
        add_page(listing, NULL);
    for (uint32_t i = 0; i < root->count; i++) {
        if (!is_pages)
            add_tool(listing, node_item(root, i));
        else if (!add_part(listing, node_item(root, i)))
            return false;
    }
    return true;
}

static bool refuse_empty(struct listing *listing, struct document *last)
{
    struct diag *diag = diag_report(listing->sources->found, E1003, place_file(&last->text),
                                    "the listing has no tools");
    diag_hint(listing->sources->found, diag, "list the tools again, of the server that is meant");
    return false;
}

/* True when WHERE is the beginning of a line, behind the first, with a JSON object or array. */
static bool begins_line(place where)
{
    ptrdiff_t at = where.start;
    if (!where.text || at < 1 || at >= where.text->chars.len)
        return false;
    const char *chars = where.text->chars.data;
    return chars[at - 1] == '\n' && (chars[at] == '{' || chars[at] == '[');
}

struct document *listing_load(struct sources *sources, const char *path)
{
    const struct diag *before = sources->found->last;
    struct document *document = sources_load(sources, path, file_called(path));
    struct diag *diag = sources->found->last;
    if (!document && diag != before && diag->code == E0301 && begins_line(diag->where))
        diag_hint(sources->found, diag,
                  "these are JSON Lines, as a server on standard input and output writes them: "
                  "`jq --slurp .` makes one array of them");
    return document;
}

bool listing_read(struct listing *listing, const char *const *paths, ptrdiff_t count)
{
    bool ok = true;
    struct document *last = NULL;
    for (ptrdiff_t i = 0; i < count; i++) {
        struct document *document = listing_load(listing->sources, paths[i]);
        ok = document && listing_add(listing, document) && ok;
        last = document;
    }
    return ok && (listing->count > 0 || refuse_empty(listing, last));
}

bool listing_read_guarded(struct listing *listing, const char *const *paths, ptrdiff_t count)
{
    struct sources *sources = listing->sources;
    ptrdiff_t before = sources->count;
    bool has_schema = false, was_secret = sources->policy.is_secret;
    sources->policy.is_secret = true;
    bool ok = listing_read(listing, paths, count);
    sources->policy.is_secret = was_secret;
    for (ptrdiff_t i = 0; ok && !has_schema && i < listing->count; i++)
        has_schema = tool_input(&listing->tools[i]) != NULL;
    for (ptrdiff_t i = before; has_schema && i < sources->count; i++)
        sources->documents[i]->text.is_secret = was_secret;
    return ok;
}

void listing_warn_pending(const struct listing *listing)
{
    struct sources *sources = listing->sources;
    if (!listing->pending)
        return;
    struct diag *diag = diag_report(sources->found, W1010, sources_place(sources, listing->pending),
                                    "the last page says that more tools follow");
    diag_hint(sources->found, diag, "name the files of all pages, in their order");
}

const struct tool *listing_find(const struct listing *listing, str name)
{
    for (ptrdiff_t i = listing->count - 1; i >= 0; i--)
        if (str_equal(listing->tools[i].name, name) &&
            (name.len || node_is(tool_member(&listing->tools[i], "name"), NODE_STRING)))
            return &listing->tools[i];
    return NULL;
}

const struct tool *listing_choose(const struct listing *listing, str name, bool is_given,
                                  ptrdiff_t *ret_count)
{
    bool is_alone = listing->count == 1 && !listing->pages[listing->tools[0].page];
    if (is_alone && !is_given) {
        *ret_count = 1;
        return &listing->tools[0];
    }
    *ret_count = 0;
    for (ptrdiff_t i = 0; i < listing->count && name.len; i++)
        *ret_count += str_equal(listing->tools[i].name, name);
    return listing_find(listing, name);
}

void listing_hint_name(const struct listing *listing, struct diag *diag, str name)
{
    struct diag_list *found = listing->sources->found;
    struct similar similar = {.wanted = name};
    for (ptrdiff_t i = 0; i < listing->count; i++)
        similar_consider(&similar, listing->tools[i].name);
    if (similar.best.data)
        diag_hint(found, diag, "did you mean \"%s\"?", show(found->arena, similar.best));
}

const struct node *tool_member(const struct tool *tool, const char *key)
{
    return node_is(tool->entry, NODE_OBJECT) ? member(tool->entry, key) : NULL;
}

const struct node *tool_input(const struct tool *tool)
{
    const struct node *schema = tool_member(tool, "inputSchema");
    return schema ? schema : tool_member(tool, "input_schema");
}

const struct node *tool_output(const struct tool *tool)
{
    const struct node *schema = tool_member(tool, "outputSchema");
    return schema ? schema : tool_member(tool, "output_schema");
}

const char *tool_shown(struct arena *arena, const struct listing *listing, const struct tool *tool)
{
    if (tool->name.len)
        return arena_printf(arena, "\"%s\"", show(arena, tool->name)).data;
    return arena_printf(arena, "number %td", tool - listing->tools + 1).data;
}
