/*
 * harmless.h - the places where a failure may go without notice.
 */
#ifndef TORTURE_HARMLESS_H
#define TORTURE_HARMLESS_H

/* A kind of such places. */
struct harmless {
    const char *call; /* the member of host */
    const char *end;  /* how what the call is about ends */
    const char *why;
    long count; /* how often a run went on as if nothing had happened */
};

/* The row of the place where the run was just disturbed, or NULL; its count is the caller's. */
struct harmless *harmless_row(void);

/* Prints the rows that count something. */
void harmless_print(void);

#endif
