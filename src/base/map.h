/*
 * map.h - from byte strings to pointers, in the order of insertion.
 *
 * Near-linear whatever keys it is given (hash.h), and what it hands out never depends on the hash:
 * the entries stand in an array in the order in which they came.
 */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

struct map_entry {
    str key;
    void *value;
};

/* {.arena = a} is an empty map. */
struct map {
    struct arena *arena;
    struct map_entry *entries;
    ptrdiff_t count, cap;
    uint32_t *slots; /* entry number + 1, 0 is free; open addressing, at most half full */
    ptrdiff_t slot_count;
};

/* The entry of KEY, or NULL when the map has no such key. Valid until the map grows. */
const struct map_entry *map_find(const struct map *map, str key);

/* The value of KEY, or NULL when the map has no such key. */
void *map_get(const struct map *map, str key);

/*
 * The entry of KEY, made with a NULL value when it is not there yet. KEY's bytes are borrowed, not
 * copied. The pointer is valid until the next call; *RET_NEW, unless NULL, tells whether it was
 * made.
 */
struct map_entry *map_entry(struct map *map, str key, bool *ret_new);

/* Gives KEY the VALUE, in place of the one it had. */
void map_put(struct map *map, str key, void *value);

/* map_find and map_entry in a map whose keys are addresses, of what is kept elsewhere. */
const struct map_entry *map_find_address(const struct map *map, const void *address);
struct map_entry *map_entry_address(struct map *map, const void *address, bool *ret_new);

#endif
