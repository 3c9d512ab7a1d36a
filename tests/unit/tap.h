/*
 * tap.h - tests that speak TAP, the Test Anything Protocol.
 *
 * A test program calls ok() and its kin, each of which prints one line, and ends with
 * `return done_testing();`. Each takes a description in the manner of printf. A failed one also
 * prints where it stands and what it got.
 */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include "base/str.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* ok(bool condition, format, ...) */
#define ok(...) tap_ok(__FILE__, __LINE__, __VA_ARGS__)

/* is_str(str got, const char *expected, format, ...); compares up to the NUL of EXPECTED. */
#define is_str(...) tap_is_str(__FILE__, __LINE__, __VA_ARGS__)

/* is_int(long long got, long long expected, format, ...) */
#define is_int(...) tap_is_int(__FILE__, __LINE__, __VA_ARGS__)

/* skip(const char *reason, format, ...): says what would have been tested, and why it was not. */
#define skip(...) tap_skip(__VA_ARGS__)

static int tap_count, tap_failures;

/* One line of result. Line breaks in the description would end it, so they are taken out. */
__attribute__((format(printf, 4, 0))) static inline void
tap_line(bool passed, const char *file, int line, const char *format, va_list args)
{
    char name[200];
    vsnprintf(name, sizeof name, format, args);
    for (char *at = name; *at; at++)
        if (*at == '\n' || *at == '\r' || *at == '#')
            *at = ' ';
    printf("%sok %d - %s\n", passed ? "" : "not ", ++tap_count, name);
    if (!passed) {
        tap_failures++;
        printf("# at %s:%d\n", file, line);
    }
    fflush(stdout); /* what was printed stays when the next test crashes */
}

__attribute__((format(printf, 4, 5))) static inline bool
tap_ok(const char *file, int line, bool condition, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tap_line(condition, file, line, format, args);
    va_end(args);
    return condition;
}

/* Prints S as a comment; bytes that could break the line are written \xHH. */
static inline void tap_comment(const char *label, str s)
{
    printf("# %s (%td): \"", label, s.len);
    for (ptrdiff_t i = 0; i < s.len && i < 4000; i++) {
        unsigned char c = (unsigned char)s.data[i];
        if (c == '\n')
            printf("\\n\n# ");
        else if (c < ' ' || c == 0x7F)
            printf("\\x%02x", c);
        else
            putchar(c);
    }
    printf("\"\n");
}

__attribute__((format(printf, 5, 6))) static inline bool
tap_is_str(const char *file, int line, str got, const char *expected, const char *format, ...)
{
    bool passed = str_equal(got, str_of(expected));
    va_list args;
    va_start(args, format);
    tap_line(passed, file, line, format, args);
    va_end(args);
    if (!passed) {
        tap_comment("got", got);
        tap_comment("expected", str_of(expected));
    }
    return passed;
}

__attribute__((format(printf, 5, 6))) static inline bool
tap_is_int(const char *file, int line, long long got, long long expected, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tap_line(got == expected, file, line, format, args);
    va_end(args);
    if (got != expected)
        printf("# got: %lld\n# expected: %lld\n", got, expected);
    return got == expected;
}

__attribute__((format(printf, 2, 3))) static inline void tap_skip(const char *reason,
                                                                  const char *format, ...)
{
    char name[200];
    va_list args;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    printf("ok %d - %s # SKIP %s\n", ++tap_count, name, reason);
}

/* Prints the plan; the exit status of the program. */
static inline int done_testing(void)
{
    printf("1..%d\n", tap_count);
    if (tap_failures)
        printf("# %d of %d failed\n", tap_failures, tap_count);
    return tap_failures || tap_count == 0;
}

#endif
