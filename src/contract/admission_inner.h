/*
 * admission_inner.h - what the parts of an admission share. Internal to contract/admission*.
 */
#ifndef CONTRACT_ADMISSION_INNER_H
#define CONTRACT_ADMISSION_INNER_H

#include "base/map.h"
#include "contract/admission.h"

/* One judgement. */
struct judging {
    struct listing *listing;
    struct arena *arena; /* of the result */
    struct admission *admission;
    struct rejection **last; /* where the next reason goes */
    ptrdiff_t pointer_bytes; /* of those that are kept */
};

/* True when one more reason is kept; else its pointer and message need not be made up. */
bool judging_keeps(const struct judging *j);

/*
 * Adds a reason: NODE at POINTER, which is copied, is what is wrong. The result takes a hint and
 * another code; it is NULL when enough are kept.
 */
__attribute__((format(printf, 5, 6))) struct rejection *
judging_add(struct judging *j, enum admission_class reason, const struct node *node, str pointer,
            const char *format, ...);

/* ---- annotations (admission_headers.c) ------------------------------------------------------- */

extern const str header_member; /* "x-mcp-header" */

/* A schema with an annotation, that stands where it may. */
struct annotated {
    const struct node *schema;
    str name; /* of the property */
};

/* The names of headers that were seen, in lower case. */
struct headers {
    struct judging *judging;
    struct map seen;
};

/* What is wrong with an annotation. */
struct annotation_fault {
    enum admission_class reason; /* ADMISSION_CLASS_COUNT: nothing */
    const struct node *node;
    const char *member; /* of the schema that NODE is; NULL: it is the schema */
    const char *message, *hint;
};

/*
 * What is wrong first with the annotation of A, in the order of tool-contracts.md section 1.2 step
 * 5: token, duplicate, type, sensitive. With spec a sensitive name is none. *RET_TYPE where nothing
 * is wrong.
 */
struct annotation_fault headers_check(struct headers *headers, const struct annotated *a,
                                      enum mirrored_type *ret_type);

/* Adds a good annotation to those of the admission; its path is in the arena of the result. */
void headers_keep(struct headers *headers, const struct annotated *a, str *path, ptrdiff_t depth,
                  enum mirrored_type type);

/* Checks all of the input SCHEMA, also what is data, as strict has it. */
void headers_check_strict(struct judging *j, const struct node *schema);

/* Refuses the first annotation in the output SCHEMA, and each further one, as strict has it. */
void headers_refuse_output(struct judging *j, const struct node *schema);

/* True when NAME is that of a secret (step 5 e). */
bool header_is_sensitive(str name);

#endif
