/*
 * instances.h - the instances in a file, one after the other.
 *
 * A file is one instance, YAML or JSON; or JSON Lines, of which each line is one; or Markdown, of
 * which some fenced blocks are instances. What cannot be read is reported at its place in the file,
 * and so are faults such as a key that stands twice; the other lines and blocks are given out.
 *
 * Each instance has memory of its own, which goes when the next one is asked for. Where something
 * was reported meanwhile it stays, since diagnostics point into its text.
 */
#ifndef VALIDATE_INSTANCES_H
#define VALIDATE_INSTANCES_H

#include "source/sources.h"
#include "validate/fences.h"
#include "validate/lines.h"

/* BY_NAME: .jsonl and .ndjson are lines, .md, .markdown and .mdx Markdown, all others documents. */
enum instance_form { INSTANCES_BY_NAME, INSTANCES_DOCUMENT, INSTANCES_LINES, INSTANCES_MARKDOWN };

/* {0} is the default. */
struct instance_options {
    enum instance_form form;
    struct arena *scratch;  /* takes the place of memory of its own; of one file at a time, and to
                               be freed after the last; or NULL */
    struct file_view *view; /* where files are read from; NULL: the file system */

    /*
     * Which blocks of Markdown are instances: those that are json, yaml or yml and have the text
     * CONTAINS in them; without that, those whose value, or the part at AT of it, has a "$schema".
     */
    const char *contains;
    const char *at;  /* a JSON Pointer: that part of a block, where there is one, is the instance */
    ptrdiff_t count; /* so many blocks there have to be; 0: one at least */
};

struct instance {
    struct text *text;       /* that of a line or block is a part of the file, which knows where */
    const struct node *root; /* its nodes have their offsets in TEXT and name no document */
};

struct instances {
    struct arena *arena; /* of what stays */
    struct diag_list *found;
    struct instance_options options;
    enum instance_form form;
    struct arena *own;       /* of the file; scratch for what lies between two lines */
    struct arena_mark begin; /* of `own` */
    struct sources sources;
    struct document *document; /* the one given out last, or the Markdown file */
    bool is_done;
    ptrdiff_t unread; /* instances that could not be read, so far, and were not given out */

    /* What had been reported before the present file, or line. */
    ptrdiff_t count_before;
    struct diag *last_before;

    /* Lines. */
    str name;
    struct lines lines;
    struct arena_mark empty; /* of `own`, which keeps a chunk for the next line */
    ptrdiff_t kept;          /* bytes of lines that stay */

    /* Markdown. */
    struct fences fences;
    ptrdiff_t blocks; /* that are instances, so far */
};

/*
 * Opens the file PATH, "-" being standard input, which messages call NAME; both stay. What stays
 * for the report is in ARENA, which is that of FOUND. False when reported. Close it in any case.
 */
bool instances_open(struct instances *instances, struct arena *arena, struct diag_list *found,
                    const struct instance_options *options, const char *path, str name);

/* The next instance, until the call after this. False at the end, or when that is reported. */
bool instances_next(struct instances *instances, struct instance *ret_instance);

void instances_close(struct instances *instances);

#endif
