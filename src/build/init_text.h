/*
 * init_text.h - the text of a new schemac.yaml. Internal to init_*.c.
 */
#ifndef BUILD_INIT_TEXT_H
#define BUILD_INIT_TEXT_H

#include "base/buf.h"
#include "build/config.h"
#include "build/likeness.h"
#include "openapi/candidates.h"

/*
 * Each adds the text of a file to OUT that declares one ARTIFACT; its source, for all artifacts to
 * come, stands at the top.
 */

/* With the keys that LIKENESS has found, which are those of ARTIFACT. */
void init_text_like(struct buf *out, const struct artifact *artifact,
                    const struct likeness *likeness);

/*
 * For a first artifact, with comments on what else there is to say. FINGERPRINTS is the path of the
 * record, and OTHERS are the roots that the artifact could have as well.
 */
void init_text_start(struct buf *out, const struct artifact *artifact, const char *fingerprints,
                     const struct candidates *others);

#endif
