/*
 * record.h - fingerprints.json: the digests of the artifacts as generate last wrote them.
 *
 * It is what tells which side moved, and the commit record of generate: written last, so that files
 * newer than it show a generate that was interrupted.
 */
#ifndef BUILD_RECORD_H
#define BUILD_RECORD_H

#include "base/map.h"
#include "build/plan.h"

struct record {
    bool wanted;        /* the configuration asks for one */
    bool missing;       /* it is not there */
    int problem;        /* 0, or why it is there and could not be read */
    const char *damage; /* or NULL: what is wrong with its content */
    place damage_place;
    struct map digests; /* artifact path to its digest as a C string of 64 hex digits */
    str bytes;          /* as on disk */
};

/* Reads the record of PLAN's configuration. Nothing is reported. */
void record_read(const struct plan *plan, struct record *ret_record);

/*
 * The record as it should be: the digests of PLAN's selected artifacts, and OLD's of those that are
 * in the configuration but not selected. Its bytes are in the arena, with LF line ends.
 */
str record_render(const struct plan *plan, const struct record *old);

/* True when RECORD is there and tells digests. */
bool record_is_usable(const struct record *record);

/* The digest of the artifact PATH in RECORD, or NULL. */
const char *record_digest(const struct record *record, const char *path);

#endif
