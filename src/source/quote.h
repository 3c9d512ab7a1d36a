/*
 * quote.h - strings as YAML.
 */
#ifndef SOURCE_QUOTE_H
#define SOURCE_QUOTE_H

#include "base/buf.h"

/*
 * Adds the well-formed UTF-8 S as a YAML scalar of one line, a key or a value of a block or a list
 * in brackets, that every reader takes for just that string: without quotes only where nothing in
 * it has a meaning of its own, also in YAML 1.1, else in double quotes with escapes (YAML 1.2,
 * section 7.3.1). A key past QUOTE_KEY bytes needs a "? " in front (section 8.2.2).
 */
void quote_yaml(struct buf *out, str s);

/* Readers look no further for the colon behind a key: 1,024 characters (section 8.2.2). */
enum { QUOTE_KEY = 1000 };

#endif
