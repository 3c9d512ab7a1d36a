/*
 * names.h - the names and the order of definitions in a result. Internal to openapi/.
 */
#ifndef OPENAPI_NAMES_H
#define OPENAPI_NAMES_H

#include "openapi/closure.h"

/*
 * Sorts the definitions of C, lets one stand for those that are the same (unite.h), and gives each
 * a name of its own: that of the entry document's named schemas; of others the name that they have
 * where they are, the name of their file, or one made of the way to them; with a number behind it
 * when another one has that. Neither names nor order depend on the order in which definitions were
 * found. Different schemas in two documents that want one name are reported (W0402).
 */
void names_give(struct closure *c);

#endif
