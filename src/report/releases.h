/*
 * releases.h - the index of released schemas as this program writes it, and what it tells of them.
 */
#ifndef REPORT_RELEASES_H
#define REPORT_RELEASES_H

#include "base/buf.h"
#include "base/option.h"

/* One schema of one release. Digests are 64 hex digits. */
struct released {
    str version, id, file;
    struct string_list copies;
    const char *bytes, *content, *constraints;
};

/*
 * Adds the index: {"version": 1, "releases": [{"version", "id", "file", "copies", "sha256":
 * {"bytes", "content", "constraints"}}]}, as SCHEMAS come; "copies" only where there are some.
 */
void report_releases(struct buf *out, const struct released *const *schemas, ptrdiff_t count);

/* A released schema, and how far it is from the one before it. */
struct logged {
    const struct released *schema;
    str previous;     /* the version of that; empty: there is none */
    const char *step; /* its class, a word; NULL where there is none before it */
    str words;        /* the same for people */
    ptrdiff_t changes, writers, readers, undecided, annotations; /* how many there are */
};

/* Adds the log of releases for people: a line for each, with what changed below it. */
void report_log_text(struct buf *out, const struct logged *schemas, ptrdiff_t count);

/* The same as a table of Markdown. */
void report_log_markdown(struct buf *out, const struct logged *schemas, ptrdiff_t count);

/*
 * The same as an array of {"version", "id", "file", "previous", "step", "changes",
 * "breaks_writers", "breaks_readers", "undecided", "annotations"}; from "previous" on they are left
 * out where nothing came before.
 */
void report_log_json(struct buf *out, const struct logged *schemas, ptrdiff_t count);

#endif
