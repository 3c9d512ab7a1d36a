/*
 * repr.h - text as Python's repr() shows it: connector-sdk.md section 5.2.
 */
#ifndef CONTRACT_REPR_H
#define CONTRACT_REPR_H

#include "base/buf.h"

/*
 * Adds TEXT, well-formed UTF-8, in quotes: double ones where it has ' and no ", else single ones.
 * What does not print is escaped: characters of the general categories C and Z but for the blank,
 * by the Unicode version of PCRE2.
 */
void repr_add(struct buf *out, str text);

#endif
