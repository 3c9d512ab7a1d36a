/*
 * report.h - changes told: as diagnostics, in a line of summary, as JSON, as Markdown.
 */
#ifndef DRIFT_REPORT_H
#define DRIFT_REPORT_H

#include "drift/gate.h"

/* What is told. */
struct told {
    const struct drift *drift;
    const struct gate_result *result;
    const char *audience; /* as it was asked for: "writers", "readers", "both", "auto" */
    int status;           /* the exit status */
    bool is_complete;     /* else there may be more changes */
};

/*
 * Reports each change that is not ignored: as a finding where it fails, as a warning where it
 * breaks or may break someone, else as a note. It is told where it stands in the new document, or
 * in the old one where it is gone, with a note of the other place and, where there is one, a value
 * that shows it; with AT_NEW always in the new document, which is where a reviewer can be shown it.
 * Annotations only if WITH_ANNOTATIONS.
 */
void drift_report(struct diag_list *found, const struct told *told, bool with_annotations,
                  bool at_new);

/* "2 breaking, 1 undecided, 3 safe; suggested step: major". */
const char *drift_summary(struct arena *arena, const struct told *told);

/* Whom the change breaks, of those who count: "breaks writers, safe for readers". */
const char *drift_effect_words(struct arena *arena, const struct change *change,
                               const struct judgement *judgement);

/* VALUE for people, in the arena: JSON on one line, of which long parts are cut. */
const char *drift_shown_value(struct arena *arena, const struct node *value);

/*
 * ID, of a change, as schemac.yaml takes it behind "id: ": in quotes where something in it has a
 * meaning in YAML.
 */
const char *drift_waiver_id(struct arena *arena, const char *id);

/* Where a diagnostic points for AT. */
place drift_place_of(const struct drift_place *at);

/* The place that CHANGE is told at: the new one, or the old one where that is not there. */
const struct drift_place *drift_own_place(const struct change *change);

/*
 * Adds the JSON of the schema DiffReport (openapi/openapi.yaml). DIAGNOSTICS has what else was
 * found.
 */
void drift_json(struct diag_list *diagnostics, const struct told *told, struct buf *out);

/* Adds tables in Markdown, one for each class of changes, as much as GitHub takes. */
void drift_markdown(struct diag_list *diagnostics, const struct told *told, struct buf *out);

#endif
