/*
 * library.h - schemas that only hold definitions, for other files to refer to.
 *
 * Such a file takes every value, so what changes in it would break nobody; but who refers to its
 * definitions is elsewhere. Each of them is compared as a schema of its own.
 */
#ifndef DRIFT_LIBRARY_H
#define DRIFT_LIBRARY_H

#include "drift/drift.h"

/* True when SCHEMA holds definitions and asks nothing itself. */
bool library_is(const struct lookup *lookup, const struct node *schema);

/* Compares the definitions that OLD and NEW have under one name. False when reported. */
bool library_compare(struct comparison *comparison, const struct node *old, const struct node *new,
                     unsigned audience);

#endif
