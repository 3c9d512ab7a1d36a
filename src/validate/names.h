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
#include <string.h>

struct name_slot {
    const char *data;
    uint32_t len;
    uint32_t number; /* the name's number + 1; 0: the slot is free */
};

/* {0} has no names. */
struct names {
    struct name_slot *slots;
    uint32_t multiplier; /* with which no two names meet in a slot; 0: they do, and are searched */
    uint32_t shift;
    uint32_t mask; /* where they are searched: a power of two less one */
    bool is_keyed; /* hashed so that nobody can prepare names that collide; else quickly */
};

#define NO_NAME UINT32_MAX /* no number of a name */

/*
 * A table in ARENA of COUNT names, numbered as they stand; of the same ones the last counts. Their
 * bytes are borrowed. What looking one up takes does not depend on how many there are, whoever
 * chose them.
 */
struct names names_make(struct arena *arena, const str *names, uint32_t count);

/* names_find where names meet in slots, and for the empty name. */
uint32_t names_search(const struct names *names, str name);

/* True when the LEN bytes at A and at B are the same. A call of memcmp takes as long as the rest.
 */
static inline bool names_same_bytes(const char *a, const char *b, size_t len)
{
    uint64_t x, y;
    uint32_t s, t;
    if (len > 16)
        return memcmp(a, b, len) == 0;
    if (len >= 8) { /* the first and the last eight, which may overlap */
        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        uint64_t differ = x ^ y;
        memcpy(&x, a + len - 8, 8);
        memcpy(&y, b + len - 8, 8);
        return !(differ | (x ^ y));
    }
    if (len >= 4) {
        memcpy(&s, a, 4);
        memcpy(&t, b, 4);
        uint32_t differ = s ^ t;
        memcpy(&s, a + len - 4, 4);
        memcpy(&t, b + len - 4, 4);
        return !(differ | (s ^ t));
    }
    return !len || (a[0] == b[0] && a[len / 2] == b[len / 2] && a[len - 1] == b[len - 1]);
}

/* What most names of one schema differ in: length, first, middle and last byte. NAME is not empty.
 */
static inline uint32_t names_digest(str name)
{
    const unsigned char *bytes = (const unsigned char *)name.data;
    return (uint32_t)name.len ^ (uint32_t)bytes[0] << 8 ^ (uint32_t)bytes[name.len / 2] << 16 ^
           (uint32_t)bytes[name.len - 1] << 24;
}

/* The number of NAME, or NO_NAME. */
static inline uint32_t names_find(const struct names *names, str name)
{
    if (!names->multiplier || !name.len)
        return names_search(names, name);
    const struct name_slot *slot =
        &names->slots[(names_digest(name) * names->multiplier) >> names->shift];
    if (slot->len == name.len && names_same_bytes(slot->data, name.data, (size_t)name.len))
        return slot->number - 1;
    return NO_NAME;
}

#endif
