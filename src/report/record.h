/*
 * record.h - JSON that this program authors for itself and others to read back.
 */
#ifndef REPORT_RECORD_H
#define REPORT_RECORD_H

#include "base/buf.h"

/*
 * An artifact, by its path in the configuration, and what is known of it, as SHA-256 in hex: of its
 * bytes; of its content and of its constraint form (schema/canonical.h), which are both NULL for
 * what is no schema.
 */
struct fingerprint {
    const char *path, *sha256, *content, *constraints;
};

/*
 * Adds fingerprints.json, sorted by path: {"version": 1, "artifacts": {PATH: {"sha256": HEX,
 * "content": HEX, "constraints": HEX}}}.
 */
void record_fingerprints(struct buf *out, const struct fingerprint *prints, ptrdiff_t count);

#endif
