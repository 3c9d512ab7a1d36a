/*
 * names.h - a table of names that is made once and looked into very often.
 *
 * Internal to validate/.
 */
#ifndef VALIDATE_NAMES_H
#define VALIDATE_NAMES_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

struct name_slot {
    str name;
    uint32_t hash;
    uint32_t number; /* the name's number + 1; 0: the slot is free */
};

/* {0} has no names. */
struct names {
    struct name_slot *slots;
    uint32_t mask; /* a power of two less one */
    bool is_keyed; /* hashed so that nobody can prepare names that collide; else quickly */
};

enum { NO_NAME = UINT32_MAX };

/*
 * A table in ARENA of COUNT different names, numbered as they stand. Their bytes are borrowed. What
 * looking one up takes does not depend on how many there are, whoever chose them.
 */
struct names names_make(struct arena *arena, const str *names, uint32_t count);

/* The number of NAME, or NO_NAME. */
uint32_t names_find(const struct names *names, str name);

#endif
