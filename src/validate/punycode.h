/*
 * punycode.h - Unicode in the letters, digits and hyphens of ASCII (RFC 3492), as host names have
 * it.
 */
#ifndef VALIDATE_PUNYCODE_H
#define VALIDATE_PUNYCODE_H

#include "base/str.h"

#include <stdint.h>

/* No label has more code points: each takes at least one byte of the 63. */
enum { PUNYCODE_LABEL_MAX = 63 };

/*
 * Decodes CODE, without "xn--", into at most MAX (PUNYCODE_LABEL_MAX or fewer) code points, LABEL,
 * and returns their number; -1 when it is no Punycode or there are more (section 6.2). Nothing is
 * said of what the code points are, but that none is past U+10FFFF or a surrogate.
 */
ptrdiff_t punycode_decode(str code, uint32_t *label, ptrdiff_t max);

/*
 * Encodes the COUNT (PUNYCODE_LABEL_MAX or fewer) code points of LABEL, without "xn--", into at
 * most MAX bytes, CODE, and returns their number; -1 when there are more (section 6.3). Capitals
 * stay capitals.
 */
ptrdiff_t punycode_encode(const uint32_t *label, ptrdiff_t count, char *code, ptrdiff_t max);

#endif
