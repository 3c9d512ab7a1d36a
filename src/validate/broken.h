/*
 * broken.h - schemas that cannot be compiled, and those that lead to them. Internal to validate/.
 */
#ifndef VALIDATE_BROKEN_H
#define VALIDATE_BROKEN_H

#include "validate/compile.h"

/*
 * Marks as broken, of the schemes from the number FIRST on, all that lead to a broken one; for the
 * others that is decided.
 */
void broken_spread(struct compiler *c, ptrdiff_t first);

#endif
