/*
 * header_name.h - names of HTTP headers.
 */
#ifndef CONTRACT_HEADER_NAME_H
#define CONTRACT_HEADER_NAME_H

#include "base/arena.h"
#include "base/str.h"

/* True when NAME can name a header: it is a token of RFC 9110 section 5.6.2. */
bool header_is_token(str name);

/* NAME in lower case, in ARENA: names of headers that differ by case only are the same. */
str header_folded(struct arena *arena, str name);

#endif
