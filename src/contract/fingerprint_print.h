/*
 * fingerprint_print.h - the digests of a listing, as a result for people and for programs.
 *
 * PRINTS are those of the tools of LISTING, in their order. A tool without a digest is there all
 * the same where there is a place for it, and else left out.
 */
#ifndef CONTRACT_FINGERPRINT_PRINT_H
#define CONTRACT_FINGERPRINT_PRINT_H

#include "contract/fingerprint.h"

/* Adds a table of the names and the first digits of all digests. */
void fingerprint_table(struct buf *out, const struct listing *listing,
                       const struct fingerprints *prints);

/* Adds the digests of one ALGORITHM as sha256sum prints those of files. */
void fingerprint_lines(struct buf *out, const struct listing *listing,
                       const struct fingerprints *prints, enum fingerprint_algorithm algorithm);

/* Adds what ALGORITHM hashes behind its label, a line for each tool. */
void fingerprint_payloads(struct buf *out, const struct listing *listing,
                          enum fingerprint_algorithm algorithm);

/*
 * Adds {"tools": [{"name", "compat", "exact", "output", "v1", "raw"}]}. A tool that is refused has
 * the word for that as "refused" in place of the digests that it does not have.
 */
void fingerprint_json(struct buf *out, const struct listing *listing,
                      const struct fingerprints *prints);

#endif
