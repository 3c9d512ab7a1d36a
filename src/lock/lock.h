/*
 * lock.h - the reviewed contract of a server, kept in a file.
 *
 * A lock holds what a listing said when somebody looked at it: of each tool the whole descriptor
 * with its digests, and what the server says of itself, its prompts and resource templates where
 * they were listed. A later listing is compared with it (compare.h).
 *
 * The file is JSON (openapi/openapi.yaml, ToolLock), the same bytes for the same listing, whatever
 * the order of its members and tools. It is read as our own: a key that stands twice is an error.
 */
#ifndef LOCK_LOCK_H
#define LOCK_LOCK_H

#include "contract/fingerprint.h"

enum locked_kind { LOCKED_TOOL, LOCKED_PROMPT, LOCKED_TEMPLATE, LOCKED_KIND_COUNT };

/* One entry of a list of the server. */
struct locked {
    struct tool tool; /* its descriptor, and what it is called: of a template, the "uriTemplate" */
    struct fingerprints prints; /* of what is no tool, raw alone */
    str reason;                 /* why it was accepted as it is; empty: nobody said */
};

/* Sorted by name, each once. */
struct locked_list {
    struct locked *at;
    ptrdiff_t count;
    bool is_listed; /* else nothing is known of such entries */
};

/* A tool that went, and why that was accepted. */
struct locked_gone {
    str name, reason;
};

struct lock {
    struct sources *sources;    /* that the nodes are from */
    struct document *document;  /* the file; NULL: it was made of a listing */
    str bytes;                  /* of the file */
    const struct node *server;  /* what the server says of itself; NULL: nobody asked it */
    const struct node *opening; /* where it says so */
    struct locked_list lists[LOCKED_KIND_COUNT];
    struct locked_gone *gone; /* sorted by name */
    ptrdiff_t gone_count;
};

/*
 * Makes a lock of LISTING, one of at least one tool. False when reported: it is of two servers
 * (E1013), more tools follow (E1014), two have one name (D1019), or a tool or what the server says
 * cannot be locked (D1020). After findings the lock has all the rest; of several tools of one name
 * it has the last.
 */
bool lock_make(const struct listing *listing, struct lock *ret_lock);

/*
 * Reads the file PATH. False when reported: it cannot be read, is no lock or a damaged one (E1012),
 * or of a version that is not known (E1015). SOURCES are for locks only: LOCK_POLICY is theirs.
 */
bool lock_read(struct sources *sources, const char *path, struct lock *ret_lock);

/* The same of DOCUMENT, one of SOURCES, that was read as JSON. */
bool lock_take(struct sources *sources, struct document *document, struct lock *ret_lock);

/* How the sources of locks are read: descriptors stand deeper there than in a listing. */
#define LOCK_POLICY ((struct read_policy){.max_depth = SCHEMA_DEPTH + 16})

/* Adds LOCK as the text of its file to OUT. False: that has more than FILE_CEILING bytes. */
bool lock_write(const struct lock *lock, struct buf *out);

/* The name of the server, a string; or NULL. */
const struct node *lock_server_name(const struct lock *lock);

/* The file of LOCK; of one that was made of a listing, that of its first tool. */
place lock_file(const struct lock *lock);

/* Where LOCKED, an entry of LOCK, says its name. */
place locked_place(const struct lock *lock, const struct locked *locked);

/*
 * Warns of each tool of LOCK whose name a tool of OTHER, the lock of another server, has, too
 * (W1011).
 */
void lock_warn_shadowed(struct diag_list *found, const struct lock *lock, const struct lock *other);

#endif
