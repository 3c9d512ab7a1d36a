/*
 * init_text.h - the text of a new schemac.yaml. Internal to init.c.
 */
#ifndef BUILD_INIT_TEXT_H
#define BUILD_INIT_TEXT_H

#include "base/buf.h"
#include "build/config.h"
#include "build/likeness.h"
#include "openapi/candidates.h"

/* The file for ARTIFACT, whose source stands at the top, with keys as LIKENESS has found them. */
void init_text_like(struct buf *out, const struct artifact *artifact,
                    const struct likeness *likeness);

/*
 * The file for ARTIFACT, a first one that nobody has asked for in more detail. OTHERS are the roots
 * that it could have as well.
 */
void init_text_start(struct buf *out, const struct artifact *artifact, const char *fingerprints,
                     const struct candidates *others);

#endif
