/*
 * restore.h - the schemas of a tool, put together again from fragments: connector-sdk.md 1.6.
 *
 * The manifest is selected independently of the fragments, which prove nothing by agreeing with
 * each other. What is wrong belongs to a class, and the classes have an order: what is told is the
 * first thing of the first class that any fragment is in, however the fragments follow each other.
 *
 * Fragments are given one by one and not kept, so memory holds the document, not its envelopes.
 */
#ifndef DISCLOSURE_RESTORE_H
#define DISCLOSURE_RESTORE_H

#include "disclosure/manifest.h"
#include "source/sources.h"

/* In the order in which they count. */
enum restore_class {
    RESTORE_MALFORMED,    /* a member is missing, unknown or mistyped; a URI is not derived */
    RESTORE_INDEX,        /* an index is not below the count */
    RESTORE_TOO_LARGE,    /* a text or an envelope has too many bytes */
    RESTORE_MIXED,        /* a fragment belongs to another manifest than the selected one */
    RESTORE_INCOMPLETE,   /* there are not as many fragments as there should be */
    RESTORE_REORDERED,    /* they are not in their order */
    RESTORE_CORRUPT,      /* a digest or the length does not match */
    RESTORE_INCONSISTENT, /* the document is not the canonical form of what the manifest says */
    RESTORE_CLASSES
};

/* The class in words: "malformed", "too large", ... */
const char *restore_class_word(enum restore_class class);

/* The first that was found of one class. */
struct restore_refusal {
    bool is_there;
    place where;
    const char *message, *hint;
};

/* The document, and its parts as nodes, whose places are in a text of the document itself. */
struct restored {
    str document;
    const struct node *input, *output;
};

struct restoration {
    struct arena *arena;
    struct diag_list *found;
    str prefix;        /* what URIs begin with */
    struct text *text; /* the selected manifest's */
    const struct node *root;
    struct manifest selected;
    int64_t count; /* of the fragments so far */
    struct buf document;
    struct restore_refusal refusals[RESTORE_CLASSES];
};

/*
 * Begins with the selected manifest, ROOT in TEXT, which both stay; what is kept is in ARENA, that
 * of FOUND. URIs begin with PREFIX. False when reported: it is malformed (D1101).
 */
bool restore_begin(struct restoration *restoration, struct arena *arena, struct diag_list *found,
                   struct text *text, const struct node *root, str prefix);

/* True while another fragment can change what comes of it: none can where one was malformed. */
bool restore_wants_more(const struct restoration *restoration);

/* Adds the next fragment, ROOT in TEXT, which may both go after that. */
void restore_add(struct restoration *restoration, struct text *text, const struct node *root);

/*
 * Puts together what was added. False when reported: D1101 to D1108, as the classes follow each
 * other, or a limit of the readers.
 */
bool restore_end(struct restoration *restoration, struct restored *ret_restored);

#endif
