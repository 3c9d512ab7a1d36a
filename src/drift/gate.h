/*
 * gate.h - what the changes between two schemas mean for whoever wants to publish the new one.
 *
 * A change has effects (drift.h). Rules say otherwise by code, a waiver lets one change pass for a
 * time, a baseline has those that are known already; what is left fails or does not, by the kinds
 * that are to fail.
 */
#ifndef DRIFT_GATE_H
#define DRIFT_GATE_H

#include "base/map.h"
#include "base/option.h"
#include "drift/drift.h"

/*
 * Which changes fail: those that break someone who counts; those of which that is not known, too;
 * any but an annotation; none.
 */
enum gate_fail_on { FAIL_ON_BREAKING, FAIL_ON_UNDECIDED, FAIL_ON_ANY, FAIL_ON_NONE };
extern const char *const gate_fail_on_names[]; /* in that order, NULL at the end */

/* What is made of all changes of one code. */
enum gate_rule { RULE_AS_FOUND, RULE_IGNORE, RULE_SAFE, RULE_UNDECIDED, RULE_BREAKS };

/* One change that may pass. */
struct gate_waiver {
    const char *id, *reason;
    const char *until;     /* the last day, as format_is_date; NULL: for ever */
    place where;           /* what says so */
    bool is_used, is_late; /* set by gate_judge: it has let something pass; it would have had to */
};

struct gate {
    enum gate_fail_on fail_on;
    enum gate_rule rules[DIAG_CODE_COUNT];
    struct gate_waiver *waivers;
    ptrdiff_t waiver_count;
    const char *today; /* as format_is_date */
    struct map known;  /* ids */
};

/* What a change is to those who count, the worse of the two effects. */
enum gate_class { CLASS_ANNOTATION, CLASS_SAFE, CLASS_UNDECIDED, CLASS_BREAKS, CLASS_COUNT };

struct judgement {
    enum drift_effect writers, readers; /* by the rules */
    enum gate_class class;
    const struct gate_waiver *waiver; /* that lets it pass, or NULL */
    bool is_ignored, is_known, fails;
};

/* By how much the version of the new schema should be higher. */
enum version_step { STEP_NONE, STEP_PATCH, STEP_MINOR, STEP_MAJOR };

struct gate_result {
    struct judgement *judgements;  /* one for each change */
    ptrdiff_t counts[CLASS_COUNT]; /* of the changes that are not ignored */
    ptrdiff_t ignored, waived, known, failing;
    enum version_step step;
};

/*
 * Judges all changes in DRIFT by GATE, whose waivers it marks; the judgements are in ARENA. An
 * ignored change is counted as that only.
 */
void gate_judge(struct gate *gate, const struct drift *drift, struct arena *arena,
                struct gate_result *ret_result);

/* "none", "patch", "minor", "major". */
const char *gate_step_word(enum version_step step);

/* "annotation", "safe", "undecided", "breaks". */
const char *gate_class_word(enum gate_class class);

/* True when WORD is the code of a change; else reported at WHERE: an option's `accepts`. */
bool gate_accepts_code(struct diag_list *found, place where, const char *word);

/* Adds the rule that changes of the code PAIR->name, an accepted one, are PAIR->value. False: that
 * is no rule. */
bool gate_add_rule(struct gate *gate, const struct pair *pair);

/* The words for rules, NULL at the end. */
extern const char *const gate_rule_names[];

/* Adds the ids of the changes in REPORT, the JSON of an earlier run. False: it is none. */
bool gate_add_known(struct gate *gate, const struct node *report);

/* The day in UTC at SECONDS since the start of 1970, as format_is_date has it; in the arena. */
const char *gate_date(struct arena *arena, int64_t seconds);

#endif
