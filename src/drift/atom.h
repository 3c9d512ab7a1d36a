/*
 * atom.h - one value that stands for many. Internal to drift/.
 *
 * What schemas ask of a scalar value beside its type and size are labels: that a text matches a
 * pattern, has a format, that a number is a multiple of another one. An atom is a value of some
 * kind and size with some of the labels, be there such a value or not: what holds for all atoms
 * holds for all values.
 */
#ifndef DRIFT_ATOM_H
#define DRIFT_ATOM_H

#include "validate/program.h"

enum { LABEL_CAP = 8 };

/* The labels that rules ask for: by op and text. */
struct labels {
    struct label {
        enum op op;
        str text;
    } at[LABEL_CAP];
    unsigned count;
    uint8_t overflow; /* kinds of which there are more */
};

/* Adds the label that RULE, one of values of KINDS, asks for, whose keyword has the value ASKED. */
void labels_add(struct labels *labels, const struct rule *rule, const struct node *asked);

struct atom {
    const struct node *value; /* a number, or a string that no schema lists */
    uint8_t kind;             /* of it, one bit */
    uint64_t length;          /* of a string, in code points */
    const struct labels *labels;
    unsigned has;   /* the labels that it has, as bits */
    uint64_t *work; /* how many schemas may yet be asked; each takes one off */
};

enum atom_verdict { ATOM_REFUSED, ATOM_TAKEN, ATOM_UNKNOWN };

/* Does SCHEME take ATOM? Unknown when that asks for more than atoms have, or no work is left. */
enum atom_verdict atom_judge(const struct atom *atom, const struct scheme *scheme);

#endif
