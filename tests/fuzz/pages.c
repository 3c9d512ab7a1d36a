/*
 * Pages of a listing: a byte for how many there may be, and files with what a server answered, a
 * line "#==" between them. A client that asks for one after the other comes to an end, the same
 * again; no cursor is sent twice, and what was listed is that of the pages it asked for.
 */
#include "fuzz.h"

#include "contract/pages.h"

enum { FILES_CAP = 8 };

/* Reads the files of INPUT and adds what they hold. */
static void read_pages(struct run *run, str input, struct pages *pages)
{
    for (int i = 0; i < FILES_CAP && (i == 0 || input.len); i++) {
        ptrdiff_t mark = str_find(input, S("\n#==\n"));
        str text = str_first(input, mark < 0 ? input.len : mark);
        input = mark < 0 ? S("") : str_skip(input, mark + 5);
        struct document *document = sources_read(&run->sources, S("page"), text);
        if (document)
            pages_add(pages, document);
    }
}

/* DISCOVERY as the record for programs. */
static str record_of(struct arena *arena, const struct discovery *discovery)
{
    struct node_stack stack = {0};
    str text;
    discovery_push(&stack, discovery);
    const struct node *record = node_pop(&stack, arena);
    node_stack_done(&stack);
    bool is_written =
        fuzz_write(arena, record, (struct write_options){.style = WRITE_EXACT}, &text);
    return is_written ? text : S("");
}

static void check_cursors(struct run *run, const struct discovery *d, ptrdiff_t limit)
{
    struct map sent = {.arena = &run->arena};
    MUST(d->cursor_count > 0 && d->cursor_count <= limit,
         "no more pages are asked for than may be");
    MUST(!d->cursors[0], "the first is asked for without a cursor");
    for (ptrdiff_t i = 1; i < d->cursor_count; i++) {
        bool is_new;
        MUST(node_is(d->cursors[i], NODE_STRING), "a cursor is a string");
        map_entry(&sent, node_text(d->cursors[i]), &is_new);
        MUST(is_new, "no cursor is sent twice");
    }
    MUST(d->end != PAGES_CURSOR_CYCLE || (d->first && d->fault && node_equal(d->first, d->fault) &&
                                          map_find(&sent, node_text(d->fault))),
         "a cycle is of a cursor that was sent");
}

/* Holds D, of PAGES, to be what a client receives that stops after LIMIT. */
static void check(struct run *run, const struct pages *pages, const struct discovery *d,
                  ptrdiff_t limit)
{
    check_cursors(run, d, limit);
    MUST((d->end == PAGES_COMPLETE) == !d->fault || (d->end == PAGES_MISSING && !pages->count),
         "what failed has a place");
    MUST(d->end != PAGES_LIMIT || d->cursor_count == limit, "the limit is one");
    MUST(d->end != PAGES_MISSING || d->cursor_count == pages->count + 1, "what is missing is next");
    MUST(!d->surplus || d->surplus == pages->at[d->cursor_count], "so is what nobody asks for");
    ptrdiff_t received = d->cursor_count - (d->end == PAGES_MISSING || d->end == PAGES_ERROR);
    MUST(d->listing.page_count == received, "what is listed are the pages received");
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < d->listing.page_count; i++)
        count += node_get(d->listing.pages[i], S("tools"))->count;
    MUST(d->listing.count == count, "with all their tools");
    for (ptrdiff_t i = 0; i < d->listing.count; i++)
        MUST(d->admissions[i].tool == &d->listing.tools[i], "each of which is judged");
}

/* Holds one page fewer than FIRST received to be its beginning. */
static void check_shorter(struct run *run, const struct pages *pages, const struct discovery *first,
                          enum profile profile)
{
    struct discovery d;
    if (first->cursor_count < 2)
        return;
    discovery_run(&d, pages, first->cursor_count - 1, profile);
    check(run, pages, &d, first->cursor_count - 1);
    MUST(d.end == PAGES_LIMIT && d.fault == first->cursors[first->cursor_count - 1],
         "with fewer pages the next one is too many");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run run;
    str input = fuzz_input(data, size), records[2];
    ptrdiff_t limit = input.len ? (unsigned char)input.data[0] % PAGE_LIMIT + 1 : PAGE_LIMIT;
    run_begin(&run, INSTANCE_DEPTH);
    run.sources.policy.duplicates = DUPLICATES_WARN;
    struct pages pages = {.sources = &run.sources};
    struct discovery d[2];
    read_pages(&run, str_skip(input, input.len > 0), &pages);
    for (enum profile profile = PROFILE_SPEC; profile <= PROFILE_STRICT; profile++) {
        for (int i = 0; i < 2; i++) {
            discovery_run(&d[i], &pages, limit, profile);
            records[i] = record_of(&run.arena, &d[i]);
        }
        MUST(str_equal(records[0], records[1]), "a discovery comes out the same again");
        check(&run, &pages, &d[0], limit);
        check_shorter(&run, &pages, &d[0], profile);
        discovery_report(&d[0]);
    }
    run_end(&run);
    return 0;
}
