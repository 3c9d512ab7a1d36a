/*
 * unite.h - definitions that are the same. Internal to openapi/.
 */
#ifndef OPENAPI_UNITE_H
#define OPENAPI_UNITE_H

#include "openapi/closure.h"

/*
 * Of C's definitions that want one name and are the same schema, with all that they refer to, lets
 * the first stand for the others, which leave the list. Takes near-linear time.
 */
void unite(struct closure *c);

#endif
