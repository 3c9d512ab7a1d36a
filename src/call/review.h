/*
 * review.h - all that there is to decide of tools before they are used, in one report.
 *
 * Of each tool: is it admitted, how are its results judged, which parameters are mirrored in
 * headers, which failures are to be tested, and the evidence: its fingerprints, the pages that
 * listed it, and what results came of it. No arguments, headers or results of a call are shown.
 */
#ifndef CALL_REVIEW_H
#define CALL_REVIEW_H

#include "call/answers.h"
#include "call/result.h"
#include "contract/fingerprint.h"
#include "contract/pages.h"

/* A failure to test: what is given, and what has to come of it. */
struct review_test {
    const char *kind; /* "build", "verify", "arguments", "result" or "pages" */
    str given, expected;
};

struct review_tests {
    struct arena *arena;
    struct review_test *at;
    ptrdiff_t count, cap;
    ptrdiff_t most;    /* are kept */
    ptrdiff_t dropped; /* found beyond these */
};

enum {
    REVIEW_TESTS = 200,      /* kept of one tool */
    REVIEW_ALL_TESTS = 20000 /* and of all */
};

/* What the pages say of a reviewed tool. */
enum review_listed {
    REVIEW_NO_PAGES, /* null for programs: there are none */
    REVIEW_SAME,     /* "same" */
    REVIEW_DIFFERS,  /* "differs": another descriptor has that name there */
    REVIEW_ABSENT,   /* "absent" */
};

struct review_tool {
    const struct tool *tool;
    struct admission admission;
    struct fingerprints prints;
    const struct node *output; /* the output schema; NULL: there is none */
    struct review_tests tests;
    enum review_listed listed;
    ptrdiff_t outcomes[RESULT_IS_UNDECIDED + 1]; /* of its results, by enum result_outcome */
    const struct node *validated; /* the first result that is complete; NULL: there is none */
    struct digest validated_digest;
};

struct review {
    struct listing *listing;
    enum profile profile;
    struct review_tool *tools;         /* one for each of the listing */
    struct map by_name;                /* the last of each name */
    struct review_tests tests;         /* of the list as a whole */
    const struct discovery *discovery; /* what pages gave; or NULL */
    struct result_rule rule;           /* for the tool of the last result */
};

/*
 * Begins a review of the tools in LISTING, whose documents were read 512 levels deep at most. What
 * is wrong with them is reported as findings. *RET_REVIEW stays where it is until review_close.
 */
void review_open(struct review *ret_review, struct listing *listing, enum profile profile);
void review_close(struct review *review);

/* Takes DISCOVERY as evidence, and reports what is wrong with it. */
void review_take_pages(struct review *review, const struct discovery *discovery);

/* Judges ANSWER, of the tool that it names or of the only one, and reports what is wrong with it.
 */
void review_take_result(struct review *review, const struct answer *answer);

/* Pushes REVIEW as an object; what is in it stands in the help of the command. */
void review_push(struct node_stack *stack, const struct review *review);

/* Adds REVIEW to OUT, as Markdown or as text. */
void review_write(struct buf *out, const struct review *review, bool is_markdown);

/* What is checked of results of TOOL, and what holds for its headers: sentences, NULL at the end.
 */
enum { REVIEW_RULES = 6 };
void review_result_rules(const struct review *review, const struct review_tool *tool,
                         const char *ret_rules[REVIEW_RULES]);
void review_header_rules(const struct review *review, const struct review_tool *tool,
                         const char *ret_rules[REVIEW_RULES]);

/* The word for programs of LISTED; NULL for REVIEW_NO_PAGES. */
const char *review_listed_word(enum review_listed listed);

/* Finds the failures to test of TOOL, and of lists of tools (review_tests.c). */
void review_find_tests(const struct review *review, struct review_tool *tool);
void review_find_list_tests(struct review_tests *tests);

#endif
