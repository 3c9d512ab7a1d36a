/*
 * make.c - a lock made of a listing.
 */
#include "base/show.h"
#include "lock/kind.h"
#include "lock/lock.h"

#include <stdlib.h>

#define BEYOND_DOUBLES "a number in it lies beyond those of double precision"
#define NOT_HELD_HINT "nothing that it says can be held to a lock: have the server mend it"

/* By name, and those of one name as they were listed. */
static int compare_entries(const void *a, const void *b)
{
    const struct tool *x = a, *y = b;
    int order = str_compare(x->name, y->name);
    return order ? order : (x->page > y->page) - (x->page < y->page);
}

/* Reports why ENTRY, number NUMBER of its list, cannot be locked. Always false. */
static bool refuse_entry(struct sources *sources, enum locked_kind kind, const struct node *where,
                         ptrdiff_t number, const char *why)
{
    struct diag *diag =
        diag_report(sources->found, D1020, sources_place(sources, where),
                    "%s number %td cannot be locked: %s", locked_kind_word(kind), number, why);
    diag_hint(sources->found, diag, NOT_HELD_HINT);
    return false;
}

/* Reports that two entries have one name. */
static void report_double(struct sources *sources, enum locked_kind kind, const struct tool *first,
                          const struct tool *second)
{
    const char *key = locked_name_key(kind);
    struct diag *diag =
        diag_report(sources->found, D1019, sources_place(sources, tool_member(second, key)),
                    "the listing has two %ss \"%s\"", locked_kind_word(kind),
                    show(sources->arena, second->name));
    diag_note(sources->found, diag, sources_place(sources, tool_member(first, key)),
              "the first one is here");
    diag_hint(sources->found, diag, "a name must mean one %s", locked_kind_word(kind));
}

/* Takes those of ENTRIES that have a name into *RET_LIST. False when reported: one has none. */
static bool make_list(struct sources *sources, enum locked_kind kind, const struct node **entries,
                      ptrdiff_t count, struct locked_list *ret_list)
{
    struct arena *arena = sources->arena;
    struct tool *tools = arena_new(arena, struct tool, count);
    ptrdiff_t named = 0;
    bool ok = true;
    for (ptrdiff_t i = 0; i < count; i++) {
        struct tool tool = {.entry = entries[i], .page = i};
        const struct node *name = tool_member(&tool, locked_name_key(kind));
        tool.name = node_is(name, NODE_STRING) ? node_text(name) : S("");
        if (tool.name.len)
            tools[named++] = tool;
        else
            ok = refuse_entry(sources, kind, entries[i], i + 1, "it has no name");
    }
    qsort(tools, (size_t)named, sizeof *tools, compare_entries);
    ret_list->at = arena_new(arena, struct locked, named);
    for (ptrdiff_t i = 0; i < named; i++) {
        struct locked locked = {.tool = tools[i], .prints = lock_prints(kind, &tools[i])};
        if (i && str_equal(tools[i - 1].name, tools[i].name)) {
            report_double(sources, kind, &tools[i - 1], &tools[i]);
            ok = false;
            ret_list->count--;
        }
        if (!*locked.prints.of[FINGERPRINT_RAW].hex)
            ok = refuse_entry(sources, kind, locked.prints.refused, tools[i].page + 1,
                              BEYOND_DOUBLES);
        ret_list->at[ret_list->count++] = locked;
    }
    ret_list->is_listed = true;
    return ok;
}

/* True for members of an answer that are about the answer, not about the server. */
static bool is_of_answer(str key)
{
    return str_equal(key, S("_meta")) || str_equal(key, S("resultType")) ||
           str_equal(key, S("ttlMs")) || str_equal(key, S("cacheScope"));
}

/*
 * What OPENING, the answer to initialize or server/discover, says of the server. In the latter its
 * name stands in "_meta".
 */
static const struct node *make_server(struct arena *arena, const struct node *opening)
{
    struct node_stack stack = {0};
    const struct node *info =
        node_get(node_get(opening, S("_meta")), S("io.modelcontextprotocol/serverInfo"));
    for (uint32_t i = 0; i < opening->count; i++)
        if (!is_of_answer(node_text(node_key(opening, i)))) {
            node_push(&stack, *node_key(opening, i));
            node_push(&stack, *node_value(opening, i));
        }
    if (info && !node_get(opening, S("serverInfo"))) {
        node_push_str(&stack, S("serverInfo"));
        node_push(&stack, *info);
    }
    node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, arena);
    const struct node *server = node_pop(&stack, arena);
    node_stack_done(&stack);
    return server;
}

static const struct node *name_of(const struct node *server)
{
    return node_get(node_get(server, S("serverInfo")), S("name"));
}

/* Refuses a listing in which one server and another say who they are. */
static bool is_of_one_server(const struct listing *listing)
{
    struct sources *sources = listing->sources;
    const struct listed *openings = &listing->openings;
    const struct node *first = NULL;
    for (ptrdiff_t i = 0; i < openings->count; i++) {
        const struct node *name = name_of(make_server(sources->arena, openings->entries[i]));
        if (!first || !name || node_equal(first, name)) {
            first = first ? first : name;
            continue;
        }
        struct diag *diag = diag_report(sources->found, E1013, sources_place(sources, name),
                                        "the listing is of another server, too");
        diag_note(sources->found, diag, sources_place(sources, first), "the first one is here");
        diag_hint(sources->found, diag, "make a lock for each server");
        return false;
    }
    return true;
}

/* Refuses a list of which CURSOR, unless it is NULL, says that more follows. */
static bool is_whole(const struct listing *listing, enum locked_kind kind,
                     const struct node *cursor)
{
    struct diag_list *found = listing->sources->found;
    if (!cursor)
        return true;
    struct diag *diag =
        diag_report(found, E1014, sources_place(listing->sources, cursor),
                    "the listing is not complete: its last page says that more %ss follow",
                    locked_kind_word(kind));
    diag_hint(found, diag, "name the files of all pages, in their order");
    return false;
}

/* Takes what the server says of itself into LOCK. False when reported: it has no digest. */
static bool make_said(const struct listing *listing, struct lock *lock)
{
    struct sources *sources = listing->sources;
    const struct node *bad;
    if (!listing->opening)
        return true;
    lock->server = make_server(sources->arena, listing->opening);
    struct digest digest = lock_server_digest(lock->server, &bad);
    if (*digest.hex)
        return true;
    struct diag *diag = diag_report(sources->found, D1020, sources_place(sources, bad),
                                    "the server cannot be locked: " BEYOND_DOUBLES);
    diag_hint(sources->found, diag, NOT_HELD_HINT);
    return false;
}

bool lock_make(const struct listing *listing, struct lock *ret_lock)
{
    struct sources *sources = listing->sources;
    *ret_lock = (struct lock){.sources = sources, .opening = listing->opening};
    if (!is_of_one_server(listing) || !is_whole(listing, LOCKED_TOOL, listing->pending) ||
        !is_whole(listing, LOCKED_PROMPT, listing->prompts.pending) ||
        !is_whole(listing, LOCKED_TEMPLATE, listing->templates.pending))
        return false;
    const struct node **tools = arena_new(sources->arena, const struct node *, listing->count);
    for (ptrdiff_t i = 0; i < listing->count; i++)
        tools[i] = listing->tools[i].entry;
    struct locked_list *lists = ret_lock->lists;
    bool ok = make_list(sources, LOCKED_TOOL, tools, listing->count, &lists[LOCKED_TOOL]);
    if (listing->has_prompts)
        ok = make_list(sources, LOCKED_PROMPT, listing->prompts.entries, listing->prompts.count,
                       &lists[LOCKED_PROMPT]) &&
             ok;
    if (listing->has_templates)
        ok = make_list(sources, LOCKED_TEMPLATE, listing->templates.entries,
                       listing->templates.count, &lists[LOCKED_TEMPLATE]) &&
             ok;
    return make_said(listing, ret_lock) && ok;
}
