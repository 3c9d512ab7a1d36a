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
    const struct plan_record *planned;
    bool missing;       /* it is not there */
    int problem;        /* 0, or why it is there and could not be read */
    const char *damage; /* or NULL: what is wrong with its content */
    place damage_place;
    struct map digests; /* a path in it to the digest as a C string of 64 hex digits */
    str bytes;          /* as on disk */
};

/* Reads PLANNED, one of the records of PLAN. Nothing is reported. */
void record_read(const struct plan *plan, const struct plan_record *planned,
                 struct record *ret_record);

/*
 * OLD, the record NUMBER of PLAN, as it should be: the digests of its artifacts that are selected,
 * and OLD's of those that are not. Its bytes are in the arena, with LF line ends.
 */
str record_render(const struct plan *plan, ptrdiff_t number, const struct record *old);

/* True when RECORD is there and tells digests. */
bool record_is_usable(const struct record *record);

/* The digest in RECORD of what it calls PATH, or NULL. */
const char *record_digest(const struct record *record, const char *path);

#endif
