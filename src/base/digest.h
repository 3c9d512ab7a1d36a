/*
 * digest.h - SHA-256 (FIPS 180-4), by OpenSSL.
 */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include "base/str.h"

enum { DIGEST_HEX_LEN = 64 };

/* The digest of BYTES as 64 lower-case hex digits and a NUL. */
struct digest {
    char hex[DIGEST_HEX_LEN + 1];
};

struct digest digest_sha256(str bytes);

/* True when TEXT is a digest as these are written: 64 lower-case hex digits. */
bool digest_is_hex(str text);

/*
 * A digest of bytes that come in pieces. Begin, add any number of pieces, end: which gives the
 * digest and frees what it took.
 */
struct digest_run {
    void *context;
};

void digest_begin(struct digest_run *run);
void digest_add(struct digest_run *run, str bytes);

/* The same, for what gives out a text in pieces: RUN is a struct digest_run. */
void digest_take(void *run, str bytes);

struct digest digest_end(struct digest_run *run);

#endif
