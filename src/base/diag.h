/*
 * diag.h - what was found, as records.
 *
 * Whoever finds a problem reports it, once, into the command's list; a function that returns false
 * has reported why. The list is sorted, grouped and rendered once, when the command ends
 * (report/), and decides the exit status.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/arena.h"
#include "base/diag_codes.h"
#include "base/text.h"

/* What a code means for the exit status: the table in design.md section 5. */
enum diag_severity {
    DIAG_NOTE,    /* worth knowing; no effect */
    DIAG_WARNING, /* to look at; no effect */
    DIAG_FINDING, /* a negative verdict: status 1 */
    DIAG_LIMIT,   /* a limit left it undecided: status 3 */
    DIAG_ERROR,   /* no verdict: status 2 */
};

enum diag_code {
#define X(code, severity, title, explanation) code,
    DIAG_CODES(X)
#undef X
        DIAG_CODE_COUNT
};

/* A second place that belongs to a diagnostic. */
struct diag_note {
    place where;
    const char *message;
    bool is_group; /* the number that diag_sorted left out */
    struct diag_note *next;
};

struct diag {
    enum diag_code code;
    enum diag_severity severity;
    place where;
    const char *message;     /* one line, outside text already made visible by show() */
    const char *hint;        /* or NULL: what to do */
    const char *details;     /* or NULL: lines to print as they are, such as a unified diff */
    const char *pointer;     /* or NULL: the JSON Pointer of what this is about */
    const char *id;          /* or NULL: what tells it from others, whatever file and lines say */
    struct diag_note *notes; /* in the order added */
    ptrdiff_t order;         /* when it was reported, to keep equal places in order */
    struct diag *next;
};

/* What a verdict was reached about: an artifact, a document. */
struct diag_subject {
    str name; /* as in messages: a path from the current directory */
    bool is_wrong;
    struct diag_subject *next;
};

/*
 * {.arena = a} is an empty list. Beyond DIAG_CAP warnings and notes, and beyond as many of the
 * others, records are counted, not kept: no number of warnings can hide an error.
 */
struct diag_list {
    struct arena *arena;
    /*
     * Names of files in messages are paths from the current directory. This is where that is in the
     * root directory, so that the order of the report is the same wherever the program is run;
     * empty or "." when it is the root directory, or not in it.
     */
    str here;
    struct diag *first, *last;
    ptrdiff_t count, mild;                  /* kept; mild: the warnings and notes among them */
    int errors, limits, findings, warnings; /* reported, with those not kept */
    int dropped;
    struct diag spare;                            /* what a dropped report writes to */
    struct diag_subject *subjects, *last_subject; /* in the order judged */
};

enum { DIAG_CAP = 1000 };

/* Reports CODE at WHERE. Never NULL; the result takes notes and a hint. */
__attribute__((format(printf, 4, 5))) struct diag *
diag_report(struct diag_list *found, enum diag_code code, place where, const char *format, ...);

/*
 * The same as SEVERITY, which the code does not settle, as with changes of a schema. However many
 * warnings of one code are reported so, none is left out (diag_sorted).
 */
__attribute__((format(printf, 5, 6))) struct diag *
diag_report_as(struct diag_list *found, enum diag_code code, enum diag_severity severity,
               place where, const char *format, ...);

/*
 * Counts CODE once more, of which FOUND has the record: who compares the counters before and after
 * some work learns that it failed, though nothing new is to be told.
 */
void diag_count_again(struct diag_list *found, enum diag_code code);

/* How much was reported that is wrong: errors, limits and findings, also those not kept. */
int diag_problems(const struct diag_list *found);

/* Reports in FOUND, too, what is in FROM, with its notes and hints, which both then share. */
void diag_repeat(struct diag_list *found, const struct diag_list *from);

/*
 * Says that NAME was judged, for renderings that also list what is right. What is wrong with it has
 * been reported, even if it was not kept. The bytes of NAME are borrowed.
 */
void diag_judged(struct diag_list *found, str name, bool is_right);

/* True when a report of CODE would be kept: else what is costly to say need not be made up. */
bool diag_is_kept(const struct diag_list *found, enum diag_code code);

/* Adds a note with its own place. */
__attribute__((format(printf, 4, 5))) void diag_note(struct diag_list *found, struct diag *diag,
                                                     place where, const char *format, ...);

/* Says what to do about it. */
__attribute__((format(printf, 3, 4))) void diag_hint(struct diag_list *found, struct diag *diag,
                                                     const char *format, ...);

/* The spelling of a code ("E0301"), its title and its explanation for `schemac explain`. */
const char *diag_code_name(enum diag_code code);
const char *diag_code_title(enum diag_code code);
const char *diag_code_explanation(enum diag_code code);
enum diag_severity diag_code_severity(enum diag_code code);

/* The code of that spelling, in either case; DIAG_CODE_COUNT when there is none. */
enum diag_code diag_code_find(str name);

/* The word for a severity in messages: "error", "warning", "note". */
const char *diag_severity_word(enum diag_severity severity);

/*
 * The kept records, sorted by (path of the text from the root directory, offset, code, message), in
 * the arena of FOUND. What was said twice of one place, as by two artifacts of one source, stands
 * there once. Of more than DIAG_GROUP warnings of one code only the first DIAG_GROUP stay, the last
 * of which gets a note with the number left out.
 */
enum { DIAG_GROUP = 5 };
struct diag **diag_sorted(struct diag_list *found, ptrdiff_t *ret_count);

/*
 * The name of TEXT as a path from the root directory as far as that is known (struct diag_list),
 * else from the current directory; in the arena of FOUND.
 */
str diag_path(const struct diag_list *found, const struct text *text);

/* 0, 1, 2 or 3 as design.md section 5 says: the worst in the order 2, 3, 1, 0. */
int diag_status(const struct diag_list *found);

#endif
