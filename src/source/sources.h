/*
 * sources.h - documents: texts read into trees, each once.
 *
 * Faults that a document may have without being unreadable (a key that stands twice, .inf, a key
 * that is no scalar) do not fail the reading. They are kept with the node that has them, which is
 * flagged NODE_FAULTY; whoever reaches such a node reports them (sources_report_faults), and what
 * nobody reached is one warning in the end.
 */
#ifndef SOURCE_SOURCES_H
#define SOURCE_SOURCES_H

#include "base/diag.h"
#include "base/file.h"
#include "base/map.h"
#include "source/node.h"

/* What is wrong with a node, and where. */
struct fault {
    const void *owner; /* the items, or for scalars the chars, of the faulty node */
    enum diag_code code;
    uint32_t start, len;
    uint32_t first_start, first_len; /* E0302: of the first of two equal keys */
    str key;                         /* E0302, E0304: of the member that has it */
    const char *message;
    bool reported;
    struct fault *origin; /* or NULL: the fault that a merge key or a copy brought here */
    struct fault *next;   /* those of one owner follow each other */

    struct fault_member {
        uint64_t owner, key_hash;
    } member;                       /* of a fault with a key */
    struct fault *same, *last_same; /* the next with that member; the last, kept in the first */
};

struct document {
    struct text text;
    uint16_t id; /* what node.text says of its nodes */
    const struct node *root;
    ptrdiff_t node_count; /* values and keys as written */
    struct fault *faults, **last_fault;
    ptrdiff_t fault_count;           /* over FAULT_CAP the document is refused: L0105 */
    struct fault_index *fault_index; /* NULL: there are none */
};

/*
 * How documents are read. {0} is the default. Of equal keys in one object the last may count, at
 * the place of the first, with a warning (W0302) or without.
 */
enum duplicate_policy { DUPLICATES_FAULT, DUPLICATES_LAST, DUPLICATES_WARN };

struct read_policy {
    enum duplicate_policy duplicates;
    ptrdiff_t max_depth; /* of nesting; 0 is SCHEMA_DEPTH, and YAML never goes beyond that */
    bool is_secret;      /* no message and no report shows anything of what is read (text.h) */
};

enum { SCHEMA_DEPTH = 512, INSTANCE_DEPTH = 10000 };
enum { FAULT_CAP = 10000 };

/* All documents of a run. Set arena, found and policy; the rest starts as 0. */
struct sources {
    struct arena *arena;
    struct diag_list *found;
    struct read_policy policy;
    struct file_view *view;      /* where files are read from; NULL: the file system */
    str label;                   /* in front of the names of files in messages, such as "HEAD:" */
    struct document **documents; /* id - 1 */
    ptrdiff_t count, cap;
};

/*
 * Reads the file PATH ("-": standard input), which messages call NAME, as YAML or JSON: a name that
 * ends in .json is JSON; else what begins with { or [ is read as JSON and, when that fails, as
 * YAML, and the error that lies further on is reported, JSON's when they meet. NULL when reported.
 */
struct document *sources_load(struct sources *sources, const char *path, str name);

/*
 * The same for a file that holds what is nobody's business, such as the arguments of a call: it is
 * read as JSON, and no message and no report shows anything of it (text.h).
 */
struct document *sources_load_secret(struct sources *sources, const char *path, str name);

/* The same, but what it holds is nothing that is parsed: the document has no nodes. */
struct document *sources_load_secret_text(struct sources *sources, const char *path, str name);

/* The same for a file that the node ASKING, or NULL, names: it is told there when it cannot be
 * read.
 */
struct document *sources_load_asked(struct sources *sources, const char *path, str name,
                                    const struct node *asking);

/* The same for BYTES in memory, which are borrowed. */
struct document *sources_read(struct sources *sources, str name, str bytes);

/* The same, read as FORMAT whatever it is called and begins with. */
enum document_format { FORMAT_BY_NAME, FORMAT_JSON, FORMAT_YAML };
struct document *sources_read_as(struct sources *sources, str name, str bytes,
                                 enum document_format format);

/*
 * Reads TEXT, which may be a part of a file, into *DOCUMENT, which is the caller's and none of
 * SOURCES: its nodes name no document, so there may be any number of such texts. *DOCUMENT stays
 * where it is as long as diagnostics may point into it. False when reported.
 */
bool sources_read_apart(struct sources *sources, struct text text, enum document_format format,
                        struct document *document);

/* The file PATH as a text, which nothing reads; a document without a root. NULL when reported. */
struct document *sources_load_text(struct sources *sources, const char *path, str name);

/* Where NODE stands; a place without text for a node made by a stage. */
place sources_place(const struct sources *sources, const struct node *node);

/* The document that NODE was read from, or NULL. */
struct document *sources_document(const struct sources *sources, const struct node *node);

/* True when NODE has faults of its own, which are then reported as errors, each once in a run. */
bool sources_report_faults(struct sources *sources, const struct node *node);

/* The same for all nodes of DOCUMENT, one of SOURCES or one apart. */
bool sources_report_all_faults(struct sources *sources, struct document *document);

/*
 * Reports, as errors, what is wrong with the members of OBJECT that are named KEY. True when there
 * is something: then it is not clear which value counts.
 */
bool sources_report_member_faults(struct sources *sources, const struct node *object, str key);

/*
 * Gives COPY, an object that was made of ORIGINAL by leaving out members or changing values, the
 * faults of ORIGINAL as far as COPY has their keys. To be called once, when COPY is complete.
 */
void sources_keep_faults(struct sources *sources, const struct node *original, struct node *copy);

/* Reports one warning (W0301) for each document that has faults that nobody reported. */
void sources_warn_unreached(struct sources *sources);

#endif
