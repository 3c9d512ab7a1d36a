/*
 * record.h - JSON that this program authors for itself and others to read back.
 */
#ifndef REPORT_RECORD_H
#define REPORT_RECORD_H

#include "base/buf.h"

/* An artifact, by its path in the configuration, and the SHA-256 of its bytes in hex. */
struct fingerprint {
    const char *path, *sha256;
};

/* Adds fingerprints.json: {"version": 1, "artifacts": {PATH: {"sha256": HEX}}}, sorted by path. */
void record_fingerprints(struct buf *out, const struct fingerprint *prints, ptrdiff_t count);

#endif
