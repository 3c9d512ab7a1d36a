/*
 * torture.h - what the parts of the torture program share.
 *
 * The program is schemac itself, linked with a driver in place of its start (main.c), with an
 * allocator that can fail (memory.c) and a host that can (system.c). The driver runs the command
 * line in one child after the other (run.h), each disturbed at another place, and judges how it
 * ended (verdict.h), by the files that it left (tree.h).
 */
#ifndef TORTURE_TORTURE_H
#define TORTURE_TORTURE_H

#include <stdbool.h>
#include <stddef.h>

/* What happens at the chosen place. */
enum way {
    WAY_NONE,
    WAY_NO_MEMORY, /* the allocation fails */
    WAY_ERROR,     /* the system call fails with `problem` */
    WAY_SHORT,     /* it transfers half of the bytes */
    WAY_KILL,      /* the process ends at once, before the call */
    WAY_KILL_HALF, /* after half of the bytes */
};

/* Lies in memory that driver and child share. */
struct torture {
    enum way way;
    int problem;             /* an errno value */
    long at;                 /* which allocation or call it is, from 1 on */
    long allocations, calls; /* counted by the child */
    bool hit;                /* the child came to the chosen place; these tell what it was: */
    const void *caller;      /* of the allocation */
    char call[32];           /* the member of host */
    char what[512];          /* the path, or a description */
};

extern struct torture *torture;

/* Set in a child once the command line begins; before, nothing is counted. */
extern bool torture_armed;

/* Puts the functions of system.c in the place of the system's. */
void system_init(void);

#endif
