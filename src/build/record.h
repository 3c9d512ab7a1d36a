/*
 * record.h - fingerprints.json: the digests of the artifacts as generate last wrote them.
 *
 * It is what tells which side moved, and the commit record of generate: written last, so that files
 * newer than it show a generate that was interrupted. The digests of content and of constraints are
 * for others who compare what two schemas say (design.md, section 4). Records of before there were
 * these have only those of bytes, and can be read.
 *
 * openapi.yaml publishes its form (Fingerprints): what a reading takes is what that schema takes,
 * and names of files besides, which have to lie below the folder of the configuration.
 */
#ifndef BUILD_RECORD_H
#define BUILD_RECORD_H

#include "base/map.h"
#include "build/plan.h"
#include "report/record.h"

struct record {
    const struct plan_record *planned;
    bool missing;       /* it is not there */
    int problem;        /* 0, or why it is there and could not be read */
    const char *damage; /* or NULL: what is wrong with its content */
    place damage_place;
    struct map entries; /* a path in it to its struct record_entry */
    str bytes;          /* as on disk */
};

/* What a record has of an artifact. */
struct record_entry {
    struct fingerprint print;
    place where, content_where, constraints_where; /* of the entry, and of two of its digests */
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

/* What RECORD has of what it calls PATH, or NULL. */
const struct record_entry *record_find(const struct record *record, const char *path);

/* The digest in RECORD of the bytes of what it calls PATH, or NULL. */
const char *record_digest(const struct record *record, const char *path);

/* The digests of OUTPUT, which was built, as a record has them; in the arena. */
struct fingerprint record_print(struct arena *arena, const struct output *output);

#endif
