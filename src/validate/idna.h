/*
 * idna.h - labels of internationalised host names (IDNA2008: RFC 5890 to RFC 5893).
 *
 * A label is handed over as code points, at most IDNA_LABEL_MAX of them. What is returned is as in
 * format.h: NULL when the rule holds, else why it does not.
 */
#ifndef VALIDATE_IDNA_H
#define VALIDATE_IDNA_H

#include "validate/punycode.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { IDNA_LABEL_MAX = PUNYCODE_LABEL_MAX };

/*
 * Whether the label may be a U-label (RFC 5891 section 4.2.3, RFC 5892), but for its normalisation
 * and the bidirectional rule: no hyphens at its ends or both in third and fourth place, no mark
 * first, and of each code point what RFC 5892 and its appendix A demand.
 */
const char *idna_label_fault(const uint32_t *label, ptrdiff_t count);

/* True when the label, of valid code points, is in normalisation form C (Unicode, section 3.11). */
bool idna_is_normal(const uint32_t *label, ptrdiff_t count);

/* True when the label makes the name it is in a "Bidi domain name" (RFC 5893 section 1.4). */
bool idna_is_bidi(const uint32_t *label, ptrdiff_t count);

/* Whether the label keeps the six conditions of RFC 5893 section 2. It is not empty. */
const char *idna_bidi_fault(const uint32_t *label, ptrdiff_t count);

#endif
