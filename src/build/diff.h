/*
 * diff.h - two schemas, or all those of two OpenAPI documents, compared and judged.
 */
#ifndef BUILD_DIFF_H
#define BUILD_DIFF_H

#include "build/side.h"
#include "drift/gate.h"

/* Whom changes concern: "writers", "readers", "both", "auto", NULL. */
extern const char *const diff_audiences[];

struct diff_request {
    const char *old, *new;             /* FILE or FILE#FRAGMENT, "-" being standard input */
    const char *against;               /* REF[:PATH] that OLD, NULL then, is read from; or NULL */
    const char *old_bytes, *new_bytes; /* files that have the content of these; or NULL */
    const char *audience;          /* one of diff_audiences; NULL: as schemac.yaml says, or auto */
    const char *fail_on;           /* one of gate_fail_on_names, or NULL */
    const char *baseline, *config; /* files, or NULL */
    const char *today;             /* as format_is_date */
    struct pair_list rules;        /* besides those of schemac.yaml, which they go before */
    struct side_options sides;
};

/* It stays where it is until diff_done, which has to follow in any case. */
struct diff {
    struct git_revision revision;
    struct side old, new;
    struct gate gate;
    const char *audience; /* that was taken */
    struct drift drift;
    struct gate_result result;
    bool is_complete; /* else some could not be compared, and why is reported */
};

/* False when reported: there is nothing to tell of then. */
bool diff_find(struct diag_list *found, const struct diff_request *request, struct diff *ret_diff);

/* Ends git. */
void diff_done(struct diff *diff);

/*
 * Puts together the gate of REQUEST: what schemac.yaml says, if there is one, then what REQUEST
 * says (diff_gate.c). False when reported.
 */
bool diff_gate(struct diag_list *found, const struct diff_request *request, struct gate *ret_gate,
               const char **ret_audience);

/* Warns of waivers of GATE that let nothing pass. */
void diff_check_waivers(struct diag_list *found, const struct gate *gate);

#endif
