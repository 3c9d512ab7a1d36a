/*
 * choice.h - which branch of a choice an instance means. Internal to explain.c.
 */
#ifndef VALIDATE_CHOICE_H
#define VALIDATE_CHOICE_H

#include "validate/run.h"

/* How a choice that does not hold is to be told. */
struct choice {
    enum {
        CHOICE_BRANCH, /* by what is wrong in the branch NUMBER */
        CHOICE_KINDS,  /* no branch takes this kind of value; they take KINDS */
        CHOICE_VALUES, /* each branch wants another value of the property KEY, or of this one */
        CHOICE_NONE    /* no branch comes near */
    } how;
    uint32_t number;
    const struct node *key;   /* CHOICE_BRANCH: the property that selected it, from the instance, or
                                 NULL; CHOICE_VALUES: or NULL for the value itself */
    const struct node *lacks; /* CHOICE_VALUES: the name of the property, when it is missing */
    unsigned kinds;
    struct buf values; /* CHOICE_VALUES: what may be there, as text */
};

/* Decides how VIOLATION, of a choice no branch of which holds, is to be told. */
struct choice choose(struct arena *arena, const struct violation *violation);

#endif
