/*
 * pages.h - the pages of tools/list as a client receives them: tool-contracts.md sections 1.1, 2.
 *
 * A cursor is opaque: any string is sent as it came, the empty one, too, and only a missing or null
 * one ends the list. That a cursor comes a second time, and how many pages there may be, are rules
 * of our own in both profiles: real servers loop.
 */
#ifndef CONTRACT_PAGES_H
#define CONTRACT_PAGES_H

#include "contract/admission.h"

enum { PAGE_LIMIT = 100 };

/* How a discovery ended, in words for programs (pages_word). */
enum pages_end {
    PAGES_COMPLETE,     /* "complete" */
    PAGES_CURSOR_TYPE,  /* "cursor-type": a cursor is neither a string nor null */
    PAGES_CURSOR_CYCLE, /* "cursor-cycle": a cursor came a second time */
    PAGES_LIMIT,        /* "page-limit": more pages than may be */
    PAGES_ERROR,        /* "list-error": an error in place of a page */
    PAGES_MISSING,      /* "page-missing": the last page has a cursor, and no page follows */
};

const char *pages_word(enum pages_end end);

/* What a server answered, one page after the other, whatever each of them is. */
struct pages {
    struct sources *sources;
    const struct node **at;
    ptrdiff_t count, cap;
};

/*
 * Adds what DOCUMENT holds: the items of an array, those of "pages" in a capture (listing.h), else
 * the whole as one page, also when that has "pages" beside what a client reads of it.
 */
void pages_add(struct pages *pages, const struct document *document);

struct discovery {
    enum pages_end end;
    const struct node *fault;    /* to point at; NULL when complete, or when there is no page */
    const struct node *first;    /* PAGES_CURSOR_CYCLE: the cursor as it came before; else NULL */
    const struct node *surplus;  /* the first page that no client would ask for; or NULL */
    const struct node **cursors; /* sent, one for each page that was asked for; NULL: none was */
    ptrdiff_t cursor_count, cursor_cap;
    struct listing listing;       /* what the pages listed, until it failed */
    struct admission *admissions; /* one for each descriptor there, in the order received */
};

/*
 * Goes through PAGES as a client that stops after LIMIT, above 0, and judges the tools by PROFILE.
 * *RET_DISCOVERY stays where it is. Nothing is reported but what admission_judge warns of.
 */
void discovery_run(struct discovery *ret_discovery, const struct pages *pages, ptrdiff_t limit,
                   enum profile profile);

/* Reports why it failed and what follows its end; and with it, each tool that is rejected. */
void discovery_report_end(const struct discovery *discovery);
void discovery_report(const struct discovery *discovery);

/*
 * Pushes DISCOVERY as an object: "end", "cursors" with null for each page that was asked for
 * without one, "admitted" and "rejected" (admission_record.h).
 */
void discovery_push(struct node_stack *stack, const struct discovery *discovery);

#endif
