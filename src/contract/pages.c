#include "contract/pages.h"

#include "base/show.h"
#include "contract/admission_record.h"
#include "contract/push.h"

const char *pages_word(enum pages_end end)
{
    static const char *const words[] = {
        [PAGES_COMPLETE] = "complete",         [PAGES_CURSOR_TYPE] = "cursor-type",
        [PAGES_CURSOR_CYCLE] = "cursor-cycle", [PAGES_LIMIT] = "page-limit",
        [PAGES_ERROR] = "list-error",          [PAGES_MISSING] = "page-missing",
    };
    return words[end];
}

/* ---- what was received ----------------------------------------------------------------------- */

static void add_page(struct pages *pages, const struct node *page)
{
    pages->at = arena_make_room(pages->sources->arena, pages->at, sizeof *pages->at, pages->count,
                                &pages->cap);
    pages->at[pages->count++] = page;
}

/* True when ROOT is what a client takes for an answer, whatever other members it has. */
static bool is_answer(const struct node *root)
{
    return node_get(root, S("jsonrpc")) || node_get(root, S("tools")) ||
           node_get(root, S("result")) || node_get(root, S("error"));
}

void pages_add(struct pages *pages, const struct document *document)
{
    const struct node *root = document->root;
    const struct node *inner = is_answer(root) ? NULL : node_get(root, S("pages"));
    const struct node *array = node_is(root, NODE_ARRAY) ? root : inner;
    if (!node_is(array, NODE_ARRAY)) {
        add_page(pages, root);
        return;
    }
    for (uint32_t i = 0; i < array->count; i++)
        add_page(pages, node_item(array, i));
}

/* The result that PAGE is or holds; NULL when it is an error, a lock, or no page at all. */
static const struct node *result_of(const struct node *page)
{
    if (listing_is_lock(page))
        return NULL;
    bool is_response = node_get(page, S("jsonrpc")) || !node_get(page, S("tools"));
    const struct node *result = is_response ? node_get(page, S("result")) : page;
    bool has_failed = is_response && node_get(page, S("error"));
    return !has_failed && node_is(node_get(result, S("tools")), NODE_ARRAY) ? result : NULL;
}

/* ---- going through them ---------------------------------------------------------------------- */

/* Notes that the next page was asked for with CURSOR. */
static void send_cursor(struct discovery *d, const struct node *cursor)
{
    d->cursors = arena_make_room(d->listing.sources->arena, d->cursors, sizeof *d->cursors,
                                 d->cursor_count, &d->cursor_cap);
    d->cursors[d->cursor_count++] = cursor;
}

static void end_at(struct discovery *d, enum pages_end end, const struct node *fault)
{
    d->end = end;
    d->fault = fault;
}

/*
 * Takes the cursor of RESULT, which SEEN gets. The one to send next; NULL when the list ends here,
 * well or not.
 */
static const struct node *next_cursor(struct discovery *d, struct map *seen,
                                      const struct node *result)
{
    const struct node *cursor = node_get(result, S("nextCursor"));
    bool is_new;
    if (!cursor || cursor->kind == NODE_NULL)
        return NULL;
    if (cursor->kind != NODE_STRING) {
        end_at(d, PAGES_CURSOR_TYPE, cursor);
        return NULL;
    }
    struct map_entry *entry = map_entry(seen, node_text(cursor), &is_new);
    if (!is_new) {
        end_at(d, PAGES_CURSOR_CYCLE, cursor);
        d->first = entry->value;
        return NULL;
    }
    entry->value = (void *)cursor;
    return cursor;
}

/* Asks for the page number I with CURSOR. What to ask for next, or NULL. */
static const struct node *receive(struct discovery *d, struct map *seen, const struct pages *pages,
                                  ptrdiff_t i, const struct node *cursor)
{
    send_cursor(d, cursor);
    if (i >= pages->count) {
        end_at(d, PAGES_MISSING, cursor);
        return NULL;
    }
    const struct node *result = result_of(pages->at[i]);
    if (!result || !listing_add_page(&d->listing, result)) {
        end_at(d, PAGES_ERROR, pages->at[i]);
        return NULL;
    }
    return next_cursor(d, seen, result);
}

void discovery_run(struct discovery *ret_discovery, const struct pages *pages, ptrdiff_t limit,
                   enum profile profile)
{
    struct discovery *d = ret_discovery;
    struct arena *arena = pages->sources->arena;
    struct map seen = {.arena = arena};
    *d = (struct discovery){.listing = {.sources = pages->sources}};
    const struct node *cursor = receive(d, &seen, pages, 0, NULL);
    ptrdiff_t asked = 1;
    for (; cursor && asked < limit; asked++)
        cursor = receive(d, &seen, pages, asked, cursor);
    if (cursor)
        end_at(d, PAGES_LIMIT, cursor);
    else if (d->end == PAGES_COMPLETE && asked < pages->count)
        d->surplus = pages->at[asked];
    d->admissions = arena_new(arena, struct admission, d->listing.count);
    for (ptrdiff_t i = 0; i < d->listing.count; i++)
        d->admissions[i] = admission_judge(&d->listing, &d->listing.tools[i], profile);
}

/* ---- what is told ---------------------------------------------------------------------------- */

static void report_cycle(const struct discovery *d)
{
    struct sources *sources = d->listing.sources;
    struct diag_list *found = sources->found;
    struct diag *diag = diag_report(found, D1082, sources_place(sources, d->fault),
                                    "the cursor \"%s\" comes a second time",
                                    show(sources->arena, node_text(d->fault)));
    diag_note(found, diag, sources_place(sources, d->first), "it came before");
    diag_hint(found, diag, "the list would never end; nothing that it says is to be used");
}

/* Tells of what stands in place of a page. */
static void report_error(const struct discovery *d)
{
    struct sources *sources = d->listing.sources;
    const struct node *error = node_get(d->fault, S("error"));
    const struct node *message = node_get(error, S("message")), *code = node_get(error, S("code"));
    place where = sources_place(sources, error ? error : d->fault);
    struct diag *diag;
    if (!error)
        diag = diag_report(sources->found, E1073, where,
                           "page %td must be a result of tools/list with an array \"tools\"%s",
                           d->cursor_count, listing_is_lock(d->fault) ? ", not a lock" : "");
    else
        diag = diag_report(sources->found, E1073, where, "page %td failed: %s%s%s", d->cursor_count,
                           node_is(message, NODE_STRING) ? show(sources->arena, node_text(message))
                                                         : "an error",
                           node_is(code, NODE_NUMBER) ? ", code " : "",
                           node_is(code, NODE_NUMBER) ? show(sources->arena, node_text(code)) : "");
    diag_hint(sources->found, diag, "list the tools again, from the first page on");
}

/* Tells that the page which is asked for next is not there. */
static void report_missing(const struct discovery *d, place where)
{
    struct diag_list *found = d->listing.sources->found;
    diag_hint(found, diag_report(found, E1074, where, "page %td is not here", d->cursor_count),
              "name the files of all pages, in their order");
}

static void report_failure(const struct discovery *d)
{
    struct sources *sources = d->listing.sources;
    struct diag_list *found = sources->found;
    if (!d->fault) {
        if (d->end == PAGES_MISSING) /* there is no page at all */
            report_missing(d, (place){0});
        return;
    }
    place where = sources_place(sources, d->fault);
    switch (d->end) {
    case PAGES_COMPLETE:
        break;
    case PAGES_CURSOR_TYPE:
        diag_report(found, D1081, where,
                    "the cursor of page %td is neither a string nor null, but %s", d->cursor_count,
                    node_kind_words(d->fault->kind));
        break;
    case PAGES_CURSOR_CYCLE:
        report_cycle(d);
        break;
    case PAGES_LIMIT:
        diag_hint(found,
                  diag_report(found, D1083, where, "more follows page %td, the last that may be",
                              d->cursor_count),
                  "--page-limit says how many pages a list may have");
        break;
    case PAGES_ERROR:
        report_error(d);
        break;
    case PAGES_MISSING:
        report_missing(d, where);
        break;
    }
}

void discovery_report_end(const struct discovery *discovery)
{
    struct sources *sources = discovery->listing.sources;
    report_failure(discovery);
    if (discovery->surplus)
        diag_hint(sources->found,
                  diag_report(sources->found, W1081, sources_place(sources, discovery->surplus),
                              "no client asks for page %td: the one before is the last",
                              discovery->cursor_count + 1),
                  "its tools do not count");
}

void discovery_report(const struct discovery *discovery)
{
    discovery_report_end(discovery);
    for (ptrdiff_t i = 0; i < discovery->listing.count; i++)
        admission_report(&discovery->listing, &discovery->admissions[i]);
    admission_warn_twins(&discovery->listing);
}

void discovery_push(struct node_stack *stack, const struct discovery *discovery)
{
    struct arena *arena = discovery->listing.sources->arena;
    ptrdiff_t base = push_open(stack, NULL);
    push_text(stack, "end", str_of(pages_word(discovery->end)));
    ptrdiff_t cursors = push_open(stack, "cursors");
    for (ptrdiff_t i = 0; i < discovery->cursor_count; i++)
        if (discovery->cursors[i])
            node_push_str(stack, node_text(discovery->cursors[i]));
        else
            node_push_null(stack);
    push_close(stack, arena, cursors, NODE_ARRAY);
    admission_push(stack, &discovery->listing, discovery->admissions, discovery->listing.count);
    push_close(stack, arena, base, NODE_OBJECT);
}
