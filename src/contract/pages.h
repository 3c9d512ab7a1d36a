/*
 * pages.h - the pages of tools/list as a client receives them: tool-contracts.md sections 1.1, 2.
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

struct discovery {
    enum pages_end end;
    const struct node *fault;    /* to point at; NULL when complete */
    const struct node **cursors; /* sent, one for each page that was asked for; NULL: none was */
    ptrdiff_t cursor_count, cursor_cap;
    struct admission *admissions; /* one for each descriptor, in the order received */
    ptrdiff_t admission_count, admission_cap;
};

#endif
