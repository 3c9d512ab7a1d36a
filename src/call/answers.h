/*
 * answers.h - what calls of tools were answered with, out of files: results of tools/call,
 * responses with them, and captures.
 */
#ifndef CALL_ANSWERS_H
#define CALL_ANSWERS_H

#include "source/sources.h"

/* An answer to judge. */
struct answer {
    const struct node *node;
    str tool; /* the name of the tool that was called, where a capture says it; else empty */
};

struct answers {
    struct sources *sources;
    struct answer *at;
    ptrdiff_t count, cap;
};

/*
 * Adds what DOCUMENT holds to ANSWERS: one result or response; a call, an object with "response"
 * and perhaps "tool"; an array of these; or a capture, an object with such an array "calls". False
 * when reported: it is none of these (E1072).
 */
bool answers_add(struct answers *answers, const struct document *document);

/*
 * Reads the file PATH, which messages call NAME, and adds it. No line is shown of a file that holds
 * anything but answers, or what a request has: arguments, parameters, headers. False when reported.
 */
bool answers_load(struct answers *answers, const char *path, str name);

/* Reports that nothing says which of COUNT tools gave ANSWER (E0001), and what to do, HINT. */
void answers_report_unsaid(const struct sources *sources, const struct answer *answer,
                           ptrdiff_t count, const char *hint);

/* Warns that the tool that ANSWER names is not listed (W1072). */
void answers_warn_unlisted(const struct sources *sources, const struct answer *answer);

#endif
