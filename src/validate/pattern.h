/*
 * pattern.h - regular expressions of ECMA-262, exactly, on PCRE2.
 *
 * What JSON Schema calls a regular expression is one of ECMA-262 (2024, section 22.2.1) with the
 * flag `u` and no other, searched anywhere in a string. Section numbers here are of that edition.
 * ecma.h reads the grammar; this module decides how to search: simple patterns by hand (chain.h),
 * all others by PCRE2, of which no other file knows.
 *
 * A pattern that is only valid by Annex B, without the flag, such as `\-` outside of a class or a
 * lone `{`, is taken with a warning, since many of those are about. Only the syntax is that of
 * Annex B: `.` stays a code point, and `\u{41}` and `\p{L}` keep what they mean with the flag.
 */
#ifndef VALIDATE_PATTERN_H
#define VALIDATE_PATTERN_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A pattern, ready to be searched for. */
struct pattern;

/* Whether a pattern can be used, best first. */
enum pattern_severity {
    PATTERN_FINE,
    PATTERN_WARNING,     /* valid by Annex B only; the pattern is there */
    PATTERN_UNSUPPORTED, /* valid, but nothing here can search for it exactly; no pattern */
    PATTERN_ERROR,       /* not valid at all; no pattern */
};

/* What is to be said of a pattern. */
struct pattern_fault {
    enum pattern_severity severity;
    ptrdiff_t offset; /* where in the pattern, in bytes: at most its length */
    str message; /* a sentence for a diagnostic, without a full stop, safe to show; a NUL follows */
};

/*
 * Returns SOURCE as a pattern; NULL when it is refused, which *RET_FAULT then explains. *RET_FAULT
 * is always filled in. SOURCE may be any bytes, is borrowed, and has to live as long as the arena.
 *
 * The pattern and all that PCRE2 holds for it go with the arena. Making one is cheap (some
 * microseconds): what is expensive is put off until the first search. Make each pattern once and
 * keep it, for only a pattern that is used again is compiled to machine code.
 */
struct pattern *pattern_new(struct arena *arena, str source, struct pattern_fault *ret_fault);

/* The text that PATTERN was made of. */
str pattern_source(const struct pattern *pattern);

enum pattern_verdict {
    PATTERN_FAILS,     /* the subject has no match */
    PATTERN_MATCHES,   /* it has one */
    PATTERN_UNDECIDED, /* a limit was reached: neither may be said */
};

/*
 * Looks for a match anywhere in SUBJECT, which has to be well-formed UTF-8 and may hold NUL.
 *
 * The work has a ceiling, counted in steps and not by a clock: the verdict is the same on each
 * machine and run, and comes within a second of CPU time on slow ones.
 */
enum pattern_verdict pattern_search(struct pattern *pattern, str subject);

/*
 * What the last search took, in steps of some ten nanoseconds; 0 for one that was quick. For those
 * who search often, that all searches together have an end, too.
 */
uint64_t pattern_steps(const struct pattern *pattern);

/*
 * True when SOURCE is a regular expression of ECMA-262 with the flag `u`: what `format: regex`
 * asks. Neither Annex B nor what can be searched for here counts. When false, *RET_FAULT, unless
 * NULL, says why; its message is in the arena. The arena may be a scratch one.
 */
bool pattern_is_regex(struct arena *arena, str source, struct pattern_fault *ret_fault);

/* How a pattern is searched for; all ways give the same verdicts but for what is undecided. */
enum pattern_way {
    PATTERN_BEST,        /* by hand where it can be; machine code after a few uses */
    PATTERN_INTERPRETED, /* by PCRE2's interpreter only */
    PATTERN_COMPILED,    /* by PCRE2's machine code from the first use on, where there is any */
    PATTERN_COUNTED,     /* by PCRE2's interpreter, each step counted, as for hard subjects */
};

/* Has PATTERN searched for in the given WAY from now on. For tests. */
void pattern_force(struct pattern *pattern, enum pattern_way way);

#endif
